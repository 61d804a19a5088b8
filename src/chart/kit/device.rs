//! The drawing device of the pen. Every plotters backend implements it, so figures are independent of canvas and
//! document.

use std::fmt;

use plotters::prelude::{DrawingBackend, ShapeStyle, TextStyle};

/// Drawing failed: the error message of the backend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotDrawn(pub String);

impl fmt::Display for NotDrawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotDrawn {}

/// A pixel: x to the right, y downwards.
pub type Pixel = (i32, i32);

/// Result of drawing.
pub type Drawn<T = ()> = Result<T, NotDrawn>;

/// A drawing surface in whole pixels.
pub trait Device {
    /// Prepares the device, and returns its width and height.
    ///
    /// # Errors
    /// Errors of the backend. All methods of this trait return such errors.
    fn ready(&mut self) -> Drawn<(u32, u32)>;

    /// A filled rectangle.
    fn rectangle(&mut self, from: Pixel, to: Pixel, style: &ShapeStyle) -> Drawn;

    /// A filled polygon.
    fn polygon(&mut self, corners: Vec<Pixel>, style: &ShapeStyle) -> Drawn;

    /// A line through points.
    fn path(&mut self, points: Vec<Pixel>, style: &ShapeStyle) -> Drawn;

    /// A circle, filled or not.
    fn circle(&mut self, centre: Pixel, radius: u32, style: &ShapeStyle) -> Drawn;

    /// A text.
    fn text(&mut self, text: &str, style: &TextStyle<'_>, at: Pixel) -> Drawn;
}

impl<DB: DrawingBackend> Device for DB {
    fn ready(&mut self) -> Drawn<(u32, u32)> {
        drawn(self.ensure_prepared())?;
        Ok(self.get_size())
    }

    fn rectangle(&mut self, from: Pixel, to: Pixel, style: &ShapeStyle) -> Drawn {
        drawn(self.draw_rect(from, to, style, true))
    }

    fn polygon(&mut self, corners: Vec<Pixel>, style: &ShapeStyle) -> Drawn {
        drawn(self.fill_polygon(corners, style))
    }

    fn path(&mut self, points: Vec<Pixel>, style: &ShapeStyle) -> Drawn {
        drawn(self.draw_path(points, style))
    }

    fn circle(&mut self, centre: Pixel, radius: u32, style: &ShapeStyle) -> Drawn {
        drawn(self.draw_circle(centre, radius, style, style.filled))
    }

    fn text(&mut self, text: &str, style: &TextStyle<'_>, at: Pixel) -> Drawn {
        drawn(self.draw_text(text, style, at))
    }
}

fn drawn(result: Result<(), impl fmt::Display>) -> Drawn {
    result.map_err(|error| NotDrawn(error.to_string()))
}
