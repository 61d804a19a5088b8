//! Results stored in the browser beyond the visit, by www/results_store.mjs, which www/boot.mjs loads.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = resultsStore, js_name = reportRefusal)]
    fn js_report_refusal(report: &JsValue);
    #[wasm_bindgen(js_namespace = resultsStore, js_name = known)]
    fn js_known(tasks: Vec<String>, tell: &JsValue);
    #[wasm_bindgen(js_namespace = resultsStore, js_name = find)]
    fn js_find(tasks: Vec<String>, found: &JsValue, ended: &JsValue);
    #[wasm_bindgen(js_namespace = resultsStore, js_name = put)]
    fn js_put(task: &str, line: &str);
    #[wasm_bindgen(js_namespace = resultsStore, js_name = size)]
    fn js_size(tell: &JsValue);
    #[wasm_bindgen(js_namespace = resultsStore, js_name = clear)]
    fn js_clear(ended: &JsValue);
}

/// Reports once if the browser refuses to store results, with its reason.
pub fn report_refusal(mut report: impl FnMut(&str) + 'static) {
    let report = Closure::<dyn FnMut(String)>::new(move |why: String| report(&why));
    js_report_refusal(report.as_ref());
    report.forget();
}

/// Calls `tell` with the indices of the tasks that have stored results. Tasks are given by key.
pub fn known(tasks: Vec<String>, tell: impl FnOnce(Vec<u32>) + 'static) {
    js_known(tasks, &Closure::once_into_js(tell));
}

/// Passes the stored lines of these tasks to `found`, each in its own event. A line for which `found` returns false is
/// removed from the store.
pub fn find(tasks: Vec<String>, mut found: impl FnMut(usize, &str) -> bool + 'static) {
    let found = Closure::<dyn FnMut(usize, String) -> bool>::new(move |index, line: String| found(index, &line));
    let function = found.as_ref().clone();
    let ended = Closure::once_into_js(move || std::mem::drop(found));
    js_find(tasks, &function, &ended);
}

/// Stores the line of a task.
pub fn put(task: &str, line: &str) {
    js_put(task, line);
}

/// Passes number and size \[bytes\] of stored results to `tell`.
pub fn size(tell: impl FnOnce(u32, f64) + 'static) {
    js_size(&Closure::once_into_js(tell));
}

/// Removes everything.
pub fn clear(ended: impl FnOnce() + 'static) {
    js_clear(&Closure::once_into_js(ended));
}
