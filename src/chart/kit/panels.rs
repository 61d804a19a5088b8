//! Small drawings of equal size side by side, in rows, below one key.

use crate::chart::kit::area::Area;
use crate::chart::kit::device::Drawn;
use crate::chart::kit::heading::Heading;
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::theme::Theme;

/// Minimum width of a panel, height of a panel, and space between panels \[CSS px\].
const WIDTH: f64 = 210.0;
const HEIGHT: f64 = 190.0;
const GAP: f64 = 12.0;
/// Margin of the figure \[CSS px\].
pub const MARGIN: f64 = 8.0;
/// Font size of the key and the names of panels \[CSS px\].
pub const SIZE: f64 = 12.0;
/// Side of the samples in the key \[CSS px\].
const SAMPLE: f64 = 12.0;

/// Height of a line of the key \[px\].
pub fn line(theme: &Theme) -> f64 {
    Type::regular(SIZE, theme.muted).height(theme)
}

/// Number of panels in a row at a width \[CSS px\].
fn columns(count: usize, width: f64) -> usize {
    let fit = ((width + GAP) / (WIDTH + GAP)).max(1.0) as usize;
    fit.min(count).max(1)
}

/// Height of a figure with a heading, a key and `count` panels at a width \[CSS px\].
pub fn height(title: &str, key: &[&str], count: usize, width: f64, theme: &Theme) -> f64 {
    let inner = width - 2.0 * MARGIN;
    let rows = count.div_ceil(columns(count, inner)) as f64;
    let key = key_lines(key, theme.px(inner), theme).len() as f64 * line(theme) / theme.scale;
    2.0 * MARGIN + Heading::height(title, inner, theme) + key + GAP + rows * (HEIGHT + GAP)
}

/// Draws the key at the upper edge of an area, with `sample` for each entry; returns the areas of the panels below it.
pub fn lay_out(
    pen: &mut Pen,
    inner: &Area,
    key: &[&str],
    sample: impl Fn(&mut Pen, usize, &Area) -> Drawn,
    count: usize,
) -> Drawn<Vec<Area>> {
    let (theme, face) = (pen.theme, Type::regular(SIZE, pen.theme.ink));
    let (side, gap, height) = (theme.px(SAMPLE), theme.px(GAP), line(theme));
    let lines = key_lines(key, inner.width(), theme);
    for (at, entries) in lines.iter().enumerate() {
        let y = inner.y0 + (at as f64 + 0.5) * height;
        for &(entry, left) in entries {
            let x = inner.x0 + left;
            sample(pen, entry, &Area::new(x, y - side / 2.0, x + side, y + side / 2.0))?;
            pen.text(key[entry], (x + theme.px(SAMPLE + 5.0), y), Align::Left, face)?;
        }
    }
    let below = inner.y0 + lines.len() as f64 * height + gap;
    let columns = columns(count, inner.width() / theme.scale);
    let width = (inner.width() + gap) / columns as f64 - gap;
    let height = (inner.y1 - below + gap) / count.div_ceil(columns).max(1) as f64 - gap;
    let area = |place: usize| {
        let x0 = inner.x0 + (place % columns) as f64 * (width + gap);
        let y0 = below + (place / columns) as f64 * (height + gap);
        Area::new(x0, y0, x0 + width, y0 + height)
    };
    Ok((0..count).map(area).collect())
}

/// Entries of the key in lines of at most this width \[px\], each with its left end.
fn key_lines(key: &[&str], room: f64, theme: &Theme) -> Vec<Vec<(usize, f64)>> {
    let face = Type::regular(SIZE, theme.ink);
    let mut lines: Vec<Vec<(usize, f64)>> = vec![Vec::new()];
    let mut x = 0.0;
    for (entry, words) in key.iter().enumerate() {
        let width = theme.px(SAMPLE + 5.0) + face.width(words, theme);
        if x > 0.0 && x + width > room {
            lines.push(Vec::new());
            x = 0.0;
        }
        if let Some(last) = lines.last_mut() {
            last.push((entry, x));
        }
        x += width + theme.px(14.0);
    }
    lines
}

/// Hatches a rectangle: nodes that cannot be used.
pub fn hatched(pen: &mut Pen, area: &Area) -> Drawn {
    let corners = [(area.x0, area.y0), (area.x1, area.y0), (area.x1, area.y1), (area.x0, area.y1)];
    let colour = pen.theme.muted.fade(0.6);
    pen.hatch(&corners, 6.0, colour)
}
