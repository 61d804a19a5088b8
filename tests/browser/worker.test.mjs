// A worker accepts messages while it simulates: a stop, another task or a timeline does not wait for the current task.

import assert from "node:assert/strict";
import { BOTH, browserTest, inState } from "./harness.mjs";
import { compileProgram } from "./workers.mjs";

/** Starts a worker, and hands `send(order)`, `next(kind)`, what was heard and `plan(scenario)` to `body`, all in the browser. */
async function withWorker(page, body) {
  await compileProgram(page);
  // As one expression, since the page's policy forbids to make code of a text there.
  const drive = async (body) => {
    const worker = new Worker("./worker_loader.js");
    worker.postMessage(program);
    const heard = [];
    let wake = () => {};
    worker.onmessage = ({ data }) => {
      const [[kind, content]] = Object.entries(data);
      heard.push({ kind, ...content, at: performance.now() });
      wake();
    };
    const next = async (kind, order) => {
      const wanted = (report) => report.kind === kind && (order === undefined || report.order === order);
      while (!heard.some(wanted)) await new Promise((resolve) => (wake = resolve));
      return heard.splice(heard.findIndex(wanted), 1)[0];
    };
    const send = (order) => worker.postMessage(order);
    try {
      await next("Ready");
      const plan = async (scenario) => {
        send({ Plan: { order: 0, scenario: JSON.stringify(scenario) } });
        return (await next("Planned", 0)).tasks;
      };
      return await body(send, next, heard, plan);
    } finally {
      worker.terminate();
    }
  };
  return page.evaluate(`(${drive})(${body})`);
}

browserTest("stop, another task and timeline are heard within a stretch", BOTH, async ({ page }) => {
  const ms = await withWorker(page, async (send, next, heard, plan) => {
    const long = { workload: { jobs_per_cluster: 50_000_000 }, schedulers: ["first-fit"] };
    const [task, other] = await plan(long);
    send({ Task: { order: 1, task } });
    await next("Progress", 1);
    const running = await next("Progress", 1);

    const times = {};
    const measure = async (name, order, answer) => {
      const begin = performance.now();
      send(order);
      await answer();
      times[name] = performance.now() - begin;
    };
    const window = { from_s: 1000, jobs: 200 };
    await measure("timeline", { Timeline: { order: 2, task, window } }, () => next("Timeline", 2));
    // Afterwards the task continues.
    const later = await next("Progress", 1);
    // A second task waits for the first one, which is stopped; then the second continues.
    send({ Task: { order: 3, task: other } });
    await new Promise((resolve) => setTimeout(resolve, 400));
    const waited = heard.every((report) => report.order !== 3);
    await measure("other", { Stop: { order: 1 } }, () => next("Progress", 3));
    const second = await next("Progress", 3);
    await measure("stop", { Stop: { order: 3 } }, () => next("Stopped", 3));
    heard.length = 0;
    await new Promise((resolve) => setTimeout(resolve, 400));
    return { ...times, went_on: later.ended > running.ended, waited, second: second.ended, after: heard.length };
  });
  assert.ok(ms.went_on, "the task did not go on after the timeline");
  assert.equal(ms.after, 0, "a stopped worker reports nothing");
  assert.ok(ms.waited, "the second task did not wait for the first");
  assert.ok(ms.second > 0, "the second task did not begin");
  for (const what of ["timeline", "other", "stop"]) assert.ok(ms[what] < 1000, `${what} took ${ms[what]} ms`);
});

browserTest("what cannot be done is said, and the worker lives on", BOTH, async ({ page }) => {
  const said = await withWorker(page, async (send, next, heard, plan) => {
    send({ Plan: { order: 1, scenario: '{"workload": {"nodes": [50, 10]}}' } });
    const wrong = await next("Failed", 1);
    send({ Task: { order: 2, task: '{"scenario": 7}' } });
    const unknown = await next("Failed", 2);
    const [task] = await plan({ workload: { model: "swf", path: "a.swf" }, schedulers: ["no-share"] });
    send({ Task: { order: 3, task } });
    const missing = await next("Failed", 3);
    const file = new Blob(["1 0 -1 60 4\n2 30 -1 60 4\n"]);
    send({ Log: { id: 1, name: "a.swf", file } });
    send({ Task: { order: 4, task } });
    const done = await next("Done", 4);
    send({ Nonsense: {} });
    const panicked = await next("Panicked");
    return [wrong.problem, unknown.problem, missing.problem, done.result.rest.measures.jobs, panicked.text];
  });
  assert.match(said[0], /workload\.nodes/);
  assert.match(said[1], /the task cannot be read/);
  assert.match(said[2], /a\.swf/);
  assert.equal(said[3], 2);
  assert.match(said[4], /Nonsense/);
});

browserTest("workers get tasks, a few at a time, and no scenario", { ...BOTH, open: false }, async ({ page, site }) => {
  const values = Array.from({ length: 40 }, (_, i) => 100 + 20 * i);
  const scenario = {
    workload: { jobs_per_cluster: 50 },
    schedulers: ["no-share", "first-fit", "b3"],
    experiment: { sweep: [{ parameter: "workload.bsbw_mbps", values }], replications: 5 },
  };
  await page.evaluateOnNewDocument((text) => {
    localStorage.setItem("metasched.scenario", text);
    const sent = (globalThis.sent = { kinds: new Set(), tasks: [], most: 0 });
    globalThis.Worker = class extends Worker {
      #inHand = 0;
      constructor(...program) {
        super(...program);
        this.addEventListener("message", ({ data }) => (this.#inHand -= Number("Done" in data)));
      }
      postMessage(order) {
        if (!(order instanceof WebAssembly.Module)) sent.kinds.add(Object.keys(order)[0]);
        if (order.Task) {
          sent.tasks.push(order.Task.task);
          sent.most = Math.max(sent.most, (this.#inHand += 1));
        }
        super.postMessage(order);
      }
    };
  }, JSON.stringify(scenario));
  await page.goto(site.url);
  await inState(page, "done");
  const { kinds, tasks, most } = await page.evaluate(() => ({ ...sent, kinds: [...sent.kinds] }));
  const bytes = tasks.map((task) => task.length);
  console.log(`${tasks.length} tasks of ${Math.min(...bytes)} to ${Math.max(...bytes)} characters, at most ${most} in hand`);
  // The baseline is run once, not at every point.
  assert.equal(tasks.length, 5 * (1 + 2 * 40));
  assert.equal(new Set(tasks).size, tasks.length);
  assert.ok(most <= 2, `${most} tasks waited in one worker`);
  assert.ok(Math.max(...bytes) < 10_000, `${Math.max(...bytes)} characters`);
  assert.deepEqual(kinds.filter((kind) => !["Task", "Timeline", "Stop"].includes(kind)), []);
});
