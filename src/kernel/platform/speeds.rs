//! Speed vectors: clusters with different speeds but the same total power as at speed 1 (Shih et al. §4.1, eq. 3 and
//! 4).
//!
//! All but the last two speeds have a normal distribution with mean 1 and variance SH, the heterogeneity. The last two
//! follow from both equations, with d_i = cs_i − 1:
//!
//! ```text
//!   Σ d_i²    = m · SH        the mean square distance from 1
//!   Σ P_i d_i = 0             the same power as at speed 1
//! ```
//!
//! With x and y for the last two: x² + y² = A and P x + Q y = B. This circle and line meet at two points, or not at
//! all; then all speeds are drawn again. If both solutions are positive, one is chosen at random.

use super::LEAST_SPEED;
use crate::base::problem::Problem;
use crate::base::random::Stream;

/// Maximum number of random numbers that the search for one vector of speeds draws, in about a tenth of a second.
const MOST_DRAWS: usize = 4_000_000;

/// Speeds of clusters with these sizes and heterogeneity SH > 0, in a `replication` of a `seed`.
///
/// # Errors
/// If no vector is found. One cluster never has a solution.
pub fn speeds(nodes: &[u32], heterogeneity: f64, seed: &str, replication: u32) -> Result<Vec<f64>, Problem> {
    let drawn = speeds_within(MOST_DRAWS, nodes, heterogeneity, seed, replication);
    drawn.ok_or_else(|| {
        Problem::new(
            "platform.speed_heterogeneity",
            format!(
                "is {heterogeneity}, but in {} attempts no positive speeds came out for these {} clusters",
                tries(MOST_DRAWS, nodes),
                nodes.len()
            ),
            "a heterogeneity that such clusters can have: the less, the more clusters there are",
            "Lower it, or take fewer clusters",
        )
    })
}

/// As `speeds`, but draws at most `draws` random numbers, for callers that must not wait.
pub fn speeds_within(
    draws: usize,
    nodes: &[u32],
    heterogeneity: f64,
    seed: &str,
    replication: u32,
) -> Option<Vec<f64>> {
    let mut stream = Stream::new(seed, replication, "speeds", 0);
    (0..tries(draws, nodes)).find_map(|_| attempt(nodes, heterogeneity, &mut stream))
}

fn tries(draws: usize, nodes: &[u32]) -> usize {
    draws / nodes.len().max(1)
}

/// One draw of all speeds; `None` if a speed is too low or the equations have no solution for the last two speeds.
fn attempt(nodes: &[u32], heterogeneity: f64, stream: &mut Stream) -> Option<Vec<f64>> {
    let (drawn, last) = nodes.split_at_checked(nodes.len().checked_sub(2)?)?;
    let [p, q] = [last[0], last[1]].map(f64::from);
    let (mut a, mut b) = (nodes.len() as f64 * heterogeneity, 0.0);
    let mut speeds = Vec::with_capacity(nodes.len());
    for &size in drawn {
        let d = heterogeneity.sqrt() * stream.normal();
        if 1.0 + d < LEAST_SPEED {
            return None;
        }
        a -= d * d;
        b -= f64::from(size) * d;
        speeds.push(1.0 + d);
    }
    let square = p * p + q * q;
    // The last two speeds are on a line and on a circle. Start from the point of the line nearest to the centre of the
    // circle, and go along the line to the circle.
    let beyond = a - b * b / square;
    if beyond < 0.0 {
        return None;
    }
    let (x, y) = (b * p / square, b * q / square);
    let along = (beyond / square).sqrt();
    let solution = |along: f64| [1.0 + x - along * q, 1.0 + y + along * p];
    let mut both = [solution(along), solution(-along)];
    if stream.uniform() < 0.5 {
        both.swap(0, 1);
    }
    let fast_enough = |two: &&[f64; 2]| two.iter().all(|&speed| speed >= LEAST_SPEED);
    speeds.extend(both.iter().find(fast_enough)?);
    Some(speeds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::goodness::{kolmogorov_smirnov, mean_is, normal};
    use proptest::prelude::*;

    /// Left sides of both equations, normalized: the mean square distance of the speeds from 1, and the total power
    /// divided by the total power at speed 1.
    fn equations(nodes: &[u32], speeds: &[f64]) -> (f64, f64) {
        let square: f64 = speeds.iter().map(|cs| (cs - 1.0) * (cs - 1.0)).sum();
        let power: f64 = speeds.iter().zip(nodes).map(|(cs, &n)| cs * f64::from(n)).sum();
        let all: f64 = nodes.iter().map(|&n| f64::from(n)).sum();
        (square / nodes.len() as f64, power / all)
    }

    /// Two equal clusters: x = −y = ±√SH. With 3 and 1 nodes: x = ∓√(2 SH/10), y = ±3 √(2 SH/10).
    #[test]
    fn two_clusters_by_hand() {
        let equal = speeds(&[7, 7], 0.25, "1", 0).unwrap();
        assert!(equal == [0.5, 1.5] || equal == [1.5, 0.5], "{equal:?}");
        let mut faster = speeds(&[3, 1], 0.2, "1", 0).unwrap();
        if faster[0] > 1.0 {
            faster = faster.iter().map(|cs| 2.0 - cs).collect();
        }
        assert!((faster[0] - 0.8).abs() < 1e-15 && (faster[1] - 1.6).abs() < 1e-15, "{faster:?}");
    }

    /// Both configurations of the paper's workload A with both levels of heterogeneity, ten vectors each.
    #[test]
    fn vectors_of_the_paper_fulfil_both_equations() {
        for nodes in [[128; 5], [128, 128, 128, 50, 8]] {
            for heterogeneity in [0.1, 0.2] {
                let vectors: Vec<Vec<f64>> =
                    (0..10).map(|replication| speeds(&nodes, heterogeneity, "vectors", replication).unwrap()).collect();
                for (i, vector) in vectors.iter().enumerate() {
                    let (square, power) = equations(&nodes, vector);
                    assert!((square - heterogeneity).abs() < 1e-14 && (power - 1.0).abs() < 1e-14, "{vector:?}");
                    assert!(!vectors[..i].contains(vector));
                }
            }
        }
    }

    /// Of three equal clusters the first speed is drawn. A draw is accepted if 3 SH − 1.5 d² ≥ 0, so d/√SH is standard
    /// normal, truncated at ±√2. Speeds are positive at SH = 0.1.
    #[test]
    fn the_first_speed_is_normal() {
        let drawn = |replication| (speeds(&[64; 3], 0.1, "normal", replication).unwrap()[0] - 1.0) / 0.1f64.sqrt();
        let [below, above] = [-2.0, 2.0].map(|square: f64| normal(square.signum() * square.abs().sqrt()));
        let at_most = |x| (normal(x) - below) / (above - below);
        let p = kolmogorov_smirnov((0..5000).map(drawn).collect(), at_most);
        assert!(p > 0.001, "p = {p}");
    }

    /// Clusters of equal size have equal mean speeds over many draws.
    #[test]
    fn vectors_are_fair() {
        let vectors: Vec<Vec<f64>> =
            (0..2000).map(|replication| speeds(&[64; 4], 0.1, "fair", replication).unwrap()).collect();
        for cluster in 0..4 {
            let p = mean_is(&vectors.iter().map(|vector| vector[cluster]).collect::<Vec<_>>(), 1.0);
            assert!(p > 0.001, "cluster {cluster}: p = {p}");
        }
        // With two clusters, a random choice decides which cluster is faster.
        let first_is_faster = |replication| {
            let vector = speeds(&[1; 2], 0.1, "coin", replication).unwrap();
            f64::from(u8::from(vector[0] > 1.0))
        };
        let coins: Vec<f64> = (0..2000).map(first_is_faster).collect();
        assert!(mean_is(&coins, 0.5) > 0.001);
    }

    #[test]
    fn what_cannot_be_is_explained() {
        let alone = speeds(&[100], 0.1, "1", 0).unwrap_err().to_string();
        assert!(alone.contains("for these 1 clusters"), "{alone}");
        let wild = speeds(&[128; 5], 30.0, "1", 0).unwrap_err().to_string();
        assert!(wild.contains("no positive speeds") && wild.ends_with("Lower it, or take fewer clusters"), "{wild}");
    }

    proptest! {
        #[test]
        fn whatever_comes_out_fulfils_both_equations(
            nodes in prop::collection::vec(1u32..10_000_000, 1..12), heterogeneity in 1e-6..2.0f64, seed in ".{3}",
        ) {
            let mut stream = Stream::new(&seed, 0, "speeds", 0);
            if let Some(vector) = (0..100).find_map(|_| attempt(&nodes, heterogeneity, &mut stream)) {
                let (square, power) = equations(&nodes, &vector);
                prop_assert!((square - heterogeneity).abs() < 1e-12 && (power - 1.0).abs() < 1e-12, "{:?}", vector);
                prop_assert!(vector.iter().all(|&cs| cs >= LEAST_SPEED));
            }
        }
    }
}
