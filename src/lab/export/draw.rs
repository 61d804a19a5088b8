//! One draw of a scenario as files that any program can read: its jobs with all that is known of them, its clusters, and the loads of others.
//!
//! `jobs.swf` is a log whose times have all their decimals, `jobs.csv` what such a log has no fields for
//! ([`details`](crate::workload::swf::Details)), `clusters.csv` sizes, speeds, links and, where clusters have background loads, these;
//! `nodes.csv` has the loads of all nodes then, and `pairs.csv` what the network draws for each pair of clusters. `scenario.json` is the
//! scenario that reads the first two again and has the same schedule: its clusters are given, and the loads are drawn as before.

use super::swf::{SwfHeader, SwfJob, SwfWriter, Times};
use crate::base::number;
use crate::base::problem::Problem;
use crate::models::network::NetworkInfo;
use crate::platform::{BPS_PER_MBPS, Platform, mesh_ends};
use crate::scenario::{Scenario, Workload, build};
use crate::workload::swf::{Details, read};
use crate::workload::{Job, Pattern};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// Most jobs of a draw.
pub const MOST_JOBS: usize = 100_000;

/// Names of the files, as `scenario.json` has them.
const LOG: &str = "jobs.swf";
const DETAILS: &str = "jobs.csv";

/// A file of a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawFile {
    /// Its name.
    pub name: &'static str,
    /// What is in it.
    pub text: String,
}

/// The first replication of a scenario, whose sweeps do not count, for `computer`, by `conversion`.
///
/// # Errors
/// If its workload is a log already, has too many jobs, or cannot be drawn.
pub fn files(scenario: &Scenario, computer: &str, conversion: &str) -> Result<Vec<DrawFile>, Problem> {
    if let Workload::Swf(own) = &scenario.workload {
        return Err(Problem::new(
            "workload.model",
            format!("is \"swf\": the jobs are those of {} already", own.path),
            "a model that draws jobs",
            "Hand out that log with its scenario",
        ));
    }
    let platform = build::platform::of_replication(scenario, 0)?;
    let jobs = drawn(scenario)?;
    let log = log(&jobs, &platform, computer, conversion)
        .map_err(|error| Problem::new(LOG, format!("cannot be written: {error}"), "", ""))?;
    let details = details(&jobs);
    let again = read_again(scenario, &platform, &jobs, &log, &details)?;
    let mut files = vec![(LOG, log), (DETAILS, details), ("clusters.csv", clusters(&platform))];
    if scenario.sends_jobs() {
        files.push(("nodes.csv", nodes(scenario, &platform)));
    }
    files.extend(pairs(scenario, &platform).map(|text| ("pairs.csv", text)));
    files.push(("scenario.json", again));
    let file = |(name, text)| DrawFile { name, text };
    Ok(files.into_iter().map(file).collect())
}

/// All jobs.
fn drawn(scenario: &Scenario) -> Result<Vec<Job>, Problem> {
    let mut source = build::jobs::source(scenario, 0, None)?;
    let mut jobs = Vec::new();
    while let Some(job) = source.next() {
        if jobs.len() == MOST_JOBS {
            return Err(Problem::new(
                "workload",
                format!("draws more than {} jobs", number::count(MOST_JOBS as u64)),
                "fewer jobs in a draw",
                "Lower workload.jobs, or workload.jobs_per_cluster",
            ));
        }
        jobs.push(job);
    }
    if let Some(other) = jobs.iter().find(|job| job.pattern != jobs[0].pattern) {
        return Err(Problem::new(
            "workload.clusters",
            format!("gives job {} another pattern of communication than job 1", other.id + 1),
            "one pattern for all jobs",
            "Give all clusters the same pattern",
        ));
    }
    Ok(jobs)
}

fn log(jobs: &[Job], platform: &Platform, computer: &str, conversion: &str) -> std::io::Result<String> {
    let header = SwfHeader {
        computer,
        conversion,
        jobs: Some(jobs.len() as u64),
        processors: Some(platform.nodes()),
        notes: &[format!("what a log has no fields for is in {DETAILS}")],
        ..SwfHeader::default()
    };
    let mut writer = SwfWriter::new(Vec::new(), &header, Times::Exact)?;
    for job in jobs {
        writer.write(&SwfJob::arriving(job))?;
    }
    String::from_utf8(writer.finish()?).map_err(std::io::Error::other)
}

/// What a log has no fields for.
fn details(jobs: &[Job]) -> String {
    let mut text = "job,arrival_s,estimate_s,home_cluster,compute_fraction,bsbw_mbps,size_mb,parallelism_variance,moldable,local\n"
        .to_owned();
    for job in jobs {
        // Writing to a text cannot fail.
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{},{},{}",
            job.id + 1,
            job.arrival_s,
            job.estimate_s,
            job.home,
            job.compute_fraction,
            job.bsbw_bps / BPS_PER_MBPS,
            job.size_mb,
            job.parallelism_variance,
            u8::from(job.moldable),
            u8::from(job.local),
        );
    }
    text
}

fn clusters(platform: &Platform) -> String {
    let mut text = "cluster,nodes,speed,link_mbps,network_load\n".to_owned();
    for (at, own) in platform.clusters.iter().enumerate() {
        let load = platform.background_bps.get(at);
        let load = load.map(|&load| load as f64 / own.capacity_bps as f64);
        let _ = writeln!(
            text,
            "{at},{},{},{},{}",
            own.nodes,
            own.speed,
            own.capacity_bps as f64 / BPS_PER_MBPS,
            load.unwrap_or_default(),
        );
    }
    text
}

fn nodes(scenario: &Scenario, platform: &Platform) -> String {
    let mut text = "cluster,node,load\n".to_owned();
    for (cluster, own) in platform.clusters.iter().enumerate() {
        let loads = build::platform::node_loads(scenario, cluster, own.nodes, 0);
        for (node, load) in loads.enumerate() {
            let _ = writeln!(text, "{cluster},{node},{load}");
        }
    }
    text
}

/// What the network draws for pairs of clusters, if anything.
fn pairs(scenario: &Scenario, platform: &Platform) -> Option<String> {
    let clusters = platform.clusters.len();
    let replication = scenario.experiment.redraw.of_jobs(0);
    let drawn =
        |network: &'static NetworkInfo| (network.drawn)(&scenario.network.own, clusters, &scenario.seed, replication);
    let columns: Vec<(&str, Vec<f64>)> = scenario.networks().flat_map(drawn).collect();
    let rows = columns.iter().map(|own| own.1.len()).max()?;
    let mut text = "cluster,other".to_owned();
    for (name, _) in &columns {
        text.push(',');
        text.push_str(name);
    }
    text.push('\n');
    for link in 0..rows {
        let (one, other) = mesh_ends(link as u32);
        let _ = write!(text, "{one},{other}");
        for (_, numbers) in &columns {
            let number = numbers.get(link).map(f64::to_string);
            let _ = write!(text, ",{}", number.unwrap_or_default());
        }
        text.push('\n');
    }
    Some(text)
}

/// The scenario that reads log and details again.
fn read_again(
    scenario: &Scenario,
    platform: &Platform,
    jobs: &[Job],
    log: &str,
    details: &str,
) -> Result<String, Problem> {
    let log = read(LOG, &mut log.as_bytes())?;
    let details = Details::read(DETAILS, &mut details.as_bytes())?;
    let mut workload = json!({
        "model": "swf", "path": LOG, "max_jobs": jobs.len(), "size_bytes": log.text_bytes, "sha256": log.sha256,
        "details_path": DETAILS, "details_sha256": details.sha256,
    });
    let pattern = jobs.first().map_or_else(Pattern::default, |job| job.pattern);
    if pattern != Pattern::default() {
        workload["pattern"] = pattern.name().into();
    }
    let mut whole: Value = serde_json::from_str(&scenario.to_compact_json())
        .map_err(|error| Problem::new("scenario", error.to_string(), "", ""))?;
    whole["workload"] = workload;
    if !whole["platform"].is_object() {
        whole["platform"] = Value::Object(Map::new());
    }
    if let Some(own) = whole["platform"].as_object_mut() {
        for drawn in ["sizes", "size_law", "speed_heterogeneity"] {
            own.shift_remove(drawn);
        }
        own.insert("clusters".to_owned(), groups(platform));
    }
    let experiment = &mut whole["experiment"];
    experiment["sweep"] = json!([]);
    experiment["replications"] = json!(1);
    if let Some(own) = experiment.as_object_mut() {
        own.shift_remove("group_by");
    }
    let checked = Scenario::from_value(&whole)
        .map_err(|problems| Problem::new("scenario.json", format!("would be wrong: {problems}"), "", ""))?;
    Ok(checked.to_json())
}

/// The clusters, equal neighbours together.
fn groups(platform: &Platform) -> Value {
    let all = platform.clusters.chunk_by(|one, other| one == other);
    let group = |own: &[crate::platform::Cluster]| {
        own.first().map(|first| {
            json!({
                "count": own.len(), "nodes": first.nodes, "speed": first.speed,
                "link_mbps": first.capacity_bps as f64 / BPS_PER_MBPS,
            })
        })
    };
    all.filter_map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment;
    use crate::scenario::Checked;
    use crate::workload::swf::read;
    use std::sync::Arc;

    fn of(text: &str) -> (Checked, Vec<DrawFile>) {
        let scenario = Scenario::from_json(text).unwrap();
        let files = files(&scenario, "a model", "a test").unwrap();
        (scenario, files)
    }

    fn text<'f>(files: &'f [DrawFile], name: &str) -> &'f str {
        &files.iter().find(|own| own.name == name).unwrap().text
    }

    /// The digests of all schedulers' schedules, with the jobs drawn, and with the files read back.
    fn both(scenario: &str) -> [Vec<String>; 2] {
        let (drawn, files) = of(scenario);
        let mut log = read(LOG, &mut text(&files, LOG).as_bytes()).unwrap();
        let details = Details::read(DETAILS, &mut text(&files, DETAILS).as_bytes()).unwrap();
        assert_eq!(log.attach(&details).unwrap(), [""; 0]);
        let again = Scenario::from_json(text(&files, "scenario.json")).unwrap();
        let digests = |scenario: &Checked, log| {
            let results = experiment::run(scenario, log).unwrap();
            let runs = results.points[0].results.iter();
            runs.map(|run| run.digest.clone()).collect::<Vec<_>>()
        };
        [digests(&drawn, None), digests(&again, Some(Arc::new(log)))]
    }

    #[test]
    fn what_is_read_back_has_the_same_schedule() {
        for scenario in [
            r#"{ "platform": { "clusters": [{ "count": 10 }], "sizes": [1, 100], "size_law": "uniform" },
                 "workload": { "model": "grid", "jobs": 60 }, "network": { "model": "cluster", "most_wan_load": 0.8 },
                 "schedulers": ["grid-best-fit", "fuzzy", "grid-random"],
                 "experiment": { "sweep": [], "replications": 1, "group_by": "queue", "detail": "jobs" }, "seed": "draw" }"#,
            r#"{ "platform": { "clusters": [{ "count": 8 }], "sizes": [8, 256] }, "network": { "model": "wan" },
                 "workload": { "model": "metacomputer", "jobs": 400, "compression": 20, "estimates": "f-model" },
                 "schedulers": ["meta-asp-star", { "policy": "meta-fcfs", "control": "no", "round_every_s": 3600 },
                                { "policy": "meta-ffih", "control": "ihs-fixed" }],
                 "experiment": { "sweep": [], "replications": 1, "completions": 300, "group_by": "origin" }, "seed": "draw" }"#,
            r#"{ "platform": { "clusters": [{ "count": 4, "nodes": 64 }], "speed_heterogeneity": 0.1 },
                 "workload": { "model": "lublin99", "jobs": 300, "load": 0.9, "bsbw_mbps": 333.3, "pattern": "ring" },
                 "schedulers": ["first-fit", { "policy": "b3", "queue": "easy" }],
                 "experiment": { "sweep": [], "replications": 1 }, "seed": "draw" }"#,
        ] {
            let [drawn, again] = both(scenario);
            assert_eq!(drawn, again, "{scenario}");
        }
    }

    /// Two clusters, whose loads are 0.
    #[test]
    fn files_by_hand() {
        let (_, files) =
            of(r#"{ "platform": { "clusters": [{ "nodes": 2 }, { "nodes": 1, "speed": 2, "link_mbps": 10 }],
                               "most_node_load": 0, "most_network_load": 0 },
                 "workload": { "model": "grid", "jobs": 1, "tasks": [1, 1], "size_mb": [3, 3], "most_ratio": 0 },
                 "network": { "model": "cluster", "invocation_ms": [40, 40] }, "schedulers": ["grid-best-fit"],
                 "experiment": { "sweep": [], "replications": 1 } }"#);
        let names: Vec<&str> = files.iter().map(|own| own.name).collect();
        assert_eq!(names, ["jobs.swf", "jobs.csv", "clusters.csv", "nodes.csv", "pairs.csv", "scenario.json"]);
        assert_eq!(
            text(&files, "clusters.csv"),
            "cluster,nodes,speed,link_mbps,network_load\n0,2,1,1000,0\n1,1,2,10,0\n"
        );
        assert_eq!(text(&files, "nodes.csv"), "cluster,node,load\n0,0,0\n0,1,0\n1,0,0\n");
        assert_eq!(text(&files, "pairs.csv"), "cluster,other,idle_invocation_ms,load\n0,1,40,0\n");
        let job = text(&files, "jobs.csv").lines().nth(1).unwrap();
        assert!(job.starts_with("1,") && job.ends_with(",1,500,3,0,0,0"), "{job}");
    }

    /// Homes that send jobs under a network between clusters: the loads and the links that they see are there, too.
    #[test]
    fn a_grid_under_another_network() {
        let scenario = r#"{ "platform": { "clusters": [{ "count": 5, "nodes": 40 }] }, "workload": { "model": "grid", "jobs": 60 },
                            "network": { "model": "unlimited" }, "schedulers": ["fuzzy", "grid-least-loaded", "first-fit"],
                            "experiment": { "sweep": [], "replications": 1 } }"#;
        let [drawn, again] = both(scenario);
        assert_eq!(drawn, again);
        let (_, files) = of(scenario);
        assert_eq!(text(&files, "nodes.csv").lines().count(), 1 + 200);
        assert_eq!(text(&files, "pairs.csv").lines().count(), 1 + 10);
    }

    #[test]
    fn what_is_no_draw_is_refused() {
        let problem = |text: &str| {
            let scenario = Scenario::from_json(text).unwrap();
            files(&scenario, "", "").unwrap_err().to_string()
        };
        let log = problem(r#"{ "workload": { "model": "swf", "path": "kth.swf" } }"#);
        assert!(log.starts_with("workload.model is \"swf\""), "{log}");
        let many = problem(r#"{ "workload": { "model": "jann97", "jobs": 100001 } }"#);
        assert!(many.starts_with("workload draws more than"), "{many}");
    }
}
