// Releases in their own folders below the newest page.

/** Puts the same files in the folder of a release, as `cargo xtask dist --releases` does. */
export async function release(site) {
  const worker = await (await fetch(`${site.url}sw.js`)).text();
  const files = JSON.parse(worker.match(/FILES ?= ?(\[.*?\])/s)[1]).map((file) => file.slice(2) || "index.html");
  const later = ["glossary.mjs", "glossary.css", "glossary.json"];
  for (const file of [...files, ...later, "sw.js"]) {
    const bytes = Buffer.from(await (await fetch(site.url + file)).arrayBuffer());
    site.overrides.set(`v0.0.1/${file}`, bytes);
  }
}
