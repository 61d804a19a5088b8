// The npm package of js/, packed, installed into a folder of its own as a user does, and used there without a browser.
//
// METASCHED_BIN is the native program, target/release/metasched if it is not set.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { pack } from "../../js/pack.mjs";
import { DIST, plainTest } from "./harness.mjs";
import { native } from "./workers.mjs";

const inFolder = promisify(execFile);
const EXAMPLE = fileURLToPath(new URL("../../js/example.mjs", import.meta.url));
const README = fileURLToPath(new URL("../../js/README.md", import.meta.url));
const COMPILER = fileURLToPath(new URL("node_modules/typescript/bin/tsc", import.meta.url));
const SCENARIO = {
  schema: 2,
  workload: { jobs_per_cluster: 300 },
  schedulers: ["no-share", "first-fit"],
  experiment: { replications: 2, sweep: [{ parameter: "workload.bsbw_mbps", values: [200, 400] }] },
};

const folder = mkdtempSync(join(tmpdir(), "metasched-package-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

/** Runs a program in the user's folder. */
const there = (program, ...arguments_) => inFolder(program, arguments_, { cwd: join(folder, "use") });

let made;
/** Waits until the package is installed in the user's folder, once. */
const isReady = () => (made ??= make());
async function make() {
  pack(DIST, join(folder, "package"));
  const { stdout } = await inFolder("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: join(folder, "package") });
  mkdirSync(join(folder, "use"));
  writeFileSync(join(folder, "use", "package.json"), '{ "type": "module" }');
  await there("npm", "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", join(folder, stdout.trim()));
  writeFileSync(join(folder, "use", "scenario.json"), JSON.stringify(SCENARIO));
}

const installed = () => import(pathToFileURL(join(folder, "use", "node_modules", "metasched", "index.mjs")).href);

plainTest("the example prints what the command line computes", async () => {
  await isReady();
  cpSync(EXAMPLE, join(folder, "use", "example.mjs"));
  assert.ok(readFileSync(EXAMPLE, "utf8").trimEnd().split("\n").length <= 30);
  const { stdout } = await there("node", "example.mjs", "scenario.json", "2");
  const { points } = JSON.parse((await native(join(folder, "use", "scenario.json"), 1)).text);
  const lines = stdout.trimEnd().split("\n");
  assert.equal(lines.length, 6);
  points.forEach(({ parameters, results }, at) => {
    assert.equal(lines[3 * at], `workload.bsbw_mbps=${parameters["workload.bsbw_mbps"]}`);
    results.forEach(({ scheduler, mean_turnaround_s: mean }, own) => {
      const words = lines[3 * at + 1 + own].trim().split(/\s+/);
      assert.deepEqual(words.slice(0, 2), [scheduler, mean.toFixed(1)]);
    });
  });
  await assert.rejects(there("node", "example.mjs"), ({ code, stderr }) => code === 2 && stderr.includes("Give a scenario file"));
});

plainTest("objects and JSON, any number of threads: the results of the command line", async () => {
  await isReady();
  const { simulate } = await installed();
  const wanted = JSON.parse((await native(join(folder, "use", "scenario.json"), 1)).text);
  const progress = [];
  assert.deepEqual(await simulate(SCENARIO, { threads: 1, onProgress: (...own) => progress.push(own) }), wanted);
  assert.deepEqual(await simulate(JSON.stringify(SCENARIO), { threads: 3 }), wanted);
  const all = progress.length;
  assert.ok(all > 0);
  assert.deepEqual(progress, Array.from({ length: all }, (_, at) => [at + 1, all]));
});

plainTest("what is wrong is said, and a simulation can be stopped", async () => {
  await isReady();
  const { simulate } = await installed();
  await assert.rejects(simulate({ schema: 2, workload: { bsbw: 3 } }), /Did you mean workload\.bsbw_mbps\?/);
  await assert.rejects(simulate("{"), /JSON/);
  await assert.rejects(simulate(SCENARIO, { threads: 0 }), /threads is 0; allowed: whole numbers from 1/);
  const long = { ...SCENARIO, workload: { jobs_per_cluster: 3_000_000 } };
  const begin = performance.now();
  await assert.rejects(simulate(long, { threads: 2, signal: AbortSignal.timeout(1000) }), { name: "TimeoutError" });
  assert.ok(performance.now() - begin < 10_000, "it ends when it is to");
  await assert.rejects(simulate(SCENARIO, { signal: AbortSignal.abort() }), { name: "AbortError" });
});

plainTest("the types fit the example of the README, and refuse what there is not", async () => {
  await isReady();
  const [, shown] = /```js\n([^]*?)```/.exec(readFileSync(README, "utf8"));
  const wrong = `// @ts-expect-error
await simulate(7);
// @ts-expect-error
await simulate({}, { thread: 1 });
const mean: number | null = results.points[0].results[0].mean_turnaround_s;
// @ts-expect-error
const name: number = results.points[0].results[0].scheduler;`;
  writeFileSync(join(folder, "use", "use.ts"), `${shown}\n${wrong}\nexport { mean, name };\n`);
  const flags = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom"];
  await there(process.execPath, COMPILER, ...flags, "use.ts").catch(({ stdout }) => assert.fail(stdout));
  writeFileSync(join(folder, "use", "shown.mjs"), shown);
  const { stdout } = await there(process.execPath, "shown.mjs");
  assert.deepEqual(stdout.match(/^\d+/gm), ["200", "300", "400"]);
});
