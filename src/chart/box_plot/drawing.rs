//! Draws box plots: the boxes of a value side by side, in the schedulers' colours.

use super::{BoxChart, Group, PAD, Spot};
use crate::chart::kit::area::Area;
use crate::chart::kit::axis::Axis;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::heading;
use crate::chart::kit::legend::{self, Key};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::read_out;
use crate::chart::kit::series_style::SeriesStyle;
use crate::chart::kit::text::{LABEL, TICK};
use crate::chart::kit::theme::{Colour, Theme};
use crate::metrics::spread::Spread;

/// Half the width of a box, as a share of its slot.
const HALF: f64 = 0.28;
/// The axis extends beyond the largest value by this share of that value.
const BEYOND: f64 = 0.02;
/// Label of an unstable box that is cut off.
const UNSTABLE: &str = "unstable";

/// Draws the boxes in an area.
pub fn draw(device: &mut dyn Device, area: Area, chart: &BoxChart, theme: &Theme) -> Drawn {
    let mut pen = Pen::new(device, theme)?;
    let px = |css: f64| theme.px(css);
    let inner = heading::begin(&mut pen, &chart.title, &area, PAD)?;
    let label = Type::regular(LABEL, theme.ink);
    if chart.spots().next().is_none() {
        return read_out::message(&mut pen, chart.missing(), &area, label);
    }
    let names = chart.names.iter().cloned().enumerate();
    let named: Vec<(Key, String)> = names.map(|(at, name)| (Key::Series(at), name)).collect();
    let (columns, height) = legend::grid_below(&named, inner.width(), theme);
    let picture = Picture::new(chart, theme, &inner, height);
    if picture.plot.width() < px(40.0) || picture.plot.height() < px(40.0) {
        return read_out::message(&mut pen, "too small to draw", &area, label);
    }
    let y = inner.y0 + label.height(theme) / 2.0;
    pen.text(&chart.y_label, (inner.x0, y), Align::Left, label)?;
    picture.scale(&mut pen)?;
    for (at, group) in chart.groups.iter().enumerate() {
        picture.group(&mut pen, at, group)?;
    }
    let plot = &picture.plot;
    pen.across(plot.x0, plot.x1, plot.y1, 1.0, theme.muted)?;
    if !chart.x_label.is_empty() {
        let y = inner.y1 - height - px(4.0) - label.height(theme) / 2.0;
        pen.text(&chart.x_label, (plot.centre().0, y), Align::Centre, label)?;
    }
    let room = Area::new(inner.x0, inner.y1 - height, inner.x1, inner.y1);
    for entry in legend::place(&named, &room, columns, theme) {
        let Key::Series(index) = entry.key else {
            continue;
        };
        let (x, y) = (entry.area.x0, entry.area.centre().1);
        let square = Area::new(x, y - px(6.0), x + px(12.0), y + px(6.0));
        picture.body(&mut pen, &square, picture.paint(index))?;
        let face = Type::regular(legend::SIZE, theme.ink);
        pen.text(&entry.text, (x + px(20.0), y), Align::Left, face)?;
    }
    Ok(())
}

/// Positions and fonts of a picture.
struct Picture<'a> {
    chart: &'a BoxChart,
    theme: &'a Theme,
    plot: Area,
    axis: Axis,
    /// The largest value that is shown.
    most: f64,
    /// Font of labels at axes and boxes.
    face: Type,
    /// Width of a group of boxes, and of the slot of each box \[px\].
    group_width: f64,
    each: f64,
    /// True if the coefficient of variation fits above each box.
    cv_fits: bool,
}

impl<'a> Picture<'a> {
    /// Lays out the picture in `room`, above a legend of height `legend`.
    fn new(chart: &'a BoxChart, theme: &'a Theme, room: &Area, legend: f64) -> Picture<'a> {
        let px = |css: f64| theme.px(css);
        let label = Type::regular(LABEL, theme.ink);
        let face = Type::regular(TICK, theme.muted);
        let line = face.height(theme);
        let most = chart.most();
        let values = (0.0, most * (1.0 + BEYOND));
        let ticks = Axis::new(values, (0.0, 1.0), false).ticks(5, chart.y_style);
        let widths = ticks.iter().map(|tick| face.width(&tick.label, theme));
        let below = match chart.x_label.is_empty() {
            true => 0.0,
            false => line + label.height(theme) + px(10.0),
        };
        let plot = Area::new(
            room.x0 + widths.fold(0.0, f64::max) + px(8.0),
            room.y0 + label.height(theme) + line + px(6.0),
            room.x1,
            room.y1 - legend - below - px(8.0),
        );
        let group_width = plot.width() / chart.groups.len().max(1) as f64;
        let each = group_width / (chart.names.len() as f64 + 0.6);
        let fits = |spot: &Spot| face.width(&spot.cv(), theme) + px(4.0) <= each;
        Picture {
            chart,
            theme,
            axis: Axis::new(values, (plot.y1, plot.y0), false),
            plot,
            most,
            face,
            group_width,
            each,
            cv_fits: chart.spots().all(fits),
        }
    }

    /// The colour of a scheduler.
    fn paint(&self, index: usize) -> Colour {
        let look = self.chart.looks.get(index).copied();
        let look = look.unwrap_or(SeriesStyle::nth(index));
        let colour = self.theme.series(look.colour);
        match self.chart.faded {
            true => self.theme.faded(colour),
            false => colour,
        }
    }

    /// Grid lines at round values.
    fn scale(&self, pen: &mut Pen) -> Drawn {
        let (plot, px) = (&self.plot, |css: f64| self.theme.px(css));
        let most = (plot.height() / px(50.0)).clamp(1.0, 8.0) as usize;
        for tick in self.axis.ticks(most, self.chart.y_style) {
            let y = self.axis.to_px(tick.value);
            pen.across(plot.x0, plot.x1, y, 1.0, self.theme.grid)?;
            pen.text(&tick.label, (plot.x0 - px(6.0), y), Align::Right, self.face)?;
        }
        Ok(())
    }

    /// The boxes of a group.
    fn group(&self, pen: &mut Pen, at: usize, group: &Group) -> Drawn {
        let (plot, theme) = (&self.plot, self.theme);
        let left = plot.x0 + at as f64 * self.group_width;
        if at > 0 {
            pen.down(left, plot.y0, plot.y1, 1.0, theme.grid)?;
        }
        if self.face.width(&group.label, theme) <= self.group_width {
            let y = plot.y1 + theme.px(6.0) + self.face.height(theme) / 2.0;
            let middle = (left + self.group_width / 2.0, y);
            pen.text(&group.label, middle, Align::Centre, self.face)?;
        }
        for (index, spot) in group.boxes.iter().enumerate() {
            if let Some(spot) = spot {
                let x = left + self.each * (index as f64 + 0.8);
                self.spot(pen, x, spot, self.paint(index))?;
            }
        }
        Ok(())
    }

    /// A box with its whiskers and points, and its label above.
    fn spot(&self, pen: &mut Pen, x: f64, spot: &Spot, colour: Colour) -> Drawn {
        let (plot, theme, px) = (&self.plot, self.theme, |css: f64| self.theme.px(css));
        let half = (self.each * HALF).min(px(22.0));
        let Spread { smallest, p25, median, p75, largest, .. } = spot.spread;
        let [low, q1, middle, q3, high] = [smallest, p25, median, p75, largest].map(|value| self.axis.to_px(value));
        pen.within(plot, |pen| {
            pen.down(x, high, low, 1.5, colour)?;
            for end in [low, high] {
                pen.across(x - half / 2.0, x + half / 2.0, end, 1.5, colour)?;
            }
            self.body(pen, &Area::new(x - half, q3, x + half, q1), colour)?;
            pen.across(x - half, x + half, middle, 2.5, colour)?;
            for value in spot.points.iter().filter(|value| **value <= self.most) {
                if half >= px(4.0) {
                    pen.disc((x, self.axis.to_px(*value)), 2.0, theme.ink)?;
                }
            }
            Ok(())
        })?;
        let is_cut = largest > self.most;
        if is_cut {
            let (half, y) = (half.min(px(7.0)), plot.y0);
            let corners = [(x, y), (x - half, y + px(8.0)), (x + half, y + px(8.0))];
            pen.polygon(&corners, colour)?;
        }
        if self.cv_fits {
            let line = self.face.height(theme);
            let y = (high - line * 0.6).max(plot.y0 - line / 2.0);
            let words = match is_cut && self.face.width(UNSTABLE, theme) <= self.each {
                true => UNSTABLE.to_owned(),
                false => spot.cv(),
            };
            pen.text(&words, (x, y), Align::Centre, self.face)?;
        }
        Ok(())
    }

    /// The body of a box, also used in the legend.
    fn body(&self, pen: &mut Pen, body: &Area, colour: Colour) -> Drawn {
        pen.fill(body, colour.fade(0.25).over(self.theme.background))?;
        pen.frame(body, 1.5, colour)
    }
}
