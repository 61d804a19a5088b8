//! Time of decisions about co-allocation (J5 §6.4, table 1), measured by repeating the decisions of a run.

use crate::base::problem::Problem;
use crate::cli::clock::Since;
use crate::experiment::reproduce::{Timing, Value};
use crate::experiment::{Decisions, Plan, Task};
use std::hint::black_box;

/// Number of decisions that are taken from a run. Their data is small enough for the processor's cache, as the data of
/// a decision during a simulation is.
const SITUATIONS: usize = 256;
/// Number of measurements per policy.
const REPEATS: usize = 12;
/// Duration of each measurement \[s\].
const REPEAT_S: f64 = 0.03;

/// Times the decisions of every scheduler of a plan; schedulers that never co-allocate are skipped.
///
/// # Errors
/// If a run cannot be set up.
pub fn of(plan: &Plan) -> Result<Vec<Timing>, Problem> {
    let firsts = plan.tasks().iter().filter(|task| task.replication == 0);
    let timed = firsts.map(time).collect::<Result<Vec<_>, _>>()?;
    Ok(timed.into_iter().flatten().collect())
}

fn time(task: &Task) -> Result<Option<Timing>, Problem> {
    let mut decisions = Decisions::of(task, SITUATIONS)?;
    if decisions.is_empty() {
        return Ok(None);
    }
    // Warm-up.
    mean_us(&mut decisions);
    let means_us = std::array::from_fn(|_| mean_us(&mut decisions));
    Ok(Some(Timing { policy: task.scheduler.policy.to_string(), value: median(means_us) }))
}

/// The median and its interval, which includes the 3rd and the 10th value. The median is robust against short
/// disturbances of the machine. Whatever the distribution, these two of twelve independent values enclose the true
/// median in 96 % of cases: 1 − 2 · (1 + 12 + 66) / 2¹².
fn median(mut values: [f64; REPEATS]) -> Value {
    values.sort_by(f64::total_cmp);
    let mean = (values[5] + values[6]) / 2.0;
    Value { mean, half: Some(f64::max(mean - values[2], values[9] - mean)) }
}

/// Mean time of a decision \[µs\].
fn mean_us(decisions: &mut Decisions) -> f64 {
    let begin = Since::now();
    let mut decided = 0;
    loop {
        for number in 0..decisions.len() {
            black_box(decisions.decide(number));
        }
        decided += decisions.len();
        let seconds = begin.seconds();
        if seconds > REPEAT_S {
            return 1e6 * seconds / decided as f64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    /// The interval from 3 to 10 around the median 6.5; the two extreme values have no effect.
    #[test]
    fn the_median_of_twelve_by_hand() {
        let values = [900.0, 1.0, 7.0, 3.0, 4.0, 5.0, 6.0, 2.0, 8.0, 9.0, 10.0, 800.0];
        assert_eq!(median(values), Value { mean: 6.5, half: Some(3.5) });
    }

    #[test]
    fn decisions_take_time() {
        let scenario = Scenario::from_json(
            r#"{ "workload": { "jobs_per_cluster": 2000, "bsbw_mbps": 500 }, "schedulers": ["no-share", "a1", "b1"],
                 "experiment": { "sweep": [], "replications": 2 } }"#,
        )
        .unwrap();
        let timings = of(&Plan::new(&scenario).unwrap()).unwrap();
        let policies: Vec<&str> = timings.iter().map(|timing| timing.policy.as_str()).collect();
        assert_eq!(policies, ["a1", "b1"]);
        for timing in timings {
            assert!(timing.value.mean > 0.0 && timing.value.half.is_some_and(|half| half >= 0.0));
        }
    }
}
