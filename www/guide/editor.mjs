// Making a talk: the views that were added as steps, with title, sentence and notes. The draft is kept in the browser until it is thrown
// away; a talk travels as a link, or as a file when the link is too long for chat and mail.

import { button, element, openDock, saveFile } from "./element.mjs?build=%BUILD%";
import { fragmentOf } from "./file.mjs?build=%BUILD%";

const KEY = "metasched.talk";
/** Longest link that is offered, in characters; a longer talk is a file. */
const LONGEST = 8192;
/** The file that a talk is saved as. */
const FILE = "talk.json";
const root = document.documentElement;

/** All versions of the draft, so that each change can be undone; the last is the present one. */
let versions;

function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((step) => typeof step?.link === "string") : [];
  } catch {
    return [];
  }
}

function store() {
  try {
    localStorage.setItem(KEY, JSON.stringify(steps()));
  } catch {
    // Storage is refused or full: the draft lives as long as the page.
  }
}

const steps = () => versions.at(-1);

/** Small pictures of the views that were added since the page was opened, by their links. */
const pictures = new Map();

function reduced(canvas) {
  const small = element("canvas", { width: 240, height: 120, className: "talk-picture", "aria-hidden": "true" });
  const scale = Math.min(small.width / canvas.width, small.height / canvas.height);
  small.getContext("2d").drawImage(canvas, 0, 0, canvas.width * scale, canvas.height * scale);
  return small;
}

/** The panel of the chosen tab. */
const shownPanel = () => document.querySelector("[role=tabpanel]:not([hidden])");

/** What the view says: the headline of its figure; without one, what is shown of which scenario. */
function titleOf(panel) {
  const chosen = (id) => document.getElementById(id)?.selectedOptions?.[0]?.textContent ?? "";
  const at = (id) => (chosen(id) ? ` at ${chosen(id)}` : "");
  const scenario = document.getElementById("scenario-title").textContent;
  switch (panel?.id) {
    case "panel-curves":
      return document.getElementById("headline")?.textContent || scenario;
    case "panel-gantt":
      return `${chosen("gantt-scheduler") || scenario}${at("gantt-point")}, job by job`;
    case "panel-compare":
      return `${chosen("compare-first")} and ${chosen("compare-second")}${at("compare-point")} on the same jobs`;
    default:
      return `${document.querySelector("[role=tab][aria-selected=true]")?.textContent ?? "View"}: ${scenario}`;
  }
}

/** Opens the editor, or closes it; `shown` are the steps of the visitor's talk that was given last, which an empty draft takes over, `offered` those of a talk of the page. */
export function open(shown = [], offered = []) {
  const opened = document.getElementById("talk-dialog");
  if (opened) return opened.close();
  versions ??= [load()];
  if (steps().length === 0 && shown.length > 0) versions.push(shown);
  const list = element("ol", { id: "talk-steps" });
  const status = element("p", { role: "status", className: "small", id: "talk-status" });
  const undo = button("Undo", () => (versions.pop(), changed()), { id: "talk-undo" });
  const give = button("Start the talk", () => start(), { className: "primary", id: "talk-start" });
  const copy = button("Copy link", copyLink, { id: "talk-copy" });
  const save = button("Save as file", saveTalk, { id: "talk-save" });
  const prepare = button("Compute all steps", computeAll, { id: "talk-prepare", title: "So that each step is shown at once, offline as well" });
  const paper = button("Print", printAll, { id: "talk-print-all", title: "A page for each step, on paper or as PDF" });
  const clear = button("Throw away", () => change([]), { id: "talk-clear" });
  const tools = element("span", { className: "talk-buttons" }, give, prepare, copy, save, paper, undo, clear);
  const add = button("+ Add this view", () => addView(), { id: "talk-add" });
  const take = button("Take the steps of this talk", () => change([...steps(), ...offered]), { id: "talk-take", hidden: offered.length === 0, title: "To change, print or save them" });
  const dialog = openDock(
    "talk-dialog",
    "Talk",
    element("p", { className: "talk-buttons" }, add, take, tools),
    status,
    list,
    element(
      "p",
      { className: "small muted" },
      "A talk is a list of views, shown one after another in large type: scenario, tab, measure, run, window and job, as you see them above. → goes on, N opens your notes in a second window, Escape leaves. ",
      element("a", { href: "#p=talk-co-allocation", onclick: () => dialog.close() }, "A complete talk as an example"),
    ),
  );
  draw();

  /** A new version of the draft; the focus goes to a button of a step, where one is named. */
  function change(next, at, title) {
    versions.push(next);
    changed();
    if (title) list.children[at]?.querySelector(`[title="${title}"]:enabled, a`)?.focus();
  }

  /** Adds what the page shows as a step; a view without a figure is refused. */
  function addView() {
    const panel = shownPanel();
    const empty = panel?.querySelector(".empty:not([hidden])");
    if (empty) {
      status.textContent = `This view shows nothing yet, so it is not added. ${empty.firstElementChild?.textContent ?? ""}`;
      return;
    }
    // In a talk the view is that of its step.
    const link = root.dataset.fragment || location.hash || "#p=cliff";
    const canvas = [...(panel?.querySelectorAll("canvas") ?? [])].find((own) => own.clientWidth > 0 && own.height > 0);
    if (canvas) pictures.set(link, reduced(canvas));
    change([...steps(), { title: titleOf(panel).slice(0, 300), text: "", notes: "", link }]);
    list.scrollLeft = list.scrollWidth;
  }

  function changed() {
    store();
    draw();
  }

  function draw() {
    list.replaceChildren(...steps().map(row));
    judge();
  }

  /** What can be done with the steps, and how long their link is. */
  function judge() {
    undo.disabled = versions.length < 2;
    for (const own of [give, copy, save, prepare, paper, clear]) own.disabled = steps().length === 0;
    status.replaceChildren(...(steps().length === 0 ? [offered.length > 0 ? "No steps yet: take those of this talk, and it can be printed and saved." : "No steps yet."] : length()));
  }

  function row(step, at) {
    // The fields stay as they are, so that the next one can be typed in.
    const edit = (part, value) => {
      // What is undefined is left out of files and links.
      versions.push(steps().map((own, i) => (i === at ? { ...own, [part]: value } : own)));
      store();
      judge();
    };
    const field = (part, words, tag = "input") =>
      element("label", {}, words, element(tag, { value: step[part], maxLength: part === "title" ? 300 : 3000, onchange: (event) => edit(part, event.target.value), "data-part": part }));
    const scheduler = element(
      "label",
      { hidden: !step.predict },
      "Scheduler whose curve is drawn; empty: the first",
      element("input", {
        value: step.predict?.scheduler ?? "",
        maxLength: 300,
        placeholder: "first-fit",
        onchange: ({ target }) => edit("predict", { ...step.predict, label: undefined, scheduler: target.value.trim() || undefined }),
        "data-part": "scheduler",
      }),
    );
    const predict = element("input", {
      type: "checkbox",
      checked: Boolean(step.predict),
      onchange: ({ target }) => {
        scheduler.hidden = !target.checked;
        edit("predict", target.checked ? (step.predict ?? {}) : undefined);
      },
      "data-part": "predict",
    });
    const move = (by) => {
      const all = [...steps()];
      all.splice(at + by, 0, ...all.splice(at, 1));
      change(all, at + by, by < 0 ? "Move up" : "Move down");
    };
    const tool = (words, label, action, disabled = false) => button(words, action, { ariaLabel: `${label} step ${at + 1}`, title: label, disabled });
    return element(
      "li",
      {},
      pictures.has(step.link) ? reduced(pictures.get(step.link)) : null,
      field("title", "Title: what is found"),
      field("text", "Sentence"),
      field("notes", "Your notes", "textarea"),
      element("label", { className: "talk-check" }, predict, "Ask for a prediction first: the curve is drawn as the room expects it, then → shows what happens"),
      scheduler,
      element(
        "p",
        { className: "talk-step-tools" },
        element("a", { href: step.link, onclick: () => dialog.close() }, "Open"),
        tool("Up", "Move up", () => move(-1), at === 0),
        tool("Down", "Move down", () => move(1), at === steps().length - 1),
        tool("Duplicate", "Duplicate", () => change([...steps().slice(0, at + 1), ...steps().slice(at)], at + 1, "Duplicate")),
        tool("Delete", "Delete", () => change(steps().filter((_, i) => i !== at), Math.max(at - 1, 0), "Delete")),
      ),
    );
  }

  /** The link of the talk, or nothing, and the reason in the dialog. */
  function link() {
    try {
      return globalThis.talkLink(JSON.stringify(steps()));
    } catch (problems) {
      status.textContent = String(problems);
      return null;
    }
  }

  /** What the present steps come to as a link; too long for one, what to do instead. */
  function length() {
    try {
      const { length } = globalThis.talkLink(JSON.stringify(steps()));
      copy.disabled = length > LONGEST;
      return length > LONGEST ? asFile(length) : [`${steps().length === 1 ? "One step" : `${steps().length} steps`}, a link of ${length} characters.`];
    } catch (problems) {
      return [String(problems)];
    }
  }

  function asFile(length) {
    const why = `The link would be ${length} characters long, and programs cut links after ${LONGEST}: save the talk as a file. It opens when it is dropped on the page.`;
    if (globalThis.siteGuide) return [why];
    const address = location.href.split("#")[0] + fragmentOf(FILE);
    const field = element("input", { value: address, readOnly: true, ariaLabel: "Link of the talk as a file beside the page", id: "talk-file-link" });
    return [`${why} Put the file ${FILE} into the folder of the page where you host it, and this link opens it: `, field];
  }

  function start() {
    const made = link();
    if (!made) return;
    dialog.close();
    location.hash = made;
  }

  async function copyLink() {
    const made = link();
    if (!made) return;
    const whole = location.href.split("#")[0] + made;
    try {
      await navigator.clipboard.writeText(whole);
      status.textContent = "The link is copied.";
    } catch {
      status.replaceChildren("The browser refuses the clipboard. Copy it from here: ", element("input", { value: whole, readOnly: true, ariaLabel: "Link of the talk" }));
    }
  }

  function saveTalk() {
    const talk = { title: steps()[0].title, kind: "talk", steps: steps() };
    saveFile(FILE, "application/json", JSON.stringify(talk, null, 2));
    const beside = globalThis.siteGuide ? "" : `, or put it beside the page, where ${fragmentOf(FILE)} behind its address opens it`;
    status.textContent = `Saved as ${FILE}: drop it on the page to give the talk${beside}.`;
  }

  /** Runs the scenario of every step, whose results the browser keeps. */
  async function computeAll() {
    let ready = 0;
    await visiting(async (visit) => {
      for (const step of steps()) {
        ready += await visit(step);
        status.textContent = `Ready for offline: ${ready} of ${steps().length}`;
        if (!dialog.isConnected) break;
      }
    });
  }

  async function printAll() {
    const { print } = await import("./print.mjs?build=%BUILD%");
    await visiting((visit) => print(steps(), visit, (words) => (status.textContent = words)));
  }

  /** Leads through steps by `visit`, which shows one and says by 1 that it has its results; then back to what was shown. */
  async function visiting(lead) {
    prepare.disabled = paper.disabled = true;
    const { hash, pathname } = location;
    const { fragment } = root.dataset;
    await lead(async ({ link }) => {
      root.dataset.fragment = link;
      dispatchEvent(new Event("hashchange"));
      // The program takes the scenario up in a task of its own.
      await new Promise((later) => setTimeout(later, 100));
      return document.querySelector("#banners .problem") ? 0 : ended();
    });
    if (fragment === undefined) delete root.dataset.fragment;
    else root.dataset.fragment = fragment;
    history.replaceState(history.state, "", hash || pathname);
    dispatchEvent(new Event("hashchange"));
    prepare.disabled = paper.disabled = false;
  }
}

/** 1 when the present run has ended. */
async function ended() {
  while (root.dataset.state === "running") await new Promise((later) => setTimeout(later, 50));
  return root.dataset.state === "done" ? 1 : 0;
}
