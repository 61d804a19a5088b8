//! The projections of a scenario's schedulers at the points of its sweeps.
//!
//! A sweep may have thousands of points. So the swept parameters that affect a scheduler are determined once for all
//! points, and a projection that several schedulers have in common is computed once.

use super::projection::Projection;
use crate::base::problem::Problem;
use crate::parameter::json::tidied;
use crate::scenario::checks::sweeps::Points;
use crate::scenario::{Scenario, Scheduler, Sweep};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A scheduler's projection at a point.
#[derive(Clone)]
pub(super) struct Version {
    /// The part of the scenario that the run reads.
    pub scenario: Arc<Scenario>,
    /// The part of the scheduler's settings that the run reads.
    pub scheduler: Scheduler,
    /// A number that identifies the version: equal versions have equal numbers.
    pub number: (usize, usize),
}

/// The schedulers of a scenario at the points of its sweeps.
pub(super) struct Versions {
    /// For each scheduler: the index in `scenarios`, and its own settings.
    readers: Vec<(usize, Swept)>,
    scenarios: Vec<Swept>,
    /// Number of scenarios numbered so far.
    numbered: usize,
    /// A number for each different set of scheduler settings.
    settings: BTreeMap<String, usize>,
}

/// One part of the projections (scenario or scheduler) at all points of the sweeps that affect it.
struct Swept {
    /// The scenario at the first point, without schedulers.
    first: Scenario,
    /// The sweeps that affect this part: for each, the parameter and its path in the projection.
    sweeps: Vec<(String, String)>,
    points: Points,
    /// The scenario and the number of the part, by the values of these sweeps.
    known: BTreeMap<String, (Arc<Scenario>, usize)>,
}

impl Versions {
    /// The versions of a checked scenario.
    pub(super) fn of(scenario: &Scenario) -> Result<Versions, Problem> {
        let mut points = Points::of(scenario);
        let sweeps = &scenario.experiment.sweep;
        let start = points.at(&at(sweeps, |sweep| sweep.values.first()))?;
        // A swept parameter is a number, and the value of a number does not decide whether another setting matters. So
        // two values suffice for the test.
        let mut ends = Vec::new();
        for varied in sweeps {
            let last = |sweep: &Sweep| sweep.parameter == varied.parameter;
            let end = at(sweeps, |sweep| match last(sweep) {
                true => sweep.values.last(),
                false => sweep.values.first(),
            });
            ends.push((&varied.parameter, points.at(&end)?));
        }
        // Weights that are not swept share the rest in the proportion of their given values.
        let mut given = scenario.clone();
        given.experiment.sweep.clear();
        let mut versions =
            Versions { readers: Vec::new(), scenarios: Vec::new(), numbered: 0, settings: BTreeMap::new() };
        for (index, scheduler) in start.schedulers.iter().enumerate() {
            let first = Projection::of(&start, scheduler)?;
            let (mut of_scenario, mut of_scheduler) = (Vec::new(), Vec::new());
            for (parameter, end) in &ends {
                let Some(place) = Projection::place(parameter, index) else {
                    continue;
                };
                if place.starts_with("schedulers.") {
                    of_scheduler.push(((*parameter).clone(), place));
                } else if first.scenario != Projection::of(end, &end.schedulers[index])?.scenario {
                    of_scenario.push(((*parameter).clone(), place));
                }
            }
            let given = Projection::of(&given, &given.schedulers[index])?;
            let same = |other: &Swept| other.first == first.scenario && other.sweeps == of_scenario;
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

    /// Each scheduler's version at a point.
    pub(super) fn at(&mut self, parameters: &Map<String, Value>) -> Result<Vec<Version>, Problem> {
        let Versions { readers, scenarios, numbered, settings } = self;
        let version = |(which, own): &mut (usize, Swept)| {
            let (scenario, first) = scenarios[*which].at(parameters, &mut |scenario| {
                scenario.schedulers.clear();
                *numbered += 1;
                *numbered
            })?;
            let (own, second) = own.at(parameters, &mut |own| {
                let next = settings.len();
                let text = own.schedulers.first().map(Scheduler::canonical);
                *settings.entry(text.unwrap_or_default()).or_insert(next)
            })?;
            Ok(Version {
                scenario,
                scheduler: own.schedulers.first().cloned().unwrap_or_default(),
                number: (first, second),
            })
        };
        readers.iter_mut().map(version).collect()
    }
}

impl Swept {
    fn new(first: Projection, sweeps: Vec<(String, String)>) -> Swept {
        let places = sweeps.iter().map(|(_, place)| Sweep { parameter: place.clone(), values: Vec::new() });
        let Projection { scenario: first, scheduler } = first;
        // Both parts need the scheduler, since the scheduler decides which settings matter.
        let mut varied = first.clone();
        varied.schedulers = vec![scheduler];
        varied.experiment.sweep = places.collect();
        Swept { points: Points::of(&varied), first, sweeps, known: BTreeMap::new() }
    }

    /// The part at a point; a new part is completed and numbered by `number`.
    fn at(
        &mut self,
        parameters: &Map<String, Value>,
        number: &mut dyn FnMut(&mut Scenario) -> usize,
    ) -> Result<(Arc<Scenario>, usize), Problem> {
        let values: Map<String, Value> = self
            .sweeps
            .iter()
            .filter_map(|(parameter, place)| Some((place.clone(), parameters.get(parameter)?.clone())))
            .collect();
        let text: String = values.values().map(|value| format!("{value} ")).collect();
        if let Some((scenario, number)) = self.known.get(&text) {
            return Ok((Arc::clone(scenario), *number));
        }
        let mut scenario = self.points.at(&values)?;
        let number = number(&mut scenario);
        let made = (Arc::new(scenario), number);
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
