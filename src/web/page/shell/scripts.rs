//! Interface between the page's scripts and the program: talks and lessons (www/guide), presets (boot.mjs).

use crate::paper::Presets;
use crate::parameter::json;
use crate::scenario::{presets, steps};
use crate::web::page::shell::dom;
use std::fmt::Display;
use wasm_bindgen::prelude::*;

/// Makes the link of a talk from the talk's steps, given as JSON.
///
/// # Errors
/// If a step is wrong; the error lists the problems of the steps.
#[wasm_bindgen(js_name = talkLink)]
pub fn talk_link(steps: &str) -> Result<String, String> {
    let steps = json::parse(steps).map_err(|problem| problem.to_string())?;
    let link = steps::read(&steps).and_then(|steps| steps::link(&steps));
    link.map_err(|problems| problems.to_string())
}

/// Adds the presets that are not compiled into the program, from the text of their file.
///
/// # Errors
/// If the file is not a list of presets.
#[wasm_bindgen(js_name = readPresets)]
pub fn read_presets(file: &str) -> Result<(), String> {
    let wrong = |why: &dyn Display| format!("presets.json cannot be read ({why})");
    let files: Vec<Presets> = serde_json::from_str(file).map_err(|error| wrong(&error))?;
    presets::add(files).map_err(|problem| wrong(&problem))
}

/// Reads the presets, if scripts fetched them before the program began.
pub fn begin_with_presets() -> Result<(), String> {
    let file = js_sys::Reflect::get(&dom::window(), &"presets".into()).ok();
    file.and_then(|file| file.as_string()).map_or(Ok(()), |file| read_presets(&file))
}

/// Defines the function `presentCurves(measure, parameter)` for scripts. It returns the curves of a measure over a
/// parameter as JSON; without arguments, the displayed curves.
pub fn offer_curves(curves: impl Fn(Option<String>, Option<String>) -> Option<String> + 'static) {
    let curves = Closure::<dyn Fn(Option<String>, Option<String>) -> Option<String>>::new(curves);
    let _ = js_sys::Reflect::set(&dom::window(), &"presentCurves".into(), curves.as_ref());
    curves.forget();
}
