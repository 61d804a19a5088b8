// Figures as a person reads them: a legend that hides and highlights series, axes, names, the whole run of a Gantt chart,
// and the table of results.

import assert from "node:assert/strict";
import { attribute, box, choose, click, count, download, fill, press, shown, text, value } from "./driver.mjs";
import { BOTH_IN_FULL, browserTest, captioned, openTable, painted, readdressed, settled, tableWritten } from "./harness.mjs";
import { link } from "./workers.mjs";

/** Runs that are longer than a window of the Gantt chart. */
const LONG = { hash: link("--preset landing --replications 1 --set workload.jobs_per_cluster=1000 --set experiment.sweep.0.values=[100,500]") };

const frames = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const picture = (page, canvas = "#curve-canvas") => page.$eval(canvas, (own) => own.toDataURL());

/** The place in the window of the legend's first entry that hides a series, found as a visitor finds it: by moving there. */
async function legendEntry(page) {
  const { x, y, width, height } = await box(page, "#curve-canvas");
  for (let down = 20; down < height; down += 8) {
    const at = [x + width - 60, y + down];
    await page.mouse.move(...at);
    await frames(page);
    if ((await page.$eval("#curve-canvas", (own) => own.style.cursor)) === "pointer") return at;
  }
  throw new Error("no entry of the legend was found");
}

browserTest("a legend entry shows its series before all others and hides it", BOTH_IN_FULL, async ({ page, shot }) => {
  await settled(page);
  await page.evaluate(() => document.querySelector("#curve-canvas").scrollIntoView());
  await frames(page);
  const all = await text(page, "#curves .summary");
  assert.match(all, /No share .*Migration only .*First-fit .*B3 \(chunk 85 %\)/);
  const before = await picture(page);
  const at = await legendEntry(page);
  await frames(page);
  assert.notEqual(await picture(page), before, "the series does not stand before all others");
  await shot("legend highlights");
  await page.mouse.click(...at);
  await page.waitForFunction(() => !document.querySelector("#curves .summary").textContent.includes("No share"));
  assert.match(await text(page, "#announcer"), /^No share is hidden\.$/);
  await shot("legend hides");
  await page.mouse.click(...at);
  await page.waitForFunction((words) => document.querySelector("#curves .summary").textContent === words, {}, all);
  // By keyboard: only the series of the marked point, then all series again.
  await page.focus("#curve-canvas");
  await press(page, "ArrowRight");
  await press(page, "h");
  await page.waitForFunction((words) => document.querySelector("#curves .summary").textContent !== words, {}, all);
  await press(page, "a");
  await page.waitForFunction((words) => document.querySelector("#curves .summary").textContent === words, {}, all);
});

browserTest("the legend's series are reached, hidden and shown by keyboard", BOTH_IN_FULL, async ({ page, shot }) => {
  await settled(page);
  const all = await text(page, "#curves .summary");
  await page.focus("#curve-canvas");
  await frames(page);
  const before = await picture(page);
  await press(page, "Tab");
  await press(page, "Tab");
  await frames(page);
  const focused = () =>
    page.evaluate(() => {
      const own = document.activeElement;
      const [inner, outer] = [own, document.querySelector("#curve-canvas")].map((one) => one.getBoundingClientRect());
      const within = inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;
      const { outlineStyle, clipPath } = getComputedStyle(own);
      return { name: own.ariaLabel, pressed: own.ariaPressed, seen: within && outlineStyle !== "none" && clipPath === "none" };
    });
  assert.deepEqual(await focused(), { name: "Migration only", pressed: "true", seen: true });
  assert.notEqual(await picture(page), before, "the series does not stand before all others");
  await shot("legend by keyboard");
  await press(page, " ");
  await page.waitForFunction(() => !document.querySelector("#curves .summary").textContent.includes("Migration only"));
  assert.match(await text(page, "#announcer"), /^Migration only is hidden\.$/);
  await page.waitForFunction(() => document.activeElement.ariaPressed === "false");
  await press(page, "Enter");
  await page.waitForFunction((words) => document.querySelector("#curves .summary").textContent === words, {}, all);
  // After the last series the focus leaves the legend, and no series is highlighted any more.
  await page.evaluate(() => document.querySelector("#curves .legend button:last-child").focus());
  await press(page, "Tab");
  await frames(page);
  assert.equal(await picture(page), before);
});

browserTest("a logarithmic axis is chosen, is in the link, and stays", BOTH_IN_FULL, async ({ page, newPage, shot }) => {
  await settled(page);
  const linear = await picture(page);
  await readdressed(page, () => choose(page, "#curve-scale", { label: "log" }));
  await frames(page);
  assert.notEqual(await picture(page), linear);
  await shot("log axis");
  const other = await newPage();
  await other.goto(page.url());
  await settled(other);
  assert.equal(await other.$eval("#curve-scale", (own) => own.selectedOptions[0].label), "log");
});

/** Jobs that stand out whose words reach into the number of one beside it, which stands before its words. */
const collisions = (page) =>
  page.$$eval("#gantt-extremes li button", (all) => {
    const numbers = 40;
    const boxes = all.map((own) => [own.textContent, own.getBoundingClientRect()]);
    const reaches = (one, other) => one.left < other.left && one.right > other.left - numbers && Math.abs(one.top - other.top) < one.height / 2;
    return boxes.filter(([, one]) => boxes.some(([, other]) => reaches(one, other))).map(([text]) => text);
  });

browserTest("the whole run is below its window: where it is dragged to, and the jobs that stand out", { ...BOTH_IN_FULL, hash: "#p=teaching-saturation" }, async ({ page, shot }) => {
  await settled(page);
  await click(page, "#tab-gantt");
  await captioned(page, "#gantt", /^Clusters are bands/);
  await shown(page, "#gantt-extremes");
  await frames(page);
  await shot("gantt whole run");
  assert.equal(await value(page, "#gantt-from"), "0:00:00");
  // A click far to the right on the map shows that part of the run in the chart.
  await page.evaluate(() => document.querySelector("#gantt-canvas").scrollIntoView({ block: "end" }));
  await frames(page);
  const { x, y, width, height } = await box(page, "#gantt-canvas");
  await page.mouse.click(x + width * 0.8, y + height - 60);
  await page.waitForFunction(() => document.querySelector("#gantt-from").value !== "0:00:00");
  const later = await value(page, "#gantt-from");
  await shot("gantt moved by the map");
  // One click opens the story of the job that waited longest.
  await click(page, "#gantt-extremes summary");
  const listed = await count(page, "#gantt-extremes li");
  assert.ok(listed > 100 && listed <= 200, `${listed} jobs are listed`);
  await shot("gantt extremes");
  assert.deepEqual(await collisions(page), []);
  const first = await text(page, "#gantt-extremes li button");
  await click(page, "#gantt-extremes li button");
  await shown(page, "#story:not([hidden]) .story-lines li, .story-lines li");
  assert.match(await text(page, "#story-title"), new RegExp(`${/\d+/.exec(first)[0]}`));
  assert.notEqual(await value(page, "#gantt-from"), later);
  // A time is written as on the axis.
  await fill(page, "#gantt-from", "1:30");
  await press(page, "Enter");
  await page.waitForFunction(() => document.querySelector("#gantt-from").value.startsWith("1:30"));
});

browserTest("the story of a far job moves the chart there", { ...BOTH_IN_FULL, hash: "#p=teaching-saturation" }, async ({ page }) => {
  await settled(page);
  await click(page, "#tab-gantt");
  await captioned(page, "#gantt", /^Clusters are bands/);
  await fill(page, "#gantt-job", "3000");
  await press(page, "Enter");
  await shown(page, ".story-lines li");
  await page.waitForFunction(() => document.querySelector("#gantt-from").value !== "0:00:00");
  await page.waitForFunction(() => document.querySelector("#gantt-details").textContent.startsWith("Job 3000;"));
});

browserTest("a paper takes the figure, its table and the method", { ...BOTH_IN_FULL, hash: "" }, async ({ page, shot }) => {
  await settled(page);
  await click(page, "#export");
  const latex = (await download(page, "#export-curves-tex")).bytes.toString();
  assert.match(latex, /^% .*metasched figure --preset cliff --baseline 0 --format latex/);
  assert.match(latex, /unbounded coords=jump/);
  assert.match(latex, /\\addlegendentry\{B3 \(chunk 85 \\%\)\}/);
  assert.match(latex, /\bnan\b/);
  const table = (await download(page, "#export-curves-table")).bytes.toString();
  assert.match(table, /\\toprule[^]*\\bottomrule/);
  const method = (await download(page, "#export-method")).bytes.toString();
  assert.match(method, /^We simulated 4 clusters with 400 nodes in all/);
  assert.match(method, /@misc\{metasched/);
  assert.ok(method.includes(await text(page, "#scenario-digest")));
  await shot("export");
});

browserTest("on a phone, in the dark, nothing is wider than the screen", { ...LONG, viewport: { width: 360, height: 800 }, colorScheme: "dark" }, async ({ page, shot }) => {
  await settled(page);
  await frames(page);
  await painted(page, "#curve-canvas");
  await shot("curves phone dark");
  await click(page, "#tab-gantt");
  await captioned(page, "#gantt", /^Clusters are bands/);
  await shown(page, "#gantt-extremes");
  await frames(page);
  await shot("gantt phone dark");
  await click(page, "#gantt-extremes summary");
  assert.deepEqual(await collisions(page), []);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
});

browserTest("a point of the curves opens its run, and windows move on", LONG, async ({ page }) => {
  await settled(page);
  await page.focus("#curve-canvas");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const said = await text(page, "#announcer");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#announcer").textContent.startsWith("Gantt chart"));
  const name = said.split(":")[0];
  const chosen = await page.$eval("#gantt-scheduler", (select) => select.selectedOptions[0].textContent);
  assert.equal(chosen, name);
  const before = await attribute(page, "#gantt-canvas", "aria-label");
  await click(page, "#gantt-later");
  await page.waitForFunction((old) => document.querySelector("#gantt-canvas").getAttribute("aria-label") !== old, {}, before);
  assert.notEqual(await value(page, "#gantt-from"), "0:00:00");
  await click(page, "#gantt-earlier");
  await page.waitForFunction(() => document.querySelector("#gantt-from").value === "0:00:00");
});

browserTest("the table sorts", async ({ page }) => {
  await settled(page);
  await openTable(page);
  const column = "#table thead button::-p-text(Mean turnaround)";
  await click(page, column);
  const values = async () => {
    await tableWritten(page);
    return page.$$eval("#table tbody tr", (rows) => rows.map((row) => parseFloat(row.cells[2].dataset.value)));
  };
  const rising = await values();
  assert.deepEqual(rising, rising.toSorted((a, b) => a - b));
  await click(page, column);
  const falling = await values();
  assert.deepEqual(falling, falling.toSorted((a, b) => b - a));
  assert.equal(await count(page, "#table [aria-sort=descending]"), 1);
});
