// A talk as a file that lies beside the page: `#talk=lecture.json` opens it. Only a file of the same site can be named, below the page's
// own folder, and whatever is wrong with it is said with the remedy.

import { MOST_BYTES, TooLong, bounded } from "./bounded.mjs?build=%BUILD%";
import { checked } from "./steps.mjs?build=%BUILD%";

/** What stands before the name in a fragment. */
export const KEY = "#talk=";
/** Longest name of a file with its folders, in characters. */
const LONGEST = 200;
/** Letters of any language, digits, blanks, `.`, `_` and `-`, with folders before a `/`. None begins with a dot. */
const NAME = /^(?:[\p{L}\p{N}_-][\p{L}\p{M}\p{N} ._-]*\/)*[\p{L}\p{N}_-][\p{L}\p{M}\p{N} ._-]*\.json$/u;

/** The fragment that opens a file beside the page. */
export const fragmentOf = (name) => KEY + name.split("/").map(encodeURIComponent).join("/");

/** The talk of a fragment. */
export async function talkOf(fragment) {
  const name = nameOf(fragment.slice(KEY.length));
  // In the page in one file, nothing can be fetched.
  if (globalThis.siteGuide) throw new Error(`This page is a file of its own, and a browser lets it open no other file by a link. Drop ${name} on the page.`);
  const talk = parsed(name, await text(name));
  const { steps, problems } = checked(talk?.steps);
  if (problems.length > 0) throw new Error([`${name} is no talk that can be opened:`, ...problems].join("\n"));
  return { kind: "talk", title: typeof talk.title === "string" ? talk.title : "", steps };
}

/** The name of the file, unless it could lead elsewhere. */
function nameOf(written) {
  let name = null;
  try {
    name = decodeURIComponent(written);
  } catch {
    // No such text.
  }
  if (name !== null && name.length <= LONGEST && NAME.test(name) && !name.includes("..")) return name;
  const shown = written.length > 60 ? `${written.slice(0, 60)}…` : written;
  throw new Error(
    `The link names the talk \`${shown}\`. Allowed: a file in the folder of this page or below it, of at most ${LONGEST} letters, digits, ` +
      `blanks, \`.\`, \`_\`, \`-\` and \`/\`, that ends in .json. Put the file beside the page, and write #talk=lecture.json.`,
  );
}

/** The text of the file as it is now, or as it was when there was a network. */
async function text(name) {
  const path = name.split("/").map(encodeURIComponent).join("/");
  // The service worker of the page (sw.js) knows by this that its author may have changed it.
  const address = new URL(`${path}?build=newest`, location.href.split("#")[0]);
  let answer;
  try {
    answer = await fetch(address, { mode: "same-origin", cache: "no-cache" });
  } catch {
    throw new Error(`${name} could not be fetched: there is no network, or it leads to another site. Try again, or drop the file on the page.`);
  }
  if (answer.status === 404) throw new Error(`There is no file ${name} beside the page. Put it into the page's folder, or correct its name in the link.`);
  if (!answer.ok) throw new Error(`${name} could not be fetched: the host answers ${answer.status}. Ask those who run it, or drop the file on the page.`);
  try {
    return await bounded(answer.body);
  } catch (error) {
    if (!(error instanceof TooLong)) throw new Error(`${name} broke off while it was fetched. Try again.`);
    throw new Error(`${name} is larger than ${MOST_BYTES / 1024 / 1024} MiB, the most that a talk may have. Split it into several talks.`);
  }
}

function parsed(name, text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} is not JSON: ${error.message}. Save it anew in the page's dialog Talk, or correct it in an editor.`);
  }
}
