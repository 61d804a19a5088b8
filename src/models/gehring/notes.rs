//! What the meta-scheduler saw in its rounds: the surface of every machine before it planned. Noted for those who ask; nobody
//! else pays for it. Without control there are no surfaces to be seen, and nothing is noted.

use super::surface::Step;
use serde::{Deserialize, Serialize};

/// A round in which something was planned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// When \[s\].
    pub time_s: f64,
    /// How many requests were planned.
    pub planned: u32,
    /// The surface of every machine as it was before, from then on.
    pub surfaces: Vec<Vec<Step>>,
}

/// Asks for the rounds.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// Whether somebody asks.
    pub wanted: bool,
    /// Those that nobody has taken yet, in order of time.
    pub rounds: Vec<Round>,
}
