// Results of long runs are stored in the browser: after a reload, a crash or in a second tab, a run continues.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { click, fill, press, shown, text, value } from "./driver.mjs";
import { BOTH, BOTH_IN_FULL, browserTest, change, inState, settled } from "./harness.mjs";

/** Some seconds of simulation in many tasks: what takes less than two is not kept. */
const LONG = {
  workload: { jobs_per_cluster: 12_000, bsbw_mbps: 300 },
  schedulers: ["no-share", "migration-only", "first-fit", "b3"],
  experiment: { sweep: [{ parameter: "workload.bsbw_mbps", values: [100, 300, 500, 700] }], replications: 12 },
};
const KEY = "metasched.scenario";

/** Opens the site with a scenario of an earlier visit. */
async function openWith(page, site, scenario) {
  await page.evaluateOnNewDocument((key, text) => localStorage.setItem(key, text), KEY, JSON.stringify(scenario));
  await page.goto(site.url);
}

const digest = (page) => text(page, "#run-digest");
const known = async (page) => Number((await text(page, "#known-runs")).split(" ")[0]);
/** Waits until the run in hand has lasted so long. */
async function running(page, ms) {
  await inState(page, "running");
  await pause(ms);
  await stillRuns(page);
}
async function stillRuns(page) {
  assert.equal(await page.evaluate(() => document.documentElement.dataset.state), "running", "the run is too short for this test");
}
/** Waits until the browser keeps more results of the run in hand than it computes anew before it looks for them, however slow the machine is. */
async function keeps(page) {
  await inState(page, "running");
  await page.waitForFunction(() => new Promise((tell) => globalThis.resultsStore.size((kept) => tell(kept >= 48))));
  await stillRuns(page);
}

browserTest("an edit a moment before a reload is not lost", { ...BOTH_IN_FULL, hash: "" }, async ({ page }) => {
  await settled(page);
  await page.$eval("#f-workload-interarrival_s", (own) => {
    own.value = "160";
    own.dispatchEvent(new Event("input", { bubbles: true }));
    location.reload();
  });
  await page.waitForFunction(() => document.querySelector("#f-workload-interarrival_s")?.value === "160");
});

browserTest("a run that a reload cut off goes on, and comes to the same", { ...BOTH, open: false }, async ({ page, newPage, site }) => {
  await openWith(page, site, LONG);
  await keeps(page);
  await page.reload();
  await settled(page);
  const first = await digest(page);
  assert.ok((await known(page)) > 0, "nothing was kept");
  // Another tab finds the results stored by both visits.
  const other = await newPage();
  await openWith(other, site, LONG);
  await settled(other);
  assert.equal(await digest(other), first);
  assert.ok((await known(other)) > 0);
  // After the results are deleted, everything is computed again, with the same results.
  await press(other, "?");
  await shown(other, "#forget-results");
  await other.waitForFunction(() => /results of \d+ simulations/.test(document.querySelector("#stored-results").textContent));
  await click(other, "#forget-results");
  await other.waitForFunction(() => /there are none now/.test(document.querySelector("#stored-results").textContent));
  await other.reload();
  await settled(other);
  assert.equal(await other.$("#known-runs"), null);
  assert.equal(await digest(other), first);
});

browserTest("undo shows what was computed before, at once", async ({ page }) => {
  await settled(page);
  const first = await digest(page);
  await page.focus("#f-seed");
  await page.$eval("#f-seed", (field) => ((field.value = "9"), field.dispatchEvent(new Event("input", { bubbles: true }))));
  await page.waitForFunction((old) => !["…", old].includes(document.querySelector("#run-digest").textContent), {}, first);
  await settled(page);
  await click(page, "#undo");
  await page.waitForFunction((old) => document.querySelector("#run-digest").textContent === old, {}, first);
  assert.match(await text(page, "#known-runs"), /^(\d+) of \1$/);
});

browserTest("two tabs on one scenario come to the same at the same time", { open: false }, async ({ page, newPage, site }) => {
  const other = await newPage();
  await Promise.all([page, other].map((own) => openWith(own, site, LONG)));
  // A tab is seen to be done while it is in front.
  for (const own of [page, other]) {
    await own.bringToFront();
    await settled(own);
  }
  assert.equal(await digest(page), await digest(other));
});

/** What a browser does that keeps nothing. */
const refusals = {
  "storage is switched off": () =>
    Object.defineProperty(globalThis, "indexedDB", {
      get() {
        throw new DOMException("storage is switched off", "SecurityError");
      },
    }),
  "the disk is full": () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("the disk is full", "QuotaExceededError");
    };
  },
};

for (const [why, refuse] of Object.entries(refusals)) {
  browserTest(`where ${why} the page says so once and works`, { ...BOTH, open: false }, async ({ page, site }) => {
    await page.evaluateOnNewDocument(refuse);
    await openWith(page, site, LONG);
    await settled(page);
    const banners = await page.$$eval('[data-banner="storage"]', (all) => all.map((own) => own.textContent));
    assert.equal(banners.length, 1);
    assert.match(banners[0], new RegExp(`stores no results \\(${why}\\)`));
    assert.match(await digest(page), /^[0-9a-f]{16}$/);
  });
}

browserTest("a damaged result is computed again", { open: false }, async ({ page, site }) => {
  await openWith(page, site, LONG);
  await keeps(page);
  const damaged = await page.evaluate(async () => {
    const answer = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const [{ name }] = await indexedDB.databases();
    const lines = (await answer(indexedDB.open(name))).transaction("lines", "readwrite").objectStore("lines");
    const tasks = await answer(lines.getAllKeys());
    for (const task of tasks) lines.put((await answer(lines.get(task))).replace('"jobs":1', '"jobs":2'), task);
    return tasks.length;
  });
  assert.ok(damaged > 0);
  await page.reload();
  await settled(page);
  // The newly computed result is stored in its place.
  await page.reload();
  await settled(page);
  assert.ok((await known(page)) > 0, "what was computed again is not kept");
});

// The explanations of terms are fetched when the figure is finished.
browserTest("a host that goes away in the middle of a run does not end it", { ...BOTH_IN_FULL, open: false, expected: [/glossary\./] }, async ({ page, site }) => {
  await openWith(page, site, LONG);
  await running(page, 200);
  await site.close();
  await settled(page);
  assert.match(await digest(page), /^[0-9a-f]{16}$/);
});

browserTest("an experiment is kept under a name, compared in words and opened again", BOTH_IN_FULL, async ({ page, shot }) => {
  await settled(page);
  await click(page, "#keep");
  await fill(page, "#keep-name", "As it was");
  await click(page, "#keep-this");
  await page.waitForFunction(() => /The experiment that is shown/.test(document.querySelector("#kept-list").textContent));
  await press(page, "Escape");
  await change(page, "workload-jobs_per_cluster", "500");
  await click(page, "#keep");
  await page.waitForFunction(() => /jobs.*: 100 → 500/i.test(document.querySelector("#kept-list").textContent));
  await shot("kept");
  const changed = await text(page, "#scenario-digest");
  // Another experiment with the same name does not replace it.
  await fill(page, "#keep-name", "As it was");
  await click(page, "#keep-this");
  await page.waitForFunction(() => document.querySelector("#kept-list a").textContent === "As it was (2)");
  await click(page, "#kept-list .kept-experiment:last-child a");
  await page.waitForFunction((old) => document.querySelector("#scenario-digest").textContent !== old, {}, changed);
  assert.equal(await value(page, "#f-workload-jobs_per_cluster"), "100");
  // It is kept after a reload, until it is deleted.
  await page.reload();
  await settled(page);
  await click(page, "#keep");
  for (const _ of [1, 2]) await click(page, "#kept-list button");
  assert.match(await text(page, "#kept-list"), /Nothing is saved yet/);
});
