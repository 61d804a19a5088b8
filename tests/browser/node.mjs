// Runs the built site's program in Node, without a browser: the same file, in threads instead of workers.

import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { run } from "./workers.mjs";

/** A worker as a browser has it. */
class WorkerOfABrowser {
  #thread;

  constructor(loader) {
    this.#thread = new Worker(new URL("node_worker.mjs", import.meta.url), { workerData: loader });
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

/** The site's program, compiled once: `(scenario, count) => { text, taskSeconds }` as in workers.mjs, and `close`. */
export async function inThreads(site) {
  const files = readdirSync(site);
  const folder = mkdtempSync(join(tmpdir(), "metasched-node-"));
  // Node takes a file for a module if its folder says so.
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const scripts = files.filter((name) => name === "worker_loader.js" || /^page-.*\.js$/.test(name));
  for (const name of scripts) copyFileSync(join(site, name), join(folder, name));
  const program = await WebAssembly.compile(readFileSync(join(site, files.find((name) => /^page-.*\.wasm$/.test(name)))));
  const loader = pathToFileURL(join(folder, "worker_loader.js")).href;
  const makeWorker = () => new WorkerOfABrowser(loader);
  return {
    run: (scenario, count) => run({ scenario, count, program, makeWorker }),
    close: () => rmSync(folder, { recursive: true }),
  };
}
