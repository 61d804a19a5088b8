// Clusters of different speed: sliders and drawn speeds in the form, the Gantt chart's speeds, what TLA saw before it
// decided, the improvement grid and box plots.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { attribute, choose, click, fill, hidden, isVisible, scrollTo, shown, text, value } from "./driver.mjs";
import { browserTest, captioned, change, dropFile, inState, painted, settled, unfold } from "./harness.mjs";

const TABLE_1 = new URL("table-1.swf", import.meta.url);

const label = (page, id) => attribute(page, id, "aria-label");

/** Moves a slider as a visitor does, by key, and waits for the run that follows. */
async function slide(page, slider, key, times) {
  const before = await text(page, "#scenario-digest");
  await shown(page, slider);
  await page.focus(slider);
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
  await page.waitForFunction((old) => document.querySelector("#scenario-digest").textContent !== old, {}, before);
  await settled(page);
}

browserTest("a slider sets the heterogeneity, and the speeds drawn for it are shown", async ({ page, shot }) => {
  await settled(page);
  assert.equal(await isVisible(page, "#drawn-speeds"), false);
  await slide(page, "#s-platform-speed_heterogeneity", "ArrowRight", 2);
  assert.equal(await value(page, "#f-platform-speed_heterogeneity"), "0.1");
  const speeds = await text(page, "#drawn-speeds");
  const drawn = /Replication 1: ([\d. ]+)/.exec(speeds)[1].trim().split(/\s+/);
  assert.equal(drawn.length, 4);
  await click(page, "#tab-gantt");
  await page.waitForFunction(() => /speeds from/.test(document.querySelector("#gantt-canvas").getAttribute("aria-label")));
  const least = Math.min(...drawn.map(Number)).toFixed(2);
  assert.match(await label(page, "#gantt-canvas"), new RegExp(`speeds from ${least} to`));
  await fill(page, "#f-platform-speed_heterogeneity", "0.2");
  await settled(page);
  await page.waitForFunction(() => document.querySelector("#s-platform-speed_heterogeneity").value === "0.2");
  await shot("speeds");
});

browserTest("the futures that TLA compared for table 1 are drawn with their scores", { hash: "#p=shih2013-table1" }, async ({ page, shot }) => {
  await settled(page);
  // A scenario that waits for a log keeps its schedulers.
  await choose(page, "#f-workload-model", "swf");
  await dropFile(page, "table-1.swf", await readFile(TABLE_1));
  await settled(page);
  await choose(page, "#f-workload-estimates", "requested");
  await settled(page);
  await click(page, "#tab-gantt");
  await fill(page, "#gantt-job", "4");
  await page.focus("#gantt-job");
  await page.keyboard.press("Enter");
  await shown(page, "#look-ahead:not([hidden])");
  assert.equal(
    await label(page, "#look-ahead-canvas"),
    "Job 4, number 5 of the log, at 0:00:20: mean turnaround of 4 jobs 8.0 s if it goes to cluster 2, which was taken; 10.0 s if it goes to cluster 1.",
  );
  await painted(page, "#look-ahead-canvas");
  const story = await page.$$eval("#story-lines [data-kind=look-ahead]", (lines) => lines.map((own) => own.textContent));
  assert.match(story[0], /mean turnaround 8\.0 s if it goes to cluster 2, 10\.0 s if it goes to cluster 1/);
  const rows = await page.$$eval("#look-ahead tbody tr", (rows) => rows.map((row) => [...row.children].map((own) => own.textContent)));
  assert.deepEqual(rows.at(-1), ["Score", "8.0 s", "10.0 s"]);
  assert.match(rows[3][1], /^3\.0 s to 4\.0 s on 1; turnaround 6\.0 s$/);
  await shot("look-ahead");
  // Best-fit does not look ahead: its story has no futures.
  await choose(page, "#gantt-scheduler", { label: "Best-fit" });
  await hidden(page, "#look-ahead");
});

browserTest("box plots over the replications, and the improvement grid over two parameters", { hash: "#p=shih2013-table1" }, async ({ page, shot }) => {
  await settled(page);
  await choose(page, "#curve-kind", { label: "box plots" });
  await page.waitForFunction(() => /coefficient of variation: TLA/.test(document.querySelector("#curve-canvas").getAttribute("aria-label")));
  await painted(page, "#curve-canvas");
  await unfold(page, "#curves");
  assert.equal(await page.$$eval("#curves .numbers tbody tr", (rows) => rows.length), 4);
  await shot("boxes");
  // The box plots show the measure that is chosen for the curves.
  for (const measure of ["Mean bounded slowdown", "Utilisation", "Mean wait"]) {
    await choose(page, "#curve-y", { label: measure });
    await page.waitForFunction(
      (measure) => new RegExp(`^${measure}( \\[s\\])? over the replications`).test(document.querySelector("#curve-canvas").getAttribute("aria-label")),
      {},
      measure,
    );
    await captioned(page, "#curves", new RegExp(`^${measure}( \\[s\\])? of `));
  }
  await choose(page, "#curve-y", { label: "Utilisation" });
  await page.waitForFunction(() => document.querySelector("#curves .numbers tbody td").textContent.endsWith("%"));
  const shares = await page.$$eval("#curves .numbers tbody td", (cells) => cells.map((own) => own.textContent));
  assert.ok(shares.length >= 24 && shares.every((own) => own.endsWith("%")), shares.join(", "));
  await shot("boxes of utilisation");

  // What has no value cannot be swept, and drawn speeds take the place of given ones.
  await change(page, "workload-load", "0.75");
  await change(page, "platform-clusters-0-speed", "1");
  for (const path of ["workload.load", "platform.speed_heterogeneity"]) {
    await click(page, '[data-list="experiment.sweep"][data-action="add"]');
    const at = path === "workload.load" ? 0 : 1;
    await shown(page, `#f-experiment-sweep-${at}-parameter`);
    await choose(page, `#f-experiment-sweep-${at}-parameter`, path);
  }
  await fill(page, "#f-experiment-sweep-0-values", "0.5, 0.75, 1");
  await fill(page, "#f-experiment-sweep-1-values", "0, 0.1, 0.2");
  await page.focus("#f-experiment-sweep-1-values");
  await page.keyboard.press("Enter");
  await settled(page);
  await click(page, "#tab-surface");
  await choose(page, "#surface-kind", { label: "Improvement" });
  await choose(page, "#surface-scheduler", { label: "TLA" });
  await page.waitForFunction(() =>
    /of TLA over the best of the others.* of 9 points/.test(document.querySelector("#surface-canvas").getAttribute("aria-label")),
  );
  await settled(page);
  await page.focus("#surface-canvas");
  await page.keyboard.press("ArrowRight");
  await unfold(page, "#surface");
  const cells = await page.$$eval("#surface .numbers tbody td", (cells) => cells.map((own) => own.textContent));
  assert.equal(cells.length, 9);
  for (const cell of cells) assert.match(cell, /^(≈\s)?[+−]?\d+\.\d$/);
  const caption = await text(page, "#surface figcaption");
  assert.ok(/Blue: better/.test(caption) && !/[Pp]ublished/.test(caption), caption);
  await shot("improvement");
});

browserTest("a table whose log is not at hand shows what was published, and says so", { hash: "#p=shih2013-table4-b1" }, async ({ page, shot }) => {
  await shown(page, "#banner-choose-log");
  await click(page, "#tab-surface");
  await choose(page, "#surface-kind", { label: "Improvement" });
  await choose(page, "#surface-scheduler", { label: "TLA" });
  await page.waitForFunction(() => /log not at hand\.$/.test(document.querySelector("#surface-canvas").getAttribute("aria-label")));
  await painted(page, "#surface-canvas");
  await captioned(page, "#surface", /Published numbers alone: the log is not at hand\. Arrow keys go from cell to cell\.$/);
  await unfold(page, "#surface");
  const cells = await page.$$eval("#surface .numbers tbody td", (cells) => cells.map((own) => own.textContent));
  assert.equal(cells.length, 9);
  for (const cell of cells) assert.match(cell, /^log not at hand; published [+−]?\d+$/);
  assert.ok(cells.includes("log not at hand; published +71"), cells.join(" | "));
  await shot("improvement without its log");
  // Its runs cannot be opened.
  await page.focus("#surface-canvas");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.equal(await attribute(page, "#tab-surface", "aria-selected"), "true");
  // For another scheduler no numbers were published.
  await choose(page, "#surface-scheduler", { label: "AI2" });
  await page.waitForFunction(() => !/Published/.test(document.querySelector("#surface figcaption").textContent));
});

browserTest("look-ahead co-allocation draws its futures: places, waiting, and what the links cost", { hash: "#p=look-ahead-co-allocation" }, async ({ page, shot }) => {
  await settled(page);
  await click(page, "#tab-gantt");
  await choose(page, "#gantt-scheduler", { label: "TLA with co-allocation" });
  await choose(page, "#gantt-point", { label: "BSBW 900 Mbps" });
  await fill(page, "#gantt-job", "82");
  await page.focus("#gantt-job");
  await page.keyboard.press("Enter");
  await shown(page, "#look-ahead:not([hidden])");
  const words = await label(page, "#look-ahead-canvas");
  assert.match(words, /^Job 82 at .*: mean turnaround of \d+ jobs .* if it goes to clusters \d and \d, which was taken; .* if it waits\.$/);
  await painted(page, "#look-ahead-canvas");
  const caption = await text(page, "#look-ahead figcaption");
  assert.match(caption, /×: slower than alone, on links that are too full\.$/);
  await unfold(page, "#look-ahead");
  const rows = await page.$$eval("#look-ahead tbody tr", (rows) => rows.map((row) => [...row.children].map((own) => own.textContent)));
  assert.equal(rows.at(-1)[0], "Score");
  // The jobs that are slowed down if the job is spread are not slowed down if it waits.
  const slowed = rows.filter(([, spread]) => /, ×1\.\d\d;/.test(spread));
  assert.ok(slowed.length > 0 && slowed.every(([, , waits]) => !waits.includes("×")), JSON.stringify(rows));
  await scrollTo(page, "#look-ahead");
  await shot("look-ahead co-allocation");
});
