// Common base of all browser tests: the built page on its own server, one browser of each kind, and every error is reported.
//
//   import { browserTest, settled } from "./harness.mjs";
//   browserTest("what must hold", async ({ page }) => { await settled(page); … });
//
// Run by run.mjs, and that by `cargo xtask test browser` (or browser/NAME for NAME.test.mjs), which builds dist/ before. Variables:
// CHROMIUM and FIREFOX (the browsers' programs), METASCHED_DIST (the built page), METASCHED_SHOTS (a folder for screenshots),
// METASCHED_SECOND_TRIES (a file for the names of tests that pass at their second try; without it there is none).

import assert from "node:assert/strict";
import { appendFileSync, existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  CHROMIUM,
  FIREFOX,
  click,
  close,
  fill,
  launch,
  leaveContext,
  openContext,
  openPage,
  pagesOf,
  reuseContext,
  shown,
  text,
  watch,
} from "./driver.mjs";
import { serveFolder } from "./server.mjs";
import { link } from "./workers.mjs";

const BASE = "/some/where/";
/** The built page. */
export const DIST = process.env.METASCHED_DIST ?? fileURLToPath(new URL("../../dist", import.meta.url));
const SHOTS = process.env.METASCHED_SHOTS;
const LIMIT_MS = 120_000;

/** A test that engines could do differently is in both each time. */
export const BOTH = { browsers: [CHROMIUM, FIREFOX] };
const IS_FULL = "METASCHED_FULL" in process.env;
/** A test that is in Chromium each time, and in Firefox too with METASCHED_FULL: `cargo xtask test --full`. */
export const BOTH_IN_FULL = IS_FULL ? BOTH : {};
/** The gate alone tries a test that fails once more, for its machine may be busy with other things: its last table names what passes only then. */
const SECOND_TRIES = process.env.METASCHED_SECOND_TRIES;

let few;
/** The fragment of the landing experiment with few jobs and two replications, which is finished at once. */
export const FEW = () => (few ??= link("--preset landing --set workload.jobs_per_cluster=100 --replications 2"));

/** All tests of the files that were imported: `{ name, run }`, where `run` is given the lane that the test has to itself. */
export const tests = [];

/** A test without a page. */
export function plainTest(name, ...rest) {
  const body = rest.pop();
  const { limit = LIMIT_MS, isLong } = rest[0] ?? {};
  add({ name, isLong, run: () => within(limit, body()) });
}

function add({ name, isLong, run }) {
  if (isLong && !IS_FULL) return;
  tests.push({ name, run: SECOND_TRIES ? (lane) => twice(name, () => run(lane)) : run });
}

/** Fails if it is not done after so many milliseconds. */
function within(limit, running) {
  const late = pause(limit, undefined, { ref: false }).then(() => assert.fail(`not done after ${limit} ms`));
  return Promise.race([running, late]);
}

/**
 * A test in Chromium, or in each of `browsers`, with a page of its own, opened at the built site unless `open` is false: by `hash`, which is
 * FEW if it is not given.
 *
 * The test gets `{ page, newPage, site, shot, problems }` and fails, besides its own assertions, on every console
 * error, uncaught error, failed request or answer of 400 and more. A problem that belongs to the test is allowed by
 * `expected`, regular expressions. It finds nothing stored; what it loads may have been loaded and compiled before, by pages
 * of the same process, unless it `isFirst` to come, as those that measure tasks, or has service workers. Further options:
 * `limit` [ms], `isLong` (with METASCHED_FULL alone), and those of a page (`viewport`, `colorScheme`, `serviceWorkers`, `tour`).
 */
export function browserTest(name, ...rest) {
  const body = rest.pop();
  const { browsers = [CHROMIUM], isLong, ...options } = rest[0] ?? {};
  for (const browser of browsers) add({ name: `${name} (${browser})`, isLong, run: (lane) => testIn(lane, browser, name, options, body) });
}

/** Runs a test, and once more if it fails; records a test that passes only then. */
async function twice(name, run) {
  try {
    await run();
  } catch (error) {
    console.error(`FIRST TRY of "${name}": ${error.stack}`);
    await run();
    appendFileSync(SECOND_TRIES, `${name}\n`);
  }
}

/** What one test at a time has to itself: a server, and a browser of each kind. */
export class Lane {
  #launched = new Map();
  #serving;

  async site(mayBeKept) {
    assert.ok(existsSync(join(DIST, "index.html")), `no page in ${DIST}: run \`cargo xtask dist\` first`);
    const site = await (this.#serving ??= serveFolder(DIST, BASE));
    site.restore(mayBeKept);
    return site;
  }

  async browser(name) {
    if (!(await this.#launched.get(name))?.connected) this.#launched.set(name, launch(name));
    return this.#launched.get(name);
  }

  async close() {
    (await this.#serving)?.close();
    for (const browser of this.#launched.values()) await close(await browser);
  }
}

async function testIn(lane, browserName, name, options, body) {
  const { open = true, expected = [], limit = LIMIT_MS, viewport = { width: 1280, height: 800 }, isFirst = false, ...rest } = options;
  const { hash = open ? FEW() : "", ...looks } = rest;
  const reuses = browserName === CHROMIUM && !isFirst && !looks.serviceWorkers;
  const site = await lane.site(reuses);
  const browser = await lane.browser(browserName);
  const { origin } = new URL(site.url);
  const context = reuses ? await reuseContext(browser, origin) : await openContext(browserName, browser, origin);
  try {
    const problems = [];
    let pages = 0;
    const newPage = async () => {
      pages += 1;
      const page = await openPage(context, { viewport, ...looks });
      watch(page, problems);
      return page;
    };
    const page = await newPage();
    const shot = (label) => screenshot(page, label);
    if (open) await page.goto(site.url + hash);
    try {
      await within(limit, body({ page, newPage, site, shot, problems }));
    } catch (error) {
      await shot(`failed ${name} ${browserName}`).catch(() => {});
      if (problems.length > 0) error.message += `\nproblems of the page:\n  ${problems.join("\n  ")}`;
      throw error;
    }
    const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
    assert.deepEqual(unexpected, [], "the page had problems");
    assert.equal((await pagesOf(context)).length, pages, "a page was opened that is not watched");
  } finally {
    await leaveContext(context);
  }
}

/** Waits until the page says `state` by `<html data-state>`: "idle", "running" or "done". */
export async function inState(page, state, timeout = 60_000) {
  const is = (wanted) => document.documentElement.dataset.state === wanted;
  const reached = page.waitForFunction(is, { timeout }, state);
  await reached.catch(async (error) => {
    const now = await page.evaluate(() => document.documentElement.dataset.state).catch(() => "gone");
    throw new Error(`the page is ${now} after ${timeout} ms, not ${state}`, { cause: error });
  });
}

/** Waits until a result is on the screen and the form shows what it is of. */
export async function settled(page, timeout) {
  await inState(page, "done", timeout);
  await page.waitForFunction(() => document.documentElement.dataset.formBehind === undefined);
}

/** Waits until the caption of a figure, which is written when the figure is drawn, matches the pattern; gives it. */
export async function captioned(page, figure, pattern) {
  const selector = `${figure} figcaption`;
  const matches = (selector, source) => new RegExp(source).test(document.querySelector(selector).textContent);
  const wait = page.waitForFunction(matches, { timeout: 20_000 }, selector, pattern.source);
  await wait.catch(async () => assert.match(await text(page, selector), pattern));
  return text(page, selector);
}

/** Waits until an element has this text. */
export const says = (page, selector, wanted) =>
  page.waitForFunction((selector, wanted) => document.querySelector(selector)?.textContent.includes(wanted), { timeout: 20_000 }, selector, wanted);

/** Unfolds the numbers of a figure. Its table is written at the browser's next event, so it waits for a row. */
export async function unfold(page, figure) {
  await click(page, `${figure} details > summary`);
  await shown(page, `${figure} details tbody tr`);
}

/** Waits until the address names what is shown: it is written every 300 ms at most, so that one that stays for twice as long is the last. */
export async function addressed(page) {
  const hash = () => page.evaluate(() => location.hash);
  let before;
  do {
    before = await hash();
    await pause(600);
  } while (!before.includes("&v=") || (await hash()) !== before);
}

/** Does something, and waits until the address follows, which it does a moment later. */
export async function readdressed(page, action) {
  const before = await page.evaluate(() => location.hash);
  await action();
  await page.waitForFunction((before) => location.hash !== before, {}, before);
}

/** Opens the table of results, which is written frame by frame, and waits until all of it is there. */
export async function openTable(page) {
  await click(page, "#tab-table");
  await tableWritten(page);
}

/** Waits until the table of results has all of its rows. */
export const tableWritten = (page) => shown(page, "#table .scroll[aria-busy=false]");

/** The digest of every row of the table of results. */
export async function digests(page) {
  await openTable(page);
  return page.$$eval("#table tbody tr", (rows) => rows.map((row) => row.dataset.digest));
}

/** Changes a field as a visitor does, and waits for the run that follows. */
export async function change(page, id, value) {
  const before = await text(page, "#scenario-digest");
  await fill(page, `#f-${id}`, value);
  await page.waitForFunction((old) => document.querySelector("#scenario-digest").textContent !== old, {}, before);
  await settled(page);
}

/** Drops a file on the page. */
export async function dropFile(page, name, bytes) {
  const drag = (kind) =>
    page.evaluate(
      (kind, name, bytes) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
        document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
      },
      kind,
      name,
      [...bytes],
    );
  await drag("dragover");
  await shown(page, "#drop");
  await drag("drop");
}

/** Waits until a canvas, which is drawn a frame after its figure is described, shows more than three colours. */
export const painted = (page, selector) => page.waitForFunction(showsColours, {}, selector);

function showsColours(selector) {
  const canvas = document.querySelector(selector);
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const colours = new Set();
  for (let i = 0; i < data.length; i += 4 * 997) colours.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
  return colours.size > 3;
}

/** A screenshot `label`.png where METASCHED_SHOTS names a folder; nothing otherwise. */
async function screenshot(page, label) {
  if (!SHOTS) return;
  await mkdir(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${label.replaceAll(/[^\w.-]+/g, "-")}.png`) });
}
