// Predict first: the visitor draws the curve that they expect, by pointer, touch or keyboard; then the program's appears beside it, and the
// difference is put in words. Until then the figure is covered.

import { button, element } from "./element.mjs?build=%BUILD%";
import { valueOf, worded } from "./check.mjs?build=%BUILD%";

const root = document.documentElement;
const SVG = "http://www.w3.org/2000/svg";
const [WIDE, HIGH] = [320, 200];

/** What is predicted: `{ scheduler, measure, label, parameter, unit, from, to, log }` of a step, whose scenario sweeps one parameter. */
export class Prediction {
  #asked;
  #place;
  #observer;
  #sliders = [];
  #drawn = svg("polyline", { class: "drawn" });
  #ours = svg("polyline", { class: "ours" });
  #said = element("p", { role: "status", className: "small" });

  constructor(asked, place) {
    this.#asked = asked;
    this.#place = place;
    root.dataset.predicting = "";
    this.#observer = new MutationObserver(() => this.#begin());
    this.#observer.observe(root, { attributeFilter: ["data-state"] });
    this.#begin();
  }

  end() {
    this.#observer.disconnect();
    this.#place.replaceChildren();
    delete root.dataset.predicting;
  }

  /** The values that are swept are known with the results. */
  #begin() {
    const points = this.#points();
    if (this.#sliders.length > 0 || points.length < 2) return;
    const { label, unit } = this.#asked;
    this.#sliders = points.map(({ x }) =>
      element("input", {
        type: "range",
        min: 0,
        max: 1,
        step: 0.01,
        value: 0.5,
        oninput: () => this.#draw(),
        ariaLabel: `What you expect at ${x} ${unit}`,
      }),
    );
    const picture = svg("svg", { viewBox: `-44 -8 ${WIDE + 56} ${HIGH + 44}`, "aria-hidden": "true" });
    picture.append(...this.#axes(points), this.#ours, this.#drawn);
    picture.addEventListener("pointerdown", (event) => {
      picture.setPointerCapture(event.pointerId);
      this.#pull(picture, event);
    });
    picture.addEventListener("pointermove", (event) => event.buttons && this.#pull(picture, event));
    const show = button("Show what happens", () => this.#reveal(show), { className: "primary" });
    this.#place.replaceChildren(
      element("p", {}, `First draw what you expect: ${label}. Drag across the picture, or move the sliders.`),
      picture,
      element("div", { className: "sliders" }, ...this.#sliders),
      show,
      this.#said,
    );
    this.#draw();
  }

  /** The swept values and the program's, from the results. */
  #points() {
    const text = root.dataset.state === "done" ? globalThis.presentResults?.() : null;
    const { points = [] } = text ? JSON.parse(text) : {};
    const { scheduler, measure, parameter } = this.#asked;
    const found = points.map((point) => ({
      x: point.parameters[parameter],
      y: valueOf(point.results.find((own) => own.scheduler === scheduler), measure),
    }));
    return found.filter(({ x, y }) => typeof x === "number" && typeof y === "number");
  }

  #left(i) {
    return (WIDE * i) / (this.#sliders.length - 1);
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
    const { measure, unit } = this.#asked;
    const frame = svg("path", { class: "axes", d: `M0 0V${HIGH}H${WIDE}` });
    const y = [0, 0.5, 1].map((share) => word(worded(this.#value(share), measure), -6, HIGH * (1 - share) + 4, "end"));
    const ends = [0, points.length - 1].map((i) => word(`${points[i].x}`, this.#left(i), HIGH + 16, "middle"));
    return [frame, ...y, ...ends, word(unit, WIDE / 2, HIGH + 30, "middle")];
  }

  #draw() {
    this.#drawn.setAttribute("points", this.#sliders.map((own, i) => `${this.#left(i)},${HIGH * (1 - own.value)}`).join(" "));
  }

  /** The pointer drags the curve at the nearest swept value. */
  #pull(picture, event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    const i = Math.round((at.x / WIDE) * (this.#sliders.length - 1));
    const slider = this.#sliders[Math.min(Math.max(i, 0), this.#sliders.length - 1)];
    slider.value = 1 - at.y / HIGH;
    this.#draw();
  }

  #reveal(show) {
    const points = this.#points();
    this.#ours.setAttribute("points", points.map(({ y }, i) => `${this.#left(i)},${this.#top(y)}`).join(" "));
    this.#said.textContent = difference(points, this.#sliders.map((own) => this.#value(own.value)), this.#asked);
    for (const slider of this.#sliders) slider.disabled = true;
    show.remove();
    delete root.dataset.predicting;
  }
}

/** In words, how far a prediction is from what came out: where most, and whether it has the same shape. */
export function difference(points, expected, { measure, unit }) {
  const apart = points.map(({ y }, i) => Math.abs(expected[i] - y) / Math.max(Math.abs(y), 1e-9));
  const most = apart.indexOf(Math.max(...apart));
  const near = apart.filter((own) => own <= 0.15).length;
  const { x, y } = points[most];
  const factor = expected[most] / y;
  const wrong = Math.abs(factor - 1) <= 0.15 ? "Nowhere more than 15 % apart" : `Farthest apart at ${x} ${unit}: you expected ${worded(expected[most], measure)}, and it is ${worded(y, measure)}`;
  const shape = (values) => Math.sign(values.at(-1) - values[0]);
  const same = shape(expected) === shape(points.map((own) => own.y)) ? "The direction is right" : "The direction is another one";
  return `${wrong}. ${near} of ${points.length} points are within 15 %. ${same}.`;
}

function svg(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function word(text, x, y, anchor) {
  const made = svg("text", { x, y, "text-anchor": anchor });
  made.textContent = text;
  return made;
}
