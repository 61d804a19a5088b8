// Two swept parameters: the surface, the heat map, and the map of the best scheduler.

import assert from "node:assert/strict";
import { attribute, box, choose, click, count, download, isVisible, press, shown, text, value } from "./driver.mjs";
import { browserTest, captioned, change, painted, settled, unfold } from "./harness.mjs";
import { link } from "./workers.mjs";
import { assertInPieces } from "./tasks.mjs";

const PRESET = "#p=teaching-surface";
/** The preset with few jobs. */
const SURFACE = { hash: link("--preset teaching-surface --set workload.jobs_per_cluster=200") };
const [SPACE, HEAT, WINNERS] = [0, 1, 2];

/** Opens the tab and shows one kind of figure. */
async function open(page, kind) {
  await settled(page);
  await click(page, "#tab-surface");
  await choose(page, "#surface-kind", { index: kind });
  await frames(page);
}

/** Lets what was asked for be drawn. */
const frames = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** The canvas as it is now. */
const picture = (page) => page.$eval("#surface-canvas", (canvas) => canvas.toDataURL());

async function pressed(page, key) {
  await page.focus("#surface-canvas");
  await press(page, key);
  await frames(page);
}

/** The rows of the exported CSV as objects. */
async function exported(page) {
  await click(page, "#export");
  const lines = (await download(page, "#export-csv")).bytes.toString().trim().split("\n");
  await page.keyboard.press("Escape");
  const cells = (line) => line.match(/("([^"]|"")*"|[^,]*)(,|$)/g).map((cell) => cell.replace(/,$/, "").replaceAll('"', ""));
  const names = cells(lines[0]);
  return lines.slice(1).map((line) => Object.fromEntries(cells(line).map((cell, index) => [names[index], cell])));
}

browserTest("without two swept parameters there is a way to have them", async ({ page, shot }) => {
  await settled(page);
  await click(page, "#tab-surface");
  assert.match(await text(page, "#surface .empty"), /needs two swept parameters; this scenario sweeps one/);
  assert.equal(await isVisible(page, "#surface-canvas"), false);
  await shot("surface empty");
  await change(page, "workload-jobs_per_cluster", "200");
  await click(page, "#surface-set-up");
  await shown(page, "#surface-canvas");
  await settled(page);
  await frames(page);
  assert.equal(await isVisible(page, "#surface .empty"), false);
  await painted(page, "#surface-canvas");
  assert.equal(await value(page, "#f-experiment-sweep-1-parameter"), "schedulers.*.lslt");
  assert.match(await text(page, "#surface .summary"), /of B3 \(chunk 85 %\) over BSBW \[Mbps\] and LSLT: from .* at BSBW/);
  await click(page, "#undo");
  await shown(page, "#surface .empty:not([hidden])");
});

browserTest("the surface turns by keys and pointer, and turns back", SURFACE, async ({ page, shot }) => {
  await open(page, SPACE);
  await page.evaluate(() => document.activeElement.blur());
  await page.mouse.move(0, 0);
  await frames(page);
  const first = await picture(page);
  await shot("surface");
  for (const [key, name] of [["ArrowRight", "right"], ["ArrowUp", "up"]]) {
    await pressed(page, key);
    assert.notEqual(await picture(page), first, name);
    await pressed(page, "Home");
    assert.equal(await picture(page), first, `back from ${name}`);
  }
  const { x, y, width, height } = await box(page, "#surface-canvas");
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 90, y + height / 2 - 40, { steps: 4 });
  await page.mouse.up();
  await page.mouse.move(0, 0);
  await frames(page);
  assert.notEqual(await picture(page), first, "dragged");
  await shot("surface turned");
  await pressed(page, "Shift+ArrowRight");
  assert.match(await text(page, "#announcer"), /^A1\. BSBW 200 Mbps, LSLT 0\.4\. [\d.]+ ± [\d.]+ s\. /);
  await pressed(page, "Shift+ArrowUp");
  assert.match(await text(page, "#announcer"), /LSLT 0\.6/);
});

browserTest("the heat map reads out the numbers of the results", SURFACE, async ({ page, shot }) => {
  await open(page, HEAT);
  await choose(page, "#surface-scheduler", { label: "B1" });
  await unfold(page, "#surface");
  const rows = await page.$$eval("#surface table.numbers tbody tr", (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  const xs = await page.$$eval("#surface table.numbers thead th", (all) => all.slice(1).map((cell) => cell.textContent));
  assert.deepEqual([rows.length, xs.length], [5, 6]);
  const results = (await exported(page)).filter((row) => row.scheduler === "b1");
  assert.equal(results.length, 30);
  for (const [y, ...values] of rows) {
    values.forEach((value, index) => {
      const found = results.find((row) => row["workload.bsbw_mbps"] === xs[index] && row["schedulers.*.lslt"] === y);
      const [number, half] = value.split(" ± ").map((part) => Number(part.replace(/[^\d.].*$/, "")));
      const apart = Math.abs(number - Number(found.mean_turnaround_s));
      assert.ok(apart <= half && apart < 1, `${value} at ${xs[index]}, ${y}: ${found.mean_turnaround_s}`);
      assert.equal(/unstable/.test(value), found.unstable === "true");
    });
  }
  // The first cell is at the lower left: 200 Mbps, 0.4.
  await pressed(page, "ArrowRight");
  assert.match(await text(page, "#announcer"), /^B1\. BSBW 200 Mbps, LSLT 0\.4\. [\d.]+ ± [\d.]+ s\. [\d\s]+ jobs/);
  assert.match(rows[4][1], new RegExp(`^${(await text(page, "#announcer")).match(/\d+ ± \d+|[\d.]+ ± [\d.]+/)[0]}`));
  await pressed(page, "ArrowRight");
  await pressed(page, "ArrowUp");
  assert.match(await text(page, "#announcer"), /BSBW 300 Mbps, LSLT 0\.6/);
  await shot("heat map read out");
  const marked = await picture(page);
  await pressed(page, "Escape");
  assert.notEqual(await picture(page), marked, "the mark stays");
});

browserTest("who is best: ranking, legend, and the run of the best", SURFACE, async ({ page, shot }) => {
  await open(page, WINNERS);
  assert.equal(await isVisible(page, "#surface-scheduler"), false);
  const metrics = await page.$$eval("#surface-metric option", (all) => all.map((option) => option.textContent));
  assert.ok(metrics.includes("Mean wait") && !metrics.includes("Offered load"), metrics.join());
  assert.match(await text(page, "#surface .summary"), /^Who is best: Mean turnaround \[s\] over BSBW \[Mbps\] and LSLT, of 30 points: .*alone at \d/);
  await shot("who is best");
  await pressed(page, "ArrowRight");
  const said = await text(page, "#announcer");
  assert.match(said, /(is best|No clear difference: .*)\. BSBW 200 Mbps, LSLT 0\.4\. 1\. .* 5\. /);
  const best = said.match(/ 1\. (\S+(?: \([^)]*\))?) /)[1];
  await pressed(page, "Enter");
  assert.equal(await attribute(page, "#tab-gantt", "aria-selected"), "true");
  const chosen = (id) => page.$eval(id, (select) => select.selectedOptions[0].textContent);
  assert.equal(await chosen("#gantt-scheduler"), best);
  assert.match(await chosen("#gantt-point"), /BSBW 200 Mbps, LSLT 0\.4/);
});

browserTest("figures over two parameters are exported as they are seen", { hash: PRESET }, async ({ page }) => {
  for (const [kind, words] of [[SPACE, /of A1 over/], [WINNERS, /Who is best/]]) {
    await open(page, kind);
    await click(page, "#export");
    const svg = (await download(page, "#export-surface-svg")).bytes.toString();
    assert.match(svg, /<metadata>[^<]*#p=teaching-surface<\/metadata>/);
    assert.match(svg, words);
    assert.match(svg, /<polygon/);
    const png = (await download(page, "#export-surface-png")).bytes;
    assert.ok(png.includes("#p=teaching-surface") && png.length > 10_000);
    await page.keyboard.press("Escape");
  }
});

browserTest("360 pixels are enough for surface and maps", { ...SURFACE, viewport: { width: 360, height: 740 } }, async ({ page, shot }) => {
  for (const kind of [SPACE, HEAT, WINNERS]) {
    await open(page, kind);
    const [needed, there] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(needed <= there, `${kind}: ${needed} > ${there}`);
    await painted(page, "#surface-canvas");
    await shot(`surface ${kind} narrow`);
  }
});

browserTest("surface and maps follow the theme", { ...SURFACE, colorScheme: "dark" }, async ({ page, shot }) => {
  for (const kind of [SPACE, HEAT, WINNERS]) {
    await open(page, kind);
    const corner = await page.$eval("#surface-canvas", (canvas) => [...canvas.getContext("2d").getImageData(2, 2, 1, 1).data]);
    assert.deepEqual(corner.slice(0, 3), [0x14, 0x17, 0x1c]);
    await shot(`surface ${kind} dark`);
  }
});

browserTest("both parameters can be on the curves, the other held", SURFACE, async ({ page }) => {
  await settled(page);
  const first = await text(page, "#curves .summary");
  await captioned(page, "#curves", /at LSLT 0\.4 against BSBW \[Mbps\]\./);
  await click(page, "#tab-curves");
  await choose(page, "#curve-fixed", { index: 4 });
  assert.notEqual(await text(page, "#curves .summary"), first);
  await choose(page, "#curve-x", { index: 1 });
  await captioned(page, "#curves", /at BSBW 200 Mbps against LSLT\./);
});

// 150 × 15 points, with results coming in and the tab open.
browserTest("thousands of points do not hold up the page", { isFirst: true }, async ({ page }) => {
  await settled(page);
  await change(page, "workload-jobs_per_cluster", "20");
  await change(page, "experiment-replications", "1");
  await click(page, "#tab-surface");
  await click(page, "#surface-set-up");
  await shown(page, "#surface-canvas");
  const list = (from, step, count) => Array.from({ length: count }, (_, index) => +(from + step * index).toFixed(3)).join(", ");
  await change(page, "experiment-sweep-1-values", list(0.4, 0.05, 15));
  await assertInPieces(page, "with 2250 points", async () => {
    await click(page, "#tab-surface");
    await change(page, "experiment-sweep-0-values", list(100, 5, 150));
    for (const kind of [HEAT, WINNERS, SPACE]) {
      await choose(page, "#surface-kind", { index: kind });
      await frames(page);
    }
    await pressed(page, "ArrowRight");
    await pressed(page, "Shift+ArrowRight");
  });
});
