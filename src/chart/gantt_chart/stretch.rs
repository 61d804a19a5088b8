//! A stretch of time that a visitor has selected in a Gantt chart, and its totals in words.

use crate::chart::gantt_chart::GanttChart;
use crate::chart::gantt_chart::strips::{Strip, StripChart};
use crate::words::number;

/// Maximum number of strips whose means are written.
const MOST_MEANS: usize = 6;

impl GanttChart {
    /// Totals of a stretch of time \[s\] that is not empty, one per line: jobs that ran and started, their waits, and the mean of
    /// each strip.
    pub fn totals(&self, strips: &StripChart, (from_s, to_s): (f64, f64)) -> Vec<String> {
        let ran = self.running((from_s, to_s)).count() as u64;
        let started = self.jobs.iter().filter(|job| (from_s..to_s).contains(&job.start_s));
        let waits: Vec<(f64, u64)> = started.map(|job| (job.start_s - job.arrival_s, job.id)).collect();
        let [from, to] = [from_s, to_s].map(|time_s| number::clock(time_s, true));
        let mut lines = vec![
            format!("Selected: {from} to {to} ({})", number::duration(to_s - from_s)),
            format!("{} ran, {} of them started", number::counted(ran, "job"), number::count(waits.len() as u64)),
        ];
        lines.extend(waits.iter().max_by(|a, b| a.0.total_cmp(&b.0)).map(|&(most_s, id)| {
            let mean_s = waits.iter().map(|own| own.0).sum::<f64>() / waits.len() as f64;
            let [mean, most] = [mean_s, most_s].map(number::duration);
            match most_s > 0.0 {
                true => format!("mean wait {mean}, longest {most} ({})", self.names.name(id)),
                false => "none of them waited".to_owned(),
            }
        }));
        let mean = |own: &Strip| {
            let mean = own.steps.mean(from_s, to_s)?;
            Some(format!("mean of {}: {}", own.name.to_lowercase(), own.write((mean * 100.0).round() / 100.0)))
        };
        lines.extend(strips.strips.iter().filter_map(mean).take(MOST_MEANS));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::gantt_chart::strips::{Steps, StripKind};
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
            [
                "Selected: 0:00:50 to 0:01:40 (50 s)",
                "3 jobs ran, 2 of them started",
                "mean wait 30 s, longest 40 s (job 3)",
                "mean of jobs waiting: 2.5"
            ]
        );
        let none = chart.totals(&StripChart::default(), (10.0, 20.0));
        assert_eq!(none, ["Selected: 0:00:10 to 0:00:20 (10 s)", "1 job ran, 0 of them started"]);
    }
}
