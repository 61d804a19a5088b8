// The editor of formulas: mistakes at their characters, names at the caret, examples, and the figure that follows.

import assert from "node:assert/strict";
import { browserTest, settled, text } from "./harness.mjs";

const PRESET = { hash: "#p=teaching-formula" };
/** The formula's place in the preset, and its controls. */
const PLACE = "schedulers-3-place_score";
const area = (place = PLACE) => `#f-${place}`;
const mark = (place = PLACE) => `#m-${place}`;
const wrong = (place = PLACE) => `#e-${place}`;
const names = (place = PLACE) => `#n-${place}`;
const example = (label, scheduler = 3) => `#form .entry:nth-of-type(${scheduler + 1}) .example:text-is("${label}")`;
const SUMMARY = "#curves .summary";

/** Does something, and waits until its run is finished. */
async function runs(page, action) {
  const before = await text(page, "#scenario-digest");
  await action();
  await page.waitForFunction((old) => document.querySelector("#scenario-digest").textContent !== old, before);
  await settled(page);
}

/** What the figure says of a scheduler, and what it says of the others. */
async function curves(page) {
  const said = (await text(page, SUMMARY)).split(/;|\.\s/);
  return { own: said.filter((part) => part.includes("Formula")).join(), others: said.filter((part) => !part.includes("Formula")).join() };
}

/** Waits until the mistake is shown, and gives what stands under it. */
async function mistake(page, pattern, place = PLACE) {
  await page.waitForFunction(([id, pattern]) => new RegExp(pattern).test(document.querySelector(id).textContent), [wrong(place), pattern]);
  return page.$eval(mark(place), (line) => [...line.childNodes].map((node) => node.textContent));
}

browserTest("a mistake is marked where it is, and the figure stays", PRESET, async ({ page, shot }) => {
  await settled(page);
  assert.ok(!(await page.isVisible(names())));
  await page.focus(area());
  await page.waitForSelector(names(), { state: "visible" });
  await page.locator(".entry:has(textarea)").scrollIntoViewIfNeeded();
  await shot("formula editor");
  const before = await text(page, SUMMARY);
  const formula = await page.inputValue(area());
  await page.fill(area(), "2 * home - runtime / total");
  assert.deepEqual(await mistake(page, "column 12: `runtime` is not known.*Did you mean r, or is it a constant"), ["2 * home - ", "runtime", " / total"]);
  assert.ok(await page.isVisible(mark()));
  assert.equal(await page.getAttribute(area(), "aria-invalid"), "true");
  assert.ok((await page.getAttribute(area(), "aria-describedby")).includes(wrong().slice(1)));
  await shot("formula mistake");
  assert.equal(await text(page, SUMMARY), before, "the figure is the last sound one");
  // Behind the last character.
  await page.fill(area(), "free +");
  assert.deepEqual(await mistake(page, "column 7: it ends too early"), ["free +", "\u00a0", ""]);
  // A constant that is still read.
  await page.fill(area(), formula);
  await page.waitForSelector(wrong(), { state: "hidden" });
  await page.fill("#f-schedulers-3-constants", "");
  assert.equal((await mistake(page, "`a` is not known"))[1], "a");
  await page.fill("#f-schedulers-3-constants", "a=1");
  await page.waitForSelector(mark(), { state: "hidden" });
  assert.equal(await page.getAttribute(area(), "aria-invalid"), "false");
  await settled(page);
  assert.equal(await text(page, SUMMARY), before);
});

browserTest("an example moves its curve alone, undo brings formula and curve back", PRESET, async ({ page }) => {
  await settled(page);
  const formula = await page.inputValue(area());
  const before = await curves(page);
  await page.fill(area(), "nonsense");
  await mistake(page, "`nonsense` is not known");
  await runs(page, () => page.click(example("Tightest fit")));
  assert.equal(await page.inputValue(area()), "-free");
  assert.equal(await page.evaluate(() => document.activeElement.id), area().slice(1));
  assert.ok(!(await page.isVisible(wrong())));
  const after = await curves(page);
  assert.notEqual(after.own, before.own);
  assert.equal(after.others, before.others, "the same jobs for everyone else");
  await runs(page, () => page.click("#undo"));
  assert.equal(await page.inputValue(area()), formula);
  assert.deepEqual(await curves(page), before);
  // One that has a constant brings it along.
  await runs(page, () => page.fill("#f-schedulers-3-constants", "a=0.5, b=2"));
  await runs(page, () => page.click(example("A1-like threshold")));
  assert.equal(await page.inputValue("#f-schedulers-3-constants"), "a=1, b=2");
});

browserTest("text and caret stay while one types, on several lines", PRESET, async ({ page }) => {
  await settled(page);
  const height = () => page.$eval(area(), (own) => own.clientHeight);
  await page.fill(area(), "free");
  await settled(page);
  const low = await height();
  await page.focus(area());
  await page.keyboard.press("End");
  await runs(page, () => page.keyboard.type(" +\n  home * total\n  - 4\n  * pieces\n  - 0\n"));
  await page.waitForTimeout(600);
  assert.equal(await page.inputValue(area()), "free +\n  home * total\n  - 4\n  * pieces\n  - 0\n");
  assert.ok((await height()) > low, "the box grows with its text");
  assert.equal(await page.$eval(area(), (own) => own.scrollHeight - own.clientHeight), 0, "nothing is hidden in it");
  assert.equal(await page.$eval(area(), (own) => own.selectionStart), (await page.inputValue(area())).length);
});

browserTest("a name goes to the caret, by mouse and by keyboard", PRESET, async ({ page }) => {
  await settled(page);
  await page.fill(area(), "2 * ");
  await mistake(page, "ends too early");
  await runs(page, () => page.click(`${names()} button:text-is("speed")`));
  assert.equal(await page.inputValue(area()), "2 * speed");
  assert.equal(await page.evaluate(() => document.activeElement.id), area().slice(1));
  await page.keyboard.type(" - ");
  await page.focus(`${names()} button:text-is("pieces")`);
  await runs(page, () => page.keyboard.press("Enter"));
  assert.equal(await page.inputValue(area()), "2 * speed - pieces");
  const rows = await page.$$eval(`${names()} tbody tr`, (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  assert.deepEqual(rows[0], ["free", "free nodes of the place's clusters", "nodes"]);
  // Beside the text, until they are folded away.
  const left = async (selector) => (await page.locator(selector).boundingBox()).x;
  assert.ok((await left(names())) > (await left(area())) + 200);
  await page.click(`#form [data-action=names] >> visible=true`);
  assert.ok(!(await page.isVisible(names())));
});

browserTest("a scheduler of one's own joins the landing experiment", async ({ page, shot }) => {
  await settled(page);
  const before = await page.locator("#form .editor").count();
  assert.equal(before, 0, "what is no formula has no editor");
  await runs(page, () => page.click("#write-own"));
  assert.equal(await page.evaluate(() => document.activeElement.id), "f-schedulers-6-place_score");
  assert.match(await text(page, SUMMARY), /formula from/);
  await shot("formula own");
  await runs(page, () => page.keyboard.type(" + 0 * free"));
  await runs(page, () => page.selectOption("#f-schedulers-6-policy", "first-fit"));
  assert.equal(await page.locator("#form .editor").count(), 0);
});

browserTest("the example of the gallery opens with its formula in the focus", async ({ page, shot }) => {
  await settled(page);
  await page.click("#examples");
  await runs(page, () => page.click("[data-preset=teaching-formula]"));
  assert.equal(await page.evaluate(() => document.activeElement.id), area().slice(1));
  assert.ok(await page.isVisible(names()));
  await shot("formula preset");
});

browserTest("the order of the queue is a formula too", PRESET, async ({ page, shot }) => {
  await settled(page);
  await runs(page, () => page.selectOption("#f-queue-order", "formula"));
  assert.equal(await page.inputValue(area("queue-priority")), "s");
  const rows = await page.$$eval(`${names("queue-priority")} tbody th`, (all) => all.map((row) => row.textContent).join(" "));
  assert.equal(rows, "r n s w area home t");
  await runs(page, () => page.click('#form [data-place="queue.priority"] .example:text-is("F1")'));
  assert.match(await page.inputValue(area("queue-priority")), /^log10\(r\) \* n \+ 870/);
  await page.locator(area("queue-priority")).scrollIntoViewIfNeeded();
  await shot("formula order");
  await page.fill(area("queue-priority"), "free");
  assert.equal((await mistake(page, "`free` is not known", "queue-priority"))[1], "free");
  await page.click(`#form [data-place="queue.priority"] .example:text-is("SJF")`);
  // A queue of a scheduler's own.
  await runs(page, () => page.selectOption("#f-schedulers-1-queue-order", "formula"));
  await runs(page, () => page.fill(area("schedulers-1-queue-priority"), "area"));
  await page.waitForSelector(wrong("schedulers-1-queue-priority"), { state: "hidden" });
});

for (const colorScheme of ["light", "dark"]) {
  const small = { ...PRESET, colorScheme, viewport: { width: 360, height: 740 } };
  browserTest(`the editor fits on a telephone, ${colorScheme}`, small, async ({ page, shot }) => {
    await settled(page);
    await page.click("#drawer > summary");
    assert.ok(!(await page.isVisible(names())), "names are folded away where there is no room");
    await page.locator(area()).scrollIntoViewIfNeeded();
    await shot(`formula 360 ${colorScheme}`);
    await page.fill(area(), "if(load + demand <= a * capacity, 2 * home - 4 * peices - free / total, -inf)");
    await mistake(page, "Did you mean pieces");
    await page.locator(area()).scrollIntoViewIfNeeded();
    await page.locator(wrong()).scrollIntoViewIfNeeded();
    await page.click("#form [data-action=names] >> visible=true");
    await shot(`formula 360 mistake ${colorScheme}`);
    await page.locator(names()).scrollIntoViewIfNeeded();
    await shot(`formula 360 names ${colorScheme}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    const below = (await page.locator(names()).boundingBox()).y;
    assert.ok(below > (await page.locator(area()).boundingBox()).y + 100, "the names are below");
  });
}

browserTest("a mistake in the dark", { ...PRESET, colorScheme: "dark" }, async ({ page, shot }) => {
  await settled(page);
  await page.fill(area(), "if(load + demand <= a * capacity, 2 * home - 4 * peices - free / total, -inf)");
  await mistake(page, "Did you mean pieces");
  await page.locator(".entry:has(textarea)").scrollIntoViewIfNeeded();
  await shot("formula mistake dark");
});
