//! Figure of the differences per job: their distribution, or by arrival.

use super::recordings::Recordings;
use super::tab::CompareTab;
use super::tab::LISTED;
use crate::chart::curve::CurveChart;
use crate::chart::curve::CurvePoint;
use crate::chart::curve::Series;
use crate::chart::curve::figure::CurveFigure;
use crate::chart::kit::series_style::SeriesStyle;
use crate::web::tabs::compare::job_pairs::{self, JobPair};
use crate::words::number::Style;

/// Maximum number of points in the figures: more would overlap.
const POINTS: usize = 300;

/// If the largest difference is at least so many times as large as that of nine of ten jobs, its axis is logarithmic on both
/// sides of 0: otherwise a few jobs would have nine tenths of the figure.
const OUTLYING: f64 = 10.0;

impl CompareTab {
    pub(super) fn show_differences(&self) {
        let (figure, snapshot) = {
            let state = &mut *self.state.borrow_mut();
            let nothing = state.pairs.is_empty() && !state.unlike;
            let (Some(snapshot), false) = (state.snapshot.clone(), nothing) else {
                return self.stage.clear();
            };
            let caption = match (state.unlike, state.by_arrival) {
                (true, _) => "A point's height is the share of recorded jobs with no longer turnaround.",
                (false, true) => {
                    "Each point is a job, those with the largest differences: below the dashed line it was faster under the first."
                }
                (false, false) => {
                    "Each point is a job, from the one that gains most under the first scheduler to the one that loses most. Its height is its rank \
                     as a share of all jobs; of several jobs with one difference, the highest point is the share of jobs with no larger difference."
                }
            };
            let chart = match state.unlike {
                true => state.turnarounds(),
                false => state.differences(),
            };
            (CurveFigure::with_caption(chart, caption), snapshot)
        };
        self.stage.show(figure, &snapshot);
    }
}

impl Recordings {
    /// Distribution of the turnaround times in both runs, if jobs cannot be paired.
    fn turnarounds(&mut self) -> CurveChart {
        self.drawn.clear();
        let names = self.names();
        let series = self.recorded.iter().flatten().zip(names).enumerate();
        let series = series.map(|(side, (recorded, name))| {
            let times = job_pairs::turnarounds(recorded);
            let last = times.len();
            let step = last.div_ceil(POINTS).max(1);
            let kept = |rank: usize| rank.is_multiple_of(step) || rank + 1 == last;
            let point = |rank: usize| CurvePoint {
                x: times[rank],
                y: (rank + 1) as f64 / last as f64,
                ..CurvePoint::default()
            };
            Series {
                name,
                look: SeriesStyle::nth(side),
                points: job_pairs::steps(&times, &kept).into_iter().map(point).collect(),
                ..Series::default()
            }
        });
        CurveChart {
            x_label: "Turnaround time [s]".to_owned(),
            x_unit: "s".to_owned(),
            y_label: "Share of jobs".to_owned(),
            y_style: Style::Percent,
            series: series.collect(),
            unmarked: true,
            ..CurveChart::default()
        }
    }

    /// Figure of the differences; stores the jobs of its points.
    pub(super) fn differences(&mut self) -> CurveChart {
        let [first, second] = self.names();
        let order = job_pairs::order(&self.pairs);
        let difference = format!("Turnaround under {first} less {second} [s]");
        let last = order.len();
        // In the empirical distribution, draw both ends, where single jobs are distinguishable, and evenly spaced ranks
        // between. By arrival, draw the largest differences.
        let step = last.div_ceil(POINTS / 4).max(1);
        let tail = LISTED.max(POINTS / 2 * usize::from(self.by_arrival));
        let end = |rank: usize| rank < tail || rank + tail >= last;
        let shown: Vec<usize> = match self.by_arrival {
            true => (0..last).filter(|&rank| end(rank)).collect(),
            false => {
                let ranked = order.iter().map(|&at| self.pairs[at].difference_s());
                let ranked: Vec<f64> = ranked.collect();
                job_pairs::steps(&ranked, &|rank| end(rank) || rank.is_multiple_of(step))
            }
        };
        let points = shown.iter().map(|&rank| {
            let pair = &self.pairs[order[rank]];
            let (x, y) = match self.by_arrival {
                true => (pair.arrival_s, pair.difference_s()),
                false => (pair.difference_s(), (rank + 1) as f64 / last as f64),
            };
            CurvePoint { x, y, ..CurvePoint::default() }
        });
        let jobs = Series { name: "jobs".to_owned(), points: points.collect(), ..Series::default() };
        self.drawn = shown.iter().map(|&rank| self.pairs[order[rank]].id).collect();
        let equal = Series {
            name: "as fast under both".to_owned(),
            look: SeriesStyle::nth(1),
            points: vec![CurvePoint::default()],
            horizontal: true,
            ..Series::default()
        };
        let around_zero = around_zero(&self.pairs).filter(|_| !self.by_arrival);
        let (x_label, y_label) = match (self.by_arrival, around_zero) {
            (true, _) => ("Arrival [s]".to_owned(), difference),
            // The ticks have units.
            (false, Some(_)) => (difference.replace(" [s]", ""), "Share of jobs".to_owned()),
            (false, None) => (difference, "Share of jobs".to_owned()),
        };
        CurveChart {
            x_around_zero: around_zero,
            unmarked: !self.by_arrival,
            x_label,
            y_label,
            x_unit: "s".to_owned(),
            y_unit: if self.by_arrival { "s" } else { "" }.to_owned(),
            y_style: if self.by_arrival { Style::Plain } else { Style::Percent },
            series: match self.by_arrival {
                true => vec![jobs, equal],
                false => vec![jobs],
            },
            scattered: self.by_arrival,
            ..CurveChart::default()
        }
    }
}

/// Width of the linear part of an axis of differences \[s\], if there are outliers.
fn around_zero(pairs: &[JobPair]) -> Option<f64> {
    let mut sizes: Vec<f64> = pairs.iter().map(|own| own.difference_s().abs()).collect();
    sizes.sort_by(f64::total_cmp);
    let (most, usual) = (*sizes.last()?, sizes[sizes.len() * 9 / 10]);
    (most >= OUTLYING * usual.max(1.0)).then(|| (usual / OUTLYING).max(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outliers_make_the_axis_logarithmic() {
        let pairs = |last: f64| -> Vec<JobPair> {
            let differences = (0..20).map(|at| if at == 19 { last } else { 50.0 });
            differences.map(|own| JobPair { turnaround_s: [own, 0.0], ..JobPair::default() }).collect()
        };
        assert_eq!(around_zero(&pairs(400.0)), None);
        assert_eq!(around_zero(&pairs(-5000.0)), Some(5.0));
        assert_eq!(around_zero(&[]), None);
    }
}
