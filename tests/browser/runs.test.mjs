// A run starts by itself, gives the results of the command line, is announced and previewed if it is long, can be stopped, and does not block the page.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { click, fill, hidden, shown, text, value } from "./driver.mjs";
import { BOTH_IN_FULL, FEW, browserTest, digests, inState, openTable, painted, settled } from "./harness.mjs";
import { assertInPieces } from "./tasks.mjs";
import { link, nativeDigests } from "./workers.mjs";

browserTest("the landing experiment is finished and drawn soon after opening", { hash: "" }, async ({ page, shot }) => {
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
  assert.deepEqual(await digests(page), await nativeDigests("sweep", FEW()));
});

browserTest("a long experiment is announced with a command and a smaller one", async ({ page, shot }) => {
  await settled(page);
  await page.evaluate(() => (location.hash = "#p=jones2005-fig11"));
  await shown(page, "#run-anyway");
  assert.match(await text(page, "#run-anyway"), /^Verify \(.*(min|h)/);
  assert.equal(await text(page, "#reproduce"), "metasched sweep --preset jones2005-fig11");
  // The scenario is no longer the preset, so its results were not precomputed.
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
browserTest("a longer run begins with a sketch, marked so, which stays until the run has a figure", { ...BOTH_IN_FULL, ...FEW_RUNS }, async ({ page, shot }) => {
  await settled(page);
  // No run of twenty million jobs ends before it is stopped.
  await fill(page, "#f-workload-jobs_per_cluster", "5000000");
  await shown(page, "#sketch");
  await shot("sketch");
  assert.match(await text(page, "#sketch"), /^Rough result from 0\.\d+ % of the jobs$/);
  await openTable(page);
  await page.waitForFunction(() => document.querySelectorAll("#table tbody tr").length === 6);
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

browserTest("the page works in pieces while it simulates", { isFirst: true }, async ({ page }) => {
  await settled(page);
  await pause(300);
  await assertInPieces(page, "while it simulates", async () => {
    await click(page, "#tab-curves");
    await fill(page, "#f-workload-jobs_per_cluster", "3000");
    await inState(page, "running");
    await settled(page);
    await openTable(page);
    await click(page, "#tab-gantt");
    await pause(300);
  });
});
