// The story of a job: click it in the Gantt chart, read why it waited, and find the numbers of `metasched explain`.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { setTimeout as pause } from "node:timers/promises";
import { attribute, box, choose, click, fill, hidden, isVisible, scrollTo, shown, text } from "./driver.mjs";
import { browserTest, change, painted, readdressed, settled } from "./harness.mjs";
import { NATIVE, link } from "./workers.mjs";

const TEACHING = { hash: "#p=teaching-two-clusters" };

/** What the command line says of a job of the teaching case under a scheduler. */
async function explained(job, scheduler, ...settings) {
  const words = ["explain", "--preset", "teaching-two-clusters", "--job", String(job), "--scheduler", scheduler];
  const { stdout } = await promisify(execFile)(NATIVE, [...words, ...settings]);
  return stdout;
}

/** The same as data. */
async function native(...asked) {
  return JSON.parse(await explained(...asked, "--json")).stories[0];
}

/** The lines of a story stand in the text of the command line, one after the other and word by word. */
function sameWords(lines, text) {
  const words = (text) => text.replaceAll(/\s+/g, " ");
  let rest = words(text);
  for (const [, , line] of lines) {
    const at = rest.indexOf(words(line));
    assert.ok(at >= 0, `"${line}" is not what the command line says: ${rest}`);
    rest = rest.slice(at + words(line).length);
  }
}

/** Waits for the story of a job and reads it: `[kind, time, text]` of every line. */
async function story(page, job) {
  await page.waitForFunction(
    (job) => {
      const panel = document.querySelector("#story");
      const title = document.querySelector("#story-title").textContent;
      return !panel.hidden && !panel.hasAttribute("aria-busy") && title.startsWith(`Job ${job},`);
    },
    {},
    job,
  );
  return page.$$eval("#story-lines li", (lines) =>
    lines.map((line) => [line.dataset.kind ?? "", line.firstChild.dataset?.time, line.lastChild.textContent]),
  );
}

/** Opens the Gantt chart, with the run of a scheduler by its place in the list. */
async function gantt(page, scheduler) {
  await settled(page);
  await click(page, "#tab-gantt");
  await choose(page, "#gantt-scheduler", { index: scheduler });
  await drawn(page);
}

const drawn = (page) =>
  page.waitForFunction(() => /jobs/.test(document.querySelector("#gantt-canvas").getAttribute("aria-label")));

/** Asks for the story of a job by its number. */
async function ask(page, job) {
  await fill(page, "#gantt-job", String(job));
  await page.focus("#gantt-job");
  await page.keyboard.press("Enter");
  return story(page, job);
}

browserTest("a story has the reasons and the numbers of the command line", TEACHING, async ({ page, shot }) => {
  await gantt(page, 2);
  const lines = await ask(page, 33);
  await shot("story");
  const answer = await native(33, "first-fit");
  const reasons = [...answer.story.reasons.first, ...answer.story.reasons.last];
  const waits = lines.filter(([kind]) => kind === "wait");
  assert.ok(reasons.length > 1, "the job does not wait: take another");
  assert.equal(waits.length, reasons.length);
  // The first reason has the time of the arrival, which is shown above it.
  const times = waits.slice(1).map(([, time]) => Number(time));
  assert.deepEqual(times, reasons.slice(1).map(({ time_s }) => time_s));
  sameWords(lines, await explained(33, "first-fit"));
  const [, start] = lines.find(([kind]) => kind === "start");
  assert.equal(Number(start), answer.story.start.time_s);
  const [, end, ended] = lines.at(-1);
  assert.equal(Number(end), answer.story.until_s);
  assert.match(ended, /^ends; turnaround .* waiting \+ .* alone/);
});

browserTest("slides name the link, and are drawn above the links", TEACHING, async ({ page, shot }) => {
  await gantt(page, 2);
  const before = await page.$eval("#gantt-canvas", (canvas) => canvas.clientHeight);
  await change(page, "workload-bsbw_mbps", "1500");
  const settings = ["--set", "workload.bsbw_mbps=1500"];
  // The first job that the network slows down twice.
  let job = 0;
  let answer = await native(job, "first-fit", ...settings);
  while (answer.story.slides.first.length < 2) answer = await native(++job, "first-fit", ...settings);
  const lines = await ask(page, job);
  const slides = lines.filter(([kind]) => kind === "slide");
  assert.equal(slides.length, answer.story.slides.first.length);
  const links = answer.story.slides.first.flatMap(({ link }) => link?.name ?? []);
  assert.ok(links.length > 0, "no link slows it down: take another");
  for (const name of links) assert.ok(slides.some(([, , text]) => text.includes(name)), name);
  sameWords(lines, await explained(job, "first-fit", ...settings));
  const after = await page.$eval("#gantt-canvas", (canvas) => canvas.clientHeight);
  assert.ok(after > before, "delay and share are no strips of the chart");
  await shot("story with slides");
  // A moment of the list is one of the chart.
  await click(page, "#story-lines li:last-child .moment");
  await shot("story at its end");
});

browserTest("keys of the chart zoom, move, select a stretch of time and search; the page's own do not act", TEACHING, async ({ page, shot }) => {
  await gantt(page, 2);
  await page.focus("#gantt-canvas");
  for (const key of ["w", "w", "d", "s", "a"]) await page.keyboard.press(key);
  assert.equal(await page.$("dialog[open]"), null, "S opens no dialog while the chart has the focus");
  await page.keyboard.down("Shift");
  for (let i = 0; i < 6; i++) await page.keyboard.press("ArrowRight");
  await page.keyboard.up("Shift");
  const said = await text(page, "#gantt-details");
  assert.match(said, /^Selected: [0-9:]+ to [0-9:]+ \(.+\); \d+ jobs? ran, \d+ of them started; .*mean of jobs waiting: /);
  assert.equal(await text(page, "#announcer"), said);
  await shot("stretch of time");
  await page.keyboard.press("f");
  // Colours by wait are in the link.
  await click(page, "#gantt .more > summary");
  await readdressed(page, () => choose(page, "#gantt-colour", { label: "wait" }));
  await shot("colours by wait");
  await page.focus("#gantt-canvas");
  await page.keyboard.press("Escape");
  assert.doesNotMatch(await text(page, "#gantt-details"), /^Selected/);
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "gantt-job");
});

browserTest("a click opens the story of the job, Escape closes it", TEACHING, async ({ page }) => {
  await gantt(page, 2);
  const { x, y, width } = await box(page, "#gantt-canvas");
  // Somewhere in the first cluster there is a job.
  let said;
  for (let at = 0.2; at < 0.9; at += 0.05) {
    await page.mouse.move(x + width * at, y + 60);
    said = await text(page, "#gantt-details");
    if (said.startsWith("Job ")) break;
  }
  const job = Number(said.match(/^Job (\d+);/)[1]);
  await page.mouse.down();
  await page.mouse.up();
  const lines = await story(page, job);
  assert.equal(lines[0][0], "arrival");
  // Another scheduler shows the story of the same job.
  await choose(page, "#gantt-scheduler", { index: 0 });
  await page.waitForFunction(() => /No share/.test(document.querySelector("#story-title").textContent));
  await story(page, job);
  await page.focus("#gantt-canvas");
  await page.keyboard.press("Escape");
  assert.equal(await isVisible(page, "#story"), false);
});

browserTest("by keyboard: to a job, into its story, and back", TEACHING, async ({ page }) => {
  await gantt(page, 1);
  await page.focus("#gantt-canvas");
  await page.keyboard.press(".");
  await page.keyboard.press(".");
  await page.keyboard.press("Enter");
  const said = await text(page, "#gantt-details");
  await story(page, Number(said.match(/^Job (\d+);/)[1]));
  assert.equal(await page.evaluate(() => document.activeElement.id), "story-title");
  assert.match(await text(page, "#announcer"), /^Job \d+: ends; turnaround/);
  // After the buttons that play and close the story.
  await shown(page, "#story-play");
  for (const button of ["#story-play", "#story .close"]) {
    await page.keyboard.press("Tab");
    assert.ok(await page.$eval(button, (own) => own === document.activeElement), button);
  }
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "moment");
  await page.keyboard.press("Escape");
  assert.equal(await isVisible(page, "#story"), false);
  assert.equal(await page.evaluate(() => document.activeElement.id), "gantt-canvas");
});

browserTest("jobs that cannot run, and jobs that do not exist", TEACHING, async ({ page }) => {
  await gantt(page, 0);
  const [kind, , text] = (await ask(page, 40))[0];
  assert.equal(kind, "");
  assert.equal(text, "Job 40 does not exist. Allowed: 0 to 39, in order of arrival.");
  await change(page, "platform-clusters-0-nodes", "11");
  const lines = await ask(page, 6);
  assert.match(lines.at(-1)[2], /^can never run, even with everything idle; it needs 12 nodes: home \(cluster 2\) has 11 free$/);
});

for (const [name, options] of Object.entries({
  dark: { colorScheme: "dark" },
  narrow: { viewport: { width: 360, height: 740 } },
})) {
  browserTest(`the story fits: ${name}`, { ...TEACHING, ...options }, async ({ page, shot }) => {
    await gantt(page, 2);
    await ask(page, 33);
    await pause(200);
    await shot(`story ${name}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    assert.equal(wide, false, "the page scrolls sideways");
  });
}

const SPREAD = "--preset landing --scheduler a1 --set workload.jobs_per_cluster=60 --set workload.bsbw_mbps=900 --set experiment.sweep=[]";

browserTest("the nodes that each cluster might have given to a job of A1 are drawn", { hash: link(SPREAD) }, async ({ page, shot }) => {
  const { stdout } = await promisify(execFile)(NATIVE, ["figure", ...SPREAD.split(" "), "--kind", "ranges"], { maxBuffer: 2 ** 24 });
  const [, job, time] = /[Jj]ob (\d+) at ([\d:]+)/.exec(stdout);
  await settled(page);
  await click(page, "#tab-gantt");
  await drawn(page);
  await ask(page, job);
  await shown(page, "#decision:not([hidden])");
  const title = await text(page, "#decision-title");
  assert.equal(title, `Spreading over clusters: job ${job}`);
  assert.match(await attribute(page, "#ranges-canvas", "aria-label"), /nodes, links up to 100 %: \d+ of cluster \d \(0–\d+/);
  await painted(page, "#ranges-canvas");
  assert.match(await text(page, "#decision-time"), new RegExp(`at ${time}`));
  await scrollTo(page, "#decision");
  await shot("ranges of a1");
  // A job on one cluster was not spread.
  await ask(page, 0);
  await hidden(page, "#decision");
});
