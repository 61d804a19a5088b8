//! One global queue that is not in order of arrival.
//!
//! * **Strict**: the job that comes first in the order starts as soon as it can be placed, and until then no other does, as
//!   under FCFS.
//! * **Skipping**: at every instant with an event the queue is walked in its order, and each job that can be placed now
//!   starts, as under FPFS.
//!
//! As in order of arrival, a skipping walk finds nothing new unless nodes became free since the last one, so after an
//! instant with arrivals only, the newcomers alone are tried. In an order that [varies](Order::varies) the keys of all waiting
//! jobs, or of those small enough to start where jobs are skipped, are computed once per instant at which there is a free node
//! and something to find: O(queue), where all others need a search.

use super::facts::Facts;
use super::keyed_queue::KeyedQueue;
use super::order::{FIRST, Order, Place};
use super::placer::{ANY, Placer};
use super::refusal::Refusal;
use super::varying_queue::VaryingQueue;
use super::{Policy, Scheduler, Submission, admission};
use crate::platform::{Placement, State};
use crate::workload::Job;

/// Who may start before whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// Strictly in the order.
    Strict,
    /// Every job that fits, in the order.
    Skip,
}

/// Waiting jobs that have been looked at.
#[derive(Debug)]
enum Waiting {
    /// At places that stay.
    Fixed(KeyedQueue),
    /// At places of this instant.
    Varying(VaryingQueue),
}

/// A part of the queue that one event concerns as a whole.
#[derive(Debug)]
struct Line {
    waiting: Waiting,
    /// Jobs of this instant, not looked at; in order once the walk of this instant has begun.
    newcomers: Vec<(Place, Job)>,
    /// Whether nodes became free since all of `waiting` was walked.
    freed: bool,
    /// Whether a walk has begun in this instant.
    walking: bool,
    /// No waiting job before this place can start now.
    cursor: Place,
    /// Whether the line is in `open`.
    open: bool,
}

/// The global queue in an order of its own, with a placement policy.
pub struct OrderedQueue<P> {
    placer: Placer<P>,
    order: Order,
    passing: Passing,
    /// One line for all jobs, or one per home cluster if jobs never leave home and pass each other: then the order between
    /// lines does not matter, because they use different nodes.
    lines: Vec<Line>,
    /// Lines in which there may be something to start.
    open: Vec<usize>,
    /// The job that started last.
    started: Job,
    /// Time of the present instant \[s\].
    now_s: f64,
    /// Nothing in use: to tell whether a job could ever run.
    idle: State,
}

impl<P: Policy> OrderedQueue<P> {
    /// An empty queue on the platform of `idle`, which must be idle.
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

    /// There may be something to start in a line.
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
                // The walk begins anew, and with the jobs that come until then, when nodes become free.
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
    /// The newcomers, and those who wait and are within reach if the order varies, are put in order.
    fn begin(&mut self, passing: Passing, reach: u32, order: &Order, now_s: f64) {
        self.walking = true;
        self.cursor = match passing {
            Passing::Strict => self.cursor,
            Passing::Skip => FIRST,
        };
        for (place, job) in &mut self.newcomers {
            *place = order.place(job, now_s);
        }
        // Who waits cannot start if no nodes became free, unless who is first changes.
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
            // From the end on: the first is taken last.
            _ => self.newcomers.sort_by_key(|own| std::cmp::Reverse(own.0)),
        }
    }

    /// The first of all, if it can start.
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

    /// Goes on with the walk to the next job that can start.
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

    /// The first job of those that have been looked at, if it must not be passed.
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

    fn next_start(&mut self, now_s: f64, state: &State, placement: &mut Placement) -> Option<Job> {
        if self.now_s != now_s && self.passing == Passing::Strict && self.order.varies() {
            // Whatever has happened, another job may be the first by now.
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
        // While no node is free newcomers are not even looked at.
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

    /// A job runs on the first cluster, if it has room.
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

    /// Ten nodes, of which four are in use. The head by either order needs eight: it blocks the others, until a job that
    /// comes before it in the order arrives, or all nodes are free.
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
