//! What a paper claims, as data: which experiment, which quantity, what was published.

use super::verdict::Published;

/// A paper: its experiments and its claims.
#[derive(Clone, Copy, Debug)]
pub struct Paper {
    /// Name on the command line and in front of its presets: "jones2005".
    pub name: &'static str,
    /// Authors, title and year.
    pub title: &'static str,
    /// Its experiments.
    pub studies: &'static [Study],
    /// Its claims, by figure.
    pub claims: &'static [&'static [Claim]],
    /// A published table of improvements, if it has one.
    pub improvements: &'static [Row],
    /// What a reader of the report should know first: how the text was read, what it leaves open.
    pub notes: &'static [&'static str],
}

/// A row of a published table of improvements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// What the paper calls it.
    pub name: &'static str,
    /// The preset whose points are its cells, in their order.
    pub preset: &'static str,
    /// The scheduler that improves on the best of the others.
    pub scheduler: &'static str,
    /// By how much \[%\].
    pub published: [i8; 9],
    /// Cells of which the text at hand does not tell for sure that this is their value: no claim is held against them.
    pub loose: &'static [usize],
}

/// One experiment of a paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Study {
    /// Name of the preset that it runs.
    pub preset: &'static str,
    /// How much of it the quick tier runs.
    pub quick: Size,
    /// How much of it the full tier runs.
    pub full: Size,
    /// Only these schedulers and no sweep, where the preset has more than the claims need; empty: the preset as it is.
    pub only: &'static [&'static str],
}

/// How large a run is; `None` is what the preset says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Jobs that arrive: at each cluster if they are drawn cluster by cluster, else in all; where a run ends at a number of completions,
    /// that number.
    pub jobs: Option<u64>,
    /// Replications.
    pub replications: Option<u32>,
}

/// How much of the published experiments is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// A fraction of the jobs: a minute or so.
    Quick,
    /// The published number of jobs.
    Full,
}

/// One claim.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim {
    /// Where the paper says it: "J5 §6.3, fig. 22".
    pub source: &'static str,
    /// The preset whose results answer it.
    pub preset: &'static str,
    /// What the paper says, in our words; or what we add to it.
    pub says: &'static str,
    /// The sentence is ours: the paper does not say it, but it follows from its text or belongs to it.
    pub ours: bool,
    /// What was published, or what must be found for it to hold.
    pub published: Published,
    /// The quantity that decides.
    pub measure: Measure,
    /// What a reader should know beside the verdict: how we read the claim, or why it does not come out. Often empty.
    pub remark: &'static str,
    /// The published number of jobs contradicts the claim, as the remark explains: no alarm if it differs again.
    pub known_to_differ: bool,
    /// The quick tier does not yield the quantity: its runs are too short, or it takes no times.
    pub full_only: bool,
}

impl Claim {
    /// A claim without a remark, to be completed by struct update.
    pub const NEW: Claim = Claim {
        source: "",
        preset: "",
        says: "",
        ours: false,
        published: Published::Positive,
        measure: Measure::Mean(Spot {
            scheduler: "",
            at: &[],
        }),
        remark: "",
        known_to_differ: false,
        full_only: false,
    };

    /// Where it stands, and who says it: "J5 §6.3, fig. 22", "ours, on J5 §6.3, fig. 22".
    pub fn origin(&self) -> String {
        match self.ours {
            true => format!("ours, on {}", self.source),
            false => self.source.to_owned(),
        }
    }
}

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

/// The quantity that decides a claim. Turnaround is the mean over all jobs of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// Mean turnaround \[s\].
    Mean(Spot),
    /// How much more turnaround one spot has than another, on the same jobs \[s\].
    Gap(Spot, Spot, Over),
    /// The same in percent of the other.
    Percent(Spot, Spot, Over),
    /// How much farther the first two spots are apart than the last two, whichever is larger in each pair \[s\].
    Wider([Spot; 2], [Spot; 2], Over),
    /// Largest over smallest turnaround of a scheduler over the points with these coordinates, less 1 \[%\].
    Spread(&'static str, At),
    /// The mean penalty at which a scheduler's turnaround comes to exceed that of another.
    Crossing(&'static str, &'static str),
    /// The most by which a link's saturation ever exceeded the scheduler's threshold, over all points \[%\].
    Overshoot(&'static str),
    /// The same in units of what one job can demand of a link.
    OvershootInJobs(&'static str),
    /// Points at which a scheduler's queue grows without bound.
    UnstablePoints(&'static str),
    /// Time for one decision about co-allocating a job, of the policy of this name \[µs\].
    Decision(&'static str),
    /// How much longer the first policy takes for such a decision than the second \[%\].
    LongerDecision(&'static str, &'static str),
    /// How much more the other measure is in this claim's experiment than in that of another preset.
    MoreThanIn(&'static str, &'static Measure),
    /// Share of the nodes in use.
    Utilisation(Spot),
    /// Mean number of jobs that wait.
    QueueLength(Spot),
    /// Share of the jobs with a reservation that start later than they were promised first \[%\].
    Missed(Spot),
    /// By how much less turnaround a scheduler has than the best of the others, at the point with these coordinates \[%\].
    Improvement(&'static str, At),
    /// How far such an improvement is from the published one where it is farthest in its row \[percentage points\].
    Farthest(&'static Row),
    /// Cells of the row whose improvement has another sign than the published one.
    OtherSigns(&'static Row),
    /// The most by which improvements in turnaround and in bounded slowdown differ in a row \[percentage points\].
    SlowdownApart(&'static Row),
    /// Coefficient of variation of turnaround over the replications \[%\].
    Variation(Spot),
    /// Points at which a scheduler has the smallest coefficient of variation of all, of those with any \[%\].
    Steadiest(&'static str),
    /// A number of the example of Shih et al.: the mean turnaround simulated if job 1 of so many nodes starts on this cluster
    /// and the job on B ends at this time \[s\].
    Example(u32, u32, f64),
    /// How decisions depend on the simulation depth.
    Depths(ByDepth),
    /// How much more turnaround the jobs of a group have at one spot than at another \[s\].
    GroupGap(&'static str, Spot, Spot),
    /// Share of the jobs that belong to a group \[%\].
    GroupShare(&'static str, Spot),
    /// Share of the jobs, or of those of a group, that end earlier at a spot than under the first scheduler there \[%\].
    Ahead(Option<&'static str>, Spot),
}

/// A quantity of the decisions of a run at all simulation depths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ByDepth {
    /// Decisions for which there is something to simulate.
    Decisions,
    /// Those that are another at full depth than at depth 1 \[% of them\].
    Changed,
    /// Those of them whose first change is below this depth \[%\].
    FirstBelow(usize),
    /// All changes, also of decisions that change back, below this depth \[%\].
    Below(usize),
    /// Pearson's coefficient of changes up to a depth with turnaround at it, which another preset sweeps under this scheduler;
    /// depth 0 is left out.
    Correlation(&'static str, &'static str),
}

impl Measure {
    /// Whether it is a time on this machine, and not a quantity of the simulation.
    pub fn is_timed(&self) -> bool {
        matches!(self, Measure::Decision(_) | Measure::LongerDecision(..))
    }

    /// Whether it takes a second look at a run's decisions.
    pub fn is_by_depth(&self) -> bool {
        matches!(self, Measure::Depths(_))
    }
}
