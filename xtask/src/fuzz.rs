//! A short run of every target of fuzz/, with cargo-fuzz and the nightly compiler: see fuzz/README.md.

use std::fs;
use std::process::Command;

use crate::process::{Outcome, find, path_with, printed, run};
use crate::{project, tools};

/// Ensures that the nightly compiler (for coverage) and cargo-fuzz are installed.
pub fn ensure() -> Outcome {
    let version = nightly("rustc").arg("--version").output();
    if !version.is_ok_and(|output| output.status.success()) {
        return Err("rustup has no nightly compiler: `rustup toolchain install nightly`".to_owned());
    }
    match ["c++", "g++", "clang++"].into_iter().find_map(find) {
        Some(_) => tools::fuzz().map(drop),
        None => Err("libFuzzer is compiled by a C++ compiler, and there is none".to_owned()),
    }
}

/// Runs each target for half a minute, from its seeds.
pub fn check() -> Outcome {
    let list = printed(cargo_fuzz()?.arg("list"))?;
    let folder = project::target().join("fuzz");
    let own = project::root().join("fuzz");
    for target in list.lines() {
        let corpus = folder.join("corpus").join(target);
        fs::create_dir_all(&corpus).map_err(|error| format!("{}: {error}", corpus.display()))?;
        let mut fuzz = cargo_fuzz()?;
        fuzz.args(["run", target]).arg(corpus).arg(own.join("seeds").join(target));
        fuzz.args(["--sanitizer=none", "--no-trace-compares", "--target-dir"]).arg(folder.join("build"));
        fuzz.arg("--").arg(format!("-dict={}", own.join("names.dict").display()));
        run(fuzz.args(["-max_len=600", "-timeout=20", "-rss_limit_mb=2048", "-max_total_time=30"]))?;
    }
    Ok(())
}

fn cargo_fuzz() -> Outcome<Command> {
    let program = tools::fuzz()?;
    let mut cargo = nightly("cargo");
    cargo.env("PATH", path_with(&program.parent().map(std::path::Path::to_owned).into_iter().collect::<Vec<_>>())?);
    cargo.arg("fuzz");
    Ok(cargo)
}

/// A program of the nightly tool chain, without environment variables of the current cargo.
fn nightly(program: &str) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", program]).current_dir(project::root());
    for variable in ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN", "RUSTFLAGS"] {
        command.env_remove(variable);
    }
    command
}
