//! The story of one job: why it waited, where it ran, how its predicted end moved, and what delayed it.

pub use super::abridged::{Abridged, Entry};

use crate::engine::{Failed, Observer, Running};
use crate::platform::{Piece, State};
use crate::scheduler::choice::Choice;
use crate::scheduler::facts::{About, Request, Requests};
use crate::scheduler::foresight::Foresight;
use crate::scheduler::order::ordered;
use crate::scheduler::planning::Planning;
use crate::scheduler::refusal::Refusal;
use crate::scheduler::{Rejection, Scheduler};
use crate::words::JobNames;
use crate::workload::{Dependency, Job};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Maximum number of changes of the reasons for waiting that are kept from the start of the wait, and from its end.
const REASONS: usize = 10;
/// Maximum number of choices among candidates that are kept from the start of the list, and from its end.
const DECISIONS: usize = 3;
/// Maximum number of changes of the job's share that are kept from the start of the run, and from its end.
const SLIDES: usize = 20;

/// State of the job at the end of its story.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// Dropped, because the job does not fit on the idle platform or no placement was found.
    Impossible,
    /// Still waiting.
    Waiting,
    /// Still running.
    Running,
    /// Killed because the job ran longer than estimated.
    Killed,
    /// Lost by a failure of nodes.
    Lost,
    /// The job has ended.
    Ended,
}

/// Reasons for waiting, valid from one instant on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reasons {
    /// Time \[s\].
    pub time_s: f64,
    /// Number of waiting jobs before the job in the queue.
    pub ahead: u64,
    /// Priority of the job, if the queue is not in order of arrival.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
    /// The reasons: one refusal per step that the scheduler tried.
    pub refusals: Vec<Refusal>,
}

/// Priority of the job in the order of the queue, at one instant; the job with the smallest number is first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Priority {
    /// Priority of the job.
    pub own: f64,
    /// Number and priority of the first job in the queue; `None` if the job itself is first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<(u64, f64)>,
}

/// Step of the scheduler that placed the job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// On the home cluster only.
    Local,
    /// On another single cluster.
    Migrate,
    /// On several clusters.
    CoAllocate,
}

/// Start of the job.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Start {
    /// Time \[s\].
    pub time_s: f64,
    /// The step that placed the job.
    pub step: Step,
    /// Placement of the job.
    pub pieces: Vec<Piece>,
    /// Run time of the job on this placement if no other job used the links \[s\].
    pub dedicated_s: f64,
    /// Part of this run time in which the job gets its data \[s\].
    #[serde(skip_serializing_if = "is_zero")]
    pub stage_in_s: f64,
    /// Predicted end of the job before the link shares are updated \[s\].
    pub end_s: f64,
    /// Priority of the job, if the queue is not in order of arrival.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<f64>,
}

fn is_zero(time_s: &f64) -> bool {
    *time_s == 0.0
}

/// A run of the job that a failure of nodes ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Failure {
    /// Time \[s\].
    pub time_s: f64,
    /// Index of the cluster whose nodes failed.
    pub cluster: u32,
    /// Number of nodes that failed together.
    pub nodes: u32,
    /// Start of the run that the failure ended.
    pub start: Start,
    /// Lost share of this run.
    pub in_vain: f64,
    /// True if the job then waited again.
    pub requeued: bool,
}

/// A change of the bandwidth share granted to the job.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Slide {
    /// Time \[s\].
    pub time_s: f64,
    /// The share from now on, in (0, 1].
    pub granted: f64,
    /// Predicted end of the job at that share \[s\].
    pub end_s: f64,
    /// Change of the predicted end \[s\]; negative if the end is now earlier.
    pub later_s: f64,
    /// The link that limits the job; `None` if the job gets its whole demand.
    pub link: Option<FullLink>,
}

/// A link that limits the job.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FullLink {
    /// Index of the link.
    pub link: u32,
    /// Name of the link.
    pub name: String,
    /// Demand divided by capacity.
    pub saturation: f64,
}

/// The story of one job.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Story {
    /// Number of the job, in order of arrival.
    pub job: u64,
    /// Names of the story's jobs in the log, if the workload is a log.
    #[serde(skip)]
    pub names: JobNames,
    /// Index of the job's home cluster.
    pub home: u32,
    /// Number of nodes that the job needs.
    pub nodes: u32,
    /// Memory and GPUs that the job needs on each node: "64 GB and 4 GPUs"; left out if it needs none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub asks: String,
    /// Kind of request, if the scheduler distinguishes kinds. The JSON contains the name of the kind.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "name")]
    pub request: Option<Request>,
    /// Run time of the job alone on one cluster of speed 1 \[s\].
    pub runtime_s: f64,
    /// Arrival time \[s\].
    pub arrival_s: f64,
    /// The jobs on which the job depends; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<u64>,
    /// Time from which the job could start \[s\], if it was held for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eligible_s: Option<f64>,
    /// State of the job at the end of the story.
    pub fate: Fate,
    /// Reason for dropping the job, if it was dropped.
    #[serde(skip)]
    pub rejection: Option<Rejection>,
    /// Last instant of the story \[s\]. If the job has ended, this is the end of the job.
    pub until_s: f64,
    /// Number of jobs that waited when the job arrived; 0 if the home cluster sends the job to another queue.
    pub ahead: u64,
    /// True if the home cluster sends the job to the queue of one cluster. Then jobs that wait at other clusters are
    /// neither before nor behind the job.
    pub sent: bool,
    /// Reasons for waiting, at every change.
    pub reasons: Abridged<Reasons>,
    /// Number of later jobs that started while the job waited.
    pub passed_by: u64,
    /// Choices among candidates for the job.
    #[serde(skip_serializing_if = "Abridged::is_empty")]
    pub decisions: Abridged<Choice>,
    /// Requests that the scheduler planned while the job waited: the job, and some before and after it.
    #[serde(skip)]
    pub plannings: Vec<Planning>,
    /// Futures that the scheduler compared before it placed the job, if the scheduler looks ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub foresight: Option<Foresight>,
    /// Runs that failures of nodes ended.
    #[serde(skip_serializing_if = "Abridged::is_empty")]
    pub failures: Abridged<Failure>,
    /// Start of the job, the last one if failures ended others.
    pub start: Option<Start>,
    /// Changes of the predicted end.
    pub slides: Abridged<Slide>,
}

fn name<S: Serializer>(request: &Option<Request>, to: S) -> Result<S::Ok, S::Error> {
    request.as_ref().map(|own| &own.name).serialize(to)
}

impl Story {
    fn begin(job: &Job, ahead: u64) -> Story {
        Story {
            job: job.id,
            names: JobNames::default(),
            home: job.home,
            nodes: job.nodes,
            asks: job.asks.in_words(),
            request: None,
            runtime_s: job.runtime_s,
            arrival_s: job.arrival_s,
            after: Vec::new(),
            eligible_s: None,
            fate: Fate::Waiting,
            rejection: None,
            until_s: job.arrival_s,
            ahead,
            sent: false,
            reasons: Abridged::new(REASONS),
            passed_by: 0,
            decisions: Abridged::new(DECISIONS),
            plannings: Vec::new(),
            foresight: None,
            failures: Abridged::new(DECISIONS),
            start: None,
            slides: Abridged::new(SLIDES),
        }
    }

    /// Numbers of all jobs that the story names.
    pub fn jobs(&self) -> impl Iterator<Item = u64> {
        let kept = self.reasons.entries().filter_map(|entry| match entry {
            Entry::Kept(reasons) => Some(reasons),
            Entry::LeftOut(_) => None,
        });
        let others = kept.flat_map(|own| {
            let first = own.priority.and_then(|own| own.first).map(|(job, _)| job);
            own.refusals.iter().filter_map(|own| own.job).chain(first)
        });
        let futures = self.foresight.iter().flat_map(|own| &own.futures);
        let foreseen = futures.flat_map(|own| own.running.iter().chain(&own.jobs)).map(|own| own.job);
        let planned = self.plannings.iter().map(|own| own.job);
        std::iter::once(self.job).chain(self.after.iter().copied()).chain(others).chain(foreseen).chain(planned)
    }

    /// Waiting time so far \[s\].
    pub fn waited_s(&self) -> f64 {
        let start = self.start.as_ref();
        start.map_or(self.until_s, |start| start.time_s) - self.arrival_s
    }

    /// Time on the nodes minus the dedicated run time \[s\], once the job has ended.
    pub fn network_s(&self) -> Option<f64> {
        let start = self.ended()?;
        Some((self.until_s - start.time_s - start.dedicated_s).max(0.0))
    }

    /// Time on the nodes divided by the dedicated run time, both without stage-in, once the job has ended; at least 1.
    pub fn penalty(&self) -> Option<f64> {
        let start = self.ended()?;
        let ran_s = self.until_s - start.time_s - start.stage_in_s;
        Some((ran_s / (start.dedicated_s - start.stage_in_s)).max(1.0))
    }

    /// Start of the job, once the job has ended.
    fn ended(&self) -> Option<&Start> {
        self.start.as_ref().filter(|_| self.fate == Fate::Ended)
    }
}

/// Records the story of one job.
#[derive(Clone, Debug)]
pub struct StoryRecorder {
    number: u64,
    /// The kinds of requests.
    requests: Option<&'static Requests>,
    /// True if jobs are sent to the queues of single clusters.
    sends: bool,
    job: Job,
    story: Option<Story>,
    /// Number of waiting jobs that arrived before the job.
    ahead: u64,
    /// All waiting jobs by number, if the queue is not in order of arrival.
    waiting: BTreeMap<u64, Job>,
    ranked: bool,
    /// Change of the job's share at this instant, and index of the link that limits the share. The name of the link is
    /// added later.
    slide: Option<Slide>,
    limited_by: Option<u32>,
    /// True while the job waits for others.
    held: bool,
}

impl StoryRecorder {
    /// Creates a recorder for the job with this number.
    pub fn new(number: u64) -> StoryRecorder {
        StoryRecorder {
            number,
            requests: None,
            sends: false,
            job: Job::default(),
            story: None,
            ahead: 0,
            waiting: BTreeMap::new(),
            ranked: false,
            slide: None,
            limited_by: None,
            held: false,
        }
    }

    /// The number of the job.
    pub fn job(&self) -> u64 {
        self.number
    }

    /// True if the story is complete.
    pub fn complete(&self) -> bool {
        let fate = self.story.as_ref().map(|story| story.fate);
        matches!(fate, Some(Fate::Impossible | Fate::Killed | Fate::Lost | Fate::Ended))
    }

    /// The story until now; `None` if the job has not arrived.
    pub fn finish(self) -> Option<Story> {
        self.story
    }

    /// Position of the waiting job in the queue: the number of jobs before the job, and the job's priority.
    fn standing(&self, scheduler: &dyn Scheduler) -> (u64, Option<Priority>) {
        let Some(own) = scheduler.priority(&self.job) else {
            return (self.ahead, None);
        };
        let here = (ordered(own), self.number);
        let mut before = 0;
        let mut first = (here, own);
        for job in self.waiting.values() {
            let key = scheduler.priority(job).unwrap_or(own);
            let place = (ordered(key), job.id);
            before += u64::from(place < here);
            if place < first.0 {
                first = (place, key);
            }
        }
        let ((_, number), key) = first;
        let first = (number != self.number).then_some((number, key));
        (before, Some(Priority { own, first }))
    }

    /// The story, to be changed; `None` if the job with this number is not the job of the story.
    fn own(&mut self, id: u64) -> Option<&mut Story> {
        self.story.as_mut().filter(|story| story.job == id)
    }
}

impl Observer for StoryRecorder {
    fn begin(&mut self, scheduler: &mut dyn Scheduler) {
        self.ranked = scheduler.priority(&self.job).is_some();
        if let Some(facts) = scheduler.facts() {
            facts.about = About::Job(self.number);
            self.requests = facts.requests;
            self.sends = facts.sends;
        }
    }

    fn arrived(&mut self, job: &Job, waiting: usize) {
        if self.ranked {
            self.waiting.insert(job.id, *job);
        }
        if job.id == self.number {
            self.job = *job;
            self.ahead = if self.sends { 0 } else { waiting as u64 };
            self.story = Some(Story {
                request: self.requests.and_then(|own| own.kind(job)).cloned(),
                sent: self.sends,
                ..Story::begin(job, self.ahead)
            });
        }
    }

    fn held(&mut self, job: &Job, on: &[Dependency]) {
        if let Some(story) = self.own(job.id) {
            story.after = on.iter().map(|own| own.on).collect();
            self.held = true;
        }
    }

    fn eligible(&mut self, now_s: f64, job: &Job) {
        if !self.held || job.id != self.number {
            return;
        }
        self.held = false;
        self.job.arrival_s = now_s;
        if let Some(story) = &mut self.story {
            story.eligible_s = Some(now_s);
        }
    }

    fn rejected(&mut self, job: &Job, why: Rejection) {
        self.waiting.remove(&job.id);
        if let Some(story) = self.own(job.id) {
            story.fate = Fate::Impossible;
            story.rejection = Some(why);
        }
    }

    fn started(&mut self, running: &Running, _state: &State) {
        self.waiting.remove(&running.job.id);
        let Some(story) = &mut self.story else { return };
        if running.job.id == story.job {
            let step = match running.placement.as_slice() {
                [piece] if piece.cluster == story.home => Step::Local,
                [_] => Step::Migrate,
                _ => Step::CoAllocate,
            };
            story.fate = Fate::Running;
            story.start = Some(Start {
                time_s: running.start_s,
                step,
                pieces: running.placement.to_vec(),
                dedicated_s: running.dedicated_s,
                stage_in_s: running.stage_in_s,
                end_s: running.end_s,
                priority: None,
            });
        } else if story.fate == Fate::Waiting && !self.sends {
            if running.job.id < story.job {
                self.ahead = self.ahead.saturating_sub(1);
            } else {
                story.passed_by += 1;
            }
        }
    }

    fn rerated(&mut self, now_s: f64, running: &Running) {
        let Some(story) = self.own(running.job.id) else {
            return;
        };
        let before = story.slides.newest().map(|slide| slide.end_s);
        let before = before.or(story.start.as_ref().map(|start| start.end_s));
        self.slide = Some(Slide {
            time_s: now_s,
            granted: running.granted,
            end_s: running.end_s,
            later_s: running.end_s - before.unwrap_or(running.end_s),
            link: None,
        });
        self.limited_by = running.limited_by;
    }

    fn ended(&mut self, now_s: f64, running: &Running) {
        if let Some(story) = self.own(running.job.id) {
            story.fate = match running.killed {
                true => Fate::Killed,
                false => Fate::Ended,
            };
            story.until_s = now_s;
        }
    }

    fn failed(&mut self, now_s: f64, running: &Running, failed: &Failed) {
        if self.ranked && failed.requeued {
            self.waiting.insert(running.job.id, running.job);
        }
        let Some(story) = self.own(running.job.id) else {
            return;
        };
        story.until_s = now_s;
        story.fate = if failed.requeued { Fate::Waiting } else { Fate::Lost };
        let start = match failed.requeued {
            true => story.start.take(),
            false => story.start.clone(),
        };
        if let Some(start) = start {
            let Failed { cluster, nodes, requeued, in_vain, .. } = *failed;
            story.failures.push(Failure { time_s: now_s, cluster, nodes, start, in_vain, requeued });
        }
    }

    fn decided(&mut self, now_s: f64, state: &State, scheduler: &mut dyn Scheduler) {
        let Some(mut story) = self.story.take() else {
            return;
        };
        if let Some(mut slide) = self.slide.take() {
            slide.link = self.limited_by.map(|link| FullLink {
                link,
                name: state.platform().link_name(link),
                saturation: state.saturation(link as usize),
            });
            story.slides.push(slide);
        }
        if let Some(facts) = scheduler.facts() {
            for choice in facts.choices.drain(..) {
                story.decisions.push(choice);
            }
            for planning in facts.plannings.drain(..) {
                planning.keep_around(story.job, &mut story.plannings);
            }
            if story.fate == Fate::Running {
                story.foresight = story.foresight.take().or(facts.foresight.take());
            }
        }
        let undecided = story.fate == Fate::Waiting && !self.held;
        let impossible = story.fate == Fate::Impossible && story.rejection != Some(Rejection::Unmet);
        if undecided || impossible && story.reasons.newest().is_none() {
            let refusals = scheduler.refusals(state, &self.job);
            let before = story.reasons.newest().map(|reasons| &reasons.refusals);
            if before != Some(&refusals) {
                let (ahead, priority) = self.standing(scheduler);
                story.reasons.push(Reasons { time_s: now_s, ahead, priority, refusals });
            }
        }
        if let Some(start) = story.start.as_mut().filter(|own| own.time_s == now_s) {
            start.priority = scheduler.priority(&self.job);
        }
        if matches!(story.fate, Fate::Waiting | Fate::Running) {
            story.until_s = now_s;
        }
        self.story = Some(story);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::by_hand::run;

    #[test]
    fn what_the_network_and_waiting_cost_by_hand() {
        let mut run = run((StoryRecorder::new(0), StoryRecorder::new(1)));
        run.advance(u64::MAX);
        let (first, second) = run.into_observer();
        let (first, second) = (first.finish().unwrap(), second.finish().unwrap());
        assert_eq!((first.fate, second.fate), (Fate::Ended, Fate::Ended));
        assert_eq!((first.waited_s(), second.waited_s()), (0.0, 140.0));
        assert_eq!((first.network_s(), second.network_s()), (Some(50.0), Some(0.0)));
        assert_eq!((first.penalty(), second.penalty()), (Some(1.5), Some(1.0)));
    }
}
