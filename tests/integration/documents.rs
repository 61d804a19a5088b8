//! Consistency of documents with values set elsewhere.

use std::fs;

fn read(file: &str) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Cargo.toml sets the address of the page, or leaves it out if the page has no address.
#[test]
fn the_address_of_the_page_is_the_same_everywhere() {
    let address = env!("CARGO_PKG_HOMEPAGE");
    let (readme, citation) = (read("README.md"), read("CITATION.cff"));
    if address.is_empty() {
        assert!(readme.contains("no public address yet"));
        assert!(!citation.contains("\nurl:"));
    } else {
        assert!(!readme.contains("no public address yet"));
        assert!(readme.contains(address), "README.md does not name {address}");
        let line = format!("\nurl: {address}\n");
        assert!(citation.contains(&line), "CITATION.cff has no line{line}");
    }
}

/// The text of the page's link preview. If Cargo.toml has the address of the page, the build adds this address and a
/// picture.
#[test]
fn the_page_says_what_it_is_where_its_link_is_shown() {
    let page = read("index.html");
    let content = |name: &str| {
        let begin = format!("<meta {name} content=\"");
        let (_, rest) = page.split_once(&begin).unwrap_or_else(|| panic!("index.html has no {begin}"));
        rest.split('"').next().unwrap().to_owned()
    };
    assert_eq!(content("property=\"og:description\""), content("name=\"description\""));
    // That the title of the preview is the headline of the figure that opens is tested with the files of the page.
    assert!(page.contains("<title>Metasched</title>"));
}

#[test]
fn the_changelog_has_the_version_and_its_engine() {
    let version = env!("CARGO_PKG_VERSION");
    let line = format!("\n## {version} (engine {})\n", metasched::ENGINE_VERSION);
    assert!(read("CHANGELOG.md").contains(&line), "CHANGELOG.md has no line{line}");
}

#[test]
fn the_citation_has_the_version() {
    let line = format!("\nversion: {}\n", env!("CARGO_PKG_VERSION"));
    assert!(read("CITATION.cff").contains(&line), "CITATION.cff has no line{line}");
}
