//! Comma-separated values, quoted as in RFC 4180, with line feeds as line ends.
//!
//! [`results`] turns the JSON of an experiment's results into one table: a row per point and scheduler, a column per
//! swept parameter and per number. Nested values get dotted names: `wait_quantiles_s.p90`, `cluster_utilisation.0`.

use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// A cell, in quotes if it needs them.
pub fn quoted(cell: &str) -> Cow<'_, str> {
    if cell.contains(['"', ',', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", cell.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(cell)
    }
}

/// Writes one row.
///
/// # Errors
/// If `out` fails.
pub fn row<'a>(out: &mut dyn Write, cells: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
    for (i, cell) in cells.into_iter().enumerate() {
        if i > 0 {
            out.write_all(b",")?;
        }
        out.write_all(quoted(cell).as_bytes())?;
    }
    out.write_all(b"\n")
}

/// Writes the results of an experiment as a table: header, then a row per point and scheduler, in their order. Columns:
/// the parameters of the points, the scheduler and its numbers, and what holds for all rows (engine version, digest of
/// the scenario). What a row does not have is empty.
///
/// # Errors
/// If `out` fails.
pub fn results(out: &mut dyn Write, results: &Value) -> io::Result<()> {
    let mut table = Table::default();
    let whole: Vec<(&String, &Value)> = results
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(_, value)| !value.is_array() && !value.is_object())
        .collect();
    let list = |value: &'_ Value, name: &str| match value.get(name) {
        Some(Value::Array(items)) => items.clone(),
        _ => Vec::new(),
    };
    for point in list(results, "points") {
        for result in list(&point, "results") {
            table.begin_row();
            if let Some(parameters) = point.get("parameters") {
                table.put(Part::Parameters, String::new(), parameters);
            }
            table.put(Part::Result, String::new(), &result);
            for (name, value) in &whole {
                table.put(Part::Whole, (*name).clone(), value);
            }
        }
    }
    table.write(out)
}

/// Groups of columns, from left to right; a name may occur in more than one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Parameters,
    Result,
    Whole,
}

/// Rows whose columns turn up as they are filled.
#[derive(Debug, Default)]
struct Table {
    /// Columns in order of appearance, and whether any row had a value there.
    columns: Vec<(Part, String, bool)>,
    index: BTreeMap<(Part, String), usize>,
    rows: Vec<Vec<Option<String>>>,
}

impl Table {
    fn begin_row(&mut self) {
        self.rows.push(Vec::new());
    }

    /// Puts a value, or all values in it, into the last row.
    fn put(&mut self, part: Part, name: String, value: &Value) {
        let below = |inner: &str| match name.as_str() {
            "" => inner.to_owned(),
            name => format!("{name}.{inner}"),
        };
        match value {
            Value::Object(map) => {
                for (inner, value) in map {
                    self.put(part, below(inner), value);
                }
            }
            Value::Array(items) => {
                for (i, value) in items.iter().enumerate() {
                    self.put(part, below(&i.to_string()), value);
                }
            }
            Value::Null => self.cell(part, name, None),
            Value::String(text) => self.cell(part, name, Some(text.clone())),
            Value::Bool(_) | Value::Number(_) => self.cell(part, name, Some(value.to_string())),
        }
    }

    fn cell(&mut self, part: Part, name: String, text: Option<String>) {
        let next = self.columns.len();
        let at = *self
            .index
            .entry((part, name))
            .or_insert_with_key(|(part, name)| {
                self.columns.push((*part, name.clone(), false));
                next
            });
        if let Some(column) = self.columns.get_mut(at) {
            column.2 |= text.is_some();
        }
        if let Some(row) = self.rows.last_mut() {
            row.resize(row.len().max(at + 1), None);
            row[at] = text;
        }
    }

    /// Whether a column is empty because there is nothing where other rows have several values.
    fn is_void(&self, (part, name, filled): &(Part, String, bool)) -> bool {
        let begins = (*part, format!("{name}."));
        let inner = self.index.range(begins.clone()..).next();
        !filled && inner.is_some_and(|((p, n), _)| *p == begins.0 && n.starts_with(&begins.1))
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut order: Vec<usize> = (0..self.columns.len())
            .filter(|&at| !self.is_void(&self.columns[at]))
            .collect();
        order.sort_by_key(|&at| self.columns[at].0);
        row(out, order.iter().map(|&at| self.columns[at].1.as_str()))?;
        for cells in &self.rows {
            let cell = |&at: &usize| cells.get(at).and_then(Option::as_deref).unwrap_or("");
            row(out, order.iter().map(cell))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn table(value: &Value) -> String {
        let mut out = Vec::new();
        results(&mut out, value).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_row_per_point_and_scheduler() {
        let value = json!({
            "engine_version": 1, "scenario_digest": "00ff",
            "points": [
                { "parameters": { "workload.bsbw_mbps": 200 }, "results": [
                    { "scheduler": "first-fit", "mean_turnaround_s": 1087.25, "unstable": false, "ci": null,
                      "utilisation": [0.5, 0.25], "paired": null },
                    { "scheduler": "b3 (chunk 0.85, lslt 1)", "mean_turnaround_s": 1e21, "unstable": true, "ci": null,
                      "utilisation": [0.5], "paired": { "versus": "the \"other\"" } },
                ] },
                { "parameters": { "workload.bsbw_mbps": 300, "mean_turnaround_s": 7 }, "results": [
                    { "scheduler": "ideal", "new": 3 },
                ] },
            ],
        });
        assert_eq!(
            table(&value),
            "workload.bsbw_mbps,mean_turnaround_s,scheduler,mean_turnaround_s,unstable,ci,utilisation.0,utilisation.1,\
             paired.versus,new,engine_version,scenario_digest\n\
             200,,first-fit,1087.25,false,,0.5,0.25,,,1,00ff\n\
             200,,\"b3 (chunk 0.85, lslt 1)\",1e+21,true,,0.5,,\"the \"\"other\"\"\",,1,00ff\n\
             300,7,ideal,,,,,,,3,1,00ff\n"
        );
    }

    #[test]
    fn nothing_gives_an_empty_header() {
        assert_eq!(table(&json!({ "engine_version": 1, "points": [] })), "\n");
        assert_eq!(table(&json!(3)), "\n");
    }

    /// Reads CSV, slow and obvious.
    fn read(text: &str) -> Vec<Vec<String>> {
        let (mut rows, mut cells, mut cell, mut inside) = (vec![], vec![], String::new(), false);
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '"' if inside && chars.peek() == Some(&'"') => {
                    cell.push('"');
                    chars.next();
                }
                '"' => inside = !inside,
                ',' if !inside => cells.push(std::mem::take(&mut cell)),
                '\n' if !inside => {
                    cells.push(std::mem::take(&mut cell));
                    rows.push(std::mem::take(&mut cells));
                }
                c => cell.push(c),
            }
        }
        rows
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(
            rows in prop::collection::vec(prop::collection::vec("[a-z\",\n\r ;é]{0,6}", 1..5), 0..5))
        {
            let mut out = Vec::new();
            for cells in &rows {
                row(&mut out, cells.iter().map(String::as_str)).unwrap();
            }
            prop_assert_eq!(read(std::str::from_utf8(&out).unwrap()), rows);
        }
    }
}
