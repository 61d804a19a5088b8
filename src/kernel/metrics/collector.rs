//! Measures of one run, from running accumulators.
//!
//! Definitions, per job: turnaround = end − arrival; wait = start − arrival; slowdown = turnaround / T_E; bounded
//! slowdown = max(1, turnaround / max(T_E, τ)) with τ = 10 s by default (Feitelson 2001), each with the time on the
//! nodes instead of T_E if the job is killed, and at least 1 µs; penalty = time on the nodes / dedicated run time.
//! Utilisation = node-seconds used / (nodes × length of the run), from the end of the warm-up to the last end.
//! Loss of capacity = node-seconds that are idle while jobs wait / (nodes × length of the run) (Zhang, Franke, Moreira
//! and Sivasubramaniam 2000, κ).

mod measures;

use super::blocks;
use super::energy::{Energy, Power};
use super::fairness::Starts;
use super::groups::{GroupMeasures, GroupSums};
use super::histogram::Histogram;
use super::job_times::JobTime;
use super::mser::batches_to_cut;
use super::outages::OutageSums;
use super::reservations::Reservations;
use super::resources::ResourceSums;
use super::series::Series;
use super::stability::grows;
use super::submitted::Submissions;
use super::users::UsersSums;
use crate::base::repeated::{self, Repeated};
use crate::engine::{Failed, Observer, Running};
use crate::platform::{Out, Platform, State};
use crate::scheduler::Rejection;
use crate::scheduler::facts::Counters;
use crate::workload::{Dependency, Groups, Job, SLOWDOWN_BOUND_S, bounded_slowdown, slowdown};

pub use measures::{Distribution, Measures};

/// A measure that is averaged over jobs.
#[derive(Clone, Debug, Default)]
struct PerJob {
    sum: f64,
    histogram: Histogram,
}

impl PerJob {
    #[inline(always)]
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.histogram.add(value);
    }

    fn summary(&self, jobs: u64) -> Distribution {
        Distribution {
            mean: if jobs == 0 { 0.0 } else { self.sum / jobs as f64 },
            counts: self.histogram.sparse(),
            largest: self.histogram.largest(),
        }
    }
}

/// Sums since the end of the warm-up.
#[derive(Clone, Debug, Default)]
struct Sums {
    from_s: f64,
    until_s: f64,
    jobs: u64,
    turnaround: PerJob,
    wait: PerJob,
    slowdown: PerJob,
    bounded_slowdown: PerJob,
    co_allocated: u64,
    penalty: f64,
    /// Sum of (time on the nodes / dedicated run time) over the jobs that share a single cluster's network, and the
    /// number of these jobs.
    network_slowdown: f64,
    on_networks: u64,
    reservations: Reservations,
    unfairness: Reservations,
    /// Times for which jobs were held, because they waited for other jobs \[s\].
    held_s: f64,
    /// Sums of each group.
    groups: Vec<GroupSums>,
    users: UsersSums,
    /// Used node-seconds of each cluster.
    node_seconds: Vec<f64>,
    /// Bits sent on each link.
    traffic_bits: Vec<f64>,
    /// Largest demand on each link \[bit/s\].
    most_demand_bps: Vec<u64>,
    /// Time integral of the number of waiting jobs.
    waiting_s: f64,
    /// Node-seconds that were idle while jobs waited.
    lost_node_s: f64,
    outages: OutageSums,
    resources: ResourceSums,
    longest_queue: usize,
}

/// Collects the measures of one run.
#[derive(Clone, Debug)]
pub struct Collector {
    platform: Platform,
    groups: Groups,
    /// Name of each user, `None` if unknown; empty if the jobs have no users.
    users: Vec<Option<String>>,
    /// Power of the nodes of each cluster, if known; empty if no energy is measured.
    power: Vec<Option<Power>>,
    /// True if outages of nodes are measured.
    outages: bool,
    /// Capacity of each link \[bit/s\].
    capacity_bps: Vec<u64>,
    /// Number of jobs that end before the measurement begins.
    warmup_jobs: u64,
    /// τ of the bounded slowdown \[s\].
    slowdown_bound_s: f64,
    ended: u64,
    sums: Sums,
    rejected: u64,
    not_found: u64,
    /// Jobs that waited for others.
    held: u64,
    arrived: u64,
    submissions: Submissions,
    /// Submissions of each group.
    group_submissions: Vec<Submissions>,
    /// Times of each measured job, if recorded.
    job_times: Option<Vec<JobTime>>,
    /// Sums by blocks of jobs, if recorded.
    blocks: Option<blocks::Recorder>,
    /// The start of each job, if recorded.
    starts: Option<Starts>,
    /// Fair starts, if known.
    fair: Option<Starts>,
    last_arrival_s: f64,
    /// Work that has arrived \[node-seconds\].
    offered: f64,
    /// Series of the turnaround times, in order of completion.
    turnarounds: Series,
    /// Queue lengths at arrivals.
    queue: Series,
}

impl Collector {
    /// Measures a run on `platform`: all jobs and each of the `groups`, without the first `warmup_jobs` jobs that end.
    pub fn new(platform: Platform, groups: Groups, warmup_jobs: u64) -> Collector {
        let mut collector = Collector {
            group_submissions: vec![Submissions::default(); groups.names().len()],
            groups,
            users: Vec::new(),
            power: Vec::new(),
            outages: false,
            warmup_jobs,
            slowdown_bound_s: SLOWDOWN_BOUND_S,
            ended: 0,
            sums: Sums::default(),
            rejected: 0,
            not_found: 0,
            held: 0,
            arrived: 0,
            submissions: Submissions::default(),
            job_times: None,
            blocks: None,
            starts: None,
            fair: None,
            last_arrival_s: 0.0,
            offered: 0.0,
            turnarounds: Series::default(),
            queue: Series::default(),
            capacity_bps: platform.link_capacities_bps(),
            platform,
        };
        collector.begin(0.0);
        collector
    }

    /// Records the turnaround of each measured job.
    pub fn keep_jobs(&mut self) {
        self.job_times = Some(Vec::new());
    }

    /// Records sums by blocks of jobs, for the intervals of a single run.
    pub fn keep_blocks(&mut self) {
        self.blocks = Some(blocks::Recorder::new(self.platform.nodes(), 0.0));
    }

    /// Records the start of each job.
    pub fn keep_starts(&mut self) {
        self.starts = Some(Starts::default());
    }

    /// The recorded starts.
    pub fn starts(&self) -> Option<Starts> {
        self.starts.clone()
    }

    /// Measures unfairness: how much later than at these starts jobs start.
    pub fn measure_fairness(&mut self, fair: Option<Starts>) {
        self.fair = fair;
    }

    /// Measures how users are treated. `names` has the name of each user, `None` for unknown users.
    pub fn name_users(&mut self, names: Vec<Option<String>>) {
        self.users = names;
    }

    /// Measures the energy of clusters whose nodes have this power.
    pub fn measure_energy(&mut self, power: Vec<Option<Power>>) {
        self.power = power;
    }

    /// Measures outages of nodes.
    pub fn measure_outages(&mut self) {
        self.outages = true;
    }

    /// Sets τ of the bounded slowdown \[s\].
    pub fn bound_slowdown(&mut self, bound_s: f64) {
        self.slowdown_bound_s = bound_s;
    }

    /// Resets all sums and measures: the measurement begins at `now_s`.
    fn begin(&mut self, now_s: f64) {
        let clusters = self.platform.clusters.len();
        let links = self.capacity_bps.len();
        self.sums = Sums {
            from_s: now_s,
            until_s: now_s,
            groups: vec![GroupSums::default(); self.groups.names().len()],
            node_seconds: vec![0.0; clusters],
            traffic_bits: vec![0.0; links],
            most_demand_bps: vec![0; links],
            outages: self.sums.outages.restart(now_s),
            ..Sums::default()
        };
    }

    fn submissions_of(&mut self, job: &Job) -> Option<&mut Submissions> {
        let group = self.groups.of(job)?;
        self.group_submissions.get_mut(group)
    }

    /// Number of jobs that the method MSER-5 would cut from the start of the run. A second run uses this number as its
    /// warm-up.
    pub fn warmup_by_mser5(&self) -> u64 {
        batches_to_cut(self.turnarounds.means()) as u64 * self.turnarounds.batch()
    }

    /// Offered load: the node-seconds of work that arrive per second, divided by the number of nodes, each weighted by
    /// its speed. A load of 1 is saturation.
    pub fn offered_load(&self) -> f64 {
        let capacity: f64 = self.platform.clusters.iter().map(|cluster| f64::from(cluster.nodes) * cluster.speed).sum();
        if self.last_arrival_s > 0.0 { self.offered / (capacity * self.last_arrival_s) } else { 0.0 }
    }

    /// Measures of the run, which has ended.
    pub fn finish(self) -> Measures {
        let sums = &self.sums;
        let length_s = sums.until_s - sums.from_s;
        let over_time = |amount: f64, capacity: f64| {
            if length_s > 0.0 { amount / (capacity * length_s) } else { 0.0 }
        };
        let clusters = &self.platform.clusters;
        let energy_j = clusters.iter().zip(&sums.node_seconds).zip(&self.power);
        let energy =
            Energy::of(energy_j.map(|((own, &used), power)| Some(power.as_ref()?.energy_j(own.nodes, length_s, used))));
        let sums_until_s = sums.until_s;
        let offered_load = self.offered_load();
        let mut job_times = self.job_times.unwrap_or_default();
        job_times.sort_by_key(|own| own.id);
        // The relative error of the load of a finite run is about 2/√n.
        let surely = 1.0 - 4.0 / (self.arrived as f64).sqrt();
        Measures {
            jobs: sums.jobs,
            rejected_jobs: self.rejected,
            not_found_jobs: self.not_found,
            warmup_jobs: self.warmup_jobs.min(self.ended),
            unstable: offered_load * surely >= 1.0 || grows(self.queue.means(), self.arrived),
            offered_load,
            turnaround_s: sums.turnaround.summary(sums.jobs),
            wait_s: sums.wait.summary(sums.jobs),
            slowdown: sums.slowdown.summary(sums.jobs),
            bounded_slowdown: sums.bounded_slowdown.summary(sums.jobs),
            co_allocated_jobs: sums.co_allocated,
            mean_penalty: if sums.co_allocated == 0 { 1.0 } else { sums.penalty / sums.co_allocated as f64 },
            mean_network_slowdown: (sums.on_networks > 0).then(|| sums.network_slowdown / sums.on_networks as f64),
            reservations: sums.reservations,
            unfairness: self.fair.is_some().then_some(sums.unfairness),
            eligible_wait_s: (self.held > 0).then(|| (sums.wait.sum - sums.held_s) / (sums.jobs as f64).max(1.0)),
            counters: Counters::default(),
            submitted: self.submissions.at(sums.until_s),
            groups: self
                .groups
                .names()
                .iter()
                .zip(&sums.groups)
                .zip(&self.group_submissions)
                .map(|((name, sums), submissions)| GroupMeasures {
                    submitted: submissions.at(sums_until_s),
                    ..sums.measures(name)
                })
                .collect(),
            utilisation: over_time(sums.node_seconds.iter().sum(), self.platform.nodes() as f64),
            cluster_utilisation: clusters
                .iter()
                .zip(&sums.node_seconds)
                .map(|(cluster, &used)| over_time(used, f64::from(cluster.nodes)))
                .collect(),
            link_utilisation: self
                .capacity_bps
                .iter()
                .zip(&sums.traffic_bits)
                .map(|(&capacity, &sent)| over_time(sent, capacity as f64))
                .collect(),
            max_link_saturation: self
                .capacity_bps
                .iter()
                .zip(&sums.most_demand_bps)
                .map(|(&capacity, &most)| most as f64 / capacity as f64)
                .fold(0.0, f64::max),
            loss_of_capacity: over_time(sums.lost_node_s, self.platform.nodes() as f64),
            energy,
            outages: self.outages.then(|| sums.outages.measures(self.platform.nodes(), sums.from_s, sums.until_s)),
            resources: sums.resources.measures(&self.platform, length_s),
            users: sums.users.measures(&self.users),
            mean_queue_length: over_time(sums.waiting_s, 1.0),
            longest_queue: sums.longest_queue as u64,
            makespan_s: sums.until_s,
            blocks: self.blocks.map(blocks::Recorder::finish),
            job_times,
        }
    }
}

impl Observer for Collector {
    #[inline]
    fn elapsed(&mut self, now_s: f64, waiting: usize, state: &State) {
        if let Some(blocks) = &mut self.blocks {
            blocks.elapsed(now_s, waiting, state);
        }
        let elapsed_s = now_s - self.sums.until_s;
        self.sums.waiting_s += waiting as f64 * elapsed_s;
        if waiting > 0 {
            self.sums.lost_node_s += state.total_free() as f64 * elapsed_s;
        }
        self.sums.until_s = now_s;
    }

    /// One call for many rounds gives the same result as a call for every single round, to the last bit.
    fn passed(&mut self, vain: Repeated, waiting: usize, state: &State) {
        for stretch in vain {
            if let Some(blocks) = &mut self.blocks {
                blocks.elapsed(stretch.last, waiting, state);
            }
            let waited_s = waiting as f64 * stretch.step;
            self.sums.waiting_s = repeated::sum(self.sums.waiting_s, waited_s, stretch.count);
            if waiting > 0 {
                let lost_node_s = state.total_free() as f64 * stretch.step;
                self.sums.lost_node_s = repeated::sum(self.sums.lost_node_s, lost_node_s, stretch.count);
            }
            self.sums.until_s = stretch.last;
        }
    }

    #[inline]
    fn arrived(&mut self, job: &Job, waiting: usize) {
        self.arrived += 1;
        self.last_arrival_s = job.arrival_s;
        self.offered += f64::from(job.nodes) * job.runtime_s;
        self.queue.add(waiting as f64);
        self.submissions.arrived(job.arrival_s);
        if let Some(group) = self.submissions_of(job) {
            group.arrived(job.arrival_s);
        }
        self.sums.longest_queue = self.sums.longest_queue.max(waiting);
    }

    fn held(&mut self, _job: &Job, _on: &[Dependency]) {
        self.held += 1;
    }

    fn rejected(&mut self, job: &Job, why: Rejection) {
        self.rejected += 1;
        self.not_found += u64::from(why == Rejection::NotFound);
        self.offered -= f64::from(job.nodes) * job.runtime_s;
        self.submissions.dropped(job.arrival_s);
        if let Some(group) = self.submissions_of(job) {
            group.dropped(job.arrival_s);
        }
    }

    #[inline]
    fn started(&mut self, running: &Running, state: &State) {
        for demand in &running.demands {
            let link = demand.link as usize;
            let most = &mut self.sums.most_demand_bps[link];
            *most = state.load_bps()[link].max(*most);
        }
        if let Some(starts) = &mut self.starts {
            starts.note(running.job.id, running.start_s);
        }
    }

    #[inline]
    fn ended(&mut self, now_s: f64, running: &Running) {
        let job = &running.job;
        let turnaround_s = now_s - job.arrival_s;
        self.turnarounds.add(turnaround_s);
        self.submissions.ended(job.arrival_s, turnaround_s);
        if let Some(group) = self.submissions_of(job) {
            group.ended(job.arrival_s, turnaround_s);
        }
        self.ended += 1;
        if self.ended <= self.warmup_jobs {
            if self.ended == self.warmup_jobs {
                self.begin(now_s);
                if let Some(blocks) = &mut self.blocks {
                    blocks.restart(now_s);
                }
            }
            return;
        }
        let sums = &mut self.sums;
        let wait_s = running.start_s - job.arrival_s;
        sums.jobs += 1;
        sums.turnaround.add(turnaround_s);
        sums.wait.add(wait_s);
        if self.held > 0 {
            sums.held_s += running.held_s;
        }
        let run_s = if running.killed { now_s - running.start_s } else { job.runtime_s };
        let slowdown = slowdown(turnaround_s, run_s);
        sums.slowdown.add(slowdown);
        let bounded = bounded_slowdown(turnaround_s, run_s, self.slowdown_bound_s);
        sums.bounded_slowdown.add(bounded);
        if let Some(blocks) = &mut self.blocks {
            blocks.ended(job.id, turnaround_s, wait_s, slowdown, bounded);
        }
        let group = self.groups.of(job);
        if let Some(times) = &mut self.job_times {
            times.push(JobTime {
                id: job.id,
                arrival_s: job.arrival_s,
                turnaround_s,
                wait_s,
                run_s,
                bounded_slowdown: bounded,
                nodes: job.nodes,
                user: job.user,
                group: group.map(|group| group as u32),
            });
        }
        if let Some(group) = group
            && let Some(group) = sums.groups.get_mut(group)
        {
            group.add(job, turnaround_s, wait_s, bounded);
        }
        if !self.users.is_empty() {
            sums.users.add(job, wait_s, bounded);
        }
        if let Some(promised_s) = running.promised_s {
            sums.reservations += Reservations::of(promised_s, running.start_s);
        }
        if let Some(fair) = &self.fair {
            sums.unfairness += fair.unfairness(job.id, running.start_s);
        }
        // If the job was running when the measurement began, only the later part of its time counts.
        let measured_s = now_s - running.start_s.max(sums.from_s);
        for piece in &running.placement {
            sums.node_seconds[piece.cluster as usize] += f64::from(piece.nodes) * measured_s;
        }
        if !job.asks.is_none() {
            sums.resources.add(running, measured_s);
        }
        if running.co_allocated() {
            sums.co_allocated += 1;
            sums.penalty += running.penalty(now_s);
        } else if !running.demands.is_empty() {
            sums.on_networks += 1;
            sums.network_slowdown += running.penalty(now_s);
        }
        if !running.demands.is_empty() {
            let measured = if running.start_s < sums.from_s { measured_s / (now_s - running.start_s) } else { 1.0 };
            for demand in &running.demands {
                sums.traffic_bits[demand.link as usize] += demand.bps as f64 * running.granted_s * measured;
            }
        }
    }

    fn out(&mut self, now_s: f64, _out: &Out, state: &State) {
        self.sums.outages.out(now_s, state.total_out());
    }

    /// The time on the nodes counts as use, although the work is lost. A lost job does not count as an ended job.
    fn failed(&mut self, now_s: f64, running: &Running, failed: &Failed) {
        if !failed.requeued {
            self.submissions.dropped(running.job.arrival_s);
            if let Some(group) = self.submissions_of(&running.job) {
                group.dropped(running.job.arrival_s);
            }
        }
        let sums = &mut self.sums;
        let measured_s = now_s - running.start_s.max(sums.from_s);
        sums.outages.failed(running, failed, measured_s);
        sums.resources.add(running, measured_s);
        for piece in &running.placement {
            sums.node_seconds[piece.cluster as usize] += f64::from(piece.nodes) * measured_s;
        }
        let ran_s = now_s - running.start_s;
        let measured = if ran_s > 0.0 { measured_s / ran_s } else { 0.0 };
        for demand in &running.demands {
            sums.traffic_bits[demand.link as usize] += demand.bps as f64 * running.granted_s * measured;
        }
    }
}

#[cfg(test)]
mod tests;
