// Talks as files beside the page, steps that are predicted, and the browser's history of talks and lessons.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import jsQR from "jsqr";
import { attribute, click, count, fill, hidden, isVisible, press, shown, text, value } from "./driver.mjs";
import { BOTH, BOTH_IN_FULL, FEW, browserTest, dropFile, painted, readdressed, says, settled } from "./harness.mjs";

const AXE = await readFile(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const SCREEN = { ...BOTH_IN_FULL, viewport: { width: 1280, height: 720 } };
const SWEEP = FEW();

const hash = (page) => page.evaluate(() => location.hash);

/** Puts a talk beside the page. */
const host = (site, name, talk) => site.overrides.set(name, typeof talk === "string" ? talk : JSON.stringify(talk));

browserTest("a talk beside the page opens by its link, and stays at its step", { ...SCREEN, open: false }, async ({ page, site }) => {
  const steps = [{ title: "One", text: "The <b>first</b> step.", link: SWEEP }, { title: "Two", link: "#p=teaching-two-clusters" }, { title: "Three", link: SWEEP }];
  host(site, "talks/Vorlesung 3.json", { title: "T", steps });
  await page.goto(`${site.url}#talk=talks/Vorlesung%203.json`);
  await says(page, "#talk-title", "One");
  assert.equal(await count(page, "#talk-text b"), 0);
  assert.equal(await hash(page), "#talk=talks/Vorlesung%203.json");
  await settled(page);
  await press(page, "ArrowRight");
  await says(page, "#talk-title", "Two");
  await settled(page);
  assert.equal(await hash(page), "#talk=talks/Vorlesung%203.json&talk=2");
  await page.reload();
  await says(page, "#talk-title", "Two");
  await says(page, "#talk-count", "2 / 3");
  // The author saves another version, which is shown on the next visit.
  host(site, "talks/Vorlesung 3.json", { steps: [steps[0], { ...steps[1], title: "Two, mended" }] });
  await page.reload();
  await says(page, "#talk-title", "Two, mended");
  await press(page, "Escape");
  await hidden(page, "#talk-title");
  await settled(page);
  assert.match(await hash(page), /^#p=teaching-two-clusters/);
});

/** What is wrong with files, and what is said of it. */
const UNSOUND = [
  ["missing.json", undefined, "There is no file missing.json beside the page. Put it into the page's folder"],
  ["text.json", "{ steps: }", "text.json is not JSON"],
  ["none.json", {}, "steps are missing. Allowed: a list of 1 to 200 objects"],
  ["empty.json", { steps: [] }, "steps are 0 steps"],
  ["title.json", { steps: [{ title: "x", link: SWEEP }, { title: 3, link: SWEEP }] }, "title of step 2 is 3. Allowed: a text of at most 300 characters"],
  ["key.json", { steps: [{ sound: "x" }] }, "step 1 holds `sound`. Allowed: title, text, notes, link, predict"],
  ["guess.json", { steps: [{ link: SWEEP, predict: { from: 3, to: 1 } }] }, "predict of step 1 reaches from 3 to 1"],
  ["big.json", `{"steps": [{"link": "#p=landing", "notes": "${"x".repeat(1 << 20)}"}]}`, "big.json is larger than 1 MiB"],
];

browserTest("what is wrong with the steps of a talk is said in the same words of a file beside the page and of one that is dropped", {}, async ({ page, site }) => {
  await settled(page);
  const steps = UNSOUND.filter(([, talk]) => talk?.steps).concat([
    ["prediction.json", { steps: [{ title: "x", predict: { scheduler: 3, from: "a", log: 1, sound: 2 } }, { predict: 1 }, 5, { predict: { from: 0, to: 2, log: true } }] }],
    ["many.json", { steps: Array.from({ length: 201 }, () => ({ link: SWEEP })) }],
    ["wrong.json", { steps: Array.from({ length: 12 }, () => ({ title: 1 })) }],
    ["long.json", { steps: [{ title: "x".repeat(301), text: "\u{1F600}".repeat(3001) }] }],
  ]);
  /** What is wrong, a sentence each, without the lines around it. */
  const wrong = (selector) => page.$$eval(selector, (all) => all.map((own) => own.textContent.replace(/\.$/, "")).filter((own) => own.includes(". Allowed: ")));
  for (const [name, talk] of steps) {
    host(site, name, talk);
    await page.evaluate((hash) => (location.hash = hash), `#talk=${name}`);
    await says(page, "#banners [data-banner=guide]", name);
    const beside = await wrong("#banners [data-banner=guide] p");
    await page.evaluate((hash) => (location.hash = hash), SWEEP);
    await hidden(page, "#banners [data-banner=guide]");
    await dropFile(page, name, Buffer.from(JSON.stringify(talk)));
    await says(page, "#banners", `${name} is no talk`);
    const dropped = await wrong("#banners p");
    assert.ok(beside.length > 0, name);
    assert.deepEqual(beside, dropped.slice(0, 8));
  }
});

/** Names that could lead elsewhere, or that no file beside the page has. */
const HOSTILE = [
  "https://example.org/a.json",
  "//example.org/a.json",
  "/etc/a.json",
  "../a.json",
  "a/../../b.json",
  "..%2Fa.json",
  "%2e%2e/a.json",
  "%252e%252e/a.json",
  "a%5C..%5Cb.json",
  "javascript:a.json",
  "data:application/json,{}.json",
  ".git/a.json",
  "a.json?b=c.json",
  "index.html",
  "%E0%A4%A.json",
  `${"a".repeat(300)}.json`,
  "",
];

browserTest("a talk beside the page that cannot be opened says what is wrong, and the page works on", { ...BOTH_IN_FULL, expected: [/missing\.json/, /status of 404/] }, async ({ page, site }) => {
  await settled(page);
  for (const [name, talk, words] of UNSOUND) {
    if (talk !== undefined) host(site, name, talk);
    await page.evaluate((hash) => (location.hash = hash), `#talk=${name}`);
    await says(page, "#banners [data-banner=guide]", words);
    await settled(page);
  }
  const before = site.requests.length;
  for (const name of HOSTILE) {
    await page.evaluate((hash) => (location.hash = hash), `#talk=${name}`);
    await page.waitForFunction((name) => location.hash === `#talk=${name}`, {}, name);
    await says(page, "#banners [data-banner=guide]", `The link names the talk \`${name.slice(0, 20)}`);
    assert.equal(await count(page, "#banners [data-banner=guide]"), 1);
  }
  assert.deepEqual(site.requests.slice(before).filter((path) => !path.endsWith(".svg")), [], "a hostile name was asked for");
  // The next link removes the error message.
  await page.evaluate(() => (location.hash = "#p=teaching-two-clusters"));
  await page.waitForFunction(() => !document.querySelector("#banners [data-banner=guide]"));
  await settled(page);
});

browserTest("a talk that is too long for a link is offered as a file with its link", { viewport: { width: 1280, height: 720 } }, async ({ page, site, shot }) => {
  await settled(page);
  // Letters that hardly compress.
  let seed = 1;
  const notes = Array.from({ length: 2900 }, () => String.fromCharCode(0x4e00 + (seed = (seed * 16807) % 2147483647) % 8000)).join("");
  const steps = [1, 2].map((i) => ({ title: `Step ${i}`, text: "", notes, link: SWEEP }));
  await page.evaluate((steps) => localStorage.setItem("metasched.talk", JSON.stringify(steps)), steps);
  await press(page, "T");
  await says(page, "#talk-status", "save the talk as a file");
  assert.equal(await value(page, "#talk-file-link"), `${site.url}#talk=talk.json`);
  assert.ok(await page.evaluate(() => document.querySelector("#talk-copy").disabled));
  await shot("a talk that is too long for a link");
});

const predicted = (predict = {}) => ({
  steps: [
    { title: "What will First-fit do?", text: "Draw it first.", link: SWEEP, predict },
    { title: "Next", link: "#p=teaching-two-clusters", predict: {} },
    { title: "End", link: SWEEP },
  ],
});

browserTest("a step of a talk is predicted: drawn, compared, and then shown", { ...SCREEN, ...BOTH, open: false }, async ({ page, site, shot }) => {
  host(site, "a.json", predicted({ scheduler: "first-fit" }));
  await page.goto(`${site.url}#talk=a.json`);
  await shown(page, "#talk-predict svg");
  await settled(page);
  assert.ok(!(await isVisible(page, "#curve-canvas")));
  assert.match(await text(page, "#talk-predict p"), /First draw what you expect: the mean turnaround of First-fit\./);
  const picture = await (await page.$("#talk-predict svg")).boundingBox();
  await page.mouse.move(picture.x + picture.width / 3, picture.y + picture.height / 4);
  await page.mouse.down();
  await page.mouse.move(picture.x + picture.width / 1.5, picture.y + picture.height / 2, { steps: 8 });
  await page.mouse.up();
  await says(page, "#talk-predict [role=status]", "What you expect at");
  const sizes = await page.evaluate(() => {
    const own = document.querySelector("#talk-predict svg");
    return [...own.querySelectorAll("text")].map((text) => parseFloat(getComputedStyle(text).fontSize) * own.getScreenCTM().d);
  });
  assert.ok(Math.min(...sizes) >= 24, `letters of ${Math.min(...sizes)} pixels`);
  await shot("talk, a prediction");
  await press(page, "Enter");
  await says(page, "#talk-predict [role=status]", "of 7 points");
  await says(page, "#talk-count", "1 / 3");
  await shot("talk, a prediction compared");
  await press(page, "ArrowRight");
  await hidden(page, "#talk-predict");
  await says(page, "#talk-count", "1 / 3");
  await painted(page, "#curve-canvas");
  assert.ok(await isVisible(page, "#curve-canvas"));
  await press(page, "ArrowRight");
  await says(page, "#talk-count", "2 / 3");
  // A step whose scenario sweeps nothing has nothing to draw: its figure comes.
  await settled(page);
  await hidden(page, "#talk-predict");
  await press(page, "ArrowRight");
  await says(page, "#talk-count", "3 / 3");
  assert.ok(!(await isVisible(page, "#talk-predict")));
  // Back at the predicted step, the prediction is requested again.
  await press(page, "Home");
  await shown(page, "#talk-predict svg");
  // The sliders are there for the keyboard, and keep its arrows.
  await page.focus("#talk-predict .sliders input");
  await press(page, "ArrowUp");
  assert.equal(await value(page, "#talk-predict .sliders input"), "0.51");
  await says(page, "#talk-count", "1 / 3");
  await press(page, "Escape");
  await hidden(page, "#talk-title");
  assert.equal(await attribute(page, "html", "data-predicting"), null);
});

browserTest("the measure that is shown is the one that is predicted", { ...SCREEN, open: false }, async ({ page, site }) => {
  const guides = await (await fetch(`${site.url}guides.json`)).json();
  const { link } = guides["lesson-7-estimates-and-promises"].steps.find((own) => own.predict);
  host(site, "a.json", { steps: [{ link, predict: {} }] });
  await page.goto(`${site.url}#talk=a.json`);
  await shown(page, "#talk-predict svg");
  assert.match(await text(page, "#talk-predict p"), /the missed reservations of EASY/);
  assert.deepEqual((await page.$$eval("#talk-predict svg text", (all) => all.map((own) => own.textContent))).slice(0, 3), ["0 %", "50 %", "100 %"]);
});

for (const [colorScheme, width, height] of [["light", 1280, 720], ["dark", 1280, 720], ["light", 360, 740]]) {
  browserTest(`axe-core finds nothing at a predicted step, ${colorScheme}, ${width} pixels`, { colorScheme, viewport: { width, height }, open: false }, async ({ page, site, shot }) => {
    host(site, "a.json", predicted({ scheduler: "first-fit" }));
    await page.goto(`${site.url}#talk=a.json`);
    await shown(page, "#talk-predict svg");
    await page.evaluate(AXE);
    const assertNothing = async () => {
      // New content is visible when it appears.
      await page.evaluate(() => Promise.all(document.getAnimations().map((own) => own.finished)));
      const found = await page.evaluate((values) => globalThis.axe.run(document, { runOnly: { type: "tag", values } }).then((own) => own.violations), STANDARDS);
      assert.deepEqual(found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target)}`), []);
    };
    await assertNothing();
    await press(page, "ArrowRight");
    await says(page, "#talk-predict [role=status]", "of 7 points");
    await assertNothing();
    await press(page, "ArrowRight");
    await hidden(page, "#talk-predict");
    await assertNothing();
    await shot(`talk, after a prediction ${colorScheme} ${width}`);
  });
}

browserTest("a step is marked for prediction in the editor", { viewport: { width: 1280, height: 720 } }, async ({ page, shot }) => {
  await settled(page);
  await press(page, "T");
  await click(page, "#talk-add");
  await shown(page, "#talk-steps [data-part=predict]");
  assert.ok(!(await isVisible(page, "#talk-steps [data-part=scheduler]")));
  await click(page, "#talk-steps [data-part=predict]");
  await fill(page, "#talk-steps [data-part=scheduler]", "migration-only");
  await shot("talk, a step to be predicted");
  await page.evaluate(() => document.querySelector("#talk-steps [data-part=scheduler]").blur());
  await says(page, "#talk-status", "One step, a link of");
  await click(page, "#talk-start");
  await says(page, "#talk-predict", "the mean turnaround of Migration only");
  assert.match(await hash(page), /^#2\.[\w-]+\.[\w-]{6}&talk$/);
});

browserTest("each step of a talk is a step of the browser's history", { ...SCREEN, ...BOTH, hash: "#p=talk-co-allocation" }, async ({ page }) => {
  await settled(page);
  const before = await page.evaluate(() => history.length);
  for (const step of [2, 3]) {
    await press(page, "ArrowRight");
    await says(page, "#talk-count", `${step} / 10`);
    await settled(page);
  }
  assert.equal(await page.evaluate(() => history.length), before + 2);
  await page.evaluate(() => history.back());
  await says(page, "#talk-count", "2 / 10");
  assert.match(await hash(page), /&talk=2$/);
  await page.evaluate(() => history.back());
  await says(page, "#talk-count", "1 / 10");
  await page.evaluate(() => history.forward());
  await says(page, "#talk-count", "2 / 10");
  await settled(page);
  await press(page, "Escape");
  await hidden(page, "#talk-title");
  await shown(page, "#form");
  // The Back button of the browser returns to the talk.
  await page.evaluate(() => history.back());
  await says(page, "#talk-count", "2 / 10");
});

browserTest("a lesson's change is there again after a reload, and Back leads one step back", { ...BOTH_IN_FULL, hash: "#p=lesson-4-co-allocation", limit: 180_000 }, async ({ page }) => {
  await settled(page);
  for (let step = 2; step <= 5; step += 1) {
    await click(page, ".lesson-tools .primary");
    await says(page, ".lesson-tools", `Step ${step} of 5`);
  }
  await page.evaluate(() => history.back());
  await says(page, ".lesson-tools", "Step 4 of 5");
  await page.evaluate(() => history.forward());
  await says(page, ".lesson-tools", "Step 5 of 5");
  await settled(page);
  await fill(page, "#f-workload-compute_fraction", "0.9");
  await says(page, "#lesson-check", "Yes:");
  await page.reload();
  await says(page, ".lesson-tools", "Step 5 of 5");
  await says(page, "#lesson-check", "Yes:");
  await shown(page, "#f-workload-compute_fraction");
  assert.equal(await value(page, "#f-workload-compute_fraction"), "0.9");
  // It belongs to its step, and is found there again.
  await page.evaluate(() => history.back());
  await says(page, ".lesson-tools", "Step 4 of 5");
  await settled(page);
  assert.equal(await page.evaluate(() => document.querySelector("#f-workload-compute_fraction").value), "0.7");
  await page.evaluate(() => history.forward());
  await says(page, "#lesson-check", "Yes:");
  // It stays when the lesson is left, and the address follows it.
  await page.evaluate(() => [...document.querySelectorAll("#lesson button")].find((own) => own.textContent === "Leave").click());
  await hidden(page, "#lesson");
  await page.waitForFunction(() => document.querySelector("#f-workload-compute_fraction").value === "0.9");
  await page.waitForFunction(() => location.hash.startsWith("#2."));
  await settled(page);
  assert.equal(await value(page, "#f-workload-compute_fraction"), "0.9");
});

/** Notes, from the start of the page on, how large each text is that is drawn on a canvas: `globalThis.drawnTexts` [CSS pixels, text]. */
const noteDrawnTexts = (page) =>
  page.evaluateOnNewDocument(() => {
    globalThis.drawnTexts = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      const { a, b, c, d } = this.getTransform();
      // A rotated text keeps its height.
      const enlarged = Math.hypot(c, d) || Math.hypot(a, b);
      const perPixel = this.canvas.clientHeight > 0 ? this.canvas.height / this.canvas.clientHeight : devicePixelRatio;
      const size = /(\d+(?:\.\d+)?)px/.exec(this.font)?.[1];
      globalThis.drawnTexts.push([(size * enlarged) / perPixel, text]);
      return fillText.call(this, text, ...place);
    };
  });

/** The least letters that the program draws in a talk [CSS pixels]. */
const LEAST_DRAWN = 24;

browserTest("no text that a talk draws is too small", { viewport: { width: 1280, height: 720 }, open: false, limit: 180_000, isLong: true }, async ({ page, site }) => {
  await noteDrawnTexts(page);
  await page.goto(`${site.url}#p=talk-co-allocation`);
  const small = new Set();
  for (let step = 1; step <= 10; step += 1) {
    await says(page, "#talk-count", `${step} / 10`);
    await settled(page);
    await painted(page, (await isVisible(page, "#gantt-canvas")) ? "#gantt-canvas" : "#curve-canvas");
    await page.evaluate(() => {
      globalThis.drawnTexts = [];
      // The figure is drawn again, as after a change of the size of the window.
      dispatchEvent(new Event("resize"));
      dispatchEvent(new Event("hashchange"));
    });
    await page.waitForFunction(() => globalThis.drawnTexts.length > 0);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    for (const [size, text] of await page.evaluate(() => globalThis.drawnTexts)) if (size < LEAST_DRAWN - 0.05) small.add(`step ${step}: ${Math.round(size * 10) / 10} px: ${text}`);
    await press(page, "ArrowRight");
  }
  assert.deepEqual([...small], []);
});

browserTest("long words of a step leave its figure room: smaller first, then scrolled", { ...SCREEN, open: false }, async ({ page, site, shot }) => {
  const steps = [
    { title: "Where links fill, jobs wait. ".repeat(10).trim(), text: "Look at the right end.", link: SWEEP },
    { title: "Short", text: "Where links fill, jobs wait. ".repeat(100), link: SWEEP },
    { title: "Short", text: "Look at the right end.", link: SWEEP },
  ];
  host(site, "long.json", { steps });
  await page.goto(`${site.url}#talk=long.json`);
  const head = () =>
    page.$eval("#talk-head", (own) => {
      const size = (selector) => parseFloat(getComputedStyle(document.querySelector(selector)).fontSize);
      const { top, height } = document.querySelector("#curve-canvas").getBoundingClientRect();
      return { isCut: own.scrollHeight > own.clientHeight + 1, least: Math.min(size("#talk-title"), size("#talk-text")), height, top, scrolled: own.scrollTop };
    });
  const seen = [];
  for (const number of [1, 2, 3]) {
    await says(page, "#talk-count", `${number} / 3`);
    await settled(page);
    await painted(page, "#curve-canvas");
    seen.push(await head());
    await shot(`talk, long words ${number}`);
    if (number === 2) {
      await says(page, "#talk-more", "Shift ↓ more");
      await press(page, "Shift+ArrowDown");
      assert.ok((await head()).scrolled > 0, "Shift and arrows scroll");
    }
    await press(page, "ArrowRight");
  }
  assert.deepEqual(seen.map((own) => own.isCut), [false, true, false]);
  for (const { least, height, top } of seen) assert.ok(least >= 24 && height >= 400 && top < 250, `letters of ${least} pixels, a figure of ${height} at ${top}`);
});

browserTest("a table that is larger than the screen is scrolled within its step, and a line says so", { ...SCREEN, ...BOTH, open: false }, async ({ page, site, shot }) => {
  await page.goto(site.url + SWEEP);
  await settled(page);
  await readdressed(page, () => click(page, "#tab-table"));
  host(site, "table.json", { steps: [{ title: "All numbers", text: "Look at the mean turnaround.", link: await hash(page) }, { title: "End", link: SWEEP }] });
  await page.goto(`${site.url}#talk=table.json`);
  await settled(page);
  await shown(page, "#table .scroll[aria-busy=false]");
  await says(page, "#talk-more", "columns, ↓ ");
  const place = () =>
    page.evaluate(() => {
      const edges = (selector) => document.querySelector(selector).getBoundingClientRect();
      const [part, tools, first] = [edges("#table .scroll"), edges("#talk-tools"), edges("#table tbody th, #table tbody td")];
      const { scrollLeft, scrollTop } = document.querySelector("#table .scroll");
      const size = parseFloat(getComputedStyle(document.querySelector("#table td")).fontSize) * (document.querySelector("#table").currentCSSZoom ?? Number(getComputedStyle(document.querySelector("#table")).zoom));
      return { fits: part.bottom <= tools.top && part.right <= innerWidth && document.documentElement.scrollHeight <= innerHeight, left: scrollLeft, top: scrollTop, first: first.left, size };
    });
  const before = await place();
  assert.ok(before.fits, "the table ends above the tools");
  assert.ok(before.size >= 24, `numbers of ${before.size} pixels`);
  await shot("talk, a table");
  await press(page, "Shift+ArrowRight");
  await press(page, "Shift+ArrowDown");
  const after = await place();
  assert.ok(after.left > 0 && after.top > 0, "Shift and arrows scroll");
  // The names of the schedulers stay.
  assert.equal(after.first, before.first);
  await says(page, "#talk-count", "1 / 2");
  await shot("talk, a table scrolled");
  for (let i = 0; i < 30; i += 1) await press(page, "Shift+ArrowDown");
  await page.waitForFunction(() => !document.querySelector("#talk-more").textContent.includes("↓"));
  await press(page, "ArrowRight");
  await says(page, "#talk-count", "2 / 2");
  await settled(page);
  await hidden(page, "#talk-more");
});

/** What a phone reads off a QR code of the page: its canvas, each module eight pixels wide. */
async function decoded(page, selector) {
  await shown(page, selector);
  const { data, width, height } = await page.evaluate((selector) => {
    const own = document.querySelector(selector);
    const large = Object.assign(document.createElement("canvas"), { width: own.width * 8, height: own.height * 8 });
    const context = large.getContext("2d");
    context.imageSmoothingEnabled = false;
    context.drawImage(own, 0, 0, large.width, large.height);
    return { data: Array.from(context.getImageData(0, 0, large.width, large.height).data), width: large.width, height: large.height };
  }, selector);
  return (jsQR.default ?? jsQR)(Uint8ClampedArray.from(data), width, height)?.data;
}

browserTest("a QR code leads to what is shown: the scenario in Share, the step in a talk", { ...SCREEN, hash: "#p=teaching-two-clusters" }, async ({ page, site, shot }) => {
  const address = "https://example.org/metasched/";
  await settled(page);
  await page.evaluate((address) => (document.documentElement.dataset.address = address), address);
  await click(page, "#share");
  await shown(page, "#share-qr canvas");
  const link = await value(page, "#share-link");
  assert.equal(await decoded(page, "#share-qr canvas"), address + link.slice(link.indexOf("#")));
  await press(page, "Escape");
  host(site, "talks/a.json", { steps: [{ title: "One", link: SWEEP }, { title: "Two", link: SWEEP }] });
  await page.evaluate(() => (location.hash = "#talk=talks/a.json&talk=2"));
  await says(page, "#talk-title", "Two");
  await press(page, "q");
  assert.equal(await decoded(page, "#talk-phones canvas"), `${address}#talk=talks/a.json&talk=2`);
  await shot("talk, a QR code");
});

browserTest("a talk beside the page that was opened is there without a network, and its newest version with one", { ...BOTH_IN_FULL, open: false, serviceWorkers: true, expected: [/request failed/, /Failed to load resource/, /ERR_/] }, async ({ page, site }) => {
  const talk = (title) => ({ steps: [{ title, link: SWEEP }] });
  host(site, "talk.json", talk("First version"));
  await page.goto(`${site.url}#talk=talk.json`);
  await says(page, "#talk-title", "First version");
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  host(site, "talk.json", talk("Second version"));
  await page.reload();
  await says(page, "#talk-title", "Second version");
  await settled(page);
  await page.waitForFunction(() => caches.match("./talk.json", { ignoreSearch: true }));
  await site.close();
  await page.reload();
  await says(page, "#talk-title", "Second version");
  await settled(page);
});
