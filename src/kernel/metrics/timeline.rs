//! A part of a run (a window of time) for the Gantt chart: jobs with their nodes, and queue and links over time.

use super::link_groups::{LinkGroup, fullest, link_groups};
use super::overview::{Overview, OverviewRecorder};
use super::rows::{Interval, NodeRows};
use crate::base::digest::Digest;
use crate::engine::{Failed, Observer, Running};
use crate::platform::{Out, Platform, State};
use crate::scheduler::Scheduler;
use crate::scheduler::facts::{Legend, Mark, Requests};
use crate::words::JobNames;
use crate::workload::Job;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Settings of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Window {
    /// Jobs that end before this time are not recorded \[s\].
    pub from_s: f64,
    /// The window ends when this many jobs have been recorded.
    pub jobs: usize,
    /// True if an overview of the whole run is recorded.
    #[serde(default)]
    pub overview: bool,
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
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimelineJob {
    /// Number in order of arrival.
    pub id: u64,
    /// Index of the job's home cluster.
    pub home: u32,
    /// Requested nodes; a moldable job may get fewer.
    pub nodes: u32,
    /// Digest of properties that the workload decides: arrival, home, nodes, run time and class. Two runs contain the
    /// same job if they contain this digest, even if the job's communication or estimate differs.
    pub drawn: u32,
    /// Kind of request, as an index into the legend; `None` if the scheduler has only one kind.
    pub request: Option<u32>,
    /// Time from which the job waited for this run \[s\]: its arrival, or the end of its last run if a failure ended it.
    pub arrival_s: f64,
    /// Start time \[s\].
    pub start_s: f64,
    /// End of the job; its predicted end if the job still runs at the end of the window \[s\].
    pub end_s: f64,
    /// True if the job ended within the window.
    pub ended: bool,
    /// True if a failure of nodes ended this run of the job.
    pub failed: bool,
    /// True if a failure of nodes ended the job's run before.
    pub again: bool,
    /// Time on the nodes divided by the dedicated run time.
    pub penalty: f64,
    /// Nodes of the job, by cluster.
    pub pieces: Vec<Rows>,
    /// Bandwidth that the job asks of links: index of the link, and bit/s. Empty if the job loads no link.
    pub demands: Vec<(u32, u64)>,
}

/// A link of the platform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordedLink {
    /// Capacity \[bit/s\].
    pub capacity_bps: u64,
    /// Permanent background load \[bit/s\].
    pub background_bps: u64,
}

/// Nodes of a cluster that were out for some time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutNodes {
    /// Name of the kind of outage: "fail".
    pub kind: Cow<'static, str>,
    /// The nodes.
    pub rows: Rows,
    /// Beginning \[s\].
    pub from_s: f64,
    /// End; the planned end if the nodes were still out at the end of the window \[s\].
    pub until_s: f64,
}

/// State of queue and links between two instants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Beginning \[s\].
    pub time_s: f64,
    /// Waiting jobs.
    pub waiting: u64,
    /// Nodes in use on all clusters.
    pub busy: u64,
    /// Saturation of the fullest link of each group, in the order of [`link_groups`]; then the shares of memory and of GPUs in use, as
    /// far as clusters have them.
    pub saturation: Vec<f64>,
}

/// A recorded window of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timeline {
    /// First and last instant \[s\].
    pub span_s: [f64; 2],
    /// Nodes of each cluster.
    pub nodes: Vec<u32>,
    /// Speed of each cluster; empty if all speeds are 1.
    pub speeds: Vec<f64>,
    /// The links, by index.
    pub links: Vec<RecordedLink>,
    /// Jobs in order of their start.
    pub jobs: Vec<TimelineJob>,
    /// Names of these jobs in the log, if the workload is a log.
    pub names: JobNames,
    /// Users of these jobs in the log, as far as known.
    pub users: JobNames,
    /// Times in which nodes were out, in the order of their ends.
    pub outs: Vec<OutNodes>,
    /// Changes of links in order of time: time \[s\], index of the link, and its capacity from then on \[bit/s\].
    pub link_changes: Vec<(f64, u32, u64)>,
    /// Samples of queue and links, in order of time.
    pub samples: Vec<Sample>,
    /// Marks of the scheduler in order of time: the last mark before the window, and at most [`MOST_MARKS`] marks in
    /// the window.
    pub marks: Vec<Mark>,
    /// Names of the scheduler's kinds of requests and of its marks.
    pub legend: Legend,
    /// Overview of the whole run, if recorded.
    pub overview: Option<Overview>,
}

/// Time up to which all recordings are complete \[s\]: the earliest end among the recordings that stop before their run
/// ends. If every recording lasts to the end of its run, the latest end. The flag of a recording is true if it lasts to
/// the end of its run.
pub fn common_end_s<'t>(recordings: impl Iterator<Item = (&'t Timeline, bool)>) -> f64 {
    let (mut latest_s, mut held_s) = (0.0f64, f64::INFINITY);
    for (own, whole) in recordings {
        let end_s = own.span_s[1];
        latest_s = latest_s.max(end_s);
        if !whole {
            held_s = held_s.min(end_s);
        }
    }
    held_s.min(latest_s)
}

/// Maximum number of marks in a window. If there are more, every second mark is dropped, because some schedulers mark
/// every event, and each mark holds the expected free nodes of every cluster over time.
pub const MOST_MARKS: usize = 200;

/// Maximum number of samples per recorded job. In an overloaded system, there are many arrivals for each start.
const SAMPLES_PER_JOB: usize = 16;

/// Records a window of a run.
#[derive(Clone, Debug)]
pub struct Recorder {
    window: Window,
    nodes: Vec<u32>,
    speeds: Vec<f64>,
    links: Vec<RecordedLink>,
    rows: Vec<NodeRows>,
    groups: Vec<LinkGroup>,
    /// Running jobs by id.
    running: BTreeMap<u64, TimelineJob>,
    done: Vec<TimelineJob>,
    /// Jobs that wait again since a failure of nodes ended their run, and this time \[s\].
    again: BTreeMap<u64, f64>,
    /// Nodes that are out, by the number of their outage.
    out: BTreeMap<u64, Vec<OutNodes>>,
    outs: Vec<OutNodes>,
    link_changes: Vec<(f64, u32, u64)>,
    samples: Vec<Sample>,
    marks: Vec<Mark>,
    /// Number of marks in the window so far, and the fraction that is kept: one mark in `every`.
    marked: u64,
    every: u64,
    requests: Option<&'static Requests>,
    last_s: f64,
    closed: bool,
    overview: Option<OverviewRecorder>,
}

impl Recorder {
    /// A recorder for a run on `platform`.
    pub fn new(platform: &Platform, window: Window) -> Recorder {
        let mut speeds: Vec<f64> = platform.clusters.iter().map(|own| own.speed).collect();
        if speeds.iter().all(|&speed| speed == 1.0) {
            speeds.clear();
        }
        let background = platform.background_bps.iter().copied().chain(std::iter::repeat(0));
        let links = platform.link_capacities_bps().into_iter().zip(background);
        Recorder {
            links: links.map(|(capacity_bps, background_bps)| RecordedLink { capacity_bps, background_bps }).collect(),
            window,
            nodes: platform.clusters.iter().map(|own| own.nodes).collect(),
            speeds,
            rows: platform.clusters.iter().map(|cluster| NodeRows::new(cluster.nodes)).collect(),
            groups: link_groups(platform),
            running: BTreeMap::new(),
            done: Vec::new(),
            again: BTreeMap::new(),
            out: BTreeMap::new(),
            outs: Vec::new(),
            link_changes: Vec::new(),
            samples: Vec::new(),
            marks: Vec::new(),
            marked: 0,
            every: 1,
            requests: None,
            last_s: 0.0,
            closed: false,
            overview: window.overview.then(|| OverviewRecorder::new(platform)),
        }
    }

    /// True if the rest of the run adds nothing to the recording.
    pub fn closed(&self) -> bool {
        self.closed && self.overview.is_none()
    }

    /// The recording of the window, including jobs that still run.
    pub fn finish(self) -> Timeline {
        let mut jobs = self.done;
        jobs.extend(self.running.into_values());
        jobs.sort_by(|a, b| a.start_s.total_cmp(&b.start_s).then(a.id.cmp(&b.id)));
        let mut outs = self.outs;
        outs.extend(self.out.into_values().flatten());
        Timeline {
            span_s: [self.window.from_s.min(self.last_s), self.last_s],
            nodes: self.nodes,
            speeds: self.speeds,
            links: self.links,
            jobs,
            outs,
            link_changes: self.link_changes,
            names: JobNames::default(),
            users: JobNames::default(),
            samples: self.samples,
            marks: self.marks,
            legend: (self.requests).map_or_else(Legend::default, |own| own.legend.clone()),
            overview: self.overview.map(OverviewRecorder::finish),
        }
    }

    /// Records a mark. Of the marks up to the start of the window, only the last one is kept.
    fn keep(&mut self, mark: Mark) {
        if mark.time_s <= self.window.from_s {
            self.marks.clear();
            self.marked = 0;
        }
        if self.marked.is_multiple_of(self.every) {
            self.marks.push(mark);
        }
        self.marked += 1;
        if self.marks.len() > MOST_MARKS {
            self.every *= 2;
            let mut kept = false;
            self.marks.retain(|_| {
                kept = !kept;
                kept
            });
        }
    }
}

/// See [`TimelineJob::drawn`].
fn drawn(job: &Job) -> u32 {
    let mut digest = Digest::EMPTY;
    digest.add_f64(job.arrival_s);
    digest.add(u64::from(job.home) << 32 | u64::from(job.nodes));
    digest.add_f64(job.runtime_s);
    digest.add(u64::from(job.class));
    (digest.value() >> 32) as u32
}

impl Observer for Recorder {
    fn begin(&mut self, scheduler: &mut dyn Scheduler) {
        if let Some(facts) = scheduler.facts() {
            facts.wants_marks = true;
            self.requests = facts.requests;
        }
    }

    fn decided(&mut self, _now_s: f64, _state: &State, scheduler: &mut dyn Scheduler) {
        let Some(facts) = scheduler.facts() else {
            return;
        };
        facts.wants_marks = !self.closed;
        for mark in facts.marks.drain(..) {
            if !self.closed {
                self.keep(mark);
            }
        }
    }

    fn elapsed(&mut self, now_s: f64, waiting: usize, state: &State) {
        self.overview.elapsed(now_s, waiting, state);
        if self.closed {
            return;
        }
        let begin_s = std::mem::replace(&mut self.last_s, now_s);
        if now_s < self.window.from_s || now_s == begin_s {
            return;
        }
        self.samples.push(Sample {
            time_s: begin_s.max(self.window.from_s),
            waiting: waiting as u64,
            busy: state.busy(),
            saturation: (self.groups.iter())
                .map(|group| fullest(state, group.links.clone()))
                .chain(state.resources_in_use().into_iter().flatten())
                .collect(),
        });
        let recorded = self.done.len() + self.running.len();
        self.closed =
            recorded >= self.window.jobs || self.samples.len() >= self.window.jobs.saturating_mul(SAMPLES_PER_JOB);
    }

    fn started(&mut self, running: &Running, state: &State) {
        self.overview.started(running, state);
        if self.closed {
            return;
        }
        let job: &Job = &running.job;
        let pieces = running
            .placement
            .iter()
            .map(|piece| Rows { cluster: piece.cluster, nodes: self.rows[piece.cluster as usize].take(piece.nodes) })
            .collect();
        let failed_s = self.again.remove(&job.id);
        self.running.insert(
            job.id,
            TimelineJob {
                id: job.id,
                home: job.home,
                nodes: job.nodes,
                drawn: drawn(job),
                request: self.requests.map(|own| (own.kind_of)(job) as u32),
                arrival_s: failed_s.unwrap_or(job.arrival_s),
                start_s: running.start_s,
                end_s: running.end_s,
                ended: false,
                failed: false,
                again: failed_s.is_some(),
                penalty: running.penalty(running.end_s),
                pieces,
                demands: running.demands.iter().map(|own| (own.link, own.bps)).collect(),
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
        self.overview.ended(now_s, running);
        self.end(now_s, running, false);
    }

    fn failed(&mut self, now_s: f64, running: &Running, failed: &Failed) {
        self.end(now_s, running, true);
        if failed.requeued && !self.closed {
            self.again.insert(running.job.id, now_s);
        }
    }

    fn link_changed(&mut self, now_s: f64, link: u32, state: &State) {
        if !self.closed {
            self.link_changes.push((now_s, link, state.capacity_bps()[link as usize]));
        }
    }

    fn out(&mut self, now_s: f64, out: &Out, _state: &State) {
        if self.closed {
            return;
        }
        let rows = &mut self.rows[out.cluster as usize];
        let held = self.out.entry(out.id).or_default();
        if out.taken + out.lacking == 0 {
            for mut own in self.out.remove(&out.id).into_iter().flatten() {
                rows.give(&own.rows.nodes);
                own.until_s = now_s;
                if now_s >= self.window.from_s {
                    self.outs.push(own);
                }
            }
            return;
        }
        let nodes = |own: &OutNodes| own.rows.nodes.iter().map(|(first, last)| last - first + 1).sum::<u32>();
        let more = out.taken - held.iter().map(nodes).sum::<u32>();
        if more > 0 {
            held.push(OutNodes {
                kind: out.kind.name().into(),
                rows: Rows { cluster: out.cluster, nodes: rows.take(more) },
                from_s: now_s,
                until_s: out.until_s,
            });
        }
    }
}

impl Recorder {
    /// A run of a job has ended.
    fn end(&mut self, now_s: f64, running: &Running, failed: bool) {
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
            (job.ended, job.failed) = (true, failed);
            self.done.push(job);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::link_groups::tests::platform;
    use crate::platform::{Demand, Piece, Topology};
    use smallvec::smallvec;

    #[test]
    fn recordings_share_the_time_that_all_of_them_hold() {
        let until = |end_s: f64| Timeline { span_s: [0.0, end_s], ..Timeline::default() };
        let (short, long) = (until(10.0), until(25.0));
        let end_s = |short_is_whole, long_is_whole| {
            common_end_s([(&short, short_is_whole), (&long, long_is_whole)].into_iter())
        };
        assert_eq!(end_s(true, true), 25.0, "both have ended");
        assert_eq!(end_s(true, false), 25.0, "one has ended before");
        assert_eq!(end_s(false, true), 10.0, "one is not known further");
        assert_eq!(end_s(false, false), 10.0);
    }

    #[test]
    fn a_sample_has_the_fullest_link_of_each_group() {
        let platform = platform(6, Topology::Tree { clusters_per_site: 3, core_bps: 500 });
        let mut state = State::idle(platform.clone());
        let demand = |link, bps| Demand { link, bps };
        let demands = smallvec![demand(1, 100), demand(5, 800), demand(7, 900)];
        let piece = |cluster, nodes| Piece { cluster, nodes };
        state.claim(&smallvec![piece(0, 3), piece(5, 4)], &demands);
        let window = Window { from_s: 0.0, jobs: 10, overview: false };
        let mut recorder = Recorder::new(&platform, window);
        recorder.elapsed(1.0, 0, &state);
        let sample = &recorder.finish().samples[0];
        assert_eq!(sample.saturation, [0.8, 0.0, 1.8]);
        assert_eq!(sample.busy, 7);
    }

    /// A window of zero jobs is complete immediately. With an overview, the recorder continues to the end of the run.
    #[test]
    fn an_overview_lasts_to_the_end_of_the_run() {
        let platform = platform(1, Topology::Star);
        let state = State::idle(platform.clone());
        for overview in [false, true] {
            let window = Window { from_s: 0.0, jobs: 0, overview };
            let mut recorder = Recorder::new(&platform, window);
            recorder.elapsed(1.0, 0, &state);
            assert_eq!(recorder.closed(), !overview);
        }
    }

    /// Jobs with different run times are different jobs. Two jobs that differ only in communication or estimate count
    /// as one job.
    #[test]
    fn a_job_is_known_by_what_was_drawn_of_it() {
        let job = Job::default();
        let other_demand = Job { bsbw_bps: 1e9, estimate_s: 50.0, ..job };
        let longer = Job { runtime_s: 2.0, ..job };
        let elsewhere = Job { home: 1, ..job };
        assert_eq!(drawn(&job), drawn(&other_demand));
        assert_ne!(drawn(&job), drawn(&longer));
        assert_ne!(drawn(&job), drawn(&elsewhere));
    }

    /// The scheduler sets 300 marks, one per second. The last mark before the window and every second mark in the
    /// window are kept.
    #[test]
    fn marks_of_the_window_are_kept() {
        let window = Window { from_s: 50.0, jobs: 10, overview: false };
        let mut recorder = Recorder::new(&platform(1, Topology::Star), window);
        for second in 0..300u32 {
            recorder.keep(Mark { time_s: f64::from(second), words: String::new(), staircases: Vec::new() });
        }
        let times: Vec<f64> = recorder.marks.iter().map(|mark| mark.time_s).collect();
        assert_eq!((times[0], times.last()), (50.0, Some(&298.0)));
        assert!(times.windows(2).all(|two| two[1] - two[0] == 2.0));
        assert!(times.len() <= MOST_MARKS);
    }
}
