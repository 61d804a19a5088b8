//! Polynomials of degree 8 on the interval from −½ to ½.

/// Number of equal steps into which the search for minimum and maximum divides the interval.
const STEPS: u32 = 4096;

/// Σ cₖ · tᵏ with the coefficients c₀ … c₈.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polynomial(pub [f64; 9]);

impl Polynomial {
    /// Value at t.
    #[inline]
    pub fn at(&self, t: f64) -> f64 {
        self.0.iter().rev().fold(0.0, |sum, own| sum * t + own)
    }

    /// Minimum and maximum of the values at the ends of 4096 equal steps, each as a pair of t and the value.
    pub fn extremes(&self) -> [(f64, f64); 2] {
        let all = (0..=STEPS).map(|step| {
            let t = f64::from(step) / f64::from(STEPS) - 0.5;
            (t, self.at(t))
        });
        let start = (-0.5, self.at(-0.5));
        all.fold([start; 2], |[least, greatest], own| {
            [if own.1 < least.1 { own } else { least }, if own.1 > greatest.1 { own } else { greatest }]
        })
    }

    /// Upper bound on the whole interval. Between the ends of a step h, the polynomial exceeds both end values by at
    /// most h²/8 · max |p''|, and |p''| ≤ Σ k(k − 1) |cₖ| (½)ᵏ⁻². Rounded up to four digits.
    pub fn bound(&self) -> f64 {
        let [_, (_, greatest)] = self.extremes();
        let (mut bend, mut power) = (0.0, 1.0);
        for (own, k) in self.0.iter().zip(0u8..).skip(2) {
            bend += f64::from(k) * f64::from(k - 1) * own.abs() * power;
            power *= 0.5;
        }
        let step = 1.0 / f64::from(STEPS);
        rounded_up(greatest + step * step / 8.0 * bend)
    }
}

/// Rounds a positive number up to four digits; leaves other numbers unchanged.
fn rounded_up(value: f64) -> f64 {
    if !value.is_normal() || value < 0.0 {
        return value;
    }
    let mut scale = 1.0;
    while value * scale < 1000.0 {
        scale *= 10.0;
    }
    while value * scale >= 10_000.0 {
        scale /= 10.0;
    }
    (value * scale).ceil() / scale
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The polynomial 1 + 4t + 4t² = (1 + 2t)² is 0 at −½ and 4 at ½. Its second derivative is 8, so the upper bound is
    /// h² above the maximum, with h the length of a step.
    #[test]
    fn a_square_by_hand() {
        let square = Polynomial([1.0, 4.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!([-0.5, 0.0, 0.25].map(|t| square.at(t)), [0.0, 1.0, 2.25]);
        assert_eq!(square.extremes(), [(-0.5, 0.0), (0.5, 4.0)]);
        assert_eq!(square.bound(), 4.001);
    }

    /// t⁸ has its maximum at both ends: 1/256 = 0.00390625, rounded up to four digits.
    #[test]
    fn the_last_power_by_hand() {
        let last = Polynomial([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
        assert_eq!(last.extremes(), [(0.0, 0.0), (-0.5, 0.003_906_25)]);
        assert_eq!(last.bound(), 0.003_907);
    }

    #[test]
    fn rounding_by_hand() {
        for (value, wanted) in
            [(5.5833, 5.584), (1000.0, 1000.0), (12_345.6, 12_350.0), (0.000_1, 0.000_1), (0.0, 0.0), (-3.21, -3.21)]
        {
            assert_eq!(rounded_up(value), wanted);
        }
        assert!(rounded_up(f64::NAN).is_nan());
    }

    proptest! {
        #[test]
        fn nothing_exceeds_the_bound(
            all in prop::array::uniform9(-1e4..1e4f64), t in -0.5..=0.5f64,
        ) {
            let own = Polynomial(all);
            prop_assert!(own.at(t) <= own.bound() || own.bound() < 0.0);
            let [least, greatest] = own.extremes();
            prop_assert!(own.at(least.0) == least.1 && own.at(greatest.0) == greatest.1);
            prop_assert!(least.1 <= greatest.1 && greatest.1 <= own.bound());
        }
    }
}
