//! Why a job is not started: the numbers that each step of its scheduler went by, and the words for them.
//!
//! A policy that declines a job can say why ([`Policy::refusals`](super::Policy::refusals)); in a run without observers
//! it is not asked. Numbers of clusters are indices; words count them from 1, as the figures do.

use crate::base::number::{counted, fixed, percent, percent_beside};
use crate::platform::State;
use crate::workload::Job;
use serde::Serialize;
use std::fmt;

/// Why one step declined a job.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum Refusal {
    /// The queue's order: another job must start first.
    Turn {
        /// Number of that job.
        behind: u64,
        /// Nodes that it needs.
        nodes: u32,
    },
    /// LA: the home cluster has too few free nodes.
    Local {
        /// Index of the home cluster.
        home: u32,
        /// Its free nodes.
        free: u32,
    },
    /// One cluster, whichever: none has enough free nodes (MIG of J5).
    Migrate {
        /// Index of the cluster with most free nodes, ties by index.
        cluster: u32,
        /// Its free nodes.
        free: u32,
    },
    /// Backfilling: it would be in the way of a job with a reservation.
    Reservation {
        /// Number of that job.
        of: u64,
        /// When that is to start \[s\].
        start_s: f64,
    },
    /// Co-allocation: all clusters together give too few nodes.
    CoAllocate {
        /// The most nodes that they could give to the job.
        usable: u64,
        /// What keeps free nodes from being used.
        #[serde(flatten)]
        links: Links,
    },
    /// Co-allocation on few clusters: those with most free nodes have too few.
    Pieces {
        /// The most clusters that it may use.
        most: usize,
        /// The most nodes that so many have.
        usable: u64,
    },
    /// There are places for it, and none of them is wanted.
    Unwanted {
        /// How many.
        places: usize,
    },
    /// A1: there are nodes enough, but each way to spread the job loads some link beyond the threshold.
    Satisfy {
        /// The saturation threshold.
        lslt: f64,
        /// If not all ways were tried: after so many steps the search for one was given up.
        #[serde(skip_serializing_if = "Option::is_none")]
        steps: Option<u32>,
    },
    /// B3: no cluster can hold the big chunk.
    BigChunk {
        /// The fewest nodes that one cluster must hold.
        least: u32,
        /// The most free nodes of a cluster that may be used, 0 if none may.
        largest: u32,
        /// What keeps free nodes from being used.
        #[serde(flatten)]
        links: Links,
    },
    /// Planned ahead: its time has not come, or who was to end by then has not.
    Planned {
        /// When it is to start \[s\].
        start_s: f64,
    },
    /// It is in the waiting room of the metacomputer.
    WaitingRoom {
        /// Free nodes of all clusters together, where these decide; none in rounds.
        #[serde(skip_serializing_if = "Option::is_none")]
        free: Option<u64>,
        /// When the next round of planning is to be \[s\]; none if that depends on what happens.
        #[serde(skip_serializing_if = "Option::is_none")]
        round_s: Option<f64>,
    },
    /// One of its parts has not come to the head of the queue of its cluster, or finds too few free nodes there.
    Part {
        /// Index of the cluster.
        cluster: u32,
        /// Nodes of the part.
        nodes: u32,
        /// Nodes there that are neither in use nor held.
        free: u32,
        /// Parts before it in the queue.
        ahead: u64,
    },
    /// Its home asks a cluster for admission.
    Asking {
        /// Index of the cluster.
        cluster: u32,
        /// When the answer is there \[s\].
        until_s: f64,
    },
    /// It is being sent to a cluster.
    Transfer {
        /// Index of the cluster.
        cluster: u32,
        /// When it is there \[s\], if no other transfer begins or ends on the way.
        until_s: f64,
    },
    /// It is in the queue of a cluster, whose first job needs more nodes than are idle.
    Queued {
        /// Index of the cluster.
        cluster: u32,
        /// Jobs before it in the queue.
        ahead: u64,
        /// Nodes that the first one lacks.
        missing: u32,
    },
    /// It could start elsewhere, but waits for a cluster that it prefers.
    Awaited {
        /// Index of the cluster.
        cluster: u32,
        /// When it is expected to start there \[s\].
        start_s: f64,
    },
    /// Look-ahead co-allocation: several clusters together could take it, but it does better to wait.
    PutOff {
        /// The lowest score of a start now, and the lower one of waiting; none if others were put off before it, and it
        /// was not looked at.
        #[serde(skip_serializing_if = "Option::is_none")]
        scores: Option<(f64, f64)>,
    },
}

impl Refusal {
    /// Why no cluster can take the job whole; `None` if one can.
    pub fn migrate(state: &State, job: &Job) -> Option<Refusal> {
        let free = state.most_free();
        let cluster = state.free().iter().position(|&own| own == free)?;
        (job.nodes > free).then_some(Refusal::Migrate { cluster: cluster as u32, free })
    }
}

/// Free nodes that a job may not use for the sake of the links.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Links {
    /// The saturation threshold, if the step has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lslt: Option<f64>,
    /// Clusters that may not give all their free nodes, by index.
    pub held_back: Vec<HeldBack>,
}

/// A cluster that may not give all its free nodes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HeldBack {
    /// Its index.
    pub cluster: u32,
    /// Its free nodes.
    pub free: u32,
    /// The most that it may give, counting up from 0.
    pub usable: u32,
    /// It may give this many or more all the same: then few others are left to talk to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usable_from: Option<u32>,
    /// Saturation now of the link that holds it back.
    pub saturation: f64,
    /// What that link is called, if it is not the cluster's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// What that of its own link would be with one node more than `usable`; `None` if it is left out for `saturation`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub would_reach: Option<f64>,
}

impl Refusal {
    /// Whether there may be a place all the same.
    pub fn gave_up(&self) -> bool {
        matches!(self, Refusal::Satisfy { steps: Some(_), .. })
    }
}

/// The refusals of one job in a sentence: "needs 60 nodes: home (cluster 1) has 41 free; the most on one is 55
/// (cluster 3)".
pub fn sentence(nodes: u32, refusals: &[Refusal]) -> String {
    let words: Vec<String> = refusals.iter().map(Refusal::to_string).collect();
    format!("needs {}: {}", counted(nodes.into(), "node"), words.join("; "))
}

/// Clusters with held back nodes that are named; of more, the rest is counted.
const NAMED: usize = 3;

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Turn { behind, nodes } => {
                let nodes = counted((*nodes).into(), "node");
                write!(f, "it is behind job {behind}, which needs {nodes}")
            }
            Refusal::Reservation { of, start_s } => {
                write!(f, "it would delay job {of}, which is to start at {} s", fixed(*start_s, 1))
            }
            Refusal::Local { home, free } => {
                write!(f, "home (cluster {}) has {free} free", home + 1)
            }
            Refusal::Migrate { cluster, free } => {
                write!(f, "the most on one is {free} (cluster {})", cluster + 1)
            }
            Refusal::CoAllocate { usable, links } if links.held_back.is_empty() => {
                write!(f, "all together have {usable}")
            }
            Refusal::CoAllocate { usable, links } => {
                write!(f, "all together give {usable}{links}")
            }
            Refusal::Pieces { most, usable } => {
                write!(f, "{} together have at most {usable}", counted(*most as u64, "cluster"))
            }
            Refusal::Unwanted { places } => {
                write!(f, "none of {} that hold it has a score above −∞", counted(*places as u64, "place"))
            }
            Refusal::Satisfy { lslt, steps } => {
                let threshold = percent(*lslt);
                match steps {
                    None => write!(f, "no way to spread it keeps all links within {threshold}"),
                    Some(steps) => {
                        write!(f, "no way to spread it with all links within {threshold} was found in {steps} steps")
                    }
                }
            }
            Refusal::BigChunk { least, largest, links } => {
                write!(f, "one cluster must hold {least}, the most that one gives is {largest}{links}")
            }
            Refusal::Planned { start_s } => {
                write!(f, "it is planned to start at {} s", fixed(*start_s, 1))
            }
            Refusal::WaitingRoom { free, round_s } => {
                write!(f, "it is in the waiting room")?;
                if let Some(round_s) = round_s {
                    write!(f, " until the round at {} s", fixed(*round_s, 1))?;
                }
                match free {
                    Some(free) => write!(f, "; all together have {free} free"),
                    None => Ok(()),
                }
            }
            Refusal::Part { cluster, nodes, free, ahead } => {
                let nodes = counted((*nodes).into(), "node");
                write!(f, "its part of {nodes} on cluster {} ", cluster + 1)?;
                match ahead {
                    0 => write!(f, "finds {free} free"),
                    _ => write!(f, "has {} before it", counted(*ahead, "part")),
                }
            }
            Refusal::Asking { cluster, until_s } => {
                write!(f, "cluster {} is asked for admission until {} s", cluster + 1, fixed(*until_s, 1))
            }
            Refusal::Transfer { cluster, until_s } => {
                write!(f, "it is sent to cluster {} until {} s", cluster + 1, fixed(*until_s, 1))
            }
            Refusal::Queued { cluster, ahead, missing } => {
                let missing = counted((*missing).into(), "node");
                match ahead {
                    0 => write!(f, "cluster {} lacks {missing}", cluster + 1),
                    _ => write!(
                        f,
                        "on cluster {} it is behind {}, the first of which lacks {missing}",
                        cluster + 1,
                        counted(*ahead, "job")
                    ),
                }
            }
            Refusal::Awaited { cluster, start_s } => write!(
                f,
                "it waits for cluster {}, where it is expected to start at {} s",
                cluster + 1,
                fixed(*start_s, 1)
            ),
            Refusal::PutOff { scores: Some((now, wait)) } => {
                write!(f, "spread over several now it would score {}, if it waits {}", fixed(*now, 2), fixed(*wait, 2))
            }
            Refusal::PutOff { scores: None } => {
                write!(f, "too many others were put off before it was looked at")
            }
        }
    }
}

impl Links {
    /// The clusters that hold back most, by index.
    fn worst(&self) -> Vec<&HeldBack> {
        let kept = |held: &HeldBack| held.free - held.usable;
        let mut worst: Vec<&HeldBack> = Vec::new();
        for held in &self.held_back {
            worst.push(held);
            if worst.len() > NAMED {
                let least = worst.iter().map(|held| kept(held)).min();
                // Of several equal ones the last goes.
                let at = worst.iter().rposition(|held| Some(kept(held)) == least);
                at.map(|at| worst.remove(at));
            }
        }
        worst
    }
}

/// " within the threshold of 100 %: cluster 2 gives 0 of 41 (its link is at 131 %)"; nothing if nothing is held back.
impl fmt::Display for Links {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.held_back.is_empty() {
            return Ok(());
        }
        let worst = self.worst();
        let lslt = self.lslt.unwrap_or(f64::INFINITY);
        let threshold = percent(lslt);
        write!(f, " within the threshold of {threshold}")?;
        for (at, held) in worst.iter().enumerate() {
            let before = if at == 0 { ":" } else { "," };
            let (name, usable, free) = (held.cluster + 1, held.usable, held.free);
            write!(f, "{before} cluster {name} gives {usable} of {free} (")?;
            match held.would_reach {
                None => {
                    let link = held.link.as_deref().unwrap_or("its link");
                    write!(f, "{link} is at {}", percent_beside(held.saturation, lslt))?;
                }
                Some(reach) => {
                    let reach = percent_beside(reach, lslt);
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
