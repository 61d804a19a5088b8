// The speaker's window: notes, clock and what comes next. It knows only what the other window says.

import { writeClock } from "./moment.mjs?build=%BUILD%";
import { channelOf } from "./speaker.mjs?build=%BUILD%";

// Of the page in one file this window has no address of its own: the name stands in the document.
const channel = channelOf(document.documentElement.dataset.talk ?? location.hash.slice(1));
const write = (id, text) => (document.getElementById(id).textContent = text);
const text = (value) => (typeof value === "string" ? value : "");
let heard = false;

if (!channel) {
  write("state", "This window belongs to a talk: open it there, by the button Notes.");
} else {
  channel.onmessage = ({ data }) => {
    if (data?.kind !== "at" || !Number.isInteger(data.at) || !Number.isInteger(data.of)) return;
    heard = true;
    write("state", "");
    write("step", `Step ${data.at + 1} of ${data.of}`);
    write("title", text(data.title));
    write("text", text(data.text));
    write("notes", text(data.notes) || "No notes.");
    write("next", text(data.next) || "The end.");
  };
  const hello = () => channel.postMessage({ kind: "hello" });
  hello();
  setInterval(() => {
    if (heard) return;
    write("state", "The window with the talk is not found: it may be closed.");
    hello();
  }, 1000);
}

const go = (by) => channel?.postMessage({ kind: "go", by });
document.getElementById("next-step").onclick = () => go(1);
document.getElementById("previous-step").onclick = () => go(-1);
addEventListener("keydown", ({ key, target }) => {
  if (target.localName === "button" && (key === " " || key === "Enter")) return;
  if (["ArrowRight", "ArrowDown", "PageDown", " "].includes(key)) go(1);
  if (key === "." || key.toLowerCase() === "b") channel?.postMessage({ kind: "blank" });
  if (["ArrowLeft", "ArrowUp", "PageUp", "Backspace"].includes(key)) go(-1);
});

let begun = Date.now();
const clock = () => write("clock", writeClock((Date.now() - begun) / 1000));
document.getElementById("reset").onclick = () => ((begun = Date.now()), clock());
setInterval(clock, 500);
clock();
