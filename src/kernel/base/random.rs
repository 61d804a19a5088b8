//! Named random streams: every random number of a scenario has an address.
//!
//! The address of a stream is seed, replication, purpose ("arrivals", "run times", …) and cluster. Schedulers never
//! draw from the streams of a workload, so all schedulers of a replication see the same jobs. The `rand` crates supply
//! the generator (xoshiro256++, Blackman and Vigna, <https://prng.di.unimi.it>) and uniform numbers. Other
//! distributions are sampled here by inverse transform on [`super::maths`], so that the bits are the same on every
//! target.

use super::digest::Digest;
use super::maths;
use rand::distr::{Distribution, Open01};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// One stream of random numbers.
#[derive(Clone, Debug)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// The stream for a `purpose` in a `replication` of a `seed`. `of` is the cluster or job; 0 if there is only one.
    pub fn new(seed: &str, replication: u32, purpose: &str, of: usize) -> Stream {
        let mut address = Digest::EMPTY;
        address.add_text(seed);
        address.add(u64::from(replication));
        address.add_text(purpose);
        address.add(of as u64);
        Stream(Xoshiro256PlusPlus::seed_from_u64(address.value()))
    }

    /// Uniform on the open interval (0, 1): the midpoints of 2⁵² equal parts, so never 0 and never 1.
    #[inline(always)]
    pub fn uniform(&mut self) -> f64 {
        Open01.sample(&mut self.0)
    }

    /// Exponential with the given `mean`, by inverse transform: −mean · ln U.
    #[inline(always)]
    pub fn exponential(&mut self, mean: f64) -> f64 {
        -mean * maths::ln(self.uniform())
    }

    /// Standard normal, by Marsaglia's polar method: a random point in the unit disc, with its first coordinate
    /// stretched. Points come from a square around the disc, so each attempt succeeds with probability π/4.
    pub fn normal(&mut self) -> f64 {
        loop {
            let (x, y) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let square = x * x + y * y;
            // `square` is never 0, because the coordinates are odd multiples of 2⁻⁵².
            if square < 1.0 {
                return x * (-2.0 * maths::ln(square) / square).sqrt();
            }
        }
    }

    /// A uniform integer in `low..=high`, without bias: Lemire's multiplication, which draws again in the few cases
    /// that would cause a bias.
    #[inline(always)]
    pub fn integer(&mut self, low: u32, high: u32) -> u32 {
        let range = u64::from(high - low) + 1;
        if range == 1 << 32 {
            return (self.0.next_u64() >> 32) as u32;
        }
        let biased_below = (1u64 << 32) % range;
        loop {
            let product = (self.0.next_u64() >> 32) * range;
            if product & 0xFFFF_FFFF >= biased_below {
                return low + (product >> 32) as u32;
            }
        }
    }

    /// An integer in `low..=high` with uniform logarithm: n has a probability proportional to ln((n + 1)/n). `low` is
    /// at least 1.
    pub fn log_integer(&mut self, low: u32, high: u32) -> u32 {
        let (first, beyond) = (f64::from(low), f64::from(high) + 1.0);
        let drawn = first * maths::pow(beyond / first, self.uniform());
        (drawn as u32).clamp(low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::goodness::{chi_square, kolmogorov_smirnov, normal};

    #[test]
    fn addresses_differ_in_every_part() {
        let first = |seed, replication, purpose, cluster| Stream::new(seed, replication, purpose, cluster).0.next_u64();
        let all = [
            first("1", 0, "arrivals", 0),
            first("2", 0, "arrivals", 0),
            first("1", 1, "arrivals", 0),
            first("1", 0, "sizes", 0),
            first("1", 0, "arrivals", 1),
        ];
        for (i, a) in all.iter().enumerate() {
            assert!(all[i + 1..].iter().all(|b| a != b), "{all:?}");
        }
    }

    /// The results of all scenarios depend on every bit of the uniform numbers, so a new version of `rand` must not
    /// change these numbers.
    #[test]
    fn uniforms_are_midpoints() {
        const PARTS: f64 = (1u64 << 52) as f64;
        for seed in ["1", "2", "2005"] {
            let mut stream = Stream::new(seed, 0, "arrivals", 0);
            let mut generator = stream.0.clone();
            for _ in 0..1_000_000 {
                let midpoint = ((generator.next_u64() >> 12) as f64 + 0.5) / PARTS;
                assert_eq!(stream.uniform().to_bits(), midpoint.to_bits());
            }
        }
    }

    /// χ² over 10 equal bins, 9 degrees of freedom: 27.9 is exceeded with p = 0.001.
    #[test]
    fn integers_are_uniform() {
        let mut stream = Stream::new("chi", 0, "sizes", 0);
        let mut counts = [0u32; 10];
        for _ in 0..100_000 {
            counts[(stream.integer(5, 14) - 5) as usize] += 1;
        }
        let chi2: f64 = counts.iter().map(|&c| (f64::from(c) - 1e4) * (f64::from(c) - 1e4) / 1e4).sum();
        assert!(chi2 < 27.9, "{counts:?}");
    }

    /// Integers from 3 to 40: n has the probability ln((n + 1)/n) / ln(41/3).
    #[test]
    fn log_integers_have_a_uniform_logarithm() {
        let mut stream = Stream::new("chi", 0, "sizes", 0);
        let mut counts = [0.0; 38];
        for _ in 0..100_000 {
            counts[(stream.log_integer(3, 40) - 3) as usize] += 1.0;
        }
        let chance = |n: f64| maths::ln((n + 1.0) / n) / maths::ln(41.0 / 3.0);
        let expected: Vec<f64> = (3..=40).map(|n| 1e5 * chance(f64::from(n))).collect();
        let p = chi_square(&counts, &expected);
        assert!(p > 0.001, "p = {p}");
        assert_eq!(stream.log_integer(1, 1), 1);
    }

    #[test]
    fn normals_are_normal() {
        let mut stream = Stream::new("normal", 0, "speeds", 0);
        let p = kolmogorov_smirnov((0..50_000).map(|_| stream.normal()).collect(), normal);
        assert!(p > 0.001, "p = {p}");
    }

    /// Mean and second moment of 10⁵ exponentials: standard errors are mean/√n and mean²·√20/√n.
    #[test]
    fn exponential_moments() {
        let mut stream = Stream::new("exp", 0, "arrivals", 0);
        let n = 100_000.0;
        let (mut first, mut second) = (0.0, 0.0);
        for _ in 0..100_000 {
            let x = stream.exponential(150.0);
            first += x / n;
            second += x * x / n;
        }
        assert!((first - 150.0).abs() < 4.0 * 150.0 / n.sqrt());
        assert!((second - 45_000.0).abs() < 4.0 * 22_500.0 * 20f64.sqrt() / n.sqrt());
    }
}
