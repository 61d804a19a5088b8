use super::*;
use crate::chart::curve::figure::MEANS;
use crate::chart::kit::recorder::Recorder;
use crate::experiment::{self, NoInterval, Plan, Results};
use crate::metrics::confidence::Estimate;
use crate::scenario::Scenario;

fn small() -> (Plan, Results) {
    let text = r#"{"workload": {"jobs_per_cluster": 60}, "schedulers": ["no-share", "migration-only", "first-fit"],
        "experiment": {"replications": 3, "sweep": []}}"#;
    let scenario = Scenario::from_json(text).unwrap();
    let results = experiment::run(&scenario, None).unwrap();
    (Plan::new(&scenario).unwrap(), results)
}

fn figure(choice: &Choice) -> Box<dyn Figure> {
    let (plan, results) = small();
    (MEANS.build)(&Scene::of(&plan, &results), choice).unwrap()
}

fn drawn(figure: &mut dyn Figure, width: u32) -> (Recorder, u32) {
    let theme = Theme::light(1.0);
    let height = figure.height(f64::from(width), &theme) as u32;
    let mut recorder = Recorder::new(width, height);
    figure.draw(&mut recorder, Area::sized(f64::from(width), f64::from(height)), &theme).unwrap();
    (recorder, height)
}

/// Names, values and rows, wide and on a narrow screen, where a name is above its dot.
#[test]
fn each_scheduler_has_a_row_with_its_value() {
    for width in [900, 340] {
        let mut figure = figure(&Choice::default());
        let (recorder, height) = drawn(&mut *figure, width);
        assert!(recorder.stays_inside());
        let texts = recorder.texts();
        let numbers = figure.numbers().unwrap();
        assert_eq!(numbers.heads, ["Scheduler", "Mean turnaround [s]"]);
        for row in &numbers.rows {
            assert!(texts.contains(&&*row[0]), "{row:?} in {texts:?}");
            assert!(texts.contains(&&*format!("{} s", row[1])), "{row:?} in {texts:?}");
            assert!(row[1].contains(" ± "), "{row:?}");
        }
        // From the top to the bottom, in the order of the schedulers.
        let rows: Vec<Option<Datum>> = (0..height).map(|y| figure.at((60.0, f64::from(y)))).collect();
        let mut found: Vec<Datum> = rows.into_iter().flatten().collect();
        found.dedup();
        assert_eq!(found, [Datum(0, 0), Datum(1, 0), Datum(2, 0)]);
        assert_eq!(figure.run(found[2]), Some((0, 2)));
    }
}

#[test]
fn arrow_keys_go_from_row_to_row() {
    let mut figure = figure(&Choice::default());
    assert_eq!(figure.step(None, Step::Down), None, "it is not drawn yet");
    drawn(&mut *figure, 600);
    let step = |from, step| figure.step(from, step).map(|datum| datum.0);
    assert_eq!(step(None, Step::Down), Some(0));
    assert_eq!(step(Some(Datum(0, 0)), Step::Down), Some(1));
    assert_eq!(step(Some(Datum(2, 0)), Step::Right), Some(2));
    assert_eq!(step(Some(Datum(2, 0)), Step::Up), Some(1));
    assert!(figure.read_out(Datum(1, 0)).unwrap().starts_with("Migration only "));
    assert_eq!(figure.read_out(Datum(3, 0)), None);
}

/// Differences of the first scheduler to itself are 0; the axis says which side is better.
#[test]
fn a_comparison_says_which_side_is_better() {
    let baseline = Some(Baseline { scheduler: 0, ratio: false });
    let mut own = figure(&Choice { baseline, ..Choice::default() });
    let (recorder, _) = drawn(&mut *own, 700);
    let texts = recorder.texts();
    assert!(texts.contains(&"← better") && texts.contains(&"worse →"), "{texts:?}");
    let numbers = own.numbers().unwrap();
    assert_eq!((&*numbers.rows[0][1], &*numbers.rows[0][2]), ("0", ""));
    assert!(
        ["less, better", "no difference shown", "no difference shown (Holm)"].contains(&&*numbers.rows[2][2]),
        "{:?}",
        numbers.rows
    );
    let mut shares = figure(&Choice { metric: "utilisation", baseline, ..Choice::default() });
    let (recorder, _) = drawn(&mut *shares, 700);
    assert!(recorder.texts().contains(&"← worse"));
}

/// Of three differences with the probabilities 0.01, 0.03 and 0.04, Holm's method shows one: 0.01 · 3 = 0.03, but 0.03 · 2 = 0.06.
#[test]
fn several_comparisons_show_less() {
    let against = |p: Option<f64>, why| Against {
        difference: Estimate { mean: -5.0, ci95: if p.is_some() { 4.0 } else { f64::NAN } },
        ratio: Estimate { mean: 0.5, ci95: 0.4 },
        p,
        blocks: None,
        why,
    };
    let all = [Some(0.03), Some(0.01), Some(0.04)].map(|p| Some(against(p, None)));
    let holm = "no difference shown (Holm)";
    assert_eq!(in_words(&all, Better::Lower), [holm, "less, better", holm]);
    let words = in_words(&[None, all[0], Some(against(None, Some(NoInterval::OneRun)))], Better::Lower);
    assert_eq!(words[..2], ["", "less, better"]);
    assert!(words[2].starts_with("no interval: one run"), "{words:?}");
}

/// An unstable value is no result: it has a word instead of a number, and does not stretch the axis.
#[test]
fn an_unstable_run_has_no_value() {
    let (plan, mut results) = small();
    let runs = &mut std::sync::Arc::make_mut(&mut results.points[0]).results;
    (runs[0].unstable, runs[0].mean_turnaround_s) = (true, 1e9);
    let scene = Scene::of(&plan, &results);
    let mut figure = (MEANS.build)(&scene, &Choice::default()).unwrap();
    let (recorder, _) = drawn(&mut *figure, 700);
    assert!(recorder.stays_inside() && recorder.texts().contains(&"unstable"));
    assert!(figure.summary().contains("No share unstable"), "{}", figure.summary());
    assert!(figure.caption(&scene).contains("No result: unstable"));
}

/// With nine series, the smallest value comes first; a series without a value comes last.
#[test]
fn many_series_are_ranked() {
    let series = |y: f64| Series { points: vec![CurvePoint { y, ..CurvePoint::default() }], ..Series::default() };
    let of = |values: &[f64]| {
        let series = values.iter().map(|y| series(*y)).collect();
        DotFigure::of(CurveChart { series, ..CurveChart::default() }).ranks()
    };
    assert_eq!(of(&[5.0, f64::NAN, 1.0, 9.0, 8.0, 7.0, 6.0, 4.0, 3.0]), [3, 8, 0, 7, 6, 5, 4, 2, 1]);
    assert_eq!(of(&[5.0, 1.0]), [0, 1], "few keep the order of the scenario");
}
