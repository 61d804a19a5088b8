//! `cargo xtask mutants`: changes the code in many small ways, and lists the changes that no unit test notices. Hours, so it is cut into shards.

use std::process::Command;

use clap::Args;

use crate::process::{Outcome, run};
use crate::{project, tools};

/// Mutants are compiled by this profile of Cargo.toml: that takes longer than to run their tests.
const PROFILE: &str = "mutants";
/// A mutant hangs if its tests take so many times as long as those of the code as it is, and so long at least \[s\].
const TIMES_AS_LONG: &str = "5";
const AT_LEAST_S: &str = "60";

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
            return Err(format!(
                "no package {:?}; there are kernel, models, lab",
                self.package
            ));
        }
        let mut mutants = Command::new(tools::mutants()?);
        mutants
            .args(["mutants", "--baseline=run", "--profile", PROFILE])
            .args(["--timeout-multiplier", TIMES_AS_LONG])
            .args(["--minimum-test-timeout", AT_LEAST_S])
            .arg(format!("--package=metasched-{}", self.package))
            .arg("--output")
            .arg(project::target())
            // What is changed is a copy that has a target folder of its own: in ours, cargo would take changed code for that of this checkout.
            .env_remove("CARGO_TARGET_DIR")
            .current_dir(project::root());
        for file in &self.file {
            mutants.args(["--file", file]);
        }
        if let Some(shard) = &self.shard {
            // Of every file some, so that a share tells of the whole.
            mutants.args(["--shard", shard, "--sharding", "round-robin"]);
        }
        // Unit tests alone: examples in the docs are compiled one by one.
        mutants.args(["--", "--lib"]);
        // Its exit says only that some were missed: the list is what is wanted.
        run(&mut mutants).or_else(|problem| match missed()?.is_empty() {
            true => Err(problem),
            false => Ok(()),
        })?;
        let missed = missed()?;
        println!("{} missed mutants:\n{missed}", missed.lines().count());
        Ok(())
    }
}

/// The mutants that no test noticed, a line each.
fn missed() -> Outcome<String> {
    project::read(&project::target().join("mutants.out").join("missed.txt"))
}
