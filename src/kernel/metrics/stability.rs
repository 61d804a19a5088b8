//! Detection of a queue that grows without bound.
//!
//! There are two criteria; each one is sufficient.
//!
//! * **Offered load**: the arriving work, in node-seconds per second, is at least the capacity of all nodes together.
//! * **Growth**: the number of waiting jobs at arrivals. In a stable system, its means in the second and last quarter
//!   of the run are equal, except for noise. With overload, this number grows linearly (ratio of the last to the second
//!   quarter: 0.875/0.375 = 2.33); exactly at saturation, it grows like a random walk (ratio √2.33 = 1.53). The run
//!   counts as unstable if the ratio exceeds 1.5, the mean of the third quarter exceeds the mean of the second quarter,
//!   *and* the mean of the last quarter exceeds 2√n for n jobs. At saturation, the length is a reflected random walk of
//!   n arrivals and n departures with mean √(4n/π) = 1.13√n. So a run counts as unstable only if its queue is longer
//!   than this mean; a short run of a stable system does not.

/// Minimum ratio of the mean queue length in the last quarter to that in the second quarter for a growing queue.
const GROWTH: f64 = 1.5;

/// Minimum number of arrivals for a decision, because a shorter run ends before the queue length has settled.
const LEAST_JOBS: u64 = 500;

/// True if the queue grows without bound. `queue` contains the mean queue lengths at `jobs` arrivals, in equal batches.
pub fn grows(queue: &[f64], jobs: u64) -> bool {
    let n = queue.len();
    if n < 8 || jobs < LEAST_JOBS {
        return false;
    }
    let mean = |from: usize, to: usize| queue[from..to].iter().sum::<f64>() / (to - from) as f64;
    let (second, third, last) = (mean(n / 4, n / 2), mean(n / 2, 3 * n / 4), mean(3 * n / 4, n));
    last > GROWTH * second && third > second && last > 2.0 * (jobs as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_growth_is_unstable() {
        let queue: Vec<f64> = (0..100).map(|i| f64::from(i) * 5.0).collect();
        assert!(grows(&queue, 10_000));
    }

    #[test]
    fn a_level_queue_is_stable_however_long() {
        let queue: Vec<f64> = (0..100).map(|i| 900.0 + f64::from(i % 7)).collect();
        assert!(!grows(&queue, 10_000));
    }

    #[test]
    fn a_short_queue_is_stable_even_if_it_grew() {
        let queue: Vec<f64> = (0..100).map(|i| f64::from(i) / 4.0).collect();
        assert!(!grows(&queue, 10_000));
        assert!(!grows(&[1e9; 3], 10));
        let queue: Vec<f64> = (0..50).map(f64::from).collect();
        assert!(!grows(&queue, 499));
        let queue: Vec<f64> = queue.iter().map(|jobs| 10.0 * jobs).collect();
        assert!(grows(&queue, 500) && !grows(&queue, 499));
    }
}
