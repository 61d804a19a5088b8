// What happens before the program is there: the chosen theme, workers on their way, words for a page that cannot start.
// `cargo xtask stamp` puts the build id and the names of the program's files in.

const root = document.documentElement;

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
}
addEventListener("error", (event) => cannotStart(event.message || "a file of the page could not be loaded"), true);
addEventListener("unhandledrejection", (event) => cannotStart(String(event.reason)));

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

// What the papers claim is asked for when the page first wants to speak of it.
const text = async (file) => {
  const answer = await fetch(`./${file}?build=%BUILD%`);
  if (!answer.ok) throw new Error(`${file} could not be fetched (${answer.status})`);
  return answer.text();
};
globalThis.fetchPapers = () => Promise.all([text("papers.json"), text("claims.json")]);

const bindings = await import("./%BINDINGS%");
await bindings.default({ module_or_path: new URL("./%PROGRAM%", import.meta.url) });
