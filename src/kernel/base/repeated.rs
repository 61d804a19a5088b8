//! Repeated addition of one number. The result is rounded as if every single addition had been performed, but most
//! additions are skipped.
//!
//! Between two powers of two, floating-point numbers are evenly spaced. There every addition after the first increases
//! the sum by the same distance, because ties are rounded in the same direction from then on. So the sums between two
//! powers of two form one stretch, which is computed at once.

/// The sums after repeatedly adding one number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repeated {
    /// The last sum so far.
    last: f64,
    term: f64,
    /// All sums are below this limit.
    below: f64,
    /// Maximum number of sums.
    most: u64,
    /// True if the sums before and after the last addition are between the same two powers of two.
    settled: bool,
}

/// A stretch: consecutive sums at equal distances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Distance between consecutive sums, and from the last sum before the stretch to its first sum.
    pub step: f64,
    /// Number of sums.
    pub count: u64,
    /// The last sum.
    pub last: f64,
}

/// Index of the largest power of two that is at most the positive number `sum`.
fn binade(sum: f64) -> u64 {
    sum.to_bits() >> (f64::MANTISSA_DIGITS - 1)
}

impl Repeated {
    /// The sums `start` + `term`, `start` + `term` + `term`, …, as long as they grow and are below a limit. No argument
    /// is negative.
    pub fn below(start: f64, term: f64, limit: f64) -> Repeated {
        Repeated { last: start, term, below: limit, most: u64::MAX, settled: false }
    }

    /// The number of sums and the last sum. Without any sum, the second number is `start`.
    pub fn end(mut self) -> (u64, f64) {
        let count = self.by_ref().map(|stretch| stretch.count).sum();
        (count, self.last)
    }
}

/// The sum after `term` was added `count` times to `start`. `start` and `term` are not negative.
pub fn sum(start: f64, term: f64, count: u64) -> f64 {
    let sums = Repeated { most: count, ..Repeated::below(start, term, f64::INFINITY) };
    sums.end().1
}

impl Iterator for Repeated {
    type Item = Stretch;

    fn next(&mut self) -> Option<Stretch> {
        let next = self.last + self.term;
        if self.most == 0 || next <= self.last || next >= self.below {
            return None;
        }
        let step = next - self.last;
        let (last_bits, step_bits) = (self.last.to_bits(), next.to_bits() - self.last.to_bits());
        let same = binade(next) == binade(self.last);
        let mut count = 1;
        if same && self.settled {
            // The bits of positive numbers, read as integers, have the same order as the numbers. Between two powers of
            // two, the numbers are evenly spaced.
            let end_bits = (binade(next) + 1) << (f64::MANTISSA_DIGITS - 1);
            let room_bits = end_bits.min(self.below.to_bits()) - 1 - last_bits;
            count = (room_bits / step_bits).min(self.most);
        }
        self.settled = same;
        self.most -= count;
        self.last = f64::from_bits(last_bits + count * step_bits);
        Some(Stretch { step, count, last: self.last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reference: the sums, computed one by one.
    fn held(start: f64, term: f64, limit: f64) -> impl Iterator<Item = f64> {
        let next = move |last: &f64| Some(last + term).filter(|sum| *sum > *last && *sum < limit);
        std::iter::successors(next(&start), next)
    }

    #[test]
    fn a_thousand_million_seconds_are_a_few_stretches() {
        let sums = Repeated::below(3.0, 1.0, 1e9);
        assert!(sums.count() < 120);
        assert_eq!(sums.end(), (999_999_996, 999_999_999.0));
        assert_eq!(sum(0.0, 2.0, 1 << 40), (1u64 << 41) as f64);
    }

    /// Above 2⁵³, adding 1 means adding half a unit in the last place. A sum with an odd number of units grows by one
    /// unit; a sum with an even number of units does not change.
    #[test]
    fn what_rounding_swallows_is_no_sum() {
        let (odd, even) = (((1u64 << 53) + 2) as f64, ((1u64 << 53) + 4) as f64);
        assert_eq!(Repeated::below(odd, 1.0, f64::INFINITY).end(), (1, even));
        assert_eq!(sum(1e300, 1.0, 5), 1e300);
        assert_eq!(sum(7.0, 0.0, 5), 7.0);
        assert_eq!(Repeated::below(5.0, 1.0, 5.5).end(), (0, 5.0));
        assert_eq!(Repeated::below(5.0, 1.0, 6.0).end(), (0, 5.0));
    }

    /// Numbers with few and with many digits, some of similar and some of very different size.
    fn numbers() -> impl Strategy<Value = (f64, f64)> {
        let digits = prop_oneof![1u64..8, (1u64 << 51)..1 << 53, (1u64 << 52)..(1 << 52) + 4];
        (digits.clone(), digits, 0u64..110, 0u64..2).prop_map(|(start, term, power, zero)| {
            let power_of_two = f64::from_bits((1023 - 90 + power) << 52);
            ((start * zero) as f64, term as f64 * power_of_two)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// The sums and their distances equal the results of single additions, to the last bit.
        #[test]
        fn counted_sums_are_those_held((start, term) in numbers(), count in 0usize..3000, part in 0.0f64..1.0) {
            let own: Vec<f64> = held(start, term, f64::INFINITY).take(count).collect();
            let last = own.last().copied().unwrap_or(start);
            prop_assert_eq!(sum(start, term, count as u64).to_bits(), last.to_bits());
            let limit = start + (last - start) * part;
            let below: Vec<f64> = held(start, term, limit).take(count).collect();
            let sums = Repeated::below(start, term, limit);
            prop_assert_eq!(sums.end(), (below.len() as u64, below.last().copied().unwrap_or(start)));
            let (mut before, mut at) = (start, 0);
            for stretch in sums {
                for _ in 0..stretch.count {
                    prop_assert_eq!(below[at] - before, stretch.step);
                    (before, at) = (below[at], at + 1);
                }
                prop_assert_eq!(before, stretch.last);
            }
        }
    }
}
