//! By how much one scheduler improves on the best of the others, over two parameters: a number in every cell, blue where it
//! is better and orange where it is worse; beside it what was published, if anything was.

use crate::base::number;
use crate::chart::curve::curve_data::name_of;
use crate::chart::figure::{Choice, Figure, FigureKind, Over, Scene};
use crate::chart::kit::area::Area;
use crate::chart::kit::colour_scale::ColourScale;
use crate::chart::kit::device::Drawn;
use crate::chart::kit::legend::Key;
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::text::TICK;
use crate::chart::kit::theme::{Colour, Theme};
use crate::chart::plane::cell_map::{self, CellMap, Painter, mark_unfinished};
use crate::chart::plane::map_frame::MapFrame;
use crate::chart::plane::plane_figure::{PlaneData, PlaneFigure};
use crate::chart::plane::surface::{Place, Plane};
use crate::chart::plane::surface_data;
use crate::chart::plane::surround::{Explained, corners, unsettled};
use crate::experiment::measure::{self, Better};

/// How much better one scheduler is than the best of the others.
pub const IMPROVEMENT: FigureKind = FigureKind {
    name: "improvement",
    label: "Improvement",
    file: ("surface", "Surface or map"),
    over: Over::Two,
    offered: surface_data::has_plane,
    shows: |metric| metric.better != Better::Neither,
    of_one: true,
    published: true,
    build: |scene, choice| {
        let (plan, results) = (scene.plan, scene.results);
        let metric = measure::find(choice.metric);
        let own = choice.scheduler;
        let mut chart = surface_data::improvement(plan, results, own, metric, scene.published)?;
        chart.without_log = scene.without_log;
        Some(PlaneFigure::boxed(chart, scene, choice))
    },
    report: reported,
    ..FigureKind::PLAIN
};

/// That of the scheduler that a report looks at, wherever it is compared; without the log what was published of it.
fn reported(scene: &Scene) -> Vec<Box<dyn Figure>> {
    let schedulers = 0..scene.scenario().schedulers.len();
    let ahead = schedulers.filter(|&index| Some(&*name_of(scene.plan, index)) == scene.improver);
    let figure = |scheduler| {
        let choice = Choice { scheduler, ..Choice::default() };
        (IMPROVEMENT.build)(scene, &choice)
    };
    ahead.filter_map(figure).collect()
}

/// Why a cell has no result, and a stroke across it.
const NO_LOG: &str = "log not at hand";

/// The improvement over the plane.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImprovementChart {
    /// Axes; what is measured is the improvement in per cent.
    pub plane: Plane,
    /// Whose improvement.
    pub scheduler: String,
    /// By [`Plane::index`].
    pub cells: Vec<Gain>,
    /// Whether there is no result because the job log is not at hand.
    pub without_log: bool,
}

/// The improvement at one combination.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gain {
    /// Ours, if both have a result.
    pub ours: Option<Ours>,
    /// What was published \[%\].
    pub published: Option<f64>,
}

/// An improvement of ours.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ours {
    /// The best of the others.
    pub best: String,
    /// By how much \[%\].
    pub percent: f64,
    /// Half width of the 95 % interval of the difference, in per cent of the best of the others; not a number if there is none.
    pub ci95: f64,
    /// The difference may be chance.
    pub level: bool,
    /// The queue of one of both grew without bound.
    pub unstable: bool,
    /// Replications are still coming in.
    pub unfinished: bool,
}

impl Ours {
    /// "+12.3", after "≈" if it may be chance.
    fn number(&self) -> String {
        let about = if self.level { "≈\u{2009}" } else { "" };
        format!("{about}{}", signed(self.percent))
    }
}

impl ImprovementChart {
    /// What is said where there is no result.
    fn missing(&self) -> &'static str {
        match self.without_log {
            true => NO_LOG,
            false => "not run",
        }
    }

    fn gain(&self, place: Place) -> Option<&Gain> {
        self.cells.get(self.plane.index(place))
    }

    /// Ours at a place, if it is a number.
    pub fn ours(&self, place: Place) -> Option<&Ours> {
        let ours = self.gain(place)?.ours.as_ref()?;
        ours.percent.is_finite().then_some(ours)
    }

    /// What was published for a place \[%\].
    pub fn published(&self, place: Place) -> Option<f64> {
        self.gain(place)?.published
    }

    /// Whether anything was published.
    pub fn has_published(&self) -> bool {
        self.cells.iter().any(|own| own.published.is_some())
    }

    fn any(&self, kind: impl Fn(&Ours) -> bool) -> bool {
        let mut ours = self.plane.places().filter_map(|place| self.ours(place));
        ours.any(kind)
    }

    /// What a cell says: ours; and if something was published, that and the difference.
    pub fn lines(&self, place: Place) -> Vec<String> {
        let ours = self.ours(place);
        let mut lines = vec![match ours {
            Some(ours) => ours.number(),
            None => self.missing().to_owned(),
        }];
        if let Some(published) = self.published(place) {
            lines.push(format!("published {}", signed_whole(published)));
            let difference = ours.map(|ours| ours.percent - published);
            lines.extend(difference.map(|own| format!("difference {}", signed(own))));
        }
        lines
    }

    /// One place in words, line by line.
    pub fn read_out(&self, place: Place) -> Vec<String> {
        let mut lines = vec![self.plane.words(place)];
        match self.ours(place) {
            None => lines.push(self.missing().to_owned()),
            Some(ours) => {
                let (percent, half) = (ours.percent.abs(), ours.ci95);
                let half = if half.is_finite() { half } else { 0.0 };
                let value = number::with_interval(percent, half, "%", self.plane.z_style);
                let how = if ours.percent < 0.0 { "worse" } else { "better" };
                lines.insert(0, format!("{}: {value} {how}", self.scheduler));
                lines.push(format!("than {}, the best of the others", ours.best));
                if ours.level {
                    lines.push("no clear difference".into());
                }
                if ours.unstable {
                    lines.push("unstable: the queue grows".into());
                }
                if ours.unfinished {
                    lines.push("still computing".into());
                }
            }
        }
        lines.extend(self.lines(place).into_iter().skip(1));
        lines
    }
}

/// "+12.3", "−0.4"
fn signed(percent: f64) -> String {
    let sign = if percent >= 0.05 { "+" } else { "" };
    format!("{sign}{}", number::fixed(percent, 1))
}

/// "+45"
fn signed_whole(percent: f64) -> String {
    let sign = if percent > 0.0 { "+" } else { "" };
    format!("{sign}{}", number::fixed(percent, 0))
}

impl PlaneData for ImprovementChart {
    fn plane(&self) -> &Plane {
        &self.plane
    }

    fn plane_mut(&mut self) -> &mut Plane {
        &mut self.plane
    }

    fn read_out(&self, place: Place) -> Vec<String> {
        ImprovementChart::read_out(self, place)
    }

    fn summary(&self) -> String {
        summary(self)
    }

    fn caption(&self, over: &str) -> String {
        let (signs, published) = match self.without_log {
            true => ("", " Published numbers alone: the log is not at hand."),
            false => (
                " Blue: better, orange: worse; ±: the 95 % interval of the difference, as in Who is best; ≈: zero lies within it.",
                " Published numbers stand below ours, and the difference.",
            ),
        };
        let published = if self.has_published() { published } else { "" };
        let (label, name) = (&self.plane.z_label, &self.scheduler);
        format!(
            "{label} of {name} over the best of the others, {over}{signs}{published} Arrow keys go from cell to cell."
        )
    }

    /// What did not settle has a number and is explained in the legend.
    fn is_hatched(&self) -> bool {
        false
    }

    fn heading(&self) -> String {
        format!("{} of {}", self.plane.z_label, self.scheduler)
    }

    fn cell(&self, place: Place) -> String {
        self.lines(place).join("; ")
    }
}

impl CellMap for ImprovementChart {
    fn explained(&self) -> Explained {
        let places = self.plane.places();
        let percents = places.filter_map(|place| Some(self.ours(place)?.percent));
        let mut entries = Vec::new();
        if self.any(|own| own.level) {
            entries.push((Key::Level, "no clear difference".to_owned()));
        }
        if self.any(|own| own.unstable) {
            entries.push((Key::Unstable, "unstable".to_owned()));
        }
        if self.any(|own| own.unfinished) {
            entries.push((Key::Unfinished, "still computing".to_owned()));
        }
        if self.without_log {
            entries.push((Key::NoLog, NO_LOG.to_owned()));
        }
        Explained {
            heading: format!("{}: {} over the best of the others", self.scheduler, self.plane.z_label),
            scale: ColourScale::around_zero(percents).filter(|_| self.any(|_| true)),
            entries,
        }
    }

    fn is_empty(&self) -> bool {
        let known = |place| self.ours(place).is_some() || self.published(place).is_some();
        !self.without_log && !self.plane.places().any(known)
    }

    fn painter<'a>(&'a self, frame: &'a MapFrame, theme: &'a Theme) -> Painter<'a> {
        let scale = self.explained().scale;
        let most = lines_that_fit(self, frame, theme);
        let paint = |colour| frame.surround.paint(colour, theme);
        Box::new(move |pen, place, area| {
            let ours = self.ours(place);
            let colour = match (ours, scale) {
                (Some(ours), Some(scale)) => scale.colour(ours.percent, theme),
                _ => theme.band,
            };
            let fill = paint(colour);
            pen.fill(area, fill)?;
            if ours.is_some_and(|own| own.unstable) {
                // Along the lower edge, so that the number stays readable.
                let edge = Area::new(area.x0, area.y1 - area.height() * 0.16, area.x1, area.y1);
                unsettled(pen, &corners(&edge), paint)?;
            }
            if ours.is_none() && self.without_log {
                stroke(pen, area, paint(stroke_colour(theme)))?;
            }
            let ink = theme.text_on(fill);
            let lines = self.lines(place);
            let shown = lines.len().min(most);
            let pitch = Type::regular(TICK, ink).height(theme);
            let (x, y) = area.centre();
            for (index, line) in lines.iter().take(shown).enumerate() {
                let face = match (index, ours) {
                    (0, Some(_)) => Type::bold(TICK, ink),
                    _ => Type::regular(TICK, ink),
                };
                let at = (index as f64 - (shown as f64 - 1.0) / 2.0) * pitch;
                pen.text(line, (x, y + at), Align::Centre, face)?;
            }
            match ours.is_some_and(|own| own.unfinished) {
                true => mark_unfinished(pen, frame, area),
                false => Ok(()),
            }
        })
    }

    fn sample(&self, pen: &mut Pen, _frame: &MapFrame, key: Key, square: &Area) -> Drawn {
        let theme = pen.theme;
        match key {
            Key::Level => pen.text("≈", square.centre(), Align::Centre, Type::regular(TICK, theme.ink)),
            Key::NoLog => {
                pen.fill(square, theme.band)?;
                stroke(pen, square, stroke_colour(theme))
            }
            other => cell_map::sample(pen, other, square),
        }
    }

    fn stripe(&self, place: Place, theme: &Theme) -> Colour {
        let scale = self.explained().scale;
        scale.zip(self.ours(place)).map_or(theme.muted, |(scale, ours)| scale.colour(ours.percent, theme))
    }
}

fn stroke_colour(theme: &Theme) -> Colour {
    theme.muted.fade(0.6).over(theme.band)
}

/// From corner to corner: there can be no result.
fn stroke(pen: &mut Pen, area: &Area, colour: Colour) -> Drawn {
    pen.line(&[(area.x0, area.y1), (area.x1, area.y0)], 1.0, colour)
}

/// How many lines every cell has room for.
fn lines_that_fit(chart: &ImprovementChart, frame: &MapFrame, theme: &Theme) -> usize {
    let face = Type::bold(TICK, theme.ink);
    let (width, height) = frame.least_cell();
    let widest = |most: usize| {
        let places = chart.plane.places();
        let lines = places.flat_map(move |place| chart.lines(place).into_iter().take(most));
        lines.map(|line| face.width(&line, theme)).fold(0.0, f64::max)
    };
    let fits = |most: &usize| {
        let high = face.height(theme) * *most as f64 + theme.px(4.0);
        height >= high && width - theme.px(6.0) >= widest(*most)
    };
    (1..=3).rev().find(fits).unwrap_or(0)
}

/// The map in words.
pub fn summary(chart: &ImprovementChart) -> String {
    let plane = &chart.plane;
    let what = format!(
        "{} of {} over the best of the others, over {} and {}",
        plane.z_label,
        chart.scheduler,
        plane.x.label(),
        plane.y.label()
    );
    let ours = || {
        let places = plane.places();
        places.filter_map(|place| Some((place, chart.ours(place)?)))
    };
    let at_point = |(place, own): (Place, &Ours)| format!("{} at {}", own.number(), plane.words(place));
    let least = ours().min_by(|a, b| a.1.percent.total_cmp(&b.1.percent));
    let most = ours().max_by(|a, b| a.1.percent.total_cmp(&b.1.percent));
    let (Some(least), Some(most)) = (least, most) else {
        return format!("{what}: {}.", chart.missing());
    };
    let (level, clear): (Vec<_>, Vec<_>) = ours().partition(|own| own.1.level);
    let better = clear.iter().filter(|own| own.1.percent > 0.0).count();
    format!(
        "{what}: from {} to {}; of {} points better at {better}, worse at {}, without a clear difference at {}.",
        at_point(least),
        at_point(most),
        level.len() + clear.len(),
        clear.len() - better,
        level.len()
    )
}

#[cfg(test)]
mod tests;
