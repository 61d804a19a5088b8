//! B3, big-small chunk (J5 §5).

use super::fill::{FreeBelow, below, fill, largest_first};
use super::local::{local, migrate};
use super::refusals::{all_steps, left_out, spread_below};
use crate::platform::{Placement, State};
use crate::scheduler::Policy;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;

/// B3: like First-fit on the clusters whose link is below the threshold, but only if the cluster with most free nodes can hold at
/// least the share `chunk` of the job.
#[derive(Clone, Copy, Debug)]
pub struct B3 {
    /// Least share of the job on the first cluster, in (0, 1].
    pub chunk: f64,
    /// LSLT: clusters are excluded if their link is loaded to this share of its capacity or more.
    pub lslt: f64,
}

impl Policy for B3 {
    fn reach(&self, state: &State, _home: u32) -> u64 {
        let free = FreeBelow::of(state, self.lslt);
        // The greatest job size n for which chunk · n is at most the number of free nodes on the cluster with most free
        // nodes. By rounding, the quotient may be one too small.
        let by_chunk = f64::from(free.most) / self.chunk;
        let rounded = (by_chunk.floor() + 1.0) * self.chunk <= f64::from(free.most);
        free.total.min(by_chunk as u64 + u64::from(rounded)).max(u64::from(state.most_free()))
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        if local(state, job, placement) || migrate(state, job, placement) {
            return true;
        }
        let mut clusters = largest_first(state, below(state, self.lslt)).peekable();
        let most = clusters.peek().map_or(0, |&first| state.free()[first]);
        f64::from(most) >= self.chunk * f64::from(job.nodes) && fill(state, job.nodes, clusters, placement)
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        all_steps(state, job, || {
            let largest = FreeBelow::of(state, self.lslt).most;
            let least = self.chunk * f64::from(job.nodes);
            if f64::from(largest) >= least {
                return spread_below(state, job, self.lslt);
            }
            let (least, links) = (least.ceil() as u32, left_out(state, self.lslt));
            let sentence = format!("one cluster must hold {least}, the most that one gives is {largest}{links}");
            Some(links.add_to(Refusal::new("big-chunk", sentence).with("least", least).with("largest", largest)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{job, load, placed, state};
    use super::*;

    #[test]
    fn wants_a_big_chunk_on_links_below_the_threshold() {
        let mut state = state(&[30, 50, 40, 40]);
        let mut b3 = B3 { chunk: 0.85, lslt: 1.0 };
        // A job of 58 nodes can start, since 50 ≥ 0.85 · 58 = 49.3. A job of 59 nodes cannot, since 0.85 · 59 = 50.15.
        assert_eq!(placed(&mut b3, &state, &job(0, 58)), Some(vec![(1, 50), (2, 8)]));
        assert_eq!(placed(&mut b3, &state, &job(0, 59)), None);
        // The link of cluster 1 is exactly full. The largest other cluster has 40 nodes, at least 0.85 · 47, but not
        // enough for a job of 51, which cannot migrate either.
        load(&mut state, 1, 1_000_000_000);
        assert_eq!(placed(&mut b3, &state, &job(0, 51)), None);
    }
}
