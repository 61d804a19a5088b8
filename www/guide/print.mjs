// A talk on paper or as PDF: a page for each step with its figure, title, sentence and link, and a QR code where the page has an address.

import { element } from "./element.mjs?build=%BUILD%";
import { code, reason } from "./qr.mjs?build=%BUILD%";

/** Prints the steps; `show` shows one and comes back when its results are there, `say` tells how far it is. */
export async function print(steps, show, say) {
  const pages = element("div", { id: "talk-print" });
  for (const [at, step] of steps.entries()) {
    say(`Step ${at + 1} of ${steps.length} is drawn …`);
    await show(step);
    // Figures are drawn before the next frame.
    await new Promise((later) => setTimeout(later, 300));
    pages.append(await page(step, `${at + 1} / ${steps.length}`));
  }
  document.body.append(pages);
  const done = () => pages.remove();
  addEventListener("afterprint", done, { once: true });
  globalThis.print();
  say("");
}

async function page(step, number) {
  const figures = [...document.querySelectorAll("[role=tabpanel]:not([hidden]) canvas")].filter((own) => own.checkVisibility?.() ?? own.offsetWidth > 0);
  const table = figures.length === 0 && document.querySelector("[role=tabpanel]:not([hidden]) table")?.cloneNode(true);
  const address = location.href.split("#")[0] + step.link;
  const foot = element("footer", {}, element("span", {}, number), element("a", { href: address }, address));
  if (!reason(step.link)) foot.append(await code(step.link, 90).catch(() => ""));
  // Of the curves' panel the figure alone, not the run below it.
  return element("section", {}, element("h2", {}, step.title), element("p", {}, step.text ?? ""), ...(table ? [table] : figures.slice(0, 1).map(copy)), foot);
}

/** What a canvas shows, on a canvas of its own. */
function copy(canvas) {
  const own = element("canvas", { width: canvas.width, height: canvas.height });
  own.getContext("2d").drawImage(canvas, 0, 0);
  return own;
}
