// What a visitor does with the page, and what must come of it.
//
// METASCHED_BIN is the native program, target/release/metasched if it is not set.

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { setTimeout as pause } from "node:timers/promises";
import { attribute, box, choose, click, count, download, fill, hidden, isVisible, press, scrollTo, shown, text, value } from "./driver.mjs";
import { BOTH, browserTest, change, dropFile, inState, openTable, painted, says, settled, tableWritten } from "./harness.mjs";
import { NATIVE, link } from "./workers.mjs";
import { assertNoLongTask } from "./tasks.mjs";

/** The digest of every row of the table. */
async function digests(page) {
  await openTable(page);
  return page.$$eval("#table tbody tr", (rows) => rows.map((row) => row.dataset.digest));
}

/** The same of the command line. */
async function nativeDigests(...words) {
  const { stdout } = await promisify(execFile)(NATIVE, [...words, "--json"], { maxBuffer: 2 ** 28 });
  const { points } = JSON.parse(stdout);
  return points.flatMap((point) => point.results.map((result) => result.digest));
}

browserTest("the landing experiment is finished and drawn soon after opening", async ({ page, shot }) => {
  await settled(page);
  const ms = await page.evaluate(() => performance.now());
  console.log(`first finished figure at most ${Math.round(ms)} ms after the page was opened`);
  await painted(page, "#curve-canvas");
  await page.waitForFunction(() => /jobs/.test(document.querySelector("#gantt-canvas").getAttribute("aria-label")));
  await pause(100);
  await painted(page, "#gantt-canvas");
  assert.match(await page.title(), /First-fit collapses/);
  assert.match(await text(page, "#curves .summary"), /First-fit from .* at 100 Mbps to .* at 900 Mbps/);
  await shot("landing");
});

browserTest("the table has the digests of the command line", async ({ page }) => {
  await settled(page);
  assert.deepEqual(await digests(page), await nativeDigests("sweep", "--preset", "landing"));
});

browserTest("a changed field runs again, and undo and redo go back and forth", async ({ page }) => {
  await settled(page);
  const first = await text(page, "#run-digest");
  await change(page, "workload-runtime_s", "400");
  const second = await text(page, "#run-digest");
  assert.notEqual(second, first);
  assert.equal(await page.$eval("#redo", (own) => own.disabled), true);
  await click(page, "#undo");
  await page.waitForFunction((wanted) => document.querySelector("#run-digest").textContent === wanted, {}, first);
  assert.equal(await value(page, "#f-workload-runtime_s"), "450");
  await click(page, "#tab-curves");
  await press(page, "Control+Shift+Z");
  await page.waitForFunction((wanted) => document.querySelector("#run-digest").textContent === wanted, {}, second);
  assert.equal(await value(page, "#f-workload-runtime_s"), "400");
});

browserTest("keystrokes in one field are one step, and Ctrl+Z in a field is the field's own", async ({ page }) => {
  await settled(page);
  await page.focus("#f-seed");
  await page.keyboard.press("End");
  await page.keyboard.type("23", { delay: 30 });
  await pause(600);
  await press(page, "Control+z");
  assert.notEqual(await value(page, "#f-seed"), "123", "the text was not undone by the browser");
  await fill(page, "#f-seed", "77");
  await settled(page);
  await pause(400);
  await click(page, "#undo");
  // The form follows in a task of its own.
  await page.waitForFunction(() => document.querySelector("#f-seed").value === "1");
});

browserTest("the die draws a seed, and undo brings the old one back", async ({ page, shot }) => {
  await settled(page);
  const seed = () => value(page, "#f-seed");
  const digest = () => text(page, "#run-digest");
  const first = await digest();
  await click(page, "#form [data-section=Experiment] > summary");
  const die = '::-p-aria(Draw a fresh seed[role="button"])';
  await scrollTo(page, die);
  const drawn = async (draw) => {
    const [oldSeed, oldDigest] = [await seed(), await digest()];
    await draw();
    await page.waitForFunction((old) => document.querySelector("#f-seed").value !== old, {}, oldSeed);
    assert.match(await seed(), /^[a-z2-9]{8}$/);
    const ran = (old) => document.documentElement.dataset.state === "done" && document.querySelector("#run-digest").textContent !== old;
    await page.waitForFunction(ran, {}, oldDigest);
    return [await seed(), await digest()];
  };
  // The end of the run is announced after the seed.
  await page.evaluate(() => {
    const announcer = document.querySelector("#announcer");
    window.announced = [];
    new MutationObserver(() => window.announced.push(announcer.textContent)).observe(announcer, { childList: true });
  });
  const [second, secondDigest] = await drawn(() => click(page, die));
  assert.ok((await page.evaluate(() => window.announced)).includes(`The seed is now ${second}`));
  await shot("die");
  // By keyboard; twice in a row are two steps.
  await page.focus(die);
  const [third, thirdDigest] = await drawn(() => page.keyboard.press("Enter"));
  assert.equal(new Set(["1", second, third]).size, 3);
  assert.equal(new Set([first, secondDigest, thirdDigest]).size, 3);
  for (const [wanted, wantedDigest] of [
    [second, secondDigest],
    ["1", first],
  ]) {
    await click(page, "#undo");
    await page.waitForFunction((wanted) => document.querySelector("#run-digest").textContent === wanted, {}, wantedDigest);
    assert.equal(await seed(), wanted);
  }
});

browserTest("wrong input is explained beside its field and the last result stays", async ({ page, shot }) => {
  await settled(page);
  const before = await digests(page);
  await fill(page, "#f-workload-bsbw_mbps", "-5");
  await shown(page, "#e-workload-bsbw_mbps:not([hidden])");
  assert.match(await text(page, "#e-workload-bsbw_mbps"), /Is -5; allowed: .*0 to 1\u2009000\u2009000 Mbps/);
  assert.equal(await attribute(page, "#f-workload-bsbw_mbps", "aria-invalid"), "true");
  await fill(page, "#f-workload-nodes-0", "many");
  await shown(page, "#e-workload-nodes:not([hidden])");
  await shot("wrong input");
  assert.deepEqual(await digests(page), before);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.state), "done");
  await fill(page, "#f-workload-bsbw_mbps", "500");
  await fill(page, "#f-workload-nodes-0", "10");
  await hidden(page, "#e-workload-nodes");
  assert.equal(await page.$$eval(".wrong", (all) => all.filter((own) => own.checkVisibility()).length), 0);
});

browserTest("a first value of the load leaves the focus and what is typed next alone", async ({ page }) => {
  await settled(page);
  const loads = '#f-experiment-sweep-0-parameter option[value="workload.load"]';
  assert.equal(await count(page, loads), 0);
  const active = () => page.evaluate(() => document.activeElement.id);
  await shown(page, "#f-workload-load");
  await page.focus("#f-workload-load");
  await page.evaluate(() => (document.activeElement.dataset.own = "true"));
  await page.keyboard.type("0.75");
  // Over the slider and what has choices to the next field.
  do await page.keyboard.press("Tab");
  while (await page.evaluate(() => !document.activeElement.matches("input[type=text], body")));
  const next = await active();
  assert.match(next, /^f-/);
  const before = await value(page, `#${next}`);
  await page.keyboard.press("End");
  // The scenario is taken over while these are typed.
  await page.keyboard.type("00", { delay: 400 });
  assert.equal(await active(), next);
  await page.waitForFunction(() => location.hash.startsWith("#2."));
  assert.equal(await value(page, `#${next}`), `${before}00`);
  assert.equal(await value(page, "#f-workload-load"), "0.75");
  assert.equal(await attribute(page, "#f-workload-load", "data-own"), "true", "the controls are those that were there");
  assert.equal(await count(page, loads), 1);
  assert.equal(await value(page, "#f-experiment-sweep-0-parameter"), "workload.bsbw_mbps");
  // Without a value it cannot be swept any more.
  await fill(page, "#f-workload-load", "");
  await page.waitForFunction((loads) => !document.querySelector(loads), {}, loads);
});

browserTest("no choice of the form is cut off", async ({ page, shot }) => {
  await settled(page);
  for (const model of ["synthetic", "lublin99", "feitelson96", "jann97", "metacomputer"]) {
    await choose(page, "#f-workload-model", model);
    await pause(300);
    const cut = await page.$$eval("#form .control > select", (selects) => {
      // As wide as its longest choice.
      const wide = (own) => {
        const copy = own.cloneNode(true);
        copy.style.cssText = "width: max-content; max-width: none";
        own.after(copy);
        const { width } = copy.getBoundingClientRect();
        copy.remove();
        return width;
      };
      const seen = selects.filter((own) => own.offsetParent);
      return seen.filter((own) => own.getBoundingClientRect().width < wide(own) - 0.5).map((own) => own.id);
    });
    assert.deepEqual(cut, [], model);
    await shot(`form of ${model}`);
  }
});

browserTest("a shared link opens the same figure and digests elsewhere", BOTH, async ({ page, newPage }) => {
  await settled(page);
  await change(page, "workload-jobs_per_cluster", "300");
  const own = await digests(page);
  await click(page, "#share");
  await click(page, "#share-dialog .copy-field:has(#share-link) button");
  await shown(page, "#share-dialog .copy-field:has(#share-link) button::-p-text(Copied)");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\/some\/where\/#2\./);
  const command = await value(page, "#share-command");
  // The view is for the page alone.
  const [, scenario] = command.match(/^metasched sweep '(http\S+#2\.\S+)'$/);
  assert.ok(scenario.length < link.length);
  assert.match(await value(page, "#share-markdown"), /^\[.*\]\(http/);

  const other = await newPage();
  await other.goto(link);
  await settled(other);
  assert.deepEqual(await digests(other), own);
  assert.deepEqual(await nativeDigests("sweep", link), own);
  assert.deepEqual(await nativeDigests("sweep", scenario), own);
});

browserTest("the address follows the scenario, and a link pasted into it is opened", BOTH, async ({ page }) => {
  await settled(page);
  await change(page, "workload-jobs_per_cluster", "250");
  await page.waitForFunction(() => location.hash.startsWith("#2."));
  await page.evaluate(() => (location.hash = "#p=teaching-two-clusters"));
  await page.waitForFunction(() => document.title.includes("Forty jobs"));
  await settled(page);
  assert.equal(await count(page, "#curves .bar-row"), 3);
  await click(page, "#undo");
  await page.waitForFunction(() => document.querySelector("#f-workload-jobs_per_cluster").value === "250");
});

for (const [name, hash, words] of [
  ["altered", "#1.eyJzY2hlbWEiOjF9.AAAAAA", /altered|cut off/],
  ["cut off", "#1.eyJzY2hlbWEiOjF9", /cut off/],
  ["foreign", "#/url/vega-lite/N4Igx", /no link to a Metasched scenario/],
  ["newer", "#9.abc.defghi", /newer version/],
  ["unknown preset", "#p=landnig", /Did you mean landing/],
]) {
  browserTest(`a link that is ${name} is explained, and the scenario stays`, { ...BOTH, hash }, async ({ page }) => {
    await settled(page);
    assert.match(await text(page, "[data-banner=link]"), words);
    assert.match(await text(page, "#curves .summary"), /First-fit/);
  });
}

// {"schema":1,"engine":0,"seed":"7"}, and the same with engine 9.
const OF_ENGINE_0 = "#1.eyJzY2hlbWEiOjEsImVuZ2luZSI6MCwic2VlZCI6IjcifQ.RgIAFu";
const OF_ENGINE_9 = "#1.eyJzY2hlbWEiOjEsImVuZ2luZSI6OSwic2VlZCI6IjcifQ.m70fuj";

browserTest("a link of an engine without a release says so", { ...BOTH, hash: OF_ENGINE_0 }, async ({ page }) => {
  await settled(page);
  const words = /made with engine 0; this page has engine \d+, .* No release with that engine is known\./;
  assert.match(await text(page, "[data-banner=link]"), words);
  assert.equal(await count(page, "[data-banner=link] a"), 0);
  assert.equal(await value(page, "#f-seed"), "7");
});

/** Puts the same files in the folder of a release, as `cargo xtask dist --releases` does. */
async function release(site) {
  const worker = await (await fetch(`${site.url}sw.js`)).text();
  const files = JSON.parse(worker.match(/FILES ?= ?(\[.*?\])/s)[1]).map((file) => file.slice(2) || "index.html");
  const later = ["glossary.mjs", "glossary.css", "glossary.json"];
  for (const file of [...files, ...later, "sw.js"]) {
    const bytes = Buffer.from(await (await fetch(site.url + file)).arrayBuffer());
    site.overrides.set(`v0.0.1/${file}`, bytes);
  }
}

browserTest("a release in its own folder opens a newer link in the newest page", { ...BOTH, open: false }, async ({ page, site }) => {
  await release(site);
  await page.goto(`${site.url}v0.0.1/${OF_ENGINE_9}`);
  await settled(page);
  assert.match(await text(page, "[data-banner=link]"), /made with engine 9; .* may give other numbers\./);
  const other = "[data-banner=link] a";
  assert.equal(await text(page, other), "Open it in the newest version");
  assert.equal(await attribute(page, other, "href"), `${site.url}${OF_ENGINE_9}`);
  // The address follows the scenario after a moment, and the link stays as it came.
  await page.waitForFunction((given) => location.hash !== given, {}, OF_ENGINE_9);
  await click(page, other);
  await page.waitForFunction(() => !location.pathname.includes("v0.0.1"));
  await settled(page);
  assert.equal(await value(page, "#f-seed"), "7");
  assert.match(await text(page, "[data-banner=link]"), /Use the newest page instead: reload this one/);

  // What this version cannot even read may be for the newest as well.
  await page.goto(`${site.url}v0.0.1/#9.abc.defghi`);
  await shown(page, "[data-banner=link]");
  assert.equal(await text(page, other), "Open it in the newest version");
  assert.equal(await attribute(page, other, "href"), `${site.url}#9.abc.defghi`);
});

browserTest("the scenario survives a reload, and there is a way back", async ({ page, site }) => {
  await settled(page);
  await change(page, "workload-jobs_per_cluster", "260");
  await page.goto("about:blank");
  await page.goto(site.url);
  await settled(page);
  assert.equal(await value(page, "#f-workload-jobs_per_cluster"), "260");
  await click(page, "#start-over");
  await page.waitForFunction(() => document.querySelector("#f-workload-jobs_per_cluster").value === "2000");
  await settled(page);
});

browserTest("an example opens, by keyboard too", async ({ page, shot }) => {
  await settled(page);
  await page.keyboard.press("e");
  await shown(page, "#gallery[open]");
  await shot("gallery");
  await page.focus("[data-preset=teaching-saturation]");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.title.startsWith("Beyond saturation"));
  await settled(page);
  assert.equal(await page.evaluate(() => location.hash), "#p=teaching-saturation");
  assert.match(await text(page, "#curves .summary"), /unstable/);
});

browserTest("a long experiment is announced with a command and a smaller one", async ({ page, shot }) => {
  await settled(page);
  await page.evaluate(() => (location.hash = "#p=jones2005-fig11"));
  await shown(page, "[data-banner=long]");
  assert.match(await text(page, "[data-banner=long]"), /Computed beforehand.* takes about .*(min|h)/);
  assert.equal(await value(page, "#long-command"), "metasched sweep --preset jones2005-fig11");
  // No longer the preset: what it comes to was not computed beforehand.
  await fill(page, "#f-seed", "7");
  await page.waitForFunction(() => /jobs: about .*(min|h)/.test(document.querySelector("[data-banner=long]")?.textContent));
  await shot("long");
  assert.match(await value(page, "#long-command"), /^metasched sweep '#/);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.state), "idle");
  await click(page, "#run-anyway");
  await inState(page, "running");
  await page.waitForFunction(() => Number(document.querySelector("#progress-bar").value) > 0);
  // The run itself would take minutes.
  await click(page, "#run"); // Stop
  await inState(page, "idle", 10_000);
  assert.equal((await text(page, "#run")).trim(), "Run");
});

/** Few runs, so that long ones are still short of the two minutes above which the page asks. */
const FEW_RUNS = { hash: link("--preset landing --replications 1 --set experiment.sweep.0.values=[500] --set workload.jobs_per_cluster=200") };
browserTest("a longer run begins with a sketch, marked so, which stays until the run has a figure", { ...BOTH, ...FEW_RUNS }, async ({ page, shot }) => {
  await settled(page);
  // No run of ten million jobs ends before it is stopped.
  await fill(page, "#f-workload-jobs_per_cluster", "2500000");
  await shown(page, "#sketch");
  await shot("sketch");
  // A hundredth of them; nothing is called unstable.
  await openTable(page);
  await page.waitForFunction(() => document.querySelectorAll("#table tbody tr").length === 6);
  assert.doesNotMatch(await text(page, "#table"), /unstable/);
  await click(page, "#run"); // Stop
  await inState(page, "idle");
  await shown(page, "#sketch");
  await fill(page, "#f-workload-jobs_per_cluster", "200");
  await settled(page);
  await hidden(page, "#sketch");
});

browserTest("the run can be stopped and started with the button", async ({ page }) => {
  await settled(page);
  await fill(page, "#f-workload-jobs_per_cluster", "60000");
  await inState(page, "running");
  await click(page, "#run");
  await inState(page, "idle");
  await pause(700);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.state), "idle", "it went on by itself");
  await fill(page, "#f-workload-jobs_per_cluster", "200");
  await settled(page);
});

browserTest("schedulers are added, duplicated and removed", async ({ page }) => {
  await settled(page);
  const schedulers = () => count(page, "[data-list=schedulers][data-action=remove]");
  assert.equal(await schedulers(), 6);
  await click(page, "[data-list=schedulers][data-action=copy][data-index='3']");
  await settled(page);
  assert.equal(await schedulers(), 7);
  assert.match(await text(page, "#curves .summary"), /First-fit \(2\)/);
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.dataset.action);
  assert.equal(await focused(), "f-schedulers-4-policy", "the copy has the focus");
  await click(page, "[data-list=schedulers][data-action=remove][data-index='0']");
  await page.waitForFunction(() => !document.querySelector("#curves .summary").textContent.includes("No share"));
  assert.equal(await focused(), "add", "the button that adds one has the focus");
  // Equal ones are numbered; only labels must differ.
  await choose(page, "#f-schedulers-0-policy", "b3");
  await page.waitForFunction(() => /B3 \(chunk 85 %\) \(2\)/.test(document.querySelector("#curves .summary").textContent));
});

const LOG = [
  "; Version: 2.2",
  "; MaxProcs: 64",
  ...Array.from({ length: 400 }, (_, i) => {
    const [submit, run, size] = [i * 60, 30 + ((i * 97) % 900), 1 + ((i * 31) % 60)];
    return `${i + 1} ${submit} -1 ${run} ${size} -1 -1 ${size} ${run} -1 1 ${1 + (i % 5)} -1 -1 ${1 + (i % 3)} -1 -1 -1`;
  }),
  "401 24000 -1 -1 8 -1 -1 8 -1 -1 0 1 -1 -1 1 -1 -1 -1",
  "",
].join("\n");

for (const [name, bytes] of [
  ["small.swf", Buffer.from(LOG)],
  ["small.swf.gz", gzipSync(LOG)],
  // The same text, by xz -9e.
  ["small.swf.xz", await readFile(new URL("./small.swf.xz", import.meta.url))],
]) {
  browserTest(`a dropped ${name} becomes the workload, and its link asks for it`, async ({ page, newPage, site, shot }) => {
    await settled(page);
    // The program that reads logs comes with the first one.
    const loaded = () => site.requests.some((path) => path.includes("log_worker"));
    assert.ok(!loaded());
    await dropFile(page, name, bytes);
    await shown(page, "#log-facts");
    assert.ok(loaded());
    assert.match(await text(page, "#log-facts"), new RegExp(`${name}: 400 jobs`));
    assert.match(await text(page, "#log-about"), /1 records? (is|are)? ?left out/);
    await settled(page);
    await shot(`log ${name}`);
    const own = await digests(page);
    const link = await page.evaluate(() => location.href);

    await click(page, "#share");
    assert.match(await text(page, "#share-log"), /not inside/);

    // Elsewhere the browser does not have it.
    const forget = (done) => (indexedDB.deleteDatabase(`metasched log 1 ${location.pathname}`).onsuccess = done);
    await page.evaluate(`new Promise(${forget})`);
    const other = await newPage();
    await other.goto(link);
    await shown(other, "[data-banner=log]");
    assert.match(await text(other, "[data-banner=log]"), /needs the log small\.swf/);
    await dropFile(other, "other.swf", Buffer.from(LOG.replace("\n2 60", "\n2 61")));
    await shown(other, "#use-other-log");
    assert.match(await text(other, "[data-banner=log]"), /SHA-256/);
    await dropFile(other, name, bytes);
    await settled(other);
    assert.deepEqual(await digests(other), own);
  });
}

browserTest("a file that is no log is refused in words", async ({ page }) => {
  await settled(page);
  const before = await text(page, "#run-digest");
  await dropFile(page, "holiday.swf", Buffer.from([0x43, 0x57, 0x53, 1, 2, 3, 4, 5, 0, 255, 254]));
  await shown(page, "[data-banner=file]");
  assert.equal(await text(page, "#run-digest"), before);
});

const ONE_RUN = { hash: link("--preset landing --set workload.jobs_per_cluster=100 --set experiment.sweep=[] --replications 1") };
browserTest("the jobs of the run in the Gantt chart are saved as the command line writes them", ONE_RUN, async ({ page }) => {
  await settled(page);
  await click(page, "#export");
  const saved = await download(page, "#export-jobs-csv");
  const name = await page.evaluate(() => document.querySelector("#gantt-scheduler").selectedOptions[0].textContent);
  assert.equal(name, "First-fit");
  const native = execFileSync(NATIVE, ["run", ONE_RUN.hash, "--scheduler", "first-fit", "--jobs-out", "-"], { encoding: "utf8" });
  const lines = saved.bytes.toString().split("\n");
  for (const [at, line] of native.split("\n").entries()) assert.equal(lines[at], line);
  assert.equal(lines.length, native.split("\n").length);
  // Their times are no whole seconds.
  await click(page, "#export-jobs-swf");
  await says(page, "[data-banner=export]", "whole seconds");
});

browserTest("of two files of jobs the one that is asked for last is made", ONE_RUN, async ({ page }) => {
  await settled(page);
  await click(page, "#export");
  // Both are pressed at once, the log first.
  await page.evaluate(() => {
    const [log, table] = ["swf", "csv"].map((kind) => document.getElementById(`export-jobs-${kind}`));
    const press = () => (log.click(), (log.dataset.pressed = `${log.textContent} ${log.disabled}`));
    table.addEventListener("click", press, { capture: true, once: true });
  });
  const saved = await download(page, "#export-jobs-csv");
  assert.equal(await attribute(page, "#export-jobs-swf", "data-pressed"), "Making the file … true");
  assert.match(saved.name, /-jobs\.csv$/);
  assert.ok(saved.bytes.length > 1000);
  await says(page, "[data-banner=export]", "The file could not be made: another one was asked for before it was finished");
  const labels = await page.$$eval("[id^=export-jobs-]", (all) => all.map((own) => [own.textContent, own.disabled]));
  assert.deepEqual(labels, [["SWF", false], ["CSV", false]]);
});

browserTest("all exports are saved and can be read", async ({ page, newPage }) => {
  await settled(page);
  await click(page, "#export");
  const csv = await download(page, "#export-csv");
  assert.equal(csv.name, "metasched-landing.csv");
  const lines = csv.bytes.toString().trim().split(/\r?\n/);
  assert.equal(lines.length, 1 + 7 * 6);
  const json = JSON.parse((await download(page, "#export-json")).bytes);
  const column = lines[0].split(",").indexOf("digest");
  assert.ok(column > 0, lines[0]);
  const inCsv = lines.slice(1).map((line) => line.split(",").find((cell) => /^"?[0-9a-f]{16}"?$/.test(cell)));
  assert.deepEqual(inCsv, json.points.flatMap((point) => point.results.map((result) => result.digest)));
  const scenario = JSON.parse((await download(page, "#export-scenario")).bytes);
  assert.equal(scenario.schema, 2);
  const figures = [];
  for (const figure of ["curves", "gantt"]) {
    const svg = (await download(page, `#export-${figure}-svg`)).bytes.toString();
    const png = (await download(page, `#export-${figure}-png`)).bytes;
    figures.push([svg, png]);
  }
  // Read by a page of its own: the site's policy does not hold for what others do with the file.
  const reader = await newPage();
  for (const [svg, png] of figures) {
    const parsed = await reader.evaluate((svg) => {
      const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
      return [root.tagName, root.querySelector("metadata")?.textContent];
    }, svg);
    assert.equal(parsed[0], "svg");
    assert.match(parsed[1], /#p=landing$/);
    assert.equal(png.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
    assert.ok(png.includes("#p=landing"), "the link is not inside");
    const size = await page.evaluate(async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
      return image.width;
    }, [...png]);
    assert.equal(size, 1920);
  }
});

browserTest("the theme follows the system, and the button", { colorScheme: "dark" }, async ({ page, shot }) => {
  await settled(page);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await ground(), "rgb(20, 23, 28)");
  await shot("dark");
  await click(page, "#theme");
  assert.equal(await ground(), "rgb(255, 255, 255)");
  await page.reload();
  await settled(page);
  assert.equal(await ground(), "rgb(255, 255, 255)");
  await click(page, "#theme");
  assert.equal(await ground(), "rgb(20, 23, 28)");
});

browserTest("360 pixels are enough", { viewport: { width: 360, height: 740 } }, async ({ page, shot }) => {
  await settled(page);
  const fits = async (where) => {
    const [page_, window_] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(page_ <= window_, `${where}: ${page_} > ${window_}`);
  };
  await fits("curves");
  assert.ok((await box(page, "#curve-canvas")).y < 740, "the figure is not on the first screen");
  await shot("narrow");
  await click(page, "#drawer > summary");
  await fits("form");
  await click(page, "#tab-gantt");
  await fits("Gantt");
  for (const tab of ["table", "surface", "paper"]) {
    await click(page, `#tab-${tab}`);
    await fits(tab);
  }
  await click(page, "#share");
  await fits("share");
});

browserTest("everything can be reached and read by keyboard", async ({ page }) => {
  await settled(page);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  await page.focus("#tab-curves");
  await page.keyboard.press("ArrowRight");
  assert.equal(await attribute(page, "#tab-surface", "aria-selected"), "true");
  assert.ok(await isVisible(page, "#panel-surface"));
  await page.keyboard.press("End");
  assert.ok(await isVisible(page, "#panel-paper"));
  await page.keyboard.press("Home");
  await page.focus("#curve-canvas");
  await page.keyboard.press("ArrowRight");
  const first = await text(page, "#announcer");
  assert.match(first, /\d/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  assert.notEqual(await text(page, "#announcer"), first);
  await click(page, "#tab-gantt");
  await page.focus("#gantt-canvas");
  await page.keyboard.press(".");
  assert.match(await text(page, "#announcer"), /^Job \d+/);
  await page.keyboard.press("+");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("0");
  await page.focus("#tab-curves");
  await page.keyboard.press("?");
  assert.ok(await isVisible(page, "#help-dialog"));
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("#help-dialog"));
  const nameless = await page.$$eval("button, input, select, canvas", (all) =>
    all
      .filter((e) => e.checkVisibility() && !e.labels?.length && !e.getAttribute("aria-label") && !e.textContent.trim())
      .map((e) => e.outerHTML.slice(0, 120)),
  );
  assert.deepEqual(nameless, [], "controls without a name");
});

browserTest("a point of the curves opens its run, and windows move on", async ({ page }) => {
  await settled(page);
  await page.focus("#curve-canvas");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const said = await text(page, "#announcer");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#announcer").textContent.startsWith("Gantt chart"));
  const name = said.split(":")[0];
  const chosen = await page.$eval("#gantt-scheduler", (select) => select.selectedOptions[0].textContent);
  assert.equal(chosen, name);
  const before = await attribute(page, "#gantt-canvas", "aria-label");
  await click(page, "#gantt-later");
  await page.waitForFunction((old) => document.querySelector("#gantt-canvas").getAttribute("aria-label") !== old, {}, before);
  assert.notEqual(await value(page, "#gantt-from"), "0:00:00");
  await click(page, "#gantt-earlier");
  await page.waitForFunction(() => document.querySelector("#gantt-from").value === "0:00:00");
});

browserTest("the table sorts", async ({ page }) => {
  await settled(page);
  await openTable(page);
  const column = "#table thead button::-p-text(Mean turnaround)";
  await click(page, column);
  const values = async () => {
    await tableWritten(page);
    return page.$$eval("#table tbody tr", (rows) => rows.map((row) => parseFloat(row.cells[2].dataset.value)));
  };
  const rising = await values();
  assert.deepEqual(rising, rising.toSorted((a, b) => a - b));
  await click(page, column);
  const falling = await values();
  assert.deepEqual(falling, falling.toSorted((a, b) => b - a));
  assert.equal(await count(page, "#table [aria-sort=descending]"), 1);
});

browserTest("no task on the main thread takes 50 ms while it simulates", async ({ page }) => {
  await settled(page);
  await pause(300);
  // Processor time and not the clock's: this machine also runs the workers and other tests.
  await assertNoLongTask(page, 50, "while it simulates", async (attempt) => {
    await click(page, "#tab-curves");
    await fill(page, "#f-workload-jobs_per_cluster", String(20000 + attempt));
    await inState(page, "running");
    await settled(page);
    await openTable(page);
    await click(page, "#tab-gantt");
    await pause(300);
  });
});

browserTest("what nothing reads is named, and the form does not write it", { open: false }, async ({ page, site }) => {
  const scenario = {
    workload: { jobs_per_cluster: 20 },
    schedulers: [{ policy: "first-fit", chunk: 0.5 }, { policy: "b3", chunk: 0.5 }],
    experiment: { replications: 1 },
  };
  await page.evaluateOnNewDocument((text) => localStorage.setItem("metasched.scenario", text), JSON.stringify(scenario));
  await page.goto(site.url);
  await settled(page);
  assert.match(
    await text(page, "[data-banner=unread]"),
    /schedulers\.0\.chunk is 0\.5, which is not read here, because schedulers\.0\.policy is "first-fit"; .* only if .* is b3 or tla-coalloc/,
  );
  const stored = () => page.evaluate(() => localStorage.getItem("metasched.scenario"));
  await choose(page, "#f-schedulers-1-policy", "b1");
  await page.waitForFunction(() => !document.querySelector("[data-banner=unread]"));
  assert.doesNotMatch(await stored(), /chunk/);
  await settled(page);
  await click(page, "#undo");
  await page.waitForFunction(() => /chunk/.test(localStorage.getItem("metasched.scenario")));
  assert.equal(await value(page, "#f-schedulers-1-policy"), "b3");
  assert.equal(await value(page, "#f-schedulers-1-chunk"), "0.5");
});

// Offline is where the host is gone: for the page, its workers and its service worker.
// A visit that ends at once may not have kept what explains terms, without which the page is whole.
const OFFLINE = { ...BOTH, serviceWorkers: true, expected: [/CONNECTION_REFUSED/, /glossary\./] };
browserTest("the page works offline after a first visit", OFFLINE, async ({ page, site }) => {
  await settled(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  await site.close();
  await page.reload();
  await settled(page);
  assert.match(await text(page, "#curves .summary"), /First-fit/);
});

browserTest("the newest page and a release below it work offline beside each other", OFFLINE, async ({ page, site }) => {
  await release(site);
  const pages = [site.url, `${site.url}v0.0.1/`];
  const visit = async (address) => {
    await page.goto(address);
    await settled(page);
    const own = (address) => navigator.serviceWorker.controller?.scriptURL === `${address}sw.js`;
    await page.waitForFunction(own, {}, address);
  };
  // The second visit finds what the other page has kept meanwhile.
  for (const address of [...pages, ...pages]) await visit(address);
  assert.equal((await page.evaluate(() => caches.keys())).length, 2);
  await site.close();
  for (const address of pages) await visit(address);
});

const BROKEN = { open: false, expected: [/404/, /Failed/, /uncaught/i, /error/i] };
browserTest("a page that cannot start says so", BROKEN, async ({ page, site }) => {
  const index = await fetch(site.url).then((answer) => answer.text());
  const [script, program] = [/page-[0-9a-f]+\.js/, /page-[0-9a-f]+_bg\.wasm/].map((pattern) => index.match(pattern)[0]);
  for (const [file, content, reason] of [
    [script, null, /import|module|load/],
    [program, null, /failed to fetch Wasm: 404/],
    [program, (own) => own.subarray(0, 100_000), /CompileError/],
    [program, "<!doctype html>no such file", /CompileError/],
  ]) {
    site.overrides.set(file, content);
    await page.goto(site.url);
    await shown(page, "#load-failure:not([hidden])");
    assert.match(await text(page, "#load-failure"), /could not start/);
    assert.match(await text(page, "#load-reason"), reason);
    site.overrides.delete(file);
  }
});
