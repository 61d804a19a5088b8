//! Sizes of a visitor's downloads: every file of the site, raw and gzipped. The limit is generous and only prevents
//! accidents.

use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::process::Outcome;
use crate::{files, stamp};

/// Largest first visit, gzipped \[bytes\].
const LIMIT: usize = 2_500_000;

/// A visitor fetches one of the pictures of the landing figure.
const PICTURE: &str = "results/landing-wide-light.svg";

/// Prints the table; fails if the site exceeds the limit.
pub fn report(folder: &Path) -> Outcome {
    println!("\n{:>10} {:>10}  file", "bytes", "gzipped");
    let (mut raw, mut packed) = (0, 0);
    for file in files::all(folder)?.into_iter().filter(|file| stamp::is_for_first_visit(file) || file == PICTURE) {
        let content = fs::read(folder.join(&file)).map_err(|error| format!("{file}: {error}"))?;
        let small = gzipped(&content).map_err(|error| format!("{file}: {error}"))?;
        println!("{:>10} {small:>10}  {file}", content.len());
        raw += content.len();
        packed += small;
    }
    println!("{raw:>10} {packed:>10}  together, of {LIMIT} gzipped; without what is fetched later\n");
    check(packed)
}

fn check(packed: usize) -> Outcome {
    match packed <= LIMIT {
        true => Ok(()),
        false => Err(format!("the site takes {packed} bytes gzipped, {} more than it may", packed - LIMIT)),
    }
}

fn gzipped(content: &[u8]) -> std::io::Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content)?;
    Ok(encoder.finish()?.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_itself_is_allowed() {
        assert_eq!(check(LIMIT), Ok(()));
        assert!(check(LIMIT + 3).unwrap_err().ends_with("gzipped, 3 more than it may"));
    }

    #[test]
    fn repetition_packs_well() {
        assert!(gzipped(&[b'x'; 10_000]).unwrap() < 100);
    }
}
