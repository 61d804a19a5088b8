//! Where jobs ran: the Gantt chart, the strips below it on the same time axis, and the futures that a decision compared.

#[cfg(test)]
mod example;
pub mod futures;
pub mod gantt;
pub mod gantt_draw;
pub(in crate::chart) mod gantt_facts;
pub(in crate::chart) mod gantt_frame;
pub(in crate::chart) mod gantt_key;
pub mod gantt_layout;
pub(in crate::chart) mod gantt_legend;
pub(in crate::chart) mod gantt_marks;
pub(in crate::chart) mod gantt_paint;
pub mod gantt_view;
pub(in crate::chart) mod gantt_words;
pub(in crate::chart) mod gantt_zoom;
pub mod minimap;
pub(in crate::chart) mod playing;
pub mod recorded;
pub mod slides;
pub mod stacked;
pub(in crate::chart) mod strip_columns;
pub mod strip_draw;
pub mod strips;
pub mod timeline;
pub mod whole;
