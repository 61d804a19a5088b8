// How talks, lessons and the player of stories come in: with their links, their buttons, and the first charts that can play. What
// shows them is fetched then: boot.mjs and one_file.mjs say how.

const root = document.documentElement;

/** Whether a fragment asks for a talk or a lesson. */
export const isOfGuide = (hash) => /^#(p=(talk|lesson)-|talk=)|&talk\b/.test(hash);

/** Listens for all of that; `guide` gives guide/guide.mjs. Ends when the program can open what the address asks for. */
export async function listen(guide) {
  addEventListener("hashchange", (event) => {
    if (!event.isTrusted || !(isOfGuide(location.hash) || "fragment" in root.dataset)) return;
    event.stopImmediatePropagation();
    guide().then((own) => own.begin());
  });
  const press = (id) => guide().then((own) => own.pressed(id));
  addEventListener("click", ({ target }) => {
    const id = target.closest?.("#talk, #examples, #share")?.id;
    if (id) press(id);
  });
  const charts = {
    gantt: "#panel-gantt:not([hidden]) canvas, #story:not([hidden])",
    machine: "#panel-machine:not([hidden]) canvas",
    compare: "#panel-compare:not([hidden]) canvas",
  };
  const opened = new MutationObserver(() => {
    for (const [id, chart] of Object.entries(charts)) {
      if (!document.querySelector(chart)) continue;
      delete charts[id];
      press(id);
    }
    if (Object.keys(charts).length === 0) opened.disconnect();
  });
  opened.observe(root, { subtree: true, attributeFilter: ["hidden"] });
  if (isOfGuide(location.hash)) await (await guide()).begin();
}
