//! Draws what the colours and lines of a Gantt chart mean.

use crate::chart::gantt_chart::gantt_draw::Figure;
use crate::chart::gantt_chart::gantt_facts::DASHES;
use crate::chart::gantt_chart::gantt_legend::{LINE, SIGN, SPACE, Sign, entries, height};
use crate::chart::kit::area::Area;
use crate::chart::kit::device::Drawn;
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::text::TICK;
use crate::chart::kit::ticks::Tick;

impl Figure<'_> {
    /// What the colours and lines mean, and the unit of time.
    pub(in crate::chart) fn key(&self, pen: &mut Pen) -> Drawn {
        let (theme, plot) = (self.theme, &self.layout.plot);
        let face = Type::regular(TICK, theme.muted);
        let left = self.layout.canvas.x0 + theme.px(10.0);
        let top = plot.y0 - height(self.chart, plot.x1 - left, theme);
        let y = |line: usize| top + theme.px(LINE * (line as f64 + 0.5));
        let (mut end, mut last) = (left, 0);
        for entry in entries(self.chart, plot.x1 - left, theme) {
            let at = (left + entry.x, y(entry.line));
            self.sign(pen, entry.sign, at)?;
            let text = at.0 + theme.px(SIGN + SPACE.0);
            pen.text(&entry.text, (text, at.1), Align::Left, face)?;
            last = entry.line;
            end = text + face.width(&entry.text, theme) + theme.px(SPACE.1);
        }
        let unit = time_unit(&self.layout.ticks);
        if end + face.width(unit, theme) <= plot.x1 {
            pen.text(unit, (plot.x1, y(last)), Align::Right, face)?;
        }
        Ok(())
    }

    fn sign(&self, pen: &mut Pen, sign: Sign, (x, y): (f64, f64)) -> Drawn {
        let theme = self.theme;
        let px = |css: f64| theme.px(css);
        let square = Area::new(x, y - px(5.0), x + px(SIGN), y + px(5.0));
        match sign {
            Sign::Paint(paint) => {
                pen.fill(&square, self.colour(paint))?;
                self.edge(paint).map_or(Ok(()), |edge| pen.frame(&square, 1.0, edge))
            }
            Sign::Homes => {
                for i in 0..self.chart.clusters.len().clamp(1, 3) {
                    let stripe = Area::new(x + px(3.4) * i as f64, square.y0, square.x1, square.y1);
                    pen.fill(&stripe, self.theme.home(i))?;
                }
                Ok(())
            }
            Sign::Staircase => {
                let stairs = [
                    (x, y + px(4.0)),
                    (x + px(5.0), y + px(4.0)),
                    (x + px(5.0), y - px(4.0)),
                    (square.x1, y - px(4.0)),
                ];
                pen.dashes(&stairs, &DASHES, 1.5, theme.ink)
            }
            Sign::Mark => self.tick(pen, (x + px(5.0), y + px(3.0))),
        }
    }
}

/// How the labels of the time axis are to be read.
fn time_unit(ticks: &[Tick]) -> &'static str {
    match ticks.last().map(|t| t.label.as_str()) {
        Some(label) if label.matches(':').count() == 2 => "time in h:mm:ss",
        Some(label) if label.contains(':') => "time in h:mm",
        Some(label) if label.ends_with('d') => "time in days",
        _ => "time in seconds",
    }
}
