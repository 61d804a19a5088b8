//! What a home went by when it chose a cluster, as tables.

use super::settings::{Rules, Settings};
use super::{Answer, Candidate, Decision, Fuzzy, Inference};
use crate::base::number::{clock, fixed, percent, plain, seconds};
use crate::models::{Given, Policy};
use crate::parameter::Kind;
use crate::scheduler::choice::{Choice, Row, RuleTable};

/// Who decided: a policy with its settings.
#[derive(Clone, Copy)]
pub struct By<'a> {
    /// The policy.
    pub policy: Policy,
    /// Its settings.
    pub own: &'a Given,
}

/// A decision, laid out.
pub fn choice(decision: &Decision, by: By<'_>) -> Choice {
    let mut candidates: Vec<&Candidate> = decision.candidates.iter().collect();
    candidates.sort_by(|a, b| {
        let other = |own: &Candidate| own.cluster != decision.chosen;
        other(a).cmp(&other(b)).then(b.score.total_cmp(&a.score))
    });
    let weighted = candidates.iter().any(|own| own.weights.is_some());
    Choice {
        outcome: outcome(decision),
        caption: caption(decision, by, weighted),
        heads: heads(weighted),
        candidates: candidates
            .iter()
            .map(|own| row(decision, own, by))
            .collect(),
    }
}

fn outcome(decision: &Decision) -> String {
    let what = match decision.answer {
        Answer::Home => "stays",
        Answer::Granted => "let in",
        Answer::Refused => "turned away",
    };
    let cluster = decision.chosen + 1;
    let time = clock(decision.time_s, true);
    format!("at {time}: cluster {cluster}, {what}")
}

fn caption(decision: &Decision, by: By<'_>, weighted: bool) -> String {
    let home = decision.home + 1;
    let time = seconds(decision.time_s);
    let score = by.policy.info().score;
    let weights = match weighted {
        true => {
            let [nodes, network, wide_area] = by.own.of::<Settings>().weights().map(plain);
            let (ratio, size_mb) = (fixed(decision.ratio, 2), fixed(decision.size_mb, 1));
            format!(
                " with weights of {nodes}, {network} and {wide_area}, for R {ratio} and {size_mb} MB"
            )
        }
        false => String::new(),
    };
    format!(
        "What its home, cluster {home}, knew at {time} of the clusters that are large enough. L, M, H: nodes of low, medium and \
         high load. The score is {score}{weights}; the highest is chosen."
    )
}

fn heads(weighted: bool) -> Vec<String> {
    let why = match weighted {
        true => ["Priority", "W1 nodes", "W2 network", "W3 WAN"],
        false => ["Score", "Idle", "Jobs waiting", "Nodes asked for"],
    };
    let all = ["Cluster"].into_iter().chain(why);
    let all = all.chain(["L / M / H", "Network free", "Invocation"]);
    all.map(str::to_owned).collect()
}

fn row(decision: &Decision, own: &Candidate, by: By<'_>) -> Row {
    let view = &own.view;
    let mut name = format!("Cluster {}", own.cluster + 1);
    let (home, chosen) = (own.cluster == decision.home, own.cluster == decision.chosen);
    name.push_str(if home { ", home" } else { "" });
    name.push_str(if chosen { ", chosen" } else { "" });
    let why = match own.weights {
        Some(weights) => {
            [weights.processors, weights.network, weights.wide_area].map(|own| fixed(own, 3))
        }
        None => [
            view.idle.to_string(),
            view.waiting.to_string(),
            view.waiting_nodes.to_string(),
        ],
    };
    let [low, medium, high] = view.by_load;
    let mut cells = vec![name, fixed(own.score, 3)];
    cells.extend(why);
    cells.extend([
        format!("{low} / {medium} / {high}"),
        percent(view.share),
        format!("{} ms", fixed(view.invocation_ms, 1)),
    ]);
    let rules = match own.weights {
        Some(_) => rules(decision, own, by),
        None => Vec::new(),
    };
    Row {
        cells,
        noted: home || chosen,
        rules,
    }
}

/// The rules behind W2 and W3.
fn rules(decision: &Decision, own: &Candidate, by: By<'_>) -> Vec<RuleTable> {
    let settings: Settings = by.own.of();
    let fuzzy = Fuzzy::new(&settings);
    let view = &own.view;
    let of_network = format!(
        "W2, its network: R {} by bandwidth {}",
        fixed(decision.ratio, 2),
        percent(view.share)
    );
    let of_way = format!(
        "W3, the way there: {} ms by {} MB",
        fixed(view.invocation_ms, 1),
        fixed(decision.size_mb, 1)
    );
    let network = table(
        of_network,
        ("network_rules", settings.network_rules),
        ["R", "bandwidth"],
        &fuzzy.network(decision.ratio, view),
    );
    let way = table(
        of_way,
        ("wide_area_rules", settings.wide_area_rules),
        ["invocation", "size"],
        &fuzzy.wide_area(decision.size_mb, view),
    );
    network.into_iter().chain(way).collect()
}

fn table(
    what: String,
    (setting, rules): (&str, Rules),
    inputs: [&'static str; 2],
    inference: &Inference,
) -> Option<RuleTable> {
    let mut declared = Settings::PARAMETERS.iter();
    let declared = declared.find(|own| own.name() == setting)?;
    let Kind::Rules { rows, columns, .. } = declared.kind else {
        return None;
    };
    let with = |names: [&'static str; 3], degrees: [f64; 3]| {
        std::array::from_fn(|i| (names[i], degrees[i]))
    };
    Some(RuleTable {
        output: format!("{what} = {}", fixed(inference.output, 3)),
        inputs,
        rows: with(rows, inference.first),
        columns: with(columns, inference.second),
        rules: std::array::from_fn(|i| {
            std::array::from_fn(|j| (rules[3 * i + j].label(), inference.strengths[i][j]))
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::vahdat::ClusterView;
    use crate::models::vahdat::policies::FUZZY;

    /// The numbers of the unit tests of the weights: R = 0.175 and a share of 0.875, 52 ms and 15.25 MB.
    #[test]
    fn a_fuzzy_choice_in_words() {
        let own = Given::default();
        let by = By {
            policy: Policy(&FUZZY),
            own: &own,
        };
        let fuzzy = Fuzzy::new(&Settings::default());
        let candidate = |cluster, share, invocation_ms| {
            let view = ClusterView {
                by_load: [10, 0, 0],
                share,
                invocation_ms,
                ..ClusterView::default()
            };
            let weights = fuzzy.weigh(8, 0.175, 15.25, &view);
            Candidate {
                cluster,
                view,
                score: weights.priority,
                weights: Some(weights),
            }
        };
        let decision = Decision {
            time_s: 7.0,
            job: 3,
            home: 0,
            ratio: 0.175,
            size_mb: 15.25,
            candidates: vec![
                candidate(0, 0.125, 0.0),
                candidate(1, 0.5, 62.5),
                candidate(2, 0.875, 52.0),
            ],
            chosen: 1,
            answered_s: 7.1,
            answer: Answer::Granted,
        };
        let choice = choice(&decision, by);
        assert_eq!(choice.outcome, "at 0:00:07: cluster 2, let in");
        assert!(
            choice.caption.ends_with(
                "The score is a priority, the sum of W1, W2 and W3 with weights of 0.5, 0.2 and 0.3, for R 0.17 and 15.2 MB; \
                 the highest is chosen."
            ),
            "{}",
            choice.caption
        );
        let cells: Vec<String> = choice
            .candidates
            .iter()
            .map(|own| own.cells.join("|"))
            .collect();
        assert_eq!(
            cells[1],
            "Cluster 3|0.946|0.992|0.938|0.875|10 / 0 / 0|87.5 %|52.0 ms"
        );
        assert!(
            cells[0].starts_with("Cluster 2, chosen|0.852|"),
            "{cells:?}"
        );
        assert!(cells[2].starts_with("Cluster 1, home|0.890|"), "{cells:?}");
        let noted: Vec<bool> = choice.candidates.iter().map(|own| own.noted).collect();
        assert_eq!(noted, [true, false, true]);
        let network = &choice.candidates[0].rules[0];
        assert_eq!(
            network.output,
            "W2, its network: R 0.17 by bandwidth 50 % = 0.750"
        );
        assert_eq!(
            network.fired(0.005),
            [
                ("R low and bandwidth medium: large".to_owned(), 0.5),
                ("R medium and bandwidth medium: moderate".to_owned(), 0.5)
            ]
        );
        let way = choice.candidates[2].rules[1].fired(0.005);
        assert_eq!(way[0].0, "invocation short and size medium: large");
    }
}
