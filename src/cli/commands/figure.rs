//! `metasched figure`: a figure of a scenario's results, as a picture or for a paper; or a picture of each step of a talk.

mod choice;
mod depths;
mod gantt;
mod of_job;
mod talk;

use crate::base::problem::Problem;
use crate::chart::figure::{Figure, Scene, svg};
use crate::chart::gantt_chart::timeline::Stacked;
use crate::chart::gantt_chart::timeline::Timeline;
use crate::chart::kit::theme::Theme;
use crate::chart::machine::figure::Machines;
use crate::chart::view::View;
use crate::cli::execute::{Execution, Resources};
use crate::cli::input::given::Given;
use crate::cli::input::source::{Points, Source};
use crate::cli::input::whole::whole;
use crate::cli::input::{names, view};
use crate::cli::output::format::{self, Output};
use crate::cli::output::perfetto::{self, Recorded};
use crate::cli::results::{ResultsFolder, ResultsOption};
use crate::cli::session::new_file::is_standard_output;
use crate::cli::session::{Failure, Session};
use crate::experiment::{Plan, Results};
use crate::export::method;
use choice::Chosen;
use clap::{Args, ValueEnum};
use depths::DecisionsByDepth;
use gantt::{PlannedRun, Runs};
use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

/// Usage with a scenario, a preset, and a talk.
pub const USAGE: &str = "\
metasched figure [OPTIONS] <SCENARIO|LINK|->
       metasched figure [OPTIONS] --preset <NAME>
       metasched figure [OPTIONS] --talk <FILE|LINK|NAME> --output <DIR>";

/// Examples of `metasched figure --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched figure --preset landing -o landing.svg
  metasched figure --preset landing --format latex > landing.tex
  metasched figure --preset teaching-sites --baseline 3 \\
      --measure mean_wait_s > wait.svg
  metasched figure mine.json --format method           what a paper says of it
  metasched figure --preset landing --scheduler b3 --kind gantt \\
      --from 50000 > b3.svg
  metasched figure --preset landing --kind gantt --format perfetto \\
      -o run.pftrace                                   for ui.perfetto.dev
  metasched figure 'https://example.org/metasched/#2.…' > shown.svg
                                                       what the link shows
  metasched figure --talk talk.json -o slides          each step of a talk:
                                                       slides/step-01.svg, …
  metasched figure --talk talk-co-allocation -o slides --theme dark --width 1280

A link is drawn as it is looked at: its tab, figure, measure, scheduler, job and colours, unless the command line says otherwise. Its \
scenario alone is drawn by `metasched link LINK | metasched figure -`.

Exit codes: 0 done, 1 failed while running, 2 wrong input.";

/// Formats of figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A picture.
    Svg,
    /// The numbers for the LaTeX package pgfplots, in the colours and with the markers of the picture.
    Latex,
    /// The numbers as a table of the LaTeX package booktabs.
    Table,
    /// The numbers as comma-separated values.
    Csv,
    /// The numbers as a table for notes and issues.
    Markdown,
    /// A paragraph on what was simulated and how to reproduce and cite it; runs no simulation.
    Method,
    /// With --kind gantt and compare: a trace for the viewer Perfetto, with tracks of clusters and nodes, counters of links
    /// and queue, and the properties of jobs.
    Perfetto,
}

/// Colours of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colours {
    Light,
    Dark,
}

impl Colours {
    /// The colours with this name in links.
    fn named(name: &str) -> Option<Colours> {
        Colours::from_str(name, false).ok()
    }
}

/// Arguments of `figure`.
#[derive(Args, Clone, Debug)]
pub struct Drawing {
    #[command(flatten)]
    resources: Resources,

    #[command(flatten)]
    source: Source,

    /// Draw each step of a talk: a file that the page saved, - for standard input, a link, or the name of a talk or lesson that comes with the
    /// program, such as talk-co-allocation.
    ///
    /// Each step is drawn in its view, under its own title. A step that compares two runs gives two files. A step that
    /// is no figure or cannot be simulated is reported and skipped.
    #[arg(long, value_name = "FILE|LINK|NAME", requires = "output", conflicts_with_all = OF_ONE)]
    talk: Option<OsString>,

    /// Write to a file, which appears when it is complete; standard output by default or with -. With --talk: write the
    /// pictures step-01.svg, step-02.svg, … to this folder, which is created if need be.
    #[arg(long, short, visible_alias = "out", value_name = "FILE|DIR")]
    output: Option<PathBuf>,

    /// Format of the output.
    #[arg(long, value_enum, default_value = "svg")]
    format: Format,

    /// Vary a parameter, instead of the scenario's own sweep: as for `sweep`.
    #[arg(long, value_name = "PATH=VALUES")]
    over: Vec<String>,

    /// The kind of figure: means (default), boxes, surface, …; for an unknown kind, the kinds of this scenario are
    /// listed. gantt shows a part of the run of the first scheduler: who ran where and when, with the links, the queue
    /// and the nodes in use; compare shows the last two schedulers, one above the other; machine shows both side by side at one moment, as clusters, links and
    /// jobs; depths repeats the first run of the first scheduler, which must look ahead, and counts the simulation depths at which its decisions change;
    /// ranges shows how many nodes each cluster might have given to a job that A1 spread over them; plan shows the surface of a metacomputer's plan, and the
    /// place of a job on it.
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,

    /// The measure that is shown, by its key in --json; default: as in the link, else mean_turnaround_s.
    #[arg(long, value_name = "KEY", value_parser = names::MEASURES, hide_possible_values = true)]
    measure: Option<String>,

    /// The index of the sweep on the x axis, counted from 0; default: as in the link, else the first.
    #[arg(long, value_name = "PLACE")]
    x: Option<usize>,

    /// The index of a value of the sweep that is not on the x axis, counted from 0; default: as in the link, else the
    /// first.
    #[arg(long, value_name = "PLACE")]
    at: Option<usize>,

    /// Compare with the scheduler at this position, counted from 0.
    #[arg(long, value_name = "PLACE")]
    baseline: Option<usize>,

    /// With --baseline: show ratios to the baseline instead of differences.
    #[arg(long)]
    ratio: bool,

    #[command(flatten)]
    part: gantt::Part,

    /// With --kind ranges and plan: the job; default: as in the link, else the first one with ranges, or that is planned for later, or
    /// else (under ASP) beside others.
    #[arg(long, value_name = "NUMBER")]
    job: Option<u64>,

    /// The heading, instead of the scenario's title.
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// A logarithmic axis for the measure.
    #[arg(long)]
    log: bool,

    /// Colours of the picture; default: light.
    #[arg(long, value_enum)]
    theme: Option<Colours>,

    /// Width of the picture in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 960, value_parser = whole(200..=4000))]
    width: u32,

    #[command(flatten)]
    results: ResultsOption,
}

/// Options for format and destination.
const PRINTING: [&str; 4] = ["--format", "--output", "--out", "-o"];

/// Options that describe a single figure; the steps of a talk describe theirs.
const OF_ONE: [&str; 16] = [
    "scenario", "preset", "Settings", "format", "over", "kind", "measure", "x", "at", "baseline", "ratio", "from",
    "jobs", "job", "title", "log",
];

/// The figure or charts of a scenario.
enum Drawn {
    /// A figure of results or decisions, with the name of its kind.
    Figure(&'static str, Box<dyn Figure>),
    /// Gantt charts of one or two runs.
    Charts(Vec<Timeline>),
    /// Machines of one or two runs.
    Machines(Machines),
}

/// The heading of a figure.
#[derive(Clone, Copy)]
struct Heading<'h> {
    text: &'h str,
    /// Text between the heading and the name of the run in a Gantt chart. If it is `None`, the run is named only if
    /// there are several charts.
    before_run: Option<&'h str>,
}

impl Heading<'_> {
    /// Text before the name of a decision.
    fn before_decision(&self) -> String {
        match self.text {
            "" => String::new(),
            text => format!("{text}: "),
        }
    }

    /// The heading of one of the runs of a picture.
    fn of_run(&self, run: &PlannedRun, runs: &Runs, plan: &Plan) -> String {
        let several = (runs.runs.len() > 1).then_some(": ");
        match (self.text, self.before_run.or(several)) {
            ("", _) => run.words(plan),
            (text, Some(before)) => format!("{text}{before}{}", run.words(plan)),
            (text, None) => text.to_owned(),
        }
    }
}

impl Drawing {
    /// Simulates the scenario and prints the figure; stored results are reused. With `--talk`, writes the figures of a
    /// talk.
    ///
    /// # Errors
    /// Wrong input, or a run that cannot be simulated.
    pub fn carry_out(&self, session: &mut Session) -> Result<(), Failure> {
        if let (Some(talk), Some(folder)) = (&self.talk, &self.output) {
            return talk::draw(self, session, talk, folder);
        }
        let given = self.source.load(session, Points::over(&self.over)?)?;
        given.log(session)?;
        let output = Output::begin(session, format::Format::Table, self.output.as_deref())?;
        let format = match self.format {
            Format::Svg => "",
            Format::Latex => " --format latex",
            // A method paragraph has no numbers, so the source is the table.
            Format::Table | Format::Csv | Format::Markdown | Format::Method => " --format table",
            Format::Perfetto => " --format perfetto",
        };
        let source = format!("metasched {}{format}", arguments_of_the_figure());
        if self.format == Format::Method {
            return output.print_text(session, &method::text(&given.scenario, &source, ""));
        }
        let to_terminal = self.output.as_deref().is_none_or(is_standard_output) && io::stdout().is_terminal();
        if self.format == Format::Perfetto && to_terminal {
            let wrong = "is perfetto, which is no text, and standard output is a terminal";
            return Err(Problem::new("--format", wrong, "a file", "Name it with -o run.pftrace").into());
        }
        let folder = self.results.open_for(session, &given)?;
        let view = view::of(session.messages, &given, "");
        let own_title = given.own_title();
        let heading = match &self.title {
            Some(title) => Heading { text: title, before_run: None },
            None => Heading { text: &own_title, before_run: Some(": ") },
        };
        if self.format == Format::Perfetto {
            let trace = perfetto::trace(self.traced(session, &given, view.as_ref(), heading)?, &source)?;
            return output.print_with(session, |out, _| out.write_all(&trace));
        }
        let (kind, mut figure): (&str, Box<dyn Figure>) =
            match self.drawn(session, &given, view.as_ref(), heading, folder.as_ref())? {
                Drawn::Figure(kind, figure) => (kind, figure),
                Drawn::Charts(charts) => match <[Timeline; 1]>::try_from(charts) {
                    Ok([chart]) => (gantt::KIND, Box::new(chart)),
                    Err(charts) => (gantt::BOTH, Box::new(Stacked(charts))),
                },
                Drawn::Machines(machines) => (gantt::MACHINE, Box::new(machines)),
            };
        let text = match self.format {
            Format::Latex => {
                let text = figure.latex(&source);
                text.ok_or_else(|| {
                    let wrong = format!("is latex, and {kind:?} has no curve here");
                    let remedy = "Name one of these, or sweep something";
                    Problem::new("--format", wrong, "svg, table, csv, markdown, method", remedy)
                })?
            }
            Format::Table | Format::Csv | Format::Markdown => {
                let numbers = figure.numbers().map_err(|why| cannot(kind, &why))?;
                match self.format {
                    Format::Csv => return output.print_with(session, |out, _| numbers.csv(out)),
                    Format::Markdown => numbers.markdown(),
                    _ => numbers.latex_for_paper(&source),
                }
            }
            Format::Svg | Format::Method | Format::Perfetto => {
                self.picture(&mut *figure, view.as_ref(), &source).map_err(|why| cannot(kind, &why))?
            }
        };
        output.print_text(session, &text)
    }

    /// The figure or charts of a scenario with a view.
    fn drawn(
        &self,
        session: &mut Session,
        given: &Given,
        view: Option<&View>,
        heading: Heading<'_>,
        folder: Option<&ResultsFolder>,
    ) -> Result<Drawn, Failure> {
        let plan = Plan::new(&given.scenario)?;
        let (kind, choice) = match choice::of(self, &plan, view)? {
            Chosen::Results(kind, choice) => (kind, choice),
            Chosen::Runs(runs) => {
                return self.charts(session, given, &plan, &runs, heading);
            }
            Chosen::Depths(run) => {
                let log = given.log(session)?.read(session)?;
                let execution = Execution::new(session.messages, self.resources, log.as_ref(), None);
                let depths = DecisionsByDepth::of(run, execution, &plan)?;
                return Ok(Drawn::Figure(depths::KIND, Box::new(depths)));
            }
            Chosen::OfJob(kind, run, job) => {
                let log = given.log(session)?.read(session)?;
                let execution = Execution::new(session.messages, self.resources, log.as_ref(), None);
                let before = heading.before_decision();
                let figure = of_job::figure(kind, run, job, execution, &plan, &before)?;
                return Ok(Drawn::Figure(kind, figure));
            }
        };
        let results = self.computed(session, given, &plan, folder)?;
        let scene = Scene { title: heading.text, ..Scene::of(&plan, &results) };
        let figure = (kind.build)(&scene, &choice);
        let figure = figure.ok_or_else(|| cannot(kind.name, "has nothing to show here"))?;
        Ok(Drawn::Figure(kind.name, figure))
    }

    fn computed(
        &self,
        session: &mut Session,
        given: &Given,
        plan: &Plan,
        folder: Option<&ResultsFolder>,
    ) -> Result<Results, Failure> {
        let log = given.log(session)?.read(session)?;
        Execution::new(session.messages, self.resources, log.as_ref(), folder).results(plan)
    }

    fn charts(
        &self,
        session: &mut Session,
        given: &Given,
        plan: &Plan,
        runs: &Runs,
        heading: Heading<'_>,
    ) -> Result<Drawn, Failure> {
        if self.format != Format::Svg {
            let wrong = "is for curves, and a picture of runs has none";
            return Err(Problem::new("--format", wrong, "svg, method, perfetto", "Leave it out").into());
        }
        let log = given.log(session)?.read(session)?;
        let execution = Execution::new(session.messages, self.resources, log.as_ref(), None);
        let title = |run: &PlannedRun| heading.of_run(run, runs, plan);
        if runs.as_machines {
            let mut drawn = runs.machines(execution, self.part, plan)?;
            for (machine, run) in drawn.machines.iter_mut().zip(&runs.runs) {
                machine.title = title(run);
            }
            return Ok(Drawn::Machines(drawn));
        }
        let mut charts = runs.charts(execution, self.part, plan)?;
        for (chart, run) in charts.iter_mut().zip(&runs.runs) {
            chart.gantt.title = title(run);
        }
        Ok(Drawn::Charts(charts))
    }

    /// Recordings of one or two runs for a trace.
    fn traced(
        &self,
        session: &mut Session,
        given: &Given,
        view: Option<&View>,
        heading: Heading<'_>,
    ) -> Result<Vec<Recorded>, Failure> {
        let plan = Plan::new(&given.scenario)?;
        let (kind, runs) = match choice::of(self, &plan, view)? {
            Chosen::Runs(runs) if runs.as_machines => (gantt::MACHINE, None),
            Chosen::Runs(runs) => (gantt::KIND, Some(runs)),
            Chosen::Results(kind, _) => (kind.name, None),
            Chosen::Depths(_) => (depths::KIND, None),
            Chosen::OfJob(kind, ..) => (kind, None),
        };
        let runs = runs.ok_or_else(|| {
            let wrong = format!("is perfetto, a trace of runs over time, and {kind} is none");
            Problem::new("--format", wrong, "perfetto with --kind gantt or compare", "Name one of these kinds")
        })?;
        let log = given.log(session)?.read(session)?;
        let execution = Execution::new(session.messages, self.resources, log.as_ref(), None);
        let mut recorded = runs.traced(execution, self.part, &plan)?;
        for (recorded, run) in recorded.iter_mut().zip(&runs.runs) {
            recorded.title = heading.of_run(run, &runs, &plan);
        }
        Ok(recorded)
    }

    /// The figure as a picture in the chosen colours.
    fn picture(&self, figure: &mut dyn Figure, view: Option<&View>, source: &str) -> Result<String, String> {
        let of_view = || view.and_then(|view| Colours::named(view.theme?));
        let theme = match self.theme.or_else(of_view) {
            None | Some(Colours::Light) => Theme::light(1.0),
            Some(Colours::Dark) => Theme::dark(1.0),
        };
        let theme = match self.talk.is_some() {
            true => theme.for_a_talk(),
            false => theme,
        };
        svg(figure, self.width, &theme, source)
    }
}

fn cannot(kind: &str, why: &str) -> Problem {
    let wrong = format!("{kind:?} {why}");
    Problem::new("--kind", wrong, "another kind of figure", "Name another")
}

/// The arguments of this process, quoted for a shell. The options for format and destination are left out.
fn arguments_of_the_figure() -> String {
    let all = env::args_os().skip(1);
    let mut all = all.map(|own| own.to_string_lossy().into_owned());
    let mut kept = Vec::new();
    while let Some(own) = all.next() {
        let flag = PRINTING.iter().find(|flag| own.starts_with(**flag));
        match flag {
            // The value of an option is the next argument, unless it is in the same argument as the option
            // (`--option=value`).
            Some(flag) if own == *flag => drop(all.next()),
            Some(_) => {}
            None => kept.push(own),
        }
    }
    // Quoting fails only for a zero byte, and an argument cannot contain one.
    shlex::try_join(kept.iter().map(String::as_str)).unwrap_or_default()
}
