//! The description of a queue order, and how it is made.

use super::settings::Given;
use crate::base::problem::Problem;
use crate::platform::Platform;
use crate::scheduler::order::Order;

/// The description of an order of waiting jobs.
pub struct OrderInfo {
    /// The order's name in JSON: "fcfs".
    pub name: &'static str,
    /// The order's label: "FCFS".
    pub label: &'static str,
    /// The help text, one sentence.
    pub help: &'static str,
    /// The queue's settings that the order reads.
    pub settings: &'static [&'static str],
    /// True if the order uses estimates of run times.
    pub reads_estimates: bool,
    /// Finds contradictions between the settings of the queue that is at a path of the scenario ("queue",
    /// "schedulers.2.queue").
    pub check: fn(&Given, &str) -> Vec<Problem>,
    /// Makes the order for a platform.
    pub build: BuildOrder,
}

/// The function that makes a queue order from settings and platform.
pub type BuildOrder = fn(&Given, &Platform) -> Result<Order, Problem>;

impl OrderInfo {
    /// An order without settings, made from its name, label, help and constructor. Struct update fills in the other
    /// fields.
    pub const fn new([name, label, help]: [&'static str; 3], build: BuildOrder) -> OrderInfo {
        OrderInfo { name, label, help, settings: &[], reads_estimates: false, check: |_, _| Vec::new(), build }
    }

    /// Like [`new`](OrderInfo::new), for an order that uses estimates of run times.
    pub const fn by_estimates(names: [&'static str; 3], build: BuildOrder) -> OrderInfo {
        OrderInfo { reads_estimates: true, ..OrderInfo::new(names, build) }
    }
}

/// An order of the registry.
#[derive(Clone, Copy)]
pub struct QueueOrder(pub &'static OrderInfo);

impl QueueOrder {
    /// The order's description.
    pub const fn info(self) -> &'static OrderInfo {
        self.0
    }

    /// The order's name in JSON.
    pub const fn name(self) -> &'static str {
        self.0.name
    }
}

impl PartialEq for QueueOrder {
    fn eq(&self, other: &QueueOrder) -> bool {
        self.name() == other.name()
    }
}

impl Eq for QueueOrder {}

impl std::fmt::Debug for QueueOrder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::fmt::Display for QueueOrder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
