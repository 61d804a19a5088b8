//! The axes of a map over two parameters: one column and one row per swept value.

use crate::chart::figure::Step;
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::bands::Bands;
use crate::chart::kit::device::Drawn;
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::read_out;
use crate::chart::kit::text::{self, LABEL, TICK};
use crate::chart::kit::theme::{Colour, Theme};
use crate::chart::plane::surface::{Place, Plane};
use crate::chart::plane::surround::{Explained, Surround};
use crate::words::number;

/// Minimum width of columns and rows \[CSS px\]; if not possible, all have equal width.
const LEAST: f64 = 12.0;
/// Minimum size of cells that are drawn with gaps \[CSS px\].
const APART: f64 = 9.0;

impl Place {
    /// The next place in a direction; stays at the edge. From `None`, the first place.
    pub fn step(from: Option<Place>, step: Step, plane: &Plane) -> Place {
        let Some(Place { x, y }) = from else {
            return Place::default();
        };
        let last = |count: usize| count.saturating_sub(1);
        let (most_x, most_y) = (last(plane.x.values.len()), last(plane.y.values.len()));
        let (x, y) = match step {
            Step::Left => (x.saturating_sub(1), y),
            Step::Right => (x + 1, y),
            Step::Up => (x, y + 1),
            Step::Down => (x, y.saturating_sub(1)),
        };
        Place { x: x.min(most_x), y: y.min(most_y) }
    }
}

/// The frame of a map with all positions.
#[derive(Clone, Debug, PartialEq)]
pub struct MapFrame {
    /// Surroundings of the map.
    pub surround: Surround,
    /// Area inside the axes.
    pub plot: Area,
    columns: Bands,
    rows: Bands,
    x_label: (String, Point),
    y_label: (String, Point),
    x_ticks: Vec<(String, Point)>,
    y_ticks: Vec<(String, Point)>,
    /// Message shown instead of an empty map.
    pub message: Option<&'static str>,
}

impl MapFrame {
    /// Places the frame on a canvas; `empty` if there is no result yet.
    pub fn new(plane: &Plane, explained: &Explained, empty: bool, canvas: Area, theme: &Theme) -> MapFrame {
        let px = |css: f64| theme.px(css);
        let surround = Surround::new(plane, explained, canvas, theme);
        let room = surround.room;
        let (label, tick) = (Type::regular(LABEL, theme.ink), Type::regular(TICK, theme.muted));
        let labels = |values: &[f64]| values.iter().map(|&v| number::plain(v)).collect::<Vec<_>>();
        let (x_labels, y_labels) = (labels(&plane.x.values), labels(&plane.y.values));
        let width = |text: &String| tick.width(text, theme);
        let left = room.x0 + y_labels.iter().map(width).fold(0.0, f64::max) + px(8.0);
        let overhang = x_labels.last().map_or(0.0, width) / 2.0;
        let below = tick.height(theme) + label.height(theme) + px(12.0);
        let plot = Area::new(
            left,
            room.y0 + label.height(theme) + px(4.0),
            (room.x1 - if room.x1 < canvas.x1 - px(60.0) { 0.0 } else { overhang }).max(left),
            room.y1 - below,
        );
        let columns = Bands::new(&plane.x.values, (plot.x0, plot.x1), px(LEAST));
        let rows = Bands::new(&plane.y.values, (plot.y1, plot.y0), px(LEAST));
        let message = if empty {
            Some("no finished points yet")
        } else if plot.width() < px(60.0) || plot.height() < px(40.0) {
            Some("too small to draw")
        } else {
            None
        };

        let mut free = f64::NEG_INFINITY;
        let under = plot.y1 + px(8.0 + TICK * 0.6);
        let x_ticks = x_labels.into_iter().enumerate().filter_map(|(index, label)| {
            let (at, half) = (columns.centre(index)?, width(&label) / 2.0);
            let fits = at - half >= free;
            fits.then(|| free = at + half + px(8.0))?;
            Some((label, (at, under)))
        });
        let x_ticks = x_ticks.collect();
        let mut free = f64::INFINITY;
        let y_ticks = y_labels.into_iter().enumerate().filter_map(|(index, label)| {
            let (at, half) = (rows.centre(index)?, tick.height(theme) / 2.0);
            let fits = at + half <= free;
            fits.then(|| free = at - half)?;
            Some((label, (plot.x0 - px(6.0), at)))
        });
        let y_ticks = y_ticks.collect();

        let x_text = text::fit(&plane.x.label(), px(LABEL), false, room.width());
        let half = label.width(&x_text, theme) / 2.0;
        let centre = plot.centre().0.min(room.x1 - half).max(room.x0 + half);
        MapFrame {
            x_label: (x_text, (centre, room.y1 - label.height(theme) / 2.0)),
            y_label: (
                text::fit(&plane.y.label(), px(LABEL), false, room.width()),
                (room.x0, room.y0 + label.height(theme) / 2.0),
            ),
            x_ticks,
            y_ticks,
            columns,
            rows,
            plot,
            message,
            surround,
        }
    }

    /// Preferred height of a map for a width \[CSS px\].
    pub fn preferred_height(plane: &Plane, explained: &Explained, width: f64, theme: &Theme) -> f64 {
        let width = match width.is_finite() {
            true => width.clamp(100.0, 4000.0),
            false => 640.0,
        };
        let map = (width * 0.5).clamp(190.0, 400.0);
        map + 60.0 + Surround::height_around(plane, explained, width, theme)
    }

    /// True if columns or rows have equal width although their values are uneven.
    pub fn is_even(&self) -> bool {
        self.columns.even || self.rows.even
    }

    /// The rectangle of a place, which reacts to the pointer.
    pub fn cell(&self, place: Place) -> Option<Area> {
        let (x0, x1) = self.columns.span(place.x)?;
        let (y0, y1) = self.rows.span(place.y)?;
        (x1 > x0 && y1 > y0).then(|| Area::new(x0, y0, x1, y1))
    }

    /// The place at a pixel.
    pub fn at(&self, (x, y): Point) -> Option<Place> {
        if self.message.is_some() {
            return None;
        }
        Some(Place { x: self.columns.at(x)?, y: self.rows.at(y)? })
    }

    /// The smallest width and height of a cell.
    pub fn least_cell(&self) -> (f64, f64) {
        (self.columns.narrowest(), self.rows.narrowest())
    }

    /// The painted part of a cell: large cells are drawn with gaps.
    pub fn painted(&self, cell: &Area, theme: &Theme) -> Area {
        let (width, height) = self.least_cell();
        if width.min(height) < theme.px(APART) {
            return *cell;
        }
        let gap = theme.px(1.0).round().max(1.0);
        Area::new(cell.x0, cell.y0 + gap, cell.x1 - gap, cell.y1)
    }

    /// Draws the axes.
    pub fn draw(&self, pen: &mut Pen) -> Drawn {
        let theme = pen.theme;
        if let Some(message) = self.message {
            let face = Type::regular(LABEL, theme.muted);
            return read_out::message(pen, message, &self.surround.room, face);
        }
        let (label, tick) = (Type::regular(LABEL, theme.ink), Type::regular(TICK, theme.muted));
        pen.text(&self.x_label.0, self.x_label.1, Align::Centre, label)?;
        pen.text(&self.y_label.0, self.y_label.1, Align::Left, label)?;
        for (text, at) in &self.x_ticks {
            pen.down(at.0, self.plot.y1, self.plot.y1 + theme.px(4.0), 1.0, theme.muted)?;
            pen.text(text, *at, Align::Centre, tick)?;
        }
        for (text, at) in &self.y_ticks {
            pen.text(text, *at, Align::Right, tick)?;
        }
        Ok(())
    }

    /// Marks a cell and shows its read-out.
    pub fn cursor(&self, pen: &mut Pen, place: Place, lines: &[String], stripe: Colour) -> Drawn {
        let theme = pen.theme;
        let Some(cell) = self.cell(place).filter(|_| self.message.is_none()) else {
            return Ok(());
        };
        let edge = cell.inset(-theme.px(1.5));
        pen.frame(&edge, 2.5, theme.ink)?;
        pen.frame(&edge.inset(theme.px(2.5)), 1.0, theme.background)?;
        read_out::boxed(pen, lines, &cell, &self.surround.canvas, stripe)
    }
}
