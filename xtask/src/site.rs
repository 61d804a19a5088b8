//! Builds the page as a folder of static files with Trunk, which stamps it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use crate::process::{Outcome, cargo, path_with, run};
use crate::{cache, files, node, progress, project, stamp, tools};

/// Build profile of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Build {
    /// For working on the page.
    Dev,
    /// For a host: everything optimized, also by wasm-opt.
    Release,
}

/// Builds the page for a host into `folder`, which is emptied before, so that no old page is left if the build fails.
/// If `with_handbook` is true, the page links to the handbook.
pub fn build(folder: &Path, with_handbook: bool) -> Outcome {
    // Trunk's intermediate files have fixed names, so only one build can run at a time.
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

/// Compiles the page's program for a host and installs Trunk's tools, so that [`build`] is faster later.
pub fn compile() -> Outcome {
    tools::wasm_target()?;
    run(cargo(&["fetch", "--locked"]).current_dir(project::root()))?;
    prepared(Build::Release).map(drop)
}

/// Serves the page on this machine until it is stopped; changes are rebuilt and reloaded.
pub fn serve(build: Build, port: u16) -> Outcome {
    // The served page is not built into dist/, because dist/ is for hosts.
    let folder = project::target().join("page");
    let mut trunk = trunk("serve", build)?;
    trunk.args(["--address", "127.0.0.1", "--port", &port.to_string(), "--dist"]);
    trunk.arg(&folder);
    if build == Build::Release {
        // The security policy for hosts forbids Trunk's reload script.
        trunk.arg("--no-autoreload");
    }
    println!("Compiling the page; it will be at http://127.0.0.1:{port}/ until you press Ctrl-C.");
    run(&mut trunk)
}

/// The folders of Trunk's tools. On a new machine, both the tools and the page take minutes to compile, so they compile
/// in parallel. Trunk then finds the compiled program.
fn prepared(build: Build) -> Outcome<Vec<PathBuf>> {
    thread::scope(|scope| {
        let program = scope.spawn(|| progress::watched("page", &mut program(build)));
        let folders = tools::page();
        program.join().map_err(|_| "compiling the page panicked".to_owned())??;
        folders
    })
}

/// The command that builds the page's program. It equals the command that Trunk runs for the link with `data-bin` in
/// index.html, so that Trunk finds the program compiled.
fn program(build: Build) -> Command {
    let profile = match build {
        Build::Dev => "page-dev",
        Build::Release => "page",
    };
    let mut program = cargo(&["build", "--offline", "--bin=page", "--no-default-features", "--features=page"]);
    program.args(["--target", tools::WASM, "--profile", profile]).current_dir(project::root());
    without_home(&mut program);
    program
}

/// Names the sources of libraries in messages without the user's folder, so that the program is the same on every
/// machine. Cargo adds these flags to those of .cargo/config.toml.
fn without_home(command: &mut Command) {
    let cargo = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    // Cargo takes a blank for the end of a flag.
    if let Some(cargo) = cargo.map(|cargo| cargo.display().to_string()).filter(|cargo| !cargo.contains(' ')) {
        let flag = format!("--remap-path-prefix={cargo}=/cargo");
        command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flag);
    }
}

/// Builds the page's program of this commit in two folders, and compares.
pub fn built_twice() -> Outcome {
    tools::wasm_target()?;
    let place = project::target().join("twice");
    files::emptied(&place)?;
    let mut sums = Vec::new();
    for name in ["first", "a folder with a longer name"] {
        let folder = place.join(name);
        run(Command::new("git").args(["clone", "--quiet"]).arg(project::root()).arg(&folder))?;
        run(program(Build::Release).current_dir(&folder).env("CARGO_TARGET_DIR", folder.join("target")))?;
        let file = folder.join("target").join(tools::WASM).join("page/page.wasm");
        sums.push(files::sum(&file)?);
    }
    fs::remove_dir_all(&place).map_err(|error| format!("{}: {error}", place.display()))?;
    match sums.iter().all(|sum| *sum == sums[0]) {
        true => Ok(()),
        false => Err(format!("the builds differ: SHA-256 {}", sums.join(" and "))),
    }
}

fn trunk(subcommand: &str, build: Build) -> Outcome<Command> {
    tools::wasm_target()?;
    let root = project::root();
    // Trunk must not download tools. It passes `--offline` to cargo, which then needs the packages of all targets.
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
        .current_dir(&root);
    without_home(&mut trunk);
    trunk
        // Trunk stops at NO_COLOR=1, since it expects `true`; a backtrace would hide the compiler's messages.
        .env_remove("NO_COLOR")
        .env("RUST_BACKTRACE", "0");
    Ok(trunk)
}
