// Drives the browsers and acts as a visitor. Hides the differences between Chromium and Firefox, and between puppeteer and a visitor.
//
// Chromium is driven by its own protocol, Firefox by WebDriver BiDi. Variables: CHROMIUM and FIREFOX, the programs.

import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import puppeteer from "puppeteer-core";

export const CHROMIUM = "Chromium";
export const FIREFOX = "Firefox";

/** Of each browser: where it saves files, and the blank page that it began with. */
const LAUNCHED = new Map();

const LAUNCH = {
  [CHROMIUM]: {
    browser: "chrome",
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    // The browser runs as root in containers, and may connect only to the server of the test.
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // One process for all pages of a site. It keeps compiled code while one of the pages is open.
      "--process-per-site",
    ],
  },
  [FIREFOX]: {
    browser: "firefox",
    executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
    extraPrefsFirefox: {
      "browser.download.folderList": 2,
      // A page may read the clipboard without asking.
      "dom.events.testing.asyncClipboard": true,
    },
  },
};

/** Starts a browser; further options are puppeteer's. Only a test's own limit ends a long wait for an answer. */
export async function launch(name, options) {
  const folder = mkdtempSync(join(tmpdir(), "metasched-downloads-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const { extraPrefsFirefox, ...own } = LAUNCH[name];
  const browser = await puppeteer.launch({
    ...own,
    extraPrefsFirefox: extraPrefsFirefox && { ...extraPrefsFirefox, "browser.download.dir": folder },
    downloadBehavior: { policy: "allow", downloadPath: folder },
    protocolTimeout: 0,
    ...options,
  });
  LAUNCHED.set(browser, { folder, blank: (await browser.pages())[0] });
  return browser;
}

/** Most time that something takes to close; a browser that lost its way never does. */
const CLOSING_MS = 10_000;

/** Closes a browser, a profile or a page, and does not wait for ever. */
export async function close(own) {
  const closed = own.close().then(
    () => true,
    () => false,
  );
  const browser = own.process ? own : own.browser();
  if (!(await Promise.race([closed, pause(CLOSING_MS, false, { ref: false })]))) browser.process()?.kill("SIGKILL");
}

const mayUseClipboard = (context, origin) => context.overridePermissions(origin, ["clipboard-read", "clipboard-sanitized-write"]);

/** A profile of its own, which has loaded nothing yet, in which the pages of `origin` may use the clipboard. */
export async function openContext(name, browser, origin) {
  const downloadBehavior = { policy: "allow", downloadPath: LAUNCHED.get(browser).folder };
  const context = await browser.createBrowserContext({ downloadBehavior });
  // Firefox has a setting for this.
  if (name === CHROMIUM) await mayUseClipboard(context, origin);
  return context;
}

/** Chromium's own profile without what pages of `origin` have stored there; what was loaded from there, and compiled, it keeps. */
export async function reuseContext(browser, origin) {
  const { blank } = LAUNCHED.get(browser);
  // This address has no file: the server answers with a page without scripts, which stays open.
  if (!blank.url().startsWith(origin)) await blank.goto(`${origin}/`);
  const session = await blank.createCDPSession();
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.detach();
  const context = browser.defaultBrowserContext();
  await mayUseClipboard(context, origin);
  return context;
}

/** The pages of a profile, but for the one that its browser began with. */
export async function pagesOf(context) {
  const { blank } = LAUNCHED.get(context.browser());
  return (await context.pages()).filter((page) => page !== blank);
}

/** Closes all pages of a profile, and the profile if it is not the browser's own. */
export async function leaveContext(context) {
  if (context !== context.browser().defaultBrowserContext()) return close(context);
  for (const page of await pagesOf(context)) await close(page);
}

/** A page of this size, dark if asked for, which is in Chromium alone; without service workers unless they are allowed. */
export async function openPage(context, { viewport, colorScheme, serviceWorkers = false, tour = false }) {
  const page = await context.newPage();
  page.waitForFunction = (...question) => until(page, ...question);
  await page.setViewport(viewport);
  if (colorScheme) await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: colorScheme }]);
  // The tour of the first visit has a test of its own, and stands in the way of the others.
  if (!tour) {
    await page.evaluateOnNewDocument(() => {
      try {
        localStorage.setItem("metasched.tour", "seen");
      } catch {
        // A blank page has no storage.
      }
    });
  }
  if (!serviceWorkers) {
    await page.evaluateOnNewDocument(() => {
      // A blank page has none.
      if (navigator.serviceWorker) navigator.serviceWorker.register = () => new Promise(() => {});
    });
  }
  return page;
}

/** Asks after `every` milliseconds, and then less often, until there is an answer, gives it, and fails after `timeout`: "not within 30000 ms: WORDS". */
async function poll(ask, timeout, words, every = 10) {
  const end = performance.now() + timeout;
  for (let left = timeout; left > 0; left = end - performance.now()) {
    // The timer of an unused limit must not keep the process alive.
    const answer = await Promise.race([ask(), pause(left, undefined, { ref: false })]);
    if (answer) return answer;
    await pause(every);
    every = Math.min(1.2 * every, 80);
  }
  throw new Error(`not within ${timeout} ms: ${words()}`);
}

/**
 * Waits until the function, which runs in the page, gives something. Puppeteer's own way of waiting is seconds late while the
 * workers of a page are busy, and asks three times as often.
 */
function until(page, is, { timeout = page.getDefaultTimeout() } = {}, ...rest) {
  // As one expression, since the page's security policy forbids to compile code from text.
  const question = `(async () => Boolean(await (${is})(...${JSON.stringify(rest)})))()`;
  let why = "";
  const ask = async () => {
    try {
      return await page.evaluate(question);
    } catch (error) {
      if (page.isClosed()) throw error;
      // The value does not exist yet, or the page is loading another address.
      why = ` (${error.message})`;
    }
  };
  return poll(ask, timeout, () => `${is}${why}`);
}

/** The element as soon as it is there. */
const present = (page, selector, timeout = page.getDefaultTimeout()) => poll(() => page.$(selector), timeout, () => `there is ${selector}`);

/** Adds what goes wrong in a page and its workers to `problems`, a sentence each, as it happens. */
export function watch(page, problems) {
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console error: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.stack ?? error}`));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // A page or worker was closed while it loaded a file.
    if (!/ERR_ABORTED|NS_BINDING_ABORTED/.test(reason)) problems.push(`request failed: ${request.url()} ${reason}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`answer ${response.status()}: ${response.url()}`);
  });
}

/** Whether an element of the page can be seen. For puppeteer, what is folded away is visible. */
function canBeSeen(own) {
  const { width, height } = own.getBoundingClientRect();
  return width > 0 && height > 0 && own.checkVisibility({ visibilityProperty: true });
}

/** Opens what of the form an element is folded in, as a visitor does who looks for it. */
function unfoldForm(own) {
  for (const folded of ["#form .section:not([open])", "#form .further:not([open])"]) {
    const details = own.closest(folded);
    if (details) details.open = true;
  }
}

export const isVisible = async (page, selector) => (await (await page.$(selector))?.evaluate(canBeSeen)) ?? false;

/** Waits until the element can be seen; gives it. */
export function shown(page, selector, timeout = page.getDefaultTimeout()) {
  const ask = async () => {
    const element = await page.$(selector);
    if (await element?.evaluate(canBeSeen)) return element;
    await element?.evaluate(unfoldForm);
  };
  return poll(ask, timeout, () => `${selector} can be seen`);
}

/** Waits until the element is not to be seen, or not there. */
export const hidden = (page, selector, timeout = page.getDefaultTimeout()) =>
  poll(async () => !(await isVisible(page, selector)), timeout, () => `${selector} cannot be seen any more`);

/** Where a click reaches the element: its middle. If something lies over that, the element is brought to the middle of the window. */
function reachedAt(own) {
  const { left, top, width, height } = own.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  if (!own.disabled && (own.contains(hit) || hit?.closest("label")?.control === own)) return `${x} ${y}`;
  own.scrollIntoView({ block: "center", behavior: "instant" });
}

/**
 * Clicks on the element as soon as it can be clicked. Coming over the page, the pointer may change what stands above it, and a
 * page that has scrolled may have it under its header.
 */
export async function click(page, selector) {
  await shown(page, selector);
  let at;
  const isUnderPointer = async () => {
    const before = at;
    at = await page.$eval(selector, reachedAt).catch(() => undefined);
    if (at === undefined || at === before) return at !== undefined;
    await page.mouse.move(...at.split(" ").map(Number));
  };
  await poll(isUnderPointer, page.getDefaultTimeout(), () => `a click reaches ${selector}`, 1);
  await page.mouse.click(...at.split(" ").map(Number));
}

/** Puts the text into a field in place of what it has, at once, as from the clipboard. */
export async function fill(page, selector, value) {
  const field = await shown(page, selector);
  await field.evaluate((own, value) => {
    own.focus();
    own.select();
    document.execCommand(value === "" ? "delete" : "insertText", false, value);
  }, value);
}

/** Chooses from a list by value, `{ label }` or `{ index }`. */
export async function choose(page, selector, wanted) {
  await shown(page, selector);
  const find = (selector, wanted) => {
    const is = (own, index) => own.value === wanted || own.label === wanted.label || index === wanted.index;
    const option = [...(document.querySelector(selector)?.options ?? [])].find(is);
    return option && { value: option.value };
  };
  await page.waitForFunction(find, {}, selector, wanted);
  await page.select(selector, (await page.evaluate(find, selector, wanted)).value);
}

/** Presses a key, or one while others are down: "Control+Shift+Z". */
export async function press(page, chord) {
  const keys = chord.split(/(?<=.)\+/);
  const last = keys.pop();
  for (const key of keys) await page.keyboard.down(key);
  await page.keyboard.press(last);
  for (const key of keys.toReversed()) await page.keyboard.up(key);
}

/** What is read from the element as soon as it is there. */
async function read(page, selector, of, ...rest) {
  const element = await present(page, selector);
  return element.evaluate(of, ...rest);
}

/** The text of the element. */
export const text = (page, selector) => read(page, selector, (own) => own.textContent);

/** What is typed or chosen in the field. */
export const value = (page, selector) => read(page, selector, (own) => own.value);

export const attribute = (page, selector, name) => read(page, selector, (own, name) => own.getAttribute(name), name);

export const count = async (page, selector) => (await page.$$(selector)).length;

/** Where the element is on the screen. */
export const box = async (page, selector) => (await shown(page, selector)).boundingBox();

export const scrollTo = async (page, selector) => (await shown(page, selector)).scrollIntoView();

/** What is in the file, or nothing if Firefox has just given it its name. */
function saved(file) {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}

/** Presses a button and gives the file that the browser saves. */
export async function download(page, button) {
  const { folder } = LAUNCHED.get(page.browser());
  for (const old of readdirSync(folder)) rmSync(join(folder, old));
  await click(page, button);
  for (const end = performance.now() + 20_000; performance.now() < end; await pause(20)) {
    const [name, ...others] = readdirSync(folder);
    const bytes = name && others.length === 0 && !/\.(crdownload|part)$/.test(name) && saved(join(folder, name));
    if (bytes?.length > 0) return { name, bytes };
  }
  throw new Error(`${button} saves no file`);
}
