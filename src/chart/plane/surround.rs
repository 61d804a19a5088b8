//! The surroundings of a figure over two parameters: title, heading, colour bar and legend; and the space they leave.

use crate::chart::curve::layout::{BESIDE, PAD};
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::colour_scale::{Bar, ColourScale};
use crate::chart::kit::device::Drawn;
use crate::chart::kit::heading::Heading;
use crate::chart::kit::legend::{self, Entry, Key};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::text::{self, LABEL};
use crate::chart::kit::theme::{Colour, Theme};
use crate::chart::plane::surface::Plane;

/// Gap between the figure and its surroundings \[CSS px\].
const APART: f64 = 16.0;
/// Side of the sample square of a legend entry \[CSS px\].
const SAMPLE: f64 = 15.0;
/// Maximum length of a vertical colour bar \[CSS px\].
const LONGEST_BAR: f64 = 260.0;

/// Explanations beside or below a figure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explained {
    /// Subject of the figure: "Mean turnaround \[s\] of b3".
    pub heading: String,
    /// Colours of values.
    pub scale: Option<ColourScale>,
    /// The other legend entries.
    pub entries: Vec<(Key, String)>,
}

/// The surroundings with all positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Surround {
    /// The whole figure.
    pub canvas: Area,
    /// The area left for the figure itself.
    pub room: Area,
    title: Heading,
    heading: Vec<(String, Point)>,
    scale: Option<(ColourScale, Bar)>,
    /// The legend's entries.
    pub legend: Vec<Entry>,
    faded: bool,
}

impl Surround {
    /// Places all surroundings on a canvas.
    pub fn new(plane: &Plane, explained: &Explained, canvas: Area, theme: &Theme) -> Surround {
        let px = |css: f64| theme.px(css);
        let inner = canvas.inset(px(PAD));
        let (title, mut top) = Heading::place(&plane.title, &inner, theme);
        let face = Type::regular(LABEL, theme.ink);
        let lines = text::wrap(&explained.heading, px(LABEL), false, inner.width());
        let heading = lines.into_iter().map(|line| {
            top += face.height(theme);
            (line, (inner.x0, top - face.height(theme) / 2.0))
        });
        let heading: Vec<(String, Point)> = heading.collect();
        top = (top + px(8.0)).min(inner.y1);

        let (scale, entries) = (explained.scale, &explained.entries);
        let style = plane.z_style;
        let nothing = scale.is_none() && entries.is_empty();
        let beside = canvas.width() >= px(BESIDE);
        let mut room = Area::new(inner.x0, top, inner.x1, inner.y1);
        let (mut bar_room, mut legend_room) = (room, room);
        let mut columns = 1;
        if beside && !nothing {
            let widest = |scale: &ColourScale| Bar::width(scale, style, theme);
            let width = scale.as_ref().map_or(0.0, widest);
            let width = width.max(legend::width_beside(entries, theme, inner.width() * 0.34));
            room.x1 = (inner.x1 - width - px(APART)).max(room.x0);
            let rows = legend::height_beside(entries.len(), theme);
            bar_room.x0 = inner.x1 - width;
            if scale.is_some() {
                let most = (inner.y1 - rows - px(APART)).max(top);
                bar_room.y1 = most.min(top + px(LONGEST_BAR));
                legend_room.y0 = bar_room.y1 + px(APART);
            }
            legend_room.x0 = bar_room.x0;
        } else if !nothing {
            let (many, height) = legend::grid_below(entries, inner.width(), theme);
            columns = many;
            // In a very low figure, the plot gets room before the legend, which may then be incomplete.
            let height = height.min((inner.y1 - top) * 0.45);
            legend_room.y0 = inner.y1 - height;
            room.y1 = legend_room.y0;
            if scale.is_some() {
                bar_room.y1 = legend_room.y0 - if entries.is_empty() { 0.0 } else { px(6.0) };
                bar_room.y0 = bar_room.y1 - Bar::height(theme);
                room.y1 = bar_room.y0;
            }
            room.y1 = (room.y1 - px(10.0)).max(top);
        }
        Surround {
            canvas,
            room,
            title,
            heading,
            scale: scale.map(|scale| {
                let bar = Bar::place(&scale, &bar_room, beside, style, theme);
                (scale, bar)
            }),
            legend: legend::place(entries, &legend_room, columns, theme),
            faded: plane.faded,
        }
    }

    /// Total height of the surroundings, without the figure, for a width \[CSS px\].
    pub fn height_around(plane: &Plane, explained: &Explained, width: f64, theme: &Theme) -> f64 {
        let inner = theme.px(width - 2.0 * PAD);
        let title = Heading::height(&plane.title, width - 2.0 * PAD, theme);
        let heading = text::wrap(&explained.heading, theme.px(LABEL), false, inner);
        let heading = heading.len() as f64 * LABEL * 1.3;
        let below = match width >= BESIDE {
            true => 0.0,
            false => {
                let bar = explained.scale.map_or(0.0, |_| Bar::height(theme) + theme.px(6.0));
                let legend = legend::grid_below(&explained.entries, inner, theme).1;
                (bar + legend) / theme.scale + 10.0
            }
        };
        title + heading + below + 2.0 * PAD + 12.0
    }

    /// The colour to draw: faded if the results are old.
    pub fn paint(&self, colour: Colour, theme: &Theme) -> Colour {
        match self.faded {
            true => theme.faded(colour),
            false => colour,
        }
    }

    /// Draws the surroundings; `sample` draws a legend entry's symbol into a small square.
    pub fn draw(&self, pen: &mut Pen, mut sample: impl FnMut(&mut Pen, Key, &Area) -> Drawn) -> Drawn {
        let theme = pen.theme;
        pen.fill(&self.canvas, theme.background)?;
        self.title.draw(pen)?;
        for (line, at) in &self.heading {
            pen.text(line, *at, Align::Left, Type::regular(LABEL, theme.ink))?;
        }
        if let Some((scale, bar)) = &self.scale {
            bar.draw(pen, scale, |colour| self.paint(colour, theme))?;
        }
        for entry in &self.legend {
            let (x, y) = (entry.area.x0 + theme.px(SAMPLE / 2.0), entry.area.centre().1);
            let half = theme.px(SAMPLE / 2.0);
            let square = Area::new(x - half, y - half, x + half, y + half);
            sample(pen, entry.key, &square)?;
            let face = Type::regular(legend::SIZE, theme.ink);
            let x = entry.area.x0 + theme.px(SAMPLE + 8.0);
            pen.text(&entry.text, (x, y), Align::Left, face)?;
        }
        Ok(())
    }
}

/// The corners of a rectangle, in order.
pub(in crate::chart) fn corners(area: &Area) -> [Point; 4] {
    [(area.x0, area.y0), (area.x1, area.y0), (area.x1, area.y1), (area.x0, area.y1)]
}

/// An area without a result because its runs are unstable: hatched.
pub(in crate::chart) fn unsettled(pen: &mut Pen, shape: &[Point], paint: impl Fn(Colour) -> Colour) -> Drawn {
    let theme = pen.theme;
    pen.polygon(shape, paint(theme.grid))?;
    pen.hatch(shape, 6.0, paint(theme.muted.fade(0.75).over(theme.grid)))
}

/// Mark for replications that are still being computed: a pale point.
pub(in crate::chart) fn computing(pen: &mut Pen, at: Point) -> Drawn {
    let theme = pen.theme;
    pen.disc(at, 3.5, theme.background)?;
    pen.disc(at, 2.5, theme.muted)
}
