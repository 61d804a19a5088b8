//! What a policy saw before it placed a job, as one list of numbers.
//!
//! ```text
//! job time score choices taken (from 1; 0: none) | clusters: nodes speed | ends: cluster nodes time
//!   | futures: pieces of the place, score count | jobs that run, jobs that start: id arrival start end penalty pieces
//!   | per piece: cluster nodes
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
        put(&mut numbers, &future.place);
        numbers.extend([future.score, future.count as f64]);
        for jobs in [&future.running, &future.jobs] {
            numbers.push(jobs.len() as f64);
            for job in jobs {
                numbers.push(job.job as f64);
                numbers.extend([job.arrival_s, job.start_s, job.end_s, job.penalty]);
                put(&mut numbers, &job.pieces);
            }
        }
    }
    numbers
}

fn put(numbers: &mut Vec<f64>, pieces: &[Piece]) {
    numbers.push(pieces.len() as f64);
    for piece in pieces {
        numbers.extend([piece.cluster, piece.nodes].map(f64::from));
    }
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
        place: pieces(from)?,
        score: from.next()?,
        count: from.integer()?,
        running: jobs(from)?,
        jobs: jobs(from)?,
    })
}

fn jobs(from: &mut Numbers) -> Option<Vec<Foreseen>> {
    from.list(|from| {
        Some(Foreseen {
            job: from.integer()?,
            arrival_s: from.next()?,
            start_s: from.next()?,
            end_s: from.next()?,
            penalty: from.next()?,
            pieces: pieces(from)?,
        })
    })
}

fn pieces(from: &mut Numbers) -> Option<Vec<Piece>> {
    from.list(|from| {
        Some(Piece {
            cluster: from.small()?,
            nodes: from.small()?,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Plan, story};
    use crate::scenario::Scenario;

    #[test]
    fn comes_back_as_it_was_sent() {
        for policy in ["tla", "tla-coalloc"] {
            returns(policy);
        }
    }

    fn returns(policy: &str) {
        let text = format!(
            r#"{{"workload": {{"nodes": [10, 90]}}, "schedulers": [{{"policy": "{policy}", "score": "fairness"}}],
                "experiment": {{"sweep": [], "replications": 1}}}}"#
        );
        let plan = Plan::new(&Scenario::from_json(&text).unwrap()).unwrap();
        let tell = |job| story::tell(&plan.tasks()[0], None, job, 10, |_| ()).unwrap();
        let spread = |own: &Foresight| {
            let mut futures = own.futures.iter();
            policy == "tla" || futures.any(|own| own.place.len() > 1 && !own.running.is_empty())
        };
        let wanted = |own: &Foresight| own.choices > 1 && spread(own);
        let seen = (0..200).find_map(|job| tell(job).foresight.filter(wanted));
        let seen = seen.unwrap();
        let numbers = encode(&seen);
        assert_eq!(decode(&numbers), Some(seen));
        for length in 0..numbers.len() {
            assert_eq!(decode(&numbers[..length]), None, "{length}");
        }
        assert_eq!(decode(&[numbers, vec![0.0]].concat()), None);
    }
}
