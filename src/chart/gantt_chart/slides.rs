//! How the predicted end of a job slid while it shared links, as strips of the Gantt chart.

use crate::chart::gantt_chart::strips::{Steps, Strip, StripKind};
use crate::metrics::story::{Entry, Story};

/// From one instant \[s\] on: by how much later than alone the job is predicted to end \[s\], and the share of its
/// bandwidth that it is granted; not a number where nothing is known.
pub type Slides = Vec<[f64; 3]>;

/// The slides of a story; none if its job never shared a link.
pub fn of(story: &Story) -> Slides {
    let Some(start) = story.start.as_ref().filter(|_| story.slides.newest().is_some()) else {
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

/// Delay and share over time.
pub fn strips(job: u64, slides: &[[f64; 3]]) -> Vec<Strip> {
    let strip = |what: &str, kind, column: usize| {
        let steps = Steps {
            times_s: slides.iter().map(|slide| slide[0]).collect(),
            values: slides.iter().map(|slide| slide[column]).collect(),
        };
        Strip::new(format!("Job {job}: {what}"), kind, steps)
    };
    match slides.is_empty() {
        true => Vec::new(),
        false => {
            vec![strip("predicted delay", StripKind::Delay, 1), strip("share of its bandwidth", StripKind::Share, 2)]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Plan, story};
    use crate::metrics::story::{Abridged, FullLink, Slide};
    use crate::scenario::presets;

    /// A job of the teaching case that the links slow down.
    fn slowed() -> Story {
        let scenario = presets::scenario(presets::find("teaching-two-clusters").unwrap()).unwrap();
        let scenario = scenario.with("workload.bsbw_mbps", &1500.into()).unwrap();
        let plan = Plan::new(&scenario).unwrap();
        let first_fit = &plan.tasks()[plan.task_of(0, 2, 0).unwrap()];
        story::tell(first_fit, None, 7, 100, |_| ()).unwrap()
    }

    #[test]
    fn the_delay_is_what_the_end_lies_behind_that_of_a_job_alone() {
        let story = slowed();
        let start = story.start.as_ref().unwrap();
        let strips = strips(7, &of(&story));
        let [delay, share] = &strips[..] else { panic!("{strips:?}") };
        assert_eq!(delay.name, "Job 7: predicted delay");
        assert_eq!(delay.steps.times_s[0], start.time_s);
        let last = story.until_s - 1e-6;
        assert!((delay.steps.at(last).unwrap() - story.network_s().unwrap()).abs() < 1e-9);
        assert_eq!(delay.steps.at(story.until_s), None, "after its end there is none");
        assert!(share.steps.at(last).unwrap() < 1.0);
        assert_eq!(super::strips(7, &[]), []);
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
                link: Some(FullLink { link: 0, name: "cluster 1's link".into(), saturation: 2.0 }),
            });
        }
        let share = &strips(7, &of(&story))[1].steps;
        let at = |after: f64| share.at(start_s + after);
        assert_eq!([at(0.5), at(1.5), at(3.5)], [Some(1.0), None, Some(0.5)]);
    }
}
