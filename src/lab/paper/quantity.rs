//! The quantity of a claim: a measure, the comparison between schedulers, and the points of a sweep.

use super::spot::{Over, Spot, Where};
use serde::Deserialize;

/// The number that decides a claim.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quantity {
    /// The measure; mean turnaround if left out.
    #[serde(default)]
    pub measure: Measured,
    /// The way in which values of schedulers are combined to one number.
    pub compare: Comparison,
    /// The points of the sweep. If they are left out, the spots of the schedulers give all necessary coordinates.
    #[serde(default)]
    pub over: Over,
    /// The name of a second preset, often empty. If it is given, the number is the quantity in the claim's preset minus
    /// the quantity in this one.
    #[serde(default)]
    pub more_than_in: String,
    /// Names of further presets whose points count with the points of the claim's preset: for `every`, `some`, `most`,
    /// `steadiest` and `best_share`.
    #[serde(default)]
    pub also_in: Vec<String>,
    /// The quantity in words, used instead of the generated text if that is bad. Often empty.
    #[serde(default)]
    pub words: String,
    /// The unit, if it does not follow from measure and comparison.
    #[serde(default)]
    pub unit: String,
}

/// The measured property.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measured {
    /// Time of one decision about co-allocating a job \[µs\]; the scheduler is a policy's name.
    Decision,
    /// Improvement of a scheduler's turnaround over that of the best other scheduler at the same point \[%\].
    Improvement,
    /// Coefficient of variation of mean turnaround over the replications \[%\].
    Variation,
    /// A measure of the results by its key, in its own unit.
    #[serde(untagged)]
    Listed(String),
}

impl Default for Measured {
    fn default() -> Measured {
        Measured::Listed("mean_turnaround_s".to_owned())
    }
}

/// The way in which values of schedulers are combined to one number.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Comparison {
    /// The value of one scheduler, in the unit of the measure.
    Value(Spot),
    /// The value of one scheduler, a share, in percent.
    Share(Spot),
    /// The first value minus the second.
    Difference([Spot; 2]),
    /// The first value minus the second, in percent of the second.
    Percent([Spot; 2]),
    /// The geometric mean of the ratios in all replications, minus 1 \[%\]. No single replication dominates it.
    Ratio([Spot; 2]),
    /// Share of replications in which the first value is less than the second \[%\].
    Won([Spot; 2]),
    /// The absolute difference of the first two values minus the absolute difference of the last two values.
    Wider([Spot; 4]),
    /// Ratio of the largest to the smallest value over the points, minus 1 \[%\].
    Spread(String),
    /// The mean penalty above which the first scheduler's value exceeds the second scheduler's value. The value of the
    /// second scheduler does not depend on the point.
    Crossing([String; 2]),
    /// Share of points at which the scheduler has the smallest coefficient of variation, among points where some coefficient is
    /// not 0 \[%\]. The interval is by bootstrap over the replications.
    Steadiest(String),
    /// A quantity that is not a comparison of measures.
    Special(Box<Special>),
}

/// A quantity that is not a comparison of measures; the claim gives its text and unit.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Special {
    /// Number of the given points at which a scheduler's queue grows without bound.
    UnstablePoints(String, Where),
    /// Largest excess of a link's saturation over a setting of the scheduler, over all points \[%\]. The path of the
    /// setting is given; its value differs between points.
    Overshoot(String, String),
    /// Like `Overshoot`, divided by the largest demand of one job on a link.
    OvershootInJobs(String, String),
    /// Difference of a group's mean turnaround between two spots \[s\]. It is computed from the stored turnarounds of
    /// single jobs, so that the group needs no declared measure.
    GroupDifference(String, [Spot; 2]),
    /// Share of a group's jobs that end earlier at a spot than under the first scheduler \[%\].
    Ahead(String, Spot),
    /// Difference between two groups in the share of jobs that end earlier at a spot than under the first scheduler
    /// \[percentage points\].
    AheadMore([String; 2], Spot),
    /// Share of the jobs that belong to a group \[%\].
    GroupShare(String, Spot),
    /// Coefficient of variation of the clusters' utilisation at a spot \[%\].
    ClustersApart(Spot),
    /// Mean time from start to end at the first spot above that at the second \[%\].
    LongerOnNodes([Spot; 2]),
    /// The mean penalty at which the first scheduler's value begins to exceed the level of the last, minus that of the
    /// second.
    CrossingsApart([String; 2], String),
    /// Share of the points at which a scheduler's turnaround is less than that of every other scheduler \[%\].
    BestShare(String),
    /// Largest distance of an improvement from its published value in the preset's row \[percentage points\].
    Farthest {
        /// Two cells of the row whose published values are exchanged before the comparison.
        #[serde(default)]
        exchanged: Option<[usize; 2]>,
        /// Name of another preset whose row is used; its first cells are this preset's points. Empty: the own row.
        #[serde(default)]
        row_of: String,
    },
    /// Number of cells in the preset's row whose improvement has another sign than the published one.
    OtherSigns,
    /// Number of cells whose published value is outside the 95 % prediction interval of one replication, widened for
    /// the number of cells. For published values from one sample of jobs. The cells are the first of the named preset's
    /// row.
    OutsideSamples(String),
    /// Largest difference between a scheduler's improvements in turnaround and in bounded slowdown \[percentage points\].
    SlowdownApart(String),
    /// A number that a model calculates without a run. The claim refers to it by name.
    Calculated,
    /// Dependence of decisions on the simulation depth. The run must be repeated to compute it.
    Depths(ByDepth),
}

/// A quantity of a run's decisions at all simulation depths.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ByDepth {
    /// Number of decisions between several clusters while other jobs wait.
    Decisions,
    /// Share of the decisions between several clusters whose best cluster differs between full depth and depth 1 \[%\].
    Changed,
    /// Share of the decisions whose best cluster changes for the first time below this depth, among the decisions that
    /// differ at full depth \[%\].
    FirstBelow(usize),
    /// Share of the decisions whose best cluster changes for the last time below this depth, among the decisions that
    /// differ at full depth \[%\].
    SettledBelow(usize),
    /// Share of the changes of the best cluster (including changes back) that occur below this depth \[%\].
    Below(usize),
    /// Jobs that are simulated up to this depth, as a share of those that are simulated at full depth \[%\].
    Simulated(usize),
    /// Pearson's coefficient between the changes up to a depth and the turnaround at this depth. Another preset sweeps the depth
    /// under this scheduler at this path; depth 0 is left out.
    Correlation(String, String, String),
}

impl Quantity {
    /// The quantity with its two sides exchanged, so that the sign changes; `None` if the quantity does not compare two
    /// sides.
    pub fn reversed(&self) -> Option<Quantity> {
        let mut compare = self.compare.clone();
        match &mut compare {
            _ if !self.more_than_in.is_empty() => return None,
            Comparison::Difference(two) | Comparison::Percent(two) | Comparison::Ratio(two) => two.reverse(),
            Comparison::Wider(four) => four.rotate_left(2),
            _ => return None,
        }
        Some(Quantity { compare, over: self.over.clone().negated(), ..self.clone() })
    }

    /// Names of the other presets whose results the quantity needs.
    pub fn other_presets(&self) -> impl Iterator<Item = &str> {
        let compared = Some(self.more_than_in.as_str()).filter(|name| !name.is_empty());
        compared.into_iter().chain(self.also_in.iter().map(String::as_str))
    }

    /// True if the results of the claim's preset alone do not give the quantity.
    pub fn needs_more(&self) -> bool {
        self.is_timed() || self.is_by_depth() || self.other_presets().next().is_some()
    }

    /// True if the quantity is a time on this machine, not a result of the simulation.
    pub fn is_timed(&self) -> bool {
        self.measure == Measured::Decision
    }

    /// True if a run must be repeated to examine its decisions.
    pub fn is_by_depth(&self) -> bool {
        matches!(&self.compare, Comparison::Special(special) if matches!(**special, Special::Depths(_)))
    }
}

impl Comparison {
    /// The schedulers whose values at one point are combined; empty if the number needs several points or no measure.
    pub fn spots(&self) -> &[Spot] {
        match self {
            Comparison::Value(one) | Comparison::Share(one) => std::slice::from_ref(one),
            Comparison::Difference(two) | Comparison::Percent(two) | Comparison::Ratio(two) | Comparison::Won(two) => {
                two
            }
            Comparison::Wider(four) => four,
            Comparison::Spread(_) | Comparison::Crossing(_) | Comparison::Steadiest(_) | Comparison::Special(_) => &[],
        }
    }

    /// The function that combines the values of the spots. It gives NaN if the number needs more than these values.
    pub fn number(&self) -> fn(&[f64]) -> f64 {
        match self {
            Comparison::Value(_) => |value| value[0],
            Comparison::Share(_) => |value| 100.0 * value[0],
            Comparison::Difference(_) => |value| value[0] - value[1],
            Comparison::Percent(_) => |value| 100.0 * (value[0] / value[1] - 1.0),
            Comparison::Wider(_) => |value| (value[0] - value[1]).abs() - (value[2] - value[3]).abs(),
            _ => |_| f64::NAN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read(value: Value) -> Quantity {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn two_sides_change_places() {
        let everywhere = json!({ "every": "anywhere" });
        let somewhere = json!({ "some": "anywhere" });
        for name in ["difference", "percent", "ratio"] {
            let one = read(json!({ "compare": { name: ["a", "b"] }, "over": everywhere }));
            let other = read(json!({ "compare": { name: ["b", "a"] }, "over": somewhere }));
            assert_eq!((one.reversed(), other.reversed()), (Some(other), Some(one)));
        }
        let wider = read(json!({ "compare": { "wider": ["a", "b", "c", "d"] } }));
        assert_eq!(wider.reversed(), Some(read(json!({ "compare": { "wider": ["c", "d", "a", "b"] } }))));
        assert_eq!(read(json!({ "compare": { "value": "a" } })).reversed(), None);
        let more = json!({ "compare": { "difference": ["a", "b"] }, "more_than_in": "other" });
        assert_eq!(read(more).reversed(), None);
    }

    #[test]
    fn turnaround_is_what_is_usual() {
        let measure = |name: &str| read(json!({ "measure": name, "compare": { "value": "a" } })).measure;
        assert_eq!(measure("mean_turnaround_s"), read(json!({ "compare": { "value": "a" } })).measure);
        assert_eq!(measure("variation"), Measured::Variation);
    }
}
