//! The Paper tab: the paper's claims about this experiment, and our results.

use crate::experiment::Complete;
use crate::paper::Preset;
use crate::scenario::{Scenario, presets};
use crate::web::page::figures::tables;
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::{clipboard, url};
use crate::web::tabs::paper::claims_worker::{ClaimsWorker, Question};
use crate::web::tabs::paper::page::{About, Beside, ClaimRow, Experiment, PaperEntry, PaperPage};
use crate::web::tabs::paper::state::PaperState;
use crate::web::tabs::snapshot::Snapshot;
use crate::web::tabs::tab::{Desk, Tab, TabKind};
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use web_sys::Element;

/// Results of an experiment with more runs than this are not evaluated: no paper's experiment has so many runs.
const MOST_RUNS: usize = 3000;

/// Verdicts with the words for one and for several claims.
const VERDICTS: [(&str, &str, &str); 4] = [
    ("holds", "holds", "hold"),
    ("refuted", "refuted", "refuted"),
    ("open", "open", "open"),
    ("untested", "not tested", "not tested"),
];

/// The tab Paper.
pub struct PaperTab {
    root: Element,
    worker: Rc<ClaimsWorker>,
    state: RefCell<PaperState>,
    /// True if the tab is open: then results are needed, not only published values.
    open: Cell<bool>,
    answered: Cell<bool>,
    desk: Rc<Desk>,
}

/// Entry of the tab Paper in the list of tabs.
pub const TAB: TabKind =
    TabKind { name: "paper", label: "Paper", title: "Paper", make: |root, desk| Box::new(PaperTab::new(root, desk)) };

impl PaperTab {
    fn new(root: &Element, desk: Rc<Desk>) -> Rc<PaperTab> {
        Rc::new_cyclic(|own| {
            let own: Weak<PaperTab> = own.clone();
            PaperTab {
                root: root.clone(),
                worker: ClaimsWorker::new(move |answer| {
                    if let Some(tab) = own.upgrade() {
                        tab.show_answer(&answer);
                    }
                }),
                state: RefCell::default(),
                open: Cell::default(),
                answered: Cell::default(),
                desk,
            }
        })
    }

    fn ask(&self) {
        let state = self.state.borrow();
        let Some((scenario, snapshot)) = state.seen() else {
            return;
        };
        let complete = snapshot.filter(|_| self.open.get()).filter(|snapshot| {
            let runs = snapshot.results.points.iter().flat_map(|point| &point.results);
            let wanted = scenario.experiment.replications;
            snapshot.plan.tasks().len() <= MOST_RUNS && runs.into_iter().all(|run| run.replications == wanted)
        });
        let results =
            complete.and_then(|snapshot| serde_json::to_string(&Complete::of(&snapshot.results, &snapshot.plan)).ok());
        dom::set(&self.root, "aria-busy", "true");
        if !self.answered.get() {
            dom::clear(&self.root);
            let words = "Loading what the papers claim …";
            dom::append(&self.root, &dom::new("p").class("muted").text(words));
        }
        let question = Question { scenario: scenario.to_json(), results };
        if !self.worker.ask(question) {
            dom::set(&self.root, "aria-busy", "false");
        }
    }

    fn show_answer(&self, answer: &Result<PaperPage, String>) {
        dom::clear(&self.root);
        match answer {
            Ok(page) => parts(page).iter().for_each(|part| dom::append(&self.root, part)),
            Err(why) => dom::append(&self.root, &dom::new("p").class("note").text(&format!(
                "What the papers claim could not be loaded: {why}. Everything else works without it; open this tab again to try once more."
            ))),
        }
        let page = answer.as_ref().ok();
        let published = page.and_then(|page| Some((page.scenario_digest.clone(), page.improvements.clone()?)));
        self.desk.published.replace(published);
        self.answered.set(true);
        dom::set(&self.root, "aria-busy", "false");
        self.desk.page.update();
    }
}

impl Tab for Rc<PaperTab> {
    fn set_scenario(&self, scenario: &Scenario) {
        self.state.borrow_mut().set_scenario(scenario);
        self.ask();
    }

    fn show(&self, snapshot: &Snapshot) {
        if snapshot.is_present() && !snapshot.sketch {
            self.state.borrow_mut().show(snapshot);
            self.ask();
        }
    }

    /// Figures over two parameters show published values, so these are also needed there.
    fn opened(&self, name: &str) {
        self.open.set(name == TAB.name);
        self.state.borrow_mut().set_visible(name == TAB.name || name == "surface");
        self.ask();
    }
}

fn parts(page: &PaperPage) -> Vec<Element> {
    match &page.about {
        About::Nothing(papers) => nothing(papers, &page.verdicts),
        About::Changed(preset) => changed(preset),
        About::Experiment(experiment) => of_paper(experiment, &page.verdicts),
    }
}

/// A link that opens a preset.
fn preset_link(preset: &Preset, text: &str) -> Element {
    dom::new("a").attr("href", &url::in_papers(preset)).text(text)
}

/// Content for a scenario that is not from a paper: a list of experiments from papers.
fn nothing(papers: &[PaperEntry], verdicts: &[Vec<String>]) -> Vec<Element> {
    let mut parts = vec![dom::new("p").text(
        "This scenario is not from a paper. These experiments come with what the paper says about them; each is held \
             against our results when they are complete:",
    )];
    parts.push(verdict_table(verdicts));
    for paper in papers {
        let presets = paper.presets.iter().filter_map(|name| presets::find(name));
        let entries = presets.map(|own| dom::new("li").with(preset_link(own, &own.title)));
        parts.push(dom::new("h2").text(&paper.title));
        parts.push(dom::new("ul").class("experiments").with_all(entries));
    }
    parts
}

/// Content for a scenario that was changed from an experiment of a paper.
fn changed(preset: &str) -> Vec<Element> {
    let say = dom::new("p")
        .with(dom::new("strong").text("Not the paper's experiment. "))
        .and_text(&format!(
            "This scenario began as {preset}, but more than its size and seed was changed, so that the paper's claims do not speak \
             about it. "
        ));
    let open = dom::button("Open the paper's experiment").attr("id", "open-experiment");
    if let Some(preset) = presets::find(preset) {
        dom::on_click(&open, move || url::go(preset));
    }
    vec![say, dom::new("p").with(open)]
}

fn of_paper(experiment: &Experiment, verdicts: &[Vec<String>]) -> Vec<Element> {
    let Some(preset) = presets::find(&experiment.preset) else {
        return Vec::new();
    };
    let mut parts =
        vec![dom::new("h2").text(&preset.title), dom::new("p").class("muted small").text(&experiment.paper)];
    if !experiment.departures.is_empty() {
        let open = preset_link(preset, "Open it as published");
        parts.push(
            dom::new("p")
                .attr("id", "departures")
                .class("note")
                .and_text(&format!("With {}. ", experiment.departures.join(", ")))
                .with(open.attr("id", "open-experiment")),
        );
    }
    parts.push(total(&experiment.claims).attr("id", "claims-total"));
    parts.push(table("claims", "Claims of the paper", &experiment.claims));
    parts.push(dom::new("p").class("muted small").text(
        "± is the half width of the 95 % confidence interval of a difference on the same jobs. A claim is open while its \
         interval holds both yes and no.",
    ));
    if let Some(command) = &experiment.command {
        parts.push(clipboard::line("reproduce-command", "Every claim of the paper, natively, as a report", command));
    }
    parts.push(dom::new("h2").text("The other claims of the paper"));
    // The claims of each experiment are folded, because a paper has up to a hundred.
    let by_experiment = experiment.others.chunk_by(|a, b| a.beside == b.beside).map(|rows| {
        let title = match rows.first().map(|own| &own.beside) {
            Some(Beside::Preset(name)) => presets::find(name).map_or(name.as_str(), |own| &own.title),
            _ => "Without an experiment here",
        };
        let head = dom::new("summary").and_text(title).with(total(rows));
        dom::new("details").class("claims-of").with(head).with(table("", title, rows))
    });
    parts.push(dom::new("div").attr("id", "other-claims").with_all(by_experiment));
    parts.push(verdict_table(verdicts));
    parts
}

/// The numbers of claims by verdict, as a bar and in words: "3 hold, 1 refuted".
fn total(claims: &[ClaimRow]) -> Element {
    let counts = VERDICTS.map(|(key, one, several)| {
        let count = claims.iter().filter(|own| own.verdict == key).count();
        (key, if count == 1 { one } else { several }, count)
    });
    let counts = counts.into_iter().filter(|own| own.2 > 0);
    let part = |(key, _, count): (&str, &str, usize)| {
        dom::new("span").attr("data-verdict", key).style("flex-grow", &count.to_string())
    };
    let bar = dom::new("span").class("claims-bar").attr("aria-hidden", "true").with_all(counts.clone().map(part));
    let words: Vec<String> = counts.map(|(_, word, count)| format!("{count} {word}")).collect();
    dom::new("span").class("claims-total").with(bar).and_text(&words.join(", "))
}

/// Table of the numbers of claims per paper and verdict, and the number that chance would confirm.
fn verdict_table(verdicts: &[Vec<String>]) -> Element {
    let heads = ["paper", "holds", "refuted", "open", "cannot be tested", "would hold by chance"];
    let rows = verdicts.iter().map(|cells| tables::row(cells, |cell, text| cell.text(text)));
    let rows: Vec<Element> = rows.collect();
    let heads = tables::heads(heads, |cell, text| cell.text(text));
    let caption = "All papers, in the full tier. By chance: from the number that would hold if nothing differed to the number that would if \
                   a coin decided who is ahead, of the claims that say who is ahead.";
    dom::new("div")
        .class("scroll")
        .attr("tabindex", "0")
        .with(tables::table("numbers", caption, heads, rows).attr("id", "verdicts"))
}

/// A table with ARIA roles: on narrow screens its rows become blocks, which would remove the semantics of an HTML
/// table.
fn table(id: &str, label: &str, rows: &[ClaimRow]) -> Element {
    let head = ["The paper", "Holds if", "Ours", "Verdict"].map(|label| cell("columnheader", "").text(label));
    let head = dom::new("div").attr("role", "row").class("claims-head").with_all(head);
    let table = dom::new("div").attr("role", "table");
    let table = if id.is_empty() { table } else { table.attr("id", id) };
    table.attr("aria-label", label).class("claims").with(head).with_all(rows.iter().map(row))
}

fn cell(role: &str, label: &str) -> Element {
    dom::new("div").attr("role", role).attr("data-label", label)
}

/// A claim: the paper's words, the condition, our number and verdict, and additional text.
fn row(claim: &ClaimRow) -> Element {
    let muted = |kind: &str, text: &str| dom::new(kind).class("muted small").text(text);
    let says = cell("rowheader", "The paper");
    if let Some(quote) = &claim.quote {
        dom::append(&says, &dom::new("q").text(quote));
    }
    dom::append(&says, &muted("span", &format!(" {}", claim.origin)));
    dom::append(&says, &dom::new("div").text(&claim.says));
    if !claim.remark.is_empty() {
        dom::append(&says, &muted("p", &claim.remark));
    }
    let beside = match &claim.beside {
        Beside::Nothing => None,
        Beside::FullTier(text) => Some(muted("div", text)),
        Beside::Preset(name) => presets::find(name).map(|own| preset_link(own, &own.title)),
    };
    let ours = cell("cell", "Ours")
        .with(dom::new("strong").text(&claim.ours))
        .with(muted("div", &claim.quantity))
        .with_all(beside);
    dom::new("div").attr("role", "row").class("claim").with_all([
        says,
        cell("cell", "Holds if").text(&claim.wanted),
        ours,
        cell("cell", "Verdict").attr("data-verdict", &claim.verdict).text(&claim.words),
    ])
}
