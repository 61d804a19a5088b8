// Runs a scenario file and prints the mean turnaround time of each scheduler: node example.mjs scenario.json [threads]

import { readFile } from "node:fs/promises";
import { simulate } from "metasched";

const [file, threads] = process.argv.slice(2);
if (!file) {
  console.error("Give a scenario file: node example.mjs scenario.json [threads]");
  process.exit(2);
}
const results = await simulate(await readFile(file, "utf8"), {
  threads: threads ? Number(threads) : undefined,
  onProgress: (done, all) => process.stderr.write(`\r${done} of ${all} tasks`),
}).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
process.stderr.write("\n");

for (const { parameters, results: schedulers } of results.points) {
  const where = Object.entries(parameters).map(([path, value]) => `${path}=${value}`);
  console.log(where.join(" ") || "One point");
  for (const { scheduler, mean_turnaround_s, turnaround_ci95_s, unstable } of schedulers) {
    const mean = mean_turnaround_s.toFixed(1).padStart(10);
    const interval = (turnaround_ci95_s ?? NaN).toFixed(1).padStart(8);
    console.log(`  ${scheduler.padEnd(24)} ${mean} s ± ${interval}${unstable ? "  unstable" : ""}`);
  }
}
