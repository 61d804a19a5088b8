use super::*;
use crate::chart::kit::recorder::Recorder;
use crate::experiment;
use crate::experiment::Complete;
use crate::scenario::Scenario;
use proptest::prelude::*;

fn spot(points: &[f64]) -> Option<Spot> {
    Some(Spot { spread: Spread::of(points.iter().copied()), points: points.to_vec(), unstable: false })
}

/// The replications of FF have the values 10, 20, 30, 40 and 100; all replications of TLA have 50.
fn two() -> BoxChart {
    BoxChart {
        y_label: "Mean turnaround [s]".into(),
        names: vec!["ff".into(), "tla".into()],
        groups: vec![Group {
            label: String::new(),
            boxes: vec![spot(&[10.0, 20.0, 30.0, 40.0, 100.0]), spot(&[50.0; 3])],
        }],
        ..BoxChart::default()
    }
}

/// Unstable boxes look like stable boxes, so the caption names the unstable schedulers and the swept values.
#[test]
fn unstable_boxes_are_named() {
    let mut chart = two();
    assert!(chart.unstable().is_empty());
    chart.groups[0].boxes[1].as_mut().unwrap().unstable = true;
    assert_eq!(chart.unstable(), ["tla"]);
    for label in ["400", "500"] {
        let group = chart.groups[0].clone();
        chart.groups.push(Group { label: label.to_owned(), ..group });
    }
    chart.groups.remove(0);
    assert_eq!(chart.unstable(), ["tla 400, 500"]);
}

/// The axis has space for unstable values of 100 and 120; an unstable million is cut off and labelled.
#[test]
fn stable_boxes_are_no_flat_lines() {
    let unstable = |largest: f64| {
        let mut chart = two();
        chart.groups[0].boxes[1] = spot(&[50.0, largest]).map(|own| Spot { unstable: true, ..own });
        chart
    };
    assert_eq!(unstable(120.0).most(), 120.0);
    let chart = unstable(1e6);
    assert_eq!(chart.most(), 100.0);
    let recorder = drawn(&chart, 600, 380);
    assert!(recorder.texts().contains(&"unstable"));
    let mut alone = chart.clone();
    alone.groups[0].boxes[0] = None;
    assert_eq!(alone.most(), 1e6);
}

fn drawn(chart: &BoxChart, width: u32, height: u32) -> Recorder {
    let mut recorder = Recorder::new(width, height);
    let area = Area::sized(f64::from(width), f64::from(height));
    drawing::draw(&mut recorder, area, chart, &Theme::light(1.0)).unwrap();
    assert!(recorder.stays_inside());
    recorder
}

/// The box extends from the first quartile, 20, to the third, 40. This is a fifth of the range from 0 to 100, which is
/// 100/102 of the axis.
#[test]
fn boxes_reach_from_quartile_to_quartile() {
    let recorder = drawn(&two(), 600, 380);
    let theme = Theme::light(1.0);
    let pale = theme.series(0).fade(0.25).over(theme.background);
    let boxes = recorder.fills(pale);
    let body = boxes.iter().find(|(a, b)| b.0 - a.0 > 20).unwrap();
    let axis = recorder.fills(theme.grid);
    let across: Vec<i32> = axis.iter().filter(|(a, b)| b.0 - a.0 > 300).map(|(a, _)| a.1).collect();
    // Grid lines are at round values, including 0 and 100.
    let length = f64::from(across.iter().max().unwrap() - across.iter().min().unwrap());
    assert!((f64::from(body.1.1 - body.0.1) - length * 0.2).abs() <= 2.0, "{body:?} of {length}");
    let texts = recorder.texts();
    // FF has the mean 40 and the deviations 30, 20, 10, 0 and 60, so its standard deviation is √(5000/5) = 31.6.
    for text in ["ff", "tla", "CV 79.1 %", "CV 0 %", "100"] {
        assert!(texts.contains(&text), "{text} in {texts:?}");
    }
}

#[test]
fn in_words_and_numbers() {
    let mut chart = two();
    assert_eq!(
        summary(&chart),
        "Mean turnaround [s] over the replications, coefficient of variation: ff 79.1 %, tla 0 %."
    );
    assert_eq!(chart.rows()[0][..6], ["ff", "10", "20", "30", "40", "100"]);
    chart.groups[0].boxes = vec![None, None];
    assert!(summary(&chart).ends_with("or only one."));
    assert!(drawn(&chart, 400, 300).texts()[0].contains("only one"));
}

/// Precomputed results have the measures of groups of jobs only for all replications together.
#[test]
fn of_results_that_were_computed_beforehand() {
    let text = r#"{"platform": {"clusters": [{"count": 4}], "sizes": [8, 64]}, "workload": {"model": "metacomputer", "jobs": 300, "p_local": 0.5},
        "network": {"model": "wan"}, "schedulers": [{"policy": "meta-fcfs", "control": "ihs-fixed"}],
        "experiment": {"replications": 3, "sweep": [], "group_by": "origin"}}"#;
    let scenario = Scenario::from_json(text).unwrap();
    let plan = Plan::new(&scenario).unwrap();
    let here = experiment::run(&scenario, None).unwrap();
    let kept = Complete::of(&here, &plan).taken_up(&plan).unwrap();
    let of = |results: &Results, metric| {
        let choice = Choice { metric, ..Choice::default() };
        chart(&plan, results, &choice)
    };
    let measures = measure::of(&scenario).filter(|own| own.key.contains("local"));
    let local = measures.map(|own| own.key).next().unwrap();
    assert_eq!(of(&here, local).spots().count(), 1);
    assert!(!of(&here, local).taken_together);
    assert_eq!(of(&kept, "mean_turnaround_s").spots().count(), 1);
    assert_eq!(of(&kept, local).spots().count(), 0);
    assert!(summary(&of(&kept, local)).ends_with("“Compute it here” shows the boxes."));
}

#[test]
fn of_results() {
    let text = r#"{"workload": {"jobs_per_cluster": 40}, "schedulers": ["first-fit", "no-share"], "experiment":
        {"replications": 3, "sweep": [{"parameter": "workload.bsbw_mbps", "values": [300, 900]}]}}"#;
    let scenario = Scenario::from_json(text).unwrap();
    let results = experiment::run(&scenario, None).unwrap();
    let plan = Plan::new(&scenario).unwrap();
    let chart = chart(&plan, &results, &Choice::default());
    assert_eq!((chart.groups.len(), chart.names.len(), chart.rows().len()), (2, 2, 4));
    assert_eq!(chart.groups[1].label, "900");
    let run = &results.points[1].results[0];
    let own = chart.groups[1].boxes[0].as_ref().unwrap();
    assert_eq!(Some(own.spread.cv), spread::spread(run).map(|own| own.cv));
    assert_eq!(own.points.len(), 3);
}

/// The mean over the replications in a box equals the mean in the results, for every measure that is a mean over
/// replications.
#[test]
fn of_any_measure() {
    let text = r#"{"workload": {"jobs_per_cluster": 40, "nodes": [10, 90]}, "schedulers": ["first-fit", "no-share"],
        "experiment": {"replications": 4, "sweep": []}}"#;
    let scenario = Scenario::from_json(text).unwrap();
    let results = experiment::run(&scenario, None).unwrap();
    let plan = Plan::new(&scenario).unwrap();
    let of = |metric| {
        let choice = Choice { metric, ..Choice::default() };
        chart(&plan, &results, &choice)
    };
    let run = &results.points[0].results[0];
    for metric in measure::of(&scenario).filter(|metric| {
        let quantile = metric.key.contains("_p") || metric.key.starts_with("max");
        let share = ["co_allocated_share", "mean_penalty"].contains(&metric.key);
        let absent = metric.value(run).is_nan();
        !quantile && !share && !absent
    }) {
        let boxes = of(metric.key);
        // Long times have a larger unit.
        assert!(boxes.y_label.starts_with(metric.label), "{} is not {}", boxes.y_label, metric.axis());
        let own = boxes.groups[0].boxes[0].as_ref().unwrap();
        let unit = if boxes.y_label.ends_with("[min]") { 60.0 } else { 1.0 };
        let (ours, theirs) = (own.spread.mean * unit, metric.value(run));
        assert!((ours - theirs).abs() <= 1e-12 * theirs, "{} {ours}", metric.key);
        assert_eq!(own.points.len(), 4);
        assert!(boxes.varies(), "{}", metric.key);
    }
    let used = of("utilisation");
    let words = used.rows();
    assert!(words[0][1..].iter().all(|own| own.ends_with('%')), "{words:?}");
    // Under no-share no job is co-allocated, so the box has no height and is at zero.
    let spread = of("co_allocated_share");
    assert_eq!(spread.groups[0].boxes[1].as_ref().unwrap().points, [0.0; 4]);
    let one = BoxChart {
        groups: vec![Group { boxes: vec![None, spread.groups[0].boxes[1].clone()], ..Group::default() }],
        ..spread
    };
    assert!(!one.varies());
    assert!(drawn(&one, 600, 380).texts().contains(&"CV 0 %"));
    // For a measure that no run has, there is no box.
    assert!(of("missed_share").spots().next().is_none());
}

proptest! {
    #[test]
    fn any_points_on_any_canvas(
        points in prop::collection::vec(prop::collection::vec(any::<f64>(), 1..5), 0..12), width in 0u32..900, height in 0u32..500,
    ) {
        let mut chart = two();
        chart.groups = points.chunks(2).map(|two| Group { label: "x".into(), boxes: two.iter().map(|own| spot(own)).collect() }).collect();
        drawn(&chart, width, height);
        let _ = (summary(&chart), chart.rows());
    }
}
