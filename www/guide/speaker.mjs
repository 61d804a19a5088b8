// The two windows of a talk: the one that everybody sees, and the speaker's with notes, clock and next step. They speak over a channel
// whose random name the speaker's window is given in its address; a window that was closed or loaded again finds the other by it.

const KEY = "metasched.talk.channel";
const NAME = /^[0-9a-f-]{36}$/;

export const channelOf = (id) => (NAME.test(id) ? new BroadcastChannel(`metasched-talk-${id}`) : null);

/** The name of this window's talk, the same after a reload. */
function id() {
  try {
    const kept = sessionStorage.getItem(KEY);
    if (kept && NAME.test(kept)) return kept;
    const fresh = crypto.randomUUID();
    sessionStorage.setItem(KEY, fresh);
    return fresh;
  } catch {
    // Storage is refused: a reloaded window begins a channel of its own.
    return crypto.randomUUID();
  }
}

/** The window that everybody sees. */
export class Speaker {
  #steps;
  #at = 0;
  #id = id();
  #channel = channelOf(this.#id);

  constructor(steps, go, blank) {
    this.#steps = steps;
    this.#channel.onmessage = ({ data }) => {
      if (data?.kind === "hello") this.say(this.#at);
      else if (data?.kind === "blank") blank();
      else if (data?.kind === "go" && (data.by === 1 || data.by === -1)) go(data.by);
    };
  }

  /** Which step is shown. */
  say(at) {
    this.#at = at;
    const [step, next] = [this.#steps[at], this.#steps[at + 1]];
    const { title, text = "", notes = "" } = step ?? {};
    this.#channel.postMessage({ kind: "at", at, of: this.#steps.length, title, text, notes, next: next?.title ?? "" });
  }

  open() {
    window.open(new URL(`../notes.html#${this.#id}`, import.meta.url), `metasched-notes-${this.#id}`, "popup,width=800,height=600");
  }

  close() {
    this.#channel.close();
  }
}
