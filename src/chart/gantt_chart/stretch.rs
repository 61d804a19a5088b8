//! A stretch of time that a visitor has selected in a Gantt chart, and its totals in words.

use crate::chart::gantt_chart::GanttChart;
use crate::chart::gantt_chart::strips::StripChart;
use crate::words::number;

/// Maximum number of strips whose means are written.
const MOST_MEANS: usize = 6;

impl GanttChart {
    /// Totals of a stretch of time \[s\] that is not empty: jobs that ran and started, their waits, and the mean of each strip.
    pub fn totals(&self, strips: &StripChart, (from_s, to_s): (f64, f64)) -> String {
        let ran = self.running((from_s, to_s)).count() as u64;
        let started = self.jobs.iter().filter(|job| (from_s..to_s).contains(&job.start_s));
        let waits: Vec<(f64, u64)> = started.map(|job| (job.start_s - job.arrival_s, job.id)).collect();
        let longest = waits.iter().max_by(|a, b| a.0.total_cmp(&b.0));
        let starts = match longest {
            None => "none of them started".to_owned(),
            Some(&(most_s, id)) => {
                let mean_s = waits.iter().map(|own| own.0).sum::<f64>() / waits.len() as f64;
                let waited = match most_s > 0.0 {
                    true => format!(
                        "after {} on average, at most {} ({})",
                        number::duration(mean_s),
                        number::duration(most_s),
                        self.names.name(id)
                    ),
                    false => "without waiting".to_owned(),
                };
                format!("{} of them started, {waited}", number::count(waits.len() as u64))
            }
        };
        let mean = |own: &super::strips::Strip| {
            let mean = own.steps.mean(from_s, to_s)?;
            Some(format!("{} {}", own.name.to_lowercase(), own.write((mean * 100.0).round() / 100.0)))
        };
        let means: Vec<String> = strips.strips.iter().filter_map(mean).take(MOST_MEANS).collect();
        let means = match means.is_empty() {
            true => String::new(),
            false => format!(" On average: {}.", means.join("; ")),
        };
        format!(
            "Selected: {} to {} ({}). {} ran, {starts}.{means}",
            number::clock(from_s, true),
            number::clock(to_s, true),
            number::duration(to_s - from_s),
            number::counted(ran, "job"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::gantt_chart::strips::{Steps, Strip, StripKind};
    use crate::chart::gantt_chart::tests::{job, two_clusters};

    /// Job 1 runs from 0 to 100 s, job 2 from 60 s, job 3 from 80 s; jobs 2 and 3 waited for 20 s and 40 s.
    #[test]
    fn totals_of_a_stretch() {
        let late = |id, start_s: f64, wait_s: f64| {
            let mut own = job(id, start_s, start_s + 50.0, &[0]);
            own.arrival_s = start_s - wait_s;
            own
        };
        let chart = two_clusters(vec![job(1, 0.0, 100.0, &[0]), late(2, 60.0, 20.0), late(3, 80.0, 40.0)]);
        let steps = Steps { times_s: vec![0.0, 75.0], values: vec![1.0, 4.0] };
        let strips =
            StripChart { strips: vec![Strip::new("Jobs waiting".into(), StripKind::Count, steps)], faded: false };
        assert_eq!(
            chart.totals(&strips, (50.0, 100.0)),
            "Selected: 0:00:50 to 0:01:40 (50 s). 3 jobs ran, 2 of them started, after 30 s on average, at most 40 s (job 3). On \
             average: jobs waiting 2.5."
        );
        assert_eq!(
            chart.totals(&StripChart::default(), (10.0, 20.0)),
            "Selected: 0:00:10 to 0:00:20 (10 s). 1 job ran, none of them started."
        );
    }
}
