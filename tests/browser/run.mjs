// Runs the tests of tests/browser: of all files, or of those named (`node run.mjs smoke links`).
//
// All are in this one process, three at a time, for much of a test is waiting: each of the three lanes starts a browser of each kind once,
// which keeps the compiled program from test to test. METASCHED_LANES is another number of lanes.

import { readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Lane, tests } from "./harness.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const LANES = Number(process.env.METASCHED_LANES ?? 3);

const all = readdirSync(HERE).filter((file) => file.endsWith(".test.mjs")).sort();
const named = process.argv.slice(2).map((name) => `${name}.test.mjs`);
const files = named.length > 0 ? named : all;

test("tests/browser", { concurrency: LANES }, async (whole) => {
  const lanes = Array.from({ length: LANES }, () => new Lane());
  const free = [...lanes];
  const runs = [];
  for (const file of files) {
    const before = tests.length;
    await import(`./${file}`);
    for (const { name, run } of tests.slice(before)) {
      const inLane = async () => {
        const lane = free.pop();
        try {
          await run(lane);
        } finally {
          free.push(lane);
        }
      };
      runs.push([`${file.replace(/\.test\.mjs$/, "")}: ${name}`, inLane]);
    }
  }
  await Promise.all(runs.map((own) => whole.test(...own)));
  for (const lane of lanes) await lane.close();
});
