//! Memory and GPUs of clusters.
//!
//! Nodes of a cluster are equal, and a job has its nodes to itself. So, unless a cluster shares, a job may run where a node has at
//! least what the job asks for per node. In a cluster that *pools*, memory and GPUs belong to the cluster instead: a job takes what it
//! asks for, times its nodes, from what is left of nodes × amount per node, whatever its nodes have themselves.
//!
//! Memory and GPUs in use are further loads of the [state](super::State), behind the loads of the links: so plans, which look
//! for the greatest load until a job ends, know them without a word about them.

use super::{Demand, Demands, Placement};
use crate::words::listed;
use crate::words::number::{plain, several};

/// Megabytes in a gigabyte.
const MB: f64 = 1000.0;
/// Millionths of a GPU in a GPU: in a log of cores, a job may have one GPU on 96 of them.
const MICROGPUS: f64 = 1e6;
/// Most memory of a node \[GB\].
pub const MOST_MEMORY_GB: f64 = 1e6;
/// Most GPUs of a node.
pub const MOST_GPUS: f64 = 4000.0;

/// Memory and GPUs, of a node or asked for per node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amounts {
    /// Memory \[MB\].
    pub memory_mb: u32,
    /// GPUs \[millionths\].
    pub microgpus: u32,
}

impl Amounts {
    /// Nothing.
    pub const NONE: Amounts = Amounts { memory_mb: 0, microgpus: 0 };

    /// So many gigabytes and GPUs, to the nearest unit.
    pub fn of(memory_gb: f64, gpus: f64) -> Amounts {
        Amounts { memory_mb: (memory_gb * MB + 0.5) as u32, microgpus: (gpus * MICROGPUS + 0.5) as u32 }
    }

    /// True if nothing is asked for.
    #[inline]
    pub fn is_none(self) -> bool {
        self == Amounts::NONE
    }

    /// Memory \[GB\].
    pub fn memory_gb(self) -> f64 {
        f64::from(self.memory_mb) / MB
    }

    /// Number of GPUs.
    pub fn gpus(self) -> f64 {
        f64::from(self.microgpus) / MICROGPUS
    }

    /// The amounts that are not 0: "64 GB and 4 GPUs".
    pub fn in_words(self) -> String {
        let memory = (self.memory_mb > 0).then(|| format!("{} GB", plain(self.memory_gb())));
        let gpus = (self.microgpus > 0).then(|| several(&plain(self.gpus()), "GPU"));
        listed(&memory.into_iter().chain(gpus).collect::<Vec<_>>())
    }

    /// Memory and GPUs as loads.
    fn both(self) -> [u64; 2] {
        [self.memory_mb.into(), self.microgpus.into()]
    }
}

/// Memory and GPUs of the clusters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resources {
    /// Amounts of a node of each cluster; an empty list if they do not matter.
    pub per_node: Vec<Amounts>,
    /// True if the amounts of a cluster are one pool.
    pub pooled: bool,
}

impl Resources {
    /// True if memory and GPUs do not matter.
    pub fn is_none(&self) -> bool {
        self.per_node.is_empty()
    }

    /// Amounts of a node of a cluster.
    pub fn of_node(&self, cluster: usize) -> Amounts {
        self.per_node.get(cluster).copied().unwrap_or_default()
    }

    /// Memory and GPUs of all nodes of each cluster. `nodes`: those of each cluster.
    pub(super) fn capacities(&self, nodes: impl Iterator<Item = u32>) -> impl Iterator<Item = u64> {
        self.per_node.iter().zip(nodes).flat_map(|(own, nodes)| own.both().map(|amount| amount * u64::from(nodes)))
    }

    /// Memory and GPUs that a job takes on this placement, as loads from index `first` on.
    pub(super) fn taken(&self, asks: Amounts, placement: &Placement, first: u32) -> Demands {
        let mut taken = Demands::new();
        if self.is_none() || asks.is_none() {
            return taken;
        }
        for piece in placement {
            for (index, amount) in (first + 2 * piece.cluster..).zip(asks.both()) {
                if amount > 0 {
                    taken.push(Demand { link: index, bps: amount * u64::from(piece.nodes) });
                }
            }
        }
        taken
    }

    /// So many of the `free` nodes of a cluster have what a job asks for. `left`: memory and GPUs of the cluster that are not in use.
    pub(super) fn usable(&self, asks: Amounts, cluster: usize, free: u32, left: [u64; 2]) -> u32 {
        if self.pooled {
            let nodes =
                asks.both().into_iter().zip(left).filter(|(asked, _)| *asked > 0).map(|(asked, left)| left / asked);
            return nodes.min().map_or(free, |most| most.min(free.into()) as u32);
        }
        let has = self.of_node(cluster).both();
        let enough = asks.both().into_iter().zip(has).all(|(asked, has)| asked <= has);
        if enough { free } else { 0 }
    }
}
