//! Outages of a file as a part of a scenario.

use crate::base::problem::Problem;
use crate::logs::outages::Recorded;
use crate::scenario::platform::MOST_EVENTS;
use crate::words::number::exact;
use serde_json::{Value, json};

/// The JSON of `platform.events` for the outages of the file `name`.
///
/// # Errors
/// There are more outages than a scenario may have.
pub fn events(name: &str, outages: &[Recorded]) -> Result<Value, Problem> {
    if outages.len() > MOST_EVENTS {
        return Err(Problem::new(
            name,
            format!("has {} outages", exact(outages.len() as f64)),
            format!("at most {}", exact(MOST_EVENTS as f64)),
            "Take the part of the file in which jobs arrive",
        ));
    }
    let event = |own: &Recorded| {
        let mut event =
            json!({ "at": own.at_s, "until": own.until_s, "cluster": own.cluster, "kind": own.kind.name() });
        if let Some(nodes) = own.nodes {
            event["nodes"] = nodes.into();
        }
        event
    };
    Ok(outages.iter().map(event).collect())
}
