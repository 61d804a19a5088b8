import type { Json, Measures, Scenario } from "./scenario.d.ts";
export type { Json, Measures, Scenario } from "./scenario.d.ts";

/** Results of one scheduler at one point. */
export interface SchedulerResult extends Measures {
  scheduler: string;
  jobs: number;
  digest: string;
  /** True if the queue grew during the whole run: its means say nothing of a longer run. */
  unstable: boolean;
  mean_turnaround_s: number | null;
  replications: number;
  replication_mean_turnaround_s: (number | null)[];
  /** Half the width of a 95 % confidence interval, such as `turnaround_ci95_s`. */
  [interval: `${string}_ci95` | `${string}_ci95_s`]: number | null;
  /** By name, such as `p95`. */
  [quantiles: `${string}_quantiles` | `${string}_quantiles_s`]: { [quantile: string]: number | null };
  cluster_utilisation: number[];
  longest_queue: number;
  rejected_jobs: number;
  not_found_jobs: number;
  warmup_jobs: number;
  /** Differences to the first scheduler, on the same jobs. */
  paired?: { [key: string]: Json };
  /** Results of groups of jobs. */
  groups?: { [key: string]: Json }[];
  reservations?: { [key: string]: Json };
}

export interface Point {
  /** The swept parameters, by dotted path, with their values at this point. */
  parameters: { [path: string]: Json };
  results: SchedulerResult[];
}

export interface Results {
  engine_version: number;
  scenario_digest: string;
  points: Point[];
}

export interface Options {
  /** Number of threads; default: all cores. The results do not depend on it. */
  threads?: number;
  /** Called after each task with the numbers of finished tasks and of all tasks. */
  onProgress?: (done: number, all: number) => void;
  /** Stops the simulation; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
}

/** Facts about a valid scenario. */
export interface Validity {
  engine_version: number;
  scenario_digest: string;
  /** Least and largest offered load over the points; `null` if it is not known. */
  offered_load: [number, number] | null;
  schedulers: string[];
  points: number;
  replications: number;
  runs: number;
  /** Settings that no run reads, a sentence each. */
  not_read: string[];
}

export interface Preset {
  name: string;
  title: string;
  about: string;
  /** Where its numbers are from. */
  source?: string;
  scenario: Scenario;
}

/** A run, counted from 0. */
export interface Run {
  point?: number;
  scheduler?: number;
  replication?: number;
}

/** What a figure shows. */
export interface Look extends Options {
  /** `means` (default), `boxes`, `surface`, …, or `gantt`; for an unknown kind, the error lists the kinds of this scenario. */
  kind?: string;
  /** The measure that is shown. */
  measure?: keyof Measures;
  /** Index of the sweep on the x axis. */
  x?: number;
  /** Index of the value of the sweep that is not on the x axis. */
  at?: number;
  /** Index of the scheduler, for figures of one scheduler. */
  scheduler?: number;
  /** Index of the scheduler that the others are compared with. */
  baseline?: number;
  /** True for ratios to the baseline instead of differences. */
  ratio?: boolean;
  /** True for a logarithmic axis of the measure. */
  log?: boolean;
  /** The heading instead of the scenario's title. */
  title?: string;
  /** True for dark colours. */
  dark?: boolean;
  /** Width of the picture [CSS px], 200 to 4000. */
  width?: number;
  /** Of a Gantt chart: begin [s] and number of jobs. */
  from?: number;
  jobs?: number;
}

/**
 * Simulates a scenario, an object or JSON, at every point of its sweep: the output of `metasched sweep --json`.
 *
 * Like all functions here that take a scenario, rejects with all problems of the scenario if it is not valid.
 */
export function simulate(scenario: Scenario | string, options?: Options): Promise<Results>;

/** Checks a scenario without a simulation. */
export function validate(scenario: Scenario | string): Promise<Validity>;

/** The scenarios that come with the program. */
export function presets(): Promise<Preset[]>;

/** The scenario of a preset. */
export function preset(name: string): Promise<Scenario>;

/** The JSON Schema of a scenario. */
export function schema(): Promise<{ [key: string]: Json }>;

/** A link that opens the scenario on the page at the address `base`; without it, the part from `#` on. */
export function link(scenario: Scenario | string, base?: string): Promise<string>;

/** The scenario of a link. */
export function scenarioOf(link: string): Promise<Scenario>;

/** The jobs of one run: a table (CSV), or a log in the Standard Workload Format. */
export function jobs(scenario: Scenario | string, run?: Run & { format?: "csv" | "swf" }): Promise<string>;

/** A figure of a scenario as an SVG document. */
export function figure(scenario: Scenario | string, look?: Look): Promise<string>;
