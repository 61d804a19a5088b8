//! `cargo xtask fuzz`: coverage-guided fuzzing of all that strangers can hand to the program, by cargo-fuzz on nightly.
//!
//! What each target does is fuzz/src; what it starts from is fuzz/seeds, and what a run finds interesting stays in target/fuzz/corpus, from
//! which the next run goes on. A find is a file in target/fuzz/finds: give it a name in fuzz/seeds, where the test `fuzzed` replays it, and
//! mend what it shows.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use clap::Args;
use serde_json::Value;

use crate::process::{Outcome, find, run};
use crate::{project, tools};

/// Seconds of a target in `cargo xtask test`.
const SECONDS: u64 = 30;
/// An input that takes longer hangs \[s\], and one that takes more memory is a bomb \[MiB\].
const LONGEST_S: u64 = 20;
const MOST_MIB: u64 = 2048;

/// A target, and the most bytes of an input.
struct Target {
    name: &'static str,
    most_bytes: u64,
    /// Whether inputs are made of the names of a scenario.
    names: bool,
}

const fn target(name: &'static str, most_bytes: u64, names: bool) -> Target {
    Target { name, most_bytes, names }
}

const TARGETS: [Target; 7] = [
    target("scenario", 600, true),
    target("link", 600, true),
    target("set", 300, true),
    target("log", 500, false),
    target("compressed", 500, false),
    target("formula", 300, false),
    target("engine", 160, false),
];

#[derive(Args)]
pub struct Fuzz {
    /// The targets; all, if none is named.
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,

    /// Run each target this often, however long it takes.
    #[arg(long, value_name = "N")]
    executions: Option<u64>,

    /// Run each target for so long.
    #[arg(long, value_name = "SECONDS", default_value_t = SECONDS, conflicts_with = "executions")]
    seconds: u64,
}

impl Fuzz {
    pub fn carry_out(self) -> Outcome {
        ensure()?;
        let known: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        if let Some(name) = self.targets.iter().find(|name| !known.contains(&name.as_str())) {
            return Err(format!("no target {name:?}; there are {}", known.join(", ")));
        }
        let named = |name: &str| self.targets.is_empty() || self.targets.iter().any(|own| own == name);
        let mut chosen = TARGETS.iter().filter(|target| named(target.name));
        let until = match self.executions {
            Some(executions) => format!("-runs={executions}"),
            None => format!("-max_total_time={}", self.seconds),
        };
        let program = Program::build()?;
        chosen.try_for_each(|target| program.fuzz(target, &until))
    }
}

/// Each target for half a minute, as many at once as there are processors.
pub fn briefly() -> Outcome {
    let program = Program::build()?;
    let until = format!("-max_total_time={SECONDS}");
    let at_once = thread::available_parallelism().map_or(1, usize::from);
    for some in TARGETS.chunks(at_once) {
        let outcomes: Vec<Outcome> = thread::scope(|scope| {
            let runs: Vec<_> = some.iter().map(|target| scope.spawn(|| program.fuzz(target, &until))).collect();
            let ends = runs.into_iter().map(|run| run.join());
            ends.map(|end| end.unwrap_or_else(|_| Err("a run panicked".to_owned()))).collect()
        });
        outcomes.into_iter().collect::<Outcome>()?;
    }
    Ok(())
}

/// The compiler that can count coverage, and what drives it.
pub fn ensure() -> Outcome {
    nightly()?;
    for compiler in ["c++", "g++", "clang++"] {
        if find(compiler).is_some() {
            return tools::fuzz().map(drop);
        }
    }
    Err("libFuzzer is compiled by a C++ compiler, and there is none".to_owned())
}

/// Makes sure that rustup has a nightly compiler.
pub fn nightly() -> Outcome {
    let version = rustup_nightly("rustc").arg("--version").output();
    match version {
        Ok(output) if output.status.success() => Ok(()),
        _ => Err("rustup has no nightly compiler: `rustup toolchain install nightly`".to_owned()),
    }
}

/// A program of the nightly tool chain, without what the cargo that runs us says of its own.
pub fn rustup_nightly(program: &str) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", program]).current_dir(project::root());
    for variable in ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN", "RUSTFLAGS"] {
        command.env_remove(variable);
    }
    command
}

/// The built targets.
struct Program {
    cargo_fuzz: PathBuf,
    /// What runs leave: corpora, finds, dictionary.
    folder: PathBuf,
    dictionary: PathBuf,
}

impl Program {
    fn build() -> Outcome<Program> {
        let folder = project::target().join("fuzz");
        let explain = |error: std::io::Error| format!("{}: {error}", folder.display());
        fs::create_dir_all(&folder).map_err(explain)?;
        let dictionary = folder.join("names.dict");
        fs::write(&dictionary, names()?).map_err(explain)?;
        let program = Program { cargo_fuzz: tools::fuzz()?, folder, dictionary };
        run(&mut program.cargo_fuzz("build"))?;
        Ok(program)
    }

    /// There is no unsafe code of ours, so no sanitizer looks for what it does; debug assertions are on.
    fn cargo_fuzz(&self, command: &str) -> Command {
        let mut cargo = rustup_nightly("cargo");
        let mut path = self.cargo_fuzz.parent().map(Path::to_owned).into_iter().collect::<Vec<_>>();
        path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
        if let Ok(path) = std::env::join_paths(path) {
            cargo.env("PATH", path);
        }
        // Without a look at every comparison three times as many inputs are tried; names come from a dictionary.
        let flags = ["--sanitizer=none", "--no-trace-compares", "--target-dir"];
        cargo.args(["fuzz", command]).args(flags).arg(self.folder.join("build"));
        cargo
    }

    fn fuzz(&self, target: &Target, until: &str) -> Outcome {
        let corpus = self.folder.join("corpus").join(target.name);
        let finds = self.folder.join("finds").join(target.name);
        for folder in [&corpus, &finds] {
            fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let mut fuzz = self.cargo_fuzz("run");
        fuzz.arg(target.name)
            .arg(corpus)
            .arg(project::root().join("fuzz/seeds").join(target.name))
            .args(["--", until])
            .arg(format!("-max_len={}", target.most_bytes))
            .arg(format!("-timeout={LONGEST_S}"))
            .arg(format!("-rss_limit_mb={MOST_MIB}"))
            .arg(format!("-artifact_prefix={}/", finds.display()))
            .arg("-print_final_stats=1");
        if target.names {
            fuzz.arg(format!("-dict={}", self.dictionary.display()));
        }
        run(&mut fuzz).map_err(|problem| {
            format!(
                "{problem}. What was found is in {}: put it into fuzz/seeds/{} under a name that says what is wrong, and mend that",
                finds.display(),
                target.name
            )
        })
    }
}

/// All names and choices of the drawn scenarios, in which everything is that can be chosen, as libFuzzer reads them.
fn names() -> Outcome<String> {
    let mut names = BTreeSet::new();
    for line in project::read(&project::digests("corpus.jsonl"))?.lines() {
        let value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        collect(&value, &mut names);
    }
    let plain =
        |name: &&String| !name.is_empty() && name.bytes().all(|b| b.is_ascii_graphic() && b != b'"' && b != b'\\');
    Ok(names.iter().filter(plain).map(|name| format!("\"{name}\"\n")).collect())
}

fn collect(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            names.insert(text.clone());
        }
        Value::Array(list) => list.iter().for_each(|own| collect(own, names)),
        Value::Object(map) => {
            for (key, own) in map {
                names.insert(key.clone());
                collect(own, names);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_targets_are_those_of_cargo_fuzz() {
        let manifest = project::read(&project::root().join("fuzz/Cargo.toml")).unwrap();
        for target in &TARGETS {
            let line = format!("path = \"fuzz_targets/{}.rs\"", target.name);
            assert!(manifest.contains(&line), "{line}");
            let seeds = project::root().join("fuzz/seeds").join(target.name);
            assert!(seeds.is_dir(), "{}", seeds.display());
        }
        assert_eq!(manifest.matches("[[bin]]").count(), TARGETS.len());
    }

    #[test]
    fn the_dictionary_has_names_and_choices() {
        let names = names().unwrap();
        for name in ["\"bsbw_mbps\"\n", "\"first-fit\"\n", "\"schedulers\"\n"] {
            assert!(names.contains(name), "{name}");
        }
    }
}
