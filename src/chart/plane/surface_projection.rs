//! Parallel projection of a box in space (a unit square on the ground with a height) to the canvas.
//!
//! x and y run from 0 to 1 on the ground, z from 0 to 1 upwards. The viewer looks at the middle of the box from an azimuth
//! and an elevation; parallel lines stay parallel, so that heights can be compared.

use crate::base::maths;
use crate::chart::kit::area::{Area, Point};

/// Height of the box relative to a side of the ground.
const HEIGHT: f64 = 0.62;
/// The diagonal of the ground: its largest visible width.
const DIAGONAL: f64 = std::f64::consts::SQRT_2;

/// A point in the box.
pub type Spot = (f64, f64, f64);

/// The viewing direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Rotation around the box in [0, 360) \[°\]; at 0, x points right and y away from the viewer.
    pub azimuth: f64,
    /// Elevation above the ground in [5, 85] \[°\].
    pub elevation: f64,
}

impl Default for Camera {
    /// x to the right and y to the left, both away from the viewer, as in the figures of J5.
    fn default() -> Camera {
        Camera { azimuth: 322.5, elevation: 28.0 }
    }
}

impl Camera {
    /// The camera turned by some degrees.
    pub fn turned(self, azimuth: f64, elevation: f64) -> Camera {
        let number = |value: f64| if value.is_finite() { value } else { 0.0 };
        let turned = number(self.azimuth + azimuth) % 360.0;
        Camera {
            azimuth: if turned < 0.0 { turned + 360.0 } else { turned } % 360.0,
            elevation: number(self.elevation + elevation).clamp(5.0, 85.0),
        }
    }
}

/// A projection onto an area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    sin_azimuth: f64,
    cos_azimuth: f64,
    sin_elevation: f64,
    cos_elevation: f64,
    centre: Point,
    /// Pixels per side of the ground.
    scale: f64,
}

impl Projection {
    /// The projection that shows the box as large as possible in an area; rotation does not change the size.
    pub fn new(camera: Camera, area: &Area) -> Projection {
        let camera = camera.turned(0.0, 0.0);
        let radians = |degrees: f64| degrees / 180.0 * std::f64::consts::PI;
        let (azimuth, elevation) = (radians(camera.azimuth), radians(camera.elevation));
        let (sin_elevation, cos_elevation) = (maths::sin(elevation), maths::cos(elevation));
        let height = HEIGHT * cos_elevation + DIAGONAL * sin_elevation;
        Projection {
            sin_azimuth: maths::sin(azimuth),
            cos_azimuth: maths::cos(azimuth),
            sin_elevation,
            cos_elevation,
            centre: area.centre(),
            scale: (area.width() / DIAGONAL).min(area.height() / height),
        }
    }

    /// The pixel of a point.
    pub fn to_px(&self, (x, y, z): Spot) -> Point {
        let (right, away) = self.on_ground(x, y);
        let up = (z - 0.5) * HEIGHT * self.cos_elevation + away * self.sin_elevation;
        (self.centre.0 + self.scale * right, self.centre.1 - self.scale * up)
    }

    /// Distances of a ground point to the right and away from the viewer.
    fn on_ground(&self, x: f64, y: f64) -> (f64, f64) {
        let (x, y) = (x - 0.5, y - 0.5);
        (x * self.cos_azimuth + y * self.sin_azimuth, y * self.cos_azimuth - x * self.sin_azimuth)
    }

    /// First: true if points with larger x are farther away from the viewer. Second: the same for y.
    pub fn recedes(&self) -> (bool, bool) {
        (self.sin_azimuth < 0.0, self.cos_azimuth > 0.0)
    }

    /// The ground corner that appears leftmost.
    pub fn left_corner(&self) -> (f64, f64) {
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        let right = |&(x, y): &(f64, f64)| self.on_ground(x, y).0;
        let leftmost = corners.into_iter().min_by(|a, b| right(a).total_cmp(&right(b)));
        leftmost.unwrap_or_default()
    }
}

/// The indices 0 to `count` − 1 in drawing order, the farthest first. `recedes`: larger indices are farther away.
pub fn far_to_near(count: usize, recedes: bool) -> impl Iterator<Item = usize> + Clone {
    (0..count).map(move |index| if recedes { count - 1 - index } else { index })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const AREA: Area = Area { x0: 0.0, y0: 0.0, x1: 400.0, y1: 300.0 };

    fn near(a: Point, b: Point) -> bool {
        (a.0 - b.0).abs() < 1e-9 && (a.1 - b.1).abs() < 1e-9
    }

    /// Seen from the front and from 30° above the ground, x points right, z points up, shortened by cos 30°, and y
    /// points up, shortened by sin 30°.
    #[test]
    fn from_the_front_by_hand() {
        let camera = Camera { azimuth: 0.0, elevation: 30.0 };
        let own = Projection::new(camera, &AREA);
        let scale = 300.0 / (0.62 * 0.75f64.sqrt() + 2.0f64.sqrt() * 0.5);
        assert!((own.scale - scale.min(400.0 / 2.0f64.sqrt())).abs() < 1e-9);
        let at = |x, y, z| own.to_px((x, y, z));
        assert!(near(at(0.5, 0.5, 0.5), (200.0, 150.0)));
        assert!(near(at(1.0, 0.5, 0.5), (200.0 + own.scale / 2.0, 150.0)));
        assert!(near(at(0.5, 1.0, 0.5), (200.0, 150.0 - own.scale * 0.25)));
        let up = own.scale * 0.31 * 0.75f64.sqrt();
        assert!(near(at(0.5, 0.5, 1.0), (200.0, 150.0 - up)));
        assert_eq!(own.recedes(), (false, true));
    }

    /// The first view is that of the figures of J5: the corner (0, 0) is in front, and the axis of heights is at the
    /// left, at the end of the y axis.
    #[test]
    fn the_first_view() {
        let own = Projection::new(Camera::default(), &AREA);
        assert_eq!(own.recedes(), (true, true));
        assert_eq!(own.left_corner(), (0.0, 1.0));
        let (front, back) = (own.to_px((0.0, 0.0, 0.0)), own.to_px((1.0, 1.0, 0.0)));
        assert!(front.1 > back.1);
        assert!(own.to_px((1.0, 0.0, 0.0)).0 > front.0);
    }

    #[test]
    fn turning_goes_round_and_stays_above_the_ground() {
        let camera = Camera::default();
        assert_eq!(camera.turned(360.0, 0.0), camera);
        assert_eq!(camera.turned(-330.0, 100.0).azimuth, 352.5);
        assert_eq!(camera.turned(0.0, 100.0).elevation, 85.0);
        assert_eq!(camera.turned(0.0, -100.0).elevation, 5.0);
        let odd = camera.turned(f64::NAN, f64::INFINITY);
        assert!(odd.azimuth.is_finite() && (5.0..=85.0).contains(&odd.elevation));
    }

    proptest! {
        /// The whole box fits the area from any direction.
        #[test]
        fn the_box_fits(azimuth in 0.0..360.0f64, elevation in 0.0..90.0f64, corner in 0usize..8) {
            let camera = Camera { azimuth, elevation };
            let own = Projection::new(camera, &AREA);
            let bit = |shift: usize| (corner >> shift & 1) as f64;
            let at = own.to_px((bit(0), bit(1), bit(2)));
            prop_assert!(AREA.inset(-1e-6).contains(at), "{at:?}");
        }

        /// Ground cells drawn row by row from far to near: along a line of sight, a nearer cell is never drawn before a
        /// farther one.
        #[test]
        fn painters_order(
            azimuth in 0.0..360.0f64, columns in 1usize..8, rows in 1usize..8,
            from in (0.0..1.0f64, 0.0..1.0f64), length in 0.0..1.5f64,
        ) {
            let own = Projection::new(Camera { azimuth, elevation: 30.0 }, &AREA);
            let (x_recedes, y_recedes) = own.recedes();
            let mut order = Vec::new();
            for x in far_to_near(columns, x_recedes) {
                for y in far_to_near(rows, y_recedes) {
                    order.push((x, y));
                }
            }
            prop_assert_eq!(order.len(), columns * rows);
            let cell = |x: f64, y: f64| ((x * columns as f64) as usize, (y * rows as f64) as usize);
            let rank = |cell| order.iter().position(|&own| own == cell);
            // A second point is straight behind the first point, as seen by the viewer.
            let beyond = (from.0 - length * own.sin_azimuth, from.1 + length * own.cos_azimuth);
            prop_assume!((0.0..1.0).contains(&beyond.0) && (0.0..1.0).contains(&beyond.1));
            prop_assert!(rank(cell(beyond.0, beyond.1)) <= rank(cell(from.0, from.1)));
        }
    }
}
