// Where the program has drawn what has a name in the Gantt chart: the bands of clusters, the strips of links, the cursor. The canvas is only a picture,
// so it is listened to how the picture is drawn: the texts and the rectangles of a frame, in the order in which they come. Everything is in CSS pixels of
// the canvas.

/** Rectangles up to this width may be lines [CSS pixels], in a talk on a large screen. */
const LINE = 8;

/** The Gantt chart's drawing, from now until `stop`. `heard` is called after every frame. */
export class Drawn {
  #context;
  #calls = [];
  #places;

  constructor(canvas, heard) {
    this.#context = canvas.getContext("2d");
    const context = this.#context;
    const own = CanvasRenderingContext2D.prototype;
    // A frame begins with the scale of its units; it is complete when the program has returned.
    context.setTransform = (...scale) => {
      own.setTransform.apply(context, scale);
      this.#calls = [];
      this.#places = undefined;
      queueMicrotask(heard);
    };
    const note = (call) => {
      // From units of drawing to pixels of the canvas, and from those to pixels of CSS.
      const scale = (context.getTransform().a * canvas.clientWidth) / canvas.width;
      this.#calls.push(Object.fromEntries(Object.entries(call).map(([name, value]) => [name, typeof value === "number" ? value * scale : value])));
    };
    context.fillRect = (x, y, width, height) => {
      own.fillRect.call(context, x, y, width, height);
      note({ x, y, width, height, colour: context.fillStyle });
    };
    context.fillText = (text, x, y, ...rest) => {
      own.fillText.call(context, text, x, y, ...rest);
      note({ text, x, y });
    };
  }

  stop() {
    // The context's own functions are below.
    for (const name of ["setTransform", "fillRect", "fillText"]) delete this.#context[name];
  }

  /** `{ bands, strips, cursor, strong }`: bands by the number of their cluster, strips by their names, the cursor's x and the colour of co-allocated jobs or undefined. */
  get places() {
    this.#places ??= read(this.#calls);
    return this.#places;
  }
}

function read(calls) {
  const bands = new Map();
  const strips = new Map();
  const first = calls.findIndex(({ text }) => /^Cluster \d+$/.test(text ?? ""));
  if (first < 0) return { bands, strips, cursor: undefined };
  // The rows of the first band are drawn right before its name, and everything is as wide as they are.
  const isRect = (call) => call.text === undefined;
  const rows = calls.slice(0, first).findLast((call) => isRect(call) && call.width > 40);
  const isWide = (call) => isRect(call) && rows && Math.abs(call.x - rows.x) < 1 && Math.abs(call.width - rows.width) < 1.5;
  let wide = [];
  let cursor;
  for (const [at, call] of calls.entries()) {
    if (isWide(call)) wide.push(call);
    const { text } = call;
    if (text === undefined) continue;
    // The cursor is a line, then the flag, then the moment on it.
    const [line, flag] = calls.slice(Math.max(0, at - 2), at);
    const isCursor = /^(\d+ d )?\d+:\d\d/.test(text) && flag && isRect(line) && isRect(flag) && line.width <= LINE && line.height > 40;
    if (isCursor && strips.size === 0) cursor = line.x + line.width / 2;
    const cluster = /^Cluster (\d+)$/.exec(text)?.[1];
    const isStrip = /^(Load of .+|Job \d+: .+|Jobs waiting|Nodes in use)$/.test(text) && Math.abs(call.x - (rows?.x ?? NaN)) < 1;
    if (!cluster && !isStrip) continue;
    // The background comes first and is the highest of what is as wide.
    const area = wide.reduce((best, own) => (best && best.height >= own.height ? best : own), undefined);
    if (area && cluster) bands.set(Number(cluster), { area, nodes: parseInt(calls[at + 1]?.text?.replaceAll(/\s/g, "")), jobs: [] });
    // Its name stands in the middle of a line above it.
    if (area && isStrip) strips.set(text, { ...area, y: 2 * call.y - area.y, height: area.height + 2 * (area.y - call.y) });
    wide = [];
  }
  for (const { area, jobs } of bands.values()) {
    const isIn = (call) => isRect(call) && call.y >= area.y - 1 && call.y + call.height <= area.y + area.height + 1;
    const isGrid = (call) => call.width <= LINE && call.height >= area.height - 1;
    jobs.push(...calls.filter((call) => isIn(call) && !isGrid(call) && !isWide(call)));
  }
  // The legend has the colour before the word.
  const strong = calls[calls.findIndex(({ text }) => text === "co-allocated") - 1]?.colour;
  return { bands, strips, cursor, strong };
}

/**
 * The free nodes of a cluster right after x, as `[y0, y1]` from top to bottom, where the picture shows as many as the program says are free; else nothing:
 * rows can be too thin to see one by one, or out of sight.
 */
export function holes({ area, jobs, nodes }, x, free) {
  const row = area.height / nodes;
  const there = jobs.filter((job) => job.x <= x && x < job.x + job.width).sort((a, b) => a.y - b.y);
  const found = [];
  let y = area.y;
  for (const edge of [...there, { y: area.y + area.height, height: 0 }]) {
    if (Math.round((edge.y - y) / row - 0.1) > 0) found.push([y, edge.y]);
    y = Math.max(y, edge.y + edge.height);
  }
  const shown = found.reduce((sum, [y0, y1]) => sum + Math.round((y1 - y0) / row - 0.1), 0);
  return shown === free ? found : [];
}
