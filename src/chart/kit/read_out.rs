//! Small texts over a figure: the read-out box of a hovered element, and the message in place of an empty figure.

use crate::chart::kit::area::Area;
use crate::chart::kit::device::Drawn;
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::text;
use crate::chart::kit::theme::Colour;

/// Font size \[CSS px\].
const SIZE: f64 = 12.0;

/// A box of lines (the first bold) beside the area `about`, kept inside an area, with a coloured stripe.
pub fn boxed(pen: &mut Pen, lines: &[String], about: &Area, inside: &Area, stripe: Colour) -> Drawn {
    let theme = pen.theme;
    let px = |css: f64| theme.px(css);
    let room = (inside.width() - px(26.0)).min(px(300.0));
    let mut shown: Vec<(String, Type)> = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let face = Type { size: SIZE, bold: i == 0, colour: theme.ink };
        let wrapped = text::wrap(line, px(SIZE), face.bold, room);
        shown.extend(wrapped.into_iter().map(|text| (text, face)));
    }
    let line_height = px(SIZE * 1.4);
    let width = shown.iter().map(|(text, face)| face.width(text, theme)).fold(0.0, f64::max) + px(22.0);
    let height = line_height * shown.len() as f64 + px(12.0);
    if shown.is_empty() || width > inside.width() || height > inside.height() {
        return Ok(());
    }
    // The box is beside `about` if it fits there, otherwise below or above, but never over `about`.
    let gap = px(14.0);
    let (x, y) = about.centre();
    let beside = if about.x1 + gap + width <= inside.x1 {
        Some(about.x1 + gap)
    } else {
        Some(about.x0 - gap - width).filter(|&x| x >= inside.x0)
    };
    let (x0, y0) = match beside {
        Some(x0) => (x0, y - height / 2.0),
        None if about.y1 + gap + height <= inside.y1 => (x - width / 2.0, about.y1 + gap),
        None => (x - width / 2.0, about.y0 - gap - height),
    };
    let x0 = x0.min(inside.x1 - width).max(inside.x0);
    let y0 = y0.min(inside.y1 - height).max(inside.y0);
    let frame = Area::new(x0, y0, x0 + width, y0 + height);
    pen.fill(&frame.inset(-px(2.0)), theme.background)?;
    pen.frame(&frame, 1.0, theme.muted)?;
    pen.fill(&Area::new(x0, y0, x0 + px(4.0), y0 + height), stripe)?;
    for (i, (text, face)) in shown.iter().enumerate() {
        let y = y0 + px(6.0) + line_height * (i as f64 + 0.5);
        pen.text(text, (x0 + px(12.0), y), Align::Left, *face)?;
    }
    Ok(())
}

/// A message in the middle of an area, wrapped, with as many lines as fit.
pub fn message(pen: &mut Pen, message: &str, area: &Area, face: Type) -> Drawn {
    let theme = pen.theme;
    let lines = text::wrap(message, theme.px(face.size), face.bold, area.width() - theme.px(4.0));
    let line_height = face.height(theme);
    let (x, middle) = area.centre();
    let top = middle - line_height * lines.len() as f64 / 2.0;
    for (i, line) in lines.iter().enumerate() {
        let y = top + line_height * (i as f64 + 0.5);
        pen.text(line, (x, y), Align::Centre, face)?;
    }
    Ok(())
}
