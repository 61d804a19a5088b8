//! Quantiles without storing the values: a histogram with logarithmic bins.
//!
//! Each power of two is divided into 64 equal bins, so the error of a quantile is at most 1/128 of its value (half a
//! bin). The bits of the number give its bin, without computing a logarithm. The histogram does not depend on the order
//! of the values.

/// Bins per power of two.
const PARTS: u64 = 64;
/// Number of leading mantissa bits that select the bin.
const PART_BITS: u32 = 6;
/// Values below 2^LEAST count as zero.
const LEAST: i32 = -10;
/// Values from 2^MOST on are in the last bin.
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
        Histogram { counts: vec![0; BINS], largest: 0.0 }
    }
}

/// The bits of the number 2^LEAST, shifted so far to the right that the values of neighbouring bins differ by one.
const FIRST: u64 = ((1023 + LEAST) as u64) << PART_BITS;

impl Histogram {
    /// Counts one value; negative values count as zero.
    #[inline(always)]
    pub fn add(&mut self, value: f64) {
        // The sign bit of negative numbers is set, so as signed integers they are below all bins.
        let step = value.to_bits() as i64 >> (52 - PART_BITS);
        let bin = (step + 1 - FIRST as i64).clamp(0, BINS as i64 - 1);
        self.counts[bin as usize] += 1;
        if value > self.largest {
            self.largest = value;
        }
    }

    /// The non-zero counts as (bin, count). In this form, the counts of several runs can be merged.
    pub fn sparse(&self) -> Vec<(u32, u64)> {
        let occupied = self.counts.iter().filter(|count| **count > 0).count();
        // Exact capacity, to save memory: a sweep keeps thousands of these lists.
        let mut list = Vec::with_capacity(occupied);
        let bins = self.counts.iter().enumerate();
        let bins = bins.filter(|(_, count)| **count > 0);
        list.extend(bins.map(|(bin, &count)| (bin as u32, count)));
        list
    }

    /// The largest value.
    pub fn largest(&self) -> f64 {
        self.largest
    }
}

/// Quantiles for `shares` (ascending, from 0 to 1) of the values in one or more histograms. The
/// [`sparse`](Histogram::sparse) counts of all histograms are given in any order; counts of unknown bins are ignored.
/// `largest` is the largest value of all. Without values, all quantiles are 0.
pub fn quantiles<const N: usize>(counts: impl Iterator<Item = (u32, u64)>, largest: f64, shares: [f64; N]) -> [f64; N] {
    let known = |&(bin, count): &(u32, u64)| (bin as usize) < BINS && count > 0;
    let mut counts: Vec<(u32, u64)> = counts.filter(known).collect();
    counts.sort_by_key(|&(bin, _)| bin);
    let total: u64 = counts.iter().map(|(_, count)| count).sum();
    let (mut next, mut below, mut bin) = (0, 0, 0);
    shares.map(|share| {
        let rank = ((share * total as f64 + 0.5) as u64).clamp(1, total.max(1));
        while below < rank
            && let Some(&(at, count)) = counts.get(next)
        {
            (next, below, bin) = (next + 1, below + count, at);
        }
        // The quantile is the middle of its bin, but at most the largest value.
        middle(bin as usize).min(largest)
    })
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

    fn quantile(histogram: &Histogram, share: f64) -> f64 {
        quantiles(histogram.sparse().into_iter(), histogram.largest(), [share])[0]
    }

    /// The quantiles of a histogram that is an array of all bins.
    fn laid_out(parts: &[Histogram], share: f64) -> f64 {
        let mut counts = vec![0; BINS];
        let mut largest = 0.0f64;
        for part in parts {
            (0..BINS).for_each(|bin| counts[bin] += part.counts[bin]);
            largest = largest.max(part.largest);
        }
        let total: u64 = counts.iter().sum();
        let rank = ((share * total as f64 + 0.5) as u64).clamp(1, total.max(1));
        let mut below = 0;
        for (bin, count) in counts.into_iter().enumerate() {
            below += count;
            if below >= rank {
                return middle(bin).min(largest);
            }
        }
        0.0
    }

    #[test]
    fn zero_and_extremes() {
        let mut histogram = Histogram::default();
        assert_eq!(quantile(&histogram, 0.5), 0.0);
        for value in [0.0, -1.0, -0.0, 1e-9] {
            histogram.add(value);
        }
        assert_eq!(quantile(&histogram, 1.0), 0.0);
        histogram.add(1e300);
        assert!(quantile(&histogram, 1.0) > 1e12);
    }

    #[test]
    fn median_of_one_to_thousand() {
        let mut histogram = Histogram::default();
        (1..=1000).for_each(|v| histogram.add(f64::from(v)));
        assert!((quantile(&histogram, 0.5) - 500.0).abs() <= 500.0 / 128.0 + 0.5);
        assert!((quantile(&histogram, 0.99) - 990.0).abs() <= 990.0 / 128.0 + 0.5);
        assert_eq!(quantile(&histogram, 1.0), 1000.0);
    }

    #[test]
    fn bins_that_there_are_not_are_left_out() {
        let counts = [(BINS as u32, 5), (u32::MAX, 7), (3, 0)];
        assert_eq!(quantiles(counts.into_iter(), 9.0, [0.5, 1.0]), [0.0, 0.0]);
    }

    proptest! {
        /// Compares with a sorted list: the quantile differs by at most half a bin from the value with this rank.
        #[test]
        fn close_to_the_sorted_value(mut values in prop::collection::vec(1e-3f64..1e9, 1..300), q in 0.0f64..=1.0) {
            let mut histogram = Histogram::default();
            values.iter().for_each(|&v| histogram.add(v));
            values.sort_by(f64::total_cmp);
            let rank = ((q * values.len() as f64 + 0.5) as usize).clamp(1, values.len());
            let exact = values[rank - 1];
            prop_assert!((quantile(&histogram, q) - exact).abs() <= exact / 100.0);
        }

        /// Several merged histograms give the same quantiles as a single histogram, to the last bit.
        #[test]
        fn as_with_all_bins_laid_out(
            parts in prop::collection::vec(prop::collection::vec(prop_oneof![0.0f64..10.0, 1e-4f64..1e9], 0..60), 0..4),
            mut shares in prop::array::uniform4(0.0f64..=1.0),
        ) {
            shares.sort_by(f64::total_cmp);
            let parts: Vec<Histogram> = parts
                .iter()
                .map(|values| {
                    let mut histogram = Histogram::default();
                    values.iter().for_each(|&v| histogram.add(v));
                    histogram
                })
                .collect();
            let largest = parts.iter().map(Histogram::largest).fold(0.0, f64::max);
            let counts = parts.iter().flat_map(Histogram::sparse);
            let expected = shares.map(|share| laid_out(&parts, share));
            prop_assert_eq!(quantiles(counts, largest, shares), expected);
        }
    }
}
