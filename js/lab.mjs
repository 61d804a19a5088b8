// The functions of the package, the same in Node and in browsers. They drive simulation workers of the built site without its page: messages as
// in src/web/messages.rs.

/**
 * Makes the functions of the package: `program` gives the compiled program, `makeWorker` a worker of it, `read` the text of a file of the
 * package, and `count` is how many workers there are if a caller does not say.
 *
 * It is a function without surroundings, since tests also send it to a browser.
 */
export function lab({ program, makeWorker, read, count }) {
  /** A worker that has been given the program. Its answers are promises. */
  class Hand {
    #waiting = new Map();
    #worker = makeWorker();
    #last = 0;
    #failure;

    constructor(program) {
      this.#worker.onerror = (event) => this.fail(new Error(event.message ?? "a worker could not start"));
      this.#worker.onmessageerror = () => this.fail(new Error("a message was lost"));
      this.#worker.onmessage = ({ data }) => this.#hear(data);
      this.ready = this.#report("Ready", "Ready");
      this.#worker.postMessage(program);
    }

    #hear(report) {
      const [[kind, content]] = Object.entries(report);
      if (kind === "Panicked") return this.fail(new Error(content.text));
      const key = content.order ?? kind;
      const own = this.#waiting.get(key);
      // Reports of progress are not waited for.
      if (own?.kind !== kind && kind !== "Failed") return;
      this.#waiting.delete(key);
      if (kind === "Failed") own?.reject(new Error(content.problem));
      else own.resolve(content);
    }

    #report(kind, key) {
      return new Promise((resolve, reject) => {
        if (this.#failure) reject(this.#failure);
        else this.#waiting.set(key, { kind, resolve, reject });
      });
    }

    fail(error) {
      this.#failure = error;
      for (const own of this.#waiting.values()) own.reject(error);
    }

    /** Sends an order; gives its report of that kind. */
    async ask(order, content, kind = "Text") {
      await this.ready;
      const number = ++this.#last;
      const report = this.#report(kind, number);
      this.#worker.postMessage({ [order]: { order: number, ...content } });
      return report;
    }

    end() {
      this.#worker.terminate();
    }
  }

  /** Does something with so many workers, which end with it or by `signal`. */
  async function withHands(number, signal, body) {
    signal?.throwIfAborted();
    const compiled = await program();
    const hands = Array.from({ length: number }, () => new Hand(compiled));
    const abort = () => hands.forEach((hand) => hand.fail(signal.reason));
    signal?.addEventListener("abort", abort);
    try {
      await Promise.all(hands.map((hand) => hand.ready));
      return await body(hands);
    } finally {
      signal?.removeEventListener("abort", abort);
      for (const hand of hands) hand.end();
    }
  }

  const asText = (scenario) => (typeof scenario === "string" ? scenario : JSON.stringify(scenario));
  /** One answer of one worker. */
  const answer = async (order, content) => withHands(1, undefined, async ([hand]) => (await hand.ask(order, content)).text);

  /** Simulates all tasks of a scenario; gives their results and how long each took, by index. */
  async function simulated(hands, scenario, { onProgress, signal } = {}) {
    const { tasks } = await hands[0].ask("Plan", { scenario }, "Planned");
    const results = Array(tasks.length);
    const taskSeconds = Array(tasks.length);
    let next = 0;
    let done = 0;
    const work = async (hand) => {
      for (let index = next++; index < tasks.length; index = next++) {
        signal?.throwIfAborted();
        const begin = performance.now();
        results[index] = (await hand.ask("Task", { task: tasks[index] }, "Done")).result;
        taskSeconds[index] = (performance.now() - begin) / 1e3;
        onProgress?.(++done, tasks.length);
      }
    };
    await Promise.all(hands.map(work));
    return { results, taskSeconds };
  }

  function threadsOf({ threads = count() } = {}) {
    if (!Number.isInteger(threads) || threads < 1) throw new RangeError(`threads is ${threads}. Allowed: whole numbers from 1`);
    return threads;
  }

  /** The results of a scenario as JSON, and how long its tasks took. */
  async function results(scenario, options) {
    return withHands(threadsOf(options), options?.signal, async (hands) => {
      const { results, taskSeconds } = await simulated(hands, scenario, options);
      const { text } = await hands[0].ask("Merge", { scenario, results });
      return { text, taskSeconds };
    });
  }

  /** The task of a run: of a scheduler at a point of the sweep, and a replication; all from 0. */
  async function taskOf(hand, scenario, { point = 0, scheduler = 0, replication = 0 }) {
    const { tasks, first, replications } = await hand.ask("Plan", { scenario }, "Planned");
    const index = first[point]?.[scheduler] + replication;
    if (!Number.isInteger(replication) || replication < 0 || replication >= replications || tasks[index] === undefined) {
      throw new RangeError(`there is no run of point ${point}, scheduler ${scheduler}, replication ${replication}; they are counted from 0`);
    }
    return { task: tasks[index], index };
  }

  async function simulate(scenario, options = {}) {
    return JSON.parse((await results(asText(scenario), options)).text);
  }

  async function validate(scenario) {
    return JSON.parse(await answer("Validate", { scenario: asText(scenario) }));
  }

  async function presets() {
    const models = JSON.parse(await read("presets.json"));
    return models.flatMap((own) => own.presets ?? []);
  }

  async function preset(name) {
    const all = await presets();
    const found = all.find((own) => own.name === name);
    if (!found) throw new RangeError(`there is no preset ${JSON.stringify(name)}. Allowed: ${all.map((own) => own.name).join(", ")}`);
    return found.scenario;
  }

  const schema = async () => JSON.parse(await read("schema.json"));

  async function link(scenario, base = "") {
    return base.split("#")[0] + (await answer("Link", { scenario: asText(scenario) }));
  }

  async function scenarioOf(link) {
    const [, name] = /#p=([\w-]+)/.exec(link) ?? [];
    return name ? preset(name) : JSON.parse(await answer("Open", { link }));
  }

  async function jobs(scenario, { format = "csv", ...run } = {}) {
    const kind = { csv: "Csv", swf: "Swf" }[format];
    if (!kind) throw new RangeError(`format is ${JSON.stringify(format)}. Allowed: csv, swf`);
    const text = asText(scenario);
    return withHands(1, undefined, async ([hand]) => {
      const { index } = await taskOf(hand, text, run);
      return (await hand.ask("Jobs", { scenario: text, task: index, kind })).text;
    });
  }

  async function figure(scenario, { threads, signal, onProgress, from = 0, jobs = 100, ...look } = {}) {
    const text = asText(scenario);
    const isGantt = look.kind === "gantt";
    return withHands(isGantt ? 1 : threadsOf({ threads }), signal, async (hands) => {
      const [hand] = hands;
      if (isGantt) {
        const { task } = await taskOf(hand, text, { scheduler: look.scheduler });
        const window = { from_s: from, jobs };
        const { timeline } = await hand.ask("Timeline", { task, window }, "Timeline");
        return (await hand.ask("Gantt", { scenario: text, timeline, look: JSON.stringify(look) })).text;
      }
      const { results } = await simulated(hands, text, { onProgress, signal });
      return (await hand.ask("Figure", { scenario: text, results, look: JSON.stringify(look) })).text;
    });
  }

  return { results, simulate, validate, presets, preset, schema, link, scenarioOf, jobs, figure };
}
