//! What the page shows of a job's story: its lines, and how its predicted end slid as strips of the Gantt chart.

use crate::chart::number;
use crate::chart::strips::{Steps, Strip, StripKind};
use crate::metrics::story::{Entry, Kind, Line, Story, lines};

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

    /// The story as one text, which a worker sends: number of the job; per line kind, time, words; per slide its numbers.
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
            let mut fields = row.splitn(4, '\t');
            let mut field = || fields.next();
            let kind = field()?;
            if kind.is_empty() {
                let mut number = || field()?.parse().ok();
                told.slides.push([number()?, number()?, number()?]);
            } else {
                let time = field()?;
                told.lines.push(Line {
                    time_s: time.parse().ok(),
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
