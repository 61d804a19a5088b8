//! A log with dependencies, on a platform with outages; the auditor checks the run. The bytes choose jobs and outages.

use super::auditor::Auditor;
use metasched::engine::Progress;
use metasched::experiment::{Plan, Runner};
use metasched::logs;
use metasched::scenario::Scenario;
use serde_json::json;
use std::sync::Arc;

const NODES: u8 = 16;
const KINDS: [&str; 4] = ["after", "afterany", "afterok", "afternotok"];
const OUT: [&str; 3] = ["fail", "drain", "maintenance"];
const BACKFILLS: [&str; 4] = ["none", "skip", "easy", "conservative"];

/// Checks that every run ends with a consistent state, and that every job ends, is rejected or is lost.
pub fn fuzz(input: &[u8]) {
    let Some((&[how, outages], rest)) = input.split_first_chunk() else {
        return;
    };
    let (parts, _) = rest.as_chunks::<6>();
    let (outages, jobs) = parts.split_at(usize::from(outages % 6).min(parts.len()));
    let mut now = 0;
    let events = outages.iter().map(|&[gap, long, nodes, kind, ..]| {
        now += u32::from(gap);
        json!({ "at": now, "until": now + 1 + u32::from(long), "nodes": 1 + nodes % NODES, "kind": (OUT[usize::from(kind) % 3]) })
    });
    let scenario = json!({
        "platform": { "clusters": [{ "nodes": NODES }], "events": events.collect::<Vec<_>>(), "most_restarts": how >> 6 },
        "workload": {
            "model": "swf", "path": "log.swf", "estimates": "requested",
            "dependencies": (["kept", "feedback"][usize::from(how % 2)]),
        },
        "queue": {
            "backfill": (BACKFILLS[usize::from(how / 2 % 4)]),
            "overrun": (["run-on", "kill"][usize::from(how / 8 % 2)]),
        },
        "schedulers": ["no-share"],
        "experiment": { "sweep": [], "replications": 1 },
    });
    let scenario = match Scenario::from_value(&scenario) {
        Ok(scenario) => scenario,
        // The outages would take more nodes than the platform has.
        Err(problems) => return super::is_said_well(&problems),
    };
    let mut submit = 0;
    let lines = jobs.iter().take(60).zip(1..).map(|(&[gap, runtime, nodes, asked, kind, before], number)| {
        submit += u32::from(gap % 32);
        let (runtime, nodes) = (1 + u32::from(runtime), 1 + nodes % NODES);
        let asked = (runtime + u32::from(asked)).saturating_sub(40).max(1);
        // A job may wait for a later one, or for itself, as in damaged logs.
        let waits = match kind % 8 {
            kind @ 0..4 => format!("{}:{}+{}", KINDS[usize::from(kind)], 1 + before % 60, kind / 3),
            4 => "array:a%2".to_owned(),
            _ => "-1".to_owned(),
        };
        format!("{number} {submit} -1 {runtime} {nodes} -1 -1 {nodes} {asked} -1 1 1 1 -1 1 1 {waits} -1\n")
    });
    let text: String = lines.collect();
    let log = match logs::read("log.swf", &mut text.as_bytes()) {
        Ok(log) => Arc::new(log),
        Err(refusal) => return super::is_said_well(&refusal.problem().clone().into()),
    };
    let plan = Plan::new(&scenario).expect("what was checked can be planned");
    for task in plan.tasks() {
        let platform = task.platform().expect("its platform is given");
        let auditor = Auditor::new(&platform, false, true);
        let mut runner = match Runner::new(task, Some(Arc::clone(&log)), auditor) {
            Ok(runner) => runner,
            Err(problem) => return super::is_said_well(&problem.into()),
        };
        loop {
            match runner.advance(1000) {
                Ok(Progress::Running) => {}
                Ok(Progress::Finished) => break,
                Err(problem) => return super::is_said_well(&problem.into()),
            }
        }
        let (arrived, waiting) = runner.queue();
        let (_, auditor) = runner.finish();
        let auditor = auditor.expect("it watched");
        assert!(waiting == 0 && auditor.ended + auditor.rejected + auditor.lost == arrived, "every job ends");
    }
}
