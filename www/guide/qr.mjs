// The present view as a QR code, drawn on a canvas: phones in the room open what the lecturer shows.

import { element } from "./element.mjs?build=%BUILD%";

/** Longest address that a phone still reads off a screen, in characters. */
const MOST = 600;
/** Bright modules around the code, which the standard asks for. */
const QUIET = 4;

/** The address that others reach: the configured one, else the page's own if it is on a host. */
function publicAddress(hash) {
  const configured = document.documentElement.dataset.address;
  if (configured) return configured + hash;
  const local = location.protocol === "file:" || /^(localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(location.hostname);
  return local ? null : location.href.split("#")[0] + hash;
}

/** Why there is no code of this view, or nothing if there is one. */
export function reason(hash) {
  const address = publicAddress(hash);
  if (address === null) return "No QR code: this page is on your machine only, and a phone cannot reach it. It has one where the page is on a host.";
  return address.length > MOST
    ? `No QR code: the address is ${address.length} characters long, and phones read at most ${MOST} off a screen. Save the scenario or talk as a file and host it beside the page.`
    : null;
}

/** A canvas with the code of this view, as wide as asked in CSS pixels. */
export async function code(hash, width) {
  const { encode } = await import("./uqr.mjs?build=%BUILD%");
  const { data } = encode(publicAddress(hash), { ecc: "M", border: QUIET });
  const canvas = element("canvas", { width: data.length, height: data.length, className: "qr", role: "img", ariaLabel: "QR code of this view" });
  canvas.style.width = canvas.style.height = `${width}px`;
  const context = canvas.getContext("2d");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, data.length, data.length);
  context.fillStyle = "#000000";
  data.forEach((row, y) => row.forEach((dark, x) => dark && context.fillRect(x, y, 1, 1)));
  return canvas;
}

/** Adds the code, or the reason why there is none, to the dialog Share. */
export async function addToShare() {
  const dialog = document.querySelector("#share-dialog .dialog-body");
  if (!dialog || dialog.querySelector("#share-qr")) return;
  const address = document.getElementById("share-link").value;
  const hash = address.includes("#") ? `#${address.split("#")[1]}` : "";
  const why = reason(hash);
  const place = element("div", { id: "share-qr" });
  dialog.insertBefore(place, dialog.querySelector("details"));
  place.append(element("p", { className: "small muted" }, why ?? "On a phone:"));
  if (!why) place.append(await code(hash, 200).catch(() => element("p", { className: "small muted" }, "No QR code: its part of the page could not be fetched. Reload the page.")));
}
