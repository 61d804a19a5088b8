//! What decisions about co-allocation cost here (J5 §6.4, table 1): those of a run, decided again and again.

use crate::base::problem::Problem;
use crate::cli::printed::clock::Since;
use crate::experiment::reproduce::{Timing, Value};
use crate::experiment::{Decisions, Plan, Task};
use crate::metrics::confidence::estimate;
use std::hint::black_box;

/// Decisions that are taken from a run: few enough to stay in the cache, as the one state of a simulation does.
const SITUATIONS: usize = 256;
/// Measurements of a policy.
const REPEATS: usize = 12;
/// Each for so long \[s\].
const REPEAT_S: f64 = 0.03;

/// Times the decisions of every scheduler of a plan; those that never co-allocate have none.
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
    let mut means_us: Vec<f64> = (0..=REPEATS).map(|_| mean_us(&mut decisions)).collect();
    // The first one warms up.
    means_us.remove(0);
    let estimate = estimate(&means_us);
    Ok(Some(Timing {
        policy: task.scheduler.policy.to_string(),
        value: Value {
            mean: estimate.mean,
            half: Some(estimate.ci95),
        },
    }))
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

    #[test]
    fn decisions_take_time() {
        let scenario = Scenario::from_json(
            r#"{ "workload": { "jobs_per_cluster": 2000, "bsbw_mbps": 500 }, "schedulers": ["no-share", "a1", "b1"],
                 "experiment": { "sweep": [], "replications": 2 } }"#,
        )
        .unwrap();
        let timings = of(&Plan::new(&scenario).unwrap()).unwrap();
        let policies: Vec<&str> = timings
            .iter()
            .map(|timing| timing.policy.as_str())
            .collect();
        assert_eq!(policies, ["a1", "b1"]);
        for timing in timings {
            assert!(timing.value.mean > 0.0 && timing.value.half.is_some_and(|half| half >= 0.0));
        }
    }
}
