//! The engine against its slow twin, job for job and bit for bit.

use crate::common::{Chronicle, finish, links, simulation, strategies, systems};
use crate::twin::Twin;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn equals_the_slow_twin(
        (platform, jobs) in systems(70),
        strategy in strategies(),
        links in links(),
        strict in prop::bool::weighted(0.2),
    ) {
        let mut engine = simulation(&platform, &jobs, strategy, links, strict, Chronicle::default());
        finish(&mut engine, 7);
        let twin = Twin { platform: &platform, strategy, links, strict };
        let (ended, impossible) = twin.run(&jobs);
        let chronicle = engine.into_observer();
        prop_assert_eq!(chronicle.rejected, impossible);
        prop_assert_eq!(chronicle.ended, ended);
    }

    /// However a run is cut into steps, its digest is the same.
    #[test]
    fn steps_do_not_matter((platform, jobs) in systems(60), strategy in strategies(), step in 1u64..50) {
        let links = crate::twin::Links::Dynamic;
        let mut whole = simulation(&platform, &jobs, strategy, links, false, ());
        let mut stepped = simulation(&platform, &jobs, strategy, links, false, ());
        finish(&mut whole, u64::MAX);
        finish(&mut stepped, step);
        prop_assert_eq!(whole.digest(), stepped.digest());
        prop_assert_eq!(whole.now_s(), stepped.now_s());
    }
}
