// The minimum that a built site must do, checked after every `cargo xtask dist`.

import assert from "node:assert/strict";
import { BOTH, browserTest, settled } from "./harness.mjs";

browserTest("the page loads from a sub-path and finishes an experiment", { ...BOTH, hash: "", isFirst: true }, async ({ page, site, shot }) => {
  await settled(page);
  await shot("smoke");
  assert.match(await page.title(), /Metasched/);
  const outside = site.requests.filter((path) => !path.startsWith("/some/where/"));
  assert.deepEqual(outside, [], "every address must be relative");
});

browserTest("page and worker are stamped with one build id", BOTH, async ({ page, site }) => {
  const id = await page.evaluate(() => document.documentElement.dataset.build);
  assert.match(id, /^[0-9a-f]{16}$/);
  const loader = await (await fetch(`${site.url}worker_loader.js`)).text();
  assert.match(loader, new RegExp(`METASCHED_BUILD ?= ?"${id}"`));
});
