// Frames in other pages: one figure alone, computed live and small. It leaves keys to the surrounding page and waits for its turn.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { click, isVisible, press, shown, text, value } from "./driver.mjs";
import { BOTH, BOTH_IN_FULL, browserTest, painted, settled } from "./harness.mjs";

/** A page of the same host with these frames. */
function host(site, frames) {
  site.overrides.set("host.html", `<!doctype html><title>A lesson</title><link rel="icon" href="app-icon.svg">${frames}`);
  return new URL("host.html", site.url).href;
}

const SANDBOX = 'sandbox="allow-scripts allow-same-origin allow-popups"';
const frame = (site, hash, size = 'width="640" height="480"') => `<iframe src="${site.url}${hash.replaceAll("&", "&amp;")}" ${size} ${SANDBOX}></iframe>`;

/** The contents of the frames, once their documents are there. */
async function contents(page) {
  return Promise.all((await page.$$("iframe")).map((own) => own.contentFrame()));
}

const state = (inner) => inner.evaluate(() => document.documentElement.dataset.state);
async function done(inner) {
  for (const end = Date.now() + 60_000; (await state(inner).catch(() => "")) !== "done"; ) {
    assert.ok(Date.now() < end, "the frame has its figure");
    await new Promise((later) => setTimeout(later, 50));
  }
}

browserTest("the lines for a page of one's own show the figure alone", { ...BOTH_IN_FULL, hash: "#p=teaching-sites" }, async ({ page, site, shot }) => {
  await settled(page);
  await click(page, "#share");
  const lines = await value(page, "#share-embed");
  // If a page is left while it fetches a file, Firefox reports an error.
  await shown(page, "#share-qr p");
  assert.match(lines, /^<iframe src="http[^"]*#p=teaching-sites&amp;embed=figure" .*sandbox="allow-scripts allow-same-origin allow-popups"><\/iframe>$/);
  await page.goto(host(site, lines));
  const [inner] = await contents(page);
  await done(inner);
  await painted(inner, "#curve-canvas");
  for (const hidden of [".bar", "#form", ".tabs", "#gantt", "#curves .figure-tools", "#footer"]) {
    assert.ok(!(await isVisible(inner, hidden)), hidden);
  }
  assert.match(await inner.$eval("#curves figcaption", (own) => own.textContent), /turnaround/);
  assert.equal(await inner.$eval("#open-in-metasched", (own) => own.href), `${site.url}#p=teaching-sites`);
  await shot("embedded");
});

browserTest("a Gantt chart fits into a frame of 400 × 300", { ...BOTH, open: false }, async ({ page, site, shot }) => {
  await page.goto(host(site, frame(site, "#p=teaching-two-clusters&embed=gantt", 'width="400" height="300"')));
  const [inner] = await contents(page);
  await done(inner);
  await painted(inner, "#gantt-canvas");
  assert.ok(!(await isVisible(inner, "#curves")));
  const [wide, room] = await inner.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(wide <= room, `${wide} of ${room} pixels`);
  // The frame is as the surrounding page wrote it, also after use.
  assert.match(await inner.evaluate(() => location.hash), /&embed=gantt$/);
  await shot("embedded Gantt");
});

browserTest("a frame takes keys when it is clicked, and Esc gives them back", { ...BOTH, open: false }, async ({ page, site }) => {
  await page.goto(host(site, frame(site, "#p=teaching-sites&embed=figure")));
  const [inner] = await contents(page);
  await done(inner);
  const dialog = () => inner.$("dialog[open]").then(Boolean);
  await inner.$eval("#curve-canvas", (own) => own.focus());
  await press(page, "?");
  assert.ok(!(await dialog()), "a key does nothing before a click");
  await (await inner.$("#curves figcaption")).click();
  await press(page, "?");
  await shown(inner, "dialog[open]", 20_000);
  await inner.$eval("dialog[open]", (own) => own.close());
  await press(page, "Escape");
  await press(page, "?");
  assert.ok(!(await dialog()), "keys are given back");
});

/** Slides by reveal.js, as its documentation writes them. */
async function slides(site, ...each) {
  for (const name of ["reveal.js", "reveal.css"]) site.overrides.set(name, await readFile(new URL(`./node_modules/reveal.js/dist/${name}`, import.meta.url)));
  site.overrides.set("begin.js", "Reveal.initialize({ transition: 'none' });");
  const sections = each.map((own) => `<section>${own}</section>`).join("");
  return host(site, `<link rel="stylesheet" href="reveal.css"><div class="reveal"><div class="slides">${sections}</div></div><script src="reveal.js"></script><script src="begin.js"></script>`);
}

browserTest("on a slide of reveal.js the keys turn the slides, until the figure is clicked and after Esc", { ...BOTH_IN_FULL, open: false }, async ({ page, site, shot }) => {
  const lazy = frame(site, "#p=teaching-sites&embed=figure").replace("src=", "data-src=");
  await page.goto(await slides(site, "One", lazy, "Three"));
  const slide = () => page.evaluate(() => globalThis.Reveal?.getIndices().h);
  const onSlide = (wanted) => page.waitForFunction((wanted) => globalThis.Reveal?.getIndices().h === wanted, {}, wanted);
  await onSlide(0);
  await press(page, "ArrowRight");
  await onSlide(1);
  const figure = async () => {
    const [inner] = await contents(page);
    await done(inner);
    await painted(inner, "#curve-canvas");
    return inner;
  };
  await figure();
  await shot("embedded in a slide");
  await press(page, "ArrowRight");
  await onSlide(2);
  await press(page, "ArrowLeft");
  await onSlide(1);
  // A slide that is left removes a frame with `data-src`, so the frame restarts.
  const inner = await figure();
  await (await inner.$("#curve-canvas")).click();
  await press(page, "ArrowRight");
  await inner.waitForFunction(() => document.activeElement.id === "curve-canvas");
  assert.equal(await slide(), 1);
  await press(page, "Escape");
  await page.waitForFunction(() => document.activeElement === document.body);
  await press(page, "ArrowRight");
  await onSlide(2);
});

browserTest("frames start when they are seen, one after the other, and leave the last scenario alone", {}, async ({ page, site }) => {
  await settled(page);
  await page.evaluate(() => localStorage.setItem("metasched.scenario", '{"schema":2,"title":"mine"}'));
  const both = frame(site, "#p=teaching-sites&embed=figure").repeat(2);
  await page.goto(host(site, `${both}<table><tr><td height="3000"></table>${frame(site, "#p=teaching-sites&embed=figure")}`));
  const [first, second, far] = await contents(page);
  await Promise.all([done(first), done(second)]);
  assert.equal(await state(far), "idle");
  const starts = (inner) => inner.evaluate(() => performance.getEntriesByType("resource").find((own) => own.name.includes("_bg.wasm") && own.initiatorType === "fetch")?.startTime);
  assert.equal(await starts(far), undefined);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await done(far);
  assert.equal(await page.evaluate(() => localStorage.getItem("metasched.scenario")), '{"schema":2,"title":"mine"}');
});

browserTest("a frame without storage works, and an unknown part is explained", { open: false }, async ({ page, site, newPage, shot }) => {
  await page.evaluateOnNewDocument(() => {
    const refuse = () => {
      throw new DOMException("The request was denied.", "SecurityError");
    };
    for (const storage of ["localStorage", "sessionStorage", "indexedDB"]) Object.defineProperty(globalThis, storage, { get: refuse });
    if (navigator.locks) navigator.locks.request = async () => refuse();
  });
  await page.goto(host(site, frame(site, "#p=teaching-sites&embed=figure", 'width="400" height="300"')));
  const [inner] = await contents(page);
  await done(inner);
  await painted(inner, "#curve-canvas");
  await shot("embedded without storage");
  const other = await newPage();
  await other.goto(`${site.url}#p=landing&embed=poster`);
  await shown(other, "#banners .problem");
  assert.match(await text(other, "#banners .problem"), /has `poster` behind embed=. Allowed: figure, gantt, lesson/);
});
