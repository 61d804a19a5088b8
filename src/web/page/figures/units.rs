//! The canvas as a drawing device.

use crate::chart::kit::device::{Device, Drawn, Pixel};
use plotters::prelude::{RGBAColor, ShapeStyle, TextStyle};
use plotters_canvas::CanvasBackend;
use web_sys::CanvasRenderingContext2d;

/// A canvas with a scaled context: several drawing units per pixel.
pub struct Units {
    /// The canvas as a plotting backend.
    pub canvas: CanvasBackend,
    /// The canvas's context.
    pub context: CanvasRenderingContext2d,
    /// Drawing units per pixel.
    pub per_pixel: u32,
    /// Colour of the last rectangle, if nothing else was drawn since.
    pub filled: Option<RGBAColor>,
}

impl Device for Units {
    fn ready(&mut self) -> Drawn<(u32, u32)> {
        let (width, height) = self.canvas.ready()?;
        Ok((width * self.per_pixel, height * self.per_pixel))
    }

    fn rectangle(&mut self, from: Pixel, to: Pixel, style: &ShapeStyle) -> Drawn {
        // Changing the colour takes longer than filling a rectangle, and a chart has thousands of rectangles in few
        // colours.
        if self.filled == Some(style.color) {
            let [width, height] = [to.0 - from.0, to.1 - from.1].map(f64::from);
            self.context.fill_rect(from.0.into(), from.1.into(), width, height);
            return Ok(());
        }
        // An invisible rectangle is not drawn, and does not change the colour.
        self.filled = Some(style.color).filter(|own| own.3 > 0.0);
        self.canvas.rectangle(from, to, style)
    }

    fn polygon(&mut self, corners: Vec<Pixel>, style: &ShapeStyle) -> Drawn {
        self.filled = None;
        self.canvas.polygon(corners, style)
    }

    fn path(&mut self, points: Vec<Pixel>, style: &ShapeStyle) -> Drawn {
        self.filled = None;
        self.canvas.path(points, style)
    }

    fn circle(&mut self, centre: Pixel, radius: u32, style: &ShapeStyle) -> Drawn {
        self.filled = None;
        self.canvas.circle(centre, radius, style)
    }

    fn text(&mut self, text: &str, style: &TextStyle<'_>, at: Pixel) -> Drawn {
        self.filled = None;
        self.canvas.text(text, style, at)
    }
}
