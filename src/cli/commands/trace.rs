//! `metasched trace`: describes a job log.

use crate::cli::input::log::Logs;
use crate::cli::input::log_file::read_log;
use crate::cli::input::settings::Settings;
use crate::cli::output::format::{Content, Format, OutputOptions};
use crate::cli::output::report::html;
use crate::cli::output::table::flattened;
use crate::cli::output::trace::{page, tables, text};
use crate::cli::session::{Failure, NewFile, Session};
use crate::export::table::Document;
use crate::logs::Reading;
use crate::logs::statistics::Statistics;
use crate::scenario::{Scenario, of_log};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Examples of `metasched trace --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched trace KTH-SP2-1996-2.swf.gz
  metasched trace KTH-SP2-1996-2.swf.gz --json
  metasched trace KTH-SP2-1996-2.swf.gz --format markdown -o kth.md
  metasched trace KTH-SP2-1996-2.swf.gz --html kth.html
  metasched trace KTH-SP2-1996-2.swf.gz --set workload.status=completed \\
      --set workload.without=user=374
  metasched run --preset landing --set workload.model=swf \\
      --set workload.path=KTH-SP2-1996-2.swf.gz

Logs are at https://www.cs.huji.ac.il/labs/parallel/workload/.";

/// Arguments of `trace`.
#[derive(Args, Clone, Debug)]
pub struct Trace {
    /// A job log in the Standard Workload Format, output of Slurm's sacct, or a workload of Batsim (JSON); plain, .gz, .xz, or alone in a tar or zip archive; - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Also write a page with pictures: sizes, run times, arrivals by hour and weekday. With - the page goes to standard output
    /// instead of the text.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Choose jobs and their reading, as with a scenario: workload.status=completed, workload.from=2001-03-31,
    /// workload.without=user=374. Repeatable; `metasched reference parameters` has all of them.
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,

    #[command(flatten)]
    logs: Logs,

    #[command(flatten)]
    output: OutputOptions,
}

impl Trace {
    /// The settings for reading the log.
    fn reading(&self) -> Result<Reading, Failure> {
        let model = ["workload.model=swf".to_owned(), "workload.path=log".to_owned()];
        let set = model.into_iter().chain(self.set.iter().cloned()).collect();
        let scenario = Settings::new(set, None, false).apply(&Scenario::default(), Some(json!([])))?;
        Ok(of_log::reading(&scenario).transpose()?.unwrap_or_default())
    }

    /// Describes the log.
    ///
    /// # Errors
    /// If the log cannot be read or has no usable job, or if the page cannot be written.
    pub fn carry_out(&self, session: &mut Session) -> Result<(), Failure> {
        let found = self.logs.find(&self.file, None);
        let found = found.unwrap_or_else(|| self.file.clone());
        let html = self.html.as_deref();
        self.output.assert_alone("--html", html)?;
        session.read(&found)?;
        let output = self.output.begin(session, Format::OF_ONE)?;
        let file = html.map(|path| NewFile::create(session, path)).transpose()?;
        let log = read_log(session, &found, self.reading()?)?;
        let trace = Statistics::of(&log);
        if let Some(file) = file {
            html::write(file, page(&trace))?;
        }
        output.print(
            session,
            Content {
                text: &|terminal| text(&trace, terminal),
                json: &|| serde_json::to_value(&trace),
                csv: flattened(&serde_json::to_value(&trace).unwrap_or_default()),
                document: Some(Document::of(tables(&trace))),
            },
        )
    }
}
