//! The generated reference pages: every declared parameter, policy and measure is on them.

use super::{Folder, refused, run};
use metasched::experiment::measure;
use metasched::models::registry;
use metasched::scenario::declared::table;
use metasched::scenario::presets;
use std::fs;

fn page(name: &str) -> String {
    let said = run(&["reference", name]);
    assert_eq!(said.code, 0, "{}", said.err);
    said.out
}

#[test]
fn every_parameter_has_its_default_its_range_and_its_conditions() {
    let page = page("parameters");
    for own in table() {
        let begin = format!("\n\n`{}`\n\n", own.path);
        let (_, rest) = page.split_once(&begin).unwrap_or_else(|| panic!("{} has no place", own.path));
        let own_part = rest.split("\n### ").next().unwrap();
        assert!(own_part.contains("* Default: "), "{}", own.path);
        let conditions = own_part.matches("* Matters if ").count();
        assert_eq!(conditions, own.when.len(), "{}", own.path);
    }
    let chunk = "* Allowed: a number from 0.01 to 1.\n* Matters if schedulers.\\*.policy is b3";
    assert!(page.contains(chunk), "{page}");
}

#[test]
fn whatever_can_be_chosen_or_measured_is_on_its_page() {
    let registry = registry::current();
    let names = |page: &str, names: Vec<&str>| {
        let text = self::page(page);
        for name in names {
            assert!(text.contains(&format!("`{name}`")), "{page} lacks {name}");
        }
    };
    names("policies", registry.policies().iter().map(|own| own.name()).collect());
    names("orders", registry.orders().iter().map(|own| own.name()).collect());
    names("networks", registry.networks().map(|own| own.name()).collect());
    names("workloads", registry.workloads().iter().map(|own| own.name).collect());
    names("workloads", vec!["clusters.*.runtime_s"]);
    names("measures", measure::all().iter().map(|own| own.key).collect());
    names("presets", presets::all().iter().map(|own| own.name.as_str()).collect());
    let commands = page("commands");
    for command in ["run", "sweep", "reference"] {
        assert!(commands.contains(&format!("## metasched {command} {{#{command}}}")));
    }
}

#[test]
fn all_pages_are_written_and_presets_lead_to_the_page() {
    let folder = Folder::new("reference");
    let out = folder.path("pages");
    let said = run(&["reference", "--out", &out, "--base", "https://example.org/"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(fs::read_dir(&out).unwrap().count(), 8);
    let presets = fs::read_to_string(format!("{out}/presets.md")).unwrap();
    assert!(presets.contains("(https://example.org/#p=landing)"));
    assert!(!page("presets").contains("#p="));
    for words in [&["reference"][..], &["reference", "polices"]] {
        assert!(refused(words).contains("Allowed: parameters, policies, orders"));
    }
}
