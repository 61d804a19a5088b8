use super::*;
use crate::base::goodness::{chi_square, kolmogorov_smirnov, mean_is};
use crate::platform::Cluster;
use proptest::prelude::*;

const SIZES: [u32; 4] = [100, 8, 1, 700];

fn platform() -> Platform {
    let cluster = |nodes| Cluster { nodes, capacity_bps: 1, speed: 1.0 };
    Platform::star(SIZES.map(cluster).to_vec())
}

fn jobs(own: &job_settings::Metacomputer, seed: &str) -> Vec<Job> {
    let mut source = Requests::new(own, &platform(), seed, 0);
    std::iter::from_fn(|| source.next()).collect()
}

fn published(jobs: u64) -> job_settings::Metacomputer {
    job_settings::Metacomputer { jobs, ..Default::default() }
}

/// The probability of a size, if sizes are at most `largest`.
fn chance(nodes: u32, largest: u32, p2: f64) -> f64 {
    let weight = |n: u32| maths::ln(f64::from(n + 1) / f64::from(n));
    match nodes.is_power_of_two() {
        true => p2 / f64::from(largest.ilog2() + 1),
        false => {
            let others = (3..=largest).filter(|n| !n.is_power_of_two());
            (1.0 - p2) * weight(nodes) / others.map(weight).sum::<f64>()
        }
    }
}

/// Probabilities for N = 5 by hand: 1, 2 and 4 have 0.27 each; 3 has 0.19 · ln(4/3) / (ln(4/3) + ln(6/5)) = 0.1163; 5 has the
/// rest, 0.0737.
#[test]
fn the_law_of_sizes_by_hand() {
    let law = [1, 2, 3, 4, 5].map(|n| chance(n, 5, 0.81));
    for (found, wanted) in law.into_iter().zip([0.27, 0.27, 0.1163, 0.27, 0.0737]) {
        assert!((found - wanted).abs() < 5e-5, "{law:?}");
    }
}

/// A χ² test of all sizes: for meta requests up to the number of all nodes, 809, and for local jobs up to the size of
/// their home cluster. On a cluster of 1 node, every size is a power of two.
#[test]
fn sizes_fit_their_law() {
    let all = jobs(&published(200_000), "sizes");
    let meta = |job: &&Job| !job.local;
    let of_home = |home: u32| move |job: &&Job| job.local && job.home == home;
    let p = fit(all.iter().filter(meta), 809);
    assert!(p > 0.001, "p = {p}");
    for home in [0, 1, 3] {
        let p = fit(all.iter().filter(of_home(home)), SIZES[home as usize]);
        assert!(p > 0.001, "p = {p} at {home}");
    }
    assert!(all.iter().filter(of_home(2)).all(|job| job.nodes == 1));
    let powers = all.iter().filter(|job| !(job.local && job.home == 2));
    let powers: Vec<f64> = powers.map(|job| f64::from(u8::from(job.nodes.is_power_of_two()))).collect();
    assert!(mean_is(&powers, 0.81) > 0.001);
}

fn fit<'a>(jobs: impl Iterator<Item = &'a Job>, largest: u32) -> f64 {
    let mut counts = vec![0.0; largest as usize];
    jobs.for_each(|job| counts[job.nodes as usize - 1] += 1.0);
    let all: f64 = counts.iter().sum();
    let expected: Vec<f64> = (1..=largest).map(|n| all * chance(n, largest, 0.81)).collect();
    chi_square(&counts, &expected)
}

/// Eq. 3: the logarithm of the run time t \[s\] is uniform on 0 … 10. Then t has the mean (e¹⁰ − 1)/10 = 2202.5 s, the
/// median e⁵ = 148.4 s, and the coefficient of variation √(5 (e¹⁰ + 1)/(e¹⁰ − 1) − 1) = 2.000.
#[test]
fn run_times_are_log_uniform() {
    let times: Vec<f64> = jobs(&published(100_000), "times").iter().map(|job| job.runtime_s).collect();
    let p = kolmogorov_smirnov(times.clone(), |t| maths::ln(t) / 10.0);
    assert!(p > 0.001, "p = {p}");
    assert!(mean_is(&times, 2202.5465) > 0.001);
    let squares: Vec<f64> = times.iter().map(|t| t * t).collect();
    assert!(mean_is(&squares, 2202.5465 * 2202.5465 * 5.000_454) > 0.001);
    let short: Vec<f64> = times.iter().map(|&t| f64::from(u8::from(t < 148.413))).collect();
    assert!(mean_is(&short, 0.5) > 0.001);
}

/// σ is uniform on 0 … 2, Comm on 0 … ½. Half of the jobs are local and half synchronous, independently. All homes are equally
/// likely.
#[test]
fn structures_kinds_and_homes() {
    let all = jobs(&published(50_000), "kinds");
    let comm = all.iter().map(|job| 1.0 - job.compute_fraction).collect();
    let p = kolmogorov_smirnov(comm, |comm| 2.0 * comm);
    assert!(p > 0.001, "p = {p}");
    let sigma = all.iter().map(|job| job.parallelism_variance).collect();
    let p = kolmogorov_smirnov(sigma, |sigma| sigma / 2.0);
    assert!(p > 0.001, "p = {p}");
    let mut cells = [0.0; 16];
    for job in &all {
        assert_eq!((job.class >= 2, job.class % 2 == 1), (job.local, job.moldable));
        cells[4 * usize::from(job.class) + job.home as usize] += 1.0;
    }
    let p = chi_square(&cells, &[50_000.0 / 16.0; 16]);
    assert!(p > 0.001, "p = {p}");
}

/// Changing the distribution of one property does not change the values of the others. The platform affects only sizes.
#[test]
fn one_law_does_not_disturb_another() {
    let before = jobs(&published(500), "1");
    let changed = job_settings::Metacomputer {
        p2: 0.1,
        longest_s: 100.0,
        p_local: 0.0,
        p_sync: 1.0,
        largest_meta: Some(50),
        ..published(500)
    };
    for (a, b) in before.iter().zip(jobs(&changed, "1")) {
        assert_eq!((a.arrival_s, a.home), (b.arrival_s, b.home));
        assert_eq!((a.compute_fraction, a.parallelism_variance), (b.compute_fraction, b.parallelism_variance));
        assert!(!b.moldable && !b.local && b.nodes <= 50 && b.runtime_s <= 100.0);
    }
    assert_ne!(before, jobs(&published(500), "2"));
}

proptest! {
    #[test]
    fn every_job_is_sound(
        jobs_count in 0u64..60, shares in prop::array::uniform3(0.0..=1.0f64), shortest in 1e-3..10.0f64, factor in 1.0..1e4f64,
        largest in prop::option::of(1u64..809), most in prop::array::uniform2(0.0..=1.0f64), compression in 0.01..100.0f64,
        estimate in 1.0..3.0f64,
    ) {
        let own = job_settings::Metacomputer {
            jobs: jobs_count,
            compression,
            p_sync: shares[0],
            p_local: shares[1],
            p2: shares[2],
            largest_meta: largest,
            shortest_s: shortest,
            longest_s: shortest * factor,
            most_variance: most[0],
            most_communication: most[1],
            estimates: crate::workload::Estimates::Factor,
            estimate_factor: estimate,
            ..job_settings::Metacomputer::default()
        };
        let all = jobs(&own, "sound");
        prop_assert_eq!(all.len() as u64, jobs_count);
        prop_assert!(all.windows(2).all(|two| two[0].arrival_s <= two[1].arrival_s && two[0].id + 1 == two[1].id));
        for job in all {
            let pool = largest.unwrap_or(809) as u32;
            let top = if job.local { SIZES[job.home as usize] } else { pool };
            prop_assert!((1..=top).contains(&job.nodes));
            prop_assert!(job.runtime_s >= shortest * (1.0 - 1e-12) && job.runtime_s <= shortest * factor * (1.0 + 1e-12));
            prop_assert!((1.0 - most[1]..=1.0).contains(&job.compute_fraction));
            prop_assert!((0.0..=most[0]).contains(&job.parallelism_variance));
            prop_assert!((job.estimate_s - estimate * job.runtime_s).abs() < 1e-9 * job.estimate_s);
        }
    }
}
