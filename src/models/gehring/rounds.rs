//! The times at which the meta-scheduler plans (G §5.3): at once, or in rounds. Between rounds the machines run on their own.

use super::waiting_room::demand_s;
use crate::base::repeated::Repeated;
use crate::workload::Job;

/// The condition that starts a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Trigger {
    /// A round at every submission and every end.
    Event,
    /// A round at a fixed time \[s\] after the end of the last meta request of the previous round.
    Interval(f64),
    /// A round when eq. 9 holds: γ / Σ Size · Σ A · Time(A) · Waited ≥ 1, with the second sum over the waiting room; γ
    /// in s⁻².
    Demand(f64),
}

/// The state of a run's rounds.
#[derive(Clone, Debug)]
pub struct Rounds {
    trigger: Trigger,
    /// Σ Size of eq. 9: number of processors of all machines together.
    processors: f64,
    count: u64,
    /// Earliest time of the next round \[s\].
    next_s: f64,
    /// Requests in the waiting room.
    waiting: u64,
    /// Σ A · Time(A) over the waiting requests \[s\], with A the processors and Time(A) the run time of a request.
    demand_s: f64,
    /// Σ A · Time(A) · submission time over the waiting requests \[s²\].
    submitted_s2: f64,
}

impl Rounds {
    /// The state before the first round. All machines together have `processors` processors.
    pub fn new(trigger: Trigger, processors: u64) -> Rounds {
        Rounds {
            trigger,
            processors: processors as f64,
            count: 0,
            next_s: match trigger {
                Trigger::Event => f64::NEG_INFINITY,
                Trigger::Interval(interval_s) => interval_s,
                Trigger::Demand(_) => f64::INFINITY,
            },
            waiting: 0,
            demand_s: 0.0,
            submitted_s2: 0.0,
        }
    }

    /// Records that a request enters the waiting room.
    pub fn joined(&mut self, job: &Job) {
        self.waiting += 1;
        self.demand_s += demand_s(job);
        self.submitted_s2 += demand_s(job) * job.arrival_s;
        self.solve();
    }

    /// Records that a request leaves the waiting room because it is planned.
    pub fn left(&mut self, job: &Job) {
        self.waiting -= 1;
        self.demand_s -= demand_s(job);
        self.submitted_s2 -= demand_s(job) * job.arrival_s;
        if self.waiting == 0 {
            // Discards rounding errors.
            (self.demand_s, self.submitted_s2) = (0.0, 0.0);
        }
    }

    /// Records that a round has taken place. `last_end_s` is the latest planned end of the requests planned in this
    /// round; `None` if it planned no request.
    pub fn held(&mut self, now_s: f64, last_end_s: Option<f64>) {
        self.count += 1;
        if let Trigger::Interval(interval_s) = self.trigger {
            self.next_s = last_end_s.unwrap_or(now_s) + interval_s;
        }
        self.solve();
    }

    /// Counts the rounds from now until `end_s` \[s\], which are known to plan nothing. One interval lies between two
    /// of them. Returns the times of the rounds; `None` if there are no rounds.
    pub fn pass(&mut self, now_s: f64, end_s: f64) -> Option<Repeated> {
        let Trigger::Interval(interval_s) = self.trigger else {
            return None;
        };
        let vain = Repeated::below(now_s, interval_s, end_s);
        let (count, last_s) = vain.end();
        self.count += count;
        self.next_s = last_s + interval_s;
        (count > 0).then_some(vain)
    }

    /// Computes the time from which eq. 9 holds if no other request arrives. The left side of eq. 9 is linear in time.
    fn solve(&mut self) {
        if let Trigger::Demand(gamma) = self.trigger
            && self.waiting > 0
        {
            self.next_s = (self.processors / gamma + self.submitted_s2) / self.demand_s;
        }
    }

    /// Number of rounds in the run so far.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// True if a round is due now.
    pub fn due(&self, now_s: f64) -> bool {
        self.waiting > 0 && self.next_s <= now_s
    }

    /// The time of the next round \[s\] if no event happens before; `None` if there is no round without another event.
    pub fn next_s(&self) -> Option<f64> {
        (self.waiting > 0 && self.next_s.is_finite()).then_some(self.next_s)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(arrival_s: f64, nodes: u32, estimate_s: f64) -> Job {
        Job { arrival_s, nodes, estimate_s, ..Job::default() }
    }

    /// A round four hours after the end of the last request of the previous round.
    #[test]
    fn an_interval() {
        let mut rounds = Rounds::new(Trigger::Interval(14_400.0), 100);
        assert_eq!(rounds.next_s(), None);
        rounds.joined(&request(50.0, 1, 1.0));
        assert_eq!(rounds.next_s(), Some(14_400.0));
        assert!(!rounds.due(14_399.0) && rounds.due(14_400.0));
        rounds.left(&request(50.0, 1, 1.0));
        rounds.held(14_400.0, Some(20_000.0));
        assert_eq!(rounds.next_s(), None);
        rounds.joined(&request(30_000.0, 1, 1.0));
        assert_eq!(rounds.next_s(), Some(34_400.0));
        // This round planned nothing.
        rounds.held(34_400.0, None);
        assert_eq!(rounds.next_s(), Some(48_800.0));
        assert_eq!(rounds.count(), 2);
    }

    /// γ = 10⁻⁴ and 100 processors: a round is due when Σ A · Time · Waited reaches 10⁶. A single request with 4 · 100
    /// s, from 0 s on, reaches it at 2500 s. With another request, of 6 · 100 s from 1000 s on, the sum is 400 t + 600
    /// (t − 1000) = 10⁶ at 1600 s.
    #[test]
    fn a_demand_by_hand() {
        let mut rounds = Rounds::new(Trigger::Demand(1e-4), 100);
        assert_eq!(rounds.next_s(), None);
        rounds.joined(&request(0.0, 4, 100.0));
        assert_eq!(rounds.next_s(), Some(2500.0));
        let second = request(1000.0, 6, 100.0);
        rounds.joined(&second);
        assert_eq!(rounds.next_s(), Some(1600.0));
        assert!(rounds.due(1600.0) && !rounds.due(1599.0));
        // When the first request is planned, only the second counts: 600 (t − 1000) = 10⁶ at 2666.67 s.
        rounds.left(&request(0.0, 4, 100.0));
        rounds.held(1600.0, Some(1700.0));
        assert!(!rounds.due(2666.6) && rounds.due(2666.7));
        rounds.left(&second);
        rounds.held(2700.0, Some(2800.0));
        assert_eq!(rounds.next_s(), None);
    }

    /// With a round every second, four rounds lie between 10 s and 14.5 s, and the next round is at 15 s.
    #[test]
    fn rounds_in_vain_are_counted() {
        let mut rounds = Rounds::new(Trigger::Interval(1.0), 100);
        rounds.joined(&request(9.5, 1, 1.0));
        rounds.held(10.0, None);
        assert_eq!(rounds.pass(10.0, 10.5), None);
        let vain = rounds.pass(10.0, 14.5).unwrap();
        assert_eq!(vain.end(), (4, 14.0));
        assert_eq!((rounds.count(), rounds.next_s()), (5, Some(15.0)));
        let mut rounds = Rounds::new(Trigger::Event, 100);
        assert_eq!(rounds.pass(10.0, 1e9), None);
    }

    #[test]
    fn whatever_happens() {
        let mut rounds = Rounds::new(Trigger::Event, 100);
        assert!(!rounds.due(0.0));
        rounds.joined(&request(5.0, 1, 1.0));
        assert!(rounds.due(5.0));
        assert_eq!(rounds.next_s(), None);
    }
}
