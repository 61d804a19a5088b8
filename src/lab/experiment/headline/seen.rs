//! What the rules look at: the runs of each scheduler along one swept parameter, and who leads where.

use crate::experiment::against::{Against, jobs_of_fewer};
use crate::experiment::measure::Measure;
use crate::experiment::plan::Plan;
use crate::experiment::results::{Results, RunResult};
use crate::models::RunsOn;
use crate::models::measure::Better;
use crate::scenario::{Scenario, swept};
use crate::words::number::{self, Style};

/// The part of an experiment that a figure over one parameter shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slice {
    /// Index of the swept parameter along the figure; without meaning if nothing is swept.
    pub sweep: usize,
    /// Indices of the points along the figure, in the order of the sweep.
    pub points: Vec<usize>,
    /// The value of the other swept parameter: "LSLT 0.8". Empty if there is none.
    pub held: String,
}

/// Runs along a swept parameter, from its smallest to its largest value.
#[derive(Debug)]
pub struct Seen<'a> {
    /// The experiment.
    pub scenario: &'a Scenario,
    /// The measure.
    pub measure: &'static Measure,
    /// Labels of the schedulers, without their settings where these are not needed to tell them apart.
    pub labels: Vec<&'a str>,
    /// The value of the swept parameter, and the run of each scheduler.
    pub columns: Vec<(f64, Vec<&'a RunResult>)>,
    /// For each column, the leading schedulers, the best mean first. No difference between them is shown.
    pub leaders: Vec<Vec<usize>>,
    /// Schedulers that can be in the lead.
    pub contenders: Vec<usize>,
    /// Name of the swept parameter: "BSBW"; empty if nothing is swept.
    pub name: String,
    unit: &'static str,
}

impl<'a> Seen<'a> {
    /// The runs of a slice; `None` if one of them is missing.
    pub fn of(plan: &'a Plan, results: &'a Results, measure: &'static Measure, slice: &Slice) -> Option<Seen<'a>> {
        let scenario = plan.scenario();
        let sweep = scenario.experiment.sweep.get(slice.sweep);
        let names = &plan.points().first()?.schedulers;
        let mut columns = Vec::new();
        for &at in &slice.points {
            let point = results.points.get(at)?;
            let run = |name: &String| point.results.iter().find(|own| own.scheduler == *name);
            let runs: Option<Vec<&RunResult>> = names.iter().map(run).collect();
            let x = sweep.and_then(|own| point.parameters.get(&own.parameter)?.as_f64());
            columns.push((x.unwrap_or(f64::NAN), runs?));
        }
        columns.sort_by(|a, b| a.0.total_cmp(&b.0));
        if columns.is_empty() {
            return None;
        }
        // A scheduler with a network of its own, such as one without limits, is a bound and not a choice.
        let own = |at: &usize| scenario.schedulers[*at].policy.info().network == RunsOn::Scenario;
        let mut contenders: Vec<usize> = (0..names.len()).filter(own).collect();
        if contenders.len() < 2 {
            contenders = (0..names.len()).collect();
        }
        let mut seen = Seen {
            scenario,
            measure,
            labels: short(plan.labels()),
            columns,
            leaders: Vec::new(),
            contenders,
            name: sweep.map_or_else(String::new, |own| swept::name(scenario, &own.parameter)),
            unit: sweep.map_or("", |own| swept::unit(&own.parameter)),
        };
        seen.leaders = (0..seen.columns.len()).map(|column| seen.leaders_at(column)).collect();
        Some(seen)
    }

    /// A scheduler's run in a column.
    pub fn run(&self, column: usize, scheduler: usize) -> &'a RunResult {
        self.columns[column].1[scheduler]
    }

    /// A scheduler's label.
    pub fn label(&self, scheduler: usize) -> &'a str {
        self.labels[scheduler]
    }

    /// True if a scheduler ran at least as many of the jobs as every other scheduler of the column.
    pub fn ran_all(&self, column: usize, scheduler: usize) -> bool {
        let run = self.run(column, scheduler);
        self.columns[column].1.iter().all(|other| jobs_of_fewer(run, std::slice::from_ref(*other)).is_none())
    }

    /// True if the value of a scheduler is a result that can be compared with the other results of a column.
    pub fn counts(&self, column: usize, scheduler: usize) -> bool {
        let run = self.run(column, scheduler);
        !run.unstable && self.measure.value(run).is_finite() && self.ran_all(column, scheduler)
    }

    /// The comparison of two schedulers on the same jobs.
    pub fn against(&self, column: usize, own: usize, other: usize) -> Against {
        Against::of(self.run(column, own), self.run(column, other), self.measure)
    }

    /// True if a paired interval shows a difference. Without intervals, true if there is a difference.
    pub fn differ(&self, column: usize, own: usize, other: usize) -> bool {
        let found = self.against(column, own, other).difference;
        let least = if found.ci95.is_nan() { 0.0 } else { found.ci95 };
        found.mean.abs() > least
    }

    /// True if two contenders differ, and their difference has no interval.
    pub fn lacks_intervals(&self) -> bool {
        (0..self.columns.len()).any(|column| {
            let mut all = self.contenders.iter().filter(|at| self.counts(column, **at));
            let first = all.next();
            all.any(|other| {
                let found = first.map(|first| self.against(column, *first, *other).difference);
                found.is_some_and(|own| own.ci95.is_nan() && own.mean != 0.0)
            })
        })
    }

    /// True if two schedulers have the same value in every replication of a column.
    pub fn equal(&self, column: usize, own: usize, other: usize) -> bool {
        let found = self.against(column, own, other).difference;
        // Equal runs without an interval are equal too.
        found.mean == 0.0 && (found.ci95 == 0.0 || found.ci95.is_nan())
    }

    fn leaders_at(&self, column: usize) -> Vec<usize> {
        let value = |at: &usize| self.measure.value(self.run(column, *at));
        let mut all: Vec<usize> = self.contenders.iter().copied().filter(|at| self.counts(column, *at)).collect();
        all.sort_by(|a, b| match self.measure.better {
            Better::Lower => value(a).total_cmp(&value(b)),
            Better::Higher | Better::Neither => value(b).total_cmp(&value(a)),
        });
        let Some(&best) = all.first() else { return all };
        all.retain(|&other| other == best || !self.differ(column, best, other));
        all
    }

    /// The measure within a sentence: "mean turnaround".
    pub fn measured(&self) -> String {
        let mut letters = self.measure.label.chars();
        letters.next().map_or_else(String::new, |first| first.to_lowercase().collect::<String>() + letters.as_str())
    }

    /// "lowest" or "highest": the value of the leader.
    pub fn extreme(&self) -> &'static str {
        match self.measure.better {
            Better::Lower => "lowest",
            Better::Higher | Better::Neither => "highest",
        }
    }

    /// A value of the measure with its unit; from an hour on, times are in hours and minutes.
    pub fn value(&self, value: f64) -> String {
        if self.measure.unit == "s" && value.abs() >= 3600.0 {
            return number::duration(value);
        }
        let style = if self.measure.style == Style::Plain { Style::Rough } else { self.measure.style };
        number::quantity(value, self.measure.unit, style)
    }

    /// The swept value of a column: "300 Mbps", or "LSLT 0.8" if it has no unit.
    pub fn place(&self, column: usize) -> String {
        let value = number::quantity(self.columns[column].0, self.unit, Style::Plain);
        if self.unit.is_empty() { format!("{} {value}", self.name) } else { value }
    }

    /// The columns for which `test` is true, in words: "up to 200 Mbps". Empty if nothing is swept; `None` if there are
    /// none.
    pub fn range(&self, test: impl Fn(usize) -> bool) -> Option<String> {
        let all: Vec<usize> = (0..self.columns.len()).filter(|at| test(*at)).collect();
        let (&first, &last) = (all.first()?, all.last()?);
        let (count, end) = (self.columns.len(), self.columns.len() - 1);
        Some(match last - first + 1 == all.len() {
            _ if self.name.is_empty() => String::new(),
            true if count == all.len() => format!("at every {}", self.name),
            true if first == last => format!("at {}", self.place(first)),
            true if first == 0 => format!("up to {}", self.place(last)),
            true if last == end => format!("from {}", self.place(first)),
            true => format!("from {} to {}", self.place(first), self.place(last)),
            false => format!("at {} of {count} values of {}", all.len(), self.name),
        })
    }
}

/// Labels without the settings in brackets, unless two of them would be the same.
fn short(labels: &[String]) -> Vec<&str> {
    let whole: Vec<&str> = labels.iter().map(String::as_str).collect();
    let short: Vec<&str> = whole.iter().map(|own| own.split(" (").next().unwrap_or(own)).collect();
    let alone = |own: &&str| short.iter().filter(|other| *other == own).count() == 1;
    whole.iter().zip(&short).map(|(whole, short)| if alone(short) { *short } else { *whole }).collect()
}
