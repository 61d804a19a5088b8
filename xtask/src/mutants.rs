//! `cargo xtask mutants`: changes the code in many small ways, and lists the changes that neither the unit tests of the package nor the
//! simulations of tests/integration notice. Hours, so it is cut into shards.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use clap::Args;

use crate::process::{Outcome, cargo, printed, run};
use crate::{project, tools};

/// Mutants are compiled by this profile of Cargo.toml: that takes longer than to run their tests.
const PROFILE: &str = "mutants";
/// A mutant hangs if its tests take so many times as long as those of the code as it is, and so long at least \[s\].
const TIMES_AS_LONG: u64 = 5;
const AT_LEAST_S: u64 = 60;

/// The tests of tests/integration that hold simulations against records, twins, invariants and numbers by hand, without those that take long.
const SIMULATIONS: [&str; 23] = [
    "allotment::",
    "backfilling::",
    "conservation::",
    "corpus::",
    "explain::",
    "formulas::",
    "fuzzed::",
    "fuzzy::",
    "golden::",
    "grid::",
    "history::",
    "invariants::",
    "logs::a_",
    "logs::rejected",
    "metacomputer::",
    "models::",
    "orders::",
    "plans::",
    "pyss::",
    "refusals::",
    "scale::",
    "story::agrees",
    "wide_area::",
];

#[derive(Args)]
pub struct Mutants {
    /// The package: kernel, models or lab.
    #[arg(long, value_name = "PACKAGE", default_value = "kernel")]
    package: String,

    /// Only the K-th of N shares of the mutants, from 0: 0/8.
    #[arg(long, value_name = "K/N")]
    shard: Option<String>,

    /// Only files whose path matches, such as src/kernel/network/**.
    #[arg(long, value_name = "GLOB")]
    file: Vec<String>,
}

impl Mutants {
    pub fn carry_out(self) -> Outcome {
        if !["kernel", "models", "lab"].contains(&self.package.as_str()) {
            return Err(format!("no package {:?}; there are kernel, models, lab", self.package));
        }
        let by_unit_tests = self.by_unit_tests()?;
        let by_simulations = match by_unit_tests.missed.is_empty() {
            true => Tried::default(),
            false => self.by_simulations(&by_unit_tests.missed)?,
        };
        println!(
            "{} mutants tried: {} caught by unit tests, {} by simulations, {} missed, {} did not compile, {} timed out",
            by_unit_tests.all(),
            by_unit_tests.caught,
            by_simulations.caught,
            by_simulations.missed.len(),
            by_unit_tests.did_not_compile + by_simulations.did_not_compile,
            by_unit_tests.timed_out + by_simulations.timed_out,
        );
        println!("Missed:\n{}", by_simulations.missed.join("\n"));
        Ok(())
    }

    fn by_unit_tests(&self) -> Outcome<Tried> {
        let folder = emptied("unit-tests")?;
        let mut mutants = self.mutants(&folder)?;
        for file in &self.file {
            mutants.args(["--file", file]);
        }
        if let Some(shard) = &self.shard {
            // Of every file some, so that a share tells of the whole.
            mutants.args(["--shard", shard, "--sharding", "round-robin"]);
        }
        mutants
            .args(["--timeout-multiplier", &TIMES_AS_LONG.to_string()])
            .args(["--minimum-test-timeout", &AT_LEAST_S.to_string()]);
        // Neither compiled nor run: examples in the docs, and the package as others use it.
        tried(mutants.arg("--cargo-arg=--lib"), &folder)
    }

    fn by_simulations(&self, names: &[String]) -> Outcome<Tried> {
        let folder = emptied("simulations")?;
        let timeout_s = (TIMES_AS_LONG * simulated_s()?).max(AT_LEAST_S).to_string();
        // Its choice by name does not reach every kind (its issue 632), but it passes over all that this file names.
        let all = printed(self.mutants(&folder)?.arg("--list"))?;
        let others = all.lines().filter(|name| !names.iter().any(|own| own == name));
        project::write(&folder.join("previously_caught.txt"), others.collect::<Vec<_>>().join("\n"))?;
        let mut mutants = self.mutants(&folder)?;
        mutants
            // It would look for these tests in the package of the mutants, to see that they pass on the code as it is.
            .args(["--baseline=skip", "--timeout", &timeout_s])
            .args(["--iterate", "--test-package=metasched"])
            .args(["--cargo-arg=--test=integration", "--cargo-arg=--features=metasched/chart"])
            .args(["--", "--"])
            .args(SIMULATIONS);
        tried(&mut mutants, &folder)
    }

    fn mutants(&self, folder: &Path) -> Outcome<Command> {
        let mut mutants = Command::new(tools::mutants()?);
        mutants
            .args(["mutants", "--profile", PROFILE])
            .arg(format!("--package=metasched-{}", self.package))
            .arg("--output")
            .args(folder.parent())
            // A property that fails has said enough: it need not look for a smaller case, nor keep one for the next mutant.
            .env("PROPTEST_MAX_SHRINK_ITERS", "0")
            .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "true")
            // What is changed is a copy that has a target folder of its own: in ours, cargo would take changed code for that of this checkout.
            .env_remove("CARGO_TARGET_DIR")
            .current_dir(project::root());
        Ok(mutants)
    }
}

/// How long the simulations take on the code as it is, which they pass \[s\].
fn simulated_s() -> Outcome<u64> {
    let simulations = |more: &[&str]| {
        let mut test = cargo(&["test", "--profile", PROFILE, "--features=metasched/chart"]);
        test.arg("--test=integration").args(more);
        run(test.current_dir(project::root()))
    };
    simulations(&["--no-run"])?;
    let begin = Instant::now();
    simulations(&[&["--"][..], &SIMULATIONS].concat())?;
    Ok(begin.elapsed().as_secs() + 1)
}

/// The folder for what becomes of the mutants of a stage, without what was there.
fn emptied(stage: &str) -> Outcome<PathBuf> {
    let folder = project::target().join("mutated").join(stage).join("mutants.out");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// Tries mutants, and reads what became of them.
fn tried(mutants: &mut Command, folder: &Path) -> Outcome<Tried> {
    let ended = run(mutants);
    let list = |name: &str| -> Vec<String> {
        let text = project::read(&folder.join(name)).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    };
    let tried = Tried {
        caught: list("caught.txt").len(),
        missed: list("missed.txt"),
        did_not_compile: list("unviable.txt").len(),
        timed_out: list("timeout.txt").len(),
    };
    // It fails, too, when some were missed; without tests that pass on the code as it is, none are tried.
    match tried.all() {
        0 => ended.map(|()| tried),
        _ => Ok(tried),
    }
}

/// What became of the mutants of one stage.
#[derive(Default)]
struct Tried {
    caught: usize,
    missed: Vec<String>,
    did_not_compile: usize,
    timed_out: usize,
}

impl Tried {
    fn all(&self) -> usize {
        self.caught + self.missed.len() + self.did_not_compile + self.timed_out
    }
}
