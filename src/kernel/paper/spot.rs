//! Where in an experiment something is measured.

use super::leaked;
use super::region::Region;
use serde::{Deserialize, Serialize};

/// Coordinates: swept parameters and their values.
pub type At = &'static [(&'static str, f64)];

/// A scheduler at a point of the sweep.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spot {
    /// Its name in the results.
    pub scheduler: &'static str,
    /// Where; what is not given is as at the point that is looked at.
    #[serde(deserialize_with = "leaked::pairs")]
    pub at: At,
}

/// A scheduler at the point that is looked at.
pub const fn of(scheduler: &'static str) -> Spot {
    Spot { scheduler, at: &[] }
}

/// A scheduler where the swept parameters have these values.
pub const fn at(scheduler: &'static str, at: At) -> Spot {
    Spot { scheduler, at }
}

/// Points of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Where {
    /// Those that have these coordinates.
    At(#[serde(deserialize_with = "leaked::pairs")] At),
    /// Those at which a parameter has this value or more.
    From(&'static str, f64),
    /// Those at which a parameter has one of these values or one in between.
    Between(&'static str, f64, f64),
    /// Those of a region of load; only where runs end at a number of completions, for a run that goes on until all jobs have ended
    /// does not tell who keeps up.
    In(Region),
    /// The stable ones at which co-allocation slows jobs down by 2 % or more on average.
    WithPenalty,
}

impl Where {
    /// All of them.
    pub const ANYWHERE: Where = Where::At(&[]);
}

/// How points of a sweep become one number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound(deserialize = "Where: Deserialize<'de>"))]
pub enum Over {
    /// At this one; no coordinates are needed where the spots have them.
    Point(#[serde(deserialize_with = "leaked::pairs")] At),
    /// The value whose interval reaches lowest, if that is above 0: what holds there holds at every one of the points. Else that whose
    /// interval ends lowest, if it ends below 0, and the one that reaches lowest if none does. All points then had the chance to be it,
    /// so that the interval is as wide as Bonferroni's rule makes it: it errs with probability 5 % over all.
    Every(Where),
    /// The same upside down: the value whose interval begins highest, or reaches highest if none begins above 0. What is negative there is
    /// positive nowhere.
    Some(Where),
    /// The mean over the points, which must be of one region of load.
    Mean(Where),
}

impl Over {
    /// Where a statement about all of these points, or some, must fail to be wrong: somewhere, or everywhere.
    pub fn negated(self) -> Over {
        match self {
            Over::Every(points) => Over::Some(points),
            Over::Some(points) => Over::Every(points),
            Over::Point(_) | Over::Mean(_) => self,
        }
    }
}
