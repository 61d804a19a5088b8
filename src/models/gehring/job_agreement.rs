//! Checks that the settings of a metacomputer's jobs (hours, rates, run times, sizes) do not contradict each other.

use super::job_settings::Metacomputer;
use crate::base::problem::Problem;
use crate::words::number::exact;

/// Least length of a working day \[h\].
const LEAST_DAY_H: f64 = 1.0;

pub(super) fn check(own: &Metacomputer) -> Vec<Problem> {
    let mut out = Vec::new();
    if own.day_end_h - own.day_begin_h < LEAST_DAY_H {
        out.push({
            Problem::new(
                "workload.day_end_h",
                format!("is {}, but the day begins at {} h", own.day_end_h, own.day_begin_h),
                format!("at least {LEAST_DAY_H} h later than workload.day_begin_h"),
                "End the day later, or begin it earlier",
            )
        });
    }
    rate_by_day(own, &mut out);
    if own.shortest_s > own.longest_s {
        out.push({
            Problem::new(
                "workload.shortest_s",
                format!("is {}, but workload.longest_s is {}", own.shortest_s, own.longest_s),
                "at most the longest run time",
                "Exchange the two",
            )
        });
    }
    out
}

/// Least peak of the daytime rate \[jobs per hour\]. Without arrivals a run would not end.
const LEAST_PEAK_PER_H: f64 = 1e-3;

/// Checks that the rate of eq. 2 is at no hour of the working day negative, and at some hour positive.
fn rate_by_day(own: &Metacomputer, out: &mut Vec<Problem>) {
    let [least, greatest] = own.rate_per_h().extremes();
    let at = |t: f64| {
        let hour = own.day_begin_h + (t + 0.5) * (own.day_end_h - own.day_begin_h);
        let minutes = (60.0 * hour).round();
        format!("{}:{:02}", (minutes / 60.0).floor(), minutes % 60.0)
    };
    let mut wrong = |(t, rate): (f64, f64), most: &str, allowed: String| {
        out.push({
            Problem::new(
                "workload.rate_t0",
                format!("and the coefficients after it give {most}{rate:.3} jobs per hour at {}", at(t)),
                allowed,
                "Raise rate_t0, which raises the rate at all hours alike, or put the published coefficients back",
            )
        });
    };
    if greatest.1 < LEAST_PEAK_PER_H {
        wrong(greatest, "no more than ", format!("at least {LEAST_PEAK_PER_H} at some time of the working day"));
    } else if least.1 < 0.0 {
        wrong(least, "", "0 or more at every time of the working day".to_owned());
    }
}

/// Checks that the largest job submitted to all clusters together fits on them.
pub(super) fn largest_fits(own: &Metacomputer, nodes: u64) -> Option<Problem> {
    let largest = own.largest_meta.filter(|&largest| largest > nodes)?;
    Some(Problem::new(
        "workload.largest_meta",
        format!("is {largest}, but all clusters together have {} nodes", exact(nodes as f64)),
        format!("at most {} nodes", exact(nodes as f64)),
        "Lower it, or leave it out for all nodes",
    ))
}
