//! The hyper-Erlang law of common order: a sum of exponential stages, which are either all long or all short.

use crate::base::random::Stream;

/// A number of this law is a sum of `order` exponential numbers. With probability `p`, all of them have the mean
/// `long`, otherwise all have the mean `short`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HyperErlang {
    /// Number of stages in a sum; at least 1.
    pub order: u32,
    /// Probability that all stages are long.
    pub p: f64,
    /// Mean of a long stage.
    pub long: f64,
    /// Mean of a short stage.
    pub short: f64,
}

impl HyperErlang {
    /// Draws a number: one uniform number selects long or short stages, then one exponential number is drawn for each
    /// stage.
    pub fn draw(&self, stream: &mut Stream) -> f64 {
        let mean = if stream.uniform() < self.p { self.long } else { self.short };
        (0..self.order).map(|_| stream.exponential(mean)).sum()
    }
}

/// Properties of the law for tests.
#[cfg(test)]
impl HyperErlang {
    /// The distribution function: a mixture of two gamma distributions.
    pub(super) fn at_most(&self, x: f64) -> f64 {
        use crate::base::{gamma::Gamma, goodness::gamma};
        let branch = |scale| {
            let shape = f64::from(self.order);
            gamma(Gamma { shape, scale })(x)
        };
        self.p * branch(self.long) + (1.0 - self.p) * branch(self.short)
    }

    /// The k-th moment: the mixture of the k-th moments of both branches. For a branch of the given mean, this moment
    /// is order (order + 1) … (order + k − 1) · mean^k.
    pub(super) fn moment(&self, k: u32) -> f64 {
        let stages: f64 = (0..k).map(|i| f64::from(self.order + i)).product();
        let power = |mean: f64| (0..k).map(|_| mean).product::<f64>();
        stages * (self.p * power(self.long) + (1.0 - self.p) * power(self.short))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::goodness::kolmogorov_smirnov;
    use crate::models::jann97::settings::Jann97;
    use proptest::prelude::*;

    fn published() -> Vec<HyperErlang> {
        let law = |order, p, long, short| HyperErlang { order, p, long, short };
        let classes = Jann97::default().classes.into_iter();
        classes
            .flat_map(|c| {
                [
                    law(c.gap_order, c.gap_p, c.gap_long_s, c.gap_short_s),
                    law(c.run_order, c.run_p, c.run_long_s, c.run_short_s),
                ]
            })
            .collect()
    }

    /// For each of the twenty published laws, a Kolmogorov–Smirnov test of drawn numbers gives a p above 0.001. A
    /// further test shows that these p are uniform.
    #[test]
    fn draws_follow_the_distribution() {
        let mut all: Vec<f64> = Vec::new();
        for (i, law) in published().iter().enumerate() {
            let mut stream = Stream::new("hyper-Erlang", 0, "test", i);
            let drawn = (0..5000).map(|_| law.draw(&mut stream)).collect();
            let p = kolmogorov_smirnov(drawn, |x| law.at_most(x));
            assert!(p > 0.001, "{law:?}: p = {p}");
            all.push(p);
        }
        assert!(kolmogorov_smirnov(all, |p| p) > 0.001, "the p themselves are uniform");
    }

    /// Run times of serial jobs: 4 · (0.3905 · 8413.7 + 0.6095 · 146.75) = 13 500 s.
    #[test]
    fn a_mean_by_hand() {
        let law = published()[1];
        assert!((law.moment(1) - 13_499.97).abs() < 0.01, "{}", law.moment(1));
    }

    /// The smallest order for which two means and a share can reproduce three given moments, by §3.2 of the definition
    /// of the model.
    fn matching(m1: f64, m2: f64, m3: f64) -> HyperErlang {
        (1u32..)
            .find_map(|order| {
                let n = f64::from(order);
                let (y1, y2, y3) = (m1 / n, m2 / (n * (n + 1.0)), m3 / (n * (n + 1.0) * (n + 2.0)));
                let v = y2 - y1 * y1;
                if v <= 0.0 || y1 * y3 <= y2 * y2 {
                    return None;
                }
                let (c0, c1) = ((y1 * y3 - y2 * y2) / v, (y3 - y1 * y2) / v);
                let root = (c1 * c1 / 4.0 - c0).sqrt();
                let (long, short) = (c1 / 2.0 + root, c1 / 2.0 - root);
                let p = (y1 - short) / (long - short);
                Some(HyperErlang { order, p, long, short })
            })
            .unwrap()
    }

    /// The orders in the table are the smallest ones that the method allows. The moments of the log are not available.
    /// So the method is applied to the moments of the laws in the table, and must give these laws again.
    #[test]
    fn the_table_matches_its_moments() {
        for law in published() {
            let again = matching(law.moment(1), law.moment(2), law.moment(3));
            assert_eq!(again.order, law.order, "{law:?}");
            for (ours, table) in [(again.p, law.p), (again.long, law.long), (again.short, law.short)] {
                assert!((ours / table - 1.0).abs() < 1e-6, "{again:?} {law:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn draws_are_positive_numbers(order in 1u32..=100, p in 0.0..=1.0f64, long in 1e-3..1e9f64, short in 1e-3..1e9f64) {
            let mut stream = Stream::new("any", 0, "test", 0);
            let law = HyperErlang { order, p, long, short };
            for _ in 0..20 {
                let drawn = law.draw(&mut stream);
                prop_assert!(drawn.is_finite() && drawn > 0.0);
            }
        }
    }
}
