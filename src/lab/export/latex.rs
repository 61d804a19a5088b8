//! Text for LaTeX.

use crate::words::is_forbidden;

/// Escapes all characters of a text that LaTeX would interpret.
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
            sign if is_forbidden(sign) => escaped.push(' '),
            sign => escaped.push(sign),
        }
    }
    escaped
}

/// Makes LaTeX comments of lines.
pub fn comment(text: &str) -> String {
    let plain = |line: &str| line.replace(is_forbidden, " ");
    let lines = text.lines().map(|line| format!("% {}\n", plain(line)));
    lines.collect()
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
}
