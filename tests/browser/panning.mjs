// Measures how smoothly a Gantt chart of 100,000 jobs is panned, how much is drawn per frame, and how smoothly machines of 64 clusters with 500
// running jobs play.
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
/** Machines of 64 clusters on which 570 jobs run at a time. */
const MACHINE =
  "--preset landing --set platform.clusters.0.count=64 --set platform.clusters.0.nodes=300 --set workload.interarrival_s=50 --set workload.jobs_per_cluster=100 --set experiment.sweep=[] --set experiment.replications=1";
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

/** Sorted times between frames for some seconds, in ms. Runs in the page. */
async function framesOf(seconds) {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const times = [];
  const begin = await frame();
  for (let last = begin; last - begin < seconds * 1e3; ) {
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  return times.sort((a, b) => a - b);
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
  const machine = await browser.newPage();
  await machine.goto(site.url + link(MACHINE));
  await machine.waitForFunction(() => document.documentElement.dataset.state === "done", { timeout: 120_000 });
  await machine.$eval("#tab-machine", (tab) => tab.click());
  await choose(machine, "#machine-jobs", { index: 2 });
  await machine.waitForFunction(() => document.querySelector("#machine-canvas-first").ariaLabel?.startsWith("Machine of"));
  await machine.waitForSelector("#machine-clock input", { visible: true });
  await machine.$eval("#machine-clock input", (input) => {
    input.value = String(Number(input.min) + (Number(input.max) - Number(input.min)) / 2);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await machine.$eval("#machine-clock .play-button", (own) => own.click());
  let times = [];
  const tasks = await mainThreadTasks(machine, async () => {
    times = await machine.evaluate(framesOf, SECONDS);
  });
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(1);
  console.log(`machine, ${await machine.$eval("#machine-canvas-first", (own) => own.ariaLabel.slice(0, 160))}`);
  console.log(`${" ".repeat(24)}median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms`);
  const [usual, most] = [0.5, 0.05].map((share) => tasks[Math.floor(times.length * share)].toFixed(1));
  console.log(`${" ".repeat(24)}of processor time ${usual} ms a frame, 95 % ${most} ms`);
} finally {
  await browser.close();
  await site.close();
}
