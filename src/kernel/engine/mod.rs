//! The engine: one event loop for every model.
//!
//! The state of a running job is the fraction of its work that is left, and the run time of the whole job at the
//! current rate. When link shares change, the rates and ends of the affected jobs are updated. **Order of events**: by
//! time. At one instant, first all ends (by job id), then all arrivals (by job id), then the scheduler starts jobs
//! until no more jobs can start, then the link shares are updated. No two events have the same place in this order, so
//! a scenario has exactly one history. (With [`Pass::Event`] the scheduler starts jobs after every single event, for
//! comparison with simulators that do so.)

mod observer;
mod simulation;

pub use observer::Observer;
pub use simulation::{Overrun, Pass, Progress, Running, Simulation};
