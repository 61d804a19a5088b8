//! Outages: times in which nodes of a cluster are not available. They are given, or failures are drawn.

use super::Platform;
use crate::base::random::Stream;
use crate::parameter::declare::choices;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, VecDeque};

choices! {
    /// Kind of an outage: its effect on jobs, and whether schedulers know it beforehand.
    OutageKind = Drain, also &[("failure", "fail"), ("reservation", "maintenance")], {
        /// Nothing starts on the nodes; jobs that run there end first.
        Drain = "drain", "Drain";
        /// Jobs that run on the nodes end at once.
        Fail = "fail", "Failure";
        /// As a drain, but known beforehand: no job starts that would, by its estimate, run into it.
        Maintenance = "maintenance", "Maintenance";
    }
}

/// A time in which nodes are not available.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outage {
    /// Beginning \[s\].
    pub at_s: f64,
    /// End \[s\], later than the beginning.
    pub until_s: f64,
    /// Index of the cluster.
    pub cluster: u32,
    /// Number of nodes.
    pub nodes: u32,
    /// Effect on jobs.
    pub kind: OutageKind,
}

/// A change of a link's capacity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkChange {
    /// Time \[s\].
    pub at_s: f64,
    /// Index of the link.
    pub link: u32,
    /// Capacity from this time on \[bit/s\], at least 1.
    pub capacity_bps: u64,
}

/// An outage that has begun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Out {
    /// Number of the outage within the run, from 0.
    pub id: u64,
    /// Effect on jobs.
    pub kind: OutageKind,
    /// Index of the cluster.
    pub cluster: u32,
    /// Nodes that are out now.
    pub taken: u32,
    /// Nodes that will be out as soon as jobs release them.
    pub lacking: u32,
    /// End \[s\].
    pub until_s: f64,
}

/// The law of drawn failures. The times between a repair and the next failure, and the repair times, are exponential.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Failures {
    /// Mean time from a repair to the next failure \[s\].
    pub up_s: f64,
    /// Mean repair time \[s\].
    pub repair_s: f64,
    /// True if every node fails on its own; false if each cluster fails as a whole.
    pub per_node: bool,
}

/// An outage that begins. A drawn failure hits one of `among` nodes; some of these nodes may be out already.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Begun {
    /// The outage.
    pub outage: Outage,
    /// Number of nodes among which the nodes of a failure are drawn; `None`: all nodes that are not out.
    pub among: Option<u32>,
}

/// Drawn failures of one cluster. Lifetimes have no memory, so after each failure and repair, the time to the next
/// failure is drawn anew, with the number of nodes that have not failed.
#[derive(Clone, Debug)]
struct Drawn {
    stream: Stream,
    law: Failures,
    cluster: u32,
    nodes: u32,
    failed: u32,
    next_s: f64,
    /// Ends of repairs \[s\], as bits: positive numbers are in the order of their bits.
    repairs: BinaryHeap<Reverse<u64>>,
}

impl Drawn {
    /// Number of units that fail on their own.
    fn units(&self) -> u32 {
        if self.law.per_node { self.nodes } else { 1 }
    }

    fn draw(&mut self, from_s: f64) {
        let up = self.units() - self.failed;
        self.next_s = match up {
            0 => f64::INFINITY,
            _ => from_s + self.stream.exponential(self.law.up_s / f64::from(up)),
        };
    }

    /// Applies the repairs before the next failure.
    fn settle(&mut self) {
        while let Some(&Reverse(bits)) = self.repairs.peek()
            && f64::from_bits(bits) <= self.next_s
        {
            self.repairs.pop();
            self.failed -= 1;
            self.draw(f64::from_bits(bits));
        }
    }

    fn fail(&mut self) -> Begun {
        let at_s = self.next_s;
        let until_s = (at_s + self.stream.exponential(self.law.repair_s)).max(at_s.next_up());
        let among = self.law.per_node.then(|| self.nodes - self.failed);
        let nodes = if self.law.per_node { 1 } else { self.nodes };
        self.failed += 1;
        self.repairs.push(Reverse(until_s.to_bits()));
        self.draw(at_s);
        self.settle();
        let outage = Outage { at_s, until_s, cluster: self.cluster, nodes, kind: OutageKind::Fail };
        Begun { outage, among }
    }
}

/// The outages of one run, in order of their beginnings, and the random choice of the nodes that fail.
#[derive(Clone, Debug)]
pub struct Outages {
    /// In order of their beginnings.
    listed: Vec<Outage>,
    next: usize,
    drawn: Vec<Drawn>,
    /// The drawn failure that comes first, as an index into `drawn`, and its time \[s\].
    first: (usize, f64),
    /// Decides which nodes fail.
    hits: Stream,
    /// Changes of links, in order of time.
    links: VecDeque<LinkChange>,
}

impl Outages {
    /// The `listed` outages, and failures drawn for every cluster of `platform` in a `replication` of a seed.
    pub fn new(
        platform: &Platform,
        mut listed: Vec<Outage>,
        law: Option<Failures>,
        seed: &str,
        replication: u32,
    ) -> Outages {
        listed.sort_by(|a, b| a.at_s.total_cmp(&b.at_s));
        let clusters = (0..).zip(&platform.clusters).filter(|(_, own)| own.nodes > 0);
        let drawn = law.into_iter().flat_map(|law| {
            clusters.clone().map(move |(cluster, own)| {
                let stream = Stream::new(seed, replication, "failures", cluster as usize);
                let nodes = own.nodes;
                let repairs = BinaryHeap::new();
                let mut drawn = Drawn { stream, law, cluster, nodes, failed: 0, next_s: 0.0, repairs };
                drawn.draw(0.0);
                drawn
            })
        });
        let mut own = Outages {
            listed,
            next: 0,
            drawn: drawn.collect(),
            first: (0, f64::INFINITY),
            hits: Stream::new(seed, replication, "failing nodes", 0),
            links: VecDeque::new(),
        };
        own.seek();
        own
    }

    /// The same outages, and links whose capacities change. Of several changes of a link at one time, the last one counts.
    #[must_use]
    pub fn with_links(self, mut changes: Vec<LinkChange>) -> Outages {
        changes.sort_by(|a, b| a.at_s.total_cmp(&b.at_s));
        Outages { links: changes.into(), ..self }
    }

    /// The next change of a link, if it is due at `now_s` \[s\].
    pub fn pop_link(&mut self, now_s: f64) -> Option<LinkChange> {
        self.links.pop_front_if(|own| own.at_s <= now_s)
    }

    /// The outages that are known before the run, in order of their beginnings.
    pub fn known(&self) -> impl Iterator<Item = &Outage> {
        self.listed.iter().filter(|own| own.kind == OutageKind::Maintenance)
    }

    /// Time of the next outage or change of a link \[s\]; infinite if there is none.
    pub fn next_s(&self) -> f64 {
        self.links.front().map_or(f64::INFINITY, |own| own.at_s).min(self.next_outage_s())
    }

    /// Beginning of the next outage \[s\]; infinite if there is none.
    pub fn next_outage_s(&self) -> f64 {
        let listed_s = self.listed.get(self.next).map_or(f64::INFINITY, |own| own.at_s);
        listed_s.min(self.first.1)
    }

    /// The next outage. Listed outages come before drawn failures of the same time.
    pub fn pop(&mut self) -> Option<Begun> {
        let next_s = self.next_outage_s();
        if let Some(&outage) = self.listed.get(self.next)
            && outage.at_s <= next_s
        {
            self.next += 1;
            return Some(Begun { outage, among: None });
        }
        let begun = self.drawn.get_mut(self.first.0)?.fail();
        self.seek();
        Some(begun)
    }

    fn seek(&mut self) {
        self.first = (0, f64::INFINITY);
        for (at, own) in self.drawn.iter().enumerate() {
            if own.next_s < self.first.1 {
                self.first = (at, own.next_s);
            }
        }
    }

    /// Draws `count` of `up` nodes, numbered from 0, each with the same probability (Floyd's algorithm: Bentley and
    /// Floyd 1987). If the nodes are drawn `among` more nodes than there are, those beyond `up` are out already.
    pub fn hits(&mut self, count: u32, up: u32, among: Option<u32>) -> BTreeSet<u32> {
        let among = among.unwrap_or(up).max(up);
        let mut chosen = BTreeSet::new();
        for last in among - count.min(among)..among {
            let node = self.hits.integer(0, last);
            if !chosen.insert(node) {
                chosen.insert(last);
            }
        }
        chosen.retain(|&node| node < up);
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Cluster;

    fn platform(nodes: &[u32]) -> Platform {
        let cluster = |&nodes: &u32| Cluster { nodes, capacity_bps: 1, speed: 1.0 };
        Platform::star(nodes.iter().map(cluster).collect())
    }

    #[test]
    fn listed_outages_come_in_order_of_time() {
        let outage = |at_s, kind| Outage { at_s, until_s: at_s + 1.0, cluster: 0, nodes: 1, kind };
        let listed = vec![outage(5.0, OutageKind::Fail), outage(2.0, OutageKind::Maintenance)];
        let mut own = Outages::new(&platform(&[4]), listed, None, "1", 0);
        assert_eq!(own.known().count(), 1);
        let mut times = Vec::new();
        while own.next_s() < f64::INFINITY {
            times.push(own.pop().unwrap().outage.at_s);
        }
        assert_eq!(times, [2.0, 5.0]);
        assert_eq!(own.pop(), None);
    }

    /// Nodes are up for 90 s and repaired for 10 s on the mean: each is out for a tenth of the time, and fails once in
    /// 100 s. In 20 000 failures of 5 nodes, both means have a standard error below 1 %.
    #[test]
    fn drawn_failures_have_their_means() {
        let law = Failures { up_s: 90.0, repair_s: 10.0, per_node: true };
        let mut own = Outages::new(&platform(&[5]), Vec::new(), Some(law), "1", 0);
        let (mut out_s, mut last_s) = (0.0, 0.0);
        for _ in 0..20_000 {
            let begun = own.pop().unwrap();
            assert!((1..=5).contains(&begun.among.unwrap()) && begun.outage.nodes == 1);
            assert!(begun.outage.at_s >= last_s && begun.outage.until_s > begun.outage.at_s);
            last_s = begun.outage.at_s;
            out_s += begun.outage.until_s - last_s;
        }
        let share = out_s / (5.0 * last_s);
        assert!((share - 0.1).abs() < 0.003, "{share}");
        let gap_s = last_s / 20_000.0;
        assert!((gap_s - 20.0).abs() < 0.6, "{gap_s}");
    }

    /// Clusters fail as a whole, one independent of the other, and not while they are repaired.
    #[test]
    fn clusters_fail_as_a_whole() {
        let law = Failures { up_s: 50.0, repair_s: 30.0, per_node: false };
        let mut own = Outages::new(&platform(&[5, 7]), Vec::new(), Some(law), "1", 3);
        let mut until_s = [0.0; 2];
        for _ in 0..200 {
            let Begun { outage, among } = own.pop().unwrap();
            let cluster = outage.cluster as usize;
            assert_eq!((outage.nodes, among), ([5, 7][cluster], None));
            assert!(outage.at_s >= until_s[cluster]);
            until_s[cluster] = outage.until_s;
        }
    }

    /// Each of 6 nodes is hit equally often: χ² over 6 bins, 5 degrees of freedom, 20.5 is exceeded with p = 0.001.
    #[test]
    fn every_node_is_hit_equally_often() {
        let mut own = Outages::new(&platform(&[6]), Vec::new(), None, "1", 0);
        let mut counts = [0.0; 6];
        for _ in 0..3000 {
            let hits = own.hits(2, 6, None);
            assert_eq!(hits.len(), 2);
            hits.iter().for_each(|&node| counts[node as usize] += 1.0);
        }
        let chi2: f64 = counts.iter().map(|count| (count - 1000.0) * (count - 1000.0) / 1000.0).sum();
        assert!(chi2 < 20.5, "{counts:?}");
        assert_eq!(own.hits(9, 4, None).len(), 4);
        // Of 10 nodes, 6 are out: most failures of one node hit none of the others.
        let hit = (0..1000).filter(|_| !own.hits(1, 4, Some(10)).is_empty()).count();
        assert!((350..450).contains(&hit), "{hit}");
    }
}
