//! Comma-separated values, quoted as in RFC 4180, with line feeds as line ends.
//!
//! No cell is a formula of a spreadsheet: a text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return gets an
//! apostrophe in front, unless it is a number. A text that begins with apostrophes before such a character gets one more,
//! so that a reader restores every text by removing one apostrophe (`_plain` in python/metasched/_jobs.py).
//!
//! [`results`] turns the JSON of an experiment's results into one table: a row per point and scheduler, a column per
//! swept parameter and per number. Nested values get names with dots: `wait_quantiles_s.p90`, `cluster_utilisation.0`.

use crate::experiment::measure::Measure;
use crate::experiment::{Against, Point, Results};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// A writer of rows. It returns errors of the output, such as a full disk. (The conversion of the csv crate hides
/// them.)
#[derive(Debug)]
pub struct Writer<W: Write>(::csv::Writer<W>);

impl<W: Write> Writer<W> {
    /// A writer to `out`.
    pub fn new(out: W) -> Writer<W> {
        Writer(::csv::Writer::from_writer(out))
    }

    /// Writes a whole row.
    ///
    /// # Errors
    /// If writing fails.
    pub fn row<T: AsRef<[u8]>>(&mut self, cells: impl IntoIterator<Item = T>) -> io::Result<()> {
        cells.into_iter().try_for_each(|text| self.bytes(text.as_ref()))?;
        self.end()
    }

    /// Writes one cell of a row; [`end`](Writer::end) ends the row.
    ///
    /// # Errors
    /// If writing fails.
    pub fn cell(&mut self, text: &str) -> io::Result<()> {
        self.bytes(text.as_bytes())
    }

    fn bytes(&mut self, text: &[u8]) -> io::Result<()> {
        self.0.write_field(no_formula(text)).map_err(of_output)
    }

    /// Ends a row that was written cell by cell.
    ///
    /// # Errors
    /// If writing fails.
    pub fn end(&mut self) -> io::Result<()> {
        self.0.write_record(None::<&[u8]>).map_err(of_output)
    }

    /// Writes buffered data.
    ///
    /// # Errors
    /// If writing fails.
    pub fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }

    /// Writes buffered data and returns the output.
    ///
    /// # Errors
    /// If writing fails.
    pub fn into_inner(self) -> io::Result<W> {
        self.0.into_inner().map_err(|error| error.into_error())
    }
}

/// Text of a cell that no spreadsheet reads as a formula.
fn no_formula(text: &[u8]) -> Cow<'_, [u8]> {
    let first = text.iter().find(|&&c| c != b'\'');
    let is_number = || std::str::from_utf8(text).is_ok_and(|text| text.parse::<f64>().is_ok());
    match first {
        Some(b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r') if !is_number() => [b"'", text].concat().into(),
        _ => text.into(),
    }
}

fn of_output(error: ::csv::Error) -> io::Error {
    match error.into_kind() {
        ::csv::ErrorKind::Io(own) => own,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Writes the results of an experiment as a table: header, then a row per point and scheduler, in order. The columns
/// are the swept parameters, the scheduler, its numbers, and values common to all rows (engine version, digest of the
/// scenario). Cells of missing values are empty. With a measure and a scheduler's name, each row also has its
/// comparison with that scheduler.
///
/// # Errors
/// If writing to `out` fails.
pub fn results(out: &mut dyn Write, results: &Results, compared: Option<(&Measure, &str)>) -> io::Result<()> {
    let points = results.points.iter().map(|point| {
        let mut value = serde_json::to_value(point)?;
        if let Some((measure, with)) = compared {
            add_differences(&mut value, point, measure, with);
        }
        Ok(value)
    });
    table(out, &whole(results)?, points)
}

/// The table of [`results`] with the columns `more` at the end. Their values are the same in all rows.
///
/// # Errors
/// If writing to `out` fails.
pub fn results_with<'n>(
    out: &mut dyn Write,
    results: &Results,
    more: impl IntoIterator<Item = (&'n str, Value)>,
) -> io::Result<()> {
    let mut whole = whole(results)?;
    for (name, cell) in more {
        whole[name] = cell;
    }
    table(out, &whole, results.points.iter().map(serde_json::to_value))
}

/// The values common to all rows.
fn whole(results: &Results) -> serde_json::Result<Value> {
    serde_json::to_value(Results { points: Vec::new(), scenario_digest: results.scenario_digest.clone(), ..*results })
}

/// Adds to each result its comparison with the scheduler of the given name.
fn add_differences(value: &mut Value, point: &Point, measure: &Measure, with: &str) {
    let Some(other) = point.results.iter().find(|own| own.scheduler == with) else {
        return;
    };
    let rows = value.get_mut("results").and_then(Value::as_array_mut);
    for (own, row) in point.results.iter().zip(rows.into_iter().flatten()) {
        let Some(row) = row.as_object_mut() else {
            continue;
        };
        let against = Against::of(own, other, measure);
        let Against { difference, ratio, .. } = against;
        let cells: [(&str, Value); 7] = [
            ("measure", measure.key.into()),
            ("with", with.into()),
            ("difference", difference.mean.into()),
            ("difference_ci95", difference.ci95.into()),
            ("ratio", ratio.mean.into()),
            ("ratio_ci95", ratio.ci95.into()),
            ("words", against.words(measure.better).into()),
        ];
        for (name, cell) in cells {
            row.insert(format!("compared.{name}"), cell);
        }
    }
}

/// Writes the table of results at these points. Points are converted to JSON one at a time. Values in `whole` are the
/// same for all rows: they are repeated in every row, except lists and objects.
fn table(
    out: &mut dyn Write,
    whole: &Value,
    points: impl Iterator<Item = serde_json::Result<Value>> + Clone,
) -> io::Result<()> {
    let whole: Vec<(&String, &Value)> =
        whole.as_object().into_iter().flatten().filter(|(_, value)| !value.is_array() && !value.is_object()).collect();
    let mut columns = Columns::default();
    for point in points.clone() {
        each_row(&point?, &whole, |row| row.iter().for_each(|cell| columns.see(cell)));
    }
    let order = columns.order();
    let mut out = Writer::new(out);
    out.row(order.iter().map(|&at| &columns.names[at].1))?;
    let mut written = Ok(());
    for point in points {
        each_row(&point?, &whole, |cells| {
            let mut texts = vec![String::new(); columns.names.len()];
            for cell in cells {
                if let (Some(&at), Some(text)) = (columns.index.get(&cell.column), &cell.text) {
                    texts[at].clone_from(text);
                }
            }
            if written.is_ok() {
                written = out.row(order.iter().map(|&at| &texts[at]));
            }
        });
    }
    written?;
    out.flush()
}

/// The groups of columns, in the order from left to right. Columns in different groups may have the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Parameters,
    Result,
    Whole,
}

/// A cell in a row of the table.
struct Cell {
    column: (Part, String),
    text: Option<String>,
}

/// Calls `give` with the cells of each row of a point.
fn each_row(point: &Value, whole: &[(&String, &Value)], mut give: impl FnMut(&[Cell])) {
    let results = point.get("results").and_then(Value::as_array);
    for result in results.into_iter().flatten() {
        let mut cells = Vec::new();
        if let Some(parameters) = point.get("parameters") {
            put(&mut cells, Part::Parameters, String::new(), parameters);
        }
        put(&mut cells, Part::Result, String::new(), result);
        for (name, value) in whole {
            put(&mut cells, Part::Whole, (*name).clone(), value);
        }
        give(&cells);
    }
}

/// Adds a cell with the value to the row. For a list or an object, adds a cell for each value inside it.
fn put(cells: &mut Vec<Cell>, part: Part, name: String, value: &Value) {
    let below = |inner: &str| match name.as_str() {
        "" => inner.to_owned(),
        name => format!("{name}.{inner}"),
    };
    let text = match value {
        Value::Object(map) => {
            return map.iter().for_each(|(inner, value)| put(cells, part, below(inner), value));
        }
        Value::Array(items) => {
            return items.iter().enumerate().for_each(|(i, value)| put(cells, part, below(&i.to_string()), value));
        }
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
    };
    cells.push(Cell { column: (part, name), text });
}

/// The columns of all rows that were seen so far.
#[derive(Debug, Default)]
struct Columns {
    /// Columns in order of appearance, each with its name; true if some row has a value in the column.
    names: Vec<(Part, String, bool)>,
    index: BTreeMap<(Part, String), usize>,
}

impl Columns {
    fn see(&mut self, cell: &Cell) {
        let at = self.index.get(&cell.column).copied().unwrap_or_else(|| {
            let (part, name) = cell.column.clone();
            self.names.push((part, name.clone(), false));
            self.index.insert((part, name), self.names.len() - 1);
            self.names.len() - 1
        });
        self.names[at].2 |= cell.text.is_some();
    }

    /// The columns from left to right.
    fn order(&self) -> Vec<usize> {
        let mut filled: Vec<usize> = (0..self.names.len()).filter(|&at| !self.is_void(&self.names[at])).collect();
        filled.sort_by_key(|&at| self.names[at].0);
        filled
    }

    /// True if a column is empty because its values are objects or lists in other rows, whose inner values have their
    /// own columns.
    fn is_void(&self, (part, name, filled): &(Part, String, bool)) -> bool {
        let begins = (*part, format!("{name}."));
        let inner = self.index.range(begins.clone()..).next();
        !filled && inner.is_some_and(|((p, n), _)| *p == begins.0 && n.starts_with(&begins.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{RunResult, measure};
    use serde_json::json;
    use std::sync::Arc;

    fn text(value: &Value) -> String {
        let mut out = Vec::new();
        let points = value.get("points").and_then(Value::as_array);
        let points = points.into_iter().flatten().map(|point| Ok(point.clone()));
        table(&mut out, value, points).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// The waits are 4 and 6 s against 1 and 1 s. The differences are 3 and 5 s, with mean 4 ± 12.706 s; the ratio is
    /// 5.
    #[test]
    fn what_is_compared_has_columns() {
        let run = |name: &str, waits: [f64; 2]| RunResult {
            scheduler: name.to_owned(),
            mean_wait_s: (waits[0] + waits[1]) / 2.0,
            each: waits.map(|mean_wait_s| Some(Arc::new(RunResult { mean_wait_s, ..RunResult::default() }))).into(),
            ..RunResult::default()
        };
        let all = Results {
            engine_version: 3,
            scenario_digest: "00ff".to_owned(),
            points: vec![Arc::new(Point {
                parameters: Default::default(),
                results: vec![run("a", [1.0, 1.0]), run("b", [4.0, 6.0])],
            })],
        };
        let mut out = Vec::new();
        results(&mut out, &all, Some((measure::find("mean_wait_s"), "a"))).unwrap();
        let text = String::from_utf8(out).unwrap();
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        let cell = |row: usize, name: &str| {
            let name = format!("compared.{name}");
            rows[row][rows[0].iter().position(|head| *head == name).unwrap()]
        };
        assert_eq!([cell(2, "measure"), cell(2, "with")], ["mean_wait_s", "a"]);
        assert_eq!([cell(2, "difference"), cell(2, "ratio")], ["4.0", "5.0"]);
        assert_eq!(cell(2, "difference_ci95").parse::<f64>().unwrap(), 12.706);
        assert_eq!([cell(1, "words"), cell(2, "words")], ["equal", "no difference shown"]);
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
            text(&value),
            "workload.bsbw_mbps,mean_turnaround_s,scheduler,mean_turnaround_s,unstable,ci,utilisation.0,utilisation.1,\
             paired.versus,new,engine_version,scenario_digest\n\
             200,,first-fit,1087.25,false,,0.5,0.25,,,1,00ff\n\
             200,,\"b3 (chunk 0.85, lslt 1)\",1e+21,true,,0.5,,\"the \"\"other\"\"\",,1,00ff\n\
             300,7,ideal,,,,,,,3,1,00ff\n"
        );
    }

    #[test]
    fn no_text_is_a_formula_and_numbers_are_left() {
        for (text, written) in [
            ("=1+1", "'=1+1"),
            ("@SUM(1)", "'@SUM(1)"),
            ("-2+3", "'-2+3"),
            ("+cmd", "'+cmd"),
            ("--help", "'--help"),
            ("\t=1", "'\t=1"),
            ("'=1", "\'\'=1"),
            ("-2.5e-3", "-2.5e-3"),
            ("+7", "+7"),
            ("'a=1", "'a=1"),
            ("a=1", "a=1"),
            ("", ""),
        ] {
            assert_eq!(no_formula(text.as_bytes()), written.as_bytes());
        }
    }

    #[test]
    fn nothing_gives_an_empty_header() {
        assert_eq!(text(&json!({ "engine_version": 1, "points": [] })), "\"\"\n");
        assert_eq!(text(&json!(3)), "\"\"\n");
    }
}
