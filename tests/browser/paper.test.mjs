// The Paper tab: the paper's claims about its experiment, and the results so far.

import assert from "node:assert/strict";
import { choose, click, count, fill, scrollTo, shown, value } from "./driver.mjs";
import { BOTH_IN_FULL, browserTest, captioned, painted, settled, unfold } from "./harness.mjs";

const text = async (page, selector) => (await page.waitForSelector(selector)).evaluate((own) => own.innerText);
const open = (page, hash) => page.evaluate((wanted) => (location.hash = wanted), hash);

/** Gives a parameter of the form another value, as typing does. */
async function change(page, field, value) {
  await fill(page, `#f-${field}`, value);
  await page.$eval(`#f-${field}`, (own) => own.blur());
}

/** Waits until every claim about what is on the page is answered: a worker does that once the run is complete. */
const answered = (page) =>
  page.waitForFunction(() => {
    const verdicts = [...document.querySelectorAll("#claims .claim > :last-child")].map((cell) => cell.dataset.verdict);
    const busy = document.querySelector("#paper").getAttribute("aria-busy");
    return busy === "false" && verdicts.length > 0 && !verdicts.includes("untested");
  });

/** The claims as the table shows them. */
const claims = (page) =>
  page.$$eval("#claims .claim", (rows) =>
    rows.map((row) => {
      const cells = [...row.children].map((cell) => cell.innerText.trim());
      return { says: cells[0], published: cells[1], ours: cells[2], verdict: row.lastElementChild.dataset.verdict };
    }),
  );

browserTest("a scenario of our own lists the experiments that have claims", async ({ page, shot }) => {
  await settled(page);
  await click(page, "#tab-paper");
  await shown(page, "#paper .experiments");
  assert.match(await text(page, "#paper"), /not from a paper/);
  assert.equal(await count(page, "#claims"), 0);
  await shot("paper-none");
  await click(page, '#paper a[href^="#p=jones2005-fig13&"]');
  await shown(page, "#claims");
  assert.match(await page.title(), /figure 13/);
});

browserTest("claims are answered at the published size at once, and a smaller run says so", async ({ page, shot }) => {
  await settled(page);
  await open(page, "#p=jones2005-fig13");
  await click(page, "#tab-paper");
  await answered(page);
  const before = await claims(page);
  // The results at the published size were precomputed.
  const untested = before.filter((claim) => claim.verdict === "untested");
  assert.ok(before.length >= 3 && untested.length === 0, JSON.stringify(untested));
  assert.equal(await count(page, "#departures"), 0);

  await change(page, "workload-jobs_per_cluster", "4000");
  await shown(page, "#departures");
  await settled(page);
  await answered(page);
  const after = await claims(page);
  assert.equal(after.length, before.length);
  assert.ok(after.every((claim) => claim.verdict !== "untested" && /\d/.test(claim.ours)), JSON.stringify(after));
  const a1 = after.find((claim) => claim.says.includes("First-fit takes longer than A1."));
  assert.match(a1.ours, /First-fit − A1, at every point/);
  assert.match(await text(page, "#departures"), /4000 jobs per cluster instead of 400\u2009000/);
  await shot("paper-light");

  // A claim that is pointed at lights up its point in the figure beside it.
  await painted(page, "#paper-canvas");
  const picture = () => page.$eval("#paper-canvas", (canvas) => canvas.toDataURL());
  const dark = await picture();
  await page.focus("#claims .claim[data-spot]");
  await page.waitForFunction((dark) => document.querySelector("#paper-canvas").toDataURL() !== dark, {}, dark);
  assert.equal(await count(page, "#claims .claim[data-lit]"), 1);
  assert.ok(after.some((claim) => /±/.test(claim.ours)) && after.every((claim) => !/-\d/.test(claim.ours)), JSON.stringify(after));

  // Accessible as a table, with a header for every row and column.
  assert.equal(await count(page, '::-p-aria(Claims of the paper[role="table"])'), 1);
  assert.equal(await count(page, '#claims [role="rowheader"]'), after.length);
  assert.equal(await count(page, '#claims [role="columnheader"]'), 4);

  assert.match(await text(page, "#claims-total"), /^\d+ (hold|open|refuted)/);
  // All claims of the paper are there, folded by experiment, as the full tier answered them, and a table over all papers.
  const others = await page.$$eval("#other-claims .claim", (rows) => rows.map((row) => row.lastElementChild.dataset.verdict));
  assert.ok(others.length > 50 && others.includes("holds"), others.length);
  assert.ok((await count(page, "#verdicts tbody tr")) >= 5);

  await click(page, "#open-experiment");
  await page.waitForFunction(() => document.querySelector("#departures") === null);
  assert.match(await page.evaluate(() => location.hash), /^#p=jones2005-fig13&v=/);
});

browserTest("claims are answered where a service worker serves the files", { ...BOTH_IN_FULL, serviceWorkers: true }, async ({ page }) => {
  await settled(page);
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready) && navigator.serviceWorker.controller);
  await page.reload();
  await settled(page);
  await open(page, "#p=jones2005-fig13");
  await click(page, "#tab-paper");
  await answered(page);
});

browserTest("another experiment is not the paper's", async ({ page, shot }) => {
  await settled(page);
  await open(page, "#p=jones2005-fig22");
  await click(page, "#tab-paper");
  await shown(page, "#claims");
  await change(page, "workload-compute_fraction", "0.5");
  await shown(page, "#open-experiment");
  assert.match(await text(page, "#paper"), /Not the paper's experiment/);
  assert.equal(await count(page, "#claims"), 0);
  await shot("paper-changed");
  await click(page, "#open-experiment");
  await shown(page, "#claims");
  assert.equal(await value(page, "#f-workload-compute_fraction"), "0.7");
});

browserTest("what one experiment cannot answer names the command", async ({ page }) => {
  await settled(page);
  await open(page, "#p=jones2005-table1");
  await click(page, "#tab-paper");
  await shown(page, "#claims");
  assert.match(await text(page, "#claims"), /69\.6 µs/);
  assert.match(await text(page, "#claims"), /timed on the command line/);
  assert.equal(await value(page, "#reproduce-command"), "metasched reproduce jones2005 --full");
});

browserTest(
  "claims are readable on a narrow screen, in the dark too",
  { viewport: { width: 360, height: 780 }, colorScheme: "dark" },
  async ({ page, shot }) => {
    await settled(page);
    await open(page, "#p=jones2005-fig13");
    await click(page, "#tab-paper");
    await click(page, "#drawer > summary");
    await change(page, "workload-jobs_per_cluster", "4000");
    await click(page, "#drawer > summary");
    await shown(page, "#departures");
    await settled(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${overflow} px too wide`);
    const widest = await page.$$eval("#claims .claim > *", (cells) =>
      Math.max(...cells.map((cell) => cell.getBoundingClientRect().right)),
    );
    assert.ok(widest <= 360, `a cell ends at ${widest} px`);
    await scrollTo(page, "#claims");
    await shot("paper-360-dark");
  },
);

browserTest("curves show what was printed of their preset, and not what is compared", { ...BOTH_IN_FULL, hash: "#p=jones2005-fig22" }, async ({ page, shot }) => {
  await captioned(page, "#curves", /Large and hollow: as published\./);
  await unfold(page, "#curves");
  const cells = () => page.$$eval("#curves .numbers tbody td", (all) => all.map((own) => own.textContent));
  await page.waitForFunction(() => document.querySelector("#curves .numbers td") !== null);
  assert.match((await cells()).join("; "), /^10\d\d ± \d+, published 1087; 7\d\d ± \d+, published 735; /);
  await painted(page, "#curve-canvas");
  await shot("published");
  await choose(page, "#curve-baseline", { index: 1 });
  await captioned(page, "#curves", /^Mean turnaround longer than .* by \[s\] .*(?<!as published\.)$/);
  assert.doesNotMatch((await cells()).join("; "), /published/);
});
