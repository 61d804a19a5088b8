// The clock of the Gantt chart: its cursor moves over the window that was recorded, and the strips show their values at it.

import { Clock } from "./clock.mjs?build=%BUILD%";
import { button } from "./element.mjs?build=%BUILD%";
import { lookAt } from "./moment.mjs?build=%BUILD%";

export class GanttClock extends Clock {
  #canvas;
  #others;

  /** Below the canvas; `others` stops what else moves the cursor. */
  constructor(canvas, others) {
    const next = button("Next start", () => this.#toNextStart(), { title: "To the next start of a job, which is marked" });
    super(canvas, "clock", "the clock", next);
    [this.#canvas, this.#others] = [canvas, others];
    canvas.after(this.root);
    this.windowCame();
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
    const { dataset } = this.#canvas;
    const start = () => Number(dataset.start);
    const isLater = () => (this.at === undefined ? start() >= this.from : start() > this.at);
    /** Whether a key marks another job. */
    const press = (key) => {
      const before = dataset.job;
      this.#canvas.dispatchEvent(new KeyboardEvent("keydown", { key }));
      return dataset.job !== before;
    };
    // Back to a job that starts no later, then on to the first that does.
    while (isLater() && press(","));
    while (!isLater() && press("."));
    if (isLater()) this.show(start());
    else this.end();
  }
}
