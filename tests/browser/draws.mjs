// Counts the drawing calls on the canvases of a page.

/** Counts what is drawn from now on, as `drawn`. Runs in the page. */
export function countDraws() {
  globalThis.drawn = 0;
  for (const name of ["fill", "stroke", "fillRect", "strokeRect", "fillText", "drawImage"]) {
    const own = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...rest) {
      globalThis.drawn += 1;
      return own.apply(this, rest);
    };
  }
}
