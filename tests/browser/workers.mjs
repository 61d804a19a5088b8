// Drives simulation workers of the built site directly, without the page: messages as in src/web/messages.rs.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const NATIVE =
  process.env.METASCHED_BIN ?? fileURLToPath(new URL("../../target/release/metasched", import.meta.url));

/** Runs a scenario's file natively on so many threads: `{ text, seconds }`, its results as JSON and how long it took. */
export async function native(file, threads) {
  // What is not said of the sweep is the default one.
  const { experiment } = JSON.parse(readFileSync(file, "utf8"));
  const command = experiment?.sweep?.length === 0 ? "run" : "sweep";
  const begin = performance.now();
  const { stdout } = await promisify(execFile)(NATIVE, [command, file, "--json", "--threads", String(threads)], {
    maxBuffer: 2 ** 28,
  });
  return { text: stdout, seconds: (performance.now() - begin) / 1e3 };
}

/**
 * Runs a scenario on `count` workers in `page`: `{ text, taskSeconds }`, its results as JSON and how long its tasks took.
 *
 * The results are put together by a worker from what came through messages, as the page does it.
 */
export async function inWorkers(page, scenario, count) {
  await compileProgram(page);
  return page.evaluate(run, { scenario, count });
}

/** Compiles the site's program in `page`, as `program`: the first message of every worker. */
export const compileProgram = (page) =>
  page.evaluate(async () => {
    globalThis.program = await WebAssembly.compileStreaming(fetch(document.querySelector("link[as=fetch]").href));
  });

/** Runs in the browser, with the program that was compiled there; or in Node, which is given both. */
export async function run({ scenario, count, program = globalThis.program, makeWorker }) {
  let last = 0;
  makeWorker ??= () => new Worker("./worker_loader.js");

  class Hand {
    constructor() {
      this.waiting = new Map();
      this.worker = makeWorker();
      this.worker.onerror = (event) => this.fail(event.message);
      this.worker.onmessageerror = () => this.fail("a message was lost");
      this.worker.onmessage = ({ data }) => this.hear(data);
      this.worker.postMessage(program);
    }
    hear(report) {
      const [[kind, content]] = Object.entries(report);
      if (kind === "Panicked") this.fail(content.text);
      if (kind === "Failed") this.fail(content.problem);
      const key = kind + (content.order ?? "");
      this.waiting.get(key)?.resolve(content);
      this.waiting.delete(key);
    }
    fail(text) {
      for (const { reject } of this.waiting.values()) reject(new Error(text));
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

  const hands = Array.from({ length: count }, () => new Hand());
  try {
    await Promise.all(hands.map((hand) => hand.report("Ready")));
    const { tasks } = await hands[0].report("Planned", { Plan: { order: ++last, scenario } });
    const results = Array(tasks.length);
    const taskSeconds = Array(tasks.length);
    let next = 0;
    await Promise.all(
      hands.map(async (hand) => {
        for (let index = next++; index < tasks.length; index = next++) {
          const begin = performance.now();
          const order = { Task: { order: ++last, task: tasks[index] } };
          results[index] = (await hand.report("Done", order)).result;
          taskSeconds[index] = (performance.now() - begin) / 1e3;
        }
      }),
    );
    const merged = await hands[0].report("Results", { Merge: { order: ++last, scenario, results } });
    return { text: merged.json, taskSeconds };
  } finally {
    for (const hand of hands) hand.worker.terminate();
  }
}
