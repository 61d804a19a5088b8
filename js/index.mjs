// Runs scenarios in Node, without a browser: the built site's program, in threads instead of workers.

import { readFile, readdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { runTasks } from "./tasks.mjs";

/** What pack.mjs has copied of the site. */
const FOLDER = new URL("program/", import.meta.url);

/** A worker as a browser has it. */
class WorkerOfABrowser {
  #thread;

  constructor() {
    const workerData = new URL("worker_loader.js", FOLDER).href;
    this.#thread = new Worker(new URL("thread.mjs", import.meta.url), { workerData });
    this.#thread.on("message", (data) => this.onmessage({ data }));
    this.#thread.on("messageerror", () => this.onmessageerror());
    this.#thread.on("error", (error) => this.onerror(error));
  }

  postMessage(message) {
    this.#thread.postMessage(message);
  }

  terminate() {
    this.#thread.terminate();
  }
}

let compiled;

/** The program, compiled once for all threads. */
function program() {
  compiled ??= (async () => {
    const name = (await readdir(FOLDER)).find((name) => name.endsWith(".wasm"));
    return WebAssembly.compile(await readFile(new URL(name, FOLDER)));
  })();
  return compiled;
}

export async function simulate(scenario, { threads = availableParallelism(), onProgress, signal } = {}) {
  if (!Number.isInteger(threads) || threads < 1) throw new RangeError(`threads is ${threads}; allowed: whole numbers from 1`);
  const { text } = await runTasks({
    scenario: typeof scenario === "string" ? scenario : JSON.stringify(scenario),
    count: threads,
    program: await program(),
    makeWorker: () => new WorkerOfABrowser(),
    onProgress,
    signal,
  });
  return JSON.parse(text);
}
