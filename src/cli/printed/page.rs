//! Pages of Markdown that the program writes, as they are read on a terminal.

use crate::cli::printed::terminal::Terminal;
use std::mem;

/// The page as it is, or on a terminal in lines that fit: tables that are too wide become a list, a line for each cell.
pub fn shown(page: &str, terminal: Terminal) -> String {
    let Some(width) = terminal.width else {
        return page.to_owned();
    };
    let terminal = Terminal { width: Some(terminal.room()), ..terminal };
    let mut text = String::new();
    let mut table: Vec<Vec<String>> = Vec::new();
    let mut is_code = false;
    for line in page.lines() {
        let fence = line.starts_with("```");
        is_code ^= fence;
        if let Some(cells) = cells(line).filter(|_| !is_code) {
            table.push(cells);
            continue;
        }
        text += &shown_table(&mem::take(&mut table), terminal, width);
        match line {
            _ if fence || line.starts_with("<!--") => {}
            _ if is_code => text += &format!("{line}\n"),
            _ => match line.strip_prefix("* ") {
                Some(entry) => text += &terminal.row("*", 2, &plain(entry)),
                None => text += &terminal.row("", 0, &plain(line)),
            },
        }
    }
    text + &shown_table(&table, terminal, width)
}

/// The cells of a row of a table.
fn cells(line: &str) -> Option<Vec<String>> {
    let row = line.strip_prefix('|')?.strip_suffix('|')?;
    let mut cells = vec![String::new()];
    let mut before = ' ';
    for c in row.chars() {
        match c {
            '|' if before != '\\' => cells.push(String::new()),
            c => cells.last_mut()?.push(c),
        }
        before = c;
    }
    Some(cells.iter().map(|cell| plain(cell.trim())).collect())
}

/// The rows of a table, of which the first are its heads and the rule below them.
fn shown_table(rows: &[Vec<String>], terminal: Terminal, width: usize) -> String {
    let [heads, _, rows @ ..] = rows else {
        return String::new();
    };
    let characters = |text: &String| text.chars().count();
    let widest = |column: usize| {
        let cells = rows.iter().chain([heads]).filter_map(|row| row.get(column));
        cells.map(characters).max().unwrap_or(0)
    };
    let columns: Vec<usize> = (0..heads.len()).map(widest).collect();
    if columns.iter().map(|own| own + 2).sum::<usize>() <= width + 2 {
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&columns);
            let line: String = cells.map(|(cell, own)| format!("{cell:<own$}  ")).collect();
            format!("{}\n", line.trim_end())
        };
        return [heads].into_iter().chain(rows).map(line).collect();
    }
    let column = 2 + heads.iter().map(characters).max().unwrap_or(0);
    let entry = |row: &Vec<String>| {
        let cells = heads.iter().zip(row).filter(|(_, cell)| !cell.is_empty());
        let lines = cells.map(|(head, cell)| terminal.row(head, column, cell));
        lines.collect::<String>()
    };
    let entries: Vec<String> = rows.iter().map(entry).collect();
    entries.join("\n")
}

/// A text without the marks of Markdown: what is escaped as it is meant, links by their words, headings without the name of their place.
fn plain(text: &str) -> String {
    let text = match text.starts_with('#') {
        true => text.split(" {#").next().unwrap_or(text),
        false => text,
    };
    let text = text.replace("&lt;", "<").replace("&amp;", "&");
    let mut out = String::new();
    let mut rest = text.chars();
    let mut is_code = false;
    while let Some(c) = rest.next() {
        is_code ^= c == '`';
        match c {
            c if is_code => out.push(c),
            '\\' => out.extend(rest.next()),
            '[' => {}
            ']' if rest.as_str().starts_with('(') => {
                rest.by_ref().find(|&end| end == ')');
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<!-- a report -->\n## A *title* {#title}\n\n* One two three [`four`](a.md#b), a\\_b &lt; `[c]`.\n\n\
                        | Source | Claim |\n|---|---|\n| \\|x\\| | holds |\n| y |  |\n\n```text\na | b\n```\n";

    fn on(width: usize) -> String {
        let terminal = Terminal { colours: false, width: Some(width) };
        shown(PAGE, terminal)
    }

    #[test]
    fn a_file_has_the_page_as_it_is() {
        assert_eq!(shown(PAGE, Terminal::PLAIN), PAGE);
    }

    #[test]
    fn a_terminal_has_lines_that_fit() {
        let wide = "## A *title*\n\n* One two three `four`, a_b < `[c]`.\n\nSource  Claim\n|x|     holds\ny\n\na | b\n";
        assert_eq!(on(80), wide);
        let narrow = "## A *title*\n\n* One two\n  three\n  `four`,\n  a_b <\n  `[c]`.\n\nSource  |x|\nClaim   holds\n\nSource  y\n\na | b\n";
        assert_eq!(on(12), narrow);
    }
}
