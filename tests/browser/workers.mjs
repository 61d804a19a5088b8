// Runs scenarios natively, and in workers of the built site, without the page.

import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { lab } from "../../js/lab.mjs";

/** The native program. */
export const NATIVE = process.env.METASCHED_BIN ?? fileURLToPath(new URL("../../target/release/metasched", import.meta.url));

/** The fragment of a scenario that is named as on the command line, such as "--preset landing --set seed=2". */
export const link = (words) => execFileSync(NATIVE, ["link", ...words.split(" ")], { encoding: "utf8" }).trim();

/** The digests of all runs of results, which are JSON. */
export const digestsOf = (json) => JSON.parse(json).points.flatMap((point) => point.results.map((result) => result.digest));

/** The digests of all runs of a command of the native program. */
export async function nativeDigests(...words) {
  const { stdout } = await promisify(execFile)(NATIVE, [...words, "--json"], { maxBuffer: 2 ** 28 });
  return digestsOf(stdout);
}

/** Runs a scenario's file natively on so many threads: `{ text, seconds }`, its results as JSON, without what made them, and how long it took. */
export async function native(file, threads) {
  // Settings of the sweep that are left out have their defaults.
  const { experiment } = JSON.parse(readFileSync(file, "utf8"));
  const command = experiment?.sweep?.length === 0 ? "run" : "sweep";
  const begin = performance.now();
  const { stdout } = await promisify(execFile)(NATIVE, [command, file, "--json", "--threads", String(threads)], {
    maxBuffer: 2 ** 28,
  });
  const seconds = (performance.now() - begin) / 1e3;
  const results = JSON.parse(stdout);
  delete results.made_by;
  delete results.schedulers;
  return { text: JSON.stringify(results), seconds };
}

/** Runs a scenario on `count` workers in `page`: `{ text, taskSeconds }`, its results as JSON and how long its tasks took. */
export async function inWorkers(page, scenario, count) {
  await compileProgram(page);
  const run = ({ scenario, count }) => {
    const makeWorker = () => new Worker("./worker_loader.js");
    return lab({ program: () => program, makeWorker }).results(scenario, { threads: count });
  };
  // As one expression, since the page's policy forbids to make code of a text there.
  return page.evaluate(`(() => { const lab = ${lab}; return (${run})(${JSON.stringify({ scenario, count })}); })()`);
}

/** Compiles the site's program in `page`, once, as `program`: the first message of every worker. */
export const compileProgram = (page) =>
  page.evaluate(async () => {
    globalThis.program ??= await WebAssembly.compileStreaming(fetch(document.querySelector("link[as=fetch]").href));
  });
