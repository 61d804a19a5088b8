//! Both recordings, the pairs of their jobs, and the stories.

use super::job_pairs::JobPair;
use super::state::CompareState;
use crate::chart::curve::results;
use crate::chart::gantt_chart::strips::StripChart;
use crate::experiment::RunResult;
use crate::metrics::timeline::Timeline;
use crate::scenario::Checked;
use crate::web::gantt_pane::story_data::StoryData;
use crate::web::tabs::snapshot::Snapshot;
use std::rc::Rc;

/// Both recordings, and the data derived from them.
#[derive(Default)]
pub(super) struct Recordings {
    /// Message if the log is missing.
    pub(super) needs_log: Option<String>,
    pub(super) run: CompareState,
    pub(super) visible: bool,
    /// Bookmarks from which the second run can be chosen.
    pub(super) kept: Vec<(String, Checked)>,
    pub(super) snapshot: Option<Snapshot>,
    pub(super) recorded: [Option<Timeline>; 2],
    /// Strips of each run: link loads, waiting jobs and nodes in use over time.
    pub(super) strips: [StripChart; 2],
    /// The jobs with their times in both runs; empty if the two experiments have different jobs.
    pub(super) pairs: Vec<JobPair>,
    /// True if the two experiments have different jobs.
    pub(super) unlike: bool,
    /// True to plot differences by arrival, false to plot their distribution.
    pub(super) by_arrival: bool,
    /// Numbers of the jobs shown as points of the figure.
    pub(super) drawn: Vec<u64>,
    pub(super) stories: [Option<StoryData>; 2],
}

impl Recordings {
    /// Readable names of the two runs.
    pub(super) fn names(&self) -> [String; 2] {
        let Some(both) = self.run.schedulers() else {
            return Default::default();
        };
        let label = |side: usize| {
            let plan = self.run.plan_of(side);
            plan.map_or_else(String::new, |plan| results::label_of(plan, both[side]))
        };
        let kept = self.run.kept();
        let other = kept.map_or_else(|| label(1), |kept| format!("{} of “{}”", label(1), kept.name));
        [label(0), other]
    }

    /// The results of both schedulers at the displayed point; `None` if the second run is from a bookmark.
    pub(super) fn results(&self) -> Option<[&RunResult; 2]> {
        let plan = self.run.shown().plan().filter(|_| self.run.kept().is_none())?;
        let snapshot = self.snapshot.as_ref().filter(|own| Rc::ptr_eq(&own.plan, plan))?;
        let point = snapshot.results.points.get(self.run.shown().point)?;
        let [own, other] = self.run.schedulers()?;
        let of = |at: usize| results::result_of(point, &results::name_of(plan, at));
        Some([of(own)?, of(other)?])
    }
}
