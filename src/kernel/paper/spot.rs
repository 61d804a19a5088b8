//! Where in an experiment something is measured.

/// Coordinates: swept parameters and their values.
pub type At = &'static [(&'static str, f64)];

/// A scheduler at a point of the sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Its name in the results.
    pub scheduler: &'static str,
    /// Where; what is not given is as at the point that is looked at.
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

/// How the points of a sweep become one number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Over {
    /// At this one; no coordinates are needed where the spots have them.
    Point(At),
    /// The value whose interval reaches lowest, over the points that have these coordinates: what holds there holds at
    /// every point.
    Every(At),
    /// As `Every`, over the points at which a parameter has this value or more.
    From(&'static str, f64),
    /// The value whose interval begins highest, over the points that have these coordinates; if none begins above 0, the
    /// one whose interval reaches highest: what is negative there is positive nowhere. All points had the chance to be
    /// it, so that the interval is as wide as Bonferroni's rule makes it: it errs with probability 5 % over all.
    Some(At),
    /// The mean over the points that have these coordinates.
    Mean(At),
    /// As `Every`, over the stable points at which co-allocation slows jobs down by 2 % or more on average.
    EveryWithPenalty,
}
