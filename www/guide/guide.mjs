// Talks and lessons: steps that a visitor sees one after another. Those that come with the page are in guides.json, those of visitors in
// their links. A step is a link and a sentence; the program opens its link as if it stood in the address.

import { isOfGuide } from "../guide_hooks.mjs?build=%BUILD%";
import { documentRead, element, wear } from "./element.mjs?build=%BUILD%";

const root = document.documentElement;
const own = new URL(import.meta.url);

/** What is shown now: its steps, and the number of the one that is shown, from 0. */
let shown = null;
/** The steps of the visitor's talk that was shown last, which can be edited. */
let last;

/** A fragment's parts: what it opens, and which step of a talk it asks for, if it asks for one. */
function parts(hash) {
  const [first, ...more] = hash.split("&");
  // The view of a preset is a part of its link.
  const main = [first, ...more.filter((part) => part.startsWith("v="))].join("&");
  const talk = more.map((part) => /^talk(?:=(\d+))?$/.exec(part)).find(Boolean);
  return { main, step: talk && Math.max(1, Number(talk[1] ?? 1)) - 1, isTalk: Boolean(talk) };
}

/** Opens what the address asks for, or leaves what was shown if it asks for neither a talk nor a lesson. */
export async function begin() {
  shown?.view.hide();
  shown = null;
  if (!isOfGuide(location.hash)) return reopen(null);
  const asked = parts(location.hash);
  let guide;
  try {
    guide = await read(asked.main);
  } catch (error) {
    // The program says what is wrong with a link; a file that cannot be fetched is only known here.
    await documentRead();
    document.getElementById("banners").append(element("p", { className: "banner problem" }, String(error.message ?? error)));
    return reopen(asked.main.startsWith("#p=") ? "#p=landing" : asked.main);
  }
  const isTalk = asked.isTalk || guide.kind === "talk";
  const at = Math.min(asked.step ?? kept() ?? 0, guide.steps.length - 1);
  const [view] = await Promise.all([isTalk ? import("./talk.mjs?build=%BUILD%") : import("./lesson.mjs?build=%BUILD%"), wear("guide.css", import.meta.url)]);
  await documentRead();
  shown = { guide, at, view, isTalk, main: asked.main };
  if (!guide.name) last = guide.steps;
  view.show(guide, control);
  go(at);
}

/** What a talk or lesson can ask for. */
const control = {
  go,
  next: () => shown && go(shown.at + 1),
  previous: () => shown && go(shown.at - 1),
  /** Back to the page, with the scenario of the present step. */
  leave() {
    const link = shown?.guide.steps[shown.at]?.link ?? "";
    history.pushState(null, "", link || location.pathname);
    begin();
  },
};

/** Shows the step of this number, from 0. */
function go(at) {
  const { guide, view, isTalk, main } = shown;
  if (at < 0 || at >= guide.steps.length) return;
  shown.at = at;
  const address = isTalk ? `${main}&talk${at ? `=${at + 1}` : ""}` : location.hash;
  history.replaceState({ step: at }, "", address);
  view.step(at);
  reopen(guide.steps[at].link || "#p=landing");
}

/** After a reload a lesson goes on where it was. */
const kept = () => (Number.isInteger(history.state?.step) ? history.state.step : undefined);

/** Has the program open a fragment; null: that of the address. Before the program is there it will. */
function reopen(fragment) {
  if (fragment === null) delete root.dataset.fragment;
  else root.dataset.fragment = fragment;
  if (root.dataset.started !== undefined) dispatchEvent(new Event("hashchange"));
}

let guides;
/** All talks and lessons that come with the page, by their names. */
export function all() {
  guides ??= fetch(new URL(`../guides.json${own.search}`, own)).then((answer) => {
    if (!answer.ok) throw new Error(`The talks and lessons could not be fetched (${answer.status}). Reload the page.`);
    return answer.json();
  });
  guides.catch(() => (guides = undefined));
  return guides;
}

/** The talk or lesson of a fragment. */
async function read(main) {
  const name = /^#p=((?:talk|lesson)-[\w-]+)$/.exec(main)?.[1];
  if (name) {
    const found = (await all())[name];
    if (!found) throw new Error(`There is no talk or lesson named ${name} in this version. Examples lists those that there are.`);
    return { name, ...found };
  }
  // Any other link is a talk of one step at least: itself.
  const { steps } = main.startsWith("#2.") ? await inflated(main) : {};
  const list = Array.isArray(steps) && steps.length > 0 ? steps : [{ link: main }];
  return { kind: "talk", steps: list.map(readStep) };
}

/** A foreign step: texts or nothing. */
function readStep(step) {
  const text = (name) => (typeof step?.[name] === "string" ? step[name] : "");
  return { title: text("title"), text: text("text"), notes: text("notes"), link: text("link") };
}

/** What a link holds. The program has checked it or will: whatever is wrong with it, it says. */
async function inflated(main) {
  try {
    const body = main.slice(3).split(".")[0].replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await bounded(stream)) ?? {};
  } catch {
    return {};
  }
}

/** The text of a stream of at most 1 MiB. */
async function bounded(stream) {
  const decoder = new TextDecoder();
  let [text, length] = ["", 0];
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > 1 << 20) throw new Error("too long");
    text += decoder.decode(value, { stream: true });
  }
}

/** A button of the page was pressed that leads here, or the Gantt chart was opened. */
export async function pressed(id) {
  await wear("guide.css", import.meta.url);
  if (id === "gantt") (await import("./play.mjs?build=%BUILD%")).begin();
  else if (id === "share") (await import("./qr.mjs?build=%BUILD%")).addToShare();
  else if (id === "talk") (await import("./editor.mjs?build=%BUILD%")).open(last);
  else (await import("./gallery.mjs?build=%BUILD%")).add(await all().catch(() => ({})));
}
