//! The demand of a job on links, computed message by message: the ranks that talk to each other, their clusters, and
//! the links between these clusters.

use metasched::platform::{Platform, Topology};
use metasched::workload::{Job, Pattern};

/// True if ranks u < v of n talk to each other.
fn talk(pattern: Pattern, n: u32, u: u32, v: u32) -> bool {
    match pattern {
        Pattern::AllToAll => true,
        Pattern::Ring => v - u == 1 || (u == 0 && v == n - 1),
        Pattern::Grid => {
            let width = (1..).find(|w| w * w >= n).expect("a root");
            (u % width).abs_diff(v % width) + (u / width).abs_diff(v / width) == 1
        }
        Pattern::Tree => u == (v - 1) / 2,
        Pattern::MasterWorker => u == 0,
    }
}

/// The links that a piece of a co-allocated job may use if it is on this cluster.
pub fn links_of(platform: &Platform, cluster: usize) -> Vec<usize> {
    let clusters = platform.clusters.len();
    match platform.topology {
        Topology::Star => vec![cluster],
        Topology::Tree { clusters_per_site, .. } => vec![cluster, clusters + cluster / clusters_per_site as usize],
        Topology::Mesh => {
            let pairs = (0..clusters).flat_map(|d| (0..d).map(move |c| (c, d)));
            let own = |&(_, (c, d)): &(usize, (usize, usize))| c == cluster || d == cluster;
            pairs.enumerate().filter(own).map(|(link, _)| link).collect()
        }
    }
}

/// The links between two different clusters. In a mesh, this is the one link that joins the clusters; otherwise the
/// links that are on the path of exactly one of the two.
pub fn path(platform: &Platform, a: usize, b: usize) -> Vec<usize> {
    let (own, other) = (links_of(platform, a), links_of(platform, b));
    let both = |link: &usize| own.contains(link) && other.contains(link);
    let mesh = platform.topology == Topology::Mesh;
    let all = own.iter().chain(&other).copied();
    let mut path: Vec<usize> = all.filter(|link| both(link) == mesh).collect();
    path.sort_unstable();
    path.dedup();
    path
}

/// The demand on every link \[bit/s\] of a job with these pieces (cluster, nodes).
pub fn demands(platform: &Platform, job: &Job, pieces: &[(usize, u32)]) -> Vec<u64> {
    let mut in_order = pieces.to_vec();
    in_order.sort_unstable();
    let seats: Vec<usize> =
        in_order.iter().flat_map(|&(cluster, nodes)| std::iter::repeat_n(cluster, nodes as usize)).collect();
    let n = job.nodes;
    let half = n / 2;
    let mut edges = vec![0u64; platform.link_capacities_bps().len()];
    let mut between_halves = 0u64;
    for v in 1..n {
        for u in (0..v).filter(|&u| talk(job.pattern, n, u, v)) {
            between_halves += u64::from(u < half && half <= v);
            let (a, b) = (seats[u as usize], seats[v as usize]);
            if a != b {
                path(platform, a, b).into_iter().for_each(|link| edges[link] += 1);
            }
        }
    }
    let of_edge = match job.pattern {
        // For jobs of odd size, equation 8 also counts n²/4 pairs between the halves.
        Pattern::AllToAll => 4.0 * job.bsbw_bps / (f64::from(n) * f64::from(n)),
        _ => job.bsbw_bps / between_halves as f64,
    };
    edges.iter().map(|&count| (of_edge * count as f64 + 0.5) as u64).collect()
}
