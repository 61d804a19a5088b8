//! The order of Slurm's multifactor priority plugin, after its documentation, "Multifactor Priority Plugin"
//! (slurm.schedmd.com/priority_multifactor.html).
//!
//! The priority of a job is the weighted sum of factors in [0, 1]: its age, its size, and the fair share of its user. The job
//! with the highest priority goes first.
//!
//! * age: the job's waiting time divided by [`max_age_s`](Settings::max_age_s), at most 1;
//! * size: its nodes divided by the nodes of the platform;
//! * fair share: 2^(−U/S), the classic algorithm (`PriorityFlags=NO_FAIR_TREE`) without dampening. U is the user's share
//!   of the total use of nodes, in which past use decays with the [half-life](Settings::half_life_s); S is an equal share
//!   for every user that has submitted a job. A running job counts from its start: Slurm adds what ran to the use at
//!   every `PriorityCalcPeriod` (5 minutes) and at the end of a job; here this period is infinitely short.

mod local_queues;

use super::Model;
use super::order::OrderInfo;
use crate::base::maths::exp2;
use crate::parameter::declare::parameters;
use crate::parameter::{Kind, When};
use crate::scheduler::order::{Moment, Order, Rule};
use crate::workload::Job;

const DAY_S: f64 = 86_400.0;
const READ: &[When] = &[When::policy_reads("queue"), When::ORDER_READS];
const WEIGHT: Kind = Kind::number(0.0, 1e6, 1.0);
const TIME: Kind = Kind::number(1.0, 1e9, 3600.0);

parameters! {
    /// Weights of the factors, and their time scales.
    Settings at "queue." {
        /// Weight of a job's waiting time.
        weight_age: f64 = 1.0, "Weight of age", WEIGHT, when READ;
        /// Weight of a job's share of all nodes.
        weight_size: f64 = 1.0, "Weight of size", WEIGHT, when READ;
        /// Weight of the user's fair share: higher the less the user has run.
        weight_fair_share: f64 = 1.0, "Weight of fair share", WEIGHT, when READ;
        /// The waiting time at which the age factor reaches its maximum.
        max_age_s: f64 = 7.0 * DAY_S, "Greatest age" in "s", TIME, when READ;
        /// The time after which a user's past use counts half, as Slurm's PriorityDecayHalfLife.
        half_life_s: f64 = 7.0 * DAY_S, "Half-life of use" in "s", TIME, when READ;
    }
}

struct Multifactor {
    own: Settings,
    /// Nodes of the platform.
    nodes: f64,
}

impl Rule for Multifactor {
    fn key(&self, job: &Job, at: &Moment<'_>) -> f64 {
        let age = (at.waited_s(job) / self.own.max_age_s).clamp(0.0, 1.0);
        let size = f64::from(job.nodes) / self.nodes;
        let equal_share = 1.0 / f64::from(at.usage.users().max(1));
        let of_share = |share: f64| exp2(-share / equal_share);
        let fair_share = at.usage.once(job.user, at.now_s, of_share);
        -(self.own.weight_age * age + self.own.weight_size * size + self.own.weight_fair_share * fair_share)
    }

    fn varies(&self) -> bool {
        true
    }

    fn half_life_s(&self) -> Option<f64> {
        Some(self.own.half_life_s)
    }
}

/// The order by the multifactor priority.
pub static MULTIFACTOR: OrderInfo = OrderInfo {
    settings: &["weight_age", "weight_size", "weight_fair_share", "max_age_s", "half_life_s"],
    ..OrderInfo::new(
        [
            "multifactor",
            "Multifactor",
            "Highest weighted sum of age, size and fair share of the user first, as in Slurm; it changes while jobs wait.",
        ],
        |given, platform| {
            let clusters = platform.clusters.iter();
            let nodes: u64 = clusters.map(|own| u64::from(own.nodes)).sum();
            Ok(Order::by(Multifactor { own: given.of(), nodes: nodes as f64 }))
        },
    )
};

/// Settings of the order by which the fair share of the user counts most, and age so much that no job waits for ever.
pub const FAIR_SHARE: &[(&str, f64)] = &[("weight_size", 0.0), ("weight_fair_share", 10.0)];

/// The model: a queue order, and a queue for every cluster.
pub const MODEL: Model = Model {
    name: "slurm",
    title: "Slurm: several clusters",
    settings: &[local_queues::Settings::PARAMETERS],
    policies: &[&local_queues::LOCAL_QUEUES],
    order_settings: &[Settings::PARAMETERS],
    orders: &[&MULTIFACTOR],
    ..Model::NEW
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduler::order::Usage;

    /// A quarter of the nodes, half of the greatest age, and a user without use: 0.5 · 2 + 0.25 · 4 + 1 · 3.
    #[test]
    fn priority_by_hand() {
        let rule = Multifactor {
            own: Settings {
                weight_age: 2.0,
                weight_size: 4.0,
                weight_fair_share: 3.0,
                max_age_s: 200.0,
                half_life_s: 1000.0,
            },
            nodes: 64.0,
        };
        let job = |arrival_s, user| Job { arrival_s, nodes: 16, user, ..Job::default() };
        let mut usage = Usage::halved_after(f64::INFINITY);
        fn at(usage: &Usage) -> Moment<'_> {
            Moment { now_s: 1000.0, first_s: 0.0, usage }
        }
        assert_eq!(rule.key(&job(900.0, 1), &at(&usage)), -5.0);
        // The greatest age is 200 s.
        assert_eq!(rule.key(&job(0.0, 1), &at(&usage)), -6.0);
        // Two users. The first user has three quarters of the use, by a job that still runs: 2^(−0.75 / 0.5).
        usage.began(1, 3, 900.0);
        usage.began(2, 2, 900.0);
        usage.ended(2, 2, 950.0);
        let key = rule.key(&job(900.0, 1), &at(&usage));
        assert_eq!(key, -(1.0 + 1.0 + 3.0 * exp2(-1.5)));
        // A third user has submitted a job: 2^(−0.75 · 3).
        usage.meet(3);
        let key = rule.key(&job(900.0, 1), &at(&usage));
        assert_eq!(key, -(1.0 + 1.0 + 3.0 * exp2(-2.25)));
    }
}
