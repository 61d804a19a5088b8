// Playback of stories, and the clock of the Gantt chart: one line after the other with its time, highlights of what it names, and one sentence in total.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { named } from "../../www/guide/lights.mjs";
import { attribute, box, choose, click, count, fill, hidden, isVisible, press, shown, text, value } from "./driver.mjs";
import { BOTH_IN_FULL, addressed, browserTest, change, plainTest, settled } from "./harness.mjs";

const AXE = await readFile(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const TEACHING = { ...BOTH_IN_FULL, hash: "#p=teaching-two-clusters" };
/** The story of job 33 under First-fit: it waits, and is co-allocated. */
const JOB = 33;

plainTest("a line names clusters and links", () => {
  const of = (kind, text) => {
    const { clusters, strips } = named({ kind, text });
    return [[...clusters], [...strips]];
  };
  assert.deepEqual(of("wait", "1 job ahead; needs 13 nodes: home (cluster 2) has 1 free; the most on one is 5 (cluster 1); all together have 6"), [
    [
      [2, 1],
      [1, 5],
    ],
    [],
  ]);
  assert.deepEqual(of("wait", "needs 44 nodes: all together give 12 within the threshold of 100 %: cluster 1 gives 4 of 20 (with 5 its link would reach 101 %)"), [
    [[1, 20]],
    ["Load of cluster 1's link"],
  ]);
  assert.deepEqual(of("wait", "needs 9 nodes: all together give 0 within the threshold of 100 %: cluster 12 gives 0 of 41 (site 1's core link is at 131 %)"), [
    [[12, 41]],
    ["Load of site 1's core link"],
  ]);
  assert.deepEqual(of("slide", "gets 71.1 % of its bandwidth, for cluster 1's link is at 141 %: its end slides 17.4 s later, to 160.4 s from now"), [
    [],
    ["Load of cluster 1's link", "predicted delay"],
  ]);
  assert.deepEqual(of("end", "ends; turnaround 164.0 s = 61.0 s waiting + 103.0 s alone"), [[], []]);
});

/** Opens the Gantt chart with the run of First-fit. */
async function gantt(page) {
  await settled(page);
  await click(page, "#tab-gantt");
  await choose(page, "#gantt-scheduler", { index: 2 });
  await shown(page, "#clock");
}

/** Opens the story of a job and plays it. */
async function play(page, job = JOB) {
  await fill(page, "#gantt-job", String(job));
  await page.focus("#gantt-job");
  await page.keyboard.press("Enter");
  await shown(page, "#story-short");
  await click(page, "#story-play");
  await shown(page, "#play");
}

/** The number of the current line from 1, as the player and as the list say it. */
const current = (page) =>
  page.evaluate(() => {
    const items = [...document.querySelectorAll("#story-lines li")];
    return [document.querySelector(".play-count")?.textContent, items.findIndex((item) => item.getAttribute("aria-current") === "step") + 1];
  });

const reaches = (page, wanted) =>
  page.waitForFunction((wanted) => document.querySelector(".play-count")?.textContent.startsWith(`${wanted} /`), { timeout: 20_000 }, wanted);

browserTest("a story plays, pauses and steps", TEACHING, async ({ page, shot }) => {
  await gantt(page);
  assert.equal(await count(page, "#story-play"), 1);
  await play(page);
  const short = "In short: Job 33 waited 79.1 s at cluster 2 and then ran 127.6 s on clusters 1 and 2 at once; 2 later jobs started before it.";
  assert.equal(await text(page, "#story-short"), short);
  const words = await text(page, "#play-text");
  assert.ok(words.startsWith(short) && words.includes("Arrives at cluster 2"), words);
  await reaches(page, 2);
  await press(page, " ");
  const [said, line] = await current(page);
  assert.ok(said.startsWith(`${line} / `), said);
  // A refusal lights up the clusters that it names, with their free nodes.
  await page.waitForFunction(() => document.querySelectorAll(".light-words").length === 2);
  assert.deepEqual(await page.$$eval(".light-words", (own) => own.map((one) => one.textContent)), ["1 free", "5 free"]);
  assert.ok((await count(page, ".light.hole")) > 0, "the holes are not found");
  await shot("story plays");
  await press(page, "ArrowRight");
  await press(page, "ArrowRight");
  assert.equal((await current(page))[1], line + 2);
  await press(page, "ArrowLeft");
  assert.equal((await current(page))[1], line + 1);
  // A moment of the list is one of the player.
  await click(page, "#story-lines li:last-child .moment");
  assert.match(await text(page, "#play-text"), /Ends; turnaround 206.7 s/);
  await shot("story at the end of playing");
  await press(page, "Escape");
  await hidden(page, "#play");
  assert.equal(await isVisible(page, "#story"), true);
  assert.equal((await current(page))[1], 0);
  assert.equal(await count(page, ".lights"), 0);
  await press(page, "Escape");
  await hidden(page, "#story");
});

browserTest("links that slow a job down are lit up", TEACHING, async ({ page, shot }) => {
  await gantt(page);
  await change(page, "workload-bsbw_mbps", "1500");
  await play(page, 7);
  await press(page, " ");
  for (let at = 0; at < 8 && !/its end slides/.test(await text(page, "#play-text")); at += 1) await press(page, "ArrowRight");
  assert.match(await text(page, "#play-text"), /cluster 1's link is at/);
  await page.waitForFunction(() => document.querySelectorAll(".light.strip").length === 2);
  // So are those who fill the link: its own part on cluster 1, and others.
  await page.waitForFunction(() => document.querySelectorAll(".light.filler").length > 1);
  await shot("story plays with links");
});

browserTest("a story that a link opens plays, and one of another run stops it", TEACHING, async ({ page }) => {
  await gantt(page);
  await play(page);
  await choose(page, "#gantt-scheduler", { index: 1 });
  await hidden(page, "#play");
  await page.waitForFunction(() => /Migration/.test(document.querySelector("#story-title").textContent));
  await addressed(page);
  await page.reload();
  await settled(page);
  await shown(page, "#story-play");
  await click(page, "#story-play");
  await shown(page, "#play");
});

browserTest("without motion a story is stepped through", { ...TEACHING, browsers: ["Chromium"] }, async ({ page }) => {
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  await gantt(page);
  await play(page);
  assert.equal(await count(page, "#play .play-button"), 2);
  await new Promise((later) => setTimeout(later, 6000));
  assert.equal((await current(page))[1], 1);
  await press(page, "ArrowRight");
  assert.equal((await current(page))[1], 2);
});

browserTest("the clock plays, pauses, and steps to starts", TEACHING, async ({ page, shot }) => {
  await gantt(page);
  const moment = () => text(page, "#clock output");
  assert.equal(await moment(), "–");
  await click(page, "#clock .play-button");
  await page.waitForFunction(() => document.querySelector("#clock input").valueAsNumber > 40);
  await click(page, "#clock .play-button");
  const stopped = await moment();
  assert.match(stopped, /^0:\d\d:\d\d$/);
  await shot("clock");
  await new Promise((later) => setTimeout(later, 300));
  assert.equal(await moment(), stopped);
  await click(page, "#clock button:nth-of-type(2)");
  const next = await moment();
  assert.ok(next > stopped, `${next} > ${stopped}`);
  assert.match(await text(page, "#gantt-details"), new RegExp(`start ${next}`));
  await click(page, "#clock button:nth-of-type(2)");
  assert.ok((await moment()) >= next);
  // At the fastest speed the clock soon reaches the end of the window and stops.
  await choose(page, "#clock-speed", { index: 4 });
  await click(page, "#clock .play-button");
  await page.waitForFunction(() => document.querySelector("#clock .play-button").title.startsWith("Play"), { timeout: 20_000 });
  assert.equal(await value(page, "#clock input"), "1000");
  const end = Number(await attribute(page, "#gantt-canvas", "data-to"));
  assert.equal(await moment(), `${Math.floor(end / 3600)}:${new Date(Math.round(end) * 1000).toISOString().slice(14, 19)}`);
  // Who plays a story has one cursor.
  await click(page, "#clock .play-button");
  await play(page);
  assert.match(await page.$eval("#clock .play-button", (own) => own.title), /^Play/);
});

browserTest("in a talk P plays the story of a step", { ...TEACHING, viewport: { width: 1280, height: 720 } }, async ({ page, shot }) => {
  await gantt(page);
  await fill(page, "#gantt-job", String(JOB));
  await page.focus("#gantt-job");
  await page.keyboard.press("Enter");
  await shown(page, "#story-short");
  // The address is updated a moment later.
  await new Promise((later) => setTimeout(later, 1000));
  const link = await page.evaluate(() => location.hash);
  await page.evaluate((link) => (location.hash = `${link}&talk`), link);
  await shown(page, "#talk-tools");
  await settled(page);
  await page.waitForFunction(() => /^Job 33,/.test(document.querySelector("#story-title").textContent) && !document.querySelector("#story").ariaBusy);
  await press(page, "p");
  await shown(page, "#play");
  assert.match(await text(page, "#play-text"), /^In short: Job 33 waited 79.1 s/);
  await reaches(page, 2);
  await press(page, "p");
  await shot("story in a talk");
  const fits = await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight && scrollY === 0);
  assert.ok(fits, "the talk fits on the screen");
  const size = await page.$eval("#play-text", (own) => parseFloat(getComputedStyle(own).fontSize));
  assert.ok(size >= 24, `${size} px`);
  await press(page, "Escape");
  await hidden(page, "#talk-tools");
});

for (const [name, options] of Object.entries({
  dark: { colorScheme: "dark" },
  narrow: { viewport: { width: 360, height: 740 } },
})) {
  browserTest(`the player fits: ${name}`, { hash: TEACHING.hash, ...options }, async ({ page, shot }) => {
    await gantt(page);
    await play(page);
    await press(page, " ");
    await press(page, "ArrowRight");
    assert.ok((await box(page, "#play-text")).y > 0, "the words are in sight");
    await shot(`player ${name}`);
    await page.evaluate(AXE);
    const faults = await page.evaluate(async () => (await globalThis.axe.run("#gantt")).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`));
    assert.deepEqual(faults, []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    assert.equal(wide, false, "the page scrolls sideways");
  });
}

/** How far both runs are, as the lines below their charts say it: moment, jobs ended, jobs waiting, nodes in use [%]. */
const standings = (page) =>
  page.$$eval("#compare-progress-first, #compare-progress-second", (lines) =>
    lines.map((line) => /^([\d:]+)\. Jobs ended: (\d+), Jobs waiting: (\d+), Nodes in use: (\d+) %$/.exec(line.textContent)?.slice(1)),
  );

/** How much of the last third of the time in both charts is coloured. */
const late = (page) =>
  page.$$eval("#compare figure > canvas", (all) =>
    all.map((canvas) => {
      const { width, height } = canvas;
      const { data } = canvas.getContext("2d").getImageData(Math.round(width * 0.65), 0, Math.round(width * 0.3), Math.round(height * 0.8));
      const isColoured = (i) => Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2]) > 40;
      return Array.from({ length: Math.floor(data.length / 28) }, (_, i) => isColoured(i * 28)).filter(Boolean).length;
    }),
  );

browserTest("two runs race on one clock", TEACHING, async ({ page, shot }) => {
  await settled(page);
  await click(page, "#tab-compare");
  await shown(page, "#race");
  await click(page, "#race .play-button");
  await page.waitForFunction(() => document.querySelector("#race input").valueAsNumber > 300);
  await click(page, "#race .play-button");
  const [first, second] = await standings(page);
  assert.equal(first[0], second[0]);
  assert.equal(first[0], await text(page, "#race output"));
  assert.ok(Number(first[1]) > 0 && Number(first[1]) < 40, first);
  // The part of both charts after the current time is veiled.
  const veiled = await late(page);
  await shot("race");
  await choose(page, "#race-speed", { index: 4 });
  await click(page, "#race .play-button");
  await page.waitForFunction(() => document.querySelector("#race .play-button").title.startsWith("Play"), { timeout: 20_000 });
  const over = await standings(page);
  const end = await text(page, "#race output");
  assert.deepEqual(over.map(([moment, ended]) => [moment, ended]), [[end, "40"], [end, "40"]]);
  const free = await late(page);
  for (const chart of [0, 1]) assert.ok(veiled[chart] < free[chart] / 2, `${veiled} ${free}`);
});

browserTest("in a talk both runs stand beside each other, and P lets them race", { ...TEACHING, viewport: { width: 1280, height: 720 } }, async ({ page, shot }) => {
  await settled(page);
  await click(page, "#tab-compare");
  await shown(page, "#race");
  await addressed(page);
  await page.evaluate(() => (location.hash += "&talk"));
  await shown(page, "#talk-tools");
  await settled(page);
  await press(page, "p");
  await page.waitForFunction(() => document.querySelector("#race input").valueAsNumber > 300);
  await press(page, "p");
  const [first, second] = [await box(page, "#compare-canvas-first"), await box(page, "#compare-canvas-second")];
  assert.ok(first.x + first.width <= second.x && Math.abs(first.y - second.y) < 2, JSON.stringify([first, second]));
  assert.ok(second.y + second.height < 720, JSON.stringify(second));
  await shot("race in a talk");
});
