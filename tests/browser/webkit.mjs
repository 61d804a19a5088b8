// The built page in WebKit, the engine of Safari, by the protocol WebDriver (Debian's packages webkit2gtk-driver and xvfb): the page comes
// to its first figure, follows an edit and opens a Gantt chart, and every scenario of tests/digest has the results of the command line.
//
// Run by `cargo xtask test webkit` of the full tier. METASCHED_BIN is the native program, METASCHED_DIST the built page.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { serveFolder } from "./server.mjs";
import { inWorkers, native } from "./workers.mjs";

const DIST = process.env.METASCHED_DIST ?? fileURLToPath(new URL("../../dist", import.meta.url));
const SHOTS = process.env.METASCHED_SHOTS;
const FOLDER = fileURLToPath(new URL("../digest/", import.meta.url));
const DRIVER = "http://127.0.0.1:4449";
const BROWSER = { "webkitgtk:browserOptions": { args: ["--automation"] } };

/** Asks the driver, and gives the value of its answer. */
async function ask(method, path, body) {
  const answer = await fetch(DRIVER + path, { method, body: body && JSON.stringify(body) });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${value.message}`);
  return value;
}

/** A window of the browser, with as much of a page of Puppeteer as `inWorkers` uses. */
class Page {
  #session;

  constructor(session) {
    this.#session = session;
  }

  ask(method, path, body) {
    return ask(method, `/session/${this.#session}${path}`, body);
  }

  open(url) {
    return this.ask("POST", "/url", { url });
  }

  /** The value of an expression or of a function without arguments, once its promise is kept. */
  async evaluate(what) {
    const expression = typeof what === "function" ? `(${what})()` : what;
    const script = `const done = arguments[0]; Promise.resolve(${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await this.ask("POST", "/execute/async", { script, args: [] });
    if (error) throw new Error(error);
    return value;
  }

  /** Waits until an expression is true. */
  async until(expression) {
    for (let tries = 0; tries < 600; tries += 1) {
      if (await this.evaluate(expression)) return;
      await pause(100);
    }
    assert.fail(`not within 60 s: ${expression}`);
  }

  async shot(name) {
    if (SHOTS) writeFileSync(`${SHOTS}/webkit ${name}.png`, Buffer.from(await this.ask("GET", "/screenshot"), "base64"));
  }
}

/** Starts the driver, and gives it and a page once it answers. */
async function launch() {
  const driver = spawn("xvfb-run", ["--auto-servernum", "WebKitWebDriver", "--port=4449"], { stdio: "ignore", detached: true });
  for (let tries = 0; ; tries += 1) {
    try {
      await ask("GET", "/status");
      break;
    } catch (error) {
      if (tries === 100) throw error;
      await pause(100);
    }
  }
  const { sessionId, capabilities } = await ask("POST", "/session", { capabilities: { alwaysMatch: BROWSER } });
  console.log(`${capabilities.browserName} ${capabilities.browserVersion}`);
  const page = new Page(sessionId);
  await page.ask("POST", "/timeouts", { script: 600_000 });
  return { driver, page };
}

async function visit(page) {
  await page.until('document.documentElement.dataset.state === "done"');
  await page.shot("first figure");
  assert.match(await page.evaluate("document.title"), /Metasched/);
  await page.evaluate('document.querySelector("#tab-gantt").click()');
  await page.until('/jobs/.test(document.querySelector("#gantt-canvas").ariaLabel)');
  await page.shot("Gantt chart");
}

async function compare(page) {
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".json") && name !== "expected.json")) {
    const wanted = JSON.parse((await native(FOLDER + file, 1)).text);
    const { text } = await inWorkers(page, readFileSync(FOLDER + file, "utf8"), 2);
    assert.deepEqual(JSON.parse(text), wanted, `${file} differs`);
    console.log(`${file}: equal`);
  }
}

const site = await serveFolder(DIST, "/some/where/");
const { driver, page } = await launch();
try {
  await page.open(site.url);
  await visit(page);
  await compare(page);
} finally {
  process.kill(-driver.pid);
  site.close();
}
