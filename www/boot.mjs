// What happens before the program is there: the chosen theme, workers on their way, words for a page that cannot start.
// one_file.mjs is the same for the page in one file: what is given to the program here, it gives too.
// `cargo xtask stamp` puts the build id and the names of the program's files in.

const root = document.documentElement;

try {
  const theme = localStorage.getItem("metasched.theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
} catch {
  // Storage is switched off: the theme follows the system.
}

// The landing figure stands as a picture (style/start.css) until the program has drawn it. Where a service worker has the program at hand, that is soon.
const stored = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
const isLanding = location.hash === "" && !stored("metasched.scenario");
if (isLanding && !navigator.serviceWorker?.controller) root.dataset.landing = "";

function cannotStart(why) {
  if (root.dataset.started || !document.getElementById("loading")) return;
  document.getElementById("loading").hidden = true;
  document.getElementById("load-failure").hidden = false;
  document.getElementById("load-reason").textContent = why;
}
addEventListener("error", (event) => cannotStart(event.message || "a file of the page could not be loaded"), true);
addEventListener("unhandledrejection", (event) => cannotStart(String(event.reason)));

// In a frame of another page one figure stands alone, and waits for its turn.
const embedded = /&embed=(figure|gantt|lesson)\b/.exec(location.hash)?.[1];
if (embedded) await (await import("./embed.mjs?build=%BUILD%")).begin(embedded);

// Workers start while the page loads, as many as it will want (Pool::cores); each waits for the page's compiled program.
// A worker that cannot start is left out: the page tries again, and says why.
const newWorker = () => new Worker("./worker_loader.js?build=%BUILD%");
const early = new Set();
try {
  while (early.size < Math.min(navigator.hardwareConcurrency || 1, 16)) {
    const worker = newWorker();
    worker.onerror = (event) => (event.preventDefault(), early.delete(worker));
    early.add(worker);
  }
} catch {
  // No workers here: the program finds out and says so.
}
globalThis.startWorker = () => {
  const [worker] = early;
  early.delete(worker);
  return worker ?? newWorker();
};

// What the page fetches when it first wants to speak of it: the presets, what papers claim, what presets come to.
const text = async (file) => {
  const answer = await fetch(`./${file}?build=%BUILD%`);
  if (!answer.ok) throw new Error(`${file} could not be fetched (${answer.status})`);
  return answer.text();
};
let presets;
const fetchPresets = () => {
  presets ??= text("presets.json");
  presets.catch(() => (presets = undefined));
  return presets;
};
// The landing experiment is in the program; where another may be opened, all are on their way with it.
if (!isLanding) fetchPresets().then((file) => (globalThis.presets = file), () => {});
let isRead = false;
/** Gives the presets to the program once that is there, and tells them. */
const readPresets = async () => {
  const [file] = await Promise.all([fetchPresets(), program]);
  if (!isRead) bindings.readPresets(file);
  isRead = true;
  document.querySelector("[data-banner=presets]")?.remove();
  return file;
};
globalThis.fetchPapers = () => Promise.all([text("papers.json"), text("claims.json"), readPresets()]);
const computed = new Set(%RESULTS%);
const fetchResults = (preset) => text(`results/${preset}.json`);
// Most visits begin with the landing experiment, which is on its way before the program asks.
const landing = location.hash === "" && computed.has("cliff") ? fetchResults("cliff") : undefined;
landing?.catch(() => {});
globalThis.isComputed = (preset) => computed.has(preset);
/** The address of a small picture of what a preset comes to; empty if there is none. */
globalThis.thumbnailOf = (preset, theme) => (computed.has(preset) ? `./thumbnails/${preset}-${theme}.svg?build=%BUILD%` : "");
/** Tells what a preset comes to, as JSON; nothing if that cannot be fetched. */
globalThis.tellResults = (preset, tell) =>
  ((preset === "cliff" && landing) || fetchResults(preset)).then(tell, () => tell(""));

// Where the last log is kept is fetched with the first log.
const logStore = () => import("./log_store.mjs?build=%BUILD%");
globalThis.keepLog = (file) => logStore().then((store) => store.keep(file));
globalThis.findLog = (name, tell) => logStore().then((store) => store.find(name, tell));

const guide = () => import("./guide/guide.mjs?build=%BUILD%");
const hooks = import("./guide_hooks.mjs?build=%BUILD%").then((own) => own.listen(guide));
const load = [import("./%BINDINGS%"), import("./results_store.mjs?build=%BUILD%"), hooks];
const [bindings, resultsStore] = await Promise.all(load);
globalThis.resultsStore = resultsStore;
globalThis.talkLink = bindings.talkLink;
// A link to a preset needs them all, but for the landing experiment, and the last scenario may be one. A link that holds its scenario takes
// them if they are there with the program.
const opened = () => root.dataset.fragment ?? location.hash;
const namesPreset = () => /^#p=(?!(?:cliff|landing)(&|$))/.test(opened());
const holdsScenario = /^#\d+\./.test(opened());
if (namesPreset() || !(isLanding || holdsScenario)) globalThis.presets = await fetchPresets();
const program = bindings.default({ module_or_path: new URL("./%PROGRAM%", import.meta.url) }).then(() => {
  isRead ||= globalThis.presets !== undefined;
});
// What needs the presets before they are there waits for them: the gallery, and a link to one of them.
const examples = document.getElementById("examples");
const whenRead = (event, again) => {
  if (isRead) return;
  event.stopImmediatePropagation();
  readPresets().then(again, ({ message }) => {
    if (document.querySelector("[data-banner=presets]")) return;
    const banner = Object.assign(document.createElement("div"), { className: "banner problem", textContent: `${message}. Try again with a network.` });
    banner.dataset.banner = "presets";
    document.getElementById("banners").append(banner);
  });
};
examples.addEventListener("click", (event) => whenRead(event, () => examples.click()), true);
let asked;
addEventListener("hashchange", (event) => {
  const address = (asked = location.href);
  if (!namesPreset()) return;
  whenRead(event, () => {
    if (asked !== address) return;
    // A program that began meanwhile has put its own scenario there.
    history.replaceState(null, "", address);
    dispatchEvent(new Event("hashchange"));
  });
});
await program;

// "Make all available offline" comes into the help, "As one file" into the dialog of exports, when that is first opened.
document.getElementById("help").onclick = async () => (await import("./offline.mjs?build=%BUILD%")).offer();
document.getElementById("export").onclick = async () => (await import("./export_one_file.mjs?build=%BUILD%")).offer();

// What the field's words mean comes after the first figure, and so do the presets. A visitor who leaves meanwhile misses neither.
if (!embedded) {
  import("./first_figure.mjs?build=%BUILD%")
    .then((own) => own.firstFigure())
    .then(() => Promise.all([import("./glossary.mjs?build=%BUILD%"), readPresets()]))
    // Visitors who see the landing for the first time are shown around.
    .then(() => isLanding && !stored("metasched.tour") && import("./guide/tour.mjs?build=%BUILD%").then((tour) => tour.begin()))
    .catch(() => {});
}
