// The same bits everywhere: every scenario of tests/digest gives the same results natively and in the workers of
// Chromium and Firefox, on two of them and, with METASCHED_FULL, on one; the drawn ones, on one and on three, also in Node, without a browser. Not only the digests are
// compared but every number to its last bit; and the digests are those of tests/digest/expected.json, which
// `cargo xtask test digests` holds against the native program.
//
// METASCHED_BIN is the native program, target/release/metasched if it is not set.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { pack } from "../../js/pack.mjs";
import { BOTH, DIST, browserTest, plainTest } from "./harness.mjs";
import { NATIVE, inWorkers, native } from "./workers.mjs";

const FOLDER = fileURLToPath(new URL("../digest/", import.meta.url));
const files = readdirSync(FOLDER).filter((file) => file.endsWith(".json") && file !== "expected.json");
const expected = JSON.parse(readFileSync(`${FOLDER}expected.json`, "utf8"));

const isFull = "METASCHED_FULL" in process.env;

assert.ok(files.length >= 8, `scenarios are missing in ${FOLDER}`);

browserTest("every scenario of tests/digest: equal natively and in workers", { ...BOTH, limit: 600_000 }, async ({ page }) => {
  for (const file of files) {
    const path = FOLDER + file;
    const wanted = JSON.parse((await native(path, 1)).text);
    const runs = wanted.points.flatMap((point) => point.results);
    assert.ok(runs.length > 0 && runs.every((result) => result.jobs > 1000 && /^[0-9a-f]{16}$/.test(result.digest)));
    for (const [name, digests] of Object.entries(expected[`digest/${file.replace(/\.json$/, "")}`].runs)) {
      const own = runs.filter((result) => result.scheduler === name).map((result) => result.digest);
      assert.equal(own.join(" "), digests, `${file}: ${name} differs from expected.json`);
    }
    for (const workers of isFull ? [1, 2] : [2]) {
      const { text } = await inWorkers(page, readFileSync(path, "utf8"), workers);
      assert.deepEqual(JSON.parse(text), wanted, `${file}, ${workers} workers`);
    }
  }
});

// The drawn scenarios of tests/digest/corpus.jsonl: every twentieth, or all of them if METASCHED_FULL is set.
const corpus = readFileSync(`${FOLDER}corpus.jsonl`, "utf8").trimEnd().split("\n");
const step = isFull ? 1 : 20;
// Always run: jobs of it are later than 2^53 ms, a number that once kept its results from being sent.
const LATEST = 138;

/** Holds the corpus against the results that `run(scenario, workers)` gives. */
async function assertCorpus(run) {
  const folder = mkdtempSync(join(tmpdir(), "metasched-corpus-"));
  try {
    for (let at = 0; at < corpus.length; at += 1) {
      if (at % step !== 0 && at + 1 !== LATEST) continue;
      const file = join(folder, "scenario.json");
      writeFileSync(file, corpus[at]);
      const wanted = JSON.parse((await native(file, 1)).text);
      for (const workers of [1, 3]) {
        assert.deepEqual(await run(corpus[at], workers), wanted, `scenario ${at + 1} of the corpus, ${workers} workers`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

browserTest("the corpus: equal natively and in one worker and three", { ...BOTH, limit: 600_000 }, ({ page }) =>
  assertCorpus(async (scenario, workers) => JSON.parse((await inWorkers(page, scenario, workers)).text)),
);

plainTest("the corpus: equal natively and in one thread of Node and three", { limit: 600_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "metasched-node-"));
  try {
    pack(DIST, folder, NATIVE);
    const { simulate } = await import(pathToFileURL(join(folder, "index.mjs")).href);
    await assertCorpus((scenario, threads) => simulate(scenario, { threads }));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
