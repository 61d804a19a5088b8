// What a line of a story speaks of is lit up in the Gantt chart: clusters, their free nodes, links and the jobs that fill them, and the predicted
// delay of the job. Only what the line names, and only where the program has drawn it.

import { holes } from "./drawn.mjs?build=%BUILD%";
import { element } from "./element.mjs?build=%BUILD%";

/** Free nodes are lit up so far at most [CSS pixels]. */
const HOLE = 40;

/** What says how many nodes of a cluster are free, with the places of cluster and number. */
const FREE = [
  [/home \(cluster (\d+)\) has (\d+) free/g, 1, 2],
  [/the most on one is (\d+) \(cluster (\d+)\)/g, 2, 1],
  [/cluster (\d+) gives \d+ of (\d+)/g, 1, 2],
  [/its part of \d+ nodes? on cluster (\d+) finds (\d+) free/g, 1, 2],
];
const CLUSTER = /\bclusters? (\d+)(?!\d|'s)/g;
const LINK = /([\w' ]*?link) is at/g;
const HELD_BACK = /cluster (\d+) gives \d+ of \d+ \((?:its link is at|with \d+ its link would reach)/g;

/** What a line names: `clusters`, by number, with the number of free nodes if it says that, and `strips`, by name. */
export function named({ kind, text }) {
  const clusters = new Map();
  const strips = new Set();
  // At its end a job leaves what it had, and a choice among many stands in the words alone.
  if (!["arrival", "wait", "start", "slide"].includes(kind)) return { clusters, strips };
  if (kind !== "slide") for (const [, cluster] of text.matchAll(CLUSTER)) clusters.set(Number(cluster), undefined);
  for (const [pattern, cluster, free] of FREE) {
    for (const found of text.matchAll(pattern)) clusters.set(Number(found[cluster]), Number(found[free]));
  }
  for (const [, link] of text.matchAll(LINK)) strips.add(`Load of ${link.replace(/^.*\b(for|its) /, "").trim()}`);
  for (const [, cluster] of text.matchAll(HELD_BACK)) strips.add(`Load of cluster ${cluster}'s link`);
  if (kind === "slide") strips.add("predicted delay");
  return { clusters, strips };
}

/** Lights over a canvas, for none to point at. */
export class Lights {
  #root = element("div", { className: "lights", ariaHidden: "true" });
  #canvas;

  constructor(canvas) {
    this.#canvas = canvas;
    canvas.after(this.#root);
  }

  remove() {
    this.#root.remove();
  }

  /** Lights up what a line names, where that is drawn. */
  show(line, job, { bands, strips, cursor, strong }) {
    const { offsetLeft, offsetTop, clientWidth, clientHeight } = this.#canvas;
    place(this.#root, { x: offsetLeft, y: offsetTop, width: clientWidth, height: clientHeight });
    const lights = [];
    const wanted = named(line);
    for (const [cluster, free] of wanted.clusters) {
      const band = bands.get(cluster);
      if (!band || cursor === undefined) continue;
      const beside = cursor + 3;
      const found = free > 0 ? holes(band, beside, free) : [];
      for (const [y0, y1] of found) {
        // The line speaks of this moment, not of what comes.
        const next = band.jobs.filter((own) => own.x > beside && own.y < y1 - 1 && own.y + own.height > y0 + 1);
        const width = Math.max(6, Math.min(HOLE, ...next.map((own) => own.x - cursor)));
        lights.push(light("light hole", { x: cursor, y: y0, width, height: y1 - y0 }));
      }
      if (found.length === 0) lights.push(light("light band", { ...band.area, x: cursor - 6, width: 12 }));
      if (free !== undefined) lights.push(chip(`${free} free`, cursor, band.area));
    }
    for (const [name, area] of strips) {
      const isOf = wanted.strips.has(name) || (wanted.strips.has("predicted delay") && name === `Job ${job}: predicted delay`);
      if (isOf) lights.push(light("light strip", { ...area, x: area.x - 4, width: area.width + 8 }));
      // Who fills a cluster's link: the co-allocated jobs that run there now.
      const band = isOf && strong && cursor !== undefined && bands.get(Number(/^Load of cluster (\d+)'s link$/.exec(name)?.[1]));
      if (!band) continue;
      const isThere = ({ x, width }) => x <= cursor + 1 && cursor + 1 < x + width;
      lights.push(...band.jobs.filter((own) => own.colour === strong && isThere(own)).map((own) => light("light filler", own)));
    }
    this.#root.replaceChildren(...lights);
  }
}

function light(className, area) {
  const own = element("div", { className });
  place(own, area);
  return own;
}

/** A word before the cursor, or behind it where there is no room. */
function chip(words, cursor, { x, y }) {
  const own = element("span", { className: "light-words" }, words);
  const isBefore = cursor > x + 80;
  own.style.top = `${y + 2}px`;
  own.style.left = `${isBefore ? cursor - 5 : cursor + HOLE + 5}px`;
  own.classList.toggle("before", isBefore);
  return own;
}

function place({ style }, { x, y, width, height }) {
  [style.left, style.top, style.width, style.height] = [x, y, width, height].map((length) => `${length}px`);
}
