//! Data for the clock next to a Gantt chart (www/guide/clock.mjs), stored in attributes of its canvas.

use crate::chart::gantt_chart::{GanttChart, GanttJob};
use crate::web::page::results::canvas::Surface;
use crate::web::page::shell::dom;

/// Sets the recorded window of the run \[s\]. Setting it, even to the same value, tells the clock of a new recording.
pub fn recorded(surface: &Surface, chart: &GanttChart) {
    let (from_s, to_s) = chart.window();
    dom::set(surface.element(), "data-from", &from_s.to_string());
    dom::set(surface.element(), "data-to", &to_s.to_string());
}

/// Sets the selected job and its start \[s\].
pub fn marked(surface: &Surface, job: Option<&GanttJob>) {
    let canvas = surface.element();
    match job {
        Some(job) => {
            dom::set(canvas, "data-job", &job.id.to_string());
            dom::set(canvas, "data-start", &job.start_s.to_string());
        }
        None => {
            for name in ["data-job", "data-start"] {
                let _ = canvas.remove_attribute(name);
            }
        }
    }
}
