//! How what is printed may look where it goes.

use crate::cli::printed::wrapped::WIDTH;

/// Colours and room.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Whether words may be coloured.
    pub colours: bool,
    /// Characters in a line of the terminal; none where lines may have any length, as in a file.
    pub width: Option<usize>,
}

impl Look {
    /// As in a file.
    pub const PLAIN: Look = Look {
        colours: false,
        width: None,
    };

    /// Most characters in a line of text, which is hard to read if it is very wide.
    pub fn room(self) -> usize {
        self.width.map_or(WIDTH, |width| width.min(WIDTH))
    }
}
