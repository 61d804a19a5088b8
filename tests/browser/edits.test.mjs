// Edits of the scenario: each edit is a step of undo, wrong values are explained next to their fields, and settings that nothing reads are not written.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { attribute, choose, click, count, fill, hidden, press, scrollTo, shown, text, value } from "./driver.mjs";
import { browserTest, change, digests, dropFile, settled } from "./harness.mjs";
import { NATIVE } from "./workers.mjs";

browserTest("a changed field runs again, and undo and redo go back and forth", async ({ page }) => {
  await settled(page);
  const first = await text(page, "#run-digest");
  await change(page, "workload-runtime_s", "400");
  const second = await text(page, "#run-digest");
  assert.notEqual(second, first);
  assert.equal(await page.$eval("#redo", (own) => own.disabled), true);
  await click(page, "#undo");
  await page.waitForFunction((wanted) => document.querySelector("#run-digest").textContent === wanted, {}, first);
  assert.equal(await value(page, "#f-workload-runtime_s"), "450");
  await click(page, "#tab-curves");
  await press(page, "Control+Shift+Z");
  await page.waitForFunction((wanted) => document.querySelector("#run-digest").textContent === wanted, {}, second);
  assert.equal(await value(page, "#f-workload-runtime_s"), "400");
});

browserTest("keystrokes in one field are one step, and Ctrl+Z in a field is the field's own", async ({ page }) => {
  await settled(page);
  await page.focus("#f-seed");
  await page.keyboard.press("End");
  await page.keyboard.type("23", { delay: 30 });
  await pause(600);
  await press(page, "Control+z");
  assert.notEqual(await value(page, "#f-seed"), "123", "the text was not undone by the browser");
  await fill(page, "#f-seed", "77");
  await settled(page);
  await pause(400);
  await click(page, "#undo");
  // The form is updated in a separate task.
  await page.waitForFunction(() => document.querySelector("#f-seed").value === "1");
});

browserTest("the die draws a seed, and undo brings the old one back", async ({ page, shot }) => {
  await settled(page);
  const seed = () => value(page, "#f-seed");
  const digest = () => text(page, "#run-digest");
  const first = await digest();
  await click(page, "#form [data-section=Experiment] > summary");
  const die = '::-p-aria(Draw a fresh seed[role="button"])';
  await scrollTo(page, die);
  const drawn = async (draw) => {
    const [oldSeed, oldDigest] = [await seed(), await digest()];
    await draw();
    await page.waitForFunction((old) => document.querySelector("#f-seed").value !== old, {}, oldSeed);
    assert.match(await seed(), /^[a-z2-9]{8}$/);
    const ran = (old) => document.documentElement.dataset.state === "done" && document.querySelector("#run-digest").textContent !== old;
    await page.waitForFunction(ran, {}, oldDigest);
    return [await seed(), await digest()];
  };
  // The end of the run is announced after the seed.
  await page.evaluate(() => {
    const announcer = document.querySelector("#announcer");
    window.announced = [];
    new MutationObserver(() => window.announced.push(announcer.textContent)).observe(announcer, { childList: true });
  });
  const [second, secondDigest] = await drawn(() => click(page, die));
  assert.ok((await page.evaluate(() => window.announced)).includes(`The seed is now ${second}`));
  await shot("die");
  // Edits by keyboard; two edits in a row are two steps.
  await page.focus(die);
  const [third, thirdDigest] = await drawn(() => page.keyboard.press("Enter"));
  assert.equal(new Set(["1", second, third]).size, 3);
  assert.equal(new Set([first, secondDigest, thirdDigest]).size, 3);
  for (const [wanted, wantedDigest] of [
    [second, secondDigest],
    ["1", first],
  ]) {
    await click(page, "#undo");
    await page.waitForFunction((wanted) => document.querySelector("#run-digest").textContent === wanted, {}, wantedDigest);
    assert.equal(await seed(), wanted);
  }
});

browserTest("wrong input is explained beside its field and the last result stays", async ({ page, shot }) => {
  await settled(page);
  const before = await digests(page);
  await fill(page, "#f-workload-bsbw_mbps", "-5");
  await shown(page, "#e-workload-bsbw_mbps:not([hidden])");
  assert.match(await text(page, "#e-workload-bsbw_mbps"), /^-5 is not allowed\. Enter a number from 0 to 1\u2009000\u2009000 Mbps\.$/);
  assert.equal(await attribute(page, "#f-workload-bsbw_mbps", "aria-invalid"), "true");
  await fill(page, "#f-workload-nodes-0", "many");
  await shown(page, "#e-workload-nodes:not([hidden])");
  await shot("wrong input");
  assert.deepEqual(await digests(page), before);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.state), "done");
  await fill(page, "#f-workload-bsbw_mbps", "500");
  await fill(page, "#f-workload-nodes-0", "10");
  await hidden(page, "#e-workload-nodes");
  assert.equal(await page.$$eval(".wrong", (all) => all.filter((own) => own.checkVisibility()).length), 0);
});

browserTest("a first value of the load leaves the focus and what is typed next alone", async ({ page }) => {
  await settled(page);
  // The load can always be swept.
  assert.equal(await count(page, '#f-experiment-sweep-0-parameter option[value="workload.load"]'), 1);
  const active = () => page.evaluate(() => document.activeElement.id);
  await shown(page, "#f-workload-load");
  await page.focus("#f-workload-load");
  await page.evaluate(() => (document.activeElement.dataset.own = "true"));
  const address = await page.evaluate(() => location.hash);
  await page.keyboard.type("0.75");
  // Over the slider and what has choices to the next field.
  do await page.keyboard.press("Tab");
  while (await page.evaluate(() => !document.activeElement.matches("input[type=text], body")));
  const next = await active();
  assert.match(next, /^f-/);
  const before = await value(page, `#${next}`);
  await page.keyboard.press("End");
  // The scenario is updated while these values are typed.
  await page.keyboard.type("00", { delay: 400 });
  assert.equal(await active(), next);
  await page.waitForFunction((before) => location.hash !== before, {}, address);
  assert.equal(await value(page, `#${next}`), `${before}00`);
  assert.equal(await value(page, "#f-workload-load"), "0.75");
  assert.equal(await attribute(page, "#f-workload-load", "data-own"), "true", "the controls are those that were there");
  assert.equal(await value(page, "#f-experiment-sweep-0-parameter"), "workload.bsbw_mbps");
});

browserTest("schedulers are added, duplicated and removed", async ({ page }) => {
  await settled(page);
  const schedulers = () => count(page, "[data-list=schedulers][data-action=remove]");
  assert.equal(await schedulers(), 6);
  await click(page, "[data-list=schedulers][data-action=copy][data-index='3']");
  await settled(page);
  assert.equal(await schedulers(), 7);
  assert.match(await text(page, "#curves .summary"), /First-fit \(2\)/);
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.dataset.action);
  assert.equal(await focused(), "f-schedulers-4-policy", "the copy has the focus");
  await click(page, "[data-list=schedulers][data-action=remove][data-index='0']");
  await page.waitForFunction(() => !document.querySelector("#curves .summary").textContent.includes("No share"));
  await settled(page);
  assert.equal(await focused(), "add", "the button that adds one has the focus");
  // Equal schedulers are numbered; only labels must differ.
  await choose(page, "#f-schedulers-0-policy", "b3");
  await page.waitForFunction(() => /B3 \(chunk 85 %\) \(2\)/.test(document.querySelector("#curves .summary").textContent));
});

browserTest("what nothing reads is named, and the form does not write it", { open: false }, async ({ page, site }) => {
  const scenario = {
    workload: { jobs_per_cluster: 20 },
    schedulers: [{ policy: "first-fit", chunk: 0.5 }, { policy: "b3", chunk: 0.5 }],
    experiment: { replications: 1 },
  };
  await page.evaluateOnNewDocument((text) => localStorage.setItem("metasched.scenario", text), JSON.stringify(scenario));
  await page.goto(site.url);
  await settled(page);
  assert.match(
    await text(page, "[data-banner=unread]"),
    /schedulers\.0\.chunk is 0\.5, which is not read here, because schedulers\.0\.policy is "first-fit"\. .* only if .* is b3 or tla-coalloc/,
  );
  const stored = () => page.evaluate(() => localStorage.getItem("metasched.scenario"));
  await choose(page, "#f-schedulers-1-policy", "b1");
  await page.waitForFunction(() => !document.querySelector("[data-banner=unread]"));
  assert.doesNotMatch(await stored(), /chunk/);
  await settled(page);
  await click(page, "#undo");
  await page.waitForFunction(() => /chunk/.test(localStorage.getItem("metasched.scenario")));
  assert.equal(await value(page, "#f-schedulers-1-policy"), "b3");
  assert.equal(await value(page, "#f-schedulers-1-chunk"), "0.5");
});

browserTest("what a file writes and nothing reads is named as the command line names it, at its default too", async ({ page }) => {
  const own = { policy: "first-fit", lslt: 1 };
  const written = { workload: { jobs_per_cluster: 20 }, schedulers: [own, { ...own, policy: "b1" }], experiment: { replications: 1 } };
  await settled(page);
  await dropFile(page, "unread.json", Buffer.from(JSON.stringify(written)));
  await shown(page, "[data-banner=unread]");
  const { stderr } = spawnSync(NATIVE, ["validate", "-", "--strict"], { input: JSON.stringify(written), encoding: "utf8" });
  const named = stderr.slice(stderr.indexOf("schedulers.0.lslt is 1")).trim();
  assert.match(named, /^schedulers\.0\.lslt is 1, which is not read here/);
  assert.ok((await text(page, "[data-banner=unread]")).includes(named), named);
  await settled(page);
  await change(page, "seed", "7");
  await hidden(page, "[data-banner=unread]");
  await click(page, "#undo");
  await shown(page, "[data-banner=unread]");
});
