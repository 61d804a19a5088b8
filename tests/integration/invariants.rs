//! Invariants of every run.

use crate::common::{finish, links, orders, simulation, strategies, systems};
use crate::fuzz::auditor::Auditor;
use crate::messages::links_of;
use crate::twin::{Links, Strategy as Placing};
use metasched::engine::{Observer, Running};
use metasched::platform::{Platform, State};
use metasched::scenario::Sharing;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Checks that co-allocated jobs keep to the threshold of their policy.
struct Threshold {
    platform: Platform,
    lslt: Option<f64>,
    /// True if no link may be loaded beyond the threshold.
    satisfies: bool,
    running: BTreeMap<u64, Running>,
}

impl Threshold {
    fn new(platform: &Platform, strategy: Placing) -> Threshold {
        Threshold {
            platform: platform.clone(),
            lslt: strategy.lslt(),
            satisfies: matches!(strategy, Placing::A1 { .. }),
            running: BTreeMap::new(),
        }
    }

    /// Saturation of every link by the running jobs: demand / capacity.
    fn saturations(&self) -> Vec<f64> {
        let capacities = self.platform.link_capacities_bps();
        let mut load = vec![0; capacities.len()];
        for demand in self.running.values().flat_map(|job| &job.demands) {
            load[demand.link as usize] += demand.bps;
        }
        let capacities = capacities.into_iter();
        let saturation = |(load, capacity): (u64, u64)| load as f64 / capacity as f64;
        load.into_iter().zip(capacities).map(saturation).collect()
    }
}

impl Observer for Threshold {
    fn started(&mut self, running: &Running, state: &State) {
        if let (Some(lslt), true) = (self.lslt, running.co_allocated()) {
            // A job without demand on links is also not placed on a cluster whose link is full, even if the job would
            // not use the link.
            let before = self.saturations();
            for piece in &running.placement {
                for link in links_of(&self.platform, piece.cluster as usize) {
                    assert!(before[link] < lslt, "no piece at or over the threshold");
                }
            }
            for demand in &running.demands {
                assert!(
                    !self.satisfies || state.saturation(demand.link as usize) <= lslt,
                    "A1 loads no link beyond the threshold"
                );
            }
        }
        self.running.insert(running.job.id, running.clone());
    }

    fn ended(&mut self, _now_s: f64, running: &Running) {
        self.running.remove(&running.job.id);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn hold_at_every_instant(
        (platform, jobs) in systems(80),
        strategy in strategies(),
        links in links(),
        order in orders(),
    ) {
        let dynamic = matches!(links, Links::Dynamic(_));
        let max_min = matches!(links, Links::Dynamic(Sharing::MaxMin));
        let auditor = Auditor::new(&platform, dynamic, max_min);
        let both = (auditor, Threshold::new(&platform, strategy));
        let mut engine = simulation(&platform, &jobs, strategy, links, order, both);
        finish(&mut engine, 5);
        prop_assert_eq!(engine.waiting(), 0, "no job waits for ever");
        let (auditor, _) = engine.into_observer();
        prop_assert_eq!(auditor.ended + auditor.rejected, jobs.len() as u64);
    }
}
