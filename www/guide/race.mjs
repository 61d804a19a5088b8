// Two runs race: one clock for both charts of the comparison. What comes later is veiled, and a line below each chart counts how far its run is.

import { Clock } from "./clock.mjs?build=%BUILD%";
import { element } from "./element.mjs?build=%BUILD%";

class Race extends Clock {
  #veils;
  #stories = document.getElementById("compare-stories");

  constructor([first, second]) {
    super(second, "race", "the race");
    this.#veils = [first, second].map((canvas) => {
      const veil = element("div", { className: "veil", hidden: true, ariaHidden: "true" });
      canvas.after(veil);
      canvas.addEventListener("pointerdown", () => this.#lift());
      return { canvas, veil };
    });
    first.before(this.root);
    this.windowCame();
  }

  windowCame() {
    super.windowCame();
    this.#lift();
  }

  /** The program listens for moments of the stories of a job. */
  lookAt(time) {
    this.#stories.dataset.time = String(time);
    this.#stories.dispatchEvent(new Event("click"));
    delete this.#stories.dataset.time;
  }

  /** Both runs are seen from their beginning to their end. */
  took() {
    this.#veils[0].canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "0" }));
  }

  /** Both charts have the same layout. */
  drew({ bands, cursor }) {
    const areas = [...bands.values()].map(({ area }) => area);
    if (areas.length === 0) return;
    const [top, bottom] = [Math.min(...areas.map(({ y }) => y)), Math.max(...areas.map(({ y, height }) => y + height))];
    const right = areas[0].x + areas[0].width;
    for (const { canvas, veil } of this.#veils) {
      const { style } = veil;
      [style.left, style.top] = [`${canvas.offsetLeft + cursor}px`, `${canvas.offsetTop + top}px`];
      [style.width, style.height] = [`${Math.max(0, right - cursor)}px`, `${bottom - top}px`];
      veil.hidden = false;
    }
  }

  end() {
    super.end();
    // The last end counts: the length of the window is known to its two largest units.
    this.lookAt(this.to + (this.to - this.from) / 50);
    this.#lift();
  }

  #lift() {
    for (const { veil } of this.#veils) veil.hidden = true;
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
