//! A backend for tests that records every draw call.

use std::fmt;

use plotters::prelude::DrawingBackend;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind};

use crate::chart::kit::theme::Colour;

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
    /// Number of calls after which every call fails.
    pub breaks_after: usize,
    /// All recorded calls.
    pub calls: Vec<Call>,
}

impl Recorder {
    /// An empty canvas.
    pub fn new(width: u32, height: u32) -> Recorder {
        Recorder { size: (width, height), breaks_after: usize::MAX, calls: Vec::new() }
    }

    fn record(&mut self, call: Call) -> Done {
        if self.calls.len() >= self.breaks_after {
            return Err(DrawingErrorKind::DrawingError(Broken));
        }
        self.calls.push(call);
        Ok(())
    }

    /// True if every call stays on the canvas.
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

    /// All texts.
    pub fn texts(&self) -> Vec<&str> {
        self.calls
            .iter()
            .filter_map(|call| match call {
                Call::Text(text, _) => Some(text.as_str()),
                _ => None,
            })
            .collect()
    }

    /// The paths in a colour.
    pub fn paths(&self, colour: Colour) -> Vec<&[BackendCoord]> {
        self.calls
            .iter()
            .filter_map(|call| match call {
                Call::Path(points, rgb) if *rgb == colour.rgb => Some(points.as_slice()),
                _ => None,
            })
            .collect()
    }

    /// The filled rectangles in a colour.
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

/// The error of a failing backend.
#[derive(Debug)]
pub struct Broken;

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("broken")
    }
}

impl std::error::Error for Broken {}

type Done = Result<(), DrawingErrorKind<Broken>>;

impl DrawingBackend for Recorder {
    type ErrorType = Broken;

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
        self.record(Call::Fill(at, to, colour.rgb))
    }

    fn draw_rect<S: BackendStyle>(&mut self, a: BackendCoord, b: BackendCoord, style: &S, fill: bool) -> Done {
        assert!(fill, "outlines differ between backends: not used");
        self.record(Call::Fill(a, b, style.color().rgb))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Done {
        let points = path.into_iter().collect();
        self.record(Call::Path(points, style.color().rgb))
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Done {
        let points = path.into_iter().collect();
        self.record(Call::Polygon(points, style.color().rgb))
    }

    fn draw_circle<S: BackendStyle>(&mut self, at: BackendCoord, radius: u32, style: &S, fill: bool) -> Done {
        self.record(Call::Circle(at, radius, style.color().rgb, fill))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, _style: &S, at: BackendCoord) -> Done {
        self.record(Call::Text(text.to_string(), at))
    }
}
