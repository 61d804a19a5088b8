// Pictures of every step of the talk and of every lesson, on a projector and on a phone, for the documents: docs/pictures.
//
//   cargo xtask pictures

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CHROMIUM, close, launch, openContext, openPage } from "./driver.mjs";
import { DIST, settled } from "./harness.mjs";
import { serveFolder } from "./server.mjs";

const FOLDER = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));
const SCREENS = { projector: { width: 1280, height: 720 }, phone: { width: 360, height: 640 } };

const site = await serveFolder(DIST, "/");
const browser = await launch(CHROMIUM);
const guides = await (await fetch(new URL("guides.json", site.url))).json();
await mkdir(FOLDER, { recursive: true });
for (const [screen, viewport] of Object.entries(SCREENS)) {
  const context = await openContext(CHROMIUM, browser, new URL(site.url).origin);
  for (const [name, { kind, steps }] of Object.entries(guides)) {
    const hashes = kind === "talk" ? steps.map((_, at) => [`${name}-${at + 1}`, `#p=${name}&talk=${at + 1}`]) : [[name, `#p=${name}`]];
    for (const [label, hash] of hashes) {
      const page = await openPage(context, { viewport });
      await page.goto(site.url + hash);
      await settled(page);
      // The last frame, after fading in.
      await new Promise((later) => setTimeout(later, 800));
      await page.screenshot({ path: join(FOLDER, `${label}-${screen}.webp`), type: "webp", quality: 60 });
      await page.close();
    }
  }
  await close(context);
}
await close(browser);
await site.close();
