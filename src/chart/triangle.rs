//! A measure over three weights that add up to 1: a point in a triangle per choice of weights, coloured by its result.
//! At a corner, one weight is 1; on the opposite side it is 0.

use crate::chart::curve::results::{marked_label, name_of, result_of};
use crate::chart::figure::{Choice, Figure, FigureKind, Scene};
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::colour_scale::{Bar, ColourScale};
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::heading::{self, Heading};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::read_out;
use crate::chart::kit::text::{LABEL, TICK};
use crate::chart::kit::theme::Theme;
use crate::experiment::measure::{self, Better};
use crate::experiment::{Plan, Results, jobs_of_fewer};
use crate::export::table::Table;
use crate::scenario::{Scenario, Scheduler};
use crate::words::number::{self, Style};

/// Padding inside the figure \[CSS px\].
const PAD: f64 = 12.0;
/// Radius of a point \[CSS px\].
const RADIUS: f64 = 17.0;
/// Distance of lines of equal weight.
const STEP: f64 = 0.2;
const ROOT_3: f64 = 1.732_050_807_568_877_2;

/// A chart of points in a triangle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriangleChart {
    /// Heading; may be empty.
    pub title: String,
    /// Names of the weights: first corner at the top, second at the left, third at the right.
    pub corners: [String; 3],
    /// The measure: "Mean turnaround \[s\]".
    pub z_label: String,
    /// Unit; may be empty.
    pub unit: String,
    /// Number style of the measure.
    pub style: Style,
    /// True if the lowest value is the best.
    pub lower_is_better: bool,
    /// The choices of weights.
    pub spots: Vec<Spot>,
    /// True for old results that are shown while new ones are computed.
    pub faded: bool,
}

/// One choice of weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spot {
    /// Name.
    pub name: String,
    /// The weights; only their ratios matter.
    pub weights: [f64; 3],
    /// The result.
    pub value: f64,
    /// Half width of the 95 % interval; NaN if there is none.
    pub ci95: f64,
}

/// Figure with a point per choice of three weights.
pub const WEIGHTS: FigureKind = FigureKind {
    name: "weights",
    label: "weights",
    file: ("weights", "Weights"),
    offered: is_of,
    usual: true,
    build: |scene, choice| {
        Some(Box::new(TriangleChart {
            title: scene.title.to_owned(),
            faded: scene.faded,
            ..chart(scene.plan, scene.results, choice)?
        }))
    },
    report: |scene| {
        let chart = (WEIGHTS.build)(scene, &Choice::default());
        chart.into_iter().collect()
    },
    ..FigureKind::PLAIN
};

/// A chart of the chosen measure for the schedulers with three weights, in a scenario without a sweep; `None` unless
/// the weights span a triangle.
fn chart(plan: &Plan, results: &Results, choice: &Choice) -> Option<TriangleChart> {
    let scenario = plan.scenario();
    if !is_of(scenario) {
        return None;
    }
    let metric = measure::find(choice.metric);
    let point = results.points.first();
    let schedulers = scenario.schedulers.iter().enumerate();
    let weighing = schedulers.filter_map(|(index, own)| Some((index, weights(own)?)));
    let spots = weighing.map(|(index, weights)| {
        let name = name_of(plan, index);
        let run = point.and_then(|point| result_of(point, &name));
        // A mean over fewer jobs than that of another scheduler has no place in a ranking.
        let all = point.map_or(&[][..], |point| &point.results);
        let run = run.filter(|run| jobs_of_fewer(run, all).is_none());
        Spot {
            weights,
            value: run.map_or(f64::NAN, |run| metric.value(run)),
            ci95: run.and_then(|run| metric.ci95(run)).unwrap_or(f64::NAN),
            name: marked_label(plan, results, index),
        }
    });
    Some(TriangleChart {
        title: String::new(),
        corners: corners(scenario)?,
        z_label: metric.axis(),
        unit: metric.unit.to_owned(),
        style: metric.style,
        lower_is_better: metric.better != Better::Higher,
        spots: spots.collect(),
        faded: false,
    })
}

/// The name of the policy of the first scheduler that has three weights.
fn weighing(scenario: &Scenario) -> &'static str {
    let mut schedulers = scenario.schedulers.iter();
    let first = schedulers.find(|own| weights(own).is_some());
    first.map_or("", |own| own.policy.name())
}

/// Names of the three weights of the first scheduler that has three.
fn corners(scenario: &Scenario) -> Option<[String; 3]> {
    let mut shares = scenario.schedulers.iter().map(|own| own.policy.info().shares);
    shares.find_map(|shares| match shares {
        [(_, a), (_, b), (_, c)] => Some([*a, *b, *c].map(str::to_owned)),
        _ => None,
    })
}

/// The weights of a scheduler with three weights that add up to 1.
fn weights(own: &Scheduler) -> Option<[f64; 3]> {
    let &[(a, _), (b, _), (c, _)] = own.policy.info().shares else {
        return None;
    };
    Some([a, b, c].map(|name| own.number(name)))
}

/// True if the figure is available: nothing is swept, and there are at least three different choices of weights.
fn is_of(scenario: &Scenario) -> bool {
    let weighing = || scenario.schedulers.iter().filter_map(weights);
    let others = weighing().enumerate().filter(|(at, own)| weighing().take(*at).all(|before| before != *own));
    scenario.experiment.sweep.is_empty() && others.count() >= 3
}

impl TriangleChart {
    /// Rows of the table: one per choice of weights, in order.
    fn rows(&self) -> Vec<Vec<String>> {
        let row = |spot: &Spot| {
            let weights = spot.weights.map(|weight| number::quantity(weight, "", Style::Plain));
            let value = number::with_interval(spot.value, half(spot), "", self.style);
            std::iter::once(spot.name.clone()).chain(weights).chain([value]).collect()
        };
        self.spots.iter().map(row).collect()
    }

    /// Heads of the table's columns.
    fn heads(&self) -> Vec<String> {
        let corners = self.corners.iter().cloned();
        std::iter::once(String::new()).chain(corners).chain([self.z_label.clone()]).collect()
    }

    fn finite(&self) -> impl Iterator<Item = (&Spot, [f64; 3])> {
        let shares = |spot: &Spot| {
            let sum: f64 = spot.weights.iter().sum();
            let shares = spot.weights.map(|weight| weight / sum);
            let sound = shares.iter().all(|share| (0.0..=1.0).contains(share));
            (sound && spot.value.is_finite()).then_some(shares)
        };
        let spots = self.spots.iter();
        spots.filter_map(move |spot| Some((spot, shares(spot)?)))
    }

    /// The spots from best to worst.
    fn ranked(&self) -> Vec<&Spot> {
        let mut spots: Vec<&Spot> = self.finite().map(|(spot, _)| spot).collect();
        spots.sort_by(|a, b| match self.lower_is_better {
            true => a.value.total_cmp(&b.value),
            false => b.value.total_cmp(&a.value),
        });
        spots
    }
}

impl Figure for TriangleChart {
    fn height(&self, width: f64, theme: &Theme) -> f64 {
        let heading = Heading::height(&self.title, width - 2.0 * PAD, theme);
        (width * 0.72).clamp(260.0, 560.0) + heading
    }

    fn summary(&self) -> String {
        summary(self)
    }

    fn draw(&mut self, device: &mut dyn Device, area: Area, theme: &Theme) -> Drawn {
        draw(device, area, self, theme)
    }

    fn caption(&self, scene: &Scene) -> String {
        format!(
            "{}. {}: a point for each choice of the three weights of a {} priority; in a corner one \
             weight is all. Ringed: the best.",
            self.z_label,
            scene.means(),
            weighing(scene.scenario())
        )
    }

    fn numbers(&self) -> Result<Table, String> {
        Ok(Table { title: self.z_label.clone(), heads: self.heads(), rows: self.rows(), ..Table::default() })
    }
}

fn half(spot: &Spot) -> f64 {
    if spot.ci95.is_finite() { spot.ci95 } else { 0.0 }
}

/// Text description: the three best choices and the worst.
fn summary(chart: &TriangleChart) -> String {
    let spots = chart.ranked();
    let in_words = |spot: &&Spot| {
        let value = number::with_interval(spot.value, half(spot), &chart.unit, chart.style);
        format!("{} {value}", spot.name)
    };
    let Some(last) = spots.last() else {
        return format!("{} over the weights: no finished runs yet.", chart.z_label);
    };
    let first: Vec<String> = spots.iter().take(3).map(in_words).collect();
    format!(
        "{} over the weights of {}: best for {}; worst for {}.",
        chart.z_label,
        chart.corners.join(", "),
        first.join(", "),
        in_words(last)
    )
}

/// Corners of the triangle in pixels.
struct Corners([Point; 3]);

impl Corners {
    /// The largest triangle that fits in an area.
    fn within(area: &Area) -> Corners {
        let side = area.width().min(area.height() * 2.0 / ROOT_3);
        let (x, height) = (area.centre().0, side * ROOT_3 / 2.0);
        let top = area.y0 + (area.height() - height) / 2.0;
        Corners([(x, top), (x - side / 2.0, top + height), (x + side / 2.0, top + height)])
    }

    /// The position of a choice of weights.
    fn at(&self, shares: [f64; 3]) -> Point {
        let sum = |of: fn(&Point) -> f64| {
            let parts = self.0.iter().zip(shares);
            parts.map(|(corner, share)| of(corner) * share).sum()
        };
        (sum(|corner| corner.0), sum(|corner| corner.1))
    }
}

/// Draws the triangle in an area, with a ring around the best value and a colour bar.
///
/// # Errors
/// Errors of the backend.
fn draw(backend: &mut dyn Device, area: Area, chart: &TriangleChart, theme: &Theme) -> Drawn {
    let mut pen = Pen::new(backend, theme)?;
    let px = |css: f64| theme.px(css);
    let inner = heading::begin(&mut pen, &chart.title, &area, PAD)?;
    let (label, face) = (Type::regular(LABEL, theme.ink), Type::regular(TICK, theme.muted));
    let line = label.height(theme);
    let scale = ColourScale::of(chart.finite().map(|(spot, _)| spot.value));
    let Some(scale) = scale else {
        return read_out::message(&mut pen, "no finished runs yet", &area, label);
    };
    let bar = Bar::width(&scale, chart.style, theme);
    let plot = Area::new(
        inner.x0 + px(RADIUS),
        inner.y0 + 2.0 * line + px(14.0),
        inner.x1 - bar - px(24.0),
        inner.y1 - line - px(RADIUS + 10.0),
    );
    if plot.width() < px(120.0) || plot.height() < px(100.0) {
        return read_out::message(&mut pen, "too small to draw", &area, label);
    }
    pen.text(&chart.z_label, (inner.x0, inner.y0 + line / 2.0), Align::Left, label)?;
    let corners = Corners::within(&plot);
    lines(&mut pen, &corners, face)?;
    let [top, left, right] = corners.0;
    let below = px(RADIUS + 6.0) + line / 2.0;
    let places = [
        ((top.0 + px(RADIUS + 8.0), top.1), Align::Left),
        ((left.0, left.1 + below), Align::Centre),
        ((right.0, right.1 + below), Align::Centre),
    ];
    for (name, (at, align)) in chart.corners.iter().zip(places) {
        pen.text(name, at, align, label)?;
    }
    let paint = |colour| match chart.faded {
        true => theme.faded(colour),
        false => colour,
    };
    // The radius is so small that neighbouring points do not cover each other.
    let places: Vec<Point> = chart.finite().map(|(_, shares)| corners.at(shares)).collect();
    let radius = (nearest(&places) / 2.0 - px(2.0)).clamp(px(3.0), px(RADIUS));
    let best = chart.ranked().first().map(|spot| spot.value);
    let label_of = |spot: &Spot| {
        let rounded = match spot.value.abs() >= 100.0 {
            true => spot.value.round(),
            false => spot.value,
        };
        number::quantity(rounded, "", chart.style)
    };
    let fits = |(spot, _): (&Spot, _)| face.width(&label_of(spot), theme) <= 2.0 * radius - px(2.0);
    let labelled = chart.finite().all(fits);
    for ((spot, _), at) in chart.finite().zip(places) {
        let fill = paint(scale.colour(spot.value, theme));
        // Radii are in CSS pixels.
        if Some(spot.value) == best {
            // A gap separates the ring from the point.
            pen.disc(at, radius / px(1.0) + 5.0, theme.ink)?;
            pen.disc(at, radius / px(1.0) + 2.5, theme.background)?;
        }
        pen.disc(at, radius / px(1.0), fill)?;
        if labelled {
            let face = Type::regular(TICK, theme.text_on(fill));
            pen.text(&label_of(spot), at, Align::Centre, face)?;
        }
    }
    let room = Area::new(inner.x1 - bar, plot.y0, inner.x1, plot.y1);
    let placed = Bar::place(&scale, &room, true, chart.style, theme);
    placed.draw(&mut pen, &scale, paint)
}

/// Lines of equal weight, with the values of the first weight along the left side.
fn lines(pen: &mut Pen, corners: &Corners, face: Type) -> Drawn {
    let theme = pen.theme;
    for step in 1..5 {
        let share = f64::from(step) * STEP;
        let rest = 1.0 - share;
        for (from, to) in [
            ([share, rest, 0.0], [share, 0.0, rest]),
            ([rest, share, 0.0], [0.0, share, rest]),
            ([rest, 0.0, share], [0.0, rest, share]),
        ] {
            pen.line(&[corners.at(from), corners.at(to)], 1.0, theme.grid)?;
        }
        let at = corners.at([share, rest, 0.0]);
        let label = number::quantity(share, "", Style::Plain);
        let beside = (at.0 - theme.px(20.0), at.1 - theme.px(6.0));
        pen.text(&label, beside, Align::Right, face)?;
    }
    let [top, left, right] = corners.0;
    pen.line(&[top, left, right, top], 1.5, theme.muted)
}

/// The smallest distance between two different points; infinite if there are none.
fn nearest(places: &[Point]) -> f64 {
    let mut least = f64::INFINITY;
    for (index, a) in places.iter().enumerate() {
        for b in &places[..index] {
            let (x, y) = (a.0 - b.0, a.1 - b.1);
            let distance = (x * x + y * y).sqrt();
            if distance > 1e-6 {
                least = least.min(distance);
            }
        }
    }
    least
}

#[cfg(test)]
mod tests;
