// Predict first: the visitor draws the curve that they expect, by pointer, touch or keyboard; then the program's appears beside it, and the
// difference is put in words. Until then the figure is covered.

import { button, element, svg } from "./element.mjs?build=%BUILD%";
import { valueOf, worded } from "./check.mjs?build=%BUILD%";

const root = document.documentElement;
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
        oninput: ({ target }) => (this.#draw(), this.#tell(target)),
        ariaLabel: `What you expect at ${x} ${unit}`,
      }),
    );
    const picture = svg("svg", { viewBox: `-56 -10 ${WIDE + 74} ${HIGH + 54}`, "aria-hidden": "true" });
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
    const ends = points.map(({ x }, i) => word(`${x}`, this.#left(i), HIGH + 18, "middle"));
    return [frame, ...y, ...ends, word(unit, WIDE / 2, HIGH + 38, "middle")];
  }

  /** What a slider stands for, to those who see and to those who hear it. */
  #tell(slider) {
    this.#said.textContent = `${slider.ariaLabel}: ${slider.ariaValueText}`;
  }

  #draw() {
    for (const own of this.#sliders) own.ariaValueText = worded(this.#value(own.value), this.#asked.measure);
    this.#drawn.setAttribute("points", this.#sliders.map((own, i) => `${this.#left(i)},${HIGH * (1 - own.value)}`).join(" "));
  }

  /** The pointer drags the curve at the nearest swept value. */
  #pull(picture, event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    const i = Math.round((at.x / WIDE) * (this.#sliders.length - 1));
    const slider = this.#sliders[Math.min(Math.max(i, 0), this.#sliders.length - 1)];
    slider.value = 1 - at.y / HIGH;
    this.#draw();
    this.#tell(slider);
  }

  #reveal(show) {
    const points = this.#points();
    this.#ours.setAttribute("points", points.map(({ y }, i) => `${this.#left(i)},${this.#top(y)}`).join(" "));
    const expected = this.#sliders.map((own) => this.#value(own.value));
    this.#said.textContent = difference(points, expected, (value) => this.#share(value), this.#asked);
    for (const own of this.#place.querySelectorAll("p:not([role]), .sliders")) own.remove();
    show.remove();
    delete root.dataset.predicting;
    document.querySelector(".lesson-tools .primary").focus();
  }
}

/** In words, how far a prediction is from what came out, on the axis: where most, at how many points it is near, and its direction. */
export function difference(points, expected, share, { measure, unit }) {
  const apart = points.map(({ y }, i) => Math.abs(share(expected[i]) - share(y)));
  const most = apart.indexOf(Math.max(...apart));
  const near = apart.filter((own) => own <= 0.1).length;
  const { x, y } = points[most];
  const far = `Farthest apart at ${x} ${unit}: you expected ${worded(expected[most], measure)}, and it is ${worded(y, measure)}`;
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
