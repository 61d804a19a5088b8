//! A job's story in the page's format: its lines, and the changes of its predicted end as strips of the Gantt chart.

use crate::chart::gantt_chart::recorded::{self, Slides};
use crate::chart::gantt_chart::strips::Strip;
use crate::chart::planning::Moments;
use crate::metrics::story::{Entry, Story};
use crate::scheduler::choice::Table;
use crate::scheduler::foresight::Foresight;
use crate::words::number;
use crate::words::{JobNames, Line, lines, short};
use serde::{Deserialize, Serialize};

/// A story, ready to show.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StoryData {
    /// Number of the job.
    pub job: u64,
    /// Names of the story's jobs in the log, if the workload is a log.
    pub names: JobNames,
    /// Arrival time \[s\].
    pub arrival_s: f64,
    /// Start time, if the job has started \[s\].
    pub start_s: Option<f64>,
    /// Last moment of the story \[s\]: the end of the job, if the job has ended.
    pub until_s: f64,
    /// Summary in one sentence.
    pub short: String,
    /// Events, as text.
    pub lines: Vec<Line>,
    /// Changes of the job's predicted end; empty if the job never shared a link.
    pub slides: Slides,
    /// Futures that the scheduler compared before it placed the job, if the scheduler looks ahead.
    pub foresight: Option<Foresight>,
    /// The scheduler's first and last choices among candidates for the job.
    pub choices: Vec<Table>,
    /// Requests that the scheduler planned around the job, if it planned the job.
    pub plannings: Option<Moments>,
}

impl StoryData {
    /// Converts a story.
    pub fn of(story: &Story) -> StoryData {
        StoryData {
            job: story.job,
            names: story.names.clone(),
            arrival_s: story.arrival_s,
            until_s: story.until_s,
            start_s: story.start.as_ref().map(|start| start.time_s),
            short: short(story, &number::seconds),
            lines: lines(story, &number::seconds),
            slides: recorded::slides(story),
            foresight: story.foresight.clone(),
            choices: story
                .decisions
                .entries()
                .filter_map(|entry| match entry {
                    Entry::Kept(choice) => Some(choice.table.clone()),
                    Entry::LeftOut(_) => None,
                })
                .collect(),
            plannings: Moments::of(&story.plannings, story.job),
        }
    }

    /// Outcome: the last line.
    pub fn outcome(&self) -> &str {
        self.lines.last().map_or("", |line| &line.text)
    }

    /// Strips of delay and share over time.
    pub fn strips(&self) -> Vec<Strip> {
        recorded::slide_strips(&self.names.title(self.job), &self.slides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Plan, story};
    use crate::logs::read;
    use crate::scenario::presets;
    use crate::web::packed::tests::{sent, task};
    use std::sync::Arc;

    /// A job of the teaching example that is slowed down by the links.
    fn slowed() -> Story {
        let scenario = presets::scenario(presets::find("teaching-two-clusters").unwrap()).unwrap();
        let scenario = scenario.with("workload.bsbw_mbps", &1500.into()).unwrap();
        let plan = Plan::new(&scenario).unwrap();
        let first_fit = &plan.tasks()[plan.task_of(0, 2, 0).unwrap()];
        story::tell(first_fit, None, 7, 100, |_| ()).unwrap()
    }

    /// JSON cannot represent NaN and infinity; the page's messages can.
    fn arrives(story: &Story) -> StoryData {
        let data = StoryData::of(story);
        sent(&data);
        data
    }

    #[test]
    fn stories_arrive() {
        let data = arrives(&slowed());
        assert!(data.lines.len() > 4 && data.slides.len() > 2, "{data:?}");
        assert!(data.outcome().starts_with("ends; turnaround "));
        assert!(data.short.starts_with("Job 7 waited "), "{}", data.short);
        let tla = task(r#"{"workload": {"nodes": [10, 90]}, "schedulers": ["tla"], "experiment": {"sweep": []}}"#);
        let data = arrives(&story::tell(&tla, None, 60, 100, |_| ()).unwrap());
        assert!(data.foresight.is_some());
    }

    /// Table 1 of Shih et al. as a log: job 4 is number 5 of the log, and the futures have the jobs behind it.
    #[test]
    fn jobs_of_a_log_arrive_with_their_numbers_there() {
        let table_1 = task(include_str!("../../../tests/browser/table-1.json"));
        let mut text = &include_bytes!("../../../tests/browser/table-1.swf")[..];
        let log = Arc::new(read("table-1.swf", &mut text).unwrap());
        let data = arrives(&story::tell(&table_1, Some(&log), 4, 100, |_| ()).unwrap());
        assert!(data.short.starts_with("Job 4, number 5 of the log, waited "), "{}", data.short);
        assert_eq!([4, 5, 7].map(|job| data.names.short(job)), ["4 log:5", "5 log:6", "7 log:8"]);
    }

    /// A home that never refreshes its information chooses a cluster that has received jobs meanwhile.
    #[test]
    fn every_decision_arrives() {
        for policy in ["fuzzy", "grid-best-fit"] {
            let grid = task(&format!(
                r#"{{"platform": {{"clusters": [{{"count": 6, "nodes": 60}}]}}, "workload": {{"model": "grid", "jobs": 100}},
                    "network": {{"model": "cluster"}}, "schedulers": [{{"policy": "{policy}", "refresh_s": 3600}}],
                    "experiment": {{"sweep": [], "replications": 1}}}}"#
            ));
            let all = (0..100).map(|job| story::tell(&grid, None, job, 100, |_| ()).unwrap());
            let data = all.map(|story| arrives(&story)).find(|data| data.choices.len() > 1);
            let seen = &data.unwrap().choices[0];
            let tables = if policy == "fuzzy" { 2 } else { 0 };
            assert_eq!(seen.candidates[0].tables.len(), tables);
        }
    }
}
