// "Make all available offline" in the dialog Help and keys: the files that later visits may want, fetched once, so that the service worker
// (sw.js) keeps them. boot.mjs fetches this with the first click on the help.

import { button, element } from "./guide/element.mjs?build=%BUILD%";

/** What the first visit left out; `cargo xtask stamp` puts the names in. */
const FILES = %LATER FILES%;

/** Adds the button to the dialog, which is open. */
export function offer() {
  const kept = document.getElementById("stored-results");
  if (!kept || document.getElementById("keep-offline")) return;
  const keep = button("Make all available offline", () => pressed(), { id: "keep-offline" });
  const note = "The page works without a network after a first visit. What it fetches when it is first opened (results of the examples, talks, what papers claim) can be fetched now; the handbook needs a network.";
  const said = element("p", { id: "keep-offline-said", role: "status" }, note);
  kept.parentElement.after(element("div", {}, said, keep));
  const pressed = async () => {
    keep.disabled = true;
    try {
      await fetchAll((files) => (said.textContent = `Fetched: ${files} of ${FILES.length} files …`));
      said.textContent = "All of the page is kept by this browser and works without a network.";
    } catch (error) {
      said.textContent = `Not all is kept: ${error.message}`;
    }
    keep.disabled = false;
  };
}

async function fetchAll(tell) {
  if (!navigator.serviceWorker?.controller) {
    throw new Error("this browser keeps no files of this page yet. Reload it once; over plain http, in a private window or from a file nothing is kept.");
  }
  for (const [at, file] of FILES.entries()) {
    tell(at);
    const answer = await fetch(`./${file}?build=%BUILD%`).catch(() => undefined);
    if (!answer?.ok) throw new Error(`${file} could not be fetched. Is there a network? Try again when there is one.`);
    await answer.blob();
  }
}
