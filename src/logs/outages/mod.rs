//! Outages of nodes from a file: a table of ours (CSV), Slurm's `sacctmgr show event -P`, or the table `event_trace` of the Failure Trace
//! Archive, which the Grid Workloads Archive also uses.
//!
//! The first line names the columns, and so tells the format. Times become seconds after the beginning of the run: of the time that is
//! given, else of the earliest time in the file. Rows of single nodes that are out at the same times become one outage.
//!
//! | file | cluster | nodes | kind |
//! | --- | --- | --- | --- |
//! | CSV: `at,until` and optionally `cluster`, `nodes`, `kind`, in any order | number, from 0 | number; all if empty | name; failure if empty |
//! | Slurm: `Cluster`, `NodeName`, `TimeStart`, `TimeEnd`, `State` | names in order of their first rows | one a row | `DRAIN…`: drain, `MAINT…`: maintenance, `DOWN…`, `FAIL…`, `ERROR…`: failure; rows of other states, without a node or an end are left out |
//! | FTA: `platform_id`, `event_type`, `event_start_time`, `event_end_time` (tabs) | ids in order of their first rows | one a row | failure if `event_type` is 0 (unavailable); other rows are left out |

mod table;

use crate::base::problem::Problem;
use crate::platform::OutageKind;
use std::collections::BTreeMap;
use std::io::BufRead;
use table::{Format, Table};

/// Longest line \[bytes\].
const LONGEST: u64 = 65_536;
/// Maximum number of rows.
const MOST_ROWS: usize = 10_000_000;

/// An outage in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// Beginning \[s\].
    pub at_s: f64,
    /// End \[s\].
    pub until_s: f64,
    /// Index of the cluster.
    pub cluster: u32,
    /// Number of nodes; `None` for all nodes of the cluster.
    pub nodes: Option<u32>,
    /// Kind of outage.
    pub kind: OutageKind,
}

/// The outages of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OutageLog {
    /// In order of their beginnings.
    pub outages: Vec<Recorded>,
    /// Names of the clusters in the file, in order of their first rows; empty for files with numbers.
    pub clusters: Vec<String>,
    /// Number of rows that are no outage: other states, no node, no end.
    pub left_out: u64,
}

/// True if a first line is the header of such a file.
pub fn is_header(line: &str) -> bool {
    Format::of(line).is_some()
}

/// Reads a file. `name` is its name for messages. `from` is the beginning of the run, as Slurm prints times or in seconds since 1970; without
/// it, the earliest time in the file (in a CSV file, 0).
///
/// # Errors
/// The file cannot be read, has no such header, or a line that is no outage.
pub fn read(name: &str, mut file: impl BufRead, from: Option<&str>) -> Result<OutageLog, Problem> {
    let mut line = String::new();
    let allowed = "a table with the columns at, until (CSV), NodeName, TimeStart, TimeEnd, State (sacctmgr show event -P), or \
                   event_type, event_start_time, event_end_time (Failure Trace Archive)";
    next_line(name, 1, &mut file, &mut line)?;
    let header = line.trim_end_matches(['\r', '\n']).trim_start_matches('\u{feff}');
    let mut table = Table::new(name, header, from)?.ok_or_else(|| {
        let wrong = match header.is_empty() {
            true => "is empty".to_owned(),
            false => format!("begins with \"{}\", which names no columns of outages", table::short(header)),
        };
        Problem::new(name, wrong, allowed, "Keep the header of the file, or write one")
    })?;
    let mut number = 1;
    while next_line(name, number + 1, &mut file, &mut line)? {
        number += 1;
        if number > MOST_ROWS {
            return Err(Problem::new(
                name,
                "has too many lines",
                format!("at most {MOST_ROWS} lines"),
                "Take a shorter part of the file",
            ));
        }
        let text = line.trim_end_matches(['\r', '\n']);
        if !text.trim().is_empty() && !text.starts_with('#') {
            table.add(number, text)?;
        }
    }
    let zero_s = table.zero_s();
    let mut counts: BTreeMap<(u64, u64, u32, usize), u32> = BTreeMap::new();
    let mut outages = Vec::new();
    let kind_of = |kind: OutageKind| OutageKind::ALL.iter().position(|own| *own == kind).unwrap_or(0);
    for (line, row) in &table.rows {
        let own = Recorded { at_s: row.at_s - zero_s, until_s: row.until_s - zero_s, ..row.clone() };
        if own.until_s <= 0.0 {
            table.left_out += 1;
            continue;
        }
        let own = Recorded { at_s: own.at_s.max(0.0), ..own };
        if own.until_s <= own.at_s {
            return Err(table.problem(
                *line,
                "ends",
                &own.until_s.to_string(),
                "a time after the beginning of the outage",
            ));
        }
        match own.nodes.filter(|_| table.format != Format::Csv) {
            Some(nodes) => {
                let key = (own.at_s.to_bits(), own.until_s.to_bits(), own.cluster, kind_of(own.kind));
                *counts.entry(key).or_default() += nodes;
            }
            None => outages.push(own),
        }
    }
    outages.extend(counts.into_iter().map(|((at, until, cluster, kind), nodes)| Recorded {
        at_s: f64::from_bits(at),
        until_s: f64::from_bits(until),
        cluster,
        nodes: Some(nodes),
        kind: OutageKind::ALL[kind],
    }));
    outages.sort_by(|a, b| a.at_s.total_cmp(&b.at_s));
    if outages.is_empty() {
        return Err(Problem::new(
            name,
            "has no outage",
            "at least one line with nodes that are out",
            "Check the period of the file and the beginning of the run",
        ));
    }
    Ok(OutageLog { outages, clusters: table.clusters, left_out: table.left_out })
}

/// Reads a line. False at the end of the file.
fn next_line(name: &str, number: usize, file: &mut impl BufRead, line: &mut String) -> Result<bool, Problem> {
    line.clear();
    let mut bytes = Vec::new();
    let read = std::io::Read::take(&mut *file, LONGEST).read_until(b'\n', &mut bytes);
    let count = read.map_err(|error| {
        let wrong = format!("cannot be read: {error}");
        Problem::new(name, wrong, "a text file", "Check that the file is whole and readable")
    })?;
    if bytes.len() as u64 >= LONGEST {
        return Err(Problem::new(
            format!("{name}: line {number}"),
            "is too long",
            format!("at most {LONGEST} bytes"),
            "Check that the file is a table of outages",
        ));
    }
    line.push_str(&String::from_utf8_lossy(&bytes));
    Ok(count > 0)
}

#[cfg(test)]
mod tests;
