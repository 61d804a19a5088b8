// Links contain the view of a scenario, the Back button returns to the previous experiment, and scenario files can be opened.

import assert from "node:assert/strict";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { attribute, choose, click, fill, isVisible, press, shown, text, value } from "./driver.mjs";
import { BOTH, BOTH_IN_FULL, browserTest, captioned, change, dropFile, inState, settled } from "./harness.mjs";

const BITS = (1n << 64n) - 1n;
const SPREAD = 0x9e3779b97f4a7c15n;

/** The check of a link's body, written once more. */
function checkOf(body) {
  let digest = 0x6d65746173636864n;
  const add = (word) => (digest = ((((digest << 23n) & BITS) | (digest >> 41n)) ^ word) * SPREAD & BITS);
  add(2n);
  for (let at = 0; at < body.length; at += 8) add(Buffer.from(body.slice(at, at + 8).padEnd(8, "\0")).readBigUInt64LE());
  add(BigInt(body.length));
  let mixed = ((digest ^ (digest >> 32n)) * SPREAD) & BITS;
  mixed = ((mixed ^ (mixed >> 29n)) * SPREAD) & BITS;
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(mixed ^ (mixed >> 32n));
  return bytes.toString("base64url").slice(0, 6);
}

/** JSON as it stands in a link. */
function packed(json) {
  const body = deflateRawSync(typeof json === "string" ? json : JSON.stringify(json)).toString("base64url");
  return `${body}.${checkOf(body)}`;
}

const unpacked = (text) => JSON.parse(inflateRawSync(Buffer.from(text.split(".")[0], "base64url")));
/** What the address says of the view. */
function viewIn(hash) {
  if (hash.startsWith("#2.")) return unpacked(hash.slice(3)).view ?? null;
  const at = hash.indexOf("&v=");
  return at < 0 ? null : unpacked(hash.slice(at + 3));
}

const hash = (page) => page.evaluate(() => location.hash);
/** Waits until the address has a view in which that holds. */
async function addressed(page, holds) {
  const end = Date.now() + 10_000;
  for (;;) {
    const view = viewIn(await hash(page));
    if (holds(view)) return view;
    assert.ok(Date.now() < end, `the address says ${JSON.stringify(view)}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
const isOpen = (page, tab) => attribute(page, `#tab-${tab}`, "aria-selected");
const openedTab = (page, tab) =>
  page.waitForFunction((tab) => document.querySelector(`#tab-${tab}`).ariaSelected === "true", {}, tab);
const chosen = (page, selector) => page.$eval(selector, (own) => own.selectedOptions[0].textContent);

browserTest("the address holds tab, measure, run, window and story, and opens just that elsewhere", BOTH_IN_FULL, async ({ page, newPage, shot }) => {
  await settled(page);
  await change(page, "workload-jobs_per_cluster", "300");
  await choose(page, "#curve-y", { index: 1 });
  const measure = await chosen(page, "#curve-y");
  await addressed(page, (view) => view?.["curves.measure"]);
  await click(page, "#tab-gantt");
  await choose(page, "#gantt-scheduler", { index: 5 });
  await choose(page, "#gantt-point", { index: 1 });
  const run = await Promise.all(["#gantt-scheduler", "#gantt-point"].map((own) => chosen(page, own)));
  await fill(page, "#gantt-from", "3000");
  await press(page, "Enter");
  await fill(page, "#gantt-job", "150");
  await press(page, "Enter");
  await shown(page, "#story-lines li");
  const title = await text(page, "#story-title");
  const view = await addressed(page, (view) => view?.["gantt.story"] === 150);
  assert.deepEqual(view, {
    tab: "gantt",
    "curves.measure": view["curves.measure"],
    "gantt.scheduler": 5,
    "gantt.point": 1,
    "gantt.from_s": 3000,
    "gantt.story": 150,
  });
  await shot("view of a run");
  const link = await page.evaluate(() => location.href);
  assert.match(link, /#2\./);

  const other = await newPage();
  await other.goto(link);
  await settled(other);
  await shown(other, "#story-lines li");
  assert.equal(await isOpen(other, "gantt"), "true");
  assert.deepEqual(await Promise.all(["#gantt-scheduler", "#gantt-point"].map((own) => chosen(other, own))), run);
  assert.equal(await value(other, "#gantt-from"), "0:50:00");
  assert.equal(await text(other, "#story-title"), title);
  await other.waitForFunction(() => /jobs/.test(document.querySelector("#gantt-canvas").ariaLabel));
  await click(other, "#tab-curves");
  assert.equal(await chosen(other, "#curve-y"), measure);
  // The address follows there too: it is the same but for the tab.
  const { tab, ...rest } = view;
  assert.deepEqual(await addressed(other, (view) => view && !view.tab), rest);
  assert.equal(tab, "gantt");
});

browserTest("the address holds what is compared, in curves and of two runs", BOTH_IN_FULL, async ({ page, newPage }) => {
  await settled(page);
  await choose(page, "#curve-baseline", { index: 3 });
  await choose(page, "#curve-by", { label: "ratio" });
  const baseline = await chosen(page, "#curve-baseline");
  await click(page, "#tab-compare");
  await choose(page, "#compare-first", { index: 1 });
  await choose(page, "#compare-point", { index: 0 });
  const view = await addressed(page, (view) => view?.tab === "compare" && view["compare.point"] === 0);
  assert.deepEqual([view["curves.baseline"], view["curves.by"], view["compare.first"]], [2, "ratio", 1]);
  assert.equal(view["compare.to_s"], undefined, "the time is as usual");
  const recorded = (page) => shown(page, "#compare-canvas-second[data-to]");
  await recorded(page);
  await page.focus("#compare-canvas-second");
  for (const key of ["-", "-", "ArrowRight"]) await press(page, key);
  const seen = await addressed(page, (view) => view?.["compare.from_s"] > 0);
  assert.ok(seen["compare.to_s"] > seen["compare.from_s"], JSON.stringify(seen));

  const other = await newPage();
  await other.goto(await page.evaluate(() => location.href));
  await settled(other);
  await openedTab(other, "compare");
  await recorded(other);
  // The address has milliseconds, so that a line may stand a pixel beside its place.
  const picture = (page) =>
    page.$eval("#compare-canvas-first", (canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return Array.from({ length: data.length / 16 }, (_, at) => data[16 * at + 1]);
    });
  const [wanted, found] = [await picture(page), await picture(other)];
  const differ = wanted.filter((own, at) => Math.abs(own - found[at]) > 48).length;
  assert.ok(wanted.length === found.length && differ < wanted.length / 50, `${differ} of ${wanted.length} pixels`);
  assert.equal(await chosen(other, "#compare-first"), await chosen(page, "#compare-first"));
  assert.equal(await chosen(other, "#compare-second"), await chosen(page, "#compare-second"));
  assert.equal(await chosen(other, "#compare-point"), await chosen(page, "#compare-point"));
  await click(other, "#tab-curves");
  assert.equal(await chosen(other, "#curve-baseline"), baseline);
  assert.equal(await chosen(other, "#curve-by"), "ratio");
});

browserTest("a job that is marked by keyboard is marked elsewhere", async ({ page, newPage }) => {
  await settled(page);
  await click(page, "#tab-gantt");
  await page.waitForFunction(() => /jobs/.test(document.querySelector("#gantt-canvas").ariaLabel));
  await page.focus("#gantt-canvas");
  let words = await text(page, "#gantt-details");
  for (const _ of [1, 2, 3]) {
    await press(page, ".");
    await page.waitForFunction((before) => document.querySelector("#gantt-details").textContent !== before, {}, words);
    words = await text(page, "#gantt-details");
  }
  const [, job] = words.match(/^Job (\d+);/);
  // The address is updated a little later.
  await addressed(page, (view) => String(view?.["gantt.job"]) === job);
  const other = await newPage();
  await other.goto(await page.evaluate(() => location.href));
  await other.waitForFunction((words) => document.querySelector("#gantt-details").textContent === words, {}, words);
  assert.equal(await isVisible(other, "#story"), false);
});

browserTest("presets open as they are to be looked at, and Back leads to what was open before", BOTH_IN_FULL, async ({ page, shot }) => {
  await settled(page);
  await choose(page, "#curve-y", { index: 2 });
  const measure = await chosen(page, "#curve-y");
  await click(page, "#tab-table");
  const before = await addressed(page, (view) => view?.tab === "table");

  const open = async (name, title) => {
    await click(page, "#examples");
    await click(page, `[data-preset=${name}]`);
    await page.waitForFunction((title) => document.title.startsWith(title), {}, title);
  };
  await open("teaching-surface", "Bandwidth");
  await openedTab(page, "surface");
  assert.equal(await hash(page), "#p=teaching-surface");
  await shown(page, "#surface-canvas");
  await choose(page, "#surface-kind", { index: 1 });
  const kind = await chosen(page, "#surface-kind");
  assert.equal((await addressed(page, (view) => view?.["surface.figure"]))["surface.figure"], "heat-map");
  await open("teaching-backfilling", "Backfilling");
  await openedTab(page, "curves");
  assert.equal(await hash(page), "#p=teaching-backfilling");
  await page.waitForFunction(() => /wait/i.test(document.querySelector("#curve-y").selectedOptions[0]?.textContent));
  await settled(page);
  await shot("backfilling opens on waits");

  await page.goBack();
  await openedTab(page, "surface");
  await page.waitForFunction(() => document.title.startsWith("Bandwidth"));
  await page.waitForFunction((kind) => document.querySelector("#surface-kind").selectedOptions[0]?.textContent === kind, {}, kind);
  await page.goBack();
  await openedTab(page, "table");
  await page.waitForFunction(() => location.hash.startsWith("#2."));
  assert.deepEqual(viewIn(await hash(page)), before);
  await settled(page);
  await click(page, "#tab-curves");
  assert.equal(await chosen(page, "#curve-y"), measure);
  await page.goForward();
  await openedTab(page, "surface");
});

browserTest("the address is replaced at most every 300 ms, and no step of the history", async ({ page }) => {
  await page.evaluate(() => {
    globalThis.writes = [];
    for (const name of ["replaceState", "pushState"]) {
      const own = history[name].bind(history);
      history[name] = (...given) => {
        globalThis.writes.push([name, performance.now()]);
        own(...given);
      };
    }
  });
  await settled(page);
  const steps = await page.evaluate(() => history.length);
  // An address that is there already is not written again, so the order of the tabs must not fall in step with the 300 ms.
  const tabs = ["table", "surface", "curves"];
  const end = Date.now() + 20_000;
  do await click(page, `#tab-${tabs[Math.floor(3 * Math.random())]}`);
  while (Date.now() < end && (await page.evaluate(() => globalThis.writes.length)) < 5);
  await click(page, "#tab-gantt");
  await addressed(page, (view) => view?.tab === "gantt");
  const writes = await page.evaluate(() => globalThis.writes);
  assert.ok(writes.length > 5 && writes.every(([name]) => name === "replaceState"), JSON.stringify(writes));
  const apart = writes.slice(1).map(([, at], index) => at - writes[index][1]);
  assert.ok(Math.min(...apart) >= 295, `${apart}`);
  assert.equal(await page.evaluate(() => history.length), steps);
});

browserTest("the theme is in the link if its box is ticked, and is kept nowhere", BOTH_IN_FULL, async ({ page, newPage, shot }) => {
  await settled(page);
  await press(page, "t");
  await press(page, "t");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await dropFile(page, "titled.json", Buffer.from(JSON.stringify({ title: "x](http://evil) <b>", experiment: { sweep: [] } })));
  await page.waitForFunction(() => document.title.startsWith("x]"));
  await settled(page);
  await click(page, "#share");
  const bare = await value(page, "#share-link");
  assert.doesNotMatch(JSON.stringify(unpacked(bare.split("#2.")[1])), /theme/);
  assert.match(await text(page, "#share-length"), /^\d+ characters\.$/);
  await click(page, "#share-theme");
  const link = await value(page, "#share-link");
  assert.equal(unpacked(link.split("#2.")[1]).view.theme, "dark");
  assert.equal(await value(page, "#share-markdown"), `[x\\](http://evil) &lt;b>](${link})`);
  await shot("share");
  await press(page, "t");

  const other = await newPage();
  await other.goto(new URL(".", link).href);
  await settled(other);
  await other.evaluate(() => localStorage.removeItem("metasched.theme"));
  await other.goto("about:blank");
  await other.goto(link);
  await settled(other);
  assert.equal(await other.evaluate(() => document.documentElement.dataset.theme), "dark");
  assert.equal(await other.evaluate(() => localStorage.getItem("metasched.theme")), null);
  await addressed(other, (view) => view === null);
});

const SMALL = "#p=teaching-two-clusters";

// What is said of each field, and what is allowed there, is tested where it is written: src/chart/view/tests.rs.
browserTest("a link whose view is partly wrong says so and opens all else", { hash: SMALL }, async ({ page }) => {
  await settled(page);
  for (const [field, wrong, words] of [
    ["gantt.scheduler", "b3", /gantt\.scheduler in the view of the link is "b3". Allowed: a whole number from 0 to 2\./i],
    ["tab", "settings", /tab in the view of the link is "settings". Allowed: curves, surface, gantt, machine, compare, table, paper\./i],
    ["curves.measure", "<img src=x onerror=alert(1)>", /curves\.measure in the view of the link is "<img src=x/i],
    ["unheard", 1, /the view of the link has `unheard`, which this version does not know/i],
  ]) {
    const view = { tab: "table", "gantt.replication": 0, [field]: wrong };
    await page.evaluate((hash) => (location.hash = hash), `${SMALL}&v=${packed(view)}`);
    const said = (source) => new RegExp(source, "i").test(document.querySelector("[data-banner=view]")?.textContent);
    await page.waitForFunction(said, {}, words.source);
    assert.match(await text(page, "[data-banner=view]"), /All else of the link is open\./);
    await openedTab(page, field === "tab" ? "curves" : "table");
  }
});

browserTest("a window after the end and jobs that there are not are named", { hash: `${SMALL}&v=${packed({ tab: "gantt", "gantt.from_s": 1e300, "gantt.job": 2 ** 50, "gantt.story": 2 ** 52 })}` }, async ({ page, shot }) => {
  await settled(page);
  await shown(page, "[data-banner=mark]");
  assert.match(await text(page, "[data-banner=mark]"), /Job 1125899906842624 is outside of this window/);
  await shown(page, "#story-lines .warning");
  assert.match(await text(page, "#story-lines"), /4503599627370496/);
  await shot("jobs that there are not");
});

browserTest("a link that is wrong is explained", { ...BOTH_IN_FULL, hash: SMALL }, async ({ page }) => {
  await settled(page);
  for (const [link, words] of [
    [`#2.${packed(`{"scenario":${"[".repeat(30 << 20)}`)}`, /holds more than 1.048.576 bytes/],
    [`#2.${packed({ scenario: { schema: 2, engine: 3 }, veiw: {} })}`, /holds `veiw`. Allowed: scenario, view, steps/],
    ["#p=landing&x=1", /has `x=1` behind the preset `landing`. Allowed: the name alone, v= with a view of a preset, embed= or talk/],
    [`${SMALL}&v=${packed({ tab: "table" }).slice(0, -2)}`, /view of the link is incomplete: its end is missing/],
  ]) {
    await page.evaluate((hash) => (location.hash = hash), link);
    const said = (source) => new RegExp(source).test([...document.querySelectorAll("[data-banner]")].map((own) => own.textContent).join("\n"));
    await page.waitForFunction(said, {}, words.source);
  }
});

browserTest("a scenario file opens when it is dropped or chosen, and a wrong one is explained", BOTH, async ({ page, shot }) => {
  await settled(page);
  await click(page, "#tab-table");
  const scenario = { title: "From a file", schedulers: ["first-fit", "b3"], workload: { jobs_per_cluster: 150 }, experiment: { sweep: [] } };
  await dropFile(page, "mine.JSON", Buffer.from(JSON.stringify(scenario)));
  await page.waitForFunction(() => document.title.startsWith("From a file"));
  await settled(page);
  assert.equal(await value(page, "#f-workload-jobs_per_cluster"), "150");
  assert.equal(await isOpen(page, "curves"), "true");
  assert.deepEqual(unpacked((await hash(page)).slice(3)).scenario.title, "From a file");
  await shot("from a file");

  await dropFile(page, "wrong.json", Buffer.from('{"queue":"lifo","workload":{"jobs_per_cluster":-5}}'));
  await shown(page, "[data-banner=file]");
  const words = await text(page, "[data-banner=file]");
  assert.match(words, /wrong\.json is no scenario/);
  assert.match(words, /queue is "lifo"/);
  assert.match(words, /jobs_per_cluster is -5/);
  await dropFile(page, "broken.json", Buffer.from('{"queue":'));
  await page.waitForFunction(() => /broken\.json.*line 1/s.test(document.querySelector("[data-banner=file]").textContent));
  assert.equal(await value(page, "#f-workload-jobs_per_cluster"), "150");

  // The browser's Back button leads to what was open before it, and what was said of files goes.
  await page.goBack();
  await page.waitForFunction(() => document.querySelector("[data-banner=file]") === null);
  await page.waitForFunction(() => document.querySelector("#f-workload-jobs_per_cluster").value === "100");
  await openedTab(page, "table");
  await click(page, "#examples");
  await shown(page, "#open-file");
  await shot("examples with a file");
});
