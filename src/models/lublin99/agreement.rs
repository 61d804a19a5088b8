//! Checks that the settings of the model do not contradict each other.

use super::settings::{Lublin99, LublinLaw};
use crate::base::problem::Problem;
use crate::words::number::{percent, percent_beside};

/// Least probability that a value is below the cut of its distribution. Values above the cut are drawn again, which
/// must not happen too often.
const LEAST_BELOW: f64 = 0.1;
/// Least share of the law of the daily cycle that must lie within the day.
const LEAST_OF_CYCLE: f64 = 0.01;

pub(super) fn check(lublin: &Lublin99) -> Vec<Problem> {
    let mut out = Vec::new();
    streams(lublin, &mut out);
    out
}

fn streams(lublin: &Lublin99, out: &mut Vec<Problem>) {
    let laws = lublin.laws();
    let given = lublin.streams.len();
    if given > laws.len() {
        out.push({
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
        sizes_rise(law, &place("u_med"), out);
        for (gamma, cut, name, cut_name) in [
            (law.short(), lublin.longest, "a1", "longest"),
            (law.long(), lublin.longest, "a2", "longest"),
            (law.gap(), lublin.longest_gap, "a_arr", "longest_gap"),
        ] {
            let below = gamma.at_most(cut);
            if below < LEAST_BELOW {
                out.push({
                    Problem::new(
                        if i < given { place(name) } else { format!("workload.{cut_name}") },
                        format!(
                            "leaves {} of this gamma law below the cut at {cut}",
                            percent_beside(below, LEAST_BELOW)
                        ),
                        format!("at least {}, for what is above is drawn again", percent(LEAST_BELOW)),
                        format!("Lower shape or scale, or raise workload.{cut_name}"),
                    )
                });
            }
        }
        let cycle = law.cycle();
        if cycle.at_most(58.5) - cycle.at_most(10.5) < LEAST_OF_CYCLE {
            out.push({
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

fn sizes_rise(law: &LublinLaw, place: &str, out: &mut Vec<Problem>) {
    let rising = [law.u_low, law.u_med, law.u_hi];
    if !rising.is_sorted() {
        out.push({
            Problem::new(
                place,
                format!("is {} between u_low {} and u_hi {}", law.u_med, law.u_low, law.u_hi),
                "u_low ≤ u_med ≤ u_hi",
                "Put the three in order",
            )
        });
    }
}
