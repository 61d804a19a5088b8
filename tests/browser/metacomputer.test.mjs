// The metacomputer of Gehring and Preiß: its machines and arrivals in the form, rounds, surfaces and requests in the Gantt chart,
// and the story of a request.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { attribute, box, choose, click, fill, hidden, isVisible, scrollTo, shown, text, value } from "./driver.mjs";
import { browserTest, captioned, painted, settled } from "./harness.mjs";
import { NATIVE, link } from "./workers.mjs";

const SIZES = "#plot-platform-sizes";
const ARRIVALS = "#plot-workload-night_rate_per_h";

/** Changes a field and waits until the scenario is another one, not for its run, which may be long. */
async function set(page, id, value) {
  const before = await text(page, "#scenario-digest");
  await fill(page, `#f-${id}`, value);
  await page.waitForFunction((old) => document.querySelector("#scenario-digest").textContent !== old, {}, before);
}

/** Figure 6 with few jobs at one point of the sweep, so that it is run at once. */
const SHORT = "--preset gehring1999-fig6 --replications 1 --set experiment.completions=300 --set experiment.sweep.0.values=[12]";
const FORM = { hash: link(SHORT) };
/** On six machines. */
const SMALL = { hash: link(`${SHORT} --set platform.clusters.0.count=6`) };

/** Opens the Gantt chart of a scheduler by its place in the list. */
async function gantt(page, scheduler) {
  await click(page, "#tab-gantt");
  await choose(page, "#gantt-scheduler", { index: scheduler });
  await page.waitForFunction(() => /requests/.test(document.querySelector("#gantt-canvas").textContent));
}

/** Marks job after job by keyboard until one is described like this. */
async function nextJob(page, words) {
  await page.focus("#gantt-canvas");
  for (let tries = 0; tries < 100; tries += 1) {
    await page.keyboard.press(".");
    const details = await text(page, "#gantt-details");
    if (words.test(details)) return details;
  }
  return assert.fail(`no job with ${words}`);
}

browserTest("the form shows the machines and the day", FORM, async ({ page, shot }) => {
  await shown(page, SIZES);
  assert.match(await attribute(page, SIZES, "aria-label"), /^Clusters by nodes, replication 1: \d+ of 8–, /);
  const day = "at night, at most 5.6 per hour, at 10:00.";
  assert.equal(await attribute(page, ARRIVALS, "aria-label"), `Arrivals over the day: 1.0 per hour ${day}`);
  await scrollTo(page, SIZES);
  await shot("metacomputer form");
  await set(page, "workload-compression", "2");
  await page.waitForFunction((plot) => / 2\.0 per hour/.test(document.querySelector(plot).ariaLabel), {}, ARRIVALS);
  await set(page, "platform-sizes", "");
  await hidden(page, SIZES);
  assert.ok(await isVisible(page, ARRIVALS));
});

browserTest("the coefficients of the rate are folded away, and change it", FORM, async ({ page, shot }) => {
  await shown(page, ARRIVALS);
  const field = "#f-workload-rate_t0";
  assert.ok(!(await isVisible(page, field)));
  await click(page, "summary::-p-text(Polynomial of the rate)");
  await shown(page, field);
  assert.equal(await value(page, "#f-workload-rate_t8"), "4618.6");
  await shot("metacomputer coefficients");
  await set(page, "workload-rate_t0", "4.1");
  await page.waitForFunction((plot) => / 6\.6 per hour/.test(document.querySelector(plot).ariaLabel), {}, ARRIVALS);
  await fill(page, field, "2");
  await page.waitForFunction(() => /-0\.379 jobs per hour at 8:30/.test(document.querySelector("#e-workload-rate_t0").textContent));
});

browserTest("figure 7 opens with local requests, figure 6 with all", { hash: "#p=gehring1999-fig7" }, async ({ page }) => {
  const shows = (wanted) =>
    page.waitForFunction((text) => document.querySelector("#curve-y")?.selectedOptions[0]?.textContent === text, {}, wanted);
  await shows("Mean turnaround of local requests");
  const open = (hash) => page.evaluate((hash) => void (location.hash = hash), hash);
  await open("#p=gehring1999-fig6");
  await shows("Mean turnaround");
  await open("#p=gehring1999-fig7");
  await shows("Mean turnaround of local requests");
  const offered = await page.$$eval("#curve-y option", (all) => all.map((option) => option.textContent));
  assert.ok(!offered.some((text) => /link/i.test(text)), `${offered}`);
});

browserTest("neither is shown for other systems", async ({ page }) => {
  await settled(page);
  assert.ok(!(await isVisible(page, SIZES)) && !(await isVisible(page, ARRIVALS)));
});

browserTest("requests, rounds and a story", SMALL, async ({ page, shot }) => {
  await settled(page);
  await gantt(page, 1);
  await shot("metacomputer rounds");
  await captioned(page, "#gantt", /A triangle marks a round of the meta-scheduler/);
  await nextJob(page, /; local request to Cluster \d; \d+ nodes: /);
  await nextJob(page, /; meta request, synchronous/);
  const details = await nextJob(page, /; meta request, asynchronous/);
  await page.keyboard.press("Enter");
  const job = details.match(/^Job (\d+);/)[1];
  await page.waitForFunction((job) => document.querySelector("#story-title").textContent.startsWith(`Job ${job},`), {}, job);
  await shown(page, "#story-lines li:nth-child(3)");
  const lines = await page.$$eval("#story-lines li", (all) => all.map((line) => line.textContent));
  assert.match(lines[0], /arrives at the metacomputer and needs \d+ nodes?, or fewer, for /);
  assert.match(lines.join("\n"), /it is in the waiting room until the round at|starts /);
});

browserTest("the surface of the round under the pointer", SMALL, async ({ page, shot }) => {
  await settled(page);
  await choose(page, "#f-schedulers-1-control", "limited");
  await settled(page);
  await gantt(page, 1);
  await page.focus("#gantt-canvas");
  await page.keyboard.press("0");
  await page.evaluate(() => window.scrollBy(0, document.querySelector("#gantt-canvas").getBoundingClientRect().top - 120));
  const { x, y, width } = await box(page, "#gantt-canvas");
  // In the header of the first cluster there are no jobs.
  await page.mouse.move(x + 0.6 * width, y + 40);
  await page.waitForFunction(() => /^Dashed: /.test(document.querySelector("#gantt-details").textContent));
  assert.match(
    await text(page, "#gantt-details"),
    /^Dashed: what the meta-scheduler saw in the round at [\d: d]+, before it planned \d+ requests?\.$/,
  );
  await shot("metacomputer surfaces");
});

/** Six machines on which requests wait for their planned starts. */
const PLANNED = SHORT.replace("[12]", "[19]") + ' --set platform.clusters.0.count=6 --scheduler {"policy":"meta-ffih","control":"ihs-fixed"}';

for (const [name, options] of Object.entries({
  light: {},
  "narrow dark": { viewport: { width: 360, height: 740 }, colorScheme: "dark" },
})) {
  browserTest(`the plan on which a request was put, and a slider through the plannings: ${name}`, { hash: link(PLANNED), ...options }, async ({ page, shot }) => {
    const { stdout } = await promisify(execFile)(NATIVE, ["figure", ...PLANNED.split(" "), "--kind", "plan"], { maxBuffer: 2 ** 24 });
    const [, words] = /<title>[^<]*: (job \d+ is planned at [^.<]*)\./.exec(stdout);
    const [, job] = /job (\d+)/.exec(words);
    await settled(page);
    await click(page, "#tab-gantt");
    await painted(page, "#gantt-canvas");
    await fill(page, "#gantt-job", job);
    await page.keyboard.press("Enter");
    await shown(page, "#planning:not([hidden])");
    assert.equal(await text(page, "#planning-title"), `On the plan: job ${job}`);
    // The job's own planning is shown first, with the words of the command line.
    assert.equal((await text(page, "#planning output")).toLowerCase(), `${words}.`);
    assert.ok((await attribute(page, "#planning-canvas", "aria-label")).includes(words));
    await painted(page, "#planning-canvas");
    await scrollTo(page, "#planning");
    await shot(`plan ${name}`);
    await page.focus("#planning-moment");
    await page.keyboard.press("End");
    await page.waitForFunction((job) => !document.querySelector("#planning output").textContent.startsWith(`Job ${job} `), {}, job);
    await painted(page, "#planning-canvas");
    await shot(`plan later ${name}`);
    // The slider stays in sight, and above everything else, when the last plan is.
    const isInSight = await page.evaluate(() => {
      document.querySelector("#planning-canvas").scrollIntoView({ block: "end" });
      const slider = document.querySelector("#planning-moment");
      const { x, y, width, height } = slider.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === slider;
    });
    assert.ok(isInSight, "the slider is out of sight");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    assert.equal(wide, false, "the page scrolls sideways");
  });
}

browserTest("without control there are requests but no rounds", SMALL, async ({ page }) => {
  await settled(page);
  await gantt(page, 0);
  const caption = await text(page, "#gantt figcaption");
  assert.match(caption, /local ones an edge/);
  assert.doesNotMatch(caption, /round/);
});
