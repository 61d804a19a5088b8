//! Draws the points of a curve chart, its legend, and the read-out of a point.

use crate::base::number;
use crate::chart::curve::curve_draw::{BASELINE, Figure, LINE};
use crate::chart::curve::curve_layout::{Hit, Mark, MarkKind};
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::Drawn;
use crate::chart::kit::legend::{self, Key};
use crate::chart::kit::marker::{BASELINE_DASHES, Fill, Marker, dashes};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::read_out;

/// Radius of a marker in CSS pixels.
const MARK: f64 = 4.5;

impl Figure<'_> {
    pub(in crate::chart) fn mark(&self, pen: &mut Pen, mark: &Mark) -> Drawn {
        let (series, colour) = (mark.hit.series, self.colour(mark.hit.series));
        let shape = Marker::of(self.style(series));
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
    pub(in crate::chart) fn hollow(
        &self,
        pen: &mut Pen,
        series: usize,
        at: Point,
        kind: MarkKind,
    ) -> Drawn {
        let colour = self.colour(series);
        Marker::of(self.style(series)).draw(pen, at, MARK, Fill::Hollow, colour)?;
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
                    Marker::of(self.style(i)).draw(
                        pen,
                        middle,
                        MARK,
                        Fill::Hollow,
                        self.colour(i),
                    )?;
                }
                Key::Series(i) if self.chart.series.get(i).is_some_and(|s| s.horizontal) => {
                    pen.dashes(
                        &[(x0, y), (x1, y)],
                        BASELINE_DASHES,
                        BASELINE,
                        self.colour(i),
                    )?;
                }
                Key::Series(i) => {
                    let style = self.style(i);
                    pen.dashes(&[(x0, y), (x1, y)], dashes(style), LINE, self.colour(i))?;
                    Marker::of(style).draw(pen, middle, MARK, Fill::Solid, self.colour(i))?;
                }
                // Maps alone have it.
                Key::Level | Key::NoLog => {}
                Key::Unstable => {
                    Marker::Circle.draw(pen, middle, MARK, Fill::Hollow, theme.muted)?;
                }
                Key::Unfinished => {
                    let pale = theme.muted.fade(0.5).over(theme.background);
                    Marker::Circle.draw(pen, middle, MARK - 0.5, Fill::Solid, pale)?;
                }
            }
            let colour = match entry.key {
                Key::Series(_) => theme.ink,
                _ => theme.muted,
            };
            let x = entry.area.x0 + theme.px(legend::SAMPLE + 7.0);
            pen.text(
                &entry.text,
                (x, y),
                Align::Left,
                Type::regular(legend::SIZE, colour),
            )?;
        }
        Ok(())
    }

    pub(in crate::chart) fn cursor(&self, pen: &mut Pen, hit: Hit) -> Drawn {
        let (Some(at), Some((series, p))) = (self.layout.position(hit), self.point(hit)) else {
            return Ok(());
        };
        let (plot, theme, chart) = (&self.layout.plot, self.theme, self.chart);
        let colour = theme.series(series.style);
        if series.horizontal {
            pen.line(&[(plot.x0, at.1), (plot.x1, at.1)], 2.5, colour)?;
        } else {
            pen.down(at.0, plot.y0, plot.y1, 1.0, theme.muted)?;
            pen.ring(at, MARK + 4.0, 2.0, theme.ink)?;
            let fill = if p.unstable {
                Fill::Hollow
            } else {
                Fill::Solid
            };
            Marker::of(series.style).draw(pen, at, MARK + 1.0, fill, colour)?;
        }
        let value = number::with_interval(p.y, p.half_width(), &chart.y_unit, chart.y_style);
        let mut lines = vec![series.name.clone(), value];
        if !series.horizontal {
            lines.push(format!(
                "at {}",
                number::quantity(p.x, &chart.x_unit, number::Style::Plain)
            ));
        }
        if p.unstable {
            lines.push("unstable: grows with the length of the run".to_string());
        } else if p.unfinished {
            lines.push("still computing".to_string());
        }
        let point = Area::point(at);
        read_out::boxed(pen, &lines, &point, &self.layout.canvas, colour)
    }
}
