//! The policy `external`: a program of the user's decides where and when jobs run.
//!
//! One process for each run. The program and Metasched write a line of JSON in turn, as MODELS.md describes with a transcript
//! (*A scheduler in any language*). Only the command line has this policy: a link or a page must not start programs.

mod messages;
mod process;
mod processor;
mod scheduler;

use crate::base::digest::Digest;
use crate::base::problem::Problem;
use crate::models::{Built, Given, Model, Policy, PolicyInfo, Queues};
use crate::parameter::json::shortened;
use crate::parameter::{Constants, Kind, When};
use crate::parameters;
use crate::scenario::Scenario;
use scheduler::External;
use serde::Serialize;
use std::fs;

/// The model that has the policy.
pub const MODEL: Model = Model {
    name: "external",
    title: "A program of yours",
    settings: &[Settings::PARAMETERS],
    policies: &[&EXTERNAL],
    ..Model::NEW
};

impl Settings {
    /// The command, for messages.
    fn name(&self) -> String {
        shortened(&self.command.join(" "), 100)
    }
}

const READ: &[When] = &[When::READ];

parameters! {
    /// Command and settings of the program.
    Settings at "schedulers.*." {
        /// The program and its arguments: ["python3", "mine.py"]. It is started in the present folder, without a shell.
        command: Vec<String> = Vec::new(), "Command", Kind::Texts { most: 64, max: 4096 }, when READ;
        /// Numbers in the first message to the program. Each of them can be swept.
        settings: Constants = Constants::default(), "Settings", Kind::Constants { max: 64 }, when READ;
        /// The longest time that an answer may take.
        answer_s: f64 = 60.0, "Longest answer" as further in "s", Kind::number(0.1, 1e6, 10.0), when READ;
    }
}

static EXTERNAL: PolicyInfo = PolicyInfo {
    settings: &[PolicyInfo::LINKS, &["command", "settings", "answer_s"]],
    queues: Queues::Program,
    co_allocates: true,
    looks_at_links: true,
    reads_estimates: true,
    draws: |_| true,
    check,
    ..PolicyInfo::on_one_cluster(
        ["external", "External", "A program of yours, in any language: one process for each run."],
        |seen| Ok(Built::Whole(Box::new(External::new(seen)?))),
    )
};

/// The command must name a program.
fn check(own: &Given, _policy: Policy, place: &str) -> Vec<Problem> {
    let own: Settings = own.of();
    let missing = own.command.first().is_none_or(String::is_empty);
    let problem = || {
        let remedy = "Write it as a list, such as [\"python3\", \"mine.py\"]";
        Problem::new(format!("{place}.command"), "names no program", "a program and its arguments", remedy)
    };
    missing.then(problem).into_iter().collect()
}

/// A program that decided in some of the results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProgramFile {
    /// Name of its scheduler.
    scheduler: String,
    /// The files of text that its command names: mine.py of python3 mine.py.
    files: Vec<NamedFile>,
    /// What results of it are not.
    note: &'static str,
}

/// A file of a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct NamedFile {
    file: String,
    /// Check value of its content.
    digest: String,
}

const NOTE: &str = "not reproducible from the seed alone";

/// The programs that decide in a scenario.
pub fn programs(scenario: &Scenario) -> Vec<ProgramFile> {
    let names = scenario.scheduler_names();
    let own = scenario.schedulers.iter().zip(names).filter(|(own, _)| own.policy == Policy(&EXTERNAL));
    own.map(|(own, scheduler)| {
        let Settings { command, .. } = own.own.of();
        let read = |word: &String| {
            let mut digest = Digest::EMPTY;
            digest.add_text(&fs::read_to_string(word).ok()?);
            Some(NamedFile { file: word.clone(), digest: digest.to_string() })
        };
        let files = command.iter().filter_map(read).collect();
        ProgramFile { scheduler, files, note: NOTE }
    })
    .collect()
}

/// Refuses a scenario with a program where its program cannot be run again: `place` says where.
///
/// # Errors
/// A scheduler of the scenario is a program.
pub fn assert_none(scenario: &Scenario, place: &str, remedy: &str) -> Result<(), Problem> {
    match programs(scenario).first() {
        None => Ok(()),
        Some(own) => {
            let wrong = format!("has the scheduler {}, a program outside", own.scheduler);
            Err(Problem::new(place, wrong, "schedulers of Metasched", remedy))
        }
    }
}
