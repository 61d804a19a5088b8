// The form: one line per section, rarely used settings under "More", policies by model, a repair button; the gallery.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { attribute, box, choose, click, count, fill, hidden, isVisible, scrollTo, shown, text, value } from "./driver.mjs";
import { BOTH_IN_FULL, FEW, browserTest, settled } from "./harness.mjs";
import { link } from "./workers.mjs";

const section = (name) => `#form [data-section=${name}]`;

browserTest("each section is a line that opens, and few controls are seen", BOTH_IN_FULL, async ({ page, shot }) => {
  await settled(page);
  const seen = () => page.$$eval("#form :is(input, select, textarea)", (all) => all.filter((own) => own.checkVisibility()).length);
  assert.ok((await seen()) < 40, `${await seen()} controls`);
  assert.match(await text(page, `${section("Platform")} .in-short`), /4 clusters · 400 nodes/);
  assert.match(await text(page, `${section("Workload")} .in-short`), /Synthetic/);
  await shot("form folded");
  await click(page, `${section("Experiment")} > summary`);
  assert.ok(await isVisible(page, "#f-experiment-replications"));
  assert.ok(!(await isVisible(page, "#f-experiment-warmup")), "few need the warm-up");
  await click(page, `${section("Experiment")} .further > summary`);
  assert.ok(await isVisible(page, "#f-experiment-warmup"));
  await shot("form more");
});

browserTest("the form is built section by section, what is open first", { open: false }, async ({ page, site }) => {
  await page.evaluateOnNewDocument(() => {
    globalThis.built = [];
    // What an observer hears at once was done in one task.
    const observer = new MutationObserver((changes) => {
      const added = changes.filter((own) => own.addedNodes.length > 0);
      const sections = added.map((own) => own.target.closest?.(".section-body")?.closest(".section").dataset.section);
      const built = new Set(sections.filter(Boolean));
      if (built.size > 0) globalThis.built.push([...built].join(" and "));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto(site.url + FEW());
  await settled(page);
  // Long lists are built in several tasks.
  const built = await page.evaluate(() => [...new Set(globalThis.built)]);
  assert.deepEqual(built.slice(0, 5), ["Schedulers", "Platform", "Workload", "Network", "Experiment"]);
});

browserTest("what is typed while the form follows another scenario stays", async ({ page }) => {
  await settled(page);
  const field = "#f-workload-runtime_s";
  await page.evaluate((field) => {
    // Schedulers are shown, and the section of this field is still that of the scenario before.
    const observer = new MutationObserver(() => {
      observer.disconnect();
      const old = document.querySelector(field);
      old.value = "333";
      old.dispatchEvent(new Event("input", { bubbles: true }));
      globalThis.typedInto = old;
    });
    observer.observe(document.querySelector("#form [data-section=Schedulers] .section-body"), { childList: true });
    location.hash = "#p=teaching-two-clusters";
  }, field);
  await page.waitForFunction(() => globalThis.typedInto && location.hash.startsWith("#2."));
  await settled(page);
  assert.equal(await value(page, field), "333");
  await click(page, "#undo");
  await page.waitForFunction(() => location.hash === "#p=teaching-two-clusters");
});

browserTest("policies stand by model after the schedulers of one queue, with a line about the chosen one", async ({ page, shot }) => {
  await settled(page);
  const groups = await page.$$eval("#f-schedulers-0-policy optgroup", (all) => all.map((own) => own.label));
  assert.ok(groups.length >= 4 && groups.some((own) => own.startsWith("Jones")), groups.join());
  assert.equal(groups[0], "One queue");
  // A scheduler of one queue sets policy and queue; its name is in the figure.
  await choose(page, "#f-schedulers-0-policy", { label: "EASY" });
  assert.match(await text(page, "#a-schedulers-0-policy"), /fill gaps/);
  await page.waitForFunction(() => /EASY /.test(document.querySelector("#curves .summary").textContent));
  assert.equal(await value(page, "#f-schedulers-0-policy"), "easy");
  await choose(page, "#f-schedulers-0-policy", "first-fit");
  assert.match(await text(page, "#a-schedulers-0-policy"), /\w{3,}/);
  await page.waitForFunction(() => !/EASY /.test(document.querySelector("#curves .summary").textContent));
  await shot("form policies");
});

browserTest("a policy that the network refuses comes with the button that repairs", { hash: "#p=vahdat-scenario1" }, async ({ page, shot }) => {
  await shown(page, "#f-schedulers-0-policy");
  await choose(page, "#f-schedulers-0-policy", "first-fit");
  await shown(page, "#e-schedulers-0-policy .repair");
  await shot("form repair");
  const network = await value(page, "#f-network-model");
  await click(page, "#e-schedulers-0-policy .repair");
  await page.waitForFunction(() => !document.querySelector(".repair"));
  assert.notEqual(await value(page, "#f-network-model"), network);
  assert.equal(await value(page, "#f-schedulers-0-policy"), "first-fit");
});

browserTest("the gallery filters, says what an example needs, and the words stay on the page", BOTH_IN_FULL, async ({ page, shot }) => {
  await settled(page);
  await click(page, "#examples");
  await shown(page, "#gallery-filter");
  assert.match(await text(page, "[data-preset=shih2013-fig10]"), /needs the log SDSC-SP2/);
  await page.waitForFunction(() => document.querySelector("[data-preset=landing] img").naturalWidth > 0);
  await shot("gallery");
  await fill(page, "#gallery-filter", "saturation");
  await page.waitForFunction(() => [...document.querySelectorAll("#gallery .card")].filter((own) => own.checkVisibility()).length < 8);
  await shot("gallery filtered");
  const words = await page.$eval("[data-preset=teaching-saturation] span", (own) => own.textContent);
  await click(page, "[data-preset=teaching-saturation]");
  await shown(page, "#about");
  assert.equal(await text(page, "#about"), words);
  assert.equal(await count(page, "dialog"), 0);
});

browserTest("a wrong value in a folded section is counted on its line, and Run goes to it", { hash: "#p=teaching-two-clusters" }, async ({ page, shot }) => {
  await settled(page);
  const field = "#f-workload-bsbw_mbps";
  const line = `${section("Workload")} > summary .in-short`;
  const marked = () => page.$eval(line, (own) => own.dataset.wrong ?? "");
  await click(page, `${section("Workload")} > summary`);
  await fill(page, field, "abc");
  await page.waitForFunction((field) => document.querySelector(field).ariaInvalid === "true", {}, field);
  await click(page, `${section("Workload")} > summary`);
  assert.ok(!(await isVisible(page, field)));
  assert.equal(await marked(), "1 wrong value");
  await shot("form wrong folded");
  await click(page, "#run");
  await page.waitForFunction((field) => document.activeElement === document.querySelector(field), {}, field);
  assert.ok(await isVisible(page, "#e-workload-bsbw_mbps"));
  assert.match(await text(page, "#announcer"), /this value is wrong/);
  await fill(page, field, "500");
  await page.waitForFunction((line) => document.querySelector(line).dataset.wrong === undefined, {}, line);
});

browserTest("no choice of the form is cut off", { hash: link("--preset landing --replications 1 --set workload.jobs_per_cluster=20 --set experiment.sweep=[]") }, async ({ page, shot }) => {
  await settled(page);
  for (const model of ["synthetic", "lublin99", "feitelson96", "jann97", "metacomputer"]) {
    await choose(page, "#f-workload-model", model);
    await pause(300);
    const cut = await page.$$eval("#form .control > select", (selects) => {
      // As wide as the longest choice.
      const wide = (own) => {
        const copy = own.cloneNode(true);
        copy.style.cssText = "width: max-content; max-width: none";
        own.after(copy);
        const { width } = copy.getBoundingClientRect();
        copy.remove();
        return width;
      };
      const seen = selects.filter((own) => own.offsetParent);
      return seen.filter((own) => own.getBoundingClientRect().width < wide(own) - 0.5).map((own) => own.id);
    });
    assert.deepEqual(cut, [], model);
    await shot(`form of ${model}`);
  }
});

browserTest("an example opens, by keyboard too", async ({ page, shot }) => {
  await settled(page);
  await page.keyboard.press("e");
  await shown(page, "#gallery[open]");
  await shot("gallery");
  await page.focus("[data-preset=teaching-saturation]");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.title.startsWith("Beyond saturation"));
  await settled(page);
  assert.equal(await page.evaluate(() => location.hash), "#p=teaching-saturation");
  assert.match(await text(page, "#curves .summary"), /unstable/);
});

browserTest("the platform is pulled by hand and by keys, its fields follow, and the load is kept", { hash: FEW() }, async ({ page, shot }) => {
  const [drawing, nodes, link_mbps] = ["#plot-platform-clusters", "#f-platform-clusters-0-nodes", "#f-platform-clusters-0-link_mbps"];
  const says = (words) => page.waitForFunction((words) => document.querySelector("#chosen-part").textContent === words, {}, words);
  const load = (words) => page.waitForFunction((words) => document.querySelector("#load").textContent === words, {}, words);
  await settled(page);
  await load("Load 0.90");
  await click(page, `${section("Platform")} > summary`);
  await scrollTo(page, drawing);
  await says("Clusters 1 to 4: 100 nodes");
  // Pull the first cluster to the left, past its beginning: one node is left.
  const { x, y, height } = await box(page, drawing);
  const at = y + height - 36;
  await page.mouse.move(x + 20, at);
  await page.mouse.down();
  await page.mouse.move(x + 35, at, { steps: 3 });
  const wider = Number(await value(page, nodes));
  assert.ok(wider > 110 && wider < 160, `${wider} nodes`);
  await says(`Clusters 1 to 4: ${wider} nodes`);
  await shot("platform pulled");
  await page.mouse.move(x - 200, at, { steps: 3 });
  assert.equal(await value(page, nodes), "1");
  await page.mouse.up();
  await fill(page, nodes, "50");
  await load("Load 1.80");
  await says("Clusters 1 to 4: 50 nodes");
  await shown(page, "#load[data-over]");
  await shot("platform overloaded");
  await click(page, "#load-repair button");
  await load("Load 0.90");
  await hidden(page, "#load-repair");
  assert.equal(await value(page, "#f-workload-interarrival_s"), "300");
  await page.focus(drawing);
  for (const key of ["ArrowUp", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
  await says("Clusters 1 to 4: link 900 Mbps");
  assert.deepEqual([await value(page, nodes), await value(page, link_mbps)], ["51", "900"]);
  assert.equal(await attribute(page, drawing, "aria-valuetext"), "Clusters 1 to 4: link 900 Mbps");
  await settled(page);
  await click(page, "#copy-cluster");
  await says("Clusters 5 to 8: 51 nodes");
  assert.equal(await page.evaluate(() => document.activeElement.id), "copy-cluster");
  await click(page, "#remove-cluster");
  await says("Clusters 1 to 4: 51 nodes");
  await click(page, "#add-cluster");
  await says("Cluster 5: 51 nodes");
});
