use super::*;
use crate::web::tabs::example::{bandwidth, plan, snapshot, with_turnarounds};

/// Texts of a column.
fn column(state: &TableState, index: usize) -> Vec<String> {
    let (snapshot, order) = state.written().unwrap();
    let columns = state.columns(snapshot);
    let cell = |&(point, result): &(usize, usize)| {
        let point = &snapshot.results.points[point];
        (columns[index].cell)(point, &point.results[result]).text
    };
    order.iter().map(cell).collect()
}

fn open() -> TableState {
    let mut state = TableState::default();
    state.set_visible(true);
    state
}

#[test]
fn results_are_kept_until_the_table_is_opened() {
    let mut state = open();
    assert!(state.begin().is_none(), "opened before results exist");
    state.set_visible(false);
    let plan = plan(&["first-fit"], &[bandwidth(&[200, 400])]);
    state.show(&snapshot(&plan, [0]));
    assert!(state.begin().is_none() && state.written().is_none());
    state.show(&snapshot(&plan, [0, 1, 2]));
    state.set_visible(true);
    assert_eq!(state.begin().unwrap().results, 2);
}

#[test]
fn a_column_rises_falls_and_lets_go() {
    let plan = plan(&["no-share", "first-fit"], &[bandwidth(&[200, 400])]);
    let mut state = open();
    state.show(&snapshot(&plan, 0..6));
    let fresh = state.begin().unwrap();
    assert!(fresh.other_columns);
    assert_eq!(fresh.columns[0].label, "Scheduler");
    let own = ["No share", "First-fit", "No share", "First-fit"];
    assert_eq!(column(&state, 0), own);
    state.sort_by(0);
    let fresh = state.begin().unwrap();
    assert!(!fresh.other_columns);
    assert_eq!(fresh.sorted, Some((0, false)));
    assert_eq!(column(&state, 0)[..2], ["First-fit"; 2]);
    assert_eq!(column(&state, 1)[..2], ["200", "400"], "equal ones keep their order");
    state.sort_by(0);
    assert_eq!(state.begin().unwrap().sorted, Some((0, true)));
    assert_eq!(column(&state, 0)[..2], ["No share"; 2]);
    state.sort_by(0);
    assert_eq!(state.begin().unwrap().sorted, None);
    assert_eq!(column(&state, 0), own);
    // Another column begins in ascending order.
    state.sort_by(0);
    state.sort_by(1);
    assert_eq!(state.begin().unwrap().sorted, Some((1, false)));
    assert_eq!(column(&state, 1), ["200", "200", "400", "400"]);
}

/// The order of rows stays while results arrive. If the columns change, the order is reset, even after undo.
#[test]
fn another_experiment_has_its_own_order() {
    let two = plan(&["no-share", "first-fit"], &[bandwidth(&[200, 400])]);
    let mut state = open();
    state.show(&snapshot(&two, [0]));
    state.begin();
    state.sort_by(0);
    state.show(&snapshot(&two, 0..6));
    assert_eq!(state.begin().unwrap().sorted, Some((0, false)));
    let none = plan(&["no-share", "first-fit"], &[]);
    state.show(&snapshot(&none, [0]));
    let fresh = state.begin().unwrap();
    assert!(fresh.other_columns && fresh.sorted.is_none());
    state.show(&snapshot(&two, [0]));
    assert!(state.begin().unwrap().sorted.is_none());
}

/// Rows are written frame by frame: results that arrive meanwhile, possibly of another experiment, are not mixed in.
#[test]
fn what_is_being_written_stays_together() {
    let many = plan(&["no-share", "first-fit"], &[bandwidth(&[200, 400, 600])]);
    let few = plan(&["first-fit"], &[]);
    let mut state = open();
    state.show(&snapshot(&many, 0..8));
    state.begin();
    let before = column(&state, 0);
    state.set_visible(false);
    state.show(&snapshot(&few, [0]));
    assert!(state.begin().is_none());
    assert_eq!(column(&state, 0), before);
    state.set_visible(true);
    assert_eq!(state.begin().unwrap().results, 1);
    assert_eq!(column(&state, 0), ["First-fit"]);
}

/// 9 and 14 against 4 and 7: differences 5 and 7, mean 6 ± 12.706 · √2/√2.
#[test]
fn differences_stand_beside_the_numbers() {
    let two = plan(&["no-share", "first-fit"], &[]);
    let shown = with_turnarounds(&two, &[4.0, 7.0, 9.0, 14.0]);
    let mut state = open();
    state.show(&shown);
    let plain = state.begin().unwrap().columns.len();
    assert!(state.compared().is_none());
    state.compare(Some("no-share".to_owned()));
    let fresh = state.begin().unwrap();
    assert_eq!(fresh.columns.len(), plain + 3);
    assert_eq!(fresh.columns[1].label, "Mean turnaround longer than no-share’s by [s]");
    assert_eq!(column(&state, 1), ["–", "6 ± 13"]);
    assert_eq!(column(&state, 3), ["–", "no difference shown"]);
    assert!(state.note(2).contains("compared with that of No share"));
    state.compare(Some("first-fit".to_owned()));
    state.begin();
    assert_eq!(column(&state, 1), ["−6 ± 13", "–"]);
    state.choose_measure(1);
    state.compare(Some("first-fit".to_owned()));
    assert_ne!(state.compared().unwrap().measure.key, measure::first().key);
    state.compare(None);
    assert_eq!(state.begin().unwrap().columns.len(), plain);
}

#[test]
fn numbers_come_before_texts_and_what_is_none_last() {
    let number = Key::Number;
    assert_eq!(compare(&number(2.0), &number(10.0)), Ordering::Less);
    assert_eq!(compare(&number(1e300), &number(f64::NAN)), Ordering::Less);
    let text = |text: &str| Key::Text(text.to_owned());
    assert_eq!(compare(&number(9.0), &text("1")), Ordering::Less);
    assert_eq!(compare(&text("b"), &text("a")), Ordering::Greater);
}

#[test]
fn a_cut_is_said() {
    assert!(!note(MOST_ROWS, None, None).contains("The first"));
    assert!(note(MOST_ROWS + 1, None, None).ends_with("The first 600 of 601 rows are shown; Export has all."));
}
