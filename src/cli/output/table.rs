//! Tables and documents on the terminal, and JSON flattened to a table.

use crate::cli::session::Terminal;
use crate::cli::session::terminal::{BOLD, YELLOW, painted};
use crate::export::table::{Document, Table};
use serde_json::Value;

/// Gap between two columns.
const GAP: &str = "  ";

/// The word for a run whose queue grew without bound.
pub const UNSTABLE: &str = "unstable";

/// Text of a document: titles in bold, an empty line before each table and before the notes.
pub fn text(document: &Document, terminal: Terminal) -> String {
    let fit = |words: &String| terminal.fit(words, 0);
    let bold = |words: &String| fit(words).into_iter().map(|row| painted(&row, BOLD, terminal.colours));
    let mut lines: Vec<String> = bold(&document.headline).collect();
    lines.extend(document.about.iter().flat_map(fit));
    for table in &document.tables {
        lines.push(String::new());
        if !table.title.is_empty() {
            lines.extend(bold(&table.title));
        }
        lines.extend(aligned(table, terminal));
    }
    if !document.notes.is_empty() {
        lines.push(String::new());
        lines.extend(document.notes.iter().flat_map(fit));
    }
    lines.join("\n") + "\n"
}

/// The lines of a table in which columns are aligned. The first column is aligned at the left. If the columns do not
/// fit side by side, the others follow below, with the first column repeated.
pub fn aligned(table: &Table, terminal: Terminal) -> Vec<String> {
    let rows: Vec<&Vec<String>> = std::iter::once(&table.heads).chain(&table.rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table.heads.len()).map(width).collect();
    let line = |row: &Vec<String>, block: &[usize]| {
        let cells = block.iter().map(|&column| match (row[column].as_str(), widths[column]) {
            (cell, width) if column == 0 => format!("{cell:<width$}"),
            (cell, _) if cell == UNSTABLE => painted(cell, YELLOW, terminal.colours),
            (cell, width) => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join(GAP).trim_end().to_owned()
    };
    let mut lines = Vec::new();
    for block in blocks(&widths, terminal.width) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(rows.iter().map(|row| line(row, &block)));
    }
    lines
}

/// Divides the columns into groups that fit side by side in `room` characters. Each group has the first column of the
/// table and at least one more column.
fn blocks(widths: &[usize], room: Option<usize>) -> Vec<Vec<usize>> {
    let (Some(room), Some(first)) = (room, widths.first()) else {
        return vec![(0..widths.len()).collect()];
    };
    let mut blocks = vec![vec![0]];
    let mut taken = *first;
    for (column, width) in widths.iter().enumerate().skip(1) {
        let wanted = GAP.len() + width;
        match blocks.last_mut() {
            Some(block) if taken + wanted <= room || block.len() == 1 => {
                block.push(column);
                taken += wanted;
            }
            _ => {
                blocks.push(vec![0, column]);
                taken = first + wanted;
            }
        }
    }
    blocks
}

/// Converts JSON to a table with the columns path and value; paths are such as "sizes.mean", "runtime_bins.≤ 1 min".
pub fn flattened(document: &Value) -> Table {
    let mut rows = Vec::new();
    add_rows("", document, &mut rows);
    Table::new(["statistic".to_owned(), "value".to_owned()], rows)
}

fn add_rows(place: &str, value: &Value, rows: &mut Vec<[String; 2]>) {
    let below = |name: &str| match place {
        "" => name.to_owned(),
        _ => format!("{place}.{name}"),
    };
    match value {
        Value::Object(map) => match (map.get("label"), map.get("count")) {
            (Some(_), Some(count)) => add_rows(place, count, rows),
            _ => map.iter().for_each(|(name, own)| add_rows(&below(name), own, rows)),
        },
        Value::Array(list) => {
            for (at, own) in list.iter().enumerate() {
                let label = own.get("label").and_then(Value::as_str);
                let name = label.map_or_else(|| at.to_string(), str::to_owned);
                add_rows(&below(&name), own, rows);
            }
        }
        Value::Null => rows.push([place.to_owned(), String::new()]),
        Value::String(text) => rows.push([place.to_owned(), text.clone()]),
        other => rows.push([place.to_owned(), other.to_string()]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_wide_for_a_terminal_goes_on_below() {
        let table = Table::new(["scheduler", "wait", "turnaround", "digest"], [["b3", "12.5", "100.0", "00ff"]]);
        let within = |width| {
            let terminal = Terminal { width, ..Terminal::PLAIN };
            aligned(&table, terminal)
        };
        let whole = ["scheduler  wait  turnaround  digest", "b3         12.5       100.0    00ff"];
        assert_eq!(within(None), whole);
        assert_eq!(within(Some(35)), whole);
        assert_eq!(
            within(Some(34)),
            [
                "scheduler  wait  turnaround",
                "b3         12.5       100.0",
                "",
                "scheduler  digest",
                "b3           00ff"
            ]
        );
        // The terminal is narrower than any two columns, so each block has one column besides the first.
        assert_eq!(within(Some(1)).len(), 3 * 3 - 1);
    }
}
