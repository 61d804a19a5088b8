//! Why a job of a grid went to its cluster: what its home knew of all that could hold it, and the fuzzy rules behind the weights of one.

use super::choose::Choose;
use super::dom::{self, Build};
use super::numbers;
use crate::base::number;
use crate::scenario::fuzzy::Rules;
use crate::scenario::{Kind, Policy, Scheduler, parameter};
use crate::scheduler::vahdat::{Answer, Candidate, Decision, Fuzzy, Inference};
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::Element;

/// The tables below the Gantt chart, hidden at first.
pub struct DecisionPanel {
    /// Its element.
    pub root: Element,
    title: Element,
    caption: Element,
    clusters: Element,
    /// Which decision is shown.
    decision: Choose,
    /// Whose rules are shown, by their place in the table.
    choice: Choose,
    rules: Element,
    shown: RefCell<Option<Shown>>,
}

/// What the panel is about.
struct Shown {
    /// In order of time; the candidates of each in that of the table.
    decisions: Vec<Decision>,
    /// The one in the table.
    at: usize,
    scheduler: Scheduler,
}

impl DecisionPanel {
    /// Without a decision yet.
    pub fn new() -> Rc<DecisionPanel> {
        let title = dom::new("h3").attr("id", "decision-title");
        let caption = dom::new("p").class("caption");
        let clusters = dom::new("div")
            .attr("id", "decision-clusters")
            .class("scroll");
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
                .with(&clusters)
                .with(&choice.root)
                .with(&rules),
            title,
            caption,
            clusters,
            decision,
            choice,
            rules,
            shown: RefCell::default(),
        });
        let own = panel.clone();
        panel.decision.on_choice(move |at| own.turn_to(at));
        let own = panel.clone();
        panel.choice.on_choice(move |place| own.write_rules(place));
        panel
    }

    /// Shows the decisions of a scheduler about a job, the last one first; nothing if there are none.
    pub fn show(&self, decisions: &[Decision], scheduler: Option<&Scheduler>) {
        dom::show(&self.root, !decisions.is_empty());
        let (Some(last), Some(scheduler)) = (decisions.len().checked_sub(1), scheduler) else {
            self.shown.take();
            return;
        };
        let mut decisions = decisions.to_vec();
        for own in &mut decisions {
            let chosen = own.chosen;
            own.candidates.sort_by(|a, b| {
                let other = |own: &Candidate| own.cluster != chosen;
                other(a).cmp(&other(b)).then(b.score.total_cmp(&a.score))
            });
        }
        let words: Vec<String> = decisions.iter().map(outcome).collect();
        self.decision.fill(&words, last);
        self.shown.replace(Some(Shown {
            decisions,
            at: last,
            scheduler: scheduler.clone(),
        }));
        self.write();
    }

    /// Shows another decision.
    fn turn_to(&self, at: usize) {
        if let Some(shown) = &mut *self.shown.borrow_mut() {
            shown.at = at;
        }
        self.write();
    }

    fn write(&self) {
        let shown = self.shown.borrow();
        let Some(shown) = shown.as_ref() else { return };
        let Some(decision) = shown.decisions.get(shown.at) else {
            return;
        };
        let fuzzy = shown.scheduler.policy == Policy::Fuzzy;
        let title = format!("Choosing a cluster: job {}", decision.job);
        dom::write(&self.title, &title);
        dom::write(&self.caption, &caption(decision, &shown.scheduler));
        numbers::write(
            &self.clusters,
            "The chosen cluster first, then by what decides.",
            &heads(fuzzy).map(str::to_owned),
            &rows(decision),
        );
        if let Ok(Some(chosen)) = self.clusters.query_selector("tbody tr") {
            dom::set(&chosen, "aria-current", "true");
        }
        let names = decision.candidates.iter().map(|own| name(decision, own));
        let names: Vec<String> = names.collect();
        self.choice.fill(&names, 0);
        if !fuzzy {
            dom::show(&self.choice.root, false);
        }
        self.write_rules(0);
    }

    /// Writes the rules for the cluster at this place of the table.
    fn write_rules(&self, place: usize) {
        dom::clear(&self.rules);
        let shown = self.shown.borrow();
        let Some(shown) = shown.as_ref() else { return };
        let own = &shown.scheduler;
        let decision = shown.decisions.get(shown.at);
        let Some(decision) = decision.filter(|_| own.policy == Policy::Fuzzy) else {
            return;
        };
        let Some(candidate) = decision.candidates.get(place) else {
            return;
        };
        let fuzzy = Fuzzy::new(own);
        let network = fuzzy.network(decision.ratio, &candidate.view);
        let wide_area = fuzzy.wide_area(decision.size_mb, &candidate.view);
        for (what, inference, rules, field) in [
            (
                format!(
                    "W2, its network: R {} by bandwidth {}",
                    number::fixed(decision.ratio, 2),
                    number::percent(candidate.view.share)
                ),
                network,
                own.network_rules,
                "network_rules",
            ),
            (
                format!(
                    "W3, the way there: {} ms by {} MB",
                    number::fixed(candidate.view.invocation_ms, 1),
                    number::fixed(decision.size_mb, 1)
                ),
                wide_area,
                own.wide_area_rules,
                "wide_area_rules",
            ),
        ] {
            let path = format!("schedulers.0.{field}");
            if let Some(Kind::Rules { rows, columns, .. }) =
                parameter::find(&path).map(|own| own.kind)
            {
                dom::append(&self.rules, &table(&what, &inference, rules, rows, columns));
            }
        }
    }
}

/// Which decision it is, and how to read the table.
fn caption(decision: &Decision, scheduler: &Scheduler) -> String {
    let decides = match scheduler.policy {
        Policy::Fuzzy => {
            let [nodes, network, wide_area] = scheduler.fuzzy_weights();
            format!("The priority is {nodes} W1 + {network} W2 + {wide_area} W3")
        }
        Policy::GridBestFit => {
            "The score is 1 over the idle nodes where these hold the job, else less the jobs that wait".to_owned()
        }
        Policy::GridShortestQueue => "The score is less the jobs that wait or are on their way".to_owned(),
        Policy::GridLeastLoaded => {
            "The score is less the nodes in use or asked for, over all nodes".to_owned()
        }
        Policy::GridRandom => "The score is drawn at random".to_owned(),
        other => format!("The score is that of {other}"),
    };
    format!(
        "What its home, cluster {}, knew at {} of the clusters that are large enough. L, M, H: nodes of low, medium and high load. \
         {decides}; the highest is chosen.",
        decision.home + 1,
        number::clock(decision.time_s, true),
    )
}

fn heads(fuzzy: bool) -> [&'static str; 8] {
    match fuzzy {
        true => [
            "Cluster",
            "Priority",
            "W1 nodes",
            "W2 network",
            "W3 WAN",
            "L / M / H",
            "Network free",
            "Invocation",
        ],
        false => [
            "Cluster",
            "Score",
            "Idle",
            "Jobs waiting",
            "Nodes asked for",
            "L / M / H",
            "Network free",
            "Invocation",
        ],
    }
}

fn rows(decision: &Decision) -> Vec<Vec<String>> {
    let row = |own: &Candidate| {
        let view = &own.view;
        let why = match own.weights {
            Some(weights) => [weights.processors, weights.network, weights.wide_area]
                .map(|own| number::fixed(own, 3)),
            None => [
                view.idle.to_string(),
                view.waiting.to_string(),
                view.waiting_nodes.to_string(),
            ],
        };
        let [low, medium, high] = view.by_load;
        let mut cells = vec![name(decision, own), number::fixed(own.score, 3)];
        cells.extend(why);
        cells.extend([
            format!("{low} / {medium} / {high}"),
            number::percent(view.share),
            format!("{} ms", number::fixed(view.invocation_ms, 1)),
        ]);
        cells
    };
    decision.candidates.iter().map(row).collect()
}

/// When it was, and what came of it.
fn outcome(decision: &Decision) -> String {
    let what = match decision.answer {
        Answer::Home => "stays",
        Answer::Granted => "let in",
        Answer::Refused => "turned away",
    };
    let cluster = decision.chosen + 1;
    let time = number::clock(decision.time_s, true);
    format!("at {time}: cluster {cluster}, {what}")
}

/// "Cluster 4, chosen".
fn name(decision: &Decision, own: &Candidate) -> String {
    let home = if own.cluster == decision.home {
        ", home"
    } else {
        ""
    };
    let chosen = if own.cluster == decision.chosen {
        ", chosen"
    } else {
        ""
    };
    format!("Cluster {}{home}{chosen}", own.cluster + 1)
}

/// Nine rules: what each says, and how strongly it does.
fn table(
    what: &str,
    inference: &Inference,
    rules: Rules,
    rows: [&str; 3],
    columns: [&str; 3],
) -> Element {
    let member = |name: &str, degree: f64| format!("{name} {}", number::fixed(degree, 2));
    let head = |scope: &str, text: &str| dom::new("th").attr("scope", scope).text(text);
    let heads = columns
        .iter()
        .zip(inference.second)
        .map(|(name, degree)| head("col", &member(name, degree)));
    let heads = dom::new("tr").with(dom::new("td")).with_all(heads);
    let body = (0..3).map(|i| {
        let cells = (0..3).map(|j| {
            let strength = inference.strengths[i][j];
            let shade = format!("{}%", number::fixed(100.0 * strength, 0));
            let strength = dom::new("b").text(&number::fixed(strength, 2));
            dom::new("td")
                .style("--strength", &shade)
                .text(rules[3 * i + j].label())
                .and_text(" ")
                .with(strength)
        });
        dom::new("tr")
            .with(head("row", &member(rows[i], inference.first[i])))
            .with_all(cells)
    });
    let output = format!("{what} = {}", number::fixed(inference.output, 3));
    dom::new("table")
        .class("rules")
        .with(dom::new("caption").text(&output))
        .with(dom::new("thead").with(heads))
        .with(dom::new("tbody").with_all(body))
}
