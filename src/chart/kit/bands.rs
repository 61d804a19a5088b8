//! Bands along an axis, one per swept value: the columns and rows of maps.
//!
//! Bands meet halfway between values, so that a map is true to scale. If a band would then be too narrow to see, all
//! bands have equal width.

/// Positions of values between the first (0) and the last (1). If a gap would be less than `least`, or the values do
/// not rise, steps are even and the second result is true. A single value lies at 0.5.
pub fn positions(values: &[f64], least: f64) -> (Vec<f64>, bool) {
    let count = values.len();
    // Numbers are halved, so that the difference of very large numbers stays finite.
    let span = match (values.first(), values.last()) {
        (Some(first), Some(last)) => last / 2.0 - first / 2.0,
        _ => return (Vec::new(), true),
    };
    if count == 1 {
        return (vec![0.5], true);
    }
    let share = |value: &f64| (value / 2.0 - values[0] / 2.0) / span;
    let to_scale: Vec<f64> = values.iter().map(share).collect();
    let wide = |pair: &[f64]| pair[1] - pair[0] >= least.max(f64::EPSILON);
    if span > 0.0 && to_scale.windows(2).all(wide) {
        return (to_scale, false);
    }
    let steps = (count - 1) as f64;
    ((0..count).map(|step| step as f64 / steps).collect(), true)
}

/// The bands of an axis, in whole pixels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bands {
    /// The edges (one more than bands), rising or falling.
    edges: Vec<f64>,
    /// True if all bands have equal width regardless of their values.
    pub even: bool,
}

impl Bands {
    /// The bands of rising values between two pixels (which may run backwards), each at least `least` pixels wide if
    /// possible.
    pub fn new(values: &[f64], (from, to): (f64, f64), least: f64) -> Bands {
        let length = (to - from).abs().max(1.0);
        // The first and last band extend by half a gap beyond the values, at most half of the axis in total.
        let (at, mut even) = positions(values, 2.0 * least / length);
        let count = at.len();
        let mut edges = match at.as_slice() {
            [] => return Bands::default(),
            [_] => vec![0.0, 1.0],
            [first, second, ..] => {
                let low = first - (second - first) / 2.0;
                let high = 1.0 + (1.0 - at[count - 2]) / 2.0;
                let middles = at.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0);
                let all = std::iter::once(low).chain(middles).chain([high]);
                all.map(|edge| (edge - low) / (high - low)).collect::<Vec<f64>>()
            }
        };
        let narrowest = edges.windows(2).map(|pair| pair[1] - pair[0]);
        if narrowest.fold(f64::INFINITY, f64::min) * length < least {
            even = true;
            edges = (0..=count).map(|edge| edge as f64 / count as f64).collect();
        }
        let px = |share: f64| (from + share * (to - from)).round();
        Bands { edges: edges.into_iter().map(px).collect(), even: even && count > 1 }
    }

    /// The lower and the upper pixel of a band.
    pub fn span(&self, index: usize) -> Option<(f64, f64)> {
        let (a, b) = (*self.edges.get(index)?, *self.edges.get(index + 1)?);
        Some((a.min(b), a.max(b)))
    }

    /// The middle of a band.
    pub fn centre(&self, index: usize) -> Option<f64> {
        let (low, high) = self.span(index)?;
        Some((low + high) / 2.0)
    }

    /// The band at a pixel.
    pub fn at(&self, px: f64) -> Option<usize> {
        (0..self.edges.len().saturating_sub(1))
            .find(|&index| self.span(index).is_some_and(|(low, high)| px >= low && px < high))
    }

    /// Width of the narrowest band \[px\].
    pub fn narrowest(&self) -> f64 {
        let widths = self.edges.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        widths.fold(f64::INFINITY, f64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Values 200, 300, 500, 900: gaps 100, 200, 400; edges at 150, 250, 400, 700, 1100 over 950 pixels.
    #[test]
    fn uneven_values_by_hand() {
        let bands = Bands::new(&[200.0, 300.0, 500.0, 900.0], (0.0, 950.0), 10.0);
        assert_eq!(bands.edges, [0.0, 100.0, 250.0, 550.0, 950.0]);
        assert_eq!((bands.even, bands.narrowest()), (false, 100.0));
        assert_eq!(bands.span(2), Some((250.0, 550.0)));
        assert_eq!(bands.centre(0), Some(50.0));
        assert_eq!(
            [0.0, 99.0, 100.0, 949.9, 950.0, -1.0, f64::NAN].map(|px| bands.at(px)),
            [Some(0), Some(0), Some(1), Some(3), None, None, None]
        );
    }

    #[test]
    fn too_narrow_bands_become_even() {
        let bands = Bands::new(&[1.0, 2.0, 1000.0], (300.0, 0.0), 10.0);
        assert_eq!(bands.edges, [300.0, 200.0, 100.0, 0.0]);
        assert!(bands.even);
        assert_eq!((bands.at(250.0), bands.at(50.0)), (Some(0), Some(2)));
        // A single value does not count as uneven.
        assert!(!Bands::new(&[7.0], (0.0, 10.0), 1.0).even);
        assert_eq!(Bands::new(&[], (0.0, 10.0), 1.0), Bands::default());
    }

    #[test]
    fn positions_by_hand() {
        assert_eq!(positions(&[2.0, 3.0, 6.0], 0.1), (vec![0.0, 0.25, 1.0], false));
        assert_eq!(positions(&[2.0, 3.0, 6.0], 0.3), (vec![0.0, 0.5, 1.0], true));
        assert_eq!(positions(&[-f64::MAX, 0.0, f64::MAX], 0.1).0, [0.0, 0.5, 1.0]);
        for odd in [[1.0, 1.0], [2.0, 1.0], [f64::NAN, 1.0], [0.0, f64::INFINITY]] {
            assert_eq!(positions(&odd, 0.0), (vec![0.0, 1.0], true), "{odd:?}");
        }
    }

    proptest! {
        /// Bands fill the axis without gaps, and each pixel belongs to the band drawn there.
        #[test]
        fn every_pixel_is_in_its_band(
            mut values in prop::collection::vec(-1e6..1e6f64, 1..40),
            from in -50.0..50.0f64, length in 40.0..2000.0f64, falling in any::<bool>(), share in 0.0..1.0f64,
        ) {
            values.sort_by(f64::total_cmp);
            let (from, to) = if falling { (from + length, from) } else { (from, from + length) };
            let bands = Bands::new(&values, (from, to), 6.0);
            prop_assert_eq!(bands.edges.first(), Some(&from.round()));
            prop_assert_eq!(bands.edges.last(), Some(&to.round()));
            let px = from.round() + (share * (to.round() - from.round())).trunc();
            prop_assume!(px < from.max(to).round());
            let index = bands.at(px).unwrap();
            let (low, high) = bands.span(index).unwrap();
            prop_assert!(low <= px && px < high);
            if length >= 6.0 * values.len() as f64 {
                prop_assert!(bands.narrowest() >= 5.0, "{}", bands.narrowest());
            }
        }
    }
}
