//! What of a scenario matters to which scheduler.
//!
//! Under a policy that never co-allocates, or with links that never saturate, bandwidths do not matter, so a baseline is run
//! once and not at every BSBW. A sweep may have thousands of points: what they have in common is worked out once.

use super::plan::number;
use crate::base::problem::Problem;
use crate::scenario::sweeps::Points;
use crate::scenario::{
    Communication, Estimates, Network, Platform, Policy, Queue, Scenario, Scheduler, Sweep,
    Synthetic,
};
use crate::scheduler::registry::co_allocates;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A scheduler at a point.
pub(super) struct Entrant {
    /// With its values there.
    pub scheduler: Scheduler,
    /// Equal for those that are equal in all that their policy reads.
    pub number: usize,
}

/// A scenario as one of its schedulers sees it.
#[derive(Clone)]
pub(super) struct Version {
    /// Without schedulers, and with all that cannot matter set to a fixed value.
    pub scenario: Arc<Scenario>,
    /// Equal for equal scenarios of schedulers with the same view.
    pub number: usize,
}

/// The schedulers of a scenario, and its versions for them, at the points of its sweeps.
pub(super) struct Versions {
    points: Points,
    /// By scheduler, what it looks at and which swept parameters, schedulers' own apart, matter to it.
    views: Vec<(View, Vec<String>)>,
    /// By the values of schedulers' parameters.
    entrants: BTreeMap<String, Vec<Entrant>>,
    names: BTreeMap<String, usize>,
    /// By the values of all other parameters, the version for each scheduler.
    versions: BTreeMap<String, Vec<Version>>,
    /// By view and the values that matter to it.
    known: BTreeMap<(View, String), Version>,
}

impl Versions {
    /// Those of a scenario that has been checked.
    pub(super) fn of(scenario: &Scenario) -> Result<Versions, Problem> {
        let mut points = Points::of(scenario);
        let sweeps = scenario.experiment.sweep.iter();
        let others: Vec<_> = sweeps
            .filter(|sweep| !is_schedulers(&sweep.parameter))
            .collect();
        let values = others.iter().map(|sweep| sweep.values.first());
        let first = points.at(&at(others.iter().copied(), values))?;
        let mut views: Vec<(View, Vec<String>)> = scenario
            .schedulers
            .iter()
            .map(|scheduler| (View::of(scheduler, scenario.queue), Vec::new()))
            .collect();
        // What is swept is a number, and no number decides whether another matters: two values show it.
        for sweep in others {
            let last = points.at(&at([sweep], [sweep.values.last()]))?;
            points.at(&at([sweep], [sweep.values.first()]))?;
            for (view, matters) in &mut views {
                if view.neutral(&first) != view.neutral(&last) {
                    matters.push(sweep.parameter.clone());
                }
            }
        }
        Ok(Versions {
            points,
            views,
            entrants: BTreeMap::new(),
            names: BTreeMap::new(),
            versions: BTreeMap::new(),
            known: BTreeMap::new(),
        })
    }

    /// The schedulers at a point, and the version of the scenario for each.
    pub(super) fn at(
        &mut self,
        parameters: &Map<String, Value>,
    ) -> Result<impl Iterator<Item = (&Entrant, &Version)>, Problem> {
        let own = text(parameters, is_schedulers);
        let others = text(parameters, |path| !is_schedulers(path));
        let is_new = !self.entrants.contains_key(&own) || !self.versions.contains_key(&others);
        if is_new {
            let mut here = self.points.at(parameters)?;
            let schedulers = std::mem::take(&mut here.schedulers);
            let (entrants, names) = (&mut self.entrants, &mut self.names);
            entrants.entry(own.clone()).or_insert_with(|| {
                let schedulers = schedulers.into_iter();
                schedulers.map(|own| Entrant::of(own, names)).collect()
            });
            let (views, known) = (&self.views, &mut self.known);
            self.versions.entry(others.clone()).or_insert_with(|| {
                let of_view = |(view, matters): &(View, Vec<String>)| {
                    let values = text(parameters, |path| matters.iter().any(|own| own == path));
                    let number = known.len();
                    let version = known.entry((*view, values)).or_insert_with(|| Version {
                        scenario: Arc::new(view.neutral(&here)),
                        number,
                    });
                    version.clone()
                };
                views.iter().map(of_view).collect()
            });
        }
        let entrants = self.entrants.get(&own).into_iter().flatten();
        Ok(entrants.zip(self.versions.get(&others).into_iter().flatten()))
    }
}

impl Entrant {
    /// Numbered by its name without its label, which leaves out settings that its policy does not read.
    fn of(scheduler: Scheduler, names: &mut BTreeMap<String, usize>) -> Entrant {
        let next = names.len();
        let number = *names.entry(scheduler.unlabelled_name()).or_insert(next);
        Entrant { scheduler, number }
    }
}

/// Whether a parameter is one of schedulers.
fn is_schedulers(path: &str) -> bool {
    path.starts_with("schedulers.")
}

/// These sweeps at these values.
fn at<'a>(
    sweeps: impl IntoIterator<Item = &'a Sweep>,
    values: impl IntoIterator<Item = Option<&'a f64>>,
) -> Map<String, Value> {
    let both = sweeps.into_iter().zip(values);
    both.filter_map(|(sweep, value)| Some((sweep.parameter.clone(), number(*value?))))
        .collect()
}

/// The values of some parameters, one after the other.
fn text(parameters: &Map<String, Value>, which: impl Fn(&str) -> bool) -> String {
    let chosen = parameters.iter().filter(|(path, _)| which(path));
    chosen.map(|(_, value)| format!("{value} ")).collect()
}

/// What a scheduler looks at, besides clusters and jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct View {
    /// Links, and what jobs send over them.
    network: bool,
    /// What users say about run times.
    estimates: bool,
    queue: Queue,
}

impl View {
    /// That of a scheduler whose queue, unless it has its own, is this one.
    fn of(scheduler: &Scheduler, queue: Queue) -> View {
        let queue = match scheduler.policy.has_own_queues() {
            true => Queue::Fcfs,
            false => scheduler.queue.unwrap_or(queue),
        };
        let policy = scheduler.policy;
        View {
            network: policy.is_grid() || (policy != Policy::Ideal && co_allocates(policy)),
            estimates: queue.reads_estimates() || scheduler.policy.reads_estimates(),
            queue,
        }
    }

    /// A scenario without its schedulers, and with everything out of view set to a fixed value.
    fn neutral(self, scenario: &Scenario) -> Scenario {
        let mut neutral = Scenario {
            title: String::new(),
            schedulers: Vec::new(),
            ..scenario.clone()
        };
        neutral.experiment.sweep.clear();
        neutral.experiment.replications = 1;
        if !self.network {
            neutral.network = Network::default();
            neutral.platform = Platform {
                clusters: neutral.platform.clusters,
                sizes: neutral.platform.sizes,
                size_law: neutral.platform.size_law,
                speed_heterogeneity: neutral.platform.speed_heterogeneity,
                ..Platform::default()
            };
            for group in &mut neutral.platform.clusters {
                group.link_mbps = 1000.0;
            }
            neutral.workload.set_communication(Communication::NONE);
        }
        if self.queue != Queue::Conservative {
            neutral.reservations = Scenario::default().reservations;
        }
        let (estimates, factor) = neutral.workload.estimates_mut();
        if !self.estimates {
            *estimates = Estimates::Exact;
        }
        if matches!(estimates, Estimates::Exact | Estimates::Requested) {
            *factor = Synthetic::default().estimate_factor;
        }
        neutral
    }
}

#[cfg(test)]
mod tests;
