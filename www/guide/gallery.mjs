// The talks and lessons among the examples: cards before those of the presets, found by the same filter.

import { element } from "./element.mjs?build=%BUILD%";

export function add(guides) {
  const dialog = document.getElementById("gallery");
  if (!dialog || dialog.querySelector("#gallery-guides")) return;
  const cards = Object.entries(guides).map(([name, guide]) => card(name, guide));
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

function card(name, guide) {
  const needs = guide.kind === "talk" ? `${guide.steps.length} steps` : `${guide.steps.length} steps, ${guide.minutes} minutes`;
  return element(
    "a",
    { className: "card", href: `#p=${name}`, "data-kind": guide.kind, onclick: () => document.getElementById("gallery").close() },
    element("strong", {}, guide.title),
    element("span", {}, guide.about ?? ""),
    element("span", { className: "needs" }, needs),
  );
}
