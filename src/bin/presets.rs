//! Writes the presets, as the page reads them.

use metasched::scenario::presets;
use std::io::{self, Write, stdout};

fn main() -> io::Result<()> {
    stdout().write_all(presets::file().as_bytes())
}
