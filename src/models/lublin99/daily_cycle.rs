//! The daily cycle of Lublin 99: a clock that earns more points in busy hours.

use crate::base::gamma::Gamma;

/// Number of half hours in a day.
pub const BUCKETS: usize = 48;
/// Length of a bucket \[s\].
pub const BUCKET_S: f64 = 1800.0;

/// Points for each half hour of the day from midnight on; their mean is 1. The gamma law numbers half hours from 11 (at
/// five in the morning, where its day begins) to 58.
pub fn weights(law: &Gamma) -> [f64; BUCKETS] {
    let mut weights = [0.0; BUCKETS];
    for (bucket, weight) in weights.iter_mut().enumerate() {
        let k = if bucket >= 10 { bucket + 1 } else { bucket + 49 } as f64;
        *weight = law.at_most(k + 0.5) - law.at_most(k - 0.5);
    }
    let mean = weights.iter().sum::<f64>() / BUCKETS as f64;
    // The checks of a scenario ensure that a part of the law lies within the day.
    if mean > 0.0 { weights.map(|weight| weight / mean) } else { [1.0; BUCKETS] }
}

/// A clock that starts at midnight of day 0 and advances by points.
#[derive(Clone, Debug)]
pub struct DailyCycle {
    weights: [f64; BUCKETS],
    /// Points of a whole day.
    of_a_day: f64,
    day: f64,
    bucket: usize,
    /// Points earned so far in the current half hour.
    earned: f64,
}

impl DailyCycle {
    /// A clock at midnight of day 0.
    pub fn new(weights: [f64; BUCKETS]) -> DailyCycle {
        DailyCycle { weights, of_a_day: weights.iter().sum(), day: 0.0, bucket: 0, earned: 0.0 }
    }

    /// Advances the clock until it has earned another `points` points, and returns the time \[s\]. If this happens
    /// exactly at the end of a half hour, the points still belong to this half hour.
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
        let share = if weight > 0.0 { self.earned / weight } else { 0.0 };
        (self.day * BUCKETS as f64 + self.bucket as f64 + share) * BUCKET_S
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::lublin99::settings::LublinLaw;
    use proptest::prelude::*;

    /// The points of the half hours that begin at midnight, 4:30, 5:00, 10:00, 14:00 and 23:30, with the parameters for
    /// all jobs. The numbers are from another program.
    #[test]
    fn weights_by_another_program() {
        let all = weights(&LublinLaw::ALL.cycle());
        for (bucket, weight) in [
            (0, 0.507_820_724_7),
            (9, 0.175_754_010_3),
            (10, 0.164_917_873_2),
            (20, 1.361_518_138),
            (28, 1.832_075_007),
            (47, 0.563_691_914_9),
        ] {
            assert!((all[bucket] - weight).abs() < 1e-9, "{bucket}: {}", all[bucket]);
        }
        let batch = weights(&LublinLaw::BATCH.cycle());
        assert!((batch[28] - 1.644_759_084).abs() < 1e-9);
        assert!((all.iter().sum::<f64>() - 48.0).abs() < 1e-12);
    }

    /// The clock earns two points an hour in the morning, and none later. So it earns the first point at 0:30, the
    /// second at 1:00, and the 25th at 0:30 on the next day.
    #[test]
    fn a_clock_by_hand() {
        let mut weights = [0.0; BUCKETS];
        weights[..24].fill(1.0);
        let mut clock = DailyCycle::new(weights);
        assert_eq!(clock.advance(1.0), 1800.0);
        assert_eq!(clock.advance(0.5), 2700.0);
        assert_eq!(clock.advance(22.5), 43_200.0);
        assert_eq!(clock.advance(1.0), 86_400.0 + 1800.0);
        assert_eq!(clock.advance(240.0), 11.0 * 86_400.0 + 1800.0);
    }

    /// The slow reference: goes from midnight of day 0 through the half hours, one by one, until all points are earned.
    fn instant_s(weights: &[f64; BUCKETS], points: f64) -> f64 {
        let (mut left, mut bucket) = (points, 0);
        loop {
            let weight = weights[bucket % BUCKETS];
            if left <= weight {
                return (bucket as f64 + left / weight.max(f64::MIN_POSITIVE)) * BUCKET_S;
            }
            left -= weight;
            bucket += 1;
        }
    }

    proptest! {
        #[test]
        fn the_clock_equals_a_walk_from_the_start(
            shape in 1.0..20.0f64, mean in 15.0..50.0f64, steps in prop::collection::vec(prop_oneof![0.0..1.0f64, 0.0..200.0f64], 1..60),
        ) {
            let weights = weights(&Gamma { shape, scale: mean / shape });
            let mut clock = DailyCycle::new(weights);
            let (mut points, mut before_s) = (0.0, 0.0);
            for step in steps {
                points += step;
                let now_s = clock.advance(step);
                prop_assert!(now_s >= before_s);
                before_s = now_s;
                // At night the clock earns points slowly. So a small rounding error of points can be an error of some
                // seconds.
                let (early, late) = (instant_s(&weights, (points - 1e-9).max(0.0)), instant_s(&weights, points + 1e-9));
                prop_assert!(early - 1e-3 <= now_s && now_s <= late + 1e-3, "{} {} {}", early, now_s, late);
            }
        }
    }
}
