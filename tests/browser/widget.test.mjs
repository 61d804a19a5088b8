// What python/metasched/widget.js shows in a notebook, with a model as Jupyter gives it to an anywidget.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { browserTest } from "./harness.mjs";
import { serveFolder } from "./server.mjs";
import { NATIVE } from "./workers.mjs";

const FOLDER = fileURLToPath(new URL("../../python/metasched", import.meta.url));

browserTest("the widget for Jupyter draws, follows its model, and its sliders change that", { open: false }, async ({ page, shot }) => {
  const words = ["--quiet", "figure", "--preset", "teaching-two-clusters"];
  const [means, gantt] = [[], ["--kind", "gantt"]].map((kind) => execFileSync(NATIVE, [...words, ...kind], { encoding: "utf8" }));
  const site = await serveFolder(FOLDER, "/", {});
  try {
    site.overrides.set("favicon.ico", "");
    site.overrides.set("index.html", "<!doctype html><title>Notebook</title><main></main>");
    await page.goto(site.url);
    await page.evaluate(async (svg) => {
      const values = { svg, problem: "", set: {}, sliders: { "workload.interarrival_s": [100, 400, 25] } };
      const listeners = [];
      const saved = [];
      const set = (name, value) => {
        values[name] = value;
        for (const [event, listener] of listeners) if (event === `change:${name}`) listener();
      };
      const model = {
        get: (name) => values[name],
        set,
        on: (event, listener) => listeners.push([event, listener]),
        save_changes: () => saved.push(structuredClone(values.set)),
      };
      const { default: widget } = await import("/widget.js");
      widget.render({ model, el: document.querySelector("main") });
      Object.assign(globalThis, { model, saved });
    }, means);
    const shown = () => page.$eval("main svg title, main svg text", (own) => own.textContent);
    const before = await shown();
    assert.equal(await page.$eval("output", (own) => own.textContent), "as in the scenario");
    assert.equal(await page.$eval("[role=alert]", (own) => own.hidden), true);

    await page.$eval("input", (own) => ((own.value = "250"), own.dispatchEvent(new Event("change"))));
    assert.deepEqual(await page.evaluate(() => saved), [{ "workload.interarrival_s": 250 }]);
    assert.equal(await page.$eval("output", (own) => own.textContent), "250");

    await page.evaluate((svg) => globalThis.model.set("svg", svg), gantt);
    assert.notEqual(await shown(), before);
    await page.evaluate(() => globalThis.model.set("problem", "<b>wrong</b>"));
    assert.equal(await page.$eval("[role=alert]", (own) => own.hidden ? "" : own.textContent), "<b>wrong</b>");
    await shot("widget");
  } finally {
    site.close();
  }
});
