//! Markers and dash patterns: they distinguish series in addition to colour.

use crate::chart::kit::area::Point;
use crate::chart::kit::device::Drawn;
use crate::chart::kit::pen::Pen;
use crate::chart::kit::theme::Colour;

/// The marker shape of a series, by style index; shapes repeat after the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// ●
    Circle,
    /// ■
    Square,
    /// ▲
    Triangle,
    /// ◆
    Diamond,
    /// ▼
    TriangleDown,
    /// ⬟
    Pentagon,
    /// A plus with thick arms.
    Plus,
    /// ★
    Star,
}

/// How a marker is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Filled with its colour.
    Solid,
    /// Filled with the background colour: a value to treat with care.
    Hollow,
    /// Not filled: the content below is visible.
    Open,
}

impl Marker {
    /// The shape of a style index.
    pub fn of(style: usize) -> Marker {
        match style % 8 {
            0 => Marker::Circle,
            1 => Marker::Square,
            2 => Marker::Triangle,
            3 => Marker::Diamond,
            4 => Marker::TriangleDown,
            5 => Marker::Pentagon,
            6 => Marker::Plus,
            _ => Marker::Star,
        }
    }

    /// The corners of a marker around the origin, about as large as a circle of radius 1; empty for the circle.
    pub(in crate::chart) fn corners(self) -> &'static [Point] {
        match self {
            Marker::Circle => &[],
            Marker::Square => &[(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)],
            Marker::Triangle => &[(0.0, -1.2), (1.12, 0.8), (-1.12, 0.8)],
            Marker::TriangleDown => &[(0.0, 1.2), (1.12, -0.8), (-1.12, -0.8)],
            Marker::Diamond => &[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)],
            Marker::Pentagon => &[(0.0, -1.1), (1.05, -0.34), (0.65, 0.89), (-0.65, 0.89), (-1.05, -0.34)],
            Marker::Plus => &[
                (-0.4, -1.15),
                (0.4, -1.15),
                (0.4, -0.4),
                (1.15, -0.4),
                (1.15, 0.4),
                (0.4, 0.4),
                (0.4, 1.15),
                (-0.4, 1.15),
                (-0.4, 0.4),
                (-1.15, 0.4),
                (-1.15, -0.4),
                (-0.4, -0.4),
            ],
            Marker::Star => &[
                (0.0, -1.35),
                (0.32, -0.44),
                (1.28, -0.42),
                (0.52, 0.17),
                (0.79, 1.09),
                (0.0, 0.55),
                (-0.79, 1.09),
                (-0.52, 0.17),
                (-1.28, -0.42),
                (-0.32, -0.44),
            ],
        }
    }

    /// Draws the marker in one colour, without a rim, on a filled area.
    pub fn plain(self, pen: &mut Pen, at: Point, size: f64, colour: Colour) -> Drawn {
        if self == Marker::Circle {
            return pen.disc(at, size, colour);
        }
        let r = pen.theme.px(size);
        let corners = self.corners().iter();
        let outline: Vec<Point> = corners.map(|(x, y)| (at.0 + x * r, at.1 + y * r)).collect();
        pen.polygon(&outline, colour)
    }

    /// Draws the marker; `size` is its radius \[CSS px\].
    pub fn draw(self, pen: &mut Pen, at: Point, size: f64, fill: Fill, colour: Colour) -> Drawn {
        let background = pen.theme.background;
        let inside = match fill {
            Fill::Solid => colour,
            Fill::Hollow | Fill::Open => background,
        };
        if self == Marker::Circle {
            if fill != Fill::Open {
                // A thin rim in the background colour separates touching markers.
                pen.disc(at, size + 1.0, background)?;
                pen.disc(at, size, inside)?;
            }
            if fill != Fill::Solid {
                pen.ring(at, size, 1.6, colour)?;
            }
            return Ok(());
        }
        let scaled = |size: f64| -> Vec<Point> {
            let r = pen.theme.px(size);
            self.corners().iter().map(|&(x, y)| (at.0 + x * r, at.1 + y * r)).collect()
        };
        let (rim, mut outline) = (scaled(size + 1.1), scaled(size));
        if fill != Fill::Open {
            pen.polygon(&rim, background)?;
            pen.polygon(&outline, inside)?;
        }
        if fill != Fill::Solid {
            outline.extend(outline.first().copied());
            outline.extend(outline.get(1).copied());
            pen.line(&outline, 1.6, colour)?;
        }
        Ok(())
    }
}

/// Dash pattern of a series' line, by style index: drawn and skipped lengths \[CSS px\]. Index 0 is a solid line.
pub fn dashes(style: usize) -> &'static [f64] {
    match style % 8 {
        0 | 7 => &[],
        1 => &[14.0, 3.0],
        2 => &[10.0, 2.5, 2.0, 2.5],
        3 => &[18.0, 3.0, 3.0, 3.0],
        4 => &[3.0, 2.0],
        5 => &[24.0, 4.0],
        _ => &[9.0, 2.5, 2.0, 2.5, 2.0, 2.5],
    }
}

/// Dash pattern of all baselines.
pub const BASELINE_DASHES: &[f64] = &[5.0, 4.0];
