//! Names of a plan's runs in a file of their results or of their jobs.

use super::jobs::OfRun;
use crate::experiment::Plan;
use crate::experiment::plan::PlanPoint;
use serde_json::Value;

/// The scheduler, replication and point of each task in a plan.
pub fn runs(plan: &Plan) -> Vec<OfRun> {
    let mut runs: Vec<Option<OfRun>> = vec![None; plan.tasks().len()];
    let swept: Vec<&str> = plan.scenario().experiment.sweep.iter().map(|sweep| sweep.parameter.as_str()).collect();
    for (place, point) in plan.points().iter().enumerate() {
        for scheduler in 0..plan.scenario().schedulers.len() {
            for replication in 0..plan.scenario().experiment.replications {
                let task = plan.task_of(place, scheduler, replication);
                let run = task.and_then(|task| runs.get_mut(task));
                let Some(run) = run else { continue };
                let own = OfRun {
                    scheduler: point.schedulers.get(scheduler).cloned().unwrap_or_default(),
                    replication: replication + 1,
                    point: Some(place + 1),
                    swept: values(point, &swept),
                };
                *run = Some(match run.take() {
                    Some(before) => both(before, &own),
                    None => own,
                });
            }
        }
    }
    runs.into_iter().map(Option::unwrap_or_default).collect()
}

fn values(point: &PlanPoint, swept: &[&str]) -> Vec<Option<Value>> {
    let value = |path: &&str| point.parameters.get(*path).cloned();
    swept.iter().map(value).collect()
}

/// A run that is used at two places is identified once. If two schedulers are equal, both are named.
fn both(before: OfRun, other: &OfRun) -> OfRun {
    let named = before.scheduler.split(" = ").any(|name| name == other.scheduler);
    let swept = before.swept.into_iter().zip(&other.swept);
    OfRun {
        scheduler: match named {
            true => before.scheduler,
            false => format!("{} = {}", before.scheduler, other.scheduler),
        },
        replication: before.replication,
        point: before.point.filter(|_| before.point == other.point),
        swept: swept.map(|(own, other)| own.filter(|own| Some(own) == other.as_ref())).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    fn cells(text: &str) -> Vec<String> {
        let plan = Plan::new(&Scenario::from_json(text).unwrap()).unwrap();
        let all = runs(&plan).into_iter().map(|run| {
            let swept = run.swept.iter().map(|value| match value {
                Some(value) => value.to_string(),
                None => "-".to_owned(),
            });
            let swept: Vec<String> = swept.collect();
            let point = run.point.map_or("-".to_owned(), |point| point.to_string());
            format!("{}/{}/{point}/{}", run.scheduler, run.replication, swept.join("/"))
        });
        all.collect()
    }

    #[test]
    fn runs_are_told_apart() {
        let sweep = cells(
            r#"{ "schedulers": ["no-share", "b3"],
                 "experiment": { "sweep": [{"parameter": "workload.bsbw_mbps", "values": [100, 200.5]},
                                           {"parameter": "workload.runtime_s", "values": [10, 20]}], "replications": 1 } }"#,
        );
        let wanted = [
            "no-share/1/-/-/10",
            "b3 (chunk 0.85)/1/1/100/10",
            "no-share/1/-/-/20",
            "b3 (chunk 0.85)/1/2/100/20",
            "b3 (chunk 0.85)/1/3/200.5/10",
            "b3 (chunk 0.85)/1/4/200.5/20",
        ];
        assert_eq!(sweep, wanted);
    }

    #[test]
    fn equal_schedulers_are_one_run_with_both_names() {
        let text = r#"{ "schedulers": ["b3", "b3", {"policy": "b3", "label": "mine"}],
                        "experiment": { "sweep": [], "replications": 2 } }"#;
        let both = "b3 (chunk 0.85) = b3 (chunk 0.85) (2) = mine";
        assert_eq!(cells(text), [format!("{both}/1/1/"), format!("{both}/2/1/")]);
    }
}
