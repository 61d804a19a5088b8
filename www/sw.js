// Keeps the page for use without a network. `xtask` puts the build id and the list of files in.
//
// The page itself is asked from the network first, so that a new build is seen at once; its other files carry the
// build in their names or their queries and come from the store of that build. Stores of older builds of the same
// page are removed when a new one is complete.

const BUILD = "%BUILD%";
const FILES = %FILES%;
// A site may hold releases in folders of their own (v0.1.0/), each with its own worker: all share the browser's stores.
const SCOPE = self.registration.scope;
const OWN = `metasched ${SCOPE} `;
const STORE = OWN + BUILD;
// The handbook is pages of its own, which need a network.
const OTHERS = /^(v\d+\.\d+\.\d+|handbook)\//;
// A network that does not answer is no network.
const PATIENCE_MS = 3000;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const store = await caches.open(STORE);
    await store.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(OWN) && name !== STORE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(SCOPE) || OTHERS.test(request.url.slice(SCOPE.length))) return;
  event.respondWith(isPage(request) ? page(request) : file(request));
});

/** Whether the page itself is opened, and not another document of the site, as the notes of a talk. */
const isPage = ({ mode, url }) => mode === "navigate" && /^(index\.html)?([?#]|$)/.test(url.slice(SCOPE.length));

/** The page: of the network if that answers in time, else the stored one. */
async function page(request) {
  const stored = async () => (await caches.open(STORE)).match("./");
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)).then(stored);
  const fresh = fetch(request).then((answer) => (answer.ok ? answer : stored().then((own) => own ?? answer)));
  try {
    return (await Promise.race([fresh, late])) ?? (await fresh);
  } catch (error) {
    const own = await stored();
    if (own) return own;
    throw error;
  }
}

/** Any other file: the stored one of this build, else of the network. A query names the build that is wanted. */
async function file(request) {
  const wanted = new URL(request.url).searchParams.get("build");
  // What its author may change while the build stays, as a talk beside the page.
  if (wanted === "newest") return newest(request);
  if (wanted === null || wanted === BUILD) {
    const store = await caches.open(STORE);
    const own = await store.match(request, { ignoreSearch: true });
    if (own) return own;
    const answer = await fetch(request);
    // What the first visit did not need is kept from its first use on: results of presets, what papers claim.
    if (answer.ok) await kept(store, request, answer);
    return answer;
  }
  return fetch(request);
}

/** Keeps an answer; where there is no room the answer is as good. */
const kept = (store, request, answer) => store.put(request, answer.clone()).catch(() => {});

/** A file of the network, which is kept; without a network the kept one. */
async function newest(request) {
  const store = await caches.open(STORE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept(store, request, answer);
    return answer;
  } catch (error) {
    const own = await store.match(request);
    if (own) return own;
    throw error;
  }
}
