//! The page as a folder of static files, built by Trunk, which stamps it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use crate::process::{Outcome, cargo, path_with, run};
use crate::{cache, node, progress, project, stamp, tools};

/// How the page is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Build {
    /// For working on the page.
    Dev,
    /// For a host: the whole program optimized, by wasm-opt too.
    Release,
}

/// Builds the page for a host into `folder`, which is emptied first: a build that fails must not leave an old page behind. The page links
/// the handbook if that will be beside it.
pub fn build(folder: &Path, with_handbook: bool) -> Outcome {
    // Trunk's own intermediate files have fixed names: one build at a time.
    let target = project::target();
    fs::create_dir_all(&target).map_err(|error| format!("{}: {error}", target.display()))?;
    let _lock = cache::lock(&target.join("page.lock"), "the page")?;
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("cannot empty {}: {error}", folder.display()))?;
    }
    let mut trunk = trunk("build", Build::Release)?;
    if with_handbook {
        trunk.env(stamp::HANDBOOK, project::HANDBOOK);
    }
    run(trunk.arg("--dist").arg(folder))
}

/// Compiles the program of the page for a host, and brings Trunk's tools, so that [`build`] finds them.
pub fn compile() -> Outcome {
    tools::wasm_target()?;
    run(cargo(&["fetch", "--locked"]).current_dir(project::root()))?;
    prepared(Build::Release).map(drop)
}

/// Serves the page on this machine until it is stopped; what changes is built anew and loaded again.
pub fn serve(build: Build, port: u16) -> Outcome {
    // Not dist/: that holds what goes onto a host.
    let folder = project::target().join("page");
    let mut trunk = trunk("serve", build)?;
    trunk.args(["--address", "127.0.0.1", "--port", &port.to_string(), "--dist"]);
    trunk.arg(&folder);
    if build == Build::Release {
        // The policy of a host forbids the script by which Trunk loads a page again.
        trunk.arg("--no-autoreload");
    }
    println!("Compiling the page; it will be at http://127.0.0.1:{port}/ until you press Ctrl-C.");
    run(&mut trunk)
}

/// The folders of Trunk's tools. On a fresh machine they take minutes to compile, and so does the page: one does not wait for
/// the other. Trunk then finds the program compiled.
fn prepared(build: Build) -> Outcome<Vec<PathBuf>> {
    thread::scope(|scope| {
        let program = scope.spawn(|| progress::watched("page", &mut program(build)));
        let folders = tools::page();
        program.join().map_err(|_| "compiling the page panicked".to_owned())??;
        folders
    })
}

/// What Trunk makes of the link with `data-bin` in index.html.
fn program(build: Build) -> Command {
    let profile = match build {
        Build::Dev => "page-dev",
        Build::Release => "page",
    };
    let mut program = cargo(&["build", "--offline", "--bin=page", "--no-default-features", "--features=page"]);
    program.args(["--target", tools::WASM, "--profile", profile]).current_dir(project::root());
    program
}

fn trunk(subcommand: &str, build: Build) -> Outcome<Command> {
    tools::wasm_target()?;
    let root = project::root();
    // Trunk itself shall fetch nothing (no tools of its own choice), but hands `--offline` to cargo, which then asks for the
    // packages of all targets.
    run(cargo(&["fetch", "--locked"]).current_dir(&root))?;
    let mut folders = prepared(build)?;
    if build == Build::Release {
        folders.push(node::wasm_opt()?);
    }
    let mut trunk = Command::new("trunk");
    trunk
        .env("PATH", path_with(&folders)?)
        .args([subcommand, "--offline"])
        .args((build == Build::Release).then_some("--release"))
        .current_dir(&root)
        // Trunk stops at NO_COLOR=1, which it wants spelled `true`; and a backtrace buries the compiler's words.
        .env_remove("NO_COLOR")
        .env("RUST_BACKTRACE", "0");
    Ok(trunk)
}
