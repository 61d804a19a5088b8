//! Consistency checks between the parameters of the workload, and between the workload and other parts of the scenario.

use crate::base::problem::Problem;
use crate::scenario::checks::findings::Findings;
use crate::scenario::{Estimates, HomeRule, Scenario, Workload};

/// Applies all rules of the workload except those about other parts of the scenario.
pub(in crate::scenario) fn check(workload: &Workload, findings: &mut Findings) {
    for problem in workload.check() {
        findings.add(|| problem);
    }
    let share = workload.info().reads("compute_fraction").then(|| workload.shared().communication.compute_fraction);
    for problem in workload.varied().check(share) {
        findings.add(|| problem);
    }
    if !workload.is_log() {
        homes_are_known(workload, findings);
        requests_need_a_log(workload, findings);
    }
}

/// Checks that jobs have the property that decides their homes. In a log this depends on the file.
fn homes_are_known(workload: &Workload, findings: &mut Findings) {
    let home = workload.shared().home;
    let has_types = !workload.classes().is_empty();
    let unknown = home == HomeRule::Partition || (home == HomeRule::Queue && !has_types);
    if workload.info().reads("home") && unknown {
        findings.add(|| {
            Problem::new(
                "workload.home",
                format!("is \"{home}\", but jobs of {} have no {home}s", workload.info().label),
                if has_types { "queue, random, first" } else { "random, first" },
                "Choose \"random\" to spread the jobs evenly",
            )
        });
    }
}

fn requests_need_a_log(workload: &Workload, findings: &mut Findings) {
    if workload.estimates().0 == Estimates::Requested {
        findings.add(|| {
            Problem::new(
                "workload.estimates",
                format!("is \"requested\", but workload.model is {}", workload.info()),
                "exact, factor, f-model",
                "Only logs have requested times: choose another, or a log",
            )
        });
    }
}

/// Checks that jobs of this workload have the property by which they are to be grouped.
pub(in crate::scenario) fn groups_are_known(scenario: &Scenario, findings: &mut Findings) {
    let (by, known) = (scenario.experiment.group_by, scenario.workload.groups());
    if !known.contains(&by) {
        findings.add(|| {
            Problem::new(
                "experiment.group_by",
                format!("is \"{by}\", but jobs of workload.model {} have no {by}", scenario.workload.info()),
                known.iter().map(|by| by.name()).collect::<Vec<_>>().join(", "),
                "Choose another grouping, or a log",
            )
        });
    }
}

/// Checks that the workload suits the platform.
pub(in crate::scenario) fn platform_suits(scenario: &Scenario, findings: &mut Findings) {
    let platform = &scenario.platform;
    if let Some(problem) = scenario.workload.check_platform(platform.cluster_count(), platform.node_count()) {
        findings.add(|| problem);
    }
}

#[cfg(test)]
mod tests {
    use crate::scenario::Scenario;
    use serde_json::json;

    #[test]
    fn what_does_not_go_together_is_found() {
        for (workload, part) in [
            (
                json!({"model": "lublin99", "streams": [{}, {"u_low": 6, "u_med": 5}]}),
                "workload.streams.1.u_med is 5 between u_low 6 and u_hi 7. Allowed: u_low ≤ u_med ≤ u_hi",
            ),
            (
                json!({"model": "lublin99", "types": "off", "streams": [{}, {}]}),
                "workload.streams has 2 entries, but job types are off. Allowed: at most 1",
            ),
            (
                json!({"model": "lublin99", "streams": [{"a1": 5000}]}),
                "workload.streams.0.a1 leaves 0 % of this gamma law below the cut at 12",
            ),
            (json!({"model": "lublin99", "types": "off", "longest_gap": 3}), "workload.longest_gap leaves 7.12 %"),
            (
                json!({"model": "lublin99", "streams": [{}, {"b_num": 100}]}),
                "workload.streams.1.a_num and b_num put the mean of the daily cycle at 612",
            ),
            (json!({"model": "jann97", "classes": [{}, {"sizes": [9, 2]}]}), "workload.classes.1.sizes is [9, 2]"),
            (
                json!({"model": "jann97", "home": "partition"}),
                "workload.home is \"partition\", but jobs of Jann 97 have no partitions. Allowed: queue, random, first",
            ),
            (
                json!({"model": "metacomputer", "day_begin_h": 18, "day_end_h": 8.5}),
                "workload.day_end_h is 8.5, but the day begins at 18 h. Allowed: at least 1 h later than",
            ),
            (
                json!({"model": "metacomputer", "rate_t0": 2}),
                "workload.rate_t0 and the coefficients after it give -0.379 jobs per hour at 8:30. Allowed: 0 or more at every time of the working day",
            ),
            (
                json!({"model": "metacomputer", "rate_t0": 0, "rate_t1": 0, "rate_t2": 0, "rate_t3": 0, "rate_t4": 0, "rate_t5": 0,
                       "rate_t6": 0, "rate_t7": 0, "rate_t8": 0, "day_end_h": 24}),
                "give no more than 0.000 jobs per hour at 8:30. Allowed: at least 0.001 at some time of the working day",
            ),
            (
                json!({"model": "metacomputer", "rate_t4": 2e6}),
                "workload.rate_t4 is 2000000. Allowed: a number from -1\u{2009}000\u{2009}000 to 1\u{2009}000\u{2009}000 per h",
            ),
            (
                json!({"model": "metacomputer", "shortest_s": 100, "longest_s": 10}),
                "workload.shortest_s is 100, but workload.longest_s is 10",
            ),
            (
                json!({"model": "metacomputer", "largest_meta": 401}),
                "workload.largest_meta is 401, but all clusters together have 400 nodes. Allowed: at most 400 nodes",
            ),
            (json!({"model": "metacomputer", "largest_meta": 0}), "workload.largest_meta is 0. Allowed"),
            (json!({"model": "metacomputer", "compute_fraction": 0.5}), "workload.compute_fraction"),
            (json!({"model": "metacomputer", "oversized": "split"}), "workload.oversized"),
            (json!({"model": "grid", "tasks": [50, 1]}), "workload.tasks is [50, 1]"),
            (json!({"model": "grid", "size_mb": [20, 1]}), "workload.size_mb is [20, 1]"),
            (json!({"model": "grid", "compute_fraction": 0.5}), "workload.compute_fraction"),
            (json!({"model": "feitelson96", "home": "queue"}), "have no queues. Allowed: random, first"),
            (
                json!({"model": "jann97", "estimates": "requested"}),
                "workload.estimates is \"requested\", but workload.model is jann97",
            ),
        ] {
            let all = Scenario::from_value(&json!({"workload": workload})).unwrap_err().to_string();
            assert!(all.contains(part) && all.lines().count() == 1, "{part} in\n{all}");
        }
    }

    #[test]
    fn what_is_odd_but_sound_is_accepted() {
        for workload in [
            json!({"model": "lublin99", "processors": 8}),
            json!({"model": "lublin99", "processors": 1_000_000, "home": "queue"}),
            json!({"model": "lublin99", "types": "off", "streams": [{"p_serial": 1, "p_pow2": 1}]}),
            json!({"model": "feitelson96", "short_share": 0, "short_slope": 1, "most_repeats": 1}),
            json!({"model": "metacomputer", "day_begin_h": 0, "day_end_h": 24, "night_rate_per_h": 0}),
            json!({"model": "metacomputer", "rate_t0": 0.001, "rate_t1": 0, "rate_t2": 0, "rate_t3": 0, "rate_t4": 0, "rate_t5": 0,
                   "rate_t6": 0, "rate_t7": 0, "rate_t8": 0}),
            json!({"model": "metacomputer", "largest_meta": 400, "shortest_s": 60, "longest_s": 60}),
            json!({"model": "jann97", "classes": [{"sizes": [5, 5]}, {"sizes": [5, 9]}]}),
        ] {
            let given = Scenario::from_value(&json!({"workload": workload.clone()}));
            assert!(given.is_ok(), "{workload}: {given:?}");
        }
    }
}
