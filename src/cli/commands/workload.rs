//! `metasched workload`: writes the jobs of a workload model as a log.

use crate::base::problem::Problems;
use crate::cli::input::log::{self, Logs};
use crate::cli::input::names;
use crate::cli::input::settings::Settings;
use crate::cli::output::format::Destination;
use crate::cli::session::{Failure, Messages, Session};
use crate::experiment::log_jobs;
use crate::export::schedule::{computer, conversion, start};
use crate::logs::Log;
use crate::logs::LogJobs;
use crate::logs::batsim::{self, BatsimJob, BatsimWriter};
use crate::logs::field_17;
use crate::logs::swf::{Labels, SwfHeader, SwfJob, SwfWriter, Times};
use crate::models::registry;
use crate::scenario::build;
use crate::scenario::{Checked, Scenario};
use crate::words::number::{counted, fixed};
use crate::workload::{Estimates, Job, Source};
use clap::Args;
use serde_json::json;
use std::io::{self, Write};

/// Examples of `metasched workload --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched workload lublin99 --jobs 50000 > lublin.swf
  metasched workload lublin99 --set workload.types=off \\
      --set workload.load=0.75 -o one.swf
  metasched workload jann97 --jobs 1000 | metasched trace -
  metasched workload swf --set workload.path=KTH.swf.gz \\
      --set workload.load=1 -o full.swf
  metasched workload swf --set workload.path=KTH.swf.gz \\
      --format batsim -o kth.json
  metasched workload swf --set workload.path=kth.json -o from-batsim.swf

Unless --set names a platform, there is one cluster as large as the machine that is modelled, or for metacomputer 32 clusters \
of 8 to 1024 nodes and for grid 30 of 1 to 100, drawn. The jobs are those that a \
scenario with the same workload, platform and seed simulates. Jobs of a log keep their own numbers, submission times, users, \
queues, partitions and requested times.";

/// Arguments of `workload`.
#[derive(Args, Clone, Debug)]
pub struct Workload {
    #[arg(help = models(), value_parser = names::WORKLOADS, hide_possible_values = true)]
    model: String,

    /// Number of jobs.
    #[arg(long, value_name = "N")]
    jobs: Option<String>,

    /// Seed of the random numbers, any text.
    #[arg(long, value_name = "TEXT")]
    seed: Option<String>,

    /// Draw a seed, and print it on standard error: --seed with it gives the same jobs again.
    #[arg(long, conflicts_with = "seed")]
    fresh_seed: bool,

    /// Change one parameter: a dotted path and its value. Repeatable, applied in order.
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,

    #[command(flatten)]
    destination: Destination,

    /// Write times with all their decimals instead of whole seconds; Batsim's format always has them.
    #[arg(long)]
    exact: bool,

    /// Write a log in the Standard Workload Format (swf), or a workload of Batsim in JSON (batsim).
    #[arg(long, value_name = "FORMAT", default_value = "swf", value_parser = ["swf", "batsim"])]
    format: String,

    #[command(flatten)]
    logs: Logs,
}

/// Help text of the model argument, with all models.
fn models() -> String {
    let drawn = registry::current().workloads().iter().filter(|own| !own.is_log);
    let names: Vec<&str> = drawn.map(|own| own.name).collect();
    format!("The model: {}; or swf to write a log anew", names.join(", "))
}

impl Workload {
    /// Writes the log.
    ///
    /// # Errors
    /// If the model or its settings are wrong, or the log cannot be written.
    pub fn carry_out(&self, session: &mut Session) -> Result<(), Failure> {
        let messages = session.messages;
        let scenario = self.scenario(messages)?;
        let log = log::named(session, &scenario, &self.logs, None)?;
        let output = self.destination.begin(session)?;
        let log = log.read_alone(session)?;
        let scenario = match scenario.workload.platform(log.as_deref()) {
            Some(platform) if !self.names_platform() => scenario.with("platform", &platform)?,
            _ => scenario,
        };
        log::advise(messages, &scenario, log.as_deref());
        let most = self.most(&scenario);
        let mut factor = None;
        if let Some(wanted) = scenario.workload.load() {
            let mut meter = build::jobs::meter(&scenario, 0, log.as_ref())?;
            meter.advance(most);
            factor = Some(meter.factor(wanted)?);
        }
        let source = || build::jobs::scaled(&scenario, 0, log.as_ref(), factor);
        let jobs = Jobs {
            source: source()?,
            logged: log_jobs::of(&scenario, 0, log.as_ref())?,
            scenario: &scenario,
            log: log.as_deref(),
            most,
        };
        if self.format != "batsim" {
            return output.print_with(session, |out, _| self.write(messages, jobs, out));
        }
        let mut judged = source()?;
        while let Some(job) = judged.next() {
            batsim::check(&job)?;
        }
        let again = source()?;
        output.print_with(session, |out, _| write_batsim(messages, jobs, again, out))
    }

    /// The scenario whose jobs are written.
    fn scenario(&self, messages: Messages) -> Result<Checked, Problems> {
        let mut set = vec![format!("workload.model={}", self.model)];
        let jobs = registry::current().workload(&self.model).map_or("jobs", |own| own.jobs);
        set.extend(self.jobs.iter().map(|count| format!("workload.{jobs}={count}")));
        set.extend(self.set.iter().cloned());
        let settings = Settings::new(set, self.seed.clone(), self.fresh_seed);
        let scenario = settings.apply(&Scenario::default(), Some(json!([])))?;
        settings.drawn_seed(messages, &scenario);
        Ok(scenario)
    }

    fn names_platform(&self) -> bool {
        self.set.iter().any(|set| set.trim_start().starts_with("platform"))
    }

    /// Maximum number of jobs to write. If the jobs of each cluster are drawn separately, the option for the number of
    /// jobs sets their number per cluster and also limits the jobs of all clusters together.
    fn most(&self, scenario: &Scenario) -> u64 {
        match scenario.workload.info().per_cluster && self.jobs.is_some() {
            true => scenario.workload.jobs(),
            false => u64::MAX,
        }
    }

    fn write(&self, messages: Messages, jobs: Jobs, out: &mut dyn Write) -> io::Result<()> {
        let Jobs { scenario, log, logged, mut source, most } = jobs;
        let processors = build::platform::sized(scenario, 0).nodes();
        let clusters = || Labels::clusters(scenario.platform.cluster_count());
        let times = if self.exact { Times::Exact } else { Times::Whole };
        let header = SwfHeader {
            computer: &computer(&scenario.workload, log),
            conversion: &conversion(),
            jobs: source.total().map(|total| total.min(most)),
            processors: Some(processors),
            start: start(&scenario.workload, log),
            zone: log.and_then(|log| log.header.text("TimeZoneString")),
            queues: log.map_or_else(|| queues(scenario), Labels::queues),
            partitions: log.map_or_else(clusters, Labels::partitions),
            notes: &notes(scenario, logged.as_ref()),
        };
        let mut writer = SwfWriter::new(out, &header, times)?;
        let dependencies = source.dependencies().unwrap_or_default();
        let number = |job| logged.as_ref().and_then(|own| own.recorded(job)).map_or(job + 1, |own| own.written_number);
        let mut written = Written::default();
        let mut rounded = 0;
        while let Some(job) = source.next().filter(|_| written.jobs < most) {
            let line = line(&job, scenario, logged.as_ref());
            rounded += u64::from(times == Times::Whole && !line.in_whole_seconds());
            writer.write_after(&line, field_17(&dependencies, job.id, number))?;
            written.add(&job);
        }
        written.say(messages, processors);
        if log.is_some() && rounded > 0 {
            messages.warning(&format!(
                "{} with times that are no whole seconds: they are rounded. --exact keeps them",
                counted(rounded, "job")
            ));
        }
        writer.finish().map(drop)
    }
}

/// Writes a workload of Batsim. `again` is a second stream of the same jobs; it is needed because the profiles of the
/// jobs are written after all jobs.
fn write_batsim(messages: Messages, jobs: Jobs, mut again: Box<dyn Source>, out: &mut dyn Write) -> io::Result<()> {
    let Jobs { scenario, logged, mut source, most, .. } = jobs;
    let platform = build::platform::sized(scenario, 0);
    let about = format!("{}; {}", conversion(), notes(scenario, None).join("; "));
    let mut writer = BatsimWriter::new(out, platform.nodes(), platform.clusters.len(), &about)?;
    // Identifiers must be unique.
    let own = logged.as_ref().filter(|logged| logged.ids_differ());
    if logged.is_some() && own.is_none() {
        messages.warning("jobs without a number or with that of another: all are numbered in order of arrival");
    }
    if source.dependencies().is_some() {
        messages
            .warning("jobs wait for others, which a workload of Batsim does not say: --format swf keeps their list");
    }
    let mut written = Written::default();
    while let Some(job) = source.next().filter(|_| written.jobs < most) {
        writer.job(&entry(&line(&job, scenario, logged.as_ref()), &job, own))?;
        written.add(&job);
    }
    writer.profiles()?;
    let mut left = written.jobs;
    while let Some(job) = again.next().filter(|_| left > 0) {
        writer.profile(&entry(&line(&job, scenario, logged.as_ref()), &job, own))?;
        left -= 1;
    }
    written.say(messages, platform.nodes());
    writer.finish().map(drop)
}

/// A job as an entry of a Batsim workload. The identifier of the entry is the job's name or number in the log `own`,
/// otherwise the job's number in order of arrival.
fn entry<'j>(line: &SwfJob, job: &'j Job, own: Option<&LogJobs>) -> BatsimJob<'j> {
    let id = own.and_then(|own| own.recorded(job.id)?.id());
    BatsimJob {
        id: id.map_or_else(|| (job.id + 1).to_string(), |id| id.to_string()),
        submit_s: line.submit_s,
        requested_s: line.requested_s,
        job,
    }
}

/// Counts of written jobs.
#[derive(Default)]
struct Written {
    jobs: u64,
    work: f64,
    /// First and last submission \[s\].
    span_s: Option<(f64, f64)>,
}

impl Written {
    fn add(&mut self, job: &Job) {
        self.jobs += 1;
        self.work += job.runtime_s * f64::from(job.nodes);
        let first_s = self.span_s.map_or(job.arrival_s, |span| span.0);
        self.span_s = Some((first_s, job.arrival_s));
    }

    fn say(self, messages: Messages, processors: u64) {
        let rate = self.span_s.map(|(first_s, last_s)| self.work / (last_s - first_s));
        let load = match rate {
            Some(rate) if rate.is_finite() => {
                let (load, rate) = (fixed(rate / processors as f64, 3), fixed(rate, 1));
                format!(", load {load}: work for {rate} processors")
            }
            _ => String::new(),
        };
        messages.note(&(counted(self.jobs, "job") + &load));
    }
}

/// The jobs to write.
struct Jobs<'a> {
    scenario: &'a Scenario,
    log: Option<&'a Log>,
    logged: Option<LogJobs>,
    source: Box<dyn Source>,
    most: u64,
}

/// A job as a record of a log. A job that is from a log keeps the fields of its record; otherwise the queue is the
/// job's type in the model. Estimates that are drawn or computed are written as requested times.
fn line(job: &Job, scenario: &Scenario, logged: Option<&LogJobs>) -> SwfJob {
    let arriving = SwfJob::arriving(job);
    match logged {
        Some(logged) => {
            let own = arriving.logged(Some(&logged.of_job(job)));
            match scenario.workload.estimates().0 {
                Estimates::Known | Estimates::Exact | Estimates::Requested => own,
                Estimates::Factor | Estimates::FModel => SwfJob { requested_s: Some(job.estimate_s), ..own },
            }
        }
        None if scenario.workload.classes().is_empty() => arriving,
        None => SwfJob { queue: Some(u64::from(job.class) + 1), ..arriving },
    }
}

/// Labels of the queues for jobs without a log: the types of the model, or the home clusters.
fn queues(scenario: &Scenario) -> Labels {
    let types = scenario.workload.classes();
    if types.is_empty() {
        return Labels::clusters(scenario.platform.cluster_count());
    }
    let names = types.iter().enumerate();
    Labels { most: Some(types.len() as u64), names: names.map(|(i, name)| format!("{} {name}", i + 1)).collect() }
}

/// Comments for the header: the scenario, and facts about the jobs for which the format has no field.
fn notes(scenario: &Scenario, logged: Option<&LogJobs>) -> Vec<String> {
    let mut notes: Vec<String> = logged.and_then(LogJobs::new_numbers).into_iter().collect();
    notes.push(format!("scenario {}", scenario.to_compact_json()));
    let lost = scenario.workload.info().not_in_swf;
    if !lost.is_empty() {
        notes.push(format!("not in this format: {lost}"));
    }
    notes
}
