// Precomputed results of presets are shown at once, and computed here where that is quick, or on a click.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { click, shown, text } from "./driver.mjs";
import { BOTH_IN_FULL, DIST, browserTest, digests, painted, settled } from "./harness.mjs";
import { digestsOf } from "./workers.mjs";

/** One that is computed soon. */
const SHORT = "teaching-sites";
const LONG = "jones2005-fig13";
const file = (preset) => readFileSync(join(DIST, `results/${preset}.json`), "utf8");

browserTest("the landing figure is complete before it is computed, and verified then", { ...BOTH_IN_FULL, open: false }, async ({ page, site, shot }) => {
  await page.evaluateOnNewDocument(() => {
    globalThis.seen = [];
    const look = () => {
      const { figure, state } = document.documentElement?.dataset ?? {};
      const now = `${figure ?? ""} ${state ?? ""}`;
      if (seen.at(-1) !== now) seen.push(now);
    };
    new MutationObserver(look).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-figure", "data-state"] });
  });
  await page.goto(site.url);
  await settled(page);
  assert.equal(await text(page, "#precomputed"), "verified here: same digest");
  const seen = await page.evaluate(() => globalThis.seen);
  assert.ok(seen.indexOf("complete running") >= 0, seen.join(", "));
  await shot("verified");
});

browserTest("a preset that takes long is shown at its published size, and computed on a click", { ...BOTH_IN_FULL, hash: `#p=${LONG}` }, async ({ page, shot }) => {
  await settled(page, 10_000);
  assert.equal(await text(page, "#precomputed"), "not verified here");
  await painted(page, "#curve-canvas");
  await shot("precomputed");
  assert.deepEqual(await digests(page), digestsOf(file(LONG)));
  await shown(page, "#run-anyway");
  await click(page, "#run-anyway");
  await page.waitForFunction(() => document.documentElement.dataset.state === "running");
  assert.equal(await text(page, "#precomputed"), "being verified");
  // Stopped, it stays as it was.
  await click(page, "#run");
  await page.waitForFunction(() => document.documentElement.dataset.state === "idle");
  assert.deepEqual(await digests(page), digestsOf(file(LONG)));
});

browserTest("results that are not what comes out here are said to be wrong", { open: false }, async ({ page, site }) => {
  const other = JSON.parse(file(SHORT));
  const result = other.points[0].results[0];
  result.digest = result.digest.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
  site.overrides.set(`results/${SHORT}.json`, JSON.stringify(other));
  await page.goto(`${site.url}#p=${SHORT}`);
  await settled(page);
  await shown(page, '[data-banner="precomputed"]');
  assert.match(await text(page, '[data-banner="precomputed"]'), /What is shown was computed here/);
  assert.deepEqual(await digests(page), digestsOf(file(SHORT)));
});

for (const [what, answer] of [
  ["missing", null],
  ["no JSON", "<html>"],
  ["of another engine", file(SHORT).replace(/"engine_version":\d+/, '"engine_version":1')],
]) {
  browserTest(`where the file is ${what}, the figure is computed here`, { open: false, expected: [/404/] }, async ({ page, site }) => {
    site.overrides.set(`results/${SHORT}.json`, answer);
    await page.goto(`${site.url}#p=${SHORT}`);
    await settled(page);
    assert.equal(await page.$("#precomputed"), null);
    assert.deepEqual(await digests(page), digestsOf(file(SHORT)));
  });
}
