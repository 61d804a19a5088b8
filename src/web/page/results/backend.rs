//! One backend for canvas and document, so that the code of the figures is in the program once: it is most of a figure's
//! download.

use plotters::prelude::{DrawingBackend, SVGBackend};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind,
};
use plotters_canvas::CanvasBackend;
use std::io;

/// Where a figure is drawn.
pub enum Backend<'a, 'b> {
    /// On the screen, or for a PNG; with how many units of drawing there are per pixel.
    Canvas(CanvasBackend, u32),
    /// Into an SVG document.
    Svg(&'a mut SVGBackend<'b>),
}

type Drawn = Result<(), DrawingErrorKind<io::Error>>;

/// The canvas' errors as the document's.
fn plain(
    drawn: Result<(), DrawingErrorKind<<CanvasBackend as DrawingBackend>::ErrorType>>,
) -> Drawn {
    drawn.map_err(|error| DrawingErrorKind::DrawingError(io::Error::other(error.to_string())))
}

macro_rules! either {
    ($own:expr, $backend:ident => $call:expr) => {
        match $own {
            Backend::Canvas($backend, _) => plain($call),
            Backend::Svg($backend) => $call,
        }
    };
}

impl DrawingBackend for Backend<'_, '_> {
    type ErrorType = io::Error;

    fn get_size(&self) -> (u32, u32) {
        match self {
            Backend::Canvas(canvas, units) => {
                let (width, height) = canvas.get_size();
                (width * units, height * units)
            }
            Backend::Svg(document) => document.get_size(),
        }
    }

    fn ensure_prepared(&mut self) -> Drawn {
        either!(self, backend => backend.ensure_prepared())
    }

    fn present(&mut self) -> Drawn {
        either!(self, backend => backend.present())
    }

    fn draw_pixel(&mut self, point: BackendCoord, colour: BackendColor) -> Drawn {
        either!(self, backend => backend.draw_pixel(point, colour))
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        either!(self, backend => backend.draw_line(from, to, style))
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        either!(self, backend => backend.draw_rect(from, to, style, fill))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        either!(self, backend => backend.draw_path(path, style))
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        either!(self, backend => backend.draw_circle(centre, radius, style, fill))
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        either!(self, backend => backend.fill_polygon(path, style))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        either!(self, backend => backend.draw_text(text, style, at))
    }
}
