// The harness itself: errors in a page or its workers are reported.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { count } from "./driver.mjs";
import { BOTH, browserTest, plainTest } from "./harness.mjs";
import { mainThreadTasks, processorTimes } from "./tasks.mjs";

const expected = [/said aloud/, /thrown aside/, /promise broken/, /thrown in a worker/, /nothing\.js/];

browserTest("errors of page, worker and server are all noticed", { ...BOTH, expected }, async ({ page, site, problems }) => {
  site.overrides.set("throws.js", "throw new Error('thrown in a worker')");
  await page.evaluate(() => {
    console.error("said aloud");
    setTimeout(() => {
      throw new Error("thrown aside");
    });
    Promise.reject(new Error("promise broken"));
    new Worker("./throws.js");
    return fetch("./nothing.js");
  });
  const seen = (pattern) => problems.some((problem) => pattern.test(problem));
  for (let wait = 0; wait < 50 && !expected.every(seen); wait += 1) await pause(100);
  assert.deepEqual(expected.filter((pattern) => !seen(pattern)), []);
});

browserTest("a test can play a broken host", { open: false, expected: [/404/, /worker_loader/] }, async ({ page, site }) => {
  site.overrides.set("index.html", (own) => own.toString().replace("<html ", "<html data-overridden "));
  site.overrides.set("worker_loader.js", null);
  await page.goto(site.url);
  assert.equal(await count(page, "html[data-overridden]"), 1);
  assert.equal((await fetch(`${site.url}worker_loader.js`)).status, 404);
  assert.equal((await fetch(new URL("/index.html", site.url))).status, 404, "nothing is served outside the sub-path");
});

plainTest("tasks too short for the processor's clock do not hide long ones", () => {
  const tasks = [{ tdur: 5000 }, { dur: 1 }, { tdur: 40000, dur: 90000 }, { ph: "I" }, { tdur: 7000 }];
  assert.deepEqual(processorTimes(tasks), [40, 7, 5, 0.001, 0]);
});

browserTest("a long task on the main thread is seen wherever it is", { isFirst: true }, async ({ page }) => {
  // This work takes the same processor time, whatever else the processor does.
  const busy = () =>
    page.evaluate(() => {
      let sum = 0;
      for (let i = 0; i < 4e8; i += 1) sum = (Math.imul(sum, 31) + i) | 0;
      return sum;
    });
  const many = () => page.evaluate(async () => {
    for (let i = 0; i < 300; i += 1) await new Promise((done) => setTimeout(done));
  });
  for (const parts of [[busy, many], [many, busy]]) {
    const tasks = await mainThreadTasks(page, async () => {
      for (const part of parts) await part();
    });
    assert.ok(tasks[0] > 100 && tasks[0] > 2 * tasks[1], `${tasks.slice(0, 3)} ms`);
  }
});
