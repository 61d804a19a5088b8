//! The Paper tab: the paper's claims about this experiment, and our results.

use crate::chart::figure::{Choice, Datum, Figure, Over};
use crate::chart::figures_over;
use crate::experiment::{Complete, measure};
use crate::paper::Preset;
use crate::scenario::{Scenario, presets};
use crate::web::page::figures::stage::Stage;
use crate::web::page::figures::tables;
use crate::web::page::shell::dom::{self, Build, Later, calls};
use crate::web::page::shell::{clipboard, url};
use crate::web::tabs::paper::claims_worker::{ClaimsWorker, Question};
use crate::web::tabs::paper::page::{About, Beside, ClaimRow, Experiment, PaperEntry, PaperPage};
use crate::web::tabs::paper::state::PaperState;
use crate::web::tabs::snapshot::Snapshot;
use crate::web::tabs::tab::{Desk, Tab, TabKind};
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::vec::IntoIter;
use web_sys::{Element, Event};

/// Results of an experiment with more runs than this are not evaluated: no paper's experiment has so many runs.
const MOST_RUNS: usize = 3000;

/// Verdicts with the words for one and for several claims.
const VERDICTS: [(&str, &str, &str); 4] = [
    ("holds", "holds", "hold"),
    ("refuted", "refuted", "refuted"),
    ("open", "open", "open"),
    ("untested", "not tested", "not tested"),
];

/// Attribute of a claim with the measure, point and scheduler that its number is about.
const SPOT: &str = "data-spot";

/// A part of the tab, made when it is appended.
type Part = Box<dyn FnOnce() -> Element>;

/// The tab Paper.
pub struct PaperTab {
    root: Element,
    /// The experiment's figure, beside its claims.
    stage: Rc<Stage>,
    worker: Rc<ClaimsWorker>,
    state: RefCell<PaperState>,
    /// True if the tab is open: then results are needed, not only published values.
    open: Cell<bool>,
    answered: Cell<bool>,
    appending: Later,
    desk: Rc<Desk>,
}

/// Entry of the tab Paper in the list of tabs.
pub const TAB: TabKind =
    TabKind { name: "paper", label: "Paper", title: "Paper", make: |root, desk| Box::new(PaperTab::new(root, desk)) };

impl PaperTab {
    fn new(root: &Element, desk: Rc<Desk>) -> Rc<PaperTab> {
        let tab = Rc::new_cyclic(|own| {
            let own: Weak<PaperTab> = own.clone();
            PaperTab {
                root: root.clone(),
                stage: Stage::new("paper-canvas", "Figure of the claims"),
                worker: ClaimsWorker::new(move |answer| {
                    if let Some(tab) = own.upgrade() {
                        tab.show_answer(&answer);
                    }
                }),
                state: RefCell::default(),
                open: Cell::default(),
                answered: Cell::default(),
                appending: Later::default(),
                desk,
            }
        });
        for at in ["pointerover", "focusin"] {
            dom::hear(&tab, root, at, |tab, event: Event| {
                if let Some((claim, spot)) = dom::target_with(&event, SPOT) {
                    tab.light_up(&claim, &spot);
                }
            });
        }
        tab
    }

    /// Marks the point of a claim in the figure.
    fn light_up(&self, claim: &Element, spot: &str) {
        for lit in dom::all_within(&self.root, "[data-lit]") {
            dom::toggle(&lit, "data-lit", false);
        }
        dom::toggle(claim, "data-lit", true);
        let mut parts = spot.split(' ');
        let key = parts.next().unwrap_or_default();
        let mut index = || parts.next()?.parse::<usize>().ok();
        if let (Some(point), Some(scheduler)) = (index(), index()) {
            self.show_figure(key, Some([point, scheduler]));
        }
    }

    /// Shows the experiment's curves of a measure, with a mark at a point of a scheduler.
    fn show_figure(&self, key: &str, spot: Option<[usize; 2]>) {
        let state = self.state.borrow();
        let Some((_, Some(snapshot))) = state.seen() else {
            return self.stage.clear();
        };
        let scenario = snapshot.plan.scenario();
        let kinds = figures_over(Over::One, scenario);
        let Some(kind) = kinds.iter().find(|own| own.usual).or(kinds.first()) else {
            return self.stage.clear();
        };
        let mut measures = kind.measures(scenario);
        let metric = measures.find(|own| own.key == key).unwrap_or(measure::first()).key;
        // Of two sweeps, the slice with the point.
        let slice = |fixed: usize| Choice { metric, fixed, ..Choice::default() };
        let has_point = |fixed: &usize| spot.is_some_and(|[point, _]| slice(*fixed).points(scenario).contains(&point));
        let slices = scenario.experiment.sweep.get(1).map_or(1, |own| own.values.len());
        let choice = slice((0..slices).find(has_point).unwrap_or(0));
        if let Some(figure) = (kind.build)(&snapshot.scene(), &choice) {
            let mark = spot.and_then(|spot| datum(&*figure, spot, snapshot.plan.points().len()));
            self.stage.show(figure, snapshot);
            if let Some(datum) = mark {
                self.stage.mark(datum);
            }
        }
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

    fn show_answer(self: &Rc<Self>, answer: &Result<PaperPage, String>) {
        let page = answer.as_ref().ok();
        let published = page.and_then(|page| Some((page.scenario_digest.clone(), page.improvements.clone()?)));
        self.desk.published.replace(published);
        // The tab Surface needs the published values only.
        if self.open.get() {
            dom::clear(&self.root);
            self.answered.set(true);
            let parts = match answer {
                Ok(page) => parts(page, &self.stage.frame.root),
                Err(why) => vec![ready(dom::new("p").class("note").text(&format!(
                    "What the papers claim could not be loaded: {why}. Everything else works without it; open this tab again to try once more."
                )))],
            };
            self.append(parts.into_iter());
            self.show_figure("", None);
        }
        self.desk.page.update();
    }

    /// Appends parts, each in its own browser task.
    fn append(self: &Rc<Self>, mut parts: IntoIter<Part>) {
        match parts.next() {
            Some(part) => {
                dom::append(&self.root, &part());
                self.appending.after(0.0, calls(self, |tab| tab.append(parts)));
            }
            None => {
                dom::set(&self.root, "aria-busy", "false");
                self.stage.redraw();
            }
        }
    }
}

/// The value of a figure that belongs to a point and a scheduler; a baseline has one for all points.
fn datum(figure: &dyn Figure, [point, scheduler]: [usize; 2], points: usize) -> Option<Datum> {
    let mut own = (0..points).map(|at| Datum(scheduler, at)).filter(|own| figure.run(*own).is_some());
    let first = own.clone().next();
    own.find(|own| figure.run(*own) == Some((point, scheduler))).or(first)
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

    fn redraw(&self) {
        self.stage.redraw();
    }

    /// Figures over two parameters show published values, so these are also needed there.
    fn opened(&self, name: &str) {
        self.open.set(name == TAB.name);
        self.state.borrow_mut().set_visible(name == TAB.name || name == "surface");
        self.ask();
    }
}

fn parts(page: &PaperPage, figure: &Element) -> Vec<Part> {
    match &page.about {
        About::Nothing(papers) => nothing(papers, &page.verdicts),
        About::Changed(preset) => changed(preset).into_iter().map(ready).collect(),
        About::Experiment(experiment) => of_paper(experiment, &page.verdicts, figure).into_iter().map(ready).collect(),
    }
}

fn ready(part: Element) -> Part {
    Box::new(|| part)
}

/// A link that opens a preset.
fn preset_link(preset: &Preset, text: &str) -> Element {
    dom::new("a").attr("href", &url::in_papers(preset)).text(text)
}

/// Content for a scenario that is not from a paper: a list of experiments from papers.
fn nothing(papers: &[PaperEntry], verdicts: &[Vec<String>]) -> Vec<Part> {
    let about = dom::new("p").text(
        "This scenario is not from a paper. Open an experiment below to see what its paper says about it, and whether our \
         results agree.",
    );
    let mut parts = vec![ready(about), ready(verdict_table(verdicts))];
    for paper in papers.iter().cloned() {
        parts.push(ready(dom::new("h2").text(&paper.title)));
        parts.push(Box::new(move || {
            let presets = paper.presets.iter().filter_map(|name| presets::find(name));
            let entries = presets.map(|own| dom::new("li").with(preset_link(own, &own.title)));
            dom::new("ul").class("experiments").with_all(entries)
        }));
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

fn of_paper(experiment: &Experiment, verdicts: &[Vec<String>], figure: &Element) -> Vec<Element> {
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
    let claims = table("claims", "Claims of the paper", &experiment.claims);
    parts.push(dom::new("div").class("claims-beside").with(figure).with(claims));
    parts.push(dom::new("p").class("muted small").text(
        "± is the half width of the 95 % confidence interval of a difference on the same jobs. A claim is open if its \
         interval allows both answers.",
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

/// Table of the numbers of sentences per paper and verdict, and of the claims beneath them.
fn verdict_table(verdicts: &[Vec<String>]) -> Element {
    let heads = [
        "paper",
        "hold",
        "in part",
        "depend on a reading",
        "refuted",
        "open",
        "cannot be tested",
        "claims that test them",
        "claims of ours",
    ];
    let rows = verdicts.iter().map(|cells| tables::row(cells, |cell, text| cell.text(text)));
    let rows: Vec<Element> = rows.collect();
    let heads = tables::heads(heads, |cell, text| cell.text(text));
    let caption = "Sentences of each paper, tested at full size. A sentence holds in part if some of its claims hold. It depends \
                   on a reading if the text allows several readings, and these have different verdicts.";
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
    // The claims of a table have one experiment, whose link takes a millisecond.
    let beside = rows.iter().find_map(|own| match &own.beside {
        Beside::Preset(name) => presets::find(name),
        _ => None,
    });
    let address = beside.map(url::in_papers);
    let rows = rows.iter().map(|own| row(own, beside.zip(address.as_deref())));
    table.attr("aria-label", label).class("claims").with(head).with_all(rows)
}

fn cell(role: &str, label: &str) -> Element {
    dom::new("div").attr("role", role).attr("data-label", label)
}

/// A claim: the paper's words, the condition, our number and verdict, and additional text. `experiment` is the preset of the claim, with
/// its address.
fn row(claim: &ClaimRow, experiment: Option<(&Preset, &str)>) -> Element {
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
        Beside::Preset(_) => experiment.map(|(own, address)| dom::new("a").attr("href", address).text(&own.title)),
    };
    let ours = cell("cell", "Ours")
        .with(dom::new("strong").text(&claim.ours))
        .with(muted("div", &claim.quantity))
        .with_all(beside);
    let own = dom::new("div").attr("role", "row").class("claim");
    let own = match (claim.spot, &claim.measure) {
        (Some([point, scheduler]), Some(measure)) => {
            own.attr(SPOT, &format!("{measure} {point} {scheduler}")).attr("tabindex", "0")
        }
        _ => own,
    };
    own.with_all([
        says,
        cell("cell", "Holds if").text(&claim.wanted),
        ours,
        cell("cell", "Verdict").attr("data-verdict", &claim.verdict).text(&claim.words),
    ])
}
