//! What a look-ahead minimizes: a score of all jobs of a simulated future, the lower the better.

use super::simulation::Start;
use crate::scenario::Score;
use crate::workload::SLOWDOWN_BOUND_S;

/// The score so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    score: Score,
    jobs: u32,
    sum: f64,
    squares: f64,
}

impl Tally {
    pub fn new(score: Score) -> Tally {
        Tally {
            score,
            jobs: 0,
            sum: 0.0,
            squares: 0.0,
        }
    }

    /// One more job.
    #[inline]
    pub fn add(&mut self, start: &Start) {
        let turnaround_s = start.end_s - start.arrival_s;
        let bounded_slowdown = || (turnaround_s / start.estimate_s.max(SLOWDOWN_BOUND_S)).max(1.0);
        let value = match self.score {
            Score::Turnaround => turnaround_s,
            Score::Wait => start.start_s - start.arrival_s,
            Score::BoundedSlowdown => bounded_slowdown(),
            Score::Fairness => {
                let value = bounded_slowdown();
                self.squares += value * value;
                value
            }
        };
        self.sum += value;
        self.jobs += 1;
    }

    /// The mean over the jobs; for fairness n Σx² / (Σx)² of the bounded slowdowns x, which is 1 + (their coefficient of
    /// variation)², one over Jain's index.
    pub fn value(&self) -> f64 {
        let jobs = f64::from(self.jobs);
        match self.score {
            Score::Turnaround | Score::Wait | Score::BoundedSlowdown => self.sum / jobs,
            Score::Fairness => jobs * self.squares / (self.sum * self.sum),
        }
    }

    /// Whether it cannot become lower than that of `other`, which has all its jobs: no job makes a sum smaller.
    #[inline]
    pub fn is_lost_to(&self, other: &Tally) -> bool {
        self.score != Score::Fairness && self.sum >= other.sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Turnarounds 40 and 5, waits 10 and 4, run times 20 at speed 1 (bounded slowdown 2) and 2 (bounded: 5/10, so 1).
    #[test]
    fn by_hand() {
        let start = |arrival_s, start_s, end_s, estimate_s| Start {
            job: 0,
            cluster: 0,
            arrival_s,
            estimate_s,
            start_s,
            end_s,
        };
        let jobs = [
            start(100.0, 110.0, 140.0, 20.0),
            start(50.0, 54.0, 55.0, 2.0),
        ];
        let score = |score| {
            let mut tally = Tally::new(score);
            jobs.iter().for_each(|job| tally.add(job));
            tally.value()
        };
        assert_eq!(score(Score::Turnaround), 22.5);
        assert_eq!(score(Score::Wait), 7.0);
        assert_eq!(score(Score::BoundedSlowdown), 1.5);
        // Of 2 and 1 the mean is 1.5, the variance 0.25: 1 + 0.25/2.25.
        assert_eq!(score(Score::Fairness), 10.0 / 9.0);
    }
}
