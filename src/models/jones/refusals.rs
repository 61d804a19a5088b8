//! Reasons why the steps local, migrate and co-allocate declined a job, and the loaded links because of which free
//! nodes were not used.

use super::fill::{FreeBelow, below};
use crate::models::refusals::{self, no_cluster};
use crate::platform::State;
use crate::scheduler::refusal::Refusal;
use crate::words::number::{percent, percent_beside};
use crate::workload::Job;
use serde::Serialize;
use serde_json::json;
use std::fmt;

/// Number of clusters with held-back nodes that a sentence names. If there are more, the sentence only gives their
/// number.
const NAMED: usize = 3;

/// Free nodes that a job may not use because of loaded links.
pub(super) struct Links {
    /// The saturation threshold.
    pub lslt: f64,
    /// The clusters that may not give all their free nodes, in the order of their indices.
    pub held_back: Vec<HeldBack>,
}

/// A cluster that may not give all its free nodes.
#[derive(Serialize)]
pub(super) struct HeldBack {
    /// Index of the cluster.
    pub cluster: u32,
    /// Free nodes of the cluster.
    pub free: u32,
    /// The cluster may give any number of nodes up to this one.
    pub usable: u32,
    /// The cluster may also give this number of nodes or more, because then only few nodes of the job are on other
    /// clusters and communicate with this cluster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usable_from: Option<u32>,
    /// Current saturation of the link that keeps free nodes from being used.
    pub saturation: f64,
    /// Name of the link whose saturation is given, if it is not the cluster's own link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// Saturation that the cluster's own link would reach with one node more than `usable`; `None` if the cluster is
    /// excluded because of `saturation`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub would_reach: Option<f64>,
}

/// The refusal if the job cannot start on its home cluster.
pub(super) fn local(state: &State, job: &Job) -> Option<Refusal> {
    let free = state.free()[job.home as usize];
    (job.nodes > free).then(|| refusals::local(job.home, free))
}

/// The refusals if no single cluster, home or another, can hold the job; `None` if a cluster can.
pub(super) fn whole(state: &State, job: &Job) -> Option<Vec<Refusal>> {
    Some(vec![local(state, job)?, no_cluster(state, job)?])
}

/// The refusals if no single cluster can take the job and `spread` gives a refusal too; empty if the job can be placed.
pub(super) fn all_steps(state: &State, job: &Job, spread: impl FnOnce() -> Option<Refusal>) -> Vec<Refusal> {
    let steps = whole(state, job).and_then(|mut steps| {
        steps.push(spread()?);
        Some(steps)
    });
    steps.unwrap_or_default()
}

/// The refusal if the clusters with links below the threshold cannot take the job together.
pub(super) fn spread_below(state: &State, job: &Job, lslt: f64) -> Option<Refusal> {
    let usable = FreeBelow::of(state, lslt).total;
    (u64::from(job.nodes) > usable).then(|| left_out(state, lslt).give(usable))
}

/// The clusters whose free nodes cannot be used because their links are at or over the threshold.
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
    Links { lslt, held_back: state.free().iter().enumerate().filter_map(left_out).collect() }
}

impl Links {
    /// The refusal that all clusters together can give only `usable` nodes, which is too few.
    pub fn give(&self, usable: u64) -> Refusal {
        let sentence = match self.held_back.is_empty() {
            true => format!("all together have {usable}"),
            false => format!("all together give {usable}{self}"),
        };
        self.add_to(Refusal::new("co-allocate", sentence).with("usable", usable))
    }

    /// Adds the numbers of held-back nodes to the refusal.
    pub fn add_to(&self, refusal: Refusal) -> Refusal {
        refusal.with("lslt", self.lslt).with("held_back", json!(self.held_back))
    }

    /// The clusters with the largest numbers of held-back nodes, in the order of their indices.
    fn worst(&self) -> Vec<&HeldBack> {
        let kept = |held: &HeldBack| held.free - held.usable;
        let mut worst: Vec<&HeldBack> = Vec::new();
        for held in &self.held_back {
            worst.push(held);
            if worst.len() > NAMED {
                let least = worst.iter().map(|held| kept(held)).min();
                // If several clusters have the same number, the last ones are dropped.
                let at = worst.iter().rposition(|held| Some(kept(held)) == least);
                at.map(|at| worst.remove(at));
            }
        }
        worst
    }
}

/// Text: " within the threshold of 100 %: cluster 2 gives 0 of 41 (its link is at 131 %)"; empty if nothing is held back.
impl fmt::Display for Links {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.held_back.is_empty() {
            return Ok(());
        }
        let worst = self.worst();
        write!(f, " within the threshold of {}", percent(self.lslt))?;
        for (at, held) in worst.iter().enumerate() {
            let before = if at == 0 { ":" } else { "," };
            let (name, usable, free) = (held.cluster + 1, held.usable, held.free);
            write!(f, "{before} cluster {name} gives {usable} of {free} (")?;
            match held.would_reach {
                None => {
                    let link = held.link.as_deref().unwrap_or("its link");
                    write!(f, "{link} is at {}", percent_beside(held.saturation, self.lslt))?;
                }
                Some(reach) => {
                    let reach = percent_beside(reach, self.lslt);
                    write!(f, "with {} its link would reach {reach}", usable + 1)?;
                }
            }
            if let Some(from) = held.usable_from {
                write!(f, ", {from} or more are fine")?;
            }
            write!(f, ")")?;
        }
        match self.held_back.len() - worst.len() {
            0 => Ok(()),
            1 => write!(f, ", and 1 other gives less than it has free"),
            others => write!(f, ", and {others} others give less than they have free"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{job, load, state};
    use super::super::{A1, B1, B3, FirstFit, MigrationOnly, NoShare};
    use super::*;
    use crate::models::jones::Objective;
    use crate::platform::State;
    use crate::scheduler::Policy;
    use crate::workload::Job;

    fn said(policy: &mut dyn Policy, state: &State, job: &Job) -> String {
        let refusals = policy.refusals(state, job).into_iter();
        refusals.map(|own| own.sentence).collect::<Vec<_>>().join("; ")
    }

    const HOME: &str = "home (cluster 1) has 30 free";
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
        // The least chunk is 0.85 · 60 = 51 nodes.
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

    /// Demand of x nodes of 60: 1200 · 4 x (60 − x)/60² = 4 x (60 − x)/3 Mbps of 1000. So 17 or 43 nodes (974.7 Mbps)
    /// fit, 18 or 42 nodes (1008 Mbps) do not.
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
        // The job can be spread as 43 and 17 nodes, so it is not refused.
        assert_eq!(a1.refusals(&state(&[30, 43, 20]), &job), []);
        // The clusters may give 4 + 45 + 9 = 58 nodes, and the job needs 60.
        let refused = state(&[4, 45, 9]);
        assert_eq!(
            said(&mut a1, &refused, &job),
            format!(
                "home (cluster 1) has 4 free; {MOST}; all together give 58 within the threshold \
                 of 100 %: cluster 2 gives 17 of 45 (with 18 its link would reach 101 %, 43 or more are fine)"
            )
        );
    }

    fn left_out(cluster: u32, free: u32, saturation: f64) -> HeldBack {
        HeldBack { cluster, free, usable: 0, usable_from: None, saturation, link: None, would_reach: None }
    }

    #[test]
    fn links_in_words() {
        let links = Links {
            lslt: 1.0,
            held_back: vec![
                HeldBack { usable: 12, usable_from: Some(38), would_reach: Some(1.0004), ..left_out(1, 41, 0.5) },
                left_out(3, 9, 1.31),
            ],
        };
        assert_eq!(
            links.give(47).sentence,
            "all together give 47 within the threshold of 100 %: cluster 2 gives 12 of 41 (with 13 its link \
             would reach 100.04 %, 38 or more are fine), cluster 4 gives 0 of 9 (its link is at 131 %)"
        );
        let none = Links { lslt: 1.0, held_back: Vec::new() };
        assert_eq!(none.give(47).sentence, "all together have 47");
    }

    #[test]
    fn of_many_clusters_those_that_hold_back_most_are_named() {
        let links = Links {
            lslt: 0.8,
            held_back: (0..).zip([5, 1, 7, 2, 9]).map(|(cluster, free)| left_out(cluster, free, 0.8)).collect(),
        };
        assert_eq!(
            links.to_string(),
            " within the threshold of 80 %: cluster 1 gives 0 of 5 (its link is at 80 %), cluster 3 gives 0 of 7 (its \
             link is at 80 %), cluster 5 gives 0 of 9 (its link is at 80 %), and 2 others give less than they have free"
        );
    }
}
