use super::*;
use crate::chart::kit::recorder::Recorder;
use crate::scenario::presets;
use proptest::prelude::*;

fn chart() -> TriangleChart {
    let spot = |name: &str, weights, value| Spot { name: name.into(), weights, value, ci95: 1.0 };
    TriangleChart {
        corners: ["nodes", "network", "WAN"].map(str::to_owned),
        z_label: "Mean turnaround [s]".into(),
        unit: "s".into(),
        lower_is_better: true,
        spots: vec![
            spot("paper", [0.5, 0.2, 0.3], 200.0),
            spot("nodes only", [1.0, 0.0, 0.0], 250.0),
            spot("none", [0.0, 0.0, 0.0], 1.0),
            spot("half", [2.0, 1.0, 1.0], 220.0),
        ],
        ..TriangleChart::default()
    }
}

/// A corner, the middle of the opposite side, and the centre of gravity.
#[test]
fn weights_have_their_places() {
    let corners = Corners::within(&Area::new(0.0, 0.0, 200.0, 100.0 * ROOT_3));
    let close = |a: Point, b: Point| (a.0 - b.0).abs() + (a.1 - b.1).abs() < 1e-9;
    assert!(close(corners.at([1.0, 0.0, 0.0]), (100.0, 0.0)));
    assert!(close(corners.at([0.0, 0.5, 0.5]), (100.0, 100.0 * ROOT_3)));
    let third = 1.0 / 3.0;
    let centre = (100.0, 100.0 * ROOT_3 * 2.0 / 3.0);
    assert!(close(corners.at([third; 3]), centre));
}

/// A choice with all weights 0 has no position; the others are listed from the best on, and drawn with their values.
#[test]
fn the_best_comes_first() {
    let chart = chart();
    assert_eq!(
        summary(&chart),
        "Mean turnaround [s] over the weights of nodes, network, WAN: best for paper 200.0 ± 1.0 s, half 220.0 ± 1.0 s, nodes only \
         250.0 ± 1.0 s; worst for nodes only 250.0 ± 1.0 s."
    );
    assert_eq!(chart.rows()[0], ["paper", "0.5", "0.2", "0.3", "200.0 ± 1.0"]);
    let mut recorder = Recorder::new(700, 500);
    draw(&mut recorder, Area::sized(700.0, 500.0), &chart, &Theme::light(1.0)).unwrap();
    let texts = recorder.texts();
    for text in ["nodes", "network", "WAN", "200", "220", "250", "0.8"] {
        assert!(texts.contains(&text), "{text} in {texts:?}");
    }
    assert_eq!(summary(&TriangleChart::default()), " over the weights: no finished runs yet.");
}

/// The preset has three choices of weights; a scenario with only two has no triangle.
#[test]
fn three_choices_span_a_triangle() {
    let scenario = |text: &str| Scenario::from_json(text).unwrap();
    let preset = presets::find("vahdat-weights").unwrap();
    let plan = Plan::new(&presets::scenario(preset).unwrap()).unwrap();
    let chart = super::chart(&plan, &plan.merge(&[]), &Choice::default()).unwrap();
    assert_eq!((chart.spots.len(), chart.spots[0].weights), (26, [0.5, 0.2, 0.3]));
    assert!(chart.spots.iter().all(|spot| spot.value.is_nan()));
    let two = r#"{"workload": {"model": "grid"}, "network": {"model": "cluster"}, "experiment": {"sweep": []},
        "schedulers": ["fuzzy", {"policy": "fuzzy", "processors_weight": 0, "network_weight": 0.7}, {"policy": "fuzzy", "label": "again"}]}"#;
    assert!(!is_of(&scenario(two)) && !is_of(&Scenario::default()));
}

proptest! {
    #[test]
    fn any_data_and_canvas_will_do(
        values in prop::collection::vec((any::<[f64; 3]>(), any::<f64>(), any::<f64>()), 0..20),
        width in 0_u32..900, height in 0_u32..700, scale in prop_oneof![Just(1.0), any::<f64>()],
    ) {
        let spots = values.into_iter().map(|(weights, value, ci95)| Spot { weights, value, ci95, name: String::new() });
        let chart = TriangleChart { spots: spots.collect(), ..chart() };
        let area = Area::sized(f64::from(width), f64::from(height));
        draw(&mut Recorder::new(width, height), area, &chart, &Theme::light(scale)).unwrap();
        prop_assert!(!summary(&chart).is_empty());
    }
}
