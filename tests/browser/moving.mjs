// Moves a slider as a finger does, and observes how the page follows.

/**
 * Moves the slider to and fro between two shares of its range for some seconds, a position a frame. Gives the times between frames, the
 * times between a position and the curves of this position on the canvas, in ms, and how often the curves were pale or missing.
 */
export function moveSlider(page, selector, { from = 0.3, to = 0.7, seconds = 2 } = {}) {
  return page.evaluate(inPage, selector, from, to, seconds);
}

async function inPage(selector, from, to, seconds) {
  const slider = document.querySelector(selector);
  const canvas = document.querySelector("#curve-canvas");
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const seen = { frames: [], lags: [], positions: 0, pale: 0 };
  const observer = new MutationObserver((records) => {
    for (const { attributeName } of records) {
      if (attributeName === "data-lag") seen.lags.push(Number(canvas.dataset.lag));
      else if (/being recomputed|no finished points/.test(canvas.ariaLabel)) seen.pale += 1;
    }
  });
  observer.observe(canvas, { attributes: true, attributeFilter: ["data-lag", "aria-label"] });
  const [min, max] = [Number(slider.min), Number(slider.max)];
  const begin = await frame();
  for (let last = begin; last - begin < seconds * 1e3; ) {
    const share = from + (to - from) * (0.5 - 0.5 * Math.cos(((last - begin) / 1e3) * Math.PI));
    const before = slider.value;
    slider.value = String(min + (max - min) * share);
    if (slider.value !== before) {
      seen.positions += 1;
      slider.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
    const now = await frame();
    seen.frames.push(now - last);
    last = now;
  }
  observer.disconnect();
  return seen;
}

/** Value at a share of the sorted values. */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
