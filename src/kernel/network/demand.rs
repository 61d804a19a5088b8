//! Link demands of a placed job: J5 equations 1 and 8 for all-to-all jobs on a star, and their generalization to other
//! patterns and topologies.

use crate::platform::{Demand, Demands, Piece, Placement, Platform, Topology, mesh_link, sort_by_cluster};
use crate::workload::{Job, Pattern};
use smallvec::SmallVec;
use std::ops::Range;

/// Factor of the demand that depends only on the job: 4 · BSBW / n² \[bit/s\].
#[inline]
fn unit_bps(bsbw_bps: f64, nodes: u32) -> f64 {
    let n = f64::from(nodes);
    4.0 * bsbw_bps / (n * n)
}

/// Demand of a piece of the job on its link, in whole bits per second. The piece has `here` of the job's `nodes` nodes.
#[inline]
fn piece_bps(unit_bps: f64, nodes: u32, here: u32) -> u64 {
    let (n, here) = (f64::from(nodes), f64::from(here));
    (unit_bps * (here * (n - here)) + 0.5) as u64
}

/// Demand of one piece of an all-to-all job on its link \[bit/s\], rounded to whole bits per second.
///
/// With PPBW = BSBW · 4(n−1)/n² (eq. 8), equation 1 is BSBW · 4 nᵢ (n − nᵢ)/n²: zero on a single cluster, the whole
/// bisection bandwidth when the job is split in halves.
///
/// `bsbw_bps` is the job's bisection bandwidth, `nodes` its size n, `here` the nodes nᵢ of the piece.
#[inline]
pub fn link_demand_bps(bsbw_bps: f64, nodes: u32, here: u32) -> u64 {
    piece_bps(unit_bps(bsbw_bps, nodes), nodes, here)
}

/// Traffic between the pieces of a job, according to its pattern (see [`pattern`](super::pattern)).
///
/// For every pattern, BSBW is the bandwidth between the ranks [0, ⌊n/2⌋) and all other ranks. So one edge carries BSBW
/// divided by the number of edges between these halves. A link carries the bandwidth of an edge times the number of
/// edges between its two sides. For the pattern "all to all", this is eq. 1: BSBW is divided by n²/4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Traffic {
    pattern: Pattern,
    nodes: u32,
    /// Bandwidth of one edge \[bit/s\].
    edge_bps: f64,
}

impl Traffic {
    /// The traffic of a job.
    #[inline]
    pub fn of(job: &Job) -> Traffic {
        let nodes = job.nodes;
        Traffic {
            pattern: job.pattern,
            nodes,
            edge_bps: match job.pattern {
                Pattern::AllToAll => unit_bps(job.bsbw_bps, nodes),
                other => job.bsbw_bps / other.crossing(nodes, 0..nodes / 2).max(1) as f64,
            },
        }
    }

    /// Traffic between an interval of ranks and all other ranks, in whole bits per second: the demand on the link that
    /// separates the interval from the others.
    #[inline]
    pub fn cut_bps(&self, inside: Range<u32>) -> u64 {
        self.bps(self.pattern.crossing(self.nodes, inside))
    }

    /// Traffic between two intervals of ranks, the first before the second, in whole bits per second: the demand on a
    /// link that connects only these two intervals.
    #[inline]
    pub fn between_bps(&self, first: Range<u32>, second: Range<u32>) -> u64 {
        self.bps(self.pattern.edges_between(self.nodes, first, second))
    }

    /// [`cut_bps`](Traffic::cut_bps) of any piece of `here` nodes, for the patterns "all to all" and "ring", where only
    /// the size of the piece matters.
    #[inline]
    pub fn piece_bps(&self, here: u32) -> Option<u64> {
        match self.pattern {
            Pattern::AllToAll => Some(piece_bps(self.edge_bps, self.nodes, here)),
            Pattern::Ring => Some(self.cut_bps(0..here)),
            Pattern::Grid | Pattern::Tree | Pattern::MasterWorker => None,
        }
    }

    /// The largest size t ≤ n/2 of a piece with a demand of at most `budget_bps`, for patterns where the demand depends
    /// only on the size. For the pattern "all to all", t is the lower root n₁ of J5 eq. 9. The upper root is n₂ = n −
    /// t, because a piece of t nodes and a piece of n − t nodes have equal demands. If t = ⌊n/2⌋, a piece of any size
    /// fits.
    ///
    /// The root allows for the rounding of demands: a rounded demand is at most the budget if the demand before
    /// rounding is below budget + ½. The result is checked with the integers of the engine; if rounding made it wrong,
    /// a binary search follows.
    #[inline]
    pub fn most_nodes_within(&self, budget_bps: u64) -> Option<u32> {
        let half = self.nodes / 2;
        let fits = |here| Some(self.piece_bps(here)? <= budget_bps);
        if self.pattern != Pattern::AllToAll {
            return Some(if fits(1)? { half } else { 0 });
        }
        // Solves t · (n − t) = product, by the numerically stable form of n/2 − √(n²/4 − product).
        let product = (budget_bps as f64 + 0.5) / self.edge_bps;
        let n = f64::from(self.nodes);
        let discriminant = n * n - 4.0 * product;
        let root = if discriminant > 0.0 { half.min((2.0 * product / (n + discriminant.sqrt())) as u32) } else { half };
        if fits(root)? && (root == half || !fits(root + 1)?) {
            return Some(root);
        }
        let (mut fitting, mut beyond) = (0, half + 1);
        while fitting + 1 < beyond {
            let middle = fitting + (beyond - fitting) / 2;
            if fits(middle)? {
                fitting = middle;
            } else {
                beyond = middle;
            }
        }
        Some(fitting)
    }

    #[inline]
    fn bps(&self, edges: u64) -> u64 {
        (self.edge_bps * edges as f64 + 0.5) as u64
    }
}

/// A piece of a placement with its ranks.
struct Part {
    cluster: u32,
    ranks: Range<u32>,
}

/// The pieces with their ranks. Ranks are assigned to clusters in order of cluster index, whatever the order of the
/// pieces.
fn parts(placement: &Placement) -> SmallVec<[Part; 4]> {
    let mut pieces = placement.clone();
    sort_by_cluster(&mut pieces);
    let mut next = 0;
    let part = |piece: &Piece| {
        let first = next;
        next += piece.nodes;
        Part { cluster: piece.cluster, ranks: first..next }
    };
    pieces.iter().map(part).collect()
}

/// Link demands of a placed job; none if it runs on one cluster or does not communicate.
#[inline]
pub fn demands(platform: &Platform, job: &Job, placement: &Placement) -> Demands {
    if placement.len() < 2 || job.bsbw_bps == 0.0 {
        return Demands::new();
    }
    match (platform.topology, job.pattern) {
        (Topology::Star, Pattern::AllToAll) => {
            let unit = unit_bps(job.bsbw_bps, job.nodes);
            let demand = |piece: &Piece| Demand { link: piece.cluster, bps: piece_bps(unit, job.nodes, piece.nodes) };
            placement.iter().map(demand).collect()
        }
        (Topology::Star, _) => cluster_links(Traffic::of(job), &parts(placement)),
        (Topology::Tree { .. }, _) => tree_links(Traffic::of(job), &parts(placement), platform),
        (Topology::Mesh, _) => mesh_links(Traffic::of(job), &parts(placement)),
    }
}

/// On a star, the link of a cluster separates the job's piece on the cluster from all other pieces.
fn cluster_links(traffic: Traffic, parts: &[Part]) -> Demands {
    let demand = |part: &Part| Demand { link: part.cluster, bps: traffic.cut_bps(part.ranks.clone()) };
    parts.iter().map(demand).collect()
}

/// A core link separates the pieces on its site from all other pieces. A job within one site does not use the core
/// link.
fn tree_links(traffic: Traffic, parts: &[Part], platform: &Platform) -> Demands {
    let mut demands = cluster_links(traffic, parts);
    let core = |part: &Part| platform.core_link(part.cluster);
    for site in parts.chunk_by(|a, b| core(a) == core(b)) {
        let ends = site.first().zip(site.last());
        let ranks = ends.map_or(0..0, |(first, last)| first.ranks.start..last.ranks.end);
        let bps = traffic.cut_bps(ranks);
        let link = site.first().and_then(core);
        demands.extend(link.filter(|_| bps > 0).map(|link| Demand { link, bps }));
    }
    demands
}

/// A mesh link carries the traffic between the two pieces at its ends.
fn mesh_links(traffic: Traffic, parts: &[Part]) -> Demands {
    let pairs = (0..parts.len()).flat_map(|b| (0..b).map(move |a| (&parts[a], &parts[b])));
    let demand = |(first, second): (&Part, &Part)| Demand {
        link: mesh_link(first.cluster, second.cluster),
        bps: traffic.between_bps(first.ranks.clone(), second.ranks.clone()),
    };
    pairs.map(demand).filter(|demand| demand.bps > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Cluster;
    use smallvec::smallvec;

    const MBPS: f64 = 1e6;

    /// Six nodes, three on cluster 1 (J5 fig. 5): 9 of the 15 pairs cross the link. PPBW = 100·4·5/36 = 55.56 Mbps, so
    /// the demand is 3 · 55.56 · 9/15 = 100 Mbps: half of the job is on cluster 1.
    #[test]
    fn figure_5_by_hand() {
        assert_eq!(link_demand_bps(100.0 * MBPS, 6, 3), 100_000_000);
        // Two of six: 4·2·4/36 = 0.888…
        assert_eq!(link_demand_bps(100.0 * MBPS, 6, 2), 88_888_889);
        // One of six: 4·1·5/36 = 0.555…
        assert_eq!(link_demand_bps(100.0 * MBPS, 6, 1), 55_555_556);
    }

    #[test]
    fn halves_ask_for_the_bisection_bandwidth_and_whole_jobs_for_nothing() {
        assert_eq!(link_demand_bps(300.0 * MBPS, 50, 25), 300_000_000);
        assert_eq!(link_demand_bps(300.0 * MBPS, 50, 50), 0);
        assert_eq!(link_demand_bps(300.0 * MBPS, 1, 1), 0);
        let whole: Placement = smallvec![Piece { cluster: 3, nodes: 50 }];
        let job = Job { nodes: 50, bsbw_bps: 300.0 * MBPS, ..Job::default() };
        assert!(demands(&Platform::star(Vec::new()), &job, &whole).is_empty());
    }

    /// Counts messages: every ordered pair of nodes exchanges one message (all to all). Equation 1 is the share of
    /// messages that cross a link, times the bandwidth of all nodes.
    #[test]
    fn equals_counted_messages() {
        let pieces = [3u32, 4, 2];
        let n: u32 = pieces.iter().sum();
        let ppbw = 500.0 * MBPS * 4.0 * f64::from(n - 1) / f64::from(n * n);
        for &here in &pieces {
            let mut crossing = 0;
            for _sender in 0..here {
                crossing += n - here;
            }
            let sent = here * (n - 1);
            let by_count = f64::from(here) * ppbw * f64::from(crossing) / f64::from(sent);
            let by_formula = link_demand_bps(500.0 * MBPS, n, here) as f64;
            assert!((by_count - by_formula).abs() <= 0.5 + 1e-6);
        }
    }

    /// Demands of a job by link, for a placement given as pairs (cluster, nodes).
    fn asked(platform: &Platform, pattern: Pattern, pieces: &[(u32, u32)]) -> Vec<(u32, u64)> {
        let job =
            Job { nodes: pieces.iter().map(|&(_, nodes)| nodes).sum(), bsbw_bps: 900.0, pattern, ..Job::default() };
        let piece = |&(cluster, nodes)| Piece { cluster, nodes };
        let demands = demands(platform, &job, &pieces.iter().map(piece).collect());
        let mut asked: Vec<_> = demands.iter().map(|d| (d.link, d.bps)).collect();
        asked.sort_unstable();
        asked
    }

    fn four_clusters(topology: Topology) -> Platform {
        let cluster = Cluster { nodes: 10, capacity_bps: 1000, speed: 1.0 };
        Platform { clusters: vec![cluster; 4], topology, ..Platform::star(Vec::new()) }
    }

    /// Six nodes in pieces of 3, 2 and 1 on clusters 3, 0 and 1: ranks 0–1 on cluster 0, 2 on 1 and 3–5 on 3. The
    /// traffic between the halves 0–2 and 3–5 is BSBW = 900.
    #[test]
    fn links_of_every_topology_by_hand() {
        let pieces = [(3, 3), (0, 2), (1, 1)];
        let star = four_clusters(Topology::Star);
        let tree = four_clusters(Topology::Tree { clusters_per_site: 2, core_bps: 1000 });
        let mesh = four_clusters(Topology::Mesh);
        // All to all, 100 per edge: the cluster links carry 2·4, 1·5 and 3·3 edges. In a tree, the two sites are the
        // two halves of the job.
        let all = Pattern::AllToAll;
        assert_eq!(asked(&star, all, &pieces), [(0, 800), (1, 500), (3, 900)]);
        assert_eq!(asked(&tree, all, &pieces), [(0, 800), (1, 500), (3, 900), (4, 900), (5, 900)]);
        // In a mesh: link 0 joins clusters 0 and 1, link 3 joins 0 and 3, link 4 joins 1 and 3. These three links carry
        // 2·1, 2·3 and 1·3 edges.
        assert_eq!(asked(&mesh, all, &pieces), [(0, 200), (3, 600), (4, 300)]);
        // Ring, 450 per edge: the edges 2–3 and 5–0 join the two halves of the job, and every piece has two edges to
        // other pieces.
        let ring = Pattern::Ring;
        assert_eq!(asked(&star, ring, &pieces), [(0, 900), (1, 900), (3, 900)]);
        assert_eq!(asked(&mesh, ring, &pieces), [(0, 450), (3, 450), (4, 450)]);
        // Two rows of three, 300 per edge: edges 0–3, 1–4 and 2–5 join the halves. Edges 0–3, 1–4 and 1–2 leave cluster
        // 0; edges 1–2 and 2–5 leave cluster 1.
        let grid = Pattern::Grid;
        assert_eq!(asked(&star, grid, &pieces), [(0, 900), (1, 600), (3, 900)]);
        assert_eq!(asked(&mesh, grid, &pieces), [(0, 300), (3, 600), (4, 300)]);
        // The tree has the edges 0–1, 0–2, 1–3, 1–4 and 2–5. The last three edges join the halves of the job, with 300
        // each.
        let binary = Pattern::Tree;
        assert_eq!(asked(&star, binary, &pieces), [(0, 900), (1, 600), (3, 900)]);
        assert_eq!(asked(&mesh, binary, &pieces), [(0, 300), (3, 600), (4, 300)]);
        // Rank 0 has five edges, three of them to the other half, with 300 each. Clusters 1 and 3 do not communicate
        // with each other.
        let master = Pattern::MasterWorker;
        assert_eq!(asked(&star, master, &pieces), [(0, 1200), (1, 300), (3, 900)]);
        assert_eq!(asked(&mesh, master, &pieces), [(0, 300), (3, 900)]);
    }

    #[test]
    fn a_job_within_a_site_leaves_the_core_alone() {
        let tree = four_clusters(Topology::Tree { clusters_per_site: 2, core_bps: 1000 });
        let within = asked(&tree, Pattern::Ring, &[(2, 3), (3, 3)]);
        assert_eq!(within, [(2, 900), (3, 900)]);
    }

    #[test]
    fn halves_ask_for_the_bisection_bandwidth_whatever_the_pattern() {
        for &pattern in Pattern::ALL {
            for half in [1, 5, 32, 500] {
                let job = Job { nodes: 2 * half, bsbw_bps: 123_456_789.0, pattern, ..Job::default() };
                let traffic = Traffic::of(&job);
                assert_eq!(traffic.cut_bps(0..half), 123_456_789, "{pattern} {half}");
                let between = traffic.between_bps(0..half, half..2 * half);
                assert_eq!(between, 123_456_789, "{pattern} {half}");
                for here in 1..2 * half {
                    let cut = traffic.cut_bps(1..1 + here);
                    let of_size = traffic.piece_bps(here);
                    assert!(of_size.is_none_or(|bps| bps == cut), "{pattern} {half}");
                }
            }
        }
    }
}
