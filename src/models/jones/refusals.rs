//! What the steps local, migrate and co-allocate went by when they declined a job.

use super::fill::{FreeBelow, below};
use crate::platform::State;
use crate::scheduler::refusal::{HeldBack, Links, Refusal};
use crate::workload::Job;

/// Why the job cannot start at home.
pub(super) fn local(state: &State, job: &Job) -> Option<Refusal> {
    let free = state.free()[job.home as usize];
    (job.nodes > free).then_some(Refusal::Local { home: job.home, free })
}

/// Why a single cluster, home or another, cannot take the job; `None` if one can.
pub(super) fn whole(state: &State, job: &Job) -> Option<Vec<Refusal>> {
    Some(vec![local(state, job)?, Refusal::migrate(state, job)?])
}

/// Why neither a single cluster nor `spread` can take the job; nothing if one of them can.
pub(super) fn all_steps(state: &State, job: &Job, spread: impl FnOnce() -> Option<Refusal>) -> Vec<Refusal> {
    let steps = whole(state, job).and_then(|mut steps| {
        steps.push(spread()?);
        Some(steps)
    });
    steps.unwrap_or_default()
}

/// Why the clusters with links below the threshold cannot take the job together.
pub(super) fn spread_below(state: &State, job: &Job, lslt: f64) -> Option<Refusal> {
    let usable = FreeBelow::of(state, lslt).total;
    (u64::from(job.nodes) > usable).then(|| Refusal::CoAllocate { usable, links: left_out(state, lslt) })
}

/// The clusters whose free nodes are of no use because their links are at or over the threshold.
pub(super) fn left_out(state: &State, lslt: f64) -> Links {
    let below = below(state, lslt);
    let left_out = |(cluster, &free): (usize, &u32)| {
        (free > 0 && !below(cluster)).then(|| HeldBack {
            cluster: cluster as u32,
            free,
            usable: 0,
            usable_from: None,
            saturation: state.cluster_saturation(cluster),
            link: state.shared_link(cluster).map(|link| state.platform().link_name(link)),
            would_reach: None,
        })
    };
    Links { lslt: Some(lslt), held_back: state.free().iter().enumerate().filter_map(left_out).collect() }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{job, load, state};
    use super::super::{A1, B1, B3, FirstFit, MigrationOnly, NoShare};
    use crate::models::jones::Objective;
    use crate::platform::State;
    use crate::scheduler::Policy;
    use crate::scheduler::refusal::sentence;
    use crate::workload::Job;

    fn said(policy: &mut dyn Policy, state: &State, job: &Job) -> String {
        sentence(job.nodes, &policy.refusals(state, job))
    }

    const HOME: &str = "needs 60 nodes: home (cluster 1) has 30 free";
    const MOST: &str = "the most on one is 45 (cluster 2)";

    #[test]
    fn of_every_step() {
        let mut state = state(&[30, 45, 45, 20]);
        let small = job(0, 30);
        let job = job(0, 60);
        assert_eq!(said(&mut NoShare, &state, &job), HOME);
        let whole = format!("{HOME}; {MOST}");
        assert_eq!(said(&mut MigrationOnly, &state, &job), whole);
        assert_eq!(MigrationOnly.refusals(&state, &small), []);
        assert_eq!(FirstFit.refusals(&state, &job), []);
        load(&mut state, 1, 1_310_000_000);
        load(&mut state, 2, 800_000_000);
        let mut b1 = B1 { lslt: 0.8 };
        assert_eq!(
            said(&mut b1, &state, &job),
            format!(
                "{whole}; all together give 50 within the threshold of 80 %: cluster 2 gives 0 of 45 (its \
                 link is at 131 %), cluster 3 gives 0 of 45 (its link is at 80 %)"
            )
        );
        // 0.85 · 60 = 51.
        let (chunk, lslt) = (0.85, 1.0);
        assert_eq!(
            said(&mut B3 { chunk, lslt }, &state, &job),
            format!(
                "{whole}; one cluster must hold 51, the most that one gives is 45 within the threshold of 100 %: \
                 cluster 2 gives 0 of 45 (its link is at 131 %)"
            )
        );
        let chunk = 0.75;
        assert_eq!(B3 { chunk, lslt }.refusals(&state, &job), []);
    }

    /// x nodes of 60 ask for 1200 · 4 x (60 − x)/60² = 4 x (60 − x)/3 Mbps of 1000: 17 or 43 (974.7) fit, 18 and 42
    /// (1008) do not.
    #[test]
    fn of_a1() {
        let job = Job { bsbw_bps: 1.2e9, ..job(0, 60) };
        let refused = state(&[30, 42, 20]);
        let mut a1 = A1::new(&refused, 1.0, Objective::First);
        assert_eq!(
            said(&mut a1, &refused, &job),
            format!(
                "{HOME}; the most on one is 42 (cluster 2); all together give 51 within the threshold of \
                 100 %: cluster 1 gives 17 of 30 (with 18 its link would reach 101 %), cluster 2 gives 17 of 42 (with 18 \
                 its link would reach 101 %), cluster 3 gives 17 of 20 (with 18 its link would reach 101 %)"
            )
        );
        // 43 and 17 fit, and would be enough.
        assert_eq!(a1.refusals(&state(&[30, 43, 20]), &job), []);
        // 4 + 45 + 9 do not.
        let refused = state(&[4, 45, 9]);
        assert_eq!(
            said(&mut a1, &refused, &job),
            format!(
                "needs 60 nodes: home (cluster 1) has 4 free; {MOST}; all together give 58 within the threshold \
                 of 100 %: cluster 2 gives 17 of 45 (with 18 its link would reach 101 %, 43 or more are fine)"
            )
        );
    }
}
