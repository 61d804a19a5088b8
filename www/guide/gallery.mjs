// The talks and lessons among the examples: cards before those of the presets, found by the same filter.

import { element } from "./element.mjs?build=%BUILD%";

/** Presets whose pictures show what talks and lessons are about. */
const PICTURES = {
  "lesson-1-waiting-and-load": "teaching-saturation",
  "lesson-2-big-jobs": "orders-across-clusters",
  "lesson-3-migration": "teaching-sharing",
  "lesson-4-co-allocation": "jones2005-baselines",
  "lesson-5-full-links": "landing",
  "lesson-6-thresholds-and-chunks": "jones2005-chunk",
  "lesson-7-estimates-and-promises": "teaching-backfilling",
  "lesson-8-looking-ahead": "look-ahead-co-allocation",
  "lesson-9-when-nodes-fail": "teaching-failures",
  "lesson-10-links-or-order": "teaching-families",
  "talk-co-allocation": "teaching-two-clusters",
  "talk-families": "teaching-families",
};

export function add(guides) {
  const dialog = document.getElementById("gallery");
  if (!dialog || dialog.querySelector("#gallery-guides")) return;
  const picture = (name) => dialog.querySelector(`[data-preset="${PICTURES[name]}"] img`)?.cloneNode() ?? "";
  const cards = Object.entries(guides).map(([name, guide]) => card(name, guide, picture(name)));
  const kinds = ["lesson", "talk"].map((kind) => [kind, cards.filter((own) => own.dataset.kind === kind)]);
  const groups = kinds.map(([kind, cards]) =>
    element(
      "section",
      {},
      element("h3", { className: "card-source" }, kind === "talk" ? "Talks" : "Lessons"),
      element("ul", { className: "cards small" }, ...cards.map((own) => element("li", {}, own))),
    ),
  );
  const all = element("div", { id: "gallery-guides" }, ...groups);
  dialog.querySelector(".gallery-tools").after(all);
  const filter = dialog.querySelector("#gallery-filter");
  const sift = () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    for (const group of groups) {
      for (const item of group.querySelectorAll("li")) {
        item.hidden = !words.every((word) => `${group.firstChild.textContent} ${item.textContent}`.toLowerCase().includes(word));
      }
      group.hidden = !group.querySelector("li:not([hidden])");
    }
  };
  filter.addEventListener("input", sift);
  // Something may have been typed before the cards came.
  sift();
}

function card(name, guide, picture) {
  const needs = guide.kind === "talk" ? `${guide.steps.length} steps` : `${guide.steps.length} steps, ${guide.minutes} minutes`;
  return element(
    "a",
    { className: "card", href: `#p=${name}`, "data-kind": guide.kind, onclick: () => document.getElementById("gallery").close() },
    picture,
    element("strong", {}, guide.title),
    element("span", {}, guide.about ?? ""),
    element("span", { className: "needs" }, needs),
  );
}
