//! Both levels of a network: every cluster has a network of its own ([`cluster`]), and co-allocated jobs
//! share the links between clusters ([`allotment`](super::allotment)).
//!
//! Each part of a job has a share of the network of its cluster, and a co-allocated job also has a share of its links. All
//! parts communicate with each other, so the slowest of them sets the pace: the share s of the job is the least of these
//! shares.

use super::allotment::{Allotment, Change, present_share};
use super::cluster::{self, ClusterNetworks};
use super::demand;
use crate::platform::{Demands, Placement, Platform, State};
use crate::workload::Job;
use smallvec::SmallVec;

/// Demands of a placed job: on the links between clusters, then on the own network of the cluster of each piece, in order.
pub fn demands(platform: &Platform, job: &Job, placement: &Placement) -> Demands {
    let mut all = demand::demands(platform, job, placement);
    all.extend(cluster::demands(platform, job, placement));
    all
}

/// The shares of a job.
#[derive(Clone, Debug)]
struct Shares {
    /// Share of the links between clusters, and the link that limits it.
    links: (f64, Option<u32>),
    /// For each piece of the job: its cluster, its share of the network of this cluster, and this network if it limits
    /// the share.
    own: SmallVec<[(u32, f64, Option<u32>); 4]>,
    /// The least share at the last update.
    granted: f64,
}

impl Shares {
    /// The least share, and the link that limits it. Of equal shares, the share of the links between clusters comes
    /// first, then the shares of own networks in the order of the pieces.
    fn least(&self) -> (f64, Option<u32>) {
        let own = self.own.iter().map(|&(_, share, limited_by)| (share, limited_by));
        own.fold(self.links, |least, own| if own.0 < least.0 { own } else { least })
    }
}

/// Networks of single clusters, and the links between these clusters.
#[derive(Clone, Debug)]
pub struct Levels {
    links: Allotment,
    own: ClusterNetworks,
    /// The shares of the jobs, by slot.
    jobs: Vec<Shares>,
    /// Buffers: changes of shares of links, and jobs with a changed share.
    changes: Vec<Change>,
    moved: Vec<u32>,
}

impl Levels {
    /// Networks without jobs.
    pub fn new(links: Allotment, own: ClusterNetworks) -> Levels {
        Levels { links, own, jobs: Vec::new(), changes: Vec::new(), moved: Vec::new() }
    }

    /// The jobs on the links between clusters.
    pub(super) fn links(&mut self) -> &mut Allotment {
        &mut self.links
    }

    pub(super) fn join(&mut self, slot: u32, job: &Job, placement: &Placement, demands: &Demands) {
        let (between, own) = demands.split_at(demands.len() - placement.len());
        if placement.len() > 1 {
            self.links.join(slot, &between.into());
        }
        self.own.join(slot, job, placement, own);
        let pieces = placement.iter().map(|piece| (piece.cluster, 1.0, None));
        let shares = Shares { links: (1.0, None), own: pieces.collect(), granted: 1.0 };
        let at = slot as usize;
        if self.jobs.len() <= at {
            self.jobs.resize(at + 1, shares.clone());
        }
        self.jobs[at] = shares;
    }

    pub(super) fn present_share(&self, state: &State, job: &Job, placement: &Placement) -> f64 {
        let links = present_share(state, &demand::demands(state.platform(), job, placement));
        self.own.present_share(state, job, placement).min(links)
    }

    pub(super) fn leave(&mut self, slot: u32, placement: &Placement) {
        if placement.len() > 1 {
            self.links.leave(slot);
        }
        self.own.leave(slot, placement);
    }

    pub(super) fn settle(&mut self, state: &State, changed: &mut Vec<Change>) {
        let Levels { links, own, jobs, changes, moved } = self;
        links.settle(state, changes);
        for change in changes.drain(..) {
            jobs[change.slot as usize].links = (change.granted, change.limited_by);
            moved.push(change.slot);
        }
        own.settle(state, |cluster, change| {
            for piece in jobs[change.slot as usize].own.iter_mut().filter(|piece| piece.0 == cluster) {
                (piece.1, piece.2) = (change.granted, change.limited_by);
            }
            moved.push(change.slot);
        });
        for slot in moved.drain(..) {
            let job = &mut jobs[slot as usize];
            let (granted, limited_by) = job.least();
            if granted != job.granted {
                job.granted = granted;
                changed.push(Change { slot, granted, limited_by });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{Network, Sharing};
    use crate::platform::{Cluster, Piece, Topology, mesh_ends};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// A network, and the state of a platform with it.
    struct Scene {
        network: Network,
        state: State,
        placed: BTreeMap<u32, (Job, Placement, Demands)>,
    }

    impl Scene {
        fn new(platform: Platform, least_share: f64, own_traffic: f64) -> Scene {
            let platform = Platform { own_networks: true, ..platform };
            let links = Allotment::new(Sharing::Proportional, platform.link_capacities_bps().len());
            let own = ClusterNetworks::new(least_share, platform.clusters.len()).counting(own_traffic);
            let network = Network::Levels(Box::new(Levels::new(links, own)));
            Scene { network, state: State::idle(platform), placed: BTreeMap::new() }
        }

        /// Starts a job in a slot.
        fn start(&mut self, slot: u32, job: Job, pieces: &[(u32, u32)]) {
            let placement = pieces.iter().map(|&(cluster, nodes)| Piece { cluster, nodes }).collect();
            let demands = self.network.demands(self.state.platform(), &job, &placement);
            self.state.claim(&placement, &demands);
            self.network.join(slot, &job, &placement, &demands);
            self.placed.insert(slot, (job, placement, demands));
        }

        fn end(&mut self, slot: u32) {
            let (_, placement, demands) = self.placed.remove(&slot).unwrap();
            self.state.release(&placement, &demands);
            self.network.leave(slot, &placement);
        }

        /// Slot, share and limiting link of the changed jobs, by slot.
        fn settle(&mut self) -> Vec<(u32, f64, Option<u32>)> {
            let mut changed = Vec::new();
            self.network.settle(&self.state, &mut changed);
            changed.sort_by_key(|own| own.slot);
            changed.iter().map(|own| (own.slot, (own.granted * 1e9).round() / 1e9, own.limited_by)).collect()
        }
    }

    fn job(nodes: u32, ratio: f64, bsbw_bps: f64) -> Job {
        Job { nodes, compute_fraction: 1.0 - ratio, bsbw_bps, ..Job::default() }
    }

    /// Clusters of 10 and 20 nodes. Every network has the capacity 1000; the background takes 100 of the first link (link 0)
    /// and 200 of the second cluster's own network (link 3). A spreads 5 + 5 nodes, with R = 0.5 and a demand of 900 on both
    /// links. It uses a quarter of the first own network and an eighth of the second; of these 0.75 and 0.675 are left, and
    /// the links are not over-full. B is as large, with R = 0.2: it uses 0.1 and 0.05. Of link 0, 900 are left for demands of
    /// 1800, and so both jobs have the share 0.5. C runs on the second cluster alone, on 8 nodes with R = 1, which is 0.4
    /// of its network: 1 − 0.2 − 0.125 − 0.05 − 0.4 = 0.225 are left for all three jobs. Without B it is 0.275. Without A,
    /// too, it is 0.4.
    #[test]
    fn the_slowest_part_of_a_job_by_hand() {
        let cluster = |nodes| Cluster { nodes, capacity_bps: 1000, speed: 1.0 };
        let star = Platform::star(vec![cluster(10), cluster(20)]);
        let mut scene = Scene::new(Platform { background_bps: vec![100, 0, 0, 200], ..star }, 0.05, 1.0);
        scene.start(0, job(10, 0.5, 900.0), &[(0, 5), (1, 5)]);
        assert_eq!(scene.settle(), [(0, 0.675, Some(3))]);
        scene.start(1, job(10, 0.2, 900.0), &[(0, 5), (1, 5)]);
        assert_eq!(scene.settle(), [(0, 0.5, Some(0)), (1, 0.5, Some(0))]);
        scene.start(2, job(8, 1.0, 0.0), &[(1, 8)]);
        assert_eq!(scene.settle(), [(0, 0.225, Some(3)), (1, 0.225, Some(3)), (2, 0.225, Some(3))]);
        scene.end(1);
        assert_eq!(scene.settle(), [(0, 0.275, Some(3)), (2, 0.275, Some(3))]);
        scene.end(0);
        assert_eq!(scene.settle(), [(2, 0.4, Some(3))]);
        scene.end(2);
        assert_eq!((scene.settle(), scene.state.load_bps()), (vec![], &[100, 0, 0, 200][..]));
    }

    /// The literal reference: all shares from the list of jobs alone.
    fn twin(scene: &Scene, least_share: f64, own_traffic: f64) -> BTreeMap<u32, f64> {
        let platform = scene.state.platform();
        let capacities = platform.link_capacities_bps();
        let between = platform.links_between();
        let background = |link: usize| platform.background_bps.get(link).copied().unwrap_or(0);
        let asked = |demands: &Demands, link: usize| {
            demands.iter().filter(|own| own.link as usize == link).map(|own| own.bps).sum::<u64>()
        };
        // Steps 1 to 5 of J5 on the links that are not own networks.
        let mut shares: BTreeMap<u32, f64> = BTreeMap::new();
        loop {
            let level = |link: usize| {
                let jobs = || scene.placed.iter();
                let used: f64 =
                    jobs().filter_map(|(slot, own)| Some(shares.get(slot)? * asked(&own.2, link) as f64)).sum();
                let open = jobs().filter(|(slot, _)| !shares.contains_key(slot));
                let open: u64 = open.map(|(_, own)| asked(&own.2, link)).sum();
                let left = capacities[link].saturating_sub(background(link)) as f64 - used;
                if open == 0 { f64::INFINITY } else { left.max(0.0) / open as f64 }
            };
            let Some(full) = (0..between).min_by(|&a, &b| level(a).total_cmp(&level(b))) else { break };
            let share = level(full);
            if share >= 1.0 {
                break;
            }
            let open: Vec<u32> =
                scene.placed.iter().filter(|(_, own)| asked(&own.2, full) > 0).map(|own| *own.0).collect();
            for slot in open {
                shares.entry(slot).or_insert(share);
            }
        }
        let network = |cluster: u32, own: &Demands| {
            let link = between + cluster as usize;
            let all: u64 = scene.placed.values().map(|own| asked(&own.2, link)).sum();
            let uncounted = ((1.0 - own_traffic) * asked(own, link) as f64).round() as u64;
            let load = (all + background(link)).saturating_sub(uncounted);
            (1.0 - load as f64 / capacities[link] as f64).max(least_share)
        };
        let least = |(slot, (job, placement, demands)): (&u32, &(Job, Placement, Demands))| {
            let own = placement.iter().map(|piece| network(piece.cluster, demands));
            let own = own.filter(|_| job.compute_fraction < 1.0);
            (*slot, own.fold(shares.get(slot).copied().unwrap_or(1.0), f64::min))
        };
        scene.placed.iter().map(least).collect()
    }

    fn topology() -> impl Strategy<Value = Topology> {
        prop_oneof![
            Just(Topology::Star),
            (1u32..3, 500u64..2000)
                .prop_map(|(clusters_per_site, core_bps)| Topology::Tree { clusters_per_site, core_bps }),
            Just(Topology::Mesh),
        ]
    }

    proptest! {
        /// Jobs start and end in any order, with background on links and own networks. After every change the shares are
        /// those of the reference, no link between clusters carries more than the background leaves, and no job is faster
        /// than on either level.
        #[test]
        fn shares_are_those_of_the_twin(
            topology in topology(),
            capacities in prop::collection::vec(500u64..2000, 2..5),
            background in prop::collection::vec(0u64..400, 14),
            (least_share, own_traffic) in (0.01f64..0.3, prop_oneof![Just(1.0), Just(0.0), 0.0f64..1.0]),
            steps in prop::collection::vec((any::<u32>(), any::<u32>(), 1u32..6, 0u32..6, 0.0f64..1.0, 0.0f64..1500.0), 1..30),
        ) {
            let cluster = |&capacity_bps: &u64| Cluster { nodes: 2000, capacity_bps, speed: 1.0 };
            let clusters: Vec<Cluster> = capacities.iter().map(cluster).collect();
            let count = clusters.len() as u32;
            let mut platform = Platform { topology, ..Platform::star(clusters) };
            platform.background_bps = background[..platform.links_between() + count as usize].to_vec();
            let mut scene = Scene::new(platform, least_share, own_traffic);
            let mut granted: BTreeMap<u32, f64> = BTreeMap::new();
            for (slot, at, one, other, ratio, bsbw_bps) in steps {
                let slot = slot % 8;
                if scene.placed.contains_key(&slot) {
                    scene.end(slot);
                    granted.remove(&slot);
                } else {
                    let (first, second) = (at % count, (at % count + 1) % count);
                    // Ranks, and so pieces, are in the order of clusters.
                    let mut pieces = vec![(first, one * 50), (second, other * 50)];
                    pieces.retain(|own| own.1 > 0);
                    pieces.sort();
                    let nodes = pieces.iter().map(|own| own.1).sum();
                    let ratio = if ratio < 0.1 { 0.0 } else { ratio };
                    scene.start(slot, job(nodes, ratio, bsbw_bps), &pieces);
                    granted.insert(slot, 1.0);
                }
                let mut changed = Vec::new();
                scene.network.settle(&scene.state, &mut changed);
                for change in changed {
                    prop_assert_ne!(granted.insert(change.slot, change.granted), None);
                    prop_assert_eq!(change.limited_by.is_some(), change.granted < 1.0);
                }
                let wanted = twin(&scene, least_share, own_traffic);
                for (slot, share) in &granted {
                    let close = (share - wanted[slot]).abs() <= 1e-9 * wanted[slot];
                    prop_assert!(close, "slot {}: {} instead of {}", slot, share, wanted[slot]);
                }
                let platform = scene.state.platform();
                for link in 0..platform.links_between() {
                    let sent: f64 = scene.placed.iter().flat_map(|(slot, own)| own.2.iter().map(move |own| (slot, own)))
                        .filter(|(_, own)| own.link as usize == link)
                        .map(|(slot, own)| granted[slot] * own.bps as f64).sum();
                    let left = platform.link_capacities_bps()[link] - platform.background_bps[link];
                    prop_assert!(sent <= left as f64 * (1.0 + 1e-9), "link {} carries {} of {}", link, sent, left);
                    if topology == Topology::Mesh {
                        prop_assert!(mesh_ends(link as u32).1 < count);
                    }
                }
            }
        }
    }
}
