//! What an order of the queue is and reads, and how it is made.

use super::settings::Given;
use crate::base::problem::Problem;
use crate::platform::Platform;
use crate::scheduler::order::Order;

/// An order in which waiting jobs stand.
pub struct OrderInfo {
    /// The name in JSON: "fcfs".
    pub name: &'static str,
    /// The name for people: "FCFS".
    pub label: &'static str,
    /// One sentence.
    pub help: &'static str,
    /// The settings of a queue that it reads.
    pub settings: &'static [&'static str],
    /// Whether it goes by the estimates of run times.
    pub reads_estimates: bool,
    /// What is wrong where several settings of the queue at a place ("queue", "schedulers.2.queue") must agree.
    pub check: fn(&Given, &str) -> Vec<Problem>,
    /// Makes the order with these settings on a platform.
    pub build: BuildOrder,
}

/// Makes an order.
pub type BuildOrder = fn(&Given, &Platform) -> Result<Order, Problem>;

impl OrderInfo {
    /// An order without settings, by its names in JSON and for people, its help and what makes it; what else there is to say of it, by struct
    /// update.
    pub const fn new([name, label, help]: [&'static str; 3], build: BuildOrder) -> OrderInfo {
        OrderInfo { name, label, help, settings: &[], reads_estimates: false, check: |_, _| Vec::new(), build }
    }

    /// [`new`](OrderInfo::new) for one that goes by the estimates of run times.
    pub const fn by_estimates(names: [&'static str; 3], build: BuildOrder) -> OrderInfo {
        OrderInfo { reads_estimates: true, ..OrderInfo::new(names, build) }
    }
}

/// An order of the registry.
#[derive(Clone, Copy)]
pub struct QueueOrder(pub &'static OrderInfo);

impl QueueOrder {
    /// What it is and reads.
    pub const fn info(self) -> &'static OrderInfo {
        self.0
    }

    /// The name in JSON.
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
