//! What results and recordings say of both runs, in sentences.

use super::state::State;
use crate::base::number;
use crate::base::number::Style;
use crate::experiment::Against;
use crate::experiment::RunResult;
use crate::experiment::measure;
use crate::web::job_pairs;
use crate::web::tabs::compare::JOBS;

impl State {
    /// "Mean turnaround over 3 replications: b1 520 s, b3 542 s; b1 − b3 = −22.3 ± 6.8 s: less, better."
    pub(super) fn in_words(&self) -> String {
        let Some([own, other]) = self.results() else {
            return match self.run.schedulers() {
                Some(_) => String::new(),
                None => "There is one scheduler: add another to compare it with.".to_owned(),
            };
        };
        let measure = measure::first();
        let against = Against::of(own, other, measure);
        let value = |run: &RunResult| {
            let half = measure.ci95(run).unwrap_or(f64::NAN);
            number::with_interval(measure.value(run), half, measure.unit, measure.style)
        };
        let (difference, names) = (against.difference, self.names());
        format!(
            "{}, {}: {} {}, {} {}. {} less {} on the same jobs: {} ({}).",
            measure.label,
            match own.replications.min(other.replications) {
                1 => "one replication".to_owned(),
                several => format!("{several} replications"),
            },
            names[0],
            value(own),
            names[1],
            value(other),
            names[0],
            names[1],
            number::with_interval(
                difference.mean,
                difference.ci95,
                measure.unit,
                measure.style
            ),
            against.words(measure.better)
        )
    }

    /// What the recorded jobs say.
    pub(super) fn jobs_in_words(&self) -> String {
        let [first, second] = self.names();
        let ([Some(one), Some(two)], true) = (&self.recorded, self.run.is_recorded()) else {
            if self.run.schedulers().is_none() {
                return String::new();
            }
            return "Both runs are being recorded …".to_owned();
        };
        let sum = job_pairs::sum(self.pairs.iter());
        let whole = [one, two].iter().all(|own| own.jobs.len() < JOBS);
        let which = match whole {
            true => format!("All {} jobs of replication", sum.jobs),
            false => format!(
                "{} jobs that ended under both, of the first {} that each started in replication",
                number::count(sum.jobs as u64),
                number::count(JOBS as u64)
            ),
        };
        format!(
            "{which} {}: {first} is faster with {}, {second} with {}, {} take as long under both. Mean {} against {}.",
            self.run.replication() + 1,
            sum.first,
            sum.second,
            sum.jobs - sum.first - sum.second,
            seconds(sum.mean_s[0]),
            seconds(sum.mean_s[1]),
        )
    }
}

fn seconds(value: f64) -> String {
    number::quantity(value, "s", Style::Plain)
}
