// Measures the length of tasks on a page's main thread by Chromium's protocol, the only source.

import assert from "node:assert/strict";

/** Time of `fixedWork` on the machine on which the limits of tasks were set, idle [ms]. */
const REFERENCE_MS = 25;

/**
 * Holds the longest task of the page's main thread while `action(attempt)` runs against a limit in ms, which grows on a machine that
 * is slower than the one of `REFERENCE_MS`, up to threefold. Other programs on the same cores lengthen a task and never shorten it, so a task is too
 * long if it is in each of three attempts.
 */
export async function assertNoLongTask(page, limit, what, action) {
  const longest = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (attempt > 0) {
      // Nothing is as warm as the attempt before has left it.
      await page.reload();
      await page.waitForFunction(() => document.documentElement.dataset.state === "done", { timeout: 60_000 });
    }
    const tasks = await mainThreadTasks(page, () => action(attempt));
    const slowness = await slownessOf(page);
    longest.push(tasks[0] / slowness);
    const first = tasks.slice(0, 8).map((ms) => Math.round(ms));
    console.log(`longest tasks on the main thread ${what}, of ${tasks.length}: ${first.join(", ")} ms, machine ${slowness.toFixed(2)} times as slow`);
    if (tasks[0] / slowness < limit) return;
  }
  assert.fail(`a task of at least ${Math.min(...longest)} ms on the main thread ${what} (at the reference machine's speed), the limit is ${limit} ms`);
}

/** How many times as slow as the machine of the limits this one is now, from 1 to 3. */
export const slownessOf = async (page) => Math.min(3, Math.max(1, (await page.evaluate(fixedWork)) / REFERENCE_MS));

/** Runs in the page: the shortest of five times for the same numbers, texts and sorting [ms]. */
function fixedWork() {
  const times = [];
  for (let repetition = 0; repetition < 5; repetition += 1) {
    const start = performance.now();
    let state = 1;
    const numbers = Array.from({ length: 20_000 }, () => (state = (state * 48_271) % 2_147_483_647));
    const texts = numbers.map((number) => `job ${number}`);
    numbers.sort((a, b) => a - b);
    if (new Set(texts.sort()).size !== new Set(numbers).size) throw new Error("numbers and their texts differ");
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

/** Runs `action` and gives the processor time of every task on the page's main thread meanwhile, in ms, longest first. */
export async function mainThreadTasks(page, action) {
  const session = await page.browser().target().createCDPSession();
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await session.send("Tracing.start", { traceConfig: { includedCategories: ["toplevel", "blink.user_timing"] } });
  // Marks at both ends tell the page's main thread, and that nothing between them is missing.
  const marks = ["first task", "last task"];
  const mark = (name) => page.evaluate((name) => performance.mark(name), name);
  await mark(marks[0]);
  await action();
  await mark(marks[1]);
  const complete = new Promise((done) => session.once("Tracing.tracingComplete", done));
  await session.send("Tracing.end");
  const { dataLossOccurred } = await complete;
  await session.detach();
  assert.equal(dataLossOccurred, false, "the browser lost some of its trace");
  const [first, last] = marks.map((name) => events.find((event) => event.name === name));
  assert.ok(first && last, "the trace does not reach from the first task to the last");
  const tasks = events.filter(
    (event) => /RunTask$/.test(event.name) && event.pid === first.pid && event.tid === first.tid,
  );
  assert.ok(tasks.length > 100, `only ${tasks.length} tasks were seen`);
  return processorTimes(tasks);
}

/** Processor times of tasks in ms, longest first. Some too short for the processor's clock have none, but a length. */
export function processorTimes(tasks) {
  return tasks.map((task) => (task.tdur ?? task.dur ?? 0) / 1000).sort((a, b) => b - a);
}
