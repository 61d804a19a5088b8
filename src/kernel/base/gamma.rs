//! The gamma distribution: distribution function and random numbers.

use super::maths;
use super::random::Stream;

/// A gamma distribution with mean `shape` · `scale`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gamma {
    /// Shape a, positive.
    pub shape: f64,
    /// Scale b, positive.
    pub scale: f64,
}

/// Maximum number of terms of the series and the continued fraction; a shape of 10⁶ needs fewer than 10⁴.
const MOST_TERMS: usize = 20_000;

impl Gamma {
    /// Probability of a value of at most `x`: the regularized lower incomplete gamma function P(a, x/b). Uses the
    /// series below a + 1 and the continued fraction above (Abramowitz and Stegun 6.5.29 and 6.5.31).
    pub fn at_most(&self, x: f64) -> f64 {
        let (a, x) = (self.shape, x / self.scale);
        if x <= 0.0 {
            0.0
        } else if x < a + 1.0 {
            front(a, x) * series(a, x)
        } else {
            1.0 - front(a, x) * fraction(a, x)
        }
    }

    /// Draws a number: a transformed normal number, which is accepted with a probability above 0.95, or else drawn
    /// again (Marsaglia and Tsang, ACM TOMS 26, 2000). For a shape below 1, draws with shape + 1 and scales down.
    pub fn draw(&self, stream: &mut Stream) -> f64 {
        let (shape, shrunk) = if self.shape < 1.0 {
            (self.shape + 1.0, maths::pow(stream.uniform(), 1.0 / self.shape))
        } else {
            (self.shape, 1.0)
        };
        let d = shape - 1.0 / 3.0;
        let c = 1.0 / (9.0 * d).sqrt();
        loop {
            let x = stream.normal();
            let root = 1.0 + c * x;
            if root <= 0.0 {
                continue;
            }
            let v = root * root * root;
            if maths::ln(stream.uniform()) < 0.5 * x * x + d - d * v + d * maths::ln(v) {
                return d * v * shrunk * self.scale;
            }
        }
    }
}

/// The common factor of both expansions: x^a e^−x / Γ(a).
fn front(a: f64, x: f64) -> f64 {
    maths::exp(a * maths::ln(x) - x - maths::ln_gamma(a))
}

/// Σ x^k / (a (a+1) … (a+k)).
fn series(a: f64, x: f64) -> f64 {
    let mut term = 1.0 / a;
    let mut sum = term;
    for k in 1..MOST_TERMS {
        term *= x / (a + k as f64);
        sum += term;
        if term < sum * f64::EPSILON {
            break;
        }
    }
    sum
}

/// 1/(x+1−a− 1(1−a)/(x+3−a− 2(2−a)/(x+5−a− …))), by Lentz's method.
fn fraction(a: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let mut b = x + 1.0 - a;
    let mut c = 1.0 / TINY;
    let mut d = 1.0 / b;
    let mut value = d;
    for k in 1..MOST_TERMS {
        let k = k as f64;
        let numerator = -k * (k - a);
        b += 2.0;
        let away_from_0 = |x: f64| if x.abs() < TINY { TINY } else { x };
        d = 1.0 / away_from_0(numerator * d + b);
        c = away_from_0(b + numerator / c);
        value *= c * d;
        if (c * d - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::goodness::{gamma, kolmogorov_smirnov};
    use proptest::prelude::*;

    fn at_most(shape: f64, scale: f64, x: f64) -> f64 {
        Gamma { shape, scale }.at_most(x)
    }

    /// The distribution function is 1 − e^−x for shape 1 (exponential), and 1 − (1 + x)e^−x for shape 2. For shape ½ at
    /// x = ½, it is erf(√½) = 0.682689.
    #[test]
    fn distribution_by_hand() {
        assert!((at_most(1.0, 2.0, 2.0) - 0.632_120_558_828_558).abs() < 1e-14);
        assert!((at_most(2.0, 1.0, 3.0) - 0.800_851_726_528_544).abs() < 1e-14);
        assert!((at_most(0.5, 1.0, 0.5) - 0.682_689_492_137_086).abs() < 1e-14);
        assert!((at_most(2.0, 1.0, 0.5) - 0.090_204_010_431_050).abs() < 1e-14);
        assert_eq!((at_most(3.0, 1.0, 0.0), at_most(3.0, 1.0, -1.0)), (0.0, 0.0));
        assert_eq!(at_most(3.0, 1.0, 1e6), 1.0);
        // For an integer shape, the probability is a Poisson sum: here, of at least 312 events if 312 events are
        // expected.
        let (mut term, mut below) = (maths::exp(-312.0), 0.0);
        for k in 1..=312 {
            below += term;
            term *= 312.0 / f64::from(k);
        }
        assert!((at_most(312.0, 0.03, 9.36) - (1.0 - below)).abs() < 1e-11);
    }

    /// Shapes below 1, shapes of the models, and much larger shapes. With each of the fixed seeds, p > 0.001.
    #[test]
    fn draws_follow_the_distribution() {
        for (shape, scale) in
            [(0.3, 2.0), (1.0, 1.0), (2.5, 0.1), (4.2, 0.94), (10.4605, 0.4871), (312.0, 0.03), (639.1, 0.0156)]
        {
            let law = Gamma { shape, scale };
            let mut stream = Stream::new("gamma", 0, "test", 0);
            let drawn: Vec<f64> = (0..20_000).map(|_| law.draw(&mut stream)).collect();
            let p = kolmogorov_smirnov(drawn, gamma(law));
            assert!(p > 0.001, "shape {shape}: p = {p}");
        }
    }

    /// Slow reference: with an integer shape k, a gamma number is the sum of k exponential numbers.
    #[test]
    fn a_whole_shape_is_a_sum_of_exponentials() {
        let law = Gamma { shape: 5.0, scale: 3.0 };
        let mut stream = Stream::new("twin", 0, "test", 0);
        let sums = (0..20_000).map(|_| (0..5).map(|_| stream.exponential(3.0)).sum()).collect();
        let p = kolmogorov_smirnov(sums, gamma(law));
        assert!(p > 0.001, "p = {p}");
    }

    proptest! {
        /// The distribution function is between 0 and 1, and increasing.
        #[test]
        fn a_distribution_function(shape in 0.01..1e4f64, at in 0.0..3.0f64, more in 0.0..0.5f64) {
            let law = Gamma { shape, scale: 0.7 };
            let x = at * 0.7 * (shape + 1.0);
            let (low, high) = (law.at_most(x), law.at_most(x + more));
            prop_assert!((0.0..=1.0).contains(&low) && high <= 1.0 && low <= high + 1e-9);
        }

        /// Arguments on both sides of the point near the mean at which the fraction replaces the series, and arguments
        /// far from this point.
        #[test]
        fn as_statrs(shape in 0.01..1e4f64, scale in 1e-3..1e3f64, deviations in -5.0..5.0f64, at in 0.0..3.0f64) {
            let law = Gamma { shape, scale };
            for x in [shape + deviations * shape.sqrt(), at * (shape + 1.0)] {
                let (ours, theirs) = (law.at_most(x * scale), gamma(law)(x * scale));
                prop_assert!((ours - theirs).abs() < 1e-10, "{} {}", ours, theirs);
            }
        }

        #[test]
        fn draws_are_positive_numbers(shape in 0.01..1e4f64, scale in 1e-4..100.0f64, seed in ".{4}") {
            let mut stream = Stream::new(&seed, 0, "test", 0);
            for _ in 0..20 {
                let drawn = Gamma { shape, scale }.draw(&mut stream);
                prop_assert!(drawn.is_finite() && drawn >= 0.0);
            }
        }
    }
}
