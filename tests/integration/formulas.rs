//! What is built in and can be written as a formula gives the same bits when written so.

use metasched::experiment;
use metasched::scenario::Scenario;
use serde_json::{Value, json};

/// Every order that goes by a job alone, and its definition.
const ORDERS: [(&str, &str); 13] = [
    ("fcfs", "s"),
    ("sjf", "r"),
    ("ljf", "-r"),
    ("njf", "n"),
    ("wjf", "-n"),
    ("saf", "area"),
    ("laf", "-(r * n)"),
    ("wfp3", "-(w / r * (w / r) * (w / r)) * n"),
    ("unicef", "-w / (log2(max(n, 2)) * r)"),
    ("f1", "log10(r) * n + 870 * log10(max(s, 1))"),
    ("f2", "sqrt(r) * n + 25600 * log10(max(s, 1))"),
    ("f3", "r * n + 6860000 * log10(max(s, 1))"),
    ("f4", "r * sqrt(n) + 530000 * log10(max(s, 1))"),
];

/// Policies that place a job whole: at home, or at home if possible and else where fewest nodes are left.
const PLACES: [(&str, &str); 2] = [
    ("no-share", "if(home, 0, -inf)"),
    ("migration-only", "if(home, 0, -free)"),
];

/// The digests of two schedulers on full clusters with wrong estimates.
fn digests(schedulers: [Value; 2]) -> Vec<String> {
    let scenario = json!({
        "platform": { "clusters": [{ "count": 3, "nodes": 64 }] },
        "workload": {
            "jobs_per_cluster": 120, "interarrival_s": 260, "estimates": "f-model", "estimate_factor": 4
        },
        "schedulers": schedulers,
        "experiment": { "sweep": [], "replications": 1 }
    });
    let scenario = Scenario::from_value(&scenario).unwrap();
    let results = experiment::run(&scenario, None).unwrap();
    let runs = results.points[0].results.iter();
    runs.map(|run| run.digest.clone()).collect()
}

#[test]
fn built_in_orders_are_formulas() {
    let mut seen = Vec::new();
    for (order, priority) in ORDERS {
        for backfill in ["none", "skip", "easy", "conservative"] {
            for policy in ["migration-only", "b3"] {
                let by = |order: Value| {
                    let mut queue = json!({ "backfill": backfill });
                    let own = order.as_object().unwrap().clone();
                    queue.as_object_mut().unwrap().extend(own);
                    json!({ "policy": policy, "queue": queue })
                };
                let both = digests([
                    by(json!({ "order": order })),
                    by(json!({ "order": "formula", "priority": priority })),
                ]);
                assert_eq!(both[0], both[1], "{order} {backfill} {policy}");
                seen.push(both[0].clone());
            }
        }
    }
    // The orders differ: a formula that nothing reads would agree with all of them.
    seen.sort();
    seen.dedup();
    assert!(seen.len() > ORDERS.len() * 4, "{}", seen.len());
}

#[test]
fn built_in_places_are_formulas() {
    for (policy, score) in PLACES {
        for queue in ["fcfs", "easy"] {
            let formula = json!({
                "policy": "formula", "place_score": score, "most_pieces": 1, "queue": queue
            });
            let both = digests([json!({ "policy": policy, "queue": queue }), formula]);
            assert_eq!(both[0], both[1], "{policy} {queue}");
        }
    }
}
