// Results of tasks, kept in the browser from one visit to the next: the lines of the command line's results files, under the same keys.
// When there are more than LIMIT_BYTES, or when the browser has no more room, the oldest leave.

const LIMIT_BYTES = 500e6;
// A host may have several pages, and each has its own results; the number is that of the lines' format.
const NAME = `metasched results 1 ${new URL(".", location.href).pathname}`;
const LINES = "lines";
const AGES = "ages";

/** What is kept, the oldest first: by task, its number in AGES and its length. */
const kept = new Map();
let keptBytes = 0;
/** The tasks of this visit, for those who take their results along: all that were asked for or put in, in that order. */
export const asked = new Set();
let opened;
let refused = false;
let onRefused = () => {};

/** Says once, in words, that the browser keeps nothing: storage is switched off or full. */
export const reportRefusal = (report) => (onRefused = report);

const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const done = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });

async function open() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(LINES);
    request.result.createObjectStore(AGES, { autoIncrement: true });
  };
  const database = await answer(request);
  // The visitor cleared the site's data.
  database.onclose = () => (kept.clear(), (keptBytes = 0), (opened = undefined));
  const ages = database.transaction(AGES).objectStore(AGES);
  const [numbers, entries] = await Promise.all([answer(ages.getAllKeys()), answer(ages.getAll())]);
  entries.forEach(({ task, bytes }, index) => remember(task, numbers[index], bytes));
  return database;
}

function remember(task, number, bytes) {
  kept.set(task, { number, bytes });
  keptBytes += bytes;
}

/** Whatever is asked of the store goes through here: one that the browser refuses is asked nothing more. */
async function ask(question) {
  if (refused) return undefined;
  try {
    return await question(await (opened ??= open()));
  } catch (error) {
    if (!refused) onRefused(error?.message || String(error));
    refused = true;
    return undefined;
  }
}

/** Tells which of the tasks are kept, by their indices. */
export async function known(tasks, tell) {
  for (const task of tasks) asked.add(task);
  const indices = await ask(() => tasks.flatMap((task, index) => (kept.has(task) ? [index] : [])));
  tell(indices ?? []);
}

/** Hands over the lines of these tasks, each in an event of its own; a line that is not wanted is forgotten. */
export async function find(tasks, found, ended) {
  await ask(async (database) => {
    const lines = database.transaction(LINES).objectStore(LINES);
    const unwanted = [];
    const look = async (task, index) => {
      const line = await answer(lines.get(task));
      if (line !== undefined && !found(index, line)) unwanted.push(task);
    };
    await Promise.all(tasks.map(look));
    await forget(database, unwanted);
  });
  ended();
}

/** Keeps the line of a task. */
export const put = (task, line) =>
  ask(async (database) => {
    asked.add(task);
    if (kept.has(task)) return;
    await keep(database, task, line).catch(async (error) => {
      if (error?.name !== "QuotaExceededError" || kept.size === 0) throw error;
      await forget(database, oldest(keptBytes / 2));
      await keep(database, task, line);
    });
    if (keptBytes > LIMIT_BYTES) await forget(database, oldest(keptBytes - 0.9 * LIMIT_BYTES));
  });

async function keep(database, task, line) {
  const transaction = database.transaction([LINES, AGES], "readwrite");
  transaction.objectStore(LINES).put(line, task);
  const number = transaction.objectStore(AGES).add({ task, bytes: line.length });
  await done(transaction);
  remember(task, number.result, line.length);
}

/** The oldest tasks, of so many bytes together. */
function oldest(bytes) {
  const tasks = [];
  for (const [task, entry] of kept) {
    if (bytes <= 0) break;
    tasks.push(task);
    bytes -= entry.bytes;
  }
  return tasks;
}

async function forget(database, tasks) {
  if (tasks.length === 0) return;
  const transaction = database.transaction([LINES, AGES], "readwrite");
  for (const task of tasks) {
    const entry = kept.get(task);
    transaction.objectStore(LINES).delete(task);
    if (!entry) continue;
    transaction.objectStore(AGES).delete(entry.number);
    kept.delete(task);
    keptBytes -= entry.bytes;
  }
  await done(transaction);
}

/** Tells how many results are kept, and in how many bytes. */
export async function size(tell) {
  await ask(() => undefined);
  tell(kept.size, keptBytes);
}

/** Forgets everything. */
export async function clear(ended) {
  await ask((database) => forget(database, [...kept.keys()]));
  ended();
}
