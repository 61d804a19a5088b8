// The package in a browser, from any address, also another site's: plain ES modules, no bundler.

import { lab } from "./lab.mjs";
import { FOLDER, PROGRAM, WORKER } from "./program/names.mjs";

/** A module worker. A browser starts none from another site, but one of our own page that imports it. */
function makeWorker() {
  if (WORKER.origin === globalThis.location?.origin) return new Worker(WORKER, { type: "module" });
  const script = new Blob([`import ${JSON.stringify(WORKER.href)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(script), { type: "module" });
}

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} could not be fetched (${answer.status})`);
  return answer;
}

let compiled;

export const { simulate, validate, presets, preset, schema, link, scenarioOf, jobs, figure } = lab({
  // Compiled once for all workers.
  program: () => (compiled ??= fetched(PROGRAM).then(async (answer) => WebAssembly.compile(await answer.arrayBuffer()))),
  makeWorker,
  read: async (name) => (await fetched(new URL(name, FOLDER))).text(),
  count: () => Math.min(navigator.hardwareConcurrency || 1, 16),
});
