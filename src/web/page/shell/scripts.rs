//! What the page's scripts ask of the program: talks and lessons (www/guide).

use crate::parameter::json;
use crate::scenario::steps;
use crate::web::page::shell::dom;
use wasm_bindgen::prelude::*;

/// The link of a talk, of its steps as JSON.
///
/// # Errors
/// What is wrong with which step.
#[wasm_bindgen(js_name = talkLink)]
pub fn talk_link(steps: &str) -> Result<String, String> {
    let steps = json::parse(steps).map_err(|problem| problem.to_string())?;
    let link = steps::read(&steps).and_then(|steps| steps::link(&steps));
    link.map_err(|problems| problems.to_string())
}

/// Lets scripts ask for the results that are shown, as JSON, by `presentResults()`.
pub fn offer_results(results: impl Fn() -> Option<String> + 'static) {
    let results = Closure::<dyn Fn() -> Option<String>>::new(results);
    let _ = js_sys::Reflect::set(&dom::window(), &"presentResults".into(), results.as_ref());
    results.forget();
}
