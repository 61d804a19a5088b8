// A lesson beside the figure: a question, steps with what to look at, one thing to change whose effect is checked, an answer behind a fold.

import { check, presentCurves } from "./check.mjs?build=%BUILD%";
import { keepChanges, keptChanges, repeatChanges } from "./changes.mjs?build=%BUILD%";
import { button, element } from "./element.mjs?build=%BUILD%";
import { Prediction } from "./prediction.mjs?build=%BUILD%";

const root = document.documentElement;

let guide;
let control;
let panel;
let parts;
let prediction;
let watch;
let listening;
/** Whether the visitor has changed anything since the step was opened. */
let changed;
/** How often a step was opened: what is repeated in one is for that alone. */
let opened = 0;

export function show(own, ownControl) {
  [guide, control, prediction, changed] = [own, ownControl, null, false];
  root.dataset.lesson = "";
  parts = {
    count: element("span", { className: "muted small" }),
    question: element("details", { className: "lesson-question" }, element("summary", {}, "The question"), element("p", {}, guide.question ?? "")),
    title: element("h3"),
    text: element("p"),
    formula: element("p", { className: "lesson-formula", hidden: true }),
    place: element("div"),
    previous: button("‹ Back", control.previous),
    next: button("Next ›", control.next, { className: "primary" }),
    change: change(),
    answer: element("details", { className: "lesson-answer" }, element("summary", {}, "The answer"), element("p", {}, guide.answer ?? "")),
    source: element("p", { className: "muted small" }, guide.source ? `Source: ${guide.source}` : ""),
  };
  const tools = element("div", { className: "lesson-tools" }, parts.previous, parts.next, parts.count);
  panel = element(
    "section",
    { id: "lesson", "aria-label": "Lesson" },
    element(
      "header",
      {},
      element("p", { className: "muted small" }, `Lesson, ${guide.minutes} minutes`),
      element("h2", {}, guide.title),
      button("Leave", control.leave, { title: "Leave the lesson; the scenario stays" }),
    ),
    parts.question,
    element("div", { className: "lesson-step", "aria-live": "polite" }, parts.title, parts.text, parts.formula),
    parts.place,
    tools,
    parts.change,
    parts.answer,
    parts.source,
  );
  document.querySelector(".frame").append(panel);
  watch = new MutationObserver(checkChange);
  watch.observe(root, { attributeFilter: ["data-state"] });
  listening = new AbortController();
  const { signal } = listening;
  for (const event of ["input", "click"]) document.getElementById("form").addEventListener(event, () => (changed = true), { signal });
  keepChanges(signal);
}

export function hide() {
  watch?.disconnect();
  listening?.abort();
  panel?.remove();
  prediction?.end();
  opened += 1;
  delete root.dataset.lesson;
}

export function step(at) {
  scrollTo(0, 0);
  const own = guide.steps[at];
  const last = at === guide.steps.length - 1;
  parts.question.open = at === 0;
  parts.title.textContent = own.title;
  parts.text.textContent = own.text ?? "";
  parts.formula.textContent = own.formula ?? "";
  parts.formula.hidden = !own.formula;
  parts.count.textContent = `Step ${at + 1} of ${guide.steps.length}`;
  parts.previous.disabled = at === 0;
  parts.next.hidden = last;
  parts.change.hidden = !last || !guide.change;
  parts.answer.hidden = parts.source.hidden = !last;
  if (last) unfold();
  parts.answer.open = false;
  changed = false;
  parts.change.querySelector("[role=status]").textContent = "";
  prediction?.end();
  const time = ++opened;
  repeatChanges(keptChanges(), () => time === opened);
  prediction = own.predict ? new Prediction(own.predict, parts.place, uncover) : null;
}

/** The visitor has drawn, and sees the figure with the curve. */
function uncover() {
  delete root.dataset.predicting;
  panel.querySelector(".lesson-tools .primary").focus();
}

/** Opens the section of the form in which something is to be changed: now, or once the program has written the form. */
function unfold() {
  const name = /\b[Ii]n ([A-Z]\w+)/.exec(guide.change?.text)?.[1];
  if (root.dataset.started === undefined) return void setTimeout(unfold, 100);
  const heads = [...document.querySelectorAll("#form details > summary")];
  const head = name && heads.find((own) => own.textContent.trim().startsWith(name));
  if (head) head.parentElement.open = true;
}

/** The one thing to change. */
function change() {
  const said = element("p", { id: "lesson-check", role: "status" });
  return element("div", { className: "lesson-change", hidden: true }, element("h3", {}, "Now you"), element("p", {}, guide.change?.text ?? ""), said);
}

/** Whenever a run has ended: says what became of the change, once something was changed. */
function checkChange() {
  if (root.dataset.state !== "done" || parts.change.hidden || !changed || !guide.change?.check) return;
  const said = parts.change.querySelector("[role=status]");
  const expected = guide.change.check;
  const { words, holds } = check(expected, presentCurves(expected.measure));
  said.textContent = words;
  said.dataset.holds = holds;
}
