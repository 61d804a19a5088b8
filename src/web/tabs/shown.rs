//! The shown part of an experiment: its point and its replication. Gantt chart, machine and comparison each have one.

use crate::chart::curve::results;
use crate::chart::view::usual_point;
use crate::experiment::{Plan, is_drawn, is_sample};
use std::rc::Rc;

/// Maximum number of points to choose from.
const MOST_POINTS: usize = 500;

/// An experiment with the indices of the shown point and replication.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    plan: Option<Rc<Plan>>,
    /// Index of the point.
    pub point: usize,
    /// Index of the replication, from 0.
    pub replication: u32,
}

impl Shown {
    /// Sets the experiment, which may be the same again. The point stays if the experiment has as many points as the one before, the
    /// replication if the experiment has one with this index.
    pub fn set_plan(&mut self, plan: &Rc<Plan>) {
        if self.plan.as_ref().map(|old| old.points().len()) != Some(plan.points().len()) {
            self.point = usual_point(plan);
        }
        let last = plan.scenario().experiment.replications.saturating_sub(1);
        self.replication = self.replication.min(last);
        self.plan = Some(plan.clone());
    }

    /// Shows what a link names, otherwise the defaults.
    pub fn follow(&mut self, point: Option<u64>, replication: Option<u64>) {
        self.point = point.map_or(self.usual_point(), |point| point as usize);
        self.replication = replication.unwrap_or(0) as u32;
    }

    /// Point and replication for a link, where they differ from the defaults.
    pub fn chosen(&self) -> (Option<u64>, Option<u64>) {
        let point = Some(self.point as u64).filter(|_| self.point != self.usual_point());
        (point, Some(u64::from(self.replication)).filter(|own| *own > 0))
    }

    fn usual_point(&self) -> usize {
        self.plan.as_deref().map_or(0, usual_point)
    }

    /// The experiment.
    pub fn plan(&self) -> Option<&Rc<Plan>> {
        self.plan.as_ref()
    }

    /// The points to choose from, in words: "BSBW 300 Mbps".
    pub fn points(&self) -> Vec<String> {
        let Some(plan) = &self.plan else { return Vec::new() };
        let points = plan.points().iter().take(MOST_POINTS);
        points.map(|point| results::words(plan.scenario(), &point.parameters)).collect()
    }

    /// The replications to choose from, from 1. There is one if all would have the same jobs.
    pub fn replications(&self) -> Vec<String> {
        let scenario = self.plan.as_ref().map(|plan| plan.scenario()).filter(|own| is_sample(own));
        let most = scenario.map_or(1, |own| own.experiment.replications);
        (1..=most).map(|number| number.to_string()).collect()
    }

    /// Index of the task of a scheduler.
    pub fn task(&self, scheduler: usize) -> Option<usize> {
        self.plan.as_ref()?.task_of(self.point, scheduler, self.replication)
    }

    /// Name of the run of a scheduler: "First-fit at BSBW 300 Mbps, replication 1".
    pub fn title(&self, scheduler: usize) -> String {
        let Some(plan) = &self.plan else {
            return String::new();
        };
        let name = results::label_of(plan, scheduler);
        let point = plan.points().get(self.point);
        let point = point.map(|point| results::words(plan.scenario(), &point.parameters));
        let at = point.filter(|point| !point.is_empty()).map_or_else(String::new, |point| format!(" at {point}"));
        match is_drawn(plan.scenario()) {
            true => format!("{name}{at}, replication {}", self.replication + 1),
            false => name + &at,
        }
    }
}
