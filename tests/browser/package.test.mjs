// The npm package of js/, packed, installed into a folder of its own as a user does, and used there without a browser.
//
// METASCHED_BIN is the native program, target/release/metasched if it is not set.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { pack } from "../../js/pack.mjs";
import { parseCell } from "@observablehq/parser";
import { DIST, browserTest, plainTest } from "./harness.mjs";
import { serveFolder } from "./server.mjs";
import { NATIVE, native } from "./workers.mjs";

const inFolder = promisify(execFile);
const EXAMPLE = fileURLToPath(new URL("../../js/example.mjs", import.meta.url));
const README = fileURLToPath(new URL("../../js/README.md", import.meta.url));
const COMPILER = fileURLToPath(new URL("node_modules/typescript/bin/tsc", import.meta.url));
const EXAMPLES = fileURLToPath(new URL("../../js/examples", import.meta.url));
const RUNTIME = fileURLToPath(new URL("node_modules/@observablehq/runtime", import.meta.url));
const SCENARIO = {
  schema: 2,
  workload: { jobs_per_cluster: 300 },
  schedulers: ["no-share", "first-fit"],
  experiment: { replications: 2, sweep: [{ parameter: "workload.bsbw_mbps", values: [200, 400] }] },
};

/** The scenario of the example for Observable, apart from its bandwidth. */
const OBSERVABLE = { schema: 2, schedulers: ["migration-only", "first-fit", "b3"], experiment: { replications: 3, sweep: [] } };

const folder = mkdtempSync(join(tmpdir(), "metasched-package-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

/** Runs a program in the user's folder. */
const there = (program, ...arguments_) => inFolder(program, arguments_, { cwd: join(folder, "use") });

let made;
/** Waits until the package is installed in the user's folder, once. */
const isReady = () => (made ??= make());
async function make() {
  pack(DIST, join(folder, "package"), NATIVE);
  const { stdout } = await inFolder("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: join(folder, "package") });
  mkdirSync(join(folder, "use"));
  writeFileSync(join(folder, "use", "package.json"), '{ "type": "module" }');
  await there("npm", "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", join(folder, stdout.trim()));
  writeFileSync(join(folder, "use", "scenario.json"), JSON.stringify(SCENARIO));
  const { version } = JSON.parse(readFileSync(join(folder, "package", "package.json"), "utf8"));
  cpSync(join(folder, "package"), join(folder, "cdn", `metasched@${version}`), { recursive: true });
  cpSync(RUNTIME, join(folder, "cdn", "@observablehq", "runtime@6.0.1"), { recursive: true });
}

const installed = () => import(pathToFileURL(join(folder, "use", "node_modules", "metasched", "index.mjs")).href);

/** A scenario as a file. */
function written(scenario) {
  const file = join(folder, "written.json");
  writeFileSync(file, JSON.stringify(scenario));
  return file;
}

plainTest("the example prints what the command line computes", async () => {
  await isReady();
  cpSync(EXAMPLE, join(folder, "use", "example.mjs"));
  assert.ok(readFileSync(EXAMPLE, "utf8").trimEnd().split("\n").length <= 30);
  const { stdout } = await there("node", "example.mjs", "scenario.json", "2");
  const { points } = JSON.parse((await native(join(folder, "use", "scenario.json"), 1)).text);
  const lines = stdout.trimEnd().split("\n");
  assert.equal(lines.length, 6);
  points.forEach(({ parameters, results }, at) => {
    assert.equal(lines[3 * at], `workload.bsbw_mbps=${parameters["workload.bsbw_mbps"]}`);
    results.forEach(({ scheduler, mean_turnaround_s: mean }, own) => {
      const words = lines[3 * at + 1 + own].trim().split(/\s+/);
      assert.deepEqual(words.slice(0, 2), [scheduler, mean.toFixed(1)]);
    });
  });
  await assert.rejects(there("node", "example.mjs"), ({ code, stderr }) => code === 2 && stderr.includes("Give a scenario file"));
});

plainTest("objects and JSON, any number of threads: the results of the command line", async () => {
  await isReady();
  const { simulate } = await installed();
  const wanted = JSON.parse((await native(join(folder, "use", "scenario.json"), 1)).text);
  const progress = [];
  assert.deepEqual(await simulate(SCENARIO, { threads: 1, onProgress: (...own) => progress.push(own) }), wanted);
  assert.deepEqual(await simulate(JSON.stringify(SCENARIO), { threads: 3 }), wanted);
  const all = progress.length;
  assert.ok(all > 0);
  assert.deepEqual(progress, Array.from({ length: all }, (_, at) => [at + 1, all]));
});

plainTest("what is wrong is said, and a simulation can be stopped", async () => {
  await isReady();
  const { simulate } = await installed();
  await assert.rejects(simulate({ schema: 2, workload: { bsbw: 3 } }), /Did you mean workload\.bsbw_mbps\?/);
  await assert.rejects(simulate("{"), /JSON/);
  await assert.rejects(simulate(SCENARIO, { threads: 0 }), /threads is 0. Allowed: whole numbers from 1/);
  const long = { ...SCENARIO, workload: { jobs_per_cluster: 3_000_000 } };
  const begin = performance.now();
  await assert.rejects(simulate(long, { threads: 2, signal: AbortSignal.timeout(1000) }), { name: "TimeoutError" });
  assert.ok(performance.now() - begin < 10_000, "it ends when it is to");
  await assert.rejects(simulate(SCENARIO, { signal: AbortSignal.abort() }), { name: "AbortError" });
});

/** The native program's output of these words. */
const printed = async (...words) => (await inFolder(NATIVE, words, { maxBuffer: 2 ** 26 })).stdout;

plainTest("checks, presets, links, jobs and figures are those of the command line", async () => {
  await isReady();
  const file = join(folder, "use", "scenario.json");
  const { validate, presets, preset, schema, link, scenarioOf, jobs, figure } = await installed();
  const facts = await validate(SCENARIO);
  const wanted = JSON.parse(await printed("validate", file, "--json"));
  for (const [name, value] of Object.entries(facts)) assert.deepEqual(value, wanted[name], name);
  assert.deepEqual((await validate({ ...SCENARIO, queue: { order: "fcfs", max_age_s: 5 } })).not_read.length, 1);
  await assert.rejects(validate({ platfrom: {} }), /platform/);

  const names = JSON.parse(await printed("presets", "--json")).map((own) => own.name);
  assert.deepEqual(new Set((await presets()).map((own) => own.name)), new Set(names));
  const landing = JSON.parse(await printed("validate", "--preset", "landing", "--json"));
  assert.equal((await validate(await preset("landing"))).scenario_digest, landing.scenario_digest);
  await assert.rejects(preset("landnig"), /there is no preset "landnig". Allowed: .*landing/);
  assert.deepEqual(await schema(), JSON.parse(await printed("schema")));

  const base = "https://example.org/metasched/";
  const address = await link(SCENARIO, base);
  assert.equal(address, (await printed("link", file, "--base", base)).trim());
  assert.equal((await validate(await scenarioOf(address))).scenario_digest, facts.scenario_digest);
  assert.deepEqual(await scenarioOf(`${base}#p=landing`), await preset("landing"));
  await assert.rejects(scenarioOf(`${base}#2.garbage`), /link/);

  const table = await jobs(SCENARIO, { point: 1, scheduler: 1, replication: 1 });
  const [header, first] = table.split("\n");
  assert.equal(table.trimEnd().split("\n").length, 1 + 4 * 300);
  assert.match(header, /^job_id,.*scheduler,replication,point/);
  assert.match(first, /,first-fit,2,2,400/);
  assert.match(await jobs(SCENARIO, { format: "swf" }), /^; /);
  await assert.rejects(jobs(SCENARIO, { replication: 2 }), /there is no run of point 0, scheduler 0, replication 2/);
  await assert.rejects(jobs(SCENARIO, { format: "xml" }), /Allowed: csv, swf/);

  const pictures = [
    [{ measure: "mean_wait_s", baseline: 0 }, ["--measure", "mean_wait_s", "--baseline", "0"]],
    [{ kind: "gantt", jobs: 50, width: 700, dark: true }, ["--kind", "gantt", "--jobs", "50", "--width", "700", "--theme", "dark"]],
  ];
  for (const [look, words] of pictures) {
    const plain = (svg) => svg.replace(/<metadata>[^]*?<\/metadata>\n/, "");
    assert.equal(plain(await figure(SCENARIO, look)), plain(await printed("--quiet", "figure", file, ...words)), words.join(" "));
  }
  await assert.rejects(figure(SCENARIO, { kind: "pie" }), /kind is "pie". Allowed: means, .*gantt/);
  await assert.rejects(figure(SCENARIO, { measure: "joy" }), /mean_turnaround_s/);
  await assert.rejects(figure(SCENARIO, { baseline: 2 }), /baseline is 2. Allowed: 0 to 1/);
  await assert.rejects(figure(SCENARIO, { widht: 700 }), /unknown field `widht`/);
});

plainTest("the types fit the example of the README, and refuse what there is not", async () => {
  await isReady();
  const [, shown] = /```js\n([^]*?)```/.exec(readFileSync(README, "utf8"));
  const wrong = `// @ts-expect-error
await simulate(7);
// @ts-expect-error
await simulate({}, { thread: 1 });
// @ts-expect-error
await simulate({ platfrom: {} });
// @ts-expect-error
await simulate({ workload: { bsbw: 300 } });
// @ts-expect-error
await simulate({ schedulers: [{ policy: "b3", chnk: 0.5 }] });
// @ts-expect-error
await simulate({ network: { model: "dynamical" } });
const scenario: Scenario = ${JSON.stringify(SCENARIO)};
const reduced: Scenario = { workload: { model: "lublin99", load: 0.5 }, queue: "easy", platform: { clusters: [{ nodes: 64 }] } };
await figure(scenario, { kind: "gantt", scheduler: 1 });
// @ts-expect-error
await figure(scenario, { measure: "mean_tournaround_s" });
// @ts-expect-error
results.points[0].results[0].mean_tournaround_s;
const interval: number | null = results.points[0].results[0].turnaround_ci95_s;
const mean: number | null = results.points[0].results[0].mean_turnaround_s;
// @ts-expect-error
const name: number = results.points[0].results[0].scheduler;`;
  writeFileSync(join(folder, "use", "use.ts"), `import { figure, type Scenario } from "metasched";\n${shown}\n${wrong}\nexport { mean, name, reduced, interval };\n`);
  const flags = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom"];
  await there(process.execPath, COMPILER, ...flags, "use.ts").catch(({ stdout }) => assert.fail(stdout));
  writeFileSync(join(folder, "use", "shown.mjs"), shown);
  const { stdout } = await there(process.execPath, "shown.mjs");
  assert.deepEqual(stdout.match(/^\d+/gm), ["200", "300", "400"]);
});

/** Serves the package as a CDN does, from another address than the pages that import it. */
async function cdn() {
  await isReady();
  return serveFolder(join(folder, "cdn"), "/npm/", { "Access-Control-Allow-Origin": "*" });
}

/** A page on a server of its own, with the addresses of the CDN. */
async function withPage(html, body) {
  const packages = await cdn();
  const pages = mkdtempSync(join(folder, "page-"));
  writeFileSync(join(pages, "index.html"), html.replaceAll("https://cdn.jsdelivr.net/npm/", packages.url));
  const site = await serveFolder(pages, "/", {});
  site.overrides.set("favicon.ico", "");
  try {
    await body(site.url);
  } finally {
    site.close();
    packages.close();
  }
}

browserTest("the example for Observable simulates and draws, with the package from another site", { open: false }, async ({ page, shot }) => {
  await withPage(readFileSync(join(EXAMPLES, "observable.html"), "utf8"), async (url) => {
    await page.goto(url);
    await page.waitForFunction(() => document.querySelector("#figure svg") && document.querySelector("#means").textContent.includes("b3"));
    const before = await page.$eval("#means", (own) => own.textContent);
    assert.match(before, /^migration-only: \d+\.\d s\nfirst-fit: \d+\.\d s\nb3/);
    await shot("observable");
    await page.$eval("#bsbw", (own) => ((own.value = "800"), own.dispatchEvent(new Event("change"))));
    await page.waitForFunction((before) => document.querySelector("#means").textContent !== before, {}, before);
    assert.equal(await page.$eval("#value", (own) => own.textContent), "800");
    const { results } = JSON.parse((await native(written({ ...OBSERVABLE, workload: { jobs_per_cluster: 500, bsbw_mbps: 800 } }), 2)).text).points[0];
    const wanted = results.map((own) => `${own.scheduler}: ${own.mean_turnaround_s.toFixed(1)} s`).join("\n");
    await page.waitForFunction((wanted) => document.querySelector("#means").textContent === wanted, {}, wanted);
  });
});

browserTest("the cells of the example for Quarto simulate and draw", { open: false }, async ({ page, shot }) => {
  const cells = [...readFileSync(join(EXAMPLES, "quarto.qmd"), "utf8").matchAll(/^```\{ojs\}\n([^]*?)^```/gm)].map(([, cell]) => cell);
  assert.equal(cells.length, 4);
  // What Quarto does: each cell is parsed as Observable does, and becomes a variable of its runtime.
  const variables = cells.map((cell) => {
    const { id, body, references, input } = { input: cell, ...parseCell(cell) };
    const code = input.slice(body.start, body.end);
    const names = [...new Set(references.map((own) => own.name))];
    const own = `async (${names}) => ${body.type === "BlockStatement" ? code : `(${code})`}`;
    return `notebook.variable(shown()).define(${JSON.stringify(id?.name ?? null)}, ${JSON.stringify(names)}, ${own});`;
  });
  const html = `<!doctype html><title>Quarto</title><body><script type="module">
    import { Runtime } from "https://cdn.jsdelivr.net/npm/@observablehq/runtime@6.0.1/src/index.js";
    const notebook = new Runtime().module();
    const show = (value) => document.body.append(value instanceof Node ? value : Object.assign(document.createElement("p"), { textContent: value }));
    const shown = () => ({ fulfilled: (value) => value instanceof Node && show(value), rejected: show });
    ${variables.join("\n")}
    </script>`;
  await withPage(html, async (url) => {
    await page.goto(url);
    await page.waitForFunction(() => document.querySelector("svg") ?? document.querySelector("p"));
    assert.equal(await page.evaluate(() => document.querySelector("p")?.textContent), undefined);
    assert.match(await page.$eval("svg", (own) => own.textContent), /First-fit/);
    await shot("quarto");
  });
});

browserTest("the package in a browser, from the site of the page", { open: false }, async ({ page }) => {
  await isReady();
  const site = await serveFolder(join(folder, "package"), "/", {});
  try {
    site.overrides.set("favicon.ico", "");
    site.overrides.set("index.html", "<!doctype html><title>Package</title>");
    await page.goto(site.url);
    const found = await page.evaluate(async (scenario) => {
      const metasched = await import("/browser.mjs");
      const wrong = await metasched.simulate({ platfrom: {} }).catch((error) => error.message);
      const aborted = await metasched.simulate(scenario, { signal: AbortSignal.abort() }).catch((error) => error.name);
      return { results: await metasched.simulate(scenario), wrong, aborted, presets: (await metasched.presets()).length };
    }, SCENARIO);
    assert.deepEqual(found.results, JSON.parse((await native(join(folder, "use", "scenario.json"), 1)).text));
    assert.match(found.wrong, /platform/);
    assert.equal(found.aborted, "AbortError");
    assert.ok(found.presets > 10);
  } finally {
    site.close();
  }
});
