// The handbook beside the page: linked from the help, opened without an error, and left alone by the page's service worker.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { click, fill, shown, text, value } from "./driver.mjs";
import { BOTH_IN_FULL, DIST, browserTest, change, settled } from "./harness.mjs";

if (existsSync(join(DIST, "handbook/index.html"))) {
  browserTest("the help leads to the handbook, which opens, finds and leads back", BOTH_IN_FULL, async ({ page, site, shot }) => {
    await settled(page);
    await click(page, "#help");
    await shown(page, "#help-dialog a");
    assert.equal(await text(page, "#help-dialog a"), "The handbook");
    await Promise.all([page.waitForNavigation(), click(page, "#help-dialog a")]);
    assert.equal(page.url(), `${site.url}handbook/`);
    assert.match(await text(page, "main h1"), /handbook/);
    await page.waitForFunction(() => document.querySelector("main img").naturalWidth > 0);
    await shown(page, "#mdbook-sidebar a[href='tutorial/page.html']");
    await shot("handbook");
    await page.goto(`${site.url}handbook/index.html?search=saturation`);
    await shown(page, "#mdbook-searchresults li a");
    await page.goto(`${site.url}handbook/reference/presets.html`);
    const lab = "main a[href='../../#p=teaching-two-clusters']";
    await Promise.all([page.waitForNavigation(), page.$eval(lab, (link) => link.click())]);
    await settled(page);
    assert.equal(await text(page, "#scenario-title"), "Forty jobs on two clusters");
  });

  browserTest("the handbook is not kept for offline use", { serviceWorkers: true }, async ({ page, site }) => {
    await settled(page);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.goto(`${site.url}handbook/glossary.html`);
    assert.match(await text(page, "main h1"), /Glossary/);
    const kept = await page.evaluate(async () => {
      const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const requests = (await Promise.all(stores.map((store) => store.keys()))).flat();
      return requests.map((request) => request.url);
    });
    assert.ok(kept.some((address) => address.endsWith(".wasm")));
    assert.deepEqual(kept.filter((address) => address.includes("handbook")), []);
  });
} else {
  browserTest("the help has no link to a handbook that is not there", async ({ page }) => {
    await settled(page);
    await click(page, "#help");
    await shown(page, "#help-dialog");
    assert.equal(await page.$("#help-dialog a"), null);
  });
}

/** The words of the figure that say where First-fit is unstable. */
const words = (page) => text(page, "#curves .summary");

browserTest("what the tutorial says of the page is so", { hash: "" }, async ({ page, shot }) => {
  await settled(page);
  assert.match(await words(page), /First-fit from −356 .* the first at 350 Mbps/);

  // 2. Change something.
  await click(page, "#form summary");
  await change(page, "platform-clusters-0-link_mbps", "500");
  assert.match(await words(page), /First-fit from .*?, the first at 200 Mbps/);
  await click(page, "#undo");
  await page.waitForFunction(() => document.querySelector("#curves .summary").textContent.includes("the first at 350 Mbps"));

  // 3. Follow one job.
  await click(page, "#examples");
  await click(page, "[data-preset=teaching-two-clusters]");
  await page.waitForFunction(() => document.querySelector("#scenario-title").textContent === "Forty jobs on two clusters");
  await settled(page);
  await click(page, "#tab-gantt");
  await fill(page, "#gantt-job", "21");
  await page.focus("#gantt-job");
  await page.keyboard.press("Enter");
  await shown(page, "#story-lines li");
  assert.match(await text(page, "#story-title"), /21/);

  // 4. Compare two schedulers.
  await click(page, "#tab-compare");
  await shown(page, "#compare canvas");
  await shot("tutorial compare");

  // 5. Write a scheduler.
  await click(page, "#examples");
  await click(page, "[data-preset=cliff]");
  await page.waitForFunction(() => document.querySelector("#scenario-title").textContent.startsWith("First-fit"));
  await settled(page);
  await click(page, "#write-own");
  await settled(page);
  await change(page, "schedulers-4-place_score", "if(load + demand <= 0.8 * capacity, 2 * home - pieces, -inf)");
  await click(page, "#tab-curves");
  assert.match(await words(page), /Formula/);
  await shot("tutorial formula");

  // 6. Share it.
  await click(page, "#share");
  assert.match(await value(page, "#share-link"), /#2\./);
  assert.match(await value(page, "#share-command"), /^metasched sweep /);
});
