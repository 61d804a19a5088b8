//! What documents say that is set elsewhere.

use std::fs;

fn read(file: &str) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Cargo.toml sets the page's address, or leaves it out while there is none.
#[test]
fn the_address_of_the_page_is_the_same_everywhere() {
    let address = env!("CARGO_PKG_HOMEPAGE");
    let (readme, citation) = (read("README.md"), read("CITATION.cff"));
    if address.is_empty() {
        assert!(readme.contains("no public address yet"));
        assert!(!citation.contains("\nurl:"));
    } else {
        assert!(!readme.contains("no public address yet"));
        assert!(
            readme.contains(address),
            "README.md does not name {address}"
        );
        let line = format!("\nurl: {address}\n");
        assert!(citation.contains(&line), "CITATION.cff has no line{line}");
    }
}

#[test]
fn the_citation_has_the_version() {
    let line = format!("\nversion: {}\n", env!("CARGO_PKG_VERSION"));
    assert!(
        read("CITATION.cff").contains(&line),
        "CITATION.cff has no line{line}"
    );
}
