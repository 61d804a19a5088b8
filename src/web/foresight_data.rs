//! What a policy saw before it placed a job, as one list of numbers.
//!
//! ```text
//! job time score choices taken (from 1; 0: none) | clusters: nodes speed | ends: cluster nodes time
//!   | futures: score count | per job: id arrival start end | per piece: cluster nodes
//! ```

use super::flat::Numbers;
use crate::platform::Piece;
use crate::scenario::Score;
use crate::scheduler::foresight::{Foreseen, Foresight, Future, Held};

/// As numbers.
pub fn encode(seen: &Foresight) -> Vec<f64> {
    let score = Score::ALL.iter().position(|own| *own == seen.score);
    let taken = seen.taken.map_or(0, |index| index + 1);
    let mut numbers = vec![
        seen.job as f64,
        seen.time_s,
        score.unwrap_or(0) as f64,
        seen.choices as f64,
        taken as f64,
        seen.clusters.len() as f64,
    ];
    for (&nodes, &speed) in seen.clusters.iter().zip(&seen.speeds) {
        numbers.extend([f64::from(nodes), speed]);
    }
    numbers.push(seen.running.len() as f64);
    for held in &seen.running {
        numbers.extend([f64::from(held.cluster), f64::from(held.nodes), held.end_s]);
    }
    numbers.push(seen.futures.len() as f64);
    for future in &seen.futures {
        numbers.extend([future.score, future.count as f64, future.jobs.len() as f64]);
        for job in &future.jobs {
            let times = [job.arrival_s, job.start_s, job.end_s];
            numbers.push(job.job as f64);
            numbers.extend(times);
            numbers.push(job.pieces.len() as f64);
            for piece in &job.pieces {
                numbers.extend([piece.cluster, piece.nodes].map(f64::from));
            }
        }
    }
    numbers
}

/// What `numbers` stand for; `None` if they are not of this kind.
pub fn decode(numbers: &[f64]) -> Option<Foresight> {
    let mut from = Numbers(numbers);
    let (job, time_s) = (from.integer()?, from.next()?);
    let score = *Score::ALL.get(from.integer()? as usize)?;
    let (choices, taken) = (from.integer()?, from.integer()?);
    let clusters = from.list(|from| Some((from.small()?, from.next()?)))?;
    let running = from.list(|from| {
        Some(Held {
            cluster: from.small()?,
            nodes: from.small()?,
            end_s: from.next()?,
        })
    })?;
    let futures = from.list(future)?;
    let (clusters, speeds) = clusters.into_iter().unzip();
    from.0.is_empty().then_some(Foresight {
        job,
        time_s,
        score,
        clusters,
        speeds,
        running,
        choices,
        futures,
        taken: (taken as usize).checked_sub(1),
    })
}

fn future(from: &mut Numbers) -> Option<Future> {
    Some(Future {
        score: from.next()?,
        count: from.integer()?,
        jobs: from.list(|from| {
            Some(Foreseen {
                job: from.integer()?,
                arrival_s: from.next()?,
                start_s: from.next()?,
                end_s: from.next()?,
                pieces: from.list(|from| {
                    Some(Piece {
                        cluster: from.small()?,
                        nodes: from.small()?,
                    })
                })?,
            })
        })?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Plan, story};
    use crate::scenario::Scenario;

    #[test]
    fn comes_back_as_it_was_sent() {
        let text = r#"{"workload": {"nodes": [10, 90]}, "schedulers": [{"policy": "tla", "score": "fairness"}],
                       "experiment": {"sweep": [], "replications": 1}}"#;
        let plan = Plan::new(&Scenario::from_json(text).unwrap()).unwrap();
        let tell = |job| story::tell(&plan.tasks()[0], None, job, 10, |_| ()).unwrap();
        let seen = (0..200).find_map(|job| tell(job).foresight.filter(|own| own.choices > 1));
        let seen = seen.unwrap();
        let numbers = encode(&seen);
        assert_eq!(decode(&numbers), Some(seen));
        for length in 0..numbers.len() {
            assert_eq!(decode(&numbers[..length]), None, "{length}");
        }
        assert_eq!(decode(&[numbers, vec![0.0]].concat()), None);
    }
}
