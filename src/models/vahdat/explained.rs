//! Explains in words a home's choice of a cluster, and why a job waits.

use super::settings::{NETWORK_RULES, Rules, WIDE_AREA_RULES};
use super::{Answer, Candidate, ClusterView, Decision, Dispatch, Fuzzy, Inference};
use crate::parameter;
use crate::scheduler::choice::{Choice, Row, Statement, Statements, Table};
use crate::scheduler::refusal::Refusal;
use crate::words::number::{clock, counted, fixed, percent, plain, seconds};

/// Number of clusters that a sentence names.
const NAMED: usize = 3;
/// A sentence leaves out rules whose strength is below this number.
const LEAST: f64 = 0.005;

/// The choice of the decision, explained with the scores of `dispatch`.
pub(super) fn choice(decision: &Decision, dispatch: &Dispatch) -> Choice {
    let mut candidates: Vec<&Candidate> = decision.candidates.iter().collect();
    candidates.sort_by(|a, b| {
        let other = |own: &Candidate| own.cluster != decision.chosen;
        other(a).cmp(&other(b)).then(b.score.total_cmp(&a.score))
    });
    let fuzzy = match dispatch {
        Dispatch::Fuzzy(fuzzy) => Some(&**fuzzy),
        _ => None,
    };
    let row = |own: &&Candidate| row(decision, own, fuzzy);
    Choice {
        time_s: decision.time_s,
        sentence: sentence(decision, &candidates, fuzzy.is_some()),
        table: Table {
            title: "Choosing a cluster".to_owned(),
            outcome: outcome(decision),
            caption: caption(decision, dispatch.words(), fuzzy),
            heads: heads(fuzzy.is_some()),
            candidates: candidates.iter().map(row).collect(),
            ranges: None,
        },
        data: serde_json::to_value(decision).unwrap_or_default(),
    }
}

/// The refusal while the job's home asks a cluster for admission, until the answer at `until_s` \[s\].
pub(super) fn asking(cluster: u32, until_s: f64) -> Refusal {
    let sentence = format!("cluster {} is asked for admission until {} s", cluster + 1, fixed(until_s, 1));
    Refusal::new("asking", sentence).with("cluster", cluster).with("until_s", until_s)
}

/// The refusal while a job is sent to a cluster, until `until_s` \[s\] if no other transfer begins or ends before.
pub(super) fn transfer(cluster: u32, until_s: f64) -> Refusal {
    let sentence = format!("it is sent to cluster {} until {} s", cluster + 1, fixed(until_s, 1));
    Refusal::new("transfer", sentence).with("cluster", cluster).with("until_s", until_s)
}

/// The refusal of a job in the queue of a cluster: `ahead` jobs are before it, and the first job of the queue lacks
/// `missing` nodes.
pub(super) fn queued(cluster: u32, ahead: u64, missing: u32) -> Refusal {
    let (place, lacks) = (cluster + 1, format!("lacks {}", counted(missing.into(), "node")));
    let sentence = match ahead {
        0 => format!("cluster {place} {lacks}"),
        _ => format!("on cluster {place} it is behind {}, the first of which {lacks}", counted(ahead, "job")),
    };
    Refusal::new("queued", sentence).with("cluster", cluster).with("ahead", ahead).with("missing", missing)
}

/// The sentence that states the scores of the clusters, the chosen cluster, and its answer.
fn sentence(decision: &Decision, candidates: &[&Candidate], weighted: bool) -> String {
    let rated = |own: &&Candidate| rated(own, decision.home);
    let named: Vec<String> = candidates.iter().take(NAMED).map(rated).collect();
    let more = match candidates.len() - named.len() {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    let cluster = format!("cluster {}", decision.chosen + 1);
    let after_ms = (decision.answered_s - decision.time_s) * 1000.0;
    let after = format!("{} ms", fixed(after_ms, 0));
    let answer = match decision.answer {
        Answer::Home => "so it stays at its home".to_owned(),
        Answer::Granted => format!("{cluster} is asked and lets it in after {after}"),
        Answer::Refused => {
            format!("{cluster} is asked and turns it away after {after}: another job has been sent there meanwhile")
        }
    };
    let by = if weighted { "priority" } else { "score" };
    format!(
        "its home rates {} by {by}: {}{more}; {answer}",
        counted(candidates.len() as u64, "cluster"),
        named.join(", ")
    )
}

/// The score as text: "0.946 for cluster 4 (nodes 0.992, network 0.938, WAN 0.875)".
fn rated(own: &Candidate, home: u32) -> String {
    let name = match own.cluster == home {
        true => "its home".to_owned(),
        false => format!("cluster {}", own.cluster + 1),
    };
    let why = match own.weights {
        Some(weights) => format!(
            "nodes {}, network {}, WAN {}",
            fixed(weights.processors, 3),
            fixed(weights.network, 3),
            fixed(weights.wide_area, 3)
        ),
        None => format!("{} idle, {} waiting", own.view.idle, own.view.waiting),
    };
    format!("{} for {name} ({why})", fixed(own.score, 3))
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

fn caption(decision: &Decision, score: &str, fuzzy: Option<&Fuzzy>) -> String {
    let home = decision.home + 1;
    let time = seconds(decision.time_s);
    let weights = match fuzzy {
        Some(fuzzy) => {
            let [nodes, network, wide_area] = fuzzy.weights().map(plain);
            let (ratio, size_mb) = (fixed(decision.ratio, 2), fixed(decision.size_mb, 1));
            format!(" with weights of {nodes}, {network} and {wide_area}, for R {ratio} and {size_mb} MB")
        }
        None => String::new(),
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

fn row(decision: &Decision, own: &Candidate, fuzzy: Option<&Fuzzy>) -> Row {
    let view = &own.view;
    let mut name = format!("Cluster {}", own.cluster + 1);
    let (home, chosen) = (own.cluster == decision.home, own.cluster == decision.chosen);
    name.push_str(if home { ", home" } else { "" });
    name.push_str(if chosen { ", chosen" } else { "" });
    let why = match own.weights {
        Some(weights) => [weights.processors, weights.network, weights.wide_area].map(|own| fixed(own, 3)),
        None => [view.idle.to_string(), view.waiting.to_string(), view.waiting_nodes.to_string()],
    };
    let [low, medium, high] = view.by_load;
    let mut cells = vec![name, fixed(own.score, 3)];
    cells.extend(why);
    cells.extend([
        format!("{low} / {medium} / {high}"),
        percent(view.share),
        format!("{} ms", fixed(view.invocation_ms, 1)),
    ]);
    Row { cells, noted: home || chosen, tables: fuzzy.map_or_else(Vec::new, |fuzzy| tables(decision, view, fuzzy)) }
}

/// The rules behind W2 and W3.
fn tables(decision: &Decision, view: &ClusterView, fuzzy: &Fuzzy) -> Vec<Statements> {
    let of_network = format!("W2, its network: R {} by bandwidth {}", fixed(decision.ratio, 2), percent(view.share));
    let of_way = format!("W3, the way there: {} ms by {} MB", fixed(view.invocation_ms, 1), fixed(decision.size_mb, 1));
    let [network, wide_area] = fuzzy.rules();
    let (of_ratio, of_size) = (fuzzy.network(decision.ratio, view), fuzzy.wide_area(decision.size_mb, view));
    vec![
        table(&of_network, &NETWORK_RULES, network, &of_ratio, ["R", "bandwidth"]),
        table(&of_way, &WIDE_AREA_RULES, wide_area, &of_size, ["invocation", "size"]),
    ]
}

/// The text of the rules on two inputs: the degrees to which each input belongs to its sets, and the strengths of the
/// rules.
fn table(what: &str, declared: &parameter::Table, rules: Rules, by: &Inference, inputs: [&str; 2]) -> Statements {
    let head = |(set, degree): (&&str, &f64)| format!("{set} {}", fixed(*degree, 2));
    let cell = |i: usize, j: usize| Statement { text: rules[3 * i + j].label().to_owned(), weight: by.strengths[i][j] };
    let heads = declared.rows.iter().zip(&by.first).map(head);
    let rows = heads.enumerate().map(|(i, head)| (head, (0..3).map(|j| cell(i, j)).collect()));
    let mut fired: Vec<(usize, usize)> = (0..9).map(|at| (at / 3, at % 3)).collect();
    fired.retain(|&(i, j)| by.strengths[i][j] >= LEAST);
    fired.sort_by(|a, b| by.strengths[b.0][b.1].total_cmp(&by.strengths[a.0][a.1]));
    let words = fired.iter().map(|&(i, j)| {
        let Statement { text, weight } = cell(i, j);
        let [row, column] = [declared.rows[i], declared.columns[j]];
        format!("{} {row} and {} {column}: {text}, {}", inputs[0], inputs[1], fixed(weight, 2))
    });
    Statements {
        title: format!("{what} = {}", fixed(by.output, 3)),
        heads: declared.columns.iter().zip(&by.second).map(head).collect(),
        rows: rows.collect(),
        sentence: words.collect::<Vec<_>>().join("; "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::vahdat::settings::Settings;

    #[test]
    fn refusals_in_words() {
        for (refusal, words) in [
            (asking(2, 12.34), "cluster 3 is asked for admission until 12.3 s"),
            (transfer(2, 12.34), "it is sent to cluster 3 until 12.3 s"),
            (queued(2, 0, 7), "cluster 3 lacks 7 nodes"),
            (queued(2, 2, 7), "on cluster 3 it is behind 2 jobs, the first of which lacks 7 nodes"),
        ] {
            assert_eq!(refusal.sentence, words);
        }
    }

    /// The numbers are those of the tests of the weights: a ratio R of 0.175, a share of 0.875, 52 ms and 15.25 MB.
    #[test]
    fn a_fuzzy_choice_in_words() {
        let fuzzy = Fuzzy::new(&Settings::default());
        let candidate = |cluster, share, invocation_ms| {
            let view = ClusterView { by_load: [10, 0, 0], share, invocation_ms, ..ClusterView::default() };
            let weights = fuzzy.weigh(8, 0.175, 15.25, &view);
            Candidate { cluster, view, score: weights.priority, weights: Some(weights) }
        };
        let decision = Decision {
            time_s: 7.0,
            job: 3,
            home: 0,
            ratio: 0.175,
            size_mb: 15.25,
            candidates: vec![candidate(0, 0.125, 0.0), candidate(1, 0.5, 62.5), candidate(2, 0.875, 52.0)],
            chosen: 1,
            answered_s: 7.1,
            answer: Answer::Granted,
        };
        let choice = choice(&decision, &Dispatch::Fuzzy(Box::new(fuzzy)));
        assert_eq!(choice.time_s, 7.0);
        assert_eq!(
            choice.sentence,
            "its home rates 3 clusters by priority: 0.852 for cluster 2 (nodes 0.992, network 0.750, WAN 0.688), 0.946 for \
             cluster 3 (nodes 0.992, network 0.938, WAN 0.875), 0.890 for its home (nodes 0.992, network 0.469, WAN 1.000); \
             cluster 2 is asked and lets it in after 100 ms"
        );
        assert_eq!(choice.data["candidates"][2]["view"]["share"], 0.875);
        let choice = choice.table;
        assert_eq!(choice.outcome, "at 0:00:07: cluster 2, let in");
        assert!(
            choice.caption.ends_with(
                "The score is a priority, the sum of W1, W2 and W3 with weights of 0.5, 0.2 and 0.3, for R 0.17 and 15.2 MB; \
                 the highest is chosen."
            ),
            "{}",
            choice.caption
        );
        let cells: Vec<String> = choice.candidates.iter().map(|own| own.cells.join("|")).collect();
        assert_eq!(cells[1], "Cluster 3|0.946|0.992|0.938|0.875|10 / 0 / 0|87.5 %|52.0 ms");
        assert!(cells[0].starts_with("Cluster 2, chosen|0.852|"), "{cells:?}");
        assert!(cells[2].starts_with("Cluster 1, home|0.890|"), "{cells:?}");
        let noted: Vec<bool> = choice.candidates.iter().map(|own| own.noted).collect();
        assert_eq!(noted, [true, false, true]);
        let [network, _] = &choice.candidates[0].tables[..] else { panic!("two tables") };
        assert_eq!(network.title, "W2, its network: R 0.17 by bandwidth 50 % = 0.750");
        assert_eq!(
            network.sentence,
            "R low and bandwidth medium: large, 0.50; R medium and bandwidth medium: moderate, 0.50"
        );
        let (head, cells) = &network.rows[0];
        assert_eq!((head.as_str(), network.heads[1].as_str()), ("low 0.50", "medium 1.00"));
        assert_eq!(cells[1], Statement { text: "large".to_owned(), weight: 0.5 });
        let way = &choice.candidates[2].tables[1].sentence;
        assert!(way.starts_with("invocation short and size medium: large"), "{way}");
    }
}
