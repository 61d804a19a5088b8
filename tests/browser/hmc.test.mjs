// Clusters of different speed: sliders and drawn speeds in the form, the Gantt chart's speeds, what TLA saw before it
// decided, the improvement grid and box plots.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { browserTest, captioned, change, inState, isDrawn, settled, text, unfold } from "./harness.mjs";

const TABLE_1 = new URL("table-1.swf", import.meta.url);

/** Drops a log on the page. */
async function drop(page, name, content) {
  await page.evaluate(
    ([name, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], name));
      for (const kind of ["dragover", "drop"]) {
        document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
      }
    },
    [name, content],
  );
}

const label = (page, id) => page.getAttribute(id, "aria-label");

/** Moves a slider as a visitor does, by key, and waits for the run that follows. */
async function press(page, slider, key, times) {
  const before = await text(page, "#scenario-digest");
  await page.focus(slider);
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
  await page.waitForFunction((old) => document.querySelector("#scenario-digest").textContent !== old, before);
  await settled(page);
}

browserTest("a slider sets the heterogeneity, and the speeds drawn for it are shown", { hash: "#p=landing" }, async ({ page, shot }) => {
  await settled(page);
  assert.equal(await page.isVisible("#drawn-speeds"), false);
  await press(page, "#s-platform-speed_heterogeneity", "ArrowRight", 2);
  assert.equal(await page.inputValue("#f-platform-speed_heterogeneity"), "0.1");
  const speeds = await text(page, "#drawn-speeds");
  const drawn = /Replication 1: ([\d. ]+)/.exec(speeds)[1].trim().split(/\s+/);
  assert.equal(drawn.length, 4);
  await page.click("#tab-gantt");
  await page.waitForFunction(() => /speeds from/.test(document.querySelector("#gantt-canvas").getAttribute("aria-label")));
  const least = Math.min(...drawn.map(Number)).toFixed(2);
  assert.match(await label(page, "#gantt-canvas"), new RegExp(`speeds from ${least} to`));
  await page.fill("#f-platform-speed_heterogeneity", "0.2");
  await settled(page);
  await page.waitForFunction(() => document.querySelector("#s-platform-speed_heterogeneity").value === "0.2");
  await shot("speeds");
});

browserTest("the futures that TLA compared for table 1 are drawn with their scores", { hash: "#p=shih2013-table1" }, async ({ page, shot }) => {
  await settled(page);
  await drop(page, "table-1.swf", await readFile(TABLE_1, "utf8"));
  await settled(page);
  await page.selectOption("#f-workload-estimates", "requested");
  await settled(page);
  await page.click("#tab-gantt");
  await page.fill("#gantt-job", "4");
  await page.press("#gantt-job", "Enter");
  await page.waitForSelector("#look-ahead:not([hidden])");
  assert.equal(
    await label(page, "#look-ahead-canvas"),
    "Job 4 at 0:00:20: mean turnaround of 4 jobs 8.0 s if it goes to cluster 2, which was taken; 10.0 s if it goes to cluster 1.",
  );
  assert.ok(await isDrawn(page, "#look-ahead-canvas"));
  const story = await page.$$eval("#story-lines [data-kind=look-ahead]", (lines) => lines.map((own) => own.textContent));
  assert.match(story[0], /mean turnaround 8\.0 s if it goes to cluster 2, 10\.0 s if it goes to cluster 1/);
  const rows = await page.$$eval("#look-ahead tbody tr", (rows) => rows.map((row) => [...row.children].map((own) => own.textContent)));
  assert.deepEqual(rows.at(-1), ["Score", "8.0 s", "10.0 s"]);
  assert.match(rows[3][1], /^3\.0 s to 4\.0 s on 1; turnaround 6\.0 s$/);
  await shot("look-ahead");
  // Best-fit does not look ahead: its story has no futures.
  await page.selectOption("#gantt-scheduler", { label: "best-fit" });
  await page.waitForSelector("#look-ahead", { state: "hidden" });
});

browserTest("box plots over the replications, and the improvement grid over two parameters", { hash: "#p=shih2013-table1" }, async ({ page, shot }) => {
  await settled(page);
  await page.selectOption("#curve-kind", { label: "box plots" });
  await page.waitForFunction(() => /coefficient of variation: tla/.test(document.querySelector("#curve-canvas").getAttribute("aria-label")));
  assert.ok(await isDrawn(page, "#curve-canvas"));
  await unfold(page, "#curves");
  assert.equal(await page.$$eval("#curves .numbers tbody tr", (rows) => rows.length), 4);
  await shot("boxes");
  // They show the measure that is chosen for the curves.
  for (const measure of ["Mean bounded slowdown", "Utilisation", "Mean wait [s]"]) {
    await page.selectOption("#curve-y", { label: measure });
    await page.waitForFunction(
      (measure) => document.querySelector("#curve-canvas").getAttribute("aria-label").startsWith(`${measure} over the replications`),
      measure,
    );
    await captioned(page, "#curves", new RegExp(`^${measure.replace(/[[\]]/g, "\\$&")} of `));
  }
  await page.selectOption("#curve-y", { label: "Utilisation" });
  await page.waitForFunction(() => document.querySelector("#curves .numbers tbody td").textContent.endsWith("%"));
  const shares = await page.$$eval("#curves .numbers tbody td", (cells) => cells.map((own) => own.textContent));
  assert.ok(shares.length >= 24 && shares.every((own) => own.endsWith("%")), shares.join(", "));
  await shot("boxes of utilisation");

  // What has no value cannot be swept, and drawn speeds take the place of given ones.
  await change(page, "workload-load", "0.75");
  await change(page, "platform-clusters-0-speed", "1");
  for (const path of ["workload.load", "platform.speed_heterogeneity"]) {
    await page.click('[data-list="experiment.sweep"][data-action="add"]');
    const at = path === "workload.load" ? 0 : 1;
    await page.waitForSelector(`#f-experiment-sweep-${at}-parameter`);
    await page.selectOption(`#f-experiment-sweep-${at}-parameter`, path);
  }
  await page.fill("#f-experiment-sweep-0-values", "0.5, 0.75, 1");
  await page.fill("#f-experiment-sweep-1-values", "0, 0.1, 0.2");
  await page.press("#f-experiment-sweep-1-values", "Enter");
  await settled(page);
  await page.click("#tab-surface");
  await page.selectOption("#surface-kind", { label: "Improvement" });
  await page.selectOption("#surface-scheduler", { label: "tla" });
  await page.waitForFunction(() =>
    /of tla over the best of the others.* of 9 points/.test(document.querySelector("#surface-canvas").getAttribute("aria-label")),
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
  await page.waitForSelector("#banner-choose-log");
  await page.click("#tab-surface");
  await page.selectOption("#surface-kind", { label: "Improvement" });
  await page.selectOption("#surface-scheduler", { label: "tla" });
  await page.waitForFunction(() => /log not at hand\.$/.test(document.querySelector("#surface-canvas").getAttribute("aria-label")));
  assert.ok(await isDrawn(page, "#surface-canvas"));
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
  assert.equal(await page.getAttribute("#tab-surface", "aria-selected"), "true");
  // Nothing was published of another scheduler.
  await page.selectOption("#surface-scheduler", { label: "ai2" });
  await page.waitForFunction(() => !/Published/.test(document.querySelector("#surface figcaption").textContent));
});

browserTest("look-ahead co-allocation draws its futures: places, waiting, and what the links cost", { hash: "#p=look-ahead-co-allocation" }, async ({ page, shot }) => {
  await inState(page, "running");
  await page.click("#run"); // Stop: one job's story needs no results.
  await page.click("#tab-gantt");
  await page.selectOption("#gantt-scheduler", { label: "tla-coalloc" });
  await page.selectOption("#gantt-point", { label: "BSBW 900 Mbps" });
  await page.fill("#gantt-job", "82");
  await page.press("#gantt-job", "Enter");
  await page.waitForSelector("#look-ahead:not([hidden])");
  const words = await label(page, "#look-ahead-canvas");
  assert.match(words, /^Job 82 at .*: mean turnaround of \d+ jobs .* if it goes to clusters \d and \d, which was taken; .* if it waits\.$/);
  assert.ok(await isDrawn(page, "#look-ahead-canvas"));
  const caption = await text(page, "#look-ahead figcaption");
  assert.match(caption, /×: slower than alone, on links that are too full\.$/);
  await unfold(page, "#look-ahead");
  const rows = await page.$$eval("#look-ahead tbody tr", (rows) => rows.map((row) => [...row.children].map((own) => own.textContent)));
  assert.equal(rows.at(-1)[0], "Score");
  // Who is slowed down if the job is spread is not if it waits.
  const slowed = rows.filter(([, spread]) => /, ×1\.\d\d;/.test(spread));
  assert.ok(slowed.length > 0 && slowed.every(([, , waits]) => !waits.includes("×")), JSON.stringify(rows));
  await page.locator("#look-ahead").scrollIntoViewIfNeeded();
  await shot("look-ahead co-allocation");
});
