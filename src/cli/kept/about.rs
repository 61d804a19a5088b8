//! What a results file says of a scenario that it is about, so that its results can be put together without the scenario's file.

use crate::base::problem::Problem;
use crate::cli::input::logs::Logs;
use crate::cli::input::source::Given;
use crate::cli::input::standard_input;
use crate::cli::kept::shard::Shard;
use crate::cli::printed::failure::Failure;
use crate::scenario::{Scenario, Workload, link};
use crate::workload::swf::Log;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A scenario, and the command that writes this file's part of its results.
#[derive(Clone, Debug)]
pub struct About {
    /// The scenario, and where its log may be.
    pub given: Given,
    /// What is in its log; none if it has none, or if a file does not tell.
    pub log: Option<String>,
    /// The share that is written; all if none.
    pub shard: Option<Shard>,
    /// The arguments of the command.
    pub arguments: Vec<String>,
}

impl About {
    /// What this command runs of a scenario, whose log is this.
    pub fn here(given: Given, log: Option<&Log>, shard: Option<Shard>) -> About {
        let arguments = std::env::args_os().skip(1);
        About {
            given,
            log: log.map(|log| log.sha256.clone()),
            shard,
            arguments: arguments.map(|own| own.to_string_lossy().into_owned()).collect(),
        }
    }

    /// As JSON.
    pub fn to_value(&self) -> Value {
        let folder = self.given.folder.as_deref();
        let folder = folder.map(|own| std::path::absolute(own).unwrap_or_else(|_| own.to_owned()));
        json!({
            "scenario": self.given.scenario.to_value(),
            "headline": self.given.headline(),
            "folder": folder.as_deref().and_then(Path::to_str),
            "piped": self.given.piped,
            "log": self.log,
            "shard": self.shard.map(|own| own.to_string()),
            "arguments": self.arguments,
        })
    }

    /// What JSON says that is in the file `of`; logs are also looked for in those.
    ///
    /// # Errors
    /// If the scenario is none of this version.
    pub fn from_value(value: &Value, of: &Path, logs: &Logs) -> Result<About, Failure> {
        let text = |name: &str| value[name].as_str();
        let arguments = value["arguments"].as_array().into_iter().flatten();
        let scenario = Scenario::from_value(&value["scenario"])?;
        let mut given = Given::titled(scenario, text("headline").unwrap_or_default());
        given.folder = text("folder").map(PathBuf::from);
        given.piped = value["piped"] == true;
        given.logs = logs.clone();
        let mut arguments: Vec<String> = arguments.filter_map(|own| own.as_str().map(str::to_owned)).collect();
        // Files are copied and renamed; what came through a pipe is known by the name that it had.
        if !standard_input::is_named(of) {
            put(&mut arguments, "--results", &of.display().to_string());
        }
        Ok(About {
            given,
            log: text("log").map(str::to_owned),
            shard: text("shard").and_then(|own| own.parse().ok()),
            arguments,
        })
    }

    /// The results in the file `of` are those of this log.
    ///
    /// # Errors
    /// If they are of another one, so that none of them is of use.
    pub fn assert_log(&self, of: &Path, log: Option<&Log>) -> Result<(), Problem> {
        let (Some(was), Some(log)) = (&self.log, log) else {
            return Ok(());
        };
        if *was == log.sha256 {
            return Ok(());
        }
        Err(Problem::new(
            standard_input::shown(of),
            format!("has results of another log than {}: its SHA-256 was {was} and is {}", log.name, log.sha256),
            "results of this log",
            "Give the log that they are of (--logs DIR), or begin anew in another results file",
        ))
    }

    /// Whether this scenario is meant: by its digest, or the beginning of that, or by its title.
    pub fn is(&self, wanted: &str) -> bool {
        let begins = !wanted.is_empty() && self.given.scenario.digest().starts_with(wanted);
        begins || self.given.headline() == wanted
    }

    /// The scenario among others of a file: its digest and headline, and the command as it was typed.
    pub fn line(&self) -> String {
        let (digest, headline) = (self.given.scenario.digest(), self.given.headline());
        let line = format!("{digest}  {headline} ({})", typed(&self.arguments));
        line.replace(char::is_control, " ")
    }

    /// The command that runs what is missing of a share: that of this file, or the like with a file of its own. What was piped in is piped in
    /// again: the scenario is in the command then, as its link.
    pub fn command(&self, shard: Option<Shard>) -> String {
        let mut arguments = self.arguments.clone();
        if let (Some(own), Some(other)) = (self.shard, shard)
            && own != other
        {
            let name = format!("shard-{}.jsonl", other.to_string().replace('/', "-of-"));
            for (flag, value) in [("--shard", other.to_string()), ("--results", name)] {
                put(&mut arguments, flag, &value);
            }
        }
        let command = typed(&arguments);
        match &self.given.scenario.workload {
            _ if self.given.piped => {
                let link = link::encode(&self.given.scenario);
                let link = shlex::try_quote(&link).map_or(link.clone(), |own| own.into_owned());
                format!("echo {link} | {command}")
            }
            Workload::Swf(swf) if standard_input::is_named(Path::new(&swf.path)) => {
                format!("{command} < LOG")
            }
            _ => command,
        }
    }
}

/// A command as a shell reads it.
fn typed(arguments: &[String]) -> String {
    let words = arguments.iter().map(String::as_str);
    let command = shlex::try_join(std::iter::once("metasched").chain(words));
    command.unwrap_or_else(|_| arguments.join(" "))
}

/// Gives a flag another value, be it written as `--flag value` or `--flag=value`.
fn put(arguments: &mut [String], flag: &str, value: &str) {
    for at in 0..arguments.len() {
        if arguments[at] == flag && at + 1 < arguments.len() {
            arguments[at + 1] = value.to_owned();
        } else if arguments[at].strip_prefix(flag).is_some_and(|rest| rest.starts_with('=')) {
            arguments[at] = format!("{flag}={value}");
        }
    }
}
