//! The quantities that decide claims.

use super::row::Row;
use super::spot::{At, Over, Spot, Where};
use serde::Deserialize;

/// The quantity that decides a claim. Turnaround is the mean over all jobs of a run.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Mean turnaround \[s\].
    Mean(Spot),
    /// How much more turnaround one spot has than another, on the same jobs \[s\].
    Gap(Spot, Spot, Over),
    /// The same in percent of the other.
    Percent(Spot, Spot, Over),
    /// How much farther the first two spots are apart than the last two, whichever is larger in each pair \[s\].
    Wider([Spot; 2], [Spot; 2], Over),
    /// Largest over smallest turnaround of a scheduler over the points with these coordinates, less 1 \[%\].
    Spread(String, At),
    /// The mean penalty at which a scheduler's turnaround comes to exceed that of another.
    Crossing(String, String),
    /// The most by which a link's saturation ever exceeded what a setting of the scheduler, by its path, allows it, over all points \[%\].
    Overshoot(String, String),
    /// The same in units of what one job can demand of a link.
    OvershootInJobs(String, String),
    /// Points, of some, at which a scheduler's queue grows without bound.
    UnstablePoints(String, Where),
    /// Time for one decision about co-allocating a job, of the policy of this name \[µs\].
    Decision(String),
    /// How much longer the first policy takes for such a decision than the second \[%\].
    LongerDecision(String, String),
    /// How much more the other measure is in this claim's experiment than in that of another preset.
    MoreThanIn(String, Box<Measure>),
    /// Share of the nodes in use.
    Utilisation(Spot),
    /// How much larger a share of the nodes is in use at one spot than at another.
    UsesMore(Spot, Spot),
    /// How often a job is counted by a counter of its scheduler, on average \[%\].
    Counted(String, Spot),
    /// Replications in which one spot has less turnaround than another \[%\].
    DrawsWon(Spot, Spot),
    /// Mean number of jobs that wait.
    QueueLength(Spot),
    /// Share of the jobs with a reservation that start later than they were promised first \[%\].
    Missed(Spot),
    /// By how much less turnaround a scheduler has than the best of the others, at the point with these coordinates \[%\].
    Improvement(String, At),
    /// How much larger such an improvement is at the first point than at the second \[percentage points\].
    ImprovesMore(String, At, At),
    /// How far such an improvement is from the published one where it is farthest in its row \[percentage points\].
    Farthest(Row),
    /// Cells of the row whose improvement has another sign than the published one.
    OtherSigns(Row),
    /// The most by which improvements in turnaround and in bounded slowdown differ in a row \[percentage points\].
    SlowdownApart(Row),
    /// How much more mean bounded slowdown one spot has than another, on the same jobs: geometric mean of the ratios in all replications,
    /// which no single replication decides \[%\].
    SlowdownRatio(Spot, Spot),
    /// Coefficient of variation of turnaround over the replications \[%\].
    Variation(Spot),
    /// By how much the first coefficient of variation is larger than the second \[percentage points\].
    VariesMore(Spot, Spot),
    /// Points at which a scheduler has the smallest coefficient of variation of all, of those with any \[%\].
    Steadiest(String),
    /// A number that takes no run.
    Calculated(Calculation),
    /// How decisions depend on the simulation depth.
    Depths(ByDepth),
    /// How much more turnaround the jobs of a group have at one spot than at another \[s\].
    GroupGap(String, Spot, Spot),
    /// Share of the jobs that belong to a group \[%\].
    GroupShare(String, Spot),
    /// Share of the jobs, or of those of a group, that end earlier at a spot than under the first scheduler there \[%\].
    Ahead(Option<String>, Spot),
    /// By how much that share is larger among the jobs of the first group than among those of the second \[percentage points\].
    AheadMore(String, String, Spot),
}

/// A quantity of the decisions of a run at all simulation depths.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ByDepth {
    /// Decisions for which there is something to simulate.
    Decisions,
    /// Those that are another at full depth than at depth 1 \[% of them\].
    Changed,
    /// Those of them whose first change is below this depth \[%\].
    FirstBelow(usize),
    /// All changes, also of decisions that change back, below this depth \[%\].
    Below(usize),
    /// Pearson's coefficient of changes up to a depth with turnaround at it, which another preset sweeps under this scheduler at this
    /// path; depth 0 is left out.
    Correlation(String, String, String),
}

/// A number that a model calculates by itself: it takes no run.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calculation {
    /// What it is, in the words under which the model has it.
    pub words: String,
    /// Its unit, empty if it has none.
    pub unit: String,
}

impl Measure {
    /// The unit of the number, empty if it has none.
    pub fn unit(&self) -> &str {
        match self {
            Measure::Mean(_) | Measure::Gap(..) | Measure::GroupGap(..) | Measure::Wider(..) => "s",
            Measure::GroupShare(..)
            | Measure::Ahead(..)
            | Measure::Missed(_)
            | Measure::Counted(..)
            | Measure::DrawsWon(..) => "%",
            Measure::Percent(..) | Measure::Spread(..) | Measure::Overshoot(..) | Measure::LongerDecision(..) => "%",
            Measure::OvershootInJobs(..) => "jobs",
            Measure::UnstablePoints(..) => "points",
            Measure::Calculated(calculation) => &calculation.unit,
            Measure::Improvement(..) | Measure::SlowdownRatio(..) | Measure::Variation(_) | Measure::Steadiest(_) => {
                "%"
            }
            Measure::Farthest(_)
            | Measure::SlowdownApart(_)
            | Measure::ImprovesMore(..)
            | Measure::VariesMore(..)
            | Measure::AheadMore(..) => "percentage points",
            Measure::OtherSigns(_) => "cells",
            Measure::QueueLength(_) => "jobs",
            Measure::Utilisation(_) | Measure::UsesMore(..) => "",
            Measure::Depths(ByDepth::Decisions) => "decisions",
            Measure::Depths(ByDepth::Changed | ByDepth::FirstBelow(_) | ByDepth::Below(_)) => "%",
            Measure::Depths(ByDepth::Correlation(..)) => "",
            Measure::Decision(_) => "µs",
            Measure::Crossing(..) => "",
            Measure::MoreThanIn(_, inner) => match inner.unit() {
                "%" => "percentage points",
                unit => unit,
            },
        }
    }

    /// The same the other way round, positive where this is negative; `None` if it has no two sides that could change places.
    pub fn reversed(&self) -> Option<Measure> {
        Some(match self.clone() {
            Measure::Gap(a, b, over) => Measure::Gap(b, a, over.negated()),
            Measure::Percent(a, b, over) => Measure::Percent(b, a, over.negated()),
            Measure::Wider(first, second, over) => Measure::Wider(second, first, over.negated()),
            Measure::LongerDecision(a, b) => Measure::LongerDecision(b, a),
            Measure::SlowdownRatio(a, b) => Measure::SlowdownRatio(b, a),
            Measure::GroupGap(group, a, b) => Measure::GroupGap(group, b, a),
            Measure::AheadMore(a, b, of) => Measure::AheadMore(b, a, of),
            Measure::VariesMore(a, b) => Measure::VariesMore(b, a),
            Measure::UsesMore(a, b) => Measure::UsesMore(b, a),
            Measure::ImprovesMore(scheduler, a, b) => Measure::ImprovesMore(scheduler, b, a),
            _ => return None,
        })
    }

    /// Whether it is a time on this machine, and not a quantity of the simulation.
    pub fn is_timed(&self) -> bool {
        matches!(self, Measure::Decision(_) | Measure::LongerDecision(..))
    }

    /// Whether it takes a second look at a run's decisions.
    pub fn is_by_depth(&self) -> bool {
        matches!(self, Measure::Depths(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn two_sides_change_places() {
        let pairs = [
            (
                json!({ "gap": ["a", "b", { "mean": "anywhere" }] }),
                json!({ "gap": ["b", "a", { "mean": "anywhere" }] }),
            ),
            (json!({ "percent": ["a", "b", { "point": {} }] }), json!({ "percent": ["b", "a", { "point": {} }] })),
            (
                json!({ "wider": [["a", "a"], ["a", "b"], { "every": "anywhere" }] }),
                json!({ "wider": [["a", "b"], ["a", "a"], { "some": "anywhere" }] }),
            ),
            (json!({ "longer_decision": ["a", "b"] }), json!({ "longer_decision": ["b", "a"] })),
            (json!({ "slowdown_ratio": ["a", "b"] }), json!({ "slowdown_ratio": ["b", "a"] })),
            (json!({ "group_gap": ["c", "a", "b"] }), json!({ "group_gap": ["c", "b", "a"] })),
            (json!({ "ahead_more": ["c", "d", "a"] }), json!({ "ahead_more": ["d", "c", "a"] })),
            (json!({ "varies_more": ["a", "b"] }), json!({ "varies_more": ["b", "a"] })),
            (json!({ "uses_more": ["a", "b"] }), json!({ "uses_more": ["b", "a"] })),
            (
                json!({ "improves_more": ["a", { "distance": 1 }, { "distance": 2 }] }),
                json!({ "improves_more": ["a", { "distance": 2 }, { "distance": 1 }] }),
            ),
        ];
        let read = |value: Value| serde_json::from_value::<Measure>(value).unwrap();
        for (one, other) in pairs {
            let (one, other) = (read(one), read(other));
            assert_eq!(one.reversed().as_ref(), Some(&other));
            assert_eq!(other.reversed(), Some(one));
        }
        assert_eq!(read(json!({ "mean": "a" })).reversed(), None);
    }
}
