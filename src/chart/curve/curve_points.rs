//! Where the points, lines and baselines of a curve chart go.

use crate::chart::curve::curve_layout::{Baseline, CurveLayout, Hit, Mark, MarkKind};
use crate::chart::curve::curves::{CurveChart, CurvePoint, Series};
use crate::chart::kit::area::Point;

/// How far from the right edge the marker of an unstable baseline stands, in CSS pixels.
pub const UNSTABLE_INSET: f64 = 13.0;
/// Intervals at the same x stand apart by this (CSS pixels).
const DODGE: f64 = 4.0;
/// Apart by this, markers at an edge do not touch (CSS pixels).
const STACK: f64 = 20.0;

impl CurveLayout {
    /// Places all points; stable neighbours are connected, others never.
    pub(in crate::chart) fn place_points(&mut self, chart: &CurveChart) {
        let aside = self.dodge(chart);
        // What was published of a baseline stands between the first two x, where there are no marks.
        let beside = match &*self.x_ticks {
            [a, b, ..] => self.to_px((a.value + b.value) / 2.0, 0.0).0,
            _ => self.plot.x0 + STACK * self.scale,
        };
        for (index, series) in chart.shown() {
            let aside = aside.get(index).copied().unwrap_or(0.0);
            for p in &series.published {
                let (x, y) = self.to_px(p.x, p.y);
                let x = if series.horizontal { beside } else { x + aside };
                let at = (index, (x, y));
                if p.is_finite() && self.published.last() != Some(&at) {
                    self.published.push(at);
                }
            }
            if series.horizontal {
                self.place_baseline(index, series);
                continue;
            }
            let mut run: Vec<Point> = Vec::new();
            for point in series.order() {
                let Some(p) = series.points.get(point) else {
                    continue;
                };
                let hit = Hit { series: index, point };
                let (at, kind) = self.place_point(p);
                let at = (at.0 + aside, at.1);
                self.marks.push(Mark { hit, at, kind });
                if p.is_stable() {
                    run.push(at);
                } else {
                    self.runs.push((index, std::mem::take(&mut run)));
                }
            }
            self.runs.push((index, run));
        }
        self.runs.retain(|(_, run)| run.len() > 1 && !chart.scattered);
        self.unstack();
    }

    /// How far each series stands aside, so that intervals at the same x do not hide each other; nowhere by more than a sixth of the way to
    /// the next x.
    fn dodge(&self, chart: &CurveChart) -> Vec<f64> {
        let mut aside = vec![0.0; chart.series.len()];
        let with_interval = |series: &Series| series.points.iter().any(|p| p.half_width() > 0.0);
        let swept = || chart.shown().filter(|(_, series)| !series.horizontal);
        let all: Vec<usize> = swept().filter(|(_, series)| with_interval(series)).map(|(index, _)| index).collect();
        let mut places: Vec<f64> = swept()
            .flat_map(|(_, series)| &series.points)
            .filter(|p| p.is_finite())
            .map(|p| self.x.to_px(p.x))
            .collect();
        places.sort_by(f64::total_cmp);
        let apart = places.windows(2).map(|pair| pair[1] - pair[0]);
        let apart = apart.filter(|gap| *gap > 0.5).fold(f64::INFINITY, f64::min);
        let middle = (all.len() as f64 - 1.0) / 2.0;
        let step = (apart / 6.0 / middle.max(0.5)).min(DODGE * self.scale);
        // Half of the intervals would still touch.
        if step < 1.5 * self.scale || all.len() < 2 {
            return aside;
        }
        for (place, index) in all.into_iter().enumerate() {
            aside[index] = (place as f64 - middle) * step;
        }
        aside
    }

    fn place_point(&self, p: &CurvePoint) -> (Point, MarkKind) {
        let (x, y) = self.to_px(p.x, p.y);
        let inset = 13.0 * self.scale;
        let (low, high) = self.y.range();
        if !p.unstable {
            let kind = if p.unfinished { MarkKind::Unfinished } else { MarkKind::Stable };
            ((x, y), kind)
        } else if p.y > high {
            ((x, self.plot.y0 + inset), MarkKind::Above)
        } else if p.y < low {
            ((x, self.plot.y1 - inset), MarkKind::Below)
        } else {
            ((x, y), MarkKind::Unstable)
        }
    }

    fn place_baseline(&mut self, index: usize, series: &Series) {
        let Some(value) = series.baseline() else {
            return;
        };
        let same = |p: &CurvePoint| p.y == value.y && p.unstable == value.unstable;
        let point = series.points.iter().position(same).unwrap_or(0);
        let inset = if value.unstable { 13.0 * self.scale } else { 0.0 };
        let (top, bottom) = (self.plot.y0 + inset, self.plot.y1 - inset);
        let clamp = |y: f64| self.y.to_px(y).min(bottom).max(top);
        let ci = value.half_width();
        self.baselines.push(Baseline {
            hit: Hit { series: index, point },
            y: clamp(value.y),
            interval: (ci > 0.0 && !value.unstable).then(|| (clamp(value.y + ci), clamp(value.y - ci))),
            unstable: value.unstable,
            label: None,
        });
    }

    /// Marks at the same edge and the same x would hide each other: the later ones move inwards.
    fn unstack(&mut self) {
        let step = STACK * self.scale;
        let most = (self.plot.height() / step / 2.0).floor().max(1.0) as usize;
        let mut taken: Vec<(MarkKind, f64, usize)> = Vec::new();
        for line in self.baselines.iter_mut().filter(|b| b.unstable) {
            match taken.first_mut() {
                Some(place) => {
                    line.y += step * (place.2 % most) as f64;
                    place.2 += 1;
                }
                None => {
                    let x = self.plot.x1 - UNSTABLE_INSET * self.scale;
                    taken.push((MarkKind::Above, x, 1));
                }
            }
        }
        for mark in &mut self.marks {
            let inwards = match mark.kind {
                MarkKind::Above => step,
                MarkKind::Below => -step,
                _ => continue,
            };
            let here = |t: &&mut (MarkKind, f64, usize)| t.0 == mark.kind && (t.1 - mark.at.0).abs() < step * 0.6;
            match taken.iter_mut().find(here) {
                Some(place) => {
                    mark.at.1 += inwards * (place.2 % most) as f64;
                    place.2 += 1;
                }
                None => taken.push((mark.kind, mark.at.0, 1)),
            }
        }
    }
}
