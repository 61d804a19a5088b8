//! Box plots of the spread of results over the replications (e.g. speed vectors). A box extends from the first to the
//! third quartile and shows the median; whiskers extend to the extremes; each replication is a point.

mod drawing;

use crate::chart::curve::results::held;
use crate::chart::curve::results::{marked_label, name_of, result_of};
use crate::chart::figure::{Choice, Figure, FigureKind, Scene};
use crate::chart::kit::area::Area;
use crate::chart::kit::axis::span;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::heading::Heading;
use crate::chart::kit::series_style::SeriesStyle;
use crate::chart::kit::theme::Theme;
use crate::chart::kit::time_unit::TimeUnit;
use crate::experiment::{Plan, Results, RunResult, is_sample, measure, spread};
use crate::export::table::Table;
use crate::metrics::spread::Spread;
use crate::scenario::swept;
use crate::words::number::{self, Style};

/// Padding inside the figure \[CSS px\].
const PAD: f64 = 10.0;
/// Unstable boxes extend the axis at most to this multiple of the largest stable value.
const FLAT: f64 = 3.0;

/// Boxes in groups.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoxChart {
    /// Heading; may be empty.
    pub title: String,
    /// Name of the swept parameter; empty if nothing is swept.
    pub x_label: String,
    /// The measure with its unit, such as "Mean turnaround \[s\]".
    pub y_label: String,
    /// Number style of the measure.
    pub y_style: Style,
    /// A group per value of the parameter.
    pub groups: Vec<Group>,
    /// The schedulers, in their order.
    pub names: Vec<String>,
    /// Their colours.
    pub looks: Vec<SeriesStyle>,
    /// True for old results that are shown while new ones are computed.
    pub faded: bool,
    /// True for precomputed results that have this measure only for all replications together.
    pub taken_together: bool,
}

/// The boxes at one value of the parameter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// The value.
    pub label: String,
    /// A box per scheduler; `None` with fewer than two replications.
    pub boxes: Vec<Option<Spot>>,
}

/// One box.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// Five-number summary and coefficient of variation.
    pub spread: Spread,
    /// The values of the replications.
    pub points: Vec<f64>,
    /// True if the queue grew without bound.
    pub unstable: bool,
}

impl Spot {
    /// "CV 4.2 %"
    fn cv(&self) -> String {
        format!("CV {}", number::percent(self.spread.cv))
    }
}

/// Boxes over the replications.
pub const BOXES: FigureKind = FigureKind {
    name: "boxes",
    label: "box plots",
    file: ("boxes", "Box plots"),
    offered: is_sample,
    build: |scene, choice| {
        Some(Box::new(BoxChart {
            title: scene.title.to_owned(),
            faded: scene.faded,
            ..chart(scene.plan, scene.results, choice)
        }))
    },
    report: reported,
    ..FigureKind::PLAIN
};

/// The figures in a report: the spread of turnaround and of bounded slowdown over the replications, if these differ.
/// Only experiments with published improvements have such figures, because their papers also report the spread.
fn reported(scene: &Scene) -> Vec<Box<dyn Figure>> {
    let mut figures: Vec<Box<dyn Figure>> = Vec::new();
    if scene.published.is_none() {
        return figures;
    }
    let second = scene.scenario().experiment.sweep.get(1);
    for fixed in 0..second.map_or(1, |sweep| sweep.values.len()) {
        for metric in ["mean_turnaround_s", "mean_bounded_slowdown"] {
            let choice = Choice { metric, fixed, ..Choice::default() };
            let mut chart = chart(scene.plan, scene.results, &choice);
            if chart.varies() {
                if second.is_some() {
                    chart.y_label = format!("{}, {}", chart.y_label, held(scene, fixed));
                }
                figures.push(Box::new(chart));
            }
        }
    }
    figures
}

/// A chart of the spread of the chosen measure at the chosen points.
fn chart(plan: &Plan, results: &Results, choice: &Choice) -> BoxChart {
    let scenario = plan.scenario();
    let metric = measure::find(choice.metric);
    let sweep = scenario.experiment.sweep.get(choice.x);
    let names: Vec<String> = (0..scenario.schedulers.len()).map(|index| name_of(plan, index)).collect();
    let indices = choice.points(scenario);
    let values = |run: &RunResult| -> Vec<f64> {
        let each = run.each.iter().flatten().map(|own| metric.value(own));
        each.filter(|value| value.is_finite()).collect()
    };
    let runs = || {
        let points = indices.iter().filter_map(|at| results.points.get(*at));
        points.flat_map(|point| &point.results)
    };
    let is_taken_together = |run: &RunResult| {
        run.each.iter().flatten().count() > 1 && values(run).is_empty() && metric.value(run).is_finite()
    };
    let taken_together = runs().any(is_taken_together);
    let all = runs().flat_map(|run| values(run).into_iter().map(|value| (value, run.unstable)));
    let unit = TimeUnit::of_measure(metric.unit, metric.style, all);
    let group = |(at, index): (usize, usize)| {
        let spot = |name: &String| {
            let run = result_of(results.points.get(index)?, name)?;
            let points: Vec<f64> = values(run).iter().map(|own| own / unit.seconds).collect();
            Some(Spot { spread: spread::of_values(&points)?, points, unstable: run.unstable })
        };
        let value = sweep.and_then(|sweep| sweep.values.get(at));
        Group {
            label: value.map_or_else(String::new, |&value| number::plain(value)),
            boxes: names.iter().map(spot).collect(),
        }
    };
    BoxChart {
        title: String::new(),
        x_label: sweep.map_or_else(String::new, |sweep| swept::spelled_axis(scenario, &sweep.parameter)),
        y_label: unit.in_label(&metric.axis()),
        y_style: metric.style,
        groups: indices.into_iter().enumerate().map(group).collect(),
        names: (0..names.len()).map(|index| marked_label(plan, results, index)).collect(),
        looks: SeriesStyle::of_schedulers(scenario),
        faded: false,
        taken_together,
    }
}

impl BoxChart {
    fn spots(&self) -> impl Iterator<Item = &Spot> {
        self.groups.iter().flat_map(|group| group.boxes.iter().flatten())
    }

    /// Message that is shown if there are no boxes.
    fn missing(&self) -> &'static str {
        match self.taken_together {
            true => "computed beforehand, this measure of all replications together: “Compute it here” shows the boxes",
            false => "no finished replications yet, or only one",
        }
    }

    /// The largest value that is shown. Parts of unstable boxes above this value are cut off, because they would
    /// flatten the stable boxes to lines.
    fn most(&self) -> f64 {
        let most = |spots: &mut dyn Iterator<Item = &Spot>| {
            let values = spots.flat_map(|spot| &spot.points).copied();
            values.filter(|value| value.is_finite()).fold(0.0, f64::max)
        };
        let all = most(&mut self.spots());
        let stable = most(&mut self.spots().filter(|spot| !spot.unstable));
        match stable > 0.0 && all > FLAT * stable {
            true => stable,
            false if all > 0.0 => all,
            false => 1.0,
        }
    }

    /// True if the replications differ at any point.
    fn varies(&self) -> bool {
        self.spots().any(|spot| spot.spread.cv > 0.0)
    }

    /// Text: the unstable schedulers and the points at which they are unstable.
    fn unstable(&self) -> Vec<String> {
        let of = |(index, name): (usize, &String)| {
            let grew = |group: &&Group| {
                let spot = group.boxes.get(index).and_then(Option::as_ref);
                spot.is_some_and(|spot| spot.unstable)
            };
            let groups = self.groups.iter().filter(grew);
            let places: Vec<&str> = groups.map(|group| &*group.label).collect();
            let text = format!("{name} {}", places.join(", "));
            (!places.is_empty()).then(|| text.trim_end().to_owned())
        };
        self.names.iter().enumerate().filter_map(of).collect()
    }

    /// Rows of the table: one per group and scheduler.
    fn rows(&self) -> Vec<Vec<String>> {
        let plain = |value: f64| number::quantity(value, "", self.y_style);
        let row = |group: &Group, name: &String, spot: &Spot| {
            let Spread { smallest, p25, median, p75, largest, .. } = spot.spread;
            let first = match group.label.as_str() {
                "" => name.clone(),
                label => format!("{label}, {name}"),
            };
            let numbers = [smallest, p25, median, p75, largest].map(plain);
            let cv = number::percent(spot.spread.cv);
            std::iter::once(first).chain(numbers).chain([cv]).collect()
        };
        let mut rows = Vec::new();
        for group in &self.groups {
            for (name, spot) in self.names.iter().zip(&group.boxes) {
                rows.extend(spot.as_ref().map(|spot| row(group, name, spot)));
            }
        }
        rows
    }

    /// Heads of the table's columns.
    fn heads() -> [&'static str; 7] {
        ["", "Smallest", "First quartile", "Median", "Third quartile", "Largest", "CV"]
    }
}

impl Figure for BoxChart {
    fn height(&self, width: f64, theme: &Theme) -> f64 {
        380.0 + Heading::height(&self.title, width - 2.0 * PAD, theme)
    }

    fn summary(&self) -> String {
        summary(self)
    }

    fn draw(&mut self, device: &mut dyn Device, area: Area, theme: &Theme) -> Drawn {
        drawing::draw(device, area, self, theme)
    }

    fn caption(&self, scene: &Scene) -> String {
        let mut caption = format!(
            "{} of {} replications. Boxes reach from the first to the third quartile, with the median across, whiskers to \
             the ends. CV, in the table of numbers: coefficient of variation.",
            self.y_label,
            scene.scenario().experiment.replications
        );
        let unstable = self.unstable();
        if !unstable.is_empty() {
            let names = unstable.join("; ");
            caption.push_str(&format!(" Unstable, so that values grow with the length of the run: {names}."));
            if self.spots().any(|spot| spot.spread.largest > self.most()) {
                caption.push_str(" A triangle at the upper edge: the box goes on beyond.");
            }
        }
        caption
    }

    fn numbers(&self) -> Result<Table, String> {
        Ok(Table {
            title: self.y_label.clone(),
            heads: BoxChart::heads().map(str::to_owned).to_vec(),
            rows: self.rows(),
            ..Table::default()
        })
    }
}

/// Text description: per scheduler the range of its coefficients of variation.
fn summary(chart: &BoxChart) -> String {
    let in_words = |(index, name): (usize, &String)| {
        let spots = chart.groups.iter().filter_map(|group| group.boxes.get(index)?.as_ref());
        let (low, high) = span(spots.map(|spot| spot.spread.cv))?;
        let [low, high] = [low, high].map(number::percent);
        Some(match low == high {
            true => format!("{name} {low}"),
            false => format!("{name} {low} to {high}"),
        })
    };
    let parts: Vec<String> = chart.names.iter().enumerate().filter_map(in_words).collect();
    match parts.is_empty() {
        true => format!("{} over the replications: {}.", chart.y_label, chart.missing()),
        false => format!("{} over the replications, coefficient of variation: {}.", chart.y_label, parts.join(", ")),
    }
}

#[cfg(test)]
mod tests;
