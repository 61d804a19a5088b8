//! The order in which waiting jobs stand.
//!
//! A [`Rule`] gives every job a number, its key, and smaller keys stand before larger ones; ties go to the job that arrived
//! first. The key of most rules never changes. One that depends on the time, or on what users have run, varies: such a queue is
//! sorted anew at every instant.

use crate::base::maths;
use crate::workload::Job;
use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

/// A place in the order: the key as bits in its order, then the job's number.
pub type Place = (u64, u64);

/// Most jobs whose keys are worked out together.
pub const BLOCK: usize = 64;

/// Before all places.
pub(super) const FIRST: Place = (0, 0);

/// What a key is computed from.
pub trait Rule {
    /// The key of a job that waits. Any number goes: −∞ stands before all others, then +∞, and what is no number comes last.
    fn key(&self, job: &Job, at: &Moment<'_>) -> f64;

    /// The keys of at most [`BLOCK`] jobs, for rules that work them out faster together: each as [`key`](Rule::key) has it.
    fn keys(&self, jobs: &[Job], at: &Moment<'_>, keys: &mut [f64]) {
        for (key, job) in keys.iter_mut().zip(jobs) {
            *key = self.key(job, at);
        }
    }

    /// Whether keys of waiting jobs change with time.
    fn varies(&self) -> bool {
        false
    }

    /// After what time \[s\] what a user has run counts half; none if that does not matter.
    fn half_life_s(&self) -> Option<f64> {
        None
    }
}

/// What a rule knows besides the job.
pub struct Moment<'a> {
    /// Now \[s\].
    pub now_s: f64,
    /// When the first job of the run was submitted \[s\].
    pub first_s: f64,
    /// What users have run.
    pub usage: &'a Usage,
}

impl Moment<'_> {
    /// When a job was submitted \[s\], from the first submission of the run.
    #[inline]
    pub fn submitted_s(&self, job: &Job) -> f64 {
        job.arrival_s - self.first_s
    }

    /// How long a job has waited \[s\].
    #[inline]
    pub fn waited_s(&self, job: &Job) -> f64 {
        self.now_s - job.arrival_s
    }
}

/// A rule at work.
#[derive(Clone)]
pub struct Order {
    /// None for the order of arrival.
    rule: Option<Rc<dyn Rule>>,
    first_s: Option<f64>,
    usage: Usage,
    /// The user, the nodes and the start of the job in each of the engine's slots, if usage matters.
    running: Vec<(u16, u32, f64)>,
}

impl Order {
    /// First come, first served.
    pub const ARRIVAL: Order = Order { rule: None, first_s: None, usage: Usage::NONE, running: Vec::new() };

    /// By a rule.
    pub fn by(rule: impl Rule + 'static) -> Order {
        Order {
            usage: Usage::halved_after(rule.half_life_s().unwrap_or(f64::INFINITY)),
            rule: Some(Rc::new(rule)),
            ..Order::ARRIVAL
        }
    }

    /// Whether jobs stand in the order of their arrival.
    pub fn is_arrival(&self) -> bool {
        self.rule.is_none()
    }

    /// Whether jobs that wait change their places.
    pub fn varies(&self) -> bool {
        self.rule.as_ref().is_some_and(|rule| rule.varies())
    }

    /// Whether it goes by what users have run, and so must be given the starts and ends of jobs.
    pub fn reads_usage(&self) -> bool {
        self.rule.as_ref().is_some_and(|rule| rule.half_life_s().is_some())
    }

    /// A job is submitted.
    pub fn submitted(&mut self, job: &Job) {
        self.first_s.get_or_insert(job.arrival_s);
        if self.reads_usage() {
            self.usage.meet(job.user);
        }
    }

    /// A job has started in a slot of the engine.
    pub fn started(&mut self, slot: u32, job: &Job, now_s: f64) {
        if self.reads_usage() {
            let at = slot as usize;
            if self.running.len() <= at {
                self.running.resize(at + 1, (0, 0, 0.0));
            }
            self.running[at] = (job.user, job.nodes, now_s);
        }
    }

    /// The job in a slot has ended.
    pub fn ended(&mut self, slot: u32, now_s: f64) {
        if let Some(&(user, nodes, start_s)) = self.running.get(slot as usize) {
            self.usage.charge(user, f64::from(nodes) * (now_s - start_s), now_s);
        }
    }

    /// The key of a job now; none in the order of arrival.
    pub fn key(&self, job: &Job, now_s: f64) -> Option<f64> {
        let moment = self.moment(now_s, self.first_s.unwrap_or(job.arrival_s));
        self.rule.as_ref().map(|rule| rule.key(job, &moment))
    }

    /// The place of a job now; no two jobs have the same.
    pub fn place(&self, job: &Job, now_s: f64) -> Place {
        (self.key(job, now_s).map_or(0, ordered), job.id)
    }

    /// The places of many jobs now, of whom the first has been submitted, are added to `places`.
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

/// A rule whose keys never change.
pub struct Fixed(pub fn(&Job) -> f64);

impl Rule for Fixed {
    fn key(&self, job: &Job, _at: &Moment<'_>) -> f64 {
        (self.0)(job)
    }
}

/// Bits in the order of numbers: −∞ first, then the others, both zeros alike, +∞, and last what is no number.
#[inline]
pub fn ordered(number: f64) -> u64 {
    const SIGN: u64 = 1 << 63;
    if number.is_nan() {
        return u64::MAX;
    }
    // Adding zero turns −0 into +0.
    let bits = (number + 0.0).to_bits();
    match bits & SIGN {
        0 => bits | SIGN,
        _ => !bits,
    }
}

/// What users have run, of which the older counts less: after every half-life half as much. A job counts when it has ended.
#[derive(Clone, Debug)]
pub struct Usage {
    half_life_s: f64,
    /// Of every user that has submitted a job.
    by_user: Vec<User>,
    /// Of all users, as of one.
    total: (f64, f64),
    /// How many users have run something.
    users: u32,
    /// How often something was charged.
    charges: u64,
}

/// What one user has run.
#[derive(Clone, Debug, Default)]
struct User {
    /// At the time at which it was brought up to date \[node s, s\]; none if nothing.
    ran: Option<(f64, f64)>,
    /// What was [made of](Usage::once) the share last.
    made: Cell<Made>,
}

/// A number, when it was worked out \[s\], and after how many charges.
#[derive(Clone, Copy, Debug)]
struct Made {
    number: f64,
    at_s: f64,
    charges: u64,
}

/// Nothing yet.
impl Default for Made {
    fn default() -> Made {
        Made { number: f64::NAN, at_s: f64::NAN, charges: 0 }
    }
}

impl Usage {
    /// None so far.
    pub const NONE: Usage =
        Usage { half_life_s: f64::INFINITY, by_user: Vec::new(), total: (0.0, 0.0), users: 0, charges: 0 };

    /// None so far; what there will be counts half after so long \[s\].
    pub fn halved_after(half_life_s: f64) -> Usage {
        Usage { half_life_s, ..Usage::NONE }
    }

    /// There is this user.
    pub fn meet(&mut self, user: u16) {
        let at = usize::from(user);
        if self.by_user.len() <= at {
            self.by_user.resize_with(at + 1, User::default);
        }
    }

    /// Adds what a user has run \[node s\].
    pub fn charge(&mut self, user: u16, node_s: f64, now_s: f64) {
        self.meet(user);
        let at = usize::from(user);
        let known = self.by_user[at].ran;
        self.users += u32::from(known.is_none());
        self.charges += 1;
        self.by_user[at].ran = Some((self.decayed(known.unwrap_or_default(), now_s) + node_s, now_s));
        self.total = (self.decayed(self.total, now_s) + node_s, now_s);
    }

    fn decayed(&self, (node_s, at_s): (f64, f64), now_s: f64) -> f64 {
        node_s * maths::exp2((at_s - now_s) / self.half_life_s)
    }

    /// The share of one user in what all have run, in [0, 1]; zero if nothing has run.
    pub fn share(&self, user: u16, now_s: f64) -> f64 {
        let own = self.by_user.get(usize::from(user)).and_then(|own| own.ran);
        let total = self.decayed(self.total, now_s);
        match own {
            Some(own) if total > 0.0 => self.decayed(own, now_s) / total,
            _ => 0.0,
        }
    }

    /// What a rule makes of the share of one user, and of nothing else that differs between jobs: worked out once per user
    /// and instant.
    #[inline]
    pub fn once(&self, user: u16, now_s: f64, of_share: impl Fn(f64) -> f64) -> f64 {
        let Some(made) = self.by_user.get(usize::from(user)).map(|own| &own.made) else {
            return of_share(self.share(user, now_s));
        };
        let Made { number, at_s, charges } = made.get();
        if at_s == now_s && charges == self.charges {
            return number;
        }
        let number = of_share(self.share(user, now_s));
        made.set(Made { number, at_s: now_s, charges: self.charges });
        number
    }

    /// How many users have run something.
    pub fn users(&self) -> u32 {
        self.users
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

    /// With a half-life of 100 s: 800 node s of user 1 that end at 100 s count 400 at 200 s, when 400 of user 2 end.
    #[test]
    fn usage_by_hand() {
        let mut usage = Usage::halved_after(100.0);
        assert_eq!(usage.share(1, 0.0), 0.0);
        usage.charge(1, 800.0, 100.0);
        assert_eq!((usage.share(1, 150.0), usage.share(2, 150.0)), (1.0, 0.0));
        usage.charge(2, 400.0, 200.0);
        assert_eq!((usage.share(1, 200.0), usage.share(2, 300.0)), (0.5, 0.5));
        usage.charge(1, 600.0, 300.0);
        assert_eq!((usage.share(1, 300.0), usage.users()), (0.8, 2));
    }

    /// As above: user 1 runs 8 nodes until 100 s, user 2 runs 4 from then until 200 s.
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
        order.submitted(&first);
        order.submitted(&second);
        order.started(0, &first, 0.0);
        order.ended(0, 100.0);
        let keys = |order: &Order, now_s| [&first, &second].map(|job| order.key(job, now_s));
        assert_eq!(keys(&order, 100.0), [Some(1.0), Some(0.0)]);
        order.started(0, &second, 100.0);
        order.ended(0, 200.0);
        assert_eq!(keys(&order, 200.0), [Some(0.5), Some(0.5)]);
    }

    /// What was worked out holds for its user until time goes on or somebody is charged.
    #[test]
    fn what_is_made_of_a_share_is_kept_for_an_instant() {
        let mut usage = Usage::halved_after(100.0);
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
        usage.charge(1, 300.0, 0.0);
        assert_eq!(made(&usage, 2, 0.0), (0.0, 2));
        assert_eq!(made(&usage, 1, 0.0), (10.0, 3));
        usage.charge(2, 100.0, 0.0);
        assert_eq!(made(&usage, 2, 0.0), (2.5, 4));
        assert_eq!(made(&usage, 1, 0.0), (7.5, 5));
        assert_eq!(made(&usage, 1, 50.0), (7.5, 6));
        assert_eq!(made(&usage, 2, 0.0), (2.5, 6));
        // A user who has submitted nothing is worked out every time.
        assert_eq!(made(&usage, 9, 0.0), (0.0, 7));
        assert_eq!(made(&usage, 9, 0.0), (0.0, 8));
    }
}
