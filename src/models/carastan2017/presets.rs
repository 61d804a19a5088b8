//! The experiments on Lublin's jobs.

use crate::paper::{Preset, preset};

/// C in the documentation.
const CARASTAN_2017: &str =
    "Carastan-Santos and de Camargo, Obtaining dynamic scheduling policies with simulation and machine learning, 2017";

/// In the order of the gallery.
pub const PRESETS: &[Preset] = &[
    preset!(
        "carastan2017-lublin256",
        "Lublin, 256 nodes",
        CARASTAN_2017,
        "Nine orders of the queue on fifty sequences of Lublin's jobs: do the learned ones, F1 to F4, have less bounded slowdown?",
        measure: "mean_bounded_slowdown"
    ),
    preset!(
        "carastan2017-easy",
        "Lublin, 256 nodes, EASY",
        CARASTAN_2017,
        "Nine orders of the queue with EASY backfilling, which takes away most of what the order decides on Lublin's jobs.",
        measure: "mean_bounded_slowdown"
    ),
];
