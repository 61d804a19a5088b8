//! The legend: beside the plot in wide figures, below it in columns in narrow figures.

use crate::chart::kit::area::Area;
use crate::chart::kit::pen::Type;
use crate::chart::kit::text;
use crate::chart::kit::theme::Theme;

/// Font size of legend texts \[CSS px\].
pub const SIZE: f64 = 12.0;
/// Length of a sample line \[CSS px\].
pub const SAMPLE: f64 = 30.0;
const GAP: f64 = 7.0;
const ROW: f64 = 20.0;

/// The subject of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A series, by index.
    Series(usize),
    /// Hollow marker: unstable.
    Unstable,
    /// Large hollow marker: published value.
    Published,
    /// Pale marker: still computing.
    Unfinished,
    /// Best, but the difference is not significant.
    Level,
    /// No result, since the job log is not available.
    NoLog,
}

/// An entry of a legend.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The subject.
    pub key: Key,
    /// The text, shortened to fit.
    pub text: String,
    /// Area of the entry: the sample, followed by the text.
    pub area: Area,
}

/// Width of the legend beside a plot \[px\].
pub fn width_beside(entries: &[(Key, String)], theme: &Theme, most: f64) -> f64 {
    let face = Type::regular(SIZE, theme.ink);
    let widest = entries.iter().map(|(_, text)| face.width(text, theme)).fold(0.0, f64::max);
    (widest + theme.px(SAMPLE + GAP)).min(most)
}

/// Height of the legend in one column \[px\].
pub fn height_beside(count: usize, theme: &Theme) -> f64 {
    theme.px(ROW) * count as f64
}

/// Number of columns and height of the legend below a plot.
pub fn grid_below(entries: &[(Key, String)], width: f64, theme: &Theme) -> (usize, f64) {
    let widest = width_beside(entries, theme, width) + theme.px(14.0);
    let columns = ((width + theme.px(14.0)) / widest).floor().clamp(1.0, 4.0) as usize;
    let columns = columns.min(entries.len().max(1));
    let rows = entries.len().div_ceil(columns);
    (columns, theme.px(ROW) * rows as f64)
}

/// Places as many entries as fit, in columns, row by row.
pub fn place(entries: &[(Key, String)], area: &Area, columns: usize, theme: &Theme) -> Vec<Entry> {
    let row = theme.px(ROW);
    let column = area.width() / columns.max(1) as f64;
    let mut placed = Vec::new();
    for (i, (key, name)) in entries.iter().enumerate() {
        let (r, c) = (i / columns.max(1), i % columns.max(1));
        let x = area.x0 + c as f64 * column;
        let y = area.y0 + r as f64 * row;
        if y + row > area.y1 + 0.5 {
            break;
        }
        let gap = if columns > 1 { theme.px(14.0) } else { 0.0 };
        let room = column - gap - theme.px(SAMPLE + GAP);
        placed.push(Entry {
            key: *key,
            text: text::fit(name, theme.letters(SIZE), false, room),
            area: Area::new(x, y, x + column - gap, y + row),
        });
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(count: usize) -> Vec<(Key, String)> {
        (0..count).map(|i| (Key::Series(i), format!("scheduler {i}"))).collect()
    }

    #[test]
    fn columns_follow_the_width() {
        let theme = Theme::light(1.0);
        assert_eq!(grid_below(&names(6), 900.0, &theme).0, 4);
        let (columns, height) = grid_below(&names(6), 320.0, &theme);
        assert_eq!((columns, height), (2, 60.0));
        assert_eq!(grid_below(&[], 320.0, &theme).1, 0.0);
    }

    #[test]
    fn entries_do_not_overlap_and_stay_inside() {
        let theme = Theme::light(1.0);
        let area = Area::sized(320.0, 70.0);
        let placed = place(&names(9), &area, 2, &theme);
        assert_eq!(placed.len(), 6);
        for (i, a) in placed.iter().enumerate() {
            assert!(area.encloses(&a.area));
            assert!(placed[i + 1..].iter().all(|b| !a.area.overlaps(&b.area)));
        }
    }

    #[test]
    fn long_names_are_shortened() {
        let theme = Theme::light(2.0);
        let long = vec![(Key::Series(0), "a very long name of a scheduler indeed".to_string())];
        let placed = place(&long, &Area::sized(200.0, 100.0), 1, &theme);
        assert!(placed[0].text.ends_with('…'));
    }
}
