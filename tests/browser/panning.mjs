// How evenly a Gantt chart of 100,000 jobs is panned, and how much a frame draws.
//
//   cargo xtask measure panning [--rounds N]
//
// In each round a pointer drags the chart to and fro for three seconds, a step a frame: as it opens, zoomed in, and over the map of the whole
// run. A time is that from one frame to the next, so that it is 16.7 ms at 60 frames a second; "draws" is what a frame asks of the canvas.
// Other programs on the same cores hold frames up; so there is, of a drag of its own, the processor time of the longest task.
// METASCHED_BIN, METASCHED_DIST and CHROMIUM as in the tests.

import { fileURLToPath } from "node:url";
import { CHROMIUM, launch, press } from "./driver.mjs";
import { serveFolder } from "./server.mjs";
import { mainThreadTasks } from "./tasks.mjs";
import { link } from "./workers.mjs";

const ROUNDS = Number(process.argv[2] ?? 5);
const DIST = process.env.METASCHED_DIST ?? fileURLToPath(new URL("../../dist", import.meta.url));
const RUN = "--preset landing --set workload.jobs_per_cluster=25000 --set experiment.sweep=[] --set experiment.replications=1 --set schedulers=[\"b1\"]";
const CHART = "#gantt-canvas";
const SECONDS = 3;
/** Where the pointer drags: what it is called, steps of zooming in, and how far down the canvas. */
const WAYS = [
  ["as it opens", 0, 0.3],
  ["zoomed in", 4, 0.3],
  ["over the map", 0, 0.93],
];
/** What draws on a canvas. */
const DRAWS = ["fill", "stroke", "fillRect", "strokeRect", "fillText", "drawImage"];

/** Counts what is drawn from now on, as `drawn`. Runs in the page before anything of its own. */
function count(names) {
  globalThis.drawn = 0;
  for (const name of names) {
    const own = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...rest) {
      globalThis.drawn += 1;
      return own.apply(this, rest);
    };
  }
}

/** Drags the canvas at a share of its height for some seconds: for each frame its time in ms and what it drew. Runs in the page. */
async function drag(selector, height, seconds) {
  const canvas = document.querySelector(selector);
  canvas.scrollIntoView({ block: "center" });
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const box = canvas.getBoundingClientRect();
  const tell = (type, share) =>
    canvas.dispatchEvent(
      new PointerEvent(type, { pointerId: 1, buttons: 1, bubbles: true, clientX: box.left + box.width * share, clientY: box.top + box.height * height }),
    );
  tell("pointerdown", 0.5);
  await frame();
  const frames = [];
  const begin = await frame();
  for (let last = begin; last - begin < seconds * 1e3; ) {
    const before = globalThis.drawn;
    tell("pointermove", 0.5 + 0.3 * Math.sin((last - begin) / 400));
    const now = await frame();
    frames.push({ ms: now - last, draws: globalThis.drawn - before });
    last = now;
  }
  tell("pointerup", 0.5);
  return frames;
}

const site = await serveFolder(DIST, "/");
const browser = await launch(CHROMIUM, { defaultViewport: { width: 1440, height: 900 } });
try {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(count, DRAWS);
  await page.goto(site.url + link(RUN));
  await page.waitForFunction(() => document.documentElement.dataset.state === "done", { timeout: 120_000 });
  await page.$eval("#tab-gantt", (tab) => tab.click());
  await page.waitForSelector("#gantt-extremes:not([hidden]) li, #gantt-extremes:not([hidden]) summary", { timeout: 120_000 });
  const zoom = async (steps) => {
    await page.focus(CHART);
    await press(page, "0");
    for (let step = 0; step < steps; step += 1) await press(page, "+");
  };
  console.log(`${await browser.version()}, 100,000 jobs, ${ROUNDS} rounds`);
  for (const [name, zoomed, height] of WAYS) {
    await zoom(zoomed);
    const once = () => page.evaluate(drag, CHART, height, SECONDS);
    const frames = [];
    for (let round = 0; round < ROUNDS; round += 1) frames.push(...(await once()));
    const [longest] = await mainThreadTasks(page, once);
    const times = frames.map((own) => own.ms).sort((a, b) => a - b);
    const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(1);
    const most = Math.max(...frames.map((own) => own.draws));
    const [median, most95, slowest] = [0.5, 0.95, 1].map(at);
    console.log(`${name.padEnd(12)}  median ${median} ms, 95 % ${most95} ms, longest ${slowest} ms; at most ${most} draws`);
    console.log(`${" ".repeat(14)}longest task ${longest.toFixed(1)} ms of processor time`);
  }
} finally {
  await browser.close();
  await site.close();
}
