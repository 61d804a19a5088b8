// How metasched.html starts, the page in one file: what boot.mjs is to the site. Under file:// nothing can be fetched, so every
// file is a block of the page (`cargo xtask one-file` puts them in):
//
// * <script type="application/gzip+base64" id="file NAME">: the program, all that the site fetches when it is
//   wanted, and the speaker's window of a talk;
// * <script id="bindings">, <script type="text/plain" id="worker">: scripts, of which workers are made;
// * <script> with the variable siteGuide: the talks and lessons of the site, if it has any;
// * <script type="application/json" id="opened">: what the file was saved with, or null: {"fragment": "#…", "results": "…"}.

import { withBrought } from "./brought_results.mjs";
import { begin } from "./embed.mjs";
import { offer } from "./export_one_file.mjs";
import { firstFigure } from "./first_figure.mjs";
import { listen } from "./guide_hooks.mjs";
import * as logStore from "./log_store.mjs";
import { unpacked } from "./unpacked.mjs";
import * as resultsStore from "./results_store.mjs";

const root = document.documentElement;
const block = (id) => document.getElementById(id)?.textContent;

try {
  const theme = localStorage.getItem("metasched.theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
} catch {
  // Storage is switched off: the theme follows the system.
}

function cannotStart(why) {
  if (root.dataset.started || !document.getElementById("loading")) return;
  document.getElementById("loading").hidden = true;
  document.getElementById("load-failure").hidden = false;
  document.getElementById("load-reason").textContent = why;
  document.querySelector("#load-failure p:last-child").textContent =
    "It needs a current browser with WebAssembly (Chrome or Edge 95, Firefox 113, Safari 16.4 or later) that runs scripts of files. " +
    "If the browser is one, the file may be damaged: copy it again.";
}
addEventListener("error", (event) => cannotStart(event.message || "a part of the file could not be read"), true);
addEventListener("unhandledrejection", (event) => cannotStart(String(event.reason)));

/** A file of the site, which stands in this page. */
function embeddedFile(name, type) {
  const text = block(`file ${name}`);
  if (text === undefined) throw new Error(`${name} is not in this file`);
  return unpacked(text, type);
}
const text = async (name) => embeddedFile(name).text();

// In scripts of the site these stand for fetch and window.open: `cargo xtask one-file` puts their names in, and an address that no
// server has for that of the site.
globalThis.fetchEmbedded = async (address) => embeddedFile(new URL(address).pathname.split("/").at(-1));
globalThis.openBeside = async (address, name, features) => {
  const talk = new URL(address).hash.slice(1);
  let beside = globalThis.open("", name, features);
  if (beside && isOf(talk, beside)) return beside.focus();
  // One that was loaded again is a page of its own, which no other page of a file may write into.
  if (beside && !isOf(undefined, beside)) beside = globalThis.open("", "", features);
  const page = await text("notes.html");
  beside?.document.write(page.replace("<html ", `<html data-talk="${talk}" `));
  beside?.document.close();
};

/** Whether a window is the speaker's of this talk; of none if that is undefined: still empty. */
function isOf(talk, beside) {
  try {
    return beside.document.documentElement.dataset.talk === talk;
  } catch {
    return false;
  }
}

function startWorkers() {
  const build = `self.METASCHED_BUILD = ${JSON.stringify(root.dataset.build)};\n`;
  const script = URL.createObjectURL(new Blob([build, block("bindings"), "\n", block("worker")], { type: "text/javascript" }));
  const early = new Set();
  try {
    // As many as the page will want (Pool::cores); each waits for the page's compiled program.
    while (early.size < Math.min(navigator.hardwareConcurrency || 1, 16)) {
      const worker = new Worker(script);
      worker.onerror = (event) => (event.preventDefault(), early.delete(worker));
      early.add(worker);
    }
  } catch {
    // No workers here: the program finds out and says so.
  }
  globalThis.startWorker = () => {
    const [worker] = early;
    early.delete(worker);
    return worker ?? new Worker(script);
  };
}

/** What the file was saved with: its fragment, if the address has none, and its results. */
async function opened() {
  const { fragment = "", results = "" } = JSON.parse(block("opened")) ?? {};
  if (fragment.startsWith("#") && location.hash === "") history.replaceState(null, "", fragment);
  globalThis.resultsStore = withBrought(resultsStore, await brought(results));
}

/** Lines of results by task; those that cannot be read are computed anew. */
async function brought(results) {
  try {
    return new Map(results === "" ? [] : await unpacked(results).json());
  } catch {
    return new Map();
  }
}

function answerThePage() {
  // The file is its own copy for use without a network.
  Object.defineProperty(navigator, "serviceWorker", { value: undefined });
  globalThis.fetchPapers = () => Promise.all([text("papers.json"), text("claims.json"), globalThis.presets]);
  globalThis.isComputed = (preset) => document.getElementById(`file results/${preset}.json`) !== null;
  // The file is large enough without these pictures.
  globalThis.thumbnailOf = () => "";
  globalThis.tellResults = (preset, tell) => text(`results/${preset}.json`).then(tell, () => tell(""));
  globalThis.keepLog = logStore.keep;
  globalThis.findLog = logStore.find;
}

/** Talks and lessons, where the site has them. */
async function beginGuide() {
  const guide = globalThis.siteGuide;
  if (!guide) return;
  globalThis.talkLink = pageBindings.talkLink;
  await listen(async () => guide);
}

async function start() {
  if (document.readyState === "loading") await new Promise((ready) => addEventListener("DOMContentLoaded", ready, { once: true }));
  // What is saved from here is the file as it came, not what the page has made of it.
  const blank = root.cloneNode(true);
  blank.dataset.theme = "auto";
  await opened();
  const embedded = /&embed=(figure|gantt|lesson)\b/.exec(location.hash)?.[1];
  if (embedded) {
    const style = document.createElement("style");
    style.textContent = block("embed-style");
    await begin(embedded, style);
  }
  startWorkers();
  answerThePage();
  globalThis.presets = await text("presets.json");
  await beginGuide();
  await pageBindings.default({ module_or_path: embeddedFile("page.wasm", "application/wasm") });
  document.getElementById("export").addEventListener("click", () => offer(async () => `<!doctype html>\n${blank.outerHTML}`));
  // What the field's words mean comes after the first figure.
  if (embedded) return;
  await firstFigure();
  import("./glossary.mjs").catch(() => {});
}
start();
