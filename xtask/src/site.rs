//! Builds the page as a folder of static files with Trunk, which stamps it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::thread;

use crate::process::{Outcome, cargo, path_with, printed, run};
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
fn compile() -> Outcome {
    tools::wasm_target()?;
    run(cargo(&["fetch", "--locked"]).current_dir(project::root()))?;
    prepared(Build::Release).map(drop)
}

/// Serves the page on this machine until it is stopped; changes are rebuilt and reloaded.
pub fn serve(build: Build, port: u16) -> Outcome {
    // The served page is not built into dist/, because dist/ is for hosts.
    let folder = project::target().join("page");
    println!("Compiling the page; it will be at http://127.0.0.1:{port}/ until you press Ctrl-C.");
    let mut trunk = trunk("serve", build)?;
    trunk.args(["--address", "127.0.0.1", "--port", &port.to_string(), "--dist"]);
    trunk.arg(&folder);
    if build == Build::Release {
        // The security policy for hosts forbids Trunk's reload script.
        trunk.arg("--no-autoreload");
    }
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

/// Builds the page's program also from a copy of the checkout in another folder, and compares.
pub fn built_twice() -> Outcome {
    compile()?;
    let root = project::root();
    let copy = env::temp_dir().join(format!("a copy of metasched {}", process::id()));
    files::emptied(&copy)?;
    let tracked = printed(
        Command::new("git").args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(&root),
    )?;
    for name in tracked.split_terminator('\0').filter(|name| root.join(name).is_file()) {
        files::copy(&root.join(name), &copy.join(name))?;
    }
    // Compiled libraries, whose sources are in the same place for both, are not compiled again.
    let target = copy.join("target");
    for folder in [Path::new("page"), &Path::new(tools::WASM).join("page")] {
        let from = project::target().join(folder);
        for name in files::all(&from)? {
            files::copy_with_time(&from.join(&name), &target.join(folder).join(&name))?;
        }
    }
    run(program(Build::Release).current_dir(&copy).env("CARGO_TARGET_DIR", &target))?;
    let file = Path::new(tools::WASM).join("page").join("page.wasm");
    let (here, there) = (files::sum(&project::target().join(&file))?, files::sum(&target.join(&file))?);
    fs::remove_dir_all(&copy).map_err(|error| format!("{}: {error}", copy.display()))?;
    match here == there {
        true => Ok(()),
        false => Err(format!("the builds differ: SHA-256 {here} and {there}")),
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
