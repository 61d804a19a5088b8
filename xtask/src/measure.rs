//! `cargo xtask measure`: what a visitor waits for. The numbers are for a quiet machine; nothing fails by them.

use clap::{Args, ValueEnum};
use std::process::Command;

use crate::process::{Outcome, run};
use crate::{browsers, dist, native, node, project};

#[derive(Args)]
pub struct Measure {
    /// What to measure.
    what: What,

    /// How often; the median counts.
    #[arg(long, default_value_t = 5)]
    rounds: u32,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// From opening the page to its first finished figure, cold and warm, as it is and slowed down four times.
    FirstFigure,
    /// The simulation in a worker against the native program.
    Speed,
    /// The frames while a Gantt chart of 100,000 jobs is panned.
    Panning,
}

impl Measure {
    pub fn carry_out(self) -> Outcome {
        dist::build()?;
        node::browser_packages()?;
        let script = match self.what {
            What::FirstFigure => "first-figure.mjs",
            What::Speed => "speed.mjs",
            What::Panning => "panning.mjs",
        };
        run(Command::new(node::node()?)
            .arg(project::browser_tests().join(script))
            .arg(self.rounds.to_string())
            .envs(browsers::ensure(&[browsers::CHROMIUM])?)
            .env("METASCHED_DIST", project::dist())
            .env("METASCHED_BIN", native::build()?))
    }
}
