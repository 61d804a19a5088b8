// Predict first: the visitor draws the curve that they expect, by pointer, touch or keyboard; then the program's appears beside it, and the
// difference is put in words. Until then the figure is covered.

import { button, element, svg } from "./element.mjs?build=%BUILD%";
import { presentCurves, worded } from "./check.mjs?build=%BUILD%";

const root = document.documentElement;
const HIGH = 200;
/** How wide the picture is beside a lesson, and on a screen for all. */
const [WIDE, WIDER] = [320, 500];
/** Room for the values of the axis, and for half of its last value. */
const [LEFT, RIGHT] = [92, 26];
/** Least distance of two sliders in the picture, and the width of a letter of the axis. */
const [FINGER, LETTER] = [33, 11];

/** The program takes up the scenario of a step in a task of its own: what is asked of it before is of the step before [ms]. */
const TAKEN_UP_MS = 100;
/** After so long, results without a curve to draw are those of this step [ms]. */
const NOTHING_MS = 1000;

/**
 * What is predicted: `{ scheduler, measure, label, parameter, unit, from, to, log }` of a step, whose scenario sweeps one parameter. What is left
 * out is taken of the figure. The figure is covered while `isPending`; in a talk it stays covered after the curve was shown, until `end`.
 */
export class Prediction {
  #wanted;
  #asked;
  #place;
  #observer;
  #shown;
  #timers;
  #sliders = [];
  #at = [];
  /** Where each swept value is between the ends of the axis, from 0 to 1, as in the figure. */
  #places = [];
  /** Where the pointer that drags was heard last. */
  #pointer;
  #wide = "talk" in root.dataset ? WIDER : WIDE;
  #drawn = svg("polyline", { class: "drawn" });
  #ours = svg("polyline", { class: "ours" });
  #said = element("p", { role: "status", className: "small" });
  /** Whether the curve of the program is still to be shown. */
  isPending = true;

  /** `shown` is called once the curve stands beside the visitor's, or there is nothing to predict. */
  constructor(wanted, place, shown) {
    [this.#wanted, this.#place, this.#shown] = [wanted, place, shown];
    root.dataset.predicting = "";
    this.#observer = new MutationObserver(() => this.#begin());
    this.#observer.observe(root, { attributeFilter: ["data-state"] });
    this.#timers = [setTimeout(() => this.#begin(), TAKEN_UP_MS), setTimeout(() => this.#giveUp(), NOTHING_MS)];
  }

  end() {
    this.isPending = false;
    this.#observer.disconnect();
    this.#timers.forEach(clearTimeout);
    this.#place.replaceChildren();
    delete root.dataset.predicting;
  }

  /** The values that are swept are known with the results. */
  #begin() {
    if (!this.isPending) return;
    const curves = this.#curves();
    if (!curves) return;
    this.#asked = completed(this.#wanted, curves);
    const points = this.#points();
    const at = points.map(({ x }) => x);
    const [first, last] = [at[0], at.at(-1)];
    if (!(first < last) || String(at) === String(this.#at)) return;
    this.#at = at;
    this.#places = at.map((x) => (x - first) / (last - first));
    const { label, unit } = this.#asked;
    const how = "talk" in root.dataset ? "" : " Drag across the picture, or move the sliders.";
    this.#sliders = points.map(({ x }) =>
      element("input", {
        type: "range",
        min: 0,
        max: 1,
        step: 0.01,
        value: 0.5,
        oninput: ({ target }) => (this.#draw(), this.#tell(target)),
        ariaLabel: `What you expect at ${x} ${unit}`,
      }),
    );
    const whole = LEFT + this.#wide + RIGHT;
    spread(this.#places, FINGER / this.#wide).forEach((place, i) => (this.#sliders[i].style.left = `${(100 * (LEFT + this.#wide * place)) / whole}%`));
    const picture = svg("svg", { class: "predicted", viewBox: `-${LEFT} -14 ${whole} ${HIGH + 68}`, "aria-hidden": "true" });
    picture.append(...this.#axes(points), this.#ours, this.#drawn);
    picture.addEventListener("pointerdown", (event) => {
      if (!this.isPending) return;
      picture.setPointerCapture(event.pointerId);
      this.#pointer = undefined;
      this.#pull(picture, event);
    });
    picture.addEventListener("pointermove", (event) => event.buttons && this.isPending && this.#pull(picture, event));
    this.#place.replaceChildren(
      element("p", {}, `First draw what you expect: ${label}.${how}`),
      picture,
      element("div", { className: "sliders" }, ...this.#sliders),
      button("Show what happens", () => this.reveal(), { className: "primary" }),
      this.#said,
    );
    this.#draw();
  }

  /** A step without a curve has nothing to predict: its figure is shown. */
  #giveUp() {
    if (!this.isPending || this.#sliders.length > 0) return;
    // A scenario that is announced, or cannot run, rests in "idle".
    if (!root.dataset.started || root.dataset.state === "running") return this.#timers.push(setTimeout(() => this.#giveUp(), NOTHING_MS));
    this.end();
    this.#shown();
  }

  /** The curves of what is asked for. */
  #curves() {
    return presentCurves(this.#wanted.measure, this.#wanted.parameter);
  }

  /** The swept values and the program's. */
  #points() {
    const curves = this.#curves();
    const points = curves ? seriesOf(this.#asked.scheduler, curves).points : [];
    const found = points.map(([x, y]) => ({ x, y })).filter(({ x, y }) => x !== null && y !== null);
    return found.sort((a, b) => a.x - b.x);
  }

  #left(i) {
    return this.#wide * this.#places[i];
  }

  /** Where a value is between the ends of the axis, from 0 to 1. */
  #share(y) {
    const { from, to, log } = this.#asked;
    const share = log ? Math.log(y / from) / Math.log(to / from) : (y - from) / (to - from);
    return Math.min(Math.max(share, 0), 1);
  }

  #value(share) {
    const { from, to, log } = this.#asked;
    return log ? from * (to / from) ** share : from + share * (to - from);
  }

  #top(y) {
    return HIGH * (1 - this.#share(y));
  }

  #axes(points) {
    const { axis, yUnit } = this.#asked;
    const ticks = points.map((_, i) => `M${this.#left(i)} ${HIGH}v5`).join("");
    const frame = svg("path", { class: "axes", d: `M0 0V${HIGH}H${this.#wide}${ticks}` });
    const y = [0, 0.5, 1].map((share) => word(worded(this.#value(share), yUnit), -9, HIGH * (1 - share) + 5 - 5 * (1 - share), "end"));
    const values = this.#labelled(points).map((i) => word(`${points[i].x}`, this.#left(i), HIGH + 23, "middle"));
    return [frame, ...y, ...values, word(axis, this.#wide / 2, HIGH + 46, "middle")];
  }

  /** The values beside which no other stands: from the left, as many as have room. */
  #labelled(points) {
    const half = points.map(({ x }) => (`${x}`.length * LETTER) / 2);
    let end = -Infinity;
    return [...points.keys()].filter((i) => {
      const hasRoom = this.#left(i) - half[i] >= end;
      if (hasRoom) end = this.#left(i) + half[i] + LETTER / 2;
      return hasRoom;
    });
  }

  /** What a slider stands for, to those who see and to those who hear it. */
  #tell(slider) {
    this.#said.textContent = `${slider.ariaLabel}: ${slider.ariaValueText}`;
  }

  #draw() {
    for (const own of this.#sliders) own.ariaValueText = worded(this.#value(own.value), this.#asked.yUnit);
    this.#drawn.setAttribute("points", this.#sliders.map((own, i) => `${this.#left(i)},${HIGH * (1 - own.value)}`).join(" "));
  }

  /** The pointer drags the curve at the nearest swept value, and at those that it has passed: near ones are passed between two events. */
  #pull(picture, event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    const [x, value] = [at.x / this.#wide, 1 - at.y / HIGH];
    const before = this.#pointer ?? { x, value };
    for (const [i, place] of this.#places.entries()) {
      const share = (place - before.x) / (x - before.x);
      if (share > 0 && share < 1) this.#sliders[i].value = before.value + share * (value - before.value);
    }
    const far = this.#places.map((place) => Math.abs(place - x));
    const nearest = this.#sliders[far.indexOf(Math.min(...far))];
    nearest.value = value;
    this.#pointer = { x, value };
    this.#draw();
    this.#tell(nearest);
  }

  /** Shows the curve of the program beside the visitor's, and says how far they are apart; false where there are no results. */
  reveal() {
    const points = this.#asked ? this.#points() : [];
    if (!this.isPending || points.length !== this.#sliders.length || points.length === 0) return false;
    this.isPending = false;
    this.#ours.setAttribute("points", points.map(({ y }, i) => `${this.#left(i)},${this.#top(y)}`).join(" "));
    const expected = this.#sliders.map((own) => this.#value(own.value));
    this.#said.textContent = difference(points, expected, (value) => this.#share(value), this.#asked);
    for (const own of this.#place.querySelectorAll("p:not([role]), .sliders, .primary")) own.remove();
    this.#place.prepend(element("p", { className: "small" }, `Dashed: what you expected. Solid: ${this.#asked.label}.`));
    this.#shown();
    return true;
  }
}

/** The places, from 0 to 1, moved as little as keeps them `least` apart, where there is so much room. */
function spread(places, least) {
  const own = [...places];
  const step = Math.min(least, 1 / (own.length - 1));
  for (let i = 1; i < own.length; i += 1) own[i] = Math.max(own[i], own[i - 1] + step);
  for (let i = own.length - 1, most = 1; i >= 0; i -= 1, most -= step) own[i] = Math.min(own[i], most, (own[i + 1] ?? Infinity) - step);
  return own;
}

/** What is asked for, with what was left out of it taken of the curves. */
function completed(wanted, curves) {
  const { name, label, points } = seriesOf(wanted.scheduler, curves);
  const own = {
    ...wanted,
    scheduler: name,
    label: wanted.label ?? `the ${uncapitalised(curves.label)} of ${label}`,
    unit: wanted.unit ?? (curves.axis_unit || curves.axis),
    axis: wanted.unit ?? curves.axis,
    yUnit: curves.unit,
  };
  const values = points.map(([, y]) => y).filter((y) => y !== null);
  if (own.from === undefined || own.to === undefined) Object.assign(own, axisFor(values, own));
  return own;
}

/** The series of a scheduler, else the first that has the measure. */
const seriesOf = (scheduler, { series }) =>
  series.find(({ name }) => name === scheduler) ?? series.find(({ points }) => points.some(([, y]) => y !== null)) ?? series[0];

/** Of a name in the middle of a sentence. */
const uncapitalised = (words) => (/^[A-Z][a-z]/.test(words) ? words[0].toLowerCase() + words.slice(1) : words);

/** An axis with room around the values, which does not tell where they are. */
function axisFor(values, { from, to, log, yUnit }) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  log ??= least > 0 && most / least > 30;
  if (log && least > 0) return { log, from: from ?? 10 ** Math.floor(Math.log10(least / 1.5)), to: to ?? 10 ** Math.ceil(Math.log10(most * 1.5)) };
  const isShare = yUnit === "%" && most <= 1;
  return { log: false, from: from ?? 0, to: to ?? (isShare ? 1 : round(most * 1.4)) };
}

/** The next number of one digit that is not smaller. */
function round(value) {
  const step = 10 ** Math.floor(Math.log10(value || 1));
  return Math.ceil(value / step) * step;
}

/** In words, how far a prediction is from what came out, on the axis: where most, at how many points it is near, and its direction. */
export function difference(points, expected, share, { unit, yUnit }) {
  const apart = points.map(({ y }, i) => Math.abs(share(expected[i]) - share(y)));
  const most = apart.indexOf(Math.max(...apart));
  const near = apart.filter((own) => own <= 0.1).length;
  const { x, y } = points[most];
  const far = `Farthest apart at ${x} ${unit}: you expected ${worded(expected[most], yUnit)}, and it is ${worded(y, yUnit)}`;
  const direction = (values) => Math.sign(values.at(-1) - values[0]);
  const same = direction(expected) === direction(points.map((own) => own.y));
  return [
    apart[most] <= 0.1 ? "Well drawn" : far,
    `${near} of ${points.length} points ${near === 1 ? "is" : "are"} within a tenth of the axis`,
    `${same ? "The direction is right" : "The curve goes the other way"}.`,
  ].join(". ");
}

function word(text, x, y, anchor) {
  return svg("text", { x, y, "text-anchor": anchor }, text);
}
