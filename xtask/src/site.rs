//! The page as a folder of static files: built by Trunk, optimized, stamped.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::process::{Outcome, cargo, run};
use crate::{bindings, cache, node, optimize, pack, project, stamp, tools};

/// How the wasm files are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Build {
    /// Compiled fast, running slower: for working on the page.
    Dev,
    /// Compiled as released, not optimized further: what `serve` shows.
    Release,
    /// Released and optimized by wasm-opt: what is put on a host.
    Optimized,
}

/// Builds the page into `folder`, which is emptied first: a build that fails must not leave an old page behind.
pub fn build(build: Build, folder: &Path) -> Outcome {
    tools::wasm_target()?;
    let trunk = tools::trunk()?;
    let wasm_opt = match build {
        Build::Optimized => node::wasm_opt()?,
        Build::Dev | Build::Release => None,
    };
    // Trunk's own intermediate files have fixed names: one build at a time.
    let target = project::target();
    fs::create_dir_all(&target).map_err(|error| format!("{}: {error}", target.display()))?;
    let _lock = cache::lock(&target.join("page.lock"), "the page")?;
    if folder.exists() {
        fs::remove_dir_all(folder)
            .map_err(|error| format!("cannot empty {}: {error}", folder.display()))?;
    }
    run_trunk(trunk, build, folder)?;
    match (build, wasm_opt) {
        (Build::Optimized, Some(script)) => optimize::folder(&script, folder)?,
        (Build::Optimized, None) => {
            println!("There is no npm to install wasm-opt with: the wasm files stay larger.")
        }
        (Build::Dev | Build::Release, _) => {}
    }
    if build == Build::Optimized {
        bindings::trim(folder)?;
        pack::folder(folder)?;
    }
    let id = stamp::folder(folder)?;
    println!("Built {} with build id {id}", folder.display());
    Ok(())
}

fn run_trunk(mut trunk: Command, build: Build, folder: &Path) -> Outcome {
    let root = project::root();
    // Trunk itself shall fetch nothing (no tools of its own choice), but hands `--offline` to cargo.
    run(cargo(&["fetch"]).current_dir(&root))?;
    trunk
        .args(["build", "--offline", "--dist"])
        .arg(folder)
        .current_dir(&root);
    if build != Build::Dev {
        trunk.arg("--release");
    }
    // Trunk stops at NO_COLOR=1, which it wants spelled `true`; and a backtrace buries the compiler's words.
    run(trunk.env_remove("NO_COLOR").env("RUST_BACKTRACE", "0"))
}
