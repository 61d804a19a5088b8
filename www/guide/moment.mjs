// Moments of the Gantt chart's run: moving its cursor, and writing them as the program does.

import { element, svg } from "./element.mjs?build=%BUILD%";

/**
 * Moves the cursor of a chart to a moment [s], and the chart if that is out of sight, as the moments of a story do when they are pressed: `stories` is
 * where those stand. With `slide` the moment is one of a clock that plays, and a job slides to its nodes for so long [s of the run].
 */
export function lookAt(time, slide, stories = document.getElementById("story-lines")) {
  stories.dataset.time = String(time);
  if (slide !== undefined) stories.dataset.slide = String(slide);
  stories.dispatchEvent(new Event("click"));
  delete stories.dataset.time;
  delete stories.dataset.slide;
}

/** A number of seconds as the program writes moments. */
export function writeClock(time) {
  const total = Math.max(0, Math.round(time));
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(total / 3600);
  const short = hours >= 100 ? `${Math.floor(hours / 24)} d ${hours % 24}` : String(hours);
  return `${short}:${two(Math.floor(total / 60) % 60)}:${two(total % 60)}`;
}

export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A button with a picture of 16 × 16, of one path, and a name. */
export function pictured(path, name, key, onclick) {
  const own = element("button", { type: "button", className: "icon play-button", onclick });
  const line = svg("path", { fill: "currentColor" });
  own.append(svg("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, line));
  own.become = (path, name, key) => {
    line.setAttribute("d", path);
    own.ariaLabel = name;
    own.title = key ? `${name} (${key})` : name;
  };
  own.become(path, name, key);
  return own;
}

export const PLAY = "M4 2 14 8 4 14z";
export const PAUSE = "M3 2h4v12H3zM9 2h4v12H9z";
export const BACK = "M13 2v12L5 8zM3 2h2v12H3z";
export const FORWARD = "M3 2v12l8-6zM11 2h2v12h-2z";
