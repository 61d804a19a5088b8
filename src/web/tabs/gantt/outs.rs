//! The outages of nodes in the shown window as a list below the chart.

use crate::chart::gantt_chart::GanttChart;
use crate::chart::gantt_chart::outs::GanttOut;
use crate::web::page::shell::dom::{self, Build};
use crate::words::number;
use web_sys::Element;

/// Maximum number of listed outages.
const MOST: usize = 200;

/// The list, folded; hidden without outages.
pub struct OutList {
    pub root: Element,
    title: Element,
    list: Element,
}

impl OutList {
    pub fn new() -> OutList {
        let (title, list) = (dom::new("summary"), dom::new("ol"));
        let root = dom::new("details").class("outs").attr("id", "gantt-outs").flag("hidden", true);
        OutList { root: root.with(&title).with(&list), title, list }
    }

    /// Lists the outages of a chart in order of their beginnings.
    pub fn show(&self, chart: &GanttChart) {
        dom::show(&self.root, !chart.outs.is_empty());
        dom::clear(&self.list);
        let mut outs: Vec<&GanttOut> = chart.outs.iter().collect();
        outs.sort_by(|a, b| a.from_s.total_cmp(&b.from_s));
        let all = number::counted(outs.len() as u64, "outage");
        let shown = if outs.len() > MOST { format!("{all} in this window, the first {MOST}") } else { all };
        dom::write(&self.title, &shown);
        for own in outs.into_iter().take(MOST) {
            dom::append(&self.list, &dom::new("li").text(&own.lines(chart).join("; ")));
        }
    }
}
