// One figure or lesson alone, in a frame of another page: what `&embed=figure`, `gantt` or `lesson` behind a link does before the program
// starts. What it looks like is in embed.css.

const root = document.documentElement;

/** Makes the page one for frames; comes back when it can be seen and no other frame of this site computes its first figure. */
export async function begin(part, style = linked()) {
  root.dataset.embed = part;
  document.head.append(style);
  leaveKeys();
  if (document.readyState === "loading") await new Promise((ready) => addEventListener("DOMContentLoaded", ready, { once: true }));
  document.body.append(wayOut());
  if (part !== "lesson") fit(part);
  await seen();
  await turn();
}

/** The style sheet beside this file. */
function linked() {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  // The build id of this file is that of the style sheet.
  style.href = new URL(`./embed.css${new URL(import.meta.url).search}`, import.meta.url).href;
  return style;
}

/** A figure with its headline and the words below it is no higher than the frame, as far as that can be drawn. In small frames only a Gantt chart has words. */
function fit(part) {
  const room = () => {
    const headline = part === "figure" ? 52 : 0;
    const words = (innerHeight > 400 ? 70 : part === "gantt" ? 60 : 34) + headline;
    root.dataset.figureHeight = Math.max(230, innerHeight - words);
  };
  addEventListener("resize", room);
  room();
}

/** A link to the whole page, as the frame was opened. */
function wayOut() {
  const link = document.createElement("a");
  link.id = "open-in-metasched";
  link.target = "_blank";
  link.rel = "noopener";
  link.textContent = "Open in Metasched";
  const follow = () => (link.href = location.href.replace(/&embed=.*/, ""));
  addEventListener("hashchange", follow);
  follow();
  return link;
}

/** Keys and wheel belong to the page around the frame until somebody clicks in here, or presses Enter on the figure. */
function leaveKeys() {
  let taken = false;
  const take = (now) => {
    taken = now;
    root.toggleAttribute("data-taken", now);
  };
  const own = (event) => {
    if (!taken) event.stopImmediatePropagation();
  };
  addEventListener("pointerdown", () => take(true), true);
  addEventListener("blur", () => take(false));
  addEventListener(
    "keydown",
    (event) => {
      if (taken && event.key === "Escape") {
        document.activeElement?.blur();
        take(false);
        // Else the frame would still hear the keys.
        parent.focus();
      } else if (!taken && event.key === "Enter" && document.activeElement?.localName === "canvas") {
        take(true);
        return event.stopImmediatePropagation();
      }
      own(event);
    },
    true,
  );
  addEventListener("wheel", own, { capture: true });
}

const seen = () =>
  new Promise((shown) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      shown();
    });
    observer.observe(root);
  });

/** Where browsers refuse locks, as in a frame without storage, nobody waits. */
function turn() {
  return new Promise((begin) => {
    const compute = () => {
      begin();
      return firstRun();
    };
    const waiting = navigator.locks?.request("metasched-embed", compute);
    waiting ? waiting.catch(begin) : begin();
  });
}

/** Until the first run has ended in any way. */
const firstRun = () =>
  new Promise((ended) => {
    const observer = new MutationObserver(() => {
      if (!["idle", "running"].includes(root.dataset.state)) ended();
    });
    observer.observe(root, { attributeFilter: ["data-state"] });
    addEventListener("error", ended, true);
    addEventListener("unhandledrejection", ended);
  });
