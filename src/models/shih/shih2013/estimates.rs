//! Figure 8: inaccurate estimates. The paper does not say of which workload; ours is A2 at medium load without heterogeneity.

use crate::paper::{At, Claim, Measure, Over, Published, at, of};

const FACTOR: &str = "workload.estimate_factor";
const EXACT: At = &[(FACTOR, 1.0)];
const FOUR: At = &[(FACTOR, 4.0)];
const WORST: At = &[(FACTOR, 1024.0)];

/// Estimates that are wrong by up to a factor.
pub const FIGURE_8: &[Claim] = &[
    constant(
        "best-fit",
        "BF remains constant, since it does not rely on run times.",
    ),
    constant(
        "fastest-first",
        "FF remains constant, since it does not rely on run times.",
    ),
    constant(
        "ai2",
        "AI2 remains constant, since it does not rely on run times.",
    ),
    Claim {
        says: "The performance of TLA deteriorates as the inaccuracy increases: from exact to a factor of up to 4.",
        measure: Measure::Percent(at("tla", FOUR), at("tla", EXACT), Over::Point(EXACT)),
        full_only: true,
        ..FIGURE
    },
    Claim {
        says: "From a factor of up to 4 to one of up to 1024.",
        measure: Measure::Percent(at("tla", WORST), at("tla", FOUR), Over::Point(EXACT)),
        full_only: true,
        ..FIGURE
    },
    Claim {
        says: "With exact estimates TLA is ahead of BF.",
        measure: Measure::Gap(of("best-fit"), of("tla"), Over::Point(EXACT)),
        full_only: true,
        ..FIGURE
    },
];

const FIGURE: Claim = Claim {
    source: "S §5.1, fig. 8",
    preset: "shih2013-fig8",
    ..Claim::NEW
};

const fn constant(scheduler: &'static str, says: &'static str) -> Claim {
    Claim {
        says,
        published: Published::AtMost(0.0),
        measure: Measure::Spread(scheduler, &[]),
        ..FIGURE
    }
}
