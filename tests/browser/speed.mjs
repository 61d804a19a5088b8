// How fast the browser's workers are against the native program, on the runs that the project's speed is stated for:
// 4 × 100 nodes at load 0.9 (Jones 2005, section 6), one worker, one thread.
//
//   cargo xtask measure speed [--rounds N]
//
// Native and worker take turns, so that a busy machine disturbs both. Each round has a fresh worker, whose first run
// includes what the browser takes to compile it well, and a second run in the same worker.
// METASCHED_BIN, METASCHED_DIST and CHROMIUM as in the tests.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CHROMIUM, launch } from "./driver.mjs";
import { serveFolder } from "./server.mjs";
import { inWorkers, native } from "./workers.mjs";

const ROUNDS = Number(process.argv[2] ?? 5);
const DIST = process.env.METASCHED_DIST ?? fileURLToPath(new URL("../../dist", import.meta.url));
// Jobs per cluster: some 0.4 s of a native run, so that starting it does not count.
const RUNS = [
  { name: "unlimited network", policy: "first-fit", network: "unlimited", jobs: 400_000 },
  { name: "First-fit, dynamic network, BSBW 300 Mbps", policy: "first-fit", network: "dynamic", jobs: 400_000 },
  { name: "A1, dynamic network, BSBW 300 Mbps", policy: "a1", network: "dynamic", jobs: 400_000 },
  { name: "TLA, unlimited network", policy: "tla", network: "unlimited", jobs: 20_000 },
];

const scenario = ({ policy, network, jobs }) =>
  JSON.stringify({
    platform: { clusters: [{ count: 4, nodes: 100, link_mbps: 1000 }] },
    // Two replications: the second runs in a worker that is warm.
    workload: { jobs_per_cluster: jobs, interarrival_s: 150, runtime_s: 450, nodes: [10, 50], bsbw_mbps: 300 },
    network: { model: network },
    schedulers: [policy],
    experiment: { sweep: [], replications: 2 },
    seed: "1",
  });

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const millions = (rates) =>
  `${(median(rates) / 1e6).toFixed(2)} (${(Math.min(...rates) / 1e6).toFixed(2)} to ${(Math.max(...rates) / 1e6).toFixed(2)})`;

const site = await serveFolder(DIST, "/");
const browser = await launch(CHROMIUM);
const folder = mkdtempSync(join(tmpdir(), "metasched-speed-"));
try {
  const page = await browser.newPage();
  await page.goto(site.url);
  console.log(`${await browser.version()}, ${ROUNDS} rounds; millions of jobs per second, median (least to most)`);
  for (const run of RUNS) {
    const text = scenario(run);
    const file = join(folder, "scenario.json");
    writeFileSync(file, text);
    const rates = { native: [], fresh: [], warm: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { seconds } = await native(file, 1);
      rates.native.push((2 * 4 * run.jobs) / seconds);
      const [fresh, warm] = (await inWorkers(page, text, 1)).taskSeconds;
      rates.fresh.push((4 * run.jobs) / fresh);
      rates.warm.push((4 * run.jobs) / warm);
    }
    console.log(`\n${run.name}`);
    for (const [name, own] of Object.entries(rates)) {
      const share = ((100 * median(own)) / median(rates.native)).toFixed(0);
      console.log(`  ${name.padEnd(7)} ${millions(own).padEnd(24)} ${share.padStart(4)} % of native`);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
  await browser.close();
  await site.close();
}
