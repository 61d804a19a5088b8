//! The projections of a scenario's schedulers at the points of its sweeps.
//!
//! A sweep may have thousands of points. So the swept parameters that affect a scheduler are determined once for all
//! points, and a projection that several schedulers have in common is computed once.

use super::projection::Projection;
use crate::base::problem::Problem;
use crate::parameter::json::tidied;
use crate::scenario::checks::sweeps::Points;
use crate::scenario::{Part, Scenario, Scheduler, Sweep};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The settings that a scheduler's run reads at a point.
#[derive(Clone)]
pub(super) struct Version {
    /// The settings that are part of the scenario.
    pub scenario: Arc<Scenario>,
    /// The settings that are part of the scheduler.
    pub scheduler: Part<Scheduler>,
    /// A number that identifies the version: equal versions have equal numbers.
    pub number: (usize, usize),
}

/// The schedulers of a scenario at the points of its sweeps.
pub(super) struct Versions {
    /// For each scheduler: the index in `scenarios` of the scenario that its run reads, and the scheduler's own
    /// settings.
    readers: Vec<(usize, Swept<Part<Scheduler>>)>,
    scenarios: Vec<Swept<Arc<Scenario>>>,
    /// Number of scenarios numbered so far.
    numbered: usize,
    /// A number for each different set of scheduler settings.
    settings: BTreeMap<String, usize>,
}

/// One half of projections (the scenario or the scheduler), at the points of those sweeps that this half reads.
struct Swept<T> {
    /// The scenario at the first point, without schedulers.
    first: Scenario,
    /// The sweeps that this half reads: the swept parameter, and the place of the parameter in the projection.
    sweeps: Vec<(String, String)>,
    points: Points,
    /// The half and its number at each point that was requested before, by the swept values of the point.
    known: BTreeMap<String, (T, usize)>,
}

impl Versions {
    /// The versions of a scenario that has been checked.
    pub(super) fn of(scenario: &Scenario) -> Result<Versions, Problem> {
        let mut points = Points::of(scenario);
        let sweeps = &scenario.experiment.sweep;
        let start = points.at(&at(sweeps, |sweep| sweep.values.first()))?;
        // A swept number never decides whether another setting is read. So comparing the first and the last value of a
        // sweep shows whether a scheduler reads the swept parameter.
        let mut ends = Vec::new();
        for varied in sweeps {
            let last = |sweep: &Sweep| sweep.parameter == varied.parameter;
            let end = at(sweeps, |sweep| match last(sweep) {
                true => sweep.values.last(),
                false => sweep.values.first(),
            });
            ends.push((&varied.parameter, points.at(&end)?));
        }
        // The scheduler's half starts from the given values and not from the first point, because weights that are not
        // swept share the rest of 1 in the given proportion.
        let mut given = scenario.clone();
        given.set([("experiment.sweep", json!([]))]);
        let mut versions =
            Versions { readers: Vec::new(), scenarios: Vec::new(), numbered: 0, settings: BTreeMap::new() };
        for index in 0..start.schedulers.len() {
            let first = Projection::of(&start, index)?;
            let (mut of_scenario, mut of_scheduler) = (Vec::new(), Vec::new());
            for (parameter, end) in &ends {
                let Some(place) = Projection::place(parameter, index) else {
                    continue;
                };
                if place.starts_with("schedulers.") {
                    of_scheduler.push(((*parameter).clone(), place));
                } else if first.scenario != Projection::of(end, index)?.scenario {
                    of_scenario.push(((*parameter).clone(), place));
                }
            }
            let given = Projection::of(&given, index)?;
            let same = |other: &Swept<Arc<Scenario>>| other.first == first.scenario && other.sweeps == of_scenario;
            let which = match versions.scenarios.iter().position(same) {
                Some(which) => which,
                None => {
                    versions.scenarios.push(Swept::new(first, of_scenario));
                    versions.scenarios.len() - 1
                }
            };
            versions.readers.push((which, Swept::new(given, of_scheduler)));
        }
        Ok(versions)
    }

    /// The settings that each scheduler's run reads at a point.
    pub(super) fn at(&mut self, parameters: &Map<String, Value>) -> Result<Vec<Version>, Problem> {
        let Versions { readers, scenarios, numbered, settings } = self;
        let version = |(which, own): &mut (usize, Swept<Part<Scheduler>>)| {
            let (scenario, first) = scenarios[*which].at(parameters, |first, here| {
                *numbered += 1;
                let schedulers = first.schedulers.clone();
                Some((Arc::new(Scenario { schedulers, ..here }), *numbered))
            })?;
            let (scheduler, second) = own.at(parameters, |_, own| {
                let values = own.schedulers.values().get(0)?;
                let next = settings.len();
                Some((Part::of(values)?, *settings.entry(values.to_string()).or_insert(next)))
            })?;
            Ok(Version { scenario, scheduler, number: (first, second) })
        };
        readers.iter_mut().map(version).collect()
    }
}

impl<T: Clone> Swept<T> {
    fn new(first: Projection, sweeps: Vec<(String, String)>) -> Swept<T> {
        let Projection { scenario: first, scheduler } = first;
        // The points are made from both halves, since the scheduler may decide whether a swept setting is read.
        let mut varied = first.clone();
        let places = sweeps.iter().map(|(_, place)| json!({ "parameter": place, "values": [] }));
        varied.set([("schedulers", json!([scheduler.values()])), ("experiment.sweep", places.collect())]);
        Swept { points: Points::of(&varied), first, sweeps, known: BTreeMap::new() }
    }

    /// The half at a point, and its number. For a new point, `make` makes and numbers the half from the scenario at the
    /// first point and the scenario at the new point.
    fn at(
        &mut self,
        parameters: &Map<String, Value>,
        make: impl FnOnce(&Scenario, Scenario) -> Option<(T, usize)>,
    ) -> Result<(T, usize), Problem> {
        let values: Map<String, Value> = self
            .sweeps
            .iter()
            .filter_map(|(parameter, place)| Some((place.clone(), parameters.get(parameter)?.clone())))
            .collect();
        let text: String = values.values().map(|value| format!("{value} ")).collect();
        if let Some(known) = self.known.get(&text) {
            return Ok(known.clone());
        }
        let made = make(&self.first, self.points.at(&values)?).ok_or_else(|| {
            let remedy = "This is a mistake in Metasched: please report it";
            Problem::new("the scenario", format!("cannot be put at {values:?}"), "", remedy)
        })?;
        self.known.insert(text, made.clone());
        Ok(made)
    }
}

/// A point of these sweeps, with one value per sweep.
fn at<'a>(sweeps: &'a [Sweep], value: impl Fn(&'a Sweep) -> Option<&'a f64>) -> Map<String, Value> {
    let values = sweeps.iter();
    values.filter_map(|sweep| Some((sweep.parameter.clone(), tidied(Value::from(*value(sweep)?))))).collect()
}

#[cfg(test)]
mod tests;
