//! The guides (talks and lessons) of the page, one file each in the folder `guides`. A step in such a file gives a
//! preset, changed settings and a view. The page reads the file `www/guides.json` with all guides; each step in this
//! file has a link instead of preset, settings and view.

use crate::base::problem::{Problem, Problems};
use crate::parameter::json::{self, quoted};
use crate::scenario::{link, presets, steps};
use serde_json::{Map, Value};

macro_rules! written {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("guides/", $name, ".json")))),*]
    };
}

/// Names and texts of all guides. A test compares the list with the folder.
pub const ALL: &[(&str, &str)] = written![
    "lesson-1-waiting-and-load"
    "lesson-2-big-jobs"
    "lesson-3-migration"
    "lesson-4-co-allocation"
    "lesson-5-full-links"
    "lesson-6-thresholds-and-chunks"
    "lesson-7-estimates-and-promises"
    "lesson-8-looking-ahead"
    "lesson-9-when-nodes-fail"
    "lesson-10-links-or-order"
    "talk-co-allocation"
    "talk-families"
];

/// Keys of a step in a guide's file; the file of the page has a link instead.
const PRESET: &str = "preset";
const SET: &str = "set";
const VIEW: &str = "view";

/// The file that the page reads: one JSON object with all guides by name.
///
/// # Errors
/// The name of the first wrong guide, with its problems.
pub fn file() -> Result<String, String> {
    let mut all = Map::new();
    for (name, text) in ALL {
        let guide = guide(text).map_err(|problems| format!("{name}: {problems}"))?;
        all.insert((*name).to_owned(), guide);
    }
    Ok(format!("{:#}\n", Value::Object(all)))
}

/// Reads a guide, and puts a link into each step.
///
/// # Errors
/// Problems of the first wrong step.
pub fn guide(text: &str) -> Result<Value, Problems> {
    let mut guide = json::parse(text)?;
    let list = guide.get_mut(steps::STEPS).and_then(Value::as_array_mut);
    let none = || Problem::new(steps::STEPS, "are missing", "a list of steps", "Add them");
    for (i, step) in list.ok_or_else(none)?.iter_mut().enumerate() {
        let place = format!("step {}", i + 1);
        let map = step.as_object_mut().ok_or_else(|| {
            let wrong = "is no object";
            Problem::new(place.as_str(), wrong, "an object with a preset", "Write it in braces")
        })?;
        let link = link_of(&place, map)?;
        map.insert("link".into(), link.into());
    }
    Ok(guide)
}

/// Link of a step. Its preset, settings and view are removed from the step.
fn link_of(place: &str, step: &mut Map<String, Value>) -> Result<String, Problems> {
    let name = step.shift_remove(PRESET).unwrap_or_default();
    let preset = name.as_str().and_then(presets::find).ok_or_else(|| {
        let wrong = format!("names the preset {}", quoted(&name));
        let remedy = "`metasched presets` lists them";
        Problem::new(place, wrong, "the name of a preset", remedy)
    })?;
    let view = step.shift_remove(VIEW);
    let set = step.shift_remove(SET);
    Ok(match (set.as_ref().and_then(Value::as_object), &view) {
        (None, None) => link::of_preset(&preset.name),
        (None, Some(view)) => link::of_preset_with_view(&preset.name, view),
        (Some(set), view) => {
            let values = set.iter().map(|(path, value)| (path.as_str(), value.clone()));
            let scenario = presets::scenario(preset)?.with_all(values)?;
            link::encode_with_view(&scenario, view.as_ref())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_gets_the_link_of_what_it_sets() {
        let text = r##"{ "title": "T", "steps": [
            { "title": "a", "preset": "landing" },
            { "title": "b", "preset": "landing", "view": { "tab": "gantt" } },
            { "title": "c", "preset": "landing", "set": { "seed": "2" }, "view": { "tab": "table" } }
        ] }"##;
        let guide = guide(text).unwrap();
        let links: Vec<&str> = (0..3).map(|i| guide["steps"][i]["link"].as_str().unwrap()).collect();
        assert_eq!(links[0], "#p=landing");
        assert_eq!(link::decode(links[1]).unwrap().view.unwrap()["tab"], "gantt");
        let third = link::decode(links[2]).unwrap();
        assert_eq!((third.scenario.seed.as_str(), third.view.unwrap()["tab"].as_str()), ("2", Some("table")));
        assert_eq!(guide["steps"][2].as_object().unwrap().len(), 2);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = |text: &str| guide(text).unwrap_err().to_string();
        assert!(wrong("{}").starts_with("steps are missing"));
        assert!(wrong(r#"{ "steps": [{ "preset": "landign" }] }"#).starts_with("step 1 names the preset \"landign\""));
        assert!(wrong(r#"{ "steps": [{ "preset": "landing", "set": { "sede": 1 } }] }"#).contains("sede"));
    }
}
