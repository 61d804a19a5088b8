//! Planned requests: their runs equal those of the slow reference, and all end even with wrong run-time estimates.

use super::twin::Twin;
use super::{as_asked, run, systems, views, watched, within_size};
use metasched::models::gehring::{AspOrder, Control, FfihRoom, Metacomputer, Planner, Trigger, View};
use metasched::network::allotment::Allotment;
use metasched::network::{Network, Sharing};
use metasched::platform::State;
use proptest::prelude::*;

fn planners() -> impl Strategy<Value = Planner> {
    let alpha = || prop::sample::select(vec![0.0, 0.5, 1.0]);
    let asp = (alpha(), prop::sample::select(AspOrder::ALL.to_vec()));
    let [one, drain] = [FfihRoom::One, FfihRoom::Drain].map(|room| Planner::Ffih { room });
    prop_oneof![
        4 => prop::sample::select(vec![Planner::Fcfs, Planner::FcfsStar, one, drain]),
        2 => asp.prop_map(|(alpha, order)| Planner::Asp { alpha, order }),
        1 => alpha().prop_map(|alpha| Planner::EqualAsp { alpha }),
    ]
}

fn controls() -> impl Strategy<Value = Control> {
    let trigger = prop_oneof![
        2 => Just(Trigger::Event),
        1 => (1u32..60).prop_map(|interval| Trigger::Interval(f64::from(interval))),
        1 => (0u32..12).prop_map(|power| Trigger::Demand(1.0 / f64::from(1u32 << power))),
    ];
    let whole = || Just(View::default());
    (any::<bool>(), trigger, prop_oneof![2 => whole(), 1 => views()]).prop_map(|(local_queues, trigger, view)| {
        // Only rounds have a restricted view.
        let view = if trigger == Trigger::Event { View::default() } else { view };
        Control { local_queues, trigger, view }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn equals_the_slow_twin(
        (platform, jobs) in systems(40), planner in planners(), control in controls(), ratio in prop_oneof![Just(1.0), Just(25.0)],
        present in any::<bool>(),
    ) {
        let network = Network::Wan(ratio);
        let idle = State::idle(platform.clone());
        let mut scheduler = Metacomputer::new(planner, control, network.clone(), &idle);
        // Where run times are known, present shares change no plan.
        if present && control.trigger == Trigger::Event {
            scheduler = scheduler.by_present_shares(&idle);
        }
        let (chronicle, rounds) = watched(&platform, &jobs, Box::new(scheduler), &network);
        let twin = Twin::new(&platform, &network, planner, control);
        let (expected, expected_rounds) = twin.run(&jobs);
        within_size(&platform, &chronicle.ended);
        as_asked(&jobs, &chronicle.ended, matches!(planner, Planner::Asp { .. } | Planner::EqualAsp { .. }));
        prop_assert_eq!(chronicle.ended, expected);
        prop_assert_eq!(rounds, expected_rounds);
    }

    /// On shared links, with right and wrong estimates and by present shares, all requests end and no machine is overloaded.
    #[test]
    fn plans_by_present_shares_break_no_machine(
        (platform, mut jobs) in systems(40), planner in planners(), local_queues in any::<bool>(),
        varied in prop::collection::vec((prop_oneof![Just(1.0), 0.1f64..4.0], 0.0f64..3e9), 40),
    ) {
        for (job, (wrong, bsbw_bps)) in jobs.iter_mut().zip(varied) {
            job.estimate_s = job.runtime_s * wrong;
            job.bsbw_bps = bsbw_bps;
        }
        let control = Control { local_queues, trigger: Trigger::Event, view: View::default() };
        let network = Network::Dynamic(Allotment::new(Sharing::Proportional, platform.clusters.len()));
        let idle = State::idle(platform.clone());
        let scheduler = Metacomputer::new(planner, control, network.clone(), &idle).by_present_shares(&idle);
        let chronicle = run(&platform, &jobs, Box::new(scheduler), &network);
        within_size(&platform, &chronicle.ended);
        as_asked(&jobs, &chronicle.ended, matches!(planner, Planner::Asp { .. } | Planner::EqualAsp { .. }));
        prop_assert_eq!(chronicle.ended.len() + chronicle.rejected.len(), jobs.len());
        prop_assert!(chronicle.ended.iter().all(|own| own.promised_s.is_some()));
    }

    /// With estimates that are too long or too short, all requests end, no machine is overloaded, and no request starts
    /// before its planned time.
    #[test]
    fn wrong_descriptions_break_no_machine(
        (platform, mut jobs) in systems(40), planner in planners(), control in controls(), wrong in prop::collection::vec(0.1f64..4.0, 40),
    ) {
        for (job, wrong) in jobs.iter_mut().zip(wrong) {
            job.estimate_s = job.runtime_s * wrong;
        }
        let network = Network::Wan(25.0);
        let scheduler = Metacomputer::new(planner, control, network.clone(), &State::idle(platform.clone()));
        let chronicle = run(&platform, &jobs, Box::new(scheduler), &network);
        within_size(&platform, &chronicle.ended);
        as_asked(&jobs, &chronicle.ended, matches!(planner, Planner::Asp { .. } | Planner::EqualAsp { .. }));
        prop_assert_eq!(chronicle.ended.len() + chronicle.rejected.len(), jobs.len());
        // If the metacomputer plans a request only when there is room for it, the request starts at the time when it is
        // planned.
        let when_free = control.trigger == Trigger::Event && !control.local_queues
            && matches!(planner, Planner::Asp { .. } | Planner::EqualAsp { .. } | Planner::Ffih { room: FfihRoom::One });
        for own in &chronicle.ended {
            prop_assert!(own.promised_s.is_some_and(|promised_s| promised_s <= own.start_s));
            prop_assert!(!when_free || own.promised_s == Some(own.start_s));
        }
    }
}
