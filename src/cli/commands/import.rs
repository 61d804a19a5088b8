//! `metasched import`: converts the accounting of a batch system to a job log.

use crate::cli::input::log_file::read_accounting;
use crate::cli::output::format::Destination;
use crate::cli::session::{Failure, NewFile, Session, Terminal};
use crate::export::csv::Writer;
use crate::export::schedule::conversion;
use crate::logs::sacct::{self, Import as Accounting, Imported};
use crate::logs::{ProcessorRule, Reading};
use crate::words::number::counted;
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Examples of `metasched import --help`.
pub const EXAMPLES: &str = "\
Examples:
  sacct --allusers --parsable2 --starttime 2026-01-01 \\
      --format JobID,User,Account,Partition,QOS,Submit,Eligible \\
      --format Start,End,ElapsedRaw,NNodes,AllocCPUS,AllocTRES \\
      --format TimelimitRaw,State,ExitCode > jobs.txt
  metasched import sacct jobs.txt -o jobs.swf --details jobs.csv
  metasched import sacct jobs.txt -o jobs.swf --timezone Europe/Berlin
  metasched import sacct jobs.txt -o nodes.swf --processors nodes

The columns may be any, in any order. Needed are JobID, Submit, ElapsedRaw (or Elapsed, or Start and End), and AllocCPUS, \
NNodes or AllocTRES.";

/// Arguments of `import`.
#[derive(Args, Clone, Debug)]
pub struct Import {
    /// The kind of file.
    #[arg(value_name = "KIND")]
    kind: Kind,

    /// Output of sacct --parsable2, plain, .gz or .xz; - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    destination: Destination,

    /// Also write a CSV file with a row per job: its number in the log, and every column of the accounting.
    #[arg(long, value_name = "FILE")]
    details: Option<PathBuf>,

    /// Unit of processors: allocated cores (CPUs) or allocated nodes.
    #[arg(long, value_name = "WHAT", default_value = "cores")]
    processors: Processors,

    /// Time zone of the times, such as Europe/Berlin; without it, clocks are taken never to change.
    #[arg(long, value_name = "ZONE")]
    timezone: Option<String>,
}

/// A kind of file.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    /// Accounting of Slurm.
    Sacct,
}

/// Unit of processors.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Processors {
    /// An allocated core.
    Cores,
    /// An allocated node.
    Nodes,
}

impl Import {
    /// Writes the log, and the details.
    ///
    /// # Errors
    /// If the file cannot be read, is no accounting or has no usable job, or if an output cannot be written.
    pub fn carry_out(&self, session: &mut Session) -> Result<(), Failure> {
        match self.kind {
            Kind::Sacct => self.sacct(session),
        }
    }

    fn sacct(&self, session: &mut Session) -> Result<(), Failure> {
        let zone = self.timezone.as_deref().map(|name| sacct::zone("--timezone", name)).transpose()?;
        session.read(&self.file)?;
        let output = self.destination.begin(session)?;
        let details = self.details.as_deref().map(|path| NewFile::create(session, path)).transpose()?;
        let rule = match self.processors {
            Processors::Cores => ProcessorRule::Cores,
            Processors::Nodes => ProcessorRule::Nodes,
        };
        let reading = Reading { processors: rule, zone, ..Reading::default() };
        let imported = read_accounting(session, &self.file, reading)?;
        if let Some(mut file) = details {
            write_details(&imported, &mut file).map_err(|error| file.unwritable(&error))?;
            file.finish()?;
        }
        output.print_with(session, |out, _| imported.write(out, &conversion()))?;
        let notes = notes(&imported, self.details.is_some());
        if self.destination.file().is_some() && self.details.as_deref() == Some(Path::new("-")) {
            let text = account(&imported, self.details.as_deref(), &notes, session.messages.file());
            session.messages.note(text.trim_end());
            return Ok(());
        }
        if self.destination.file().is_some() {
            let terminal = session.messages.terminal();
            return session.print_text(&account(&imported, self.details.as_deref(), &notes, terminal));
        }
        notes.iter().for_each(|note| session.messages.note(note));
        Ok(())
    }
}

/// Use of each column, and the notes.
fn account(imported: &Accounting, details: Option<&Path>, notes: &[String], terminal: Terminal) -> String {
    let kept = match details {
        Some(file) if file == Path::new("-") => "only in the details: a log has no field for it".to_owned(),
        Some(file) => format!("only in {}: a log has no field for it", file.display()),
        None => "not used: a log has no field for it; --details FILE keeps it".to_owned(),
    };
    let columns = imported.accounting().meanings();
    let width = columns.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0) + 2;
    let mut text: String =
        columns.iter().map(|(name, meaning)| terminal.row(name, width, meaning.unwrap_or(&kept))).collect();
    text.push('\n');
    notes.iter().for_each(|note| text += &terminal.row("", 0, note));
    text
}

/// Counts and remarks, a sentence each.
fn notes(imported: &Accounting, detailed: bool) -> Vec<String> {
    let (counts, jobs) = (imported.counts(), imported.jobs());
    let idle = jobs.iter().filter(|job| job.row.runtime_s == Some(0)).count() as u64;
    let mut notes = vec![format!("{} in the log.", counted(jobs.len() as u64, "job"))];
    if idle > 0 {
        notes.push(format!(
            "{} with a run time of 0, such as jobs that were cancelled before they started.",
            counted(idle, "job")
        ));
    }
    if counts.left_out() > 0 {
        let reasons: Vec<String> = counts.dropped.iter().map(ToString::to_string).collect();
        notes.push(format!("{} left out: {}.", counted(counts.left_out(), "line"), reasons.join("; ")));
    }
    notes.extend(imported.accounting().notes(detailed));
    notes
}

/// Writes a row per job: its number, what was computed, and all columns.
fn write_details(imported: &Accounting, out: &mut dyn Write) -> io::Result<()> {
    let Some(columns) = imported.columns() else {
        return Ok(());
    };
    let mut csv = Writer::new(out);
    let computed = ["number", "cores", "nodes", "gpus", "memory_mib", "max_rss_mib"];
    csv.row(computed.into_iter().chain(columns.names().iter().map(String::as_str)))?;
    for (job, number) in imported.jobs().iter().zip(1u64..) {
        let Imported { row, max_rss_mib, text, .. } = job;
        let or_empty = |own: Option<String>| own.unwrap_or_default();
        let rounded = |mib: Option<f64>| or_empty(mib.map(|mib| mib.ceil().to_string()));
        let whole = |number: Option<u32>| or_empty(number.map(|own| own.to_string()));
        for cell in [
            number.to_string(),
            whole(row.cores.used),
            whole(row.nodes.used),
            whole(row.gpus),
            rounded(row.memory_mib),
            rounded(*max_rss_mib),
        ] {
            csv.cell(&cell)?;
        }
        for cell in columns.texts(text).unwrap_or_default() {
            csv.cell(&cell)?;
        }
        csv.end()?;
    }
    csv.flush()
}
