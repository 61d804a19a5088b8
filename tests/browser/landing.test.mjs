// Before the program is loaded, the landing figure is shown as a picture; then the program draws the figure in the same place.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { CHROMIUM, box, click, count, hidden, isVisible, shown, text } from "./driver.mjs";
import { BOTH_IN_FULL, DIST, browserTest, inState, painted, settled } from "./harness.mjs";
import { link } from "./workers.mjs";

const PROGRAM = readdirSync(DIST).find((name) => /^page-.*\.wasm$/.test(name));

/** Screens, and the pictures that they take. */
const SCREENS = [
  { width: 1440, height: 900, picture: "landing-wide-light", ...BOTH_IN_FULL },
  { width: 360, height: 740, picture: "landing-narrow-dark", colorScheme: "dark", browsers: [CHROMIUM] },
];

for (const { width, height, picture, ...looks } of SCREENS) {
  const options = { viewport: { width, height }, open: false, isFirst: true, ...looks };
  browserTest(`the landing figure stands before the program, where it is drawn then, ${width} pixels`, options, async ({ page, site, shot }) => {
    let arrive;
    const arrived = new Promise((resolve) => (arrive = resolve));
    site.overrides.set(PROGRAM, (program) => arrived.then(() => program));
    await page.goto(site.url, { waitUntil: "domcontentloaded" });
    await shown(page, "#landing-picture");
    const fetched = () => performance.getEntriesByType("resource").map((own) => own.name.match(/landing-[^/]*\.svg$/)?.[0]);
    await page.waitForFunction((wanted) => performance.getEntriesByType("resource").some((own) => own.name.endsWith(wanted)), {}, `${picture}.svg`);
    assert.deepEqual((await page.evaluate(fetched)).filter(Boolean), [`${picture}.svg`]);
    assert.ok(!(await isVisible(page, "#workbench")));
    await shot("picture");
    const before = await box(page, "#landing-picture");
    const title = await text(page, "#scenario-title");
    arrive();
    await hidden(page, "#landing-picture");
    await painted(page, "#curve-canvas");
    const after = await box(page, "#curve-canvas");
    for (const side of ["x", "y", "width", "height"]) {
      assert.ok(Math.abs(before[side] - after[side]) <= 4, `${side}: ${before[side]} becomes ${after[side]}`);
    }
    await settled(page);
    assert.equal(await text(page, "#scenario-title"), title);
    await shot("figure");
  });
}

browserTest("the picture goes when the run is stopped before there is a figure", { open: false }, async ({ page, site }) => {
  site.overrides.set("results/cliff.json", () => new Promise(() => {}));
  // Stopped as soon as it runs: a moment later it may have a figure.
  await page.evaluateOnNewDocument(() => {
    const stop = new MutationObserver(() => {
      if (document.documentElement?.dataset.state !== "running") return;
      stop.disconnect();
      globalThis.heightWhenStopped = document.querySelector("#landing-picture").clientHeight;
      setTimeout(() => document.querySelector("#run").click());
    });
    stop.observe(document, { subtree: true, attributeFilter: ["data-state"] });
  });
  await page.goto(site.url);
  await hidden(page, "#landing-picture");
  assert.ok((await page.evaluate(() => globalThis.heightWhenStopped)) > 0);
  await inState(page, "idle");
});

browserTest("a link shows no picture of another experiment", { hash: "#p=teaching-sites" }, async ({ page, site }) => {
  await settled(page);
  assert.ok(!site.requests.some((path) => path.endsWith(".svg") && path.includes("landing")), site.requests.join(" "));
});

browserTest("a first visitor is shown around in four bubbles, once", { hash: "", tour: true }, async ({ page, shot }) => {
  await shown(page, "#tour", 30_000);
  assert.match(await text(page, "#headline"), /^First-fit has the lowest mean turnaround up to \d+ Mbps, B3 from \d+ Mbps; .*grows for ever/);
  await shot("tour");
  const seen = [];
  for (let step = 0; step < 4; step += 1) {
    seen.push(await text(page, "#tour-words"));
    if (step === 1) await shot("tour, the slider");
    const [bubble, screen] = await Promise.all([box(page, "#tour"), page.evaluate(() => [innerWidth, innerHeight])]);
    assert.ok(bubble.x >= 0 && bubble.y >= 0 && bubble.x + bubble.width <= screen[0] && bubble.y + bubble.height <= screen[1]);
    await click(page, "#tour-next");
  }
  assert.match(seen[0], /^This is the cliff\./);
  assert.match(seen[1], /^Pull this/);
  assert.equal(new Set(seen).size, 4);
  assert.equal(await count(page, "#tour"), 0);
  assert.equal(await page.evaluate(() => localStorage.getItem("metasched.tour")), "seen");
});

browserTest("the tour takes no more than a third of a telephone, and ends when another tab opens", { hash: "", tour: true, viewport: { width: 390, height: 844 } }, async ({ page, shot }) => {
  await shown(page, "#tour", 30_000);
  await shot("tour 390");
  const { width, height } = await box(page, "#tour");
  assert.ok(width * height < (390 * 844) / 3, `${width} × ${height}`);
  await click(page, "#tab-table");
  assert.equal(await count(page, "#tour"), 0);
});

browserTest("every change of the scenario has a headline, and none is untitled", async ({ page, shot }) => {
  await settled(page);
  const before = await text(page, "#headline");
  assert.match(before, /\.$/);
  await click(page, "#share");
  assert.equal(await text(page, "#share-headline"), before);
  await page.keyboard.press("Escape");
  await page.evaluate((hash) => (location.hash = hash), link("--preset landing --set workload.jobs_per_cluster=100 --replications 2 --set schedulers=[\"b3\"]"));
  await page.waitForFunction((old) => document.querySelector("#headline").textContent !== old, {}, before);
  await settled(page);
  assert.match(await text(page, "#headline"), /^(B3’s mean turnaround|No change of B3’s|BSBW changes nothing)/);
  assert.match(await text(page, "#scenario-title"), /^4 clusters · 400 nodes · 1 scheduler/);
  assert.ok(!(await isVisible(page, "#headline[data-old]")));
  await shot("one scheduler");
});
