//! Metasched: a laboratory for multi-cluster job scheduling.
//!
//! Several clusters, each with its own nodes and one link to a central switch, share a stream of rigid parallel jobs.
//! A job may run at home, migrate whole to another cluster, or be *co-allocated*: spread over several. Then it communicates
//! through the links, and full links slow down all jobs that use them. Metasched simulates this job by job, and measures the
//! effect on turnaround times.
//!
//! # A first experiment
//!
//! Every experiment begins with a [`Scenario`](scenario::Scenario). Everything left out has a default: four clusters of
//! 100 nodes and 1000 Mbps links, jobs of 10–50 nodes, load 0.9.
//!
//! ```
//! use metasched::{experiment, scenario::Scenario};
//!
//! let scenario = Scenario::from_json(r#"{
//!     "workload":   { "jobs_per_cluster": 500, "bsbw_mbps": 200 },
//!     "schedulers": ["no-share", "migration-only", "first-fit"],
//!     "experiment": { "sweep": [{ "parameter": "workload.bsbw_mbps", "values": [100, 400] }], "replications": 2 },
//!     "seed": "tutorial"
//! }"#)?;
//! let results = experiment::run(&scenario, None)?;
//! for point in &results.points {
//!     for run in &point.results {
//!         println!("{:?} {}: {:.0} s, digest {}", point.parameters, run.scheduler, run.mean_turnaround_s, run.digest);
//!     }
//! }
//! // A baseline that never co-allocates does not depend on the bandwidth: same events, same digest.
//! assert_eq!(results.points[0].results[0].digest, results.points[1].results[0].digest);
//! # Ok::<(), metasched::base::problem::Problems>(())
//! ```
//!
//! The same scenario on the command line, on the page or in a worker gives the same digests: the simulation is identical to the
//! last bit on every machine.
//!
//! Short example programs are in `examples/`, each with its output in `examples/expected`: `run` (a scenario), `sweep` (a
//! parameter, and a comparison of schedulers), `events` (your own observer), `own_figure` (your own figure) and `own-scheduler`
//! (a separate crate with a policy and a workload).
//!
//! # Without the command line
//!
//! The command line is the default feature `cli`, so that plain `cargo build` and `cargo install --path .` build and install the
//! program in a checkout. A program that only simulates leaves this feature out, which avoids half of the compiled packages. The
//! feature `chart` adds figures; `papers` adds the claims of papers and all presets beyond the landing experiment.
//!
//! ```toml
//! [dependencies]
//! metasched = { path = "../metasched", default-features = false }
//! ```
//!
//! # The map
//!
//! Each module depends only on those before it.
//!
//! | module | contents |
//! |---|---|
//! | [`base`] | maths with the same bits everywhere, random streams, digests, problems with input |
//! | [`words`] | how people read and write numbers, lists, moments and names; the sentences of a job's story |
//! | [`parameter`] | how parameters are declared |
//! | [`platform`] | clusters and links, and their current use |
//! | [`workload`] | jobs as a stream: synthetic or of a workload model |
//! | [`network`] | demands of placed jobs on the links, and their shares |
//! | [`scheduler`] | queue disciplines and placement policies |
//! | [`engine`] | the event loop and its observers |
//! | [`metrics`] | measures, intervals, warm-up, stability, timelines, stories of jobs |
//! | [`logs`] | logs of jobs: read, streamed as a workload, summarized, written |
//! | [`models`] | the published models, and the registry that holds them |
//! | [`scenario`] | the only input: types, parameter table, checks, presets, share links; what is built from it |
//! | [`experiment`] | plans, tasks, results; papers reproduced |
//! | [`paper`] | types of presets, studies and claims, which are read from files |
//! | [`export`] | CSV, jobs files |
//! | `chart` | figures (feature `chart`) |
//! | `cli`, `web` | the command line (feature `cli`) and the page (feature `page`) |
//!
//! MODELS.md lists the function for each equation; ARCHITECTURE.md explains design decisions.

pub use metasched_kernel::{
    base, choices, engine, metrics, network, parameter, parameters, platform, scheduler, workload,
};
pub use metasched_lab::{ENGINE_VERSION, experiment, export, paper, scenario, words};
pub use metasched_logs::logs;
pub use metasched_models::{jobs_with_homes, jobs_without_homes, models};

#[cfg(feature = "chart")]
pub use metasched_chart::chart;
#[cfg(feature = "cli")]
pub use metasched_cli::cli;
#[cfg(feature = "page")]
pub use metasched_web::web;
