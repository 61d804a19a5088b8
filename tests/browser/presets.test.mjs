// The presets are a separate file, which a visit to the landing experiment fetches after its figure.

import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { attribute, click, count, press, shown, text, value } from "./driver.mjs";
import { BOTH_IN_FULL, DIST, browserTest, change, settled } from "./harness.mjs";
import { link } from "./workers.mjs";

/** How often the file was asked for. */
const asked = ({ requests }) => requests.filter((path) => path.endsWith("presets.json")).length;

browserTest("the gallery waits for the presets, which come after the first figure", { ...BOTH_IN_FULL, open: false }, async ({ page, site }) => {
  let arrive;
  const arrived = new Promise((resolve) => (arrive = resolve));
  site.overrides.set("presets.json", (own) => arrived.then(() => own));
  await page.goto(site.url);
  await settled(page);
  await click(page, "#examples");
  assert.equal(await count(page, "#gallery"), 0);
  arrive();
  await shown(page, "#gallery [data-preset=vahdat-scenario2]");
  assert.ok((await count(page, "#gallery [data-preset]")) > 60);
  await press(page, "Escape");
  await click(page, "#examples");
  await shown(page, "#gallery [data-preset=landing]");
  assert.equal(asked(site), 1);
});

browserTest("an address that names a preset is opened when the presets have come", { open: false }, async ({ page, site }) => {
  let arrive;
  const arrived = new Promise((resolve) => (arrive = resolve));
  site.overrides.set("presets.json", (own) => arrived.then(() => own));
  await page.goto(site.url);
  await page.waitForFunction(() => document.documentElement.dataset.started !== undefined);
  await page.evaluate(() => (location.hash = "#p=vahdat-scenario2"));
  await settled(page);
  arrive();
  await page.waitForFunction(() => document.querySelector("#scenario-title").textContent === "Vahdat-Nejad, scenario II: 30 clusters, 50 jobs");
  await settled(page);
  assert.equal(await count(page, "[data-banner=link]"), 0);
});

for (const [last, first] of [
  ["program", "presets"],
  ["presets", "program"],
]) {
  browserTest(`an address that names a preset before anything is there waits for both, the ${last} last`, { open: false, isFirst: true }, async ({ page, site }) => {
    const program = (await readdir(DIST)).find((name) => /^page.*\.wasm$/.test(name));
    const arrive = {};
    for (const [what, file] of Object.entries({ program, presets: "presets.json" })) {
      const arrived = new Promise((resolve) => (arrive[what] = resolve));
      site.overrides.set(file, (own) => arrived.then(() => own));
    }
    await page.goto(site.url);
    // The script has what it needs but the program.
    await page.waitForFunction(() => globalThis.talkLink !== undefined);
    await page.evaluate(() => (location.hash = "#p=vahdat-scenario2"));
    arrive[first]();
    // A program without presets opens the landing experiment, and its address is bare.
    if (first === "program") await page.waitForFunction(() => location.hash === "");
    arrive[last]();
    await page.waitForFunction(() => document.querySelector("#scenario-title").textContent === "Vahdat-Nejad, scenario II: 30 clusters, 50 jobs");
    await settled(page);
    assert.equal(await page.evaluate(() => location.hash), "#p=vahdat-scenario2");
    assert.equal(await count(page, "#banners [data-banner]"), 0);
  });
}

const FAILS = { open: false, expected: [/404/] };

browserTest("presets that cannot be fetched are asked for once more", FAILS, async ({ page, site }) => {
  site.overrides.set("presets.json", null);
  await page.goto(site.url);
  await settled(page);
  await click(page, "#examples");
  await shown(page, "[data-banner=presets]");
  assert.equal(await text(page, "[data-banner=presets]"), "presets.json could not be fetched (404). Try again with a network.");
  site.overrides.delete("presets.json");
  await click(page, "#examples");
  await shown(page, "#gallery [data-preset=teaching-sites]");
  assert.equal(await count(page, "[data-banner=presets]"), 0);
});

browserTest("addresses that name no preset do without them", FAILS, async ({ page, site }) => {
  site.overrides.set("presets.json", null);
  await page.goto(site.url);
  await settled(page);
  const [landing, runtime] = [await text(page, "#scenario-title"), await value(page, "#f-workload-runtime_s")];
  await change(page, "workload-runtime_s", "321");
  await page.waitForFunction(() => location.hash.startsWith("#2."));
  const own = await page.evaluate(() => location.hash);
  for (const [hash, expected] of [["#p=landing", runtime], [own, "321"], ["", runtime]]) {
    await page.evaluate((hash) => (location.hash = hash), hash);
    await page.waitForFunction((wanted) => document.querySelector("#f-workload-runtime_s").value === wanted, {}, expected);
  }
  await settled(page);
  assert.equal(await text(page, "#scenario-title"), landing);
  assert.equal(await count(page, "[data-banner=presets]"), 0);
});

browserTest("a link that holds its scenario does not wait for the presets", { open: false }, async ({ page, site }) => {
  let arrive;
  const arrived = new Promise((resolve) => (arrive = resolve));
  site.overrides.set("presets.json", (own) => arrived.then(() => own));
  await page.goto(site.url + link("--preset landing --set workload.runtime_s=321"));
  await settled(page);
  assert.equal(await value(page, "#f-workload-runtime_s"), "321");
  assert.equal(asked(site), 1);
  await click(page, "#examples");
  assert.equal(await count(page, "#gallery"), 0);
  arrive();
  await shown(page, "#gallery [data-preset=teaching-sites]");
});

browserTest("a page that was to open another experiment says why it cannot", FAILS, async ({ page, site }) => {
  site.overrides.set("presets.json", null);
  await page.goto(`${site.url}#p=teaching-sites`);
  await shown(page, "#load-failure");
  assert.match(await text(page, "#load-reason"), /presets\.json could not be fetched \(404\)/);
  assert.equal(await attribute(page, "#loading", "hidden"), "");
});
