//! The Rust side of the set-up: rustup's parts, and the two commands that turn the crate into a page.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cache;
use crate::process::{Outcome, answer, cargo, find, path_with, run};
use crate::project;

/// The target of the page and its workers.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Makes sure that the compiler can build for wasm.
pub fn wasm_target() -> Outcome {
    let library =
        answer(Command::new("rustc").args(["--print", "target-libdir", "--target", WASM]));
    if library.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    let remedy = format!(
        "the compiler has no standard library for {WASM}: install it with your Rust, or use rustup"
    );
    rustup(&["target", "add", WASM], &remedy)
}

/// Makes sure that `cargo fmt` and `cargo clippy` exist.
pub fn lints() -> Outcome {
    for (subcommand, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if answer(&mut cargo(&[subcommand, "--version"])).is_none() {
            let remedy = format!(
                "cargo {subcommand} is missing: install {component} with your Rust, or use rustup"
            );
            rustup(&["component", "add", component], &remedy)?;
        }
    }
    Ok(())
}

/// The command `trunk`, which finds `wasm-bindgen` on its PATH; both are installed where they are missing.
pub fn trunk() -> Outcome<Command> {
    let bindgen = installed(
        "wasm-bindgen",
        "wasm-bindgen-cli",
        &project::wasm_bindgen_version()?,
        "2 to 4",
    )?;
    let trunk = installed("trunk", "trunk", &project::trunk_version()?, "3 to 6")?;
    let mut command = Command::new(&trunk);
    let folders: Vec<_> = [bindgen, trunk]
        .iter()
        .filter_map(|program| program.parent().map(Path::to_owned))
        .collect();
    command.env("PATH", path_with(&folders)?);
    Ok(command)
}

/// The program `command` from exactly this version of the crate `package`.
fn installed(command: &str, package: &str, version: &str, minutes: &str) -> Outcome<PathBuf> {
    let cache = cache::folder()?;
    let name = format!("{command}-{version}");
    let proof = format!("bin/{command}{}", std::env::consts::EXE_SUFFIX);
    let place = cache::once(&cache, &name, &proof, |folder| {
        println!(
            "Installing {command} {version} into {}",
            cache.join(&name).display()
        );
        println!(
            "This happens once per machine and takes {minutes} minutes; cargo shows how far it is."
        );
        let mut install = cargo(&[
            "install",
            &format!("{package}@{version}"),
            "--locked",
            "--root",
        ]);
        install.arg(folder).current_dir(&cache);
        // Trunk asks for the slowest build there is (one unit, whole-program optimization) and only copies files.
        install
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
        // What the caller set for building this project must not change how a tool is built.
        for variable in [
            "CARGO_TARGET_DIR",
            "CARGO_BUILD_TARGET",
            "RUSTFLAGS",
            "CARGO_ENCODED_RUSTFLAGS",
        ] {
            install.env_remove(variable);
        }
        run(&mut install)
    })?;
    Ok(place.join(proof))
}

fn rustup(arguments: &[&str], remedy: &str) -> Outcome {
    match find("rustup") {
        Some(rustup) => run(Command::new(rustup).args(arguments)),
        None => Err(remedy.to_owned()),
    }
}
