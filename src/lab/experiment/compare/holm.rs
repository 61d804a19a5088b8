//! Holm's correction of probabilities for several comparisons (Holm 1979).

/// The corrected probabilities, in the order of `p`: the smallest is multiplied by the number of comparisons, the next by
/// one less, and so on; none is smaller than one before it, or larger than 1.
pub(super) fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut corrected = vec![1.0; p.len()];
    let mut least = 0.0f64;
    for (place, &at) in order.iter().enumerate() {
        least = least.max((p.len() - place) as f64 * p[at]).min(1.0);
        corrected[at] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// 3 · 0.01 = 0.03; 2 · 0.04 = 0.08; 1 · 0.045 is less than the one before it.
    #[test]
    fn three_by_hand() {
        assert_eq!(holm(&[0.04, 0.01, 0.045]), [0.08, 0.03, 0.08]);
        assert_eq!(holm(&[0.5]), [0.5]);
        assert_eq!(holm(&[]), [0.0; 0]);
        assert_eq!(holm(&[0.6, 0.7]), [1.0, 1.0]);
    }

    proptest! {
        /// Holm's procedure as it is written: reject the smallest while p · (number of remaining ones) ≤ the level.
        #[test]
        fn decisions_are_those_of_the_procedure(p in prop::collection::vec(0.0f64..1.0, 1..8), level in 0.001f64..0.5) {
            let mut sorted = p.clone();
            sorted.sort_by(f64::total_cmp);
            let remaining = |place: usize| (p.len() - place) as f64;
            let kept = (0..p.len()).find(|&place| sorted[place] * remaining(place) > level);
            let rejected = kept.unwrap_or(p.len());
            prop_assert_eq!(holm(&p).iter().filter(|own| **own <= level).count(), rejected);
        }
    }
}
