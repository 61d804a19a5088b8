// What every browser test stands on: the built page on a server of its own, one Chromium, and no error unnoticed.
//
//   import { browserTest, settled } from "./harness.mjs";
//   browserTest("what must hold", async ({ page }) => { await settled(page); … });
//
// Run by `cargo xtask test browser` (or browser/NAME for NAME.test.mjs), which builds dist/ before. Variables:
// CHROMIUM (the browser's program), METASCHED_DIST (the built page), METASCHED_SHOTS (a folder for screenshots).

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serveFolder } from "./server.mjs";

const BASE = "/some/where/";
const DIST = process.env.METASCHED_DIST ?? fileURLToPath(new URL("../../dist", import.meta.url));
const SHOTS = process.env.METASCHED_SHOTS;
const TEST_LIMIT_MS = 120_000;

// The browser runs as root in containers, and must not speak to anyone but the test's server.
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let launched;
/** The one browser of this file. */
function browser() {
  launched ??= chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
  return launched;
}
after(async () => {
  if (launched) await (await launched).close();
});

/**
 * A test with a page of its own, opened at the built site unless `open` is false.
 *
 * The test gets `{ page, context, site, shot, problems }` and fails, besides its own assertions, on every console
 * error, uncaught error, failed request or answer of 400 and more. A problem that belongs to the test is allowed by
 * `expected`, regular expressions. Further options: `hash` ("#…" to open with), and Playwright's for a context
 * (`viewport`, `colorScheme`, `reducedMotion`, `serviceWorkers`, …).
 */
export function browserTest(name, ...rest) {
  const body = rest.pop();
  const { hash = "", open = true, expected = [], timeout = TEST_LIMIT_MS, ...options } = rest[0] ?? {};
  test(name, { timeout }, async () => {
    assert.ok(existsSync(join(DIST, "index.html")), `no page in ${DIST}: run \`cargo xtask dist\` first`);
    const site = await serveFolder(DIST, BASE);
    const context = await (await browser()).newContext({
      viewport: { width: 1280, height: 800 },
      serviceWorkers: "block",
      ...options,
    });
    try {
      const problems = watch(context);
      const page = await context.newPage();
      const shot = (label) => screenshot(page, label);
      if (open) await page.goto(site.url + hash);
      try {
        await body({ page, context, site, shot, problems });
      } catch (error) {
        await shot(`failed ${name}`).catch(() => {});
        if (problems.length > 0) error.message += `\nproblems of the page:\n  ${problems.join("\n  ")}`;
        throw error;
      }
      const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
      assert.deepEqual(unexpected, [], "the page had problems");
    } finally {
      await context.close();
      await site.close();
    }
  });
}

/** The problems of all pages and workers of a context, a sentence each, growing as they happen. */
function watch(context) {
  const problems = [];
  context.on("console", (message) => {
    if (message.type() === "error") problems.push(`console error: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => problems.push(`uncaught: ${error.error()?.stack ?? error.error()}`));
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // A page or worker that was closed while it loaded something.
    if (reason !== "net::ERR_ABORTED") problems.push(`request failed: ${request.url()} ${reason}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400) problems.push(`answer ${response.status()}: ${response.url()}`);
  });
  return problems;
}

/** Waits until the page says `state` by `<html data-state>`: "idle", "running" or "done". */
export async function inState(page, state, timeout = 60_000) {
  const reached = page.waitForFunction((wanted) => document.documentElement.dataset.state === wanted, state, {
    timeout,
  });
  await reached.catch(async (error) => {
    const now = await page.evaluate(() => document.documentElement.dataset.state).catch(() => "gone");
    throw new Error(`the page is ${now} after ${timeout} ms, not ${state}`, { cause: error });
  });
}

/** Waits until a result is on the screen. */
export const settled = (page, timeout) => inState(page, "done", timeout);

/** The text of the element. */
export const text = (page, selector) => page.textContent(selector);

/** Waits until the caption of a figure, which is written when the figure is drawn, matches the pattern; gives it. */
export async function captioned(page, figure, pattern) {
  const selector = `${figure} figcaption`;
  const wait = page.waitForFunction(
    ({ selector, source }) => new RegExp(source).test(document.querySelector(selector).textContent),
    { selector, source: pattern.source },
    { timeout: 20_000 },
  );
  await wait.catch(async () => assert.match(await text(page, selector), pattern));
  return text(page, selector);
}

/** Unfolds the numbers of a figure. Its table is written at the browser's next event, so it waits for a row. */
export async function unfold(page, figure) {
  await page.click(`${figure} details > summary`);
  await page.waitForSelector(`${figure} details tbody tr`);
}

/** Opens the table of results, which is written frame by frame, and waits until all of it is there. */
export async function openTable(page) {
  await page.click("#tab-table");
  await tableWritten(page);
}

/** Waits until the table of results has all of its rows. */
export const tableWritten = (page) => page.waitForSelector("#table .scroll[aria-busy=false]");

/** Changes a field as a visitor does, and waits for the run that follows. */
export async function change(page, id, value) {
  const before = await text(page, "#scenario-digest");
  await page.fill(`#f-${id}`, value);
  await page.waitForFunction((old) => document.querySelector("#scenario-digest").textContent !== old, before);
  await settled(page);
}

/** Presses a button and gives the file that the browser saves. */
export async function download(page, button) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** Whether a canvas shows more than one colour. */
export const isDrawn = (page, selector) =>
  page.$eval(selector, (canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const colours = new Set();
    for (let i = 0; i < data.length; i += 4 * 997) colours.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
    return colours.size > 3;
  });

/**
 * Holds the longest task of the page's main thread while `action(attempt)` runs against a limit in ms. Other programs on the same
 * cores lengthen a task and never shorten it, so a task is too long if it is in each of three attempts.
 */
export async function assertNoLongTask(page, limit, what, action) {
  const longest = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (attempt > 0) {
      // Nothing is as warm as the attempt before has left it.
      await page.reload();
      await settled(page);
    }
    const tasks = await mainThreadTasks(page, () => action(attempt));
    longest.push(tasks[0]);
    const first = tasks.slice(0, 8).map((ms) => Math.round(ms));
    console.log(`longest tasks on the main thread ${what}, of ${tasks.length}: ${first.join(", ")} ms`);
    if (tasks[0] < limit) return;
  }
  assert.fail(`a task of at least ${Math.min(...longest)} ms on the main thread ${what}, the limit is ${limit} ms`);
}

/** Runs `action` and gives the processor time of every task on the page's main thread meanwhile, in ms, longest first. */
export async function mainThreadTasks(page, action) {
  const session = await page.context().browser().newBrowserCDPSession();
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await session.send("Tracing.start", { traceConfig: { includedCategories: ["toplevel", "blink.user_timing"] } });
  // Marks at both ends tell the page's main thread, and that nothing between them is missing.
  const marks = ["first task", "last task"];
  const mark = (name) => page.evaluate((name) => performance.mark(name), name);
  await mark(marks[0]);
  await action();
  await mark(marks[1]);
  const complete = new Promise((done) => session.once("Tracing.tracingComplete", done));
  await session.send("Tracing.end");
  const { dataLossOccurred } = await complete;
  await session.detach();
  assert.equal(dataLossOccurred, false, "the browser lost some of its trace");
  const [first, last] = marks.map((name) => events.find((event) => event.name === name));
  assert.ok(first && last, "the trace does not reach from the first task to the last");
  const tasks = events.filter(
    (event) => /RunTask$/.test(event.name) && event.pid === first.pid && event.tid === first.tid,
  );
  assert.ok(tasks.length > 100, `only ${tasks.length} tasks were seen`);
  return processorTimes(tasks);
}

/** Processor times of tasks in ms, longest first. Some too short for the processor's clock have none, but a length. */
export function processorTimes(tasks) {
  return tasks.map((task) => (task.tdur ?? task.dur ?? 0) / 1000).sort((a, b) => b - a);
}

/** A screenshot `label`.png where METASCHED_SHOTS names a folder; nothing otherwise. */
async function screenshot(page, label) {
  if (!SHOTS) return;
  await mkdir(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${label.replaceAll(/[^\w.-]+/g, "-")}.png`) });
}
