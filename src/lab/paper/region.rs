//! Regions of load: ranges of the share of submitted jobs that end.

use serde::Deserialize;

/// The region of load at a point of a study's sweep. It does not depend on which scheduler is better at this point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Region {
    /// Every scheduler ends at least 99 % of the submitted jobs.
    KeepsUp,
    /// Neither of the other two regions.
    Moderate,
    /// Some scheduler ends less than 90 % of the submitted jobs.
    Overload,
}

impl Region {
    /// All regions, by increasing load.
    pub const ALL: [Region; 3] = [Region::KeepsUp, Region::Moderate, Region::Overload];

    /// The region, given the smallest share of submitted jobs that any scheduler ends.
    pub fn of(least_ended_share: f64) -> Region {
        match least_ended_share {
            share if share >= 0.99 => Region::KeepsUp,
            share if share >= 0.9 => Region::Moderate,
            _ => Region::Overload,
        }
    }

    /// The region in words.
    pub fn words(self) -> &'static str {
        match self {
            Region::KeepsUp => "where all keep up",
            Region::Moderate => "at moderate load",
            Region::Overload => "under overload",
        }
    }

    /// The definition of the region in words.
    pub fn rule(self) -> &'static str {
        match self {
            Region::KeepsUp => "every scheduler ends at least 99 % of what was submitted",
            Region::Moderate => "between the two others",
            Region::Overload => "some scheduler ends less than 90 %",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_borders_belong_to_the_lighter_load() {
        assert_eq!(Region::of(1.0), Region::KeepsUp);
        assert_eq!(Region::of(0.99), Region::KeepsUp);
        assert_eq!(Region::of(0.9899), Region::Moderate);
        assert_eq!(Region::of(0.9), Region::Moderate);
        assert_eq!(Region::of(0.8999), Region::Overload);
    }

    #[test]
    fn rules_name_the_borders() {
        let rules = Region::ALL.map(Region::rule);
        assert!(rules[0].contains("at least 99 %") && rules[2].contains("less than 90 %"));
        assert_eq!(rules[1], "between the two others");
    }
}
