//! Random cluster sizes: integers with a uniform distribution or a uniform logarithm, as among the world's largest
//! machines (Gehring and Preiß §3, eq. 1).

use crate::base::random::Stream;
use crate::parameter::declare::choices;

choices! {
    /// Distribution of drawn cluster sizes over their range.
    SizeLaw = LogUniform, {
        /// The logarithm of the size is uniform, as among the world's largest machines.
        LogUniform = "log-uniform", "Logarithm uniform";
        /// Every size of the range is equally likely.
        Uniform = "uniform", "Uniform";
    }
}

/// Random sizes \[nodes\] of `clusters` clusters in a `replication` of a `seed`. If clusters are added, the sizes of
/// the earlier clusters do not change.
pub fn sizes([least, most]: [u32; 2], law: SizeLaw, clusters: usize, seed: &str, replication: u32) -> Vec<u32> {
    let mut stream = Stream::new(seed, replication, "cluster sizes", 0);
    let draw = |_| match law {
        SizeLaw::LogUniform => stream.log_integer(least, most),
        SizeLaw::Uniform => stream.integer(least, most),
    };
    (0..clusters).map(draw).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replications_differ_and_clusters_stay() {
        for law in [SizeLaw::LogUniform, SizeLaw::Uniform] {
            let of = |clusters, replication| sizes([8, 1024], law, clusters, "sizes", replication);
            assert_eq!(of(32, 0)[..20], of(20, 0));
            assert_ne!(of(32, 0), of(32, 1));
            assert!(of(500, 0).iter().all(|nodes| (8..=1024).contains(nodes)));
            assert_eq!(sizes([7, 7], law, 2, "sizes", 0), [7, 7]);
        }
    }

    /// Half of the uniform sizes are above 512. Of the sizes with a uniform logarithm, this share is ln 2 / ln 128 =
    /// 1/7.
    #[test]
    fn the_law_decides() {
        let large = |law| {
            let all = sizes([8, 1024], law, 10_000, "sizes", 0);
            all.iter().filter(|&&nodes| nodes > 516).count() as f64 / 1e4
        };
        assert!((large(SizeLaw::Uniform) - 0.5).abs() < 0.02);
        assert!((large(SizeLaw::LogUniform) - 1.0 / 7.0).abs() < 0.02);
    }
}
