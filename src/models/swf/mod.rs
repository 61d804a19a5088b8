//! The workload that is a log.

mod agreement;
mod settings;

pub use settings::{Global, Swf};

use crate::base::problem::Problem;
use crate::logs::{Log, LogSource};
use crate::models::Model;
use crate::models::gehring::meta_requests;
use crate::models::workload::demands::Varied;
use crate::models::workload::{Arrivals, HasShared, Request, WorkloadInfo, WorkloadSettings};
use crate::words::number::counted;
use crate::workload::{Communication, GroupBy, HomeRule, Joined, Shared, Source};
use serde_json::{Value, json};
use std::sync::Arc;

/// The model: a workload only.
pub const MODEL: Model = Model { name: "swf", workloads: &[&WORKLOAD], ..Model::NEW };

/// The workload that is a log. Its declarations include the settings of all workloads without homes.
pub static WORKLOAD: WorkloadInfo = WorkloadInfo {
    jobs: "max_jobs",
    is_log: true,
    ..WorkloadInfo::spread(
        ["swf", "Log (SWF)", "Jobs of a real machine, read from a log in the Standard Workload Format."],
        &[Swf::PARAMETERS, Global::PARAMETERS],
        || Box::new(Swf::default()),
    )
};

impl HasShared for Swf {
    fn shared(&self) -> Shared {
        Shared {
            jobs: self.max_jobs.unwrap_or(u64::MAX),
            home: self.home,
            oversized: self.oversized,
            load: self.load,
            communication: Communication {
                compute_fraction: self.compute_fraction,
                bsbw_mbps: self.bsbw_mbps,
                pattern: self.pattern,
            },
            estimates: self.estimates,
            estimate_factor: self.estimate_factor,
        }
    }

    fn requests(&self) -> &[Request] {
        &self.requests
    }

    fn varied(&self) -> &Varied {
        &self.varied
    }
}

impl WorkloadSettings for Swf {
    fn info(&self) -> &'static WorkloadInfo {
        &WORKLOAD
    }

    fn check(&self) -> Vec<Problem> {
        agreement::check(self)
    }

    fn groups(&self) -> Vec<GroupBy> {
        match self.meta_compression {
            // Meta requests belong to no queue, partition or user of the log.
            Some(_) => vec![GroupBy::None, GroupBy::Home, GroupBy::Origin],
            None => {
                let origin = self.varied.has_origins().then_some(GroupBy::Origin);
                let all = [GroupBy::None, GroupBy::Queue, GroupBy::Partition, GroupBy::User, GroupBy::Home].into_iter();
                all.chain(origin).collect()
            }
        }
    }

    fn is_random(&self, clusters: u64) -> bool {
        self.meta_compression.is_some() || (self.home == HomeRule::Random && clusters > 1)
    }

    fn about(&self, _number: &dyn Fn(&str, f64) -> String, log: Option<&Log>) -> String {
        let usable = log.map(|log| log.records().len() as u64);
        let jobs = match (usable, self.max_jobs) {
            (Some(usable), Some(most)) => counted(usable.min(most), "job") + " of ",
            (Some(jobs), None) | (None, Some(jobs)) => counted(jobs, "job") + " of ",
            (None, None) => String::new(),
        };
        let own = self.log_clusters.map(|own| format!(", on the first {}", counted(own.into(), "cluster")));
        let meta =
            self.meta_compression.map(|compression| format!(", joined by meta requests, compression {compression}"));
        format!("{jobs}log {}, home {}{}{}", self.path, self.home, own.unwrap_or_default(), meta.unwrap_or_default())
    }

    fn platform(&self, log: Option<&Log>) -> Option<Value> {
        let log = log?;
        let given = log.header.processors().filter(|&processors| processors >= 1.0);
        let nodes = given.map_or(u64::from(log.largest()), |processors| processors as u64);
        Some(json!({ "clusters": [{ "nodes": nodes }] }))
    }

    fn source(&self, arrivals: &Arrivals<'_>) -> Result<Box<dyn Source>, Problem> {
        let log = arrivals.log.ok_or_else(|| {
            Problem::new(
                "workload.path",
                format!("names the log \"{}\", which is not at hand", self.path),
                "a readable log in the Standard Workload Format",
                "Give its path on the command line, or drop the file on the page.",
            )
        })?;
        let clusters = arrivals.platform.clusters.len() as u32;
        let own = self.log_clusters.map_or(clusters, |own| own.min(clusters));
        agreement::homes_are_there(log, own)?;
        agreement::dependencies_are_possible(self, log)?;
        let shared = self.shared();
        let jobs = LogSource::new(Arc::clone(log), &shared, own as usize, arrivals.seed, arrivals.replication)
            .on_nodes_of(self.node_gflops);
        Ok(match self.meta_compression {
            Some(compression) => {
                let meta = meta_requests(compression, &shared, arrivals);
                Box::new(Joined::new(Box::new(jobs), Box::new(meta)))
            }
            None => Box::new(jobs),
        })
    }
}
