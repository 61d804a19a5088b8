// Measures how long a visitor waits: from opening the page to the first finished figure, with all series at all points.
//
//   cargo xtask measure first-figure [--rounds N]
//
// Each round uses a browser with a new profile: a cold visit, and a warm visit when all files are stored. The host is this
// machine and gzips files, as hosts do. "Usable": the form is shown; "finished": the figure is complete, precomputed or
// computed here; "verified": computed here; "longest": the longest task of the main thread. Chromium slows down only the main thread, by a factor of four; workers keep their speed.
// A task also waits while other threads (workers, compilers) use the cores. So the last line has, from separate visits, the
// processor time of the longest task.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { CHROMIUM, launch } from "./driver.mjs";
import { serveFolder } from "./server.mjs";
import { mainThreadTasks } from "./tasks.mjs";

const ROUNDS = Number(process.argv[2] ?? 5);
const DIST = process.env.METASCHED_DIST ?? fileURLToPath(new URL("../../dist", import.meta.url));

// Runs in the page before the page's own code.
function watch() {
  const seen = (globalThis.seen = { longest: 0 });
  const look = () => {
    const { started, state, figure } = document.documentElement?.dataset ?? {};
    if (started) seen.usable ??= performance.now();
    // On the screen after the frame that follows.
    const after = (what) => requestAnimationFrame(() => setTimeout(() => (seen[what] ??= performance.now())));
    if (figure === "complete" || state === "done") after("finished");
    if (state === "done") after("verified");
  };
  new MutationObserver(look).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-started", "data-state", "data-figure"] });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: "longtask", buffered: true });
}

/** Opens the page; its times in ms. */
async function visit(page, url) {
  await page.evaluateOnNewDocument(watch);
  await page.goto(url, { waitUntil: "domcontentloaded" });
  for (;;) {
    const seen = await page.evaluate(() => globalThis.seen);
    if (seen?.finished && seen.verified) return seen;
    await pause(50);
  }
}

/** What `action` gives of a browser with a new profile. */
async function inNewBrowser(action) {
  const profile = mkdtempSync(join(tmpdir(), "metasched-visit-"));
  const browser = await launch(CHROMIUM, { userDataDir: profile, defaultViewport: { width: 1440, height: 900 } });
  try {
    return await action(browser);
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

const round = (site, slowdown) =>
  inNewBrowser(async (browser) => {
    const times = {};
    for (const kind of ["cold", "warm"]) {
      const page = await browser.newPage();
      if (slowdown > 1) await page.emulateCPUThrottling(slowdown);
      times[kind] = await visit(page, site.url);
      // The service worker stores the files after the first visit.
      await pause(1500);
      await page.close();
    }
    return times;
  });

/** The processor time of the longest task of a cold visit, in ms. */
const longestByProcessor = (site) =>
  inNewBrowser(async (browser) => {
    const page = await browser.newPage();
    // Another page of the site, so that all traced work is in one process.
    await page.goto(`${site.url}notes.html`);
    const tasks = await mainThreadTasks(page, () => visit(page, site.url));
    return tasks[0];
  });

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const described = (values) =>
  `${median(values).toFixed(0).padStart(6)} ms  (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)})`;

const site = await serveFolder(DIST, "/");
try {
  console.log(`${ROUNDS} rounds, median (least to most)`);
  for (const slowdown of [1, 4]) {
    const rounds = [];
    for (let i = 0; i < ROUNDS; i += 1) rounds.push(await round(site, slowdown));
    for (const kind of ["cold", "warm"]) {
      for (const what of ["usable", "finished", "verified", "longest"]) {
        const values = rounds.map((times) => times[kind][what]);
        console.log(`${slowdown} × CPU, ${kind}, ${what.padEnd(8)} ${described(values)}`);
      }
    }
  }
  const processor = [];
  for (let i = 0; i < ROUNDS; i += 1) processor.push(await longestByProcessor(site));
  console.log(`1 × CPU, cold, longest task, processor time ${described(processor)}`);
} finally {
  await site.close();
}
