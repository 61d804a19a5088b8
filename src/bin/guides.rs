//! Writes the talks and lessons with their links, as the page reads them.

use metasched::scenario::guides;
use std::error::Error;
use std::io::{Write, stdout};

fn main() -> Result<(), Box<dyn Error>> {
    Ok(stdout().write_all(guides::file()?.as_bytes())?)
}
