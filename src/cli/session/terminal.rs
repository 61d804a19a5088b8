//! Properties of the destination of printed text: width, and support for colours.

use std::iter;
use textwrap::{Options, WordSplitter};

/// Escape sequence for bold text.
pub const BOLD: &str = "\x1b[1m";
/// Escape sequence for the colour of a warning.
pub const YELLOW: &str = "\x1b[33m";
/// Escape sequence for the colour of an error.
pub const RED: &str = "\x1b[1;31m";
const PLAIN: &str = "\x1b[0m";

/// Text in a colour, if `colours` is true.
pub fn painted(text: &str, colour: &str, colours: bool) -> String {
    match colours {
        true => format!("{colour}{text}{PLAIN}"),
        false => text.to_owned(),
    }
}

/// Maximum length of a line of text \[characters\].
pub(in crate::cli) const WIDTH: usize = 110;

/// The destination of text: a terminal, or a file with lines of any length.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    /// True if text may be coloured.
    pub colours: bool,
    /// Characters per line; `None` for a file.
    pub width: Option<usize>,
}

impl Terminal {
    /// A file, without colours.
    pub const PLAIN: Terminal = Terminal { colours: false, width: None };

    /// Wraps a text into lines that leave space for `behind` more characters on each line of the terminal.
    pub fn fit(self, text: &str, behind: usize) -> Vec<String> {
        match self.width {
            Some(width) => wrapped(text, width.saturating_sub(behind)),
            None => vec![text.to_owned()],
        }
    }

    /// A name in a column of `column` characters, and a wrapped text beside it.
    pub fn row(self, name: &str, column: usize, text: &str) -> String {
        let names = iter::once(name).chain(iter::repeat(""));
        let lines = names.zip(self.fit(text, column));
        lines.map(|(name, words)| format!("{name:<column$}{words}\n")).collect()
    }

    /// Width for text \[characters\]: at most `WIDTH`, since very long lines are hard to read.
    pub fn room(self) -> usize {
        self.width.map_or(WIDTH, |width| width.min(WIDTH))
    }
}

/// Wraps a text into lines of at most `width` characters; a single longer word stays whole. A unit stays on the line of
/// its number.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    const NO_BREAK: char = '\u{a0}';
    let is_unit = |word: &str| matches!(word.trim_end_matches([',', ';', ':', ')']), "s" | "%");
    let mut bound = String::new();
    for word in text.split(' ') {
        if !bound.is_empty() {
            bound.push(if is_unit(word) { NO_BREAK } else { ' ' });
        }
        bound.push_str(word);
    }
    let whole_words = Options::new(width).break_words(false).word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(&bound, whole_words).into_iter().map(|line| line.replace(NO_BREAK, " ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_stay_with_their_numbers() {
        assert_eq!(wrapped("12 s or 120 %", 6), ["12 s", "or", "120 %"]);
    }
}
