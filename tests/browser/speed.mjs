// How fast the browser's workers are against the native program, on the four standard runs (tests/speed):
// 4 × 100 nodes at load 0.9 (Jones 2005, section 6), BSBW 300 Mbps, one worker, one thread.
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
const RUNS = ["unlimited", "first-fit", "a1", "tla"];

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const millions = (rates) =>
  `${(median(rates) / 1e6).toFixed(2)} (${(Math.min(...rates) / 1e6).toFixed(2)} to ${(Math.max(...rates) / 1e6).toFixed(2)})`;

const site = await serveFolder(DIST, "/");
const browser = await launch(CHROMIUM);
try {
  const page = await browser.newPage();
  await page.goto(site.url);
  console.log(`${await browser.version()}, ${ROUNDS} rounds; millions of jobs per second, median (least to most)`);
  for (const name of RUNS) {
    const file = fileURLToPath(new URL(`../speed/${name}.json`, import.meta.url));
    const text = readFileSync(file, "utf8");
    const jobs = 4 * JSON.parse(text).workload.jobs_per_cluster;
    const rates = { native: [], fresh: [], warm: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { seconds } = await native(file, 1);
      rates.native.push((2 * jobs) / seconds);
      const [fresh, warm] = (await inWorkers(page, text, 1)).taskSeconds;
      rates.fresh.push(jobs / fresh);
      rates.warm.push(jobs / warm);
    }
    console.log(`\n${name}`);
    for (const [name, own] of Object.entries(rates)) {
      const share = ((100 * median(own)) / median(rates.native)).toFixed(0);
      console.log(`  ${name.padEnd(7)} ${millions(own).padEnd(24)} ${share.padStart(4)} % of native`);
    }
  }
} finally {
  await browser.close();
  await site.close();
}
