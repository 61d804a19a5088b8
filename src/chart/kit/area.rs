//! A rectangle in pixels, and the clipping of lines and polygons to it.
//!
//! Coordinates are `f64` pixels of the backend, y downwards. Every rectangle is well formed: finite, `x0 ≤ x1`,
//! `y0 ≤ y1`.

/// A point in pixels: x to the right, y downwards.
pub type Point = (f64, f64);

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Area {
    /// Left edge.
    pub x0: f64,
    /// Upper edge.
    pub y0: f64,
    /// Right edge, at least `x0`.
    pub x1: f64,
    /// Lower edge, at least `y0`.
    pub y1: f64,
}

/// Limit of coordinates: far outside every canvas, and well within the backends' 32-bit pixels.
const FAR: f64 = 1e7;

impl Area {
    /// The rectangle with two corners. Edges that are not numbers become 0; `x1 < x0` becomes `x0`, likewise for y.
    pub fn new(x0: f64, y0: f64, x1: f64, y1: f64) -> Area {
        let edge = |v: f64| if v.is_nan() { 0.0 } else { v.clamp(-FAR, FAR) };
        let (x0, y0) = (edge(x0), edge(y0));
        Area { x0, y0, x1: edge(x1).max(x0), y1: edge(y1).max(y0) }
    }

    /// The rectangle of a canvas: `width` × `height` pixels from the origin.
    pub fn sized(width: f64, height: f64) -> Area {
        Area::new(0.0, 0.0, width, height)
    }

    /// A point as an empty rectangle.
    pub fn point((x, y): Point) -> Area {
        Area::new(x, y, x, y)
    }

    /// Width in pixels.
    pub fn width(&self) -> f64 {
        self.x1 - self.x0
    }

    /// Height in pixels.
    pub fn height(&self) -> f64 {
        self.y1 - self.y0
    }

    /// The centre.
    pub fn centre(&self) -> Point {
        ((self.x0 + self.x1) / 2.0, (self.y0 + self.y1) / 2.0)
    }

    /// True if the point lies inside or on an edge.
    pub fn contains(&self, (x, y): Point) -> bool {
        x >= self.x0 && x <= self.x1 && y >= self.y0 && y <= self.y1
    }

    /// True if the other rectangle lies entirely inside.
    pub fn encloses(&self, other: &Area) -> bool {
        self.contains((other.x0, other.y0)) && self.contains((other.x1, other.y1))
    }

    /// The common part; a rectangle without width or height if there is none.
    pub fn intersect(&self, other: &Area) -> Area {
        let x0 = self.x0.max(other.x0).min(self.x1);
        let y0 = self.y0.max(other.y0).min(self.y1);
        Area { x0, y0, x1: self.x1.min(other.x1).max(x0), y1: self.y1.min(other.y1).max(y0) }
    }

    /// True if the rectangles share more than an edge.
    pub fn overlaps(&self, other: &Area) -> bool {
        self.x0 < other.x1 && other.x0 < self.x1 && self.y0 < other.y1 && other.y0 < self.y1
    }

    /// The rectangle made smaller by `margin` on every side (larger if negative); opposite edges never cross.
    pub fn inset(&self, margin: f64) -> Area {
        let x = margin.min(self.width() / 2.0);
        let y = margin.min(self.height() / 2.0);
        Area::new(self.x0 + x, self.y0 + y, self.x1 - x, self.y1 - y)
    }

    /// The part of the segment inside the rectangle (Liang and Barsky's clipping).
    pub fn clip_segment(&self, a: Point, b: Point) -> Option<(Point, Point)> {
        let (ax, ay) = tame(a)?;
        let (bx, by) = tame(b)?;
        let (dx, dy) = (bx - ax, by - ay);
        let (mut enter, mut leave) = (0.0f64, 1.0f64);
        for (towards, room) in [(-dx, ax - self.x0), (dx, self.x1 - ax), (-dy, ay - self.y0), (dy, self.y1 - ay)] {
            if towards == 0.0 {
                if room < 0.0 {
                    return None;
                }
            } else if towards < 0.0 {
                enter = enter.max(room / towards);
            } else {
                leave = leave.min(room / towards);
            }
        }
        if enter > leave {
            return None;
        }
        let at = |t: f64| ((ax + t * dx).clamp(self.x0, self.x1), (ay + t * dy).clamp(self.y0, self.y1));
        Some((at(enter), at(leave)))
    }

    /// The part of the polygon inside the rectangle (Sutherland and Hodgman's clipping, edge by edge).
    pub fn clip_polygon(&self, polygon: &[Point]) -> Vec<Point> {
        let mut inside: Vec<Point> = polygon.iter().filter_map(|&p| tame(p)).collect();
        // Each edge as a signed distance, positive inside.
        let distances: [&dyn Fn(Point) -> f64; 4] =
            [&|p| p.0 - self.x0, &|p| self.x1 - p.0, &|p| p.1 - self.y0, &|p| self.y1 - p.1];
        for distance in distances {
            let Some(&last) = inside.last() else { break };
            let mut kept = Vec::with_capacity(inside.len() + 4);
            let mut from = last;
            for &to in &inside {
                let (d0, d1) = (distance(from), distance(to));
                if (d0 < 0.0) != (d1 < 0.0) {
                    let t = d0 / (d0 - d1);
                    kept.push((from.0 + t * (to.0 - from.0), from.1 + t * (to.1 - from.1)));
                }
                if d1 >= 0.0 {
                    kept.push(to);
                }
                from = to;
            }
            inside = kept;
        }
        inside.iter().map(|&(x, y)| (x.clamp(self.x0, self.x1), y.clamp(self.y0, self.y1))).collect()
    }
}

/// A point with coordinates limited to ±`FAR`; `None` if a coordinate is not a number.
fn tame((x, y): Point) -> Option<Point> {
    if x.is_nan() || y.is_nan() {
        return None;
    }
    Some((x.clamp(-FAR, FAR), y.clamp(-FAR, FAR)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const BOX: Area = Area { x0: 0.0, y0: 0.0, x1: 10.0, y1: 10.0 };

    #[test]
    fn segments_are_cut_at_the_edges() {
        let cut = BOX.clip_segment((-10.0, 5.0), (20.0, 5.0));
        assert_eq!(cut, Some(((0.0, 5.0), (10.0, 5.0))));
        assert_eq!(BOX.clip_segment((-1.0, 0.0), (-1.0, 9.0)), None);
        assert_eq!(BOX.clip_segment((f64::NAN, 0.0), (1.0, 1.0)), None);
        let steep = BOX.clip_segment((5.0, 5.0), (5.0, f64::NEG_INFINITY));
        assert_eq!(steep, Some(((5.0, 5.0), (5.0, 0.0))));
    }

    #[test]
    fn polygons_are_cut_at_the_edges() {
        let cut = BOX.clip_polygon(&[(-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0)]);
        assert_eq!(cut.len(), 4);
        for corner in [(0.0, 0.0), (5.0, 0.0), (5.0, 5.0), (0.0, 5.0)] {
            assert!(cut.contains(&corner), "{cut:?}");
        }
        assert!(BOX.clip_polygon(&[(20.0, 0.0), (30.0, 0.0), (30.0, 9.0)]).is_empty());
        assert!(BOX.clip_polygon(&[]).is_empty());
    }

    #[test]
    fn malformed_rectangles_are_mended() {
        let mended = Area::new(5.0, f64::NAN, -5.0, f64::INFINITY);
        assert_eq!((mended.width(), mended.y0), (0.0, 0.0));
        assert!(mended.height().is_finite());
        assert_eq!(BOX.inset(20.0).width(), 0.0);
        assert_eq!(BOX.intersect(&Area::new(20.0, 20.0, 30.0, 30.0)).width(), 0.0);
    }

    proptest! {
        /// A clipped segment lies inside the rectangle and on the original segment.
        #[test]
        fn clipped_segments_stay_inside(a in (-30.0..30.0, -30.0..30.0), b in (-30.0..30.0, -30.0..30.0)) {
            if let Some((p, q)) = BOX.clip_segment(a, b) {
                for point in [p, q] {
                    prop_assert!(BOX.contains(point));
                    let cross = (b.0 - a.0) * (point.1 - a.1) - (b.1 - a.1) * (point.0 - a.0);
                    prop_assert!(cross.abs() < 1e-6);
                }
            }
        }
    }
}
