//! Outages of nodes from a dropped file.

use crate::base::problem::Problems;
use crate::logs::outages;
use crate::scenario::{Checked, of_outages};
use crate::words::number;

/// The scenario with the outages of a file in place of its own, and a sentence about them.
///
/// # Errors
/// The file has a wrong line, or its outages do not suit the clusters.
pub fn put(scenario: &Checked, name: &str, text: &str) -> Result<(Checked, String), Problems> {
    let own = outages::read(name, text.as_bytes(), None)?;
    let scenario = scenario.with("platform.events", &of_outages::events(name, &own.outages)?)?;
    let outages = number::counted(own.outages.len() as u64, "outage");
    let left_out = match own.left_out {
        0 => String::new(),
        left_out => format!("; {} left out", number::counted(left_out, "line")),
    };
    let begin = if own.clusters.is_empty() { "" } else { " The run begins at the earliest time of the file." };
    Ok((scenario, format!("{name}: {outages} of nodes{left_out}.{begin}")))
}

/// True if a file that begins so is a table of outages.
pub fn is_such(start: &str) -> bool {
    outages::is_header(start.lines().next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    #[test]
    fn a_table_replaces_the_outages() {
        let scenario =
            Scenario::from_json(r#"{"platform": {"clusters": [{"nodes": 8}]}, "schedulers": ["no-share"]}"#).unwrap();
        let text = "at,until,nodes,kind\n60,90,2,drain\n";
        assert!(is_such(text) && !is_such("; Version: 2.2\n") && !is_such("JobID|State|TimeEnd\n"));
        let (put, words) = super::put(&scenario, "own.csv", text).unwrap();
        assert_eq!((put.platform.events[0].at, put.platform.events[0].nodes), (60.0, Some(2)));
        assert!(words.starts_with("own.csv: 1 outage of nodes."), "{words}");
        let problem = super::put(&scenario, "own.csv", "at,until,nodes\n60,90,9\n").unwrap_err().to_string();
        assert!(problem.contains("platform.events.0.nodes is 9, but cluster 0 has 8 nodes"), "{problem}");
    }
}
