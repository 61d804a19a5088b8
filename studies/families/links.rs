//! Links that open the experiments and figures of the study in the page.

use metasched::scenario::{Checked, Scenario, link};
use serde_json::{Value, json};
use studies::{Outcome, read};

use super::runs::folder;
use super::{PARTS, SHAPES, WORKLOADS};

/// Figures of docs/families.md that are a view of a scenario file.
const FIGURES: [(&str, &str); 1] = [("demand", "figure of Q3")];

/// The view of a figure.
fn view(file: &str) -> Value {
    match file {
        "demand" => json!({
            "tab": "curves", "curves.measure": "mean_turnaround_s", "curves.x": 1, "curves.at": 1, "curves.baseline": 2
        }),
        _ => json!({}),
    }
}

/// A link for each scenario file and figure.
pub fn table() -> Outcome<String> {
    let mut text =
        "A link opens an experiment in the page: put it behind the page's address. Workloads of logs need the log, \
                    dropped on the page.\n\n| what | link |\n|---|---|\n"
            .to_owned();
    for (file, name) in FIGURES {
        let shown = scenario(file)?;
        text += &format!("| {name} | `{}` |\n", link::encode_with_view(&shown, Some(&view(file))));
    }
    let orders = ["orders-skip", "orders-easy"].into_iter();
    for file in orders.chain(PARTS.map(|(file, _, _)| file)).chain(SHAPES).chain(WORKLOADS) {
        let opened = scenario(file)?;
        text += &format!("| {file}.json | `{}` |\n", link::encode(&opened));
    }
    Ok(text)
}

/// The scenario of a file.
fn scenario(file: &str) -> Outcome<Checked> {
    let text = read(&folder().join(format!("{file}.json")))?;
    Scenario::from_json(&text).map_err(|problems| format!("{file}.json: {problems}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_the_document_open_the_scenario_files_of_today() {
        let document = read(&studies::root().join("docs/families-tables.md")).unwrap();
        assert!(
            document.contains(&table().unwrap()),
            "`cargo run -p studies --bin families -- --only nothing` writes them"
        );
    }

    #[test]
    fn every_scenario_file_has_a_link() {
        let text = table().unwrap();
        for entry in std::fs::read_dir(folder()).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(!name.ends_with(".json") || text.contains(&format!("| {name} |")), "{name}");
        }
    }
}
