// The handbook beside the page: linked from the help, opened without an error, and left alone by the page's service worker.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { click, shown, text } from "./driver.mjs";
import { BOTH, DIST, browserTest, settled } from "./harness.mjs";

if (existsSync(join(DIST, "handbook/index.html"))) {
  browserTest("the help leads to the handbook, which opens, finds and leads back", BOTH, async ({ page, site, shot }) => {
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
  test("the handbook", { skip: "this site was built without it: `cargo xtask book` says why" }, () => {});
  browserTest("the help has no link to a handbook that is not there", async ({ page }) => {
    await settled(page);
    await click(page, "#help");
    await shown(page, "#help-dialog");
    assert.equal(await page.$("#help-dialog a"), null);
  });
}
