//! Winners and losers of the answer: shares of jobs that gain and lose, and groups of jobs.

use crate::experiment::compare::{Comparison, Group, Grouping, Hit, Other};
use crate::experiment::measure::{self, Measure};
use crate::export::table::Table;
use crate::words::number::{self, Style};

/// Winners and losers under one scheduler, compared with the baseline.
#[derive(Debug)]
pub struct Winners {
    /// Name of the scheduler in results.
    pub scheduler: String,
    /// Shares of jobs, as sentences.
    pub words: String,
    /// A table for each grouping of the jobs.
    pub tables: Vec<Table>,
    /// The job whose wait grows most, with this difference in words.
    pub worst: Option<(Hit, String)>,
}

impl Winners {
    /// Winners and losers under the best scheduler; if no scheduler is better than the baseline, under the first one.
    /// `None` if single jobs are not kept.
    pub fn of(comparison: &Comparison) -> Option<Winners> {
        let other = comparison.best().or(comparison.others.first())?;
        let jobs = other.jobs.as_ref()?;
        let measure = measure::find(jobs.measure);
        let share = number::percent;
        let (own, first) = (&other.label, &comparison.first_label);
        let words = format!(
            "Under {own} {} of {} have a smaller {} than under {first}, and {} a larger one. {} wait over an hour longer, {} over a day.",
            share(rounded(jobs.gain_share)),
            number::counted(jobs.jobs, "job"),
            measure.label.strip_prefix("Mean ").unwrap_or(measure.label),
            share(rounded(jobs.lose_share)),
            share(rounded(jobs.hour_later_share)),
            share(rounded(jobs.day_later_share)),
        );
        Some(Winners {
            scheduler: other.scheduler.clone(),
            words,
            tables: jobs.by.iter().map(|own| table(own, comparison, other, measure)).collect(),
            worst: jobs.worst.map(|hit| (hit, number::duration(hit.later_s))),
        })
    }
}

/// A share, rounded to a tenth of a percent.
fn rounded(share: f64) -> f64 {
    (share * 1000.0).round() / 1000.0
}

/// A row per group: its jobs, both means, and the difference with its interval.
fn table(grouping: &Grouping, comparison: &Comparison, other: &Other, measure: &Measure) -> Table {
    let mean = |value: f64| number::quantity(value, "", Style::Rough);
    let row = |group: &Group| {
        let half = group.difference_ci95.unwrap_or(f64::NAN);
        let difference = number::with_interval(group.difference.unwrap_or(f64::NAN), half, "", Style::Rough);
        vec![group.name.clone(), number::count(group.jobs), mean(group.first), mean(group.other), difference]
    };
    let unit = if measure.unit.is_empty() { String::new() } else { format!(" [{}]", measure.unit) };
    let heads = ["Group", "Jobs", &comparison.first_label, &other.label, "Difference"];
    Table {
        title: format!("{} by {}{unit}", measure.label, grouping.by),
        heads: heads.map(str::to_owned).into(),
        rows: grouping.groups.iter().map(row).collect(),
        ..Table::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::RunResult;
    use crate::experiment::compare::Months;
    use crate::metrics::job_times::JobTime;
    use std::sync::Arc;

    fn run(waits: &[f64]) -> RunResult {
        let job = |(id, wait_s): (u64, &f64)| JobTime {
            id,
            wait_s: *wait_s,
            turnaround_s: wait_s + 50.0,
            nodes: if id % 2 == 0 { 1 } else { 8 },
            ..JobTime::default()
        };
        let mean_wait_s = waits.iter().sum::<f64>() / waits.len() as f64;
        let job_times = (0..).zip(waits).map(job).collect();
        let one = RunResult { digest: mean_wait_s.to_string(), mean_wait_s, job_times, ..RunResult::default() };
        RunResult { each: vec![Some(Arc::new(one.clone()))], ..one }
    }

    fn winners(waits: [&[f64]; 2]) -> Option<Winners> {
        let names = ["easy", "other"].map(|name| (name.to_owned(), name.to_uppercase()));
        let measures = [measure::find("mean_wait_s")];
        Winners::of(&Comparison::of(&waits.map(run), &names, &measures, Months::None)?)
    }

    /// Jobs 0 and 2, of one node, wait 50 s and 30 s less; job 1 waits two hours longer, job 3 as long.
    #[test]
    fn winners_and_losers_by_hand() {
        let own = winners([&[100.0, 10.0, 60.0, 5.0], &[50.0, 7210.0, 30.0, 5.0]]).unwrap();
        assert_eq!(
            own.words,
            "Under OTHER 50 % of 4 jobs have a smaller wait than under EASY, and 25 % a larger one. 25 % wait over an hour longer, 0 % over \
             a day."
        );
        let (hit, later) = own.worst.unwrap();
        assert_eq!((hit.job, hit.later_s, later.as_str()), (1, 7200.0, "2 h"));
        let sizes = &own.tables[0];
        assert_eq!(
            (&*sizes.title, sizes.heads.join(" ")),
            ("Mean wait by sizes [s]", "Group Jobs EASY OTHER Difference".to_owned())
        );
        assert_eq!(sizes.rows[0][..4], ["1 node", "2", "80", "40"]);
        // Two jobs are too few for an interval, so their difference is not shown.
        assert!(!sizes.rows[0][4].contains("40"), "{:?}", sizes.rows);
    }

    #[test]
    fn without_single_jobs_there_are_no_winners() {
        assert!(winners([&[], &[]]).is_none());
    }
}
