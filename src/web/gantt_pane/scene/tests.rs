use super::*;
use crate::chart::gantt_chart::strips::Strip;

/// A hundred consecutive jobs of one second each.
fn scene() -> Scene {
    let job = |id: u64| GanttJob { id: id + 1000, start_s: id as f64, end_s: id as f64 + 1.0, ..GanttJob::default() };
    let chart = GanttChart { jobs: (0..100).map(job).collect(), end_s: 100.0, ..GanttChart::default() };
    let strips = StripChart { strips: vec![Strip::default()], faded: false };
    let mut scene = Scene::default();
    scene.put((chart, strips));
    scene
}

#[test]
fn begins_with_what_can_be_told_apart() {
    let scene = scene();
    assert_eq!((scene.view().t0, scene.view().t1), (0.0, 60.0));
    assert_eq!(Scene::default().details(), None);
}

#[test]
fn marked_jobs_come_into_view() {
    let mut scene = scene();
    scene.next_job(1);
    assert_eq!(scene.selected().map(|job| job.id), Some(1000));
    scene.next_job(-1);
    scene.next_job(1);
    assert_eq!(scene.selected().map(|job| job.id), Some(1001));
    assert_eq!(scene.view().t1, 60.0);
    scene.select(1098);
    scene.next_job(5);
    assert_eq!(scene.selected().map(|job| job.id), Some(1099));
    assert_eq!((scene.view().t0, scene.view().t1), (40.0, 100.0));
    assert!(scene.details().is_some_and(|words| words.starts_with("Job 1099; ")));
    scene.select(7);
    assert_eq!(scene.selected(), None);
    scene.look_at(Moment { time_s: 10.0, slide_s: None });
    assert_eq!((scene.view().t0, scene.cursor.time_s), (0.0, Some(10.0)));
    Scene::default().next_job(1);
}

#[test]
fn what_is_not_recorded_is_asked_for() {
    let mut scene = scene();
    let moment = |time_s| Moment { time_s, slide_s: None };
    scene.look_at(moment(50.0));
    assert_eq!(scene.take_asked(), None);
    scene.look_at(moment(250.0));
    let from_s = scene.take_asked().unwrap();
    let later = GanttChart { start_s: from_s, end_s: 400.0, ..scene.chart.clone() };
    scene.put((later, StripChart::default()));
    assert_eq!(scene.cursor.time_s, Some(250.0));
    assert!(scene.view().t0 < 250.0 && scene.view().t1 > 250.0);
    // A story that began before the window is requested with a small margin; one inside is shown from arrival to end.
    assert_eq!(scene.show_story([200.0, 230.0, 300.0]), Some(190.0));
    assert_eq!(scene.show_story([250.0, 260.0, 390.0]), None);
    assert!(scene.view().t0 <= 250.0 && scene.view().t1 >= 390.0);
}

#[test]
fn the_strips_of_a_story_come_first_and_go() {
    let mut scene = scene();
    let story = StoryData { slides: vec![[1.0, 0.0, 1.0]], ..StoryData::default() };
    scene.set_story(Some(&story));
    scene.set_story(Some(&story));
    assert_eq!(scene.strips.strips.len(), 3);
    assert_eq!(scene.strips.strips[0].name, "Job 0: predicted delay");
    let recorded = (scene.chart.clone(), StripChart::default());
    scene.put(recorded);
    assert_eq!(scene.strips.strips.len(), 2, "a recording that comes later");
    scene.set_story(None);
    assert_eq!(scene.strips.strips, []);
}

/// The view shows 60 s, and a key moves the end of the stretch by 3 s.
#[test]
fn a_stretch_of_time_is_selected_told_and_shown() {
    let mut scene = scene();
    scene.select_by(0.05);
    assert_eq!(scene.cursor.selected_s(), Some((30.0, 33.0)));
    scene.select_by(-0.1);
    assert_eq!(scene.cursor.selected_s(), Some((27.0, 30.0)));
    let words = scene.details().unwrap();
    assert!(words.starts_with("Selected: 0:00:27 to 0:00:30 (3 s); 3 jobs ran, 3 of them started"), "{words}");
    scene.select_by(-9.0);
    assert_eq!(scene.cursor.selected_s(), Some((0.0, 30.0)), "not beyond the view");
    scene.fit_selected();
    assert_eq!((scene.view().t0, scene.view().t1), (0.0, 30.0));
    scene.cursor = GanttCursor::default();
    scene.fit_selected();
    assert_eq!((scene.view().t0, scene.view().t1), (0.0, 100.0));
}
