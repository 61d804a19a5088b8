// While a value moves, the curves follow: soon, never pale or empty, in front of the former curves; afterwards there is the whole run.

import assert from "node:assert/strict";
import { choose, shown, text, value } from "./driver.mjs";
import { browserTest, digests, openTable, settled } from "./harness.mjs";
import { moveSlider, quantile } from "./moving.mjs";
import { slownessOf } from "./tasks.mjs";
import { nativeDigests } from "./workers.mjs";

browserTest("curves follow a slider beside them, and the whole run comes when it rests", { hash: "" }, async ({ page, shot }) => {
  await settled(page);
  await choose(page, "#what-if-parameter", "workload.compute_fraction");
  assert.equal(await text(page, "#what-if output"), "0.7");
  // From 1 to 0.5 and back, 0.05 a position. Other tests on the same cores hold figures up: 80 ms on idle cores (`cargo xtask measure
  // following`), and here 200 ms in one of three moves, which a figure of all jobs would miss by far.
  let isSoon = false;
  for (let attempt = 0; attempt < 3 && !isSoon; attempt += 1) {
    const seen = await moveSlider(page, "#what-if-value", { from: 1, to: 0.5, seconds: 2 });
    const [lag, slowness] = [quantile(seen.lags, 0.5), await slownessOf(page)];
    console.log(`${seen.positions} positions, ${seen.lags.length} figures, median lag ${lag} ms, machine ${slowness.toFixed(2)} times as slow`);
    assert.equal(seen.pale, 0, "a figure was pale or empty");
    isSoon = seen.lags.length * 3 >= seen.positions && lag < 200 * slowness;
  }
  assert.ok(isSoon, "the curves do not follow soon");
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
