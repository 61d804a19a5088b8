//! Strips under a Gantt chart, on its time axis: link load, queue length, utilisation.
//!
//! Each pixel column shows the mean of its samples as a filled area and the largest sample as a paler area, for any number of
//! samples. Demand beyond the capacity of a link has the warning colour.

use crate::chart::gantt_chart::layout::GanttLayout;
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::axis::{Axis, span};
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::text;
use crate::chart::kit::theme::{Colour, Theme};
use crate::words::number;

/// Font size of names and values in CSS pixels.
const SIZE: f64 = 11.0;
const NAME_HEIGHT: f64 = 17.0;
const HEIGHT: f64 = 52.0;

/// Strips, from top to bottom.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StripChart {
    /// The strips.
    pub strips: Vec<Strip>,
    /// True for old results, shown while the new ones are computed.
    pub faded: bool,
}

/// One strip: a quantity that is constant between jumps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strip {
    /// Name: "Link 1", "Jobs waiting".
    pub name: String,
    /// Kind of quantity.
    pub kind: StripKind,
    /// Values over time.
    pub steps: Steps,
    /// Largest finite value, at least 0. The scale is the same in every view.
    pub largest: f64,
}

/// Kind of a strip's quantity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StripKind {
    /// Demand divided by capacity of a link; with a line at 100 %, and the warning colour above it.
    Load,
    /// A count from 0 up, such as jobs waiting.
    #[default]
    Count,
    /// A share from 0 to 1, such as utilisation.
    Share,
    /// Seconds from 0 up, such as the delay of a co-allocated job.
    Delay,
}

/// A step function: `values[i]` holds from `times_s[i]` until the next time, the last value to the end of the recording.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Steps {
    /// Rising times in seconds.
    pub times_s: Vec<f64>,
    /// As many values.
    pub values: Vec<f64>,
}

impl Steps {
    /// The value at a time; `None` before the first time.
    pub fn at(&self, time_s: f64) -> Option<f64> {
        let after = self.times_s.partition_point(|&t| t <= time_s);
        after.checked_sub(1).and_then(|i| self.values.get(i)).copied().filter(|v| v.is_finite())
    }

    /// Mean over the known values between two times; `None` if no value is known.
    pub fn mean(&self, from_s: f64, to_s: f64) -> Option<f64> {
        let next = self.times_s.iter().skip(1).copied().chain([f64::INFINITY]);
        let (mut sum, mut length_s) = (0.0, 0.0);
        for ((&begin_s, &value), next_s) in self.times_s.iter().zip(&self.values).zip(next) {
            let own_s = next_s.min(to_s) - begin_s.max(from_s);
            if own_s > 0.0 && value.is_finite() {
                (sum, length_s) = (sum + value * own_s, length_s + own_s);
            }
        }
        (length_s > 0.0).then_some(sum / length_s)
    }
}

impl Strip {
    /// A strip of these values.
    pub fn new(name: String, kind: StripKind, steps: Steps) -> Strip {
        let largest = span(steps.values.iter().copied()).map_or(0.0, |(_, largest)| largest.max(0.0));
        Strip { name, kind, steps, largest }
    }

    /// A value of this strip as text.
    pub fn write(&self, value: f64) -> String {
        match self.kind {
            StripKind::Count => number::plain(value),
            StripKind::Delay => number::duration(value),
            StripKind::Load | StripKind::Share => format!("{} %", number::fixed((value * 100.0).round(), 0)),
        }
    }

    /// The upper end of its scale.
    fn top(&self) -> f64 {
        let largest = self.largest.min(1e300);
        match self.kind {
            StripKind::Share => 1.0,
            StripKind::Load => (largest * 1.05).max(1.25),
            StripKind::Count | StripKind::Delay => nice_above(largest),
        }
    }

    fn colour(&self, faded: bool, theme: &Theme) -> Colour {
        let colour = match self.kind {
            StripKind::Load => theme.home(0),
            StripKind::Count => theme.home(2),
            StripKind::Share => theme.home(4),
            StripKind::Delay => theme.accent,
        };
        if faded { theme.faded(colour) } else { colour }
    }

    /// For every column of one CSS pixel: mean over time and largest value; `None` for columns without data.
    fn columns(&self, time: &Axis, plot: &Area, scale: f64) -> Vec<Option<Column>> {
        let width = scale.max(1.0);
        let count = (plot.width() / width).ceil().clamp(1.0, 8192.0) as usize;
        let mut columns: Vec<Option<(f64, f64, f64)>> = vec![None; count];
        let (low, high) = time.range();
        let Steps { times_s, values } = &self.steps;
        let length = times_s.len().min(values.len());
        let first = times_s.partition_point(|&t| t <= low).saturating_sub(1);
        // The time axis is linear, so one factor converts times to columns. This matters, because a hundred thousand
        // samples may be in view.
        let at_low = (time.to_px(low) - plot.x0) / width;
        let per_s = (time.to_px(high) - time.to_px(low)) / (high - low) / width;
        let column = |t: f64| ((t - low) * per_s + at_low).clamp(0.0, count as f64);
        for i in first..length {
            let (t, v) = (times_s[i], values[i]);
            if t > high {
                break;
            }
            let next = times_s.get(i + 1).filter(|_| i + 1 < length);
            let end = next.copied().unwrap_or(high);
            // If several values have the same time, only the last one is used.
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
        let column = |cell: Option<(f64, f64, f64)>| {
            let (sum, weight, largest) = cell?;
            let mean = if weight > 0.0 { sum / weight } else { largest };
            Some(Column { mean, largest })
        };
        columns.into_iter().map(column).collect()
    }
}

/// Values in a pixel column.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Column {
    /// Mean over time.
    mean: f64,
    largest: f64,
}

/// Areas under columns of a width from the left edge of an area, with the y of each column: one polygon for each stretch with
/// data, equal neighbours joined.
pub(super) fn outline(columns: impl Iterator<Item = Option<f64>>, area: &Area, width: f64) -> Vec<Vec<Point>> {
    let mut polygons: Vec<Vec<Point>> = Vec::new();
    let mut current: Vec<Point> = Vec::new();
    // An empty column at the end closes the last polygon.
    for (i, y) in columns.chain([None]).enumerate() {
        let x0 = area.x0 + i as f64 * width;
        let x1 = (x0 + width).min(area.x1);
        match (y.map(f64::round), current.last_mut()) {
            (Some(y), Some(last)) if last.1 == y => last.0 = x1,
            (Some(y), last) => {
                let foot = last.is_none().then_some((x0, area.y1));
                current.extend(foot.into_iter().chain([(x0, y), (x1, y)]));
            }
            (None, Some(&mut (x, _))) => {
                current.push((x, area.y1));
                polygons.push(std::mem::take(&mut current));
            }
            (None, None) => {}
        }
    }
    polygons
}

/// The next 1, 2 or 5 · 10ᵏ.
fn nice_above(value: f64) -> f64 {
    if !(value.is_finite() && value > 1.0) {
        return 1.0;
    }
    let unit = number::power_of_ten(number::decade(value));
    [1.0, 2.0, 5.0].into_iter().map(|m| m * unit).find(|&v| v >= value).unwrap_or(unit * 10.0)
}

/// The height in CSS pixels that suits a number of strips.
pub fn preferred_height(count: usize) -> f64 {
    HEIGHT * count as f64 + 8.0
}

/// The place of one strip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StripLayout {
    /// Index of the strip.
    pub strip: usize,
    /// The line with its name.
    pub name: Area,
    /// The area with its values.
    pub plot: Area,
}

/// The strips that are shown if there is room for `most` of them, in their order. The use of nodes is left out first, because the
/// bands show it, then links with low loads.
fn chosen(chart: &StripChart, most: usize) -> Vec<usize> {
    let strips = &chart.strips;
    let mut all: Vec<usize> = (0..strips.len()).collect();
    let weight = |at: &usize| match strips.get(*at).map(|own| (own.kind, own.largest)) {
        Some((StripKind::Load, largest)) => largest,
        Some((StripKind::Count | StripKind::Delay, _)) => f64::INFINITY,
        Some((StripKind::Share, _)) | None => -1.0,
    };
    // The first of equal strips stays.
    all.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    all.truncate(most);
    all.sort_unstable();
    all
}

/// Places the strips one below the other in an area, aligned with the Gantt chart: as many as fit, and none below a message.
pub fn place(chart: &StripChart, gantt: &GanttLayout, area: Area, theme: &Theme) -> Vec<StripLayout> {
    if gantt.message.is_some() {
        return Vec::new();
    }
    // A strip that is hardly higher than its name would show nothing. In a talk, strips are read from afar.
    let plot = if theme.is_for_a_talk() { 18.0 } else { 9.0 };
    let least = theme.px(NAME_HEIGHT + plot);
    let fits = ((area.height() + 1.0) / least) as usize;
    let shown = chosen(chart, fits);
    let each = (area.height() / shown.len().max(1) as f64).min(theme.px(HEIGHT * 1.5));
    let (x0, x1) = (gantt.plot.x0.max(area.x0), gantt.plot.x1.min(area.x1));
    let place = |(at, strip): (usize, usize)| {
        let top = area.y0 + each * at as f64;
        let middle = top + theme.px(NAME_HEIGHT);
        StripLayout {
            strip,
            name: Area::new(x0, top, x1, middle),
            plot: Area::new(x0, middle, x1, top + each - theme.px(3.0)),
        }
    };
    shown.into_iter().enumerate().map(place).take_while(|own| own.plot.width() >= theme.px(40.0)).collect()
}

/// Draws strips at their places. `cursor_s`: time of the clock or the pointer.
pub fn draw(
    backend: &mut dyn Device,
    placed: &[StripLayout],
    chart: &StripChart,
    gantt: &GanttLayout,
    theme: &Theme,
    cursor_s: Option<f64>,
) -> Drawn {
    let mut pen = Pen::new(backend, theme)?;
    let strip = |place: &StripLayout| chart.strips.get(place.strip);
    for (place, strip) in placed.iter().filter_map(|place| Some((place, strip(place)?))) {
        draw_strip(&mut pen, strip, place, gantt, strip.colour(chart.faded, theme), cursor_s)?;
    }
    Ok(())
}

fn draw_strip(
    pen: &mut Pen,
    strip: &Strip,
    place: &StripLayout,
    gantt: &GanttLayout,
    colour: Colour,
    cursor_s: Option<f64>,
) -> Drawn {
    let theme = pen.theme;
    let plot = place.plot;
    let time = gantt.time();
    let top = strip.top();
    let y = Axis::new((0.0, top), (plot.y1, plot.y0), false);
    pen.fill(&plot, theme.band)?;
    for tick in &gantt.ticks {
        let x = time.to_px(tick.value);
        if x >= plot.x0 && x <= plot.x1 {
            pen.down(x, plot.y0, plot.y1, 1.0, theme.grid)?;
        }
    }
    let columns = strip.columns(time, &plot, theme.scale);
    let under = |of: fn(&Column) -> f64| {
        let heights = columns.iter().map(|own| own.as_ref().map(|own| y.to_px(of(own))));
        outline(heights, &plot, theme.scale.max(1.0))
    };
    let (peaks, means) = (under(|own| own.largest), under(|own| own.mean));
    let mut fill = |part: &Area, colour: Colour, pale: f64| {
        pen.within(part, |pen| {
            let pale = colour.fade(pale).over(theme.band);
            peaks.iter().try_for_each(|polygon| pen.polygon(polygon, pale))?;
            means.iter().try_for_each(|polygon| pen.polygon(polygon, colour))
        })
    };
    let limited = strip.kind == StripKind::Load;
    let capacity = y.to_px(1.0);
    let below = Area::new(plot.x0, capacity.max(plot.y0), plot.x1, plot.y1);
    fill(if limited { &below } else { &plot }, colour, 0.45)?;
    if limited {
        fill(&Area::new(plot.x0, plot.y0, plot.x1, capacity), theme.warning, 0.55)?;
        pen.dashes(&[(plot.x0, capacity), (plot.x1, capacity)], &[4.0, 3.0], 1.0, theme.ink)?;
    }
    pen.across(plot.x0, plot.x1, plot.y1, 1.0, theme.muted)?;

    let (low, high) = time.range();
    let cursor_s = cursor_s.filter(|t| *t >= low && *t <= high);
    let face = Type::regular(SIZE, theme.muted);
    let value = match cursor_s {
        Some(t) => strip.steps.at(t).map_or("–".to_owned(), |v| strip.write(v)),
        None => match columns.iter().flatten().map(|own| own.largest).reduce(f64::max) {
            Some(most) => format!("up to {}", strip.write(most)),
            None => "no data".to_owned(),
        },
    };
    let middle = place.name.centre().1;
    let value_face = if cursor_s.is_some() { Type::bold(SIZE, theme.ink) } else { face };
    let room = place.name.width() - value_face.width(&value, theme) - theme.px(10.0);
    let name = text::fit(&strip.name, theme.letters(SIZE), false, room);
    pen.text(&name, (place.name.x0, middle), Align::Left, Type::regular(SIZE, theme.ink))?;
    pen.text(&value, (place.name.x1, middle), Align::Right, value_face)?;
    let scale_face = Type::regular(SIZE - 1.5, theme.muted);
    if limited && below.height() > theme.px(4.0) {
        pen.text("100 %", (plot.x0 - theme.px(4.0), capacity), Align::Right, scale_face)?;
    } else if !limited {
        pen.text(&strip.write(top), (plot.x0 - theme.px(4.0), plot.y0 + theme.px(4.0)), Align::Right, scale_face)?;
    }
    if let Some(t) = cursor_s {
        pen.down(time.to_px(t), plot.y0, plot.y1, 2.0, theme.ink)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(kind: StripKind, steps: &[(f64, f64)]) -> Strip {
        let steps = Steps { times_s: steps.iter().map(|s| s.0).collect(), values: steps.iter().map(|s| s.1).collect() };
        Strip::new("Link 1".into(), kind, steps)
    }

    /// The ten columns of a strip that shows 0 to 100 s on ten pixels.
    fn ten(kind: StripKind, steps: &[(f64, f64)]) -> Vec<Option<Column>> {
        let time = Axis::new((0.0, 100.0), (0.0, 10.0), false);
        strip(kind, steps).columns(&time, &Area::new(0.0, 0.0, 10.0, 10.0), 1.0)
    }

    /// Each of the ten columns covers 10 s. The value is 2 for the first 5 s, then 4 until the end.
    #[test]
    fn columns_hold_mean_and_largest() {
        let found = ten(StripKind::Count, &[(0.0, 2.0), (5.0, 4.0)]);
        assert_eq!(found.len(), 10);
        assert_eq!(found[0], Some(Column { mean: 3.0, largest: 4.0 }));
        assert_eq!(found[9].map(|c| c.mean), Some(4.0));
    }

    #[test]
    fn a_short_peak_is_kept_one_of_no_time_is_not() {
        let steps = [(0.0, 1.0), (20.0, 99.0), (20.0, 1.0), (50.0, 9.0), (50.1, 1.0)];
        let largest = ten(StripKind::Count, &steps).into_iter().flatten().map(|c| c.largest);
        assert_eq!(largest.fold(0.0, f64::max), 9.0);
    }

    /// 2 for 5 s and 4 for 15 s.
    #[test]
    fn mean_between_two_times() {
        let steps = Steps { times_s: vec![0.0, 10.0, 40.0], values: vec![2.0, 4.0, f64::NAN] };
        assert_eq!(steps.mean(5.0, 25.0), Some(3.5));
        assert_eq!([steps.mean(30.0, 90.0), steps.mean(50.0, 90.0)], [Some(4.0), None]);
    }

    #[test]
    fn before_the_first_sample_there_is_nothing() {
        let found = ten(StripKind::Share, &[(60.0, 0.5)]);
        assert_eq!((found[5], found[6].map(|c| c.mean)), (None, Some(0.5)));
        let heights = found.iter().map(|own| own.map(|own| 10.0 - 10.0 * own.mean));
        let areas = outline(heights, &Area::new(0.0, 0.0, 10.0, 10.0), 1.0);
        assert_eq!(areas, [[(6.0, 10.0), (6.0, 5.0), (10.0, 5.0), (10.0, 10.0)]]);
    }

    #[test]
    fn where_room_is_short_the_queue_and_the_fullest_links_stay() {
        let strips = vec![
            strip(StripKind::Load, &[(0.0, 0.2)]),
            strip(StripKind::Load, &[(0.0, 1.3)]),
            strip(StripKind::Count, &[(0.0, 9.0)]),
            strip(StripKind::Share, &[(0.0, 0.9)]),
        ];
        let chart = StripChart { strips, faded: false };
        let shown = [9, 3, 2, 1, 0].map(|most| chosen(&chart, most));
        assert_eq!(shown, [vec![0, 1, 2, 3], vec![0, 1, 2], vec![1, 2], vec![2], vec![]]);
    }

    #[test]
    fn scales_end_at_round_numbers() {
        let load = |largest| strip(StripKind::Load, &[(0.0, largest)]).top();
        assert_eq!([0.0, 3.0, 50.0, 51.0].map(nice_above), [1.0, 5.0, 50.0, 100.0]);
        assert_eq!([load(0.3), load(4.0)], [1.25, 4.2]);
    }
}
