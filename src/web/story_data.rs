//! What the page shows of a job's story: its lines, and how its predicted end slid as strips of the Gantt chart.

use super::{decision_data, foresight_data};
use crate::base::decimal;
use crate::chart::number;
use crate::chart::strips::{Steps, Strip, StripKind};
use crate::metrics::story::{Entry, Kind, Line, Story, lines};
use crate::scheduler::foresight::Foresight;
use crate::scheduler::vahdat::Decision;

/// How the row of what was seen begins, and that of a decision; all others begin with a name or a tab.
const SEEN: &str = " ";
const DECIDED: &str = "=";

/// A story, ready to be shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    /// Number of the job.
    pub job: u64,
    /// What happened, in words.
    pub lines: Vec<Line>,
    /// From one instant \[s\] on: by how much later than alone it is predicted to end \[s\], and the share of its
    /// bandwidth that it is granted; not a number where nothing is known. Empty if it never shared a link.
    pub slides: Vec<[f64; 3]>,
    /// What its scheduler saw before it placed it, if that looks ahead.
    pub foresight: Option<Foresight>,
    /// What its home went by when it chose a cluster, in a grid: the first and the last times.
    pub decisions: Vec<Decision>,
}

impl Told {
    /// The story of a job.
    pub fn of(story: &Story) -> Told {
        Told {
            job: story.job,
            lines: lines(story, &number::seconds),
            slides: slides(story),
            foresight: story.foresight.clone(),
            decisions: story
                .decisions
                .entries()
                .filter_map(|entry| match entry {
                    Entry::Kept(decision) => Some(decision.clone()),
                    Entry::LeftOut(_) => None,
                })
                .collect(),
        }
    }

    /// The story as one text, which a worker sends: number of the job; per line kind, time, words; per slide its numbers;
    /// the numbers of what was seen, and those of each decision.
    pub fn encode(&self) -> String {
        let mut text = self.job.to_string();
        for line in &self.lines {
            let time = line.time_s.map(|time_s| time_s.to_string());
            let fields = [line.kind.name(), &time.unwrap_or_default(), &line.text];
            text = text + "\n" + &fields.join("\t");
        }
        for slide in &self.slides {
            text = text + "\n\t" + &slide.map(|number| number.to_string()).join("\t");
        }
        let seen = self.foresight.as_ref().map(foresight_data::encode);
        let decisions = self.decisions.iter().map(decision_data::encode);
        let decisions = decisions.map(|numbers| (DECIDED, numbers));
        for (mark, numbers) in seen.into_iter().map(|seen| (SEEN, seen)).chain(decisions) {
            let numbers: Vec<String> = numbers.iter().map(f64::to_string).collect();
            text = text + "\n" + mark + &numbers.join(" ");
        }
        text
    }

    /// The story that `text` stands for; `None` if it is none.
    pub fn decode(text: &str) -> Option<Told> {
        let mut rows = text.split('\n');
        let mut told = Told {
            job: rows.next()?.parse().ok()?,
            ..Told::default()
        };
        for row in rows {
            let numbers = |row: &str| row.split(' ').map(number).collect::<Option<Vec<f64>>>();
            if let Some(seen) = row.strip_prefix(SEEN) {
                told.foresight = Some(foresight_data::decode(&numbers(seen)?)?);
                continue;
            }
            if let Some(decision) = row.strip_prefix(DECIDED) {
                told.decisions
                    .push(decision_data::decode(&numbers(decision)?)?);
                continue;
            }
            let mut fields = row.splitn(4, '\t');
            let mut field = || fields.next();
            let kind = field()?;
            if kind.is_empty() {
                let mut next = || number(field()?);
                told.slides.push([next()?, next()?, next()?]);
            } else {
                let time = field()?;
                told.lines.push(Line {
                    time_s: decimal::parse(time),
                    kind: Kind::named(kind)?,
                    text: field()?.to_owned(),
                });
            }
        }
        Some(told)
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

/// A number as it was written; it may be none, or beyond all others.
fn number(text: &str) -> Option<f64> {
    match text {
        "NaN" => Some(f64::NAN),
        "inf" => Some(f64::INFINITY),
        "-inf" => Some(f64::NEG_INFINITY),
        text => decimal::parse(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Plan, story};
    use crate::metrics::story::{Abridged, FullLink, Slide};
    use crate::scenario::Scenario;

    /// A job of the teaching case that the links slow down.
    fn slowed() -> Story {
        let text = include_str!("../scenario/presets/teaching-two-clusters.json");
        let scenario = Scenario::from_json(text).unwrap();
        let scenario = scenario.with("workload.bsbw_mbps", &1500.into()).unwrap();
        let plan = Plan::new(&scenario).unwrap();
        let first_fit = &plan.tasks()[plan.task_of(0, 2, 0).unwrap()];
        story::tell(first_fit, None, 7, 100, |_| ()).unwrap()
    }

    #[test]
    fn comes_back_as_it_was_sent() {
        let told = Told::of(&slowed());
        assert!(told.lines.len() > 4 && told.slides.len() > 3, "{told:?}");
        let back = Told::decode(&told.encode()).unwrap();
        assert_eq!((back.job, &back.lines), (told.job, &told.lines));
        // What is not a number is not equal to itself.
        assert_eq!(format!("{:?}", back.slides), format!("{:?}", told.slides));
        assert!(told.outcome().starts_with("ends; turnaround "));
        for wrong in [
            "",
            "x",
            "7\n 1 2",
            "7\n=1 2",
            "7\nno\t1\tkind",
            "7\nend\t1",
            "7\n\t1\t2",
        ] {
            assert_eq!(Told::decode(wrong), None, "{wrong:?}");
        }
    }

    /// A home that never looks again chooses a cluster that has been sent jobs meanwhile.
    #[test]
    fn every_decision_comes_back() {
        let text = r#"{"platform": {"clusters": [{"count": 6, "nodes": 60}]}, "workload": {"model": "grid", "jobs": 100},
            "network": {"model": "cluster"}, "schedulers": [{"policy": "fuzzy", "refresh_s": 3600}],
            "experiment": {"sweep": [], "replications": 1}}"#;
        let plan = Plan::new(&Scenario::from_json(text).unwrap()).unwrap();
        let tell = |job| story::tell(&plan.tasks()[0], None, job, 100, |_| ()).unwrap();
        let mut all = (0..100).map(|job| Told::of(&tell(job)));
        let told = all.find(|told| told.decisions.len() > 1).unwrap();
        let back = Told::decode(&told.encode()).unwrap();
        assert_eq!(back.decisions, told.decisions);
    }

    #[test]
    fn the_delay_is_what_the_end_lies_behind_that_of_a_job_alone() {
        let story = slowed();
        let start = story.start.as_ref().unwrap();
        let strips = Told::of(&story).strips();
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
        assert_eq!(Told::default().strips(), []);
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
        let share = &Told::of(&story).strips()[1].steps;
        let at = |after: f64| share.at(start_s + after);
        assert_eq!([at(0.5), at(1.5), at(3.5)], [Some(1.0), None, Some(0.5)]);
    }
}
