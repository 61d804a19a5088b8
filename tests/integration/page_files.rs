//! Files of the page that are generated from other files: talks and lessons with the links of their steps, and small pictures of
//! precomputed results. `cargo xtask results` writes them by running this test.

use metasched::chart::curve::results::headline;
use metasched::chart::figure::Choice;
use metasched::chart::kit::theme::Theme;
use metasched::chart::thumbnail::thumbnail;
use metasched::chart::view::View;
use metasched::experiment::{Complete, Plan};
use metasched::scenario::{guides, presets};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// An environment variable. If it is set, the test writes the files instead of comparing them.
const WRITE: &str = "METASCHED_WRITE_PAGE_FILES";

fn www(place: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("www").join(place)
}

/// The files to compare, each with its path below `www`.
fn files() -> BTreeMap<String, String> {
    let mut files = BTreeMap::from([("guides.json".to_owned(), guides::file().unwrap())]);
    for preset in presets::all() {
        let Ok(text) = fs::read_to_string(www("results").join(format!("{}.json", preset.name))) else {
            continue;
        };
        let plan = Plan::new(&presets::scenario(preset).unwrap()).unwrap();
        let results = Complete::from_json(&text).unwrap().taken_up(&plan);
        let results = results.unwrap_or_else(|| panic!("results/{} are of another scenario or engine", preset.name));
        for (name, theme) in [("light", Theme::light(1.0)), ("dark", Theme::dark(1.0))] {
            let picture = thumbnail(&plan, &results, &View::of_preset(preset), &theme);
            files.insert(format!("thumbnails/{}-{name}.svg", preset.name), picture);
        }
    }
    files
}

/// The document has the headline of the landing figure for the time before the program starts, and as the title of previews of the page.
#[test]
fn the_document_says_what_the_landing_figure_shows() {
    let plan = Plan::new(&presets::opening()).unwrap();
    let text = fs::read_to_string(www("results").join(format!("{}.json", presets::OPENING))).unwrap();
    let results = Complete::from_json(&text).unwrap().taken_up(&plan).unwrap();
    let sentence = headline(&plan, &results, &Choice::default()).unwrap();
    let document = fs::read_to_string(www("../index.html")).unwrap();
    for place in [r#"<p id="landing-headline">"#, r#"<meta property="og:title" content=""#] {
        let wanted = format!("{place}{sentence}");
        assert!(document.contains(&wanted), "index.html lacks {wanted}");
    }
    assert!(sentence.contains("BSBW") || sentence.contains("Mbps"), "{sentence}");
}

#[test]
fn what_the_page_shows_of_guides_and_results_is_made_of_them() {
    let files = files();
    if env::var_os(WRITE).is_some() {
        let _ = fs::remove_dir_all(www("thumbnails"));
        fs::create_dir_all(www("thumbnails")).unwrap();
        for (name, text) in &files {
            fs::write(www(name), text).unwrap();
        }
    }
    for (name, text) in &files {
        let committed = fs::read_to_string(www(name)).unwrap_or_default();
        assert!(committed == *text, "www/{name} is not up to date: `cargo xtask results` writes it anew");
    }
    let pictures = fs::read_dir(www("thumbnails")).unwrap().count();
    assert_eq!(
        pictures,
        files.len() - 1,
        "www/thumbnails has pictures of no results: `cargo xtask results` removes them"
    );
}
