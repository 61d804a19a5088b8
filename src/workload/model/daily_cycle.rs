//! The daily cycle of Lublin 99: a clock that earns points faster at busy hours.

use crate::base::gamma::Gamma;

/// Half hours of a day.
pub const BUCKETS: usize = 48;
/// Length of a bucket \[s\].
pub const BUCKET_S: f64 = 1800.0;

/// Points per half hour, by half hour from midnight; their mean is 1. The gamma law counts half hours, from 11 at five in
/// the morning, where the day is cut, to 58.
pub fn weights(law: &Gamma) -> [f64; BUCKETS] {
    let mut weights = [0.0; BUCKETS];
    for (bucket, weight) in weights.iter_mut().enumerate() {
        let k = if bucket >= 10 {
            bucket + 1
        } else {
            bucket + 49
        } as f64;
        *weight = law.at_most(k + 0.5) - law.at_most(k - 0.5);
    }
    let mean = weights.iter().sum::<f64>() / BUCKETS as f64;
    // The rules of the scenario see to it that the day holds some of the law.
    if mean > 0.0 {
        weights.map(|weight| weight / mean)
    } else {
        [1.0; BUCKETS]
    }
}

/// A clock that starts at midnight of day 0 and is moved on by points.
#[derive(Clone, Debug)]
pub struct DailyCycle {
    weights: [f64; BUCKETS],
    /// Points of a whole day.
    of_a_day: f64,
    day: f64,
    bucket: usize,
    /// Points earned in the present bucket.
    earned: f64,
}

impl DailyCycle {
    /// At midnight of day 0.
    pub fn new(weights: [f64; BUCKETS]) -> DailyCycle {
        DailyCycle {
            weights,
            of_a_day: weights.iter().sum(),
            day: 0.0,
            bucket: 0,
            earned: 0.0,
        }
    }

    /// Moves the clock on until it has earned `points` more; the time \[s\]. Points that are earned exactly at the end of a
    /// bucket belong to that bucket.
    pub fn advance(&mut self, points: f64) -> f64 {
        let days = (points / self.of_a_day).floor();
        self.day += days;
        let mut points = points - days * self.of_a_day;
        loop {
            let left = self.weights[self.bucket] - self.earned;
            if points <= left {
                self.earned += points;
                break;
            }
            points -= left;
            self.earned = 0.0;
            self.bucket += 1;
            if self.bucket == BUCKETS {
                self.bucket = 0;
                self.day += 1.0;
            }
        }
        let weight = self.weights[self.bucket];
        let share = if weight > 0.0 {
            self.earned / weight
        } else {
            0.0
        };
        (self.day * BUCKETS as f64 + self.bucket as f64 + share) * BUCKET_S
    }
}
