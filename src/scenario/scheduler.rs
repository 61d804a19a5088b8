//! The schedulers to compare: queue order and placement.

use crate::scenario::fuzzy;
use crate::scenario::language::declare::{choices, parameters};
use crate::scenario::language::fields::Json;
use crate::scenario::language::parameter::{Kind, When};
use crate::scenario::network::{PENALTY, Sharing};
use crate::scenario::policy::Policy;
use serde_json::Value;

choices! {
    /// In which order waiting jobs are tried.
    Queue = Fpfs, later &[], {
        /// First come, first served: the job at the head blocks all others.
        Fcfs = "fcfs", "FCFS";
        /// Fit processors, first served: from head to tail, every job that fits now starts.
        Fpfs = "fpfs", "FPFS";
        /// EASY backfilling: by the estimates, later jobs fill gaps if they do not delay the first job that waits.
        Easy = "easy", "EASY";
        /// Conservative backfilling: by the estimates, later jobs fill gaps if they delay no job before them.
        Conservative = "conservative", "Conservative";
        /// Shortest job first: the job with the shortest estimate blocks all others.
        Sjf = "sjf", "SJF";
        /// Narrowest job first: the job that needs fewest nodes blocks all others.
        Njf = "njf", "NJF";
    }
}

impl Queue {
    /// Whether it goes by the estimates of run times.
    pub fn reads_estimates(self) -> bool {
        matches!(self, Queue::Easy | Queue::Conservative | Queue::Sjf)
    }
}

/// How many jobs have reservations at a time: the range of it.
pub(super) const RESERVATIONS: Kind = Kind::integer(1, 1000, 10);

choices! {
    /// What a metacomputer knows of its machines, and when it may plan.
    Control = Full, later &[], {
        /// All requests are the metacomputer's, which plans whenever something happens.
        Full = "full", "Full";
        /// Local requests go to their machines, whose plans the metacomputer reads whenever something happens; as good as the estimates are.
        Limited = "limited", "Limited";
        /// Local requests go to their machines; the metacomputer plans in rounds, some time after the requests of the last one have ended.
        IhsFixed = "ihs-fixed", "IHS, fixed interval";
        /// Local requests go to their machines; the metacomputer plans in rounds, when enough demand has waited for long enough.
        IhsDemand = "ihs-demand", "IHS, by demand";
        /// The metacomputer hands its requests to the machines' queues and knows nothing of what is in them; FCFS only.
        No = "no", "None";
    }
}

choices! {
    /// Which of several solutions A1 takes.
    Objective = First, later &[], {
        /// The first one: clusters by index, on each the most nodes first.
        First = "first", "First";
        /// The one that asks least of all links together.
        LeastDemand = "least-demand", "Least demand";
    }
}

choices! {
    /// Which cluster a job gets in TLA's simulation.
    SimulationPolicy = FastestFirst, later &[], {
        /// The fastest of those with room.
        FastestFirst = "fastest-first", "Fastest-first (FF)";
        /// The one that has fewest nodes left over.
        BestFit = "best-fit", "Best-fit (BF)";
        /// The one that has most nodes left over.
        WorstFit = "worst-fit", "Worst-fit (WF)";
        /// Any of those with room, with equal chances.
        RandomFit = "random-fit", "Random-fit (RF)";
    }
}

choices! {
    /// To which places on several clusters a look ahead may spread a job.
    Spreads = Careful, later &[], {
        /// Those of B3 and A1.
        Careful = "careful", "B3, A1";
        /// Also those of First-fit, B1 and B2, which may load links beyond the threshold.
        All = "all", "All";
    }
}

choices! {
    /// In which order jobs start in the simulation of a look ahead with co-allocation.
    SimulationOrder = Queue, later &[], {
        /// As the queue has it: they may pass each other unless the queue is FCFS, SJF or NJF.
        Queue = "queue", "As the queue";
        /// One after the other, as TLA has it.
        Strict = "strict", "Strict";
    }
}

choices! {
    /// What TLA makes as low as it can, of all jobs that wait.
    Score = Turnaround, later &[], {
        /// The mean turnaround.
        Turnaround = "turnaround", "Turnaround";
        /// The mean wait.
        Wait = "wait", "Wait";
        /// The mean bounded slowdown, of a bound of 10 s.
        BoundedSlowdown = "bounded-slowdown", "Bounded slowdown";
        /// How unequal the bounded slowdowns are: their coefficient of variation.
        Fairness = "fairness", "Fairness";
    }
}

/// A setting matters under the policies that list it.
const READ: &[When] = &[When::READ];
const IHS_FIXED: &[When] = &[
    When::READ,
    When::one_of("schedulers.*.control", &["ihs-fixed"]),
];
const IHS_DEMAND: &[When] = &[
    When::READ,
    When::one_of("schedulers.*.control", &["ihs-demand"]),
];
const WEIGHT: Kind = Kind::number(0.0, 1.0, 0.05);

/// A queue matters under policies that have a common one, the scenario's if one scheduler has such a policy.
pub(super) const COMMON_QUEUE: &[When] = &[When::policy_reads("queue")];
/// Reservations matter in a conservative queue, which may be the scenario's; those of the scenario if one scheduler has it.
pub(super) const RESERVED: &[When] = &[
    When::policy_reads("reservations"),
    When::one_of("schedulers.*.queue", &["conservative"]).inherits("queue"),
];

/// Links are shared: always on the dynamic network, and where First-fit is run on it to measure a fixed penalty.
pub(super) const SHARED: When =
    When::one_of("network.model", &["dynamic"]).or(&When::policy_reads("penalty"));
const WITH_LINKS: &[When] = &[
    When::READ,
    When::none_of("network.model", &["wan", "cluster"]),
    SHARED,
];

/// Links between clusters, and what jobs send over them, are read: by every network model but `wan` and `cluster`, and under `wan` by
/// policies with a threshold.
pub(super) const LINKS: When =
    When::none_of("network.model", &["wan", "cluster"]).or(&When::policy_reads("lslt"));

parameters! {
    /// One scheduler of the comparison. In JSON a plain name, `"first-fit"`, if everything else is default.
    Scheduler at "schedulers.*." {
        /// Where a job is placed.
        policy: Policy = Policy::default(), "Policy", Policy::KIND;
        /// Share of a job that the first cluster must be able to hold.
        chunk: f64 = 0.85, "Chunk", Kind::number(0.01, 1.0, 0.05), when READ;
        /// Inter-cluster link saturation level threshold: a link loaded to this share takes no further job.
        lslt: f64 = 1.0, "LSLT", Kind::number(0.0, 10.0, 0.1), when READ;
        /// Which of several solutions is taken.
        objective: Objective = Objective::default(), "Objective", Objective::KIND, when READ;
        /// Most waiting jobs that TLA simulates for a decision; if left out, all, with co-allocation 50.
        simulation_depth: Option<u32> = None, "Simulation depth" in "jobs", Kind::integer(0, 1_000_000, 10), when READ;
        /// Which cluster a job gets in TLA's simulation.
        simulation_policy: SimulationPolicy = SimulationPolicy::default(), "Simulation policy",
            SimulationPolicy::KIND, when READ;
        /// Which places on several clusters are compared.
        spreads: Spreads = Spreads::default(), "Places", Spreads::KIND, when READ;
        /// Whether jobs pass each other in the simulation.
        simulation_order: SimulationOrder = SimulationOrder::default(), "Simulation order",
            SimulationOrder::KIND, when READ;
        /// How many decisions TLA takes from one simulation.
        allocation_depth: u32 = 1, "Allocation depth" in "jobs", Kind::integer(1, 1_000_000, 1), when READ;
        /// What TLA makes as low as it can.
        score: Score = Score::default(), "Score", Score::KIND, when READ;
        /// What the metacomputer knows of its machines, and when it plans.
        control: Control = Control::default(), "Control", Control::KIND, when READ;
        /// No request gets less than this share α of the nodes that it asks for.
        alpha: f64 = 0.5, "Least share α", Kind::number(0.001, 1.0, 0.05), when READ;
        /// Time Δt from the end of the last request of a round to the next round.
        interval_s: f64 = 14_400.0, "Interval Δt" in "s", Kind::number(1.0, 1e9, 600.0), when IHS_FIXED;
        /// Weight γ of demand and wait: a round is due when γ times their product, per node, reaches 1.
        gamma: f64 = 1e-7, "Weight γ" in "1/s²", Kind::number(1e-15, 1e3, 1e-7), when IHS_DEMAND;
        /// How old what a home knows of the clusters may be when it decides; 0: never older than the decision.
        refresh_s: f64 = 0.0, "Refresh" in "s", Kind::number(0.0, 1e9, 10.0), when READ;
        /// How often a job may be turned away because the state that it was sent for is out of date; then it is let in.
        retries: u32 = 20, "Retries", Kind::integer(0, 1000, 1), when READ;
        /// Background load from which on a node counts as medium.
        low_load: f64 = 0.3, "Low load below", Kind::number(0.0, 1.0, 0.05), when READ;
        /// Background load above which a node counts as high.
        high_load: f64 = 0.6, "High load above", Kind::number(0.0, 1.0, 0.05), when READ;
        /// Weight of the cluster's nodes in a priority. The three weights add up to 1; if one is swept the others keep their proportion.
        processors_weight: f64 = 0.5, "Weight of nodes", WEIGHT, when READ;
        /// Weight of the cluster's own network.
        network_weight: f64 = 0.2, "Weight of network", WEIGHT, when READ;
        /// Weight of the wide-area network between home and cluster.
        wide_area_weight: f64 = 0.3, "Weight of WAN", WEIGHT, when READ;
        /// Ratio R of communication to execution that counts as 1 in the fuzzy sets.
        largest_ratio: f64 = 0.7, "Largest ratio R", Kind::number(0.01, 1.0, 0.05), when READ;
        /// Fuzzy sets of a job's ratio R of communication to execution, as a share of the largest.
        ratio_sets: fuzzy::Sets = fuzzy::THIRDS, "Sets of R", fuzzy::SHARES, when READ;
        /// Fuzzy sets of the share of a cluster's network that is available.
        share_sets: fuzzy::Sets = fuzzy::THIRDS, "Sets of bandwidth", fuzzy::SHARES, when READ;
        /// What a cluster's network is worth: R low to high by rows, available bandwidth low to high by columns.
        network_rules: fuzzy::Rules = fuzzy::NETWORK, "Network rules", fuzzy::NETWORK_RULES, when READ;
        /// Fuzzy sets of the time of a remote invocation of the cluster.
        invocation_sets: fuzzy::Sets = fuzzy::INVOCATIONS, "Sets of invocation time" in "ms", fuzzy::TIME_SETS, when READ;
        /// Fuzzy sets of a job's size.
        size_sets: fuzzy::Sets = fuzzy::SIZES, "Sets of size" in "MB", fuzzy::SIZE_SETS, when READ;
        /// What the way to a cluster is worth: invocation time short to long by rows, size small to large by columns.
        wide_area_rules: fuzzy::Rules = fuzzy::WIDE_AREA, "WAN rules", fuzzy::WIDE_AREA_RULES, when READ;
        /// The number that "very small" stands for.
        level_very_small: f64 = 0.0, "“Very small” is", WEIGHT, when READ;
        /// The number that "small" stands for.
        level_small: f64 = 0.25, "“Small” is", WEIGHT, when READ;
        /// The number that "moderate" stands for.
        level_moderate: f64 = 0.5, "“Moderate” is", WEIGHT, when READ;
        /// The number that "large" stands for.
        level_large: f64 = 1.0, "“Large” is", WEIGHT, when READ;
        /// Penalty of co-allocated jobs; if left out, the mean penalty of First-fit on the same jobs is used.
        penalty: Option<f64> = None, "Penalty", PENALTY, when READ;
        /// How the links are shared under this scheduler alone; if left out, as in the scenario's network.
        sharing: Option<Sharing> = None, "Sharing", Sharing::KIND, when WITH_LINKS;
        /// Queue order of this scheduler alone; if left out, that of the scenario.
        queue: Option<Queue> = None, "Queue", Queue::KIND, when COMMON_QUEUE;
        /// Most jobs with a reservation at a time for this scheduler alone; if left out, as in the scenario.
        reservations: Option<u32> = None, "Reservations" in "jobs", RESERVATIONS, when RESERVED;
        /// Name in figures and tables; if left out, it is made from policy and settings.
        label: Option<String> = None, "Label", Kind::Text { max: 60 };
    }
}

impl Scheduler {
    /// A policy with everything else as default.
    pub fn of(policy: Policy) -> Scheduler {
        Scheduler {
            policy,
            ..Scheduler::default()
        }
    }

    /// All of its settings, equal for equal schedulers.
    pub(crate) fn canonical(&self) -> String {
        self.write().to_string()
    }

    /// The settings in which it may differ from others of its policy: what is declared to matter and is not default, of what
    /// has several parts the parts: ("size_sets.2", "10/20/20"). `place` is its own in the expanded `scenario`, and `swept` what
    /// a sweep varies.
    fn telling_settings(&self, place: &str, scenario: &Value, swept: &[&str]) -> Vec<String> {
        let (own, usual) = (self.write(), Scheduler::default().write());
        let mut settings = Vec::new();
        for parameter in Scheduler::PARAMETERS {
            let name = parameter.path.rsplit('.').next().unwrap_or_default();
            let named = matches!(name, "policy" | "label") || swept.contains(&name);
            if named || !parameter.relevant(&format!("{place}.{name}"), scenario) {
                continue;
            }
            let always = self.policy.info().always_named.contains(&name);
            match (&own[name], &usual[name]) {
                (Value::Array(own), Value::Array(usual)) => {
                    let parts = own.iter().zip(usual).enumerate();
                    let changed = parts.filter(|(_, (own, usual))| own != usual);
                    settings
                        .extend(changed.map(|(i, (own, _))| format!("{name}.{i} {}", short(own))));
                }
                (own, usual) if own != usual || always => {
                    settings.push(format!("{name} {}", short(own)));
                }
                _ => {}
            }
        }
        settings
    }

    /// Its name in figures, tables and results: the label, or the policy with the settings that matter to it, as in
    /// "b3 (chunk 0.85)", leaving out those that a sweep varies.
    pub(super) fn name(&self, place: &str, scenario: &Value, swept: &[&str]) -> String {
        if let Some(label) = &self.label {
            return label.clone();
        }
        let settings = self.telling_settings(place, scenario, swept);
        match settings.is_empty() {
            true => self.policy.to_string(),
            false => format!("{} ({})", self.policy, settings.join(", ")),
        }
    }
}

/// A value as a name shows it: without quotes and brackets.
fn short(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(short).collect::<Vec<_>>().join("/"),
        Value::Number(number) => number.as_f64().unwrap_or(f64::NAN).to_string(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use crate::scenario::language::fields::{self, Json};
    use serde_json::{Value, json};

    #[test]
    fn short_form_both_ways() {
        let b3 = Scheduler {
            lslt: 0.8,
            ..Scheduler::of(Policy::B3)
        };
        let scenario = Scenario {
            schedulers: vec![Scheduler::of(Policy::NoShare), b3.clone()],
            ..Scenario::default()
        };
        assert_eq!(
            scenario.to_compact_value()["schedulers"],
            json!(["no-share", { "policy": "b3", "lslt": 0.8 }])
        );
        let read = |value: Value| fields::parse::<Scheduler>(&value);
        assert_eq!(
            read(json!("no-share")),
            Some(Scheduler::of(Policy::NoShare))
        );
        assert_eq!(read(b3.write()), Some(b3));
        assert_eq!(read(json!("firstfit")), None);
        assert_eq!(read(json!({"polcy": "b3"})), None);
    }

    /// The name that a scheduler with these settings has alone in a scenario.
    fn name(scheduler: Value) -> String {
        let scenario =
            json!({ "schedulers": [scheduler], "network": { "model": network(&scheduler) } });
        Scenario::from_value(&scenario)
            .unwrap()
            .scheduler_names()
            .remove(0)
    }

    fn network(scheduler: &Value) -> &'static str {
        match scheduler["policy"] == "fuzzy" {
            true => "cluster",
            false => "dynamic",
        }
    }

    #[test]
    fn names_show_what_matters() {
        for (scheduler, expected) in [
            (
                json!({ "policy": "b3", "lslt": 0.8, "penalty": 2 }),
                "b3 (chunk 0.85, lslt 0.8)",
            ),
            (
                json!({ "policy": "b1", "lslt": 0.8, "penalty": 2 }),
                "b1 (lslt 0.8)",
            ),
            (
                json!({ "policy": "a1", "objective": "least-demand" }),
                "a1 (objective least-demand)",
            ),
            (
                json!({ "policy": "fixed", "chunk": 0.5, "penalty": 1.25, "queue": "fcfs" }),
                "fixed (penalty 1.25, queue fcfs)",
            ),
            (
                json!({ "policy": "first-fit", "queue": "conservative", "reservations": 7 }),
                "first-fit (queue conservative, reservations 7)",
            ),
            (
                json!({ "policy": "first-fit", "queue": "easy", "reservations": 7 }),
                "first-fit (queue easy)",
            ),
            (
                json!({ "policy": "fuzzy", "refresh_s": 60, "retries": 3, "high_load": 0.7, "queue": "easy" }),
                "fuzzy (refresh_s 60, retries 3, high_load 0.7)",
            ),
            (json!("first-fit"), "first-fit"),
            (
                json!({ "policy": "tla", "spreads": "all", "simulation_order": "strict" }),
                "tla",
            ),
            (
                json!({
                    "policy": "tla", "simulation_depth": 160, "allocation_depth": 4,
                    "simulation_policy": "worst-fit", "score": "bounded-slowdown",
                }),
                "tla (simulation_depth 160, simulation_policy worst-fit, allocation_depth 4, score bounded-slowdown)",
            ),
            (json!({ "policy": "b3", "label": "mine" }), "mine"),
        ] {
            assert_eq!(name(scheduler), expected);
        }
    }

    #[test]
    fn made_names_differ_and_take_no_label() {
        let scenario = json!({
            "queue": "conservative",
            "schedulers": [
                "b1", "b1", { "policy": "b1", "label": "b1 (2)" }, { "policy": "b1", "reservations": 3 },
                { "policy": "b2", "label": "b3" }, { "policy": "b1" },
            ],
        });
        assert_eq!(
            Scenario::from_value(&scenario).unwrap().scheduler_names(),
            [
                "b1",
                "b1 (3)",
                "b1 (2)",
                "b1 (reservations 3)",
                "b3",
                "b1 (4)"
            ]
        );
    }
}
