//! Co-allocation: jobs that no single cluster can hold now are spread over several (J5 §4.2 and §5).

use super::local::{local, migrate};
use crate::platform::{Piece, Placement, State};
use crate::scheduler::Policy;
use crate::workload::Job;

/// Of the clusters that `wanted` admits, the one with most free nodes that comes after `last` in the order "most free
/// nodes first, ties by index"; with its free nodes.
#[inline]
fn next_largest(
    state: &State,
    last: Option<(u32, usize)>,
    wanted: impl Fn(usize) -> bool,
) -> Option<(u32, usize)> {
    let mut largest: Option<(u32, usize)> = None;
    for (cluster, &free) in state.free().iter().enumerate() {
        let later = last.is_none_or(|(f, c)| free < f || (free == f && cluster > c));
        if later && free > largest.map_or(0, |(most, _)| most) && wanted(cluster) {
            largest = Some((free, cluster));
        }
    }
    largest
}

/// Fills the clusters that `wanted` admits, most free nodes first, until `nodes` are placed; false, with `placement`
/// as it was, if they have too few. A job spans few clusters, so looking for the next largest beats sorting all.
#[inline]
fn fill_largest_first(
    state: &State,
    nodes: u32,
    wanted: impl Fn(usize) -> bool,
    placement: &mut Placement,
) -> bool {
    let mut missing = nodes;
    let mut last = None;
    while missing > 0 {
        last = next_largest(state, last, &wanted);
        let Some((free, cluster)) = last else {
            placement.clear();
            return false;
        };
        let nodes = free.min(missing);
        placement.push(Piece {
            cluster: cluster as u32,
            nodes,
        });
        missing -= nodes;
    }
    true
}

/// First-fit (J4: BFFF): largest free cluster first, links ignored. Under unlimited links this is the papers' Ideal.
#[derive(Clone, Copy, Debug)]
pub struct FirstFit;

impl Policy for FirstFit {
    fn reach(&self, state: &State, _home: u32) -> u64 {
        state.total_free()
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        local(state, job, placement)
            || migrate(state, job, placement)
            || fill_largest_first(state, job.nodes, |_| true, placement)
    }
}

/// B3, big-small chunk: like First-fit on the clusters whose link is below the threshold, but only if the one with
/// most free nodes can hold at least the share `chunk` of the job.
#[derive(Clone, Copy, Debug)]
pub struct B3 {
    /// Least share of the job on the first cluster, in (0, 1].
    pub chunk: f64,
    /// LSLT: clusters whose link carries this share of its capacity or more are left out.
    pub lslt: f64,
}

impl Policy for B3 {
    fn reach(&self, state: &State, _home: u32) -> u64 {
        // chunk · n ≤ most free; one node more for the rounding of the product.
        let by_chunk = f64::from(state.most_free()) / self.chunk + 1.0;
        state
            .total_free()
            .min(by_chunk as u64)
            .max(u64::from(state.most_free()))
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        if local(state, job, placement) || migrate(state, job, placement) {
            return true;
        }
        let below = |cluster| state.cluster_saturation(cluster) < self.lslt;
        let largest = next_largest(state, None, below).map_or(0, |(free, _)| free);
        f64::from(largest) >= self.chunk * f64::from(job.nodes)
            && fill_largest_first(state, job.nodes, below, placement)
    }
}

#[cfg(test)]
mod tests {
    use super::super::MigrationOnly;
    use super::*;
    use crate::platform::{Cluster, Demand, Platform};
    use smallvec::smallvec;

    fn state(free: &[u32]) -> State {
        let cluster = |&nodes| Cluster {
            nodes,
            capacity_bps: 1_000_000_000,
            speed: 1.0,
        };
        State::idle(Platform::star(free.iter().map(cluster).collect()))
    }

    fn job(home: u32, nodes: u32) -> Job {
        Job {
            home,
            nodes,
            ..Job::default()
        }
    }

    fn placed(policy: &mut dyn Policy, state: &State, job: &Job) -> Option<Vec<(u32, u32)>> {
        let mut placement = Placement::new();
        policy
            .place(state, job, &mut placement)
            .then(|| placement.iter().map(|p| (p.cluster, p.nodes)).collect())
    }

    #[test]
    fn home_first_then_tightest_then_largest() {
        let state = state(&[30, 50, 40, 40]);
        assert_eq!(
            placed(&mut FirstFit, &state, &job(0, 30)),
            Some(vec![(0, 30)])
        );
        assert_eq!(
            placed(&mut FirstFit, &state, &job(0, 31)),
            Some(vec![(2, 31)])
        );
        assert_eq!(placed(&mut MigrationOnly, &state, &job(0, 51)), None);
        assert_eq!(
            placed(&mut FirstFit, &state, &job(0, 100)),
            Some(vec![(1, 50), (2, 40), (3, 10)])
        );
        assert_eq!(placed(&mut FirstFit, &state, &job(0, 161)), None);
    }

    #[test]
    fn b3_wants_a_big_chunk_on_links_below_the_threshold() {
        let mut state = state(&[30, 50, 40, 40]);
        let mut b3 = B3 {
            chunk: 0.85,
            lslt: 1.0,
        };
        // 50 ≥ 0.85 · 58 = 49.3, but not 0.85 · 59 = 50.15.
        assert_eq!(
            placed(&mut b3, &state, &job(0, 58)),
            Some(vec![(1, 50), (2, 8)])
        );
        assert_eq!(placed(&mut b3, &state, &job(0, 59)), None);
        // Cluster 1's link is just full: the largest left has 40 ≥ 0.85 · 47, but not for 51, which migration
        // cannot place either.
        let none: Placement = [Piece {
            cluster: 1,
            nodes: 0,
        }]
        .into_iter()
        .collect();
        state.claim(
            &none,
            &smallvec![Demand {
                link: 1,
                bps: 1_000_000_000
            }],
        );
        assert_eq!(placed(&mut b3, &state, &job(0, 51)), None);
    }
}
