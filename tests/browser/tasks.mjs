// Measures the length of tasks on a page's main thread by Chromium's protocol, the only source.

import assert from "node:assert/strict";

/** Most of the time that the longest of several tasks takes if work is cut into pieces. */
const MOST = 1 / 3;

/**
 * Runs `action` and fails if one task of the page's main thread takes more than MOST of the processor time of all tasks meanwhile. This share
 * is the same on slow and busy machines; how many ms tasks take: `cargo xtask measure`.
 */
export async function assertInPieces(page, what, action) {
  const tasks = await mainThreadTasks(page, action);
  const all = tasks.reduce((sum, ms) => sum + ms, 0);
  const longest = tasks.slice(0, 4).map((ms) => Math.round(ms)).join(", ");
  const words = `tasks on the main thread ${what}: ${longest} ms of ${Math.round(all)} ms in ${tasks.length}`;
  console.log(words);
  assert.ok(tasks[0] < MOST * all, `one task takes more than a third of the time: ${words}`);
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
