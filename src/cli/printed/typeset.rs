//! The tables of the terminal for papers, notes and spreadsheets: as LaTeX, as Markdown and as comma-separated values.

use crate::base::markdown;
use crate::chart::kit::latex::{comment, escape};
use crate::cli::printed::sections::{self, Rows};
use crate::cli::printed::table;
use crate::experiment::{Plan, Results};
use crate::export::csv;
use crate::workload::swf::Log;
use std::fmt::Write;

/// A `tabular` per point, with rules of the package booktabs; what is not in a table stands in comments.
pub fn latex(headline: &str, plan: &Plan, results: &Results, log: Option<&Log>) -> String {
    let scenario = plan.scenario();
    let mut text = comment(headline);
    table::about(scenario, results, log).iter().for_each(|words| text.push_str(&comment(words)));
    text.push_str(&comment("Needs \\usepackage{booktabs}."));
    for section in sections::of(scenario, results) {
        text.push('\n');
        if let Some(heading) = &section.heading {
            text.push_str(&comment(heading));
        }
        section.tables.iter().for_each(|rows| tabular(&mut text, rows));
    }
    text.push('\n');
    table::notes(scenario, results).iter().for_each(|note| text.push_str(&comment(note)));
    text
}

/// These tables, a `tabular` each.
pub fn tabulars(tables: &[Rows]) -> String {
    let mut text = comment("Needs \\usepackage{booktabs}.");
    for rows in tables {
        text.push('\n');
        tabular(&mut text, rows);
    }
    text
}

fn tabular(text: &mut String, rows: &Rows) {
    let Some((heads, rows)) = rows.split_first() else {
        return;
    };
    let columns = columns(heads, rows, ["l", "r"]);
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escape(cell)).collect();
        format!("{} \\\\\n", cells.join(" & ").trim_end())
    };
    put(text, format_args!("\\begin{{tabular}}{{{columns}}}\n\\toprule\n{}", line(heads)));
    text.push_str("\\midrule\n");
    rows.iter().for_each(|row| text.push_str(&line(row)));
    text.push_str("\\bottomrule\n\\end{tabular}\n");
}

/// A table per point below a heading, and the notes as a list.
pub fn markdown(headline: &str, plan: &Plan, results: &Results, log: Option<&Log>) -> String {
    let scenario = plan.scenario();
    let mut text = format!("# {}\n", in_markdown(headline));
    table::about(scenario, results, log)
        .iter()
        .for_each(|words| put(&mut text, format_args!("\n{}\n", in_markdown(words))));
    for section in sections::of(scenario, results) {
        if let Some(heading) = &section.heading {
            put(&mut text, format_args!("\n## {}\n", in_markdown(heading)));
        }
        let tables = section.tables.iter();
        tables.for_each(|rows| put(&mut text, format_args!("\n{}", piped(rows))));
    }
    text.push('\n');
    table::notes(scenario, results).iter().for_each(|note| put(&mut text, format_args!("* {}\n", in_markdown(note))));
    text
}

/// A table, its cells between commas.
pub fn commas(rows: &Rows) -> String {
    let mut text = Vec::new();
    for row in rows {
        // Writing to memory cannot fail.
        let _ = csv::row(&mut text, row.iter().map(String::as_str));
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// These tables.
pub fn pipes(tables: &[Rows]) -> String {
    let tables: Vec<String> = tables.iter().map(piped).collect();
    tables.join("\n")
}

/// A table, its numbers to the right.
fn piped(rows: &Rows) -> String {
    let Some((heads, rows)) = rows.split_first() else {
        return String::new();
    };
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| in_markdown(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let columns = columns(heads, rows, ["---|", "---:|"]);
    let rows: String = rows.iter().map(|row| line(row)).collect();
    format!("{}|{columns}\n{rows}", line(heads))
}

/// For each column what puts it to the left, as names and words stand, or to the right, as numbers and what stands for a missing one.
fn columns(heads: &[String], rows: &[Vec<String>], [left, right]: [&str; 2]) -> String {
    let side = |column: usize| {
        let mut cells = rows.iter().filter_map(|row| row.get(column));
        match column > 0 && !cells.any(|cell| is_words(cell)) {
            true => right,
            false => left,
        }
    };
    (0..heads.len()).map(side).collect()
}

/// A text as Markdown reads it back, in one line.
fn in_markdown(text: &str) -> String {
    markdown::escape(&text.replace(char::is_control, " "))
}

/// Writing to a text cannot fail.
fn put(text: &mut String, words: std::fmt::Arguments) {
    let _ = text.write_fmt(words);
}

/// Whether a cell is no number: its first word has letters, other than a number such as 1e9 has.
fn is_words(cell: &str) -> bool {
    let first = cell.split_whitespace().next().unwrap_or_default();
    first.contains(char::is_alphabetic) && first.parse::<f64>().is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_to_the_right_and_words_to_the_left() {
        let rows = [
            ["scheduler", "digest", "turnaround", "± 95%", "jobs", ""],
            ["b1", "52261193", "1.5 d", "–", "1e9", ""],
            ["a1", "c0ffee00", "12.3 h", "0.2", "3\u{2009}000", "unstable"],
        ];
        let rows: Rows = rows.map(|row| row.map(str::to_owned).to_vec()).to_vec();
        assert!(piped(&rows).contains("\n|---|---|---:|---:|---:|---|\n"));
        assert!(tabulars(&[rows]).contains("\\begin{tabular}{llrrrl}"));
    }
}
