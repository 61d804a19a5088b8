use super::*;
use crate::scenario::{Checked, guides, link, presets};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

/// A scenario with these schedulers and sweeps, and two replications.
fn of(schedulers: &[&str], sweep: &[Value]) -> Checked {
    let scenario = Scenario::from_value(&json!({
        "schedulers": schedulers,
        "experiment": { "sweep": sweep, "replications": 2 },
    }));
    scenario.unwrap()
}

fn bandwidth() -> Value {
    json!({ "parameter": "workload.bsbw_mbps", "values": [200, 400] })
}

/// Three schedulers, 2 × 2 points, two replications.
fn scenario() -> Checked {
    let threshold = json!({ "parameter": "schedulers.*.lslt", "values": [0.5, 1] });
    of(&["no-share", "first-fit", "b3"], &[bandwidth(), threshold])
}

#[test]
fn the_steps_of_talks_and_lessons_are_looked_at_as_there_is_to_look() {
    let mut steps = 0;
    for (name, text) in guides::ALL {
        let guide = guides::guide(text).unwrap();
        for step in guide["steps"].as_array().unwrap() {
            let opened = link::decode(step["link"].as_str().unwrap()).unwrap();
            let Some(written) = opened.view else { continue };
            let (view, problems) = View::read(&written, &opened.scenario);
            assert_eq!(problems, vec![], "{name}: {}", step["title"]);
            // The views in guides always name the tab, even if it is the default tab.
            let said = View { tab: view.tab.or(Some("curves")), ..view };
            assert_eq!(said.value(&opened.scenario), written, "{}", step["title"]);
            steps += 1;
        }
    }
    assert!(steps > 40, "{steps}");
}

fn views() -> impl Strategy<Value = View> {
    let scenario = scenario();
    let measures: Vec<&str> = measure::of(&scenario).map(|own| own.key).collect();
    let kinds = |over| -> Vec<&str> {
        let kinds = figures_over(over, &scenario).into_iter();
        kinds.map(|own| own.name).collect()
    };
    let curves = (
        option::of(select(kinds(Over::One))),
        option::of(select(measures.clone())),
        option::of(0..2u64),
        option::of(0..2u64),
        option::of(0..3u64),
        option::of(select(&COMPARED_BY)),
        option::of(select(&SCALES)),
    );
    let surface = (option::of(select(kinds(Over::Two))), option::of(select(measures)), option::of(0..3u64));
    let gantt = (
        option::of(0..3u64),
        option::of(0..4u64),
        option::of(0..2u64),
        option::of(0.0..1e12),
        option::of(0..=MOST_SHOWN),
        option::of(0..JOBS),
        option::of(0..JOBS),
        option::of(select(&colouring::NAMES)),
    );
    let compare = (
        option::of(0..3u64),
        option::of(0..3u64),
        option::of(0..4u64),
        option::of(0..2u64),
        option::of(0..JOBS),
        option::of((0.0..1e12, 0.1..1e12)),
    );
    let machine = (
        (option::of(0..3u64), option::of(0..3u64), option::of(0..4u64), option::of(0..2u64)),
        (option::of(0.0..1e12), option::of(0..=MOST_SHOWN), option::of(0.0..1e12), option::of(0..JOBS)),
    );
    let shown = (option::of(select(&TABS)), option::of(select(&["light", "dark"][..])));
    (curves, surface, gantt, machine, compare, shown).prop_map(|(curves, surface, gantt, machine, compare, shown)| {
        View {
            tab: shown.0,
            curves: CurvesView {
                figure: curves.0,
                measure: curves.1,
                x: curves.2,
                at: curves.3,
                baseline: curves.4,
                by: curves.5,
                scale: curves.6,
            },
            surface: SurfaceView { figure: surface.0, measure: surface.1, scheduler: surface.2 },
            gantt: GanttView {
                scheduler: gantt.0,
                point: gantt.1,
                replication: gantt.2,
                from_s: gantt.3,
                jobs: gantt.4,
                job: gantt.5,
                story: gantt.6,
                colour: gantt.7,
            },
            machine: MachineView {
                first: machine.0.0,
                second: machine.0.1,
                point: machine.0.2,
                replication: machine.0.3,
                from_s: machine.1.0,
                jobs: machine.1.1,
                at_s: machine.1.2,
                job: machine.1.3,
            },
            compare: CompareView {
                first: compare.0,
                second: compare.1,
                point: compare.2,
                replication: compare.3,
                job: compare.4,
                from_s: compare.5.map(|(from_s, _)| from_s),
                to_s: compare.5.map(|(from_s, length_s)| from_s + length_s),
            },
            theme: shown.1,
        }
    })
}

proptest! {
    #[test]
    fn a_view_survives_a_link(view in views()) {
        let scenario = scenario();
        let value = view.value(&scenario);
        let links = [
            link::encode_with_view(&scenario, Some(&value)),
            link::of_preset_with_view("landing", &value),
        ];
        for link in links {
            let opened = link::decode(&link).unwrap();
            prop_assert_eq!(&opened.problems, &[]);
            let read = View::read(&opened.view.unwrap(), &scenario);
            prop_assert_eq!(read, (view, vec![]));
        }
    }
}

/// A wrong value for each field: the message names place, value and allowed values, and the other fields are used.
#[test]
fn each_wrong_field_is_reported_and_the_others_are_followed() {
    let scenario = scenario();
    for (name, value, allowed) in [
        ("tab", json!("settings"), "curves, surface, gantt, machine, compare, table, paper"),
        ("tab", json!(["curves"]), "curves, "),
        ("curves.figure", json!("pie"), "means"),
        ("curves.measure", json!("happiness"), "mean_turnaround_s, "),
        ("curves.x", json!(2), "from 0 to 1"),
        ("curves.at", json!(-1), "from 0 to 1"),
        ("curves.baseline", json!("b3"), "from 0 to 2"),
        ("curves.by", json!("product"), "difference, ratio"),
        ("compare.first", json!(3), "from 0 to 2"),
        ("compare.second", json!(-1), "from 0 to 2"),
        ("compare.point", json!(4), "from 0 to 3"),
        ("compare.replication", json!(2), "from 0 to 1"),
        ("compare.job", json!(0.5), "whole number from 0"),
        ("compare.from_s", json!(-5), "seconds from 0 up"),
        ("compare.to_s", json!([9]), "seconds from 0 up"),
        ("compare.to_s", json!(0), "a time after compare.from_s"),
        ("surface.figure", json!({}), "surface, "),
        ("surface.measure", json!(null), "mean_turnaround_s, "),
        ("surface.scheduler", json!(3), "from 0 to 2"),
        ("gantt.scheduler", json!("b3"), "from 0 to 2"),
        ("gantt.point", json!(1e300), "from 0 to 3"),
        ("gantt.replication", json!(0.5), "from 0 to 1"),
        ("gantt.from_s", json!("NaN"), "seconds from 0 up"),
        ("gantt.from_s", json!(-1e-300), "seconds from 0 up"),
        ("gantt.jobs", json!(200_001), "from 0 to 200\u{2009}000"),
        ("gantt.job", json!(u64::MAX), "whole number from 0"),
        ("gantt.story", json!(true), "whole number from 0"),
        ("theme", json!("<script>"), "light, dark"),
    ] {
        let mut view = json!({ "gantt.from_s": 5, "curves.measure": "mean_wait_s" });
        view[name] = value;
        let (view, problems) = View::read(&view, &scenario);
        let words = problems.iter().map(Problem::to_string).collect::<Vec<_>>();
        assert_eq!(words.len(), 1, "{name}: {words:?}");
        assert!(words[0].starts_with(&format!("{name} in the view of the link is ")), "{}", words[0]);
        assert!(words[0].contains(allowed) && words[0].len() < 1000, "{}", words[0]);
        let followed = [view.gantt.from_s.is_some(), view.curves.measure.is_some()];
        assert_eq!(followed, [name != "gantt.from_s", name != "curves.measure"]);
    }
    let without = of(&["no-share"], &[]);
    let (_, problems) = View::read(&json!({ "curves.x": 0 }), &without);
    assert!(problems[0].to_string().contains("there is none in this scenario"));
    for view in [json!([]), json!("x".repeat(100_000)), json!({ "x".repeat(100_000): 1 })] {
        let (view, problems) = View::read(&view, &scenario);
        assert_eq!((view, problems.len()), (View::default(), 1));
        assert!(problems[0].to_string().len() < 200);
    }
}

#[test]
fn what_a_scenario_does_not_have_is_not_written() {
    let view = View {
        curves: CurvesView { x: Some(1), at: Some(1), ..CurvesView::default() },
        surface: SurfaceView { figure: Some("heat-map"), ..SurfaceView::default() },
        ..View::default()
    };
    let one = of(&["no-share"], &[bandwidth()]);
    assert_eq!(view.value(&one), json!({ "curves.at": 1 }));
}

#[test]
fn two_schedulers_are_compared_as_chosen_and_never_one_with_itself() {
    let plan = Plan::new(&scenario()).unwrap();
    let pair = |first, second| {
        let view = CompareView { first, second, ..CompareView::default() };
        view.schedulers(&plan)
    };
    assert_eq!(pair(None, None), Some([1, 2]));
    assert_eq!(pair(Some(0), Some(1)), Some([0, 1]));
    assert_eq!(pair(Some(2), None), Some([2, 1]));
    assert_eq!(pair(None, Some(1)), Some([2, 1]));
    let alone = Plan::new(&of(&["first-fit"], &[])).unwrap();
    assert_eq!(CompareView::default().schedulers(&alone), None);
}

#[test]
fn presets_are_looked_at_as_they_say() {
    for preset in presets::all() {
        let view = View::of_preset(preset);
        assert_eq!(view.tab.unwrap_or(""), preset.tab, "{}", preset.name);
        assert_eq!(view.curves.measure.unwrap_or(""), preset.measure, "{}", preset.name);
        let scenario = presets::scenario(preset).unwrap();
        let read = View::read(&view.value(&scenario), &scenario);
        assert_eq!(read, (view, vec![]), "{}", preset.name);
    }
    let of = |name| View::of_preset(presets::find(name).unwrap());
    assert_eq!(of("teaching-surface").tab, Some("surface"));
    assert_eq!(of("teaching-backfilling").curves.measure, Some("mean_wait_s"));
    assert_eq!(of("landing"), View::default());
    assert_eq!(of("cliff").curves.baseline, Some(0));
}
