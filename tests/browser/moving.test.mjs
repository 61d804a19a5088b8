// While a value moves, the curves follow: never pale or empty, in front of the former curves; afterwards there is the whole run.

import assert from "node:assert/strict";
import { choose, shown, text, value } from "./driver.mjs";
import { browserTest, digests, openTable, settled } from "./harness.mjs";
import { holdSlider } from "./moving.mjs";
import { nativeDigests } from "./workers.mjs";

browserTest("curves follow a slider beside them, and the whole run comes when it rests", { hash: "" }, async ({ page, shot }) => {
  await settled(page);
  await choose(page, "#what-if-parameter", "workload.compute_fraction");
  assert.equal(await text(page, "#what-if output"), "0.7");
  // How soon depends on the machine: `cargo xtask measure following`.
  const seen = await holdSlider(page, "#what-if-value", { from: 0.95, to: 0.5, count: 12 });
  console.log(`${seen.positions} positions, ${seen.figures} figures`);
  assert.ok(seen.positions >= 8, "the slider does not move");
  assert.equal(seen.pale, 0, "a figure was pale or empty");
  await shot("moved");
  await settled(page);
  // One step of the history for the whole move, and the results of the last position.
  const last = await value(page, "#what-if-value");
  assert.equal(await value(page, "#f-workload-compute_fraction"), last);
  await openTable(page);
  assert.deepEqual(await digests(page), await nativeDigests("sweep", "--preset", "cliff", "--set", `workload.compute_fraction=${last}`));
  await page.$eval("#undo", (own) => own.click());
  await page.waitForFunction(() => document.querySelector("#f-workload-compute_fraction").value === "0.7");
  await shown(page, "#undo[disabled]");
});
