//! Outages of nodes from a file, put into a scenario.

use crate::base::problem::Problem;
use crate::cli::session::{Failure, Session};
use crate::logs::outages;
use crate::parameter::json::shortened;
use crate::scenario::of_outages;
use crate::words::listed;
use crate::words::number::count;
use clap::Args;
use serde_json::Value;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

/// A file of outages.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Changing the scenario")]
pub struct OutagesFile {
    /// Take the outages of nodes from a file: they replace platform.events.
    ///
    /// The file is a table (CSV) with the columns at, until, cluster, nodes, kind; the output of Slurm's `sacctmgr show event -P`; or the file
    /// event_trace.tab of the Failure Trace Archive. The handbook has the mapping.
    #[arg(long, value_name = "FILE")]
    outages: Option<PathBuf>,

    /// Time at which the run begins, in the times of the file of outages; by default, its earliest time (of a CSV file, 0).
    #[arg(long, value_name = "TIME", requires = "outages")]
    outages_from: Option<String>,
}

impl OutagesFile {
    /// The outages as JSON of `platform.events`; `None` if no file is given.
    ///
    /// # Errors
    /// The file cannot be read or is no table of outages.
    pub fn read(&self, session: &mut Session) -> Result<Option<Value>, Failure> {
        let Some(path) = &self.outages else { return Ok(None) };
        let place = shortened(&path.display().to_string(), 200);
        let file = File::open(path).map_err(|error| {
            let wrong = format!("cannot be read: {error}");
            Problem::new(&*place, wrong, "a file of outages", "Check the path")
        })?;
        session.read(path)?;
        let own = outages::read(&place, BufReader::new(file), self.outages_from.as_deref())?;
        if own.clusters.len() > 1 {
            let named = own.clusters.iter().enumerate().map(|(at, name)| format!("{name} is cluster {}", at + 1));
            session.messages.note(&format!("{place}: {}", listed(&named.take(10).collect::<Vec<_>>())));
        }
        if own.left_out > 0 {
            let left_out = count(own.left_out);
            session
                .messages
                .warning(&format!("{place}: {left_out} lines are left out: no outage of a node with an end"));
        }
        Ok(Some(of_outages::events(&place, &own.outages)?))
    }
}
