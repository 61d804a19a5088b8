//! What the parameters of a model of the whole system must agree on.

use crate::base::number::exact;
use crate::base::problem::Problem;
use crate::scenario::checks::check::Findings;
use crate::scenario::checks::ranges::wrong_way_round;
use crate::scenario::{HomeRule, Lublin99, LublinLaw, Metacomputer, Scenario, Workload};

/// Least share of a law below its cut: what is above is drawn again.
const LEAST_BELOW: f64 = 0.1;
/// Least share of the law of the daily cycle within the day.
const LEAST_OF_CYCLE: f64 = 0.01;

/// Checks the workload of a scenario if it is such a model.
pub(in crate::scenario) fn check(workload: &Workload, findings: &mut Findings) {
    match workload {
        Workload::Synthetic(_) | Workload::Swf(_) => return,
        Workload::Lublin99(lublin) => streams(lublin, findings),
        Workload::Feitelson96(_) => {}
        Workload::Jann97(jann) => {
            for (i, class) in jann.classes.iter().enumerate() {
                wrong_way_round(
                    class.sizes,
                    &format!("workload.classes.{i}.sizes"),
                    findings,
                );
            }
        }
        Workload::Metacomputer(own) => return metacomputer(own, findings),
        Workload::Grid(own) => {
            wrong_way_round(own.tasks, "workload.tasks", findings);
            wrong_way_round(own.size_mb, "workload.size_mb", findings);
            return;
        }
    }
    let home = workload.global().map(|global| global.home);
    let has_types = !matches!(workload, Workload::Feitelson96(_));
    if home == Some(HomeRule::Partition) || (home == Some(HomeRule::Queue) && !has_types) {
        findings.add(|| {
            let wrong = home.map_or("", HomeRule::name);
            Problem::new(
                "workload.home",
                format!(
                    "is \"{wrong}\", but jobs of {} have no {wrong}s",
                    workload.model().label()
                ),
                if has_types {
                    "queue, random, first"
                } else {
                    "random, first"
                },
                "Choose \"random\" to spread the jobs evenly",
            )
        });
    }
}

fn streams(lublin: &Lublin99, findings: &mut Findings) {
    let laws = lublin.laws();
    let given = lublin.streams.len();
    if given > laws.len() {
        findings.add(|| {
            Problem::new(
                "workload.streams",
                format!("has {given} entries, but job types are {}", lublin.types),
                format!("at most {}", laws.len()),
                "Remove the last one, or tell job types apart",
            )
        });
    }
    for (i, law) in laws.iter().enumerate() {
        let place = |name: &str| match i < given {
            true => format!("workload.streams.{i}.{name}"),
            false => "workload.streams".to_owned(),
        };
        sizes_rise(law, &place("u_med"), findings);
        for (gamma, cut, name, cut_name) in [
            (law.short(), lublin.longest, "a1", "longest"),
            (law.long(), lublin.longest, "a2", "longest"),
            (law.gap(), lublin.longest_gap, "a_arr", "longest_gap"),
        ] {
            let below = gamma.at_most(cut);
            if below < LEAST_BELOW {
                findings.add(|| {
                    Problem::new(
                        if i < given {
                            place(name)
                        } else {
                            format!("workload.{cut_name}")
                        },
                        format!(
                            "leaves {:.1} % of this gamma law below the cut at {cut}",
                            below * 100.0
                        ),
                        format!(
                            "at least {:.0} %, for what is above is drawn again",
                            LEAST_BELOW * 100.0
                        ),
                        format!("Lower shape or scale, or raise workload.{cut_name}"),
                    )
                });
            }
        }
        let cycle = law.cycle();
        if cycle.at_most(58.5) - cycle.at_most(10.5) < LEAST_OF_CYCLE {
            findings.add(|| {
                Problem::new(
                    place("a_num"),
                    format!(
                        "and b_num put the mean of the daily cycle at {} half hours, where the day has almost nothing of it",
                        cycle.shape * cycle.scale
                    ),
                    "a mean between 11 and 58 half hours, roughly",
                    "Change the shape or the scale of the cycle",
                )
            });
        }
    }
}

/// Least length of a working day \[h\].
const LEAST_DAY_H: f64 = 1.0;

fn metacomputer(own: &Metacomputer, findings: &mut Findings) {
    if own.day_end_h - own.day_begin_h < LEAST_DAY_H {
        findings.add(|| {
            Problem::new(
                "workload.day_end_h",
                format!(
                    "is {}, but the day begins at {} h",
                    own.day_end_h, own.day_begin_h
                ),
                format!("at least {LEAST_DAY_H} h later than workload.day_begin_h"),
                "End the day later, or begin it earlier",
            )
        });
    }
    rate_by_day(own, findings);
    if own.shortest_s > own.longest_s {
        findings.add(|| {
            Problem::new(
                "workload.shortest_s",
                format!(
                    "is {}, but workload.longest_s is {}",
                    own.shortest_s, own.longest_s
                ),
                "at most the longest run time",
                "Exchange the two",
            )
        });
    }
}

/// Least peak of the rate by day \[jobs per hour\]: without arrivals a run would not end.
const LEAST_PEAK_PER_H: f64 = 1e-3;

/// Eq. 2 is a rate at all hours of the day: nowhere negative, somewhere positive.
fn rate_by_day(own: &Metacomputer, findings: &mut Findings) {
    let [least, greatest] = own.rate_per_h().extremes();
    let at = |t: f64| {
        let hour = own.day_begin_h + (t + 0.5) * (own.day_end_h - own.day_begin_h);
        let minutes = (60.0 * hour).round();
        format!("{}:{:02}", (minutes / 60.0).floor(), minutes % 60.0)
    };
    let mut wrong = |(t, rate): (f64, f64), most: &str, allowed: String| {
        findings.add(|| {
            Problem::new(
                "workload.rate_t0",
                format!("and the coefficients after it give {most}{rate:.3} jobs per hour at {}", at(t)),
                allowed,
                "Raise rate_t0, which raises the rate at all hours alike, or put the published coefficients back",
            )
        });
    };
    if greatest.1 < LEAST_PEAK_PER_H {
        wrong(
            greatest,
            "no more than ",
            format!("at least {LEAST_PEAK_PER_H} at some time of the working day"),
        );
    } else if least.1 < 0.0 {
        wrong(
            least,
            "",
            "0 or more at every time of the working day".to_owned(),
        );
    }
}

/// The largest job that is submitted to all clusters together fits on them.
pub(in crate::scenario) fn meta_jobs_fit(scenario: &Scenario, findings: &mut Findings) {
    let Workload::Metacomputer(own) = &scenario.workload else {
        return;
    };
    let nodes = scenario.platform.node_count();
    if let Some(largest) = own.largest_meta.filter(|&largest| largest > nodes) {
        findings.add(|| {
            Problem::new(
                "workload.largest_meta",
                format!(
                    "is {largest}, but all clusters together have {} nodes",
                    exact(nodes as f64)
                ),
                format!("at most {} nodes", exact(nodes as f64)),
                "Lower it, or leave it out for all nodes",
            )
        });
    }
}

fn sizes_rise(law: &LublinLaw, place: &str, findings: &mut Findings) {
    let rising = [law.u_low, law.u_med, law.u_hi];
    if !rising.is_sorted() {
        findings.add(|| {
            Problem::new(
                place,
                format!(
                    "is {} between u_low {} and u_hi {}",
                    law.u_med, law.u_low, law.u_hi
                ),
                "u_low ≤ u_med ≤ u_hi",
                "Put the three in order",
            )
        });
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
                "workload.streams.1.u_med is 5 between u_low 6 and u_hi 7; allowed: u_low ≤ u_med ≤ u_hi",
            ),
            (
                json!({"model": "lublin99", "types": "off", "streams": [{}, {}]}),
                "workload.streams has 2 entries, but job types are off; allowed: at most 1",
            ),
            (
                json!({"model": "lublin99", "streams": [{"a1": 5000}]}),
                "workload.streams.0.a1 leaves 0.0 % of this gamma law below the cut at 12",
            ),
            (
                json!({"model": "lublin99", "types": "off", "longest_gap": 3}),
                "workload.longest_gap leaves 7.1 %",
            ),
            (
                json!({"model": "lublin99", "streams": [{}, {"b_num": 100}]}),
                "workload.streams.1.a_num and b_num put the mean of the daily cycle at 612",
            ),
            (
                json!({"model": "jann97", "classes": [{}, {"sizes": [9, 2]}]}),
                "workload.classes.1.sizes is [9, 2]",
            ),
            (
                json!({"model": "jann97", "home": "partition"}),
                "workload.home is \"partition\", but jobs of Jann 97 have no partitions; allowed: queue, random, first",
            ),
            (
                json!({"model": "metacomputer", "day_begin_h": 18, "day_end_h": 8.5}),
                "workload.day_end_h is 8.5, but the day begins at 18 h; allowed: at least 1 h later than",
            ),
            (
                json!({"model": "metacomputer", "rate_t0": 2}),
                "workload.rate_t0 and the coefficients after it give -0.379 jobs per hour at 8:30; allowed: 0 or more at every time of the working day",
            ),
            (
                json!({"model": "metacomputer", "rate_t0": 0, "rate_t1": 0, "rate_t2": 0, "rate_t3": 0, "rate_t4": 0, "rate_t5": 0,
                       "rate_t6": 0, "rate_t7": 0, "rate_t8": 0, "day_end_h": 24}),
                "give no more than 0.000 jobs per hour at 8:30; allowed: at least 0.001 at some time of the working day",
            ),
            (
                json!({"model": "metacomputer", "rate_t4": 2e6}),
                "workload.rate_t4 is 2000000; allowed: a number from -1\u{2009}000\u{2009}000 to 1\u{2009}000\u{2009}000 per h",
            ),
            (
                json!({"model": "metacomputer", "shortest_s": 100, "longest_s": 10}),
                "workload.shortest_s is 100, but workload.longest_s is 10",
            ),
            (
                json!({"model": "metacomputer", "largest_meta": 401}),
                "workload.largest_meta is 401, but all clusters together have 400 nodes; allowed: at most 400 nodes",
            ),
            (
                json!({"model": "metacomputer", "largest_meta": 0}),
                "workload.largest_meta is 0; allowed",
            ),
            (
                json!({"model": "metacomputer", "compute_fraction": 0.5}),
                "workload.compute_fraction",
            ),
            (
                json!({"model": "metacomputer", "oversized": "split"}),
                "workload.oversized",
            ),
            (
                json!({"model": "grid", "tasks": [50, 1]}),
                "workload.tasks is [50, 1]",
            ),
            (
                json!({"model": "grid", "size_mb": [20, 1]}),
                "workload.size_mb is [20, 1]",
            ),
            (
                json!({"model": "grid", "compute_fraction": 0.5}),
                "workload.compute_fraction",
            ),
            (
                json!({"model": "feitelson96", "home": "queue"}),
                "have no queues; allowed: random, first",
            ),
            (
                json!({"model": "jann97", "estimates": "requested"}),
                "workload.estimates is \"requested\", but workload.model is jann97",
            ),
        ] {
            let all = Scenario::from_value(&json!({"workload": workload}))
                .unwrap_err()
                .to_string();
            assert!(
                all.contains(part) && all.lines().count() == 1,
                "{part} in\n{all}"
            );
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
