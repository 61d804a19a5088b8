//! One global queue in an order other than arrival.
//!
//! * **Strict**: the first job in the order starts as soon as it can be placed. Until then no other job starts, as
//!   under FCFS.
//! * **Skipping**: at every instant with an event, all jobs are tried in order, and each job that can be placed now
//!   starts, as under FPFS.
//!
//! As with a queue in order of arrival, trying the waiting jobs again finds nothing unless nodes became free. So after
//! an instant with only arrivals, only the new jobs are tried. If the order [varies](Order::varies), keys are computed
//! at most once per instant: for all waiting jobs, or under the skipping discipline only for jobs that are small enough
//! to start. This takes a time proportional to the length of the queue, whereas an order that does not vary needs only
//! a search.

use super::facts::Facts;
use super::keyed_queue::KeyedQueue;
use super::order::{FIRST, Order, Place};
use super::placer::{ANY, Placer};
use super::refusal::Refusal;
use super::varying_queue::VaryingQueue;
use super::{Policy, Scheduler, Submission, admission};
use crate::platform::{Out, Placement, State};
use crate::workload::Job;

/// Queue discipline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// Strictly in the order.
    Strict,
    /// Every job that can be placed may start; jobs are tried in the order.
    Skip,
}

/// Waiting jobs that have been tried.
#[derive(Debug)]
enum Waiting {
    /// Their positions in the order are constant.
    Fixed(KeyedQueue),
    /// Their positions in the order are computed for this instant.
    Varying(VaryingQueue),
}

/// A part of the queue that is tried separately: events that affect one job of the line affect all its jobs.
#[derive(Debug)]
struct Line {
    waiting: Waiting,
    /// Jobs that arrived at this instant and have not been tried. They are sorted when the search of this instant
    /// begins.
    newcomers: Vec<(Place, Job)>,
    /// True if nodes became free since all jobs of `waiting` were last tried.
    freed: bool,
    /// True if a search for jobs that can start has begun at this instant.
    walking: bool,
    /// No waiting job before this position can start now.
    cursor: Place,
    /// True if `open` contains this line.
    open: bool,
}

/// The global queue in a given order, with a placement policy.
pub struct OrderedQueue<P> {
    placer: Placer<P>,
    order: Order,
    passing: Passing,
    /// One line for all jobs; or, if jobs never leave home and may overtake each other, one line per home cluster. Then
    /// the order between lines does not matter, because jobs of different lines use different nodes.
    lines: Vec<Line>,
    /// Lines in which a job may be able to start.
    open: Vec<usize>,
    /// The job that started last.
    started: Job,
    /// Current time \[s\].
    now_s: f64,
    /// The idle platform, to check if a job can run at all.
    idle: State,
}

impl<P: Policy> OrderedQueue<P> {
    /// Creates an empty queue. `idle` is the idle platform.
    pub fn new(policy: P, order: Order, passing: Passing, idle: State) -> OrderedQueue<P> {
        let split = passing == Passing::Skip && policy.stays_home();
        let lines = if split { idle.free().len() } else { 1 };
        let line = |_| Line {
            waiting: match order.varies() {
                true => Waiting::Varying(VaryingQueue::default()),
                false => Waiting::Fixed(KeyedQueue::default()),
            },
            newcomers: Vec::new(),
            freed: false,
            walking: false,
            cursor: FIRST,
            open: false,
        };
        OrderedQueue {
            lines: (0..lines).map(line).collect(),
            placer: Placer::new(policy, order.clone(), &idle),
            order,
            passing,
            open: Vec::new(),
            started: Job::default(),
            now_s: 0.0,
            idle,
        }
    }

    fn line_of(&self, cluster: u32) -> usize {
        match self.lines.len() {
            1 => 0,
            _ => cluster as usize,
        }
    }

    /// Marks a line in which a job may be able to start.
    fn open(&mut self, at: usize) {
        if !self.lines[at].open {
            self.lines[at].open = true;
            self.open.push(at);
        }
    }

    fn next(&mut self, now_s: f64, state: &State, placement: &mut Placement) -> Option<Job> {
        while let Some(&at) = self.open.last() {
            let line = &mut self.lines[at];
            if state.most_free() == 0 {
                // When nodes become free, the search restarts and includes all jobs that have arrived until then.
                line.walking = false;
                return None;
            }
            if !line.walking {
                let reach = match self.passing {
                    Passing::Strict => ANY,
                    Passing::Skip => self.placer.reach(state, at as u32),
                };
                line.begin(self.passing, reach, &self.order, now_s);
            }
            let next = match self.passing {
                Passing::Strict => line.head(&mut self.placer, state, placement),
                Passing::Skip => line.walk(&mut self.placer, at as u32, state, placement),
            };
            if next.is_some() {
                return next;
            }
            line.walking = false;
            line.open = false;
            self.open.pop();
        }
        None
    }
}

impl Line {
    /// Sorts the new jobs, and in a varying order also the waiting jobs that are small enough.
    fn begin(&mut self, passing: Passing, reach: u32, order: &Order, now_s: f64) {
        self.walking = true;
        self.cursor = match passing {
            Passing::Strict => self.cursor,
            Passing::Skip => FIRST,
        };
        for (place, job) in &mut self.newcomers {
            *place = order.place(job, now_s);
        }
        // If no nodes became free, waiting jobs cannot start, unless the line has a new head.
        let all = self.freed || passing == Passing::Strict;
        match &mut self.waiting {
            Waiting::Fixed(waiting) if all => {
                let newcomers = self.newcomers.drain(..);
                newcomers.for_each(|(place, job)| waiting.insert(place, job));
            }
            Waiting::Varying(waiting) if all => {
                let newcomers = self.newcomers.drain(..);
                newcomers.for_each(|(_, job)| waiting.push(job));
                waiting.sort(reach, order, now_s);
            }
            // The new jobs are sorted in reverse, because `pop` takes the last one.
            _ => self.newcomers.sort_by_key(|own| std::cmp::Reverse(own.0)),
        }
    }

    /// Takes the head of the line, if it can start.
    fn head<P: Policy>(&mut self, placer: &mut Placer<P>, state: &State, placement: &mut Placement) -> Option<Job> {
        match &mut self.waiting {
            Waiting::Fixed(waiting) => {
                let (place, job) = *waiting.first(FIRST, ANY)?;
                let blocked = !self.freed && place == self.cursor;
                if !blocked && placer.place_now(state, &job, placement) {
                    return waiting.remove(place);
                }
                self.cursor = place;
            }
            Waiting::Varying(waiting) => {
                if placer.place_now(state, waiting.head(ANY)?, placement) {
                    return waiting.take();
                }
            }
        }
        self.freed = false;
        None
    }

    /// Goes on trying jobs until it finds a job that can start.
    fn walk<P: Policy>(
        &mut self,
        placer: &mut Placer<P>,
        home: u32,
        state: &State,
        placement: &mut Placement,
    ) -> Option<Job> {
        let reach = placer.reach(state, home);
        if self.freed {
            match &mut self.waiting {
                Waiting::Fixed(waiting) => {
                    while let Some(&(place, job)) = waiting.first(self.cursor, reach) {
                        self.cursor = (place.0, place.1 + 1);
                        if placer.place_now(state, &job, placement) {
                            return waiting.remove(place);
                        }
                    }
                }
                Waiting::Varying(waiting) => {
                    while let Some(head) = waiting.head(reach) {
                        if placer.place_now(state, head, placement) {
                            return waiting.take();
                        }
                        waiting.pass();
                    }
                }
            }
            self.freed = false;
        }
        while let Some((place, job)) = self.newcomers.pop() {
            if job.nodes <= reach && placer.place_now(state, &job, placement) {
                return Some(job);
            }
            match &mut self.waiting {
                Waiting::Fixed(waiting) => waiting.insert(place, job),
                Waiting::Varying(waiting) => waiting.push(job),
            }
        }
        None
    }

    /// The head of the waiting jobs that have been tried.
    fn first(&self) -> Option<&Job> {
        match &self.waiting {
            Waiting::Fixed(waiting) => waiting.first(FIRST, ANY).map(|(_, job)| job),
            Waiting::Varying(waiting) => waiting.first(),
        }
    }
}

impl<P: Policy> Scheduler for OrderedQueue<P> {
    fn submit(&mut self, job: &Job) -> Submission {
        self.order.submitted(job);
        let submission = admission(&mut self.placer.policy, &self.idle, job);
        if submission == Submission::Waiting {
            self.order.accepted(job);
            self.placer.policy.expect(job);
            self.placer.submit(job);
            let at = self.line_of(job.home);
            self.lines[at].newcomers.push((FIRST, *job));
            self.open(at);
        }
        submission
    }

    fn freed(&mut self, cluster: u32) {
        let at = self.line_of(cluster);
        self.lines[at].freed = true;
        self.lines[at].cursor = FIRST;
        self.open(at);
    }

    fn withdraw(&mut self, job: &Job) -> bool {
        let at = self.line_of(job.home);
        let line = &mut self.lines[at];
        let newcomer = line.newcomers.iter().position(|(_, own)| own.id == job.id);
        let found = match (&mut line.waiting, newcomer) {
            (_, Some(newcomer)) => {
                line.newcomers.remove(newcomer);
                true
            }
            (Waiting::Fixed(waiting), None) => waiting.remove(self.order.place(job, self.now_s)).is_some(),
            (Waiting::Varying(waiting), None) => waiting.withdraw(job.id),
        };
        if self.passing == Passing::Strict {
            // Another job may have become the head.
            self.open(at);
        }
        found
    }

    fn next_start(&mut self, now_s: f64, state: &State, placement: &mut Placement) -> Option<Job> {
        if self.now_s != now_s && self.passing == Passing::Strict && self.order.varies() {
            // Since the last instant, another job may have become the head.
            self.open(0);
        }
        self.now_s = now_s;
        self.placer.look(now_s);
        let job = self.next(now_s, state, placement)?;
        self.placer.start(&job, placement);
        self.started = job;
        Some(job)
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        if admission(&mut self.placer.policy, &self.idle, job) != Submission::Waiting {
            return self.placer.policy.refusals(&self.idle, job);
        }
        let place = |job: &Job| self.order.place(job, self.now_s);
        let head = self.lines[0].first();
        // The new jobs may not be sorted yet, because they are not sorted while no node is free. So search them for the
        // head.
        let newcomers = self.lines[0].newcomers.iter().map(|(_, job)| job);
        let head = head.into_iter().chain(newcomers).min_by_key(|job| place(job));
        if self.passing == Passing::Strict
            && let Some(head) = head
            && place(head) < place(job)
        {
            return vec![Refusal::turn(head)];
        }
        self.placer.policy.refusals(state, job)
    }

    fn priority(&self, job: &Job) -> Option<f64> {
        self.order.key(job, self.now_s)
    }

    fn facts(&mut self) -> Option<&mut Facts> {
        self.placer.facts()
    }

    fn plans(&self) -> bool {
        self.placer.looks_ahead() || self.order.reads_usage()
    }

    fn out(&mut self, _now_s: f64, out: &Out, state: &State) {
        self.placer.out(out.cluster, state);
    }

    fn started(&mut self, slot: u32, end_s: f64) {
        self.order.started(slot, &self.started, self.now_s);
        self.placer.started(slot, end_s);
    }

    fn expect(&mut self, slot: u32, end_s: f64, granted: f64) {
        self.placer.expect(slot, end_s, granted);
    }

    fn ended(&mut self, slot: u32, now_s: f64) {
        self.order.ended(slot, now_s);
        self.placer.ended(slot, now_s);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::{Cluster, Piece, Platform};
    use crate::scheduler::Rejection;
    use crate::scheduler::order::Fixed;

    /// A policy that places jobs on the first cluster, if it has enough free nodes.
    struct OnTheFirst;

    fn too_few(free: u32) -> Refusal {
        Refusal::new("first", format!("{free} free")).with("free", free)
    }

    impl Policy for OnTheFirst {
        fn reach(&self, state: &State, _home: u32) -> u64 {
            state.free()[0].into()
        }

        fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
            let fits = job.nodes <= state.free()[0];
            if fits {
                placement.push(Piece { cluster: 0, nodes: job.nodes });
            }
            fits
        }

        fn refusals(&mut self, state: &State, _job: &Job) -> Vec<Refusal> {
            vec![too_few(state.free()[0])]
        }
    }

    /// Four of ten nodes are in use. In both orders, the head needs eight nodes. The head blocks the other jobs until a
    /// new job comes before it in the order, or until all nodes are free.
    #[test]
    fn the_head_of_the_order_blocks() {
        let platform = Platform::star(vec![Cluster { nodes: 10, capacity_bps: 1, speed: 1.0 }]);
        let idle = State::idle(platform);
        let job = |id, nodes, estimate_s| Job { id, nodes, estimate_s, ..Job::default() };
        let by = |key: fn(&Job) -> f64| Order::by(Fixed(key));
        for (order, late) in [(by(|job| job.estimate_s), job(4, 6, 1.0)), (by(|job| job.nodes.into()), job(4, 6, 9.0))]
        {
            let mut queue = OrderedQueue::new(OnTheFirst, order, Passing::Strict, idle.clone());
            let mut state = idle.clone();
            let start = |queue: &mut OrderedQueue<_>, state: &mut State| {
                let mut placement = Placement::new();
                let job = queue.next_start(0.0, state, &mut placement)?;
                state.claim(&placement, &Default::default());
                Some((job.id, placement))
            };
            assert_eq!(queue.submit(&job(9, 11, 1.0)), Submission::Rejected(Rejection::Impossible));
            queue.submit(&job(0, 4, 5.0));
            let (id, first) = start(&mut queue, &mut state).unwrap();
            assert_eq!(id, 0);
            for (id, nodes, estimate_s) in [(1, 9, 4.0), (2, 8, 3.0), (3, 10, 5.0)] {
                queue.submit(&job(id, nodes, estimate_s));
            }
            assert_eq!(start(&mut queue, &mut state), None);
            assert_eq!(queue.refusals(&state, &job(1, 9, 4.0)), [Refusal::turn(&job(2, 8, 3.0))]);
            assert_eq!(queue.refusals(&state, &job(2, 8, 3.0)), [too_few(6)]);
            queue.submit(&late);
            let (id, second) = start(&mut queue, &mut state).unwrap();
            assert_eq!((id, start(&mut queue, &mut state)), (4, None));
            state.release(&first, &Default::default());
            state.release(&second, &Default::default());
            queue.freed(0);
            assert_eq!(start(&mut queue, &mut state).unwrap().0, 2);
            assert_eq!(start(&mut queue, &mut state), None);
        }
    }
}
