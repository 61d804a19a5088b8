// Texts that look like markup (tests/hostile.json): as title, labels, seed, formula, view and link the page shows them as plain text.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { click, fill, shown, text } from "./driver.mjs";
import { browserTest, openTable, settled } from "./harness.mjs";
import { NATIVE, link as presetLink } from "./workers.mjs";

const TEXTS = JSON.parse(readFileSync(new URL("../hostile.json", import.meta.url), "utf8"));
/** Most characters of a title. */
const TITLE = 200;
/** The formula of the preset. */
const PLACE = "#f-schedulers-3-place_score";

/** A link to a small scenario in which every text is a label, made by the native program. */
function link(title) {
  const scenario = {
    title,
    platform: { clusters: [{ count: 2, nodes: 20 }] },
    workload: { jobs_per_cluster: 30, nodes: [2, 18], bsbw_mbps: 300 },
    schedulers: TEXTS.map((label) => ({ policy: "first-fit", label })),
    experiment: { replications: 2, sweep: [{ parameter: "workload.bsbw_mbps", values: [100, 600] }] },
  };
  const file = join(mkdtempSync(join(tmpdir(), "metasched-")), "hostile.json");
  writeFileSync(file, JSON.stringify(scenario));
  return execFileSync(NATIVE, ["link", file], { encoding: "utf8" }).trim();
}

/** That nothing on the page came from a text: no handler, no element that the page does not make, and nothing ran. */
async function holdsTextOnly(page) {
  const found = await page.evaluate(() => ({
    ran: window.hostile,
    handlers: [...document.querySelectorAll("*")].flatMap((own) =>
      [...own.attributes].filter(({ name }) => name.startsWith("on")).map(({ name }) => `${own.localName} ${name}`),
    ),
    images: document.querySelectorAll("img[src='x'], svg[onload], a[href^='javascript:']").length,
    scripts: [...document.querySelectorAll("script:not([src])")].filter((own) => /hostile/.test(own.textContent)).length,
    polluted: Object.keys(Object.prototype),
  }));
  assert.deepEqual(found, { handlers: [], images: 0, scripts: 0, polluted: [] });
}

browserTest("titles and labels are text in every tab", { open: false }, async ({ page, site, shot }) => {
  const title = TEXTS.slice(0, 4).join(" ").slice(0, TITLE);
  await page.goto(site.url + link(title));
  await settled(page);
  assert.ok((await page.title()).includes(title), await page.title());
  await openTable(page);
  const names = await page.$$eval("#table tbody tr", (rows) => rows.map((row) => row.cells[0].textContent));
  for (const label of TEXTS) assert.ok(names.includes(label), `${label} is not in ${names}`);
  await holdsTextOnly(page);
  await shot("hostile table");
  for (const tab of ["curves", "gantt"]) {
    await click(page, `#tab-${tab}`);
    await settled(page);
    await holdsTextOnly(page);
  }
  await shot("hostile");
});

browserTest("a seed and a formula are text, and what is wrong with them is too", { hash: presetLink("--preset teaching-formula --set workload.jobs_per_cluster=20 --replications 1") }, async ({ page }) => {
  await settled(page);
  for (const own of TEXTS) {
    await fill(page, "#f-seed", own);
    await settled(page);
    await holdsTextOnly(page);
  }
  for (const own of TEXTS) {
    await fill(page, PLACE, own);
    await shown(page, PLACE.replace("#f-", "#e-"));
    await holdsTextOnly(page);
  }
});

browserTest("a link that is none is quoted as text", async ({ page }) => {
  await settled(page);
  let before = "";
  for (const own of [...TEXTS, "__proto__", "constructor", "toString"]) {
    await page.evaluate((hash) => (location.hash = hash), `#p=${encodeURIComponent(own)}`);
    await page.waitForFunction((before) => (document.querySelector("[data-banner=link]")?.textContent ?? before) !== before, {}, before);
    before = await text(page, "[data-banner=link]");
    await holdsTextOnly(page);
  }
});

browserTest("another base, a form and messages of other windows change nothing", { expected: [/Content.Security.Policy/i] }, async ({ page }) => {
  await settled(page);
  const before = await text(page, "#footer");
  const found = await page.evaluate(async () => {
    const address = document.baseURI;
    document.head.prepend(Object.assign(document.createElement("base"), { href: "https://example.org/" }));
    const form = Object.assign(document.createElement("form"), { action: "https://example.org/", method: "post" });
    document.body.append(form);
    form.submit();
    for (const message of ["#p=hmc", { run: {} }, { kind: "go", by: 1 }, { __proto__: { x: 1 } }, null]) {
      window.dispatchEvent(new MessageEvent("message", { data: message, origin: "https://example.org", source: window }));
      window.postMessage(message, "*");
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    form.remove();
    return { moved: document.baseURI !== address, left: location.hostname === "example.org" };
  });
  assert.deepEqual(found, { moved: false, left: false });
  assert.equal(await text(page, "#footer"), before);
  await holdsTextOnly(page);
});
