//! What the home of a grid's job went by when it chose a cluster, as a table, and the fuzzy rules behind it.

use super::table::aligned;
use crate::base::number::{fixed, percent};
use crate::scenario::{Kind, Policy, Scheduler, parameter};
use crate::scheduler::vahdat::{Candidate, Decision, Fuzzy, Inference};

/// Rules that fire less are not told.
const LEAST: f64 = 0.005;

/// A decision of `scheduler`: its clusters, the greatest score first, and of the chosen one and the home all rules that fired.
pub fn lines(decision: &Decision, scheduler: &Scheduler) -> Vec<String> {
    let mut candidates: Vec<&Candidate> = decision.candidates.iter().collect();
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut rows = vec![heads(scheduler.policy == Policy::Fuzzy)];
    rows.extend(candidates.iter().map(|own| row(decision, own)));
    let mut lines = vec![format!(
        "What its home, cluster {}, went by at {:.1} s, for R {} and {} MB:",
        decision.home + 1,
        decision.time_s,
        fixed(decision.ratio, 2),
        fixed(decision.size_mb, 1)
    )];
    lines.extend(aligned(&rows, false));
    if scheduler.policy == Policy::Fuzzy {
        let fuzzy = Fuzzy::new(scheduler);
        let told = |own: &&&Candidate| [decision.chosen, decision.home].contains(&own.cluster);
        for own in candidates.iter().filter(told) {
            let network = fuzzy.network(decision.ratio, &own.view);
            let wide_area = fuzzy.wide_area(decision.size_mb, &own.view);
            let cluster = own.cluster + 1;
            for (weight, inputs, field, inference) in [
                ("W2", ["R", "bandwidth"], "network_rules", network),
                ("W3", ["invocation", "size"], "wide_area_rules", wide_area),
            ] {
                let rules = fired(scheduler, field, inputs, &inference).join("; ");
                let output = fixed(inference.output, 3);
                lines.push(format!(
                    "{weight} of cluster {cluster} is {output}: {rules}"
                ));
            }
        }
    }
    lines
}

fn heads(fuzzy: bool) -> Vec<String> {
    let why = match fuzzy {
        true => ["priority", "W1", "W2", "W3"],
        false => ["score", "idle", "waiting", "asked for"],
    };
    let all = ["cluster"].into_iter().chain(why);
    let all = all.chain(["L/M/H", "network free", "invocation"]);
    all.map(str::to_owned).collect()
}

fn row(decision: &Decision, own: &Candidate) -> Vec<String> {
    let mark = |is: bool, word: &str| {
        if is {
            format!(", {word}")
        } else {
            String::new()
        }
    };
    let view = &own.view;
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
    let name = format!(
        "{}{}{}",
        own.cluster + 1,
        mark(own.cluster == decision.home, "home"),
        mark(own.cluster == decision.chosen, "chosen")
    );
    let mut cells = vec![name, fixed(own.score, 3)];
    cells.extend(why);
    cells.extend([
        format!("{low}/{medium}/{high}"),
        percent(view.share),
        format!("{} ms", fixed(view.invocation_ms, 1)),
    ]);
    cells
}

/// The rules that fired, the strongest first: "R medium and bandwidth high: large, 0.53".
fn fired(
    scheduler: &Scheduler,
    field: &str,
    inputs: [&str; 2],
    inference: &Inference,
) -> Vec<String> {
    let kind = parameter::find(&format!("schedulers.0.{field}")).map(|own| own.kind);
    let Some(Kind::Rules { rows, columns, .. }) = kind else {
        return Vec::new();
    };
    let says = match field {
        "network_rules" => scheduler.network_rules,
        _ => scheduler.wide_area_rules,
    };
    let cells = rows
        .iter()
        .flat_map(|row| columns.map(|column| (row, column)));
    let strengths = inference.strengths.iter().flatten();
    let mut fired: Vec<(f64, String)> = strengths
        .zip(cells.zip(says))
        .filter(|(strength, _)| **strength >= LEAST)
        .map(|(&strength, ((row, column), level))| {
            let [first, second] = inputs;
            let words = format!(
                "{first} {row} and {second} {column}: {}, {}",
                level.label(),
                fixed(strength, 2)
            );
            (strength, words)
        })
        .collect();
    fired.sort_by(|a, b| b.0.total_cmp(&a.0));
    fired.into_iter().map(|(_, words)| words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduler::vahdat::{Answer, ClusterView};

    /// The numbers of the unit tests of the weights: R = 0.175 and a share of 0.875, 52 ms and 15.25 MB.
    #[test]
    fn a_fuzzy_choice_in_words() {
        let scheduler = Scheduler::of(Policy::Fuzzy);
        let fuzzy = Fuzzy::new(&scheduler);
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
        let lines = lines(&decision, &scheduler);
        assert_eq!(
            lines[0],
            "What its home, cluster 1, went by at 7.0 s, for R 0.17 and 15.2 MB:"
        );
        let cells = |line: &str| {
            line.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            cells(&lines[2]),
            [
                "3", "0.946", "0.992", "0.938", "0.875", "10/0/0", "87.5%", "52.0", "ms"
            ]
        );
        assert_eq!(cells(&lines[3])[..3], ["1,", "home", "0.890"]);
        assert_eq!(cells(&lines[4])[..3], ["2,", "chosen", "0.852"]);
        assert!(
            lines.contains(&"W2 of cluster 2 is 0.750: R low and bandwidth medium: large, 0.50; R medium and bandwidth medium: moderate, 0.50".to_owned()),
            "{lines:?}"
        );
        assert!(
            lines.contains(&"W3 of cluster 1 is 1.000: invocation short and size medium: large, 0.50; invocation short and size large: large, 0.50".to_owned()),
            "{lines:?}"
        );
        assert!(!lines.iter().any(|line| line.contains("of cluster 3 is")));
    }
}
