//! What the page shows of a job's story: its lines, and how its predicted end slid as strips of the Gantt chart.

use crate::chart::number;
use crate::chart::strips::{Steps, Strip, StripKind};
use crate::metrics::story::{Entry, Line, Story, lines};
use serde::{Deserialize, Serialize};

/// A story, ready to be shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// Number of the job.
    pub job: u64,
    /// What happened, in words.
    pub lines: Vec<Line>,
    /// From one instant \[s\] on: by how much later than alone it is predicted to end \[s\], and the share of its
    /// bandwidth that it is granted; not a number where nothing is known. Empty if it never shared a link.
    pub slides: Vec<[f64; 3]>,
}

impl Told {
    /// The story of a job.
    pub fn of(story: &Story) -> Told {
        Told {
            job: story.job,
            lines: lines(story, &number::duration),
            slides: slides(story),
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
