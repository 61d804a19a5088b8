//! Jones, Pang, Stanzione, Ligon: Job Communication Characterization and its Impact on Meta-scheduling Co-allocated Jobs in
//! a Mini-grid, IPDPS 2004 (J4): the parameters and observations that section 4 of J5 repeats.

use super::jones2005::penalty::{self, Figure};
use crate::paper::Paper;

/// The simulation of two clusters, whose figure the text at hand has lost: the same experiment as figure 9 of J5.
const TWO: Figure = ("J4 §6.1, two clusters", "jones2005-fig9");
const FIG5: Figure = ("J4 §6.1, fig. 5", "jones2004-fig5");
const FIG7: Figure = ("J4 §6.1, fig. 7", "jones2004-fig7");

const GAINS: &str = "the ability to initially migrate jobs … to a remote cluster provides a rather large performance gain over NO SHARING";

/// The paper.
pub static PAPER: Paper = Paper {
    name: "jones2004",
    title: "Jones, Pang, Stanzione, Ligon: Job Communication Characterization and its Impact on Meta-scheduling Co-allocated \
            Jobs in a Mini-grid (2004)",
    studies: &[penalty::study(TWO.1), penalty::study(FIG5.1), penalty::study(FIG7.1)],
    claims: &[&[
        penalty::migration_gains(TWO, GAINS),
        penalty::ideal_is_the_limit(("J4 §5.2, two clusters", TWO.1)),
        penalty::fixed_is_generous(TWO),
        penalty::crossing(TWO, "first-fit", "migration-only", penalty::TWO_MIGRATION),
        penalty::crossing(TWO, "first-fit", "no-share", penalty::TWO_NO_SHARE),
        penalty::crossing(TWO, "fixed", "migration-only", penalty::TWO_MIGRATION),
        penalty::crossing(TWO, "fixed", "no-share", penalty::TWO_NO_SHARE),
        penalty::migration_gains(FIG5, GAINS),
        penalty::ideal_is_the_limit(("J4 §5.2, fig. 5", FIG5.1)),
        penalty::fixed_is_generous(FIG5),
        penalty::crossing(FIG5, "first-fit", "migration-only", penalty::FOUR_MIGRATION),
        penalty::crossing(FIG5, "first-fit", "no-share", penalty::FOUR_NO_SHARE),
        penalty::crossing(FIG5, "fixed", "migration-only", penalty::FOUR_MIGRATION),
        penalty::crossing(FIG5, "fixed", "no-share", penalty::FOUR_NO_SHARE),
        penalty::gain_grows(FIG5, TWO.1),
        penalty::migration_gains(FIG7, GAINS),
        penalty::ideal_is_the_limit(("J4 §5.2, fig. 7", FIG7.1)),
        penalty::fixed_is_generous_to_the_end(FIG7),
        penalty::crossing(FIG7, "first-fit", "migration-only", penalty::EIGHT_MIGRATION),
        penalty::crossing(FIG7, "first-fit", "no-share", penalty::EIGHT_NO_SHARE),
        penalty::crossing(FIG7, "fixed", "migration-only", penalty::EIGHT_MIGRATION),
        penalty::in_the_full_tier(penalty::crossing(FIG7, "fixed", "no-share", penalty::EIGHT_NO_SHARE)),
        penalty::gain_grows(FIG7, FIG5.1),
        penalty::acceptable_penalty_falls(TWO, FIG7, penalty::FIRST_FIT_MIGRATION),
        penalty::acceptable_penalty_falls(TWO, FIG7, penalty::FIXED_MIGRATION),
        penalty::acceptable_penalty_falls(TWO, FIG7, penalty::FIRST_FIT_NO_SHARE),
        penalty::in_the_full_tier(penalty::acceptable_penalty_falls(TWO, FIG7, penalty::FIXED_NO_SHARE)),
    ]],
    improvements: &[],
    notes: &[
        penalty::ONE_REPLICATION,
        "All jobs of a run end, so that what has ended does not tell a region of load. Claims are judged at every point, or at those that are \
         stable.",
        "Figures 5 and 7 show turnaround on four and eight clusters; they repeat as figures 10 and 11 of the paper of 2005, \
         with the same parameters. The simulation of two clusters is figure 9 there (jones2005-fig9), and is run as such.",
        "NO SHARING, MIGRATION ONLY, BFFF and NO COMM PENALTY are No share, Migration only, First-fit and Ideal here. The text \
         calls BFFF a best fit that spans as few links as it can, and the later paper describes it as most free nodes first. \
         NO COMM PENALTY is BFFF on jobs that only compute (K = 1), which on the same jobs is Ideal.",
    ],
};
