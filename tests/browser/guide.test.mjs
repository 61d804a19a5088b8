// Talks and lessons: a whole talk by keyboard, the speaker's window, the visitor's own talks, and lessons with predictions and checks.

import assert from "node:assert/strict";
import { box, click, count, fill, hidden, isVisible, press, shown, text, value } from "./driver.mjs";
import { BOTH_IN_FULL, FEW, browserTest, dropFile, painted, plainTest, readdressed, says, settled } from "./harness.mjs";

const SCREEN = { ...BOTH_IN_FULL, viewport: { width: 1280, height: 720 } };

const hash = (page) => page.evaluate(() => location.hash);

/** B in a window blanks the talk, and shows it again. */
async function blanks(own, page) {
  await press(own, "b");
  await shown(page, "#talk-blank");
  await press(own, "b");
  await hidden(page, "#talk-blank");
}

plainTest("changes are not waited for once their step was left", { limit: 5000 }, async () => {
  // A page whose program has not started.
  globalThis.document = { documentElement: { dataset: {} } };
  const { repeatChanges } = await import("../../www/guide/changes.mjs");
  delete globalThis.document;
  await repeatChanges({ "f-seed": "7" }, () => false);
});

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

browserTest("a whole talk is given by keyboard", { ...SCREEN, hash: "#p=talk-co-allocation", limit: 240_000 }, async ({ page, shot }) => {
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
  // After the last step the talk stays there. The keys of remote controls go back, blank the screen and leave.
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
  // After a reload, a window finds the other window again.
  await notes.reload();
  await says(notes, "#step", "Step 2 of 10");
});

browserTest("a talk of one's own is made, given and opened from a file", SCREEN, async ({ page, shot }) => {
  await settled(page);
  await press(page, "T");
  await click(page, "#talk-add");
  await fill(page, "#talk-steps [data-part=title]", "Links <b>fill</b>");
  await fill(page, "#talk-steps [data-part=notes]", "Ask why.");
  assert.equal(await count(page, "#talk-steps canvas"), 1, "a picture of the view");
  // The panel leaves the page usable. An empty view is refused.
  await click(page, "#tab-surface");
  await click(page, "#talk-add");
  await says(page, "#talk-status", "This view shows nothing yet");
  await readdressed(page, () => click(page, "#tab-table"));
  await says(page, "#table", "First-fit");
  await shot("editor of a talk");
  await click(page, "#talk-add");
  await page.waitForFunction(() => document.querySelectorAll("#talk-steps li").length === 2);
  assert.match(await text(page, "#talk-status"), /^2 steps, a link of \d+ characters\.$/);
  await click(page, "#talk-steps li:last-child [title=Duplicate]");
  await page.waitForFunction(() => document.querySelectorAll("#talk-steps li").length === 3);
  await click(page, "#talk-undo");
  await page.waitForFunction(() => document.querySelectorAll("#talk-steps li").length === 2);
  const titled = (titles) =>
    page.waitForFunction((wanted) => [...document.querySelectorAll("#talk-steps [data-part=title]")].map((own) => own.value).join() === wanted, {}, titles.join());
  const second = await page.$eval("#talk-steps li:last-child [data-part=title]", (own) => own.value);
  assert.match(second, /^Table: /);
  await click(page, "#talk-steps li:last-child [title='Move up']");
  await titled([second, "Links <b>fill</b>"]);
  await click(page, "#talk-steps li:first-child [title='Move down']");
  await titled(["Links <b>fill</b>", second]);
  await click(page, "#talk-steps li:first-child [title=Delete]");
  await titled([second]);
  await click(page, "#talk-undo");
  await titled(["Links <b>fill</b>", second]);
  await click(page, "#talk-prepare");
  await says(page, "#talk-status", "Ready for offline: 2 of 2");
  // In print there is one page per step, with its link.
  await page.evaluate(() => (globalThis.print = () => (globalThis.printed = [...document.querySelectorAll("#talk-print section")].map((own) => own.innerHTML.length && own.textContent))));
  await click(page, "#talk-print-all");
  await page.waitForFunction(() => globalThis.printed?.length === 2);
  assert.match((await page.evaluate(() => globalThis.printed))[0], /^Links <b>fill<\/b>.*1 \/ 2http.*#2\./);
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
  // The draft still exists, and can be opened from a file.
  await press(page, "Escape");
  await hidden(page, "#talk-title");
  await press(page, "T");
  assert.equal(await value(page, "#talk-steps [data-part=title]"), "Links <b>fill</b>");
  await press(page, "Escape");
  const step = { title: "From a file", link: FEW() };
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

/** Prints by the button, and lists the parts of each page, which stay until the browser has printed. */
async function printed(page) {
  await page.evaluate(() => {
    globalThis.print = () => (globalThis.isPrinted = true);
  });
  await click(page, "#talk-print-all");
  await page.waitForFunction(() => globalThis.isPrinted, { timeout: 200_000 });
  return page.$$eval("#talk-print section", (all) => all.map((own) => [...own.children].map((part) => part.className.split(" ")[0] || part.localName)));
}

/** As many pages as the browser prints. */
const sheets = async (page) => Buffer.from(await page.pdf({ preferCSSPageSize: true })).toString("latin1").match(/\/Type\s*\/Page\b/g).length;

browserTest("each step is printed on a page of its own, with all that it shows", { hash: "#p=teaching-two-clusters", colorScheme: "dark" }, async ({ page, shot }) => {
  await settled(page);
  for (const tab of ["curves", "table", "compare"]) {
    const before = await hash(page);
    await click(page, `#tab-${tab}`);
    await page.waitForFunction((tab, before) => tab === "curves" || location.hash !== before, {}, tab, before);
    await press(page, "T");
    await click(page, "#talk-add");
    await press(page, "Escape");
  }
  await press(page, "T");
  const pages = await printed(page);
  assert.deepEqual(pages[0], ["h2", "p", "canvas", "figcaption", "footer"]);
  assert.ok(pages[1].includes("results"), pages[1].join());
  assert.equal(pages[2].filter((own) => own === "canvas").length, 2, "both runs that are compared");
  // Nothing is cut: the table has the page's width, here that of A4 in landscape. Paper is bright.
  await page.emulateMediaType("print");
  await page.setViewport({ width: 1032, height: 700 });
  await shot("talk on paper");
  assert.ok(await page.evaluate(() => [...document.querySelectorAll("#talk-print section > *")].every((own) => own.scrollWidth <= own.clientWidth + 1 && own.getBoundingClientRect().right <= innerWidth)));
  assert.equal(await page.$eval("#talk-print .results", (own) => own.rows[0].cells.length), await page.$eval("#table .results", (own) => own.rows[0].cells.length));
  const corner = await page.$eval("#talk-print canvas", (own) => [...own.getContext("2d").getImageData(1, 1, 1, 1).data]);
  assert.ok(corner[3] === 0 || corner[0] > 200, `the figure's ground is ${corner}`);
  await page.emulateMediaType(null);
  await page.setViewport({ width: 1280, height: 800 });
  assert.equal(await sheets(page), 3);
  await page.waitForFunction(() => !document.querySelector("#talk-print"));
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "auto");
});

browserTest("the steps of a talk of the page can be taken over and printed", { hash: "#p=talk-co-allocation", viewport: { width: 1280, height: 720 }, limit: 240_000, isLong: true }, async ({ page }) => {
  await settled(page);
  await press(page, "ArrowRight");
  await says(page, "#talk-count", "2 / 10");
  const [address, title] = [await hash(page), await text(page, "#talk-title")];
  await press(page, "T");
  await says(page, "#talk-status", "No steps yet");
  assert.ok(await page.$eval("#talk-print-all", (own) => own.disabled));
  await click(page, "#talk-take");
  assert.equal(await count(page, "#talk-steps li"), 10);
  // The view in a talk is the view of the step.
  await click(page, "#talk-add");
  const links = await page.$$eval("#talk-steps a", (all) => all.map((own) => own.getAttribute("href")));
  assert.equal(links[10], links[1]);
  await click(page, "#talk-undo");
  const pages = await printed(page);
  assert.equal(pages.length, 10);
  assert.ok(pages.every((own) => own.includes("canvas")), pages.join("; "));
  assert.equal(await sheets(page), 10);
  // The talk continues at the same step.
  await press(page, "Escape");
  assert.equal(await hash(page), address);
  assert.equal(await text(page, "#talk-title"), title);
  await settled(page);
  assert.equal(await count(page, "#banners .problem"), 0);
  await press(page, "ArrowRight");
  await says(page, "#talk-count", "3 / 10");
  await settled(page);
  await page.waitForFunction(() => [...document.querySelectorAll("canvas")].some((own) => own.checkVisibility() && own.clientHeight > 0));
  // Printed as it stands, it has no buttons, and figures keep their ratio on paper of any width.
  await page.emulateMediaType("print");
  await hidden(page, "#talk-tools");
  const [wide, drawn] = await page.evaluate(() => {
    document.querySelector("main").style.width = "400px";
    const own = [...document.querySelectorAll("canvas")].find((own) => own.checkVisibility());
    return [own.clientWidth / own.clientHeight, own.width / own.height];
  });
  assert.ok(Math.abs(wide / drawn - 1) < 0.02, `${wide} is printed of ${drawn}`);
});

browserTest("a step that cannot be opened is shown as such, and the talk goes on", { expected: [] }, async ({ page, site }) => {
  await settled(page);
  const steps = [{ title: "One", link: FEW() }, { title: "From the future", link: "#9.abc.abcdef" }, { title: "Three", link: FEW() }];
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
  await settled(page);
  for (const fragment of ["#2.&talk", "#2.AAAA.abcdef&talk", "#p=talk-nothing", "#p=lesson-", "#&talk", "#p=teaching-two-clusters&talk=99999999999999999999", "#p=teaching-two-clusters&talk=0"]) {
    await page.goto("about:blank");
    await page.goto(`${site.url}${fragment}`);
    await settled(page);
  }
});

browserTest("a lesson is worked through: prediction, steps, change and answer", { ...BOTH_IN_FULL, viewport: { width: 1440, height: 900 }, hash: "#p=lesson-4-co-allocation", limit: 180_000 }, async ({ page, shot }) => {
  await settled(page);
  await shown(page, "#lesson");
  for (let step = 2; step <= 4; step += 1) {
    await click(page, ".lesson-tools .primary");
    await says(page, ".lesson-tools", `Step ${step} of 5`);
    await settled(page);
  }
  // For the fourth step the visitor predicts the figure, so the figure is hidden before.
  await shown(page, ".sliders input");
  assert.ok(!(await isVisible(page, "#curve-canvas")));
  assert.ok(!(await isVisible(page, ".lesson-step")));
  await page.focus(".sliders input");
  await press(page, "ArrowUp");
  assert.equal(await value(page, ".sliders input"), "0.51");
  // The distances of points are those of the swept values, and each slider is below its point.
  const { places, sliders } = await page.evaluate(() => {
    const middle = (own) => (({ left, width }) => left + width / 2)(own.getBoundingClientRect());
    const words = [...document.querySelectorAll(".predicted text")].filter((own) => /^\d+00$|^350$/.test(own.textContent));
    return { places: words.map((own) => [Number(own.textContent), middle(own)]), sliders: [...document.querySelectorAll(".sliders input")].map(middle) };
  });
  const [[first, left], [last, right]] = [places[0], places.at(-1)];
  assert.deepEqual([first, last], [100, 500]);
  for (const [x, place] of places) assert.ok(Math.abs(place - left - ((right - left) * (x - first)) / (last - first)) < 1, `${x} stands at ${place}`);
  for (const [x, place] of places) assert.ok(sliders.some((own) => Math.abs(own - place) < 1), `${x} has its slider below`);
  assert.equal(sliders.length, 7);
  // A pointer that passes several points between two events draws through them.
  const { x, y, width, height } = await box(page, ".predicted");
  await page.mouse.move(x + width * 0.25, y + height * 0.3);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.9, y + height * 0.6);
  await page.mouse.up();
  const drawn = await page.$$eval(".sliders input", (all) => all.map((own) => Number(own.value)));
  assert.ok(drawn.every((own, i) => i === 0 || own < drawn[i - 1]), `drawn through ${drawn}`);
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
  // After a reload the lesson is at the same step, and can be left.
  await page.reload();
  await says(page, ".lesson-tools", "Step 5 of 5");
  await page.evaluate(() => [...document.querySelectorAll("#lesson button")].find((own) => own.textContent === "Leave").click());
  await hidden(page, "#lesson");
});

browserTest("talks and lessons are among the examples, and in the language of phones", { viewport: { width: 360, height: 740 } }, async ({ page, shot }) => {
  await settled(page);
  await click(page, "#examples");
  await shown(page, "#gallery-guides a");
  assert.equal(await count(page, "#gallery-guides a"), 12);
  await fill(page, "#gallery-filter", "promises");
  assert.ok(await isVisible(page, "#gallery-guides [href='#p=lesson-7-estimates-and-promises']"));
  assert.ok(!(await isVisible(page, "#gallery-guides [href='#p=talk-co-allocation']")));
  await click(page, "#gallery-guides [href='#p=lesson-7-estimates-and-promises']");
  await shown(page, "#lesson");
  await settled(page);
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(wide <= room, `${wide} of ${room} pixels`);
  // The lesson is a sheet over the lower part, and the figure is above it.
  const [sheet, figure] = await page.evaluate(() => ["#lesson", "#results"].map((own) => document.querySelector(own).getBoundingClientRect().top));
  assert.ok(sheet > 0.25 * 740 && figure < sheet, `${figure} ${sheet}`);
  await shot("a lesson on a phone");
});

browserTest("a QR code is in Share and in talks where the page has an address", { hash: "#p=teaching-two-clusters" }, async ({ page, shot }) => {
  await settled(page);
  await click(page, "#share");
  await says(page, "#share-qr", "this page is on your machine only");
  await press(page, "Escape");
  await page.evaluate(() => (document.documentElement.dataset.address = "https://example.org/metasched/"));
  await click(page, "#share");
  await shown(page, "#share-qr canvas");
  await shot("a QR code");
});
