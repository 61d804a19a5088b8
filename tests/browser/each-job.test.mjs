// Views of runs with few jobs, besides means: each job by its arrival, and the effect of other weights of a fuzzy priority.

import assert from "node:assert/strict";
import { choose, isVisible, shown, text } from "./driver.mjs";
import { browserTest, captioned, openTable, painted, settled, unfold } from "./harness.mjs";
import { link } from "./workers.mjs";

const rows = (page) =>
  page.$$eval("#curves .numbers tbody tr", (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

browserTest("a scenario that keeps its jobs shows each by its arrival", { hash: "#p=vahdat-scenario1" }, async ({ page, shot }) => {
  await settled(page);
  assert.equal(await page.$eval("#curve-kind", (own) => own.selectedOptions[0].label), "each job");
  await captioned(page, "#curves", /^Each job of the first of 100 replications .* Fuzzy is ahead of Grid best-fit with 6\d/);
  await painted(page, "#curve-canvas");
  assert.ok(!(await isVisible(page, "#curve-y")), "what a job took is its turnaround");
  await unfold(page, "#curves");
  // One row for each of the 20 jobs, one column for each of the five schedulers.
  const jobs = await rows(page);
  assert.deepEqual([jobs.length, jobs[0].length], [20, 6]);
  await shot("each job");
  // The arrow keys move from job to job.
  await page.focus("#curve-canvas");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => /^Grid best-fit: [\d.]+ \w+ at [\d.]+ \w+$/.test(document.querySelector("#announcer").textContent));
  await choose(page, "#curve-kind", { label: "means" });
  await shown(page, "#curve-y");
  await choose(page, "#curve-y", { label: "Jobs ahead of the first scheduler" });
  assert.match(await text(page, "#curves .summary"), /Fuzzy 6\d/);
  // For which jobs it is ahead: by how much they communicate.
  await openTable(page);
  const groups = await page.$$eval("#groups-table tbody tr", (rows) =>
    rows.map((row) => [row.children[0].textContent, row.children[1].textContent, row.lastElementChild.textContent]),
  );
  const fuzzy = groups.filter((row) => row[1] === "Fuzzy");
  assert.deepEqual(fuzzy.map((row) => row[0]), ["low R", "medium R", "high R"]);
  for (const [, , ahead] of fuzzy) assert.match(ahead, /^6\d\.\d ± \d\.\d %$/);
  assert.equal(groups.find((row) => row[1] === "Grid best-fit")[2], "–");
});

browserTest("a comparison of weights is a triangle", { hash: link("--preset vahdat-weights --replications 5") }, async ({ page, shot }) => {
  await settled(page);
  assert.equal(await page.$eval("#curve-kind", (own) => own.selectedOptions[0].label), "weights");
  await painted(page, "#curve-canvas");
  assert.match(await text(page, "#curves .summary"), /^Mean turnaround \[s\] over the weights of nodes, network, WAN: best for 0\.2\/0\.2\/0\.6 /);
  await unfold(page, "#curves");
  const choices = await rows(page);
  assert.deepEqual([choices.length, choices[0].slice(0, 4)], [26, ["0.5/0.2/0.3", "0.5", "0.2", "0.3"]]);
  await shot("weights");
  await choose(page, "#curve-y", { label: "Mean wait" });
  await page.waitForFunction(() => /^Mean wait/.test(document.querySelector("#curves .summary").textContent));
});
