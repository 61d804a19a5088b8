//! Section 6: the bandwidth-aware schedulers A1 and B1–B4 over bandwidth, threshold and chunk (figures 13–27).

mod chunk_limits;

pub use chunk_limits::CHUNK_LIMITS;

use super::penalty::BOUNDS;
use super::{BSBW, LSLT};
use crate::paper::{At, Claim, Measure, Over, Published, Where, at, of};

const ANYWHERE: At = &[];
/// The paper's own example of high BSBW is 800 Mbps (§6.3).
const HIGH: Over = Over::Every(Where::From(BSBW, 800.0));
const BSBW_200: At = &[(BSBW, 200.0)];
const BSBW_800: At = &[(BSBW, 800.0)];
const BSBW_900: At = &[(BSBW, 900.0)];
const LSLT_40: At = &[(LSLT, 0.4)];
const LSLT_60: At = &[(LSLT, 0.6)];
const LSLT_80: At = &[(LSLT, 0.8)];
const LSLT_100: At = &[(LSLT, 1.0)];
const LSLT_120: At = &[(LSLT, 1.2)];

const A1: &str = "a1";
const B1: &str = "b1";
const B2: &str = "b2";
const B4: &str = "b4";
const B3_70: &str = "b3 (chunk 0.7)";
const B3_80: &str = "b3 (chunk 0.8)";
const B3: &str = "b3 (chunk 0.85)";
const B3_90: &str = "b3 (chunk 0.9)";
const MIGRATION: &str = "migration-only";

/// Source and preset of a figure.
type Figure = (&'static str, &'static str);

const fn claim((source, preset): Figure, quote: &'static str, says: &'static str, measure: Measure) -> Claim {
    Claim { source, quote, preset, says, measure, ..Claim::NEW }
}

const fn gap(more: &'static str, less: &'static str, over: Over) -> Measure {
    Measure::Gap(of(more), of(less), over)
}

const FIG13: Figure = ("J5 §6, fig. 13", "jones2005-fig13");

/// First-fit against two that look at the links.
pub const FIRST_FIT: &[Claim] = &[
    Claim {
        remark: "At 200 Mbps, where its traffic hardly slows anything down, First-fit is ahead of A1 by 1 %: A1 declines what \
                 would overfill a link by a little. From 300 Mbps on A1 is ahead.",
        known_refuted: true,
        ..claim(
            FIG13,
            ENTIRE_RANGE,
            "First-fit takes longer than A1.",
            gap("first-fit", A1, Over::Every(Where::ANYWHERE)),
        )
    },
    claim(FIG13, "", "First-fit takes longer than A1 from 300 Mbps on.", gap("first-fit", A1, FROM_300)),
    claim(FIG13, ENTIRE_RANGE, "First-fit takes longer than B1.", gap("first-fit", B1, Over::Every(Where::ANYWHERE))),
    claim(
        FIG13,
        "quickly becomes less effective than simple job migration with no co-allocation",
        "First-fit takes longer than Migration only, from 300 Mbps on.",
        gap("first-fit", MIGRATION, FROM_300),
    ),
];

const ENTIRE_RANGE: &str = "(A1 & B1) out-perform the first-fit strategy over the entire range of tested values";
const GUARANTEE: &str =
    "it can guarantee that a link will never become more saturated than the given LSLT due to job co-allocation";
const STABLE: &str = "Algorithm A1 has a very well-defined and stable response to changes in job BSBW.";

const FROM_300: Over = Over::Every(Where::From(BSBW, 300.0));

/// One scheduler over bandwidth and threshold each.
pub const SURFACES: &[Claim] = &[
    Claim {
        published: Published::AtMost(0.0),
        ..claim(FIG14, GUARANTEE, "Under A1 no link is ever fuller than the LSLT.", Measure::Overshoot(A1, LSLT))
    },
    Claim {
        published: Published::AtMost(0.0),
        remark: "Read as: at no point does the queue grow without bound.",
        ..claim(
            FIG14,
            STABLE,
            "A1's queue grows without bound at no point.",
            Measure::UnstablePoints(A1, Where::ANYWHERE),
        )
    },
    Claim {
        published: Published::AtMost(10.0),
        remark: "The other reading, with the bound of B3's claim, which is ours. “Well-defined” it is: it rises steadily, by \
                 a fifth.",
        known_refuted: true,
        ..claim(
            FIG14,
            STABLE,
            "At LSLT 100 % A1's turnaround stays within 10 % over all bandwidths.",
            Measure::Spread(A1, LSLT_100),
        )
    },
    one_job_at_most(FIG15, B1),
    one_job_at_most(FIG16, B2),
    one_job_at_most(FIG17, B4),
    one_job_at_most(FIG18, B3_70),
    one_job_at_most(FIG19, B3_80),
    one_job_at_most(FIG20, B3),
    one_job_at_most(FIG21, B3_90),
];

const FIG14: Figure = ("J5 §6.3, fig. 14", "jones2005-fig14");
const FIG15: Figure = ("J5 §5, fig. 15", "jones2005-fig15");
const FIG16: Figure = ("J5 §5, fig. 16", "jones2005-fig16");
const FIG17: Figure = ("J5 §5, fig. 17", "jones2005-fig17");
const FIG18: Figure = ("J5 §5, fig. 18", "jones2005-fig18");
const FIG19: Figure = ("J5 §5, fig. 19", "jones2005-fig19");
const FIG20: Figure = ("J5 §5, fig. 20", "jones2005-fig20");
const FIG21: Figure = ("J5 §5, fig. 21", "jones2005-fig21");

const fn one_job_at_most(figure: Figure, scheduler: &'static str) -> Claim {
    Claim {
        published: Published::Range { low: 0.0, high: 1.0, margin: 0.0 },
        ..claim(
            figure,
            "a link can only be over-saturated to the extent due to a single job’s bandwidth utilization",
            "Links are over-saturated by no more than one job.",
            Measure::OvershootInJobs(scheduler, LSLT),
        )
    }
}

const FIG22: Figure = ("J5 §6.3, fig. 22", "jones2005-fig22");
const FIG23: Figure = ("J5 §6.3, fig. 23", "jones2005-fig23");

/// Turnaround against bandwidth at LSLT 100 %.
pub const AT_FULL_THRESHOLD: &[Claim] = &[
    Claim {
        published: Published::AtMost(0.0),
        ..claim(FIG22, GUARANTEE, "Under A1 no link is ever fuller than the LSLT.", Measure::Overshoot(A1, LSLT))
    },
    above_ideal(A1),
    above_ideal(B1),
    above_ideal(B2),
    above_ideal(B3),
    above_ideal(B4),
    below_migration(A1),
    above_migration(B1),
    above_migration(B2),
    below_migration(B3),
    above_migration(B4),
    claim(
        FIG22,
        VARIETY,
        "At LSLT 100 % A1 takes longer than B3 (85 %) somewhere.",
        gap(A1, B3, Over::Some(Where::ANYWHERE)),
    ),
    claim(FIG22, "", "At high BSBW, from 800 Mbps on, A1 takes longer than B3 (85 %).", gap(A1, B3, HIGH)),
    Claim {
        remark: "On the mean over 200–900 Mbps A1 is ahead: up to 400 Mbps the links hold nearly all that it co-allocates, while \
                 B3 (85 %) declines jobs without a big chunk. From 500 Mbps on B3 is ahead. A smaller chunk is ahead of A1 \
                 earlier, and falls behind it earlier.",
        known_refuted: true,
        ..claim(
            FIG22,
            "the B3 algorithm provides the best overall performance compared to A1",
            "On the mean over all bandwidths A1 takes longer than B3 (85 %).",
            gap(A1, B3, Over::Mean(Where::ANYWHERE)),
        )
    },
    steadier_than(B1),
    steadier_than(B2),
    steadier_than(B4),
    worst(FIG22, A1),
    worst(FIG22, B1),
    worst(FIG22, B2),
    worst(FIG22, B3),
    Claim {
        remark: "Read as: turnaround stays within 10 % over all bandwidths; the bound is ours. It rises by a third: the smaller the chunk, the nearer \
                 is B3 to B1, as the paper says itself. B1, B2 and B4 rise by more than a half.",
        known_refuted: true,
        ..nearly_flat("J5 §6.3, fig. 18, 23", B3_70)
    },
    Claim {
        remark: "Read as: turnaround stays within 10 % over all bandwidths; the bound is ours. It rises by a sixth, A1 by a \
                 fifth, B1 by more than a half.",
        known_refuted: true,
        ..nearly_flat("J5 §6.3, fig. 19, 23", B3_80)
    },
    nearly_flat("J5 §6.3, fig. 20, 23", B3),
    nearly_flat("J5 §6.3, fig. 21, 23", B3_90),
    better(B3_70),
    better(B3_80),
    better(B3),
    better(B3_90),
    better_somewhere(B3_70),
    better_somewhere(B3_80),
    better_somewhere(B3),
    better_somewhere(B3_90),
    best_chunk(B3_70, Over::Mean(Where::ANYWHERE)),
    Claim {
        remark: "80 % is ahead by a few seconds on the mean over 200–900 Mbps: the best chunk grows with the bandwidth, from 70 % \
                 at 300 Mbps over 80 % at 500 to 85 % from 700 on.",
        known_refuted: true,
        ..best_chunk(B3_80, Over::Mean(Where::ANYWHERE))
    },
    best_chunk(B3_90, Over::Mean(Where::ANYWHERE)),
    best_chunk(B3_70, Over::Point(BSBW_800)),
    best_chunk(B3_80, Over::Point(BSBW_800)),
    best_chunk(B3_90, Over::Point(BSBW_800)),
];

/// The figure with the bounds that its setup introduces.
const BOUNDS_22: Figure = ("J5 §6.2, fig. 22", FIG22.1);

const fn above_ideal(scheduler: &'static str) -> Claim {
    claim(BOUNDS_22, BOUNDS, "It takes longer than Ideal.", gap(scheduler, "ideal", Over::Every(Where::ANYWHERE)))
}

const fn below_migration(scheduler: &'static str) -> Claim {
    claim(
        BOUNDS_22,
        BOUNDS,
        "Migration only takes longer than it.",
        gap(MIGRATION, scheduler, Over::Every(Where::ANYWHERE)),
    )
}

const fn above_migration(scheduler: &'static str) -> Claim {
    Claim {
        known_refuted: true,
        remark: "At high BSBW its links are so full that jobs would rather not be spread.",
        ..below_migration(scheduler)
    }
}

const fn steadier_than(other: &'static str) -> Claim {
    claim(
        FIG22,
        "it is considerably more stable than the other algorithms in class “B”, with respect to variation in job BSBW",
        "Its turnaround changes more from 200 to 900 Mbps than that of B3 (85 %).",
        Measure::Wider(
            [at(other, BSBW_900), at(other, BSBW_200)],
            [at(B3, BSBW_900), at(B3, BSBW_200)],
            Over::Point(ANYWHERE),
        ),
    )
}

const fn worst(figure: Figure, than: &'static str) -> Claim {
    claim(
        figure,
        "algorithm B4 (load-balancing) provides the worst overall performance",
        "B4 takes longer.",
        gap(B4, than, Over::Every(Where::ANYWHERE)),
    )
}

const fn nearly_flat(source: &'static str, scheduler: &'static str) -> Claim {
    Claim {
        published: Published::AtMost(10.0),
        remark: "Read as: turnaround stays within 10 % over all bandwidths; the bound is ours.",
        ..claim(
            (source, FIG23.1),
            "Algorithm B3 is extremely stable with respect to variation in job BSBW.",
            "Its turnaround stays within 10 % over all bandwidths.",
            Measure::Spread(scheduler, ANYWHERE),
        )
    }
}

const VARIETY: &str = "the B3 algorithm outperforms A1 in a variety of circumstances";

const fn better(chunk: &'static str) -> Claim {
    Claim {
        known_refuted: true,
        remark: "At low BSBW the links hold nearly all that A1 co-allocates, while B3 declines jobs without a big chunk. Somewhere B3 is ahead: \
                 see the claims on a variety of circumstances.",
        ..claim(
            FIG23,
            "even when the LSLT is set to 100%, the B3 algorithms exhibit better performance than A1",
            "A1 takes longer.",
            gap(A1, chunk, Over::Every(Where::ANYWHERE)),
        )
    }
}

const fn better_somewhere(chunk: &'static str) -> Claim {
    claim(FIG23, VARIETY, "At LSLT 100 % A1 takes longer somewhere.", gap(A1, chunk, Over::Some(Where::ANYWHERE)))
}

const fn best_chunk(than: &'static str, over: Over) -> Claim {
    claim(
        ("J5 §7, fig. 23", FIG23.1),
        "co-allocating jobs when it is possible to allocate a large fraction (85%) on a single cluster provides the best performance",
        "Another chunk takes longer than 85 %.",
        gap(than, B3, over),
    )
}

const FIG24: Figure = ("J5 §6.3, fig. 24", "jones2005-fig24");
const FIG25: Figure = ("J5 §6.3, fig. 25", "jones2005-fig25");
const FIG26: Figure = ("J5 §6.3, fig. 26", "jones2005-fig26");
const FIG27: Figure = ("J5 §6.3, fig. 27", "jones2005-fig27");

/// Turnaround against the threshold, at low and high bandwidth.
pub const OVER_THRESHOLD: &[Claim] = &[
    best_at_100(FIG24, LSLT_40),
    best_at_100(FIG24, LSLT_60),
    best_at_100(FIG24, LSLT_80),
    best_at_100(FIG24, LSLT_120),
    over_saturation_helps(FIG24, B1),
    worst(FIG24, A1),
    worst(FIG24, B1),
    worst(FIG24, B2),
    worst(FIG24, B3),
    best_at_100(FIG25, LSLT_40),
    best_at_100(FIG25, LSLT_60),
    best_at_100(FIG25, LSLT_80),
    best_at_100(FIG25, LSLT_120),
    over_saturation_helps(FIG25, B3),
    worst(FIG25, A1),
    worst(FIG25, B1),
    worst(FIG25, B2),
    worst(FIG25, B3),
    better_with(FIG26, B3_70),
    better_with(FIG26, B3_80),
    better_with(FIG26, B3),
    better_with(FIG26, B3_90),
    better_with(FIG27, B3_70),
    better_with(FIG27, B3_80),
    better_with(FIG27, B3),
    better_with(FIG27, B3_90),
];

const fn best_at_100(figure: Figure, other: At) -> Claim {
    claim(
        figure,
        "it would typically be run at 100% saturation level for maximum performance",
        "A1 takes longer with another LSLT.",
        Measure::Gap(at(A1, other), at(A1, LSLT_100), Over::Point(ANYWHERE)),
    )
}

const fn over_saturation_helps(figure: Figure, scheduler: &'static str) -> Claim {
    Claim {
        remark: "At LSLT 100 % A1 saturates no link, and this scheduler does, by less than one job: its jobs run slower, but \
                 wait less.",
        ..claim(
            figure,
            "a slight over-saturation of network links can in fact be beneficial",
            "At LSLT 100 % A1 takes longer than this one.",
            gap(A1, scheduler, Over::Point(LSLT_100)),
        )
    }
}

const fn better_with(figure: Figure, chunk: &'static str) -> Claim {
    claim(figure, VARIETY, "A1 takes longer somewhere.", gap(A1, chunk, Over::Some(Where::ANYWHERE)))
}
