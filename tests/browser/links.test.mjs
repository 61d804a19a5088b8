// Links open the same experiment elsewhere, broken links are explained, and links of another version lead to its page.

import assert from "node:assert/strict";
import { attribute, click, count, shown, text, value } from "./driver.mjs";
import { BOTH, BOTH_IN_FULL, browserTest, change, digests, readdressed, settled } from "./harness.mjs";
import { release } from "./releases.mjs";
import { nativeDigests } from "./workers.mjs";

browserTest("a shared link opens the same figure and digests elsewhere", BOTH, async ({ page, newPage }) => {
  await settled(page);
  await change(page, "workload-jobs_per_cluster", "300");
  const own = await digests(page);
  await click(page, "#share");
  await click(page, "#share-dialog .copy-field:has(#share-link) button");
  // The button shows the word for two seconds, which a busy machine may miss.
  await page.waitForFunction(() => document.querySelector("#announcer").textContent.trim() === "Copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\/some\/where\/#2\./);
  const command = await value(page, "#share-command");
  // The view is for the page alone.
  const [, scenario] = command.match(/^metasched sweep '(#2\.\S+)'$/);
  assert.ok(scenario.length < link.length);
  assert.match(await value(page, "#share-markdown"), /^\[.*\]\(http/);

  const other = await newPage();
  await other.goto(link);
  await settled(other);
  assert.deepEqual(await digests(other), own);
  assert.deepEqual(await nativeDigests("sweep", link), own);
  assert.deepEqual(await nativeDigests("sweep", scenario), own);
});

browserTest("the address follows the scenario, and a link pasted into it is opened", BOTH_IN_FULL, async ({ page }) => {
  await settled(page);
  await readdressed(page, () => change(page, "workload-jobs_per_cluster", "250"));
  assert.match(await page.evaluate(() => location.hash), /^#2\./);
  await page.evaluate(() => (location.hash = "#p=teaching-two-clusters"));
  await page.waitForFunction(() => document.title.includes("Forty jobs"));
  await settled(page);
  assert.equal((await text(page, "#curves .summary")).split("; ").length, 3, "one value per scheduler");
  await click(page, "#undo");
  await page.waitForFunction(() => document.querySelector("#f-workload-jobs_per_cluster").value === "250");
});

browserTest("a link that is none, or of a newer version, is explained, and the scenario stays", BOTH_IN_FULL, async ({ page }) => {
  await settled(page);
  const digest = await text(page, "#scenario-digest");
  for (const [hash, words] of [
    ["#2.eyJzY2hlbWEiOjF9.AAAAAA", /altered|its end is missing/],
    ["#2.eyJzY2hlbWEiOjF9", /its end is missing/],
    ["#/url/vega-lite/N4Igx", /no link to a Metasched scenario/],
    ["#9.abc.defghi", /newer version/],
    ["#1.eyJzY2hlbWEiOjF9.AAAAAA", /was made before the first release/],
    ["#p=landnig", /Did you mean landing/],
  ]) {
    await page.evaluate((hash) => (location.hash = hash), hash);
    await page.waitForFunction((source) => new RegExp(source).test(document.querySelector("[data-banner=link]")?.textContent), {}, words.source);
    assert.equal(await text(page, "#scenario-digest"), digest);
  }
});

browserTest("a page that is opened with a link that is none says so and shows an experiment", { hash: "#/url/vega-lite/N4Igx" }, async ({ page }) => {
  await settled(page);
  assert.match(await text(page, "[data-banner=link]"), /no link to a Metasched scenario/);
  assert.match(await text(page, "#curves .summary"), /First-fit/);
});

// {"scenario":{"schema":2,"engine":0,"seed":"7"}}, and the same with engine 9.
const OF_ENGINE_0 = "#2.q1YqTk7NSyzKzFeyqgayM1JzE5WsjHSUUvPSM_NSlawMdJSKU1NTlKyUzJVqawE.PHDjAO";
const OF_ENGINE_9 = "#2.q1YqTk7NSyzKzFeyqgayM1JzE5WsjHSUUvPSM_NSlawsdZSKU1NTlKyUzJVqawE.3Y8X-3";

browserTest("a link of an engine without a release says so", { ...BOTH_IN_FULL, hash: OF_ENGINE_0 }, async ({ page }) => {
  await settled(page);
  const words = /made with engine 0; this page has engine \d+, .* No release with that engine is known\./;
  assert.match(await text(page, "[data-banner=link]"), words);
  assert.equal(await count(page, "[data-banner=link] a"), 0);
  assert.equal(await value(page, "#f-seed"), "7");
});

browserTest("a release in its own folder opens a newer link in the newest page", { ...BOTH_IN_FULL, open: false }, async ({ page, site }) => {
  await release(site);
  await page.goto(`${site.url}v0.0.1/${OF_ENGINE_9}`);
  await settled(page);
  assert.match(await text(page, "[data-banner=link]"), /made with engine 9; .* may give other numbers\./);
  const other = "[data-banner=link] a";
  assert.equal(await text(page, other), "Open it in the newest version");
  assert.equal(await attribute(page, other, "href"), `${site.url}${OF_ENGINE_9}`);
  // The address follows the scenario after a moment, and the link stays as it came.
  await page.waitForFunction((given) => location.hash !== given, {}, OF_ENGINE_9);
  await click(page, other);
  await page.waitForFunction(() => !location.pathname.includes("v0.0.1"));
  await settled(page);
  assert.equal(await value(page, "#f-seed"), "7");
  assert.match(await text(page, "[data-banner=link]"), /Use the newest page instead: reload this one/);

  // A link that this version cannot read may be valid in the newest version.
  await page.goto(`${site.url}v0.0.1/#9.abc.defghi`);
  await shown(page, "[data-banner=link]");
  assert.equal(await text(page, other), "Open it in the newest version");
  assert.equal(await attribute(page, other, "href"), `${site.url}#9.abc.defghi`);
});

browserTest("the scenario survives a reload, and there is a way back", async ({ page, site }) => {
  await settled(page);
  await change(page, "workload-jobs_per_cluster", "260");
  await page.goto("about:blank");
  await page.goto(site.url);
  await settled(page);
  assert.equal(await value(page, "#f-workload-jobs_per_cluster"), "260");
  await click(page, "#start-over");
  await page.waitForFunction(() => document.querySelector("#f-workload-jobs_per_cluster").value === "2000");
});
