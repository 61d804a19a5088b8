// Talks and lessons: steps that a visitor sees one after another. Those that come with the page are in guides.json, those of visitors in
// their links or files. A step is a link and a sentence; the program opens its link as if it stood in the address.

import { isOfGuide } from "../guide_hooks.mjs?build=%BUILD%";
import { bounded } from "./bounded.mjs?build=%BUILD%";
import { documentRead, element, wear } from "./element.mjs?build=%BUILD%";
import { KEY, talkOf } from "./file.mjs?build=%BUILD%";
import { lenient } from "./steps.mjs?build=%BUILD%";

const root = document.documentElement;
const own = new URL(import.meta.url);

/** What is shown now: its steps, and the number of the one that is shown, from 0. */
let shown = null;
/** The steps of the visitor's talk that was shown last, which can be edited, and those of the page's, which can be taken over. */
let [last, offered] = [[], []];

/** A fragment's parts: what it opens, and which step of a talk it asks for, if it asks for one. */
function parts(hash) {
  const [first, ...more] = hash.split("&");
  // The view of a preset is a part of its link.
  const main = [first, ...more.filter((part) => part.startsWith("v="))].join("&");
  const talk = more.map((part) => /^talk(?:=(\d+))?$/.exec(part)).find(Boolean);
  return { main, step: talk && Math.max(1, Number(talk[1] ?? 1)) - 1, isTalk: Boolean(talk) };
}

/** How often something was asked for: what is fetched for an address that is left meanwhile is not shown. */
let asks = 0;

/** Opens what the address asks for, or leaves what was shown if it asks for neither a talk nor a lesson. */
export async function begin() {
  const asked = isOfGuide(location.hash) ? parts(location.hash) : null;
  // Back and forward lead from step to step of what is shown.
  if (shown && asked?.main === shown.main && (asked.isTalk || shown.guide.kind === "talk") === shown.isTalk) {
    const at = stepOf(asked, shown.guide);
    return at === shown.at ? undefined : go(at, false);
  }
  const ask = ++asks;
  shown?.view.hide();
  shown = null;
  document.querySelector("#banners [data-banner=guide]")?.remove();
  if (!asked) return reopen(null);
  let guide;
  try {
    guide = await read(asked.main);
  } catch (error) {
    // The program says what is wrong with a link; a file that cannot be fetched is only known here.
    await documentRead();
    if (ask !== asks) return;
    complain(`${error.message ?? error}\nThe landing experiment is shown instead.`);
    return reopen(/^#(p|talk)=/.test(asked.main) ? "#p=cliff" : asked.main);
  }
  const isTalk = asked.isTalk || guide.kind === "talk";
  const [view] = await Promise.all([isTalk ? import("./talk.mjs?build=%BUILD%") : import("./lesson.mjs?build=%BUILD%"), wear("guide.css", import.meta.url)]);
  await documentRead();
  if (ask !== asks) return;
  shown = { guide, view, isTalk, main: asked.main };
  if (!guide.name) last = guide.steps;
  offered = isTalk && guide.name ? guide.steps : [];
  view.show(guide, control);
  go(stepOf(asked, guide), false);
}

addEventListener("popstate", () => shown && parts(location.hash).main === shown.main && begin());

/** The step that an address and its entry of the history ask for, from 0. */
const stepOf = (asked, guide) => Math.min(asked.step ?? kept() ?? 0, guide.steps.length - 1);

/** A message above the results, as the program shows them. */
function complain(text) {
  const lines = text.split("\n").map((line) => element("p", {}, line));
  document.getElementById("banners").append(element("div", { className: "banner problem", "data-banner": "guide" }, element("div", { className: "banner-body" }, ...lines)));
}

/** What a talk or lesson can ask for. */
const control = {
  go,
  next: () => shown && go(shown.at + 1),
  previous: () => shown && go(shown.at - 1),
  /** Back to the page, with the scenario of the present step and what was changed in it. */
  async leave() {
    const link = shown?.guide.steps[shown.at]?.link ?? "";
    const { changes } = history.state ?? {};
    // A link of a foreign talk may be anything; what is not of this page is left out.
    history.pushState(changes ? { changes } : null, "", link.startsWith("#") ? link : location.pathname);
    begin();
    if (changes) await (await import("./changes.mjs?build=%BUILD%")).repeatChanges(changes, () => !shown);
  },
};

/** Shows the step of this number, from 0; to go there is a step of the browser's history, to which its Back button leads. */
function go(at, isNew = true) {
  const { guide, view, isTalk, main } = shown;
  if (at < 0 || at >= guide.steps.length || (isNew && at === shown.at)) return;
  shown.at = at;
  const number = at ? `=${at + 1}` : "";
  // A talk beside the page begins with its first step by itself.
  const address = isTalk && !(main.startsWith(KEY) && !at) ? `${main}&talk${number}` : main;
  try {
    if (isNew) history.pushState({ step: at }, "", address);
    else history.replaceState({ ...history.state, step: at }, "", address);
  } catch {
    // Browsers refuse too many changes in a short time.
  }
  view.step(at);
  reopen(guide.steps[at].link || "#p=cliff");
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
  if (main.startsWith(KEY)) return talkOf(main);
  // Any other link is a talk of one step at least: itself.
  const { steps } = main.startsWith("#2.") ? await inflated(main) : {};
  const list = Array.isArray(steps) && steps.length > 0 ? steps : [{ link: main }];
  return { kind: "talk", steps: list.map(lenient) };
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

/** A button of the page was pressed that leads here, or a chart was opened that can play. */
export async function pressed(id) {
  await wear("guide.css", import.meta.url);
  if (id === "gantt") (await import("./play.mjs?build=%BUILD%")).begin();
  else if (id === "machine") (await import("./machine_clock.mjs?build=%BUILD%")).begin();
  else if (id === "compare") (await import("./race.mjs?build=%BUILD%")).begin();
  else if (id === "share") (await import("./qr.mjs?build=%BUILD%")).addToShare();
  else if (id === "talk") (await import("./editor.mjs?build=%BUILD%")).open(last, offered);
  else (await import("./gallery.mjs?build=%BUILD%")).add(await all().catch(() => ({})));
}
