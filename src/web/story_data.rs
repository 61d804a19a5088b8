//! What the page shows of a job's story: its lines, and how its predicted end slid as strips of the Gantt chart.

use super::columns::{ForesightLists, LongLists};
use crate::base::number;
use crate::chart::gantt_chart::strips::{Steps, Strip, StripKind};
use crate::metrics::story::{Entry, Line, Story, lines, short};
use crate::scheduler::choice::Table;
use crate::scheduler::foresight::Foresight;
use serde::{Deserialize, Serialize};

/// A story, ready to be shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StoryData {
    /// Number of the job.
    pub job: u64,
    /// When it started, if it has \[s\].
    pub start_s: Option<f64>,
    /// All of it in one sentence.
    pub short: String,
    /// What happened, in words.
    pub lines: Vec<Line>,
    /// From one instant \[s\] on: by how much later than alone it is predicted to end \[s\], and the share of its
    /// bandwidth that it is granted; not a number where nothing is known. Empty if it never shared a link.
    pub slides: Vec<[f64; 3]>,
    /// What its scheduler saw before it placed it, if that looks ahead.
    pub foresight: Option<Foresight>,
    /// The first and the last choices among candidates that were made about it.
    pub choices: Vec<Table>,
}

impl StoryData {
    /// The story of a job.
    pub fn of(story: &Story) -> StoryData {
        StoryData {
            job: story.job,
            start_s: story.start.as_ref().map(|start| start.time_s),
            short: short(story, &number::seconds),
            lines: lines(story, &number::seconds),
            slides: slides(story),
            foresight: story.foresight.clone(),
            choices: story
                .decisions
                .entries()
                .filter_map(|entry| match entry {
                    Entry::Kept(choice) => Some(choice.table.clone()),
                    Entry::LeftOut(_) => None,
                })
                .collect(),
        }
    }

    /// What it came to: the last line.
    pub fn outcome(&self) -> &str {
        self.lines.last().map_or("", |line| &line.text)
    }

    /// Delay and share over time.
    pub fn strips(&self) -> Vec<Strip> {
        let strip = |what: &str, kind, column: usize| Strip {
            name: format!("Job {}: {what}", self.job),
            kind,
            steps: Steps {
                times_s: self.slides.iter().map(|slide| slide[0]).collect(),
                values: self.slides.iter().map(|slide| slide[column]).collect(),
            },
        };
        match self.slides.is_empty() {
            true => Vec::new(),
            false => vec![
                strip("predicted delay", StripKind::Delay, 1),
                strip("share of its bandwidth", StripKind::Share, 2),
            ],
        }
    }
}

impl LongLists for StoryData {
    type Lists = ForesightLists;

    fn exchange(&mut self, lists: &mut ForesightLists) {
        if let Some(seen) = &mut self.foresight {
            seen.exchange(lists);
        }
    }
}

fn slides(story: &Story) -> Vec<[f64; 3]> {
    let Some(start) = story
        .start
        .as_ref()
        .filter(|_| story.slides.newest().is_some())
    else {
        return Vec::new();
    };
    let alone_s = start.time_s + start.dedicated_s;
    let mut slides = vec![[start.time_s, start.end_s - alone_s, 1.0]];
    for entry in story.slides.entries() {
        match entry {
            Entry::Kept(slide) => {
                slides.push([slide.time_s, slide.end_s - alone_s, slide.granted]);
            }
            // When the first of those that are left out came is not known.
            Entry::LeftOut(_) => {
                if let Some([_, delay_s, granted]) = slides.last_mut() {
                    (*delay_s, *granted) = (f64::NAN, f64::NAN);
                }
            }
        }
    }
    slides.push([story.until_s, f64::NAN, f64::NAN]);
    slides
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Plan, story};
    use crate::metrics::story::{Abridged, FullLink, Slide};
    use crate::scenario::Scenario;
    use crate::web::columns::tests::{sent, task};

    /// A job of the teaching case that the links slow down.
    fn slowed() -> Story {
        let text = include_str!("../models/teaching/presets/teaching-two-clusters.json");
        let scenario = Scenario::from_json(text).unwrap();
        let scenario = scenario.with("workload.bsbw_mbps", &1500.into()).unwrap();
        let plan = Plan::new(&scenario).unwrap();
        let first_fit = &plan.tasks()[plan.task_of(0, 2, 0).unwrap()];
        story::tell(first_fit, None, 7, 100, |_| ()).unwrap()
    }

    /// JSON has no word for what is not a number; the page's messages have.
    fn arrives(story: &Story) -> StoryData {
        let mut data = StoryData::of(story);
        data.slides
            .retain(|slide| slide.iter().all(|own| own.is_finite()));
        sent(&data);
        data
    }

    #[test]
    fn stories_arrive() {
        let data = arrives(&slowed());
        assert!(data.lines.len() > 4 && data.slides.len() > 2, "{data:?}");
        assert!(data.outcome().starts_with("ends; turnaround "));
        assert!(data.short.starts_with("Job 7 waited "), "{}", data.short);
        let tla = task(
            r#"{"workload": {"nodes": [10, 90]}, "schedulers": ["tla"], "experiment": {"sweep": []}}"#,
        );
        let data = arrives(&story::tell(&tla, None, 60, 100, |_| ()).unwrap());
        assert!(data.foresight.is_some());
    }

    /// A home that never looks again chooses a cluster that has been sent jobs meanwhile.
    #[test]
    fn every_decision_arrives() {
        for policy in ["fuzzy", "grid-best-fit"] {
            let grid = task(&format!(
                r#"{{"platform": {{"clusters": [{{"count": 6, "nodes": 60}}]}}, "workload": {{"model": "grid", "jobs": 100}},
                    "network": {{"model": "cluster"}}, "schedulers": [{{"policy": "{policy}", "refresh_s": 3600}}],
                    "experiment": {{"sweep": [], "replications": 1}}}}"#
            ));
            let all = (0..100).map(|job| story::tell(&grid, None, job, 100, |_| ()).unwrap());
            let data = all
                .map(|story| arrives(&story))
                .find(|data| data.choices.len() > 1);
            let seen = &data.unwrap().choices[0];
            let tables = if policy == "fuzzy" { 2 } else { 0 };
            assert_eq!(seen.rules.len(), tables);
            assert_eq!(seen.candidates[0].degrees.len(), tables);
        }
    }

    #[test]
    fn the_delay_is_what_the_end_lies_behind_that_of_a_job_alone() {
        let story = slowed();
        let start = story.start.as_ref().unwrap();
        let strips = StoryData::of(&story).strips();
        let [delay, share] = &strips[..] else {
            panic!("{strips:?}")
        };
        assert_eq!(delay.name, "Job 7: predicted delay");
        assert_eq!(delay.steps.times_s[0], start.time_s);
        let last = story.until_s - 1e-6;
        assert!((delay.steps.at(last).unwrap() - story.network_s().unwrap()).abs() < 1e-9);
        assert_eq!(
            delay.steps.at(story.until_s),
            None,
            "after its end there is none"
        );
        assert!(share.steps.at(last).unwrap() < 1.0);
        assert_eq!(StoryData::default().strips(), []);
    }

    #[test]
    fn what_is_left_out_is_a_gap() {
        let mut story = slowed();
        let start_s = story.start.as_ref().unwrap().time_s;
        story.slides = Abridged::new(1);
        for after in [1.0, 2.0, 3.0] {
            story.slides.push(Slide {
                time_s: start_s + after,
                granted: 0.5,
                end_s: story.until_s,
                later_s: 0.0,
                link: Some(FullLink {
                    link: 0,
                    name: "cluster 1's link".into(),
                    saturation: 2.0,
                }),
            });
        }
        let share = &StoryData::of(&story).strips()[1].steps;
        let at = |after: f64| share.at(start_s + after);
        assert_eq!([at(0.5), at(1.5), at(3.5)], [Some(1.0), None, Some(0.5)]);
    }
}
