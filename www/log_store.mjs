// The last log that was dropped, kept in the browser: after a reload a scenario that asks for it by name finds it again.

// A host may have several pages, and each has its own.
const NAME = `metasched log 1 ${new URL(".", location.href).pathname}`;
const LOGS = "logs";

const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function logs(mode) {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(LOGS);
  return (await answer(request)).transaction(LOGS, mode).objectStore(LOGS);
}

/** Keeps a file in place of the one before. A browser that keeps nothing is asked again at the next reload by the page. */
export const keep = async (file) => {
  try {
    await answer((await logs("readwrite")).put(file, "last"));
  } catch {
    // The page asks for the file, as it did the first time.
  }
};

/** Tells the file of this name, if it is kept. */
export const find = async (name, tell) => {
  try {
    const file = await answer((await logs("readonly")).get("last"));
    if (file?.name === name) tell(file);
  } catch {
    // As above.
  }
};
