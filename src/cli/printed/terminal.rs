//! What the place can show to which something is printed.

use crate::cli::printed::wrapped::{WIDTH, wrapped};
use std::iter;

/// A terminal, or a file, whose lines may have any length.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    /// Whether words may be coloured.
    pub colours: bool,
    /// Characters in a line; none in a file.
    pub width: Option<usize>,
}

impl Terminal {
    /// A file.
    pub const PLAIN: Terminal = Terminal { colours: false, width: None };

    /// A text in lines that fit behind so many other characters.
    pub fn fit(self, text: &str, behind: usize) -> Vec<String> {
        match self.width {
            Some(width) => wrapped(text, width.saturating_sub(behind)),
            None => vec![text.to_owned()],
        }
    }

    /// A name in a column of so many characters, and a text behind it in lines that fit.
    pub fn row(self, name: &str, column: usize, text: &str) -> String {
        let names = iter::once(name).chain(iter::repeat(""));
        let lines = names.zip(self.fit(text, column));
        lines.map(|(name, words)| format!("{name:<column$}{words}\n")).collect()
    }

    /// Most characters in a line of text, which is hard to read if it is very wide.
    pub fn room(self) -> usize {
        self.width.map_or(WIDTH, |width| width.min(WIDTH))
    }
}
