// Films: a value that is pulled while the curves follow, and two machines that run (docs/pictures/*.webm).
//
//   cargo xtask pictures --films
//
// The README shows machine.webm as an animated picture, which plays on any host:
//
//   ffmpeg -i docs/pictures/machine.webm -vf fps=6,scale=760:-2 -loop 0 -quality 50 -compression_level 6 docs/pictures/machine.webp
//
// Each frame is a picture of the page at the next position of the slider or of the clock, taken when it is drawn, so that a busy machine drops
// none: a film shows what is drawn, and `cargo xtask measure following` how soon. Chromium encodes the frames.

import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { CHROMIUM, choose, click, close, launch, openContext, openPage, shown } from "./driver.mjs";
import { DIST, settled } from "./harness.mjs";
import { serveFolder } from "./server.mjs";
import { webm } from "./webm.mjs";

const FOLDER = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));
const RATE = 25;
const BITS_PER_S = 220_000;
const VIEWPORT = { width: 1280, height: 960 };

const site = await serveFolder(DIST, "/");
const browser = await launch(CHROMIUM);
const context = await openContext(CHROMIUM, browser, new URL(site.url).origin);

/** Opens the page, takes a picture of an area after each step, and writes them as a film. */
async function film(name, hash, prepare, clip, steps) {
  const page = await openPage(context, { viewport: VIEWPORT });
  await page.goto(site.url + hash);
  await settled(page);
  await prepare(page);
  const frames = [];
  for (const step of steps) {
    await step(page);
    frames.push(await page.screenshot({ clip, captureBeyondViewport: false, type: "jpeg", quality: 95, encoding: "base64" }));
  }
  const chunks = await page.evaluate(encode, frames, clip, RATE, BITS_PER_S);
  const bytes = webm(chunks.map((own) => ({ ...own, data: Buffer.from(own.data, "base64") })), { ...clip, rate: RATE });
  await writeFile(`${FOLDER}${name}.webm`, bytes);
  console.log(`${name}.webm: ${frames.length} frames, ${Math.round(bytes.length / 1000)} kB`);
  await page.close();
}

/** Encodes pictures. Runs in the page: gives each coded frame, and whether it stands alone. */
async function encode(pictures, { width, height }, rate, bitrate) {
  const chunks = [];
  const output = (chunk) => {
    const data = new Uint8Array(chunk.byteLength);
    chunk.copyTo(data);
    chunks.push({ isKey: chunk.type === "key", data: btoa(data.reduce((text, byte) => text + String.fromCharCode(byte), "")) });
  };
  const problems = [];
  const encoder = new VideoEncoder({ output, error: (problem) => problems.push(problem) });
  encoder.configure({ codec: "vp09.00.31.08", width, height, bitrate, framerate: rate, latencyMode: "quality" });
  for (const [at, picture] of pictures.entries()) {
    const bytes = Uint8Array.from(atob(picture), (own) => own.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
    const frame = new VideoFrame(bitmap, { timestamp: (at * 1e6) / rate, duration: 1e6 / rate });
    encoder.encode(frame, { keyFrame: at === 0 });
    frame.close();
  }
  await encoder.flush();
  if (problems.length > 0) throw problems[0];
  return chunks;
}

const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const still = (frames) => Array.from({ length: frames }, () => drawn);

/** Pulls the slider to a share of its range, and waits until the curves have followed. */
const pull = (share) => (page) =>
  page.evaluate(async (share) => {
    const [slider, canvas] = ["#what-if-value", "#curve-canvas"].map((own) => document.querySelector(own));
    const [min, max, before] = [slider.min, slider.max, slider.value].map(Number);
    slider.value = String(min + (max - min) * share);
    if (Number(slider.value) === before) return;
    const followed = new Promise((done) => new MutationObserver((_, own) => (own.disconnect(), done())).observe(canvas, { attributeFilter: ["data-lag"] }));
    slider.dispatchEvent(new InputEvent("input", { bubbles: true }));
    // A position that is passed over has no curves of its own.
    await Promise.race([followed, new Promise((done) => setTimeout(done, 1000))]);
    // The curves ease to their places.
    await new Promise((done) => setTimeout(done, 120));
  }, share);

const release = async (page) => {
  await page.$eval("#what-if-value", (slider) => slider.dispatchEvent(new Event("change", { bubbles: true })));
  await settled(page);
};
const swing = (from, to, frames) => Array.from({ length: frames }, (_, at) => from + (to - from) * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / frames)));

await film(
  "slider",
  "#p=cliff",
  async (page) => {
    await choose(page, "#what-if-parameter", "platform.clusters.0.link_mbps");
    await pull(0.45)(page);
    await release(page);
  },
  { x: 320, y: 90, width: 960, height: 700 },
  [...still(RATE / 2), ...swing(0.45, 0.2, 2.5 * RATE).map(pull), ...swing(0.45, 0.8, 2.5 * RATE).map(pull), release, ...still(RATE)],
);

/** Shows both machines at a moment of the window, with jobs on their way. */
const look = (share) => (page) =>
  page.evaluate(async (share) => {
    const { lookAt } = await import(new URL("guide/moment.mjs", location.href));
    const clock = document.querySelector("#machine-clock input");
    clock.value = String(Number(clock.max) * share);
    clock.dispatchEvent(new InputEvent("input", { bubbles: true }));
    const { from, to } = document.querySelector("#machine-canvas-first").dataset;
    const length = to - from;
    // A job is on its way for a third of a second of the film; the window lasts a minute.
    lookAt(Number(from) + length * share, (length / 60) * 0.35, document.querySelector("#machine-story-lines"));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }, share);

await film(
  "machine",
  "#p=cliff",
  async (page) => {
    await click(page, "#tab-machine");
    await shown(page, "#machine-clock");
    await page.waitForFunction(() => ["first", "second"].every((own) => document.querySelector(`#machine-canvas-${own}`).ariaLabel.startsWith("Machine of")));
  },
  { x: 320, y: 204, width: 960, height: 640 },
  Array.from({ length: 8 * RATE }, (_, at) => look(0.3 + at / (60 * RATE))),
);

await close(context);
await close(browser);
await site.close();
