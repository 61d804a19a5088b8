//! The Paper tab: what the paper says of this experiment, and what has come out so far.

use crate::experiment::Results;
use crate::experiment::reproduce::{Finding, paper_of, papers, quantity};
use crate::paper::Preset;
use crate::scenario::{Scenario, presets};
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::{clipboard, url};
use crate::web::paper_data::{self, About};
use crate::web::tabs::paper::PaperState;
use crate::web::tabs::view::View;
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::Element;

/// The tab.
pub struct PaperTab {
    root: Element,
    state: RefCell<PaperState>,
}

impl PaperTab {
    /// Makes the tab in `#paper`.
    pub fn new() -> Rc<PaperTab> {
        Rc::new(PaperTab {
            root: dom::by_id("paper"),
            state: RefCell::default(),
        })
    }

    /// Another scenario.
    pub fn set_scenario(&self, scenario: &Scenario) {
        self.state.borrow_mut().set_scenario(scenario);
        self.write_if_visible();
    }

    /// Results so far.
    pub fn show(&self, view: &View) {
        self.state.borrow_mut().show(view);
        self.write_if_visible();
    }

    /// The tab is opened or closed.
    pub fn set_visible(&self, visible: bool) {
        self.state.borrow_mut().set_visible(visible);
        self.write_if_visible();
    }

    fn write_if_visible(&self) {
        let state = self.state.borrow();
        let Some((scenario, results)) = state.seen() else {
            return;
        };
        let parts = match url::with_presets(|known| paper_data::about(scenario, known)) {
            About::Nothing => nothing(),
            About::Changed(preset) => changed(preset),
            About::Experiment(preset, departures) => {
                experiment(preset, &departures, scenario, results)
            }
        };
        dom::clear(&self.root);
        parts.iter().for_each(|part| dom::append(&self.root, part));
    }
}

/// A link that opens a preset.
fn preset_link(preset: &Preset, text: &str) -> Element {
    dom::new("a")
        .attr("href", &format!("#p={}", preset.name))
        .text(text)
}

/// This is nobody's experiment: here are some.
fn nothing() -> Vec<Element> {
    let mut parts = vec![
        dom::new("p").text(
            "This scenario is not from a paper. These experiments come with what the paper says about them; each is held \
             against our results while they come in:",
        ),
    ];
    for paper in papers() {
        let entries = paper.studies.iter().filter_map(|study| {
            let preset = presets::find(study.preset)?;
            paper_of(preset.name)?;
            Some(dom::new("li").with(preset_link(preset, preset.title)))
        });
        parts.push(dom::new("h3").text(paper.title));
        parts.push(dom::new("ul").class("experiments").with_all(entries));
    }
    parts
}

/// This was an experiment of a paper.
fn changed(preset: &'static Preset) -> Vec<Element> {
    let say = dom::new("p")
        .with(dom::new("strong").text("Not the paper's experiment. "))
        .and_text(&format!(
            "This scenario began as {}, but more than its size and seed was changed, so that the paper's claims do not speak \
             about it. ",
            preset.name
        ));
    let open = dom::button("Open the paper's experiment").attr("id", "open-experiment");
    dom::on_click(&open, move || url::go(preset));
    vec![say, dom::new("p").with(open)]
}

fn experiment(
    preset: &'static Preset,
    departures: &[String],
    scenario: &Scenario,
    results: Option<&Results>,
) -> Vec<Element> {
    let Some(paper) = paper_of(preset.name) else {
        return nothing();
    };
    let findings = paper_data::findings(paper, preset, scenario, results);
    let complete = results.is_some_and(|results| {
        let mut all = results.points.iter().flat_map(|point| &point.results);
        all.all(|run| run.replications == scenario.experiment.replications)
    });
    let mut parts = vec![
        dom::new("h3").text(preset.title),
        dom::new("p").class("muted small").text(paper.title),
    ];
    if !departures.is_empty() {
        let open = preset_link(preset, "Open it as published");
        parts.push(
            dom::new("p")
                .attr("id", "departures")
                .class("note")
                .and_text(&format!("With {}. ", departures.join(", ")))
                .with(open.attr("id", "open-experiment")),
        );
    }
    parts.push(table(&findings, complete));
    parts.push(dom::new("p").class("muted small").text(
        "± is the half width of the 95 % confidence interval of a difference on the same jobs. A claim is open while its \
         interval holds both yes and no.",
    ));
    if let Some(command) = paper_data::command(paper, &findings) {
        parts.push(clipboard::line(
            "reproduce-command",
            "Every claim of the paper, natively, as a report",
            &command,
        ));
    }
    parts
}

/// A table in the words of ARIA: on narrow screens its rows become blocks, which costs plain tables their meaning.
fn table(findings: &[Finding], complete: bool) -> Element {
    let cell =
        |role: &str, label: &str| dom::new("div").attr("role", role).attr("data-label", label);
    let head = ["The paper", "Holds if", "Ours", "Verdict"]
        .map(|label| cell("columnheader", "").text(label));
    let head = dom::new("div")
        .attr("role", "row")
        .class("claims-head")
        .with_all(head);
    let rows = findings.iter().map(|finding| {
        let claim = finding.claim;
        let says = cell("rowheader", "The paper");
        if !claim.is_ours() {
            dom::append(&says, &dom::new("q").text(claim.quote));
        }
        let says = says
            .with(dom::new("span").class("muted small").text(&claim.origin()))
            .with(dom::new("p").text(claim.says));
        if !claim.remark.is_empty() {
            dom::append(
                &says,
                &dom::new("p").class("muted small").text(claim.remark),
            );
        }
        let ours = cell("cell", "Ours")
            .with(dom::new("strong").text(&finding.ours()))
            .with(
                dom::new("div")
                    .class("muted small")
                    .text(&quantity(&claim.measure)),
            );
        let verdict = cell("cell", "Verdict")
            .attr("data-verdict", finding.verdict.key())
            .text(&format!(
                "{} {}",
                finding.verdict.sign(),
                paper_data::verdict(finding, complete)
            ));
        dom::new("div")
            .attr("role", "row")
            .class("claim")
            .with_all([
                says,
                cell("cell", "Holds if").text(&finding.wanted()),
                ours,
                verdict,
            ])
    });
    dom::new("div")
        .attr("role", "table")
        .attr("id", "claims")
        .attr("aria-label", "Claims of the paper")
        .class("claims")
        .with(head)
        .with_all(rows)
}
