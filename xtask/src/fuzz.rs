//! A short run of every target of fuzz/, with cargo-fuzz: see fuzz/README.md.

use std::fs;
use std::process::Command;

use crate::process::{Outcome, find, printed, run};
use crate::{project, tools};

/// Ensures that cargo-fuzz is installed, and that a C++ compiler is there.
pub fn ensure() -> Outcome {
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
        // Without a sanitizer, the flags are those of stable Rust.
        fuzz.args(["--sanitizer=none", "--no-trace-compares", "--target-dir"]).arg(folder.join("build"));
        fuzz.arg("--").arg(format!("-dict={}", own.join("names.dict").display()));
        run(fuzz.args(["-max_len=600", "-timeout=20", "-rss_limit_mb=2048", "-max_total_time=30"]))?;
    }
    Ok(())
}

fn cargo_fuzz() -> Outcome<Command> {
    let mut command = Command::new(tools::fuzz()?);
    command.current_dir(project::root());
    Ok(command)
}
