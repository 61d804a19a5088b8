//! Arrivals by the hour of the day: a non-homogeneous Poisson process with a polynomial rate in the working day (Calzarossa
//! and Serazzi 1985; Gehring and Preiß §4.1, eq. 2) and a constant one at night.
//!
//! Arrivals are drawn by thinning: candidates arrive at the greatest rate and are kept with a probability in proportion to the
//! rate at their time. At both ends of the working day the clock restarts; an exponential gap has no memory, so the distribution
//! does not change.

use super::job_settings::Metacomputer;
use super::polynomial::Polynomial;
use crate::base::random::Stream;

const HOURS: f64 = 24.0;
/// Seconds of an hour.
const HOUR_S: f64 = 3600.0;

/// A clock that starts at midnight of day 0 and moves from arrival to arrival.
#[derive(Clone, Debug)]
pub struct WorkingDay {
    begin_h: f64,
    end_h: f64,
    night_per_h: f64,
    compression: f64,
    by_day_per_h: Polynomial,
    /// Upper bound of the rate during the working day.
    peak_per_h: f64,
    day: f64,
    hour: f64,
}

impl WorkingDay {
    /// The working day of a metacomputer's jobs; all rates are multiplied by its compression.
    pub fn new(own: &Metacomputer) -> WorkingDay {
        let by_day_per_h = own.rate_per_h();
        WorkingDay {
            begin_h: own.day_begin_h,
            end_h: own.day_end_h,
            night_per_h: own.night_rate_per_h,
            compression: own.compression,
            by_day_per_h,
            peak_per_h: by_day_per_h.bound(),
            day: 0.0,
            hour: 0.0,
        }
    }

    /// The next arrival \[s\].
    pub fn next_s(&mut self, stream: &mut Stream) -> f64 {
        loop {
            let works = (self.begin_h..self.end_h).contains(&self.hour);
            let (most_per_h, until_h) = match works {
                true => (self.peak_per_h, self.end_h),
                false if self.hour < self.begin_h => (self.night_per_h, self.begin_h),
                false => (self.night_per_h, HOURS),
            };
            self.hour += stream.exponential(1.0 / (most_per_h * self.compression));
            if self.hour >= until_h {
                self.hour = until_h;
                if until_h == HOURS {
                    (self.day, self.hour) = (self.day + 1.0, 0.0);
                }
            } else if !works || stream.uniform() * self.peak_per_h < self.by_day_at(self.hour) {
                return (self.day * HOURS + self.hour) * HOUR_S;
            }
        }
    }

    /// Arrivals per hour at an hour of the day.
    pub fn rate_per_h(&self, hour: f64) -> f64 {
        let works = (self.begin_h..self.end_h).contains(&hour);
        self.compression
            * match works {
                true => self.by_day_at(hour),
                false => self.night_per_h,
            }
    }

    /// The rate λ at an hour of the working day, at a compression of 1.
    fn by_day_at(&self, hour: f64) -> f64 {
        let t = (hour - self.begin_h) / (self.end_h - self.begin_h) - 0.5;
        self.by_day_per_h.at(t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::goodness::{chi_square, kolmogorov_smirnov};
    use crate::base::maths;

    /// Rates at hours of the published curve.
    #[test]
    fn rates_by_hand() {
        let published = Metacomputer::default().rate_per_h();
        for (hour, minute, wanted) in [
            (8.0, 30.0, 0.721),
            (10.0, 20.0, 5.583),
            (14.0, 11.0, 2.628),
            (16.0, 31.0, 4.644),
            (17.0, 46.0, 3.376),
            (18.0, 0.0, 3.671),
        ] {
            let t = (60.0 * hour + minute - 510.0) / 570.0 - 0.5;
            let rate = published.at(t);
            assert!((rate - wanted).abs() < 6e-4, "{hour}:{minute}: {rate}");
        }
        let rates = (0..=100_000).map(|i| published.at(f64::from(i) / 1e5 - 0.5));
        let peak = rates.clone().fold(0.0, f64::max);
        assert!((5.583..5.584).contains(&peak), "{peak}");
        assert_eq!(published.bound(), 5.584);
        assert!(rates.fold(9.0, f64::min) > 0.72);
        assert!((integral(0.5) - 3.958_96).abs() < 5e-6);
    }

    /// The integral of λ from −½ to t.
    fn integral(t: f64) -> f64 {
        let at = |t: f64| {
            let Polynomial(coefficients) = Metacomputer::default().rate_per_h();
            let terms = coefficients.iter().zip(1..);
            terms.map(|(own, power)| own * maths::pow(t, f64::from(power)) / f64::from(power)).sum::<f64>()
        };
        at(t) - at(-0.5)
    }

    /// Jobs expected from midnight to an hour of the day, at a compression of 1.
    fn expected([begin_h, end_h]: [f64; 2], night_per_h: f64, hour: f64) -> f64 {
        let night = hour.min(begin_h) + (hour - end_h).max(0.0);
        let worked = (hour.clamp(begin_h, end_h) - begin_h) / (end_h - begin_h);
        night * night_per_h + (end_h - begin_h) * integral(worked - 0.5)
    }

    fn arrivals_h(hours: [f64; 2], night_per_h: f64, compression: f64, count: usize) -> Vec<f64> {
        let mut stream = Stream::new("day", 0, "arrivals", 0);
        let mut day = WorkingDay::new(&Metacomputer {
            day_begin_h: hours[0],
            day_end_h: hours[1],
            night_rate_per_h: night_per_h,
            compression,
            ..Metacomputer::default()
        });
        (0..count).map(|_| day.next_s(&mut stream) / HOUR_S).collect()
    }

    const PUBLISHED: [f64; 2] = [8.5, 18.0];

    /// Expected jobs: 37.6 by day and 14.5 at night, from 9.5 · 3.95896 and 14.5 · 1.
    #[test]
    fn a_day_of_jobs_by_hand() {
        assert!((expected(PUBLISHED, 1.0, 24.0) - 37.610_12 - 14.5).abs() < 1e-4);
    }

    /// If time is measured in expected jobs, gaps are exponential with mean 1, also across the ends of days and nights.
    #[test]
    fn gaps_are_exponential_in_the_expected_count() {
        for (hours, night, compression) in [
            (PUBLISHED, 1.0, 1.0),
            (PUBLISHED, 1.0, 0.02),
            (PUBLISHED, 30.0, 19.0),
            ([0.0, 24.0], 0.0, 1.0),
            ([0.0, 6.0], 0.0, 0.3),
            ([20.0, 24.0], 2.0, 3.0),
        ] {
            let count = |time_h: f64| {
                let day = (time_h / HOURS).floor();
                let of_day = |hour| expected(hours, night, hour);
                compression * (day * of_day(HOURS) + of_day(time_h - day * HOURS))
            };
            let times = arrivals_h(hours, night, compression, 20_000);
            let first = std::iter::once(count(times[0]));
            let gaps = times.windows(2).map(|two| count(two[1]) - count(two[0]));
            let p = kolmogorov_smirnov(first.chain(gaps).collect(), |gap| 1.0 - maths::exp(-gap));
            assert!(p > 0.001, "p = {p} for {hours:?}, {night}, {compression}");
        }
    }

    /// χ² test by hour of the day.
    #[test]
    fn arrivals_follow_the_hours() {
        let mut counts = [0.0; 24];
        for time_h in arrivals_h(PUBLISHED, 1.0, 1.0, 100_000) {
            counts[(time_h % HOURS) as usize] += 1.0;
        }
        let until = |hour: usize| expected(PUBLISHED, 1.0, hour as f64) / expected(PUBLISHED, 1.0, HOURS);
        let wanted: Vec<f64> = (0..24).map(|hour| 1e5 * (until(hour + 1) - until(hour))).collect();
        let p = chi_square(&counts, &wanted);
        assert!(p > 0.001, "p = {p}");
    }

    /// The slow reference: adds up the rate second by second until the sum reaches a number drawn from the exponential
    /// law.
    #[test]
    fn thinning_is_inversion() {
        let mut stream = Stream::new("inversion", 0, "arrivals", 0);
        let mut left = stream.exponential(1.0);
        let mut slow: Vec<f64> = Vec::new();
        let published = Metacomputer::default().rate_per_h();
        let mut second = 0u64;
        while slow.len() < 40_000 {
            let hour = (second % 86_400) as f64 / HOUR_S;
            let rate = match (8.5..18.0).contains(&hour) {
                true => published.at((hour + 0.5 / HOUR_S - 8.5) / 9.5 - 0.5),
                false => 1.0,
            };
            left -= 19.0 * rate / HOUR_S;
            if left <= 0.0 {
                slow.push(hour);
                left = stream.exponential(1.0);
            }
            second += 1;
        }
        slow.sort_by(f64::total_cmp);
        let share = |hour: f64| slow.partition_point(|&own| own <= hour) as f64 / slow.len() as f64;
        let thinned = arrivals_h(PUBLISHED, 1.0, 19.0, 2000);
        let hours = thinned.iter().map(|time_h| time_h % HOURS).collect();
        let p = kolmogorov_smirnov(hours, share);
        assert!(p > 0.001, "p = {p}");
    }

    /// With λ = 6 + 12t no request arrives at 9 h, and 12 per hour at 17 h. The share of arrivals up to t is (t + ½)², and 8 · 6
    /// = 48 arrive in a day.
    #[test]
    fn another_law_by_hand() {
        let others = |rate: [f64; 9]| Metacomputer {
            day_begin_h: 9.0,
            day_end_h: 17.0,
            night_rate_per_h: 0.0,
            rate_t0: rate[0],
            rate_t1: rate[1],
            rate_t2: rate[2],
            rate_t3: rate[3],
            rate_t4: rate[4],
            rate_t5: rate[5],
            rate_t6: rate[6],
            rate_t7: rate[7],
            rate_t8: rate[8],
            ..Metacomputer::default()
        };
        let rising = others([6.0, 12.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        let mut day = WorkingDay::new(&rising);
        assert_eq!([9.0, 13.0, 15.0, 17.0].map(|hour| day.rate_per_h(hour)), [0.0, 6.0, 9.0, 0.0]);
        let mut stream = Stream::new("another", 0, "arrivals", 0);
        let times: Vec<f64> = (0..20_000).map(|_| day.next_s(&mut stream) / HOUR_S).collect();
        let days = times[19_999] / HOURS;
        assert!((20_000.0 / days - 48.0).abs() < 1.5, "{days}");
        let hours = times.iter().map(|time_h| time_h % HOURS).collect();
        let p = kolmogorov_smirnov(hours, |hour| {
            let t = (hour - 13.0) / 8.0;
            (t + 0.5) * (t + 0.5)
        });
        assert!(p > 0.001, "p = {p}");
    }
}
