// Measures how smoothly a Gantt chart of 100,000 jobs is panned, and how much is drawn per frame.
//
//   cargo xtask measure panning [--rounds N]
//
// In each round a pointer drags the chart to and fro for three seconds, a step a frame: as it opens, zoomed in, and over the map of the whole
// run, in the usual window and in one of all jobs; and there the wheel zooms in and out. A time is that from one frame to the next, so that it
// is 16.7 ms at 60 frames a second; "draws" is what a frame asks of the canvas. Other programs on the same cores hold frames up; so there is,
// of a round of its own, the processor time of the longest tasks, as many as there were frames: the longest, and the median.
// METASCHED_BIN, METASCHED_DIST and CHROMIUM as in the tests.

import { fileURLToPath } from "node:url";
import { countDraws } from "./draws.mjs";
import { CHROMIUM, choose, launch, press } from "./driver.mjs";
import { serveFolder } from "./server.mjs";
import { mainThreadTasks } from "./tasks.mjs";
import { link } from "./workers.mjs";

const ROUNDS = Number(process.argv[2] ?? 5);
const DIST = process.env.METASCHED_DIST ?? fileURLToPath(new URL("../../dist", import.meta.url));
const RUN = "--preset landing --set workload.jobs_per_cluster=25000 --set experiment.sweep=[] --set experiment.replications=1 --set schedulers=[\"b1\"]";
const CHART = "#gantt-canvas";
const SECONDS = 3;
/** The windows: what they are called, their places among the choices, and how the chart is described then. */
const WINDOWS = [
  ["400 jobs", 0, ": 400 jobs"],
  ["all jobs", 3, ": [0-9]+\\s[0-9]{3} jobs"],
];
/** What the pointer does: what it is called, steps of zooming in, how far down the canvas, and whether it turns the wheel. */
const WAYS = [
  ["as it opens", 0, 0.3],
  ["zoomed in", 4, 0.3],
  ["over the map", 4, 0.93],
  ["wheel", 1, 0.3, true],
];

/** Drags the canvas, or turns the wheel, at a share of its height for some seconds: for each frame its time in ms and what it drew. Runs in the page. */
async function move(selector, height, seconds, wheel) {
  const canvas = document.querySelector(selector);
  canvas.scrollIntoView({ block: "center" });
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const box = canvas.getBoundingClientRect();
  const tell = (type, share) =>
    canvas.dispatchEvent(
      new PointerEvent(type, { pointerId: 1, buttons: 1, bubbles: true, clientX: box.left + box.width * share, clientY: box.top + box.height * height }),
    );
  const turn = (way) => {
    const [clientX, clientY] = [box.left + box.width / 2, box.top + box.height * height];
    canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: 100 * Math.sign(way), bubbles: true, cancelable: true, clientX, clientY }));
  };
  if (!wheel) tell("pointerdown", 0.5);
  await frame();
  const frames = [];
  const begin = await frame();
  for (let last = begin; last - begin < seconds * 1e3; ) {
    const before = globalThis.drawn;
    if (wheel) turn(Math.cos((last - begin) / 100));
    else tell("pointermove", 0.5 + 0.3 * Math.sin((last - begin) / 400));
    const now = await frame();
    frames.push({ ms: now - last, draws: globalThis.drawn - before });
    last = now;
  }
  if (!wheel) tell("pointerup", 0.5);
  return frames;
}

const site = await serveFolder(DIST, "/");
const browser = await launch(CHROMIUM, { defaultViewport: { width: 1440, height: 900 } });
try {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(countDraws);
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
  await page.click("#gantt .more > summary");
  for (const [jobs, choice, words] of WINDOWS) {
    await choose(page, "#gantt-jobs", { index: choice });
    await page.waitForFunction((own) => new RegExp(own).test(document.querySelector("#gantt-canvas").ariaLabel), {}, words);
    for (const [name, zoomed, height, wheel = false] of WAYS) {
      await zoom(zoomed);
      const once = () => page.evaluate(move, CHART, height, SECONDS, wheel);
      const frames = [];
      for (let round = 0; round < ROUNDS; round += 1) frames.push(...(await once()));
      let count = 0;
      const tasks = await mainThreadTasks(page, async () => {
        count = (await once()).length;
      });
      const times = frames.map((own) => own.ms).sort((a, b) => a - b);
      const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(1);
      const most = Math.max(...frames.map((own) => own.draws));
      const [median, most95, slowest] = [0.5, 0.95, 1].map(at);
      const [longest, usual] = [tasks[0], tasks[Math.floor(count / 2)]].map((ms) => ms.toFixed(1));
      console.log(`${`${jobs}, ${name}`.padEnd(22)}  median ${median} ms, 95 % ${most95} ms, longest ${slowest} ms; at most ${most} draws`);
      console.log(`${" ".repeat(24)}of processor time ${usual} ms a frame, longest task ${longest} ms`);
    }
  }
} finally {
  await browser.close();
  await site.close();
}
