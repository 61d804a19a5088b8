// "As one file" in the dialog Export: metasched.html, the page that needs neither server nor network, with the scenario and its
// stored results inside. boot.mjs fetches this with the first click on Export.

import { button, element, saveFile } from "./guide/element.mjs?build=%BUILD%";

/** What is put in of results: the newest, so many characters of lines. Compressed they take about a fifth. */
const MOST = 20e6;
/** The slot of metasched.html: what it opens with. No text in it has a `<`. */
const SLOT = /(<script type="application\/json" id="opened">)[^<]*/;

/** Adds the button to the dialog, which is open; `page` gives metasched.html as text. */
export function offer(page = fetched) {
  const body = document.querySelector("#export-dialog .dialog-body");
  if (!body || document.getElementById("export-one-file")) return;
  const save = button("As one file (HTML)", () => pressed(), { id: "export-one-file" });
  const note = "The page with this scenario and its stored results opens by a double click, without a network. A log is not inside.";
  const said = element("p", { id: "export-one-file-said", className: "small muted", role: "status" }, note);
  const row = element("div", { className: "export-row" }, element("span", {}, "The page itself, for a USB stick or the mail"), element("span", { className: "buttons" }, save));
  // What is said of figures stays last.
  body.lastElementChild.before(row, said);
  let busy = false;
  const pressed = async () => {
    if (busy) return;
    busy = true;
    const say = (text, kind = "muted") => Object.assign(said, { textContent: text, className: `small ${kind}` });
    try {
      say(await saved(page, say));
    } catch (error) {
      say(`Nothing was saved: ${error.message}`, "warning");
    }
    busy = false;
  };
}

/** Makes the file and hands it to the browser; gives a sentence about it. */
async function saved(page, say) {
  // The bare address is the landing experiment, or the last one of the browser in which the file is opened.
  const fragment = location.hash.length > 1 ? location.hash : "#p=cliff";
  say("The page is fetched …");
  const text = await page();
  if (!SLOT.test(text)) throw new Error("metasched.html of this site has no place for a scenario. Ask those who host it to build it again.");
  say("The stored results are put in …");
  const lines = await newest();
  const opened = { fragment, results: lines.length === 0 ? "" : await packed(JSON.stringify(lines)) };
  const slot = JSON.stringify(opened).replaceAll("<", "\\u003c");
  const file = new Blob([text.replace(SLOT, (_, tag) => tag + slot)], { type: "text/html" });
  const name = `${fileName(fragment)}.html`;
  saveFile(name, file.type, file);
  const results = { 0: "", 1: " with 1 stored result" }[lines.length] ?? ` with ${lines.length} stored results`;
  return `Saved as ${name}${results}, ${(file.size / 1e6).toFixed(1)} MB.`;
}

async function fetched() {
  const { build } = document.documentElement.dataset;
  const answer = await fetch(`./metasched.html?build=${build}`).catch(() => {
    throw new Error("metasched.html could not be fetched. Is there a network? Try again when there is one.");
  });
  if (!answer.ok) throw new Error(`metasched.html is not on this site (answer ${answer.status}). Ask those who host it to copy all files of dist.`);
  const text = await answer.text();
  if (!new RegExp(`data-build="?${build}\\b`).test(text)) throw new Error("the site has changed since this page was opened. Reload the page and export again.");
  return text;
}

/** The stored results that this visit has asked for or computed, the newest first, as many as there is room for: task and line. */
async function newest() {
  const { asked, find } = globalThis.resultsStore;
  const tasks = [...asked].reverse();
  const lines = [];
  let room = MOST;
  // Some at a time, so that there are never many more in memory than are wanted.
  for (let first = 0; first < tasks.length && room > 0; first += 64) {
    const some = tasks.slice(first, first + 64);
    const found = (index, line) => {
      room -= line.length;
      if (room > 0) lines.push([some[index], line]);
      // A line that is not wanted would be forgotten.
      return true;
    };
    await new Promise((ended) => find(some, found, ended));
  }
  return lines;
}

/** The text as base64 of gzip. */
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  // A function takes only so many arguments at once.
  const PIECE = 0x8000;
  let binary = "";
  for (let i = 0; i < bytes.length; i += PIECE) binary += String.fromCharCode(...bytes.subarray(i, i + PIECE));
  return btoa(binary);
}

/** A name like those of the other files: the preset's, or made of the title. */
function fileName(fragment) {
  const preset = /^#p=([\w-]+)/.exec(fragment)?.[1];
  const title = document.getElementById("scenario-title").textContent.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const name = preset ?? (title.slice(0, 8).join("-") || document.getElementById("scenario-digest")?.textContent);
  return `metasched-${name}`;
}
