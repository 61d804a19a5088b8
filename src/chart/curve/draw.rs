//! Draws a laid-out curve chart, and the read-out of a point.

use crate::chart::curve::layout::{Baseline, CurveLayout, INSET, Mark, MarkKind, labels};
use crate::chart::curve::{CurveChart, CurvePoint, Series};
use crate::chart::figure::Datum;
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::legend::{self, Entry, Key};
use crate::chart::kit::marker::{BASELINE_DASHES, Fill, Marker, dashes};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::read_out;
use crate::chart::kit::series_style::SeriesStyle;
use crate::chart::kit::text::{LABEL, TICK};
use crate::chart::kit::theme::{Colour, Theme};
use crate::experiment::OTHER_JOBS;
use crate::words::number;

/// Width of a curve in CSS pixels.
const LINE: f64 = 2.0;
/// Width and dashes in CSS pixels of the line to an unstable point, which is no result.
const JOIN: f64 = 1.25;
const JOIN_DASHES: &[f64] = &[2.0, 3.0];
/// Width of a baseline in CSS pixels.
const BASELINE: f64 = 1.5;
/// Radius of a marker in CSS pixels.
const MARK: f64 = 4.5;
/// Radius of a published value's marker in CSS pixels, large enough to contain the marker of an equal result.
const PUBLISHED: f64 = 8.0;

/// Lays a chart out on an area of a backend and draws the chart. Returns the layout, with which the points under the
/// pointer are found.
pub fn draw(backend: &mut dyn Device, area: Area, chart: &CurveChart, theme: &Theme) -> Drawn<CurveLayout> {
    let layout = CurveLayout::new(chart, area, theme);
    paint(backend, &layout, chart, theme, None)?;
    Ok(layout)
}

/// Draws a laid-out chart. `before`: the series drawn in front, while all others are pale.
pub fn paint(
    backend: &mut dyn Device,
    layout: &CurveLayout,
    chart: &CurveChart,
    theme: &Theme,
    before: Option<usize>,
) -> Drawn {
    let mut pen = Pen::new(backend, theme)?;
    let figure = Figure { chart, layout, theme, before };
    let canvas = layout.canvas;
    pen.within(&canvas, |pen| {
        pen.fill(&canvas, theme.background)?;
        figure.headings(pen)?;
        if let Some(message) = layout.message {
            let face = Type::regular(LABEL, theme.muted);
            return read_out::message(pen, message, &canvas, face);
        }
        figure.beyond(pen)?;
        figure.axes(pen)?;
        pen.within(&layout.plot, |pen| figure.former(pen))?;
        for baseline in &layout.baselines {
            figure.baseline(pen, baseline)?;
        }
        pen.within(&layout.plot, |pen| figure.intervals(pen))?;
        pen.within(&layout.plot, |pen| figure.lines(pen))?;
        for (series, at) in &layout.published {
            figure.marker(pen, *series, *at, PUBLISHED, Fill::Open)?;
        }
        let marks = layout.marks.iter().filter(|_| !chart.unmarked);
        let (first, others): (Vec<&Mark>, Vec<_>) = marks.partition(|own| Some(own.datum.0) == before);
        for mark in others.into_iter().chain(first) {
            figure.mark(pen, mark.datum.0, mark.at, mark.kind)?;
            figure.dagger(pen, mark)?;
        }
        figure.direct_labels(pen)?;
        layout.legend.iter().try_for_each(|entry| figure.entry(pen, entry))
    })
}

/// Marks a point and shows its read-out, over a drawn chart.
pub fn cursor(
    backend: &mut dyn Device,
    layout: &CurveLayout,
    chart: &CurveChart,
    theme: &Theme,
    datum: Datum,
) -> Drawn {
    if layout.message.is_some() {
        return Ok(());
    }
    let figure = Figure { chart, layout, theme, before: None };
    Pen::new(backend, theme)?.within(&layout.canvas, |pen| figure.cursor(pen, datum))
}

/// Input of all drawing functions.
struct Figure<'a> {
    chart: &'a CurveChart,
    layout: &'a CurveLayout,
    theme: &'a Theme,
    /// The series drawn in front, while all others are pale.
    before: Option<usize>,
}

impl Figure<'_> {
    fn colour(&self, series: usize) -> Colour {
        let colour = self.theme.series(self.look(series).colour);
        let apart = self.chart.series.get(series).is_some_and(|own| own.hidden || own.set_apart);
        match self.chart.faded || apart || self.before.is_some_and(|own| own != series) {
            true => self.theme.faded(colour),
            false => colour,
        }
    }

    fn look(&self, series: usize) -> SeriesStyle {
        let series = self.chart.series.get(series);
        series.map_or(SeriesStyle::default(), |own| own.look)
    }

    fn is_hidden(&self, series: usize) -> bool {
        self.chart.series.get(series).is_some_and(|own| own.hidden)
    }

    fn point(&self, datum: Datum) -> Option<(&Series, &CurvePoint)> {
        let series = self.chart.series.get(datum.0)?;
        Some((series, series.points.get(datum.1)?))
    }

    fn headings(&self, pen: &mut Pen) -> Drawn {
        self.layout.title.draw(pen)?;
        let (text, at) = &self.layout.y_label;
        pen.text(text, *at, Align::Left, Type::regular(LABEL, self.theme.ink))
    }

    fn axes(&self, pen: &mut Pen) -> Drawn {
        let (plot, theme) = (&self.layout.plot, self.theme);
        let face = Type::regular(TICK, theme.muted);
        let beyond = self.layout.beyond.iter().flat_map(|own| &own.ticks);
        for tick in self.layout.y_ticks.iter().chain(beyond) {
            let (_, y) = self.layout.to_px(0.0, tick.value);
            if y < plot.y0 - 1.0 || y > plot.y1 + 1.0 {
                continue;
            }
            pen.across(plot.x0, plot.x1, y, 1.0, theme.grid)?;
            pen.text(&tick.label, (plot.x0 - theme.px(7.0), y), Align::Right, face)?;
        }
        pen.across(plot.x0, plot.x1, plot.y1, 1.0, theme.muted)?;
        let below = plot.y1 + theme.px(8.0 + TICK * 0.6);
        for tick in &self.layout.x_ticks {
            let (x, _) = self.layout.to_px(tick.value, 0.0);
            if x < plot.x0 - 1.0 || x > plot.x1 + 1.0 {
                continue;
            }
            pen.down(x, plot.y1, plot.y1 + theme.px(4.0), 1.0, theme.muted)?;
            pen.text(&tick.label, (x, below), Align::Centre, face)?;
        }
        let (text, at) = &self.layout.x_label;
        pen.text(text, *at, Align::Centre, Type::regular(LABEL, theme.ink))
    }

    /// The ground above a break of the axis, the edges of the break, and two strokes across the axis.
    fn beyond(&self, pen: &mut Pen) -> Drawn {
        let Some(own) = &self.layout.beyond else { return Ok(()) };
        let (plot, theme) = (&self.layout.plot, self.theme);
        let area = Area { x0: plot.x0, x1: plot.x1, ..own.area };
        pen.fill(&area, theme.grid.fade(0.4).over(theme.background))?;
        for y in [area.y1, own.below] {
            pen.dashes(&[(plot.x0, y), (plot.x1, y)], &[2.0, 3.0], 1.0, theme.muted)?;
            let (half, rise) = (theme.px(5.0), theme.px(3.0));
            pen.line(&[(plot.x0 - half, y + rise), (plot.x0 + half, y - rise)], 1.5, theme.muted)?;
        }
        Ok(())
    }

    /// Draws a baseline with its interval.
    fn baseline(&self, pen: &mut Pen, line: &Baseline) -> Drawn {
        let (plot, theme) = (&self.layout.plot, self.theme);
        let colour = self.colour(line.datum.0);
        if let Some((upper, lower)) = line.interval {
            let pale = colour.fade(0.75).over(theme.background);
            let (x, cap) = (line.interval_x, theme.px(3.0));
            pen.down(x, upper, lower, 1.25, pale)?;
            for y in [upper, lower] {
                pen.across(x - cap, x + cap, y, 1.25, pale)?;
            }
        }
        if line.unstable {
            let at = (plot.x1 - theme.px(INSET), line.y);
            let kind = if self.layout.beyond.is_some() { MarkKind::Beyond } else { MarkKind::Above };
            return self.mark(pen, line.datum.0, at, kind);
        }
        pen.dashes(&[(plot.x0, line.y), (plot.x1, line.y)], BASELINE_DASHES, BASELINE, colour)
    }

    fn direct_labels(&self, pen: &mut Pen) -> Drawn {
        let lines = self.layout.baselines.iter();
        let lines = lines.filter_map(|own| own.label.as_ref().map(|(text, area)| (own.datum.0, text, area)));
        let unstable = self.layout.without_result.iter().map(|(series, text, area)| (*series, text, area));
        for (series, text, area) in lines.chain(unstable) {
            let face = Type::regular(labels::SIZE, readable(self.colour(series), self.theme));
            pen.text(text, (area.x1, area.centre().1), Align::Right, face)?;
        }
        Ok(())
    }

    fn intervals(&self, pen: &mut Pen) -> Drawn {
        let (plot, cap) = (self.layout.plot, self.theme.px(3.0));
        for mark in &self.layout.marks {
            let Some((_, p)) = self.point(mark.datum) else {
                continue;
            };
            let ci = p.half_width();
            if ci == 0.0 || p.unstable {
                continue;
            }
            let colour = self.colour(mark.datum.0).fade(0.75).over(self.theme.background);
            let x = mark.at.0;
            let [upper, lower] = [p.y + ci, p.y - ci].map(|y| self.layout.to_px(p.x, y).1);
            pen.down(x, upper, lower, 1.25, colour)?;
            for y in [upper, lower] {
                if y >= plot.y0 && y <= plot.y1 {
                    pen.across(x - cap, x + cap, y, 1.25, colour)?;
                }
            }
        }
        Ok(())
    }

    fn former(&self, pen: &mut Pen) -> Drawn {
        for (series, line) in &self.layout.former {
            let pale = self.theme.faded(self.theme.series(self.look(*series).colour));
            pen.dashes(line, dashes(self.look(*series).dash), LINE, pale)?;
        }
        Ok(())
    }

    fn lines(&self, pen: &mut Pen) -> Drawn {
        for (series, pair) in &self.layout.joins {
            pen.dashes(pair, JOIN_DASHES, JOIN, self.colour(*series))?;
        }
        for (series, run) in &self.layout.runs {
            pen.dashes(run, dashes(self.look(*series).dash), LINE, self.colour(*series))?;
        }
        Ok(())
    }

    fn marker(&self, pen: &mut Pen, series: usize, at: Point, radius: f64, fill: Fill) -> Drawn {
        Marker::of(self.look(series).marker).draw(pen, at, radius, fill, self.colour(series))
    }

    /// The marker of a point, with an arrow if its value lies beyond an edge.
    fn mark(&self, pen: &mut Pen, series: usize, at: Point, kind: MarkKind) -> Drawn {
        let towards = match kind {
            MarkKind::Stable => return self.marker(pen, series, at, MARK, Fill::Solid),
            MarkKind::Unfinished => {
                let pale = self.colour(series).fade(0.5).over(self.theme.background);
                return Marker::of(self.look(series).marker).draw(pen, at, MARK - 0.5, Fill::Solid, pale);
            }
            MarkKind::Unstable | MarkKind::Beyond => return self.marker(pen, series, at, MARK, Fill::Hollow),
            MarkKind::Above => -1.0,
            MarkKind::Below => 1.0,
        };
        self.marker(pen, series, at, MARK, Fill::Hollow)?;
        let px = |css: f64| self.theme.px(css);
        let (tip, base) = (at.1 + towards * px(12.0), at.1 + towards * px(7.0));
        let arrow = [(at.0, tip), (at.0 + px(4.0), base), (at.0 - px(4.0), base)];
        pen.polygon(&arrow, self.colour(series))
    }

    /// The sign of a mean over other jobs, beside its marker.
    fn dagger(&self, pen: &mut Pen, mark: &Mark) -> Drawn {
        if !self.chart.series.get(mark.datum.0).is_some_and(|own| own.set_apart) {
            return Ok(());
        }
        let (theme, (x, y)) = (self.theme, mark.at);
        let at = (x + theme.px(MARK + 2.0), y - theme.px(MARK + 2.0));
        pen.text(OTHER_JOBS, at, Align::Left, Type::bold(TICK, theme.ink))
    }

    /// An entry of the legend: a sample of its line or marker, and its text.
    fn entry(&self, pen: &mut Pen, entry: &Entry) -> Drawn {
        let theme = self.theme;
        let y = entry.area.centre().1;
        let (x0, x1) = (entry.area.x0, entry.area.x0 + theme.px(legend::SAMPLE));
        let (line, middle) = ([(x0, y), (x1, y)], ((x0 + x1) / 2.0, y));
        let is_unstable = |own: &Baseline, series: usize| own.unstable && own.datum.0 == series;
        match entry.key {
            Key::Series(i) if self.layout.baselines.iter().any(|own| is_unstable(own, i)) => {
                self.marker(pen, i, middle, MARK, Fill::Hollow)?;
            }
            Key::Series(i) if self.chart.series.get(i).is_some_and(|s| s.horizontal) => {
                pen.dashes(&line, BASELINE_DASHES, BASELINE, self.colour(i))?;
            }
            Key::Series(i) => {
                pen.dashes(&line, dashes(self.look(i).dash), LINE, self.colour(i))?;
                if !self.chart.unmarked {
                    self.marker(pen, i, middle, MARK, Fill::Solid)?;
                }
            }
            // Only maps have these.
            Key::Level | Key::NoLog => {}
            Key::Unstable => Marker::Circle.draw(pen, middle, MARK, Fill::Hollow, theme.muted)?,
            Key::Published => Marker::Circle.draw(pen, middle, PUBLISHED, Fill::Open, theme.muted)?,
            Key::Unfinished => {
                let pale = theme.muted.fade(0.5).over(theme.background);
                Marker::Circle.draw(pen, middle, MARK - 0.5, Fill::Solid, pale)?;
            }
        }
        let end = self.layout.end(entry.key).filter(|_| self.layout.labels_ends);
        if let (Key::Series(i), Some(end)) = (entry.key, end) {
            let lead = [(self.layout.plot.x1 + theme.px(2.0), end), (x0 - theme.px(2.0), y)];
            pen.line(&lead, 1.0, self.colour(i).fade(0.6).over(theme.background))?;
        }
        let colour = match entry.key {
            Key::Series(i) if self.is_hidden(i) => theme.faded(theme.ink),
            Key::Series(i) if self.layout.labels_ends => readable(self.colour(i), theme),
            Key::Series(_) => theme.ink,
            _ => theme.muted,
        };
        let x = entry.area.x0 + theme.px(legend::SAMPLE + 7.0);
        pen.text(&entry.text, (x, y), Align::Left, Type::regular(legend::SIZE, colour))
    }

    /// "B3 (chunk 85 %): 760 ± 20 s".
    fn value_of(&self, series: &Series, p: &CurvePoint) -> String {
        let chart = self.chart;
        format!("{}: {}{}", series.name, chart.value(p), chart.published(series, p.x, &chart.y_unit))
    }

    /// Texts of the values at an x, of all series except the series `but`: unstable values first, then stable values
    /// from the largest to the smallest.
    fn others_at(&self, x: f64, but: usize) -> Vec<String> {
        let others = self.chart.shown().filter(|(index, _)| *index != but);
        let mut all: Vec<(bool, f64, String)> = others
            .filter_map(|(_, series)| {
                let p = match series.horizontal {
                    true => series.baseline()?,
                    false => *series.points.iter().find(|p| p.x == x && p.is_finite())?,
                };
                Some((p.unstable, p.y, self.value_of(series, &p)))
            })
            .collect();
        all.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)));
        all.into_iter().map(|(_, _, value)| value).collect()
    }

    fn cursor(&self, pen: &mut Pen, datum: Datum) -> Drawn {
        let (Some(at), Some((series, p))) = (self.layout.position(datum), self.point(datum)) else {
            return Ok(());
        };
        let (plot, theme, chart) = (&self.layout.plot, self.theme, self.chart);
        let colour = theme.series(series.look.colour);
        if series.horizontal {
            pen.line(&[(plot.x0, at.1), (plot.x1, at.1)], 2.5, colour)?;
        } else {
            pen.down(at.0, plot.y0, plot.y1, 1.0, theme.muted)?;
            pen.ring(at, MARK + 4.0, 2.0, theme.ink)?;
            let fill = if p.unstable { Fill::Hollow } else { Fill::Solid };
            Marker::of(series.look.marker).draw(pen, at, MARK + 1.0, fill, colour)?;
        }
        let mut lines = vec![self.value_of(series, p)];
        if p.unfinished {
            lines[0].push_str(", still computing");
        }
        if series.horizontal {
            lines.push("the same everywhere".to_owned());
        } else if !chart.scattered {
            let x = number::quantity(p.x, &chart.x_unit, number::Style::Plain);
            lines.push(format!("at {x}; there also"));
            lines.extend(self.others_at(p.x, datum.0));
        }
        read_out::boxed(pen, &lines, &Area::point(at), &self.layout.canvas, colour)
    }
}

/// A series' colour, mixed with the ink colour until the contrast suffices for text (4.5:1).
fn readable(colour: Colour, theme: &Theme) -> Colour {
    let steps = [1.0, 0.85, 0.7, 0.55, 0.4, 0.2];
    let mut mixed = steps.into_iter().map(|share| colour.fade(share).over(theme.ink));
    mixed.find(|c| c.contrast(theme.background) >= 4.5).unwrap_or(theme.ink)
}

#[cfg(test)]
mod tests;
