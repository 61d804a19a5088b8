//! Writes the papers and their claims, as the page reads them.

use metasched::experiment::reproduce::papers_file;
use std::error::Error;
use std::io::{Write, stdout};

fn main() -> Result<(), Box<dyn Error>> {
    Ok(stdout().write_all(papers_file()?.as_bytes())?)
}
