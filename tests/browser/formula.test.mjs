// The editor of formulas: mistakes at their characters, names at the caret, examples, and the figure that follows.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { attribute, box, choose, click, count, fill, hidden, isVisible, scrollTo, shown, text, value } from "./driver.mjs";
import { browserTest, settled } from "./harness.mjs";
import { link } from "./workers.mjs";

/** The preset with few jobs. */
const PRESET = { hash: link("--preset teaching-formula --set workload.jobs_per_cluster=200") };
/** The formula's place in the preset, and its controls. */
const PLACE = "schedulers-3-place_score";
const area = (place = PLACE) => `#f-${place}`;
const mark = (place = PLACE) => `#m-${place}`;
const wrong = (place = PLACE) => `#e-${place}`;
const names = (place = PLACE) => `#n-${place}`;
const fold = (place = PLACE) => `.field:has(${area(place)}) [data-action=names]`;
const example = (label, scheduler = 3) => `#form .entry:nth-of-type(${scheduler + 1}) .examples ::-p-aria(${label}[role="button"])`;
const SUMMARY = "#curves .summary";

/** Does something, and waits until its run is finished. */
async function runs(page, action) {
  const before = await text(page, "#scenario-digest");
  await action();
  await page.waitForFunction((old) => document.querySelector("#scenario-digest").textContent !== old, {}, before);
  await settled(page);
}

/** What the figure says of a scheduler, and what it says of the others. */
async function curves(page) {
  const said = (await text(page, SUMMARY)).split(/;|\.\s/);
  return { own: said.filter((part) => part.includes("Formula")).join(), others: said.filter((part) => !part.includes("Formula")).join() };
}

/** Waits until the mistake is shown, and gives what stands under it. */
async function mistake(page, pattern, place = PLACE) {
  await page.waitForFunction(([id, pattern]) => new RegExp(pattern).test(document.querySelector(id).textContent), {}, [wrong(place), pattern]);
  return page.$eval(mark(place), (line) => [...line.childNodes].map((node) => node.textContent));
}

browserTest("a mistake is marked where it is, and the figure stays", PRESET, async ({ page, shot }) => {
  await settled(page);
  assert.ok(!(await isVisible(page, names())));
  await page.focus(area());
  await shown(page, names());
  await scrollTo(page, ".entry:has(textarea)");
  await shot("formula editor");
  const before = await text(page, SUMMARY);
  const formula = await value(page, area());
  await fill(page, area(), "2 * home - runtime / total");
  assert.deepEqual(await mistake(page, "column 12: `runtime` is not known.*Did you mean r, or is it a constant"), ["2 * home - ", "runtime", " / total"]);
  assert.ok(await isVisible(page, mark()));
  assert.equal(await attribute(page, area(), "aria-invalid"), "true");
  assert.ok((await attribute(page, area(), "aria-describedby")).includes(wrong().slice(1)));
  await shot("formula mistake");
  assert.equal(await text(page, SUMMARY), before, "the figure is the last sound one");
  // The caret is behind the last character.
  await fill(page, area(), "free +");
  assert.deepEqual(await mistake(page, "column 7: it ends too early"), ["free +", "\u00a0", ""]);
  // A constant that the formula still reads.
  await fill(page, area(), formula);
  await hidden(page, wrong());
  await fill(page, "#f-schedulers-3-constants", "");
  assert.equal((await mistake(page, "`a` is not known"))[1], "a");
  await fill(page, "#f-schedulers-3-constants", "a=1");
  await hidden(page, mark());
  assert.equal(await attribute(page, area(), "aria-invalid"), "false");
  await settled(page);
  assert.equal(await text(page, SUMMARY), before);
});

browserTest("an example moves its curve alone, undo brings formula and curve back", PRESET, async ({ page }) => {
  await settled(page);
  const formula = await value(page, area());
  const before = await curves(page);
  await fill(page, area(), "nonsense");
  await mistake(page, "`nonsense` is not known");
  await runs(page, () => click(page, example("Tightest fit")));
  assert.equal(await value(page, area()), "-free");
  assert.equal(await page.evaluate(() => document.activeElement.id), area().slice(1));
  assert.ok(!(await isVisible(page, wrong())));
  const after = await curves(page);
  assert.notEqual(after.own, before.own);
  assert.equal(after.others, before.others, "the same jobs for everyone else");
  await runs(page, () => click(page, "#undo"));
  assert.equal(await value(page, area()), formula);
  assert.deepEqual(await curves(page), before);
  // An example that has a constant also sets this constant.
  await runs(page, () => fill(page, "#f-schedulers-3-constants", "a=0.5, b=2"));
  await runs(page, () => click(page, example("A1-like threshold")));
  assert.equal(await value(page, "#f-schedulers-3-constants"), "a=1, b=2");
});

browserTest("text and caret stay while one types, on several lines", PRESET, async ({ page }) => {
  await settled(page);
  const height = () => page.$eval(area(), (own) => own.clientHeight);
  await fill(page, area(), "free");
  await settled(page);
  const low = await height();
  await page.focus(area());
  await page.keyboard.press("End");
  await runs(page, () => page.keyboard.type(" +\n  home * total\n  - 4\n  * pieces\n  - 0\n"));
  await pause(600);
  assert.equal(await value(page, area()), "free +\n  home * total\n  - 4\n  * pieces\n  - 0\n");
  assert.ok((await height()) > low, "the box grows with its text");
  assert.equal(await page.$eval(area(), (own) => own.scrollHeight - own.clientHeight), 0, "nothing is hidden in it");
  assert.equal(await page.$eval(area(), (own) => own.selectionStart), (await value(page, area())).length);
});

browserTest("a name goes to the caret, by mouse and by keyboard", PRESET, async ({ page }) => {
  await settled(page);
  await fill(page, area(), "2 * ");
  await mistake(page, "ends too early");
  await runs(page, () => click(page, `${names()} ::-p-aria(speed[role="button"])`));
  assert.equal(await value(page, area()), "2 * speed");
  assert.equal(await page.evaluate(() => document.activeElement.id), area().slice(1));
  await page.keyboard.type(" - ");
  await page.focus(`${names()} ::-p-aria(pieces[role="button"])`);
  await runs(page, () => page.keyboard.press("Enter"));
  assert.equal(await value(page, area()), "2 * speed - pieces");
  const rows = await page.$$eval(`${names()} tbody tr`, (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  assert.deepEqual(rows[0], ["free", "free nodes of the place's clusters", "nodes"]);
  // Beside the text, until they are folded away.
  const left = async (selector) => (await box(page, selector)).x;
  assert.ok((await left(names())) > (await left(area())) + 200);
  await click(page, fold());
  assert.ok(!(await isVisible(page, names())));
});

browserTest("a scheduler of one's own joins the landing experiment", async ({ page, shot }) => {
  await settled(page);
  const before = await count(page, "#form .editor");
  assert.equal(before, 0, "what is no formula has no editor");
  await runs(page, () => click(page, "#write-own"));
  assert.equal(await page.evaluate(() => document.activeElement.id), "f-schedulers-6-place_score");
  assert.match(await text(page, SUMMARY), /Formula from/);
  await shot("formula own");
  await runs(page, () => page.keyboard.type(" + 0 * free"));
  await runs(page, () => choose(page, "#f-schedulers-6-policy", "first-fit"));
  assert.equal(await count(page, "#form .editor"), 0);
});

browserTest("the example of the gallery opens with its formula in the focus", async ({ page, shot }) => {
  await settled(page);
  await click(page, "#examples");
  await runs(page, () => click(page, "[data-preset=teaching-formula]"));
  assert.equal(await page.evaluate(() => document.activeElement.id), area().slice(1));
  assert.ok(await isVisible(page, names()));
  await shot("formula preset");
});

browserTest("the order of the queue is a formula too", PRESET, async ({ page, shot }) => {
  await settled(page);
  await runs(page, () => choose(page, "#f-queue-order", "formula"));
  assert.equal(await value(page, area("queue-priority")), "s");
  const rows = await page.$$eval(`${names("queue-priority")} tbody th`, (all) => all.map((row) => row.textContent).join(" "));
  assert.equal(rows, "r n s w area home t");
  await runs(page, () => click(page, '#form [data-place="queue.priority"] .examples ::-p-aria(F1[role="button"])'));
  assert.match(await value(page, area("queue-priority")), /^log10\(r\) \* n \+ 870/);
  await scrollTo(page, area("queue-priority"));
  await shot("formula order");
  await fill(page, area("queue-priority"), "free");
  assert.equal((await mistake(page, "`free` is not known", "queue-priority"))[1], "free");
  await click(page, `#form [data-place="queue.priority"] .examples ::-p-aria(SJF[role="button"])`);
  // A scheduler with its own queue.
  await runs(page, () => choose(page, "#f-schedulers-1-queue-order", "formula"));
  await runs(page, () => fill(page, area("schedulers-1-queue-priority"), "area"));
  await hidden(page, wrong("schedulers-1-queue-priority"));
});

for (const colorScheme of ["light", "dark"]) {
  const small = { ...PRESET, colorScheme, viewport: { width: 360, height: 740 } };
  browserTest(`the editor fits on a telephone, ${colorScheme}`, small, async ({ page, shot }) => {
    await settled(page);
    await click(page, "#drawer > summary");
    assert.ok(!(await isVisible(page, names())), "names are folded away where there is no room");
    await scrollTo(page, area());
    await shot(`formula 360 ${colorScheme}`);
    await fill(page, area(), "if(load + demand <= a * capacity, 2 * home - 4 * peices - free / total, -inf)");
    await mistake(page, "Did you mean pieces");
    await scrollTo(page, area());
    await scrollTo(page, wrong());
    await click(page, fold());
    await shot(`formula 360 mistake ${colorScheme}`);
    await scrollTo(page, names());
    await shot(`formula 360 names ${colorScheme}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    const below = (await box(page, names())).y;
    assert.ok(below > (await box(page, area())).y + 100, "the names are below");
  });
}

browserTest("a mistake in the dark", { ...PRESET, colorScheme: "dark" }, async ({ page, shot }) => {
  await settled(page);
  await fill(page, area(), "if(load + demand <= a * capacity, 2 * home - 4 * peices - free / total, -inf)");
  await mistake(page, "Did you mean pieces");
  await scrollTo(page, ".entry:has(textarea)");
  await shot("formula mistake dark");
});

browserTest("constants are tuned by the workers, and taken over", PRESET, async ({ page, shot }) => {
  await settled(page);
  await runs(page, () => fill(page, "#f-schedulers-3-constants", "a=0.2"));
  const before = await text(page, SUMMARY);
  const tune = () => click(page, '[data-action="tune schedulers.3.constants"]');
  const found = "[data-tune='schedulers.3.constants'] .found";
  const end = (name) => `.constant [data-end=${name}]`;
  const points = "[data-tune='schedulers.3.constants'] .number";
  await shown(page, ".constant");
  assert.deepEqual([await value(page, end("min")), await value(page, end("max"))], ["0", "2"]);
  await fill(page, end("min"), "2");
  await tune();
  await page.waitForFunction((found) => /Enter the lower end first/.test(document.querySelector(found).textContent), {}, found);
  await fill(page, end("min"), "0");
  await fill(page, end("max"), "2");
  await fill(page, points, "8");
  await shot("tune asked");
  await tune();
  await shown(page, "#tune-use", 120_000);
  const said = await text(page, found);
  const [, best] = /a = ([0-9.]+), the best of 8 points/.exec(said) ?? assert.fail(said);
  assert.match(said, /on 5 replications held back: .* → .*, a change of −[\d.]+ ± [\d.]+ s \(95 %, paired\)/);
  const drawn = (await attribute(page, "#tune-curve polyline", "points")).split(" ");
  assert.equal(drawn.length, 8);
  const heights = drawn.map((point) => Number(point.split(",")[1]));
  assert.deepEqual(heights, heights.toSorted((a, b) => a - b), "the best so far never gets worse");
  await settled(page);
  assert.equal(await text(page, SUMMARY), before, "the run before it is back");
  await shot("tuned");
  await page.setViewport({ width: 360, height: 740 });
  assert.equal(await page.evaluate(() => document.scrollingElement.scrollWidth), 360, "the search is wider than a telephone");
  await page.setViewport({ width: 1280, height: 800 });
  await runs(page, () => click(page, "#tune-use"));
  assert.equal(await value(page, "#f-schedulers-3-constants"), `a=${best}`);
  // A finding refers to the scenario before the edit, so an edit removes it.
  await fill(page, points, "2");
  await tune();
  await shown(page, "#tune-use", 120_000);
  await runs(page, () => click(page, "#undo"));
  assert.equal(await count(page, "#tune-use"), 0);
  // While it searches, the best value so far is shown. If the search is stopped, nothing has changed.
  const constants = await value(page, "#f-schedulers-3-constants");
  await fill(page, points, "60");
  await tune();
  await page.waitForFunction((found) => /^\d+ of 60 points, the best mean turnaround so far is [\d.]+ s/.test(document.querySelector(found).textContent), {}, found);
  await click(page, "#run");
  await page.waitForFunction((found) => document.querySelector(found).textContent === "", {}, found);
  await settled(page);
  assert.equal(await value(page, "#f-schedulers-3-constants"), constants);
});

browserTest("a free letter becomes a constant with a slider, another name on a click", PRESET, async ({ page, shot }) => {
  await settled(page);
  await runs(page, () => fill(page, area(), "a * home - c1 * pieces"));
  assert.equal(await value(page, "#f-schedulers-3-constants"), "a=1, c1=1");
  assert.equal(await count(page, ".constant [type=range]"), 2);
  await runs(page, () =>
    page.$eval("#s-schedulers-3-constants-c1", (slider) => {
      slider.value = "0.5";
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    }),
  );
  assert.equal(await value(page, "#f-schedulers-3-constants"), "a=1, c1=0.5");
  await fill(page, area(), "a * home - alpha * pieces");
  await mistake(page, "`alpha` is not known");
  await shot("formula free name");
  await runs(page, () => click(page, `${wrong()} .repair`));
  assert.equal(await value(page, "#f-schedulers-3-constants"), "a=1, c1=0.5, alpha=1");
});
