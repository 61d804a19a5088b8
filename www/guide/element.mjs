// Elements in one expression. Texts are texts, never markup, whoever wrote them.

/** An element with properties (or attributes, where there is no such property), listeners by `on…`, and children: elements or texts. */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else if (value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== undefined && child !== null));
  return made;
}

/** A button with words. */
export const button = (words, onclick, properties = {}) => element("button", { type: "button", onclick, ...properties }, words);

/** An SVG element with attributes and children. */
export function svg(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Waits until index.html was read. */
export async function documentRead() {
  if (document.readyState === "loading") await new Promise((ready) => addEventListener("DOMContentLoaded", ready, { once: true }));
}

/** A panel along the lower edge with a heading, gone when it closes; the page above it can be used. */
export function openDock(id, heading, ...parts) {
  const title = element("h2", { id: `${id}-title` }, heading);
  const close = button("×", () => dialog.close(), { className: "tool close", ariaLabel: "Close", title: "Close (Escape)" });
  const listening = new AbortController();
  const dialog = element(
    "dialog",
    { id, className: "dock", "aria-labelledby": title.id, onclose: () => (listening.abort(), dialog.remove()) },
    element("div", { className: "dialog-head" }, title, close),
    element("div", { className: "dialog-body" }, ...parts),
  );
  document.body.append(dialog);
  dialog.show();
  const escape = (event) => event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]:not(.dock)") && dialog.close();
  addEventListener("keydown", escape, { signal: listening.signal });
  return dialog;
}

/** Loads a style sheet of this folder. */
export async function wear(sheet, from) {
  if (document.getElementById(sheet)) return;
  const { promise, resolve } = Promise.withResolvers?.() ?? withResolvers();
  // The build id of this file is that of the style sheet.
  const href = new URL(`./${sheet}${new URL(from).search}`, from).href;
  document.head.append(element("link", { id: sheet, rel: "stylesheet", href, onload: resolve, onerror: resolve }));
  await promise;
}

function withResolvers() {
  let resolve;
  const promise = new Promise((own) => (resolve = own));
  return { promise, resolve };
}

/** Saves a text, or what else a Blob may hold, as a file of the visitor's. */
export function saveFile(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  element("a", { href: address, download: name }).click();
  // The download has begun; the browser keeps the bytes until it ends.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
