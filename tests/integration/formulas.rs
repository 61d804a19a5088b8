//! Built-in orders and policies give the same bits when written as formulas.

use crate::cli::run_with;
use metasched::experiment;
use metasched::scenario::Scenario;
use serde_json::{Value, json};

/// Every order of the queue that depends only on the job, with its definition as a formula.
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

/// Policies that place each job on one cluster: only at home; or at home if it has room, else on the cluster with the
/// fewest nodes left over.
const PLACES: [(&str, &str); 2] = [("no-share", "if(home, 0, -inf)"), ("migration-only", "if(home, 0, -free)")];

/// The digests of two schedulers in a scenario with full clusters and wrong estimates.
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
                let both =
                    digests([by(json!({ "order": order })), by(json!({ "order": "formula", "priority": priority }))]);
                assert_eq!(both[0], both[1], "{order} {backfill} {policy}");
                seen.push(both[0].clone());
            }
        }
    }
    // The orders must give different results; otherwise a formula that is ignored would not be noticed.
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

/// Wrong settings are reported with their path and a remedy. A text of a million characters is rejected before it is
/// parsed.
#[test]
fn bad_formulas_are_refused_at_once() {
    let priority = |text: &str| json!({ "queue": { "order": "formula", "priority": text } });
    let score = |text: &str| json!({ "schedulers": [{ "policy": "formula", "place_score": text }] });
    let nested = |open: &str, count: usize| format!("{}r{}", open.repeat(count), ")".repeat(count));
    for (settings, expected) in [
        (
            priority(&"r+".repeat(500_000)),
            "at most 2000 characters over r, n, s, w, area, home, t. Shorten it: it has 1\u{2009}000\u{2009}000 characters",
        ),
        (priority(&nested("(", 500_000)), "it has 1\u{2009}000\u{2009}001 characters"),
        (priority(&"-".repeat(1_000_000)), "it has 1\u{2009}000\u{2009}000 characters"),
        (score(&nested("abs(", 200_000)), "it has 1\u{2009}000\u{2009}001 characters"),
        (priority(&nested("(", 65)), "queue.priority has a mistake in column"),
        (priority(&"(".repeat(2000)), "queue.priority has a mistake in column"),
        (
            priority("runtime + n"),
            "queue.priority has a mistake in column 1: `runtime` is not known. Did you mean r, or is it a constant?",
        ),
        (score("fre"), "schedulers.0.place_score has a mistake in column 1: `fre` is not known. Did you mean free,"),
        (
            json!({ "queue": { "order": "formula", "priority": "n", "constants": { "n": 1 } } }),
            "queue.constants declares n, which formulas know already",
        ),
        (json!({ "queue": { "order": "sjff" } }), "Did you mean sjf?"),
        (json!({ "queue": { "order": 7 } }), "queue.order is 7. Allowed: fcfs, sjf"),
        (json!({ "queue": { "ordr": "sjf" } }), "Did you mean queue.order?"),
        (json!({ "queue": { "backfill": "conservative", "reservations": 0 } }), "queue.reservations is 0"),
    ] {
        let text = settings.to_string();
        let said = run_with(text.as_bytes(), &["run", "-"]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
        assert!(said.err.contains(expected), "{expected}: {}", said.err);
        assert!(said.err.len() < 1000, "{}", said.err.len());
    }
}

/// Settings that contradict each other. A run reports the contradiction, and a strict check rejects the scenario.
#[test]
fn settings_that_contradict_each_other_are_named() {
    for (queue, expected) in [
        (
            json!({ "backfill": "easy", "reservations": 7 }),
            "queue.reservations is 7, which is not read here, because queue.backfill is \"easy\"",
        ),
        (
            json!({ "order": "sjf", "priority": "r" }),
            "queue.priority is \"r\", which is not read here, because queue.order is \"sjf\"",
        ),
    ] {
        let text = json!({ "queue": queue, "workload": { "jobs_per_cluster": 10 } }).to_string();
        let strict = run_with(text.as_bytes(), &["validate", "-", "--strict"]);
        assert_eq!(strict.code, 2, "{}", strict.err);
        for said in [strict, run_with(text.as_bytes(), &["run", "-"])] {
            let all = said.out + &said.err;
            assert!(all.contains(expected), "{all}");
        }
    }
}
