//! For tests: a backend that writes down every draw call.

use std::convert::Infallible;

use plotters::prelude::DrawingBackend;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind,
};

use super::theme::Colour;

/// One draw call.
#[derive(Clone, Debug, PartialEq)]
pub enum Call {
    /// A filled rectangle: upper left, lower right.
    Fill(BackendCoord, BackendCoord, (u8, u8, u8)),
    /// A stroked path.
    Path(Vec<BackendCoord>, (u8, u8, u8)),
    /// A filled polygon.
    Polygon(Vec<BackendCoord>, (u8, u8, u8)),
    /// A circle, filled or not.
    Circle(BackendCoord, u32, (u8, u8, u8), bool),
    /// A text with its position.
    Text(String, BackendCoord),
}

/// The backend.
#[derive(Debug)]
pub struct Recorder {
    size: (u32, u32),
    /// All calls so far.
    pub calls: Vec<Call>,
}

impl Recorder {
    /// An empty canvas.
    pub fn new(width: u32, height: u32) -> Recorder {
        Recorder {
            size: (width, height),
            calls: Vec::new(),
        }
    }

    /// Whether every call stays on the canvas.
    pub fn stays_inside(&self) -> bool {
        let (w, h) = (self.size.0 as i32, self.size.1 as i32);
        let inside = |&(x, y): &BackendCoord| x >= 0 && y >= 0 && x <= w && y <= h;
        self.calls.iter().all(|call| match call {
            Call::Fill(a, b, _) => inside(a) && inside(b) && a.0 <= b.0 && a.1 <= b.1,
            Call::Path(points, _) | Call::Polygon(points, _) => points.iter().all(inside),
            Call::Circle((x, y), r, ..) => {
                let r = *r as i32;
                inside(&(x - r, y - r)) && inside(&(x + r, y + r))
            }
            Call::Text(_, at) => inside(at),
        })
    }

    /// All texts, joined.
    pub fn texts(&self) -> Vec<&str> {
        self.calls
            .iter()
            .filter_map(|call| match call {
                Call::Text(text, _) => Some(text.as_str()),
                _ => None,
            })
            .collect()
    }

    /// The paths of a colour.
    pub fn paths(&self, colour: Colour) -> Vec<&[BackendCoord]> {
        self.calls
            .iter()
            .filter_map(|call| match call {
                Call::Path(points, rgb) if *rgb == colour.rgb => Some(points.as_slice()),
                _ => None,
            })
            .collect()
    }

    /// The filled rectangles of a colour.
    pub fn fills(&self, colour: Colour) -> Vec<(BackendCoord, BackendCoord)> {
        self.calls
            .iter()
            .filter_map(|call| match call {
                Call::Fill(a, b, rgb) if *rgb == colour.rgb => Some((*a, *b)),
                _ => None,
            })
            .collect()
    }
}

type Done = Result<(), DrawingErrorKind<Infallible>>;

impl DrawingBackend for Recorder {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }

    fn present(&mut self) -> Done {
        Ok(())
    }

    fn draw_pixel(&mut self, at: BackendCoord, colour: BackendColor) -> Done {
        let to = (at.0 + 1, at.1 + 1);
        self.calls.push(Call::Fill(at, to, colour.rgb));
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(&mut self, a: BackendCoord, b: BackendCoord, style: &S, fill: bool) -> Done {
        assert!(fill, "outlines differ between backends: not used");
        self.calls.push(Call::Fill(a, b, style.color().rgb));
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Done {
        let points = path.into_iter().collect();
        self.calls.push(Call::Path(points, style.color().rgb));
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Done {
        let points = path.into_iter().collect();
        self.calls.push(Call::Polygon(points, style.color().rgb));
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(&mut self, at: BackendCoord, radius: u32, style: &S, fill: bool) -> Done {
        self.calls
            .push(Call::Circle(at, radius, style.color().rgb, fill));
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, _style: &S, at: BackendCoord) -> Done {
        self.calls.push(Call::Text(text.to_string(), at));
        Ok(())
    }
}
