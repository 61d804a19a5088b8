//! Quantiles without keeping the values: a histogram with logarithmic bins.
//!
//! Each power of two is cut into 64 equal bins, so a quantile is off by at most 1/128 of its value (half a bin). The bin
//! of a value is read off the bits of the number, without a logarithm. Two histograms of the same values are equal
//! in whatever order they came.

/// Bins per power of two.
const PARTS: u64 = 64;
/// Bits of the mantissa that choose the part.
const PART_BITS: u32 = 6;
/// The least value told apart from zero is 2^LEAST.
const LEAST: i32 = -10;
/// Values from 2^MOST on fall into the last bin.
const MOST: i32 = 40;
const BINS: usize = ((MOST - LEAST) as usize) * PARTS as usize + 1;

/// Counts of non-negative values in logarithmic bins from 2⁻¹⁰ to 2⁴⁰; smaller values count as zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    counts: Vec<u64>,
    largest: f64,
}

impl Default for Histogram {
    fn default() -> Histogram {
        Histogram {
            counts: vec![0; BINS],
            largest: 0.0,
        }
    }
}

/// The bits of 2^LEAST, shifted so that one step is one bin.
const FIRST: u64 = ((1023 + LEAST) as u64) << PART_BITS;

impl Histogram {
    /// Counts one value; negative ones count as zero.
    #[inline]
    pub fn add(&mut self, value: f64) {
        // Negative numbers have the sign bit set: as an integer they are below everything.
        let step = value.to_bits() as i64 >> (52 - PART_BITS);
        let bin = (step + 1 - FIRST as i64).clamp(0, BINS as i64 - 1);
        self.counts[bin as usize] += 1;
        if value > self.largest {
            self.largest = value;
        }
    }

    /// Adds the counts of another histogram.
    pub fn merge(&mut self, other: &Histogram) {
        for (own, others) in self.counts.iter_mut().zip(&other.counts) {
            *own += others;
        }
        self.largest = self.largest.max(other.largest);
    }

    /// The value that the share `q` ∈ [0, 1] of all values does not exceed; 0 if there are none.
    pub fn quantile(&self, q: f64) -> f64 {
        let total: u64 = self.counts.iter().sum();
        let rank = ((q * total as f64 + 0.5) as u64).clamp(1, total.max(1));
        let mut below = 0;
        for (bin, &count) in self.counts.iter().enumerate() {
            below += count;
            if below >= rank {
                // The middle of the bin, but never more than the largest value.
                return middle(bin).min(self.largest);
            }
        }
        0.0
    }

    /// The counts that are not zero as (bin, count), to be sent and merged elsewhere.
    pub fn sparse(&self) -> Vec<(u32, u64)> {
        let bins = self.counts.iter().enumerate();
        bins.filter(|(_, count)| **count > 0)
            .map(|(bin, &count)| (bin as u32, count))
            .collect()
    }

    /// Rebuilds a histogram from [`sparse`](Histogram::sparse) counts and its largest value; unknown bins are left out.
    pub fn from_sparse(counts: &[(u32, u64)], largest: f64) -> Histogram {
        let mut histogram = Histogram {
            largest,
            ..Histogram::default()
        };
        for &(bin, count) in counts {
            if let Some(own) = histogram.counts.get_mut(bin as usize) {
                *own += count;
            }
        }
        histogram
    }

    /// The largest value.
    pub fn largest(&self) -> f64 {
        self.largest
    }
}

/// The middle of a bin.
fn middle(bin: usize) -> f64 {
    if bin == 0 {
        return 0.0;
    }
    let low = f64::from_bits((FIRST + bin as u64 - 1) << (52 - PART_BITS));
    let high = f64::from_bits((FIRST + bin as u64) << (52 - PART_BITS));
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn zero_and_extremes() {
        let mut histogram = Histogram::default();
        assert_eq!(histogram.quantile(0.5), 0.0);
        for value in [0.0, -1.0, -0.0, 1e-9] {
            histogram.add(value);
        }
        assert_eq!(histogram.quantile(1.0), 0.0);
        histogram.add(1e300);
        assert!(histogram.quantile(1.0) > 1e12);
    }

    #[test]
    fn median_of_one_to_thousand() {
        let mut histogram = Histogram::default();
        (1..=1000).for_each(|v| histogram.add(f64::from(v)));
        assert!((histogram.quantile(0.5) - 500.0).abs() <= 500.0 / 128.0 + 0.5);
        assert!((histogram.quantile(0.99) - 990.0).abs() <= 990.0 / 128.0 + 0.5);
        assert_eq!(histogram.quantile(1.0), 1000.0);
    }

    proptest! {
        /// Against sorting: the quantile is within half a bin of the value of that rank.
        #[test]
        fn close_to_the_sorted_value(mut values in prop::collection::vec(1e-3f64..1e9, 1..300), q in 0.0f64..=1.0) {
            let mut histogram = Histogram::default();
            values.iter().for_each(|&v| histogram.add(v));
            values.sort_by(f64::total_cmp);
            let rank = ((q * values.len() as f64 + 0.5) as usize).clamp(1, values.len());
            let exact = values[rank - 1];
            prop_assert!((histogram.quantile(q) - exact).abs() <= exact / 100.0);
            let again = Histogram::from_sparse(&histogram.sparse(), histogram.largest());
            prop_assert_eq!(again, histogram);
        }
    }
}
