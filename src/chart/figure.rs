//! Figures, kinds of figures, and their input. All kinds are listed in [`FIGURES`](crate::chart::FIGURES); tabs,
//! exports and reports use only this list.

use std::fmt;

use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::svg;
use crate::chart::kit::theme::Theme;
use crate::chart::plane::surface_projection::Camera;
use crate::experiment::measure::{self, Measure};
use crate::experiment::{Plan, Results, is_sample};
use crate::export::table::Table;
use crate::paper::Row;
use crate::scenario::Scenario;

/// A figure. Methods with a default are optional: for figures with a table, with pointing, or with turning.
pub trait Figure {
    /// Preferred height for a width \[CSS px\].
    fn height(&self, width: f64, theme: &Theme) -> f64;

    /// Text description of the figure, for accessibility.
    fn summary(&self) -> String;

    /// Lays out and draws the figure in an area. Stores the layout, to find later what is under the pointer.
    ///
    /// # Errors
    /// Errors of the device.
    fn draw(&mut self, device: &mut dyn Device, area: Area, theme: &Theme) -> Drawn;

    /// Caption: the content and how to read it; for some figures only known after drawing.
    fn caption(&self, _scene: &Scene) -> String {
        String::new()
    }

    /// The numbers as a table.
    ///
    /// # Errors
    /// If there is no table; the error is the reason.
    fn numbers(&self) -> Result<Table, String> {
        Err(String::new())
    }

    /// The figure for LaTeX; `None` if pgfplots has no suitable axes. `source` is its origin.
    fn latex(&self, _source: &str) -> Option<String> {
        None
    }

    /// The value at a pixel.
    fn at(&self, _pixel: Point) -> Option<Datum> {
        None
    }

    /// The next value in a direction; from `None`, the first value.
    fn step(&self, _from: Option<Datum>, _step: Step) -> Option<Datum> {
        None
    }

    /// Description of a value; `None` if the value does not exist.
    fn read_out(&self, _datum: Datum) -> Option<String> {
        None
    }

    /// Marks a value and shows its read-out, over the drawn figure.
    ///
    /// # Errors
    /// Errors of the device.
    fn mark(&self, _device: &mut dyn Device, _theme: &Theme, _datum: Datum) -> Drawn {
        Ok(())
    }

    /// The series whose legend entry is at a pixel.
    fn legend_at(&self, _pixel: Point) -> Option<usize> {
        None
    }

    /// The series in the legend.
    fn legend(&self) -> Vec<Named<'_>> {
        Vec::new()
    }

    /// Redraws the figure with one series in front, with the same layout.
    ///
    /// # Errors
    /// Errors of the device.
    fn emphasise(&self, _device: &mut dyn Device, _theme: &Theme, _series: usize) -> Drawn {
        Ok(())
    }

    /// True if the measure can have a logarithmic axis.
    fn can_be_log(&self) -> bool {
        false
    }

    /// The run of a value: index of its point in the plan, and index of its scheduler.
    fn run(&self, _datum: Datum) -> Option<(usize, usize)> {
        None
    }

    /// Sets the camera; returns true if the figure can be turned.
    fn turn(&mut self, _camera: Camera) -> bool {
        false
    }

    /// The values that are animated when the figure replaces a similar one; `None` for kinds without animation.
    fn moving(&mut self) -> Option<Moving<'_>> {
        None
    }
}

/// A series in the legend.
#[derive(Clone, Copy, Debug)]
pub struct Named<'f> {
    /// Index of the series.
    pub series: usize,
    /// Full name; the legend may show a shortened one.
    pub name: &'f str,
    /// True if the series is hidden.
    pub hidden: bool,
    /// Area of its legend entry.
    pub area: Area,
}

/// The values of a figure that are animated between two experiments.
#[derive(Debug)]
pub struct Moving<'f> {
    /// Names of the values: values are animated between figures with equal names.
    pub of: Vec<&'f str>,
    /// The values, in a fixed order.
    pub values: Vec<&'f mut f64>,
}

impl fmt::Debug for dyn Figure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.summary())
    }
}

/// A figure as an SVG document; `width` in CSS px. `source` (may be empty) is its origin.
///
/// # Errors
/// If the figure cannot be drawn.
pub fn svg(figure: &mut dyn Figure, width: u32, theme: &Theme, source: &str) -> Result<String, String> {
    let height = figure.height(f64::from(width), theme) as u32;
    let words = figure.summary();
    svg::document((width, height), theme, &words, source, |device, theme, area| figure.draw(device, area, theme))
}

/// A kind of figure.
#[derive(Clone, Copy, Debug)]
pub struct FigureKind {
    /// Name in links.
    pub name: &'static str,
    /// Label in menus.
    pub label: &'static str,
    /// Suffix of the names of exported files, and label of the figure in the export menu.
    pub file: (&'static str, &'static str),
    /// Number of parameters on the figure's axes.
    pub over: Over,
    /// True if the kind is available for a scenario.
    pub offered: fn(&Scenario) -> bool,
    /// True if a scenario with this kind opens with it by default.
    pub usual: bool,
    /// True for measures that the kind can show.
    pub shows: fn(&Measure) -> bool,
    /// True if the figure shows one chosen scheduler.
    pub of_one: bool,
    /// True if schedulers can be compared with a baseline.
    pub compares: bool,
    /// True if the figure can show published values without results.
    pub published: bool,
    /// Builds the figure.
    pub build: fn(&Scene, &Choice) -> Option<Box<dyn Figure>>,
    /// The figures of this kind in a report of an experiment.
    pub report: fn(&Scene) -> Vec<Box<dyn Figure>>,
}

impl FigureKind {
    /// Default fields of a kind.
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

    /// The measures of a scenario that this kind of figure can show.
    pub fn measures(&self, scenario: &Scenario) -> impl Iterator<Item = &'static Measure> {
        let shows = self.shows;
        measure::of(scenario).filter(move |own| shows(own))
    }
}

/// Number of parameters on the axes of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// One parameter, or none.
    One,
    /// Two parameters.
    Two,
}

/// Input of a figure: an experiment and its results so far.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The experiment.
    pub plan: &'a Plan,
    /// Its results so far.
    pub results: &'a Results,
    /// The published values.
    pub published: Option<&'a Row>,
    /// Name of the scheduler whose improvement a report examines.
    pub improver: Option<&'a str>,
    /// The experiment as it was before a value began to move, with its results.
    pub former: Option<(&'a Plan, &'a Results)>,
    /// True if there are no results because the log is not available.
    pub without_log: bool,
    /// True for old results that are shown while new ones are computed.
    pub faded: bool,
    /// Heading; may be empty.
    pub title: &'a str,
}

impl<'a> Scene<'a> {
    /// An experiment with its results.
    pub fn of(plan: &'a Plan, results: &'a Results) -> Scene<'a> {
        Scene {
            plan,
            results,
            published: None,
            improver: None,
            former: None,
            without_log: false,
            faded: false,
            title: "",
        }
    }

    /// The scenario.
    pub fn scenario(&self) -> &'a Scenario {
        self.plan.scenario()
    }

    /// Text such as "Means over 3 replications", or "One run each" if the replications are no sample.
    pub fn means(&self) -> String {
        match self.is_sample() {
            false => "One run each".to_owned(),
            true => format!("Means over {} replications", self.scenario().experiment.replications),
        }
    }

    /// True if the replications are a [sample](is_sample).
    pub fn is_sample(&self) -> bool {
        is_sample(self.scenario())
    }
}

/// The choices of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Index of the sweep on the x axis.
    pub x: usize,
    /// Index of the fixed value of the other sweep, if there is one.
    pub fixed: usize,
    /// Name of the measure.
    pub metric: &'static str,
    /// Index of the scheduler, for figures of one scheduler.
    pub scheduler: usize,
    /// The baseline of comparisons, if any.
    pub baseline: Option<Baseline>,
    /// Hidden schedulers in curves, as a bit mask.
    pub hidden: u64,
    /// True for a logarithmic axis of the measure.
    pub log: bool,
    /// View of a 3-D surface.
    pub camera: Camera,
}

/// A scheduler that the others are compared with, on the same jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Baseline {
    /// Index of the scheduler.
    pub scheduler: usize,
    /// True for ratios to the baseline, false for differences.
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
    /// The choice, with a sweep, a value and a scheduler that exist in the scenario.
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

    /// True if the scheduler is hidden in curves.
    pub fn hides(&self, scheduler: usize) -> bool {
        scheduler < 64 && self.hidden >> scheduler & 1 == 1
    }

    /// Indices of the points along the x axis, in the order of its sweep.
    pub fn points(&self, scenario: &Scenario) -> Vec<usize> {
        match scenario.experiment.sweep.as_slice() {
            [] => vec![0],
            [only] => (0..only.values.len()).collect(),
            // In the list of points, the value of the second sweep changes fastest.
            [first, second, ..] if self.x == 0 => {
                (0..first.values.len()).map(|i| i * second.values.len() + self.fixed).collect()
            }
            [_, second, ..] => (0..second.values.len()).map(|i| self.fixed * second.values.len() + i).collect(),
        }
    }
}

/// A value of a figure, as two indices: series and point, or column and row.
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

    /// Each kind can be drawn and has a description, a caption and a table; every value that keys reach has a read-out
    /// and belongs to a run of the plan.
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

    /// The second value of the first sweep with the third value of the second sweep is the last point of the plan.
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
