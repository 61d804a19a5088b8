//! The lines that Metasched and a program write in turn.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Version of the messages.
pub const VERSION: u32 = 1;

/// The first line for the program.
#[derive(Clone, Debug, Serialize)]
pub struct Hello<'a> {
    /// Version of the messages.
    pub hello: u32,
    /// Version of the engine.
    pub engine: u32,
    pub seed: &'a str,
    /// Number of the replication, from 0.
    pub replication: u32,
    /// The numbers of the scheduler's `settings`.
    pub settings: Value,
    pub clusters: Vec<Cluster>,
    /// Capacity of each link \[bit/s\].
    pub links_bps: &'a [u64],
}

/// A cluster of the platform.
#[derive(Clone, Debug, Serialize)]
pub struct Cluster {
    pub nodes: u32,
    pub speed: f64,
}

/// The program's answer to [`Hello`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ready {
    /// Version of the messages that the program understands.
    pub hello: u32,
    /// Further information that the program asks for; jobs and free nodes always come.
    #[serde(default)]
    pub wants: Vec<Want>,
    /// The clusters on which the program places a job. Jobs that are too large for this are dropped when they arrive.
    #[serde(default)]
    pub reach: Reach,
}

/// Something that a program wants to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Want {
    /// The expected ends of running jobs, when they change.
    Ends,
    /// The loads of the links.
    Links,
}

/// Where a program places jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// On their home clusters.
    Home,
    /// Each on one cluster.
    Cluster,
    /// On any clusters.
    #[default]
    Platform,
}

/// The question what to start now.
#[derive(Clone, Debug, Serialize)]
pub struct Decide<'a> {
    /// Number of the message.
    pub decide: u64,
    pub now_s: f64,
    /// Free nodes of each cluster.
    pub free: &'a [u32],
    /// The jobs that have arrived since the last question.
    pub submitted: &'a [Submitted],
    /// The jobs that have ended since.
    pub ended: &'a [u64],
    /// Expected ends that have changed since: job and time \[s\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<&'a [(u64, f64)]>,
    /// Load of each link \[bit/s\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loads_bps: Option<&'a [u64]>,
}

/// A job that has arrived. The program is not told how long it will run, only what the user estimates.
#[derive(Clone, Debug, Serialize)]
pub struct Submitted {
    pub job: u64,
    pub home: u32,
    pub nodes: u32,
    pub estimate_s: f64,
    pub user: u16,
    pub class: u16,
    pub compute_fraction: f64,
    pub bsbw_bps: f64,
    /// The job may run on fewer nodes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub moldable: bool,
}

/// The program's answer to [`Decide`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The jobs that start now, in this order: each with pieces of clusters and nodes.
    #[serde(default)]
    pub start: Vec<(u64, Vec<(u32, u32)>)>,
    /// When to ask again even if nothing happens \[s\].
    #[serde(default)]
    pub wake_s: Option<f64>,
}

/// The last line for the program.
#[derive(Clone, Debug, Serialize)]
pub struct Bye {
    /// Number of the message.
    pub bye: u64,
}
