//! Summary of a story in one sentence.

use super::story::{TENTH, arrived_at, common, data, hopeless, passed, place};
use crate::metrics::story::{Entry, Fate, Start, Step, Story};
use crate::platform::Piece;
use crate::words::number::{counted, fixed};

/// Maximum number of clusters that are named; if there are more, the sentence gives only their number.
const NAMED: usize = 3;

/// Summarizes the story in one sentence: the wait, the place, and other events. `duration` formats a number of seconds.
pub fn short(story: &Story, duration: &dyn Fn(f64) -> String) -> String {
    let waited_s = story.waited_s();
    // A job that its home cluster sends to a different cluster waits there too, and during the transfer.
    let at = match story.sent {
        true => String::new(),
        false => format!(" at {}", arrived_at(story)),
    };
    let waited = format!("waited {}{at} and", duration(waited_s));
    let outcome = match (&story.start, story.fate) {
        (None, Fate::Impossible) => hopeless(story).to_owned(),
        (None, _) => format!("{waited} still waits when the run ends"),
        (Some(start), _) if waited_s > 0.0 => {
            format!("{waited} then {}", ran(story, start, duration))
        }
        (Some(start), _) => format!("started at once and {}", ran(story, start, duration)),
    };
    let mut parts = vec![format!("{} {outcome}", story.names.subject(story.job))];
    let seen = story.foresight.as_ref().and_then(|own| own.futures.first());
    if let Some(seen) = seen {
        let jobs = counted(seen.count, "job");
        parts.push(format!("its scheduler looked ahead at {jobs}"));
    }
    if story.start.is_some() {
        parts.extend(passed(story));
    }
    let slides = story.slides.entries().map(|entry| match entry {
        Entry::Kept(_) => 1,
        Entry::LeftOut(count) => count,
    });
    let moved: u64 = slides.sum();
    if moved > 0 {
        parts.push(format!("its predicted end moved {}", counted(moved, "time")));
    }
    parts.join("; ") + "."
}

/// Place and run time.
fn ran(story: &Story, start: &Start, duration: &dyn Fn(f64) -> String) -> String {
    let place = ran_on(story, start);
    let alone = duration(start.dedicated_s - start.stage_in_s);
    let got = data(start, duration).map_or(String::new(), |own| format!("got its data in {own} and "));
    match (story.network_s(), story.penalty()) {
        (Some(network_s), Some(penalty)) if network_s >= TENTH / 2.0 => {
            let (network, penalty) = (duration(network_s), fixed(penalty, 3));
            format!("{got}ran {place}, {alone} as if alone and {network} more for the network (penalty {penalty})")
        }
        (Some(_), _) => format!("{got}ran {alone} {place}"),
        (None, _) if story.fate == Fate::Killed => {
            let ran = duration(story.until_s - start.time_s);
            format!("ran {place} and was killed after {ran}, when its estimate had passed")
        }
        (None, _) => format!("ran {place} and still runs when the run ends"),
    }
}

fn ran_on(story: &Story, start: &Start) -> String {
    let pieces: &[Piece] = &start.pieces;
    match start.step {
        Step::CoAllocate if pieces.len() > NAMED => format!("on {} clusters at once", pieces.len()),
        Step::CoAllocate => format!("on {} at once", place(pieces)),
        _ if common(story).is_some() => format!("on {}", place(pieces)),
        Step::Local => "where it arrived".to_owned(),
        Step::Migrate => format!("on another cluster, {}", place(pieces)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Observer;
    use crate::metrics::story::{Slide, StoryRecorder};
    use crate::scheduler::Rejection;
    use crate::scheduler::facts::Request;
    use crate::scheduler::foresight::{Foresight, Future};
    use crate::workload::Job;

    /// A job that arrives at cluster 2 at 10 s.
    fn arrived() -> Story {
        let job = Job { id: 7, home: 1, nodes: 8, runtime_s: 100.0, arrival_s: 10.0, ..Job::default() };
        let mut recorder = StoryRecorder::new(7);
        recorder.arrived(&job, 0);
        recorder.finish().unwrap()
    }

    /// The job starts after a wait. With `delay_s`, it has also ended, with this delay.
    fn started(waited_s: f64, clusters: &[u32], delay_s: Option<f64>) -> Story {
        let mut story = arrived();
        let start_s = story.arrival_s + waited_s;
        let step = match clusters {
            [1] => Step::Local,
            [_] => Step::Migrate,
            _ => Step::CoAllocate,
        };
        let piece = |&cluster| Piece { cluster, nodes: 2 };
        story.start = Some(Start {
            time_s: start_s,
            step,
            pieces: clusters.iter().map(piece).collect(),
            dedicated_s: 100.0,
            stage_in_s: 0.0,
            end_s: start_s + 100.0,
            priority: None,
        });
        (story.fate, story.until_s) = match delay_s {
            Some(delay_s) => (Fate::Ended, start_s + 100.0 + delay_s),
            None => (Fate::Running, start_s),
        };
        story
    }

    fn says(story: &Story, words: &str) {
        assert_eq!(short(story, &|seconds| format!("{seconds} s")), words);
    }

    #[test]
    fn how_long_it_waited_and_where_it_ran() {
        says(&started(61.0, &[1], Some(0.0)), "Job 7 waited 61 s at cluster 2 and then ran 100 s where it arrived.");
        says(&started(0.0, &[0], Some(0.0)), "Job 7 started at once and ran 100 s on another cluster, cluster 1.");
        says(
            &started(0.0, &[0, 2], Some(50.0)),
            "Job 7 started at once and ran on clusters 1 and 3 at once, 100 s as if alone and 50 s more for the network (penalty 1.500).",
        );
        // Cluster numbers are ascending, in any order of the pieces.
        says(
            &started(0.0, &[2, 0, 1], Some(0.0)),
            "Job 7 started at once and ran 100 s on clusters 1, 2 and 3 at once.",
        );
        says(
            &started(5.0, &[0, 1, 2, 3], None),
            "Job 7 waited 5 s at cluster 2 and then ran on 4 clusters at once and still runs when the run ends.",
        );
    }

    #[test]
    fn what_happened_meanwhile() {
        let mut story = started(5.0, &[0, 1], Some(0.0));
        story.passed_by = 2;
        let slide = Slide { time_s: 20.0, granted: 0.5, end_s: 120.0, later_s: 5.0, link: None };
        for _ in 0..50 {
            story.slides.push(slide.clone());
        }
        let future = Future { count: 9, ..Future::new(&[]) };
        story.foresight = Some(Foresight {
            job: 7,
            time_s: 15.0,
            score: "turnaround".into(),
            measured: "mean turnaround".into(),
            unit: "s".into(),
            clusters: Vec::new(),
            speeds: Vec::new(),
            running: Vec::new(),
            choices: 1,
            futures: vec![future],
            taken: Some(0),
        });
        says(
            &story,
            "Job 7 waited 5 s at cluster 2 and then ran 100 s on clusters 1 and 2 at once; its scheduler looked ahead at 9 jobs; \
             2 later jobs started before it; its predicted end moved 50 times.",
        );
    }

    /// A job sent elsewhere by a grid's home: the place of waiting is not given. A metacomputer's job has no home.
    #[test]
    fn jobs_without_a_home_of_their_own() {
        let mut story = started(8.0, &[3], Some(0.0));
        story.sent = true;
        says(&story, "Job 7 waited 8 s and then ran 100 s on another cluster, cluster 4.");
        story.sent = false;
        story.request = Some(Request {
            name: "meta".into(),
            words: "meta request".into(),
            to: Some("the metacomputer".into()),
            moldable: false,
        });
        says(&story, "Job 7 waited 8 s at the metacomputer and then ran 100 s on cluster 4.");
    }

    #[test]
    fn jobs_that_never_start() {
        let mut story = arrived();
        story.until_s = 22.0;
        says(&story, "Job 7 waited 12 s at cluster 2 and still waits when the run ends.");
        story.fate = Fate::Impossible;
        says(&story, "Job 7 can never run, even with everything idle.");
        story.rejection = Some(Rejection::NotFound);
        says(&story, "Job 7 is dropped: no place was found for it, even with everything idle.");
    }
}
