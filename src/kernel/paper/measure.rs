//! The quantities that decide claims.

use super::leaked;
use super::row::Row;
use super::spot::{At, Over, Spot, Where};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The quantity that decides a claim. Turnaround is the mean over all jobs of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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
    Spread(&'static str, #[serde(deserialize_with = "leaked::pairs")] At),
    /// The mean penalty at which a scheduler's turnaround comes to exceed that of another.
    Crossing(&'static str, &'static str),
    /// The most by which a link's saturation ever exceeded what a setting of the scheduler, by its path, allows it, over all points \[%\].
    Overshoot(&'static str, &'static str),
    /// The same in units of what one job can demand of a link.
    OvershootInJobs(&'static str, &'static str),
    /// Points, of some, at which a scheduler's queue grows without bound.
    UnstablePoints(&'static str, Where),
    /// Time for one decision about co-allocating a job, of the policy of this name \[µs\].
    Decision(&'static str),
    /// How much longer the first policy takes for such a decision than the second \[%\].
    LongerDecision(&'static str, &'static str),
    /// How much more the other measure is in this claim's experiment than in that of another preset.
    MoreThanIn(&'static str, #[serde(deserialize_with = "leaked::one")] &'static Measure),
    /// Share of the nodes in use.
    Utilisation(Spot),
    /// How much larger a share of the nodes is in use at one spot than at another.
    UsesMore(Spot, Spot),
    /// How often a job is counted by a counter of its scheduler, on average \[%\].
    Counted(&'static str, Spot),
    /// Replications in which one spot has less turnaround than another \[%\].
    DrawsWon(Spot, Spot),
    /// Mean number of jobs that wait.
    QueueLength(Spot),
    /// Share of the jobs with a reservation that start later than they were promised first \[%\].
    Missed(Spot),
    /// By how much less turnaround a scheduler has than the best of the others, at the point with these coordinates \[%\].
    Improvement(&'static str, #[serde(deserialize_with = "leaked::pairs")] At),
    /// How much larger such an improvement is at the first point than at the second \[percentage points\].
    ImprovesMore(
        &'static str,
        #[serde(deserialize_with = "leaked::pairs")] At,
        #[serde(deserialize_with = "leaked::pairs")] At,
    ),
    /// How far such an improvement is from the published one where it is farthest in its row \[percentage points\].
    Farthest(#[serde(deserialize_with = "leaked::one")] &'static Row),
    /// Cells of the row whose improvement has another sign than the published one.
    OtherSigns(#[serde(deserialize_with = "leaked::one")] &'static Row),
    /// The most by which improvements in turnaround and in bounded slowdown differ in a row \[percentage points\].
    SlowdownApart(#[serde(deserialize_with = "leaked::one")] &'static Row),
    /// How much more mean bounded slowdown one spot has than another, on the same jobs: geometric mean of the ratios in all replications,
    /// which no single replication decides \[%\].
    SlowdownRatio(Spot, Spot),
    /// Coefficient of variation of turnaround over the replications \[%\].
    Variation(Spot),
    /// By how much the first coefficient of variation is larger than the second \[percentage points\].
    VariesMore(Spot, Spot),
    /// Points at which a scheduler has the smallest coefficient of variation of all, of those with any \[%\].
    Steadiest(&'static str),
    /// A number that takes no run.
    Calculated(Calculation),
    /// How decisions depend on the simulation depth.
    Depths(ByDepth),
    /// How much more turnaround the jobs of a group have at one spot than at another \[s\].
    GroupGap(&'static str, Spot, Spot),
    /// Share of the jobs that belong to a group \[%\].
    GroupShare(&'static str, Spot),
    /// Share of the jobs, or of those of a group, that end earlier at a spot than under the first scheduler there \[%\].
    Ahead(Option<&'static str>, Spot),
    /// By how much that share is larger among the jobs of the first group than among those of the second \[percentage points\].
    AheadMore(&'static str, &'static str, Spot),
}

/// A quantity of the decisions of a run at all simulation depths.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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
    Correlation(&'static str, &'static str, &'static str),
}

/// A number that a model calculates by itself.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Calculation {
    /// What it is, in words, which no other calculation has.
    pub words: &'static str,
    /// Its unit, empty if it has none.
    pub unit: &'static str,
    /// The number.
    pub value: Calculated,
}

/// A number that takes no run.
#[derive(Clone, Copy, Debug)]
pub enum Calculated {
    /// How it is calculated.
    By(fn() -> f64),
    /// What it came to, where the model is not at hand.
    As(f64),
}

impl Calculated {
    /// The number.
    pub fn number(self) -> f64 {
        match self {
            Calculated::By(calculate) => calculate(),
            Calculated::As(number) => number,
        }
    }
}

impl Serialize for Calculated {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(self.number())
    }
}

impl<'de> Deserialize<'de> for Calculated {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Calculated, D::Error> {
        f64::deserialize(from).map(Calculated::As)
    }
}

impl PartialEq for Calculation {
    fn eq(&self, other: &Calculation) -> bool {
        self.words == other.words
    }
}

impl Measure {
    /// The unit of the number, empty if it has none.
    pub fn unit(&self) -> &'static str {
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
            Measure::Calculated(calculation) => calculation.unit,
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
        Some(match *self {
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
    use crate::paper::spot::of;

    #[test]
    fn two_sides_change_places() {
        const NEAR: At = &[("distance", 1.0)];
        const FAR: At = &[("distance", 2.0)];
        let (a, b, mean) = (of("a"), of("b"), Over::Mean(Where::ANYWHERE));
        let pairs = [
            (Measure::Gap(a, b, mean), Measure::Gap(b, a, mean)),
            (Measure::Percent(a, b, mean), Measure::Percent(b, a, mean)),
            (Measure::Wider([a, a], [a, b], mean), Measure::Wider([a, b], [a, a], mean)),
            (Measure::LongerDecision("a", "b"), Measure::LongerDecision("b", "a")),
            (Measure::SlowdownRatio(a, b), Measure::SlowdownRatio(b, a)),
            (Measure::GroupGap("c", a, b), Measure::GroupGap("c", b, a)),
            (Measure::AheadMore("c", "d", a), Measure::AheadMore("d", "c", a)),
            (Measure::VariesMore(a, b), Measure::VariesMore(b, a)),
            (Measure::UsesMore(a, b), Measure::UsesMore(b, a)),
            (Measure::ImprovesMore("a", NEAR, FAR), Measure::ImprovesMore("a", FAR, NEAR)),
        ];
        for (one, other) in pairs {
            assert_eq!(one.reversed(), Some(other));
            assert_eq!(other.reversed(), Some(one));
        }
        assert_eq!(Measure::Mean(a).reversed(), None);
    }
}
