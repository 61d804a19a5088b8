// Exports: jobs, tables, scenarios and figures are saved as files that other programs can read.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { attribute, click, download } from "./driver.mjs";
import { browserTest, says, settled } from "./harness.mjs";
import { NATIVE, link } from "./workers.mjs";

const ONE_RUN = { hash: link("--preset landing --set workload.jobs_per_cluster=100 --set experiment.sweep=[] --replications 1") };
browserTest("the jobs of the run in the Gantt chart are saved as the command line writes them", ONE_RUN, async ({ page }) => {
  await settled(page);
  await click(page, "#export");
  const saved = await download(page, "#export-jobs-csv");
  const name = await page.evaluate(() => document.querySelector("#gantt-scheduler").selectedOptions[0].textContent);
  assert.equal(name, "First-fit");
  const native = execFileSync(NATIVE, ["run", ONE_RUN.hash, "--scheduler", "first-fit", "--jobs-out", "-"], { encoding: "utf8" });
  const lines = saved.bytes.toString().split("\n");
  for (const [at, line] of native.split("\n").entries()) assert.equal(lines[at], line);
  assert.equal(lines.length, native.split("\n").length);
  // First-fit co-allocates, and a log has one partition for each job.
  await click(page, "#export-jobs-swf");
  await says(page, "[data-banner=export]", "one partition for each");
});

browserTest("of two files of jobs the one that is asked for last is made", ONE_RUN, async ({ page }) => {
  await settled(page);
  await click(page, "#export");
  // Both buttons are pressed at once, the log first.
  await page.evaluate(() => {
    const [log, table] = ["swf", "csv"].map((kind) => document.getElementById(`export-jobs-${kind}`));
    const press = () => (log.click(), (log.dataset.pressed = `${log.textContent} ${log.disabled}`));
    table.addEventListener("click", press, { capture: true, once: true });
  });
  const saved = await download(page, "#export-jobs-csv");
  assert.equal(await attribute(page, "#export-jobs-swf", "data-pressed"), "Making the file … true");
  assert.match(saved.name, /-jobs\.csv$/);
  assert.ok(saved.bytes.length > 1000);
  await says(page, "[data-banner=export]", "The file could not be made: another one was asked for before it was finished");
  const labels = await page.$$eval("[id^=export-jobs-]", (all) => all.map((own) => [own.textContent, own.disabled]));
  assert.deepEqual(labels, [["SWF", false], ["CSV", false]]);
});

browserTest("all exports are saved and can be read", { hash: "" }, async ({ page, newPage }) => {
  await settled(page);
  await click(page, "#export");
  const csv = await download(page, "#export-csv");
  assert.equal(csv.name, "metasched-cliff.csv");
  const lines = csv.bytes.toString().trim().split(/\r?\n/);
  assert.equal(lines.length, 1 + 17 * 4);
  const json = JSON.parse((await download(page, "#export-json")).bytes);
  const column = lines[0].split(",").indexOf("digest");
  assert.ok(column > 0, lines[0]);
  const inCsv = lines.slice(1).map((line) => line.split(",").find((cell) => /^"?[0-9a-f]{16}"?$/.test(cell)));
  assert.deepEqual(inCsv, json.points.flatMap((point) => point.results.map((result) => result.digest)));
  const scenario = JSON.parse((await download(page, "#export-scenario")).bytes);
  assert.equal(scenario.schema, 2);
  const figures = [];
  for (const figure of ["curves", "gantt"]) {
    const svg = (await download(page, `#export-${figure}-svg`)).bytes.toString();
    const png = (await download(page, `#export-${figure}-png`)).bytes;
    figures.push([svg, png]);
  }
  // The file is opened in a separate page, since the site's security policy does not apply to exported files.
  const reader = await newPage();
  for (const [svg, png] of figures) {
    const parsed = await reader.evaluate((svg) => {
      const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
      return [root.tagName, root.querySelector("metadata")?.textContent];
    }, svg);
    assert.equal(parsed[0], "svg");
    assert.match(parsed[1], /#p=cliff$/);
    assert.equal(png.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
    assert.ok(png.includes("#p=cliff"), "the link is not inside");
    const size = await page.evaluate(async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
      return image.width;
    }, [...png]);
    assert.equal(size, 1920);
  }
});
