//! Time intervals.

/// A time interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stretch {
    pub from_s: f64,
    pub until_s: f64,
}

impl Stretch {
    /// All time.
    pub const ALL: Stretch = Stretch { from_s: f64::NEG_INFINITY, until_s: f64::INFINITY };
    /// No time.
    pub const NONE: Stretch = Stretch { from_s: f64::INFINITY, until_s: f64::NEG_INFINITY };

    pub fn is_empty(&self) -> bool {
        self.from_s >= self.until_s
    }

    /// The smallest interval that contains both intervals.
    pub fn with(self, other: Stretch) -> Stretch {
        match (self.is_empty(), other.is_empty()) {
            (_, true) => return self,
            (true, false) => return other,
            (false, false) => {}
        }
        Stretch { from_s: self.from_s.min(other.from_s), until_s: self.until_s.max(other.until_s) }
    }
}
