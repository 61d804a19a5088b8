//! Files and links that any release has made can be opened for ever, and keep their meaning.

use metasched::ENGINE_VERSION;
use metasched::scenario::Scenario;
use metasched::scenario::link;
use metasched::scenario::presets;
use std::fs;
use std::path::{Path, PathBuf};

/// The engine versions with a folder.
const ENGINES: [u32; 2] = [3, 4];

/// The folder with the files of an engine version.
fn folder(engine: u32) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/opens/engine-{engine}"))
}

/// Checks the links of an engine version: each opens as the original scenario, and so does each file. Returns the
/// number of links.
fn opens(engine: u32) -> usize {
    let list = fs::read_to_string(folder(engine).join("links.tsv")).unwrap();
    for line in list.lines() {
        let [file, digest, fragment] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line:?} is not FILE, DIGEST, LINK");
        };
        let opened = link::decode(fragment).unwrap_or_else(|problem| panic!("link of {file}: {problem}"));
        // The link of a preset reports the engine version that opens it, so this may be a later version.
        assert!((engine..=ENGINE_VERSION).contains(&opened.engine), "{line}");
        let scenario = opened.scenario;
        assert_eq!(scenario.digest(), digest, "{line} means something else");
        if file != "-" {
            let text = fs::read_to_string(folder(engine).join(file)).unwrap();
            let read = Scenario::from_json(&text).unwrap_or_else(|problems| panic!("{file}: {problems}"));
            assert_eq!(read, scenario, "link of {file}");
        }
        // The link as a complete address, changed as a mail program may change it.
        let address = format!("<https://example.org/metasched/{}>.", fragment.replace('#', "%23"));
        assert_eq!(link::decode(&address).map(|opened| opened.scenario), Ok(scenario), "{address}");
    }
    list.lines().count()
}

#[test]
fn files_and_links_of_every_engine_open() {
    assert_eq!(ENGINES.map(opens), [84, 84]);
}

/// Results of an engine version are read by the same version. Other versions reject them with a message that names the
/// version.
#[cfg(feature = "cli")]
#[test]
fn results_of_every_engine_open() {
    let forms = [("--json", "results.json"), ("--csv", "results.csv")];
    for (engine, (form, file)) in ENGINES.into_iter().flat_map(|engine| forms.map(|form| (engine, form))) {
        let mut command = crate::cli::metasched();
        command.args(["sweep", "results-scenario.json", "--results", "results", form]).current_dir(folder(engine));
        let said = crate::cli::said(command.output().unwrap());
        if ENGINE_VERSION == engine {
            let then = fs::read_to_string(folder(engine).join(file)).unwrap();
            // Of the last keys, `made_by` is different for each program, and results of old engines have neither it nor `schedulers`.
            let now = match said.out.split_once(",\n  \"made_by\": {") {
                Some((results, _)) => format!("{results}\n}}\n"),
                None => said.out,
            };
            assert_eq!((said.code, now), (0, then), "{}", said.err);
            assert!(said.err.contains("tasks are done already") && !said.err.contains("damaged"), "{}", said.err);
            assert_eq!(fs::read_dir(folder(engine).join("results")).unwrap().count(), 1);
        } else {
            assert_eq!(said.code, 2, "{}", said.out);
            assert!(said.err.contains(&format!("engine {engine}")), "{}", said.err);
        }
    }
}

#[test]
fn presets_of_every_engine_are_still_there() {
    for (engine, count) in ENGINES.into_iter().zip([65, 74]) {
        let text = fs::read_to_string(folder(engine).join("presets.txt")).unwrap();
        for name in text.lines() {
            let opened = link::decode(&format!("#p={name}")).unwrap();
            assert_eq!(opened.preset, Some(name));
            assert!(presets::find(name).is_some());
        }
        assert_eq!(text.lines().count(), count, "engine {engine}");
    }
}
