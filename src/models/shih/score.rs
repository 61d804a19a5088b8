//! Scores that a look-ahead minimizes: a score of all jobs in a simulated future, lower is better.
//!
//! The values of jobs are counted in whole parts. A sum of whole numbers is the same in any order, so jobs with the
//! same value in two futures can be left out. The size of a part must not depend on the unit of time: if all times
//! double, every decision stays the same. So a part of a time is 2⁻²⁸ of the largest power of two that is at most the
//! first run-time estimate of the run. This scales exactly with the times, is known at the first decision (unlike a
//! mean of estimates), and stays the same while scores are compared. Times up to 2³⁵ times this estimate still fit.

use super::simulation::Start;
use crate::parameter::declare::choices;
use crate::workload::SLOWDOWN_BOUND_S;

choices! {
    /// Measure that a look ahead minimizes, over all waiting jobs.
    Score = Turnaround, {
        /// The mean turnaround.
        Turnaround = "turnaround", "Turnaround";
        /// The mean wait.
        Wait = "wait", "Wait";
        /// The mean bounded slowdown, of a bound of 10 s.
        BoundedSlowdown = "bounded-slowdown", "Bounded slowdown";
        /// How unequal the bounded slowdowns are: their coefficient of variation.
        Fairness = "fairness", "Fairness";
    }
}

impl Score {
    /// Name of the score, and the measured quantity with its unit.
    pub(super) fn words(self) -> [&'static str; 3] {
        let [measured, unit] = match self {
            Score::Turnaround => ["mean turnaround", "s"],
            Score::Wait => ["mean wait", "s"],
            Score::BoundedSlowdown => ["mean bounded slowdown", ""],
            Score::Fairness => ["inequality of bounded slowdowns", ""],
        };
        [self.name(), measured, unit]
    }
}

/// Number of parts into which the first estimate, rounded down to a power of two, is divided.
const PARTS_OF_ESTIMATE: f64 = (1 << 28) as f64;
/// Number of parts into which a slowdown of 1 is divided: about a million.
const PARTS_OF_SLOWDOWN: f64 = (1 << 20) as f64;

/// The score of the jobs counted so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    score: Score,
    /// Number of parts per second or, for slowdowns, number of parts of a slowdown of 1.
    parts: f64,
    jobs: u32,
    sum: i128,
    squares: i128,
}

impl Tally {
    /// A score of no jobs. `first_estimate_s` is the estimate of the first job of the run.
    pub fn new(score: Score, first_estimate_s: f64) -> Tally {
        let parts = match score {
            Score::Turnaround | Score::Wait => PARTS_OF_ESTIMATE / power_of_two(first_estimate_s),
            Score::BoundedSlowdown | Score::Fairness => PARTS_OF_SLOWDOWN,
        };
        Tally { score, parts, jobs: 0, sum: 0, squares: 0 }
    }

    /// The kind of score.
    pub fn score(&self) -> Score {
        self.score
    }

    /// A score of the same kind, of no jobs.
    pub fn emptied(&self) -> Tally {
        Tally { jobs: 0, sum: 0, squares: 0, ..*self }
    }

    /// The value of a job, in parts.
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
        (value * self.parts) as i64
    }

    /// Adds a job with this value.
    #[inline]
    pub fn add(&mut self, value: i64) {
        self.jobs += 1;
        self.sum += i128::from(value);
        if self.score == Score::Fairness {
            self.squares = self.squares.saturating_add(square(value));
        }
    }

    /// Removes a job that has this value.
    #[inline]
    pub fn remove(&mut self, value: i64) {
        self.jobs -= 1;
        self.sum -= i128::from(value);
        if self.score == Score::Fairness {
            self.squares = self.squares.saturating_sub(square(value));
        }
    }

    /// Adds all jobs that another tally has counted.
    pub fn add_all(&mut self, others: &Tally) {
        self.jobs += others.jobs;
        self.sum += others.sum;
        self.squares = self.squares.saturating_add(others.squares);
    }

    /// The mean over the jobs. For fairness, n Σx² / (Σx)² of the bounded slowdowns x, which is 1 + (coefficient of variation)²,
    /// the inverse of Jain's index.
    pub fn value(&self) -> f64 {
        let jobs = f64::from(self.jobs);
        let sum = self.sum as f64;
        match self.score {
            Score::Turnaround | Score::Wait | Score::BoundedSlowdown => sum / self.parts / jobs,
            Score::Fairness => jobs * self.squares as f64 / (sum * sum),
        }
    }

    /// Number of jobs.
    pub fn jobs(&self) -> u64 {
        u64::from(self.jobs)
    }

    /// True if the score cannot become lower than the score of `other`, which has counted all jobs. The reason is that
    /// further jobs never make a sum smaller.
    #[inline]
    pub fn is_lost_to(&self, other: &Tally) -> bool {
        self.score != Score::Fairness && self.sum >= other.sum
    }
}

/// The largest power of two that is at most the positive `x`. It keeps only the exponent of `x`.
fn power_of_two(x: f64) -> f64 {
    f64::from_bits(x.max(f64::MIN_POSITIVE).to_bits() & f64::INFINITY.to_bits())
}

#[inline]
fn square(value: i64) -> i128 {
    i128::from(value) * i128::from(value)
}

#[cfg(test)]
mod tests {
    use super::super::simulation::Rigid;
    use super::*;

    /// The jobs have turnarounds of 40 s and 5 s and waits of 10 s and 4 s. The estimates of 20 s and 2 s give the
    /// bounded slowdowns 2 and 1 (5/10 is raised to 1).
    #[test]
    fn by_hand() {
        let start = |arrival_s, start_s, end_s, estimate_s| Start {
            job: Rigid { id: 0, nodes: 1, arrival_s, estimate_s },
            cluster: 0,
            start_s,
            end_s,
        };
        let jobs = [start(100.0, 110.0, 140.0, 20.0), start(50.0, 54.0, 55.0, 2.0)];
        let score = |score| {
            let mut tally = Tally::new(score, 20.0);
            jobs.iter().for_each(|job| tally.add(tally.of(job)));
            tally.value()
        };
        assert_eq!(score(Score::Turnaround), 22.5);
        assert_eq!(score(Score::Wait), 7.0);
        assert_eq!(score(Score::BoundedSlowdown), 1.5);
        // Bounded slowdowns 2 and 1 have the mean 1.5 and the variance 0.25. So the score is 1 + 0.25/2.25.
        assert_eq!(score(Score::Fairness), 10.0 / 9.0);
    }

    /// A part is 2⁻²⁸ of 512 s if the first job's estimate is 1000 s, and of 2⁻¹⁰ s if it is 0.001 s. Numbers of any size count,
    /// even with the shortest possible estimates.
    #[test]
    fn parts_go_by_the_first_estimate() {
        let counted = |first_estimate_s: f64, wait_s: f64| {
            let tally = Tally::new(Score::Wait, first_estimate_s);
            tally.of(&Start {
                job: Rigid { id: 0, nodes: 1, arrival_s: 0.0, estimate_s: 1.0 },
                cluster: 0,
                start_s: wait_s,
                end_s: wait_s,
            })
        };
        assert_eq!(counted(1000.0, 512.0), 1 << 28);
        assert_eq!(counted(1023.9, 1.0), 1 << 19);
        assert_eq!(counted(1024.0, 1.0), 1 << 18);
        assert_eq!(counted(0.001, 1.0), 1 << 38);
        assert_eq!(counted(f64::MIN_POSITIVE / 4.0, 1.0), i64::MAX);
        assert_eq!(counted(f64::MIN_POSITIVE / 4.0, 0.0), 0);
        assert_eq!(counted(1000.0, 1e300), i64::MAX);
    }
}
