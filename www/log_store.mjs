// The last log that was dropped, kept in the browser: after a reload a scenario that asks for it by name finds it again.

// A host may have several pages, and each has its own.
const NAME = `metasched log 1 ${new URL(".", location.href).pathname}`;
const LOGS = "logs";

const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Asks the store. It is closed again at once, so that no page stands in the way of another. */
async function ask(mode, question) {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(LOGS);
  const database = await answer(request);
  try {
    return await answer(question(database.transaction(LOGS, mode).objectStore(LOGS)));
  } finally {
    database.close();
  }
}

/** Keeps a file in place of the one before. Where the browser keeps nothing, the page asks for the file again after a reload. */
export const keep = (file) => ask("readwrite", (logs) => logs.put(file, "last")).catch(() => {});

/** Tells the file of this name, if it is kept. */
export const find = async (name, tell) => {
  const file = await ask("readonly", (logs) => logs.get("last")).catch(() => {});
  if (file?.name === name) tell(file);
};
