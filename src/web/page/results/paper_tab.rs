//! The Paper tab: what the paper says of this experiment, and what has come out so far.

use crate::experiment::Results;
use crate::experiment::reproduce::{self, Finding, Why, paper_of, quantity};
use crate::paper::{Paper, Preset};
use crate::scenario::{Scenario, presets};
use crate::web::page::results::tables;
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::{clipboard, url};
use crate::web::paper_data::{self, About};
use crate::web::papers::{self, Record};
use crate::web::tabs::paper::PaperState;
use crate::web::tabs::view::View;
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::Element;

/// The tab.
pub struct PaperTab {
    root: Element,
    state: RefCell<PaperState>,
    /// Why the papers could not be fetched.
    failure: RefCell<Option<String>>,
}

impl PaperTab {
    /// Makes the tab in `#paper`.
    pub fn new() -> Rc<PaperTab> {
        Rc::new(PaperTab {
            root: dom::by_id("paper"),
            state: RefCell::default(),
            failure: RefCell::default(),
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

    /// The papers have been fetched, or could not be.
    pub fn papers_came(&self, came: Result<(), String>) {
        self.failure.replace(came.err());
        self.write_if_visible();
    }

    fn write_if_visible(&self) {
        let state = self.state.borrow();
        let Some((scenario, results)) = state.seen() else {
            return;
        };
        let parts = match url::with_presets(|known| paper_data::about(scenario, known)) {
            _ if !papers::are_here() => vec![self.waiting()],
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

impl PaperTab {
    /// What there is to say before the papers are here.
    fn waiting(&self) -> Element {
        match &*self.failure.borrow() {
            None => dom::new("p").class("muted").text("Loading what the papers claim …"),
            Some(why) => dom::new("p").class("note").text(&format!(
                "What the papers claim could not be loaded: {why}. Everything else works without it; open this tab again to try once more."
            )),
        }
    }
}

/// A link that opens a preset.
fn preset_link(preset: &Preset, text: &str) -> Element {
    dom::new("a")
        .attr("href", &url::in_papers(preset))
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
    parts.push(verdicts());
    for paper in reproduce::papers() {
        let entries = paper.studies.iter().filter_map(|study| {
            let preset = presets::find(study.preset)?;
            paper_of(preset.name)?;
            Some(dom::new("li").with(preset_link(preset, preset.title)))
        });
        parts.push(dom::new("h2").text(paper.title));
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
        dom::new("h2").text(preset.title),
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
    let record = papers::record(paper.name);
    let own = findings.iter().map(|finding| {
        let key = finding.verdict.key();
        let verdict = format!(
            "{} {}",
            finding.verdict.sign(),
            paper_data::verdict(finding, complete)
        );
        row(
            finding,
            &finding.ours(),
            key,
            &verdict,
            recorded(record, finding),
        )
    });
    parts.push(table("claims", "Claims of the paper", own));
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
    parts.push(dom::new("h2").text("The other claims of the paper"));
    parts.push(table(
        "other-claims",
        "The other claims of the paper",
        others(paper, preset, record),
    ));
    parts.push(verdicts());
    parts
}

/// The claims about the paper's other experiments, as the full tier answered them.
fn others<'p>(
    paper: &'static Paper,
    preset: &'p Preset,
    record: Option<&'static Record>,
) -> impl Iterator<Item = Element> + use<'p> {
    let others = paper.claims().filter(|claim| claim.preset != preset.name);
    others.map(move |claim| {
        let finding = Finding::untested(claim, Why::NotMeasured);
        let link = presets::find(claim.preset).map(|own| preset_link(own, own.title));
        match record.and_then(|record| record.of(&finding)) {
            Some(own) => row(&finding, &own.words, &own.verdict, &own.why, link),
            None => row(
                &finding,
                "–",
                finding.verdict.key(),
                "not in the last report",
                link,
            ),
        }
    })
}

/// What the full tier says of a claim, beside what has come out here.
fn recorded(record: Option<&Record>, finding: &Finding) -> Option<Element> {
    let own = record?.of(finding)?;
    let text = format!("full tier: {}, {}", own.words, own.why);
    Some(dom::new("div").class("muted small").text(&text))
}

/// How many claims of each paper have which verdict, and what chance would have made of it.
fn verdicts() -> Element {
    let heads = [
        "paper",
        "holds",
        "refuted",
        "open",
        "cannot be tested",
        "would hold by chance",
    ];
    let rows = reproduce::papers().iter().filter_map(|paper| {
        let record = papers::record(paper.name)?;
        let line = |name: String, tally: &reproduce::Tally| {
            let counts = [tally.holds, tally.refuted, tally.open, tally.untested];
            let mut cells = vec![name];
            cells.extend(counts.map(|count| count.to_string()));
            cells.push(format!("{:.1} to {:.1}", tally.by_noise(), tally.by_coin()));
            tables::row(cells, |cell, text| cell.text(&text))
        };
        let mut lines = Vec::new();
        if record.tally.all() > 0 {
            lines.push(line(paper.name.to_owned(), &record.tally));
        }
        if record.ours.all() > 0 {
            lines.push(line(format!("{}, ours", paper.name), &record.ours));
        }
        Some(lines)
    });
    let heads = tables::heads(heads, |cell, text| cell.text(text));
    let caption = "All papers, in the full tier. By chance: from the number that would hold if nothing differed to the number that would if \
                   a coin told who is ahead, of the claims that say who is ahead.";
    let rows: Vec<Element> = rows.flatten().collect();
    dom::new("div")
        .class("scroll")
        .attr("tabindex", "0")
        .with(tables::table("numbers", caption, heads, rows).attr("id", "verdicts"))
}

/// A table in the words of ARIA: on narrow screens its rows become blocks, which costs plain tables their meaning.
fn table(id: &str, label: &str, rows: impl Iterator<Item = Element>) -> Element {
    let head = ["The paper", "Holds if", "Ours", "Verdict"]
        .map(|label| cell("columnheader", "").text(label));
    let head = dom::new("div")
        .attr("role", "row")
        .class("claims-head")
        .with_all(head);
    dom::new("div")
        .attr("role", "table")
        .attr("id", id)
        .attr("aria-label", label)
        .class("claims")
        .with(head)
        .with_all(rows)
}

fn cell(role: &str, label: &str) -> Element {
    dom::new("div").attr("role", role).attr("data-label", label)
}

/// A claim: what the paper says, what bears it out, our number and verdict, and what else stands beside them.
fn row(
    finding: &Finding,
    ours: &str,
    key: &str,
    verdict: &str,
    beside: Option<Element>,
) -> Element {
    let claim = finding.claim;
    let says = cell("rowheader", "The paper");
    if !claim.is_ours() {
        dom::append(&says, &dom::new("q").text(claim.quote));
    }
    dom::append(
        &says,
        &dom::new("span")
            .class("muted small")
            .text(&format!(" {}", claim.origin())),
    );
    dom::append(&says, &dom::new("div").text(claim.says));
    if !claim.remark.is_empty() {
        dom::append(
            &says,
            &dom::new("p").class("muted small").text(claim.remark),
        );
    }
    let ours = cell("cell", "Ours")
        .with(dom::new("strong").text(ours))
        .with(
            dom::new("div")
                .class("muted small")
                .text(&quantity(&claim.measure)),
        )
        .with_all(beside);
    dom::new("div")
        .attr("role", "row")
        .class("claim")
        .with_all([
            says,
            cell("cell", "Holds if").text(&finding.wanted()),
            ours,
            cell("cell", "Verdict")
                .attr("data-verdict", key)
                .text(verdict),
        ])
}
