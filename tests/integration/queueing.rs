//! Comparison with queueing theory: M/M/1, M/M/c, M/G/1, priorities and Little's law.
//!
//! Each mean over 20 replications must have the theoretical value within its 99 % interval (half width 2.861/2.093 of the 95 %
//! one). The seed is fixed, so the result never changes. The runs begin empty, which at these lengths shifts a mean by much less
//! than the interval.

use metasched::base::maths;
use metasched::experiment::{self, RunResult};
use metasched::scenario::Scenario;
use serde_json::json;

const REPLICATIONS: u32 = 20;
/// Ratio of the 0.995 quantile of Student's t with 19 degrees of freedom to the 0.975 quantile.
const WIDER: f64 = 2.861 / 2.093;

fn run(platform: serde_json::Value, workload: serde_json::Value, scheduler: &str) -> RunResult {
    let scenario = json!({
        "platform": { "clusters": platform },
        "workload": workload,
        "schedulers": [scheduler],
        "experiment": { "sweep": [], "replications": REPLICATIONS },
        "seed": "queueing theory"
    });
    simulated(&scenario)
}

fn simulated(scenario: &serde_json::Value) -> RunResult {
    let scenario = Scenario::from_value(scenario).expect("a valid scenario");
    let results = experiment::run(&scenario, None).expect("it runs");
    results.points[0].results[0].clone()
}

fn assert_near(what: &str, measured: f64, ci95: Option<f64>, theory: f64) {
    let half = ci95.expect("there are replications") * WIDER;
    assert!((measured - theory).abs() <= half, "{what}: measured {measured:.4} ± {half:.4}, theory {theory:.4}");
    assert!(half < 0.05 * theory, "{what}: interval ± {half:.4} says too little about {theory:.4}");
}

/// Mean wait of M/M/c by Erlang's C formula.
fn erlang_c_wait(arrival_rate: f64, service_s: f64, servers: u32) -> f64 {
    let offered = arrival_rate * service_s;
    let c = f64::from(servers);
    let mut term = 1.0;
    let mut sum = 0.0;
    for k in 0..servers {
        sum += term;
        term *= offered / f64::from(k + 1);
    }
    let all_busy = term / (1.0 - offered / c);
    let waits = all_busy / (sum + all_busy);
    waits * service_s / (c - offered)
}

fn one_node_jobs(jobs: u64, interarrival_s: f64, runtime_s: f64) -> serde_json::Value {
    json!({ "jobs_per_cluster": jobs, "interarrival_s": interarrival_s, "runtime_s": runtime_s, "nodes": [1, 1] })
}

/// M/M/1 with ρ = 0.8 has the mean turnaround 80/(1 − 0.8) = 400 s. Its mean slowdown is infinite, because of very
/// short jobs, so only times are compared.
#[test]
fn m_m_1() {
    let result = run(json!([{ "nodes": 1 }]), one_node_jobs(200_000, 100.0, 80.0), "no-share");
    assert_near("M/M/1 turnaround", result.mean_turnaround_s, result.turnaround_ci95_s, 400.0);
    assert_near("M/M/1 wait", result.mean_wait_s, result.wait_ci95_s, 320.0);
    assert!((result.utilisation - 0.8).abs() < 0.01);
    // Quantile of M/M/1: turnaround is exponential with mean 400 s, p90 = 400 ln 10 = 921 s.
    assert!((result.turnaround_quantiles_s.p90 / 921.03 - 1.0).abs() < 0.05);
}

/// M/M/5: a cluster of five nodes with the load ρ = 0.85.
#[test]
fn m_m_5() {
    let result = run(json!([{ "nodes": 5 }]), one_node_jobs(200_000, 20.0, 85.0), "no-share");
    let wait = erlang_c_wait(1.0 / 20.0, 85.0, 5);
    assert_near("M/M/5 wait", result.mean_wait_s, result.wait_ci95_s, wait);
    // By hand, for M/M/2 with ρ = 0.5: C = 1/3, and the wait is 1/3 · 1 / (2 − 1).
    assert!((erlang_c_wait(1.0, 1.0, 2) - 1.0 / 3.0).abs() < 1e-12);
}

/// Two clusters of 3 and 2 nodes behave like one M/M/5 if single-node jobs may migrate.
#[test]
fn migrating_clusters_are_one() {
    let platform = json!([{ "nodes": 3 }, { "nodes": 2 }]);
    let result = run(platform, one_node_jobs(100_000, 40.0, 85.0), "migration-only");
    let wait = erlang_c_wait(1.0 / 20.0, 85.0, 5);
    assert_near("3 + 2 nodes wait", result.mean_wait_s, result.wait_ci95_s, wait);
}

/// Pollaczek–Khinchine: wait = λ E[S²] / (2 (1 − ρ)).
fn pollaczek_khinchine(interarrival_s: f64, mean_s: f64, cv: f64) -> f64 {
    let rho = mean_s / interarrival_s;
    (1.0 + cv * cv) * mean_s * mean_s / interarrival_s / (2.0 * (1.0 - rho))
}

#[test]
fn m_d_1() {
    let mut workload = one_node_jobs(200_000, 100.0, 80.0);
    workload["runtime_distribution"] = json!("deterministic");
    let result = run(json!([{ "nodes": 1 }]), workload, "no-share");
    let wait = pollaczek_khinchine(100.0, 80.0, 0.0);
    assert!((wait - 160.0).abs() < 1e-9);
    assert_near("M/D/1 wait", result.mean_wait_s, result.wait_ci95_s, wait);
}

#[test]
fn m_h2_1() {
    let mut workload = one_node_jobs(400_000, 100.0, 60.0);
    workload["runtime_distribution"] = json!("hyper-exponential");
    workload["runtime_cv"] = json!(2.0);
    let result = run(json!([{ "nodes": 1 }]), workload, "no-share");
    let wait = pollaczek_khinchine(100.0, 60.0, 2.0);
    assert!((wait - 225.0).abs() < 1e-9);
    assert_near("M/H2/1 wait", result.mean_wait_s, result.wait_ci95_s, wait);
}

/// A node of speed 2 halves the run times.
#[test]
fn speed_divides_run_times() {
    let platform = json!([{ "nodes": 1, "speed": 2.0 }]);
    let result = run(platform, one_node_jobs(200_000, 100.0, 160.0), "no-share");
    assert_near("M/M/1 at speed 2", result.mean_turnaround_s, result.turnaround_ci95_s, 400.0);
}

/// M/G/1, shortest job first without preemption: a job of length x waits W₀ / (1 − ρ(x))², where W₀ = λ E[S²] / 2 is the
/// remaining time of the job in service, and ρ(x) the load of jobs no longer than x (Phipps 1956). For exponential lengths of
/// mean m, with y = x/m: W₀ = λ m² and ρ(x) = λ m (1 − e⁻ʸ (1 + y)).
fn shortest_first(interarrival_s: f64, mean_s: f64) -> f64 {
    let load = mean_s / interarrival_s;
    let left_s = load * mean_s;
    let step = 1e-3;
    let wait = |y: f64| {
        let others = 1.0 - load * (1.0 - maths::exp(-y) * (1.0 + y));
        left_s / (others * others)
    };
    let middles = (0..60_000).map(|i| (f64::from(i) + 0.5) * step);
    middles.map(|y| wait(y) * maths::exp(-y) * step).sum()
}

#[test]
fn m_g_1_shortest_first() {
    // By hand, for a load near 0, where jobs rarely wait: the mean wait is λ m², the remaining time of the job in
    // service.
    assert!((shortest_first(1e9, 1.0) / 1e-9 - 1.0).abs() < 1e-5);
    let scenario = json!({
        "platform": { "clusters": [{ "nodes": 1 }] },
        "workload": one_node_jobs(200_000, 100.0, 80.0),
        "queue": { "order": "sjf", "backfill": "none" },
        "schedulers": ["no-share"],
        "experiment": { "sweep": [], "replications": REPLICATIONS },
        "seed": "queueing theory"
    });
    let shortest = simulated(&scenario);
    let theory = shortest_first(100.0, 80.0);
    assert_near("M/G/1, SJF wait", shortest.mean_wait_s, shortest.wait_ci95_s, theory);
    // Shortest job first does the same work in another order: compared with FCFS, the utilisation is equal and the mean
    // wait is smaller.
    assert!((shortest.utilisation - 0.8).abs() < 0.01 && theory < 320.0);
}

/// M/M/5 with two classes of equal jobs, the first before the second, without preemption (Kella and Yechiali 1985): with W = C S
/// / c, C by Erlang's formula, and σ the load of the first class, the first waits W / (1 − σ), the second W / ((1 − σ)(1 − ρ)).
#[test]
fn m_m_5_with_priorities() {
    let scenario = json!({
        "platform": { "clusters": [{ "nodes": 3 }, { "nodes": 2 }] },
        "workload": one_node_jobs(100_000, 40.0, 85.0),
        "queue": { "order": "formula", "priority": "home", "backfill": "none" },
        "schedulers": ["migration-only"],
        "experiment": { "sweep": [], "replications": REPLICATIONS, "group_by": "home" },
        "seed": "queueing theory"
    });
    let result = simulated(&scenario);
    let [first, second] = &result.groups[..] else { panic!("{:?}", result.groups) };
    let (load, own) = (0.85, 0.425);
    let rest = erlang_c_wait(1.0 / 20.0, 85.0, 5) * (1.0 - load);
    for (what, group, theory) in
        [("first", first, rest / (1.0 - own)), ("second", second, rest / ((1.0 - own) * (1.0 - load)))]
    {
        // All jobs have the same mean run time, so the mean turnaround is the mean wait plus this mean.
        let measured = group.mean_turnaround_s;
        assert_near(what, measured, group.turnaround_ci95_s, theory + 85.0);
    }
    // The order only shifts waiting from one class to the other: the mean wait over all jobs equals the mean wait under
    // FCFS.
    let fcfs = erlang_c_wait(1.0 / 20.0, 85.0, 5);
    assert_near("all", result.mean_wait_s, result.wait_ci95_s, fcfs);
}

/// Little's law: mean queue length = arrival rate × mean wait, in the papers' own system.
#[test]
fn littles_law() {
    let workload = json!({ "jobs_per_cluster": 20_000, "bsbw_mbps": 250 });
    for scheduler in ["no-share", "migration-only", "first-fit", "ideal"] {
        let result = run(json!([{ "count": 4, "nodes": 100 }]), workload.clone(), scheduler);
        let by_little = result.mean_wait_s * 4.0 / 150.0;
        let ratio = result.mean_queue_length / by_little;
        assert!((ratio - 1.0).abs() < 0.02, "{scheduler}: {ratio}");
    }
}

/// A grid of one cluster with one node is M/M/1. Jobs that only communicate use the whole network, get the least share of 0.05
/// and run twenty times as long.
#[test]
fn a_grid_of_one_node_is_m_m_1() {
    let computing = json!({ "model": "grid", "jobs": 200_000, "mean_interarrival_s": 100,
                            "tasks": [1, 1], "most_ratio": 0, "mean_runtime_s": 80 });
    let mut communicating = one_node_jobs(200_000, 100.0, 4.0);
    communicating["compute_fraction"] = json!(0);
    for (what, workload) in [("computing", computing), ("communicating", communicating)] {
        let scenario = json!({
            "platform": { "clusters": [{ "nodes": 1 }] },
            "workload": workload,
            "network": { "model": "cluster" },
            "schedulers": ["grid-best-fit"],
            "experiment": { "sweep": [], "replications": REPLICATIONS },
            "seed": "queueing theory"
        });
        let result = simulated(&scenario);
        let (mean_s, ci95_s) = (result.mean_turnaround_s, result.turnaround_ci95_s);
        assert_near(&format!("M/M/1, {what}"), mean_s, ci95_s, 400.0);
    }
}

/// M/M/1 with breakdowns, preemptive resume: the node works for exponential times with mean 1/ξ and is repaired for
/// exponential times with mean 1/η, busy or idle. A job that it drops goes on from its last checkpoint; checkpoints are
/// frequent and free.
///
/// Let U(z) and D(z) be the generating functions of the number of jobs while the node works and while it is repaired,
/// p the probability of no job while it works, and ρ = λ/μ. The balance equations of the states give
/// (λ(1 − z) + η) D(z) = ξ U(z) and (λ(1 − z) + ξ + μ(1 − 1/z)) U(z) = η D(z) + μ(1 − 1/z) p. At z = 1,
/// U = η/(ξ + η), D = ξ/(ξ + η) and U − p = ρ, because jobs end as often as they arrive. The derivatives at z = 1 give
/// the mean number of jobs L = ρ ((ξ + η)² + ξμ) / ((ξ + η)(η − ρ(ξ + η))), and Little's law the turnaround L/λ.
#[test]
fn m_m_1_with_breakdowns() {
    let (lambda, mu, xi, eta) = (1.0 / 100.0, 1.0 / 50.0, 1.0 / 500.0, 1.0 / 100.0);
    let scenario = json!({
        "platform": {
            "clusters": [{ "nodes": 1 }],
            "failures": { "mtbf_h": 500.0 / 3600.0, "repair_h": 100.0 / 3600.0 },
            "after_failure": "checkpoint",
            "checkpoint": { "every_s": 1, "cost_s": 0 },
            "most_restarts": 1000,
        },
        "workload": one_node_jobs(50_000, 100.0, 50.0),
        "schedulers": ["no-share"],
        "experiment": { "sweep": [], "replications": REPLICATIONS },
        "seed": "queueing theory"
    });
    let result = simulated(&scenario);
    let load = lambda / mu;
    let (both, rest) = (xi + eta, eta - load * (xi + eta));
    let jobs = load * (both * both + xi * mu) / (both * rest);
    assert!((jobs - 23.0 / 12.0_f64).abs() < 1e-12);
    assert_near("M/M/1 with breakdowns", result.mean_turnaround_s, result.turnaround_ci95_s, jobs / lambda);
    let outages = result.outages.unwrap();
    assert!((outages.availability - eta / both).abs() < 0.005, "{outages:?}");
}
