//! The metacomputer's jobs (Gehring and Preiß §4): half are submitted to one machine, half to all machines together.
//! Jobs are rigid or moldable, with a speed-up after Downey.
//!
//! Every property has its own random stream: changing one distribution does not change the draws of the others.

use super::job_settings;
use super::working_day::WorkingDay;
use crate::base::maths;
use crate::base::random::Stream;
use crate::platform::{BPS_PER_MBPS, Platform};
use crate::workload::Homes;
use crate::workload::{EstimateLaw, Job, Source};

/// Jobs in order of arrival.
pub struct Requests {
    own: job_settings::Metacomputer,
    /// Nodes of each cluster.
    clusters: Vec<u32>,
    largest_meta: u32,
    estimates: EstimateLaw,
    day: WorkingDay,
    homes: Homes,
    arrivals: Stream,
    kinds: Stream,
    sizes: Stream,
    runtimes: Stream,
    structures: Stream,
    next_id: u64,
}

impl Requests {
    /// The jobs of one replication on the clusters of `platform`, drawn from a seed.
    pub fn new(own: &job_settings::Metacomputer, platform: &Platform, seed: &str, replication: u32) -> Requests {
        let stream = |purpose| Stream::new(seed, replication, purpose, 0);
        let clusters: Vec<u32> = platform.clusters.iter().map(|own| own.nodes).collect();
        let pool = platform.nodes();
        Requests {
            largest_meta: own.largest_meta.unwrap_or(pool).min(pool) as u32,
            estimates: EstimateLaw::of(own.estimates, own.estimate_factor),
            day: WorkingDay::new(own),
            homes: Homes::drawn(clusters.len() as u32, seed, replication),
            clusters,
            arrivals: stream("metacomputer arrivals"),
            kinds: stream("metacomputer kinds"),
            sizes: stream("metacomputer sizes"),
            runtimes: stream("metacomputer run times"),
            structures: stream("metacomputer structures"),
            own: own.clone(),
            next_id: 0,
        }
    }

    /// Eq. 3: a run time \[s\] whose logarithm is uniform.
    fn runtime_s(&mut self) -> f64 {
        let own = &self.own;
        own.shortest_s * maths::pow(own.longest_s / own.shortest_s, self.runtimes.uniform())
    }

    /// A size from 1 to `largest`. With probability p₂ it is a power of two, all powers equally likely; otherwise it is
    /// another number n, with a probability in proportion to ln((n + 1)/n). If every number up to `largest` is a power
    /// of two, it is always a power.
    fn size(&mut self, largest: u32) -> u32 {
        if self.sizes.uniform() < self.own.p2 || largest < 3 {
            return 1 << self.sizes.integer(0, largest.max(1).ilog2());
        }
        loop {
            let nodes = self.sizes.log_integer(3, largest);
            if !nodes.is_power_of_two() {
                return nodes;
            }
        }
    }
}

impl Source for Requests {
    fn next(&mut self) -> Option<Job> {
        if self.next_id == self.own.jobs {
            return None;
        }
        let id = self.next_id;
        self.next_id += 1;
        let local = self.kinds.uniform() < self.own.p_local;
        let moldable = self.kinds.uniform() >= self.own.p_sync;
        let home = self.homes.of_next(0);
        let largest = match local {
            true => self.clusters.get(home as usize).copied().unwrap_or(1),
            false => self.largest_meta,
        };
        let runtime_s = self.runtime_s();
        Some(Job {
            id,
            arrival_s: self.day.next_s(&mut self.arrivals),
            home,
            nodes: self.size(largest),
            runtime_s,
            compute_fraction: 1.0 - self.own.most_communication * self.structures.uniform(),
            bsbw_bps: self.own.bsbw_mbps * BPS_PER_MBPS,
            pattern: self.own.pattern,
            estimate_s: self.estimates.estimate_s(runtime_s, None),
            class: 2 * u16::from(local) + u16::from(moldable),
            parallelism_variance: self.own.most_variance * self.structures.uniform(),
            moldable,
            local,
            ..Job::default()
        })
    }

    fn total(&self) -> Option<u64> {
        Some(self.own.jobs)
    }
}

#[cfg(test)]
mod tests;
