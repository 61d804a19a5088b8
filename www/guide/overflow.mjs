// What of a step does not fit on the screen: a table or a text is scrolled, and a line says how much more there is, and where.

import { element } from "./element.mjs?build=%BUILD%";

/** So much of what is seen is scrolled by at a time. */
const SHARE = 0.6;
/** Edges that are this near are the same [pixels]. */
const NEAR = 3;
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

export class Overflow {
  /** The line, for the tools of the talk. */
  line = element("span", { id: "talk-more", hidden: true });
  #planned = false;
  #observer = new MutationObserver(() => this.#plan());

  /** Follows what is written and scrolled, until `signal` is aborted. */
  constructor(signal) {
    this.#observer.observe(document.querySelector("main"), { childList: true, subtree: true, attributeFilter: ["hidden", "aria-busy"] });
    signal.addEventListener("abort", () => this.#observer.disconnect());
    for (const kind of ["scroll", "resize"]) addEventListener(kind, () => this.#plan(), { capture: true, passive: true, signal });
    this.#plan();
  }

  /** Scrolls one way, named by its key. */
  scroll(key) {
    const [x, y] = WAYS[key];
    for (const own of parts()) own.scrollBy({ left: x * own.clientWidth * SHARE, top: y * own.clientHeight * SHARE, behavior: "instant" });
  }

  #plan() {
    if (this.#planned) return;
    this.#planned = true;
    requestAnimationFrame(() => {
      this.#planned = false;
      const words = parts().map(more).find(Boolean) ?? "";
      this.line.hidden = !words;
      if (this.line.textContent !== words) this.line.textContent = words;
    });
  }
}

/** What can be scrolled: the table of the tab, the tab itself, and long words. */
const parts = () => ["[role=tabpanel]:not([hidden]) .scroll.tall", ".frame", "#talk-head"].map((own) => document.querySelector(own)).filter((own) => own?.clientHeight > 0);

/** What of a part is not seen, in words; nothing if all is. */
function more(part) {
  const below = part.scrollHeight - part.scrollTop - part.clientHeight > NEAR;
  const right = part.scrollWidth - part.scrollLeft - part.clientWidth > NEAR;
  const before = part.scrollTop > NEAR || part.scrollLeft > NEAR;
  if (!below && !right && !before) return "";
  const edge = part.getBoundingClientRect();
  const isTable = part.classList.contains("tall");
  const beyond = (selector, side) => [...part.querySelectorAll(selector)].filter((own) => own.getBoundingClientRect()[side] > edge[side] + NEAR).length;
  const counted = (number, what) => (isTable && number > 0 ? `${number} ${number === 1 ? what : `${what}s`}` : "more");
  const words = [right && `→ ${counted(beyond("thead th", "right"), "column")}`, below && `↓ ${counted(beyond("tbody tr", "bottom"), "row")}`].filter(Boolean);
  return `Shift ${words.join(", ") || "← ↑"}`;
}
