// A clock over a window of a run: play, pause, slider and speed move the cursor of a chart from its beginning to its end.

import { element } from "./element.mjs?build=%BUILD%";
import { PAUSE, PLAY, isCalm, pictured, writeClock } from "./moment.mjs?build=%BUILD%";

/** The whole window in so many seconds; the first is the usual one. */
const SPANS = [30, 120, 60, 15, 8];
/** Steps of the slider. */
const STEPS = 1000;
/** So long a job slides from the queue to its nodes, as a visitor sees it [s]. */
const SLIDE = 0.5;

/** What a chart's clock shares with others; `lookAt` is the chart's own. */
export class Clock {
  /** The whole window in so many seconds. */
  span = SPANS[0];
  /** The window, from and to, and the moment that is shown [s]; no moment before one was chosen. */
  from = 0;
  to = 0;
  at;
  #canvas;
  #toggle;
  #name;
  #slider = element("input", { type: "range", min: "0", max: String(STEPS), value: "0", ariaLabel: "Moment", oninput: () => this.#slid() });
  #moment = element("output", {}, "–");
  #speed = element("select", { ariaLabel: "Speed of the clock", onchange: () => (this.span = Number(this.#speed.value)) });
  #isPlaying = false;
  #last;

  /** The clock of a canvas; `root` is to be put beside it. `more` are buttons of its own. */
  constructor(canvas, id, name, ...more) {
    [this.#canvas, this.#name] = [canvas, name];
    this.#toggle = pictured(PLAY, `Play ${name}`, "", () => this.toggle());
    this.#speed.id = `${id}-speed`;
    this.root = element("div", { id, className: "clock", role: "group", ariaLabel: "Clock" }, this.#toggle, ...more, this.#slider, this.#moment, this.#speed);
    new MutationObserver(() => this.windowCame()).observe(canvas, { attributeFilter: ["data-from", "data-to"] });
    // A visitor who points at the chart moves the cursor away.
    canvas.addEventListener("pointerdown", () => this.pause());
  }

  /** Moves the cursor of the chart; a job slides to its nodes for so long [s of the run]. */
  lookAt(_time, _slide) {}

  /** The clock is about to move the cursor. */
  took() {}

  toggle() {
    if (this.#isPlaying) this.pause();
    else if (!this.root.hidden) this.#play();
  }

  get isPlaying() {
    return this.#isPlaying;
  }

  pause() {
    if (!this.#isPlaying) return;
    this.#isPlaying = false;
    this.#toggle.become(PLAY, `Play ${this.#name}`, "");
  }

  /** A window was recorded: the program writes its ends at the chart. */
  windowCame() {
    this.pause();
    const { from, to } = this.#canvas.dataset;
    this.root.hidden = from === undefined;
    if (this.root.hidden) return;
    [this.from, this.to, this.at] = [Number(from), Number(to), undefined];
    this.#slider.value = "0";
    this.#moment.textContent = "–";
    const sorted = [...SPANS].sort((a, b) => b - a);
    this.#speed.replaceChildren(...sorted.map((span) => element("option", { value: String(span), selected: span === this.span }, perSecond((this.to - this.from) / span))));
  }

  #play() {
    this.took();
    this.#isPlaying = true;
    this.#toggle.become(PAUSE, `Pause ${this.#name}`, "");
    if (this.at === undefined || this.at >= this.to) this.at = this.from;
    this.#last = performance.now();
    requestAnimationFrame((now) => this.#tick(now));
  }

  #tick(now) {
    if (!this.#isPlaying) return;
    const passed = (now - this.#last) / 1000;
    // Who wants no motion sees the cursor jump once a second.
    if (!isCalm() || passed >= 1) {
      this.#last = now;
      this.show(this.at + Math.max(0, passed) * ((this.to - this.from) / this.span));
      if (this.at >= this.to) return this.end();
    }
    requestAnimationFrame((next) => this.#tick(next));
  }

  end() {
    this.pause();
    this.at = this.to;
    this.#slider.value = String(STEPS);
    this.lookAt(this.at);
  }

  show(time) {
    this.at = Math.min(Math.max(time, this.from), this.to);
    this.#slider.value = String(Math.round(((this.at - this.from) / (this.to - this.from)) * STEPS));
    this.#moment.textContent = writeClock(this.at);
    this.#slider.setAttribute("aria-valuetext", this.#moment.textContent);
    this.lookAt(this.at, isCalm() ? 0 : (SLIDE * (this.to - this.from)) / this.span);
  }

  #slid() {
    this.took();
    this.show(this.from + (this.#slider.valueAsNumber / STEPS) * (this.to - this.from));
  }
}

/** A speed in words: simulated time per second. */
function perSecond(seconds) {
  const [size, unit] = seconds < 100 ? [1, "s"] : seconds < 6000 ? [60, "min"] : seconds < 172_800 ? [3600, "h"] : [86_400, "d"];
  return `${Number((seconds / size).toPrecision(2))} ${unit} per second`;
}
