//! `metasched figure`: a figure of a scenario's results, as a picture or for a paper.

use crate::base::problem::Problem;
use crate::chart::FIGURES;
use crate::chart::figure::{Baseline, Choice, Figure, Scene, svg};
use crate::chart::kit::latex;
use crate::chart::kit::theme::Theme;
use crate::cli::execute::{self, Meanwhile, Resources};
use crate::cli::input::log;
use crate::cli::input::source::{Points, Source};
use crate::cli::kept::Keep;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::say;
use crate::experiment::{Plan, Shared, measure};
use crate::export::method;
use clap::{Args, ValueEnum};
use std::env;

/// Both ways to name a scenario.
pub const USAGE: &str = "\
metasched figure [OPTIONS] <SCENARIO|LINK|->
       metasched figure [OPTIONS] --preset <NAME>";

/// Examples of `metasched figure --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched figure --preset landing > landing.svg
  metasched figure --preset landing --format latex > landing.tex
  metasched figure --preset teaching-sites --baseline 3 --measure mean_wait_s > wait.svg
  metasched figure mine.json --format method           what a paper says of it

Exit codes: 0 done, 1 failed while running, 2 wrong input.";

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A picture.
    Svg,
    /// The numbers for the LaTeX package pgfplots, in the colours and with the markers of the picture.
    Latex,
    /// The numbers as a table of the LaTeX package booktabs.
    Table,
    /// A paragraph on what was simulated, how it is made again and cited; nothing is simulated for it.
    Method,
}

/// Colours of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colours {
    Light,
    Dark,
}

/// Arguments of `figure`.
#[derive(Args, Clone, Debug)]
pub struct Drawing {
    #[command(flatten)]
    resources: Resources,

    #[command(flatten)]
    source: Source,

    /// What to print.
    #[arg(long, value_enum, default_value = "svg")]
    format: Format,

    /// The kind of figure: means, boxes, surface, …; those that there are of the scenario are named if it is another.
    #[arg(long, value_name = "KIND", default_value = "means")]
    kind: String,

    /// What is shown, by its key in --json.
    #[arg(long, value_name = "KEY", default_value = "mean_turnaround_s")]
    measure: String,

    /// The sweep along the x axis, counted from 0.
    #[arg(long, value_name = "PLACE", default_value_t = 0)]
    x: usize,

    /// The value at which the other sweep is held, counted from 0.
    #[arg(long, value_name = "PLACE", default_value_t = 0)]
    at: usize,

    /// Compare with the scheduler at this place, counted from 0.
    #[arg(long, value_name = "PLACE")]
    baseline: Option<usize>,

    /// With --baseline: values over its instead of less its.
    #[arg(long, requires = "baseline")]
    ratio: bool,

    /// Its heading, instead of the scenario's title.
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// A logarithmic axis for the measure.
    #[arg(long)]
    log: bool,

    /// Colours of the picture.
    #[arg(long, value_enum, default_value = "light")]
    theme: Colours,

    /// Width of the picture in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 960, value_parser = clap::value_parser!(u32).range(200..=4000))]
    width: u32,

    #[command(flatten)]
    keep: Keep,
}

impl Drawing {
    /// Simulates the scenario, unless its results are kept, and prints the figure.
    ///
    /// # Errors
    /// Wrong input, or a run that cannot be simulated.
    pub fn carry_out(&self) -> Result<(), Failure> {
        self.resources.hold();
        let given = self.source.load(Points::All)?;
        let format = match self.format {
            Format::Svg => "",
            Format::Latex => " --format latex",
            // The paragraph has no numbers, the table has.
            Format::Table | Format::Method => " --format table",
        };
        let source = format!("metasched {}{format}", arguments_but_format());
        if self.format == Format::Method {
            return say::result(&method::text(&given.scenario, &source, ""));
        }
        let plan = Plan::new(&given.scenario)?;
        let choice = self.choice(&plan)?;
        let offered = FIGURES
            .iter()
            .filter(|kind| (kind.offered)(&given.scenario));
        let kind = offered.clone().find(|kind| kind.name == self.kind);
        let kind = kind.ok_or_else(|| {
            let names: Vec<&str> = offered.map(|kind| kind.name).collect();
            Problem::new(
                "--kind",
                format!("is {:?}, of which there is none here", self.kind),
                names.join(", "),
                "Name one of these",
            )
        })?;
        let keeping = self.keep.open(given.drawn_seed.as_deref())?;
        let log = log::of(&given)?;
        let shared = Shared::new(std::slice::from_ref(&plan));
        let meanwhile = Meanwhile::Keep(&keeping);
        let done = execute::run(shared.tasks(), log.as_ref(), self.resources, meanwhile)?;
        let results = plan.merge(&shared.of_plan(0, &done));
        keeping.finish()?;
        let scene = Scene {
            title: self.title.as_deref().unwrap_or(&given.scenario.title),
            ..Scene::of(&plan, &results)
        };
        let figure = (kind.build)(&scene, &choice);
        let mut figure = figure.ok_or_else(|| self.cannot("has nothing to show here"))?;
        say::result(&self.printed(&mut *figure, &source)?)
    }

    fn printed(&self, figure: &mut dyn Figure, source: &str) -> Result<String, Failure> {
        match self.format {
            Format::Latex => {
                let text = figure.latex(source);
                Ok(text.ok_or_else(|| {
                    let wrong = format!("is latex, and {:?} has no curve here", self.kind);
                    let remedy = "Name one of these, or sweep something";
                    Problem::new("--format", wrong, "svg, table, method", remedy)
                })?)
            }
            Format::Table => {
                let numbers = figure.numbers().map_err(|why| self.cannot(&why))?;
                Ok(latex::table(&numbers, source))
            }
            Format::Svg | Format::Method => {
                let theme = match self.theme {
                    Colours::Light => Theme::light(1.0),
                    Colours::Dark => Theme::dark(1.0),
                };
                Ok(svg(figure, self.width, &theme, source).map_err(|why| self.cannot(&why))?)
            }
        }
    }

    /// What is chosen to be shown.
    fn choice(&self, plan: &Plan) -> Result<Choice, Failure> {
        let scenario = plan.scenario();
        let found = measure::of(scenario).find(|own| own.key == self.measure);
        let metric = found.ok_or_else(|| {
            let keys: Vec<&str> = measure::of(scenario).map(|own| own.key).collect();
            let wrong = format!("is {:?}", self.measure);
            Problem::new("--measure", wrong, keys.join(", "), "Name one of these")
        })?;
        let count = scenario.schedulers.len();
        if let Some(place) = self.baseline.filter(|&place| place >= count) {
            let allowed = format!("0 to {}", count.saturating_sub(1));
            return Err(Problem::new("--baseline", format!("is {place}"), allowed, "").into());
        }
        let ratio = self.ratio;
        Ok(Choice {
            metric: metric.key,
            x: self.x,
            fixed: self.at,
            baseline: (self.baseline).map(|scheduler| Baseline { scheduler, ratio }),
            log: self.log,
            ..Choice::default()
        })
    }

    fn cannot(&self, why: &str) -> Problem {
        let wrong = format!("{:?} {why}", self.kind);
        Problem::new("--kind", wrong, "another kind of figure", "Name another")
    }
}

/// The arguments of this process but its `--format`, as they are written in a shell.
fn arguments_but_format() -> String {
    let all = env::args_os().skip(1);
    let mut all = all.map(|own| own.to_string_lossy().into_owned());
    let mut kept = Vec::new();
    while let Some(own) = all.next() {
        if own == "--format" {
            all.next();
        } else if !own.starts_with("--format=") {
            kept.push(own);
        }
    }
    // Only a zero byte has no form in a shell, and no argument has one.
    shlex::try_join(kept.iter().map(String::as_str)).unwrap_or_default()
}
