//! Results as lines of JSON: an object per point and scheduler, for programs that read them one by one.

use crate::cli::printed::made_by::MadeBy;
use crate::experiment::Results;
use serde_json::Value;
use std::io::{self, Write};

/// Writes the lines. Each has what is of its scheduler at its point as the results' JSON has it, behind the parameters of the point and what holds
/// for all lines; at its end what made it, if that is wanted.
///
/// # Errors
/// If `out` fails.
pub fn write(mut out: &mut dyn Write, results: &Results, made_by: Option<&MadeBy>) -> io::Result<()> {
    for point in &results.points {
        for run in &point.results {
            let mut line = serde_json::Map::new();
            let mut put = |name: &str, value: Value| line.insert(name.to_owned(), value);
            put("engine_version", results.engine_version.into());
            put("scenario_digest", results.scenario_digest.as_str().into());
            put("parameters", point.parameters.clone().into());
            if let Value::Object(own) = serde_json::to_value(run)? {
                line.extend(own);
            }
            let more = made_by.into_iter().flat_map(MadeBy::columns);
            line.extend(more.map(|(name, cell)| (name.to_owned(), cell)));
            serde_json::to_writer(&mut out, &line)?;
            writeln!(out)?;
        }
    }
    Ok(())
}
