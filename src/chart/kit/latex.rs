//! Text and tables for LaTeX.

use crate::chart::figure::Numbers;

/// A text in which nothing is a command.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => escaped.extend(['\\', sign]),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '\u{2212}' => escaped.push_str("$-$"),
            '±' => escaped.push_str("$\\pm$"),
            '×' => escaped.push_str("$\\times$"),
            '\u{2009}' | '\u{202f}' => escaped.push_str("\\,"),
            '\u{a0}' => escaped.push('~'),
            '’' => escaped.push('\''),
            '–' => escaped.push_str("--"),
            '…' => escaped.push_str("\\dots{}"),
            sign if sign.is_control() => escaped.push(' '),
            sign => escaped.push(sign),
        }
    }
    escaped
}

/// Lines that LaTeX does not read.
pub fn comment(text: &str) -> String {
    let plain = |line: &str| line.replace(char::is_control, " ");
    let lines = text.lines().map(|line| format!("% {}\n", plain(line)));
    lines.collect()
}

/// The numbers of a figure as a table of the package booktabs; the first column is text, the others are set to the right.
pub fn table(numbers: &Numbers, source: &str) -> String {
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escape(cell)).collect();
        format!("    {} \\\\\n", cells.join(" & "))
    };
    let columns = "r".repeat(numbers.heads.len().saturating_sub(1));
    let rows: String = numbers.rows.iter().map(|own| row(own)).collect();
    format!(
        "{}% \\usepackage{{booktabs}}\n\\begin{{table}}\n  \\centering\n  \\caption{{{}}}\n  \\begin{{tabular}}{{l{columns}}}\n    \
         \\toprule\n{}    \\midrule\n{rows}    \\bottomrule\n  \\end{{tabular}}\n\\end{{table}}\n",
        comment(source),
        escape(&numbers.caption),
        row(&numbers.heads),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_is_a_command() {
        assert_eq!(
            escape("a_b 85 % {x} \\input ~^"),
            "a\\_b 85 \\% \\{x\\} \\textbackslash{}input \\textasciitilde{}\\textasciicircum{}"
        );
        assert_eq!(escape("−22.3 ± 6.8, no-share’s"), "$-$22.3 $\\pm$ 6.8, no-share's");
        assert_eq!(comment("one\ntwo"), "% one\n% two\n");
    }

    #[test]
    fn a_table_has_all_cells() {
        let text = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        let numbers = Numbers {
            caption: "Mean wait [s]".to_owned(),
            heads: text(["BSBW [Mbps]", "B3 (chunk 85 %)"]),
            rows: vec![text(["100", "7 ± 1"]), text(["200", ""])],
        };
        assert_eq!(
            table(&numbers, "metasched sweep --preset landing"),
            "% metasched sweep --preset landing\n% \\usepackage{booktabs}\n\\begin{table}\n  \\centering\n  \\caption{Mean wait [s]}\n  \
             \\begin{tabular}{lr}\n    \\toprule\n    BSBW [Mbps] & B3 (chunk 85 \\%) \\\\\n    \\midrule\n    100 & 7 $\\pm$ 1 \\\\\n    \
             200 &  \\\\\n    \\bottomrule\n  \\end{tabular}\n\\end{table}\n"
        );
    }
}
