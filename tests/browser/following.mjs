// Measures how soon the landing experiment follows a moved slider: its curves, table and Gantt chart, and the machine.
//
//   cargo xtask measure following [--rounds N]
//
// In each round a slider moves to and fro for three seconds, a position a frame. A lag is the time from the event of a position to the end of the first
// drawing with its curves; positions that are skipped have none. Then the slider moves by single positions in each tab: a lag is the time to the first
// frame with another table or picture. METASCHED_DIST and CHROMIUM as in the tests.

import { fileURLToPath } from "node:url";
import { CHROMIUM, launch } from "./driver.mjs";
import { lagsOf, moveSlider, quantile } from "./moving.mjs";
import { serveFolder } from "./server.mjs";

const ROUNDS = Number(process.argv[2] ?? 5);
const DIST = process.env.METASCHED_DIST ?? fileURLToPath(new URL("../../dist", import.meta.url));
const SLIDERS = ["#s-workload-compute_fraction", "#s-workload-load"];
/** What follows in each tab. */
const FOLLOWERS = { curves: "#curve-canvas", table: "#table tbody", gantt: "#gantt-canvas", machine: "#machine-canvas-first" };

const isDone = (page) => page.waitForFunction(() => document.documentElement.dataset.state === "done", { timeout: 60_000 });
const described = (values) => [0.5, 0.95, 1].map((share) => `${quantile(values, share).toFixed(1)} ms`).join(", ");

const site = await serveFolder(DIST, "/");
const browser = await launch(CHROMIUM, { defaultViewport: { width: 1440, height: 900 } });
try {
  const page = await browser.newPage();
  await page.goto(site.url);
  await isDone(page);
  console.log(`${await browser.version()}, ${ROUNDS} rounds; median, 95 %, longest`);
  for (const slider of SLIDERS) {
    const all = { lags: [], frames: [], positions: 0, pale: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const seen = await moveSlider(page, slider, { seconds: 3 });
      all.lags.push(...seen.lags);
      all.frames.push(...seen.frames);
      all.positions += seen.positions;
      all.pale += seen.pale;
      // The whole run begins once the value rests.
      await page.waitForFunction(() => document.documentElement.dataset.state === "running");
      await isDone(page);
    }
    console.log(`${slider}: ${all.positions} positions, ${all.lags.length} figures, ${all.pale} of them pale or empty`);
    console.log(`  lag     ${described(all.lags)}`);
    console.log(`  frames  ${described(all.frames)}`);
  }
  for (const [tab, follower] of Object.entries(FOLLOWERS)) {
    await page.$eval(`#tab-${tab}`, (own) => own.click());
    await page.waitForSelector(follower, { visible: true });
    const lags = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      lags.push(...(await lagsOf(page, SLIDERS[0], follower)));
      await page.waitForFunction(() => document.documentElement.dataset.state === "running");
      await isDone(page);
    }
    console.log(`${tab}, single positions: ${lags.length} of ${20 * ROUNDS}`);
    console.log(`  lag     ${described(lags)}`);
  }
} finally {
  await browser.close();
  await site.close();
}
