//! Comparison of one job's stories under two schedulers: the first difference, and the reason.

use crate::words::number;
use crate::words::{Kind, Line};

/// For each story, the index of the first event that differs from the event of the other story; the length of the story
/// if there is none. Reasons for waiting do not count as events, because different rules give different reasons. Text
/// after a semicolon is ignored, because it is about other jobs.
pub fn parting(stories: [&[Line]; 2]) -> [usize; 2] {
    let ends = stories.map(<[Line]>::len);
    let [mut own, mut other] = stories.map(|lines| {
        let happens = |(_, line): &(usize, &Line)| matches!(line.kind, Kind::Start | Kind::Slide | Kind::End);
        lines.iter().enumerate().filter(happens)
    });
    loop {
        let both = [own.next(), other.next()];
        let [one, two] = both.map(|event| event.map(|(_, line)| happened(line)));
        if one != two || one.is_none() {
            return [0, 1].map(|side| both[side].map_or(ends[side], |(at, _)| at));
        }
    }
}

/// Time and description of an event.
fn happened(line: &Line) -> (Option<f64>, &str) {
    (line.time_s, event(line))
}

/// The part of a story's line that is about the job itself.
fn event(line: &Line) -> &str {
    line.text.split(';').next().unwrap_or_default()
}

/// Describes the first difference of two stories: its time, the events in each, and the reasons. `None` if all events
/// are equal.
pub fn in_words(names: [&str; 2], stories: [&[Line]; 2]) -> Option<String> {
    let at = parting(stories);
    let next_s = |side: usize| stories[side].get(at[side]).and_then(|line| line.time_s);
    let times = [0, 1].into_iter().filter_map(next_s);
    let parted_s = times.fold(f64::INFINITY, f64::min);
    let ways = [0, 1].map(|side| way(stories[side], at[side], parted_s));
    let in_words = || {
        let moment = number::clock(parted_s, true);
        let ([first, second], [one, other]) = (names, ways);
        format!("The ways part at {moment}. {first}: {one}. {second}: {other}.")
    };
    parted_s.is_finite().then(in_words)
}

/// Describes what happens in a story at the time of the first difference, and why. `at` is the index of the story's
/// next event.
fn way(lines: &[Line], at: usize, parted_s: f64) -> String {
    let Some(next) = lines.get(at) else {
        return "nothing more".to_owned();
    };
    let before = lines.iter().take(at);
    let started = before.clone().any(|line| line.kind == Kind::Start);
    let is_reason = |line: &&Line| {
        matches!(line.kind, Kind::Wait | Kind::Decision | Kind::LookAhead)
            && line.time_s.is_some_and(|time_s| time_s <= parted_s)
    };
    let why = before.rev().find(is_reason);
    match (next.time_s, why) {
        // The reason for waiting is over, but the choice of the place still matters.
        (Some(time_s), why) if time_s == parted_s => {
            let chosen = why.filter(|own| own.kind != Kind::Wait && own.time_s == next.time_s);
            let event = event(next);
            chosen.map_or(event.to_owned(), |own| format!("{}; {event}", own.text))
        }
        _ if started => "runs on as before".to_owned(),
        (time_s, why) => {
            let starts_s = time_s.filter(|_| next.kind == Kind::Start);
            let until = starts_s.map_or("the end of the run".to_owned(), |own| number::clock(own, true));
            let why = why.map_or(String::new(), |own| format!(": {}", own.text));
            format!("waits until {until}{why}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Plan, story};
    use crate::scenario::presets;
    use crate::web::gantt_pane::story_data::StoryData;

    /// The job waits in both stories, for different reasons. Then it starts at 5 s in one story, and at 5 or 6 s in the
    /// other.
    #[test]
    fn stories_part_at_the_first_event_that_differs() {
        let line = |time_s: f64, kind, text: &str| Line { time_s: Some(time_s), kind, text: text.to_owned() };
        let arrival = line(1.0, Kind::Arrival, "arrives");
        let wait = line(2.0, Kind::Wait, "A has 3");
        let other_words = line(2.0, Kind::Wait, "A has 3; all together have 4");
        let start = line(5.0, Kind::Start, "starts");
        let end = line(9.0, Kind::End, "ends");
        let passed = line(5.0, Kind::Start, "starts; 2 later jobs started before it");
        let own = [arrival.clone(), wait, start.clone(), end.clone()];
        let later = [arrival.clone(), other_words.clone(), line(6.0, Kind::Start, "starts")];
        assert_eq!(parting([&own, &later]), [2, 2]);
        let same = [arrival.clone(), other_words.clone(), other_words, start, end.clone()];
        assert_eq!(parting([&own, &same]), [4, 5], "nothing differs");
        let after_others = [arrival.clone(), passed, end.clone()];
        assert_eq!(parting([&own, &after_others]), [4, 3], "not its own events");
        assert_eq!(parting([&own, &same[..4]]), [3, 4], "one still runs");
        assert_eq!(parting([&own[..1], &own[..1]]), [1, 1]);
    }

    /// Job 40 on two sites with a thin core link, under B1 and B3: B1 splits it, B3 rejects the split because one
    /// cluster would hold too few nodes.
    #[test]
    fn why_the_ways_of_a_job_part() {
        let scenario = presets::scenario(presets::find("teaching-sites").unwrap()).unwrap();
        let plan = Plan::new(&scenario).unwrap();
        let both = |job| {
            [2, 3].map(|scheduler| {
                let task = &plan.tasks()[plan.task_of(3, scheduler, 0).unwrap()];
                StoryData::of(&story::tell(task, None, job, 12_000, |_| ()).unwrap())
            })
        };
        let words = |job| {
            let [b1, b3] = both(job);
            in_words(["B1", "B3"], [&b1.lines, &b3.lines])
        };
        assert_eq!(words(10), None);
        assert_eq!(
            words(40).unwrap(),
            "The ways part at 0:24:19. B1: starts co-allocated, 20 on cluster 4, 15 on cluster 3, 1 on cluster 2, to end in 170.8 s. \
             B3: waits until 0:26:02: 1 job ahead; needs 36 nodes: home (cluster 1) has 27 free; the most on one is 27 (cluster 1); \
             one cluster must hold 31, the most that one gives is 27."
        );
        assert_eq!(
            words(100).unwrap(),
            "The ways part at 1:10:22. B1: starts whole on another cluster, 25 on cluster 2, to end in 946.1 s (15 min 46 s). \
             B3: starts whole on another cluster, 25 on cluster 1, to end in 946.1 s (15 min 46 s)."
        );
        // Both have waited.
        assert_eq!(
            words(300).unwrap(),
            "The ways part at 3:38:12. B1: starts whole on another cluster, 42 on cluster 1, to end in 286.4 s. B3: waits until \
             3:38:37: needs 42 nodes: home (cluster 2) has 4 free; the most on one is 4 (cluster 2); one cluster must hold 36, \
             the most that one gives is 4."
        );
    }

    #[test]
    fn the_way_of_a_story_by_hand() {
        let line = |time_s: f64, kind, text: &str| Line { time_s: Some(time_s), kind, text: text.to_owned() };
        let wait = line(2.0, Kind::Wait, "needs 9 nodes: home has 3");
        let looks = line(5.0, Kind::LookAhead, "looks ahead at 2 jobs");
        let starts = line(5.0, Kind::Start, "starts at home; 1 later job started before it");
        let slides = line(7.0, Kind::Slide, "gets half of its bandwidth");
        let ends = line(9.0, Kind::End, "ends; turnaround 8 s");
        let still = line(9.0, Kind::End, "still waits when the run ends");
        let all = [wait.clone(), looks, starts.clone(), slides.clone(), ends.clone()];
        assert_eq!(way(&all, 2, 5.0), "looks ahead at 2 jobs; starts at home");
        assert_eq!(way(&all, 2, 3.0), "waits until 0:00:05: needs 9 nodes: home has 3");
        assert_eq!(way(&all, 2, 1.0), "waits until 0:00:05");
        assert_eq!(way(&all, 3, 7.0), "gets half of its bandwidth");
        assert_eq!(way(&all, 4, 7.0), "runs on as before");
        assert_eq!(way(&all, 5, 7.0), "nothing more");
        let never = [wait, still];
        assert_eq!(way(&never, 1, 5.0), "waits until the end of the run: needs 9 nodes: home has 3");
        let ended = [starts, slides, ends];
        let words = in_words(["A", "B"], [&ended, &ended[..1]]);
        assert_eq!(words.unwrap(), "The ways part at 0:00:07. A: gets half of its bandwidth. B: nothing more.");
    }
}
