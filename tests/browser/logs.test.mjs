// Real logs: compressed, with errors, and huge; and files that are not logs.

import assert from "node:assert/strict";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { createGzip, gzipSync } from "node:zlib";
import { choose, click, hidden, isVisible, shown, text } from "./driver.mjs";
import { BOTH, browserTest, change, digests, dropFile, settled } from "./harness.mjs";
import { assertInPieces } from "./tasks.mjs";

/** Those of the largest logs there are, or a tenth of them. */
const RECORDS = process.env.METASCHED_FULL ? 5_000_000 : 500_000;
const AT_ONCE = 50_000;

/** The text of a log; some records are dirty, each in a way of its own. */
function* records() {
  const dirt = {
    [RECORDS * 0.2]: (i) => `${i} ${i * 3} -1 -5 8`,
    [RECORDS * 0.4]: (i) => `${i} ${i * 3} -1 60 0`,
    [RECORDS * 0.6]: (i) => `${i} -1 -1 60 8`,
    [RECORDS * 0.8]: (i) => `${i} nonsense -1 60 8`,
  };
  yield Buffer.from("; Computer: caf\xe9\r\n", "latin1");
  for (let from = 1; from <= RECORDS; from += AT_ONCE) {
    const lines = [];
    for (let i = from; i < from + AT_ONCE; i += 1) {
      const line = dirt[i]?.(i) ?? `${i} ${i * 3} -1 ${30 + (i % 89)} ${1 + (i % 31)} -1 -1 -1 -1 -1 1 ${i % 700}`;
      lines.push(line);
    }
    yield Buffer.from(`${lines.join("\r\n")}\r\n`);
  }
}

browserTest("a huge log is read without holding up the page", { limit: 300_000, isFirst: true }, async ({ page, shot }) => {
  const folder = await mkdtemp(join(tmpdir(), "metasched-log-"));
  try {
    const file = join(folder, "huge.swf.gz");
    await pipeline(Readable.from(records()), createGzip({ level: 1 }), createWriteStream(file));
    await settled(page);
    await choose(page, "#f-workload-model", "swf");
    await shown(page, "#banner-choose-log");
    await assertInPieces(page, "while a log is read", async () => {
      const chooser = page.waitForFileChooser();
      await click(page, "#banner-choose-log");
      await (await chooser).accept([file]);
      await page.waitForFunction(() => /^Reading huge/.test(document.querySelector("#log-about")?.textContent ?? ""));
      await shown(page, "#log-facts", 200_000);
    });
    await click(page, "#run"); // Stop: so many jobs, six times and more.
    assert.match((await text(page, "#log-facts")).replaceAll(/[\u2009 ,]/g, ""), new RegExp(`huge\\.swf\\.gz:${RECORDS - 4}jobs`));
    const notes = (await text(page, "#log-about")).replaceAll(/[\u2009,]/g, "");
    assert.match(notes, /4 records left out/);
    for (const [reason, part] of [
      ["no positive run time", 0.2],
      ["no positive number of processors", 0.4],
      ["no submit time", 0.6],
      ["a submit time that is not a number", 0.8],
    ]) {
      assert.ok(notes.includes(`1 × ${reason} (line ${RECORDS * part + 1})`), notes);
    }
    await shot("huge log");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** A queue on 64 processors that never empties for long: short jobs gain from going first. Each run time depends on the job alone. */
const busy = Buffer.from(
  ["; MaxProcs: 64", ...Array.from({ length: 4000 }, (_, i) => {
    const [run, size, gap] = [20 + ((i * 7919) % 600), 1 + ((i * 31) % 40), (i % 400) < 200 ? 90 : 150];
    return `${i + 1} ${Math.floor(i / 200) * 200 * 120 + (i % 200) * gap} -1 ${run} ${size} -1 -1 ${size} ${2 * run} -1 1 ${1 + (i % 9)} -1 -1 1 -1 -1 -1`;
  }), ""].join("\n"),
);

browserTest("a dropped log is answered: a sentence, a dot plot, winners and losers, the worst-hit job", BOTH, async ({ page, shot }) => {
  await settled(page);
  await dropFile(page, "busy.swf", busy);
  await shown(page, "#answer-details", 30_000);
  await settled(page);
  assert.match(await text(page, "[data-section=Platform] .in-short"), /1 cluster · 64 nodes/);
  assert.match(await text(page, "#headline"), /the mean wait .*EASY/);
  // Each scheduler has a row, compared with EASY.
  const summary = await text(page, "#curves .summary");
  for (const name of ["EASY", "Conservative", "SJF + EASY", "Fair share"]) assert.ok(summary.includes(`${name} `), summary);
  assert.match(summary, /^Mean wait longer than EASY’s by \[\w+\]: /);
  assert.match(await text(page, "#answer-jobs"), /of 4\s?000 jobs have a smaller wait than under EASY, and .* a larger one/);
  assert.match(await text(page, "#answer-details .answer-lists"), /Mean wait by (users|sizes)/);
  await shot("answer");
  await page.setViewport({ width: 360, height: 740 });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is cut on a telephone");
  await shot("answer narrow");
  await page.setViewport({ width: 1280, height: 800 });
  // Its story is one click away, and so is the load.
  await click(page, "#worst-job");
  await shown(page, "#compare-stories:not([aria-busy]) .story-lines li", 30_000);
  await click(page, "#tab-curves");
  await click(page, "#sweep-load");
  await page.waitForFunction(() => document.querySelector("#curve-x, #curves .summary") && /against Load/.test(document.querySelector("#curves .summary").textContent));
  await settled(page);
  assert.ok(!(await isVisible(page, "#answer-details")), "an answer is of one load");
  // The log is there again after a reload. The address follows within 300 ms.
  const digest = await text(page, "#run-digest");
  await pause(400);
  await page.reload();
  await shown(page, "#log-facts", 30_000);
  await settled(page);
  assert.equal(await text(page, "#run-digest"), digest);
});

const LOG = [
  "; Version: 2.2",
  "; MaxProcs: 64",
  ...Array.from({ length: 400 }, (_, i) => {
    const [submit, run, size] = [i * 60, 30 + ((i * 97) % 900), 1 + ((i * 31) % 60)];
    return `${i + 1} ${submit} -1 ${run} ${size} -1 -1 ${size} ${run} -1 1 ${1 + (i % 5)} -1 -1 ${1 + (i % 3)} -1 -1 -1`;
  }),
  "401 24000 -1 -1 8 -1 -1 8 -1 -1 0 1 -1 -1 1 -1 -1 -1",
  "",
].join("\n");

browserTest("a dropped log is read, compressed or not", async ({ page, shot }) => {
  await settled(page);
  const found = new Set();
  for (const [name, bytes] of [
    ["small.swf", Buffer.from(LOG)],
    ["packed.swf.gz", gzipSync(LOG)],
    // The same text, by xz -9e.
    ["small.swf.xz", await readFile(new URL("./small.swf.xz", import.meta.url))],
  ]) {
    await dropFile(page, name, bytes);
    await page.waitForFunction((name) => document.querySelector("#log-facts")?.textContent.includes(name), {}, name);
    assert.match(await text(page, "#log-facts"), new RegExp(`${name}: 400 jobs`));
    assert.match(await text(page, "#log-about"), /1 records? (is|are)? ?left out/);
    await settled(page);
    await shot(`log ${name}`);
    found.add((await digests(page)).join());
  }
  assert.equal(found.size, 1, "the same jobs have the same digests");
});

browserTest("the link of a log asks for it", async ({ page, newPage }) => {
  await settled(page);
  await dropFile(page, "small.swf", Buffer.from(LOG));
  await shown(page, "#log-facts");
  await settled(page);
  const own = await digests(page);
  const link = await page.evaluate(() => location.href);
  await click(page, "#share");
  assert.match(await text(page, "#share-log"), /not inside/);

  // Elsewhere the browser does not have it.
  const forget = (done) => (indexedDB.deleteDatabase(`metasched log 1 ${location.pathname}`).onsuccess = done);
  await page.evaluate(`new Promise(${forget})`);
  const other = await newPage();
  await other.goto(link);
  await shown(other, "[data-banner=log]");
  assert.match(await text(other, "[data-banner=log]"), /needs the log small\.swf/);
  await dropFile(other, "other.swf", Buffer.from(LOG.replace("\n2 60", "\n2 61")));
  await shown(other, "#use-other-log");
  assert.match(await text(other, "[data-banner=log]"), /SHA-256/);
  await dropFile(other, "small.swf", Buffer.from(LOG));
  await settled(other);
  assert.deepEqual(await digests(other), own);
});

browserTest("a file that is no log is refused in words", async ({ page, shot }) => {
  await settled(page);
  const before = await text(page, "#run-digest");
  await dropFile(page, "holiday.swf", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]));
  await shown(page, "[data-banner=file]");
  assert.match(await text(page, "[data-banner=file]"), /holiday\.swf is an image/);
  await shot("dropped image");
  assert.equal(await text(page, "#run-digest"), before);
  await change(page, "workload-runtime_s", "400");
  await hidden(page, "[data-banner=file]");
});

browserTest("Slurm's accounting is a log, of which a setting chooses jobs", async ({ page, shot }) => {
  await settled(page);
  const sample = new URL("../../handbook/src/how-to/slurm.txt", import.meta.url);
  await dropFile(page, "slurm.txt", await readFile(sample));
  await shown(page, "#log-facts");
  assert.match(await text(page, "#log-facts"), /slurm\.txt: 128 jobs/);
  await settled(page);
  await shot("dropped accounting");
  await choose(page, "#f-workload-status", "completed");
  await page.waitForFunction(() => /: 106 jobs/.test(document.querySelector("#log-facts")?.textContent ?? ""));
  await settled(page);
  await shot("completed jobs of the accounting");
});
