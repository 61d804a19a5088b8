// A story that plays: its lines one after the other, each with its moment in the Gantt chart and a light on what it speaks of.

import { Drawn } from "./drawn.mjs?build=%BUILD%";
import { button, element } from "./element.mjs?build=%BUILD%";
import { GanttClock } from "./gantt_clock.mjs?build=%BUILD%";
import { Lights } from "./lights.mjs?build=%BUILD%";
import { BACK, FORWARD, PAUSE, PLAY, isCalm, pictured } from "./moment.mjs?build=%BUILD%";

/** How long a line stands [ms]: time to look, and time to read. */
const LOOK_MS = 2000;
const READ_MS = 25;
/** Of so many letters nothing is added: they are read while one looks. */
const AT_A_GLANCE = 60;

let panel;
let list;
let summary;
let clock;
/** The story that plays, if one does. */
let played;

/** Adds the buttons, once. */
export function begin() {
  if (panel) return;
  panel = document.getElementById("story");
  list = document.getElementById("story-lines");
  summary = element("p", { id: "story-short", hidden: true });
  const head = panel.querySelector(".story-head");
  head.after(summary);
  head.querySelector(".close").before(button("Play", start, { id: "story-play", title: "Play the story in the chart" }));
  clock = new GanttClock(document.getElementById("gantt-canvas"), stop);
  const changes = new MutationObserver(changed);
  changes.observe(panel, { attributeFilter: ["hidden", "aria-busy"] });
  changes.observe(list, { childList: true });
  list.addEventListener("click", chosen);
  changed();
}

/** In a talk: begins, or pauses and goes on. */
export function toggle() {
  begin();
  if (!played) start();
  else if (isCalm()) go(played.at + 1);
  else played.pause(!played.isPaused);
}

/** The lines of the story: what they are about, what they say, and their moments [s], if they have one. */
function lines() {
  let time;
  return [...list.querySelectorAll("li[data-kind]")].map((item) => {
    const text = item.lastChild.textContent;
    const own = item.querySelector(".moment")?.dataset.time;
    // A line without a moment has that of the line above, unless it stands for what is left out.
    time = own === undefined ? (text.startsWith("…") ? undefined : time) : Number(own);
    return { item, kind: item.dataset.kind, text, time };
  });
}

const isTold = () => !panel.hidden && !panel.hasAttribute("aria-busy") && lines().length > 0;

const job = () => Number(/^Job (\d+)/.exec(document.getElementById("story-title").textContent)?.[1]);

/** Another story, or none. */
function changed() {
  stop();
  summary.hidden = !isTold();
  summary.replaceChildren(element("b", {}, "In short: "), list.dataset.short ?? "");
  document.getElementById("story-play").hidden = !isTold();
}

/** A visitor goes to a moment of the story while it plays. */
function chosen(event) {
  if (!played || !event.isTrusted) return;
  const at = played.lines.findIndex(({ item }) => item.contains(event.target));
  if (at >= 0) go(at);
}

function start() {
  stop();
  if (!isTold()) return;
  clock.pause();
  const canvas = document.getElementById("gantt-canvas");
  played = new Player(canvas, lines());
  go(0);
  if (isCalm()) played.pause(true);
  played.show();
}

function stop() {
  const wasIn = played?.root.contains(document.activeElement);
  played?.remove();
  played = undefined;
  if (wasIn) document.getElementById("story-play").focus();
}

/** Goes to a line; to the last line again, and not beyond. */
function go(at) {
  played.step(Math.min(Math.max(at, 0), played.lines.length - 1));
}

const KEYS = {
  " ": () => played.pause(!played.isPaused),
  ArrowRight: () => go(played.at + 1),
  ArrowLeft: () => go(played.at - 1),
  Escape: stop,
};

/** Keys while a story plays, before those of the chart. In a talk they are the talk's. */
function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (document.documentElement.dataset.talk !== undefined || event.target.closest?.("input, select, textarea")) return;
  const action = KEYS[event.key];
  if (!action || (event.key === " " && event.target.closest?.("button, a, summary, [role=tab]"))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  action();
}

/** What is shown while a story plays: the words, the buttons, the lights. */
class Player {
  at = 0;
  isPaused = false;
  #text = element("p", { id: "play-text", role: "status" });
  #count = element("span", { className: "play-count" });
  #note = element("p", { id: "play-note", hidden: true }, "This moment is not in the part of the run that the chart has.");
  #toggle = pictured(PAUSE, "Pause", "space", () => this.pause(!this.isPaused));
  #keys = new AbortController();
  #timer;

  constructor(canvas, lines) {
    this.lines = lines;
    this.root = element(
      "div",
      { id: "play", role: "group", ariaLabel: "The story plays" },
      element("div", { className: "play-words" }, this.#text, this.#note),
      element(
        "div",
        { className: "play-tools" },
        pictured(BACK, "Line before", "←", () => go(this.at - 1)),
        isCalm() ? undefined : this.#toggle,
        pictured(FORWARD, "Next line", "→", () => go(this.at + 1)),
        this.#count,
        button("×", stop, { className: "tool close", ariaLabel: "Stop playing", title: "Stop playing (Escape)" }),
      ),
    );
    canvas.before(this.root);
    this.lights = new Lights(canvas);
    this.drawn = new Drawn(canvas, () => this.#lightUp());
    addEventListener("keydown", keys, { capture: true, signal: this.#keys.signal });
  }

  /** Comes into sight, with the chart below it. */
  show() {
    this.root.scrollIntoView({ block: "start" });
    this.#toggle.focus({ preventScroll: true });
  }

  step(at) {
    this.lines[this.at].item.removeAttribute("aria-current");
    this.at = at;
    const { item, text, time, kind } = this.lines[at];
    item.setAttribute("aria-current", "step");
    // Only the panel scrolls, so that the chart stays where it is.
    const { offsetTop, offsetHeight } = item;
    if (offsetTop < panel.scrollTop + 60 || offsetTop + offsetHeight > panel.scrollTop + panel.clientHeight) panel.scrollTop = offsetTop - 80;
    const sentence = `${text[0].toUpperCase()}${text.slice(1)}`;
    const short = at === 0 && !summary.hidden ? element("b", {}, summary.textContent) : undefined;
    // The button of its moment stands at the first line of that moment.
    const buttons = this.lines.slice(0, at + 1).map((line) => line.item.querySelector(".moment"));
    const button = time === undefined ? undefined : buttons.findLast(Boolean);
    const moment = button && element("span", { className: "play-moment" }, button.textContent);
    const words = kind === "end" && at > 0 ? element("b", {}, sentence) : sentence;
    this.#text.replaceChildren(...[short, moment, words].filter(Boolean).flatMap((part) => [part, " "]));
    this.#count.textContent = `${at + 1} / ${this.lines.length}`;
    // The moment's own button moves the chart; it draws in the next frame and is heard then.
    button?.click();
    this.#lightUp();
    this.#plan();
  }

  pause(isPaused) {
    this.isPaused = isPaused;
    this.#toggle.become(...(isPaused ? [PLAY, "Go on", "space"] : [PAUSE, "Pause", "space"]));
    if (!isPaused && this.at === this.lines.length - 1) go(0);
    else this.#plan();
  }

  /** The next line, in a while. */
  #plan() {
    clearTimeout(this.#timer);
    const isLast = this.at === this.lines.length - 1;
    if (isLast && !this.isPaused && !isCalm()) {
      this.isPaused = true;
      this.#toggle.become(PLAY, "Once more", "space");
    }
    if (this.isPaused || isLast || isCalm()) return;
    const letters = this.#text.textContent.length;
    this.#timer = setTimeout(() => go(this.at + 1), LOOK_MS + READ_MS * Math.max(0, letters - AT_A_GLANCE));
  }

  #lightUp() {
    const { places } = this.drawn;
    const line = this.lines[this.at];
    this.lights.show(line, job(), places);
    // Before the first frame nothing is known.
    this.#note.hidden = places.bands.size === 0 || line.time === undefined || places.cursor !== undefined;
  }

  remove() {
    clearTimeout(this.#timer);
    this.#keys.abort();
    this.drawn.stop();
    this.lights.remove();
    this.root.remove();
    for (const { item } of this.lines) item.removeAttribute("aria-current");
  }
}
