// Moves a slider as a finger does, and observes how the page follows.

import { box } from "./driver.mjs";

/**
 * Moves the slider to and fro between two shares of its range for some seconds, a position a frame. Gives the times between frames, the
 * times between a position and the curves of this position on the canvas, in ms, and how often the curves were pale or missing.
 */
export function moveSlider(page, selector, { from = 0.3, to = 0.7, seconds = 2 } = {}) {
  return page.evaluate(inPage, selector, from, to, seconds);
}

async function inPage(selector, from, to, seconds) {
  const slider = document.querySelector(selector);
  const canvas = document.querySelector("#curve-canvas");
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const seen = { frames: [], lags: [], positions: 0, pale: 0 };
  const observer = new MutationObserver((records) => {
    for (const { attributeName } of records) {
      if (attributeName === "data-lag") seen.lags.push(Number(canvas.dataset.lag));
      else if (/being recomputed|no finished points/.test(canvas.ariaLabel)) seen.pale += 1;
    }
  });
  observer.observe(canvas, { attributes: true, attributeFilter: ["data-lag", "aria-label"] });
  const [min, max] = [Number(slider.min), Number(slider.max)];
  const begin = await frame();
  for (let last = begin; last - begin < seconds * 1e3; ) {
    const share = from + (to - from) * (0.5 - 0.5 * Math.cos(((last - begin) / 1e3) * Math.PI));
    const before = slider.value;
    slider.value = String(min + (max - min) * share);
    if (slider.value !== before) {
      seen.positions += 1;
      slider.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
    const now = await frame();
    seen.frames.push(now - last);
    last = now;
  }
  observer.disconnect();
  return seen;
}

/**
 * Holds the slider with the mouse and stops at `count` positions between two shares of its width, until the curves of each position are there.
 * Gives the positions, the figures and how often the curves were pale or missing.
 */
export async function holdSlider(page, selector, { from = 0.3, to = 0.7, count = 10 } = {}) {
  const { x, y, width, height } = await box(page, selector);
  const [canvas, slider] = await Promise.all(["#curve-canvas", selector].map((own) => page.$(own)));
  await canvas.evaluate((own) => {
    own.pale = 0;
    const observer = new MutationObserver(() => (own.pale += /being recomputed|no finished points/.test(own.ariaLabel) ? 1 : 0));
    observer.observe(own, { attributes: true, attributeFilter: ["aria-label"] });
  });
  const seen = { positions: 0, figures: 0 };
  for (let at = 0; at <= count; at += 1) {
    const before = await slider.evaluate((own) => own.value);
    await canvas.evaluate((own) => own.removeAttribute("data-lag"));
    await page.mouse.move(x + width * (from + ((to - from) * at) / count), y + height / 2);
    if (at === 0) await page.mouse.down();
    if ((await slider.evaluate((own) => own.value)) === before) continue;
    seen.positions += 1;
    await page.waitForSelector("#curve-canvas[data-lag]");
    seen.figures += 1;
  }
  await page.mouse.up();
  return { ...seen, pale: await canvas.evaluate((own) => own.pale) };
}

/** Value at a share of the sorted values. */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/**
 * Moves the slider by one position at a time, `count` positions, and gives the times until `selector`, a canvas or an element with text, shows
 * another picture or another text, in ms. Positions that change nothing are left out.
 */
export function lagsOf(page, slider, selector, count = 20) {
  return page.evaluate(stepsInPage, slider, selector, count);
}

async function stepsInPage(sliderSelector, selector, count) {
  const slider = document.querySelector(sliderSelector);
  const small = new OffscreenCanvas(48, 48).getContext("2d", { willReadFrequently: true });
  const looks = () => {
    const own = document.querySelector(selector);
    if (!(own instanceof HTMLCanvasElement)) return own.textContent;
    small.clearRect(0, 0, 48, 48);
    small.drawImage(own, 0, 0, 48, 48);
    return small.getImageData(0, 0, 48, 48).data.join();
  };
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const [min, max] = [Number(slider.min), Number(slider.max)];
  const lags = [];
  for (let at = 0; at < count; at += 1) {
    slider.value = String(min + (max - min) * (0.35 + 0.3 * (at % 2) + 0.01 * at));
    const before = looks();
    const begin = performance.now();
    slider.dispatchEvent(new InputEvent("input", { bubbles: true }));
    let now = begin;
    while (looks() === before && now - begin < 1000) {
      await frame();
      now = performance.now();
    }
    if (now - begin < 1000) lags.push(now - begin);
    // What else follows this position is drawn before the next one.
    for (let rest = 0; rest < 6; rest += 1) await frame();
  }
  return lags;
}
