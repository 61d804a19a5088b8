//! The number that decides a claim: a measure, compared between schedulers, over points of a sweep.

use super::row::Row;
use super::spot::{Over, Spot, Where};
use serde::Deserialize;

/// The number that decides a claim.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quantity {
    /// Mean turnaround if left out.
    #[serde(default)]
    pub measure: Measured,
    /// How the values of schedulers become one number.
    pub compare: Comparison,
    /// The points of the sweep. If left out, the schedulers have all coordinates that matter.
    #[serde(default)]
    pub over: Over,
    /// A preset: the number is the quantity in the claim's preset less the quantity in this one. Often empty.
    #[serde(default)]
    pub more_than_in: String,
    /// The quantity in words, where those made of measure and comparison say it badly. Often empty.
    #[serde(default)]
    pub words: String,
    /// The unit, if it does not follow from measure and comparison.
    #[serde(default)]
    pub unit: String,
}

/// What is measured.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measured {
    /// Time for one decision about co-allocating a job \[µs\]; the scheduler is a policy's name.
    Decision,
    /// By how much less turnaround a scheduler has than the best of the others at the same point \[%\].
    Improvement,
    /// Coefficient of variation of mean turnaround over the replications \[%\].
    Variation,
    /// A measure of results by its key, in its unit.
    #[serde(untagged)]
    Listed(String),
}

impl Default for Measured {
    fn default() -> Measured {
        Measured::Listed("mean_turnaround_s".to_owned())
    }
}

/// How the values of schedulers become one number.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Comparison {
    /// The value of one, in the unit of the measure.
    Value(Spot),
    /// The value of one, a share, in percent.
    Share(Spot),
    /// How much more the first has than the second.
    Difference([Spot; 2]),
    /// How much more the first has than the second, in percent of the second.
    Percent([Spot; 2]),
    /// The geometric mean of the ratios in all replications, which no single replication decides, less 1 \[%\].
    Ratio([Spot; 2]),
    /// Replications in which the first has less than the second \[%\].
    Won([Spot; 2]),
    /// How much farther the first two are apart than the last two, whichever is larger in each pair.
    Wider([Spot; 4]),
    /// The largest value at any of the points over the smallest, less 1 \[%\].
    Spread(String),
    /// The mean penalty at which the first comes to exceed the second, which does not depend on the point.
    Crossing([String; 2]),
    /// Points at which the scheduler has the smallest coefficient of variation, of those at which any has another than 0 \[%\].
    Steadiest(String),
    /// What no measure and comparison says.
    Special(Box<Special>),
}

/// What no measure and comparison says; the claim gives its words and its unit.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Special {
    /// Points, of some, at which a scheduler's queue grows without bound: counted, not measured.
    UnstablePoints(String, Where),
    /// The most by which a link's saturation ever exceeded what a setting of the scheduler, by its path, allows it, over all points
    /// \[%\]: the setting differs between points.
    Overshoot(String, String),
    /// The same in units of what one job can demand of a link.
    OvershootInJobs(String, String),
    /// How much more turnaround the jobs of a group have at the first spot than at the second \[s\]. Of groups that no model declares a
    /// measure of, only single jobs are at hand.
    GroupDifference(String, [Spot; 2]),
    /// Share of the jobs of a group that end earlier at a spot than under the first scheduler there \[%\].
    Ahead(String, Spot),
    /// By how much this share is larger among the jobs of the first group than among those of the second \[percentage points\].
    AheadMore([String; 2], Spot),
    /// Share of the jobs that belong to a group \[%\].
    GroupShare(String, Spot),
    /// How far an improvement is from the published one where it is farthest in its row \[percentage points\].
    Farthest(Row),
    /// Cells of the row whose improvement has another sign than the published one.
    OtherSigns(Row),
    /// The most by which improvements in turnaround and in bounded slowdown differ in a row \[percentage points\].
    SlowdownApart(Row),
    /// A number that a model calculates without a run, by the claim's words.
    Calculated,
    /// How decisions depend on the simulation depth: it takes a second look at a run.
    Depths(ByDepth),
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

impl Quantity {
    /// The same the other way round, positive where this is negative; `None` if it has no two sides that could change places.
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

    /// Whether it is a time on this machine, and not a quantity of the simulation.
    pub fn is_timed(&self) -> bool {
        self.measure == Measured::Decision
    }

    /// Whether it takes a second look at a run's decisions.
    pub fn is_by_depth(&self) -> bool {
        matches!(&self.compare, Comparison::Special(special) if matches!(**special, Special::Depths(_)))
    }
}

impl Comparison {
    /// The schedulers whose values at one point become a number; none if more than one point, or no measure, is needed.
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

    /// The number made of the values of its spots; not a number if it takes more than their values.
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
