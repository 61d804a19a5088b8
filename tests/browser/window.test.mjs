// The longest window of a timeline that the page asks for arrives and is drawn without holding up the page.

import assert from "node:assert/strict";
import { countDraws } from "./draws.mjs";
import { attribute, box, choose, click, fill, shown, value } from "./driver.mjs";
import { browserTest, dropFile, inState, settled } from "./harness.mjs";
import { assertInPieces } from "./tasks.mjs";

// Overloaded, so that as many samples as there may be belong to a job that starts: 400 jobs and 6400 samples.
const SCENARIO = {
  platform: { topology: "tree", clusters: [{ count: 8, nodes: 100 }], speed_heterogeneity: 0.2 },
  workload: { jobs_per_cluster: 20_000, nodes: [50, 100], interarrival_s: 10 },
  schedulers: ["first-fit"],
  // A sketch comes first.
  experiment: { sweep: [], replications: 20 },
};
const LEAST_BYTES = 6400 * 24;

/** Opens the page with the scenario; it lists the length of every timeline in bytes. */
async function open(page, site) {
  await page.evaluateOnNewDocument((text) => {
    localStorage.setItem("metasched.scenario", text);
    globalThis.timelines = [];
    globalThis.Worker = class extends Worker {
      constructor(...program) {
        super(...program);
        this.addEventListener("message", ({ data }) => {
          const { timeline } = data.Timeline ?? {};
          if (timeline) globalThis.timelines.push(timeline instanceof Uint8Array ? timeline.length : 0);
        });
      }
    };
  }, JSON.stringify(SCENARIO));
  await page.goto(site.url);
  // Stopped in the first frames, before there is any result: a window is recorded without results.
  await page.waitForFunction(() => {
    const run = document.querySelector("#run");
    if (run.textContent === "Stop") run.click();
    return document.documentElement.dataset.state === "idle";
  });
}

const words = (page) => attribute(page, "#gantt-canvas", "aria-label");

/** Shows the window from so many seconds on, and waits until it is drawn. */
async function show(page, from_s) {
  const before = await words(page);
  await fill(page, "#gantt-from", String(from_s));
  await page.focus("#gantt-from");
  await page.keyboard.press("Enter");
  await page.waitForFunction((old) => document.querySelector("#gantt-canvas").ariaLabel !== old, {}, before);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

browserTest("a long window arrives in pieces", { open: false, isFirst: true }, async ({ page, site, shot }) => {
  await open(page, site);
  await click(page, "#tab-gantt");
  await page.waitForFunction(() => /jobs/.test(document.querySelector("#gantt-canvas").ariaLabel));
  const windows = [3000, 9000, 6000];
  await assertInPieces(page, "for three long windows", async () => {
    for (const from_s of windows) await show(page, from_s);
  });
  await shot("a long window");
  const timelines = await page.evaluate(() => globalThis.timelines);
  assert.ok(timelines.length > windows.length && !timelines.includes(0), "a timeline did not come as bytes");
  assert.ok(Math.max(...timelines) >= LEAST_BYTES, "the window is not as long as it could be");
});

const RUN = {
  workload: { jobs_per_cluster: 10_000 },
  schedulers: ["first-fit"],
  experiment: { sweep: [], replications: 1 },
};

browserTest("a run of 40 000 jobs is seen as a whole and moved at once", { open: false, isFirst: true }, async ({ page, site, shot }) => {
  await page.evaluateOnNewDocument((text) => localStorage.setItem("metasched.scenario", text), JSON.stringify(RUN));
  await page.goto(site.url);
  await settled(page);
  await click(page, "#tab-gantt");
  await page.waitForFunction(() => /: 400 jobs/.test(document.querySelector("#gantt-canvas").ariaLabel));
  await click(page, "#gantt .more > summary");
  await choose(page, "#gantt-jobs", { index: 2 });
  await page.waitForFunction(() => /: 40\s000 jobs/.test(document.querySelector("#gantt-canvas").ariaLabel));
  // The first drawing is not part of a movement.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await shot("the whole run in one window");
  const { x, y, width, height } = await box(page, "#gantt-canvas");
  await page.mouse.move(x + width / 2, y + height / 3);
  await page.mouse.wheel({ deltaY: -300 });
  // What the wheel has drawn coarsely is drawn in full when it pauses: that is no movement either.
  await page.evaluate(() => new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn), 1000)));
  await assertInPieces(page, "while 40 000 jobs are moved", async () => {
    await page.mouse.down();
    for (let step = 1; step <= 30; step += 1) await page.mouse.move(x + width / 2 - 5 * step, y + height / 3);
  });
  await page.mouse.up();
  // The size of the window stays in a link.
  await page.reload();
  await page.waitForFunction(() => /: 40\s000 jobs/.test(document.querySelector("#gantt-canvas").ariaLabel));
});

/** What is drawn on a canvas, or was when it was moved last, as one byte of each pixel. Runs in the page. */
function pixels(selector, moved) {
  const canvas = moved ? globalThis.moved : document.querySelector(selector);
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return Array.from({ length: data.length / 4 }, (_, at) => data[4 * at + 1]);
}

/** Waits until the Gantt chart is drawn in full: unchanged for a second. Gives its pixels. */
async function still(page) {
  for (let before = []; ; ) {
    await new Promise((done) => setTimeout(done, 1000));
    const now = await page.evaluate(pixels, "#gantt-canvas", false);
    if (now.length === before.length && now.every((own, at) => own === before[at])) return now;
    before = now;
  }
}

/** Drags a canvas to the left by so many CSS pixels a frame, without letting go, and keeps what it shows then. Runs in the page. */
async function drag(selector, step, frames) {
  const canvas = document.querySelector(selector);
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const tell = (type, at) =>
    canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, buttons: 1, bubbles: true, clientX: left + width / 2 - step * at, clientY: top + height / 3 }));
  tell("pointerdown", 0);
  for (let at = 1; at <= frames; at += 1) {
    tell("pointermove", at);
    await new Promise((done) => requestAnimationFrame(done));
  }
  globalThis.moved = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
  globalThis.moved.getContext("2d").drawImage(canvas, 0, 0);
}

browserTest("a window of 200 000 jobs arrives without holding up the page, and is moved in frames that draw little, without seams", { open: false, isFirst: true }, async ({ page, site, shot }) => {
  const run = { ...RUN, workload: { jobs_per_cluster: 50_000 } };
  await page.evaluateOnNewDocument((text) => localStorage.setItem("metasched.scenario", text), JSON.stringify(run));
  await page.goto(site.url);
  await settled(page);
  await click(page, "#tab-gantt");
  const pause = () => new Promise((done) => setTimeout(done, 3000));
  await assertInPieces(page, "while 200 000 jobs arrive", async () => {
    await click(page, "#gantt .more > summary");
    await choose(page, "#gantt-jobs", { index: 0 });
    await page.waitForFunction(() => /: 400 jobs/.test(document.querySelector("#gantt-canvas").ariaLabel));
    await choose(page, "#gantt-jobs", { index: 3 });
    await page.waitForFunction(() => /: 200\s000 jobs/.test(document.querySelector("#gantt-canvas").ariaLabel));
    // Drawn in full, slice by slice.
    await pause();
  });
  await page.focus("#gantt-canvas");
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press("+");
  await still(page);
  const frames = 60;
  await page.evaluate(countDraws);
  await assertInPieces(page, "while 200 000 jobs are moved", () => page.evaluate(drag, "#gantt-canvas", 7, frames));
  const draws = (await page.evaluate(() => globalThis.drawn)) / frames;
  const inFull = await still(page);
  const moved = await page.evaluate(pixels, "#gantt-canvas", true);
  await shot("a crowd in full");
  // All of them, coarsely, are 12 600 (how long a frame takes: `cargo xtask measure panning`).
  assert.ok(draws > 0 && draws < 3_000, `${draws} draws a frame`);
  const differ = moved.filter((own, at) => Math.abs(own - inFull[at]) > 48).length;
  console.log(`${differ} of ${moved.length} pixels differ from what is drawn in full`);
  assert.ok(differ < moved.length / 50, `${differ} of ${moved.length} pixels`);
});

/** 600 jobs of one node, one after the other, and then a hundred at once that need the whole machine. */
function quietThenBusy() {
  const quiet = Array.from({ length: 600 }, (_, at) => `${at + 1} ${at * 100} -1 50 1`);
  const busy = Array.from({ length: 100 }, (_, at) => `${at + 601} 60000 -1 1000 4`);
  return Buffer.from(`; MaxProcs: 4\n${[...quiet, ...busy].join("\n")}\n`);
}

browserTest("a log is opened at its busiest time", { open: false }, async ({ page, site }) => {
  const scenario = {
    platform: { clusters: [{ nodes: 4 }] },
    workload: { model: "swf", path: "busy.swf" },
    schedulers: ["no-share"],
    experiment: { sweep: [], replications: 1 },
  };
  await page.evaluateOnNewDocument((text) => localStorage.setItem("metasched.scenario", text), JSON.stringify(scenario));
  await page.goto(site.url);
  await shown(page, "#banner-choose-log");
  await dropFile(page, "busy.swf", quietThenBusy());
  await settled(page);
  await click(page, "#tab-gantt");
  await page.waitForFunction(() => document.querySelector("#gantt-from").value.startsWith("16:4"));
  await page.waitForFunction(() => /the longest wait was 1 d/.test(document.querySelector("#gantt-canvas").ariaLabel));
  await click(page, "#gantt-earlier");
  await page.waitForFunction(() => document.querySelector("#gantt-from").value === "0:00:00");
  await click(page, "#gantt-busiest");
  await page.waitForFunction(() => document.querySelector("#gantt-from").value.startsWith("16:4"));
  assert.match(await value(page, "#gantt-from"), /^16:4/);
});
