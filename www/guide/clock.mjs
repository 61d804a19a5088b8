// The clock of the Gantt chart: its cursor moves over the window that was recorded, and the strips show their values at it.

import { Drawn } from "./drawn.mjs?build=%BUILD%";
import { button, element } from "./element.mjs?build=%BUILD%";
import { PAUSE, PLAY, isCalm, lookAt, pictured, readClock, readDuration, writeClock } from "./moment.mjs?build=%BUILD%";

/** The whole window in so many seconds; the first is the usual one. */
const SPANS = [30, 120, 60, 15, 8];
/** Steps of the slider. */
const STEPS = 1000;

export class Clock {
  #canvas;
  #others;
  #toggle = pictured(PLAY, "Play the clock", "", () => (this.#isPlaying ? this.pause() : this.#play()));
  #next = button("Next start", () => this.#toNextStart(), { title: "To the next start of a job, which is marked (seconds are whole)" });
  #slider = element("input", { type: "range", min: "0", max: String(STEPS), value: "0", ariaLabel: "Moment", oninput: () => this.#slid() });
  #moment = element("output", {}, "–");
  #speed = element("select", { id: "clock-speed", ariaLabel: "Speed of the clock", onchange: () => this.#changeSpeed() });
  #span = SPANS[0];
  #isPlaying = false;
  /** The window, from and to, and the moment that is shown [s]; no moment before one was chosen. */
  #from = 0;
  #to = 0;
  #at;
  #drawn;
  #last;

  /** Below the canvas; `others` stops what else moves the cursor. */
  constructor(canvas, others) {
    [this.#canvas, this.#others] = [canvas, others];
    canvas.after(
      element("div", { id: "clock", role: "group", ariaLabel: "Clock" }, this.#toggle, this.#next, this.#slider, this.#moment, this.#speed),
    );
    new MutationObserver(() => this.#windowCame()).observe(canvas, { attributeFilter: ["aria-label"] });
    this.#windowCame();
    // A visitor who points at the chart moves the cursor away.
    canvas.addEventListener("pointerdown", () => this.pause());
  }

  pause() {
    if (!this.#isPlaying) return;
    this.#isPlaying = false;
    this.#drawn.stop();
    this.#toggle.become(PLAY, "Play the clock", "");
  }

  /** A window was recorded. Its beginning stands in its field, to whole seconds, its length in the chart's summary, in two units. */
  #windowCame() {
    this.pause();
    const length = readDuration(/^Gantt chart of (.+?)(?: on |: )/.exec(this.#canvas.getAttribute("aria-label") ?? "")?.[1] ?? "");
    const from = readClock(document.getElementById("gantt-from").value);
    const isKnown = length > 0 && from >= 0;
    document.getElementById("clock").hidden = !isKnown;
    if (!isKnown) return;
    [this.#from, this.#to, this.#at] = [from, from + length, undefined];
    this.#slider.value = "0";
    this.#moment.textContent = "–";
    const sorted = [...SPANS].sort((a, b) => b - a);
    this.#speed.replaceChildren(...sorted.map((span) => element("option", { value: String(span), selected: span === this.#span }, perSecond(length / span))));
  }

  #changeSpeed() {
    this.#span = Number(this.#speed.value);
  }

  #play() {
    this.#others();
    this.#isPlaying = true;
    this.#toggle.become(PAUSE, "Pause the clock", "");
    if (this.#at === undefined || this.#at >= this.#to) this.#at = this.#from;
    let frames = 0;
    // The length of the window is known to its two largest units: where the program draws no cursor any more, the recording is over.
    this.#drawn = new Drawn(this.#canvas, () => {
      const { bands, cursor } = this.#drawn.places;
      if (bands.size > 0 && cursor === undefined && ++frames > 1) this.#end();
    });
    this.#last = performance.now();
    requestAnimationFrame((now) => this.#tick(now));
  }

  #tick(now) {
    if (!this.#isPlaying) return;
    const passed = (now - this.#last) / 1000;
    // Who wants no motion sees the cursor jump once a second.
    if (!isCalm() || passed >= 1) {
      this.#last = now;
      this.#show(this.#at + Math.max(0, passed) * ((this.#to - this.#from) / this.#span));
      if (this.#at >= this.#to) return this.#end();
    }
    requestAnimationFrame((next) => this.#tick(next));
  }

  #end() {
    this.pause();
    this.#at = this.#to;
    this.#slider.value = String(STEPS);
  }

  #show(time) {
    this.#at = Math.min(Math.max(time, this.#from), this.#to);
    this.#slider.value = String(Math.round(((this.#at - this.#from) / (this.#to - this.#from)) * STEPS));
    this.#moment.textContent = writeClock(this.#at);
    this.#slider.setAttribute("aria-valuetext", this.#moment.textContent);
    lookAt(this.#at);
  }

  #slid() {
    this.#others();
    this.#show(this.#from + (this.#slider.valueAsNumber / STEPS) * (this.#to - this.#from));
  }

  /** Marks jobs in order of start, as the chart's keys do, until one starts later than now. */
  #toNextStart() {
    this.pause();
    this.#others();
    const start = () => readClock(/, start ([^,]+), end /.exec(document.getElementById("gantt-details").textContent)?.[1] ?? "");
    const press = (key) => {
      this.#canvas.dispatchEvent(new KeyboardEvent("keydown", { key }));
      return start();
    };
    const now = Math.round(this.#at ?? this.#from - 1);
    this.#canvas.dispatchEvent(new PointerEvent("pointerleave"));
    // Back to a job that starts no later, then on to the first that does.
    let [last, found] = [NaN, start()];
    while (found > now && found !== last) [last, found] = [found, press(",")];
    for (let left = 2000; left > 0 && !(found > now); left -= 1) found = press(".");
    if (found > now) this.#show(found);
    else this.#end();
  }
}

/** A speed in words: simulated time per second. */
function perSecond(seconds) {
  const [size, unit] = seconds < 100 ? [1, "s"] : seconds < 6000 ? [60, "min"] : seconds < 172_800 ? [3600, "h"] : [86_400, "d"];
  return `${Number((seconds / size).toPrecision(2))} ${unit} per second`;
}
