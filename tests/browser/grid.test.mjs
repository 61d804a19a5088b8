// The grid of Vahdat-Nejad and Monsefi: fuzzy sets and rules in the form, and why a job went to its cluster.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { attribute, box, choose, click, count, fill, hidden, isVisible, scrollTo, shown, text, value } from "./driver.mjs";
import { browserTest, painted, settled } from "./harness.mjs";
import { link } from "./workers.mjs";

/** The preset with three of its hundred replications. */
const PRESET = { hash: link("--preset vahdat-scenario1 --replications 3") };
/** The fuzzy scheduler's place in the preset. */
const FUZZY = 1;
const field = (name) => `#f-schedulers-${FUZZY}-${name}`;
const plot = (name) => `#plot-schedulers-${FUZZY}-${name}`;

/** Does something, and waits until the scenario is another one. */
async function changes(page, action) {
  const before = await text(page, "#scenario-digest");
  await action();
  await page.waitForFunction((old) => document.querySelector("#scenario-digest").textContent !== old, {}, before);
}

/** Unfolds the sets and rules of the fuzzy scheduler. */
async function tables(page) {
  await page.waitForSelector(field("processors_weight"));
  await click(page, ".tables > summary");
  await shown(page, field("size_sets-0-0"));
}

/** Tells the story of a job of a scheduler, and waits for the choice of its cluster. */
async function decided(page, scheduler, job) {
  await settled(page);
  await click(page, "#tab-gantt");
  await choose(page, "#gantt-scheduler", { index: scheduler });
  await fill(page, "#gantt-job", String(job));
  await page.keyboard.press("Enter");
  await shown(page, "#decision-clusters tbody tr");
  await page.waitForFunction((job) => document.querySelector("#decision-title").textContent.endsWith(`job ${job}`), {}, job);
}

/** The cells of a table, row by row. */
const cells = (page, table) =>
  page.$$eval(`${table} tbody tr`, (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

/** The last number of a text. */
const last = (words) => Number(words.match(/[\d.]+$/)[0]);

browserTest("fuzzy sets are fields beside a plot", PRESET, async ({ page, shot }) => {
  await tables(page);
  assert.equal(await count(page, ".tables"), 1, "only the fuzzy scheduler has tables");
  assert.equal(
    await attribute(page, plot("size_sets"), "aria-label"),
    "Sets of size (MB): small 1, 1, 10.5; medium 1, 10.5, 20; large 10.5, 20, 20.",
  );
  await scrollTo(page, plot("ratio_sets"));
  await pause(100);
  await painted(page, plot("ratio_sets"));
  await shot("fuzzy form");
  await changes(page, () => fill(page, field("ratio_sets-1-1"), "0.4"));
  await page.waitForFunction((plot) => /medium 0, 0\.4, 1;/.test(document.querySelector(plot).ariaLabel), {}, plot("ratio_sets"));
  // By keyboard: an arrow key moves by one step.
  await page.focus(field("size_sets-1-1"));
  await changes(page, () => page.keyboard.press("ArrowUp"));
  assert.equal(await value(page, field("size_sets-1-1")), "11");
});

browserTest("the corner of a set is dragged in its plot", PRESET, async ({ page }) => {
  await tables(page);
  const canvas = plot("ratio_sets");
  await scrollTo(page, canvas);
  await painted(page, canvas);
  const { x, y, width } = await box(page, canvas);
  // The numbers go from 0 to 1, 12 pixels from either side; peaks are below the line of names.
  const at = (number) => [x + 12 + (width - 24) * number, y + 26];
  await page.mouse.move(...at(0.5));
  await page.mouse.down();
  await page.mouse.move(...at(0.6), { steps: 4 });
  await changes(page, () => page.mouse.move(...at(0.7)));
  await page.mouse.up();
  assert.equal(await value(page, field("ratio_sets-1-1")), "0.7");
  assert.match(await attribute(page, canvas, "aria-label"), /medium 0, 0\.7, 1;/);
  // After release nothing moves, and no corner passes the next one.
  await page.mouse.move(...at(0.3));
  await pause(400);
  assert.equal(await value(page, field("ratio_sets-1-1")), "0.7");
  await page.mouse.move(...at(0.7));
  await page.mouse.down();
  await page.mouse.move(x + width + 40, y + 26);
  await page.mouse.up();
  assert.equal(await value(page, field("ratio_sets-1-1")), "1");
});

browserTest("a gap between the sets is explained and not taken over", PRESET, async ({ page, shot }) => {
  await tables(page);
  await changes(page, () => fill(page, field("share_sets-0-2"), "0.2"));
  const before = await text(page, "#scenario-digest");
  await fill(page, field("share_sets-1-0"), "0.3");
  const problem = `#e-schedulers-${FUZZY}-share_sets`;
  await page.waitForFunction((problem) => /Widen a set: 0\.2 to 0\.3 is in none/.test(document.querySelector(problem).textContent), {}, problem);
  assert.equal(await text(page, "#scenario-digest"), before);
  // Typed values are drawn: the gap is visible.
  assert.match(await attribute(page, plot("share_sets"), "aria-label"), /: low 0, 0, 0\.2; medium 0\.3, 0\.5, 1;/);
  await scrollTo(page, plot("share_sets"));
  await shot("fuzzy gap");
  await changes(page, () => fill(page, field("share_sets-1-0"), "0.1"));
  await hidden(page, problem);
});

browserTest("rules are a grid of choices, weights must add up", PRESET, async ({ page, shot }) => {
  await tables(page);
  assert.equal(await value(page, field("network_rules-6")), "very-small");
  await scrollTo(page, field("network_rules-6"));
  await shot("fuzzy rules form");
  await changes(page, () => choose(page, field("network_rules-6"), "moderate"));
  const before = await text(page, "#scenario-digest");
  await fill(page, field("processors_weight"), "0.7");
  const problem = `#e-schedulers-${FUZZY}-processors_weight`;
  await page.waitForFunction((problem) => /1\.2.* Allowed: weights that add up to 1/.test(document.querySelector(problem).textContent), {}, problem);
  assert.equal(await text(page, "#scenario-digest"), before);
  await changes(page, () => fill(page, field("wide_area_weight"), "0.1"));
  await hidden(page, problem);
});

browserTest("every fuzzy scheduler has sets, no other has", PRESET, async ({ page }) => {
  await tables(page);
  await changes(page, () => click(page, `[data-action=copy][data-list=schedulers][data-index="${FUZZY}"]`));
  assert.equal(await count(page, ".tables"), 2);
  const policy = `#f-schedulers-${FUZZY + 1}-policy`;
  await changes(page, () => choose(page, policy, "grid-random"));
  assert.equal(await count(page, ".tables"), 1);
  await changes(page, () => choose(page, policy, "fuzzy"));
  assert.equal(await count(page, ".tables"), 2);
});

browserTest("why a job went to its cluster", PRESET, async ({ page, shot }) => {
  await decided(page, FUZZY, 12);
  await scrollTo(page, "#decision");
  await shot("fuzzy decision");
  const heads = await page.$$eval("#decision-clusters thead th", (all) => all.map((head) => head.textContent));
  assert.equal(heads.join("|"), "Cluster|Priority|W1 nodes|W2 network|W3 WAN|L / M / H|Network free|Invocation");
  const rows = await cells(page, "#decision-clusters");
  assert.match(rows[0][0], /^Cluster \d+(, home)?, chosen$/);
  assert.equal(await count(page, "#decision-clusters tr[aria-current]"), 1);
  const priorities = rows.map((row) => Number(row[1]));
  assert.deepEqual(priorities, [...priorities].sort((a, b) => b - a));
  for (const [, priority, w1, w2, w3] of rows) {
    assert.ok(Math.abs(0.5 * w1 + 0.2 * w2 + 0.3 * w3 - priority) < 0.002, `${w1} ${w2} ${w3} ${priority}`);
  }
  // The rules of every cluster give the weights in its row.
  for (const place of [0, rows.length - 1]) {
    await choose(page, "#decision-cluster", { index: place });
    const captions = await page.$$eval("#decision-rules caption", (all) => all.map((caption) => caption.textContent));
    assert.deepEqual(captions.map(last), [Number(rows[place][3]), Number(rows[place][4])]);
    const strengths = (await cells(page, "#decision-rules")).flatMap((row) => row.slice(1)).map(last);
    assert.equal(strengths.length, 18);
    assert.ok(Math.abs(strengths.reduce((a, b) => a + b) - 2) < 0.06, `${strengths}`);
  }
  const lines = await page.$$eval("#story-lines li", (all) => all.map((line) => line.textContent).join("\n"));
  assert.match(lines, /its home rates \d+ clusters? by priority: [\d.]+ for (its home|cluster \d+) \(nodes [\d.]+, network [\d.]+, WAN [\d.]+\)/);
});

browserTest("a job that was turned away shows every choice", PRESET, async ({ page }) => {
  await page.waitForSelector(field("refresh_s"));
  await changes(page, () => fill(page, field("refresh_s"), "3600"));
  await settled(page);
  for (let job = 1; job < 20; job += 1) {
    await decided(page, FUZZY, job);
    if (await isVisible(page, "#decision-time")) break;
  }
  const options = await page.$$eval("#decision-time option", (all) => all.map((option) => option.textContent));
  assert.match(options[0], /^at [\d:]+: cluster \d+, turned away$/);
  assert.match(options.at(-1), /, (let in|stays)$/);
  const row = () => text(page, "#decision-clusters tbody tr th");
  assert.ok((await row()).startsWith(`Cluster ${options.at(-1).match(/cluster (\d+)/)[1]},`));
  await choose(page, "#decision-time", { index: 0 });
  assert.ok((await row()).startsWith(`Cluster ${options[0].match(/cluster (\d+)/)[1]},`));
});

browserTest("other schedulers of a grid show their scores", PRESET, async ({ page, shot }) => {
  await decided(page, 0, 12);
  const heads = await page.$$eval("#decision-clusters thead th", (all) => all.map((head) => head.textContent));
  assert.equal(heads.slice(0, 5).join("|"), "Cluster|Score|Idle|Jobs waiting|Nodes asked for");
  assert.ok(!(await isVisible(page, "#decision-cluster")));
  assert.equal(await count(page, "#decision-rules table"), 0);
  await scrollTo(page, "#decision");
  await shot("best-fit decision");
  await click(page, "#story .close");
  await hidden(page, "#decision");
});

const SMALL = { ...PRESET, viewport: { width: 360, height: 740 }, colorScheme: "dark" };
browserTest("nothing is wider than a telephone", SMALL, async ({ page, shot }) => {
  await decided(page, FUZZY, 12);
  await scrollTo(page, "#decision");
  await shot("fuzzy decision 360 dark");
  await scrollTo(page, "#decision-rules");
  await shot("fuzzy rules 360 dark");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
});

browserTest("the tables of the form are no wider than a telephone", SMALL, async ({ page, shot }) => {
  await settled(page);
  if (!(await isVisible(page, "#form"))) await click(page, "#drawer > summary");
  await tables(page);
  await scrollTo(page, plot("size_sets"));
  await shot("fuzzy form 360 dark");
  await scrollTo(page, field("wide_area_rules-8"));
  await shot("fuzzy rules form 360 dark");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
});

browserTest("a decision in the dark", { ...PRESET, colorScheme: "dark" }, async ({ page, shot }) => {
  await decided(page, FUZZY, 7);
  await scrollTo(page, "#decision-rules");
  await shot("fuzzy decision dark");
  // A rule that applies has another brightness than one that does not.
  const shades = await page.$$eval("#decision-rules td[style]", (all) => all.map((cell) => getComputedStyle(cell).backgroundColor));
  assert.ok(new Set(shades).size > 1);
});
