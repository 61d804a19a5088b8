//! The engine: one event loop for every model.
//!
//! A running job is a fraction of work left and the run time that the whole would take at the present rate; whatever
//! changes the network re-rates the jobs it touches and moves their ends. **Order of events**: by time; at one instant
//! first all ends (in order of job id), then all arrivals (likewise), then the scheduler starts jobs until it has no
//! more to start, then the network is settled. The order is total, so a scenario has one history. ([`Pass::Event`] lets the
//! scheduler start jobs after every single event, for comparison with simulators that do so.)

mod observer;
mod simulation;

pub use observer::Observer;
pub use simulation::{Overrun, Pass, Progress, Running, Simulation};
