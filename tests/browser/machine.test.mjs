// The machine that runs: two schedulers at one moment with one clock, a job's story, and a value that changes while it plays.

import assert from "node:assert/strict";
import { attribute, choose, click, shown, text } from "./driver.mjs";
import { BOTH_IN_FULL, addressed, browserTest, change, dropFile, settled } from "./harness.mjs";

const TEACHING = { ...BOTH_IN_FULL, hash: "#p=teaching-two-clusters" };
const MACHINES = ["#machine-canvas-first", "#machine-canvas-second"];

/** What both machines say of themselves: run, moment, waiting jobs, busy nodes. */
const states = (page) =>
  Promise.all(
    MACHINES.map(async (canvas) => {
      const words = await attribute(page, canvas, "aria-label");
      const parts = /^Machine of (.+): ([\d:]+) · (\S+) jobs? waits? · (\d+) of (\d+) nodes busy/.exec(words);
      assert.ok(parts, words);
      return parts.slice(1);
    }),
  );

const slider = (page) => page.$eval("#machine-clock input", (input) => input.valueAsNumber);

/** Opens the tab. */
async function open(page) {
  await settled(page);
  await click(page, "#tab-machine");
  await shown(page, "#machine-clock");
  await page.waitForFunction((canvases) => canvases.every((own) => document.querySelector(own).ariaLabel.startsWith("Machine of")), {}, MACHINES);
}

/** Opens the tab and lets the machine run to a third of the window. */
async function run(page) {
  await open(page);
  await click(page, "#machine-clock .play-button");
  await page.waitForFunction(() => document.querySelector("#machine-clock input").valueAsNumber > 300);
}

browserTest("two machines run with one clock, and a value changes while they do", TEACHING, async ({ page, shot }) => {
  await run(page);
  await shot("machine plays");
  // The same jobs are simulated anew while the clock goes on.
  const before = await slider(page);
  await change(page, "workload-bsbw_mbps", "900");
  await page.waitForFunction((before) => document.querySelector("#machine-clock input").valueAsNumber > before, {}, before);
  assert.match(await attribute(page, "#machine-clock .play-button", "title"), /^Pause/);
  await click(page, "#machine-clock .play-button");
  const [first, second] = await states(page);
  assert.notEqual(first[0], second[0]);
  assert.equal(first[1], second[1], "one moment");
  assert.equal(first[1], await text(page, "#machine-clock output"));
  assert.deepEqual([first[4], second[4]], ["32", "32"]);
  await shot("machine");
  // One scheduler alone.
  await choose(page, "#machine-second", { index: 0 });
  await page.waitForFunction(() => document.querySelector("#machine-canvas-second").closest("[hidden]"));
});

browserTest("a job of the machine tells its story, and a link shows the same moment", TEACHING, async ({ page, newPage, shot }) => {
  await run(page);
  await click(page, "#machine-clock .play-button");
  // The pointer becomes a hand over a job.
  const at = await page.evaluate((selector) => {
    const canvas = document.querySelector(selector);
    const box = canvas.getBoundingClientRect();
    for (let y = 0; y < box.height; y += 5)
      for (let x = 0; x < box.width; x += 5) {
        const where = { bubbles: true, clientX: box.left + x, clientY: box.top + y };
        canvas.dispatchEvent(new PointerEvent("pointermove", where));
        if (canvas.style.cursor === "pointer") return { x: where.clientX, y: where.clientY };
      }
  }, MACHINES[0]);
  assert.match(await text(page, "#machine-details"), /^Job \d+/);
  await page.mouse.click(at.x, at.y);
  await shown(page, "#machine-story:not([aria-busy]) .story-lines li");
  assert.match(await text(page, "#machine-story h3"), /^Job \d+, /);
  await shot("machine and story");
  await addressed(page);
  const moment = (await states(page))[0];
  const other = await newPage();
  await other.goto(await page.evaluate(() => location.href));
  await settled(other);
  await shown(other, "#machine-clock");
  await shown(other, "#machine-story:not([aria-busy]) .story-lines li");
  assert.deepEqual((await states(other))[0], moment);
});

browserTest("nodes fail at the moment of the machine, and a dropped table of outages takes the place of the failure", TEACHING, async ({ page, shot }) => {
  await open(page);
  // A moment that is chosen: on a busy machine, a clock that runs may be at its end before it is stopped.
  await page.$eval("#machine-clock input", (input) => {
    input.value = 400;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  /** The fields of the outages, once `act` has changed the scenario. */
  const outagesAfter = async (act) => {
    const before = await text(page, "#scenario-digest");
    await act();
    await page.waitForFunction((old) => document.querySelector("#scenario-digest").textContent !== old, {}, before);
    await settled(page);
    return page.$$eval("[id^=f-platform-events-]", (own) => own.map(({ id, value }) => `${id.slice("f-platform-events-".length)} ${value}`));
  };
  const failed = await outagesAfter(() => click(page, "#machine-fail"));
  const at = Number(/^0-at (\d+)$/.exec(failed[0])[1]);
  assert.ok(at >= 300, failed[0]);
  assert.deepEqual(failed.slice(1).sort(), ["0-cluster 0", "0-kind fail", "0-nodes 8", `0-until ${at + 3600}`]);
  await page.waitForFunction(() => / 8 nodes out/.test(document.querySelector("#machine-canvas-first").ariaLabel));
  await shot("machine with a failure");
  const table = Buffer.from("at,until,cluster,nodes,kind\n60,120,1,4,drain\n");
  const dropped = await outagesAfter(() => dropFile(page, "own.csv", table));
  assert.deepEqual(dropped.sort(), ["0-at 60", "0-cluster 1", "0-kind drain", "0-nodes 4", "0-until 120"]);
});
