//! Figure 8: inaccurate estimates. The paper does not say of which workload; ours is A2 at medium load without heterogeneity.

use crate::paper::{At, Claim, Measure, Over, Published, at, of};

const FACTOR: &str = "workload.estimate_factor";
const EXACT: At = &[(FACTOR, 1.0)];
const FOUR: At = &[(FACTOR, 4.0)];
const WORST: At = &[(FACTOR, 1024.0)];

/// Estimates that are wrong by up to a factor.
pub const FIGURE_8: &[Claim] = &[
    constant("best-fit", "BF takes as long with every factor."),
    constant("fastest-first", "FF takes as long with every factor."),
    constant("ai2", "AI2 takes as long with every factor."),
    Claim {
        quote: DETERIORATES,
        says: "TLA takes longer with a factor of up to 4 than with exact estimates.",
        measure: Measure::Percent(at("tla", FOUR), at("tla", EXACT), Over::Point(EXACT)),
        full_only: true,
        ..FIGURE
    },
    Claim {
        quote: DETERIORATES,
        says: "TLA takes longer with a factor of up to 1024 than with one of up to 4.",
        measure: Measure::Percent(at("tla", WORST), at("tla", FOUR), Over::Point(EXACT)),
        full_only: true,
        ..FIGURE
    },
    Claim {
        says: "With exact estimates BF takes longer than TLA.",
        measure: Measure::Gap(of("best-fit"), of("tla"), Over::Point(EXACT)),
        full_only: true,
        ..FIGURE
    },
];

const DETERIORATES: &str = "the performance deteriorates as the inaccuracy factor increases";

const FIGURE: Claim = Claim { source: "S §5.1, fig. 8", preset: "shih2013-fig8", ..Claim::NEW };

const fn constant(scheduler: &'static str, says: &'static str) -> Claim {
    Claim {
        quote: "remain constant across different inaccuracy values",
        says,
        published: Published::AtMost(0.0),
        measure: Measure::Spread(scheduler, &[]),
        ..FIGURE
    }
}
