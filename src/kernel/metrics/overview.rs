//! Overview of a whole run in bounded memory: use, queue and links over time, and the jobs that waited longest or were
//! slowed down most.

use super::link_groups::{LinkGroup, fullest, link_groups};
use crate::engine::{Observer, Running};
use crate::platform::{Platform, State};
use crate::words::JobNames;
use serde::{Deserialize, Serialize};

/// Maximum number of time bins. With more, every two neighbouring bins are merged.
pub const BINS: usize = 4096;
/// With more clusters than this, only the use of all clusters together is recorded.
const MOST_LANES: usize = 64;
/// Number of jobs in the list of the longest waits, and in the list of the largest penalties.
pub const EXTREMES: usize = 100;

/// A job with an extreme wait or penalty.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Extreme {
    /// Number in order of arrival.
    pub id: u64,
    /// Start time \[s\].
    pub start_s: f64,
    /// Wait \[s\] or penalty of the job.
    pub value: f64,
}

/// Overview of a whole run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Overview {
    /// The last instant \[s\].
    pub end_s: f64,
    /// Length of a bin \[s\].
    pub bin_s: f64,
    /// Mean share of nodes in use per bin, for each cluster; with hundreds of clusters, for all clusters together.
    pub busy: Vec<Vec<f64>>,
    /// Mean number of waiting jobs per bin.
    pub waiting: Vec<f64>,
    /// Maximum saturation of any link per bin; empty if no link was ever used.
    pub load: Vec<f64>,
    /// Jobs with the longest waits, longest first; only jobs that waited.
    pub waits: Vec<Extreme>,
    /// Jobs with the largest penalties, worst first; only jobs that were slowed down.
    pub slowed: Vec<Extreme>,
    /// Names of these jobs in the log, if the workload is a log.
    pub names: JobNames,
}

impl Overview {
    /// Busiest time of the run \[s\]: the beginning of the bin with most waiting jobs. If no job ever waits, the
    /// beginning of the bin with the highest use of nodes. `None` if no node is ever used.
    pub fn busiest_s(&self) -> Option<f64> {
        let in_use = |bin: usize| self.busy.iter().filter_map(|lane| lane.get(bin)).sum::<f64>();
        let most = |of: &dyn Fn(usize) -> f64| {
            let bins = (0..self.waiting.len()).filter(|&bin| of(bin) > 0.0);
            // The first of several maxima.
            bins.rev().max_by(|&a, &b| of(a).total_cmp(&of(b)))
        };
        let bin = most(&|bin| self.waiting[bin]).or_else(|| most(&in_use))?;
        Some(bin as f64 * self.bin_s)
    }
}

/// Records an overview.
#[derive(Clone, Debug)]
pub struct OverviewRecorder {
    bin_s: f64,
    last_s: f64,
    /// Nodes of each lane.
    nodes: Vec<f64>,
    /// Used node-seconds per bin, for each cluster or for all clusters together.
    busy: Vec<Vec<f64>>,
    /// Waiting job-seconds per bin.
    waiting: Vec<f64>,
    load: Vec<f64>,
    links: Vec<LinkGroup>,
    waits: Vec<Extreme>,
    slowed: Vec<Extreme>,
}

impl OverviewRecorder {
    /// Creates a recorder for a run on `platform`.
    pub fn new(platform: &Platform) -> OverviewRecorder {
        let each = platform.clusters.iter().map(|own| f64::from(own.nodes));
        let nodes: Vec<f64> = match platform.clusters.len() <= MOST_LANES {
            true => each.collect(),
            false => vec![each.sum()],
        };
        OverviewRecorder {
            bin_s: 1.0,
            last_s: 0.0,
            busy: vec![Vec::new(); nodes.len()],
            nodes,
            waiting: Vec::new(),
            load: Vec::new(),
            links: link_groups(platform),
            waits: Vec::new(),
            slowed: Vec::new(),
        }
    }

    /// The overview.
    pub fn finish(self) -> Overview {
        let bins = self.waiting.len();
        let length = |bin: usize| (self.last_s - bin as f64 * self.bin_s).min(self.bin_s);
        let means = |sums: &[f64], of: f64| -> Vec<f64> {
            let mean = |(bin, sum): (usize, &f64)| sum / (length(bin) * of);
            sums.iter().enumerate().map(mean).collect()
        };
        let lanes = self.busy.iter().zip(&self.nodes);
        Overview {
            end_s: self.last_s,
            bin_s: self.bin_s,
            busy: lanes.map(|(lane, &nodes)| means(lane, nodes)).collect(),
            waiting: means(&self.waiting, 1.0),
            load: match self.load.iter().all(|&load| load == 0.0) {
                true => Vec::new(),
                false => self.load[..bins].to_vec(),
            },
            waits: self.waits,
            slowed: self.slowed,
            names: JobNames::default(),
        }
    }

    /// Extends the bins to `end_s` \[s\]: doubles their length if needed, and adds bins.
    fn reach(&mut self, end_s: f64) {
        while end_s > BINS as f64 * self.bin_s {
            self.bin_s *= 2.0;
            let sums = self.busy.iter_mut().chain([&mut self.waiting]);
            sums.for_each(|own| halve(own, |a, b| a + b));
            halve(&mut self.load, f64::max);
        }
        let bins = ((end_s / self.bin_s).ceil() as usize).clamp(1, BINS);
        let all = self.busy.iter_mut().chain([&mut self.waiting, &mut self.load]);
        all.for_each(|own| own.resize(bins.max(own.len()), 0.0));
    }
}

/// Merges every two entries.
fn halve(list: &mut Vec<f64>, join: fn(f64, f64) -> f64) {
    let pairs = list.chunks(2).map(|pair| pair.iter().copied().reduce(join));
    *list = pairs.map(Option::unwrap_or_default).collect();
}

/// Inserts a job into a list of extremes, if its wait or penalty is among the largest.
fn keep(list: &mut Vec<Extreme>, job: Extreme) {
    let before = |own: &Extreme| own.value > job.value || own.value == job.value && own.id < job.id;
    let place = list.partition_point(before);
    if place < EXTREMES {
        list.truncate(EXTREMES - 1);
        list.insert(place, job);
    }
}

impl Observer for OverviewRecorder {
    fn elapsed(&mut self, now_s: f64, waiting: usize, state: &State) {
        let begin_s = std::mem::replace(&mut self.last_s, now_s);
        if now_s <= begin_s {
            return;
        }
        self.reach(now_s);
        let together = self.nodes.len() != state.free().len();
        let loads = self.links.iter().map(|own| fullest(state, own.links.clone()));
        let load = loads.fold(0.0, f64::max);
        let bins = self.waiting.len();
        let mut bin = ((begin_s / self.bin_s) as usize).min(bins - 1);
        let mut from_s = begin_s;
        loop {
            let to_s = match bin + 1 < bins {
                true => now_s.min((bin + 1) as f64 * self.bin_s),
                false => now_s,
            };
            let time_s = to_s - from_s;
            if time_s > 0.0 {
                self.waiting[bin] += waiting as f64 * time_s;
                self.load[bin] = load.max(self.load[bin]);
                for (lane, sums) in self.busy.iter_mut().enumerate() {
                    let free = match together {
                        true => (state.total_free() + state.total_out()) as f64,
                        false => f64::from(state.free()[lane] + state.out(lane)),
                    };
                    sums[bin] += (self.nodes[lane] - free) * time_s;
                }
            }
            (from_s, bin) = (to_s, bin + 1);
            if from_s >= now_s || bin >= bins {
                return;
            }
        }
    }

    fn started(&mut self, running: &Running, _state: &State) {
        let value = running.start_s - running.job.arrival_s;
        if value > 0.0 {
            keep(&mut self.waits, extreme(running, value));
        }
    }

    fn ended(&mut self, now_s: f64, running: &Running) {
        let value = running.penalty(now_s);
        if value > 1.0 + 1e-9 {
            keep(&mut self.slowed, extreme(running, value));
        }
    }
}

fn extreme(running: &Running, value: f64) -> Extreme {
    Extreme { id: running.job.id, start_s: running.start_s, value }
}

#[cfg(test)]
mod tests {
    /// The bins are 10 s long. The third bin has the most waiting jobs. If no job waits, the second bin is the busiest,
    /// because it is the first bin with the highest use of nodes.
    #[test]
    fn the_busiest_time_by_hand() {
        let overview = |waiting: [f64; 4]| Overview {
            bin_s: 10.0,
            busy: vec![vec![0.1, 0.5, 0.2, 0.5], vec![0.2, 0.4, 0.1, 0.4]],
            waiting: waiting.to_vec(),
            ..Overview::default()
        };
        assert_eq!(overview([0.0, 1.0, 2.5, 1.0]).busiest_s(), Some(20.0));
        assert_eq!(overview([0.0; 4]).busiest_s(), Some(10.0));
        assert_eq!(Overview::default().busiest_s(), None);
    }

    use super::*;
    use crate::metrics::by_hand::run;
    use crate::platform::{Cluster, Demands, Piece, Placement};
    use proptest::prelude::*;

    fn platform(nodes: &[u32]) -> Platform {
        let cluster = |&nodes: &u32| Cluster { nodes, capacity_bps: 1000, speed: 1.0 };
        Platform::star(nodes.iter().map(cluster).collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Slow reference: keeps all intervals, and averages each bin at the end.
        #[test]
        fn bins_are_the_means_of_their_time(stretches in prop::collection::vec((0.0..900.0f64, 0usize..50), 1..60)) {
            let platform = platform(&[10, 30]);
            let state = State::idle(platform.clone());
            let mut recorder = OverviewRecorder::new(&platform);
            let (mut now_s, mut all) = (0.0, Vec::new());
            for (length, waiting) in stretches {
                all.push((now_s, now_s + length, waiting as f64));
                now_s += length;
                recorder.elapsed(now_s, waiting, &state);
            }
            prop_assume!(now_s > 0.0);
            let seen = recorder.finish();
            prop_assert_eq!(seen.end_s, now_s);
            prop_assert!(seen.waiting.len() <= BINS && seen.bin_s * seen.waiting.len() as f64 >= now_s);
            prop_assert_eq!(seen.busy, vec![vec![0.0; seen.waiting.len()]; 2]);
            for (bin, mean) in seen.waiting.iter().enumerate() {
                let (from, to) = (bin as f64 * seen.bin_s, ((bin + 1) as f64 * seen.bin_s).min(now_s));
                let within = |(a, b, waiting): &(f64, f64, f64)| (b.min(to) - a.max(from)).max(0.0) * waiting;
                let wanted = all.iter().map(within).sum::<f64>() / (to - from);
                prop_assert!((mean - wanted).abs() < 1e-6, "{} {} {}", bin, mean, wanted);
            }
        }

        /// Slow reference: sorts all jobs.
        #[test]
        fn the_hundred_that_stand_out_are_kept(values in prop::collection::vec(0u32..60, 0..400)) {
            let jobs = values.iter().enumerate().map(|(id, &value)| Extreme { id: id as u64, start_s: 0.0, value: f64::from(value) });
            let mut kept = Vec::new();
            jobs.clone().for_each(|job| keep(&mut kept, job));
            let mut all: Vec<Extreme> = jobs.collect();
            all.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.id.cmp(&b.id)));
            all.truncate(EXTREMES);
            prop_assert_eq!(kept, all);
        }
    }

    #[test]
    fn hundreds_of_clusters_are_one_lane() {
        let platform = platform(&[4; 100]);
        let state = State::idle(platform.clone());
        let mut recorder = OverviewRecorder::new(&platform);
        recorder.elapsed(10_000.0, 3, &state);
        let seen = recorder.finish();
        assert_eq!((seen.busy.len(), seen.bin_s), (1, 4.0));
        assert!(seen.load.is_empty() && seen.waiting.iter().all(|&jobs| jobs == 3.0));
    }

    /// Four of 10 nodes and 15 of 30 nodes are in use from 0.5 to 0.75 s. There are three bins, of 1, 1 and 0.5 s.
    #[test]
    fn use_and_queue_by_hand() {
        let platform = platform(&[10, 30]);
        let idle = State::idle(platform.clone());
        let mut used = idle.clone();
        let pieces = [(0, 4), (1, 15)].map(|(cluster, nodes)| Piece { cluster, nodes });
        used.claim(&Placement::from_slice(&pieces), &Demands::new());
        let mut recorder = OverviewRecorder::new(&platform);
        recorder.elapsed(0.5, 1, &idle);
        recorder.elapsed(0.75, 2, &used);
        recorder.elapsed(2.5, 0, &idle);
        let seen = recorder.finish();
        assert_eq!((seen.end_s, seen.bin_s), (2.5, 1.0));
        assert_eq!(seen.busy, [[0.1, 0.0, 0.0], [0.125, 0.0, 0.0]]);
        assert_eq!(seen.waiting, [1.0, 0.0, 0.0]);
    }

    #[test]
    fn jobs_that_stand_out_by_hand() {
        let mut run = run(OverviewRecorder::new(&platform(&[10, 10])));
        run.advance(u64::MAX);
        let seen = run.into_observer().finish();
        let of = |id, start_s, value| Extreme { id, start_s, value };
        assert_eq!(seen.waits, [of(1, 150.0, 140.0), of(2, 150.0, 130.0)]);
        assert_eq!(seen.slowed, [of(0, 0.0, 1.5)]);
    }
}
