//! The tables and figures of Shih et al., and the look-ahead that also co-allocates.

use super::shih2013::UTILISATION;
use crate::paper::{Preset, preset};

/// S in the documentation.
const SHIH_2013: &str = "Shih et al., TLA: Temporal look-ahead processor allocation method for heterogeneous multi-cluster \
                         systems, 2013";

/// In the order of the gallery.
pub const PRESETS: &[Preset] = &[
    preset!(
        "look-ahead-co-allocation",
        "Look-ahead co-allocation",
        Preset::OWN,
        "A look ahead at nodes and links tells when to spread a job and when to wait: it beats A1 and B3 at every bandwidth."
    ),
    preset!(
        "shih2013-table1",
        "Table 1: two clusters of nine",
        SHIH_2013,
        "The clusters of the example, with jobs drawn at random: where does looking ahead pay?"
    ),
    preset!(
        "shih2013-table4-a1",
        "Table 4, A1: SDSC SP2 on five equal clusters",
        SHIH_2013,
        "The log of the San Diego SP2 on 5 × 128 nodes: load × heterogeneity.",
        tab: "surface"
    ),
    preset!(
        "shih2013-table4-a2",
        "Table 4, A2: SDSC SP2 on unequal clusters",
        SHIH_2013,
        "The log of the San Diego SP2 on 128, 128, 128, 50 and 8 nodes: load × heterogeneity.",
        tab: "surface",
        published: UTILISATION
    ),
    preset!(
        "shih2013-table4-b1",
        "Table 4, B1: DAS2 on five equal clusters",
        SHIH_2013,
        "The logs of five clusters of DAS2, merged by submission, on 5 × 144 nodes: load × heterogeneity.",
        tab: "surface"
    ),
    preset!(
        "shih2013-table4-b2",
        "Table 4, B2: DAS2 on unequal clusters",
        SHIH_2013,
        "The logs of five clusters of DAS2, merged by submission, on 144 and 4 × 64 nodes: load × heterogeneity.",
        tab: "surface"
    ),
    preset!(
        "shih2013-table4-c1",
        "Table 4, C1: ANL Intrepid on five clusters",
        SHIH_2013,
        "The log of Intrepid on 5 × 163 840 nodes: load × heterogeneity.",
        tab: "surface"
    ),
    preset!(
        "shih2013-table4-c2",
        "Table 4, C2: ANL Intrepid on twenty clusters",
        SHIH_2013,
        "The log of Intrepid on 20 × 8192 nodes, larger jobs split: load × heterogeneity.",
        tab: "surface"
    ),
    preset!(
        "shih2013-table4-d1",
        "Table 4, D1: Lublin 99 on five clusters",
        SHIH_2013,
        "Jobs of Lublin's model of 1999 on 5 × 128 nodes: load × heterogeneity.",
        tab: "surface"
    ),
    preset!(
        "shih2013-table4-d2",
        "Table 4, D2: Lublin 99 on ten clusters",
        SHIH_2013,
        "Jobs of Lublin's model of 1999 on 10 × 128 nodes: load × heterogeneity.",
        tab: "surface"
    ),
    preset!(
        "shih2013-table4-e1",
        "Table 4, E1: like Feitelson 96 on five clusters",
        SHIH_2013,
        "Jobs like those of Feitelson's model of 1996 on 5 × 128 nodes: load × heterogeneity.",
        tab: "surface"
    ),
    preset!(
        "shih2013-table4-e2",
        "Table 4, E2: like Feitelson 96 on three clusters",
        SHIH_2013,
        "Jobs like those of Feitelson's model of 1996 on 3 × 128 nodes: load × heterogeneity.",
        tab: "surface"
    ),
    preset!(
        "shih2013-table4-f1",
        "Table 4, F1: Jann 97 on five clusters",
        SHIH_2013,
        "Jobs of Jann's model of 1997 on 5 × 322 nodes: load × heterogeneity.",
        tab: "surface"
    ),
    preset!(
        "shih2013-table4-f2",
        "Table 4, F2: Jann 97 on eight clusters",
        SHIH_2013,
        "Jobs of Jann's model of 1997 on 8 × 322 nodes: load × heterogeneity.",
        tab: "surface"
    ),
    preset!(
        "shih2013-fig8",
        "Figure 8: inaccurate estimates",
        SHIH_2013,
        "How much of TLA is left if users are wrong by up to a factor of 1024?"
    ),
    preset!("shih2013-fig10", "Figure 10: simulation depth", SHIH_2013, "How far TLA must look ahead."),
    preset!(
        "shih2013-fig11",
        "Figure 11: decisions by depth",
        SHIH_2013,
        "What would TLA have decided in one and the same run if it had looked ahead to other depths?"
    ),
    preset!(
        "shih2013-fig12",
        "Figure 12: simulation policy",
        SHIH_2013,
        "Which simple policy serves best within the look-ahead?"
    ),
    preset!("shih2013-fig13", "Figure 13: allocation depth", SHIH_2013, "How many decisions one look ahead may fix."),
];
