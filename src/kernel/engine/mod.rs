//! The engine: one event loop for every model.
//!
//! A running job is a fraction of work left and the run time of the whole job at the current rate. Changes of the
//! network update the rates of the jobs concerned and move their ends. **Order of events**: by time. At one instant,
//! first all ends (by job id), then all arrivals (by job id), then the scheduler starts jobs until it has no more to
//! start, then the network is settled. The order is total, so a scenario has exactly one history. (With [`Pass::Event`]
//! the scheduler starts jobs after every single event, for comparison with simulators that do so.)

mod observer;
mod simulation;

pub use observer::Observer;
pub use simulation::{Overrun, Pass, Progress, Running, Simulation};
