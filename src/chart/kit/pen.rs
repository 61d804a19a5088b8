//! The pen: the basic shapes of all figures, clipped, on any plotters backend.
//!
//! All drawing goes through the pen, so backends receive only finite positions on the canvas. Positions are backend
//! pixels; widths and font sizes are CSS pixels, scaled by the theme. Horizontal and vertical lines are filled
//! rectangles, since the canvas backend would blur lines.

use plotters::prelude::{IntoFont, RGBAColor, ShapeStyle, TextStyle};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontFamily, FontStyle};

use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::{Device, Drawn, Pixel};
use crate::chart::kit::text;
use crate::chart::kit::theme::{Colour, Theme};
use crate::words::is_forbidden;

/// Horizontal position of a text relative to its anchor; vertically it is always centred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// Starts at the anchor.
    #[default]
    Left,
    /// Centred at the anchor.
    Centre,
    /// Ends at the anchor.
    Right,
}

/// The look of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Type {
    /// Font size in CSS pixels.
    pub size: f64,
    /// Bold face.
    pub bold: bool,
    /// Colour.
    pub colour: Colour,
}

impl Type {
    /// Regular text.
    pub fn regular(size: f64, colour: Colour) -> Type {
        Type { size, bold: false, colour }
    }

    /// Bold text.
    pub fn bold(size: f64, colour: Colour) -> Type {
        Type { size, bold: true, colour }
    }

    /// Estimated width of a text \[px\].
    pub fn width(&self, text: &str, theme: &Theme) -> f64 {
        text::width(text, theme.letters(self.size), self.bold)
    }

    /// Height of a line \[px\].
    pub fn height(&self, theme: &Theme) -> f64 {
        theme.letters(self.size) * 1.3
    }

    /// The estimated bounding box of a text.
    pub fn extent(&self, text: &str, (x, y): Point, align: Align, theme: &Theme) -> Area {
        let width = self.width(text, theme);
        let height = self.height(theme);
        let left = match align {
            Align::Left => x,
            Align::Centre => x - width / 2.0,
            Align::Right => x - width,
        };
        Area::new(left, y - height / 2.0, left + width, y + height / 2.0)
    }
}

/// Draws on a backend, inside a clipping rectangle.
pub struct Pen<'a> {
    backend: &'a mut dyn Device,
    canvas: Area,
    clip: Area,
    /// The theme.
    pub theme: &'a Theme,
}

impl<'a> Pen<'a> {
    /// A pen for the whole canvas.
    pub fn new(backend: &'a mut dyn Device, theme: &'a Theme) -> Drawn<Pen<'a>> {
        let (width, height) = backend.ready()?;
        let canvas = Area::sized(f64::from(width), f64::from(height));
        Ok(Pen { backend, canvas, clip: canvas, theme })
    }

    /// Draws with clipping to an area.
    pub fn within(&mut self, area: &Area, draw: impl FnOnce(&mut Self) -> Drawn) -> Drawn {
        let outer = self.clip;
        self.clip = outer.intersect(area);
        let drawn = draw(self);
        self.clip = outer;
        drawn
    }

    /// A filled rectangle, rounded to whole pixels; a visible part is at least one pixel wide and high.
    pub fn fill(&mut self, area: &Area, colour: Colour) -> Drawn {
        let seen = self.clip.intersect(area);
        let outside =
            area.x1 < self.clip.x0 || area.x0 >= self.clip.x1 || area.y1 < self.clip.y0 || area.y0 >= self.clip.y1;
        if outside {
            return Ok(());
        }
        let (x0, y0) = (seen.x0.round(), seen.y0.round());
        let x1 = seen.x1.round().max(x0 + 1.0).min(self.canvas.x1);
        let y1 = seen.y1.round().max(y0 + 1.0).min(self.canvas.y1);
        if x1 <= x0 || y1 <= y0 {
            return Ok(());
        }
        self.backend.rectangle(whole((x0, y0)), whole((x1, y1)), &filled(colour))
    }

    /// The outline of a rectangle, `width` CSS pixels wide, drawn inside the rectangle.
    pub fn frame(&mut self, area: &Area, width: f64, colour: Colour) -> Drawn {
        let w = self.thickness(width);
        self.fill(&Area::new(area.x0, area.y0, area.x1, area.y0 + w), colour)?;
        self.fill(&Area::new(area.x0, area.y1 - w, area.x1, area.y1), colour)?;
        self.fill(&Area::new(area.x0, area.y0, area.x0 + w, area.y1), colour)?;
        self.fill(&Area::new(area.x1 - w, area.y0, area.x1, area.y1), colour)
    }

    /// A horizontal line, crisp on any backend.
    pub fn across(&mut self, x0: f64, x1: f64, y: f64, width: f64, colour: Colour) -> Drawn {
        let w = self.thickness(width);
        let y0 = (y - w / 2.0).round();
        self.fill(&Area::new(x0, y0, x1, y0 + w), colour)
    }

    /// A vertical line, crisp on any backend.
    pub fn down(&mut self, x: f64, y0: f64, y1: f64, width: f64, colour: Colour) -> Drawn {
        let w = self.thickness(width);
        let x0 = (x - w / 2.0).round();
        self.fill(&Area::new(x0, y0, x0 + w, y1), colour)
    }

    /// A line through points, clipped.
    pub fn line(&mut self, points: &[Point], width: f64, colour: Colour) -> Drawn {
        let mut run: Vec<Point> = Vec::new();
        for pair in points.windows(2) {
            let [from, to] = pair else { continue };
            let Some((from, to)) = self.clip.clip_segment(*from, *to) else {
                continue;
            };
            if run.last() != Some(&from) {
                self.stroke(&run, width, colour)?;
                run.clear();
                run.push(from);
            }
            run.push(to);
        }
        self.stroke(&run, width, colour)
    }

    /// A dashed line through points. `lengths`: drawn and skipped lengths \[CSS px\]; empty for a solid line.
    pub fn dashes(&mut self, points: &[Point], lengths: &[f64], width: f64, colour: Colour) -> Drawn {
        let lengths: Vec<f64> = lengths.iter().map(|&l| self.theme.px(l)).collect();
        let period: f64 = lengths.iter().sum();
        // Dashes with a period below one pixel would be invisible.
        if lengths.len() < 2 || !(period >= 1.0 && period.is_finite()) {
            return self.line(points, width, colour);
        }
        let mut which = 0;
        let mut left = lengths.first().copied().unwrap_or(period);
        let mut run: Vec<Point> = Vec::new();
        for pair in points.windows(2) {
            let [from, to] = pair else { continue };
            // Clipping first bounds the number of dashes by the size of the canvas.
            let Some((from, to)) = self.clip.clip_segment(*from, *to) else {
                continue;
            };
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let length = (dx * dx + dy * dy).sqrt();
            let mut done = 0.0;
            if which % 2 == 0 && run.last() != Some(&from) {
                self.stroke(&run, width, colour)?;
                run = vec![from];
            }
            while done + left < length {
                done += left;
                let at = (from.0 + dx * done / length, from.1 + dy * done / length);
                if which % 2 == 0 {
                    run.push(at);
                    self.stroke(&run, width, colour)?;
                    run.clear();
                } else {
                    run = vec![at];
                }
                which = (which + 1) % lengths.len();
                left = lengths.get(which).copied().unwrap_or(period).max(0.1);
            }
            left -= length - done;
            if which % 2 == 0 {
                run.push(to);
            }
        }
        self.stroke(&run, width, colour)
    }

    /// A filled polygon.
    pub fn polygon(&mut self, corners: &[Point], colour: Colour) -> Drawn {
        let seen = self.clip.clip_polygon(corners);
        if seen.len() < 3 {
            return Ok(());
        }
        self.backend.polygon(seen.into_iter().map(whole).collect(), &filled(colour))
    }

    /// Hatches a convex polygon with slanting lines, `spacing` CSS pixels apart; lines continue in adjacent polygons.
    pub fn hatch(&mut self, corners: &[Point], spacing: f64, colour: Colour) -> Drawn {
        let seen = self.clip.clip_polygon(corners);
        let sums = || seen.iter().map(|(x, y)| x + y);
        let step = self.theme.px(spacing).max(2.0);
        let first = (sums().fold(f64::INFINITY, f64::min) / step).ceil();
        let last = (sums().fold(f64::NEG_INFINITY, f64::max) / step).floor();
        if seen.len() < 3 || !(last - first).is_finite() {
            return Ok(());
        }
        for line in 0..=(last - first).max(0.0) as usize {
            let sum = (first + line as f64) * step;
            let ends = seen.iter().zip(seen.iter().cycle().skip(1));
            let crossings = ends.filter_map(|(a, b)| {
                let (from, to) = (a.0 + a.1 - sum, b.0 + b.1 - sum);
                let share = from / (from - to);
                (from.min(to) <= 0.0 && from.max(to) > 0.0)
                    .then_some((a.0 + share * (b.0 - a.0), a.1 + share * (b.1 - a.1)))
            });
            let crossings: Vec<Point> = crossings.take(2).collect();
            self.line(&crossings, 1.0, colour)?;
        }
        Ok(())
    }

    /// A filled circle of `radius` CSS pixels, if it lies entirely on the canvas.
    pub fn disc(&mut self, centre: Point, radius: f64, colour: Colour) -> Drawn {
        self.circle(centre, radius, filled(colour))
    }

    /// The outline of a circle.
    pub fn ring(&mut self, centre: Point, radius: f64, width: f64, colour: Colour) -> Drawn {
        let style = self.stroke_style(width, colour);
        self.circle(centre, radius, style)
    }

    /// A text. It is drawn only if its estimated box fits on the canvas, and is moved inside if it sticks out a little.
    pub fn text(&mut self, text: &str, at: Point, align: Align, face: Type) -> Drawn {
        let extent = face.extent(text, at, align, self.theme);
        let room = self.clip;
        if text.is_empty() || extent.width() > room.width() || extent.height() > room.height() + 2.0 {
            return Ok(());
        }
        let push = |low: f64, high: f64, from: f64, to: f64| {
            if low < from {
                from - low
            } else if high > to {
                to - high
            } else {
                0.0
            }
        };
        let dx = push(extent.x0, extent.x1, room.x0, room.x1);
        let dy = push(extent.y0, extent.y1, room.y0, room.y1);
        // A text that would have to move by more than its own size labels something outside the clipping rectangle.
        if !(dx.abs() <= extent.width() && dy.abs() <= extent.height()) {
            return Ok(());
        }
        let horizontal = match align {
            Align::Left => HPos::Left,
            Align::Centre => HPos::Center,
            Align::Right => HPos::Right,
        };
        let size = self.theme.letters(face.size) * self.theme.font_factor;
        // Fonts are never bundled or loaded.
        let mut font = (FontFamily::SansSerif, size).into_font();
        if face.bold {
            font = font.style(FontStyle::Bold);
        }
        let colour = paint(face.colour);
        let style = TextStyle::from(font).color(&colour).pos(Pos::new(horizontal, VPos::Center));
        let text: String = text.chars().filter(|&c| !is_forbidden(c)).collect();
        self.backend.text(&text, &style, whole((at.0 + dx, at.1 + dy)))
    }

    /// Width of a line \[whole px\].
    pub fn thickness(&self, width: f64) -> f64 {
        self.theme.px(width).round().max(1.0)
    }

    fn circle(&mut self, (x, y): Point, radius: f64, style: ShapeStyle) -> Drawn {
        let r = self.theme.px(radius).round().max(1.0);
        let extent = Area::new(x - r, y - r, x + r, y + r);
        if !(x.is_finite() && y.is_finite() && self.canvas.encloses(&extent)) {
            return Ok(());
        }
        self.backend.circle(whole((x, y)), r as u32, &style)
    }

    fn stroke(&mut self, run: &[Point], width: f64, colour: Colour) -> Drawn {
        if run.len() < 2 {
            return Ok(());
        }
        let mut pixels: Vec<Pixel> = run.iter().map(|&p| whole(p)).collect();
        pixels.dedup();
        if pixels.len() < 2 {
            return Ok(());
        }
        let style = self.stroke_style(width, colour);
        self.backend.path(pixels, &style)
    }

    fn stroke_style(&self, width: f64, colour: Colour) -> ShapeStyle {
        ShapeStyle { color: paint(colour), filled: false, stroke_width: self.thickness(width) as u32 }
    }
}

fn filled(colour: Colour) -> ShapeStyle {
    ShapeStyle { color: paint(colour), filled: true, stroke_width: 0 }
}

fn paint(colour: Colour) -> RGBAColor {
    let (r, g, b) = colour.rgb;
    RGBAColor(r, g, b, colour.alpha)
}

/// Rounds to whole pixels.
fn whole((x, y): Point) -> Pixel {
    (x.round() as i32, y.round() as i32)
}
