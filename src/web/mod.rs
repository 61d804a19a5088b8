//! The page and its workers. Only this package uses browser interfaces. Modules that do not need them are also compiled
//! natively, for tests.

pub mod drawn_clusters;
pub mod failure;
pub mod form_plots;
pub mod formulas;
pub mod gantt_pane;
pub mod history;
pub mod job_files;
pub mod known;
pub mod lists;
pub mod load_gauge;
pub mod motion;
pub mod other_engine;
pub mod outage_file;
pub mod pace;
pub mod packed;
pub mod queue;
pub mod run;
pub mod runs;
pub mod scheduler_choice;
pub mod tabs;
pub mod tuning;
pub mod wanted;
pub mod without_page;

#[cfg(target_arch = "wasm32")]
mod log_reader;
#[cfg(target_arch = "wasm32")]
pub mod messages;
#[cfg(target_arch = "wasm32")]
pub mod page;
#[cfg(target_arch = "wasm32")]
pub mod pool;
#[cfg(target_arch = "wasm32")]
pub mod pool_event;
#[cfg(target_arch = "wasm32")]
pub mod worker;
#[cfg(target_arch = "wasm32")]
mod worker_handle;
#[cfg(target_arch = "wasm32")]
mod worker_pool;

/// Starts the page; in a worker, where there is no window, starts the worker.
#[cfg(target_arch = "wasm32")]
pub fn start() {
    if web_sys::window().is_some() {
        page::start();
    } else if let Err(error) = worker::start() {
        wasm_bindgen::throw_val(error);
    }
}
