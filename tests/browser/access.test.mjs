// For everybody: axe-core finds nothing on any tab or dialog, every key is listed, and what hangs or dies is said.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { attribute, click, fill, hidden, isVisible, press, shown, text } from "./driver.mjs";
import { BOTH, browserTest, openTable, settled } from "./harness.mjs";

const AXE = await readFile(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe-core finds wrong, a line each. */
async function faults(page) {
  await page.evaluate(AXE);
  return page.evaluate(async (tags) => {
    const { violations } = await globalThis.axe.run(document, { runOnly: tags, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
  }, STANDARDS);
}

const DIALOGS = ["examples", "share", "export", "help"];

for (const colorScheme of ["light", "dark"]) {
  for (const [width, height] of [
    [1440, 900],
    [360, 740],
  ]) {
    const name = `axe-core finds nothing on any tab or dialog, ${colorScheme}, ${width} pixels`;
    const options = { colorScheme, viewport: { width, height }, hash: "#p=jones2005-fig13", timeout: 240_000 };
    browserTest(name, options, async ({ page, shot }) => {
      await shown(page, "#curves figcaption");
      const found = [];
      const look = async (where) => found.push(...(await faults(page)).map((fault) => `${where}: ${fault}`));
      for (const tab of ["curves", "surface", "gantt", "compare", "paper"]) {
        await click(page, `#tab-${tab}`);
        await shown(page, `#panel-${tab}`);
        await look(tab);
      }
      await openTable(page);
      await look("table");
      if (width < 820) await click(page, "#drawer > summary");
      for (const section of await page.$$("#form .section:not([open]) > summary")) await section.click();
      await look("form");
      await shot(`form ${colorScheme} ${width}`);
      for (const dialog of DIALOGS) {
        await click(page, `#${dialog}`);
        await shown(page, "dialog[open]");
        await look(dialog);
        await shot(`${dialog} ${colorScheme} ${width}`);
        await press(page, "Escape");
        await hidden(page, "dialog");
      }
      assert.deepEqual(found, []);
    });
  }
}

browserTest("the list of keys has each key by itself, and every tab", BOTH, async ({ page }) => {
  await settled(page);
  await press(page, "?");
  await shown(page, "#help-dialog");
  const rows = await page.$$eval("#help-dialog .keys:not(.fingers) tr", (all) =>
    all.map((row) => [[...row.querySelectorAll("kbd")].map((key) => key.textContent).join(" "), row.cells[1].textContent]),
  );
  const of = (words) => rows.find(([, does]) => does.startsWith(words))?.[0];
  assert.equal(of("Next and previous job"), ". ,");
  assert.equal(of("Redo"), "Ctrl+Shift+Z Ctrl+Y");
  assert.equal(of("Table"), "5");
  assert.equal(of("Hide the marked point's series"), "h");
  assert.equal(of("To the next series"), "Tab Space");
  assert.ok(!(await isVisible(page, "#help-dialog .fingers")), "there is a mouse");
  await press(page, "Escape");
  await press(page, "5");
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

browserTest("a worker that dies without a word is noticed, replaced and named", { ...BOTH, open: false }, async ({ page, site }) => {
  await page.evaluateOnNewDocument(keepWorkers);
  await page.goto(site.url);
  await settled(page);
  await fill(page, "#f-workload-jobs_per_cluster", "300000");
  await shown(page, "#progress");
  await page.waitForFunction(() => document.querySelector("#progress-bar").value > 0.01, { timeout: 60_000 });
  await page.evaluate(() => globalThis.workersOfTest[0].terminate());
  const said = () => /nothing was heard/.test(document.querySelector("#banners").textContent);
  const begin = performance.now();
  await page.waitForFunction(said, { timeout: 20_000, polling: 100 });
  const seconds = (performance.now() - begin) / 1000;
  assert.ok(seconds < 8, `noticed after ${seconds} s`);
  await click(page, "#run");
});

browserTest("a start that hangs says so", { open: false, expected: [/ERR|NS_/] }, async ({ page, site, shot }) => {
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    // The program never comes.
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
