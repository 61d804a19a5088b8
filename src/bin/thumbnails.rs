//! Writes a thumbnail of each preset whose results were computed beforehand: `thumbnails RESULTS FOLDER` reads RESULTS/NAME.json and writes
//! FOLDER/NAME-light.svg and FOLDER/NAME-dark.svg.

use metasched::chart::kit::theme::Theme;
use metasched::chart::look::Look;
use metasched::chart::thumbnail::thumbnail;
use metasched::experiment::{Complete, Plan};
use metasched::scenario::presets;
use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let folders: Vec<String> = env::args().skip(1).collect();
    let [results, folder] = &folders[..] else {
        return Err("two folders are wanted: results and thumbnails".into());
    };
    let folder = Path::new(folder);
    fs::create_dir_all(folder)?;
    for preset in presets::all() {
        let file = Path::new(results).join(format!("{}.json", preset.name));
        if !file.exists() {
            continue;
        }
        let plan = Plan::new(&presets::scenario(preset)?)?;
        let complete = Complete::from_json(&fs::read_to_string(&file)?)?;
        let Some(results) = complete.taken_up(&plan) else {
            return Err(format!("{}: not of this scenario and engine", file.display()).into());
        };
        let look = Look::of_preset(preset);
        for (name, theme) in [("light", Theme::light(1.0)), ("dark", Theme::dark(1.0))] {
            let file = folder.join(format!("{}-{name}.svg", preset.name));
            fs::write(file, thumbnail(&plan, &results, &look, &theme))?;
        }
    }
    Ok(())
}
