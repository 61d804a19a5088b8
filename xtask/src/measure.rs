//! `cargo xtask measure` and `pictures`: scripts of tests/browser on the built page. Measurements need an idle machine, and no test depends on them.

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
    /// Frame times while a Gantt chart of 100,000 jobs is panned, and while machines with 500 running jobs play.
    Panning,
    /// Time from a position of a moved slider to its curves, table, Gantt chart and machine, and frame times meanwhile.
    Following,
}

impl Measure {
    pub fn carry_out(self) -> Outcome {
        let name = match self.what {
            What::FirstFigure => "first-figure.mjs",
            What::Speed => "speed.mjs",
            What::Panning => "panning.mjs",
            What::Following => "following.mjs",
        };
        run(script(name)?.arg(self.rounds.to_string()).env("METASCHED_BIN", native::build()?))
    }
}

#[derive(Args)]
pub struct Pictures {
    /// Make the films instead: of a slider that is dragged, and of the running machine.
    #[arg(long)]
    films: bool,
}

impl Pictures {
    /// Retakes the pictures of the page in the documents.
    pub fn carry_out(self) -> Outcome {
        run(&mut script(if self.films { "films.mjs" } else { "pictures.mjs" })?)
    }
}

/// Builds the page, and returns the command that runs a script of tests/browser on this page in Chromium.
fn script(name: &str) -> Outcome<Command> {
    dist::build()?;
    node::browser_packages()?;
    let mut script = Command::new(node::node()?);
    script.arg(project::browser_tests().join(name)).envs(browsers::ensure(&[browsers::CHROMIUM])?);
    script.env("METASCHED_DIST", project::dist());
    Ok(script)
}
