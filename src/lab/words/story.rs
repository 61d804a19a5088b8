//! A story in words, one line per event. The caller decides how times are formatted.

use crate::metrics::story::{Entry, Failure, Fate, Priority, Reasons, Slide, Start, Step, Story};
use crate::platform::Piece;
use crate::scheduler::Rejection;
use crate::scheduler::foresight::{Foresight, Future};
use crate::scheduler::refusal::Refusal;
use crate::words::number::{counted, fixed, percent_beside, plain};
use crate::words::{JobNames, listed};
use serde::{Deserialize, Serialize};

/// Precision of times \[s\]; smaller differences are rounding.
pub const TENTH: f64 = 0.1;

/// Subject of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Arrival of the job.
    Arrival,
    /// Reasons for waiting.
    Wait,
    /// A choice among candidates.
    Decision,
    /// A look-ahead before the job is placed.
    LookAhead,
    /// Start of the job.
    Start,
    /// A change of the predicted end.
    Slide,
    /// A failure of nodes that ended a run of the job.
    Failure,
    /// End of the job, or the state of the job at the end of the run.
    End,
}

impl Kind {
    /// Name of the subject, as written by serde.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Arrival => "arrival",
            Kind::Wait => "wait",
            Kind::Decision => "decision",
            Kind::LookAhead => "look-ahead",
            Kind::Start => "start",
            Kind::Slide => "slide",
            Kind::Failure => "failure",
            Kind::End => "end",
        }
    }
}

/// One event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Time \[s\]; `None` for a gap.
    pub time_s: Option<f64>,
    /// Subject.
    pub kind: Kind,
    /// Description.
    pub text: String,
}

/// Maximum number of jobs named in a list.
const NAMED: usize = 5;

/// The whole story. `duration` formats a number of seconds.
pub fn lines(story: &Story, duration: &dyn Fn(f64) -> String) -> Vec<Line> {
    let line = |time_s, kind, text| Line { time_s: Some(time_s), kind, text };
    let mut lines = vec![line(story.arrival_s, Kind::Arrival, arrival(story, duration))];
    if !story.after.is_empty() {
        let on: Vec<String> = story.after.iter().take(NAMED).map(|&job| story.names.name(job)).collect();
        let more = if story.after.len() > NAMED { " and others" } else { "" };
        lines.push(line(story.arrival_s, Kind::Wait, format!("waits for {}{more} before it may start", listed(&on))));
    }
    if let Some(eligible_s) = story.eligible_s {
        lines.push(line(eligible_s, Kind::Wait, "may start from now on".to_owned()));
    }
    lines.extend(story.reasons.entries().map(|entry| match entry {
        Entry::Kept(reasons) => line(reasons.time_s, Kind::Wait, refused(story, reasons)),
        Entry::LeftOut(count) => gap(Kind::Wait, count),
    }));
    for entry in story.decisions.entries() {
        let line = match entry {
            Entry::Kept(choice) => line(choice.time_s, Kind::Decision, choice.sentence.clone()),
            Entry::LeftOut(count) => gap(Kind::Decision, count),
        };
        // The reasons for waiting that follow depend on the cluster that was chosen.
        let later = |own: &Line| own.kind == Kind::Wait && own.time_s >= line.time_s;
        let at = lines.iter().position(|own| line.time_s.is_some() && later(own));
        lines.insert(at.unwrap_or(lines.len()), line);
    }
    if let Some(foresight) = &story.foresight {
        let words = foreseen(foresight, duration);
        lines.push(line(foresight.time_s, Kind::LookAhead, words));
    }
    if let Some(start) = &story.start {
        lines.push(line(start.time_s, Kind::Start, started(story, start, duration)));
    }
    lines.extend(story.slides.entries().map(|entry| match entry {
        Entry::Kept(slide) => line(slide.time_s, Kind::Slide, slid(slide, duration)),
        Entry::LeftOut(count) => gap(Kind::Slide, count),
    }));
    let failed = story.failures.entries().flat_map(|entry| match entry {
        Entry::Kept(own) => {
            let start =
                (own.requeued).then(|| line(own.start.time_s, Kind::Start, started(story, &own.start, duration)));
            let failure = line(own.time_s, Kind::Failure, failed(own, duration));
            start.into_iter().chain([failure]).collect()
        }
        Entry::LeftOut(count) => vec![gap(Kind::Failure, count)],
    });
    lines.extend(failed);
    if !story.failures.is_empty() {
        in_order(&mut lines);
    }
    if !matches!(story.fate, Fate::Impossible | Fate::Lost) {
        lines.push(line(story.until_s, Kind::End, ended(story, duration)));
    }
    lines
}

/// Sorts lines by time; a gap stays behind the line before it. Lines of one time keep their order, but a failure comes
/// before what follows from it.
fn in_order(lines: &mut Vec<Line>) {
    let mut before_s = f64::NEG_INFINITY;
    let mut keyed: Vec<(f64, bool, Line)> = Vec::new();
    for line in lines.drain(..) {
        before_s = line.time_s.unwrap_or(before_s);
        keyed.push((before_s, line.kind != Kind::Failure, line));
    }
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    lines.extend(keyed.into_iter().map(|(_, _, line)| line));
}

fn failed(failure: &Failure, duration: &dyn Fn(f64) -> String) -> String {
    let nodes = counted(failure.nodes.into(), "node");
    let ran_s = failure.time_s - failure.start.time_s;
    let then = match (failure.requeued, failure.in_vain) {
        (false, _) => "is lost".to_owned(),
        (true, 1.0) => "waits again, to start from its beginning".to_owned(),
        (true, in_vain) => format!("waits again; {} of it were in vain", duration(in_vain * ran_s)),
    };
    let cluster = failure.cluster + 1;
    format!("is killed by the failure of {nodes} of cluster {cluster} after {}, and {then}", duration(ran_s))
}

fn gap(kind: Kind, count: u64) -> Line {
    Line { time_s: None, kind, text: format!("… {} …", counted(count, "more change")) }
}

fn arrival(story: &Story, duration: &dyn Fn(f64) -> String) -> String {
    let before = match story.ahead {
        0 => "no job waits".to_owned(),
        1 => "1 job waits already".to_owned(),
        many => format!("{many} jobs wait already"),
    };
    let place = arrived_at(story);
    let fewer = match &story.request {
        Some(request) if request.moldable && story.nodes > 1 => ", or fewer,",
        _ => "",
    };
    let with = if story.asks.is_empty() { String::new() } else { format!(" with {} each", story.asks) };
    let nodes = counted(story.nodes.into(), "node") + &with + fewer;
    let runtime = duration(story.runtime_s);
    match story.sent {
        true => format!("arrives at {place} and needs {nodes} for {runtime}"),
        false => format!("arrives at {place} and needs {nodes} for {runtime}; {before}"),
    }
}

/// Place of submission: "cluster 2", "the metacomputer".
pub fn arrived_at(story: &Story) -> String {
    match common(story) {
        Some(to) => to.to_owned(),
        None => format!("cluster {}", story.home + 1),
    }
}

/// The receiver of the job's request, if this is not the home cluster: for example the metacomputer.
pub fn common(story: &Story) -> Option<&str> {
    story.request.as_ref()?.to.as_deref()
}

fn refused(story: &Story, reasons: &Reasons) -> String {
    let why = match reasons.refusals.is_empty() {
        // No refusal is left: a scheduler that plans tries to start the job again at the next event.
        true => "nothing is in its way any more".to_owned(),
        false => declined(story, &reasons.refusals),
    };
    match (story.fate, reasons.ahead) {
        (Fate::Impossible, _) => format!("{}; it {why}", hopeless(story)),
        (_, ahead) => {
            let ahead = (ahead > 0).then(|| format!("{} ahead", counted(ahead, "job")));
            let priority = reasons.priority.map(|own| ranked(own, &story.names));
            let parts = [ahead, priority, Some(why)];
            parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
        }
    }
}

/// The refusals of a job in one sentence: "needs 60 nodes: home (cluster 1) has 41 free; the most on one is 55 (cluster
/// 3)".
fn declined(story: &Story, refusals: &[Refusal]) -> String {
    let steps: Vec<String> = refusals.iter().map(|own| own.in_words(&story.names)).collect();
    format!("needs {}: {}", counted(story.nodes.into(), "node"), steps.join("; "))
}

/// The outcome of a job for which no place exists even on the idle platform.
pub fn hopeless(story: &Story) -> &'static str {
    match story.rejection {
        Some(Rejection::NotFound) => "is dropped: no place was found for it, even with everything idle",
        Some(Rejection::Unmet) => "is dropped: a job on which it depends did not end as required",
        _ => "can never run, even with everything idle",
    }
}

/// Priority of a job in the queue: "priority 5.2, smallest first (job 7, the first, has 1)".
fn ranked(priority: Priority, names: &JobNames) -> String {
    let own = plain(priority.own);
    match priority.first {
        None => format!("priority {own}, the smallest"),
        Some((first, its)) => {
            let (first, its) = (names.name(first), plain(its));
            format!("priority {own}, smallest first ({first}, the first, has {its})")
        }
    }
}

/// "cluster 2", or "clusters 2 and 3" for a co-allocation.
pub fn place(pieces: &[Piece]) -> String {
    if pieces.is_empty() {
        return "wait".to_owned();
    }
    let s = if pieces.len() > 1 { "s" } else { "" };
    let clusters = pieces.iter().map(|own| own.cluster as usize);
    format!("cluster{s} {}", cluster_numbers(clusters))
}

/// Cluster numbers from indices: "2", "1, 2 and 4".
pub fn cluster_numbers(clusters: impl Iterator<Item = usize>) -> String {
    let mut clusters: Vec<usize> = clusters.collect();
    clusters.sort_unstable();
    let numbers: Vec<String> = clusters.iter().map(|own| (own + 1).to_string()).collect();
    listed(&numbers)
}

/// Action of a job with this place: "goes to cluster 2", or "waits" without a place.
pub fn goes(pieces: &[Piece]) -> String {
    match pieces {
        [] => "waits".to_owned(),
        some => format!("goes to {}", place(some)),
    }
}

/// A score as text: "8.0 s".
pub fn scored(unit: &str, value: f64, duration: &dyn Fn(f64) -> String) -> String {
    match unit {
        "s" => duration(value),
        _ => fixed(value, 3),
    }
}

fn foreseen(foresight: &Foresight, duration: &dyn Fn(f64) -> String) -> String {
    let Some(first) = foresight.futures.first() else {
        return "goes where an earlier look-ahead has put it already".to_owned();
    };
    let score = |future: &Future| {
        let score = scored(&foresight.unit, future.score, duration);
        format!("{score} if it {}", goes(&future.place))
    };
    let scores: Vec<String> = foresight.futures.iter().map(score).collect();
    let more = match foresight.choices - scores.len() as u64 {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    format!(
        "looks ahead at {}, itself included: {} {}{more}",
        counted(first.count, "job"),
        foresight.measured,
        scores.join(", ")
    )
}

fn started(story: &Story, start: &Start, duration: &dyn Fn(f64) -> String) -> String {
    let step = match start.step {
        Step::CoAllocate => "co-allocated",
        _ if common(story).is_some() => "whole",
        Step::Local => "at home",
        Step::Migrate => "whole on another cluster",
    };
    let piece = |piece: &Piece| format!("{} on cluster {}", piece.nodes, piece.cluster + 1);
    let pieces: Vec<String> = start.pieces.iter().map(piece).collect();
    let passed = passed(story).map_or(String::new(), |own| format!("; {own}"));
    let ranked = start.priority.map(plain);
    let ranked = ranked.map_or(String::new(), |own| format!("; its priority was {own}"));
    let data = data(start, duration).map_or(String::new(), |own| format!(", of which {own} for its data"));
    let length = duration(start.end_s - start.time_s);
    format!("starts {step}, {}, to end in {length}{data}{ranked}{passed}", pieces.join(", "))
}

/// Time in which the job gets its data; `None` if it needs none.
pub(super) fn data(start: &Start, duration: &dyn Fn(f64) -> String) -> Option<String> {
    (start.stage_in_s > 0.0).then(|| duration(start.stage_in_s))
}

/// Number of later jobs that started before the job: "2 later jobs started before it".
pub fn passed(story: &Story) -> Option<String> {
    let jobs = (story.passed_by > 0).then(|| counted(story.passed_by, "later job"));
    jobs.map(|jobs| format!("{jobs} started before it"))
}

fn slid(slide: &Slide, duration: &dyn Fn(f64) -> String) -> String {
    let share = match &slide.link {
        Some(link) => format!(
            "gets {} of its bandwidth, for {} is at {}",
            percent_beside(slide.granted, 1.0),
            link.name,
            percent_beside(link.saturation, 1.0)
        ),
        None => "gets all of its bandwidth".to_owned(),
    };
    let moved = match slide.later_s {
        later if later.abs() < TENTH / 2.0 => return format!("{share}; its end stays"),
        later if later < 0.0 => format!("{} earlier", duration(-later)),
        later => format!("{} later", duration(later)),
    };
    let left = duration(slide.end_s - slide.time_s);
    format!("{share}: its end slides {moved}, to {left} from now")
}

fn ended(story: &Story, duration: &dyn Fn(f64) -> String) -> String {
    let waited_s = story.waited_s();
    let waited = duration(waited_s);
    match (story.network_s(), story.penalty(), &story.start) {
        (Some(network_s), Some(penalty), Some(start)) => {
            let turnaround = duration(story.until_s - story.arrival_s);
            let mut parts = vec![format!("{} alone", duration(start.dedicated_s - start.stage_in_s))];
            if let Some(data) = data(start, duration) {
                parts.insert(0, format!("{data} for its data"));
            }
            if waited_s > 0.0 {
                parts.insert(0, format!("{waited} waiting"));
            }
            if network_s >= TENTH / 2.0 {
                let network = duration(network_s);
                let penalty = fixed(penalty, 3);
                parts.push(format!("{network} for the network (penalty {penalty})"));
            }
            format!("ends; turnaround {turnaround} = {}", parts.join(" + "))
        }
        (_, _, Some(start)) if story.fate == Fate::Killed => {
            let ran = duration(story.until_s - start.time_s);
            let needed = duration(start.dedicated_s);
            format!(
                "is killed, for its estimate has passed: it ran {ran} after {waited} of waiting, and needs {needed} alone"
            )
        }
        (_, _, Some(_)) => format!("still runs when the run ends, after {waited} of waiting"),
        _ => format!("still waits when the run ends, after {waited}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::by_hand::run;
    use crate::metrics::story::StoryRecorder;

    fn lines_of(number: u64) -> Vec<(f64, String)> {
        let mut run = run(StoryRecorder::new(number));
        run.advance(u64::MAX);
        let story = run.into_observer().finish().unwrap();
        let lines = lines(&story, &|s| format!("{s} s")).into_iter();
        lines.map(|own| (own.time_s.unwrap(), format!("{}: {}", own.kind.name(), own.text))).collect()
    }

    #[test]
    fn stories_by_hand() {
        let stories = [
            vec![
                (0.0, "arrival: arrives at cluster 1 and needs 20 nodes for 100 s; no job waits"),
                (0.0, "start: starts co-allocated, 10 on cluster 1, 10 on cluster 2, to end in 100 s"),
                (
                    0.0,
                    "slide: gets 50 % of its bandwidth, for cluster 1's link is at 200 %: its end slides 50 s later, to 150 s from now",
                ),
                (150.0, "end: ends; turnaround 150 s = 100 s alone + 50 s for the network (penalty 1.500)"),
            ],
            vec![
                (10.0, "arrival: arrives at cluster 1 and needs 4 nodes for 20 s; no job waits"),
                (10.0, "wait: needs 4 nodes: all have 0 free"),
                (150.0, "start: starts at home, 4 on cluster 1, to end in 20 s"),
                (170.0, "end: ends; turnaround 160 s = 140 s waiting + 20 s alone"),
            ],
            vec![
                (20.0, "arrival: arrives at cluster 1 and needs 4 nodes for 5 s; 1 job waits already"),
                (20.0, "wait: 1 job ahead; needs 4 nodes: it is behind job 1, which needs 4 nodes"),
                (150.0, "start: starts at home, 4 on cluster 1, to end in 5 s"),
                (155.0, "end: ends; turnaround 135 s = 130 s waiting + 5 s alone"),
            ],
            vec![
                (30.0, "arrival: arrives at cluster 1 and needs 21 nodes for 1 s; 2 jobs wait already"),
                (30.0, "wait: can never run, even with everything idle; it needs 21 nodes: all have 20 free"),
            ],
        ];
        for (number, story) in (0..).zip(stories) {
            let lines = lines_of(number);
            let lines = lines.iter().map(|(time_s, text)| (*time_s, text.as_str()));
            assert_eq!(lines.collect::<Vec<_>>(), story);
        }
    }

    #[test]
    fn places_in_words() {
        let pieces = [3, 0, 1].map(|cluster| Piece { cluster, nodes: 1 });
        assert_eq!((place(&[]), goes(&[])), ("wait".to_owned(), "waits".to_owned()));
        assert_eq!(goes(&pieces[..1]), "goes to cluster 4");
        assert_eq!(place(&pieces), "clusters 1, 2 and 4");
    }

    #[test]
    fn scores_in_words() {
        let written = |unit| scored(unit, 1.25, &|s| format!("{s} s"));
        assert_eq!(written("s"), "1.25 s");
        assert_eq!(written(""), "1.250");
    }
}
