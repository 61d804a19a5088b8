//! Tables of words and numbers, and documents that consist of tables, as CSV, Markdown and LaTeX. The terminal and the
//! page have their own writers.

use super::csv::Writer;
use super::latex::{self, comment};
use crate::words::{is_forbidden, markdown};
use std::io::{self, Write};

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Heading or caption; empty if the text around the table has one.
    pub title: String,
    /// Headings of the columns.
    pub heads: Vec<String>,
    /// Rows with as many cells as there are headings. The first cell is the name of the row.
    pub rows: Vec<Vec<String>>,
    /// True if all columns contain words, which are aligned to the left.
    pub words: bool,
}

impl Table {
    /// A table without a title.
    pub fn new<C: Into<String>, R: IntoIterator<Item = C>>(
        heads: impl IntoIterator<Item = C>,
        rows: impl IntoIterator<Item = R>,
    ) -> Table {
        let cells = |row: R| row.into_iter().map(C::into).collect();
        Table {
            title: String::new(),
            heads: heads.into_iter().map(C::into).collect(),
            rows: rows.into_iter().map(cells).collect(),
            words: false,
        }
    }

    /// For each column `right` if its cells are numbers or marks for missing numbers, otherwise `left`. The first
    /// column has names.
    fn sides<'s>(&self, [left, right]: [&'s str; 2]) -> impl Iterator<Item = &'s str> {
        (0..self.heads.len()).map(move |column| {
            let mut cells = self.rows.iter().filter_map(|row| row.get(column));
            match column > 0 && !self.words && !cells.any(|cell| is_words(cell)) {
                true => right,
                false => left,
            }
        })
    }

    /// Writes comma-separated values.
    ///
    /// # Errors
    /// If writing to `out` fails.
    pub fn csv(&self, out: impl Write) -> io::Result<()> {
        let mut out = Writer::new(out);
        out.row(&self.heads)?;
        self.rows.iter().try_for_each(|row| out.row(row))?;
        out.flush()
    }

    /// The table as Markdown, without the title.
    pub fn markdown(&self) -> String {
        let line = |cells: &Vec<String>| {
            let cells: Vec<String> = cells.iter().map(|cell| in_markdown(cell)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let sides: String = self.sides(["---|", "---:|"]).collect();
        let rows: String = self.rows.iter().map(line).collect();
        format!("{}|{sides}\n{rows}", line(&self.heads))
    }

    /// The table as a LaTeX `tabular` with the rules of booktabs, without the title.
    pub fn latex(&self) -> String {
        let line = |cells: &Vec<String>| {
            let cells: Vec<String> = cells.iter().map(|cell| latex::escape(cell)).collect();
            format!("{} \\\\\n", cells.join(" & ").trim_end())
        };
        let sides: String = self.sides(["l", "r"]).collect();
        let rows: String = self.rows.iter().map(line).collect();
        let heads = line(&self.heads);
        format!("\\begin{{tabular}}{{{sides}}}\n\\toprule\n{heads}\\midrule\n{rows}\\bottomrule\n\\end{{tabular}}\n")
    }

    /// The table as a LaTeX `table` with the title as caption, for a paper; `source` is a comment before it.
    pub fn latex_for_paper(&self, source: &str) -> String {
        let (caption, tabular) = (latex::escape(&self.title), self.latex());
        format!(
            "{}% \\usepackage{{booktabs}}\n\\begin{{table}}\n\\centering\n\\caption{{{caption}}}\n{tabular}\\end{{table}}\n",
            comment(source)
        )
    }
}

/// Tables with text around them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// Headline of the document; may be empty.
    pub headline: String,
    /// Paragraphs before the tables.
    pub about: Vec<String>,
    /// The tables.
    pub tables: Vec<Table>,
    /// Sentences after the tables.
    pub notes: Vec<String>,
}

impl Document {
    /// A document of tables only.
    pub fn of(tables: Vec<Table>) -> Document {
        Document { tables, ..Document::default() }
    }

    /// The document as Markdown: titles of tables are headings, notes are a list.
    pub fn markdown(&self) -> String {
        let mut blocks = Vec::new();
        if !self.headline.is_empty() {
            blocks.push(format!("# {}\n", in_markdown(&self.headline)));
        }
        blocks.extend(self.about.iter().map(|words| format!("{}\n", in_markdown(words))));
        for table in &self.tables {
            if !table.title.is_empty() {
                blocks.push(format!("## {}\n", in_markdown(&table.title)));
            }
            blocks.push(table.markdown());
        }
        if !self.notes.is_empty() {
            blocks.push(self.notes.iter().map(|note| format!("* {}\n", in_markdown(note))).collect());
        }
        blocks.join("\n")
    }

    /// The document as LaTeX: text outside tables is in comments.
    pub fn latex(&self) -> String {
        let comments = |words: &[String]| words.iter().map(|own| comment(own)).collect::<String>();
        let mut text = comment(&self.headline) + &comments(&self.about) + &comment("Needs \\usepackage{booktabs}.");
        for table in &self.tables {
            text += &format!("\n{}{}", comment(&table.title), table.latex());
        }
        if !self.notes.is_empty() {
            text += &format!("\n{}", comments(&self.notes));
        }
        text
    }
}

/// A text escaped for Markdown, in one line.
fn in_markdown(text: &str) -> String {
    markdown::escape(&text.replace(is_forbidden, " "))
}

/// True if a cell is not a number: its first word has letters and is not a number like 1e9.
fn is_words(cell: &str) -> bool {
    let first = cell.split_whitespace().next().unwrap_or_default();
    first.contains(char::is_alphabetic) && first.parse::<f64>().is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let rows = [
            ["b1", "52261193", "1.5 d", "–", "1e9", ""],
            ["a, \"1\"", "c0ffee00", "12.3 h", "0.2", "3\u{2009}000", "<i>"],
        ];
        Table::new(["scheduler", "digest", "turnaround", "± 95%", "jobs", ""], rows)
    }

    #[test]
    fn numbers_stand_to_the_right_and_words_to_the_left() {
        assert!(table().markdown().contains("\n|---|---|---:|---:|---:|---|\n"));
        assert!(table().latex().contains("\\begin{tabular}{llrrrl}"));
        assert!(Table { words: true, ..table() }.latex().contains("\\begin{tabular}{llllll}"));
    }

    #[test]
    fn a_document_by_hand() {
        let words = |words: &str| vec![words.to_owned()];
        let one = Table { title: "Load 1 | 2".to_owned(), ..Table::new(["", "a_b"], [["x", "1"]]) };
        let whole =
            Document { headline: "H".to_owned(), about: words("about"), tables: vec![one], notes: words("note") };
        assert_eq!(
            whole.markdown(),
            "# H\n\nabout\n\n## Load 1 \\| 2\n\n|  | a\\_b |\n|---|---:|\n| x | 1 |\n\n* note\n"
        );
        assert_eq!(
            whole.latex(),
            "% H\n% about\n% Needs \\usepackage{booktabs}.\n\n% Load 1 | 2\n\\begin{tabular}{lr}\n\\toprule\n & a\\_b \\\\\n\
             \\midrule\nx & 1 \\\\\n\\bottomrule\n\\end{tabular}\n\n% note\n"
        );
        let tables = Document::of(vec![table(), table()]);
        assert_eq!(tables.markdown(), [table().markdown(), table().markdown()].join("\n"));
    }

    #[test]
    fn cells_are_quoted_if_they_need_it() {
        let mut out = Vec::new();
        table().csv(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.ends_with("\n\"a, \"\"1\"\"\",c0ffee00,12.3 h,0.2,3\u{2009}000,<i>\n"), "{text}");
    }

    #[test]
    fn a_table_for_a_paper_has_all_cells() {
        let numbers = Table::new(["BSBW [Mbps]", "B3 (chunk 85 %)"], [["100", "7 ± 1"], ["200", ""]]);
        assert_eq!(
            Table { title: "Mean wait [s]".to_owned(), ..numbers }.latex_for_paper("metasched sweep --preset landing"),
            "% metasched sweep --preset landing\n% \\usepackage{booktabs}\n\\begin{table}\n\\centering\n\\caption{Mean wait [s]}\n\
             \\begin{tabular}{lr}\n\\toprule\nBSBW [Mbps] & B3 (chunk 85 \\%) \\\\\n\\midrule\n100 & 7 $\\pm$ 1 \\\\\n\
             200 & \\\\\n\\bottomrule\n\\end{tabular}\n\\end{table}\n"
        );
    }
}
