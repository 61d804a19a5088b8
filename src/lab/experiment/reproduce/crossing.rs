//! The place where a rising curve crosses a level.

use crate::base::maths::ln;

/// A point of a curve, or a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Height {
    /// The coordinate x of the point.
    pub x: f64,
    /// The value y of the point.
    pub y: f64,
    /// Half width of the interval of y; infinite if unknown.
    pub half: f64,
}

/// The value of x at which a curve first rises to `level`, with the half width of the interval of x. The points of the
/// curve are in order of x; `None` if the curve never rises through the level. Between two points, ln y is taken as
/// linear in x, since turnaround grows about exponentially with the penalty.
///
/// The interval of x is the interval of ln y − ln level at the crossing, divided by the slope of the curve at the
/// crossing. Curve and level are treated as independent. In fact they are from the same jobs, so the interval is rather
/// too wide.
pub fn rises_to(curve: &[Height], level: Height) -> Option<(f64, f64)> {
    curve.windows(2).find_map(|pair| {
        let [a, b] = [pair[0], pair[1]];
        if !(a.y > 0.0 && a.y < level.y && level.y <= b.y) {
            return None;
        }
        let slope = ln(b.y / a.y) / (b.x - a.x);
        let x = a.x + ln(level.y / a.y) / slope;
        let share = (x - a.x) / (b.x - a.x);
        let own = (1.0 - share) * a.half / a.y + share * b.half / b.y;
        let half = (own * own + (level.half / level.y) * (level.half / level.y)).sqrt() / slope;
        Some((x, half))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn height(x: f64, y: f64, half: f64) -> Height {
        Height { x, y, half }
    }

    /// A curve from 100 at x = 1.0 to 400 at 1.2: 200 is half way in the logarithm; the slope there is ln 4 / 0.2 = 6.93.
    #[test]
    fn half_way_by_hand() {
        let curve = [height(1.0, 100.0, 3.0), height(1.2, 400.0, 20.0), height(1.3, 900.0, 0.0)];
        let (x, half) = rises_to(&curve, height(0.0, 200.0, 6.0)).unwrap();
        assert!((x - 1.1).abs() < 1e-12);
        // Relative half widths of 0.03 and 0.05 give 0.04 half way between the points. With 6/200 = 0.03 for the level,
        // they give 0.05, which is divided by the slope 6.93.
        assert!((half - 0.05 / 6.931_471_8).abs() < 1e-9);
        assert_eq!(rises_to(&curve, height(0.0, 50.0, 0.0)), None);
        assert_eq!(rises_to(&curve, height(0.0, 1000.0, 0.0)), None);
        let (x, _) = rises_to(&curve, height(0.0, 900.0, 0.0)).unwrap();
        assert!((x - 1.3).abs() < 1e-12);
    }
}
