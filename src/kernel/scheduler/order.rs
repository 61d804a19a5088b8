//! Order of the waiting jobs.
//!
//! A [`Rule`] computes a number for every job, its key. Jobs with smaller keys come first; ties go to the job that
//! arrived first. The keys of most rules are constant. A rule varies if its keys depend on the time or on the users'
//! usage; such a queue is sorted at every instant.

use crate::base::maths;
use crate::workload::Job;
use std::cell::Cell;
use std::f64::consts::LN_2;
use std::fmt;
use std::rc::Rc;

/// Position in the order: the key as order-preserving bits, then the job's number.
pub type Place = (u64, u64);

/// Position of a job in the order of arrival.
#[inline]
pub(super) fn of_arrival(job: &Job) -> Place {
    (ordered(job.arrival_s), job.id)
}

/// Maximum number of jobs whose keys are computed together.
pub const BLOCK: usize = 64;

/// Comes before all places.
pub(super) const FIRST: Place = (0, 0);

/// A rule that computes keys.
pub trait Rule {
    /// Key of a waiting job. Any number is allowed; the order is −∞, finite numbers, +∞, NaN.
    fn key(&self, job: &Job, at: &Moment<'_>) -> f64;

    /// Keys of at most [`BLOCK`] jobs, for rules that can compute several keys faster together. The keys equal the
    /// results of [`key`](Rule::key).
    fn keys(&self, jobs: &[Job], at: &Moment<'_>, keys: &mut [f64]) {
        for (key, job) in keys.iter_mut().zip(jobs) {
            *key = self.key(job, at);
        }
    }

    /// True if keys of waiting jobs change with time.
    fn varies(&self) -> bool {
        false
    }

    /// Half-life of the users' usage \[s\]; `None` if the rule ignores usage.
    fn half_life_s(&self) -> Option<f64> {
        None
    }
}

/// Data that a rule may read, in addition to the job.
pub struct Moment<'a> {
    /// Current time \[s\].
    pub now_s: f64,
    /// Submission time of the first job of the run \[s\].
    pub first_s: f64,
    /// Usage of all users.
    pub usage: &'a Usage,
}

impl Moment<'_> {
    /// Submission time of a job, relative to the first submission of the run \[s\].
    #[inline]
    pub fn submitted_s(&self, job: &Job) -> f64 {
        job.arrival_s - self.first_s
    }

    /// Waiting time of a job so far \[s\]. Not negative, although a job may stand behind those of its instant by a later arrival.
    #[inline]
    pub fn waited_s(&self, job: &Job) -> f64 {
        (self.now_s - job.arrival_s).max(0.0)
    }
}

/// A rule with the data that the rule needs.
#[derive(Clone)]
pub struct Order {
    /// `None`: order of arrival.
    rule: Option<Rc<dyn Rule>>,
    first_s: Option<f64>,
    usage: Usage,
    /// User and nodes of the job in each engine slot, if the rule reads usage.
    running: Vec<(u16, u32)>,
}

impl Order {
    /// First come, first served.
    pub const ARRIVAL: Order = Order { rule: None, first_s: None, usage: Usage::NONE, running: Vec::new() };

    /// Order by a rule.
    pub fn by(rule: impl Rule + 'static) -> Order {
        Order {
            usage: Usage::halved_after(rule.half_life_s().unwrap_or(f64::INFINITY)),
            rule: Some(Rc::new(rule)),
            ..Order::ARRIVAL
        }
    }

    /// Order of arrival for jobs that may wait again: a job that was submitted again comes before all that arrived later.
    pub fn of_arrival_again() -> Order {
        Order::by(Fixed(|job: &Job| job.arrival_s))
    }

    /// True for the order of arrival.
    pub fn is_arrival(&self) -> bool {
        self.rule.is_none()
    }

    /// True if positions of waiting jobs change with time.
    pub fn varies(&self) -> bool {
        self.rule.as_ref().is_some_and(|rule| rule.varies())
    }

    /// True if the rule reads the users' usage. Then the order must be told of starts and ends of jobs.
    pub fn reads_usage(&self) -> bool {
        self.rule.as_ref().is_some_and(|rule| rule.half_life_s().is_some())
    }

    /// Reports that a job is submitted.
    pub fn submitted(&mut self, job: &Job) {
        self.first_s.get_or_insert(job.arrival_s);
    }

    /// Reports that a submitted job is accepted: it waits until it can start.
    pub fn accepted(&mut self, job: &Job) {
        if self.reads_usage() {
            self.usage.meet(job.user);
        }
    }

    /// Reports that a job has started in an engine slot.
    pub fn started(&mut self, slot: u32, job: &Job, now_s: f64) {
        if self.reads_usage() {
            let at = slot as usize;
            if self.running.len() <= at {
                self.running.resize(at + 1, (0, 0));
            }
            self.running[at] = (job.user, job.nodes);
            self.usage.began(job.user, job.nodes, now_s);
        }
    }

    /// Reports that the job in a slot has ended.
    pub fn ended(&mut self, slot: u32, now_s: f64) {
        if let Some(&(user, nodes)) = self.running.get(slot as usize) {
            self.usage.ended(user, nodes, now_s);
        }
    }

    /// Current key of a job; `None` in the order of arrival.
    pub fn key(&self, job: &Job, now_s: f64) -> Option<f64> {
        let moment = self.moment(now_s, self.first_s.unwrap_or(job.arrival_s));
        self.rule.as_ref().map(|rule| rule.key(job, &moment))
    }

    /// Current position of a job; no two jobs have the same.
    pub fn place(&self, job: &Job, now_s: f64) -> Place {
        match self.rule {
            None => of_arrival(job),
            Some(_) => (self.key(job, now_s).map_or(0, ordered), job.id),
        }
    }

    /// Appends the current positions of many jobs to `places`. The first job must have been submitted.
    pub fn places(&self, jobs: &[Job], now_s: f64, places: &mut Vec<Place>) {
        let (Some(rule), Some(first_s)) = (&self.rule, self.first_s) else {
            places.extend(jobs.iter().map(|job| self.place(job, now_s)));
            return;
        };
        let moment = self.moment(now_s, first_s);
        for jobs in jobs.chunks(BLOCK) {
            let mut keys = [0.0; BLOCK];
            rule.keys(jobs, &moment, &mut keys[..jobs.len()]);
            let keyed = keys.iter().zip(jobs);
            places.extend(keyed.map(|(&key, job)| (ordered(key), job.id)));
        }
    }

    fn moment(&self, now_s: f64, first_s: f64) -> Moment<'_> {
        Moment { now_s, first_s, usage: &self.usage }
    }
}

impl fmt::Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match (self.is_arrival(), self.varies()) {
            (true, _) => "arrival",
            (false, true) => "a rule that varies",
            (false, false) => "a rule",
        };
        f.write_str(kind)
    }
}

/// A rule with constant keys.
pub struct Fixed(pub fn(&Job) -> f64);

impl Rule for Fixed {
    fn key(&self, job: &Job, _at: &Moment<'_>) -> f64 {
        (self.0)(job)
    }
}

/// Maps numbers to integers so that the order is kept: −∞ first, then finite numbers (−0 equals 0), +∞, and NaN last.
#[inline]
pub fn ordered(number: f64) -> u64 {
    const SIGN: u64 = 1 << 63;
    if number.is_nan() {
        return u64::MAX;
    }
    // Adding 0 turns −0 into +0.
    let bits = (number + 0.0).to_bits();
    match bits & SIGN {
        0 => bits | SIGN,
        _ => !bits,
    }
}

/// Usage of nodes by users, with exponential decay: after each half-life, past usage counts half as much.
///
/// Usage grows and decays at every moment while a job runs. A user with n nodes in use has the usage u with
/// du/dt = n − u·ln 2/half-life, which has a closed form between two starts or ends of the user's jobs.
#[derive(Clone, Debug)]
pub struct Usage {
    half_life_s: f64,
    /// Every user that has submitted a job, by number.
    by_user: Vec<User>,
    /// Usage of all users together.
    total: Used,
    /// Number of users that have submitted a job.
    users: u32,
}

/// Usage at a time, and the nodes in use since then.
#[derive(Clone, Copy, Debug, Default)]
struct Used {
    /// Usage at `at_s` \[node s\].
    node_s: f64,
    at_s: f64,
    /// Nodes in use from `at_s` on.
    nodes: u64,
}

/// Usage of one user.
#[derive(Clone, Debug, Default)]
struct User {
    /// False for a user without a submitted job.
    known: bool,
    used: Used,
    /// Last result of [`once`](Usage::once) for this user.
    made: Cell<Made>,
}

/// A result, its time of computation \[s\], and the number of users at that time.
#[derive(Clone, Copy, Debug)]
struct Made {
    number: f64,
    at_s: f64,
    users: u32,
}

/// Not computed yet.
impl Default for Made {
    fn default() -> Made {
        Made { number: f64::NAN, at_s: f64::NAN, users: 0 }
    }
}

impl Usage {
    /// No usage, without decay.
    pub const NONE: Usage = Usage {
        half_life_s: f64::INFINITY,
        by_user: Vec::new(),
        total: Used { node_s: 0.0, at_s: 0.0, nodes: 0 },
        users: 0,
    };

    /// Usage with the given half-life \[s\], without users.
    pub fn halved_after(half_life_s: f64) -> Usage {
        Usage { half_life_s, ..Usage::NONE }
    }

    /// Adds a user; has no effect if the user is known.
    pub fn meet(&mut self, user: u16) {
        let at = usize::from(user);
        if self.by_user.len() <= at {
            self.by_user.resize_with(at + 1, User::default);
        }
        let own = &mut self.by_user[at];
        self.users += u32::from(!own.known);
        own.known = true;
    }

    /// From now on, a user has more nodes in use.
    pub fn began(&mut self, user: u16, nodes: u32, now_s: f64) {
        self.update(user, now_s, |own| own.nodes += u64::from(nodes));
    }

    /// From now on, a user has fewer nodes in use.
    pub fn ended(&mut self, user: u16, nodes: u32, now_s: f64) {
        self.update(user, now_s, |own| own.nodes = own.nodes.saturating_sub(u64::from(nodes)));
    }

    /// Changes the nodes in use of a user and of all users. Does not change usage now.
    fn update(&mut self, user: u16, now_s: f64, change: impl Fn(&mut Used)) {
        self.meet(user);
        let half_life_s = self.half_life_s;
        for own in [&mut self.by_user[usize::from(user)].used, &mut self.total] {
            *own = Used { node_s: own.until(now_s, half_life_s), at_s: now_s, ..*own };
            change(own);
        }
    }

    /// Share of a user in the total usage, in [0, 1]; 0 without usage. A multiple of 2⁻⁴⁰: users with equal usage have
    /// equal shares, regardless of the number of their jobs, whose sum has rounding errors.
    pub fn share(&self, user: u16, now_s: f64) -> f64 {
        const PARTS: f64 = (1_u64 << 40) as f64;
        let own = self.by_user.get(usize::from(user)).map_or(0.0, |own| own.used.until(now_s, self.half_life_s));
        let total = self.total.until(now_s, self.half_life_s);
        if total > 0.0 { (own / total * PARTS).round() / PARTS } else { 0.0 }
    }

    /// Result of the function `of_share` for a user's share, computed once per user and instant. It must depend only on
    /// the share and the number of users.
    #[inline]
    pub fn once(&self, user: u16, now_s: f64, of_share: impl Fn(f64) -> f64) -> f64 {
        let Some(made) = self.by_user.get(usize::from(user)).map(|own| &own.made) else {
            return of_share(self.share(user, now_s));
        };
        let Made { number, at_s, users } = made.get();
        if at_s == now_s && users == self.users {
            return number;
        }
        let number = of_share(self.share(user, now_s));
        made.set(Made { number, at_s: now_s, users: self.users });
        number
    }

    /// Number of users that have submitted a job.
    pub fn users(&self) -> u32 {
        self.users
    }
}

impl Used {
    /// Usage at `now_s` \[node s\].
    fn until(&self, now_s: f64, half_life_s: f64) -> f64 {
        let time_s = (now_s - self.at_s).max(0.0);
        let decay = LN_2 * time_s / half_life_s;
        let lost = -maths::exp_m1(-decay);
        // Mean weight of the usage in this time; 1 if nothing decays.
        let weight = if decay > 0.0 { lost / decay } else { 1.0 };
        self.node_s * (1.0 - lost) + self.nodes as f64 * time_s * weight
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ESTIMATE: fn(&Job) -> f64 = |job| job.estimate_s;
    const NODES: fn(&Job) -> f64 = |job| job.nodes.into();

    #[test]
    fn ties_go_to_the_first_arrival() {
        let job = |id, nodes, estimate_s| Job { id, nodes, estimate_s, ..Job::default() };
        let jobs = [job(0, 8, 2.5), job(1, 2, 100.0), job(2, 8, 0.3), job(3, 2, 2.5)];
        let sorted = |order: Order| {
            let mut jobs = jobs;
            jobs.sort_by_key(|job| order.place(job, 0.0));
            jobs.map(|job| job.id)
        };
        assert_eq!(sorted(Order::ARRIVAL), [0, 1, 2, 3]);
        assert_eq!(sorted(Order::by(Fixed(ESTIMATE))), [2, 0, 3, 1]);
        assert_eq!(sorted(Order::by(Fixed(NODES))), [1, 3, 0, 2]);
    }

    #[test]
    fn keys_are_in_the_order_of_numbers() {
        let numbers = [
            f64::NEG_INFINITY,
            f64::MIN,
            -1.0,
            -f64::MIN_POSITIVE,
            0.0,
            5e-324,
            1.0,
            f64::MAX,
            f64::INFINITY,
            f64::NAN,
        ];
        assert!(numbers.map(ordered).is_sorted_by(|a, b| a < b));
        assert_eq!(ordered(-0.0), ordered(0.0));
        assert_eq!(ordered(-f64::NAN), ordered(f64::NAN));
    }

    /// The half-life is 100 s. User 1 has 8 nodes from 0 s to 100 s: 400/ln 2 node s at 100 s. User 2 has 4 nodes from
    /// 100 s to 300 s: 200/ln 2 at 200 s, 300/ln 2 at 300 s.
    #[test]
    fn usage_by_hand() {
        let mut usage = Usage::halved_after(100.0);
        assert_eq!((usage.share(1, 0.0), usage.users()), (0.0, 0));
        usage.began(1, 8, 0.0);
        assert_eq!((usage.share(1, 0.0), usage.share(1, 50.0), usage.share(2, 50.0)), (0.0, 1.0, 0.0));
        assert_eq!((usage.total.until(100.0, 100.0) * LN_2).round(), 400.0);
        usage.ended(1, 8, 100.0);
        usage.began(2, 4, 100.0);
        assert_eq!((usage.share(1, 100.0), usage.share(1, 200.0), usage.share(2, 200.0)), (1.0, 0.5, 0.5));
        assert_eq!((usage.share(1, 300.0), usage.share(2, 300.0)), (0.25, 0.75));
        usage.ended(2, 4, 300.0);
        assert_eq!((usage.share(1, 900.0), usage.share(2, 900.0), usage.users()), (0.25, 0.75, 2));
    }

    /// Without decay, usage is the sum of nodes × time, of running jobs as well.
    #[test]
    fn usage_without_decay() {
        let mut usage = Usage::halved_after(f64::INFINITY);
        for (user, nodes, now_s) in [(1, 1, 0.0), (2, 1, 0.0)] {
            usage.began(user, nodes, now_s);
            usage.ended(user, nodes, now_s + 10.0);
        }
        usage.began(1, 6, 20.0);
        usage.began(3, 4, 20.0);
        let used = [1, 2, 3].map(|user: usize| usage.by_user[user].used.until(520.0, f64::INFINITY));
        assert_eq!((used, usage.total.until(520.0, f64::INFINITY)), ([3010.0, 10.0, 2000.0], 5020.0));
    }

    /// User 1 runs 8 nodes until 100 s, user 2 runs 4 nodes from then on. Both have equal usages at 200 s.
    #[test]
    fn an_order_by_usage_hears_of_starts_and_ends() {
        struct Share;

        impl Rule for Share {
            fn key(&self, job: &Job, at: &Moment<'_>) -> f64 {
                at.usage.share(job.user, at.now_s)
            }

            fn half_life_s(&self) -> Option<f64> {
                Some(100.0)
            }
        }

        let job = |user, nodes| Job { user, nodes, ..Job::default() };
        let mut order = Order::by(Share);
        let (first, second) = (job(1, 8), job(2, 4));
        for job in [&first, &second] {
            order.submitted(job);
            order.accepted(job);
        }
        let keys = |order: &Order, now_s| [&first, &second].map(|job| order.key(job, now_s));
        order.started(0, &first, 0.0);
        assert_eq!(keys(&order, 50.0), [Some(1.0), Some(0.0)]);
        order.ended(0, 100.0);
        assert_eq!(keys(&order, 100.0), [Some(1.0), Some(0.0)]);
        order.started(0, &second, 100.0);
        assert_eq!(keys(&order, 200.0), [Some(0.5), Some(0.5)]);
    }

    /// The result for a user is computed once and reused until time advances or there is another user.
    #[test]
    fn what_is_made_of_a_share_is_kept_for_an_instant() {
        let mut usage = Usage::halved_after(f64::INFINITY);
        usage.meet(2);
        let asked = Cell::new(0);
        let made = |usage: &Usage, user, now_s| {
            let of_share = |share| {
                asked.set(asked.get() + 1);
                10.0 * share
            };
            (usage.once(user, now_s, of_share), asked.get())
        };
        assert_eq!(made(&usage, 2, 0.0), (0.0, 1));
        assert_eq!(made(&usage, 2, 0.0), (0.0, 1));
        usage.began(1, 3, 0.0);
        assert_eq!(made(&usage, 2, 0.0), (0.0, 2));
        assert_eq!(made(&usage, 1, 100.0), (10.0, 3));
        usage.began(2, 3, 100.0);
        assert_eq!(made(&usage, 2, 100.0), (0.0, 4));
        assert_eq!(made(&usage, 1, 100.0), (10.0, 4));
        // User 1 has used 450 node s, and user 2 has used 150.
        assert_eq!(made(&usage, 2, 150.0), (2.5, 5));
        // For a user without submitted jobs, the result is computed every time.
        assert_eq!(made(&usage, 9, 150.0), (0.0, 6));
        assert_eq!(made(&usage, 9, 150.0), (0.0, 7));
    }
}
