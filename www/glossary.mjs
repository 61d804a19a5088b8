// What the field's words mean, on the page: a dotted line under a term, and a card with its text (src/lab/glossary.json).
//
// Terms become elements (`<dfn tabindex="0">`, in the form -1, where F1 in the field shows the card). CSS could draw the line without any element (Custom Highlight API), but then no key and
// no screen reader would reach the term. Elements are safe here: the program writes texts whole (`set_text_content`), compares them as
// text, and holds no text node. What it writes anew is marked anew, when the page is idle.
//
// Each term is marked once in a panel (a section of the form, a figure, a tab, a dialog, the messages, a lesson, the words of a talk), where it first can be seen. So there is one stop
// of the Tab key for a term of a panel, and the order of the stops is that of the text. Controls are left alone: a button or a fold with a stop inside would be
// two controls in one. Regions that a screen reader reads out are left alone too, since it would read them again; messages and the steps of
// lessons, which stay, are marked while their `aria-live` is off, which keeps it silent.

/** Parts of the page in which each term is marked once. */
const PANELS = "#form .section, #about, #banners, #curves, #surface, #gantt, #compare, #table, #paper, #lesson, #talk-head, dialog";
/** What is never marked: controls, code, pictures, headings, rows of numbers, what is read out, what is not to be seen, and the card. */
const LEFT_ALONE =
  "[hidden], .keys, " +
  "a, button, summary, input, select, textarea, label:has(input), pre, code, kbd, canvas, svg, h1, h2, h3, h4, dfn, .glossary, .unseen, .wrong, " +
  "#table tbody, .tables tbody, [role=img], [role=alert], [role=status], [aria-live]:not(.lesson-step), [tabindex='0']:not(.scroll)";
/** In the form, what is said of fields: not what was typed, drawn or read of a log. */
const OF_FORM = "label, legend, .list-name, .about";
/** Even a common word is marked where it is all that a field of the form or a column is called. Elsewhere a link may be an address. */
const NAMES = "#form :is(label, legend, .list-name), th";

/** Longest stretch of work at a time [ms]. */
const STRETCH_MS = 4;
/** Most texts that are marked at a time, since the layout is made anew after each time. */
const MOST_TEXTS = 12;
/** The pointer rests so long on a term before its card comes, and is away so long before it goes [ms]. */
const REST_MS = 150;
const LEAVE_MS = 250;
/** So long after a term was marked in a region its `aria-live` is off, so that a screen reader does not read it again [ms]. */
const SILENT_MS = 1000;
/** Least distance from the edge of the window, and distance from the term [pixels]. */
const EDGE = 8;
const GAP = 6;

const root = document.documentElement;
// The build id of this file is that of the others.
const own = (file) => new URL(`./${file}${new URL(import.meta.url).search}`, import.meta.url).href;
const whenIdle = (work) => (globalThis.requestIdleCallback ? requestIdleCallback(work) : setTimeout(work, 100));

// Without popovers, which stand above dialogs, a browser is too old for the card. The page is whole without it.
if (HTMLElement.prototype.showPopover) whenIdle(() => begin().catch(() => {}));

async function begin() {
  const answer = await fetch(own("glossary.json"));
  if (!answer.ok) return;
  const terms = understood(await answer.json());
  await wear();
  explain(terms);
  mark(terms);
  keep();
}

/** Loads the style sheet; the page in one file has it inside. */
async function wear() {
  if (document.getElementById("glossary.css")) return;
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = own("glossary.css");
  const styled = new Promise((ready, failed) => Object.assign(style, { onload: ready, onerror: failed }));
  document.head.append(style);
  await styled;
}

/** The entries that are as they should be, by their terms. */
function understood(entries) {
  const isText = (value) => typeof value === "string";
  const sound = (Array.isArray(entries) ? entries : []).filter((entry) => isText(entry?.term) && isText(entry.text));
  const texts = (list) => (Array.isArray(list) ? list.filter(isText) : []);
  const entry = ({ term, full, text, also, see, common }) => ({
    term,
    full: isText(full) ? full : "",
    text,
    also: texts(also),
    see: texts(see),
    common: common === true,
  });
  return new Map(sound.map((own) => [own.term, entry(own)]));
}

/** A first visit has no service worker yet that keeps what was fetched: it is fetched once more then, from the browser's store; this file last. */
function keep() {
  const workers = navigator.serviceWorker;
  if (!workers || workers.controller) return;
  const again = async () => {
    for (const file of ["glossary.css", "glossary.json", "glossary.mjs"]) await fetch(own(file)).catch(() => {});
  };
  workers.addEventListener("controllerchange", () => whenIdle(again), { once: true });
}

// ---- Finding terms in texts

/** A word as it is looked up. */
const simple = (word) => word.toLowerCase().replaceAll("\u2011", "-").replaceAll(/\s+/g, " ");
/** An abbreviation is one only in its own letters: EASY is not easy. */
const isAbbreviation = (form) => /^[A-Z][A-Z0-9-]*$/.test(form);

/** A function that finds all terms in a text: `{ start, end, entry }` each, in order. */
function finder(terms) {
  const forms = new Map();
  for (const entry of terms.values()) {
    // A full form that is one word is a word of everyday too: A1 stands for "satisfy".
    const full = entry.full.includes(" ") ? [entry.full] : [];
    for (const form of [entry.term, ...full, ...entry.also]) {
      if (!forms.has(simple(form))) forms.set(simple(form), { form, entry });
    }
  }
  const literal = (form) => {
    const escaped = form.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
    const spaced = escaped.replaceAll(/\s+/g, "\\s+").replaceAll("-", "[-\u2011]");
    return isAbbreviation(form) ? spaced : `${spaced}(?:e?s)?`;
  };
  // Of two terms that begin alike, the longer one comes first. Names such as `migration-only` and paths such as `network.penalty` are no terms.
  const longestFirst = [...forms.values()].sort((a, b) => b.form.length - a.form.length);
  const all = longestFirst.map(({ form }) => literal(form)).join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_.-])(?:${all})(?!\\.?[\\p{L}\\p{N}_-])`, "giu");
  const meant = (word) => {
    const known = [word, word.replace(/s$/, ""), word.replace(/es$/, "")].map((one) => forms.get(one));
    return known.find((one) => one !== undefined);
  };
  return (text) => {
    const found = [];
    for (const match of text.matchAll(pattern)) {
      const known = meant(simple(match[0]));
      if (!known || (isAbbreviation(known.form) && match[0].replaceAll("\u2011", "-") !== known.form)) continue;
      found.push({ start: match.index, end: match.index + match[0].length, entry: known.entry });
    }
    return found;
  };
}

// ---- Marking them

function mark(terms) {
  const find = finder(terms);
  /** Panels with texts that were not looked at, and the one that is being read. */
  const changed = new Set(document.querySelectorAll(PANELS));
  let reading;
  let planned = false;

  const plan = () => {
    if (planned || (changed.size === 0 && !reading)) return;
    planned = true;
    whenIdle(work);
  };
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if ((type === "childList" && addedNodes.length === 0) || target.closest(".glossary")) continue;
      const panel = target.closest(PANELS);
      if (panel) changed.add(panel);
      else for (const node of addedNodes) if (node.matches?.(PANELS)) changed.add(node);
    }
    plan();
  });

  const work = () => {
    planned = false;
    const end = performance.now() + STRETCH_MS;
    const found = [];
    while (performance.now() < end && found.length < MOST_TEXTS) {
      if (!reading) {
        const [panel] = changed;
        if (!panel) break;
        changed.delete(panel);
        reading = texts(panel, find);
      }
      const { value, done } = reading.next();
      if (done) reading = undefined;
      else if (value) found.push(value);
    }
    // First all that is asked of the layout, then all that changes it.
    for (const own of found) own.inFlex = own.node && /flex|grid/.test(getComputedStyle(own.node.parentElement).display);
    found.forEach((own) => (own.twin ? unwrap(own.twin) : wrap(own)));
    // These changes are our own. The program's were heard before: this is a task of its own.
    observer.takeRecords();
    plan();
  };

  // Fields of the form are there before they matter.
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["hidden"] });
  plan();
}

/** Goes through the texts of a panel: for each nothing, or the terms in it that are to be marked; before that, terms that are marked twice. */
function* texts(panel, find) {
  const seen = new Set();
  for (const own of panel.querySelectorAll("dfn[data-term]")) {
    const around = own.closest("[hidden]");
    if (around && around !== panel && panel.contains(around)) continue;
    if (seen.has(own.dataset.term)) yield { twin: own };
    seen.add(own.dataset.term);
  }
  const ofForm = panel.closest("#form") !== null;
  const accept = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT;
    return node.matches(LEFT_ALONE) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  };
  const walker = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, accept);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (node.data.trim() === "" || (ofForm && !parent.closest(OF_FORM))) {
      yield;
      continue;
    }
    const isName = parent.closest(NAMES) !== null;
    const hits = find(node.data).filter(({ start, end, entry }) => {
      const isAll = isName && node.data.slice(start, end) === node.data.trim();
      if (seen.has(entry.term) || (entry.common && !isAll)) return false;
      seen.add(entry.term);
      return true;
    });
    yield hits.length > 0 ? { node, data: node.data, hits } : undefined;
  }
}

/** Makes a marked term a text again, unless somebody is there. */
function unwrap(term) {
  if (term !== document.activeElement && !term.hasAttribute("aria-describedby")) term.replaceWith(...term.childNodes);
}

/** The regions that are silent now, with the timers that end it. */
const silent = new Map();

/** What is marked in a region that is read out was read out before. */
function silence(region) {
  if (!silent.has(region) && region?.getAttribute("aria-live") !== "polite") return;
  clearTimeout(silent.get(region));
  region.setAttribute("aria-live", "off");
  const end = () => {
    silent.delete(region);
    region.setAttribute("aria-live", "polite");
  };
  silent.set(region, setTimeout(end, SILENT_MS));
}

/** Puts the terms of a text into elements of their own. */
function wrap({ node, data, hits, inFlex }) {
  if (!node.isConnected || node.data !== data) return;
  silence(node.parentElement.closest("[aria-live]"));
  if (inFlex) {
    // The pieces of the text would be boxes beside each other.
    const line = document.createElement("span");
    node.replaceWith(line);
    line.append(node);
  }
  for (const { start, end, entry } of hits.reverse()) {
    const word = start > 0 ? node.splitText(start) : node;
    if (word.data.length > end - start) word.splitText(end - start);
    const term = document.createElement("dfn");
    term.dataset.term = entry.term;
    word.replaceWith(term);
    // In the form, each field is one stop of the Tab key: F1 in the field shows the card.
    term.tabIndex = term.closest("#form") ? -1 : 0;
    term.append(word);
  }
}

// ---- The card

/** Makes hover, focus and tap show the card of a term. */
function explain(terms) {
  const { card, fill } = newCard(terms);
  /** The marked term whose card is shown. */
  let anchor;
  /** Whether it was asked for by a key, a click or a tap, so that it stays when the pointer goes. */
  let wanted = false;
  let timer;
  let byFinger = false;
  let silent = false;

  const later = (action, ms) => {
    clearTimeout(timer);
    timer = setTimeout(action, ms);
  };
  const termAt = (node) => node?.closest?.("dfn[data-term]");
  const stays = () => wanted || card.contains(document.activeElement);

  const hide = () => {
    clearTimeout(timer);
    anchor?.removeAttribute("aria-describedby");
    anchor = undefined;
    wanted = false;
    root.removeAttribute("data-explained");
    if (card.isConnected && card.matches(":popover-open")) card.hidePopover();
  };
  const show = (term, isWanted) => {
    clearTimeout(timer);
    if (term === anchor) return void (wanted ||= isWanted);
    const entry = terms.get(term.dataset.term);
    if (!entry || !term.isConnected) return hide();
    hide();
    anchor = term;
    wanted = isWanted;
    // What is outside of an open dialog can be neither clicked nor reached.
    const place = term.closest("dialog") ?? document.body;
    if (card.parentNode !== place) place.append(card);
    fill(entry);
    card.showPopover();
    put(card, anchor);
    anchor.setAttribute("aria-describedby", "glossary-text");
    root.setAttribute("data-explained", "");
  };
  const backToTerm = () => {
    const term = anchor;
    hide();
    // The focus alone does not open the card again.
    silent = true;
    term?.focus();
    silent = false;
  };

  // When the pointer moved last. A term that comes to lie below a resting pointer was not pointed at, and its card may cover the next button.
  let movedAt = 0;
  document.addEventListener("pointermove", () => (movedAt = performance.now()), { passive: true, capture: true });
  document.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType === "touch") return;
    const term = termAt(target);
    const cameAt = performance.now();
    if (term) later(() => movedAt > cameAt - REST_MS && show(term, false), REST_MS);
    else if (card.contains(target)) clearTimeout(timer);
    else if (anchor && !stays()) later(hide, LEAVE_MS);
    else clearTimeout(timer);
  });
  root.addEventListener("pointerleave", () => anchor && !stays() && later(hide, LEAVE_MS));
  document.addEventListener(
    "pointerdown",
    ({ target, pointerType }) => {
      byFinger = pointerType === "touch";
      if (anchor && !card.contains(target) && termAt(target) !== anchor) hide();
    },
    true,
  );
  document.addEventListener("click", (event) => {
    const term = termAt(event.target);
    if (!term) return;
    // Browsers disagree whether a label hears a click on something in it that has the focus: a mouse is for the field, for it has seen
    // the card already; a finger is for the card, which a keyboard on the screen would hide.
    event.preventDefault();
    const field = term.closest("label")?.control;
    if (byFinger || !field) return show(term, true);
    hide();
    field.focus();
  });
  document.addEventListener("focusin", ({ target }) => {
    const term = termAt(target);
    if (term && !silent && term.matches(":focus-visible")) show(term, true);
    else if (anchor && target !== anchor && !card.contains(target) && !anchor.matches(":hover")) hide();
  });
  document.addEventListener("focusout", ({ relatedTarget }) => {
    if (anchor && relatedTarget === null && !anchor.matches(":hover") && !card.matches(":hover") && !byFinger) hide();
  });
  document.addEventListener(
    "keydown",
    (event) => {
      const { key, target, shiftKey } = event;
      const taken = () => {
        event.preventDefault();
        event.stopImmediatePropagation();
      };
      if (key === "Escape" && anchor) {
        taken();
        return card.contains(target) ? backToTerm() : hide();
      }
      const ofField = key === "F1" && target.closest?.("#form .field")?.querySelector("dfn[data-term]");
      if (ofField) {
        taken();
        return show(ofField, true);
      }
      if (termAt(target) === target && (key === "Enter" || key === " ")) {
        taken();
        show(target, true);
        (card.querySelector("button") ?? card.querySelector("#glossary-term")).focus();
      } else if (card.contains(target) && key === "Tab") {
        const stops = Array.from(card.querySelectorAll("button"));
        const at = stops.indexOf(document.activeElement);
        if (stops.length > 0 && (shiftKey ? at > 0 : at < stops.length - 1)) return;
        taken();
        backToTerm();
      }
    },
    true,
  );
  const follow = () => {
    if (!anchor) return;
    const { top, bottom } = anchor.getBoundingClientRect();
    if (!anchor.isConnected || bottom < 0 || top > innerHeight) hide();
    else put(card, anchor);
  };
  addEventListener("scroll", follow, { capture: true, passive: true });
  addEventListener("resize", follow);
  // The program has written the text anew, or closed the dialog.
  new MutationObserver(() => anchor && !anchor.isConnected && hide()).observe(document.body, { childList: true, subtree: true });
}

/** The card, and a function that writes an entry into it. */
function newCard(terms) {
  const card = document.createElement("div");
  card.className = "glossary";
  card.popover = "manual";
  // It has buttons, so it is no tooltip; the term is described by its text while it is shown.
  card.setAttribute("role", "dialog");
  card.setAttribute("aria-labelledby", "glossary-term");
  card.setAttribute("aria-describedby", "glossary-text");
  const name = part("p", "glossary-term");
  name.tabIndex = -1;
  const text = part("p", "glossary-text");
  const others = part("p", "glossary-see");
  card.append(name, text, others);

  const fill = (entry) => {
    const term = document.createElement("strong");
    term.textContent = entry.term;
    name.replaceChildren(term, entry.full ? ` ${entry.full}` : "");
    text.replaceChildren(...withCode(entry.text));
    const known = entry.see.filter((other) => terms.has(other));
    const buttons = known.map((other) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = other;
      button.addEventListener("click", () => {
        fill(terms.get(other));
        name.focus();
      });
      return button;
    });
    others.replaceChildren("See also ", ...buttons);
    others.hidden = buttons.length === 0;
    card.scrollTop = 0;
  };
  return { card, fill };
}

function part(tag, id) {
  const element = document.createElement(tag);
  element.id = id;
  return element;
}

/** A text whose words between backticks are code. */
function withCode(text) {
  return text.split("`").map((piece, at) => {
    if (at % 2 === 0) return piece;
    const code = document.createElement("code");
    code.textContent = piece;
    return code;
  });
}

/** Below the term, or above it where there is more room; never beyond the window. */
function put(card, anchor) {
  // A term at the end of a line goes on in the next one.
  const place = Array.from(anchor.getClientRects()).at(-1);
  if (!place) return;
  const { offsetWidth: width, offsetHeight: height } = card;
  const right = root.clientWidth - width - EDGE;
  const low = innerHeight - height - EDGE;
  const below = place.bottom + GAP;
  const above = anchor.getClientRects()[0].top - GAP - height;
  const top = below > low && above >= EDGE ? above : Math.min(below, low);
  card.style.left = `${Math.max(Math.min(place.left - GAP, right), EDGE)}px`;
  card.style.top = `${Math.max(top, EDGE)}px`;
}
