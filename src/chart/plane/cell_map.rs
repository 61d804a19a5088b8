//! A map over two parameters, with a cell per combination of values. Each kind of map paints its own cells; frame,
//! legend and cursor are shared.

use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::legend::Key;
use crate::chart::kit::pen::Pen;
use crate::chart::kit::theme::{Colour, Theme};
use crate::chart::plane::map_frame::MapFrame;
use crate::chart::plane::plane_figure::{PlaneChart, PlaneData, PlaneLayout};
use crate::chart::plane::surface::Place;
use crate::chart::plane::surround::{Explained, computing, corners, unsettled};

/// Paints the cell of a place.
pub type Painter<'a> = Box<dyn Fn(&mut Pen, Place, &Area) -> Drawn + 'a>;

/// A kind of map.
pub trait CellMap: PlaneData {
    /// Heading, colours and legend.
    fn explained(&self) -> Explained;

    /// True if there are no results yet.
    fn is_empty(&self) -> bool;

    /// Painter for the cells of a placed map.
    fn painter<'a>(&'a self, frame: &'a MapFrame, theme: &'a Theme) -> Painter<'a>;

    /// Draws the symbol of a legend entry into a small square.
    ///
    /// # Errors
    /// Errors of the device.
    fn sample(&self, pen: &mut Pen, _frame: &MapFrame, key: Key, square: &Area) -> Drawn {
        sample(pen, key, square)
    }

    /// Colour of the stripe of a place's read-out.
    fn stripe(&self, place: Place, theme: &Theme) -> Colour;
}

impl<C: CellMap> PlaneChart for C {
    type Layout = MapFrame;

    fn preferred_height(&self, width: f64, theme: &Theme) -> f64 {
        MapFrame::preferred_height(self.plane(), &self.explained(), width, theme)
    }

    fn layout(&self, canvas: Area, theme: &Theme) -> MapFrame {
        MapFrame::new(self.plane(), &self.explained(), self.is_empty(), canvas, theme)
    }

    fn paint(&self, device: &mut dyn Device, frame: &MapFrame, theme: &Theme) -> Drawn {
        let mut pen = Pen::new(device, theme)?;
        frame.surround.draw(&mut pen, |pen, key, square| self.sample(pen, frame, key, square))?;
        frame.draw(&mut pen)?;
        if frame.message.is_some() {
            return Ok(());
        }
        let paint = self.painter(frame, theme);
        for place in self.plane().places() {
            if let Some(area) = frame.cell(place) {
                paint(&mut pen, place, &frame.painted(&area, theme))?;
            }
        }
        Ok(())
    }

    fn cursor(&self, device: &mut dyn Device, frame: &MapFrame, theme: &Theme, place: Place) -> Drawn {
        let mut pen = Pen::new(device, theme)?;
        frame.cursor(&mut pen, place, &self.read_out(place), self.stripe(place, theme))
    }
}

impl<C> PlaneLayout<C> for MapFrame {
    fn place_at(&self, _chart: &C, pixel: Point) -> Option<Place> {
        self.at(pixel)
    }

    fn is_even(&self) -> bool {
        MapFrame::is_even(self)
    }
}

/// Symbols of cells that are unstable or still being computed.
pub(in crate::chart) fn sample(pen: &mut Pen, key: Key, square: &Area) -> Drawn {
    match key {
        Key::Unstable => unsettled(pen, &corners(square), |colour| colour),
        Key::Unfinished => computing(pen, square.centre()),
        Key::Series(_) | Key::Published | Key::Level | Key::NoLog => Ok(()),
    }
}

/// Marks a cell as still being computed, if cells are large enough for the mark.
pub(in crate::chart) fn mark_unfinished(pen: &mut Pen, frame: &MapFrame, area: &Area) -> Drawn {
    let theme = pen.theme;
    let (width, height) = frame.least_cell();
    let inset = theme.px(6.0);
    match width.min(height) >= theme.px(16.0) {
        true => computing(pen, (area.x1 - inset, area.y0 + inset)),
        false => Ok(()),
    }
}
