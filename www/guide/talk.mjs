// Giving a talk: one figure in large type, its finding as the title, and keys and remotes that go from step to step.

import { button, element } from "./element.mjs?build=%BUILD%";
import { code, reason } from "./qr.mjs?build=%BUILD%";
import { Speaker } from "./speaker.mjs?build=%BUILD%";

const root = document.documentElement;

let steps = [];
let control;
let speaker;
let at = 0;
let stop;

const head = element("header", { id: "talk-head" });
const title = element("h2", { id: "talk-title" });
const sentence = element("p", { id: "talk-text" });
head.append(title, sentence);
const count = element("span", { id: "talk-count" });
const blank = element("div", { id: "talk-blank", hidden: true });
const phones = element("div", { id: "talk-phones", hidden: true });

export function show(guide, own) {
  [steps, control, at] = [guide.steps, own, 0];
  root.dataset.talk = "";
  speaker = new Speaker(
    steps,
    (by) => control[by < 0 ? "previous" : "next"](),
    () => (blank.hidden = !blank.hidden),
  );
  const tools = element(
    "nav",
    { id: "talk-tools", ariaLabel: "Talk" },
    button("‹", control.previous, { ariaLabel: "Previous step", title: "Previous step (←)" }),
    count,
    button("›", control.next, { ariaLabel: "Next step", title: "Next step (→)" }),
    button("Notes", () => speaker.open(), { title: "The speaker's window (N)" }),
    button("QR code", () => showCode(), { title: "This step on the phones in the room (Q)" }),
    button("Full screen", fullScreen, { title: "Full screen (F)" }),
    button("Leave", control.leave, { title: "Leave the talk (Escape)" }),
  );
  document.body.prepend(head);
  document.body.append(tools, blank, phones);
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener("keydown", keys, { capture: true, signal });
  addEventListener("resize", layOut, { signal });
  // What changes the height of the words or the part of the page that is shown.
  const observer = new ResizeObserver(layOut);
  observer.observe(head);
  const tabs = new MutationObserver(layOut);
  tabs.observe(root, { attributeFilter: ["data-state", "data-started"] });
  stop = () => {
    listening.abort();
    observer.disconnect();
    tabs.disconnect();
    speaker.close();
    for (const part of [head, tools, blank, phones]) part.remove();
    blank.hidden = phones.hidden = true;
    delete root.dataset.talk;
    delete root.dataset.figureHeight;
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
  title.textContent = own.title;
  sentence.textContent = own.text ?? "";
  sentence.hidden = !own.text;
  count.textContent = `${at + 1} / ${steps.length}`;
  document.title = own.title ? `${own.title} · Metasched` : "Metasched";
  blank.hidden = phones.hidden = true;
  // What comes is seen to come, unless motion is not wanted (guide.css).
  for (const animation of head.getAnimations()) animation.cancel();
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) head.animate({ opacity: [0, 1] }, { duration: 250 });
  layOut();
  speaker.say(at);
}

/** The height that words and tools leave to the figure, which is all that is left of the page. */
function layOut() {
  const tools = document.getElementById("talk-tools");
  if (!tools) return;
  const panel = document.querySelector("[role=tabpanel]:not([hidden])");
  const left = innerHeight - head.offsetHeight - tools.offsetHeight - 24;
  // Two charts, one above the other, are compared.
  const each = Math.max(160, Math.floor(panel?.id === "panel-compare" ? left / 2 - 60 : left));
  if (root.dataset.figureHeight === String(each)) return;
  root.dataset.figureHeight = each;
  // The program draws anew what it shows.
  if (root.dataset.started !== undefined) dispatchEvent(new Event("hashchange"));
}

const KEYS = {
  ArrowRight: () => control.next(),
  ArrowDown: () => control.next(),
  PageDown: () => control.next(),
  " ": () => control.next(),
  Enter: () => control.next(),
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
  const onControl = event.target.closest?.("#talk-tools, a, button, summary, input, select, textarea");
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

/** Plays the story of a step that has one. */
async function play() {
  (await import("./play.mjs?build=%BUILD%")).toggle();
}

function fullScreen() {
  const done = document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen?.();
  // Some frames and phones refuse.
  done?.catch?.(() => {});
}
