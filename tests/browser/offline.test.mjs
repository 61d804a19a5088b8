// Without a connection to the host: the page works offline after a first visit, and so do the releases on the same site.

import assert from "node:assert/strict";
import { click, text } from "./driver.mjs";
import { BOTH, BOTH_IN_FULL, browserTest, says, settled } from "./harness.mjs";
import { release } from "./releases.mjs";

// Offline is where the host is gone: for the page, its workers and its service worker.
// A visit that ends at once may not have kept what explains terms, without which the page is whole.
const OFFLINE = { ...BOTH_IN_FULL, serviceWorkers: true, expected: [/ERR_/, /glossary\./] };
browserTest("the page works offline after a first visit", { ...OFFLINE, ...BOTH }, async ({ page, site }) => {
  await settled(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  await site.close();
  await page.reload();
  await settled(page);
  assert.match(await text(page, "#curves .summary"), /First-fit/);
});

browserTest("all of the page is made available offline by one click", OFFLINE, async ({ page, site }) => {
  await settled(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  await click(page, "#help");
  await click(page, "#keep-offline");
  // Twenty megabytes.
  const isKept = () => document.querySelector("#keep-offline-said").textContent.includes("works without a network");
  await page.waitForFunction(isKept, { timeout: 90_000 });
  await site.close();
  await page.goto(`${site.url}#p=teaching-sites`);
  await says(page, "#footer", "computed beforehand");
  await page.reload();
  await says(page, "#footer", "computed beforehand");
  await click(page, "#tab-table");
  await says(page, "#table", "B3");
});

browserTest("the newest page and a release below it work offline beside each other", { ...OFFLINE, isLong: true }, async ({ page, site }) => {
  await release(site);
  const pages = [site.url, `${site.url}v0.0.1/`];
  const visit = async (address) => {
    await page.goto(address);
    await settled(page);
    const own = (address) => navigator.serviceWorker.controller?.scriptURL === `${address}sw.js`;
    await page.waitForFunction(own, {}, address);
  };
  // The second visit finds what the other page has kept meanwhile.
  for (const address of [...pages, ...pages]) await visit(address);
  assert.equal((await page.evaluate(() => caches.keys())).length, 2);
  await site.close();
  for (const address of pages) await visit(address);
});

browserTest("a new version replaces the old one whole: page, workers and stored files", { ...OFFLINE, isLong: true }, async ({ page, site }) => {
  await settled(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  const build = () => page.evaluate(() => document.documentElement.dataset.build);
  const [old, next] = [await build(), "0123456789abcdef"];
  const worker = await (await fetch(`${site.url}sw.js`)).text();
  const files = JSON.parse(worker.match(/FILES ?= ?(\[.*?\])/s)[1]).map((file) => file.slice(2) || "index.html");
  for (const file of [...files, "sw.js"].filter((file) => /\.(html|m?js)$/.test(file))) {
    site.overrides.set(file, (bytes) => bytes.toString().replaceAll(old, next));
  }
  await page.reload();
  await settled(page);
  assert.equal(await build(), next);
  await page.waitForFunction(async (next) => (await caches.keys()).every((name) => name.endsWith(next)), {}, next);
  const loader = await page.evaluate(async (next) => (await fetch(`./worker_loader.js?build=${next}`)).text(), next);
  assert.ok(loader.includes(next) && !loader.includes(old));
  await page.reload();
  await settled(page);
  assert.equal(await build(), next);
});
