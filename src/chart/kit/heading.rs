//! The heading of a figure: a few lines at the upper edge.

use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::Drawn;
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::text::{self, TITLE};
use crate::chart::kit::theme::Theme;

/// Maximum number of lines of a heading, and the maximum in a talk, where titles are sentences. If the title is longer,
/// the last line is shortened.
const LINES: usize = 2;
const LINES_IN_TALKS: usize = 4;

/// The lines of a heading with their positions (left end, vertical centre); empty for an empty heading.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heading(Vec<(String, Point)>);

impl Heading {
    /// Places a heading at the upper edge of an area; also returns its lower end.
    pub fn place(title: &str, inner: &Area, theme: &Theme) -> (Heading, f64) {
        let line = face(theme).height(theme);
        let lines = lines(title, inner.width(), theme);
        let below = match lines.is_empty() {
            true => 0.0,
            false => theme.px(4.0),
        };
        let end = inner.y0 + line * lines.len() as f64 + below;
        let placed = lines.into_iter().enumerate();
        let placed = placed.map(|(i, text)| (text, (inner.x0, inner.y0 + line * (i as f64 + 0.5))));
        (Heading(placed.collect()), end)
    }

    /// Height of a heading in a width \[CSS px\].
    pub fn height(title: &str, width: f64, theme: &Theme) -> f64 {
        lines(title, theme.px(width), theme).len() as f64 * TITLE * 1.3
    }

    /// Draws the heading.
    pub fn draw(&self, pen: &mut Pen) -> Drawn {
        let face = face(pen.theme);
        for (line, at) in &self.0 {
            pen.text(line, *at, Align::Left, face)?;
        }
        Ok(())
    }
}

/// Fills a figure with its background and draws its heading; the area that is left, with a margin in CSS pixels.
///
/// # Errors
/// Errors of the device.
pub fn begin(pen: &mut Pen, title: &str, figure: &Area, margin: f64) -> Drawn<Area> {
    let theme = pen.theme;
    pen.fill(figure, theme.background)?;
    let inner = figure.inset(theme.px(margin));
    let (heading, below) = Heading::place(title, &inner, theme);
    heading.draw(pen)?;
    Ok(Area { y0: below.min(inner.y1), ..inner })
}

fn face(theme: &Theme) -> Type {
    Type::bold(TITLE, theme.ink)
}

fn lines(title: &str, room: f64, theme: &Theme) -> Vec<String> {
    let size = theme.letters(TITLE);
    let most = match theme.is_for_a_talk() {
        true => LINES_IN_TALKS,
        false => LINES,
    };
    let mut lines = text::wrap(title, size, true, room);
    if lines.len() > most {
        let rest = lines.split_off(most - 1).join(" ");
        lines.push(text::fit(&rest, size, true, room));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_heading_takes_two_lines_and_is_cut_there() {
        let theme = Theme::light(1.0);
        let inner = Area::new(10.0, 10.0, 410.0, 300.0);
        let place = |title: &str| Heading::place(title, &inner, &theme);
        assert_eq!(place(""), (Heading::default(), 10.0));
        let (one, end) = place("Links fill");
        assert_eq!((one.0.len(), end), (1, 10.0 + TITLE * 1.3 + 4.0));
        let (two, end) = place(&"word ".repeat(60));
        assert_eq!((two.0.len(), end), (2, 10.0 + 2.0 * TITLE * 1.3 + 4.0));
        assert!(two.0[1].0.ends_with('…'));
        let widths = two.0.iter().map(|(line, _)| text::width(line, TITLE, true));
        assert!(widths.fold(0.0, f64::max) <= 400.0);
        assert_eq!(Heading::height("Links fill", 400.0, &theme), TITLE * 1.3);
        // A picture of the usual width shows the longest step title completely.
        let title = "When links fill, jobs wait. ".repeat(11);
        let wide = Area::new(0.0, 0.0, 960.0, 300.0);
        let (whole, _) = Heading::place(&title[..300], &wide, &theme.for_a_talk());
        assert!(whole.0.iter().all(|(line, _)| !line.ends_with('…')));
    }
}
