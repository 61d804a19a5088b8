// Giving a talk: one figure in large type, its finding as the title, and keys and remotes that go from step to step.

import { button, element } from "./element.mjs?build=%BUILD%";
import { Overflow } from "./overflow.mjs?build=%BUILD%";
import { Prediction } from "./prediction.mjs?build=%BUILD%";
import { code, reason } from "./qr.mjs?build=%BUILD%";
import { Speaker } from "./speaker.mjs?build=%BUILD%";

const root = document.documentElement;

/** Variables of the style sheet: the height that is left to the figure, and how much texts of the page are enlarged. */
const [ROOM, ZOOM] = ["--talk-room", "--talk-zoom"];
/** The least letters of tables as the page has them [pixels]. */
const LEAST = 13;

let steps = [];
let control;
let speaker;
let at = 0;
let stop;
let prediction;
let overflow;

const head = element("header", { id: "talk-head" });
const title = element("h1", { id: "talk-title" });
const sentence = element("p", { id: "talk-text" });
head.append(title, sentence);
const guess = element("div", { id: "talk-predict", role: "main", ariaLabel: "Prediction", hidden: true });
const count = element("span", { id: "talk-count" });
const blank = element("div", { id: "talk-blank", hidden: true });
const phones = element("div", { id: "talk-phones", hidden: true });

export function show(guide, own) {
  [steps, control, at] = [guide.steps, own, 0];
  root.dataset.talk = "";
  speaker = new Speaker(
    steps,
    (by) => (by < 0 ? control.previous() : forward()),
    () => (blank.hidden = !blank.hidden),
  );
  const listening = new AbortController();
  const { signal } = listening;
  overflow = new Overflow(signal);
  const tools = element(
    "nav",
    { id: "talk-tools", ariaLabel: "Talk" },
    overflow.line,
    button("‹", control.previous, { ariaLabel: "Previous step", title: "Previous step (←)" }),
    count,
    button("›", forward, { ariaLabel: "Next step", title: "Next step (→)" }),
    button("Notes", () => speaker.open(), { title: "The speaker's window (N)" }),
    button("QR code", () => showCode(), { title: "This step on the phones in the room (Q)" }),
    button("Full screen", fullScreen, { title: "Full screen (F)" }),
    button("Leave", control.leave, { title: "Leave the talk (Escape)" }),
  );
  document.body.prepend(head, guess);
  document.body.append(tools, blank, phones);
  addEventListener("keydown", keys, { capture: true, signal });
  addEventListener("resize", layOut, { signal });
  // What changes the height of the words or the part of the page that is shown.
  const observer = new ResizeObserver(layOut);
  observer.observe(head);
  const tabs = new MutationObserver(layOut);
  tabs.observe(root, { attributeFilter: ["data-state", "data-started"] });
  for (const panel of document.querySelectorAll("[role=tabpanel]")) tabs.observe(panel, { attributeFilter: ["hidden"] });
  const headline = document.getElementById("headline");
  const found = new MutationObserver(name);
  if (headline) found.observe(headline, { childList: true, characterData: true, subtree: true });
  stop = () => {
    found.disconnect();
    listening.abort();
    observer.disconnect();
    tabs.disconnect();
    speaker.close();
    prediction?.end();
    for (const part of [head, guess, tools, blank, phones]) part.remove();
    blank.hidden = phones.hidden = true;
    delete root.dataset.talk;
    delete root.dataset.figureHeight;
    for (const name of [ROOM, ZOOM]) root.style.removeProperty(name);
  };
}

export function hide() {
  stop?.();
  stop = undefined;
}

/** Shows the words of a step; the program shows the rest. */
export function step(number) {
  at = number;
  const own = steps[at];
  name();
  sentence.textContent = own.text ?? "";
  sentence.hidden = !own.text;
  count.textContent = `${at + 1} / ${steps.length}`;
  blank.hidden = phones.hidden = true;
  head.scrollTop = 0;
  predict(own.predict);
  // What comes is seen to come, unless motion is not wanted (guide.css).
  for (const animation of head.getAnimations()) animation.cancel();
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) head.animate({ opacity: [0, 1] }, { duration: 250 });
  layOut();
  speaker.say(at);
}

/** The title of the step; of a step without one, the finding that the page computes (#headline). */
function name() {
  const own = steps[at]?.title || document.getElementById("headline")?.textContent || "";
  title.textContent = own;
  document.title = own ? `${own} · Metasched` : "Metasched";
}

/** Covers the figure until the room has said what it expects, if the step asks for that. */
function predict(asked) {
  prediction?.end();
  prediction = null;
  guess.hidden = !asked;
  if (!asked) return;
  // Both curves are compared before the figure is shown.
  const shown = () => !("predicting" in root.dataset) && uncover();
  prediction = new Prediction(asked, guess, shown);
}

function uncover() {
  prediction.end();
  prediction = null;
  guess.hidden = true;
}

/** To the next step; on one that is predicted first to the curve, then to the figure. */
function forward() {
  if (prediction && !prediction.isPending) uncover();
  else if (!prediction?.reveal()) control.next();
}

/** The height that words and tools leave to the figure, which is all that is left of the page. */
function layOut() {
  const tools = document.getElementById("talk-tools");
  if (!tools) return;
  const panel = document.querySelector("[role=tabpanel]:not([hidden])");
  // Long words are written smaller, and are scrolled if they are still higher than their share of the screen (guide.css).
  const isCut = () => head.scrollHeight > head.clientHeight + 1;
  head.classList.remove("long");
  head.classList.toggle("long", isCut());
  if (isCut()) head.tabIndex = 0;
  else head.removeAttribute("tabindex");
  Object.assign(guess.style, { top: `${head.offsetHeight}px`, bottom: `${tools.offsetHeight + 8}px` });
  const left = innerHeight - head.offsetHeight - tools.offsetHeight - 24;
  root.style.setProperty(ROOM, `${left + 12}px`);
  root.style.setProperty(ZOOM, parseFloat(getComputedStyle(count).fontSize) / LEAST);
  // Two charts that are compared stand beside each other, or one above the other on a narrow screen, below words and above a line that counts.
  const lines = panel?.id === "panel-compare" ? [...document.querySelectorAll("#compare-results, #compare-progress-first")] : [];
  const words = lines.reduce((sum, line) => sum + line.offsetHeight + 12, 0);
  const each = Math.max(160, Math.floor(left - words));
  if (root.dataset.figureHeight === String(each)) return;
  root.dataset.figureHeight = each;
  // The program draws anew what it shows.
  if (root.dataset.started !== undefined) dispatchEvent(new Event("hashchange"));
}

const KEYS = {
  ArrowRight: forward,
  ArrowDown: forward,
  PageDown: forward,
  " ": forward,
  Enter: forward,
  ArrowLeft: () => control.previous(),
  ArrowUp: () => control.previous(),
  PageUp: () => control.previous(),
  Backspace: () => control.previous(),
  Home: () => control.go(0),
  End: () => control.go(steps.length - 1),
  Escape: () => (blank.hidden && phones.hidden ? control.leave() : (blank.hidden = phones.hidden = true)),
  b: () => (blank.hidden = !blank.hidden),
  ".": () => (blank.hidden = !blank.hidden),
  f: fullScreen,
  n: () => speaker.open(),
  q: () => showCode(),
  p: play,
};

/** The keys of presenters' remotes, before any key of the page. Reloading (F5) leaves the step in the address. */
function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const onControl = event.target.closest?.("#talk-tools, a, button, summary, input, select, textarea, dfn");
  const moves = event.key.startsWith("Arrow") && event.target.matches?.("input, select, textarea");
  // The card of a term that is explained closes first.
  if (moves || (event.key === "Escape" && "explained" in root.dataset)) return;
  if (event.shiftKey && event.key.startsWith("Arrow")) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return overflow.scroll(event.key);
  }
  const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action || (onControl && (event.key === " " || event.key === "Enter"))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!blank.hidden && ![".", "b", "Escape"].includes(event.key.toLowerCase())) blank.hidden = true;
  action();
}

/** The address of this step as large as the screen allows, or the reason why there is no code. */
async function showCode() {
  phones.hidden = !phones.hidden;
  if (phones.hidden) return;
  const why = reason(location.hash);
  const words = () => element("p", {}, "The code could not be fetched. Reload the page.");
  phones.replaceChildren(why ? element("p", {}, why) : await code(location.hash, Math.min(innerWidth, innerHeight) * 0.8).catch(words));
}

/** Plays the story of a step that has one, runs the machine that it shows, or lets the two runs race that it compares. */
async function play() {
  const isOpen = (tab) => !document.getElementById(`panel-${tab}`).hidden;
  const player = () => {
    if (isOpen("machine")) return import("./machine_clock.mjs?build=%BUILD%");
    return isOpen("compare") ? import("./race.mjs?build=%BUILD%") : import("./play.mjs?build=%BUILD%");
  };
  (await player()).toggle();
}

function fullScreen() {
  const done = document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen?.();
  // Some frames and phones refuse.
  done?.catch?.(() => {});
}
