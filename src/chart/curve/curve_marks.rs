//! Draws the points of a curve chart, its legend, and the read-out of a point.

use crate::chart::curve::curve_draw::{BASELINE, Figure, LINE, readable};
use crate::chart::curve::curve_layout::{Hit, Mark, MarkKind};
use crate::chart::curve::curves::{CurvePoint, Series};
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::Drawn;
use crate::chart::kit::legend::{self, Key};
use crate::chart::kit::marker::{BASELINE_DASHES, Fill, Marker, dashes};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::read_out;
use crate::words::number;

/// Radius of a marker in CSS pixels.
const MARK: f64 = 4.5;
/// The same of what was published: a marker on the same value stands within it.
const PUBLISHED: f64 = 8.0;

impl Figure<'_> {
    pub(in crate::chart) fn mark(&self, pen: &mut Pen, mark: &Mark) -> Drawn {
        let (series, colour) = (mark.hit.series, self.colour(mark.hit.series));
        let shape = Marker::of(self.look(series).marker);
        match mark.kind {
            MarkKind::Stable => shape.draw(pen, mark.at, MARK, Fill::Solid, colour),
            MarkKind::Unfinished => {
                let pale = colour.fade(0.5).over(self.theme.background);
                shape.draw(pen, mark.at, MARK - 0.5, Fill::Solid, pale)
            }
            kind => self.hollow(pen, series, mark.at, kind),
        }
    }

    /// A hollow marker, with an arrow if the value lies beyond the edge.
    pub(in crate::chart) fn hollow(&self, pen: &mut Pen, series: usize, at: Point, kind: MarkKind) -> Drawn {
        let colour = self.colour(series);
        Marker::of(self.look(series).marker).draw(pen, at, MARK, Fill::Hollow, colour)?;
        let towards = match kind {
            MarkKind::Above => -1.0,
            MarkKind::Below => 1.0,
            _ => return Ok(()),
        };
        let px = |css: f64| self.theme.px(css);
        let (tip, base) = (at.1 + towards * px(12.0), at.1 + towards * px(7.0));
        let arrow = [(at.0, tip), (at.0 + px(4.0), base), (at.0 - px(4.0), base)];
        pen.polygon(&arrow, colour)
    }

    pub(in crate::chart) fn published(&self, pen: &mut Pen, series: usize, at: Point) -> Drawn {
        let shape = Marker::of(self.look(series).marker);
        shape.draw(pen, at, PUBLISHED, Fill::Open, self.colour(series))
    }

    fn is_unstable_baseline(&self, series: usize) -> bool {
        let lines = &self.layout.baselines;
        lines.iter().any(|b| b.unstable && b.hit.series == series)
    }

    pub(in crate::chart) fn legend(&self, pen: &mut Pen) -> Drawn {
        let theme = self.theme;
        for entry in &self.layout.legend {
            let y = entry.area.centre().1;
            let (x0, x1) = (entry.area.x0, entry.area.x0 + theme.px(legend::SAMPLE));
            let middle = ((x0 + x1) / 2.0, y);
            match entry.key {
                Key::Series(i) if self.is_unstable_baseline(i) => {
                    Marker::of(self.look(i).marker).draw(pen, middle, MARK, Fill::Hollow, self.colour(i))?;
                }
                Key::Series(i) if self.chart.series.get(i).is_some_and(|s| s.horizontal) => {
                    pen.dashes(&[(x0, y), (x1, y)], BASELINE_DASHES, BASELINE, self.colour(i))?;
                }
                Key::Series(i) => {
                    let look = self.look(i);
                    let line = [(x0, y), (x1, y)];
                    pen.dashes(&line, dashes(look.dash), LINE, self.colour(i))?;
                    Marker::of(look.marker).draw(pen, middle, MARK, Fill::Solid, self.colour(i))?;
                }
                // Maps alone have it.
                Key::Level | Key::NoLog => {}
                Key::Unstable => {
                    Marker::Circle.draw(pen, middle, MARK, Fill::Hollow, theme.muted)?;
                }
                Key::Published => {
                    Marker::Circle.draw(pen, middle, PUBLISHED, Fill::Open, theme.muted)?;
                }
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
            let hidden = |i: usize| self.chart.series.get(i).is_some_and(|s| s.hidden);
            let colour = match entry.key {
                Key::Series(i) if hidden(i) => theme.faded(theme.ink),
                Key::Series(i) if self.layout.labels_ends => readable(self.colour(i), theme),
                Key::Series(_) => theme.ink,
                _ => theme.muted,
            };
            let x = entry.area.x0 + theme.px(legend::SAMPLE + 7.0);
            pen.text(&entry.text, (x, y), Align::Left, Type::regular(legend::SIZE, colour))?;
        }
        Ok(())
    }

    /// "B3 (chunk 85 %): 760 ± 20 s".
    fn value_of(&self, series: &Series, p: &CurvePoint) -> String {
        let chart = self.chart;
        let value = match p.unstable {
            true => chart.unstable().to_owned(),
            false => number::with_interval(p.y, p.half_width(), &chart.y_unit, chart.y_style),
        };
        format!("{}: {value}{}", series.name, chart.published(series, p.x, &chart.y_unit))
    }

    /// What all other series are at an x, from the largest down, unstable ones first.
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

    pub(in crate::chart) fn cursor(&self, pen: &mut Pen, hit: Hit) -> Drawn {
        let (Some(at), Some((series, p))) = (self.layout.position(hit), self.point(hit)) else {
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
            lines.extend(self.others_at(p.x, hit.series));
        }
        let point = Area::point(at);
        read_out::boxed(pen, &lines, &point, &self.layout.canvas, colour)
    }
}
