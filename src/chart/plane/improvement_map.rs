//! The improvement of one scheduler compared with the best other scheduler, over two parameters: a number in every
//! cell, blue if better and orange if worse, together with the published value if there is one.

use crate::chart::curve::results::name_of;
use crate::chart::figure::{Choice, Figure, FigureKind, Over, Scene};
use crate::chart::kit::area::Area;
use crate::chart::kit::colour_scale::ColourScale;
use crate::chart::kit::device::Drawn;
use crate::chart::kit::legend::Key;
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::text::TICK;
use crate::chart::kit::theme::{Colour, Theme};
use crate::chart::plane::cell_map::{self, CellMap, Painter, mark_unfinished};
use crate::chart::plane::improvement::{ImprovementChart, NO_LOG, summary};
use crate::chart::plane::map_frame::MapFrame;
use crate::chart::plane::plane_figure::{PlaneData, PlaneFigure};
use crate::chart::plane::surface::{Place, Plane};
use crate::chart::plane::surface_data;
use crate::chart::plane::surround::{Explained, corners, unsettled};
use crate::experiment::measure::{self, Better};

/// The kind of figure: improvement of one scheduler compared with the best other scheduler.
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

/// The map for the scheduler that the report examines; without the log, only the published values.
fn reported(scene: &Scene) -> Vec<Box<dyn Figure>> {
    let schedulers = 0..scene.scenario().schedulers.len();
    let ahead = schedulers.filter(|&index| Some(&*name_of(scene.plan, index)) == scene.improver);
    let figure = |scheduler| {
        let choice = Choice { scheduler, ..Choice::default() };
        (IMPROVEMENT.build)(scene, &choice)
    };
    ahead.filter_map(figure).collect()
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

    /// Unstable cells show a number, and the legend explains them.
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
                // Hatched along the lower edge, so that the number stays readable.
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

/// Draws a stroke from corner to corner of a cell for which no result is possible.
fn stroke(pen: &mut Pen, area: &Area, colour: Colour) -> Drawn {
    pen.line(&[(area.x0, area.y1), (area.x1, area.y0)], 1.0, colour)
}

/// Number of lines that fit in every cell.
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

#[cfg(test)]
mod tests;
