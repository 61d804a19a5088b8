// Whether what a lesson expects of a change has come: one measure of one scheduler at one point of the results.

/** The words of the check, and whether it holds. `curves` are those of its measure, as the program gives them. */
export function check(expected, curves) {
  const points = curves?.series.find(({ name }) => name === expected.scheduler)?.points ?? [];
  const [, value] = points.at(expected.at === "first" ? 0 : -1) ?? [];
  if (typeof value !== "number") {
    return { holds: false, words: `${expected.scheduler} is not among the results any more. Undo, and change only what is asked for.` };
  }
  const holds = expected.is === "below" ? value < expected.than : value > expected.than;
  return { holds, words: (holds ? expected.yes : expected.no).replaceAll("{value}", worded(value, curves.unit)) };
}

/** The curves of a measure over a swept parameter, or those that are shown, once there are some (src/web/tabs/curves/present.rs). */
export function presentCurves(measure, parameter) {
  const text = document.documentElement.dataset.state === "done" ? globalThis.presentCurves?.(measure, parameter) : null;
  return text ? JSON.parse(text) : null;
}

/** A value as a person writes it. */
export function worded(value, unit) {
  if (unit === "%") return `${Math.round(value * 100)} %`;
  const number = value.toLocaleString("en", { maximumSignificantDigits: 3 }).replaceAll(",", "\u2009");
  return unit ? `${number} ${unit}` : number;
}
