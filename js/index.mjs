// The package in Node: the built site's program, in threads instead of workers.

import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { lab } from "./lab.mjs";
import { FOLDER, PROGRAM, WORKER } from "./program/names.mjs";

/** A worker as a browser has it. */
class WorkerOfABrowser {
  #thread;

  constructor() {
    this.#thread = new Worker(new URL("thread.mjs", import.meta.url), { workerData: WORKER.href });
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

export const { simulate, validate, presets, preset, schema, link, scenarioOf, jobs, figure } = lab({
  // Compiled once for all threads.
  program: () => (compiled ??= readFile(PROGRAM).then((bytes) => WebAssembly.compile(bytes))),
  makeWorker: () => new WorkerOfABrowser(),
  read: (name) => readFile(new URL(name, FOLDER), "utf8"),
  count: availableParallelism,
});
