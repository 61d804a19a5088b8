//! The comparison in one sentence, for people.

use super::{Compared, Comparison, Group, Jobs, Other};
use crate::experiment::measure::{self, Measure};
use crate::models::measure::Better;
use crate::words::number::{self, fixed};

/// Least half width for which a percentage has no decimals.
const WHOLE: f64 = 0.02;

impl Comparison {
    /// The answer in one sentence: the scheduler with the largest improvement of the first measure, by how much, which
    /// jobs wait much longer, and which group gains most. If no improvement is shown, what is shown of each scheduler.
    ///
    /// "SJF + EASY would have cut the mean wait by 18 % (11 to 25 %) against EASY; 1 % of the jobs wait over a day longer;
    /// users with small jobs gain most."
    pub fn sentence(&self) -> String {
        let measure = self.measure();
        match self.best() {
            Some(best) => {
                let verb = if measure.better == Better::Higher { "raised" } else { "cut" };
                let amount = best.measures.first().and_then(changed).unwrap_or_default();
                let what = within(measure.label);
                let mut parts = vec![format!(
                    "{} would have {verb} the {what} by {amount} against {}",
                    best.label, self.first_label
                )];
                if let Some(jobs) = &best.jobs {
                    parts.extend(jobs.later());
                    parts.extend(jobs.gains_most().map(|group| format!("{group} gain most")));
                }
                parts.join("; ") + "."
            }
            None => self.nothing_better(measure),
        }
    }

    fn nothing_better(&self, measure: &Measure) -> String {
        let about = |own: &Other| {
            let compared = own.measures.first()?;
            Some(match (&compared.why, compared.is_worse()) {
                (Some(why), _) => format!("{}: nothing can be said, because {why}", own.label),
                (None, true) => {
                    let verb = if measure.better == Better::Higher { "lowers" } else { "raises" };
                    format!("{} {verb} it by {}", own.label, changed(compared).unwrap_or_default())
                }
                (None, false) => format!("{}: {}", own.label, compared.words),
            })
        };
        let parts: Vec<String> = self.others.iter().filter_map(about).collect();
        let what = within(measure.label);
        format!("No improvement of the {what} over {} is shown. {}.", self.first_label, parts.join("; "))
    }
}

impl Jobs {
    /// The share of jobs that wait a day or an hour longer, if there are any.
    fn later(&self) -> Option<String> {
        let (share, time) = match (self.day_later_share > 0.0, self.hour_later_share > 0.0) {
            (true, _) => (self.day_later_share, "a day"),
            (false, true) => (self.hour_later_share, "an hour"),
            (false, false) => return None,
        };
        let least = 0.001;
        let share = match share < least {
            true => format!("less than {}", number::percent(least)),
            false => number::percent((share * 1000.0).round() / 1000.0),
        };
        Some(format!("{share} of the jobs wait over {time} longer"))
    }

    /// The users, or else the jobs, with the largest relative gain that is shown.
    fn gains_most(&self) -> Option<String> {
        let of = |by: &str| self.by.iter().find(|own| own.by == by);
        let best = |by: &str| {
            let shown = of(by)?.groups.iter().filter(|own| own.shown_gain().is_some());
            let gain = |own: &Group| own.shown_gain().unwrap_or(f64::NAN);
            shown.max_by(|a, b| gain(a).total_cmp(&gain(b)))
        };
        let name = |own: &Group| own.name.split(" (").next().unwrap_or_default().to_owned();
        match of("users") {
            Some(_) => best("users").map(|own| format!("users with {}", name(own))),
            None => best("sizes").map(|own| format!("jobs of {}", name(own))),
        }
    }
}

/// The change of a measure with its interval, without sign: "18 % (11 to 25 %)", or with the measure's unit if a ratio
/// means nothing. `None` if the difference is withheld.
pub fn changed(own: &Compared) -> Option<String> {
    let measure = measure::find(own.measure);
    if let (Some(ratio), Some(half)) = (own.ratio, own.ratio_ci95) {
        let decimals = usize::from(half < WHOLE);
        let (change, sign) = match ratio < 1.0 {
            true => (1.0 - ratio, 1.0),
            false => (ratio - 1.0, 1.0),
        };
        let percent = |share: f64| fixed(sign * 100.0 * share, decimals);
        return Some(format!("{} % ({} to {} %)", percent(change), percent(change - half), percent(change + half)));
    }
    let difference = own.difference?.abs();
    Some(match own.difference_ci95 {
        Some(half) => number::with_interval(difference, half, measure.unit, measure.style),
        None => number::quantity(difference, measure.unit, measure.style),
    })
}

/// A label within a sentence.
fn within(label: &str) -> String {
    let mut letters = label.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().collect::<String>() + letters.as_str())
}
