//! Jann and others' model of the Cornell SP2 (1997): size classes, each with its own gaps and run times. The published table is
//! not available; the numbers here are fitted to the same weeks of the same log by the same method.

use crate::models::workload::{jobs_without_homes, of_model};
use crate::parameter::declare::{choices, parameters};
use crate::parameter::{Kind, When};
use crate::platform::MOST_NODES_PER_CLUSTER;

const JANN97: When = of_model(&["jann97"]);

choices! {
    /// Rule for a job's size within its class.
    ClassSizes = Uniform, {
        /// Every size of the class is equally likely.
        Uniform = "uniform", "Uniform";
        /// The largest size of the class.
        Top = "top", "Largest";
        /// The largest size of the class as often as in the log, else another one, all equally likely.
        AsLogged = "as-logged", "As in the log";
    }
}

jobs_without_homes! {
    /// Jann 97: every size class arrives independently; gaps and run times are hyper-Erlang.
    Jann97 {
        /// Rule for a job's size within its class.
        class_sizes: ClassSizes = ClassSizes::default(), "Size in class" as further, ClassSizes::KIND, when &[JANN97];
        /// The size classes. Gaps and run times are sums of exponential stages, all long or all short; the order is the number of stages.
        classes: Vec<JannClass> = published(),
            "Size classes", Kind::List { of: "size class", min: 1, max: 64 }, when &[JANN97];
    }
}

const SIZES: Kind = Kind::Pair { min: 1, max: MOST_NODES_PER_CLUSTER };
const ORDER: Kind = Kind::integer(1, 100, 1);
const SHARE: Kind = Kind::number(0.0, 1.0, 0.05);
const STAGE: Kind = Kind::number(1e-3, 1e9, 100.0);

parameters! {
    /// A size class.
    JannClass at "workload.classes.*." {
        /// Smallest and largest size of the class.
        sizes: [u32; 2] = [1, 1], "Sizes" in "nodes", SIZES, when &[JANN97];
        /// Number of stages of a gap between arrivals of this class.
        gap_order: u32 = 1, "Gap: order" as further, ORDER, when &[JANN97];
        /// Share of gaps whose stages are long.
        gap_p: f64 = 0.0694, "Gap: long share" as further, SHARE, when &[JANN97];
        /// Mean of a long stage of a gap.
        gap_long_s: f64 = 6768.7, "Gap: long stage" as further in "s", STAGE, when &[JANN97];
        /// Mean of a short stage of a gap.
        gap_short_s: f64 = 431.63, "Gap: short stage" as further in "s", STAGE, when &[JANN97];
        /// Number of stages of a run time.
        run_order: u32 = 4, "Run: order" as further, ORDER, when &[JANN97];
        /// Share of run times whose stages are long.
        run_p: f64 = 0.3905, "Run: long share" as further, SHARE, when &[JANN97];
        /// Mean of a long stage of a run time.
        run_long_s: f64 = 8413.7, "Run: long stage" as further in "s", STAGE, when &[JANN97];
        /// Mean of a short stage of a run time.
        run_short_s: f64 = 146.75, "Run: short stage" as further in "s", STAGE, when &[JANN97];
        /// Share of jobs with the largest size, if sizes are as logged.
        top_share: f64 = 1.0, "Largest size" as further, SHARE, when &[JANN97, When::one_of("workload.class_sizes", &["as-logged"])];
    }
}

/// The ten classes, fitted to the first three moments of gaps and run times in the first 17 440 jobs of the CTC SP2 log.
#[rustfmt::skip]
fn published() -> Vec<JannClass> {
    let class = |sizes, gap: (u32, f64, f64, f64), run: (u32, f64, f64, f64), top_share| JannClass {
        sizes,
        gap_order: gap.0, gap_p: gap.1, gap_long_s: gap.2, gap_short_s: gap.3,
        run_order: run.0, run_p: run.1, run_long_s: run.2, run_short_s: run.3,
        top_share,
    };
    vec![
        class([1, 1], (1, 0.0694, 6768.7, 431.63), (4, 0.3905, 8413.7, 146.75), 1.0),
        class([2, 2], (1, 0.0956, 27_715.0, 1114.4), (8, 0.3107, 5689.2, 24.874), 1.0),
        class([3, 4], (1, 0.1307, 16_109.0, 742.18), (5, 0.2081, 7032.5, 26.063), 0.84),
        class([5, 8], (1, 0.2219, 13_971.0, 602.43), (2, 0.224, 10_481.0, 336.19), 0.617),
        class([9, 16], (1, 0.1073, 14_951.0, 1411.1), (3, 0.3185, 8885.2, 40.338), 0.634),
        class([17, 32], (1, 0.1241, 29_707.0, 2615.2), (3, 0.3163, 9546.6, 45.271), 0.568),
        class([33, 64], (1, 0.4448, 18_073.0, 594.87), (3, 0.4152, 9918.6, 88.895), 0.602),
        class([65, 128], (2, 0.5041, 30_007.0, 1954.2), (6, 0.2832, 7237.5, 50.362), 0.635),
        class([129, 256], (2, 0.1703, 173_030.0, 3290.1), (1, 0.3119, 3414.2, 149.2), 0.204),
        class([257, 322], (1, 0.1535, 599_510.0, 55_065.0), (6, 0.215, 6926.2, 28.191), 0.021),
    ]
}
