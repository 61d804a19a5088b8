//! The measures of a result. Figures, tables, claims, the page and the terminal use this list. Models
//! [declare](crate::models::measure) their own measures.

mod defined;
mod list;

use super::{GroupResult, RunResult};
use crate::metrics::blocks::Series;
use crate::models::measure::{CounterInfo, MeasureInfo, Reads};
use crate::models::{Policy, registry};
use crate::scenario::Scenario;
use crate::words::number::Style;
use crate::words::{number, possessive};
use defined::undrained;
use list::{FIRST, OTHERS};
use std::sync::LazyLock;

pub use crate::models::measure::{Better, Column};

/// One measure of a result.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// The measure's name in the results' JSON.
    pub key: &'static str,
    /// The measure's label.
    pub label: &'static str,
    /// The unit; empty if there is none.
    pub unit: &'static str,
    /// Number format of the values.
    pub style: Style,
    from: Origin,
    /// Series that a single run records for this measure's interval.
    pub series: Option<Series>,
    /// The better direction: higher or lower values.
    pub better: Better,
    /// The help text, one sentence.
    pub help: &'static str,
    defined: fn(&Scenario) -> bool,
    /// The measure's column in tables of the terminal. A measure without a column appears in files only.
    pub column: Option<Column>,
}

/// The source of a measure's value and of the half width of its 95 % interval.
#[derive(Clone, Copy, Debug)]
enum Origin {
    /// Every run has this measure: functions for the value and the half width.
    Run(fn(&RunResult) -> f64, fn(&RunResult) -> Option<f64>),
    /// The measure is a counter or a group of a model.
    Model(Reads),
}

/// The run's group of this name.
pub(super) fn of_group<'a>(run: &'a RunResult, name: &str) -> Option<&'a GroupResult> {
    run.groups.iter().find(|group| group.group == name)
}

/// All measures: the most used measures first, then the measures of models, then the rarely used ones.
pub fn all() -> &'static [Measure] {
    static ALL: LazyLock<Vec<Measure>> = LazyLock::new(|| {
        let models = registry::current().measures().iter();
        let models = models.map(|own| Measure::of_model(own));
        let first = FIRST.iter().copied();
        first.chain(models).chain(OTHERS.iter().copied()).collect()
    });
    &ALL
}

/// The measures that are defined for a scenario.
pub fn of(scenario: &Scenario) -> impl Iterator<Item = &'static Measure> {
    all().iter().filter(move |own| own.is_defined(scenario))
}

/// True if a measure uses the group of jobs with this name.
pub(super) fn reads_group(name: &str) -> bool {
    all().iter().any(|own| match own.from {
        Origin::Model(Reads::Turnaround(_, group) | Reads::SubmittedTurnaround(_, group)) => group == name,
        _ => false,
    })
}

/// The measure with this name.
pub fn named(key: &str) -> Option<&'static Measure> {
    all().iter().find(|own| own.key == key)
}

/// The measure with this name; if there is none, the first measure.
pub fn find(key: &str) -> &'static Measure {
    named(key).unwrap_or(first())
}

/// The most used measure.
pub fn first() -> &'static Measure {
    &FIRST[0]
}

impl Measure {
    /// A measure declared by a model.
    fn of_model(own: &MeasureInfo) -> Measure {
        Measure {
            key: own.key,
            label: own.label,
            unit: own.unit,
            style: own.style,
            from: Origin::Model(own.reads),
            series: None,
            better: own.better,
            help: own.help,
            defined: |_| true,
            column: own.column,
        }
    }

    /// The value; NaN if the run has none.
    pub fn value(&self, run: &RunResult) -> f64 {
        match self.from {
            Origin::Run(value, _) => value(run),
            Origin::Model(Reads::PerJob(counter)) => {
                let all = run.counters.get(counter.name);
                all.map_or(f64::NAN, |all| all as f64 / (run.jobs as f64).max(1.0))
            }
            Origin::Model(Reads::Mean { thousandths, of }) => {
                let sum = run.counters.get(thousandths.name);
                let count = run.counters.get(of.name).filter(|&count| count > 0);
                sum.zip(count).map_or(f64::NAN, |(sum, count)| sum as f64 / 1000.0 / count as f64)
            }
            Origin::Model(Reads::Turnaround(_, group)) => {
                of_group(run, group).map_or(f64::NAN, |own| own.mean_turnaround_s)
            }
            Origin::Model(Reads::SubmittedTurnaround(_, group)) => of_group(run, group)
                .map_or(f64::NAN, |own| own.submitted.map_or(own.mean_turnaround_s, |all| all.mean_turnaround_s)),
        }
    }

    /// Half width of the 95 % interval.
    pub fn ci95(&self, run: &RunResult) -> Option<f64> {
        match self.from {
            Origin::Run(_, ci95) => ci95(run).or_else(|| run.ci95.get(self.key).copied().flatten()),
            Origin::Model(Reads::PerJob(_) | Reads::Mean { .. }) => None,
            Origin::Model(Reads::Turnaround(_, group)) => of_group(run, group)?.turnaround_ci95_s,
            Origin::Model(Reads::SubmittedTurnaround(_, group)) => {
                let own = of_group(run, group)?;
                (own.submitted).map_or(own.turnaround_ci95_s, |all| all.turnaround_ci95_s)
            }
        }
    }

    /// The measure over all submitted jobs that corresponds to this measure over ended jobs; `None` if there is no such
    /// measure. The two differ if runs end before all jobs have ended.
    pub fn of_submitted(&self) -> Option<&'static Measure> {
        match self.from {
            _ if self.key == first().key => named("submitted_turnaround_s"),
            Origin::Model(Reads::Turnaround(_, group)) => all().iter().find(|own| match own.from {
                Origin::Model(Reads::SubmittedTurnaround(_, own)) => own == group,
                _ => false,
            }),
            _ => None,
        }
    }

    /// True if the scenario's results have this measure.
    fn is_defined(&self, scenario: &Scenario) -> bool {
        let counts = |policy: Policy, counter: &CounterInfo| {
            let mut counts = policy.info().counts.iter();
            counts.any(|own| own.name == counter.name)
        };
        match self.from {
            Origin::Run(..) => (self.defined)(scenario),
            Origin::Model(Reads::PerJob(counter) | Reads::Mean { thousandths: counter, .. }) => {
                let mut schedulers = scenario.schedulers.iter();
                schedulers.any(|own| counts(own.policy, counter))
            }
            Origin::Model(Reads::Turnaround(by, _)) => scenario.experiment.group_by == by,
            Origin::Model(Reads::SubmittedTurnaround(by, _)) => {
                scenario.experiment.group_by == by && undrained(scenario)
            }
        }
    }

    /// A value as text in its terminal column; all rows have the same number of decimals.
    pub fn in_column(&self, value: f64) -> String {
        let decimals = self.column.map_or(1, |column| column.decimals);
        match self.style {
            Style::Percent if value.is_finite() => {
                format!("{} %", number::fixed(100.0 * value, decimals))
            }
            Style::Rough => number::quantity(value, "", self.style),
            _ => number::fixed(value, decimals),
        }
    }

    /// Label and unit, for axes and columns.
    pub fn axis(&self) -> String {
        match self.unit {
            "" => self.label.to_owned(),
            unit => format!("{} [{unit}]", self.label),
        }
    }

    /// Label and unit of the difference from another scheduler: "Mean turnaround longer than EASY’s by \[s\]".
    pub fn difference_from(&self, other: &str) -> String {
        let whose = possessive(other);
        match self.unit {
            "" => format!("{} above {whose}", self.label),
            "s" => format!("{} longer than {whose} by [s]", self.label),
            unit => format!("{} above {whose} by [{unit}]", self.label),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_found_by_name() {
        assert_eq!(find("utilisation").label, "Utilisation");
        assert_eq!(find("nonsense").key, "mean_turnaround_s");
        assert_eq!(find("mean_wait_s").axis(), "Mean wait [s]");
        for (queue, offered) in [("fpfs", false), ("easy", true), ("conservative", true)] {
            let scenario = Scenario::default().with("queue", &queue.into()).unwrap();
            assert_eq!(of(&scenario).any(|own| own.key == "missed_share"), offered);
        }
        for (model, policy, missing) in [
            ("dynamic", "first-fit", &[][..]),
            ("wan", "first-fit", &["link_utilisation", "max_link_saturation"]),
            ("cluster", "grid-random", &["co_allocated_share", "mean_penalty"]),
        ] {
            let text = format!(r#"{{"network": {{"model": "{model}"}}, "schedulers": ["{policy}"]}}"#);
            let scenario = Scenario::from_json(&text).unwrap();
            let there = |key: &str| of(&scenario).any(|own| own.key == key);
            for key in ["link_utilisation", "max_link_saturation", "co_allocated_share", "mean_penalty"] {
                assert_eq!(there(key), !missing.contains(&key), "{key} under {model}");
            }
        }
    }
}
