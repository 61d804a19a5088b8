// The results that a saved metasched.html brings along, in front of those that the browser keeps (results_store.mjs).

/** The store, as if it had kept these lines too: by task. */
export function withBrought(store, lines) {
  return {
    ...store,
    /** Tells which of the tasks are kept, by their indices. */
    known: (tasks, tell) =>
      store.known(tasks, (kept) => {
        const all = new Set(kept);
        tasks.forEach((task, index) => lines.has(task) && all.add(index));
        tell([...all]);
      }),
    /** Hands over the lines of these tasks, each in an event of its own; a line that is not wanted is forgotten. */
    async find(tasks, found, ended) {
      const others = [];
      for (const [index, task] of tasks.entries()) {
        const line = lines.get(task);
        if (line === undefined) others.push(index);
        // A macrotask for each: between them the page listens.
        else if (await new Promise((later) => setTimeout(() => later(!found(index, line))))) lines.delete(task);
      }
      const rest = others.map((index) => tasks[index]);
      return store.find(rest, (at, line) => found(others[at], line), ended);
    },
  };
}
