//! The story of every job agrees with the job's history in the run.

use crate::common::{Chronicle, finish, links, orders, simulation, strategies, systems};
use crate::twin::{self, Links};
use metasched::engine::{Observer, Running};
use metasched::metrics::story::{Entry, Fate, Priority, Story, StoryRecorder};
use metasched::platform::State;
use metasched::words::{Kind, lines};
use metasched::workload::Job;
use proptest::prelude::*;

/// The orders in which jobs have arrived and in which they have started.
#[derive(Default)]
struct Order {
    arrived: Vec<u64>,
    started: Vec<u64>,
}

impl Observer for Order {
    fn arrived(&mut self, job: &Job, _waiting: usize) {
        self.arrived.push(job.id);
    }

    fn started(&mut self, running: &Running, _state: &State) {
        self.started.push(running.job.id);
    }
}

/// The sort key of a job in the queue; ties are broken by the number of the job.
fn key(order: twin::Order, job: &Job) -> f64 {
    match order {
        twin::Order::Sjf => job.estimate_s,
        twin::Order::Njf => job.nodes.into(),
        _ => 0.0,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn agrees_with_the_history(
        (platform, jobs) in systems(60),
        strategy in strategies(),
        links in links(),
        order in orders(),
        pick in any::<prop::sample::Index>(),
    ) {
        let job = jobs[pick.index(jobs.len())];
        let watchers = (StoryRecorder::new(job.id), (Chronicle::default(), Order::default()));
        let mut engine = simulation(&platform, &jobs, strategy, links, order, watchers);
        finish(&mut engine, 7);
        let (recorder, (chronicle, seen)) = engine.into_observer();
        prop_assert!(recorder.complete());
        let story: Story = recorder.finish().unwrap();
        prop_assert_eq!((story.job, story.nodes, story.arrival_s), (job.id, job.nodes, job.arrival_s));
        let reasons: Vec<_> = story.reasons.entries().collect();
        let written = lines(&story, &|seconds| format!("{seconds} s"));
        let times: Vec<f64> = written.iter().filter_map(|line| line.time_s).collect();
        prop_assert!(times.is_sorted(), "{times:?}");

        let Some(history) = chronicle.ended.iter().find(|ended| ended.id == job.id) else {
            prop_assert!(chronicle.rejected.contains(&job.id));
            prop_assert_eq!((story.fate, reasons.len(), written.len()), (Fate::Impossible, 1, 2));
            return Ok(());
        };
        let start = story.start.as_ref().unwrap();
        prop_assert_eq!(story.fate, Fate::Ended);
        prop_assert_eq!((start.time_s, story.until_s), (history.start_s, history.end_s));
        let pieces: Vec<(usize, u32)> =
            start.pieces.iter().map(|p| (p.cluster as usize, p.nodes)).collect();
        prop_assert_eq!(&pieces, &history.pieces);
        prop_assert_eq!(story.waited_s(), history.start_s - job.arrival_s);

        // A story gives reasons for waiting if the job waited, and no reasons otherwise.
        prop_assert_eq!(reasons.is_empty(), start.time_s == job.arrival_s);
        if let Some(Entry::Kept(first)) = reasons.first() {
            prop_assert_eq!(first.time_s, job.arrival_s);
        }
        for reason in &reasons {
            let Entry::Kept(reason) = reason else { continue };
            let mut waiting: Vec<&Job> = chronicle.ended.iter().filter(|other| other.start_s > reason.time_s)
                .map(|other| jobs.iter().find(|own| own.id == other.id).unwrap())
                .filter(|other| other.arrival_s <= reason.time_s).collect();
            waiting.sort_by(|a, b| key(order, a).total_cmp(&key(order, b)).then(a.id.cmp(&b.id)));
            prop_assert_eq!(Some(reason.ahead as usize), waiting.iter().position(|own| own.id == job.id));
            if start.priority.is_some() {
                let first = (reason.ahead > 0).then(|| (waiting[0].id, key(order, waiting[0])));
                prop_assert_eq!(reason.priority, Some(Priority { own: key(order, &job), first }));
            } else {
                prop_assert_eq!(reason.priority, None);
            }
        }
        let ranked = matches!(order, twin::Order::Sjf | twin::Order::Njf);
        prop_assert_eq!(start.priority, ranked.then(|| key(order, &job)));
        let own = seen.started.iter().position(|&id| id == job.id).unwrap();
        let passed = seen.started[..own].iter().filter(|&&id| id > job.id).count();
        prop_assert_eq!(story.passed_by, passed as u64);

        // The last predicted end equals the real end, and the changes of the prediction add up to the lost time.
        match story.slides.newest() {
            Some(last) => {
                prop_assert!(matches!(links, Links::Dynamic(_)) && pieces.len() > 1);
                prop_assert_eq!(last.end_s, story.until_s);
            }
            None => prop_assert_eq!(start.end_s, story.until_s),
        }
        let mut before = start.end_s;
        for entry in story.slides.entries() {
            let Entry::Kept(slide) = entry else { break };
            prop_assert_eq!(slide.later_s, slide.end_s - before);
            prop_assert_eq!(slide.link.is_none(), slide.granted == 1.0);
            prop_assert!(slide.link.as_ref().is_none_or(|link| link.saturation > 1.0 - 1e-9));
            before = slide.end_s;
        }
        let slid = written.iter().filter(|line| line.kind == Kind::Slide).count();
        prop_assert_eq!(slid, story.slides.entries().count());
        let lost = story.until_s - start.time_s - start.dedicated_s;
        prop_assert!((story.network_s().unwrap() - lost).abs() < 1e-9);
        prop_assert!(story.penalty().unwrap() >= 1.0);
    }
}
