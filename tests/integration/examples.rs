//! The output of the examples equals the committed files.
//!
//! `METASCHED_BLESS=1 cargo test examples` rewrites them.

use std::error::Error;
use std::fs;
use std::io::Write;

#[path = "../../examples/events.rs"]
#[expect(dead_code, reason = "its main function is for `cargo run --example`")]
mod events;
#[cfg(feature = "chart")]
#[path = "../../examples/own_figure.rs"]
#[expect(dead_code, reason = "its main function is for `cargo run --example`")]
mod own_figure;
#[path = "../../examples/run.rs"]
#[expect(dead_code, reason = "its main function is for `cargo run --example`")]
mod run;
#[path = "../../examples/sweep.rs"]
#[expect(dead_code, reason = "its main function is for `cargo run --example`")]
mod sweep;

/// A function that writes an example's output.
type Show = fn(&mut dyn Write) -> Result<(), Box<dyn Error>>;

fn check(file: &str, show: Show) {
    let path = format!("{}/examples/expected/{file}", env!("CARGO_MANIFEST_DIR"));
    let mut printed = Vec::new();
    show(&mut printed).unwrap();
    let printed = String::from_utf8(printed).unwrap();
    if std::env::var_os("METASCHED_BLESS").is_some() {
        fs::write(&path, &printed).unwrap();
    }
    let wanted = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    assert_eq!(printed, wanted, "{file}; if that is meant: METASCHED_BLESS=1");
}

#[test]
fn a_scenario_is_run() {
    check("run.txt", run::show);
}

#[test]
fn a_parameter_is_swept() {
    check("sweep.txt", sweep::show);
}

#[test]
fn events_are_heard() {
    check("events.txt", events::show);
}

#[cfg(feature = "chart")]
#[test]
fn a_figure_is_drawn() {
    check("own_figure.svg", own_figure::show);
}
