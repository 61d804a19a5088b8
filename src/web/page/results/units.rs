//! The canvas as a device to draw on.

use crate::chart::kit::device::{Device, Drawn, Pixel};
use plotters::prelude::{ShapeStyle, TextStyle};
use plotters_canvas::CanvasBackend;

/// A canvas whose context is scaled, so that there are several units of drawing per pixel.
pub struct Units {
    /// The canvas.
    pub canvas: CanvasBackend,
    /// Units of drawing per pixel.
    pub per_pixel: u32,
}

impl Device for Units {
    fn ready(&mut self) -> Drawn<(u32, u32)> {
        let (width, height) = self.canvas.ready()?;
        Ok((width * self.per_pixel, height * self.per_pixel))
    }

    fn rectangle(&mut self, from: Pixel, to: Pixel, style: &ShapeStyle) -> Drawn {
        self.canvas.rectangle(from, to, style)
    }

    fn polygon(&mut self, corners: Vec<Pixel>, style: &ShapeStyle) -> Drawn {
        self.canvas.polygon(corners, style)
    }

    fn path(&mut self, points: Vec<Pixel>, style: &ShapeStyle) -> Drawn {
        self.canvas.path(points, style)
    }

    fn circle(&mut self, centre: Pixel, radius: u32, style: &ShapeStyle) -> Drawn {
        self.canvas.circle(centre, radius, style)
    }

    fn text(&mut self, text: &str, style: &TextStyle<'_>, at: Pixel) -> Drawn {
        self.canvas.text(text, style, at)
    }
}
