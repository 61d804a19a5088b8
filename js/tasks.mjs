// Drives simulation workers of the built site directly, without the page: messages as in src/web/messages.rs.

/**
 * Runs a scenario on `count` workers: `{ text, taskSeconds }`, its results as JSON and how long its tasks took.
 *
 * The results are put together by a worker from what came through messages, as the page does it. It is a function without surroundings, since it
 * is also sent to a browser, where the program is a global one and workers are the browser's own.
 */
export async function runTasks({ scenario, count, program = globalThis.program, makeWorker, onProgress, signal }) {
  let last = 0;
  makeWorker ??= () => new Worker("./worker_loader.js");

  class Hand {
    constructor() {
      this.waiting = new Map();
      this.worker = makeWorker();
      this.worker.onerror = (event) => this.fail(new Error(event.message));
      this.worker.onmessageerror = () => this.fail(new Error("a message was lost"));
      this.worker.onmessage = ({ data }) => this.hear(data);
      this.worker.postMessage(program);
    }
    hear(report) {
      const [[kind, content]] = Object.entries(report);
      if (kind === "Panicked") this.fail(new Error(content.text));
      if (kind === "Failed") this.fail(new Error(content.problem));
      const key = kind + (content.order ?? "");
      this.waiting.get(key)?.resolve(content);
      this.waiting.delete(key);
    }
    fail(error) {
      for (const { reject } of this.waiting.values()) reject(error);
    }
    /** The report of that kind, sent in answer to `order` if that is given. */
    report(kind, order = {}) {
      const number = Object.values(order)[0]?.order ?? "";
      return new Promise((resolve, reject) => {
        this.waiting.set(kind + number, { resolve, reject });
        if (Object.keys(order).length > 0) this.worker.postMessage(order);
      });
    }
  }

  signal?.throwIfAborted();
  const hands = Array.from({ length: count }, () => new Hand());
  const abort = () => hands.forEach((hand) => hand.fail(signal.reason));
  signal?.addEventListener("abort", abort);
  try {
    await Promise.all(hands.map((hand) => hand.report("Ready")));
    const { tasks } = await hands[0].report("Planned", { Plan: { order: ++last, scenario } });
    const results = Array(tasks.length);
    const taskSeconds = Array(tasks.length);
    let next = 0;
    let done = 0;
    await Promise.all(
      hands.map(async (hand) => {
        for (let index = next++; index < tasks.length; index = next++) {
          signal?.throwIfAborted();
          const begin = performance.now();
          const order = { Task: { order: ++last, task: tasks[index] } };
          results[index] = (await hand.report("Done", order)).result;
          taskSeconds[index] = (performance.now() - begin) / 1e3;
          onProgress?.(++done, tasks.length);
        }
      }),
    );
    const merged = await hands[0].report("Text", { Merge: { order: ++last, scenario, results } });
    return { text: merged.text, taskSeconds };
  } finally {
    signal?.removeEventListener("abort", abort);
    for (const hand of hands) hand.worker.terminate();
  }
}
