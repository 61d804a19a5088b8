//! A timeline as one list of numbers: it goes from a worker to the page without being copied.
//!
//! ```text
//! from to | clusters, the nodes of each | clusters, the speed of each | jobs | per job: id home nodes request arrival start end ended penalty pieces
//!                           per piece: cluster intervals, per interval: first last
//!         | samples clusters groups | per sample: time waiting, busy by cluster, saturation by group of links
//!         | rounds | per round: time planned machines, per machine: steps, per step: from free
//! ```
//!
//! A request is its place in [`Request::ALL`], counted from 1; 0 if it is none.

use crate::metrics::timeline::{Rows, Sample, Timeline, TimelineJob};
use crate::scheduler::gehring::{Request, Round, Step};

/// The timeline as numbers; all its integers are below 2^53.
pub fn encode(timeline: &Timeline) -> Vec<f64> {
    let (clusters, groups) = timeline.samples.first().map_or((0, 0), |sample| {
        (sample.busy.len(), sample.saturation.len())
    });
    let per_sample = 2 + clusters + groups;
    let mut numbers =
        Vec::with_capacity(16 * timeline.jobs.len() + per_sample * timeline.samples.len());
    numbers.extend(timeline.span_s);
    numbers.push(timeline.nodes.len() as f64);
    numbers.extend(timeline.nodes.iter().map(|&nodes| f64::from(nodes)));
    numbers.push(timeline.speeds.len() as f64);
    numbers.extend(&timeline.speeds);
    numbers.push(timeline.jobs.len() as f64);
    for job in &timeline.jobs {
        numbers.extend([
            job.id as f64,
            f64::from(job.home),
            f64::from(job.nodes),
            job.request.map_or(0.0, |own| f64::from(own as u8) + 1.0),
            job.arrival_s,
            job.start_s,
            job.end_s,
            f64::from(u8::from(job.ended)),
            job.penalty,
            job.pieces.len() as f64,
        ]);
        for piece in &job.pieces {
            numbers.extend([f64::from(piece.cluster), piece.nodes.len() as f64]);
            for &(first, last) in &piece.nodes {
                numbers.extend([f64::from(first), f64::from(last)]);
            }
        }
    }
    numbers.extend([timeline.samples.len(), clusters, groups].map(|count| count as f64));
    for sample in &timeline.samples {
        numbers.extend([sample.time_s, sample.waiting as f64]);
        numbers.extend(sample.busy.iter().map(|&busy| f64::from(busy)));
        numbers.extend(&sample.saturation);
    }
    numbers.push(timeline.rounds.len() as f64);
    for round in &timeline.rounds {
        numbers.extend([round.time_s, f64::from(round.planned)]);
        numbers.push(round.surfaces.len() as f64);
        for steps in &round.surfaces {
            numbers.push(steps.len() as f64);
            numbers.extend(steps.iter().flat_map(|s| [s.from_s, f64::from(s.free)]));
        }
    }
    numbers
}

/// The timeline that `numbers` stand for; `None` if they are not one.
pub fn decode(numbers: &[f64]) -> Option<Timeline> {
    let mut from = Numbers(numbers);
    let timeline = Timeline {
        span_s: [from.next()?, from.next()?],
        nodes: from.list(Numbers::small)?,
        speeds: from.list(Numbers::next)?,
        jobs: from.list(Numbers::job)?,
        samples: {
            let samples = from.count()?;
            let (clusters, groups) = (from.count()?, from.count()?);
            (0..samples)
                .map(|_| from.sample(clusters, groups))
                .collect::<Option<_>>()?
        },
        rounds: from.list(Numbers::round)?,
    };
    from.0.is_empty().then_some(timeline)
}

/// Numbers that have not been read yet.
pub(super) struct Numbers<'a>(pub &'a [f64]);

impl Numbers<'_> {
    pub fn next(&mut self) -> Option<f64> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    pub fn integer(&mut self) -> Option<u64> {
        let number = self.next()?;
        let integer = number as u64;
        (integer as f64 == number).then_some(integer)
    }

    pub fn small(&mut self) -> Option<u32> {
        self.integer()?.try_into().ok()
    }

    /// How many things follow: never more than there are numbers.
    fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.integer()?).ok()?;
        (count <= self.0.len()).then_some(count)
    }

    pub fn list<T>(&mut self, mut one: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut all = Vec::new();
        for _ in 0..self.count()? {
            all.push(one(self)?);
        }
        Some(all)
    }

    fn job(&mut self) -> Option<TimelineJob> {
        Some(TimelineJob {
            id: self.integer()?,
            home: self.small()?,
            nodes: self.small()?,
            request: match self.small()?.checked_sub(1) {
                Some(at) => Some(*Request::ALL.get(at as usize)?),
                None => None,
            },
            arrival_s: self.next()?,
            start_s: self.next()?,
            end_s: self.next()?,
            ended: self.next()? != 0.0,
            penalty: self.next()?,
            pieces: self.list(|from| {
                Some(Rows {
                    cluster: from.small()?,
                    nodes: from.list(|from| Some((from.small()?, from.small()?)))?,
                })
            })?,
        })
    }

    fn round(&mut self) -> Option<Round> {
        let step = |from: &mut Self| {
            Some(Step {
                from_s: from.next()?,
                free: from.small()?,
            })
        };
        Some(Round {
            time_s: self.next()?,
            planned: self.small()?,
            surfaces: self.list(|from| from.list(step))?,
        })
    }

    fn sample(&mut self, clusters: usize, groups: usize) -> Option<Sample> {
        Some(Sample {
            time_s: self.next()?,
            waiting: self.integer()?,
            busy: (0..clusters).map(|_| self.small()).collect::<Option<_>>()?,
            saturation: (0..groups).map(|_| self.next()).collect::<Option<_>>()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Plan, Runner};
    use crate::metrics::timeline::{Recorder, Window};
    use crate::scenario::Scenario;
    use proptest::prelude::*;

    const TREE: &str = r#"{"platform": {"topology": "tree", "speed_heterogeneity": 0.1}, "schedulers": ["first-fit"]}"#;
    const METACOMPUTER: &str = r#"{"platform": {"clusters": [{"count": 6, "nodes": 30}]},
        "workload": {"model": "metacomputer", "jobs": 100}, "network": {"model": "wan"},
        "schedulers": [{"policy": "meta-asp", "control": "limited"}], "experiment": {"sweep": []}}"#;

    fn recorded(scenario: &str) -> Timeline {
        let scenario = Scenario::from_json(scenario).unwrap();
        let plan = Plan::new(&scenario).unwrap();
        let window = Window {
            from_s: 1000.0,
            jobs: 60,
        };
        let recorder = Recorder::new(&plan.tasks()[0].platform().unwrap(), window);
        let mut runner = Runner::new(&plan.tasks()[0], None, recorder).unwrap();
        while !runner.observer().unwrap().closed() {
            runner.advance(10).unwrap();
        }
        runner.finish().1.unwrap().finish()
    }

    #[test]
    fn a_recorded_timeline_survives_the_journey() {
        let timeline = recorded(TREE);
        assert!(timeline.jobs.len() >= 60 && timeline.samples.len() > 60);
        assert_eq!(timeline.nodes, [100; 4]);
        assert_eq!(timeline.speeds.len(), 4);
        assert!(timeline.jobs.iter().any(|job| job.pieces.len() > 1));
        assert_eq!(decode(&encode(&timeline)), Some(timeline));
        let planned = recorded(METACOMPUTER);
        for request in Request::ALL {
            assert!(planned.jobs.iter().any(|job| job.request == Some(request)));
        }
        assert_eq!(planned.rounds[1].surfaces.len(), 6);
        assert_eq!(decode(&encode(&planned)), Some(planned));
        let nothing = Timeline::default();
        assert_eq!(decode(&encode(&nothing)), Some(nothing));
    }

    #[test]
    fn what_is_cut_or_too_long_is_no_timeline() {
        let numbers = encode(&recorded(TREE));
        for length in 0..numbers.len() {
            assert_eq!(decode(&numbers[..length]), None, "{length}");
        }
        assert_eq!(decode(&[numbers, vec![0.0]].concat()), None);
    }

    proptest! {
        #[test]
        fn any_numbers_are_read_without_panic_or_flood(mut numbers in prop::collection::vec(
            prop_oneof![Just(0.0), Just(1.0), Just(2.0), Just(-1.0), Just(1e300), Just(f64::NAN)], 0..60))
        {
            let _ = decode(&numbers);
            numbers.truncate(2);
            let _ = decode(&numbers);
        }
    }
}
