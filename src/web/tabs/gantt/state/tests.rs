use super::*;
use crate::metrics::timeline::Window;
use crate::scenario::Scenario;
use crate::web::tabs::example::{bandwidth, plan, threshold};
use serde_json::json;

const ALL: [&str; 3] = ["no-share", "first-fit", "b3"];

fn swept() -> Rc<Plan> {
    plan(&ALL, &[bandwidth(&[200, 400, 600])])
}

/// A state with a plan that has started sending requests.
fn begun(plan: &Rc<Plan>) -> GanttState {
    let mut state = GanttState::default();
    state.begin();
    state.set_plan(plan);
    state
}

fn window(task: usize, from_s: f64) -> (usize, What) {
    (task, What::Timeline(Window { from_s, jobs: 400, overview: false }))
}

fn overview(task: usize) -> (usize, What) {
    (task, What::Timeline(Window { from_s: 0.0, jobs: 0, overview: true }))
}

fn story(task: usize, job: u64) -> (usize, What) {
    (task, What::Story(job.into()))
}

#[test]
fn before_there_is_a_plan_nothing_is_asked_for() {
    let mut state = GanttState::default();
    state.begin();
    state.tell(3);
    assert_eq!((state.ask(), state.title()), (vec![], String::new()));
    assert!(!state.questions.window_came(0) && !state.questions.story_came(0, 3));
    // The visitor's request is remembered.
    let plan = swept();
    state.set_plan(&plan);
    let task = plan.task_of(1, 1, 0).unwrap();
    assert_eq!(state.ask(), [window(task, 0.0), story(task, 3)]);
}

/// A job that is asked for by its number in the log has its number in order of arrival once its story has arrived.
#[test]
fn a_number_of_the_log_becomes_a_job() {
    let mut state = begun(&swept());
    let task = state.task().unwrap();
    state.ask();
    let asked = AskedJob::InLog("20".to_owned());
    state.tell(asked.clone());
    assert_eq!(state.ask(), [(task, What::Story(asked))]);
    assert_eq!((state.job(), state.has_story()), (None, true));
    assert!(state.story_came(task, 1) && !state.story_came(task, 1));
    assert_eq!((state.job(), state.view(None).story), (Some(1), Some(1)));
    assert_eq!(state.ask(), []);
}

#[test]
fn the_first_chart_waits_and_a_wish_does_not() {
    let plan = swept();
    let fresh = || {
        let mut state = GanttState::default();
        state.set_plan(&plan);
        assert_eq!(state.ask(), []);
        state
    };
    let wishes: [fn(&mut GanttState); 7] = [
        |state| state.begin(),
        |state| state.pick(0, 0),
        |state| state.pick_replication(1),
        |state| state.move_to(50.0),
        |state| state.later(50.0),
        |state| state.earlier(),
        |state| state.tell(7),
    ];
    for wish in wishes {
        let mut state = fresh();
        wish(&mut state);
        assert!(!state.ask().is_empty());
        assert_eq!(state.ask(), [], "asked for once");
    }
}

#[test]
fn the_usual_run_is_one_that_loads_links_in_the_first_third() {
    let state = begun(&swept());
    assert_eq!((state.shown().point, state.scheduler()), (1, 1));
    assert_eq!(state.title(), "First-fit at BSBW 400 Mbps, replication 1");
    let without = begun(&plan(&["no-share", "ideal"], &[]));
    assert_eq!((without.shown().point, without.scheduler()), (0, 0));
}

#[test]
fn what_comes_of_a_run_that_is_not_chosen_any_more_is_left() {
    let plan = swept();
    let mut state = begun(&plan);
    let first = plan.task_of(1, 1, 0).unwrap();
    let other = plan.task_of(2, 2, 0).unwrap();
    assert_eq!(state.ask(), [window(first, 0.0)]);
    state.pick(2, 2);
    assert_eq!(state.ask(), [window(other, 0.0)]);
    assert!(!state.questions.window_came(first));
    assert!(state.questions.window_came(other));
    assert!(!state.questions.window_came(other), "it comes once");
}

#[test]
fn windows_go_on_and_back() {
    let mut state = begun(&swept());
    assert!(state.is_at_start());
    state.later(100.0);
    state.later(250.0);
    state.earlier();
    assert_eq!((state.from_s(), state.is_at_start()), (100.0, false));
    state.earlier();
    assert!(state.is_at_start());
    state.move_to(70.0);
    assert!(!state.is_at_start());
    state.earlier();
    assert!(state.is_at_start(), "before a window that was typed is the start");
    // The window of another run or replication starts at the beginning of the run.
    let others: [fn(&mut GanttState); 2] = [|state| state.pick(0, 2), |state| state.pick_replication(1)];
    for other in others {
        state.later(100.0);
        other(&mut state);
        assert!(state.is_at_start());
    }
}

#[test]
fn a_story_follows_the_run_and_not_the_window() {
    let plan = swept();
    let mut state = begun(&plan);
    let task = plan.task_of(1, 1, 0).unwrap();
    state.tell(5);
    assert_eq!(state.ask(), [window(task, 0.0), story(task, 5)]);
    assert!(!state.questions.story_came(task, 6) && !state.questions.story_came(task + 1, 5));
    assert!(state.questions.story_came(task, 5));
    state.later(100.0);
    assert_eq!(state.ask(), [window(task, 100.0)]);
    let other = plan.task_of(1, 2, 0).unwrap();
    state.pick(1, 2);
    assert_eq!(state.ask(), [window(other, 0.0), story(other, 5)]);
    state.tell(5);
    assert_eq!(state.ask(), [story(other, 5)]);
}

#[test]
fn a_closed_story_comes_no_more() {
    let plan = swept();
    let mut state = begun(&plan);
    let task = plan.task_of(1, 1, 0).unwrap();
    state.tell(5);
    state.ask();
    state.close_story();
    assert!(!state.questions.story_came(task, 5) && !state.questions.story_failed());
    assert_eq!((state.job(), state.ask()), (None, vec![]));
}

#[test]
fn a_story_that_fails_is_not_asked_for_again() {
    let mut state = begun(&swept());
    state.tell(1_000_000);
    assert_eq!(state.ask().len(), 2);
    assert!(state.questions.story_failed());
    assert!(!state.questions.story_failed());
    state.begin();
    assert_eq!(state.ask(), []);
    assert_eq!(state.job(), Some(1_000_000), "the panel says why");
}

#[test]
fn what_a_stop_took_away_is_asked_for_again() {
    let plan = swept();
    let mut state = begun(&plan);
    let task = plan.task_of(1, 1, 0).unwrap();
    state.tell(5);
    state.ask();
    state.stopped();
    assert_eq!(state.ask(), [window(task, 0.0), story(task, 5)]);
    assert!(state.questions.window_came(task));
    state.stopped();
    assert_eq!(state.ask(), [story(task, 5), overview(task)]);
    assert!(state.questions.story_came(task, 5));
    state.stopped();
    assert_eq!(state.ask(), [overview(task)]);
    assert!(state.questions.overview_came(task));
    state.stopped();
    assert_eq!(state.ask(), []);
    // The end of a run drops no requests.
    state.later(10.0);
    state.ask();
    state.begin();
    assert_eq!(state.ask(), []);
}

#[test]
fn an_edit_keeps_the_run_and_asks_for_it_anew() {
    let plan = swept();
    let mut state = begun(&plan);
    state.pick(2, 2);
    state.pick_replication(1);
    state.later(100.0);
    state.tell(4);
    let old = plan.task_of(2, 2, 1).unwrap();
    assert_eq!(state.ask(), [window(old, 100.0), story(old, 4)]);
    // The new plan has the same number of points and the same schedulers, as after a change of the platform or after
    // undo.
    let edited = self::plan(&ALL, &[bandwidth(&[250, 450, 650])]);
    state.set_plan(&edited);
    assert!(!state.questions.window_came(old) && !state.questions.story_came(old, 4));
    let task = edited.task_of(2, 2, 1).unwrap();
    assert_eq!(state.ask(), [window(task, 0.0), story(task, 4)]);
    assert_eq!(state.title(), "B3 (chunk 85 %) at BSBW 650 Mbps, replication 2");
}

/// The displayed scheduler is removed and restored by undo: then it is like any other scheduler. The point stays.
#[test]
fn a_run_that_disappears_gives_way_to_the_usual_one() {
    let with = swept();
    let without = plan(&ALL[..2], &[bandwidth(&[200, 400, 600])]);
    let mut state = begun(&with);
    state.pick(2, 2);
    for plan in [&without, &with] {
        state.set_plan(plan);
        assert_eq!((state.shown().point, state.scheduler()), (2, 1));
        let task = plan.task_of(2, 1, 0).unwrap();
        assert_eq!(state.ask(), [window(task, 0.0)]);
    }
    // A point that disappears gives way to the usual one; the scheduler stays.
    state.pick(2, 2);
    state.set_plan(&plan(&ALL, &[bandwidth(&[200, 400])]));
    assert_eq!((state.shown().point, state.scheduler()), (0, 2));
}

#[test]
fn a_replication_that_disappears_gives_way_to_the_last() {
    let two = swept();
    let mut state = begun(&two);
    state.pick_replication(1);
    let one = two.scenario().with("experiment.replications", &1.into());
    let one = Rc::new(Plan::new(&one.unwrap()).unwrap());
    state.set_plan(&one);
    assert_eq!(state.shown().replication, 0);
    assert_eq!(state.ask().len(), 1);
}

#[test]
fn a_view_is_followed_by_the_next_plan_and_given_back() {
    let plan = swept();
    let view = GanttView {
        scheduler: Some(2),
        point: Some(0),
        replication: Some(1),
        jobs: None,
        from_s: Some(50.0),
        job: Some(9),
        story: Some(7),
        colour: Some("wait"),
    };
    let mut state = begun(&plan);
    assert_eq!(state.view(None), GanttView::default());
    state.view_as(&view);
    assert_eq!(state.view(None), view, "while the plan is made");
    let next = swept();
    state.set_plan(&next);
    let task = next.task_of(0, 2, 1).unwrap();
    assert_eq!(state.ask(), [window(task, 50.0), story(task, 7)]);
    assert_eq!(state.view(None), view);
    // The window has arrived, and the job is selected in it.
    assert_eq!((state.take_mark(), state.take_mark()), (Some(9), None));
    assert_eq!(state.view(Some(9)), view);
    // A job with an open story is selected anyway.
    assert_eq!(state.view(Some(7)).job, None);
    // The view of a link is not applied again to another plan.
    state.set_plan(&next);
    assert_eq!((state.shown().point, state.from_s(), state.job()), (0, 50.0, Some(7)));
    state.view_as(&GanttView::default());
    state.set_plan(&next);
    assert_eq!(state.view(None), GanttView::default());
}

#[test]
fn a_link_to_a_run_does_not_wait() {
    let mut state = GanttState::default();
    state.view_as(&GanttView { from_s: Some(9.0), ..GanttView::default() });
    state.set_plan(&swept());
    assert_eq!(state.ask().len(), 1);
}

/// Logs start on an empty machine; a chosen window, size or job stays.
#[test]
fn runs_of_logs_open_at_a_busy_time() {
    assert!(!begun(&swept()).opens_busy(), "jobs that are drawn");
    let scenario = Scenario::from_value(&json!({
        "workload": { "model": "swf", "path": "a.swf" }, "schedulers": ["no-share"], "experiment": { "sweep": [] },
    }));
    let plan = Rc::new(Plan::new(&scenario.unwrap()).unwrap());
    assert!(begun(&plan).opens_busy());
    let wishes: [fn(&mut GanttState); 4] =
        [|state| state.move_to(50.0), |state| state.go_to(0.0), |state| state.resize(1), |state| state.tell(7)];
    for wish in wishes {
        let mut state = begun(&plan);
        wish(&mut state);
        assert!(!state.opens_busy());
    }
}

#[test]
fn windows_have_as_many_jobs_as_a_run_may_need() {
    let mut state = begun(&swept());
    // 8000 jobs: window sizes 400, 4000 or all.
    assert_eq!(state.sizes(), (&[400, 4000, 40_000][..], 0));
    let task = swept().task_of(1, 1, 0).unwrap();
    assert_eq!(state.ask(), [window(task, 0.0)]);
    state.resize(2);
    let What::Timeline(window) = state.ask()[0].1 else {
        panic!("no window");
    };
    assert_eq!((window.jobs, state.view(None).jobs), (40_000, Some(40_000)));
    let view = GanttView { jobs: Some(401), ..GanttView::default() };
    state.view_as(&view);
    state.set_plan(&swept());
    assert_eq!(state.jobs(), 4000);
}

#[test]
fn the_run_at_a_value_of_a_sweep_keeps_the_other_value() {
    // Points are (200, 0.5), (200, 1), (400, 0.5), (400, 1), …
    let both = plan(&ALL, &[bandwidth(&[200, 400, 600]), threshold()]);
    let mut state = GanttState::default();
    state.set_plan(&both);
    state.pick(3, 1);
    state.look_at(0, 2);
    assert_eq!((state.shown().point, state.scheduler()), (5, 1));
    state.look_at(1, 0);
    assert_eq!(state.shown().point, 4);
    state.look_at(0, 0);
    assert_eq!(state.shown().point, 0);
    for (sweep, value) in [(0, 3), (2, 0)] {
        state.look_at(sweep, value);
        assert_eq!(state.shown().point, 0, "there is no such value");
    }
}

#[test]
fn a_moved_value_asks_for_the_same_window_alone() {
    let all = plan(&ALL, &[bandwidth(&[200, 400])]);
    let mut state = GanttState::default();
    state.set_plan(&all);
    state.pick(1, 1);
    state.move_to(500.0);
    state.ask();
    let moved = plan(&ALL, &[bandwidth(&[200, 400])]);
    state.follow_move(&moved);
    let asked = state.ask();
    assert_eq!(asked, [(state.task().unwrap(), What::Timeline(Window { from_s: 500.0, jobs: 400, overview: false }))]);
    state.questions.window_came(asked[0].0);
    assert!(state.is_moving() && state.ask().is_empty(), "no overview");
    state.set_plan(&moved);
    assert!(!state.is_moving());
    // A plan with other tasks belongs to another scenario.
    state.follow_move(&plan(&ALL, &[]));
    assert!(!state.is_moving());
}
