//! `cargo xtask measure`: waiting times of a visitor. Run it on an otherwise idle machine; it never fails because of
//! its results.

use clap::{Args, ValueEnum};
use std::process::Command;

use crate::process::{Outcome, run};
use crate::{browsers, dist, native, node, project};

#[derive(Args)]
pub struct Measure {
    /// The measurement.
    what: What,

    /// Number of rounds; the median is reported.
    #[arg(long, default_value_t = 5)]
    rounds: u32,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// Time from opening the page to its first finished figure, cold and warm, at full speed and slowed down four
    /// times.
    FirstFigure,
    /// Speed of the simulation in a worker, compared with the native program.
    Speed,
    /// Frame times while a Gantt chart of 100,000 jobs is panned.
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
