// The clock of the Gantt chart: its cursor moves over the window that was recorded, and the strips show their values at it.

import { Clock } from "./clock.mjs?build=%BUILD%";
import { button } from "./element.mjs?build=%BUILD%";
import { lookAt, readClock } from "./moment.mjs?build=%BUILD%";

export class GanttClock extends Clock {
  #canvas;
  #others;

  /** Below the canvas; `others` stops what else moves the cursor. */
  constructor(canvas, others) {
    const next = button("Next start", () => this.#toNextStart(), { title: "To the next start of a job, which is marked (seconds are whole)" });
    super(canvas, "clock", "the clock", next);
    [this.#canvas, this.#others] = [canvas, others];
    canvas.after(this.root);
    this.windowCame();
  }

  /** It stands in its field, to whole seconds. */
  begin() {
    return readClock(document.getElementById("gantt-from").value);
  }

  lookAt(time, slide) {
    lookAt(time, slide);
  }

  took() {
    this.#others();
  }

  /** Marks jobs in order of start, as the chart's keys do, until one starts later than now. */
  #toNextStart() {
    this.pause();
    this.#others();
    const start = () => readClock(/, start ([^,]+), end /.exec(document.getElementById("gantt-details").textContent)?.[1] ?? "");
    const press = (key) => {
      this.#canvas.dispatchEvent(new KeyboardEvent("keydown", { key }));
      return start();
    };
    const now = Math.round(this.at ?? this.from - 1);
    this.#canvas.dispatchEvent(new PointerEvent("pointerleave"));
    // Back to a job that starts no later, then on to the first that does.
    let [last, found] = [NaN, start()];
    while (found > now && found !== last) [last, found] = [found, press(",")];
    for (let left = 2000; left > 0 && !(found > now); left -= 1) found = press(".");
    if (found > now) this.show(found);
    else this.end();
  }
}
