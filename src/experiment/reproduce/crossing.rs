//! Where a rising curve meets a level.

use crate::base::maths::ln;

/// The x at which a curve, given as (x, y) in order of x, first rises to `level`; between two points ln y is taken as
/// linear in x, for turnaround grows about exponentially with the penalty. `None` if it never rises through the level.
pub fn rises_to(curve: &[(f64, f64)], level: f64) -> Option<f64> {
    curve.windows(2).find_map(|pair| {
        let [(x0, y0), (x1, y1)] = [pair[0], pair[1]];
        let between = y0 > 0.0 && y0 < level && level <= y1;
        between.then(|| x0 + (x1 - x0) * ln(level / y0) / ln(y1 / y0))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From 100 at 1.0 to 400 at 1.2: 200 is half way in the logarithm.
    #[test]
    fn half_way_by_hand() {
        let curve = [(1.0, 100.0), (1.2, 400.0), (1.3, 900.0)];
        let x = rises_to(&curve, 200.0).unwrap();
        assert!((x - 1.1).abs() < 1e-12);
        assert_eq!(rises_to(&curve, 50.0), None);
        assert_eq!(rises_to(&curve, 1000.0), None);
        assert_eq!(rises_to(&curve, 900.0), Some(1.3));
    }
}
