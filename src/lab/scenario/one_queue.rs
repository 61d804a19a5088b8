//! The usual schedulers of a machine that has one queue: no job leaves its cluster, and each scheduler has a queue of its own.

use super::queue::{self, Backfill};
use super::{Scenario, Scheduler};
use crate::models::registry;
use crate::models::standard::{ONE_QUEUE, ONE_QUEUE_POLICY, OneQueue};
use crate::parameter::fields;
use serde_json::Value;

/// The settings of the queue of one of the usual schedulers, including all settings that it reads.
pub fn queue(own: &OneQueue) -> Value {
    let mut order = vec![("order".to_owned(), own.order.name().into())];
    for name in own.order.info().settings {
        let given = own.settings.iter().find(|(setting, _)| setting == name).map(|(_, value)| Value::from(*value));
        let default = || registry::current().order_setting(name).map(|declared| declared.default().clone());
        order.extend(given.or_else(default).map(|value| ((*name).to_owned(), value)));
    }
    let backfill = Backfill::named(own.backfill).unwrap_or_default();
    Value::Object(queue::settings_of(order, backfill))
}

/// One of the usual schedulers.
pub fn scheduler(own: &OneQueue) -> Scheduler {
    let mut scheduler = Scheduler::of(ONE_QUEUE_POLICY);
    scheduler.common.queue = fields::parse(&queue(own)).unwrap_or_default();
    scheduler
}

/// The usual scheduler that a scheduler of a scenario equals, apart from its label.
pub fn of(scheduler: &Scheduler, scenario: &Scenario) -> Option<&'static OneQueue> {
    if scheduler.policy != ONE_QUEUE_POLICY || !scheduler.common.queue.is_named() {
        return None;
    }
    let queue = scheduler.queue(scenario);
    ONE_QUEUE.iter().find(|usual| self::scheduler(usual).queue(scenario) == queue)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameter::fields::Json;
    use serde_json::json;

    #[test]
    fn each_is_found_again_and_named_for_people() {
        let schedulers: Value = ONE_QUEUE.iter().map(|own| scheduler(own).write()).collect();
        // Nothing of the scenario's queue is read.
        let scenario =
            json!({ "queue": { "order": "multifactor", "weight_age": 9, "pass": "event" }, "schedulers": schedulers });
        let scenario = Scenario::from_value(&scenario).unwrap();
        assert_eq!(scenario.scheduler_labels(), ["FCFS", "EASY", "Conservative", "SJF + EASY", "Fair share"]);
        for (own, usual) in scenario.schedulers.iter().zip(&ONE_QUEUE) {
            assert_eq!(of(own, &scenario).map(|own| own.choice.name), Some(usual.choice.name));
            let [here, alone] = [&*scenario, &Scenario::default()].map(|scenario| {
                let queue = own.queue(scenario);
                let read = queue.order.info().settings.iter().map(|name| queue.own.get(name).cloned());
                (queue.order, read.collect::<Vec<_>>(), queue.rules)
            });
            assert_eq!(here, alone, "{}", usual.choice.name);
        }
        // The same queues, as people write them.
        let written = json!([
            { "policy": "no-share", "queue": "fcfs" },
            { "policy": "no-share", "queue": "easy", "label": "mine" },
            { "policy": "no-share", "queue": { "order": "sjf", "backfill": "easy" } },
            { "policy": "first-fit", "queue": "easy" },
            "no-share",
        ]);
        let scenario = Scenario::from_value(&json!({ "schedulers": written })).unwrap();
        let found: Vec<_> =
            scenario.schedulers.iter().map(|own| of(own, &scenario).map(|own| own.choice.name)).collect();
        assert_eq!(found, [Some("fcfs"), Some("easy"), Some("sjf-easy"), None, None]);
        assert_eq!(scenario.scheduler_labels()[1], "mine");
    }
}
