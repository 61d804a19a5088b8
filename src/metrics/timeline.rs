//! A window of a run for the Gantt chart: jobs with their nodes, and the queue and the links over time.

use super::rows::{Interval, NodeRows};
use crate::engine::{Observer, Running};
use crate::platform::{Platform, State};
use crate::workload::Job;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What to record.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Window {
    /// Jobs that end before this time are not recorded \[s\].
    pub from_s: f64,
    /// The window closes when this many jobs have been recorded.
    pub jobs: usize,
}

/// The nodes of one job on one cluster.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rows {
    /// Index of the cluster.
    pub cluster: u32,
    /// Node numbers within the cluster.
    pub nodes: Vec<Interval>,
}

/// One job of the window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimelineJob {
    /// Number in order of arrival.
    pub id: u64,
    /// Index of the cluster it arrived at.
    pub home: u32,
    /// Nodes in all.
    pub nodes: u32,
    /// \[s\]
    pub arrival_s: f64,
    /// \[s\]
    pub start_s: f64,
    /// End, or predicted end if it still runs when the window closes \[s\].
    pub end_s: f64,
    /// Whether it ended within the window.
    pub ended: bool,
    /// Time on the nodes over dedicated run time.
    pub penalty: f64,
    /// Where it ran.
    pub pieces: Vec<Rows>,
}

/// Queue and links from one instant to the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Beginning \[s\].
    pub time_s: f64,
    /// Waiting jobs.
    pub waiting: u64,
    /// Nodes in use, by cluster.
    pub busy: Vec<u32>,
    /// Demand over capacity, by link.
    pub saturation: Vec<f64>,
}

/// A recorded window of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timeline {
    /// First and last instant \[s\].
    pub span_s: [f64; 2],
    /// Jobs in order of their start.
    pub jobs: Vec<TimelineJob>,
    /// Steps in order of time.
    pub samples: Vec<Sample>,
}

/// Most samples per recorded job: an overloaded system has many arrivals per start.
const SAMPLES_PER_JOB: usize = 16;

/// Records a window of a run.
#[derive(Clone, Debug)]
pub struct Recorder {
    window: Window,
    rows: Vec<NodeRows>,
    /// Jobs that run now, by id.
    running: BTreeMap<u64, TimelineJob>,
    done: Vec<TimelineJob>,
    samples: Vec<Sample>,
    last_s: f64,
    closed: bool,
}

impl Recorder {
    /// A recorder for a run on `platform`.
    pub fn new(platform: &Platform, window: Window) -> Recorder {
        Recorder {
            window,
            rows: platform
                .clusters
                .iter()
                .map(|cluster| NodeRows::new(cluster.nodes))
                .collect(),
            running: BTreeMap::new(),
            done: Vec::new(),
            samples: Vec::new(),
            last_s: 0.0,
            closed: false,
        }
    }

    /// Whether the window is full: the rest of the run adds nothing.
    pub fn closed(&self) -> bool {
        self.closed
    }

    /// The window, with the jobs that still run as far as they have come.
    pub fn finish(self) -> Timeline {
        let mut jobs = self.done;
        jobs.extend(self.running.into_values());
        jobs.sort_by(|a, b| a.start_s.total_cmp(&b.start_s).then(a.id.cmp(&b.id)));
        Timeline {
            span_s: [self.window.from_s.min(self.last_s), self.last_s],
            jobs,
            samples: self.samples,
        }
    }
}

impl Observer for Recorder {
    fn elapsed(&mut self, now_s: f64, waiting: usize, state: &State) {
        let begin_s = std::mem::replace(&mut self.last_s, now_s);
        if now_s < self.window.from_s || now_s == begin_s || self.closed {
            return;
        }
        let clusters = &state.platform().clusters;
        self.samples.push(Sample {
            time_s: begin_s.max(self.window.from_s),
            waiting: waiting as u64,
            busy: clusters
                .iter()
                .zip(state.free())
                .map(|(cluster, free)| cluster.nodes - free)
                .collect(),
            saturation: (0..state.load_bps().len())
                .map(|link| state.saturation(link))
                .collect(),
        });
        let recorded = self.done.len() + self.running.len();
        self.closed = recorded >= self.window.jobs
            || self.samples.len() >= self.window.jobs.saturating_mul(SAMPLES_PER_JOB);
    }

    fn started(&mut self, running: &Running, _state: &State) {
        if self.closed {
            return;
        }
        let job: &Job = &running.job;
        let pieces = running
            .placement
            .iter()
            .map(|piece| Rows {
                cluster: piece.cluster,
                nodes: self.rows[piece.cluster as usize].take(piece.nodes),
            })
            .collect();
        self.running.insert(
            job.id,
            TimelineJob {
                id: job.id,
                home: job.home,
                nodes: job.nodes,
                arrival_s: job.arrival_s,
                start_s: running.start_s,
                end_s: running.end_s,
                ended: false,
                penalty: running.penalty(running.end_s),
                pieces,
            },
        );
    }

    fn rerated(&mut self, _now_s: f64, running: &Running) {
        if self.closed {
            return;
        }
        if let Some(job) = self.running.get_mut(&running.job.id) {
            job.end_s = running.end_s;
            job.penalty = running.penalty(running.end_s);
        }
    }

    fn ended(&mut self, now_s: f64, running: &Running) {
        if self.closed {
            return;
        }
        let Some(mut job) = self.running.remove(&running.job.id) else {
            return;
        };
        for piece in &job.pieces {
            self.rows[piece.cluster as usize].give(&piece.nodes);
        }
        if now_s >= self.window.from_s {
            job.end_s = now_s;
            job.penalty = running.penalty(now_s);
            job.ended = true;
            self.done.push(job);
        }
    }
}
