// Terms are explained in place: a dotted line, and a card on hover, focus and tap, which covers no controls.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { attribute, box, click, count, fill, hidden, isVisible, press, shown, text } from "./driver.mjs";
import { BOTH_IN_FULL, FEW, browserTest, settled } from "./harness.mjs";
import { assertInPieces } from "./tasks.mjs";

const AXE = await readFile(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const CARD = ".glossary:popover-open";
const IN_CAPTION = "#curves figcaption dfn[data-term]";
const IN_FORM = '#form label dfn[data-term="BSBW"]';
const HALVES = /^BSBW bisection bandwidth\s*What one half of a job's nodes/;

/** Waits until the terms of the panel are marked. */
const marked = async (page, selector = IN_CAPTION) => {
  await settled(page);
  await page.waitForFunction((selector) => document.querySelector(selector), {}, selector);
};

/** The middle of an element, brought into the window. */
async function middle(page, selector) {
  await shown(page, selector);
  await page.$eval(selector, (own) => own.scrollIntoView({ block: "center", behavior: "instant" }));
  const { x, y, width, height } = await box(page, selector);
  return [x + width / 2, y + height / 2];
}

const hover = async (page, selector) => page.mouse.move(...(await middle(page, selector)));

/** Where the card is, and the window's size. */
async function assertInside(page) {
  const [card, width, height] = await page.$eval(CARD, (own) => [own.getBoundingClientRect().toJSON(), innerWidth, innerHeight]);
  assert.ok(card.left >= 0 && card.top >= 0 && card.right <= width && card.bottom <= height, JSON.stringify({ card, width, height }));
}

browserTest("terms are explained on hover, once in a panel, after the first figure", { ...BOTH_IN_FULL, open: false }, async ({ page, site, shot }) => {
  await page.evaluateOnNewDocument(() => {
    const look = () => {
      if (document.documentElement?.dataset.state === "done") globalThis.doneAt ??= performance.now();
    };
    new MutationObserver(look).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-state"] });
  });
  await page.goto(site.url + FEW());
  await marked(page);
  const early = await page.evaluate(() => {
    const files = performance.getEntriesByType("resource").filter(({ name }) => name.includes("glossary."));
    return [files.length, files.filter(({ startTime }) => startTime < globalThis.doneAt).length];
  });
  assert.deepEqual(early, [3, 0]);
  const terms = await page.$$eval("#curves dfn[data-term]", (all) => all.map((own) => own.dataset.term));
  assert.equal(new Set(terms).size, terms.length, `${terms}`);
  assert.match(await page.$eval(IN_CAPTION, (own) => getComputedStyle(own).textDecorationLine + getComputedStyle(own).textDecorationStyle), /underline.*dotted/);
  await shot("glossary landing");
  await hover(page, IN_CAPTION);
  await shown(page, CARD);
  await assertInside(page);
  assert.match(await text(page, CARD), new RegExp(`^${await attribute(page, IN_CAPTION, "data-term")}`));
  await shot("glossary hover");
  // The pointer may go into the card, whose other terms are buttons.
  const [other] = await page.$$eval(`${CARD} button`, (all) => all.map((own) => own.textContent));
  await hover(page, `${CARD} button`);
  await new Promise((later) => setTimeout(later, 400));
  await click(page, `${CARD} button`);
  assert.equal(await text(page, `${CARD} strong`), other);
  await press(page, "Escape");
  await hidden(page, CARD);
  // When the pointer leaves the term, the card closes.
  await page.mouse.move(2, 2);
  await hover(page, IN_CAPTION);
  await shown(page, CARD);
  await page.mouse.move(2, 2);
  await hidden(page, CARD);
});

browserTest("a key reaches a term, its card and the way back", BOTH_IN_FULL, async ({ page, shot }) => {
  await marked(page);
  await press(page, "Tab");
  await page.$eval(IN_CAPTION, (own) => own.focus());
  await shown(page, CARD);
  assert.equal(await attribute(page, IN_CAPTION, "aria-describedby"), "glossary-text");
  assert.ok((await text(page, "#glossary-text")).length > 20);
  await shot("glossary focus");
  await press(page, "Enter");
  assert.ok(await page.evaluate(() => document.activeElement.closest(".glossary") !== null));
  await press(page, "Escape");
  await hidden(page, CARD);
  assert.ok(await page.$eval(IN_CAPTION, (own) => own === document.activeElement));
  assert.equal(await attribute(page, IN_CAPTION, "aria-describedby"), null);
  // Tab moves to the next element of the page, not through the card.
  await press(page, "Tab");
  assert.ok(!(await page.$eval(IN_CAPTION, (own) => own === document.activeElement)));
});

browserTest("a click on a term of a label goes to its field, whose help gives way to the card", BOTH_IN_FULL, async ({ page, shot }) => {
  await marked(page, IN_FORM);
  await hover(page, IN_FORM);
  await shown(page, CARD);
  assert.match(await text(page, CARD), HALVES);
  await new Promise((later) => setTimeout(later, 700));
  assert.ok(!(await isVisible(page, "#tip")), "two bubbles at a time");
  await shot("glossary form");
  await page.mouse.click(...(await middle(page, IN_FORM)));
  const focused = () => page.evaluate(() => document.activeElement.id);
  assert.equal(await focused(), "f-workload-bsbw_mbps");
  await hidden(page, CARD);
  // The term is no stop of the Tab key: F1 shows its card, and the focus stays.
  assert.equal(await page.$eval(IN_FORM, (own) => own.tabIndex), -1);
  await press(page, "F1");
  await shown(page, CARD);
  assert.equal(await focused(), "f-workload-bsbw_mbps");
  await press(page, "Escape");
  await hidden(page, CARD);
});

browserTest("what the program writes anew is marked anew", BOTH_IN_FULL, async ({ page }) => {
  await marked(page);
  await marked(page, IN_FORM);
  const before = await text(page, "#curves figcaption");
  await page.evaluate(() => (location.hash = "#p=teaching-two-clusters"));
  await page.waitForFunction((before) => document.querySelector("#curves figcaption").textContent !== before, {}, before);
  await marked(page);
  await marked(page, IN_FORM);
  assert.equal(await count(page, IN_FORM), 1);
  // The texts themselves are unchanged.
  const plain = await page.$eval(IN_FORM, (own) => own.closest("label").textContent);
  assert.equal(plain, "BSBW");
  await fill(page, "#f-workload-bsbw_mbps", "700");
  await settled(page);
  await marked(page, IN_FORM);
  // Dialogs have terms, which are explained above them; Escape then closes the card alone.
  await click(page, "#examples");
  await shown(page, "dialog[open]");
  const IN_DIALOG = "dialog dfn[data-term]";
  await page.evaluate(() => document.querySelector("dialog[open] .dialog-body").append(Object.assign(document.createElement("p"), { textContent: "About saturation." })));
  await marked(page, IN_DIALOG);
  await hover(page, IN_DIALOG);
  await shown(page, CARD);
  await press(page, "Escape");
  await hidden(page, CARD);
  assert.ok(await isVisible(page, "dialog[open]"));
});

// Each theme and each width is tested once.
for (const [colorScheme, width, height] of [
  ["light", 1440, 900],
  ["dark", 360, 740],
]) {
  const options = { colorScheme, viewport: { width, height } };
  browserTest(`axe-core finds nothing while a term is explained, ${colorScheme}, ${width} pixels`, options, async ({ page, shot }) => {
    await marked(page);
    await press(page, "Tab");
    await page.$eval(IN_CAPTION, (own) => own.focus());
    await shown(page, CARD);
    await assertInside(page);
    await page.evaluate(AXE);
    const found = await page.evaluate(async (tags) => {
      const { violations } = await globalThis.axe.run("#panel-curves, .glossary", { runOnly: tags, resultTypes: ["violations"] });
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
    }, STANDARDS);
    await shot(`glossary ${colorScheme} ${width}`);
    assert.deepEqual(found, []);
  });
}

browserTest("a tap explains a term at 360 pixels, also one of a label", { viewport: { width: 360, height: 740, hasTouch: true, isMobile: true } }, async ({ page, shot }) => {
  await marked(page);
  await page.touchscreen.tap(...(await middle(page, IN_CAPTION)));
  await shown(page, CARD);
  await assertInside(page);
  await shot("glossary tap");
  await page.touchscreen.tap(...(await middle(page, "#scenario-title")));
  await hidden(page, CARD);
  await click(page, "#drawer > summary");
  await page.touchscreen.tap(...(await middle(page, IN_FORM)));
  await shown(page, CARD);
  await assertInside(page);
  assert.match(await text(page, CARD), HALVES);
  await shot("glossary tap in the form");
});

browserTest("texts of the glossary are text", { ...BOTH_IN_FULL, open: false }, async ({ page, site }) => {
  const text = "<img src=x onerror=alert(1)> is `<b>code</b>`.";
  const table = [{ term: "BSBW", full: "<i>full</i>", text, see: ["<u>other</u>", "Turnaround"] }, { term: "Turnaround", text }, 7, { term: "<u>other</u>", text }, {}];
  site.overrides.set("glossary.json", JSON.stringify(table));
  await page.goto(site.url + FEW());
  await marked(page, IN_FORM);
  await hover(page, IN_FORM);
  await shown(page, CARD);
  assert.equal(await page.$eval("#glossary-term", (own) => own.textContent), "BSBW <i>full</i>");
  assert.equal(await page.$eval("#glossary-text", (own) => own.textContent), "<img src=x onerror=alert(1)> is <b>code</b>.");
  assert.equal(await count(page, `${CARD} :is(img, i, b, u)`), 0);
});

browserTest("marking is cut into short pieces", { isFirst: true }, async ({ page }) => {
  await marked(page);
  await assertInPieces(page, "while terms are marked", async () => {
    await page.evaluate(async () => {
      const panel = document.querySelector("#paper");
      for (let part = 0; part < 100; part += 1) {
        const texts = Array.from({ length: 100 }, (_, at) => {
          const own = document.createElement("p");
          own.textContent = `Text ${part} ${at} of nodes that no term is in, although it goes on for a line or so, as texts of papers do.`;
          return own;
        });
        panel.append(...texts);
        await new Promise((later) => setTimeout(later));
      }
      panel.append(Object.assign(document.createElement("p"), { textContent: "The last one has MSER-5." }));
    });
    await page.waitForFunction(() => document.querySelector('#paper dfn[data-term="MSER-5"]'));
  });
});

browserTest("terms are explained offline after a first visit", { ...BOTH_IN_FULL, serviceWorkers: true }, async ({ page, site }) => {
  await marked(page);
  await page.waitForFunction(() => caches.match("./glossary.mjs", { ignoreSearch: true }));
  await site.close();
  await page.reload();
  await marked(page);
  await hover(page, IN_CAPTION);
  await shown(page, CARD);
});

browserTest("a frame has no glossary", { hash: "#p=teaching-two-clusters&embed=figure" }, async ({ page, site }) => {
  await settled(page);
  await new Promise((later) => setTimeout(later, 1500));
  assert.deepEqual(site.requests.filter((path) => path.includes("glossary")), []);
});

browserTest("terms are explained in lessons, talks and messages", { ...BOTH_IN_FULL, hash: "#p=lesson-4-co-allocation" }, async ({ page, site, shot }) => {
  await marked(page, "#lesson dfn[data-term]");
  // The words of a step are read out when they come, and marked in silence.
  await page.waitForFunction(() => document.querySelector(".lesson-step").ariaLive === "polite" || document.querySelector(".lesson-step").getAttribute("aria-live") === "polite");
  await hover(page, "#lesson dfn[data-term]");
  await shown(page, CARD);
  await assertInside(page);
  await shot("glossary in a lesson");
  const before = await text(page, "#lesson .lesson-step p");
  await click(page, ".lesson-tools .primary");
  await page.waitForFunction((before) => document.querySelector("#lesson .lesson-step p").textContent !== before, {}, before);
  await page.mouse.move(0, 0);
  await hidden(page, CARD);
  site.overrides.set("talk.json", JSON.stringify({ steps: [{ title: "A title", text: "The slowdown of co-allocation.", link: FEW() }, { title: "Two", link: FEW() }] }));
  await page.evaluate(() => (location.hash = "#talk=talk.json"));
  await marked(page, "#talk-text dfn[data-term]");
  assert.equal(await text(page, "#talk-text"), "The slowdown of co-allocation.");
  await hover(page, "#talk-text dfn[data-term]");
  await shown(page, CARD);
  assert.ok((await page.$eval(CARD, (own) => parseFloat(getComputedStyle(own).fontSize))) >= 24);
  await shot("glossary in a talk");
  // Escape closes the card; pressed again, it leaves the talk. Keys of the talk work while a card is open.
  await press(page, "Escape");
  await hidden(page, CARD);
  assert.ok(await isVisible(page, "#talk-title"));
  await page.mouse.move(0, 0);
  await hover(page, "#talk-text dfn[data-term]");
  await shown(page, CARD);
  await press(page, "ArrowRight");
  await page.waitForFunction(() => document.querySelector("#talk-title").textContent === "Two");
  await hidden(page, CARD);
  await press(page, "Escape");
  await hidden(page, "#talk-title");
  await page.evaluate(() => (location.hash = "#talk=index.html"));
  await page.waitForFunction(() => document.querySelector("#banners p"));
  await page.evaluate(() => (document.querySelector("#banners p").textContent = "The queue has no backfilling."));
  await marked(page, "#banners dfn[data-term]");
});

browserTest("a message in which terms are marked twice in a second is silent until a second after the last", async ({ page }) => {
  await marked(page);
  const silent = await page.evaluate(async () => {
    const banners = document.getElementById("banners");
    const say = (textContent) => banners.append(Object.assign(document.createElement("p"), { textContent }));
    const dfns = () => banners.querySelectorAll("dfn").length;
    const until = async (holds) => {
      while (!holds()) await new Promise((later) => setTimeout(later, 20));
      return performance.now();
    };
    say("About saturation.");
    await until(() => dfns() === 1);
    await new Promise((later) => setTimeout(later, 600));
    say("About co-allocation.");
    const second = await until(() => dfns() === 2);
    return (await until(() => banners.getAttribute("aria-live") === "polite")) - second;
  });
  assert.ok(silent > 900, `${silent} ms`);
});
