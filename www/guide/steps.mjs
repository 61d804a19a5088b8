// The steps of a talk that was written elsewhere, held against what a step may be. The program does the same for dropped files
// (src/lab/scenario/steps.rs), in the same words, as tests/browser/talks.test.mjs says; a talk beside the page is read before the program is there.

/** Most steps of a talk. */
const MOST = 200;
/** The texts of a step, each of at most so many characters. */
const TEXTS = { title: 300, text: 3000, notes: 20_000, link: 65_536 };
const PREDICT = "predict";
/** What can be said of a prediction; all of it may be left out. */
const PREDICT_TEXTS = ["scheduler", "measure", "label", "parameter", "unit"];
const PREDICT_NUMBERS = ["from", "to"];
const PREDICT_TEXT_MOST = 300;
const PREDICT_PARTS = [...PREDICT_TEXTS, ...PREDICT_NUMBERS, "log"];
/** Most problems that one message lists. */
const MOST_TOLD = 8;

/** The steps as they are shown, and what is wrong with which, a sentence each. */
export function checked(list) {
  const problems = [];
  const wrong = (place, words, allowed, remedy) => problems.push(`${place} ${words}. Allowed: ${allowed}. ${remedy}.`);
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST) {
    const words = Array.isArray(list) ? `are ${list.length} steps` : list === undefined ? "are missing" : `are ${quoted(list)}`;
    wrong("steps", words, `a list of 1 to ${MOST} objects`, "Give each view a step");
    return { steps: [], problems };
  }
  const steps = list.map((step, i) => readStep(step, `step ${i + 1}`, wrong));
  const more = problems.length - MOST_TOLD;
  return { steps, problems: more > 0 ? [...problems.slice(0, MOST_TOLD), `And ${more} more.`] : problems };
}

function readStep(step, place, wrong) {
  const names = [...Object.keys(TEXTS), PREDICT].join(", ");
  if (!isObject(step)) {
    wrong(place, `is ${quoted(step)}`, `an object with ${names}`, "Write it in braces");
    return lenient({});
  }
  for (const key of Object.keys(step)) {
    if (!Object.hasOwn(TEXTS, key) && key !== PREDICT) wrong(place, `holds \`${key.slice(0, 60)}\``, names, "Leave it out, or open the talk in a newer version of Metasched");
  }
  for (const [name, most] of Object.entries(TEXTS)) {
    if (step[name] !== undefined && !isText(step[name], most)) {
      wrong(`${name} of ${place}`, `is ${quoted(step[name])}`, `a text of at most ${most} characters`, "Shorten it");
    }
  }
  if (step[PREDICT] !== undefined) checkPrediction(step[PREDICT], `${PREDICT} of ${place}`, wrong);
  return lenient(step);
}

function checkPrediction(asked, place, wrong) {
  const names = PREDICT_PARTS.join(", ");
  if (!isObject(asked)) return wrong(place, `is ${quoted(asked)}`, `an object with ${names}, all of which may be left out`, "Write {}");
  for (const [key, value] of Object.entries(asked)) {
    const own = `${key.slice(0, 60)} in ${place}`;
    if (!PREDICT_PARTS.includes(key)) wrong(place, `holds \`${key.slice(0, 60)}\``, names, "Leave it out, or open the talk in a newer version of Metasched");
    else if (PREDICT_TEXTS.includes(key) && !isText(value, PREDICT_TEXT_MOST)) wrong(own, `is ${quoted(value)}`, `a text of at most ${PREDICT_TEXT_MOST} characters`, "Shorten it");
    else if (PREDICT_NUMBERS.includes(key) && !Number.isFinite(value)) wrong(own, `is ${quoted(value)}`, "a number", "Correct it, or leave it out");
    else if (key === "log" && typeof value !== "boolean") wrong(own, `is ${quoted(value)}`, "true, false", "Correct it, or leave it out");
  }
  const { from = 0, to, log } = asked;
  if (to <= from) wrong(place, `reaches from ${from} to ${to}`, "an axis that begins lower than it ends", "Raise to, or lower from");
  if (log === true && from <= 0 && "from" in asked) wrong(place, `has a logarithmic axis from ${from}`, "a number above 0", "Raise from, or leave log out");
}

/** A step of which everything that is no text is left out. */
export function lenient(step) {
  const text = (name) => (typeof step?.[name] === "string" ? step[name] : "");
  const own = { title: text("title"), text: text("text"), notes: text("notes"), link: text("link") };
  // A prediction that is not as it should be is none.
  if (step?.[PREDICT] === undefined) return own;
  let isSound = true;
  checkPrediction(step[PREDICT], "", () => (isSound = false));
  return isSound ? { ...own, [PREDICT]: step[PREDICT] } : own;
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** Characters are counted, not the two halves of one. */
const isText = (value, most) => typeof value === "string" && (value.length <= most || [...value].length <= most);

/** A value as JSON, shortened. */
function quoted(value) {
  const text = JSON.stringify(value) ?? String(value);
  const letters = [...text];
  return letters.length > 60 ? `${letters.slice(0, 60).join("")}…` : text;
}
