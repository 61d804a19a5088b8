//! Spread of results over the replications, for example over random speeds of clusters (S §4.2, fig. 7).

use super::results::RunResult;
pub use crate::metrics::spread::Spread;

/// The spread of mean turnaround over the replications \[s\]: five numbers for a box plot, and the coefficient of
/// variation. `None` if fewer than two replications have finished.
pub fn spread(run: &RunResult) -> Option<Spread> {
    let means = run.replication_mean_turnaround_s.iter().flatten();
    of_values(&means.copied().collect::<Vec<_>>())
}

/// The spread of another measure, from its value in each replication.
pub fn of_values(values: &[f64]) -> Option<Spread> {
    (values.len() > 1).then(|| Spread::of(values.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean 5, variance (16 + 1 + 0 + 9)/4 = 6.5; one replication is unfinished.
    #[test]
    fn four_replications_by_hand() {
        let means = [9.0, 4.0, 5.0, 2.0].map(Some);
        let of = |means: &[Option<f64>]| {
            spread(&RunResult { replication_mean_turnaround_s: means.to_vec(), ..RunResult::default() })
        };
        let found = of(&[&means[..], &[None]].concat()).unwrap();
        assert_eq!((found.smallest, found.p25, found.median), (2.0, 2.0, 4.0));
        assert_eq!((found.p75, found.largest, found.mean), (5.0, 9.0, 5.0));
        assert_eq!(found.cv, 6.5f64.sqrt() / 5.0);
        assert_eq!(of(&[Some(3.0), None]), None);
        assert_eq!(of_values(&[9.0, 4.0, 5.0, 2.0]), Some(found));
    }
}
