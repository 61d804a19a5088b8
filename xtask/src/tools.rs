//! Rust tools: rustup components, the commands that build the page, and those that check it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cache;
use crate::process::{Outcome, answer, cargo, find, run};
use crate::{progress, project};

/// The target of the page and its workers.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Ensures that the compiler can build for wasm.
pub fn wasm_target() -> Outcome {
    target(WASM)
}

/// Ensures that the compiler has the standard library of a target.
pub fn target(target: &str) -> Outcome {
    let library = answer(Command::new("rustc").args(["--print", "target-libdir", "--target", target]));
    if library.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    let remedy = format!("the compiler has no standard library for {target}: install it with your Rust, or use rustup");
    rustup(&["target", "add", target], &remedy)
}

/// Ensures that `cargo fmt` and `cargo clippy` are installed.
pub fn lints() -> Outcome {
    for (subcommand, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if answer(&mut cargo(&[subcommand, "--version"])).is_none() {
            let remedy = format!("cargo {subcommand} is missing: install {component} with your Rust, or use rustup");
            rustup(&["component", "add", component], &remedy)?;
        }
    }
    Ok(())
}

/// A program installed from its crate, at a fixed version.
struct Tool {
    command: &'static str,
    package: &'static str,
    version: String,
    features: &'static [&'static str],
}

/// Finds unused dependencies.
const MACHETE: &str = "0.9.2";
/// Checks licences, bans, sources and advisories.
const DENY: &str = "0.20.2";
/// Builds and runs the targets of fuzz/.
const FUZZ: &str = "0.13.2";
/// Builds the handbook.
const MDBOOK: &str = "0.5.4";

/// Installs `trunk` and `wasm-bindgen` if missing; returns their folders.
pub fn page() -> Outcome<Vec<PathBuf>> {
    let bindgen = Tool {
        command: "wasm-bindgen",
        package: "wasm-bindgen-cli",
        version: project::wasm_bindgen_version()?,
        // wasm-bindgen only processes files, so it is built without TLS, which only its test runner needs.
        features: &["--no-default-features"],
    };
    let trunk = Tool {
        command: "trunk",
        package: "trunk",
        version: project::trunk_version()?,
        // Trunk must not download anything, so it is built without TLS, which takes a fifth of the build time.
        features: &["--no-default-features"],
    };
    std::thread::scope(|scope| {
        let bindgen = scope.spawn(|| installed(&bindgen));
        let trunk = installed(&trunk)?;
        let bindgen = bindgen.join().map_err(|_| "installing wasm-bindgen panicked".to_owned())??;
        Ok([bindgen, trunk].iter().filter_map(|program| program.parent().map(Path::to_owned)).collect())
    })
}

pub fn machete() -> Outcome<PathBuf> {
    installed(&Tool { command: "cargo-machete", package: "cargo-machete", version: MACHETE.to_owned(), features: &[] })
}

pub fn deny() -> Outcome<PathBuf> {
    installed(&Tool { command: "cargo-deny", package: "cargo-deny", version: DENY.to_owned(), features: &[] })
}

pub fn mdbook() -> Outcome<PathBuf> {
    installed(&Tool {
        command: "mdbook",
        package: "mdbook",
        version: MDBOOK.to_owned(),
        // mdBook is built without its functions for serving and watching files, which are not used here.
        features: &["--no-default-features", "--features=search"],
    })
}

pub fn fuzz() -> Outcome<PathBuf> {
    installed(&Tool { command: "cargo-fuzz", package: "cargo-fuzz", version: FUZZ.to_owned(), features: &[] })
}

/// The folder of a tool at exactly its version; installed if missing.
fn installed(tool: &Tool) -> Outcome<PathBuf> {
    let cache = cache::folder()?;
    let name = format!("{}-{}", tool.command, tool.version);
    let proof = format!("bin/{}{}", tool.command, std::env::consts::EXE_SUFFIX);
    let place = cache::once(&cache, &name, &proof, |folder| {
        println!("Installing {name} into {}, once per machine", cache.display());
        match find("cargo-binstall") {
            Some(_) => run(&mut fetch(tool, folder)).or_else(|_| build(tool, folder)),
            None => build(tool, folder),
        }
    })?;
    Ok(place.join(proof))
}

/// `cargo binstall`: downloads a prebuilt program, if its authors offer one.
fn fetch(tool: &Tool, folder: &Path) -> Command {
    let package = format!("{}@{}", tool.package, tool.version);
    let mut command = cargo(&["binstall", "--no-confirm", "--disable-telemetry", &package]);
    command.arg("--root").arg(folder);
    command
}

/// Compiles the tool without optimization, since it is built once and only runs for seconds.
fn build(tool: &Tool, folder: &Path) -> Outcome {
    let package = format!("{}@{}", tool.package, tool.version);
    let mut install = cargo(&["install", &package, "--locked", "--debug", "--bin", tool.command]);
    install
        .args(tool.features)
        .arg("--root")
        .arg(folder)
        .current_dir(folder)
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_PROFILE_DEV_DEBUG_ASSERTIONS", "false")
        .env("CARGO_PROFILE_DEV_OVERFLOW_CHECKS", "false")
        .env("CARGO_INCREMENTAL", "0");
    // Variables for building this project must not change how a tool is built.
    for variable in ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET", "RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"] {
        install.env_remove(variable);
    }
    progress::watched(tool.command, &mut install)
}

fn rustup(arguments: &[&str], remedy: &str) -> Outcome {
    match find("rustup") {
        Some(rustup) => run(Command::new(rustup).args(arguments)),
        None => Err(remedy.to_owned()),
    }
}
