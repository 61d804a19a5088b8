//! The memory of times without a possible start changes no result.

use super::*;
use crate::platform::{Cluster, Demands, Piece, Platform};
use proptest::prelude::*;

/// A planned job on four of ten nodes, from 5 to 10 s, is suspended and resumed.
#[test]
fn what_is_resumed_is_as_before() {
    let idle = State::idle(Platform::star(vec![Cluster { nodes: 10, capacity_bps: 1, speed: 1.0 }]));
    let stretch = |from_s, until_s| Stretch { from_s, until_s };
    let mut profile = Profile::new(&idle, false);
    let job = Job { nodes: 4, ..Job::default() };
    let placement = smallvec::smallvec![Piece { cluster: 0, nodes: 4 }];
    let slot = profile.add(Use::new(job, placement, Demands::new(), stretch(5.0, 10.0)));
    let least = |profile: &Profile| {
        [(0.0, 5.0), (5.0, 10.0), (10.0, 20.0)]
            .map(|(from_s, until_s)| profile.least(0, (0.0, &idle), stretch(from_s, until_s)))
    };
    assert_eq!(least(&profile), [10, 6, 10]);
    profile.suspend(&[slot]);
    assert_eq!(least(&profile), [10, 10, 10]);
    profile.resume(slot);
    assert_eq!(least(&profile), [10, 6, 10]);
}

/// On ten nodes, three jobs of 2 nodes from 5 to 10 s become four jobs, and then one of the jobs is removed. Beside a
/// job of 3 nodes from 8 to 12 s, there are too few nodes for all of these jobs.
#[test]
fn jobs_share_a_slot() {
    let idle = State::idle(Platform::star(vec![Cluster { nodes: 10, capacity_bps: 1, speed: 1.0 }]));
    let mut profile = Profile::new(&idle, false);
    let add = |profile: &mut Profile, nodes, from_s, until_s| {
        let placement = smallvec::smallvec![Piece { cluster: 0, nodes }];
        let job = Job { nodes, ..Job::default() };
        let time = Stretch { from_s, until_s };
        profile.add(Use::new(job, placement, Demands::new(), time))
    };
    let free = |profile: &Profile, from_s: f64| {
        let until_s = from_s.next_up();
        profile.least(0, (0.0, &idle), Stretch { from_s, until_s })
    };
    let slot = add(&mut profile, 2, 5.0, 10.0);
    profile.resize(slot, 3);
    assert_eq!((free(&profile, 4.0), free(&profile, 5.0)), (10, 4));
    assert_eq!(profile.room_between(&idle, slot, (5.0, 10.0)), 2);
    assert_eq!(profile.room_between(&idle, slot, (0.0, 5.0)), 5);
    let other = add(&mut profile, 2, 5.0, 10.0);
    profile.join(slot, other);
    assert_eq!((profile.get(slot).jobs, free(&profile, 9.0)), (4, 2));
    let own = profile.part(slot, Job::default());
    assert_eq!((profile.get(slot).jobs, profile.get(own).jobs), (3, 1));
    assert_eq!(free(&profile, 9.0), 2);
    profile.take(own);
    // Three jobs are suspended; two of them fit beside other jobs of 3 nodes and 2 nodes.
    profile.suspend(&[slot]);
    add(&mut profile, 3, 8.0, 12.0);
    add(&mut profile, 2, 9.0, 10.0);
    assert_eq!(profile.room(&idle, slot), 2);
    let first = profile.divide(slot, 2);
    profile.resume(first);
    assert_eq!((profile.get(first).jobs, profile.get(slot).jobs), (2, 1));
    assert_eq!((free(&profile, 7.0), free(&profile, 9.0)), (6, 1));
    assert_eq!(profile.room(&idle, slot), 0);
}

proptest! {
    /// Reservations of few sizes and lengths are added, removed and moved forward. A profile without memory of
    /// unsuccessful searches must find equal times.
    #[test]
    fn what_is_ruled_out_is_not_found_either(
        steps in prop::collection::vec((0u8..3, 1u32..9, 0usize..3, any::<prop::sample::Index>()), 1..120),
    ) {
        let idle = State::idle(Platform::star(vec![Cluster { nodes: 10, capacity_bps: 1, speed: 1.0 }]));
        let now = (0.0, &idle);
        let mut profile = Profile::new(&idle, false);
        let forgetful = |profile: &Profile| {
            let mut own = profile.clone();
            own.lines[0].ruled_out = RuledOut::default();
            own
        };
        let reserved = |profile: &mut Profile, job: Job, from_s: f64| {
            let placement = smallvec::smallvec![Piece { cluster: 0, nodes: job.nodes }];
            let until_s = from_s + job.estimate_s;
            profile.add(Use::new(job, placement, Demands::new(), Stretch { from_s, until_s }))
        };
        let mut slots = Vec::new();
        for (what, nodes, length, which) in steps {
            let estimate_s = [1.1, 3.7, 9.3][length];
            if what < 2 {
                let (nodes_asked, held_s) = (i64::from(nodes), f64::INFINITY);
                let wish = Wish { nodes: nodes_asked, length_s: estimate_s, before_s: held_s, held_s };
                let twin = forgetful(&profile).earliest_fit(now, 0, f64::NEG_INFINITY, wish);
                let found = profile.earliest_fit(now, 0, f64::NEG_INFINITY, wish);
                prop_assert_eq!(found, twin);
                let job = Job { nodes, estimate_s, ..Job::default() };
                slots.push(reserved(&mut profile, job, found.unwrap()));
            } else if !slots.is_empty() {
                profile.take(slots.remove(which.index(slots.len())));
                for slot in &mut slots {
                    let job = profile.get(*slot).job;
                    let twin = forgetful(&profile).earlier_fit(now, *slot, job.estimate_s, Stretch::ALL);
                    let earlier = profile.earlier_fit(now, *slot, job.estimate_s, Stretch::ALL);
                    prop_assert_eq!(earlier, twin);
                    if let Some(from_s) = earlier {
                        profile.take(*slot);
                        *slot = reserved(&mut profile, job, from_s);
                    }
                }
            }
        }
    }
}
