// Pictures for the documents: every step of the talk and every lesson, on a projector and on a phone (docs/pictures), and the page as the tutorial
// shows it (docs/landing.png, docs/gantt.png).
//
//   cargo xtask pictures

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CHROMIUM, click, close, launch, openContext, openPage } from "./driver.mjs";
import { DIST, settled } from "./harness.mjs";
import { serveFolder } from "./server.mjs";

const DOCS = fileURLToPath(new URL("../../docs/", import.meta.url));
const FOLDER = join(DOCS, "pictures");
const SCREENS = { projector: { width: 1280, height: 720 }, phone: { width: 360, height: 640 } };

/** Of the landing experiment: the tab that is open, and how high the window is. */
const OF_THE_PAGE = { landing: ["#tab-curves", 800], gantt: ["#tab-gantt", 1150] };

const site = await serveFolder(DIST, "/");
const browser = await launch(CHROMIUM);
const guides = await (await fetch(new URL("guides.json", site.url))).json();
await mkdir(FOLDER, { recursive: true });

/** Takes a picture of what a link shows, in this tab if one is named. */
async function take(context, viewport, hash, shot, tab) {
  const page = await openPage(context, { viewport });
  await page.goto(site.url + hash);
  await settled(page);
  if (tab) await click(page, tab);
  await settled(page);
  // The last frame, after fading in.
  await new Promise((later) => setTimeout(later, 800));
  await page.screenshot(shot);
  await page.close();
}

const context = await openContext(CHROMIUM, browser, new URL(site.url).origin);
for (const [name, [tab, height]] of Object.entries(OF_THE_PAGE)) {
  await take(context, { width: 1280, height }, "#p=cliff", { path: join(DOCS, `${name}.png`) }, tab);
}
await close(context);
for (const [screen, viewport] of Object.entries(SCREENS)) {
  const context = await openContext(CHROMIUM, browser, new URL(site.url).origin);
  for (const [name, { kind, steps }] of Object.entries(guides)) {
    const hashes = kind === "talk" ? steps.map((_, at) => [`${name}-${at + 1}`, `#p=${name}&talk=${at + 1}`]) : [[name, `#p=${name}`]];
    for (const [label, hash] of hashes) {
      await take(context, viewport, hash, { path: join(FOLDER, `${label}-${screen}.webp`), type: "webp", quality: 60 });
    }
  }
  await close(context);
}
await close(browser);
await site.close();
