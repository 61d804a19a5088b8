// Touch: a tap shows the story of a job in a sheet below the chart, two fingers zoom.

import assert from "node:assert/strict";
import { box, click, hidden, scrollTo, shown, text } from "./driver.mjs";
import { browserTest, settled } from "./harness.mjs";

const PHONE = { hash: "#p=teaching-two-clusters", viewport: { width: 360, height: 740, hasTouch: true, isMobile: true } };
const CHART = "#gantt-canvas";

/** What is drawn, as a text. */
const drawn = (page) => page.$eval(CHART, (canvas) => canvas.toDataURL());

/** Taps down a column of the chart until a job's story opens. */
async function tapJob(page) {
  const { x, y, width, height } = await box(page, CHART);
  for (let part = 0.15; part < 0.8; part += 0.05) {
    await page.touchscreen.tap(x + width * 0.5, y + height * part);
    const open = await page.waitForSelector("#story:not([hidden]) #story-lines li", { timeout: 1500 }).catch(() => null);
    if (open) return;
  }
  assert.fail("no tap opened a story");
}

browserTest("a tap tells a job's story in a sheet below the chart", PHONE, async ({ page, shot }) => {
  await settled(page);
  await click(page, "#tab-gantt");
  await shown(page, CHART);
  await scrollTo(page, CHART);
  await tapJob(page);
  assert.match(await text(page, "#story-title"), /job \d+/i);
  const sheet = await page.$eval("#story", (own) => own.getBoundingClientRect().toJSON());
  const height = await page.evaluate(() => innerHeight);
  assert.equal(Math.round(sheet.bottom), height);
  assert.ok(sheet.top >= height * 0.45, `the sheet begins at ${sheet.top} of ${height}`);
  await shot("touch story");
  await click(page, "#story .close");
  await hidden(page, "#story");
});

browserTest("two fingers zoom the chart, and are no tap", PHONE, async ({ page }) => {
  await settled(page);
  await click(page, "#tab-gantt");
  await shown(page, CHART);
  await scrollTo(page, CHART);
  const before = await drawn(page);
  const { x, y, width, height } = await box(page, CHART);
  const client = await page.createCDPSession();
  const touch = (type, apart) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: apart === undefined ? [] : [-apart, apart].map((by, id) => ({ id, x: x + width / 2 + by, y: y + height / 3 })),
    });
  await touch("touchStart", 20);
  for (const apart of [30, 40, 50, 60]) await touch("touchMove", apart);
  await touch("touchEnd");
  await page.waitForFunction((chart, before) => document.querySelector(chart).toDataURL() !== before, {}, CHART, before);
  assert.equal(await page.$("#story:not([hidden])"), null);
});
