//! `metasched reproduce`: a paper's claims, published and measured side by side.

mod timing;

use crate::ENGINE_VERSION;
use crate::base::problem::{Problem, Problems};
use crate::cli::execute::{Execution, Resources};
use crate::cli::input::log::{self, Logs};
use crate::cli::input::whole::whole;
use crate::cli::output::format::{Content, Format, Output, OutputOptions, write_json};
use crate::cli::output::report::{self, Improvements, Ran, Report};
use crate::cli::results::{Precomputed, ResultsOption};
use crate::cli::session::{Failure, Messages, NewFile, Session, Terminal};
use crate::experiment::reproduce::{self, Evidence, Finding, Outcome, Sentence, Timing, paper, papers, quantity};
use crate::experiment::{Depths, Merger, Plan, Results};
use crate::export::table::Table;
use crate::paper::{Paper, Study, Tier};
use crate::scenario::Swf;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args};
use serde_json::{Value, json};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Examples of `metasched reproduce --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched reproduce jones2005                      a minute or so
  metasched reproduce jones2005 --full -o results    the published job counts
  metasched reproduce jones2005 --full --only fig13,fig22
  metasched reproduce shih2013 --full --logs ~/logs

Standard output gets the claims with our numbers, as Markdown. With -o DIR the \
same with figures is also written to two files there: PAPER-quick.html and .md.

Exit codes: 0 done (whatever the verdicts), 1 failed while running, 2 wrong input, 128 + N stopped by \
signal N.";

/// Width of the name column \[characters\].
const NAMES: usize = 13;

/// Output formats for a paper.
const FORMS: &[Format] = &[Format::Markdown, Format::Json];

/// Number of bytes at the beginning of a file that are read to recognise a report.
const HEAD: u64 = 400;

/// Arguments of `reproduce`.
#[derive(Args, Clone, Debug)]
pub struct Reproduce {
    /// The paper; without it, all papers are listed.
    #[arg(value_parser = one_of_the_papers())]
    paper: Option<&'static Paper>,

    /// A fraction of the jobs (the default).
    #[arg(long, conflicts_with = "full")]
    quick: bool,

    /// The published number of jobs.
    #[arg(long)]
    full: bool,

    /// Only these experiments, such as fig13,fig22.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,

    /// With --full: run these experiments in the quick tier nevertheless, such as table4-e1; claims that need the full
    /// tier stay open.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "full")]
    quick_for: Vec<String>,

    /// Run everything N times, instead of the tier's number: fewer replications are faster, with wider intervals.
    #[arg(long, value_name = "N", value_parser = whole(1..=1000))]
    replications: Option<u32>,

    #[command(flatten)]
    output: OutputOptions,

    #[command(flatten)]
    resources: Resources,

    #[command(flatten)]
    results: ResultsOption,

    #[command(flatten)]
    precomputed: Precomputed,

    #[command(flatten)]
    logs: Logs,
}

/// Turns the output argument into a folder for the report.
pub fn folder(output: Arg) -> Arg {
    let help = "Also write the report with its figures to this folder, which is created if need be; without it no file is written";
    output.long("out").value_name("DIR").help(help).requires("paper")
}

fn one_of_the_papers() -> impl TypedValueParser<Value = &'static Paper> {
    let names = papers().iter().map(|paper| paper.name.as_str());
    PossibleValuesParser::new(names).try_map(|name| paper(&name).ok_or("no such paper"))
}

impl Reproduce {
    /// Runs the experiments of the paper, or lists all papers.
    ///
    /// # Errors
    /// If an experiment is unknown, the report cannot be written, or the tasks cannot be run.
    pub fn carry_out(&self, session: &mut Session) -> Result<(), Failure> {
        match self.paper {
            Some(paper) => Reproduction { paper, how: self }.carry_out(session),
            None => {
                let output = Output::begin(session, self.output.among(Format::ALL)?, None)?;
                output.print(session, Content { text: &list, json: &|| Ok(entries()), csv: table(), document: None })
            }
        }
    }
}

/// All papers, one line each.
fn list(terminal: Terminal) -> String {
    let line = |paper: &Paper| terminal.row(&paper.name, NAMES, &paper.title);
    papers().iter().map(line).collect()
}

fn entries() -> Value {
    let one = |paper: &Paper| json!({ "name": paper.name, "title": paper.title });
    papers().iter().map(one).collect()
}

fn table() -> Table {
    Table::new(["name", "title"], papers().iter().map(|paper| [paper.name.as_str(), paper.title.as_str()]))
}

/// The chosen experiments of one paper.
struct Reproduction<'a> {
    paper: &'static Paper,
    how: &'a Reproduce,
}

impl Reproduction<'_> {
    /// Runs the paper's experiments, prints the verdicts on its claims, and writes the report if a folder is given.
    ///
    /// # Errors
    /// If an experiment is unknown, the report cannot be written, or the tasks cannot be run.
    fn carry_out(&self, session: &mut Session) -> Result<(), Failure> {
        let tier = if self.how.full { Tier::Full } else { Tier::Quick };
        let studies = self.studies()?;
        let output = Output::begin(session, self.how.output.among(FORMS)?, None)?;
        let ran: Vec<Ran> =
            studies.into_iter().map(|study| self.planned(study, tier)).collect::<Result<_, Problems>>()?;
        let name = self.file_name(tier);
        let files = self.how.output.destination.file().map(|folder| Files::begin(session, folder, &name));
        let files = files.transpose()?;

        let ran = self.run(session, ran)?;
        let timings = self.timings(tier, &ran)?;
        let depths = self.depths(tier, &ran)?;
        let report = Report::new(self.paper, tier, &ran, &timings, &depths).map_err(undrawn)?;
        if let Some(files) = files {
            files.finish(session.messages, &report)?;
        }
        match output.format {
            Format::Json => output.print_with(session, |out, _| write_json(out, &as_json(&report, &ran, &depths))),
            _ => output.print_text(session, &report.markdown(false)),
        }
    }

    /// The plan of an experiment, with its precomputed results if there are such results.
    fn planned(&self, study: &'static Study, tier: Tier) -> Result<Ran, Problems> {
        let mut tier = tier;
        let mut scenario = reproduce::scenario(study, tier)?;
        let mut plan = Plan::new(&scenario.clone().check()?)?;
        let results = self.how.precomputed.results(&study.preset, &plan).filter(|own| self.suffice(study, &plan, own));
        if results.is_none() && self.is_in(&self.how.quick_for, study) {
            tier = Tier::Quick;
            scenario = reproduce::scenario(study, tier)?;
            plan = Plan::new(&scenario.clone().check()?)?;
        }
        if let (None, Some(replications)) = (&results, self.how.replications) {
            scenario.set([("experiment.replications", replications.into())]);
            plan = Plan::new(&scenario.check()?)?;
        }
        Ok(Ran { study, tier, plan, results, log: None })
    }

    /// True if precomputed results give every claim of the experiment an interval: of single replications they have the
    /// mean turnaround only.
    fn suffice(&self, study: &'static Study, plan: &Plan, results: &Results) -> bool {
        let outcome = Outcome { preset: &study.preset, scenario: plan.scenario(), results };
        let evidence = Evidence { outcomes: &[outcome], timings: &[], depths: &[] };
        let mut claims = self.paper.claims_of(&study.preset);
        claims.all(|claim| claim.quantity.needs_more() || evidence.answer(claim).ci95.is_some())
    }

    /// Runs all experiments that have no results yet and whose log is available. Experiments with the same log run
    /// together.
    fn run(&self, session: &mut Session, mut ran: Vec<Ran>) -> Result<Vec<Ran>, Failure> {
        let folder = self.how.results.open(session, None)?;
        let mut names: Vec<Option<String>> = Vec::new();
        for name in ran.iter().map(|ran| named(&ran.plan)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        for name in names {
            let own: Vec<&mut Ran> = ran.iter_mut().filter(|ran| named(&ran.plan) == name).collect();
            let Some(first) = own.first() else { continue };
            if let Some(name) = &name
                && self.how.logs.find(Path::new(name), None).is_none()
            {
                let all = own.iter().map(|ran| self.paper.short(&ran.study.preset));
                session.messages.warning(&format!(
                    "{} are left out: the log {name} is not at hand. Give the folder it is in by --logs; logs are at \
                     https://www.cs.huji.ac.il/labs/parallel/workload/",
                    all.collect::<Vec<_>>().join(", ")
                ));
                continue;
            }
            let log = log::named(session, first.plan.scenario(), &self.how.logs, None)?.read(session)?;
            let (own, done): (Vec<&mut Ran>, Vec<&mut Ran>) = own.into_iter().partition(|ran| ran.results.is_none());
            done.into_iter().for_each(|ran| ran.log = log.clone());
            let plans: Vec<Plan> = own.iter().map(|ran| ran.plan.clone()).collect();
            let mut mergers: Vec<_> = plans.iter().map(Merger::new).collect();
            let execution = Execution::new(session.messages, self.how.resources, log.as_ref(), folder.as_ref());
            execution.merge(&mut mergers)?;
            for (ran, mut merger) in own.into_iter().zip(mergers) {
                ran.results = Some(merger.results());
                ran.log = log.clone();
            }
        }
        Ok(ran)
    }

    /// The dependence of decisions on the simulation depth, for experiments with claims about look-ahead depths. A run
    /// of each experiment is repeated, in the full tier or if experiments are named.
    fn depths(&self, tier: Tier, ran: &[Ran]) -> Result<Vec<(&'static str, Depths)>, Failure> {
        let mut all = Vec::new();
        for ran in ran {
            let mut claims = self.paper.claims_of(&ran.study.preset);
            let wanted = tier == Tier::Full || !self.how.only.is_empty();
            if wanted
                && ran.results.is_some()
                && claims.any(|claim| claim.quantity.is_by_depth())
                && let Some(task) = ran.plan.tasks().first()
            {
                all.push((ran.study.preset.as_str(), Depths::of(task, ran.log.as_ref())?));
            }
        }
        Ok(all)
    }

    /// Measures the times of decisions, for experiments with claims about these times. The times depend on the machine,
    /// so they are measured only in the full tier or if experiments are named.
    fn timings(&self, tier: Tier, ran: &[Ran]) -> Result<Vec<Timing>, Failure> {
        let about_times = |study: &Study| {
            let mut claims = self.paper.claims_of(&study.preset);
            claims.any(|claim| claim.quantity.is_timed())
        };
        let mut timings = Vec::new();
        for ran in ran {
            if about_times(ran.study) && (tier == Tier::Full || !self.how.only.is_empty()) {
                timings.extend(timing::of(&ran.plan)?);
            }
        }
        Ok(timings)
    }

    /// The chosen experiments, in the order of the paper.
    fn studies(&self) -> Result<Vec<&'static Study>, Problem> {
        let known = |name: &String| {
            let names = std::slice::from_ref(name);
            self.paper.studies.iter().any(|study| self.is_in(names, study))
        };
        for (option, names) in [("--only", &self.how.only), ("--quick-for", &self.how.quick_for)] {
            let Some(unknown) = names.iter().find(|name| !known(name)) else {
                continue;
            };
            let all = self.paper.studies.iter();
            let all: Vec<&str> = all.map(|study| self.paper.short(&study.preset)).collect();
            return Err(Problem::new(
                option,
                format!("has \"{unknown}\", which is no experiment of {}", self.paper.name),
                all.join(", "),
                "",
            ));
        }
        let wanted = |study: &&Study| self.how.only.is_empty() || self.is_in(&self.how.only, study);
        Ok(self.paper.studies.iter().filter(wanted).collect())
    }

    /// True if `names` contains the name of the study.
    fn is_in(&self, names: &[String], study: &Study) -> bool {
        let own = self.paper.short(&study.preset);
        names.iter().any(|name| name == own)
    }

    /// Name of the report's files, such as "jones2005-quick". If experiments are named on the command line, their names
    /// are appended.
    fn file_name(&self, tier: Tier) -> String {
        let tier = tier.key();
        let part: String = self.how.only.iter().map(|name| format!("-{name}")).collect();
        format!("{}-{tier}{part}", self.paper.name)
    }
}

/// The files of a report. They are created before anything is simulated, so that an unwritable folder is reported at
/// once and not after hours.
struct Files {
    paths: [PathBuf; 2],
    html: NewFile,
    markdown: NewFile,
}

impl Files {
    fn begin(session: &mut Session, folder: &Path, name: &str) -> Result<Files, Failure> {
        let paths = ["html", "md"].map(|kind| folder.join(format!("{name}.{kind}")));
        let [html, markdown] = &paths;
        Ok(Files { html: new_report(session, html)?, markdown: new_report(session, markdown)?, paths })
    }

    fn finish(self, messages: Messages, report: &Report) -> Result<(), Failure> {
        let [html, markdown] = &self.paths;
        self.html.fill(&report.html())?;
        self.markdown.fill(&report.markdown(true))?;
        messages.note(&format!("Wrote {} and {}", html.display(), markdown.display()));
        Ok(())
    }
}

/// Creates a file of the report. An existing file is replaced only if it is a report too.
fn new_report(session: &mut Session, path: &Path) -> Result<NewFile, Failure> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder.display(), &error))?;
    }
    if let Ok(there) = fs::File::open(path) {
        let mut head = Vec::new();
        // If the existing file cannot be read, it counts as a file that is no report.
        let _ = there.take(HEAD).read_to_end(&mut head);
        if !String::from_utf8_lossy(&head).contains(report::MARK) {
            return Err(Problem::new(
                "--out",
                format!("has {}, which is no report of ours", path.display()),
                "",
                "Choose another folder, or move the file away",
            )
            .into());
        }
    }
    NewFile::create(session, path)
}

fn undrawn(why: String) -> Failure {
    Failure::Running(Problem::new("report", why, "", "This is a mistake in Metasched: please report it"))
}

/// The path of the log from which a plan takes its jobs; `None` if the workload is no log.
fn named(plan: &Plan) -> Option<String> {
    plan.scenario().workload.of::<Swf>().map(|swf| swf.path.clone())
}

fn as_json(report: &Report, ran: &[Ran], depths: &[(&str, Depths)]) -> serde_json::Value {
    let finding = |finding: &Finding| {
        let claim = finding.claim;
        json!({
            "source": claim.source, "quote": claim.quote, "reading": claim.reading, "ours": claim.is_ours(), "preset": claim.preset, "claim": claim.says,
            "quantity": quantity(&claim.quantity), "wanted": finding.wanted(),
            "measured": finding.measured, "ci95": finding.ci95, "unit": finding.unit(),
            "submitted": finding.submitted.map(|all| all.mean), "submitted_ci95": finding.submitted.and_then(|all| all.half),
            "at": finding.place, "unstable": finding.unstable, "words": finding.ours(),
            "verdict": finding.verdict.key(), "why": finding.verdict_words(), "directional": claim.published.is_directional(),
            "known_refuted": claim.known_refuted, "full_only": claim.full_only, "remark": claim.remark,
        })
    };
    let findings: Vec<_> = report.findings().map(finding).collect();
    let studies: Vec<_> = ran.iter().map(|ran| json!({ "preset": ran.study.preset, "results": ran.results })).collect();
    let [paper, ours] = report.tallies();
    let sentence = |own: &Sentence| {
        let readings = own.readings();
        let readings = readings.iter().map(|(reading, ruling)| json!({ "reading": reading, "verdict": ruling.key() }));
        json!({ "quote": own.quote, "verdict": own.ruling().key(), "readings": readings.collect::<Vec<_>>() })
    };
    let sentences: Vec<_> = report.sentences().iter().map(sentence).collect();
    let mut all = json!({
        "engine_version": ENGINE_VERSION, "tier": report.tier().key(), "sentences": sentences,
        "findings": findings, "studies": studies,
        "tally": paper, "ours": ours, "report": report.markdown(false),
    });
    if !report.improvements().is_empty() {
        all["improvements"] = report.improvements().iter().map(Improvements::json).collect();
    }
    if !depths.is_empty() {
        let own = |(preset, depths): &(&str, Depths)| json!({ "preset": preset, "depths": depths });
        all["depths"] = depths.iter().map(own).collect();
    }
    all
}
