//! All presets, grouped by source.

use super::{About, code, heading, item};
use crate::paper::Preset;
use crate::scenario::presets;
use crate::words::markdown::{self, escape};

pub(super) fn body(about: &About<'_>) -> String {
    let (mut text, mut source) = (String::new(), None);
    for preset in presets::all() {
        if source != Some(&preset.source) {
            source = Some(&preset.source);
            let head = match preset.source.as_str() {
                "" => "To learn and to compare",
                paper => paper,
            };
            text += &format!("## {}\n\n", escape(head));
        }
        text += &described(preset, about.page);
    }
    text
}

fn described(own: &Preset, page: Option<&str>) -> String {
    let mut text = heading(3, &own.title, &own.name);
    text += &format!("{}\n\n{}\n\n", code(&own.name), escape(&own.about));
    // Presets that come with the program are always valid.
    if let Ok(scenario) = presets::scenario(own) {
        let schedulers: Vec<String> = (scenario.schedulers.iter())
            .map(|own| {
                let name = own.policy.name();
                format!("[`{name}`](policies.md#{name})")
            })
            .collect();
        text += &item(&format!("Compares {}.", schedulers.join(", ")));
        for sweep in &scenario.experiment.sweep {
            text += &item(&format!("Varies {}.", code(&sweep.parameter)));
        }
        if scenario.experiment.replications > 1 {
            text += &item(&format!("{} replications.", scenario.experiment.replications));
        }
    }
    if let Some(page) = page {
        let address = format!("{page}#p={}", own.name);
        text += &item(&markdown::link("Open it in the laboratory", &address));
    }
    text + "\n"
}
