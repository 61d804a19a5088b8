// How fast the browser's workers are against the native program, one worker, one thread (tests/speed): on the four standard runs, 4 × 100
// nodes at load 0.9 (Jones 2005, section 6), BSBW 300 Mbps; and on one cluster of which 10,000 jobs wait on average, in an order that a
// formula makes anew at each instant.
//
//   cargo xtask measure speed [--rounds N]
//
// Native and worker take turns, so that a busy machine disturbs both. Each round has a fresh worker, whose first run
// includes what the browser takes to compile it well, and a second run in the same worker.
// METASCHED_BIN, METASCHED_DIST and CHROMIUM as in the tests.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CHROMIUM, launch } from "./driver.mjs";
import { serveFolder } from "./server.mjs";
import { inWorkers, native } from "./workers.mjs";

const ROUNDS = Number(process.argv[2] ?? 5);
const DIST = process.env.METASCHED_DIST ?? fileURLToPath(new URL("../../dist", import.meta.url));
// Some 0.4 s of a native run each, so that starting it does not count; of two replications the second runs in a worker that is warm.
const JOBS = { unit: 1e6, of: (scenario) => 4 * scenario.workload.jobs_per_cluster, called: "millions of jobs per second" };
// Each job arrives at an instant and ends at another.
const INSTANTS = { unit: 1e3, of: (scenario) => 2 * scenario.workload.jobs_per_cluster, called: "thousands of instants per second" };
const RUNS = { unlimited: JOBS, "first-fit": JOBS, a1: JOBS, tla: JOBS, "long-queue": INSTANTS };

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

const site = await serveFolder(DIST, "/");
const browser = await launch(CHROMIUM);
try {
  const page = await browser.newPage();
  await page.goto(site.url);
  console.log(`${await browser.version()}, ${ROUNDS} rounds; median (least to most)`);
  for (const [name, { unit, of, called }] of Object.entries(RUNS)) {
    const file = fileURLToPath(new URL(`../speed/${name}.json`, import.meta.url));
    const text = readFileSync(file, "utf8");
    const what = of(JSON.parse(text));
    const rates = { native: [], fresh: [], warm: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { seconds } = await native(file, 1);
      rates.native.push((2 * what) / seconds);
      const [fresh, warm] = (await inWorkers(page, text, 1)).taskSeconds;
      rates.fresh.push(what / fresh);
      rates.warm.push(what / warm);
    }
    console.log(`\n${name}, ${called}`);
    const shown = (rate) => (rate / unit).toFixed(2);
    for (const [name, own] of Object.entries(rates)) {
      const range = `${shown(median(own))} (${shown(Math.min(...own))} to ${shown(Math.max(...own))})`;
      const share = ((100 * median(own)) / median(rates.native)).toFixed(0);
      console.log(`  ${name.padEnd(7)} ${range.padEnd(24)} ${share.padStart(4)} % of native`);
    }
  }
} finally {
  await browser.close();
  await site.close();
}
