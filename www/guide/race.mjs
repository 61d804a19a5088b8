// Two runs race: one clock for both charts of the comparison, and a line below each counts how far its run is.

import { Clock } from "./clock.mjs?build=%BUILD%";
import { lookAt } from "./moment.mjs?build=%BUILD%";

class Race extends Clock {
  #first;
  #stories = document.getElementById("compare-stories");

  constructor([first, second]) {
    super(second, "race", "the race");
    this.#first = first;
    first.addEventListener("pointerdown", () => this.pause());
    first.before(this.root);
    this.windowCame();
  }

  /** The program listens for moments of the stories of a job. */
  lookAt(time, slide) {
    lookAt(time, slide, this.#stories);
  }

  /** Both runs are seen from their beginning to their end. */
  took() {
    this.#first.dispatchEvent(new KeyboardEvent("keydown", { key: "0" }));
  }
}

let race;

/** Adds the clock, once. */
export function begin() {
  race ??= new Race(document.querySelectorAll("#compare figure > canvas"));
}

/** In a talk: begins, or pauses and goes on. */
export function toggle() {
  begin();
  race.toggle();
}
