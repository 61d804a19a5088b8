//! Draws strips under a Gantt chart, on its time axis.
//!
//! However many samples there are, each pixel column keeps the mean and the largest of its values: a filled area for
//! the mean, a paler one for the peaks. What a link is asked for beyond its capacity is in warning colour.

use crate::chart::gantt_chart::gantt_layout::GanttLayout;
use crate::chart::gantt_chart::strip_columns::{columns, outline};
use crate::chart::gantt_chart::strips::{Strip, StripChart, StripKind};
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::axis::Axis;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::text;
use crate::chart::kit::theme::{Colour, Theme};
use crate::words::number;

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

/// Places the strips one below the other in an area, aligned with the Gantt chart; as many as fit, and none below a message.
pub fn place(chart: &StripChart, gantt: &GanttLayout, area: Area, theme: &Theme) -> Vec<StripLayout> {
    // A strip lower than its name and a few pixels shows nothing: rather leave out the last ones. In a talk it is seen from afar.
    if gantt.message.is_some() {
        return Vec::new();
    }
    let plot = if theme.is_for_a_talk() { 18.0 } else { 9.0 };
    let least = theme.px(NAME_HEIGHT + plot);
    let fits = ((area.height() + 1.0) / least) as usize;
    let count = chart.strips.len().min(fits);
    let each = (area.height() / count.max(1) as f64).min(theme.px(HEIGHT * 1.5));
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
        .take_while(|own| own.plot.width() >= theme.px(40.0))
        .collect()
}

/// Draws strips below a Gantt chart where they are placed; `cursor_s` is the moment of the clock or the pointer.
pub fn draw(
    backend: &mut dyn Device,
    placed: &[StripLayout],
    chart: &StripChart,
    gantt: &GanttLayout,
    theme: &Theme,
    cursor_s: Option<f64>,
) -> Drawn {
    let mut pen = Pen::new(backend, theme)?;
    for place in placed {
        if let Some(strip) = chart.strips.get(place.strip) {
            let colour = colour_of(strip.kind, chart.faded, theme);
            draw_strip(&mut pen, strip, place, gantt, colour, cursor_s)?;
        }
    }
    Ok(())
}

fn colour_of(kind: StripKind, faded: bool, theme: &Theme) -> Colour {
    let colour = match kind {
        StripKind::Load => theme.home(0),
        StripKind::Count => theme.home(2),
        StripKind::Share => theme.home(4),
        StripKind::Delay => theme.accent,
    };
    if faded { theme.faded(colour) } else { colour }
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

/// The upper end of a strip's scale: it depends on the whole recording, so that it does not jump while panning.
fn top_value(strip: &Strip) -> f64 {
    let largest = strip.largest.min(1e300);
    match strip.kind {
        StripKind::Share => 1.0,
        StripKind::Load => (largest * 1.05).max(1.25),
        StripKind::Count | StripKind::Delay => nice_above(largest),
    }
}

/// The next 1, 2 or 5 · 10ᵏ.
fn nice_above(value: f64) -> f64 {
    if !(value.is_finite() && value > 1.0) {
        return 1.0;
    }
    let unit = number::power_of_ten(number::decade(value));
    [1.0, 2.0, 5.0].into_iter().map(|m| m * unit).find(|&v| v >= value).unwrap_or(unit * 10.0)
}

fn fill_all(pen: &mut Pen, polygons: &[Vec<Point>], colour: Colour) -> Drawn {
    for polygon in polygons {
        pen.polygon(polygon, colour)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::gantt_chart::strips::Steps;

    #[test]
    fn scales_end_at_round_numbers() {
        let load = |largest| {
            let steps = Steps { times_s: vec![0.0], values: vec![largest] };
            Strip::new(String::new(), StripKind::Load, steps)
        };
        assert_eq!([0.0, 3.0, 50.0, 51.0].map(nice_above), [1.0, 5.0, 50.0, 100.0]);
        assert_eq!((top_value(&load(0.3)), top_value(&load(4.0))), (1.25, 4.2));
    }
}
