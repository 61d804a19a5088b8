//! What the home of a job went by when it chose a cluster, as one list of numbers.
//!
//! ```text
//! job time home ratio size chosen answered answer | clusters: cluster nodes idle low medium high waiting waiting-nodes share
//!   invocation score, 0 or 1 if there are weights, the weights
//! ```

use super::flat::Numbers;
use crate::scheduler::vahdat::{Answer, Candidate, ClusterView, Decision, Weights};

/// As numbers.
pub fn encode(decision: &Decision) -> Vec<f64> {
    let answer = Answer::ALL.iter().position(|own| *own == decision.answer);
    let mut numbers = vec![
        decision.job as f64,
        decision.time_s,
        f64::from(decision.home),
        decision.ratio,
        decision.size_mb,
        f64::from(decision.chosen),
        decision.answered_s,
        answer.unwrap_or(0) as f64,
        decision.candidates.len() as f64,
    ];
    for own in &decision.candidates {
        let view = &own.view;
        numbers.extend([own.cluster, view.nodes, view.idle].map(f64::from));
        numbers.extend(view.by_load.map(f64::from));
        numbers.extend([f64::from(view.waiting), view.waiting_nodes as f64]);
        numbers.extend([view.share, view.invocation_ms, own.score]);
        let weights = own
            .weights
            .map(|own| [own.processors, own.network, own.wide_area, own.priority]);
        numbers.push(f64::from(u8::from(weights.is_some())));
        numbers.extend(weights.into_iter().flatten());
    }
    numbers
}

/// What `numbers` stand for; `None` if they are not of this kind.
pub fn decode(numbers: &[f64]) -> Option<Decision> {
    let mut from = Numbers(numbers);
    let (job, time_s) = (from.integer()?, from.next()?);
    let (home, ratio, size_mb) = (from.small()?, from.next()?, from.next()?);
    let (chosen, answered_s) = (from.small()?, from.next()?);
    let answer = *Answer::ALL.get(from.small()? as usize)?;
    let candidates = from.list(candidate)?;
    from.0.is_empty().then_some(Decision {
        time_s,
        job,
        home,
        ratio,
        size_mb,
        candidates,
        chosen,
        answered_s,
        answer,
    })
}

fn candidate(from: &mut Numbers) -> Option<Candidate> {
    Some(Candidate {
        cluster: from.small()?,
        view: ClusterView {
            nodes: from.small()?,
            idle: from.small()?,
            by_load: [from.small()?, from.small()?, from.small()?],
            waiting: from.small()?,
            waiting_nodes: from.integer()?,
            share: from.next()?,
            invocation_ms: from.next()?,
        },
        score: from.next()?,
        weights: match from.small()? {
            0 => None,
            _ => Some(Weights {
                processors: from.next()?,
                network: from.next()?,
                wide_area: from.next()?,
                priority: from.next()?,
            }),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Plan, story};
    use crate::scenario::Scenario;

    #[test]
    fn comes_back_as_it_was_sent() {
        for policy in ["fuzzy", "grid-best-fit"] {
            let text = format!(
                r#"{{"platform": {{"clusters": [{{"count": 5}}], "sizes": [20, 60]}}, "workload": {{"model": "grid", "jobs": 50}},
                    "network": {{"model": "cluster"}}, "schedulers": ["{policy}"], "experiment": {{"sweep": [], "replications": 1}}}}"#
            );
            let plan = Plan::new(&Scenario::from_json(&text).unwrap()).unwrap();
            let tell = |job| story::tell(&plan.tasks()[0], None, job, 10, |_| ()).unwrap();
            let decision = |job| tell(job).decisions.newest().cloned();
            let away = |own: &Decision| own.answer == Answer::Granted && own.candidates.len() > 3;
            let seen = (0..50).find_map(|job| decision(job).filter(away)).unwrap();
            assert_eq!(seen.candidates[0].weights.is_some(), policy == "fuzzy");
            let numbers = encode(&seen);
            assert_eq!(decode(&numbers), Some(seen));
            for length in 0..numbers.len() {
                assert_eq!(decode(&numbers[..length]), None, "{length}");
            }
            assert_eq!(decode(&[numbers, vec![0.0]].concat()), None);
        }
    }
}
