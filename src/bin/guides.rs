//! Writes the talks and lessons of www/guides with their links, as the page reads them.

use metasched::scenario::guides;
use std::error::Error;
use std::fs;
use std::io::{Write, stdout};
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("www/guides");
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        files.push((name.into_owned(), fs::read_to_string(&path)?));
    }
    files.sort();
    Ok(stdout().write_all(guides::file(files)?.as_bytes())?)
}
