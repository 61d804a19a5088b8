use super::*;

#[test]
fn measures_are_found_by_name() {
    assert_eq!(find("utilisation").label, "Utilisation");
    assert_eq!(find("nonsense").key, "mean_turnaround_s");
    assert_eq!(find("mean_wait_s").axis(), "Mean wait [s]");
    for (queue, offered) in [("fpfs", false), ("easy", true), ("conservative", true)] {
        let scenario = Scenario::default().with("queue", &queue.into()).unwrap();
        assert_eq!(of(&scenario).any(|own| own.key == "missed_share"), offered);
    }
    for (model, policy, missing) in [
        ("dynamic", "first-fit", &[][..]),
        ("wan", "first-fit", &["link_utilisation", "max_link_saturation"]),
        ("cluster", "grid-random", &["co_allocated_share", "mean_penalty"]),
    ] {
        let text = format!(r#"{{"network": {{"model": "{model}"}}, "schedulers": ["{policy}"]}}"#);
        let scenario = Scenario::from_json(&text).unwrap();
        let there = |key: &str| of(&scenario).any(|own| own.key == key);
        for key in ["link_utilisation", "max_link_saturation", "co_allocated_share", "mean_penalty"] {
            assert_eq!(there(key), !missing.contains(&key), "{key} under {model}");
        }
    }
}
