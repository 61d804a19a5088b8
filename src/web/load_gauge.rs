//! Offered load of the scenario, and the repair after a change of the platform has changed it.

use crate::experiment::{are_equal_loads, may_slow_down, offered_loads, settings_for_load};
use crate::scenario::Checked;
use crate::words::number;
use serde_json::Value;

/// Load at the right end of the gauge.
const END: f64 = 1.5;

/// The load of the present scenario, and the load before its platform was changed.
#[derive(Debug, Default)]
pub struct LoadGauge {
    scenario: Option<Checked>,
    /// Smallest and largest load of all points.
    loads: Option<[f64; 2]>,
    /// True if the load is known without a run.
    is_known: bool,
    /// True if each job takes longer to simulate than the one before.
    slows_down: bool,
    /// The largest load before the first of the last changes of the platform.
    before: Option<f64>,
}

/// A repair: why, and the settings that keep the load.
#[derive(Clone, Debug, PartialEq)]
pub struct Repair {
    /// A sentence about the change of the load.
    pub why: String,
    /// The settings.
    pub settings: Vec<(String, Value)>,
}

impl LoadGauge {
    /// Another scenario was opened: its load is not compared with the former.
    pub fn forget(&mut self) {
        *self = LoadGauge::default();
    }

    /// Follows an edit of the scenario.
    pub fn follow(&mut self, scenario: &Checked) {
        let same = |before: &Checked| before.workload == scenario.workload;
        let platform = |before: &Checked| before.platform == scenario.platform;
        match self.scenario.as_ref() {
            Some(before) if same(before) && platform(before) => {}
            Some(before) if same(before) => self.before = self.before.or(self.loads.map(|own| own[1])),
            _ => self.before = None,
        }
        let moved = self.scenario.as_ref().is_some_and(|before| !same(before) || !platform(before));
        let known = offered_loads(scenario);
        self.is_known = known.is_some();
        self.slows_down = may_slow_down(scenario);
        // A measured load stays while nothing changes it.
        self.loads = known.or(self.loads.filter(|_| !moved));
        self.scenario = Some(scenario.clone());
    }

    /// Takes the loads that runs have measured, if the load is not known without a run. Returns true if the load changes.
    pub fn measure(&mut self, measured: impl Iterator<Item = f64>) -> bool {
        let range = measured.filter(|own| *own > 0.0).fold(None, |range: Option<[f64; 2]>, load| {
            Some(range.map_or([load, load], |[least, most]| [least.min(load), most.max(load)]))
        });
        let is_new = !self.is_known && range.is_some() && range != self.loads;
        if is_new {
            self.loads = range;
        }
        is_new
    }

    /// "0.90", or "0.50–0.90" if the load is swept; "–" while it is not known.
    pub fn words(&self) -> String {
        let [least, most] = self.loads.unwrap_or([f64::NAN; 2]).map(text);
        if least == most { most } else { format!("{least}–{most}") }
    }

    /// Share of the gauge that is filled.
    pub fn filled(&self) -> f64 {
        self.loads.map_or(0.0, |own| (own[1] / END).clamp(0.0, 1.0))
    }

    /// True if more work arrives than the nodes can do.
    pub fn is_over(&self) -> bool {
        self.loads.is_some_and(|own| own[1] > 1.0)
    }

    /// True if each job takes longer to simulate than the one before, because all waiting jobs are planned.
    pub fn slows_down(&self) -> bool {
        self.slows_down
    }

    /// The repair, if a change of the platform has changed the load.
    pub fn repair(&self) -> Option<Repair> {
        let (before, scenario) = (self.before?, self.scenario.as_ref()?);
        let now = self.loads.map(|own| own[1]);
        if now.is_some_and(|now| are_equal_loads(now, before)) {
            return None;
        }
        let was = text(before);
        let why = match now {
            Some(now) if now > 1.0 => {
                let times = text(now);
                format!("Work now needs {times} × what the nodes can do. The load was {was} before.")
            }
            Some(now) => format!("The load was {was}, and is now {}.", text(now)),
            None => format!("The load was {was} before the platform changed."),
        };
        Some(Repair { why, settings: settings_for_load(scenario, before)? })
    }
}

/// A load with two decimals: "0.90"; a large one without.
fn text(load: f64) -> String {
    if load < 10.0 { number::fixed(load, 2) } else { number::plain(load.round()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use serde_json::json;

    fn with(scenario: &Checked, path: &str, value: Value) -> Checked {
        scenario.with(path, &value).unwrap()
    }

    /// 90 of 100 nodes are busy; of 50 nodes it would be 1.8.
    #[test]
    fn a_smaller_platform_raises_the_load_and_is_repaired() {
        let mut gauge = LoadGauge::default();
        assert_eq!((gauge.words().as_str(), gauge.filled(), gauge.is_over()), ("–", 0.0, false));
        let scenario = Checked::default();
        gauge.follow(&scenario);
        assert!(!gauge.measure([0.88].into_iter()), "known without a run");
        assert_eq!((gauge.words().as_str(), gauge.is_over(), gauge.repair()), ("0.90", false, None));
        assert!((gauge.filled() - 0.6).abs() < 1e-12);
        // Two steps of one drag: the load before the first step counts.
        gauge.follow(&with(&scenario, "platform.clusters.0.nodes", json!(80)));
        let half = with(&scenario, "platform.clusters.0.nodes", json!(50));
        gauge.follow(&half);
        let repair = gauge.repair().unwrap();
        assert_eq!((gauge.words().as_str(), gauge.is_over(), gauge.filled()), ("1.80", true, 1.0));
        assert_eq!(repair.why, "Work now needs 1.80 × what the nodes can do. The load was 0.90 before.");
        assert_eq!(repair.settings, [("workload.interarrival_s".to_owned(), json!(300.0))]);
        gauge.follow(&with(&half, "queue", json!("conservative")));
        assert!(gauge.slows_down());
        gauge.follow(&with(&half, "platform.clusters.0.nodes", json!(2)));
        assert!(!gauge.slows_down(), "a queue without reservations");
        assert_eq!(gauge.words(), "45");
        gauge.follow(&half);
        gauge.follow(&with(&half, "workload.interarrival_s", json!(300)));
        assert_eq!((gauge.words().as_str(), gauge.repair()), ("0.90", None));
    }

    #[test]
    fn other_changes_of_load_need_no_repair() {
        let scenario = Checked::default();
        let mut gauge = LoadGauge::default();
        gauge.follow(&scenario);
        gauge.follow(&with(&scenario, "workload.runtime_s", json!(900)));
        assert_eq!((gauge.words().as_str(), gauge.repair()), ("1.80", None));
        // Links do not change the load.
        gauge.follow(&scenario);
        gauge.follow(&with(&scenario, "platform.clusters.0.link_mbps", json!(500)));
        assert_eq!(gauge.repair(), None);
        gauge.forget();
        gauge.follow(&with(&scenario, "platform.clusters.0.nodes", json!(50)));
        assert_eq!(gauge.repair(), None);
    }

    #[test]
    fn the_load_of_a_log_is_measured() {
        let text = r#"{ "workload": { "model": "swf", "path": "a.swf" }, "experiment": { "sweep": [] } }"#;
        let log = Scenario::from_json(text).unwrap();
        let mut gauge = LoadGauge::default();
        gauge.follow(&log);
        assert!(gauge.measure([0.75, 0.0, 0.5].into_iter()));
        assert!(!gauge.measure([0.5, 0.75].into_iter()));
        assert_eq!(gauge.words(), "0.50–0.75");
        gauge.follow(&with(&log, "platform.clusters.0.nodes", json!(50)));
        let repair = gauge.repair().unwrap();
        assert_eq!(
            (gauge.words().as_str(), repair.why.as_str()),
            ("–", "The load was 0.75 before the platform changed.")
        );
        assert_eq!(repair.settings, [("workload.load".to_owned(), json!(0.75))]);
    }
}
