//! The machine at one moment of a recorded run: clusters as blocks of nodes, links as pipes that fill and redden, jobs that wait at home,
//! move to their nodes and leave.
//!
//! | part | module |
//! | --- | --- |
//! | who waits, who runs, and the load of each link at a time | this module |
//! | positions of clusters and links, and ways between clusters | [`layout`] |
//! | drawing, and the job at a pixel | [`draw`] |
//! | pictures of one or two runs | [`figure`] |

pub mod draw;
pub mod figure;
pub mod layout;

use crate::metrics::timeline::{Sample, Timeline, TimelineJob};
use crate::platform::Topology;
use crate::scenario::{Platform, build};
use crate::words::number;

/// A recorded window of a run as a machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    /// Heading; may be empty.
    pub title: String,
    /// Topology of the links.
    pub topology: Topology,
    /// The recording.
    pub recorded: Timeline,
}

/// The state of the machine at one moment. Jobs are indices into the recording.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Waiting jobs of each home cluster, in order of arrival.
    pub waiting: Vec<Vec<usize>>,
    /// Jobs that wait, but whose start is not recorded; their homes are not known.
    pub more_waiting: u64,
    /// Running jobs, in order of start.
    pub running: Vec<usize>,
    /// Jobs that have ended within the time that a job takes to leave, in order of start.
    pub leaving: Vec<usize>,
    /// Outages at this time, as indices into the recording.
    pub outs: Vec<usize>,
    /// Nodes that are out on each cluster.
    pub out: Vec<u64>,
    /// Nodes in use on each cluster.
    pub busy: Vec<u64>,
    /// Load of each link \[bit/s\], background and jobs; may exceed the capacity.
    pub load_bps: Vec<u64>,
    /// Capacity of each link \[bit/s\].
    pub capacity_bps: Vec<u64>,
}

impl State {
    /// All waiting jobs.
    pub fn all_waiting(&self) -> u64 {
        self.waiting.iter().map(|line| line.len() as u64).sum::<u64>() + self.more_waiting
    }
}

impl Machine {
    /// A recording on the platform of its scenario, without the overview of the whole run.
    pub fn new(title: String, recorded: &Timeline, platform: &Platform) -> Machine {
        let recorded = Timeline { overview: None, marks: Vec::new(), ..recorded.clone() };
        Machine { title, topology: build::platform::of(platform).topology, recorded }
    }

    /// The recorded jobs, in order of start.
    pub fn jobs(&self) -> &[TimelineJob] {
        &self.recorded.jobs
    }

    /// The state at a time. A job runs from its start until just before its end, and then leaves for `leave_s`.
    pub fn state(&self, now_s: f64, leave_s: f64) -> State {
        let clusters = self.recorded.nodes.len();
        let background = self.recorded.links.iter().map(|link| link.background_bps);
        let mut state = State {
            waiting: vec![Vec::new(); clusters],
            busy: vec![0; clusters],
            out: vec![0; clusters],
            load_bps: background.collect(),
            capacity_bps: self.recorded.links.iter().map(|link| link.capacity_bps).collect(),
            ..State::default()
        };
        for (at, job) in self.jobs().iter().enumerate() {
            if now_s < job.start_s {
                if let Some(line) = state.waiting.get_mut(job.home as usize).filter(|_| job.arrival_s <= now_s) {
                    line.push(at);
                }
                continue;
            }
            if now_s >= job.end_s {
                if now_s < job.end_s + leave_s {
                    state.leaving.push(at);
                }
                continue;
            }
            state.running.push(at);
            for piece in &job.pieces {
                if let Some(busy) = state.busy.get_mut(piece.cluster as usize) {
                    *busy += nodes_in(&piece.nodes);
                }
            }
            for (link, bps) in &job.demands {
                if let Some(load) = state.load_bps.get_mut(*link as usize) {
                    *load = load.saturating_add(*bps);
                }
            }
        }
        for (_, link, bps) in self.recorded.link_changes.iter().take_while(|own| own.0 <= now_s) {
            if let Some(capacity) = state.capacity_bps.get_mut(*link as usize) {
                *capacity = *bps;
            }
        }
        for (at, own) in self.recorded.outs.iter().enumerate() {
            if let Some(out) = state.out.get_mut(own.rows.cluster as usize)
                && (own.from_s..own.until_s).contains(&now_s)
            {
                state.outs.push(at);
                *out += nodes_in(&own.rows.nodes);
            }
        }
        // The numbers of jobs are in order of arrival.
        let number = |at: &usize| self.jobs().get(*at).map(|job| job.id);
        state.waiting.iter_mut().for_each(|line| line.sort_by_key(number));
        let known = state.all_waiting();
        state.more_waiting = self.sample(now_s).map_or(0, |sample| sample.waiting.saturating_sub(known));
        state
    }

    /// The recorded sample at a time.
    fn sample(&self, now_s: f64) -> Option<&Sample> {
        let samples = &self.recorded.samples;
        let past = samples.partition_point(|own| own.time_s <= now_s);
        samples.get(past.checked_sub(1)?)
    }

    /// Load of a link as a share of its capacity; 0 for a link without capacity.
    pub fn saturation(&self, state: &State, link: usize) -> f64 {
        match (state.load_bps.get(link), state.capacity_bps.get(link)) {
            (Some(load), Some(capacity @ 1..)) => *load as f64 / *capacity as f64,
            _ => 0.0,
        }
    }

    /// True if a link has less than its full capacity.
    pub fn is_weak(&self, state: &State, link: usize) -> bool {
        let full_bps = self.recorded.links.get(link).map_or(0, |own| own.capacity_bps);
        state.capacity_bps.get(link).is_some_and(|own| *own < full_bps)
    }

    /// Saturation of the fullest link; `None` if no job of the recording loads a link.
    pub fn fullest(&self, state: &State) -> Option<f64> {
        let is_loaded = self.jobs().iter().any(|job| !job.demands.is_empty());
        let links = 0..self.recorded.links.len();
        is_loaded.then(|| links.map(|link| self.saturation(state, link)).fold(0.0, f64::max))
    }

    /// The state in one line: "0:42:10 · 7 jobs wait · 182 of 200 nodes busy · fullest link 131 %".
    pub fn words(&self, now_s: f64, state: &State) -> String {
        let waiting = match state.all_waiting() {
            0 => "no job waits".to_owned(),
            1 => "1 job waits".to_owned(),
            jobs => format!("{} jobs wait", number::count(jobs)),
        };
        let busy: u64 = state.busy.iter().sum();
        let nodes: u64 = self.recorded.nodes.iter().map(|own| u64::from(*own)).sum();
        let clock = number::clock(now_s, true);
        let busy = format!("{} of {} nodes busy", number::count(busy), number::count(nodes));
        let out = match state.out.iter().sum() {
            0 => String::new(),
            out => format!(" · {} out", number::counted(out, "node")),
        };
        let links = self.fullest(state).map(|load| format!(" · fullest link {}", number::percent(load)));
        format!("{clock} · {waiting} · {busy}{out}{}", links.unwrap_or_default())
    }
}

/// Number of nodes in intervals, which include both ends.
fn nodes_in(rows: &[(u32, u32)]) -> u64 {
    rows.iter().map(|(first, last)| (u64::from(*last) + 1).saturating_sub(u64::from(*first))).sum()
}

/// True if the job ran on one cluster only, its home.
fn stays_at_home(job: &TimelineJob) -> bool {
    job.pieces.iter().all(|piece| piece.cluster == job.home)
}

#[cfg(test)]
mod tests;
