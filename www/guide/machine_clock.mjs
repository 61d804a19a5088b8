// The clock of the machine that runs: one for both runs and their Gantt charts. If a value changes while it plays, it goes on at the same moment.

import { Clock } from "./clock.mjs?build=%BUILD%";
import { lookAt } from "./moment.mjs?build=%BUILD%";

class MachineClock extends Clock {
  #story = document.getElementById("machine-story-lines");

  constructor(canvas) {
    super(canvas, "machine-clock", "the machine");
    // Slow enough to follow a job.
    this.span = 60;
    document.querySelector(".machine-sides").before(this.root);
    this.windowCame();
  }

  lookAt(time, slide) {
    lookAt(time, slide || undefined, this.#story);
  }

  /** A paused machine is a still picture: nothing is on its way. */
  pause() {
    const played = this.isPlaying;
    super.pause();
    if (played) this.lookAt(this.at);
  }

  windowCame() {
    const [moment, played] = [this.at, this.isPlaying];
    super.windowCame();
    if (moment === undefined || this.root.hidden) return;
    this.show(moment);
    if (played && this.at < this.to) this.toggle();
    else this.lookAt(this.at);
  }
}

let clock;

/** Adds the clock, once. */
export function begin() {
  clock ??= new MachineClock(document.getElementById("machine-canvas-first"));
}

/** In a talk: begins, or pauses and goes on. */
export function toggle() {
  begin();
  clock.toggle();
}
