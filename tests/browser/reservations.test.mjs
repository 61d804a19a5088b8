// Missed reservations: in the table and as a measure to plot where jobs have reservations, and nowhere else.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { choose, click, shown } from "./driver.mjs";
import { browserTest, openTable, settled } from "./harness.mjs";
import { NATIVE } from "./workers.mjs";

const PRESET = "teaching-backfilling";
const MISSED = "Missed reservations";

/** The table by rows, each a map from heading to the exact value. */
async function table(page) {
  await openTable(page);
  const heads = await page.$$eval("#table thead th", (cells) => cells.map((cell) => cell.textContent.trim()));
  const rows = await page.$$eval("#table tbody tr", (rows) =>
    rows.map((row) => [...row.cells].map((cell) => cell.dataset.value ?? cell.textContent)),
  );
  return rows.map((row) => new Map(heads.map((head, column) => [head, row[column]])));
}

browserTest("the table tells missed reservations as the command line does", { hash: `#p=${PRESET}` }, async ({ page, shot }) => {
  await settled(page);
  const rows = await table(page);
  await shot("reservations-table");
  const { stdout } = await promisify(execFile)(NATIVE, ["sweep", "--preset", PRESET, "--json"], { maxBuffer: 2 ** 28 });
  const results = JSON.parse(stdout).points.flatMap((point) => point.results);
  assert.equal(rows.length, results.length);
  for (const [at, { reservations }] of results.entries()) {
    const shown = [MISSED, "Mean lateness [s]"].map((head) => rows[at].get(head));
    const reported = reservations && [reservations.missed_share, reservations.mean_lateness_s];
    assert.deepEqual(reported ? shown.map(Number) : shown, reported ?? ["", ""]);
  }
  assert.ok(results.some(({ reservations }) => reservations?.missed > 0));

  await click(page, "#tab-curves");
  await choose(page, "#curve-y", { label: MISSED });
  await page.waitForFunction((name) => document.querySelector("#curves .summary").textContent.includes(name), {}, MISSED);
  await shot("reservations-curves");
});

browserTest("other queues' results say nothing of reservations", { hash: "#p=teaching-two-clusters" }, async ({ page }) => {
  await settled(page);
  const rows = await table(page);
  assert.ok(rows.length > 0 && rows.every((row) => row.has("Mean turnaround [s]") && !row.has(MISSED)));
  const measures = await page.$$eval("#curve-y option", (options) => options.map((option) => option.label));
  assert.ok(measures.includes("Mean turnaround") && !measures.includes(MISSED));
});
