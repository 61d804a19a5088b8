//! The futures that a look-ahead policy compared before it placed the job with the open story, side by side.

use crate::chart::gantt_chart::GanttJob;
use crate::chart::gantt_chart::futures::FuturesChart;
use crate::export::table::Table;
use crate::web::gantt_pane::story_data::StoryData;
use crate::web::page::figures::tables;
use crate::web::page::shell::dom::{self, Build};
use crate::web::tabs::gantt::picture::Picture;
use crate::words::number;
use crate::words::{JobNames, cluster_numbers, place};
use std::rc::Rc;
use web_sys::Element;

/// The figure below the Gantt chart; initially hidden.
pub struct LookAhead {
    /// Root element.
    pub root: Element,
    title: Element,
    figure: Rc<Picture<FuturesChart>>,
    numbers: Element,
}

impl LookAhead {
    /// Creates an empty figure.
    pub fn new() -> Rc<LookAhead> {
        let figure = Picture::new("look-ahead-canvas", "Look-ahead");
        let title = dom::new("h3").attr("id", "look-ahead-title");
        let numbers = dom::new("div").class("scroll");
        if let Ok(Some(words)) = figure.frame.root.query_selector("details") {
            dom::append(&words, &numbers);
        }
        Rc::new(LookAhead {
            root: dom::new("section")
                .attr("id", "look-ahead")
                .attr("aria-labelledby", "look-ahead-title")
                .flag("hidden", true)
                .with(&title)
                .with(&figure.frame.root),
            title,
            figure,
            numbers,
        })
    }

    /// Shows the futures of a story, if there are any.
    pub fn show(&self, story: Option<&StoryData>) {
        let seen = story.and_then(|own| Some((own.foresight.as_ref()?, &own.names)));
        let seen = seen.filter(|(seen, _)| !seen.futures.is_empty());
        dom::show(&self.root, seen.is_some());
        let Some((seen, names)) = seen else { return };
        let chart = FuturesChart::of(seen, names);
        dom::write(&self.title, &format!("Looking ahead: {}", chart.title));
        let caption = format!(
            "What would become of all that wait, if the job goes to one place or another and no other job arrives; times count \
             from the decision. Score: {}, the lower the better; the framed future was taken. Outlined: the job. Pale: what runs, \
             until it is expected to end.{}",
            chart.measure,
            if chart.slows() { " ×: slower than alone, on links that are too full." } else { "" }
        );
        write_numbers(&self.numbers, &chart, names);
        self.figure.show(chart, &caption);
    }

    /// Redraws before the next frame.
    pub fn redraw(&self) {
        self.figure.redraw();
    }
}

/// Table with one row per job and one column per future. Jobs that already ran at the decision are included only if
/// other jobs slow them down.
fn write_numbers(root: &Element, chart: &FuturesChart, names: &JobNames) {
    let placed = |job: &&GanttJob| job.penalty > 0.0;
    let columns: Vec<Vec<&GanttJob>> =
        chart.panels.iter().map(|panel| panel.gantt.jobs.iter().filter(placed).collect()).collect();
    let cell = |job: &GanttJob| {
        let clusters = cluster_numbers(job.pieces.iter().map(|own| own.cluster));
        let turnaround = number::seconds(job.end_s - job.arrival_s);
        let end = number::seconds(job.end_s);
        let time = match job.pale {
            true => format!("until {end}"),
            false => format!("{} to {end}", number::seconds(job.start_s)),
        };
        let slowed = job.slowed().map_or(String::new(), |own| format!(", {own}"));
        format!("{time} on {clusters}{slowed}; turnaround {turnaround}")
    };
    let row = |first: &GanttJob| {
        let name = format!("{} ({})", names.short(first.id), number::counted(first.nodes.into(), "node"));
        // Jobs are found by number, because they may start in different orders in the futures.
        let cells = columns.iter().map(|own| {
            let job = own.iter().find(|job| job.id == first.id);
            job.map(|job| cell(job)).unwrap_or_default()
        });
        std::iter::once(name).chain(cells).collect()
    };
    // Only the first jobs of a long future are recorded, so futures may have different jobs.
    let mut jobs: Vec<&GanttJob> = Vec::new();
    for job in columns.iter().flatten() {
        if jobs.iter().all(|own| own.id != job.id) {
            jobs.push(job);
        }
    }
    let mut rows: Vec<Vec<String>> = jobs.into_iter().map(row).collect();
    let scores = chart.panels.iter().map(|panel| panel.score.clone());
    rows.push(std::iter::once("Score".to_owned()).chain(scores).collect());
    let places = chart.panels.iter().map(|panel| place(&panel.place));
    let heads: Vec<String> = std::iter::once("Job".to_owned()).chain(places).collect();
    let caption = format!("{}, {}", chart.title, chart.measure);
    let table = Table { title: caption, heads, rows, ..Table::default() };
    tables::write(root, &table);
}
