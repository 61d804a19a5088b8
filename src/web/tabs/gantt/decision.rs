//! Tables of a scheduler's choice among candidates for a job, and of the rules that give the numbers of one candidate.

use crate::chart::ranges::RangesChart;
use crate::export::table;
use crate::scheduler::choice::{Statement, Statements, Table};
use crate::web::page::figures::tables;
use crate::web::page::inputs::choose::Choose;
use crate::web::page::shell::dom::{self, Build, hears};
use crate::web::tabs::gantt::picture::Picture;
use crate::words::number;
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::Element;

/// Caption of the ranges.
const RANGES: &str = "For each cluster, the load of its link by the number of nodes that the job takes there. With half of the nodes on either \
     side of a link, most traffic crosses the link. Few nodes or nearly all nodes are allowed, if they are free.";

/// The tables below the Gantt chart; initially hidden.
pub struct DecisionPanel {
    /// Root element.
    pub root: Element,
    title: Element,
    caption: Element,
    /// Nodes that each cluster might have given, if the choice has such ranges.
    ranges: Rc<Picture<RangesChart>>,
    clusters: Element,
    /// Selects the choice to show.
    decision: Choose,
    /// Selects the candidate whose rules are shown, by index in the table.
    choice: Choose,
    rules: Element,
    shown: RefCell<Option<Shown>>,
}

/// Content of the panel.
struct Shown {
    /// Name of the job: "job 7".
    job: String,
    /// Choices in order of time.
    choices: Vec<Table>,
    /// Index of the displayed choice.
    at: usize,
}

impl DecisionPanel {
    /// Creates an empty panel.
    pub fn new() -> Rc<DecisionPanel> {
        let title = dom::new("h3").attr("id", "decision-title");
        let caption = dom::new("p").class("caption");
        let ranges = Picture::<RangesChart>::new("ranges-canvas", "Ranges of nodes");
        let clusters = dom::new("div").attr("id", "decision-clusters").class("scroll");
        let decision = Choose::new("decision-time", "Choice");
        let choice = Choose::new("decision-cluster", "Rules for");
        let rules = dom::new("div").attr("id", "decision-rules");
        let panel = Rc::new(DecisionPanel {
            root: dom::new("section")
                .attr("id", "decision")
                .attr("aria-labelledby", "decision-title")
                .flag("hidden", true)
                .with(&title)
                .with(&decision.root)
                .with(&caption)
                .with(&ranges.frame.root)
                .with(&clusters)
                .with(&choice.root)
                .with(&rules),
            title,
            caption,
            ranges,
            clusters,
            decision,
            choice,
            rules,
            shown: RefCell::default(),
        });
        panel.decision.on_choice(hears(&panel, |own, at| own.turn_to(at)));
        panel.choice.on_choice(hears(&panel, |own, place| own.write_rules(place)));
        panel
    }

    /// Shows the choices made for a job with this name, the last choice first; hidden if there are none.
    pub fn show(&self, choices: Vec<Table>, job: &str) {
        dom::show(&self.root, !choices.is_empty());
        let Some(at) = choices.len().checked_sub(1) else {
            self.shown.take();
            return;
        };
        let outcomes: Vec<String> = choices.iter().map(|own| own.outcome.clone()).collect();
        self.decision.fill(&outcomes, at);
        self.shown.replace(Some(Shown { job: job.to_owned(), choices, at }));
        self.write();
    }

    /// Redraws the figure before the next frame.
    pub fn redraw(&self) {
        self.ranges.redraw();
    }

    /// Shows another choice.
    fn turn_to(&self, at: usize) {
        if let Some(shown) = &mut *self.shown.borrow_mut() {
            shown.at = at;
        }
        self.write();
    }

    fn write(&self) {
        let shown = self.shown.borrow();
        let Some(shown) = shown.as_ref() else { return };
        let Some(choice) = shown.choices.get(shown.at) else {
            return;
        };
        let title = format!("{}: {}", choice.title, shown.job);
        dom::write(&self.title, &title);
        dom::write(&self.caption, &choice.caption);
        dom::show(&self.ranges.frame.root, choice.ranges.is_some());
        if choice.ranges.is_some() {
            let chart = RangesChart { title: String::new(), ranges: choice.ranges.clone() };
            self.ranges.show(chart, RANGES);
        }
        let rows = choice.candidates.iter().map(|own| own.cells.clone());
        let table = table::Table {
            title: match choice.ranges {
                None => "The chosen one first, then by what decides.".to_owned(),
                Some(_) => "The cluster that gives most first.".to_owned(),
            },
            heads: choice.heads.clone(),
            rows: rows.collect(),
            ..table::Table::default()
        };
        tables::write(&self.clusters, &table);
        if let Ok(Some(chosen)) = self.clusters.query_selector("tbody tr") {
            dom::set(&chosen, "aria-current", "true");
        }
        let names = table.rows.iter().filter_map(|cells| cells.first().cloned());
        let names: Vec<String> = names.collect();
        self.choice.fill(&names, 0);
        if choice.candidates.iter().all(|own| own.tables.is_empty()) {
            dom::show(&self.choice.root, false);
        }
        self.write_rules(0);
    }

    /// Writes the rules for the candidate at this index of the table.
    fn write_rules(&self, place: usize) {
        dom::clear(&self.rules);
        let shown = self.shown.borrow();
        let choice = shown.as_ref().and_then(|shown| shown.choices.get(shown.at));
        let Some(choice) = choice else { return };
        let candidate = choice.candidates.get(place);
        for weights in candidate.into_iter().flat_map(|own| &own.tables) {
            dom::append(&self.rules, &table(weights));
        }
    }
}

/// Statements with their weights.
fn table(weights: &Statements) -> Element {
    let head = |scope: &str, text: &String| dom::new("th").attr("scope", scope).text(text);
    let heads = weights.heads.iter().map(|own| head("col", own));
    let heads = dom::new("tr").with(dom::new("td")).with_all(heads);
    let cell = |own: &Statement| {
        let shade = format!("{}%", number::fixed(100.0 * own.weight, 0));
        let weight = dom::new("b").text(&number::fixed(own.weight, 2));
        dom::new("td").style("--strength", &shade).text(&own.text).and_text(" ").with(weight)
    };
    let body = weights
        .rows
        .iter()
        .map(|(name, cells)| dom::new("tr").with(head("row", name)).with_all(cells.iter().map(cell)));
    dom::new("table")
        .class("rules")
        .with(dom::new("caption").text(&weights.title))
        .with(dom::new("thead").with(heads))
        .with(dom::new("tbody").with_all(body))
}
