//! What the clock beside a Gantt chart (www/guide/clock.mjs) reads from its canvas.

use crate::chart::gantt_chart::{GanttChart, GanttJob};
use crate::web::page::results::canvas::Surface;
use crate::web::page::shell::dom;

/// The window of the run that was recorded \[s\]: setting it, also to what it was, tells the clock of a new recording.
pub fn recorded(surface: &Surface, chart: &GanttChart) {
    let (from_s, to_s) = chart.window();
    dom::set(surface.element(), "data-from", &from_s.to_string());
    dom::set(surface.element(), "data-to", &to_s.to_string());
}

/// The job that is marked, and when it starts \[s\].
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
