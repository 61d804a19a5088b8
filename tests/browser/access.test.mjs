// Accessibility: axe-core reports nothing on any tab or dialog, every key is listed, everything works by keyboard, on narrow
// screens and with the dark theme, and a page that hangs or crashes shows a message.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { attribute, box, click, fill, hidden, isVisible, press, shown, text } from "./driver.mjs";
import { BOTH_IN_FULL, FEW, browserTest, settled, tableWritten } from "./harness.mjs";
import { link } from "./workers.mjs";

const AXE = await readFile(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe-core finds wrong in a part of the page, a line each. */
async function faults(page, part) {
  return page.evaluate(
    async (tags, part) => {
      const { violations } = await globalThis.axe.run(part, { runOnly: tags, resultTypes: ["violations"] });
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
    },
    STANDARDS,
    part,
  );
}

const DIALOGS = ["examples", "share", "export", "help"];

// Two swept parameters, so that every tab has a figure. Each theme and each width is tested once; in the full tier, all four pairs.
const SWEPT = link(
  "--preset teaching-surface --set workload.jobs_per_cluster=50 --replications 2 --set experiment.sweep.0.values=[200,900] --set experiment.sweep.1.values=[0.4,1]",
);
for (const [colorScheme, width, height, isLong] of [
  ["light", 1440, 900, false],
  ["dark", 360, 740, false],
  ["dark", 1440, 900, true],
  ["light", 360, 740, true],
]) {
  const name = `axe-core finds nothing on any tab or dialog, ${colorScheme}, ${width} pixels`;
  const options = { colorScheme, viewport: { width, height }, hash: SWEPT, limit: 240_000, isLong };
  browserTest(name, options, async ({ page, shot }) => {
    await settled(page);
    await page.evaluate(AXE);
    const found = [];
    const look = async (where, part) => found.push(...(await faults(page, part)).map((fault) => `${where}: ${fault}`));
    for (const tab of ["surface", "gantt", "machine", "compare", "curves", "table"]) {
      await click(page, `#tab-${tab}`);
      await shown(page, `#panel-${tab}`);
    }
    await tableWritten(page);
    if (width < 820) await click(page, "#drawer > summary");
    for (const section of await page.$$("#form .section:not([open]) > summary")) await section.click();
    // With the whole form and all tabs open at once, since each run of axe-core checks the whole document, which takes a second.
    await page.$$eval("[role=tabpanel]", (all) => all.forEach((own) => (own.hidden = false)));
    await look("page", "html");
    await shot(`form ${colorScheme} ${width}`);
    await page.evaluate(() => (location.hash = "#p=jones2005-fig13"));
    await page.waitForFunction(() => document.title.includes("figure 13"));
    await click(page, "#tab-paper");
    await shown(page, "#claims");
    await look("paper", "#panel-paper");
    for (const dialog of DIALOGS) {
      await click(page, `#${dialog}`);
      await shown(page, "dialog[open]");
      await look(dialog, "dialog[open]");
      await shot(`${dialog} ${colorScheme} ${width}`);
      await press(page, "Escape");
      await hidden(page, "dialog");
    }
    assert.deepEqual(found, []);
  });
}

browserTest("the list of keys has each key by itself, and every tab", BOTH_IN_FULL, async ({ page }) => {
  await settled(page);
  await press(page, "?");
  await shown(page, "#help-dialog");
  const rows = await page.$$eval("#help-dialog .keys:not(.fingers) tr", (all) =>
    all.map((row) => [[...row.querySelectorAll("kbd")].map((key) => key.textContent).join(" "), row.cells[1].textContent]),
  );
  const of = (words) => rows.find(([, does]) => does.startsWith(words))?.[0];
  assert.equal(of("Next and previous job"), ". ,");
  assert.equal(of("Redo"), "Ctrl+Shift+Z Ctrl+Y");
  assert.equal(of("Table"), "6");
  assert.equal(of("Hide the marked point's series"), "h");
  assert.equal(of("To the next series"), "Tab Space");
  assert.ok(!(await isVisible(page, "#help-dialog .fingers")), "there is a mouse");
  await press(page, "Escape");
  await press(page, "6");
  assert.equal(await attribute(page, "#tab-table", "aria-selected"), "true");
});

const PHONE = { viewport: { width: 360, height: 740, hasTouch: true, isMobile: true }, hash: "#p=teaching-two-clusters" };
browserTest("on a phone nothing speaks of wheel and keys", PHONE, async ({ page, shot }) => {
  await settled(page);
  await click(page, "#tab-gantt");
  await shown(page, "#gantt figcaption");
  await page.waitForFunction(() => /Two fingers zoom/.test(document.querySelector("#gantt figcaption").textContent));
  assert.doesNotMatch(await text(page, "#gantt"), /Wheel|keyboard/);
  await shot("phone gantt");
  await click(page, "#help");
  await shown(page, "#help-dialog .fingers");
  assert.ok(!(await isVisible(page, "#help-dialog .keys:not(.fingers)")));
  await shot("phone help");
});

/** Keeps the page's workers where a test can end them without a word. */
const keepWorkers = () => {
  const Native = globalThis.Worker;
  globalThis.workersOfTest = [];
  globalThis.Worker = class extends Native {
    constructor(...given) {
      super(...given);
      globalThis.workersOfTest.push(this);
    }
  };
};

browserTest("a worker that dies without a word is noticed, replaced and named", { ...BOTH_IN_FULL, open: false }, async ({ page, site }) => {
  await page.evaluateOnNewDocument(keepWorkers);
  await page.goto(site.url + FEW());
  await settled(page);
  await fill(page, "#f-workload-jobs_per_cluster", "300000");
  await shown(page, "#progress");
  await page.waitForFunction(() => document.querySelector("#progress-bar").value > 0.01, { timeout: 60_000 });
  await page.evaluate(() => globalThis.workersOfTest[0].terminate());
  const said = () => /it no longer answered/.test(document.querySelector("#banners").textContent);
  const begin = performance.now();
  await page.waitForFunction(said, { timeout: 20_000 });
  const seconds = (performance.now() - begin) / 1000;
  assert.ok(seconds < 8, `noticed after ${seconds} s`);
  await click(page, "#run");
});

browserTest("a start that hangs says so", { open: false, isFirst: true, expected: [/ERR|NS_/] }, async ({ page, site, shot }) => {
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    // The program never arrives.
    if (!request.url().endsWith(".wasm")) request.continue();
  });
  await page.goto(site.url, { waitUntil: "domcontentloaded" });
  await page.waitForFunction(() => document.styleSheets.length > 0);
  await shown(page, "#loading");
  assert.ok(!(await isVisible(page, ".late")));
  await shown(page, ".late", 15_000);
  assert.match(await text(page, ".late"), /takes unusually long/);
  await shot("late");
});

browserTest("everything can be reached and read by keyboard", async ({ page }) => {
  await settled(page);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  await page.focus("#tab-curves");
  await page.keyboard.press("ArrowRight");
  assert.equal(await attribute(page, "#tab-surface", "aria-selected"), "true");
  assert.ok(await isVisible(page, "#panel-surface"));
  await page.keyboard.press("End");
  assert.ok(await isVisible(page, "#panel-paper"));
  await page.keyboard.press("Home");
  await page.focus("#curve-canvas");
  await page.keyboard.press("ArrowRight");
  const first = await text(page, "#announcer");
  assert.match(first, /\d/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  assert.notEqual(await text(page, "#announcer"), first);
  await click(page, "#tab-gantt");
  await page.focus("#gantt-canvas");
  await page.keyboard.press(".");
  assert.match(await text(page, "#announcer"), /^Job \d+/);
  await page.keyboard.press("+");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("0");
  await page.focus("#tab-curves");
  await page.keyboard.press("?");
  assert.ok(await isVisible(page, "#help-dialog"));
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("#help-dialog"));
  const nameless = await page.$$eval("button, input, select, canvas", (all) =>
    all
      .filter((e) => e.checkVisibility() && !e.labels?.length && !e.getAttribute("aria-label") && !e.textContent.trim())
      .map((e) => e.outerHTML.slice(0, 120)),
  );
  assert.deepEqual(nameless, [], "controls without a name");
});

browserTest("360 pixels are enough", { viewport: { width: 360, height: 740 } }, async ({ page, shot }) => {
  await settled(page);
  const fits = async (where) => {
    const [page_, window_] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(page_ <= window_, `${where}: ${page_} > ${window_}`);
  };
  await fits("curves");
  assert.ok((await box(page, "#curve-canvas")).y < 740, "the figure is not on the first screen");
  await shot("narrow");
  await click(page, "#drawer > summary");
  await fits("form");
  await click(page, "#tab-gantt");
  await fits("Gantt");
  for (const tab of ["table", "surface", "paper"]) {
    await click(page, `#tab-${tab}`);
    await fits(tab);
  }
  await click(page, "#share");
  await fits("share");
});

browserTest("the theme follows the system, and the button", { colorScheme: "dark" }, async ({ page, shot }) => {
  await settled(page);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await ground(), "rgb(20, 23, 28)");
  await shot("dark");
  await click(page, "#theme");
  assert.equal(await ground(), "rgb(255, 255, 255)");
  await page.reload();
  await settled(page);
  assert.equal(await ground(), "rgb(255, 255, 255)");
  await click(page, "#theme");
  assert.equal(await ground(), "rgb(20, 23, 28)");
});

const BROKEN = { open: false, isFirst: true, expected: [/404/, /Failed/, /uncaught/i, /error/i] };
browserTest("a page that cannot start says so", BROKEN, async ({ page, site }) => {
  const index = await fetch(site.url).then((answer) => answer.text());
  const [script, program] = [/page-[0-9a-f]+\.js/, /page-[0-9a-f]+_bg\.wasm/].map((pattern) => index.match(pattern)[0]);
  for (const [file, content, reason] of [
    [script, null, /import|module|load/],
    [program, null, /failed to fetch Wasm: 404/],
    [program, (own) => own.subarray(0, 100_000), /CompileError/],
    [program, "<!doctype html>no such file", /CompileError/],
  ]) {
    site.overrides.set(file, content);
    await page.goto(site.url);
    await shown(page, "#load-failure:not([hidden])");
    assert.match(await text(page, "#load-failure"), /could not start/);
    assert.match(await text(page, "#load-reason"), reason);
    site.overrides.delete(file);
  }
});
