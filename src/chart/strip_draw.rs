//! Draws strips under a Gantt chart, on its time axis.
//!
//! However many samples there are, each pixel column keeps the mean and the largest of its values: a filled area for
//! the mean, a paler one for the peaks. What a link is asked for beyond its capacity is in warning colour.

use plotters::prelude::{DrawResult, DrawingBackend};

use super::area::{Area, Point};
use super::axis::Axis;
use super::gantt_layout::GanttLayout;
use super::number;
use super::pen::{Align, Pen, Type};
use super::strips::{Strip, StripChart, StripKind};
use super::text;
use super::theme::{Colour, Theme};

/// Font size of names and values in CSS pixels.
const SIZE: f64 = 11.0;
const NAME_HEIGHT: f64 = 17.0;
const HEIGHT: f64 = 52.0;

/// The height in CSS pixels that suits a number of strips.
pub fn preferred_height(count: usize) -> f64 {
    HEIGHT * count as f64 + 8.0
}

/// Where one strip is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StripLayout {
    /// Index of the strip.
    pub strip: usize,
    /// The line with its name.
    pub name: Area,
    /// The area with its values.
    pub plot: Area,
}

/// Places the strips one below the other in an area, aligned with the Gantt chart; as many as fit.
pub fn place(chart: &StripChart, gantt: &GanttLayout, area: Area, theme: &Theme) -> Vec<StripLayout> {
    let count = chart.strips.len();
    let each = (area.height() / count.max(1) as f64).min(theme.px(HEIGHT * 1.5));
    // A strip lower than its name and a few pixels shows nothing: rather leave out the last ones.
    let each = each.max(theme.px(NAME_HEIGHT + 9.0));
    let (x0, x1) = (gantt.plot.x0.max(area.x0), gantt.plot.x1.min(area.x1));
    (0..count)
        .map(|strip| {
            let top = area.y0 + each * strip as f64;
            let middle = top + theme.px(NAME_HEIGHT);
            StripLayout {
                strip,
                name: Area::new(x0, top, x1, middle),
                plot: Area::new(x0, middle, x1, top + each - theme.px(3.0)),
            }
        })
        .take_while(|s| s.plot.y1 <= area.y1 + 1.0 && s.plot.width() >= theme.px(40.0))
        .collect()
}

/// Draws the strips in an area below a Gantt chart; `cursor_s` is the moment of the clock or the pointer.
pub fn draw<DB: DrawingBackend>(
    backend: &mut DB,
    area: Area,
    chart: &StripChart,
    gantt: &GanttLayout,
    theme: &Theme,
    cursor_s: Option<f64>,
) -> DrawResult<Vec<StripLayout>, DB> {
    let mut pen = Pen::new(backend, theme)?;
    let placed = if gantt.message.is_none() { place(chart, gantt, area, theme) } else { Vec::new() };
    pen.within(&area, |pen| {
        pen.fill(&area, theme.background)?;
        for place in &placed {
            if let Some(strip) = chart.strips.get(place.strip) {
                let colour = colour_of(strip.kind, chart.faded, theme);
                draw_strip(pen, strip, place, gantt, colour, cursor_s)?;
            }
        }
        Ok(())
    })?;
    Ok(placed)
}

fn colour_of(kind: StripKind, faded: bool, theme: &Theme) -> Colour {
    let colour = match kind {
        StripKind::Load => theme.home(0),
        StripKind::Count => theme.home(2),
        StripKind::Share => theme.home(4),
    };
    if faded { theme.faded(colour) } else { colour }
}

fn draw_strip<DB: DrawingBackend>(
    pen: &mut Pen<DB>,
    strip: &Strip,
    place: &StripLayout,
    gantt: &GanttLayout,
    colour: Colour,
    cursor_s: Option<f64>,
) -> DrawResult<(), DB> {
    let theme = pen.theme;
    let plot = place.plot;
    let time = gantt.time();
    let top = top_value(strip);
    let y = Axis::new((0.0, top), (plot.y1, plot.y0), false);
    pen.fill(&plot, theme.band)?;
    for tick in &gantt.ticks {
        let x = time.to_px(tick.value);
        if x >= plot.x0 && x <= plot.x1 {
            pen.down(x, plot.y0, plot.y1, 1.0, theme.grid)?;
        }
    }
    let columns = columns(strip, time, &plot, theme.scale);
    let pale = colour.fade(0.45).over(theme.band);
    let capacity = y.to_px(1.0);
    let below = Area::new(plot.x0, capacity.max(plot.y0), plot.x1, plot.y1);
    let above = Area::new(plot.x0, plot.y0, plot.x1, capacity);
    let limited = strip.kind == StripKind::Load;
    let peaks = outline(&columns, &plot, theme.scale, |c| y.to_px(c.largest));
    let means = outline(&columns, &plot, theme.scale, |c| y.to_px(c.mean));
    let body = if limited { below } else { plot };
    pen.within(&body, |pen| {
        fill_all(pen, &peaks, pale)?;
        fill_all(pen, &means, colour)
    })?;
    if limited {
        pen.within(&above, |pen| {
            fill_all(pen, &peaks, theme.warning.fade(0.55).over(theme.band))?;
            fill_all(pen, &means, theme.warning)
        })?;
        pen.dashes(&[(plot.x0, capacity), (plot.x1, capacity)], &[4.0, 3.0], 1.0, theme.ink)?;
    }
    pen.across(plot.x0, plot.x1, plot.y1, 1.0, theme.muted)?;

    let (low, high) = time.range();
    let cursor_s = cursor_s.filter(|t| *t >= low && *t <= high);
    let face = Type::regular(SIZE, theme.muted);
    let value = match cursor_s {
        Some(t) => strip.steps.at(t).map_or("–".to_string(), |v| strip.write(v)),
        None => {
            let most = columns.iter().flatten().map(|c| c.largest).fold(f64::NAN, f64::max);
            if most.is_nan() { "no data".to_string() } else { format!("up to {}", strip.write(most)) }
        }
    };
    let middle = place.name.centre().1;
    let value_face = if cursor_s.is_some() { Type::bold(SIZE, theme.ink) } else { face };
    let room = place.name.width() - value_face.width(&value, theme) - theme.px(10.0);
    let name = text::fit(&strip.name, theme.px(SIZE), false, room);
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

/// The upper end of a strip's scale: it depends on the whole recording, so that it does not jump while panning.
fn top_value(strip: &Strip) -> f64 {
    let values = strip.steps.values.iter().copied().filter(|v| v.is_finite());
    let largest = values.fold(0.0, f64::max).min(1e300);
    match strip.kind {
        StripKind::Share => 1.0,
        StripKind::Load => (largest * 1.05).max(1.25),
        StripKind::Count => nice_above(largest),
    }
}

/// The next 1, 2 or 5 · 10ᵏ.
fn nice_above(value: f64) -> f64 {
    if !(value.is_finite() && value > 1.0) {
        return 1.0;
    }
    let unit = number::power_of_ten(number::decade(value));
    [1.0, 2.0, 5.0]
        .into_iter()
        .map(|m| m * unit)
        .find(|&v| v >= value)
        .unwrap_or(unit * 10.0)
}

/// What a pixel column holds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Column {
    mean: f64,
    largest: f64,
}

/// Time-weighted mean and maximum in every column of one CSS pixel; none where there is no data.
fn columns(strip: &Strip, time: &Axis, plot: &Area, scale: f64) -> Vec<Option<Column>> {
    let width = scale.max(1.0);
    let count = (plot.width() / width).ceil().clamp(1.0, 8192.0) as usize;
    let mut columns: Vec<Option<(f64, f64, f64)>> = vec![None; count];
    let (low, high) = time.range();
    let steps = &strip.steps;
    let length = steps.times_s.len().min(steps.values.len());
    let first = steps.times_s.partition_point(|&t| t <= low).saturating_sub(1);
    for i in first..length {
        let (Some(&t), Some(&v)) = (steps.times_s.get(i), steps.values.get(i)) else { break };
        if t > high {
            break;
        }
        let next = steps.times_s.get(i + 1).filter(|_| i + 1 < length);
        let end = next.copied().unwrap_or(high);
        // A step of no time still shows as a peak.
        if !(v.is_finite() && t.is_finite() && end >= t && end >= low) {
            continue;
        }
        let column = |t: f64| ((time.to_px(t) - plot.x0) / width).clamp(0.0, count as f64);
        let (from, to) = (column(t.max(low)), column(end.min(high)));
        let v = v.max(0.0);
        for c in from as usize..(to.ceil() as usize).max(from as usize + 1).min(count) {
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
fn outline(
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

fn fill_all<DB: DrawingBackend>(pen: &mut Pen<DB>, polygons: &[Vec<Point>], colour: Colour) -> DrawResult<(), DB> {
    for polygon in polygons {
        pen.polygon(polygon, colour)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::strips::Steps;

    fn strip(kind: StripKind, steps: &[(f64, f64)]) -> Strip {
        Strip {
            name: "Link 1".into(),
            kind,
            steps: Steps {
                times_s: steps.iter().map(|s| s.0).collect(),
                values: steps.iter().map(|s| s.1).collect(),
            },
        }
    }

    /// Ten columns of 10 s: value 2 for 5 s then 4 for 5 s in the first, 4 to the end.
    #[test]
    fn columns_hold_mean_and_largest() {
        let strip = strip(StripKind::Count, &[(0.0, 2.0), (5.0, 4.0)]);
        let plot = Area::new(0.0, 0.0, 10.0, 10.0);
        let time = Axis::new((0.0, 100.0), (0.0, 10.0), false);
        let found = columns(&strip, &time, &plot, 1.0);
        assert_eq!(found.len(), 10);
        assert_eq!(
            found[0],
            Some(Column {
                mean: 3.0,
                largest: 4.0
            })
        );
        assert_eq!(found[9].map(|c| c.mean), Some(4.0));
    }

    #[test]
    fn a_peak_of_no_time_is_not_lost() {
        let strip = strip(StripKind::Count, &[(0.0, 1.0), (50.0, 9.0), (50.0, 1.0)]);
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

    #[test]
    fn scales_end_at_round_numbers() {
        assert_eq!((nice_above(0.0), nice_above(3.0), nice_above(50.0), nice_above(51.0)), (1.0, 5.0, 50.0, 100.0));
        assert_eq!(top_value(&strip(StripKind::Load, &[(0.0, 0.3)])), 1.25);
        assert_eq!(top_value(&strip(StripKind::Load, &[(0.0, 4.0)])), 4.2);
    }
}
