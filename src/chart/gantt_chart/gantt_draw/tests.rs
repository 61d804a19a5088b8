use super::*;
use crate::chart::gantt_chart::example::{drawn, job, two_clusters};
use crate::chart::gantt_chart::gantt::GanttPiece;
use crate::chart::kit::recorder::{Call, Recorder};

fn chart() -> GanttChart {
    two_clusters(vec![job(1, 0.0, 400.0, &[0]), job(22, 400.0, f64::INFINITY, &[0, 1])])
}

#[test]
fn jobs_are_drawn_on_their_rows() {
    let (recorder, layout) = drawn(&chart(), &GanttCursor::default());
    let theme = Theme::light(1.0);
    let band = &layout.bands[0];
    let left = layout.time().to_px(0.0).round() as i32;
    let body = recorder.fills(theme.home(0)).into_iter().find(|(a, b)| a.0 == left && b.0 - a.0 > 50);
    let (a, b) = body.unwrap();
    assert_eq!(a.1, band.edges((0, 9)).0.round() as i32);
    assert!((f64::from(b.1) - band.edges((0, 9)).1).abs() <= 2.0);
    assert!((f64::from(b.0) - layout.time().to_px(400.0)).abs() <= 2.0);
    let texts = recorder.texts();
    for text in ["Alpha", "20 nodes", "1", "22", "co-allocated"] {
        assert!(texts.contains(&text), "{text} in {texts:?}");
    }
}

/// The gauge of the fastest is full, that of one half as fast half full; there is none if all are equally fast.
#[test]
fn heads_of_bands_show_the_speed() {
    let mut chart = chart();
    let muted = Theme::light(1.0).muted;
    let drawn_as = |chart: &GanttChart| {
        let (recorder, _) = drawn(chart, &GanttCursor::default());
        let bars = recorder.fills(muted).into_iter();
        let widths = bars.filter(|(a, b)| b.1 - a.1 == 5).map(|(a, b)| b.0 - a.0);
        (widths.collect::<Vec<i32>>(), recorder.texts().join("|"))
    };
    assert!(drawn_as(&chart).0.is_empty());
    (chart.clusters[0].speed, chart.clusters[1].speed) = (Some(0.75), Some(1.5));
    let (widths, texts) = drawn_as(&chart);
    assert_eq!(widths, [24, 48]);
    assert!(texts.contains("20 nodes, speed 0.75|"), "{texts}");
}

#[test]
fn running_jobs_have_a_torn_edge() {
    let (recorder, _) = drawn(&chart(), &GanttCursor::default());
    let accent = Theme::light(1.0).accent.rgb;
    let torn = |call: &&Call| matches!(call, Call::Polygon(corners, rgb) if *rgb == accent && corners.len() > 8);
    assert_eq!(recorder.calls.iter().filter(torn).count(), 2);
}

#[test]
fn pieces_of_the_hovered_job_are_joined() {
    let cursor = GanttCursor { hovered: Some(1), time_s: Some(500.0), ..GanttCursor::default() };
    let (recorder, layout) = drawn(&chart(), &cursor);
    let joins = recorder.paths(Theme::light(1.0).ink);
    let [from, to] = joins[0] else { panic!("one segment") };
    assert!(layout.bands[0].rows.contains((from.0.into(), from.1.into())));
    assert!(layout.bands[1].rows.contains((to.0.into(), to.1.into())));
    let texts = recorder.texts();
    assert!(texts.contains(&"Job 22") && texts.contains(&"0:08:20"), "{texts:?}");
    let (calm, _) = drawn(&chart(), &GanttCursor::default());
    assert!(calm.paths(Theme::light(1.0).ink).is_empty());
}

/// A screen full of jobs far smaller than a pixel: few draw calls.
#[test]
fn many_jobs_cost_few_calls() {
    let mut chart = chart();
    chart.jobs = (0..50_000u32)
        .map(|i| GanttJob {
            id: u64::from(i),
            start_s: f64::from(i) * 0.02,
            end_s: f64::from(i) * 0.02 + 0.5,
            home: i as usize % 7,
            pieces: vec![GanttPiece { cluster: (i % 2) as usize, rows: vec![(i % 20, i % 20)] }],
            ..GanttJob::default()
        })
        .collect();
    let (recorder, _) = drawn(&chart, &GanttCursor::default());
    assert!(recorder.calls.len() < 12_500, "{}", recorder.calls.len());
}

/// Of 50 000 jobs of a second each every thirteenth is drawn while the view moves, and the shades stay: each stands for thirteen.
#[test]
fn while_it_moves_some_jobs_stand_for_all() {
    let job = |id: u64| GanttJob {
        id,
        start_s: id as f64,
        end_s: id as f64 + 1.0,
        nodes: 20,
        pieces: vec![GanttPiece { cluster: 0, rows: vec![(0, 19)] }],
        ..GanttJob::default()
    };
    let chart = GanttChart { jobs: (0..50_000).map(job).collect(), end_s: 50_000.0, ..chart() };
    let theme = Theme::light(1.0);
    let canvas = Area::sized(800.0, 400.0);
    let layout = GanttLayout::new(&chart, &GanttView::fit(&chart), canvas, &theme);
    assert!(layout.crowded);
    let drawn_as = |moving| {
        let mut recorder = Recorder::new(800, 400);
        let how = (None, moving);
        jobs(&mut recorder, &layout, &chart, &theme, &layout.plot, how).unwrap();
        let fills = recorder.fills(theme.home(0)).into_iter();
        fills.map(|(a, b)| i64::from(b.0 - a.0) * i64::from(b.1 - a.1)).sum::<i64>()
    };
    let still = drawn_as(false);
    assert!(still > 0);
    assert!((drawn_as(true) - still).abs() * 20 < still);
}

/// A crowd that has moved, and the strip that came into view: together they are the crowd as it is seen from there.
#[test]
fn what_has_moved_and_what_is_new_are_the_whole() {
    let job = |id: u64| GanttJob {
        id,
        start_s: (id * 7 % 5003) as f64,
        end_s: (id * 7 % 5003) as f64 + 1.0 + (id % 40) as f64,
        home: (id % 3) as usize,
        pieces: vec![GanttPiece { cluster: (id % 2) as usize, rows: vec![((id % 20) as u32, (id % 20) as u32)] }],
        ..GanttJob::default()
    };
    let chart = GanttChart { jobs: (0..10_000).map(job).collect(), end_s: 5_000.0, ..chart() };
    let theme = Theme::light(1.0);
    let canvas = Area::sized(800.0, 400.0);
    let view = |t0: f64| GanttView { t0, t1: t0 + 2_500.0, ..GanttView::fit(&chart) };
    let before = GanttLayout::new(&chart, &view(1_000.0), canvas, &theme);
    let moved = before.pan(&chart, -100.3, 0.0);
    let mut after = GanttLayout::new(&chart, &moved, canvas, &theme);
    let dx = after.shift_from(&before.view).unwrap();
    assert_eq!(dx, -100.0);
    let pixels = |layout: &GanttLayout, part: &Area, wanted| {
        let mut recorder = Recorder::new(800, 400);
        let how = (wanted, false);
        let width = jobs(&mut recorder, layout, &chart, &theme, part, how).unwrap();
        let mut pixels = vec![[None; 800]; 400];
        for call in &recorder.calls {
            let Call::Fill(from, to, rgb) = call else { panic!("a crowd has rectangles only") };
            for row in &mut pixels[from.1 as usize..to.1 as usize] {
                row[from.0 as usize..to.0 as usize].fill(Some(*rgb));
            }
        }
        (pixels, width)
    };
    let plot = after.plot;
    let strip = Area { x0: plot.x1 + dx, ..plot };
    let (old, width) = pixels(&before, &plot, None);
    let (new, _) = pixels(&after, &strip, Some(width));
    let (whole, _) = pixels(&after, &plot, None);
    let all = || (0..400).flat_map(|y| (plot.x0 as usize..800).map(move |x| (x, y)));
    let differs = |&(x, y): &(usize, usize)| match (x as f64) < strip.x0 {
        true => whole[y][x] != old[y][x + 100],
        false => whole[y][x] != new[y][x],
    };
    assert!(after.crowded);
    assert!(all().filter(|&(x, y)| whole[y][x].is_some()).count() > 50_000);
    // Where a cell is covered by just a quarter, a half …, its last digit decides.
    assert!(all().filter(differs).count() < 100);
}
