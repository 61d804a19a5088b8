//! Quantities over the points of several presets, and differences of crossings.

use super::*;

/// At 200 and 800 Mbps First-fit takes 10 and 320 s longer than B3 here, and 20 s less than B3 there.
fn found_in_both(quantity: Json) -> Option<Found> {
    let (scenario, here) = (scenario(), results());
    let mut there = results();
    there.points.truncate(1);
    let point = Arc::make_mut(&mut there.points[0]);
    point.results = vec![run("first-fit", [100.0, 110.0, 120.0], 0.0), run(B3, [120.0, 130.0, 140.0], 0.0)];
    let outcome = |preset, results| Outcome { preset, scenario: &scenario, results };
    let outcomes = [outcome("here", &here), outcome("there", &there)];
    Evidence { outcomes: &outcomes, timings: &[], depths: &[] }.found("here", &read(quantity))
}

#[test]
fn points_of_other_presets_count() {
    let gap = |of: [&str; 2], over: &str, also: &str| {
        let quantity = json!({ "compare": { "difference": of }, "over": { over: "anywhere" }, "also_in": [also] });
        found_in_both(quantity).map(|found| (found.value.mean, found.place))
    };
    // There is one point only.
    let there = "there".to_owned();
    assert_eq!(gap(["first-fit", B3], "every", "there"), Some((-20.0, there.clone())));
    assert_eq!(gap(["first-fit", B3], "some", "there"), Some((320.0, "here, BSBW 800 Mbps".to_owned())));
    assert_eq!(gap([B3, "first-fit"], "some", "there"), Some((20.0, there)));
    assert_eq!(gap(["first-fit", B3], "some", "nowhere"), None);
}

/// B3 has the least turnaround at two of three points, and First-fit at the third.
#[test]
fn shares_of_the_best_by_hand() {
    let share = |of: &str| {
        let found = found_in_both(json!({ "compare": { "special": { "best_share": of } }, "also_in": ["there"] }));
        found.unwrap().value.mean
    };
    assert!((share(B3) - 200.0 / 3.0).abs() < 1e-9);
    assert!((share("first-fit") - 100.0 / 3.0).abs() < 1e-9);
}

#[test]
fn crossings_are_compared() {
    let crossing = number(json!({ "compare": { "crossing": [B3, "first-fit"] } }));
    let apart = |of: [&str; 2]| found(json!({ "compare": { "special": { "crossings_apart": [of, "first-fit"] } } }));
    let same = apart([B3, B3]).unwrap().value;
    assert_eq!(same.mean, 0.0);
    // First-fit never begins to exceed itself.
    assert!(crossing > 1.7 && apart([B3, "first-fit"]).is_none());
}
