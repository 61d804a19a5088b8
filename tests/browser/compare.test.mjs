// Schedulers compared on the same jobs: with a baseline in curves and table, and two schedulers in the Compare tab.

import assert from "node:assert/strict";
import { attribute, box, choose, click, count, download, fill, isVisible, press, shown, text } from "./driver.mjs";
import { BOTH_IN_FULL, browserTest, captioned, change, openTable, painted, settled, tableWritten, unfold } from "./harness.mjs";

const SITES = { hash: "#p=teaching-sites" };

/** Lets what was asked for be drawn. */
const frames = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

const labels = (page, selector) => page.$$eval(`${selector} option`, (all) => all.map((own) => own.label));

/** Chooses the scheduler whose name begins so. */
async function chooseNamed(page, selector, name) {
  await shown(page, selector);
  const all = await labels(page, selector);
  await choose(page, selector, { index: all.findIndex((own) => own.startsWith(name)) });
}

/** The rows of a table with the texts of its cells. */
const rows = (page, selector) =>
  page.$$eval(`${selector} tbody tr`, (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));

/** The captions of lists that are wider than their room. */
const cut = (page) =>
  page.$$eval(".compare-lists .scroll", (all) => all.filter((own) => own.scrollWidth > own.clientWidth).map((own) => own.querySelector("caption").textContent));

browserTest("a baseline shows what overlapping intervals hide", { ...BOTH_IN_FULL, ...SITES }, async ({ page, shot }) => {
  await settled(page);
  assert.equal(await isVisible(page, "#curve-by"), false, "there is nothing to compare by yet");
  await chooseNamed(page, "#curve-baseline", "B3");
  await captioned(page, "#curves", /longer than B3.*Paired over 3 replications of the same jobs, with 95 % confidence intervals: one across the line shows no difference/);
  await painted(page, "#curve-canvas");
  await unfold(page, "#curves");
  const at = async (mbps) => (await rows(page, "#curves .numbers")).find((row) => row[0] === mbps);
  const heads = await page.$$eval("#curves .numbers thead th", (all) => all.map((own) => own.textContent));
  const b1 = heads.findIndex((own) => own.startsWith("B1"));
  // Each of the two means is at least 500 s, with an interval of about 40 s.
  assert.equal((await at("1000"))[b1], "−22.3 ± 6.8");
  assert.equal((await at("200"))[b1], "17.4 ± 6.1");
  await shot("baseline difference");
  await choose(page, "#curve-by", { label: "ratio" });
  await captioned(page, "#curves", /^Mean turnaround over B3/);
  assert.match((await at("1000"))[b1], /^0\.9[56]\d* ± 0\.0\d+$/);
  await shot("baseline ratio");
  // Any measure can be compared.
  await choose(page, "#curve-y", { label: "Utilisation" });
  await captioned(page, "#curves", /^Utilisation over B3/);
});

browserTest("the table says less, more or no difference, and files follow", { ...BOTH_IN_FULL, ...SITES }, async ({ page, shot }) => {
  await settled(page);
  await openTable(page);
  const before = await count(page, "#table thead th");
  await chooseNamed(page, "#table-baseline", "B3");
  await tableWritten(page);
  assert.equal(await count(page, "#table thead th"), before + 3);
  const row = (await rows(page, "#table .results")).find((own) => own[0].startsWith("B1") && own[1] === "1000");
  assert.equal(row[2], "−22.3 ± 6.8");
  assert.match(row[3], /^0\.9/);
  assert.equal(row[4], "less, better");
  const words = new Set((await rows(page, "#table .results")).map((own) => own[4]));
  assert.ok(words.has("no difference shown") && words.has("more, worse"), [...words].join("; "));
  assert.match(await text(page, "#table-note"), /compared with that of B3.* on the same jobs/);
  await shot("baseline table");
  // The chosen schedulers are those of the curves.
  await click(page, "#tab-curves");
  await captioned(page, "#curves", /longer than B3/);
  await click(page, "#export");
  const csv = (await download(page, "#export-csv")).bytes.toString();
  assert.match(csv.split("\n")[0], /compared\.difference,compared\.difference_ci95,compared\.ratio,compared\.ratio_ci95,compared\.words/);
  assert.match(csv, /"less, better"/);
  const svg = (await download(page, "#export-curves-svg")).bytes.toString();
  assert.match(svg, /longer than B3/);
  await press(page, "Escape");
});

browserTest("one run is compared over blocks of its jobs", { ...BOTH_IN_FULL, ...SITES }, async ({ page }) => {
  await settled(page);
  await change(page, "experiment-replications", "1");
  await chooseNamed(page, "#curve-baseline", "B3");
  await captioned(page, "#curves", /Paired over blocks of the same jobs/);
  await openTable(page);
  const words = new Set((await rows(page, "#table .results")).map((own) => own[4]));
  for (const own of words) assert.match(own, /^((less|more|no difference|no interval|equal).*|–)$/);
  assert.ok([...words].some((own) => /^(less|more|no difference)/.test(own)), [...words].join());
});

browserTest("two schedulers stand one above the other on one time axis", { ...BOTH_IN_FULL, ...SITES }, async ({ page, shot }) => {
  await settled(page);
  await click(page, "#tab-compare");
  await chooseNamed(page, "#compare-first", "B1");
  await chooseNamed(page, "#compare-second", "B3");
  await choose(page, "#compare-point", { index: 3 });
  await page.waitForFunction(() => /^\S+ jobs that ended under both/.test(document.querySelector("#compare-jobs").textContent));
  await frames(page);
  assert.match(await text(page, "#compare-results"), /3 replications: B1.* less B3.* on the same jobs: −22\.3 ± 6\.8 s \(less, better\)\./);
  assert.match(await text(page, "#compare-jobs"), /of the first 10\s000 that each started in replication 1: B1.* is faster with \d+, B3.* with \d+/);
  for (const canvas of ["#compare-canvas-first", "#compare-canvas-second", "#compare-differences"])
    await painted(page, canvas);
  await shot("compare");
  // Both charts share a cursor: pointing at one chart marks the same time in the other.
  const picture = () => page.$eval("#compare-canvas-second", (canvas) => canvas.toDataURL());
  const before = await picture();
  const { x, y, width, height } = await box(page, "#compare-canvas-first");
  await page.mouse.move(x + width / 2, y + height / 2);
  await frames(page);
  assert.notEqual(await picture(), before);
  // Both charts share a time axis: zooming one chart zooms the other.
  const marked = await picture();
  await page.focus("#compare-canvas-first");
  await press(page, "+");
  await frames(page);
  assert.notEqual(await picture(), marked);
  // The job that gains most, and its story under both schedulers.
  const lists = await page.$$eval(".compare-lists table", (all) => all.map((own) => own.caption.textContent));
  assert.match(lists.join("; "), /^Faster under B1.* \[s\]; Faster under B3.* \[s\]; By home cluster, recorded jobs \[s\]$/);
  assert.deepEqual(await cut(page), [], "the difference is seen");
  const winner = await text(page, ".compare-lists table [data-job]");
  await click(page, ".compare-lists table [data-job]");
  await shown(page, "#compare-stories:not([aria-busy]) .story-lines li");
  assert.equal(await text(page, "#compare-stories h3"), `Job ${winner} under both`);
  assert.match(
    await text(page, "#compare-stories > p"),
    /^The ways part at \d[\d :d]*\. B1.*?: (starts|waits until|runs on|ends|gets).*\. B3.*?: (starts|waits until|runs on|ends|gets).*\.$/,
  );
  assert.equal(await count(page, "#compare-stories .story-lines"), 2);
  const parted = await page.$$eval("#compare-stories .story-lines", (all) =>
    all.map((own) => own.querySelector("li:not([data-common])").textContent),
  );
  assert.notEqual(parted[0], parted[1]);
  await shot("compare stories");
  await press(page, "Escape");
  // After a return to the Gantt tab, its own run is shown.
  await click(page, "#tab-gantt");
  await captioned(page, "#gantt", /^Clusters are bands/);
  await painted(page, "#gantt-canvas");
});

browserTest("differences of jobs by arrival, in the dark and on a phone", { ...SITES, viewport: { width: 360, height: 800 }, colorScheme: "dark" }, async ({ page, shot }) => {
  await settled(page);
  await click(page, "#tab-compare");
  await page.waitForFunction(() => /that ended under both/.test(document.querySelector("#compare-jobs").textContent));
  await choose(page, "#compare-kind", { label: "by arrival" });
  await captioned(page, "#compare", /below the dashed line it was faster under the first|Both charts/);
  await frames(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `${wide} px wide`);
  assert.equal(await attribute(page, "#tab-compare", "aria-selected"), "true");
  assert.deepEqual(await cut(page), [], "six columns fit");
  await shot("compare narrow dark");
});

browserTest("a run is compared with one of a kept experiment", SITES, async ({ page, shot }) => {
  await settled(page);
  await click(page, "#keep");
  await fill(page, "#keep-name", "Before");
  await click(page, "#keep-this");
  await shown(page, "#kept-list a");
  await press(page, "Escape");
  await change(page, "platform-clusters-0-link_mbps", "500");
  await click(page, "#tab-compare");
  await shown(page, "#compare-of");
  assert.deepEqual(await labels(page, "#compare-of"), ["this experiment", "saved: Before"]);
  await choose(page, "#compare-of", { label: "saved: Before" });
  const said = (pattern) =>
    page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#compare").textContent), {}, pattern.source);
  await said(/From “Before” to the present experiment: .*1000 → 500/);
  await said(/jobs that ended under both|All \d+ jobs/);
  await painted(page, "#compare-canvas-second");
  assert.match(await text(page, "#compare .numbers caption"), /Faster under/);
  assert.deepEqual(await cut(page), [], "names are long, and the difference is seen");
  await shot("compare kept");
  await click(page, "#share");
  assert.match(await text(page, "#share-kept"), /^The kept experiment “Before” is not inside/);
  await press(page, "Escape");
  // Another seed draws other jobs, so nothing can be paired.
  await change(page, "seed", "77");
  await said(/The two experiments have different jobs, so jobs are not compared one by one. Of the first .* ended under .*, mean turnaround/);
  await said(/the share of recorded jobs with no longer turnaround/);
  assert.equal(await count(page, "#compare .compare-lists table"), 0);
  await shot("compare other jobs");
  await choose(page, "#compare-of", { label: "this experiment" });
  await said(/less .* on the same jobs:/);
});
