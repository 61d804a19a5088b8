// Makes the npm package from this folder and a built site: node js/pack.mjs SITE FOLDER

import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(HERE);
const OURS = ["README.md", "example.mjs", "index.d.ts", "index.mjs", "tasks.mjs", "thread.mjs"];
const LICENCES = ["LICENSE-APACHE", "LICENSE-MIT"];
/** What simulates; the rest of the site is for a browser. */
const PROGRAM = /^(worker_loader\.js|page-[^/]*\.(js|wasm))$/;

/** Writes the package into `folder`, which is made if need be. */
export function pack(site, folder) {
  mkdirSync(join(folder, "program"), { recursive: true });
  for (const name of OURS) cpSync(join(HERE, name), join(folder, name));
  for (const name of LICENCES) cpSync(join(ROOT, name), join(folder, name));
  const program = readdirSync(site).filter((name) => PROGRAM.test(name));
  if (program.length !== 3) throw new Error(`${site} has ${program.length} of the program's 3 files: build it by cargo xtask dist`);
  for (const name of program) cpSync(join(site, name), join(folder, "program", name));
  const [, version] = /^version = "(.*)"$/m.exec(readFileSync(join(ROOT, "Cargo.toml"), "utf8"));
  const { name, ...rest } = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version, ...rest }, null, 2));
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const [site, folder] = argv.slice(2);
  if (!folder) throw new Error("give the built site and the folder to write the package to");
  pack(site, folder);
}
