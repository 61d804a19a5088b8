//! The incremental allotment of the links against the paper's steps, taken literally for all jobs at every change.

use metasched::network::allotment::Allotment;
use metasched::platform::{Cluster, Demand, Demands, Placement, Platform, State};
use proptest::prelude::*;
use proptest::sample::Index;

/// Steps 1–5 of J5 §3.5: the granted share of each job. `demands` has, by job, links and what it asks of them \[bit/s\].
pub fn shares(capacities: &[u64], demands: &[Vec<(usize, u64)>]) -> Vec<f64> {
    let mut share = vec![1.0; demands.len()];
    let mut free = vec![true; demands.len()];
    let mut available: Vec<f64> = capacities.iter().map(|&bps| bps as f64).collect();
    let demand = |job: usize, link: usize| -> u64 {
        let asked = demands[job].iter().find(|asked| asked.0 == link);
        asked.map_or(0, |asked| asked.1)
    };
    loop {
        let mut bottleneck = None;
        let mut smallest = 1.0;
        for (link, available) in available.iter().enumerate() {
            let unconstrained = (0..demands.len()).filter(|&job| free[job]);
            let sum: u64 = unconstrained.map(|job| demand(job, link)).sum();
            if sum > 0 && available / (sum as f64) < smallest {
                smallest = available / sum as f64;
                bottleneck = Some(link);
            }
        }
        let Some(bottleneck) = bottleneck else {
            return share;
        };
        let ratio = smallest.max(f64::EPSILON);
        let constrained: Vec<usize> = (0..demands.len())
            .filter(|&job| free[job] && demand(job, bottleneck) > 0)
            .collect();
        for (link, available) in available.iter_mut().enumerate() {
            let taken: u64 = constrained.iter().map(|&job| demand(job, link)).sum();
            *available -= ratio * taken as f64;
        }
        for job in constrained {
            free[job] = false;
            share[job] = ratio;
        }
    }
}

/// What happens at one instant: a job with these demands comes, or one of those that are there leaves.
#[derive(Clone, Debug)]
enum Step {
    Join(Vec<(usize, u64)>),
    Leave(Index),
}

fn systems() -> impl Strategy<Value = (Vec<u64>, Vec<Vec<Step>>)> {
    // Small numbers for ties and exact fits, large ones for roundings.
    let bps = || prop_oneof![1u64..8, 1u64..5_000_000_000];
    prop::collection::vec(bps(), 2..9).prop_flat_map(move |capacities| {
        let links: Vec<usize> = (0..capacities.len()).collect();
        let asked = prop::sample::subsequence(links, 1..=4.min(capacities.len())).prop_flat_map(
            move |links| {
                let each = links
                    .into_iter()
                    .map(|link| (Just(link), prop_oneof![9 => bps(), 1 => Just(0)]));
                each.collect::<Vec<_>>()
            },
        );
        let step = prop_oneof![
            3 => asked.prop_map(Step::Join),
            2 => any::<Index>().prop_map(Step::Leave),
        ];
        let instants = prop::collection::vec(prop::collection::vec(step, 1..4), 1..25);
        (Just(capacities), instants)
    })
}

fn idle(capacities: &[u64]) -> State {
    let cluster = |&capacity_bps| Cluster {
        nodes: 1,
        capacity_bps,
        speed: 1.0,
    };
    State::idle(Platform::star(capacities.iter().map(cluster).collect()))
}

fn demands(asked: &[(usize, u64)]) -> Demands {
    let demand = |&(link, bps): &(usize, u64)| Demand {
        link: link as u32,
        bps,
    };
    asked.iter().map(demand).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Whatever comes and goes: every share to the last bit, every change told, and the same shares if the jobs that are
    /// there had all come at once in any other order.
    #[test]
    fn equals_the_literal_steps_in_any_order((capacities, instants) in systems(), turn in any::<Index>()) {
        let mut state = idle(&capacities);
        let mut allotment = Allotment::new(capacities.len());
        let mut changed = Vec::new();
        let mut jobs: Vec<(u32, Vec<(usize, u64)>)> = Vec::new();
        let mut known: Vec<f64> = Vec::new();
        for instant in instants {
            for step in instant {
                match step {
                    Step::Join(asked) => {
                        let slot = known.len() as u32;
                        known.push(1.0);
                        state.claim(&Placement::new(), &demands(&asked));
                        allotment.join(slot, &demands(&asked));
                        jobs.push((slot, asked));
                    }
                    Step::Leave(which) if !jobs.is_empty() => {
                        let (slot, asked) = jobs.remove(which.index(jobs.len()));
                        state.release(&Placement::new(), &demands(&asked));
                        allotment.leave(slot);
                    }
                    Step::Leave(_) => {}
                }
            }
            allotment.settle(&state, &mut changed);
            for change in changed.drain(..) {
                known[change.slot as usize] = change.granted;
            }
            let asked: Vec<_> = jobs.iter().map(|job| job.1.clone()).collect();
            let expected = shares(&capacities, &asked);
            let granted: Vec<f64> = jobs.iter().map(|job| allotment.granted(job.0)).collect();
            prop_assert_eq!(&granted, &expected);
            let told: Vec<f64> = jobs.iter().map(|job| known[job.0 as usize]).collect();
            prop_assert_eq!(&told, &expected);
            // The same jobs, all at once, back to front from anywhere.
            let mut others = Allotment::new(capacities.len());
            let count = jobs.len();
            let start = if count > 0 { turn.index(count) } else { 0 };
            for at in (0..count).rev() {
                let (slot, asked) = &jobs[(at + start) % count];
                others.join(*slot, &demands(asked));
            }
            others.settle(&state, &mut changed);
            changed.clear();
            let granted: Vec<f64> = jobs.iter().map(|job| others.granted(job.0)).collect();
            prop_assert_eq!(granted, expected);
        }
    }
}
