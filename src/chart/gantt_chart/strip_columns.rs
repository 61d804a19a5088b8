//! Down-sampling of step functions: however many samples there are, a pixel column keeps the mean and the largest value.

use crate::chart::gantt_chart::strips::Strip;
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::axis::Axis;

/// What a pixel column holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// Time-weighted mean.
    pub mean: f64,
    /// Largest value.
    pub largest: f64,
}

/// Time-weighted mean and maximum in every column of one CSS pixel; none where there is no data.
pub fn columns(strip: &Strip, time: &Axis, plot: &Area, scale: f64) -> Vec<Option<Column>> {
    let width = scale.max(1.0);
    let count = (plot.width() / width).ceil().clamp(1.0, 8192.0) as usize;
    let mut columns: Vec<Option<(f64, f64, f64)>> = vec![None; count];
    let (low, high) = time.range();
    let steps = &strip.steps;
    let length = steps.times_s.len().min(steps.values.len());
    let first = steps.times_s.partition_point(|&t| t <= low).saturating_sub(1);
    // There may be a hundred thousand samples in view: the time axis is linear, and most of them lie within a column.
    let at_low = (time.to_px(low) - plot.x0) / width;
    let per_s = (time.to_px(high) - time.to_px(low)) / (high - low) / width;
    let column = |t: f64| ((t - low) * per_s + at_low).clamp(0.0, count as f64);
    for i in first..length {
        let (Some(&t), Some(&v)) = (steps.times_s.get(i), steps.values.get(i)) else {
            break;
        };
        if t > high {
            break;
        }
        let next = steps.times_s.get(i + 1).filter(|_| i + 1 < length);
        let end = next.copied().unwrap_or(high);
        // Of several values at one time only the last holds.
        if !(v.is_finite() && t.is_finite() && end > t && end >= low) {
            continue;
        }
        let (from, to) = (column(t.max(low)), column(end.min(high)));
        let v = v.max(0.0);
        let first = from as usize;
        for c in first..(to.ceil() as usize).max(first + 1).min(count) {
            let share = (to.min(c as f64 + 1.0) - from.max(c as f64)).max(0.0);
            if let Some(cell) = columns.get_mut(c) {
                let (sum, weight, largest) = cell.unwrap_or((0.0, 0.0, 0.0));
                *cell = Some((sum + v * share, weight + share, largest.max(v)));
            }
        }
    }
    columns
        .into_iter()
        .map(|cell| {
            let (sum, weight, largest) = cell?;
            let mean = if weight > 0.0 { sum / weight } else { largest };
            Some(Column { mean, largest })
        })
        .collect()
}

/// The areas under the columns: one polygon for each stretch with data, equal neighbours joined.
pub fn outline(
    columns: &[Option<Column>],
    plot: &Area,
    scale: f64,
    height: impl Fn(&Column) -> f64,
) -> Vec<Vec<Point>> {
    let width = scale.max(1.0);
    let mut polygons: Vec<Vec<Point>> = Vec::new();
    let mut current: Vec<Point> = Vec::new();
    for (i, column) in columns.iter().enumerate() {
        let x0 = plot.x0 + i as f64 * width;
        let x1 = (x0 + width).min(plot.x1);
        let Some(column) = column else {
            close(&mut current, plot, &mut polygons);
            continue;
        };
        let y = height(column).round();
        match current.last_mut() {
            Some(last) if last.1 == y => last.0 = x1,
            _ => {
                if current.is_empty() {
                    current.push((x0, plot.y1));
                }
                current.push((x0, y));
                current.push((x1, y));
            }
        }
    }
    close(&mut current, plot, &mut polygons);
    polygons
}

fn close(current: &mut Vec<Point>, plot: &Area, polygons: &mut Vec<Vec<Point>>) {
    if let Some(&(x, _)) = current.last() {
        current.push((x, plot.y1));
        polygons.push(std::mem::take(current));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::gantt_chart::strips::{Steps, StripKind};

    fn strip(kind: StripKind, steps: &[(f64, f64)]) -> Strip {
        let steps = Steps { times_s: steps.iter().map(|s| s.0).collect(), values: steps.iter().map(|s| s.1).collect() };
        Strip::new("Link 1".into(), kind, steps)
    }

    /// Ten columns of 10 s: value 2 for 5 s then 4 for 5 s in the first, 4 to the end.
    #[test]
    fn columns_hold_mean_and_largest() {
        let strip = strip(StripKind::Count, &[(0.0, 2.0), (5.0, 4.0)]);
        let plot = Area::new(0.0, 0.0, 10.0, 10.0);
        let time = Axis::new((0.0, 100.0), (0.0, 10.0), false);
        let found = columns(&strip, &time, &plot, 1.0);
        assert_eq!(found.len(), 10);
        assert_eq!(found[0], Some(Column { mean: 3.0, largest: 4.0 }));
        assert_eq!(found[9].map(|c| c.mean), Some(4.0));
    }

    #[test]
    fn a_short_peak_is_kept_one_of_no_time_is_not() {
        let strip = strip(StripKind::Count, &[(0.0, 1.0), (20.0, 99.0), (20.0, 1.0), (50.0, 9.0), (50.1, 1.0)]);
        let plot = Area::new(0.0, 0.0, 10.0, 10.0);
        let time = Axis::new((0.0, 100.0), (0.0, 10.0), false);
        let largest = columns(&strip, &time, &plot, 1.0).into_iter().flatten().map(|c| c.largest);
        assert_eq!(largest.fold(0.0, f64::max), 9.0);
    }

    #[test]
    fn before_the_first_sample_there_is_nothing() {
        let strip = strip(StripKind::Share, &[(60.0, 0.5)]);
        let plot = Area::new(0.0, 0.0, 10.0, 10.0);
        let time = Axis::new((0.0, 100.0), (0.0, 10.0), false);
        let found = columns(&strip, &time, &plot, 1.0);
        assert_eq!((found[5], found[6].map(|c| c.mean)), (None, Some(0.5)));
        assert_eq!(outline(&found, &plot, 1.0, |c| 10.0 - 10.0 * c.mean).len(), 1);
    }
}
