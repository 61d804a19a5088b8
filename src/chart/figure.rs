//! What a figure is, what a kind of figure is, and what a figure is made of. The kinds there are stand in
//! [`FIGURES`](crate::chart::FIGURES); tabs, exports and reports know no other.

use std::fmt;

use crate::chart::curve::curves::CurveChart;
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::svg;
use crate::chart::kit::theme::Theme;
use crate::chart::plane::surface_projection::Camera;
use crate::experiment::measure::{self, Measure};
use crate::experiment::{Plan, Results};
use crate::export::table::Table;
use crate::paper::Row;
use crate::scenario::Scenario;

/// A figure. What has a default is for figures that can be read as a table, pointed at or turned.
pub trait Figure {
    /// The height in CSS pixels that suits it at a width in CSS pixels.
    fn height(&self, width: f64, theme: &Theme) -> f64;

    /// The figure in words, for those who do not see it.
    fn summary(&self) -> String;

    /// Lays it out in an area and draws it. Where everything is stays known, for pointing at it.
    ///
    /// # Errors
    /// Those of the device.
    fn draw(&mut self, device: &mut dyn Device, area: Area, theme: &Theme) -> Drawn;

    /// What is drawn and how to read it; of some figures not known before they are drawn.
    fn caption(&self, _scene: &Scene) -> String {
        String::new()
    }

    /// Its numbers.
    ///
    /// # Errors
    /// Why there is no table of them.
    fn numbers(&self) -> Result<Table, String> {
        Err(String::new())
    }

    /// The figure for LaTeX; none of a kind that pgfplots has no axes for. `source` says where it comes from.
    fn latex(&self, _source: &str) -> Option<String> {
        None
    }

    /// Single values without an axis, of which a page makes bars of its own.
    fn bars(&self) -> Option<&CurveChart> {
        None
    }

    /// The value at a pixel.
    fn at(&self, _pixel: Point) -> Option<Datum> {
        None
    }

    /// The next value in a direction; from nowhere, the first.
    fn step(&self, _from: Option<Datum>, _step: Step) -> Option<Datum> {
        None
    }

    /// A value in words; none if there is no such value.
    fn read_out(&self, _datum: Datum) -> Option<String> {
        None
    }

    /// Marks a value and reads it out, over the figure as it has been drawn.
    ///
    /// # Errors
    /// Those of the device.
    fn mark(&self, _device: &mut dyn Device, _theme: &Theme, _datum: Datum) -> Drawn {
        Ok(())
    }

    /// The series whose entry in the legend is at a pixel.
    fn legend_at(&self, _pixel: Point) -> Option<usize> {
        None
    }

    /// The series that the legend names.
    fn legend(&self) -> Vec<Named<'_>> {
        Vec::new()
    }

    /// Draws it anew with one series before all others, as it was laid out.
    ///
    /// # Errors
    /// Those of the device.
    fn emphasise(&self, _device: &mut dyn Device, _theme: &Theme, _series: usize) -> Drawn {
        Ok(())
    }

    /// Whether its measure can have a logarithmic axis.
    fn can_be_log(&self) -> bool {
        false
    }

    /// The run that a value comes from: indices of its point in the plan and of its scheduler.
    fn run(&self, _datum: Datum) -> Option<(usize, usize)> {
        None
    }

    /// Turns it as a camera sees it; whether it can be turned.
    fn turn(&mut self, _camera: Camera) -> bool {
        false
    }

    /// What moves when it takes the place of a figure like it; nothing of a kind that is exchanged as a whole.
    fn moving(&mut self) -> Option<Moving<'_>> {
        None
    }
}

/// A series as the legend names it.
#[derive(Clone, Copy, Debug)]
pub struct Named<'f> {
    /// Index of the series.
    pub series: usize,
    /// Its whole name, of which the legend may have room for a part only.
    pub name: &'f str,
    /// Whether it is left out of the figure.
    pub hidden: bool,
    /// Where its entry stands.
    pub area: Area,
}

/// The values of a figure that move from one experiment to another.
#[derive(Debug)]
pub struct Moving<'f> {
    /// What they are: values move between figures in which this is equal.
    pub of: Vec<&'f str>,
    /// The values, in an order of their own.
    pub values: Vec<&'f mut f64>,
}

impl fmt::Debug for dyn Figure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.summary())
    }
}

/// A figure as an SVG document of a width in CSS pixels. `source` (may be empty) is where it comes from.
///
/// # Errors
/// If it cannot be drawn.
pub fn svg(figure: &mut dyn Figure, width: u32, theme: &Theme, source: &str) -> Result<String, String> {
    let height = figure.height(f64::from(width), theme) as u32;
    let words = figure.summary();
    svg::document((width, height), theme, &words, source, |device, theme, area| figure.draw(device, area, theme))
}

/// A kind of figure.
#[derive(Clone, Copy, Debug)]
pub struct FigureKind {
    /// Its name in links.
    pub name: &'static str,
    /// What it is called where kinds can be chosen.
    pub label: &'static str,
    /// How files with it end, and what it is called where files are saved.
    pub file: (&'static str, &'static str),
    /// What its values are shown over.
    pub over: Over,
    /// Whether there is one of a scenario.
    pub offered: fn(&Scenario) -> bool,
    /// Whether a scenario of which there is one is made to show it.
    pub usual: bool,
    /// The measures that it can show.
    pub shows: fn(&Measure) -> bool,
    /// Whether it shows one scheduler, which is to be chosen.
    pub of_one: bool,
    /// Whether schedulers can be compared with one of them.
    pub compares: bool,
    /// Whether it shows what was published, so that it needs no results.
    pub published: bool,
    /// The figure.
    pub build: fn(&Scene, &Choice) -> Option<Box<dyn Figure>>,
    /// Those that a report has of an experiment.
    pub report: fn(&Scene) -> Vec<Box<dyn Figure>>,
}

impl FigureKind {
    /// What most kinds have in common.
    pub const PLAIN: FigureKind = FigureKind {
        name: "",
        label: "",
        file: ("", ""),
        over: Over::One,
        offered: |_| true,
        usual: false,
        shows: |_| true,
        of_one: false,
        compares: false,
        published: false,
        build: |_, _| None,
        report: |_| Vec::new(),
    };

    /// The measures of a scenario that it can show.
    pub fn measures(&self, scenario: &Scenario) -> impl Iterator<Item = &'static Measure> {
        let shows = self.shows;
        measure::of(scenario).filter(move |own| shows(own))
    }
}

/// What values are shown over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// One parameter, or none.
    One,
    /// Two parameters.
    Two,
}

/// What a figure is made of: an experiment and what has come of it so far.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The experiment.
    pub plan: &'a Plan,
    /// Its results so far.
    pub results: &'a Results,
    /// What was published of it.
    pub published: Option<&'a Row>,
    /// The scheduler whose improvement over the others a report looks at.
    pub improver: Option<&'a str>,
    /// There are no results, for the experiment's log is not at hand.
    pub without_log: bool,
    /// Old results shown while new ones are computed.
    pub faded: bool,
    /// Heading; may be empty.
    pub title: &'a str,
}

impl<'a> Scene<'a> {
    /// An experiment with its results.
    pub fn of(plan: &'a Plan, results: &'a Results) -> Scene<'a> {
        Scene { plan, results, published: None, improver: None, without_log: false, faded: false, title: "" }
    }

    /// The scenario.
    pub fn scenario(&self) -> &'a Scenario {
        self.plan.scenario()
    }

    /// "Means over 3 replications".
    pub fn means(&self) -> String {
        match self.scenario().experiment.replications {
            1 => "One run each".to_owned(),
            several => format!("Means over {several} replications"),
        }
    }
}

/// What was chosen to be shown of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Index of the sweep on the x axis.
    pub x: usize,
    /// Index of the value at which the other sweep, if there is one, is held.
    pub fixed: usize,
    /// Name of the measure.
    pub metric: &'static str,
    /// Index of the scheduler, where one is shown.
    pub scheduler: usize,
    /// The scheduler with which the others are compared, if they are.
    pub baseline: Option<Baseline>,
    /// Schedulers that curves leave out, a bit each.
    pub hidden: u64,
    /// Whether the measure has a logarithmic axis.
    pub log: bool,
    /// Where a surface is seen from.
    pub camera: Camera,
}

/// A scheduler with which others are compared on the same jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Baseline {
    /// Index of the scheduler.
    pub scheduler: usize,
    /// Their values over its, instead of less its.
    pub ratio: bool,
}

impl Default for Choice {
    fn default() -> Choice {
        Choice {
            x: 0,
            fixed: 0,
            metric: measure::first().key,
            scheduler: 0,
            baseline: None,
            hidden: 0,
            log: false,
            camera: Camera::default(),
        }
    }
}

impl Choice {
    /// The choice, moved to what the scenario has.
    pub fn within(&self, scenario: &Scenario) -> Choice {
        let sweep = &scenario.experiment.sweep;
        let x = if self.x < sweep.len() { self.x } else { 0 };
        let other = sweep.get(1 - x.min(1)).filter(|_| sweep.len() > 1);
        Choice {
            x,
            fixed: self.fixed.min(other.map_or(0, |sweep| sweep.values.len().saturating_sub(1))),
            metric: measure::of(scenario).find(|own| own.key == self.metric).unwrap_or(measure::first()).key,
            baseline: (self.baseline).filter(|own| own.scheduler < scenario.schedulers.len()),
            ..*self
        }
    }

    /// Whether curves leave out the scheduler at a place.
    pub fn hides(&self, scheduler: usize) -> bool {
        scheduler < 64 && self.hidden >> scheduler & 1 == 1
    }

    /// Indices of the points along the x axis, in the order of its sweep.
    pub fn points(&self, scenario: &Scenario) -> Vec<usize> {
        match scenario.experiment.sweep.as_slice() {
            [] => vec![0],
            [only] => (0..only.values.len()).collect(),
            // The second sweep runs fastest.
            [first, second, ..] if self.x == 0 => {
                (0..first.values.len()).map(|i| i * second.values.len() + self.fixed).collect()
            }
            [_, second, ..] => (0..second.values.len()).map(|i| self.fixed * second.values.len() + i).collect(),
        }
    }
}

/// One of the values of a figure, by two indices that the figure gives a meaning: series and point, or column and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Datum(pub usize, pub usize);

/// A direction of a keyboard step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the next smaller x.
    Left,
    /// To the next larger x.
    Right,
    /// To the next larger y; to the series above at this x.
    Up,
    /// To the next smaller y; to the series below at this x.
    Down,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::kit::recorder::Recorder;
    use crate::chart::{FIGURES, figures_over};
    use crate::experiment;
    use std::collections::BTreeSet;

    fn small(experiment: &str) -> (Plan, Results) {
        let text = format!(
            r#"{{"workload": {{"jobs_per_cluster": 40}}, "schedulers": ["no-share", "b3"], "experiment": {experiment}}}"#
        );
        let scenario = Scenario::from_json(&text).unwrap();
        let results = experiment::run(&scenario, None).unwrap();
        (Plan::new(&scenario).unwrap(), results)
    }

    const TWO: &str = r#"{"replications": 2, "sweep": [{"parameter": "workload.bsbw_mbps", "values": [900, 300]},
        {"parameter": "schedulers.*.lslt", "values": [1, 0.7, 0.4]}]}"#;
    const NONE: &str = r#"{"replications": 2, "sweep": [], "detail": "jobs"}"#;

    fn labels(over: Over, scenario: &Scenario) -> Vec<&'static str> {
        let kinds = figures_over(over, scenario);
        kinds.into_iter().map(|kind| kind.label).collect()
    }

    #[test]
    fn a_scenario_has_its_kinds_of_figure() {
        let two = small(TWO).0;
        assert_eq!(labels(Over::One, two.scenario()), ["means", "box plots"]);
        assert_eq!(labels(Over::Two, two.scenario()), ["3-D surface", "Heat map", "Who is best", "Improvement"]);
        let none = small(NONE).0;
        assert_eq!(labels(Over::One, none.scenario()), ["means", "box plots", "each job"]);
        assert!(labels(Over::Two, none.scenario()).is_empty());
        let distinct: BTreeSet<_> = FIGURES.iter().map(|kind| kind.label).collect();
        assert_eq!(distinct.len(), FIGURES.len());
    }

    /// Each is drawn, has words, a caption and a table; every value that keys reach can be
    /// read out and comes from a run of the plan.
    #[test]
    fn every_kind_is_a_whole_figure() {
        let theme = Theme::light(1.0);
        for experiment in [TWO, NONE] {
            let (plan, results) = small(experiment);
            let scene = Scene::of(&plan, &results);
            let offered = FIGURES.iter().filter(|kind| (kind.offered)(plan.scenario()));
            for kind in offered {
                let mut figure = (kind.build)(&scene, &Choice::default()).unwrap();
                let mut recorder = Recorder::new(800, figure.height(800.0, &theme) as u32);
                let area = Area::sized(800.0, figure.height(800.0, &theme));
                figure.draw(&mut recorder, area, &theme).unwrap();
                assert!(!recorder.calls.is_empty(), "{}", kind.label);
                let same = FIGURES.iter().filter(|own| own.name == kind.name);
                assert_eq!(same.count(), 1, "{}", kind.name);
                assert!(!figure.summary().is_empty() && !figure.caption(&scene).is_empty());
                let table = figure.numbers().unwrap();
                let even = table.rows.iter().all(|row| row.len() == table.heads.len());
                assert!(even && !table.rows.is_empty(), "{}: {table:?}", kind.label);
                let Some(mut at) = figure.step(None, Step::Right) else {
                    continue;
                };
                for step in [Step::Right, Step::Up, Step::Up, Step::Left, Step::Down] {
                    assert!(figure.read_out(at).is_some(), "{} {at:?}", kind.label);
                    figure.mark(&mut recorder, &theme, at).unwrap();
                    let (point, scheduler) = figure.run(at).unwrap();
                    assert!(point < plan.points().len() && scheduler < 2);
                    at = figure.step(Some(at), step).unwrap();
                }
                assert_eq!(figure.read_out(Datum(99, 99)), None);
            }
        }
    }

    /// The second value of the first sweep, with the second held at its third value, is the last point of the plan.
    #[test]
    fn a_value_comes_from_its_run() {
        let (plan, results) = small(TWO);
        let scene = Scene::of(&plan, &results);
        let choice = Choice { fixed: 2, ..Choice::default() };
        let figures = |over| figures_over(over, plan.scenario()).into_iter();
        let curves = (figures(Over::One).next().unwrap().build)(&scene, &choice).unwrap();
        assert_eq!(curves.run(Datum(1, 1)), Some((5, 1)));
        // Values rise along both axes.
        for kind in figures(Over::Two).filter(|kind| kind.of_one) {
            let figure = (kind.build)(&scene, &Choice::default()).unwrap();
            assert_eq!(figure.run(Datum(0, 0)), Some((5, 0)), "{}", kind.label);
            assert_eq!(figure.run(Datum(1, 2)), Some((0, 0)), "{}", kind.label);
        }
        let without_log = Scene { without_log: true, ..scene };
        let kind = FIGURES.iter().find(|kind| kind.published).unwrap();
        let figure = (kind.build)(&without_log, &choice).unwrap();
        assert_eq!(figure.run(Datum(0, 0)), None);
    }
}
