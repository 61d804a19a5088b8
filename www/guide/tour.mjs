// A tour of four bubbles on the first visit: where the finding is, what to pull, where the runs are, and how to pass it on. It holds nothing up,
// goes on by a button, ends by Escape or "Skip", and does not come again.

import { button, element } from "./element.mjs?build=%BUILD%";

const KEY = "metasched.tour";
const root = document.documentElement;

/** The steps: the elements of which the first visible one is pointed at, and the words. */
const STEPS = [
  ["#curve-canvas", "This is the cliff. First-fit (orange) spreads jobs over clusters until their traffic fills the links; from then on its queue grows for ever."],
  ["#what-if-value", "Pull this: the mark in the figure and the runs follow. Choose another parameter before it, and the same jobs are simulated again while you pull."],
  ["#tab-gantt", "Here is every job of a run: where it ran, why it waited, what slowed it down."],
  ["#share", "This makes a link with the whole experiment. Whoever opens the link gets the same numbers, and can change everything."],
];

/** Begins the tour, unless the visitor is elsewhere by now. */
export function begin() {
  if (["talk", "lesson", "embed"].some((name) => name in root.dataset) || document.querySelector("dialog[open]")) return;
  const words = element("p", { id: "tour-words" });
  const next = button("Next", () => show(at + 1), { className: "primary", id: "tour-next" });
  const skip = button("Skip", end, { id: "tour-skip" });
  const count = element("span", { className: "small muted" });
  const bubble = element("div", { id: "tour", role: "dialog", "aria-label": "Tour", "aria-describedby": words.id }, words, element("p", { className: "buttons" }, next, skip, count));
  const listening = new AbortController();
  const { signal } = listening;
  const tabs = new MutationObserver(opened);
  let at = 0;

  function end() {
    listening.abort();
    tabs.disconnect();
    bubble.remove();
    try {
      localStorage.setItem(KEY, "seen");
    } catch {
      // Without storage the tour comes again.
    }
  }

  function target() {
    const isVisible = (own) => own.getClientRects().length > 0;
    return [...document.querySelectorAll(STEPS[at][0])].find(isVisible);
  }

  function show(step) {
    if (step >= STEPS.length) return end();
    at = step;
    words.textContent = STEPS[at][1];
    count.textContent = `${at + 1} of ${STEPS.length}`;
    next.textContent = at + 1 < STEPS.length ? "Next" : "Done";
    skip.hidden = at + 1 === STEPS.length;
    const { top = 0, bottom = 0 } = target()?.getBoundingClientRect() ?? {};
    if (top > innerHeight || bottom < 0) target()?.scrollIntoView({ block: "nearest" });
    place();
  }

  /** Another tab is open: the tour goes on if it points at this tab, and ends otherwise. */
  function opened() {
    const is = target()?.getAttribute("aria-selected") === "true";
    if (is) show(at + 1);
    else if (at < STEPS.length - 1) end();
  }

  /** Puts the bubble below what it points at, or above it where there is no room. Of the cliff, it stands in the figure. */
  function place() {
    const rect = target()?.getBoundingClientRect();
    if (!rect) return end();
    const { offsetWidth: width, offsetHeight: height } = bubble;
    const inside = rect.height > height * 2;
    const below = inside ? rect.top + rect.height * 0.35 : rect.bottom + 10;
    const top = below + height > innerHeight ? rect.top - height - 10 : below;
    const left = inside ? rect.left + rect.width * 0.3 : rect.left;
    bubble.classList.toggle("above", !inside && top < rect.top);
    bubble.classList.toggle("inside", inside);
    const free = Math.max(8, Math.min(left, innerWidth - width - 8));
    Object.assign(bubble.style, { top: `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`, left: `${free}px` });
    bubble.style.setProperty("--tip", `${Math.max(10, Math.min(rect.left - free + 22, width - 24))}px`);
  }

  document.body.append(bubble);
  addEventListener("keydown", (event) => event.key === "Escape" && end(), { signal });
  for (const moved of ["resize", "scroll"]) addEventListener(moved, place, { signal, passive: true, capture: true });
  // Another scenario, a talk or a lesson is not what the words are about.
  addEventListener("hashchange", end, { signal });
  tabs.observe(document.querySelector("#tabs"), { subtree: true, attributeFilter: ["aria-selected"] });
  show(0);
}
