//! Sentences about the results and recordings of both runs.

use super::recordings::Recordings;
use crate::chart::curve::results::words;
use crate::experiment::measure::Measure;
use crate::experiment::{Against, Plan, RunResult, is_drawn, is_sample};
use crate::metrics::timeline::Timeline;
use crate::scenario::{Scenario, differences};
use crate::web::tabs::compare::job_pairs;
use crate::web::tabs::compare::state::{JOBS, is_whole};
use crate::words::number;
use crate::words::number::Style;

impl Recordings {
    /// "Mean turnaround, 3 replications: b1 520 s, b3 542 s. b1 less b3 on the same jobs: −22.3 ± 6.8 s (less, better)."
    pub(super) fn in_words(&self, measure: &Measure) -> String {
        if let Some(log) = &self.needs_log {
            return log.clone();
        }
        if let (Some(kept), Some(plan)) = (self.run.kept(), self.run.shown().plan()) {
            let differences = differences::words(kept.plan.scenario(), plan.scenario());
            return kept_in_words(&kept.name, &differences) + &self.other_point(&kept.name, plan);
        }
        let Some([own, other]) = self.results() else {
            return match self.run.schedulers() {
                Some(_) => String::new(),
                None => {
                    "There is one scheduler: add another to compare it with, or keep this experiment and change it."
                        .to_owned()
                }
            };
        };
        let against = Against::of(own, other, measure);
        let value = |run: &RunResult| {
            let half = measure.ci95(run).unwrap_or(f64::NAN);
            number::with_interval(measure.value(run), half, measure.unit, measure.style)
        };
        let (difference, names) = (against.difference, self.names());
        let compared = match (against.same_jobs(), difference.mean.is_nan()) {
            (false, _) => format!(
                "They ran different jobs, so they are not compared: {} found no place under {}, {} under {}",
                number::counted(own.rejected_jobs, "job"),
                names[0],
                number::counted(other.rejected_jobs, "job"),
                names[1]
            ),
            (true, true) => "There is no value to compare".to_owned(),
            (true, false) => format!(
                "{} less {} on the same jobs: {} ({}{})",
                names[0],
                names[1],
                number::with_interval(difference.mean, difference.ci95, measure.unit, measure.style),
                against.words(measure.better),
                against.why.map_or_else(String::new, |why| format!(": {}", why.words()))
            ),
        };
        format!(
            "{}, {}: {} {}, {} {}. {compared}.",
            measure.label,
            match (self.is_of(is_sample), own.replications.min(other.replications)) {
                (false, _) => "one run each".to_owned(),
                (true, 1) => "one replication".to_owned(),
                (true, several) => format!("{several} replications"),
            },
            names[0],
            value(own),
            names[1],
            value(other),
        )
    }

    /// True if the present scenario is of a kind.
    fn is_of(&self, kind: fn(&Scenario) -> bool) -> bool {
        self.run.shown().plan().is_some_and(|plan| kind(plan.scenario()))
    }

    /// Note for a bookmark without a run at the present point: the note names the run that is shown instead.
    fn other_point(&self, name: &str, plan: &Plan) -> String {
        let Some(points) = self.run.other_points() else {
            return String::new();
        };
        let [own, other] = points.map(|point| words(plan.scenario(), &point.parameters));
        match (own.is_empty(), other.is_empty()) {
            (_, true) => String::new(),
            (true, false) => format!(" Of “{name}” the run at {other} is shown."),
            (false, false) => {
                format!(" Of “{name}” the run at {other} is shown: it has none at {own}.")
            }
        }
    }

    /// Summary of the recorded jobs.
    pub(super) fn jobs_in_words(&self) -> String {
        let [first, second] = self.names();
        let ([Some(one), Some(two)], true) = (&self.recorded, self.run.is_recorded()) else {
            if self.run.schedulers().is_none() {
                return String::new();
            }
            return "Both runs are being recorded …".to_owned();
        };
        if [one, two].iter().all(|own| own.jobs.is_empty()) {
            return "No job ran under either: there was no place for any.".to_owned();
        }
        if self.unlike {
            let of = |name: &str, recorded: &Timeline| {
                let times = job_pairs::turnarounds(recorded);
                let ended = number::counted(times.len() as u64, "job");
                match times.is_empty() {
                    true => format!("no job ended under {name}"),
                    false => {
                        let mean = times.iter().sum::<f64>() / times.len() as f64;
                        format!("{ended} ended under {name}, mean turnaround {}", seconds(mean))
                    }
                }
            };
            return format!(
                "The two experiments have different jobs, so jobs are not compared one by one. Of the first {} that started, {}; {}.",
                number::count(JOBS as u64),
                of(&first, one),
                of(&second, two),
            );
        }
        if self.pairs.is_empty() {
            return format!("No job ended under both {first} and {second}.");
        }
        let sum = job_pairs::sum(self.pairs.iter());
        let whole = [one, two].into_iter().all(is_whole);
        let which = match whole {
            true => format!("All {}", number::counted(sum.jobs as u64, "job")),
            false => format!(
                "{} jobs that ended under both, of the first {} that each started",
                number::count(sum.jobs as u64),
                number::count(JOBS as u64)
            ),
        };
        let of = match (self.is_of(is_drawn), whole) {
            (true, true) => format!(" of replication {}", self.run.shown().replication + 1),
            (true, false) => format!(" in replication {}", self.run.shown().replication + 1),
            (false, _) => String::new(),
        };
        format!(
            "{which}{of}: {first} is faster with {}, {second} with {}, {} take as long under both. Mean {} against {}.",
            sum.first,
            sum.second,
            sum.jobs - sum.first - sum.second,
            seconds(sum.mean_s[0]),
            seconds(sum.mean_s[1]),
        )
    }
}

/// Changes from a bookmark to the present experiment.
fn kept_in_words(name: &str, differences: &[String]) -> String {
    match differences.is_empty() {
        true => format!("“{name}” is the present experiment."),
        false => format!(
            "From “{name}” to the present experiment: {}. One run of each is compared here; for all results open each \
             experiment and its tab Table.",
            differences.join("; ")
        ),
    }
}

fn seconds(value: f64) -> String {
    number::quantity(value, "s", Style::Plain)
}
