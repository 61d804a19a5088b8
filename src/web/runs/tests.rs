use super::*;
use crate::experiment::measure;
use crate::scenario::Scenario;
use crate::web::tabs::example::plan;

const ALL: [&str; 2] = ["no-share", "first-fit"];

fn result(digest: usize) -> TaskResult {
    TaskResult { measures: Default::default(), digest: format!("{digest:016x}") }
}

/// A run of four tasks, two schedulers with two replications each, that began at 0 ms.
fn begun() -> (Runs, Rc<Plan>) {
    let mut runs = Runs::new(1);
    let plan = plan(&ALL, &[]);
    runs.take(&plan, 1000, false, 0.0);
    runs.set_state(State::Running);
    (runs, plan)
}

/// Shows the next update at a time, like the page. Returns the number of replications shown; `None` without an update.
fn shown(runs: &mut Runs, last: bool, now_ms: f64) -> Option<u32> {
    let Next::Show(snapshot) = runs.next(last, || now_ms) else { return None };
    let count = snapshot.results.points[0].results.iter().map(|own| own.replications).sum();
    runs.show(snapshot);
    Some(count)
}

fn waits(runs: &mut Runs, now_ms: f64) -> bool {
    matches!(runs.next(false, || now_ms), Next::Wait)
}

#[test]
fn results_are_shown_as_they_come_whether_found_or_computed() {
    let (mut runs, _) = begun();
    assert_eq!(shown(&mut runs, false, 10.0), None, "nothing has come");
    runs.put(0, result(0), Source::Memory);
    assert_eq!(shown(&mut runs, false, 10.0), Some(1));
    for task in 1..4 {
        runs.put(task, result(task), Source::Worker);
    }
    assert_eq!(runs.ended(&Checked::default(), 500.0), Ended::Run);
    assert_eq!(shown(&mut runs, true, 500.0), Some(4));
    assert_eq!(runs.run().map(|run| run.known), Some(1));
    runs.set_state(State::Done);
    assert_eq!((runs.word(), runs.is_running()), ("done", false));
}

#[test]
fn another_scenario_leaves_the_run_and_its_figure_fades_until_the_next_has_one() {
    let (mut runs, before) = begun();
    runs.put(0, result(0), Source::Worker);
    shown(&mut runs, false, 10.0);
    runs.change();
    assert!(!runs.has(&before) && !runs.is_running());
    assert_eq!((runs.word(), shown(&mut runs, true, 20.0)), ("running", None));
    let faded = runs.faded().unwrap();
    assert!(!faded.is_present());
    runs.show(faded);
    runs.take(&plan(&ALL, &[]), 1000, false, 100.0);
    runs.set_state(State::Running);
    runs.put(0, result(0), Source::Worker);
    assert!(waits(&mut runs, 600.0), "the old figure stays for a moment");
    assert_eq!(shown(&mut runs, false, 701.0), Some(1));
}

#[test]
fn a_sketch_stays_until_the_run_has_a_figure() {
    let mut runs = Runs::new(1);
    runs.take(&plan(&ALL, &[]), 10, true, 0.0);
    runs.set_state(State::Running);
    runs.put(0, result(0), Source::Worker);
    assert_eq!(shown(&mut runs, false, 10.0), Some(1));
    assert_eq!(runs.ended(&Checked::default(), 20.0), Ended::Sketch);
    // If the run is stopped now, the results of the sketch stay visible.
    assert_eq!(shown(&mut runs, true, 20.0), Some(1));
    assert!(runs.shown().unwrap().sketch);
    runs.take(&plan(&ALL, &[]), 1000, false, 30.0);
    runs.put(0, result(0), Source::Worker);
    assert!(waits(&mut runs, 9000.0), "First-fit has no result");
    runs.put(2, result(2), Source::Worker);
    assert_eq!(shown(&mut runs, false, 9000.0), Some(2));
    assert!(!runs.shown().unwrap().sketch);
}

#[test]
fn results_of_a_file_stay_until_the_run_is_computed_and_are_compared_with_it() {
    let (mut done, _) = begun();
    (0..4).for_each(|task| done.put(task, result(task), Source::Worker));
    shown(&mut done, true, 1.0);
    let in_file = || (*done.shown().unwrap().results).clone();
    for (first, same) in [(0, true), (7, false)] {
        let (mut runs, plan) = begun();
        let snapshot = runs.put_file(plan, in_file());
        runs.show(snapshot);
        (0..4).for_each(|task| runs.put(task, result(if task == 0 { first } else { task }), Source::Worker));
        assert_eq!(shown(&mut runs, false, 10.0), None, "the file has all of it");
        assert_eq!(shown(&mut runs, true, 20.0), Some(4));
        let [file, here] = runs.verify().unwrap();
        assert_eq!(file == here, same);
        assert_eq!(runs.verify(), None, "once");
    }
    // A restarted run discards the precomputed results.
    let (mut runs, plan) = begun();
    runs.put_file(plan.clone(), in_file());
    assert!(runs.is_from_file());
    runs.take(&plan, 1000, false, 0.0);
    assert!(!runs.is_from_file());
}

#[test]
fn a_search_takes_the_place_of_the_run() {
    let text = r#"{ "schedulers": [{ "policy": "formula", "place_score": "a * home", "constants": { "a": 1 } }],
                    "experiment": { "replications": 1, "sweep": [] } }"#;
    let scenario = Scenario::from_json(text).unwrap();
    let place = "schedulers.0.constants";
    let ranges = [crate::web::tuning::Range { name: "a".to_owned(), low: 0.0, high: 2.0 }];
    let tuner = Tuner::new(&scenario, place, &ranges, measure::first(), 2).unwrap();
    let (mut runs, plan) = begun();
    runs.put(0, result(0), Source::Worker);
    runs.set_state(State::Searching(Box::new(Search { tuner, plan, place: place.to_owned(), budget: 2 })));
    assert!(runs.is_running());
    runs.put(1, result(1), Source::Worker);
    assert_eq!(runs.search().map(|search| search.tuner.known()), Some(1));
    let ended = runs.ended(&Checked::default(), 10.0);
    assert_eq!((shown(&mut runs, true, 10.0), ended), (None, Ended::Search));
    assert!(runs.worth_storing(10_000.0).is_none());
    // When the search ends, the results of the run are still available.
    runs.set_state(State::Running);
    assert_eq!(shown(&mut runs, true, 20.0), Some(1));
    assert!(runs.worth_storing(1000.0).is_none() && runs.worth_storing(10_000.0).is_some());
}

#[test]
fn a_moved_value_shows_the_curves_before_the_move_until_it_ends() {
    let (mut runs, before) = begun();
    (0..4).for_each(|task| runs.put(task, result(task), Source::Worker));
    shown(&mut runs, true, 10.0);
    // Two positions; the time of a run is that of its own position.
    for asked_ms in [100.0, 200.0] {
        runs.move_on(asked_ms);
        let own = plan(&ALL, &[]);
        runs.take(&own, 10, true, asked_ms + 1.0);
        runs.set_state(State::Running);
        runs.move_on(asked_ms + 5.0);
        runs.put(0, result(0), Source::Worker);
        assert!(waits(&mut runs, asked_ms + 20.0), "no part of a sketch replaces a whole figure");
        (1..4).for_each(|task| runs.put(task, result(task), Source::Worker));
        assert_eq!(runs.ended(own.scenario(), asked_ms + 30.0), Ended::Sketch);
        assert_eq!(shown(&mut runs, true, asked_ms + 30.0), Some(4));
        let snapshot = runs.shown().unwrap();
        assert_eq!((snapshot.asked_ms, snapshot.sketch, snapshot.faded), (Some(asked_ms), true, false));
        assert!(snapshot.former.as_ref().is_some_and(|(plan, _)| Rc::ptr_eq(plan, &before)));
    }
    assert!(runs.is_moving());
    runs.change();
    assert!(!runs.is_moving());
    runs.take(&plan(&ALL, &[]), 1000, false, 300.0);
    (0..4).for_each(|task| runs.put(task, result(task), Source::Worker));
    shown(&mut runs, true, 400.0);
    let snapshot = runs.shown().unwrap();
    assert!(snapshot.former.is_none() && snapshot.asked_ms.is_none());
}

#[test]
fn a_sketch_that_is_shown_is_not_repeated() {
    let mut runs = Runs::new(1);
    let text = r#"{ "workload": { "jobs_per_cluster": 100000 } }"#;
    let scenario = Scenario::from_json(text).unwrap();
    let small = runs.sketch(&scenario, 0).unwrap();
    assert!(runs.is_short(small.jobs(0)) && !runs.is_short(Plan::new(&scenario).unwrap().jobs(0)));
    runs.take(&small, 10, true, 0.0);
    runs.put(0, result(0), Source::Worker);
    assert!(runs.sketch(&scenario, 0).is_some());
    runs.ended(&scenario, 20.0);
    shown(&mut runs, true, 20.0);
    assert!(runs.sketch(&scenario, 0).is_none());
    let other = scenario.with("seed", &"other".into()).unwrap();
    assert!(runs.sketch(&other, 0).is_some());
}

#[test]
fn long_runs_wait_to_be_wanted() {
    let runs = Runs::new(1);
    let jobs = |seconds: f64| (seconds / runs.seconds(1)) as u64;
    assert!(!runs.is_long(jobs(119.0), false) && runs.is_long(jobs(121.0), false));
    assert!(!runs.is_long(jobs(4.9), true) && runs.is_long(jobs(5.1), true));
}
