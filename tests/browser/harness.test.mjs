// The harness itself: what goes wrong in a page or its workers does not go unnoticed.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { browserTest } from "./harness.mjs";

const expected = [/said aloud/, /thrown aside/, /promise broken/, /thrown in a worker/, /nothing\.js/, /Failed to load/];

browserTest("errors of page, worker and server are all noticed", { expected }, async ({ page, problems }) => {
  await page.evaluate(() => {
    console.error("said aloud");
    setTimeout(() => {
      throw new Error("thrown aside");
    });
    Promise.reject(new Error("promise broken"));
    const source = new Blob(["throw new Error('thrown in a worker')"], { type: "text/javascript" });
    new Worker(URL.createObjectURL(source));
    return fetch("./nothing.js");
  });
  const seen = (pattern) => problems.some((problem) => pattern.test(problem));
  for (let wait = 0; wait < 50 && !expected.every(seen); wait += 1) await pause(100);
  assert.deepEqual(expected.filter((pattern) => !seen(pattern)), []);
});

browserTest("a test can play a broken host", { open: false, expected: [/404/, /worker_loader/] }, async ({ page, site }) => {
  site.overrides.set("index.html", (own) => own.toString().replace("<html ", "<html data-overridden "));
  site.overrides.set("worker_loader.js", null);
  await page.goto(site.url);
  assert.equal(await page.locator("html[data-overridden]").count(), 1);
  assert.equal((await fetch(`${site.url}worker_loader.js`)).status, 404);
  assert.equal((await fetch(new URL("/index.html", site.url))).status, 404, "nothing is served outside the sub-path");
});
