// Talks and lessons: a whole talk by keyboard, the speaker's window, talks of one's own, and lessons with their predictions and checks.

import assert from "node:assert/strict";
import { click, count, fill, hidden, isVisible, press, shown, text, value } from "./driver.mjs";
import { BOTH, browserTest, dropFile, painted, settled } from "./harness.mjs";

const SCREEN = { ...BOTH, viewport: { width: 1280, height: 720 } };

/** Waits until an element has this text. */
const says = (page, selector, wanted) =>
  page.waitForFunction((selector, wanted) => document.querySelector(selector)?.textContent.includes(wanted), { timeout: 20_000 }, selector, wanted);

const hash = (page) => page.evaluate(() => location.hash);

/** B in a window blanks the talk, and shows it again. */
async function blanks(own, page) {
  await press(own, "b");
  await shown(page, "#talk-blank");
  await press(own, "b");
  await hidden(page, "#talk-blank");
}

/** The texts of what can be seen outside canvases that are smaller than `least` pixels. */
const smallTexts = (page, least) =>
  page.evaluate((least) => {
    const small = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.textContent.trim() || parent.closest("canvas, script, dialog:not([open]), .unseen")) continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNode(node);
      const { width, height } = range.getBoundingClientRect();
      if (width < 2 || height < 2) continue;
      let zoom = 1;
      for (let own = parent; own; own = own.parentElement) zoom *= Number(getComputedStyle(own).zoom) || 1;
      const size = parseFloat(getComputedStyle(parent).fontSize) * zoom;
      if (size < least) small.push(`${size} px: ${node.textContent.trim().slice(0, 40)}`);
    }
    return small;
  }, least);

browserTest("a whole talk is given by keyboard", { ...SCREEN, hash: "#p=talk-co-allocation", timeout: 240_000 }, async ({ page, shot }) => {
  const titles = [];
  for (let step = 1; step <= 10; step += 1) {
    await says(page, "#talk-count", `${step} / 10`);
    await settled(page);
    titles.push(await text(page, "#talk-title"));
    const canvas = await page.evaluate(() => document.querySelector("#panel-gantt:not([hidden]), #panel-curves:not([hidden])")?.id);
    await painted(page, canvas === "panel-gantt" || !(await isVisible(page, "#curve-canvas")) ? "#gantt-canvas" : "#curve-canvas");
    assert.deepEqual(await smallTexts(page, 24), [], `step ${step}`);
    const fits = await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight && scrollY === 0);
    assert.ok(fits, `step ${step} fits on the screen`);
    await shot(`talk step ${step}`);
    if (step < 10) await press(page, "ArrowRight");
  }
  assert.equal(new Set(titles).size, 10);
  assert.match(await hash(page), /^#p=talk-co-allocation&talk=10$/);
  // The last step stays; the keys of remotes lead back, blank the screen and leave.
  await press(page, "PageDown");
  await press(page, "PageUp");
  await says(page, "#talk-count", "9 / 10");
  await blanks(page, page);
  await page.reload();
  await says(page, "#talk-count", "9 / 10");
  await press(page, "Escape");
  await hidden(page, "#talk-title");
  await shown(page, "#form");
  await settled(page);
});

browserTest("the speaker's window has the notes and leads on", { hash: "#p=talk-co-allocation" }, async ({ page, newPage, site }) => {
  await settled(page);
  const id = await page.evaluate(() => sessionStorage.getItem("metasched.talk.channel"));
  const notes = await newPage();
  await notes.goto(new URL(`notes.html#${id}`, site.url).href);
  await says(notes, "#step", "Step 1 of 10");
  assert.notEqual(await text(notes, "#notes"), "");
  await click(notes, "#next-step");
  await says(notes, "#step", "Step 2 of 10");
  await says(page, "#talk-count", "2 / 10");
  assert.equal(await text(notes, "#title"), await text(page, "#talk-title"));
  await blanks(notes, page);
  // A window that was loaded again finds the other.
  await notes.reload();
  await says(notes, "#step", "Step 2 of 10");
});

browserTest("a talk of one's own is made, given and opened from a file", SCREEN, async ({ page }) => {
  await settled(page);
  await press(page, "T");
  await click(page, "#talk-add");
  await fill(page, "#talk-steps [data-part=title]", "Links <b>fill</b>");
  await fill(page, "#talk-steps [data-part=notes]", "Ask why.");
  await press(page, "Escape");
  await click(page, "#tab-table");
  await says(page, "#table", "First-fit");
  await page.waitForFunction(() => location.hash !== "");
  await press(page, "T");
  await click(page, "#talk-add");
  await page.waitForFunction(() => document.querySelectorAll("#talk-steps li").length === 2);
  assert.match(await text(page, "#talk-status"), /^2 steps, a link of \d+ characters\.$/);
  await click(page, "#talk-steps li:last-child [title=Duplicate]");
  await page.waitForFunction(() => document.querySelectorAll("#talk-steps li").length === 3);
  await click(page, "#talk-undo");
  await page.waitForFunction(() => document.querySelectorAll("#talk-steps li").length === 2);
  await click(page, "#talk-prepare");
  await says(page, "#talk-status", "Ready for offline: 2 of 2");
  // On paper there is a page for each step, with its link.
  await page.evaluate(() => (globalThis.print = () => (globalThis.printed = [...document.querySelectorAll("#talk-print section")].map((own) => own.innerHTML.length && own.textContent))));
  await click(page, "#talk-print-all");
  await page.waitForFunction(() => globalThis.printed?.length === 2);
  assert.match((await page.evaluate(() => globalThis.printed))[0], /^Links <b>fill<\/b>.*1 \/ 2http.*#p=landing/);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.waitForFunction(() => !document.querySelector("#talk-print"));
  await click(page, "#talk-start");
  await says(page, "#talk-count", "1 / 2");
  assert.equal(await text(page, "#talk-title"), "Links <b>fill</b>");
  assert.equal(await count(page, "#talk-title b"), 0);
  await press(page, "ArrowRight");
  await says(page, "#talk-count", "2 / 2");
  await shown(page, "#table");
  const link = await hash(page);
  assert.match(link, /^#2\.[\w-]+\.[\w-]{6}&talk=2$/);
  // The draft is still there, and a file of it opens.
  await press(page, "Escape");
  await hidden(page, "#talk-title");
  await press(page, "T");
  assert.equal(await value(page, "#talk-steps [data-part=title]"), "Links <b>fill</b>");
  await press(page, "Escape");
  const step = { title: "From a file", link: "#p=landing" };
  await dropFile(page, "talk.json", Buffer.from(JSON.stringify({ steps: [step] })));
  await says(page, "#talk-title", "From a file");
  await press(page, "Escape");
  await hidden(page, "#talk-title");
  for (const [talk, wrong] of [
    [{ steps: [step, { title: 3 }] }, "title of step 2 is 3"],
    [{ steps: [{ ...step, sound: "x" }] }, "step 1 holds `sound`"],
    [{ steps: [{ ...step, link: "#9.abc.abcdef" }] }, "newer version"],
  ]) {
    await dropFile(page, "talk.json", Buffer.from(JSON.stringify(talk)));
    await says(page, "#banners", wrong);
  }
});

browserTest("a step that cannot be opened is shown as such, and the talk goes on", { expected: [] }, async ({ page, site }) => {
  await settled(page);
  const steps = [{ title: "One", link: "#p=landing" }, { title: "From the future", link: "#9.abc.abcdef" }, { title: "Three", link: "#p=landing" }];
  const link = await page.evaluate((steps) => globalThis.talkLink(JSON.stringify(steps)), steps);
  await page.goto(`${site.url}${link}`);
  await page.reload();
  await says(page, "#talk-title", "One");
  await settled(page);
  await press(page, "ArrowRight");
  await says(page, "#talk-title", "From the future");
  await says(page, "#banners", "newer version");
  await press(page, "ArrowRight");
  await says(page, "#talk-title", "Three");
});

browserTest("hostile talks are refused or shown as text", {}, async ({ page, site }) => {
  for (const fragment of ["#2.&talk", "#2.AAAA.abcdef&talk", "#p=talk-nothing", "#p=lesson-", "#&talk", "#p=landing&talk=99999999999999999999", "#p=landing&talk=0"]) {
    await page.goto(`${site.url}${fragment}`);
    await page.reload();
    await page.waitForFunction(() => document.documentElement.dataset.state === "done");
  }
});

browserTest("a lesson is worked through: prediction, steps, change and answer", { ...BOTH, viewport: { width: 1440, height: 900 }, hash: "#p=lesson-4-co-allocation", timeout: 180_000 }, async ({ page, shot }) => {
  await settled(page);
  await shown(page, "#lesson");
  for (let step = 2; step <= 4; step += 1) {
    await click(page, ".lesson-tools .primary");
    await says(page, ".lesson-tools", `Step ${step} of 5`);
    await settled(page);
  }
  // The fourth step is predicted: nothing of it is seen before.
  await shown(page, ".sliders input");
  assert.ok(!(await isVisible(page, "#curve-canvas")));
  assert.ok(!(await isVisible(page, ".lesson-step")));
  await page.focus(".sliders input");
  await press(page, "ArrowUp");
  assert.equal(await value(page, ".sliders input"), "0.51");
  await shot("a prediction");
  await page.evaluate(() => [...document.querySelectorAll("#lesson button")].find((own) => own.textContent === "Show what happens").click());
  await painted(page, "#curve-canvas");
  assert.match(await text(page, "#lesson [role=status]"), /of 7 points (is|are) within a tenth of the axis/);
  await shot("a prediction, shown");
  await click(page, ".lesson-tools .primary");
  await says(page, ".lesson-tools", "Step 5 of 5");
  await settled(page);
  assert.equal(await text(page, "#lesson-check"), "");
  assert.ok(!(await isVisible(page, ".lesson-answer p")));
  // The section of what is to be changed is open.
  await shown(page, "#f-workload-compute_fraction");
  await fill(page, "#f-workload-compute_fraction", "0.9");
  await says(page, "#lesson-check", "Yes:");
  await click(page, ".lesson-answer summary");
  assert.ok(await isVisible(page, ".lesson-answer p"));
  await shot("a lesson's end");
  // The lesson stays where it was after a reload, and can be left.
  await page.reload();
  await says(page, ".lesson-tools", "Step 5 of 5");
  await page.evaluate(() => [...document.querySelectorAll("#lesson button")].find((own) => own.textContent === "Leave").click());
  await hidden(page, "#lesson");
});

browserTest("talks and lessons are among the examples, and in the language of phones", { viewport: { width: 360, height: 740 } }, async ({ page, shot }) => {
  await settled(page);
  await click(page, "#examples");
  await shown(page, "#gallery-guides a");
  assert.equal(await count(page, "#gallery-guides a"), 9);
  await fill(page, "#gallery-filter", "promises");
  assert.ok(await isVisible(page, "#gallery-guides [href='#p=lesson-7-estimates-and-promises']"));
  assert.ok(!(await isVisible(page, "#gallery-guides [href='#p=talk-co-allocation']")));
  await click(page, "#gallery-guides [href='#p=lesson-7-estimates-and-promises']");
  await shown(page, "#lesson");
  await settled(page);
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(wide <= room, `${wide} of ${room} pixels`);
  await shot("a lesson on a phone");
});

browserTest("a QR code is in Share and in talks where the page has an address", { hash: "#p=landing" }, async ({ page, shot }) => {
  await settled(page);
  await click(page, "#share");
  await says(page, "#share-qr", "this page is on your machine only");
  await press(page, "Escape");
  await page.evaluate(() => (document.documentElement.dataset.address = "https://example.org/metasched/"));
  await click(page, "#share");
  await shown(page, "#share-qr canvas");
  await shot("a QR code");
});
