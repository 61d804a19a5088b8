//! Workload models through the command line: written logs, and runs of their jobs.

use crate::cli::Folder;
use crate::cli::refused;
use crate::cli::run;
use metasched::engine::Progress;
use metasched::experiment::{self, Plan, Runner};
use metasched::scenario::build;
use metasched::scenario::{Checked, Scenario};
use serde_json::{Value, json};
use std::fs;

/// Models whose jobs are split if they are too large.
const MODELS: [&str; 3] = ["lublin99", "feitelson96", "jann97"];

/// Numbers of nodes of the metacomputer's clusters, drawn with the seed "log".
const METACOMPUTER: i64 = 6004;

/// Numbers of nodes of the grid's clusters, drawn with this seed.
const GRID: i64 = 1570;

fn scenario(value: Value) -> Checked {
    Scenario::from_value(&value).unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn a_model_becomes_a_log() {
    let machines = MODELS.into_iter().zip([128, 128, 322]);
    for (model, processors) in machines.chain([("metacomputer", METACOMPUTER), ("grid", GRID)]) {
        let arguments = ["workload", model, "--jobs", "2000", "--seed", "log"];
        let said = run(&arguments);
        assert_eq!(said.code, 0, "{}", said.err);
        assert!(said.err.starts_with("2000 jobs, load 0."), "{}", said.err);
        assert_eq!(run(&arguments).out, said.out, "the same seed gives the same log");
        assert_ne!(run(&["workload", model, "--jobs", "2000"]).out, said.out);

        let (header, jobs): (Vec<&str>, Vec<&str>) = said.out.lines().partition(|line| line.starts_with(';'));
        for line in ["; Version: 2.2", "; MaxJobs: 2000", &format!("; MaxProcs: {processors}")] {
            assert!(header.contains(&line), "{line} in {header:?}");
        }
        assert_eq!(header.contains(&"; UnixStartTime: 345600"), ["lublin99", "metacomputer"].contains(&model));
        let lost = |line: &&&str| line.contains("not in this format: ");
        let reported = header.iter().filter(lost).count();
        let has_more = ["metacomputer", "grid"].contains(&model);
        assert_eq!(reported, usize::from(has_more), "{header:?}");
        if model == "metacomputer" {
            let line = header.iter().find(lost).unwrap();
            assert!(["σ", "Comm", "moldable"].iter().all(|word| line.contains(word)), "{line}");
        }
        assert_eq!(jobs.len(), 2000);
        let mut before = 0;
        for (number, job) in (1..).zip(jobs) {
            let fields: Vec<i64> = job.split(' ').map(|field| field.parse().expect(job)).collect();
            assert_eq!((fields.len(), fields[0]), (18, number));
            assert!(fields[1] >= before && fields[3] >= 1, "{job}");
            assert!((1..=processors).contains(&fields[4]), "{job}");
            before = fields[1];
        }
    }
}

#[test]
fn a_log_of_a_model_can_be_looked_at_scaled_and_run() {
    let folder = Folder::new("models");
    let log = folder.path("jobs.swf");
    let set = "workload.load=0.6";
    let said = run(&["workload", "lublin99", "--jobs", "3000", "--set", set, "--exact", "-o", &log]);
    assert_eq!((said.code, said.out.as_str()), (0, ""), "{}", said.err);
    assert!(said.err.starts_with("3000 jobs, load 0.600: work for 76.8 processors"), "{}", said.err);

    let page = folder.path("page.html");
    let traced = run(&["trace", &log, "--json", "--html", &page]);
    let trace: Value = serde_json::from_str(&traced.out).unwrap();
    assert!((trace["load"].as_f64().unwrap() - 0.6).abs() < 1e-9);
    assert_eq!(trace["usable"], 3000);
    let hours = trace["calendar"]["by_hour"].as_array().unwrap();
    assert!(hours[14].as_u64() > hours[4].as_u64(), "afternoons are busier than nights: {hours:?}");
    assert_eq!(fs::read_to_string(&page).unwrap().matches("<svg ").count(), 4);

    let path = format!("workload.path={log}");
    let run = run(&["workload", "swf", "--set", &path, "--set", "workload.load=0.3", "--jobs", "1000"]);
    assert_eq!(run.out.lines().filter(|line| !line.starts_with(';')).count(), 1000);
    assert!(run.err.contains("load 0.300: work for 38.4 processors"), "{}", run.err);
}

#[test]
fn what_makes_no_sense_is_refused() {
    assert!(refused(&["workload", "lublin"]).contains("Did you mean lublin99?"));
    assert!(refused(&["workload", "jann97", "--jobs", "0"]).contains("workload.jobs is 0"));
    assert!(refused(&["workload", "jann97", "--jobs", "x"]).contains("workload.jobs is \"x\""));
    assert!(refused(&["workload", "swf"]).contains("workload.path is missing"));
    assert!(refused(&["workload", "jann97", "--set", "workload.load=1", "--jobs", "1"]).contains("have no load"));
}

/// Synthetic jobs are drawn for each cluster separately. All clusters together give the requested number of jobs.
#[test]
fn synthetic_jobs_are_counted_over_all_clusters() {
    let said = run(&["workload", "synthetic", "--jobs", "50"]);
    assert_eq!(said.out.lines().filter(|line| !line.starts_with(';')).count(), 50);
    assert!(said.out.contains("; MaxJobs: 50\n") && said.out.contains("; MaxPartitions: 4\n"));
    // The load stated for the log is the load of the jobs written to it.
    let loaded = ["workload", "synthetic", "--jobs", "5e1", "--set", "workload.load=0.4"];
    assert!(run(&loaded).err.starts_with("50 jobs, load 0.400"), "{}", run(&loaded).err);
}

/// A written log keeps the job data of its source log or model.
#[test]
fn users_queues_and_the_calendar_are_kept() {
    let folder = Folder::new("kept");
    let log = folder.file(
        "small.swf",
        b"; UnixStartTime: 1000000\n; TimeZone: 3600\n\
          1 50 -1 10 4 -1 -1 4 20 -1 1 7 -1 -1 3 2\n2 60 -1 10 4 -1 -1 4 20 -1 1 -1 -1 -1 5 -1\n",
    );
    let again = run(&["workload", "swf", "--set", &format!("workload.path={log}")]);
    assert_eq!(again.code, 0, "{}", again.err);
    for line in ["; UnixStartTime: 1000000", "; TimeZone: 3600"] {
        assert!(again.out.lines().any(|own| own == line), "{}", again.out);
    }
    let fields = |out: &str| -> Vec<Vec<String>> {
        let jobs = out.lines().filter(|line| !line.starts_with(';'));
        jobs.map(|line| line.split(' ').map(str::to_owned).collect()).collect()
    };
    let reported = fields(&again.out);
    let of = |job: usize| [11, 14, 15].map(|field| reported[job][field].as_str());
    assert_eq!((of(0), of(1)), (["7", "3", "2"], ["-1", "5", "-1"]));
    assert_eq!((reported[0][1].as_str(), reported[1][1].as_str()), ("50", "60"));

    let types = run(&["workload", "lublin99", "--jobs", "300"]);
    let queues: Vec<String> = fields(&types.out).iter().map(|job| job[14].clone()).collect();
    assert!(queues.contains(&"1".to_owned()) && queues.contains(&"2".to_owned()));
}

/// Jobs of every workload model run. Jobs that are too large are split, the load is the requested one, and the result
/// does not depend on the number of events per step.
#[test]
fn models_run() {
    for model in MODELS {
        let scenario = scenario(json!({
            "platform": { "clusters": [{ "count": 2, "nodes": 60 }] },
            "workload": { "model": model, "jobs": 1000, "oversized": "split", "load": 0.5 },
            "schedulers": ["migration-only"],
            "experiment": { "sweep": [], "replications": 2 }
        }));
        let plan = Plan::new(&scenario).unwrap();
        let [small, large] = [1, 1000].map(|step| {
            let mut runner = Runner::new(&plan.tasks()[0], None, ()).unwrap();
            while runner.advance(step).unwrap() == Progress::Running {}
            runner.finish().0
        });
        assert_eq!(small, large);
        let results = experiment::run(&scenario, None).unwrap();
        let run = &results.points[0].results[0];
        // The requested load is measured from the first arrival on, but the offered load from the start of the run.
        assert!((0.47..=0.5).contains(&run.offered_load), "{model}: {}", run.offered_load);
        assert!(run.jobs > 2000, "{model}: {} jobs, as large ones come in pieces", run.jobs);
        assert!(run.mean_turnaround_s > 0.0 && run.mean_turnaround_s.is_finite());
    }
}

/// Speeds are drawn for each replication, even if settings that cannot matter to a scheduler are left out.
#[test]
fn replications_have_speeds_of_their_own() {
    let heterogeneous = scenario(json!({
        "platform": { "clusters": [{ "count": 5, "nodes": 100 }], "speed_heterogeneity": 0.1 },
        "workload": { "jobs_per_cluster": 100 },
        "schedulers": ["no-share", "first-fit"],
        "experiment": { "sweep": [], "replications": 2 }
    }));
    let plan = Plan::new(&heterogeneous).unwrap();
    let speeds: Vec<Vec<f64>> = plan
        .tasks()
        .iter()
        .map(|task| task.platform().unwrap().clusters.iter().map(|cluster| cluster.speed).collect())
        .collect();
    assert_eq!(speeds.len(), 4);
    assert_eq!((&speeds[0], &speeds[1]), (&speeds[2], &speeds[3]), "both schedulers have the same");
    assert_ne!(speeds[0], speeds[1]);
    for vector in &speeds {
        let square: f64 = vector.iter().map(|cs| (cs - 1.0) * (cs - 1.0)).sum();
        assert!((square / 5.0 - 0.1).abs() < 1e-14 && (vector.iter().sum::<f64>() - 5.0).abs() < 1e-14);
    }
    let impossible = heterogeneous.with("platform.speed_heterogeneity", &json!(9)).unwrap();
    let problem = experiment::run(&impossible, None).unwrap_err().to_string();
    assert!(problem.contains("no positive speeds came out"), "{problem}");
}

/// With `redraw` "speeds", every replication has the jobs of the first one, including their drawn homes and estimates.
#[test]
fn replications_may_keep_the_jobs() {
    let models = [
        json!({ "jobs_per_cluster": 40 }),
        json!({ "model": "lublin99", "jobs": 100, "estimates": "f-model", "estimate_factor": 3, "load": 0.5 }),
        json!({ "model": "feitelson96", "jobs": 100 }),
        json!({ "model": "jann97", "jobs": 100 }),
        json!({ "model": "metacomputer", "jobs": 100 }),
        json!({ "model": "grid", "jobs": 100 }),
    ];
    for workload in models {
        let jobs = |redraw: &str, replication: u32| {
            let scenario = scenario(json!({
                "platform": { "clusters": [{ "count": 3 }], "sizes": [300, 500] },
                "workload": workload, "experiment": { "sweep": [], "redraw": redraw }
            }));
            let mut source = build::jobs::source(&scenario, replication, None).unwrap();
            std::iter::from_fn(move || source.next()).collect::<Vec<_>>()
        };
        assert!(jobs("speeds", 0).len() >= 100, "{workload}");
        assert_eq!(jobs("speeds", 0), jobs("speeds", 3), "{workload}");
        assert_eq!(jobs("speeds", 0), jobs("everything", 0), "{workload}");
        assert_ne!(jobs("everything", 0), jobs("everything", 3), "{workload}");
    }
}

/// Half of the requests are local, half are meta, and each group is measured separately. Sizes are drawn for each
/// replication, or kept if only speeds are drawn again. A job on several clusters takes the time that the wide-area
/// network determines; a job on a single cluster is not slowed down.
#[test]
fn a_metacomputer_runs() {
    let metacomputer = scenario(json!({
        "platform": { "clusters": [{ "count": 6 }], "sizes": [8, 256] },
        "workload": { "model": "metacomputer", "jobs": 800, "compression": 4 },
        "network": { "model": "wan" },
        "schedulers": ["first-fit", "ideal"],
        "experiment": { "sweep": [], "replications": 2, "group_by": "origin" }
    }));
    let plan = Plan::new(&metacomputer).unwrap();
    let nodes = |plan: &Plan, replication| -> Vec<u32> {
        let task = &plan.tasks()[plan.task_of(0, 0, replication).unwrap()];
        let platform = task.platform().unwrap();
        platform.clusters.iter().map(|own| own.nodes).collect()
    };
    assert_ne!(nodes(&plan, 0), nodes(&plan, 1));
    let kept = metacomputer.with("experiment.redraw", &json!("speeds")).unwrap();
    let kept = Plan::new(&kept).unwrap();
    assert_eq!(nodes(&kept, 0), nodes(&plan, 0));
    assert_eq!(nodes(&kept, 1), nodes(&plan, 0));

    let results = experiment::run(&metacomputer, None).unwrap();
    let results = &results.points[0].results;
    for run in results {
        let groups: Vec<_> = run.groups.iter().map(|own| own.group.as_str()).collect();
        assert_eq!(groups, ["meta", "local"]);
        let jobs: u64 = run.groups.iter().map(|own| own.jobs).sum();
        assert_eq!((run.jobs, jobs), (1600, 1600));
    }
    let [wan, ideal] = [&results[0], &results[1]];
    assert_eq!((wan.scheduler.as_str(), ideal.scheduler.as_str()), ("first-fit", "ideal"));
    // The share Comm of communication is uniform up to 0.5. The slowdown of synchronous jobs is 1 + 24 · 0.25 on
    // average, that of others is smaller.
    assert!((2.0..7.0).contains(&wan.mean_penalty), "{}", wan.mean_penalty);
    assert!((1.0..1.0 + 1e-9).contains(&ideal.mean_penalty));
}

/// A property of `workload.varied` that only some families use changes the runs of exactly these families.
#[test]
fn properties_of_common_jobs_change_the_runs_of_those_that_use_them() {
    const META: &str = "meta-asp";
    let digests = |varied: Value, schedulers: Value| {
        let scenario = scenario(json!({
            "workload": { "jobs_per_cluster": 40, "interarrival_s": 100, "varied": varied },
            "schedulers": schedulers,
        }));
        let results = experiment::run(&scenario, None).unwrap();
        let all = results.points[0].results.iter();
        all.map(|own| (own.digest.clone(), own.mean_wait_s)).collect::<Vec<_>>()
    };
    let schedulers =
        || json!(["first-fit", META, { "policy": META, "control": "limited", "label": "L" }, "grid-best-fit"]);
    let plain = digests(json!({}), schedulers());
    for (varied, changes) in [
        (json!({ "moldable_share": 0.5 }), [false, true, true, false]),
        (json!({ "local_share": 0.5 }), [false, false, true, false]),
        (json!({ "data_mb": [100, 200] }), [false, false, false, true]),
        (json!({ "moldable_share": 0, "local_share": 0, "data_mb": [0, 0] }), [false; 4]),
    ] {
        let drawn = digests(varied.clone(), schedulers());
        let changed: Vec<bool> = plain.iter().zip(&drawn).map(|(plain, drawn)| plain.0 != drawn.0).collect();
        assert_eq!(changed, changes, "{varied}");
    }
    // Moldable jobs start on what is free, and so they wait less.
    let moldable = digests(json!({ "moldable_share": 1 }), json!([META]));
    assert!(moldable[0].1 < plain[1].1, "{moldable:?} {plain:?}");
}
