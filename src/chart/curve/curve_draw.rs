//! Draws a laid-out curve chart.

use crate::chart::curve::curve_label;
use crate::chart::curve::curve_layout::{Baseline, CurveLayout, Hit, Mark, MarkKind};
use crate::chart::curve::curve_points::UNSTABLE_INSET;
use crate::chart::curve::curves::{CurveChart, CurvePoint, Series};
use crate::chart::kit::area::Area;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::marker::{BASELINE_DASHES, dashes};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::read_out;
use crate::chart::kit::series_style::SeriesStyle;
use crate::chart::kit::text::{LABEL, TICK};
use crate::chart::kit::theme::{Colour, Theme};

/// Width of a curve in CSS pixels.
pub(in crate::chart) const LINE: f64 = 2.0;

/// Width of a baseline in CSS pixels.
pub(in crate::chart) const BASELINE: f64 = 1.5;

/// Lays a chart out on an area of a backend and draws it. The layout is returned, for pointing at it.
pub fn draw(backend: &mut dyn Device, area: Area, chart: &CurveChart, theme: &Theme) -> Drawn<CurveLayout> {
    let layout = CurveLayout::new(chart, area, theme);
    paint(backend, &layout, chart, theme)?;
    Ok(layout)
}

/// Draws a chart as laid out before.
pub fn paint(backend: &mut dyn Device, layout: &CurveLayout, chart: &CurveChart, theme: &Theme) -> Drawn {
    emphasised(backend, layout, chart, theme, None)
}

/// Draws a chart as laid out before, with one series before all others, which are pale.
pub fn emphasise(
    backend: &mut dyn Device,
    layout: &CurveLayout,
    chart: &CurveChart,
    theme: &Theme,
    series: usize,
) -> Drawn {
    emphasised(backend, layout, chart, theme, Some(series))
}

fn emphasised(
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
        figure.axes(pen)?;
        for (place, baseline) in layout.baselines.iter().enumerate() {
            figure.baseline(pen, baseline, place)?;
        }
        figure.intervals(pen)?;
        figure.lines(pen)?;
        for (series, at) in &layout.published {
            figure.published(pen, *series, *at)?;
        }
        let behind = |mark: &&Mark| Some(mark.hit.series) != before;
        for mark in layout.marks.iter().filter(behind) {
            figure.mark(pen, mark)?;
        }
        for mark in layout.marks.iter().filter(|mark| !behind(mark)) {
            figure.mark(pen, mark)?;
        }
        figure.direct_labels(pen)?;
        figure.legend(pen)
    })
}

/// Marks a point and reads it out, over a chart that has been drawn.
pub fn cursor(backend: &mut dyn Device, layout: &CurveLayout, chart: &CurveChart, theme: &Theme, hit: Hit) -> Drawn {
    if layout.message.is_some() {
        return Ok(());
    }
    let figure = Figure { chart, layout, theme, before: None };
    Pen::new(backend, theme)?.within(&layout.canvas, |pen| figure.cursor(pen, hit))
}

/// All that the drawing functions share.
pub(in crate::chart) struct Figure<'a> {
    pub(in crate::chart) chart: &'a CurveChart,
    pub(in crate::chart) layout: &'a CurveLayout,
    pub(in crate::chart) theme: &'a Theme,
    /// The series before which all others are pale.
    before: Option<usize>,
}

impl Figure<'_> {
    pub(in crate::chart) fn colour(&self, series: usize) -> Colour {
        let colour = self.theme.series(self.look(series).colour);
        let hidden = self.chart.series.get(series).is_some_and(|s| s.hidden);
        if self.chart.faded || hidden || self.before.is_some_and(|own| own != series) {
            self.theme.faded(colour)
        } else {
            colour
        }
    }

    pub(in crate::chart) fn look(&self, series: usize) -> SeriesStyle {
        let series = self.chart.series.get(series);
        series.map_or(SeriesStyle::default(), |own| own.look)
    }

    pub(in crate::chart) fn point(&self, hit: Hit) -> Option<(&Series, &CurvePoint)> {
        let series = self.chart.series.get(hit.series)?;
        Some((series, series.points.get(hit.point)?))
    }

    fn headings(&self, pen: &mut Pen) -> Drawn {
        self.layout.title.draw(pen)?;
        let face = Type::regular(LABEL, self.theme.ink);
        let (text, at) = &self.layout.y_label;
        pen.text(text, *at, Align::Left, face)
    }

    fn axes(&self, pen: &mut Pen) -> Drawn {
        let (plot, theme) = (&self.layout.plot, self.theme);
        let face = Type::regular(TICK, theme.muted);
        for tick in &self.layout.y_ticks {
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

    /// A baseline; its interval stands at the left end of the plot, beside those of the baselines before it.
    fn baseline(&self, pen: &mut Pen, line: &Baseline, place: usize) -> Drawn {
        let (plot, theme) = (&self.layout.plot, self.theme);
        let colour = self.colour(line.hit.series);
        if let Some((upper, lower)) = line.interval {
            let x = plot.x0 + theme.px(2.0 + 4.0 * place as f64);
            let pale = colour.fade(0.5).over(theme.background);
            pen.fill(&Area::new(x, upper, x + theme.px(3.0), lower), pale)?;
        }
        if line.unstable {
            let at = (plot.x1 - theme.px(UNSTABLE_INSET), line.y);
            return self.hollow(pen, line.hit.series, at, MarkKind::Above);
        }
        pen.dashes(&[(plot.x0, line.y), (plot.x1, line.y)], BASELINE_DASHES, BASELINE, colour)
    }

    fn direct_labels(&self, pen: &mut Pen) -> Drawn {
        for line in &self.layout.baselines {
            if let Some((text, area)) = &line.label {
                let face = Type::regular(curve_label::SIZE, self.colour(line.hit.series));
                let face = Type { colour: readable(face.colour, self.theme), ..face };
                pen.text(text, (area.x1, area.centre().1), Align::Right, face)?;
            }
        }
        for (series, text, area) in &self.layout.without_result {
            let colour = readable(self.colour(*series), self.theme);
            let face = Type::regular(curve_label::SIZE, colour);
            pen.text(text, (area.x1, area.centre().1), Align::Right, face)?;
        }
        Ok(())
    }

    fn intervals(&self, pen: &mut Pen) -> Drawn {
        let plot = self.layout.plot;
        pen.within(&plot, |pen| {
            for mark in &self.layout.marks {
                let Some((_, p)) = self.point(mark.hit) else {
                    continue;
                };
                let ci = p.half_width();
                if ci == 0.0 || p.unstable {
                    continue;
                }
                let colour = self.colour(mark.hit.series).fade(0.75).over(self.theme.background);
                let x = mark.at.0;
                let (_, upper) = self.layout.to_px(p.x, p.y + ci);
                let (_, lower) = self.layout.to_px(p.x, p.y - ci);
                let cap = self.theme.px(3.0);
                pen.down(x, upper, lower, 1.25, colour)?;
                for y in [upper, lower] {
                    if y >= plot.y0 && y <= plot.y1 {
                        pen.across(x - cap, x + cap, y, 1.25, colour)?;
                    }
                }
            }
            Ok(())
        })
    }

    fn lines(&self, pen: &mut Pen) -> Drawn {
        let plot = self.layout.plot;
        pen.within(&plot, |pen| {
            for (series, run) in &self.layout.runs {
                pen.dashes(run, dashes(self.look(*series).dash), LINE, self.colour(*series))?;
            }
            Ok(())
        })
    }
}

/// A series colour dark (or light) enough for text: mixed with ink until it has 4.5:1.
pub(in crate::chart) fn readable(colour: Colour, theme: &Theme) -> Colour {
    let steps = [1.0, 0.85, 0.7, 0.55, 0.4, 0.2];
    let mixed = steps.into_iter().map(|share| colour.fade(share).over(theme.ink));
    mixed.into_iter().find(|c| c.contrast(theme.background) >= 4.5).unwrap_or(theme.ink)
}

#[cfg(test)]
mod tests;
