//! The planners of the meta-scheduler (G §5.1), and its control over the machines (G §5.3).

use super::rounds::Trigger;
use super::settings::{AspOrder, FfihRoom, RoundSurface};

/// The method of planning waiting requests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Planner {
    /// Plans at the earliest time from which enough processors stay free.
    Fcfs,
    /// Plans at the time that gives the earliest end. A later start may give an earlier end, since the request may then
    /// fit onto fewer machines.
    FcfsStar,
    /// Plans the request with the smallest resource demand first.
    Ffih {
        /// The requests that are planned when the first can start, where the metacomputer plans at every event.
        room: FfihRoom,
    },
    /// Starts as many requests as possible now. An asynchronous request gets at least the share α of the processors
    /// that it asks for.
    Asp {
        /// The least share α.
        alpha: f64,
        /// The order in which requests are started.
        order: AspOrder,
    },
    /// ASP with equal shares: starts requests in order of submission, until one does not fit. An asynchronous request gets
    /// an equal share of the free processors, but at least the share α of the processors that it asks for.
    EqualAsp {
        /// The least share α.
        alpha: f64,
    },
}

/// The control over the machines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Control {
    /// True if local requests go directly to their own machines, not through the metacomputer.
    pub local_queues: bool,
    /// The times at which meta requests are planned.
    pub trigger: Trigger,
    /// The part of the machines' surfaces on which meta requests are planned.
    pub view: View,
}

/// The part of the machines' surfaces on which meta requests are planned; by default the whole surfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct View {
    /// Surfaces with their steps, or a flat line above the highest step.
    pub surface: RoundSurface,
    /// Share of its processors that each machine does not show.
    pub kept_share: f64,
}
