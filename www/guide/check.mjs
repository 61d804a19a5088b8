// Whether what a lesson expects of a change has come: one measure of one scheduler at one point of the results.

/** The words of the check, and whether it holds. `text` is the results as JSON, as `--json` prints them. */
export function check(expected, text) {
  const { points = [] } = text ? JSON.parse(text) : {};
  const point = expected.at === "first" ? points[0] : points.at(-1);
  const run = point?.results.find((own) => own.scheduler === expected.scheduler);
  const value = valueOf(run, expected.measure);
  if (typeof value !== "number") {
    return { holds: false, words: `${expected.scheduler} is not among the results any more. Undo, and change only what is asked for.` };
  }
  const holds = expected.is === "below" ? value < expected.than : value > expected.than;
  return { holds, words: (holds ? expected.yes : expected.no).replaceAll("{value}", worded(value, expected.measure)) };
}

/** A measure of a run by its key, in which a dot leads into a part of the results. */
export const valueOf = (run, key) => key.split(".").reduce((part, name) => part?.[name], run);

/** A value as a person writes it, with the unit that the measure's name ends in. */
export function worded(value, measure) {
  if (/share|utilisation|saturation/.test(measure)) return `${Math.round(value * 100)} %`;
  const number = value.toLocaleString("en", { maximumSignificantDigits: 3 }).replaceAll(",", "\u2009");
  return measure.endsWith("_s") ? `${number} s` : number;
}
