// A talk on paper or as PDF: a page for each step with its title, its sentence, what it shows, its link, and a QR code where the page has an address.

import { element } from "./element.mjs?build=%BUILD%";
import { code, reason } from "./qr.mjs?build=%BUILD%";

const root = document.documentElement;

/** What of the page a step shows: as in the talk, of the curves' tab not the run below them, of a comparison both runs. */
const PARTS = [
  "#curves :is(.empty, canvas, figcaption)",
  "#surface :is(.empty, figure > canvas)",
  "#panel-gantt #gantt > figure > canvas",
  "#compare > p",
  "#compare > figure > canvas",
  "#table :is(p, table)",
  "#paper > *",
].join();
/** A figure that has stayed the same for so many looks is drawn, and so long is waited for it at most [ms]. */
const LOOKS = 3;
const LOOK_MS = 150;
const LONGEST_MS = 20_000;

/** Prints the steps; `show` shows one and comes back when its results are there, `say` tells how far it is. */
export async function print(steps, show, say) {
  const pages = element("div", { id: "talk-print" });
  // Paper is bright.
  const { theme } = root.dataset;
  root.dataset.theme = "light";
  for (const [at, step] of steps.entries()) {
    say(`Step ${at + 1} of ${steps.length} is drawn …`);
    await show(step);
    await drawn();
    pages.append(await page(step, `${at + 1} / ${steps.length}`));
  }
  document.body.append(pages);
  const done = () => {
    pages.remove();
    root.dataset.theme = theme;
    // The program draws anew what it shows.
    dispatchEvent(new Event("hashchange"));
  };
  addEventListener("afterprint", done, { once: true });
  globalThis.print();
  say("");
}

const parts = () => [...document.querySelectorAll(PARTS)].filter((own) => own.checkVisibility() && (own instanceof HTMLCanvasElement || own.textContent));

/** Waits until nothing of the step is on its way. */
async function drawn() {
  const end = performance.now() + LONGEST_MS;
  let before;
  for (let same = 0; same < LOOKS && performance.now() < end; ) {
    await new Promise((later) => setTimeout(later, LOOK_MS));
    const now = parts().map((own) => (own instanceof HTMLCanvasElement ? own.toDataURL() : own.textContent));
    // The program ends with an ellipsis what it says while it records.
    const isAwaited = document.querySelector("[role=tabpanel]:not([hidden]) [aria-busy=true]") || now.some((own) => own.endsWith("…"));
    same = !isAwaited && String(now) === before ? same + 1 : 0;
    before = String(now);
  }
}

async function page(step, number) {
  const address = location.href.split("#")[0] + step.link;
  const foot = element("footer", {}, element("span", {}, number), element("a", { href: address }, address));
  if (!reason(step.link)) foot.append(await code(step.link, 90).catch(() => ""));
  return element("section", {}, element("h2", {}, step.title), element("p", {}, step.text ?? ""), ...parts().map(copy), foot);
}

/** A part of the page once more, without its names. */
function copy(part) {
  if (part instanceof HTMLCanvasElement) {
    const own = element("canvas", { width: part.width, height: part.height });
    own.getContext("2d").drawImage(part, 0, 0);
    return own;
  }
  const own = part.cloneNode(true);
  for (const named of [own, ...own.querySelectorAll("[id]")]) named.removeAttribute("id");
  // As many columns as there are have to fit on the paper (guide.css).
  own.style.setProperty("--columns", own.querySelectorAll("thead th").length);
  return own;
}
