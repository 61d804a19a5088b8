//! What a look-ahead minimizes: a score of all jobs of a simulated future, the lower the better.

use super::simulation::Start;
use crate::scheduler::foresight::Score;
use crate::workload::SLOWDOWN_BOUND_S;

/// Parts of a second, or of a slowdown, that a score counts: 2²⁰, about a million. Whole numbers add up to the same in any
/// order, so that what two futures have in common can be left out.
const PARTS: f64 = (1 << 20) as f64;

/// The score so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    score: Score,
    jobs: u32,
    sum: i128,
    squares: i128,
}

impl Tally {
    pub fn new(score: Score) -> Tally {
        Tally {
            score,
            jobs: 0,
            sum: 0,
            squares: 0,
        }
    }

    /// What it measures.
    pub fn score(&self) -> Score {
        self.score
    }

    /// What a job counts.
    #[inline]
    pub fn of(&self, start: &Start) -> i64 {
        let turnaround_s = start.end_s - start.job.arrival_s;
        let value = match self.score {
            Score::Turnaround => turnaround_s,
            Score::Wait => start.start_s - start.job.arrival_s,
            Score::BoundedSlowdown | Score::Fairness => {
                (turnaround_s / start.job.estimate_s.max(SLOWDOWN_BOUND_S)).max(1.0)
            }
        };
        (value * PARTS) as i64
    }

    /// One more job counts so much.
    #[inline]
    pub fn add(&mut self, value: i64) {
        self.jobs += 1;
        self.sum += i128::from(value);
        if self.score == Score::Fairness {
            self.squares = self.squares.saturating_add(square(value));
        }
    }

    /// A job that counts so much is no longer there.
    #[inline]
    pub fn remove(&mut self, value: i64) {
        self.jobs -= 1;
        self.sum -= i128::from(value);
        if self.score == Score::Fairness {
            self.squares = self.squares.saturating_sub(square(value));
        }
    }

    /// The jobs of another future too.
    pub fn add_all(&mut self, others: &Tally) {
        self.jobs += others.jobs;
        self.sum += others.sum;
        self.squares = self.squares.saturating_add(others.squares);
    }

    /// The mean over the jobs; for fairness n Σx² / (Σx)² of the bounded slowdowns x, which is 1 + (their coefficient of
    /// variation)², one over Jain's index.
    pub fn value(&self) -> f64 {
        let jobs = f64::from(self.jobs);
        let sum = self.sum as f64;
        match self.score {
            Score::Turnaround | Score::Wait | Score::BoundedSlowdown => sum / PARTS / jobs,
            Score::Fairness => jobs * self.squares as f64 / (sum * sum),
        }
    }

    /// How many jobs it is about.
    pub fn jobs(&self) -> u64 {
        u64::from(self.jobs)
    }

    /// Whether it cannot become lower than that of `other`, which has all its jobs: no job makes a sum smaller.
    #[inline]
    pub fn is_lost_to(&self, other: &Tally) -> bool {
        self.score != Score::Fairness && self.sum >= other.sum
    }
}

#[inline]
fn square(value: i64) -> i128 {
    i128::from(value) * i128::from(value)
}

#[cfg(test)]
mod tests {
    use super::super::simulation::Rigid;
    use super::*;

    /// Turnarounds 40 and 5, waits 10 and 4, run times 20 at speed 1 (bounded slowdown 2) and 2 (bounded: 5/10, so 1).
    #[test]
    fn by_hand() {
        let start = |arrival_s, start_s, end_s, estimate_s| Start {
            job: Rigid {
                id: 0,
                nodes: 1,
                arrival_s,
                estimate_s,
            },
            cluster: 0,
            start_s,
            end_s,
        };
        let jobs = [
            start(100.0, 110.0, 140.0, 20.0),
            start(50.0, 54.0, 55.0, 2.0),
        ];
        let score = |score| {
            let mut tally = Tally::new(score);
            jobs.iter().for_each(|job| tally.add(tally.of(job)));
            tally.value()
        };
        assert_eq!(score(Score::Turnaround), 22.5);
        assert_eq!(score(Score::Wait), 7.0);
        assert_eq!(score(Score::BoundedSlowdown), 1.5);
        // Of 2 and 1 the mean is 1.5, the variance 0.25: 1 + 0.25/2.25.
        assert_eq!(score(Score::Fairness), 10.0 / 9.0);
    }
}
