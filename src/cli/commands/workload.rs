//! `metasched workload`: jobs of a workload model as a log.

use crate::ENGINE_VERSION;
use crate::base::number::exact;
use crate::base::problem::Problems;
use crate::cli::input::log;
use crate::cli::input::logs::Logs;
use crate::cli::input::settings::Settings;
use crate::cli::input::source::Given;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::new_file::NewFile;
use crate::cli::printed::say;
use crate::export::swf::{Start, SwfHeader, SwfJob, SwfWriter, Times};
use crate::scenario::Workload as Model;
use crate::scenario::build;
use crate::scenario::{Checked, Scenario, WorkloadModel};
use crate::workload::swf::Log;
use crate::workload::trace::Clock;
use crate::workload::{Job, Source};
use clap::Args;
use serde_json::{Value, json};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// Examples of `metasched workload --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched workload lublin99 --jobs 50000 > lublin.swf
  metasched workload lublin99 --set workload.types=off --set workload.load=0.75 -o one.swf
  metasched workload jann97 --jobs 1000 | metasched trace /dev/stdin
  metasched workload swf --set workload.path=KTH.swf.gz --set workload.load=1 -o full.swf

Unless --set names a platform, there is one cluster as large as the machine that is modelled, or for metacomputer 32 clusters
of 8 to 1024 nodes and for grid 30 of 1 to 100, drawn. The jobs are those that a
scenario with the same workload, platform and seed simulates.";

/// Midnight, the first Monday of 1970 \[s\]: time 0 of a model that has a time of day.
const A_MONDAY_S: i64 = 4 * 86_400;

/// Arguments of `workload`.
#[derive(Args, Clone, Debug)]
pub struct Workload {
    #[arg(help = models())]
    model: String,

    /// How many jobs.
    #[arg(long, value_name = "N")]
    jobs: Option<String>,

    /// Where the random numbers come from, any text.
    #[arg(long, value_name = "TEXT")]
    seed: Option<String>,

    /// Draw a seed, and print it on standard error: --seed with it gives the same jobs again.
    #[arg(long, conflicts_with = "seed")]
    fresh_seed: bool,

    /// Change one parameter: a dotted path and its value. Repeatable, applied in order.
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,

    /// Write to a file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write times with all their decimals instead of whole seconds.
    #[arg(long)]
    exact: bool,

    #[command(flatten)]
    logs: Logs,
}

/// The models that there are.
fn models() -> String {
    let all = WorkloadModel::all();
    let drawn = all.iter().filter(|own| !matches!(own, WorkloadModel::Swf));
    let names: Vec<&str> = drawn.map(|own| own.name()).collect();
    format!(
        "The model: {}; or swf to write a log anew",
        names.join(", ")
    )
}

impl Workload {
    /// Writes the log.
    ///
    /// # Errors
    /// If the model or its settings are wrong, or the output does not take the log.
    pub fn carry_out(&self) -> Result<(), Failure> {
        let scenario = self.scenario()?;
        let mut given = Given::of(scenario.clone());
        given.logs = self.logs.clone();
        let log = log::of(&given)?;
        let scenario = match platform(&scenario.workload, log.as_deref()) {
            Some(platform) if !self.names_platform() => scenario.with("platform", &platform)?,
            _ => scenario,
        };
        let most = self.most(&scenario);
        let mut factor = None;
        if let Some(wanted) = scenario.workload.load() {
            let mut meter = build::jobs::meter(&scenario, 0, log.as_ref())?;
            meter.advance(most);
            factor = Some(meter.factor(wanted)?);
        }
        let source = build::jobs::scaled(&scenario, 0, log.as_ref(), factor)?;
        let jobs = Jobs {
            scenario: &scenario,
            log: log.as_deref(),
            source,
            most,
        };
        match &self.output {
            Some(path) => {
                let unwritable = |error| Failure::unwritable(&path.display().to_string(), &error);
                let file = self.write(jobs, NewFile::create(path)?);
                file.map_err(unwritable)?.finish()
            }
            None => {
                let out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
                let written = self.write(jobs, out);
                written
                    .map(drop)
                    .map_err(|error| Failure::of_output(&error))
            }
        }
    }

    /// The scenario of which the jobs are written.
    fn scenario(&self) -> Result<Checked, Problems> {
        let mut set = vec![format!("workload.model={}", self.model)];
        let jobs = match WorkloadModel::named(&self.model) {
            Some(WorkloadModel::Synthetic) => "jobs_per_cluster",
            Some(WorkloadModel::Swf) => "max_jobs",
            Some(WorkloadModel::Of(_)) | None => "jobs",
        };
        set.extend(
            self.jobs
                .iter()
                .map(|count| format!("workload.{jobs}={count}")),
        );
        set.extend(self.set.iter().cloned());
        let settings = Settings::new(set, self.seed.clone(), self.fresh_seed);
        settings.apply(&Scenario::default(), Some(json!([])))
    }

    fn names_platform(&self) -> bool {
        self.set
            .iter()
            .any(|set| set.trim_start().starts_with("platform"))
    }

    /// Jobs to write at most: a model of single clusters has so many at each of them.
    fn most(&self, scenario: &Scenario) -> u64 {
        match &scenario.workload {
            Model::Synthetic(synthetic) if self.jobs.is_some() => synthetic.jobs_per_cluster,
            _ => u64::MAX,
        }
    }

    fn write<W: Write>(&self, jobs: Jobs, out: W) -> io::Result<W> {
        let Jobs {
            scenario,
            log,
            mut source,
            most,
        } = jobs;
        let processors = build::platform::sized(scenario, 0).nodes();
        let count = scenario.platform.cluster_count();
        let clusters: Vec<String> = (1..=count)
            .map(|number| format!("cluster {number}"))
            .collect();
        let times = if self.exact {
            Times::Exact
        } else {
            Times::Whole
        };
        let header = SwfHeader {
            computer: &format!("{} (workload model)", scenario.workload.model().label()),
            conversion: &format!(
                "metasched {}, engine {ENGINE_VERSION}",
                env!("CARGO_PKG_VERSION")
            ),
            jobs: source.total().map(|total| total.min(most)),
            processors: Some(processors),
            start: start(&scenario.workload, log),
            clusters: &clusters,
            notes: &notes(scenario),
        };
        let mut writer = SwfWriter::new(out, &header, times)?;
        let (mut jobs, mut work, mut span_s) = (0, 0.0, [f64::INFINITY, 0.0]);
        while let Some(job) = source.next().filter(|_| jobs < most) {
            writer.write(&line(&job, &scenario.workload, log))?;
            jobs += 1;
            work += job.runtime_s * f64::from(job.nodes);
            span_s = [span_s[0].min(job.arrival_s), job.arrival_s];
        }
        let rate = work / (span_s[1] - span_s[0]);
        let load = match rate / processors as f64 {
            load if load.is_finite() => format!(", load {load:.3}: work for {rate:.1} processors"),
            _ => String::new(),
        };
        say::note(&format!("{} jobs{load}", exact(jobs as f64)));
        writer.finish()
    }
}

/// What is written.
struct Jobs<'a> {
    scenario: &'a Scenario,
    log: Option<&'a Log>,
    source: Box<dyn Source>,
    most: u64,
}

/// A job as a record, with the user, queue and partition of its log, or its type in the model as its queue.
fn line(job: &Job, workload: &Model, log: Option<&Log>) -> SwfJob {
    let arriving = SwfJob::arriving(job);
    let known = |number: i64| u64::try_from(number).ok();
    match (workload, log) {
        (_, Some(log)) => {
            let class = log.classes().get(usize::from(job.class));
            SwfJob {
                user: log
                    .users()
                    .get(usize::from(job.user))
                    .and_then(|&user| known(user)),
                queue: class.and_then(|class| known(class.queue)),
                partition: class.and_then(|class| known(class.partition)),
                ..arriving
            }
        }
        (Model::Of(own), None) if !own.classes().is_empty() => SwfJob {
            queue: Some(u64::from(job.class) + 1),
            ..arriving
        },
        _ => arriving,
    }
}

/// The scenario, and what of its jobs this format has no fields for.
fn notes(scenario: &Scenario) -> Vec<String> {
    let mut notes = vec![format!("scenario {}", scenario.to_compact_json())];
    let Model::Of(own) = &scenario.workload else {
        return notes;
    };
    let lost = own.info().not_in_swf;
    if lost.is_empty() {
        return notes;
    }
    notes.push(format!("not in this format: {lost}"));
    notes
}

/// What time 0 is, where that is known.
fn start(workload: &Model, log: Option<&Log>) -> Option<Start> {
    match workload {
        Model::Of(own) if own.info().has_days => Some(Start {
            unix_s: A_MONDAY_S,
            east_s: 0,
        }),
        _ => {
            let log = log?;
            let clock = Clock::of(&log.header)?;
            Some(Start {
                unix_s: clock.start_s + log.first_submit_s() as i64,
                east_s: clock.offset_s,
            })
        }
    }
}

/// The platform that a model or a log is about.
fn platform(workload: &Model, log: Option<&Log>) -> Option<Value> {
    match workload {
        Model::Synthetic(_) => None,
        Model::Swf(_) => {
            let log = log?;
            let told = log
                .header
                .processors()
                .filter(|&processors| processors >= 1.0);
            let nodes = told.map_or(u64::from(log.largest()), |processors| processors as u64);
            Some(json!({ "clusters": [{ "nodes": nodes }] }))
        }
        Model::Of(own) => own.platform(),
    }
}
