/** Any value of JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A scenario; `metasched schema` prints its JSON Schema. */
export type Scenario = { schema?: number; [section: string]: Json | undefined };

/** What one scheduler comes to at one point; further measures are there under their names. */
export interface SchedulerResult {
  scheduler: string;
  jobs: number;
  digest: string;
  /** Whether the queue grew as long as the run lasted: its means then say nothing of a longer run. */
  unstable: boolean;
  mean_turnaround_s: number | null;
  turnaround_ci95_s: number | null;
  mean_wait_s: number | null;
  mean_slowdown: number | null;
  mean_bounded_slowdown: number | null;
  utilisation: number | null;
  replications: number;
  [measure: string]: Json;
}

export interface Point {
  /** The swept parameters, by dotted path, and their values here. */
  parameters: { [path: string]: Json };
  results: SchedulerResult[];
}

export interface Results {
  engine_version: number;
  scenario_digest: string;
  points: Point[];
}

export interface Options {
  /** How many threads; all cores if left out. The results do not depend on it. */
  threads?: number;
  /** Called after each task with the number of those done and of all. */
  onProgress?: (done: number, all: number) => void;
  /** Stops the simulation; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
}

/**
 * Simulates a scenario, given as an object or as JSON, at every point of its sweep: what `metasched sweep --json` prints.
 *
 * Rejects with what is wrong with the scenario if it cannot be simulated.
 */
export function simulate(scenario: Scenario | string, options?: Options): Promise<Results>;
