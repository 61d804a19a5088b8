//! Tests the incremental allotment of links against both sharing rules, applied literally to all jobs at every change.

use metasched::network::allotment::Allotment;
use metasched::platform::{Cluster, Demand, Demands, Placement, Platform, State};
use metasched::scenario::Sharing;
use proptest::prelude::*;
use proptest::sample::Index;

/// The share of its demand that each job gets. `demands` has, for each job, the links and the demand on each link
/// \[bit/s\].
pub fn shares(sharing: Sharing, capacities: &[u64], demands: &[Vec<(usize, u64)>]) -> Vec<f64> {
    match sharing {
        Sharing::Proportional => proportional(capacities, demands),
        Sharing::MaxMin => max_min(capacities, demands),
    }
}

/// The proportional rule: steps 1–5 of J5 §3.5.
fn proportional(capacities: &[u64], demands: &[Vec<(usize, u64)>]) -> Vec<f64> {
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
        let constrained: Vec<usize> =
            (0..demands.len()).filter(|&job| free[job] && demand(job, bottleneck) > 0).collect();
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

/// A weight of 1, in units. A job with bandwidth b and this weight uses b · weight / UNITS of a link.
const UNITS: f64 = (1u64 << 38) as f64;

/// Upper limit of rounding errors.
const CLOSE: f64 = 1e-9;

/// Max-min fairness: raises the bandwidths of all jobs together. The next event is one of two: the jobs with the least
/// demand get all of it, or an overloaded link becomes full and its jobs stop rising.
fn max_min(capacities: &[u64], demands: &[Vec<(usize, u64)>]) -> Vec<f64> {
    let asked = |job: usize, link: usize| -> u64 {
        let asked = demands[job].iter().find(|asked| asked.0 == link);
        asked.map_or(0, |asked| asked.1)
    };
    let jobs = 0..demands.len();
    let links = 0..capacities.len();
    let needs: Vec<f64> =
        jobs.clone().map(|job| links.clone().map(|link| asked(job, link)).max().unwrap_or(0) as f64).collect();
    let weight = |job: usize, link: usize| match asked(job, link) {
        0 => 0,
        bps => (bps as f64 / needs[job] * UNITS).ceil() as u64,
    };
    let load = |link: usize| -> u64 { jobs.clone().map(|job| asked(job, link)).sum() };
    let over_full: Vec<usize> = links.filter(|&link| load(link) > capacities[link]).collect();
    let mut available: Vec<f64> = capacities.iter().map(|&bps| bps as f64).collect();
    let mut share: Vec<Option<f64>> = vec![None; demands.len()];
    loop {
        let rising: Vec<usize> = jobs.clone().filter(|&job| share[job].is_none()).collect();
        let weights = |link: usize| -> u64 { rising.iter().map(|&job| weight(job, link)).sum() };
        let full = over_full.iter().filter(|&&link| weights(link) > 0);
        let full = full.map(|&link| (available[link] / weights(link) as f64 * UNITS, link));
        let first = full.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let Some((bandwidth, first)) = first else {
            return share.into_iter().map(|share| share.unwrap_or(1.0)).collect();
        };
        let least = rising.iter().map(|&job| needs[job]).fold(f64::INFINITY, f64::min);
        if least <= bandwidth {
            let content: Vec<usize> = rising.into_iter().filter(|&job| needs[job] == least).collect();
            for &link in &over_full {
                let taken: u64 = content.iter().map(|&job| asked(job, link)).sum();
                available[link] -= taken as f64;
            }
            content.into_iter().for_each(|job| share[job] = Some(1.0));
        } else {
            let bandwidth = bandwidth.max(f64::EPSILON * UNITS);
            let stopping: Vec<usize> = rising.into_iter().filter(|&job| asked(job, first) > 0).collect();
            for &link in &over_full {
                let taken: u64 = stopping.iter().map(|&job| weight(job, link)).sum();
                available[link] -= bandwidth / UNITS * taken as f64;
            }
            stopping.into_iter().for_each(|job| share[job] = Some(bandwidth / needs[job]));
        }
    }
}

/// A change of the set of jobs at one time: a job with these demands joins, or a present job leaves.
#[derive(Clone, Debug)]
enum Step {
    Join(Vec<(usize, u64)>),
    Leave(Index),
}

/// Largest number of jobs in a system. There are at most 24 times, with 3 changes at each.
const MOST_JOBS: usize = 72;

fn systems() -> impl Strategy<Value = (Vec<u64>, Vec<Vec<Step>>)> {
    // The demands are small numbers, which give ties and exact fits, or large numbers, which give rounding errors.
    let bps = || prop_oneof![1u64..8, 1u64..5_000_000_000];
    prop::collection::vec(bps(), 2..9).prop_flat_map(move |capacities| {
        let links: Vec<usize> = (0..capacities.len()).collect();
        let asked = prop::sample::subsequence(links, 1..=4.min(capacities.len())).prop_flat_map(move |links| {
            let each = links.into_iter().map(|link| (Just(link), prop_oneof![9 => bps(), 1 => Just(0)]));
            each.collect::<Vec<_>>()
        });
        let step = prop_oneof![
            3 => asked.prop_map(Step::Join),
            2 => any::<Index>().prop_map(Step::Leave),
        ];
        let instants = prop::collection::vec(prop::collection::vec(step, 1..4), 1..25);
        (Just(capacities), instants)
    })
}

fn idle(capacities: &[u64]) -> State {
    let cluster = |&capacity_bps| Cluster { nodes: 1, capacity_bps, speed: 1.0 };
    State::idle(Platform::star(capacities.iter().map(cluster).collect()))
}

fn demands(asked: &[(usize, u64)]) -> Demands {
    let demand = |&(link, bps): &(usize, u64)| Demand { link: link as u32, bps };
    asked.iter().map(demand).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// For all changes, every share is exact to the last bit and every change is reported. The shares are the same if all present
    /// jobs join at once in any other order.
    #[test]
    fn equals_the_literal_steps_in_any_order(
        (capacities, instants) in systems(),
        sharing in prop::sample::select(Sharing::ALL),
        order in Just((0..MOST_JOBS).collect::<Vec<usize>>()).prop_shuffle(),
    ) {
        let mut state = idle(&capacities);
        let mut allotment = Allotment::new(sharing, capacities.len());
        let mut changed = Vec::new();
        let mut jobs: Vec<(u32, Vec<(usize, u64)>)> = Vec::new();
        let mut known: Vec<f64> = Vec::new();
        let mut vacant: Vec<u32> = Vec::new();
        for instant in instants {
            for step in instant {
                match step {
                    Step::Join(asked) => {
                        let slot = vacant.pop().unwrap_or_else(|| {
                            known.push(1.0);
                            known.len() as u32 - 1
                        });
                        known[slot as usize] = 1.0;
                        state.claim(&Placement::new(), &demands(&asked));
                        allotment.join(slot, &demands(&asked));
                        jobs.push((slot, asked));
                    }
                    Step::Leave(which) if !jobs.is_empty() => {
                        let (slot, asked) = jobs.remove(which.index(jobs.len()));
                        state.release(&Placement::new(), &demands(&asked));
                        allotment.leave(slot);
                        vacant.push(slot);
                    }
                    Step::Leave(_) => {}
                }
            }
            allotment.settle(&state, &mut changed);
            for change in changed.drain(..) {
                known[change.slot as usize] = change.granted;
            }
            let asked: Vec<_> = jobs.iter().map(|job| job.1.clone()).collect();
            let expected = shares(sharing, &capacities, &asked);
            let granted: Vec<f64> = jobs.iter().map(|job| allotment.granted(job.0)).collect();
            prop_assert_eq!(&granted, &expected);
            let reported: Vec<f64> = jobs.iter().map(|job| known[job.0 as usize]).collect();
            prop_assert_eq!(&reported, &expected);
            // All present jobs join at the same time in any order. Then some jobs leave, and new ones reuse the slots
            // of the jobs that left.
            let shuffled: Vec<usize> = order.iter().copied().filter(|&at| at < jobs.len()).collect();
            let mut others = Allotment::new(sharing, capacities.len());
            let mut slots = vec![0; jobs.len()];
            for (slot, &at) in (0..).zip(&shuffled) {
                others.join(slot, &demands(&jobs[at].1));
                slots[at] = slot;
            }
            others.settle(&state, &mut changed);
            let granted: Vec<f64> = slots.iter().map(|&slot| others.granted(slot)).collect();
            prop_assert_eq!(&granted, &expected);
            let moving = &shuffled[..shuffled.len() / 2];
            moving.iter().for_each(|&at| others.leave(slots[at]));
            for (&at, slot) in moving.iter().rev().zip(0..) {
                others.join(slot, &demands(&jobs[at].1));
                slots[at] = slot;
            }
            others.settle(&state, &mut changed);
            changed.clear();
            let granted: Vec<f64> = slots.iter().map(|&slot| others.granted(slot)).collect();
            prop_assert_eq!(&granted, &expected);
            // All present jobs join once more, with wrong shares. The allotment must report the corrected shares as
            // changes.
            others.clear();
            let asks = |at: usize| jobs[at].1.iter().any(|asked| asked.1 > 0);
            let other = |at: usize| if at.is_multiple_of(2) || !asks(at) { 1.0 } else { 0.5 };
            let mut reported: Vec<f64> = (0..jobs.len()).map(other).collect();
            for (slot, (job, granted)) in (0..).zip(jobs.iter().zip(&reported)) {
                others.join_with(slot, &demands(&job.1), *granted);
            }
            others.settle(&state, &mut changed);
            for change in changed.drain(..) {
                reported[change.slot as usize] = change.granted;
            }
            prop_assert_eq!(reported, expected);
        }
    }

    /// No link is overloaded. A job with less than its demand uses a full link on which no other job has a higher level
    /// (bandwidth or share): it could get more only if a job with the same or a lower level gets less.
    #[test]
    fn is_fair(
        (capacities, instants) in systems(),
        sharing in prop::sample::select(Sharing::ALL),
    ) {
        let join = |step: Step| match step {
            Step::Join(asked) => Some(asked),
            Step::Leave(_) => None,
        };
        let jobs: Vec<Vec<(usize, u64)>> = instants.into_iter().flatten().filter_map(join).collect();
        let mut state = idle(&capacities);
        let mut allotment = Allotment::new(sharing, capacities.len());
        for (slot, asked) in jobs.iter().enumerate() {
            state.claim(&Placement::new(), &demands(asked));
            allotment.join(slot as u32, &demands(asked));
        }
        allotment.settle(&state, &mut Vec::new());
        let share = |job: usize| allotment.granted(job as u32);
        let bandwidth = |job: usize| {
            share(job) * jobs[job].iter().map(|asked| asked.1).max().unwrap_or(0) as f64
        };
        let level = |job: usize| match sharing {
            Sharing::Proportional => share(job),
            Sharing::MaxMin => bandwidth(job),
        };
        let asked = |job: usize, link: usize| -> u64 {
            jobs[job].iter().find(|asked| asked.0 == link).map_or(0, |asked| asked.1)
        };
        let on = |link: usize| (0..jobs.len()).filter(move |&job| asked(job, link) > 0);
        let sent = |link: usize| -> f64 { on(link).map(|job| share(job) * asked(job, link) as f64).sum() };
        // Rounding makes each weight larger by less than one unit.
        let rounded = |link: usize| match sharing {
            Sharing::Proportional => 0.0,
            Sharing::MaxMin => on(link).map(|job| bandwidth(job) / UNITS).sum(),
        };
        for (link, &capacity) in capacities.iter().enumerate() {
            prop_assert!(sent(link) <= capacity as f64 * (1.0 + CLOSE));
        }
        for job in 0..jobs.len() {
            let limits = |link: usize| {
                let full = sent(link) + rounded(link) >= capacities[link] as f64 * (1.0 - CLOSE);
                asked(job, link) > 0 && full && on(link).all(|other| level(other) <= level(job) * (1.0 + CLOSE))
            };
            prop_assert!(share(job) > 0.0 && share(job) <= 1.0);
            prop_assert!(share(job) == 1.0 || (0..capacities.len()).any(limits), "job {job}");
        }
    }
}
