// Makes the npm package from this folder, a built site and the native program, which knows the schema: node js/pack.mjs SITE FOLDER PROGRAM

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { types } from "./types.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(HERE);
const OURS = ["README.md", "browser.mjs", "example.mjs", "index.d.ts", "index.mjs", "lab.mjs", "thread.mjs"];
const LICENCES = ["LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY.txt"];
/** What simulates; the rest of the site is for its page. */
const PROGRAM = /^(worker_loader\.js|page-[^/]*\.(js|wasm)|presets\.json)$/;

/** Writes the package into `folder`, which is made if need be. */
export function pack(site, folder, native) {
  mkdirSync(join(folder, "program"), { recursive: true });
  for (const name of OURS) cpSync(join(HERE, name), join(folder, name));
  for (const name of LICENCES) cpSync(join(ROOT, name), join(folder, name));
  const program = readdirSync(site).filter((name) => PROGRAM.test(name));
  if (program.length !== 4) throw new Error(`${site} has ${program.length} of the program's 4 files: build it by cargo xtask dist`);
  for (const name of program) cpSync(join(site, name), join(folder, "program", name));
  const wasm = program.find((name) => name.endsWith(".wasm"));
  const names = { FOLDER: "./", PROGRAM: wasm, WORKER: "worker_loader.js" };
  const lines = Object.entries(names).map(([name, file]) => `export const ${name} = new URL(${JSON.stringify(file)}, import.meta.url);\n`);
  writeFileSync(join(folder, "program", "names.mjs"), lines.join(""));

  const printed = (...words) => execFileSync(native, words, { encoding: "utf8", maxBuffer: 2 ** 26 });
  const schema = printed("schema");
  writeFileSync(join(folder, "program", "schema.json"), schema);
  writeFileSync(join(folder, "scenario.d.ts"), types(JSON.parse(schema), printed("reference", "measures")));

  const [, version] = /^version = "(.*)"$/m.exec(readFileSync(join(ROOT, "Cargo.toml"), "utf8"));
  const { name, ...rest } = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version, ...rest }, null, 2));
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const [site, folder, native] = argv.slice(2);
  if (!native) throw new Error("give the built site, the folder to write the package to, and the native program");
  pack(site, folder, native);
}
