// metasched.html, the page in one file, as it is opened by a double click: from a folder of its own, under file://, without a server.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { attribute, click, download, pagesOf, press, shown, text } from "./driver.mjs";
import { BOTH, BOTH_IN_FULL, DIST, browserTest, change, dropFile, painted, says, settled } from "./harness.mjs";
import { NATIVE } from "./workers.mjs";

const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'";
const HOSTILE = "</script><script>window.hostile = 1</script><!--";
const SMALL = {
  title: HOSTILE,
  platform: { clusters: [{ count: 2, nodes: 20 }] },
  workload: { jobs_per_cluster: 30, nodes: [2, 18], bsbw_mbps: 300 },
  schedulers: ["first-fit", { policy: "no-share", label: HOSTILE }],
  experiment: { replications: 2, sweep: [{ parameter: "workload.bsbw_mbps", values: [100, 600] }] },
};
/** Some seconds of simulation in many tasks. */
const LONG = {
  workload: { jobs_per_cluster: 5_000, bsbw_mbps: 300 },
  schedulers: ["no-share", "migration-only", "first-fit", "b3"],
  experiment: { sweep: [{ parameter: "workload.bsbw_mbps", values: [100, 300, 500, 700] }], replications: 12 },
};
/** The whole page in one file: results may take 4 MB gzipped, and base64 makes them a third larger. */
const MOST_BYTES = 9e6;

const folder = mkdtempSync(join(tmpdir(), "metasched-one-file-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
/** Where a file with this content is. */
function address(name, content) {
  writeFileSync(join(folder, name), content);
  return pathToFileURL(join(folder, name)).href;
}
copyFileSync(join(DIST, "metasched.html"), join(folder, "metasched.html"));
const ONE_FILE = pathToFileURL(join(folder, "metasched.html")).href;

function link(scenario) {
  const file = join(folder, "scenario.json");
  writeFileSync(file, JSON.stringify(scenario));
  return execFileSync(NATIVE, ["link", file], { encoding: "utf8" }).trim();
}

const digest = (page) => text(page, "#run-digest");

/** Exports the page as one file, opens what the browser has saved in another page, and gives both the page and the file. */
async function exported(page, newPage, shot = () => {}) {
  await click(page, "#export");
  const { name, bytes } = await download(page, "#export-one-file");
  await shot("exported as one file");
  const other = await newPage();
  // Both browsers save files of one name at a time.
  const own = join(mkdtempSync(join(folder, "saved-")), name);
  writeFileSync(own, bytes);
  await other.goto(pathToFileURL(own).href);
  await settled(other);
  return { other, name, bytes };
}

/** What the file was saved with. */
const slot = (bytes) => JSON.parse(/<script type="application\/json" id="opened">([^<]*)<\/script>/.exec(bytes.toString())[1]);

browserTest("the file computes what the site computes, and loads nothing", { ...BOTH, hash: "#p=teaching-sites" }, async ({ page, newPage }) => {
  await settled(page);
  const other = await newPage();
  await other.goto(`${ONE_FILE}#p=teaching-sites`);
  await settled(other);
  assert.equal(await digest(other), await digest(page));
  assert.equal(await text(other, "#precomputed"), "verified here: same digest");
  await painted(other, "#curve-canvas");
  assert.equal(await attribute(other, "meta[http-equiv]", "content"), POLICY);
  const loaded = await other.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  assert.deepEqual(loaded.filter((name) => !/^(blob|data):/.test(name)), []);
  const { length } = readFileSync(join(folder, "metasched.html"));
  assert.ok(length < MOST_BYTES, `metasched.html has ${length} bytes`);
});

browserTest("presets, papers, logs and job stories work without a server", { ...BOTH, open: false, serviceWorkers: true }, async ({ page, shot }) => {
  await page.goto(`${ONE_FILE}#p=jones2005-fig13`);
  await settled(page);
  assert.equal(await text(page, "#precomputed"), "not verified here");
  await click(page, "#tab-paper");
  await shown(page, '#claims .claim > [data-verdict="holds"]', 60_000);
  await shot("one file paper");
  await page.evaluate(() => (location.hash = "#p=teaching-two-clusters"));
  await page.waitForFunction(() => /two clusters/i.test(document.querySelector("#scenario-title").textContent));
  await settled(page);
  await click(page, "#tab-gantt");
  await painted(page, "#gantt-canvas");
  await dropFile(page, "table-1.swf", readFileSync(new URL("table-1.swf", import.meta.url)));
  await shown(page, "#log-facts", 60_000);
  assert.match(await text(page, "#log-facts"), /table-1\.swf/);
});

browserTest("the dialog Export saves the scenario as one file", { ...BOTH, open: false }, async ({ page, newPage, site, shot }) => {
  await page.goto(site.url + link(SMALL));
  await settled(page);
  const { other, name, bytes } = await exported(page, newPage, shot);
  assert.match(await text(page, "#export-one-file-said"), /^Saved as metasched-[\w-]+\.html.*, \d\.\d MB\.$/);
  assert.match(name, /^metasched-script-script-window-hostile-1-script(?: \(\d\))?\.html$/);
  assert.equal(await digest(other), await digest(page));
  assert.equal(await text(other, "#scenario-digest"), await text(page, "#scenario-digest"));
  assert.ok((await other.title()).includes(HOSTILE), await other.title());
  assert.equal(await other.evaluate(() => window.hostile), undefined);
  assert.equal(slot(bytes).fragment, new URL(page.url()).hash);
  // Another file is saved from the page in the file, with the changes made there.
  await change(other, "seed", "77");
  const { other: third } = await exported(other, newPage);
  assert.equal(await digest(third), await digest(other));
  assert.equal(await text(third, "#seed"), "77");
  assert.notEqual(await digest(third), await digest(page));
});

browserTest("a saved file brings stored results along", { ...BOTH_IN_FULL, open: false }, async ({ page, newPage, site }) => {
  await page.goto(site.url + link(LONG));
  await settled(page);
  const { other, bytes } = await exported(page, newPage);
  assert.match(await text(page, "#export-one-file-said"), / with \d+ stored results, /);
  assert.ok(slot(bytes).results.length > 0);
  assert.equal(await digest(other), await digest(page));
  const known = Number((await text(other, "#known-runs")).split(" ")[0]);
  assert.ok(known > 0, "no stored result was used");
});

browserTest("the landing experiment is saved by its name: the bare address would open the browser's last scenario", { hash: "" }, async ({ page, newPage }) => {
  await settled(page);
  const { bytes, name } = await exported(page, newPage);
  assert.match(name, /^metasched-cliff(?: \(\d\))?\.html$/);
  assert.equal(slot(bytes).fragment, "#p=cliff");
});

browserTest("without metasched.html, or without a network, the dialog says so", { expected: [/metasched\.html|ERR_/] }, async ({ page, site, shot }) => {
  await settled(page);
  const says = (pattern) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#export-one-file-said").textContent), {}, pattern.source);
  site.overrides.set("metasched.html", null);
  await click(page, "#export");
  await click(page, "#export-one-file");
  await says(/^Nothing was saved: metasched\.html is not on this site \(answer 404\)/);
  await shot("no one file");
  site.overrides.set("metasched.html", "<html data-build=other><script type=\"application/json\" id=\"opened\">null</script>");
  await click(page, "#export-one-file");
  await says(/the site has changed since this page was opened\. Reload/);
  await site.close();
  await click(page, "#export-one-file");
  await says(/could not be fetched\. Is there a network\?/);
});

browserTest("a file whose stored results are damaged computes them, and one without its program says that it is damaged", { open: false, expected: [/page\.wasm|file page/] }, async ({ page, newPage, shot }) => {
  const whole = readFileSync(join(folder, "metasched.html"), "utf8");
  const damaged = (results) => JSON.stringify({ fragment: "#p=teaching-two-clusters", results });
  await page.goto(address("cut.html", whole.replace('id="file page.wasm"', 'id="gone"')));
  await shown(page, "#load-failure");
  assert.match(await text(page, "#load-failure"), /page\.wasm is not in this file.*copy it again/s);
  await shot("damaged file");
  for (const results of ["H4sIAAAA", "no base64"]) {
    const other = await newPage();
    await other.goto(address("damaged.html", whole.replace(/(id="opened">)null/, (_, tag) => tag + damaged(results))));
    await settled(other);
    assert.equal(new URL(other.url()).hash, "#p=teaching-two-clusters");
  }
});

browserTest("the dialog has room on a phone", { viewport: { width: 360, height: 740 } }, async ({ page, shot }) => {
  await settled(page);
  await click(page, "#export");
  await shown(page, "#export-one-file");
  const { width, right } = await page.$eval("#export-one-file", (own) => ({ width: innerWidth, right: own.getBoundingClientRect().right }));
  assert.ok(right <= width, `the button ends at ${right} of ${width} pixels`);
  await page.$eval("#export-one-file", (own) => own.scrollIntoView());
  await shot("export dialog on a phone");
});

browserTest("a slide on the same stick shows a figure of the file in a frame", { ...BOTH, open: false }, async ({ page, shot }) => {
  const slide = '<!doctype html><title>A slide</title><iframe src="metasched.html#p=teaching-two-clusters&amp;embed=gantt" width="640" height="400"></iframe>';
  await page.goto(address("slide.html", slide));
  const inner = await (await page.waitForSelector("iframe")).contentFrame();
  for (const end = Date.now() + 60_000; (await inner.evaluate(() => document.documentElement.dataset.state).catch(() => "")) !== "done"; ) {
    assert.ok(Date.now() < end, "the frame has its chart");
    await new Promise((later) => setTimeout(later, 50));
  }
  await painted(inner, "#gantt-canvas");
  await shot("slide");
});

if (existsSync(join(DIST, "guides.json"))) {
  browserTest("a talk is given from the file, and saved with it", { ...BOTH_IN_FULL, open: false }, async ({ page, newPage, shot }) => {
    await page.goto(`${ONE_FILE}#p=talk-co-allocation`);
    await settled(page);
    await shown(page, "#talk-title");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => /^2 \//.test(document.querySelector("#talk-count").textContent));
    await settled(page);
    await shot("talk in one file");
    await page.keyboard.press("x");
    const { bytes, name } = await download(page, "#export-one-file");
    assert.match(name, /^metasched-talk-co-allocation/);
    const other = await newPage();
    await other.goto(address("talk.html", bytes));
    await shown(other, "#talk-title");
    assert.equal(await text(other, "#talk-count"), await text(page, "#talk-count"));
  });

  browserTest("the speaker's window of a talk in one file has the notes and leads on", { ...BOTH, open: false }, async ({ page, shot }) => {
    await page.goto(`${ONE_FILE}#p=talk-co-allocation`);
    await settled(page);
    const opened = new Promise((open) => page.once("popup", open));
    await press(page, "n");
    const notes = await opened;
    await says(notes, "#step", "Step 1 of 10");
    assert.notEqual(await text(notes, "#notes"), "");
    await shot("talk with the speaker's window");
    await click(notes, "#next-step");
    await says(notes, "#step", "Step 2 of 10");
    await says(page, "#talk-count", "2 / 10");
    // If the window is requested again, the same window is used and its clock continues.
    await page.bringToFront();
    await press(page, "n");
    await press(page, "ArrowRight");
    await says(notes, "#step", "Step 3 of 10");
    await notes.close();
    // Firefox tells of it a moment later.
    while ((await pagesOf(page.browserContext())).length > 1) await pause(20);
  });
}

browserTest("the page in one file explains terms, and says how a talk in a file is opened", { ...BOTH_IN_FULL, open: false }, async ({ page }) => {
  await page.goto(`${ONE_FILE}#p=teaching-two-clusters`);
  await settled(page);
  const term = "#curves figcaption dfn[data-term]";
  await shown(page, term);
  await page.hover(term);
  await shown(page, ".glossary:popover-open");
  assert.equal(await page.$eval(".glossary", (own) => getComputedStyle(own).position), "fixed");
  await page.evaluate(() => (location.hash = "#talk=talk.json"));
  await page.waitForFunction(() => document.querySelector("#banners")?.textContent.includes("Drop talk.json on the page"));
});
