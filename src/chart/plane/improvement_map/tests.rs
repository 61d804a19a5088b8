use super::*;
use crate::chart::kit::recorder::Recorder;
use crate::chart::plane::improvement::{Gain, Ours};
use crate::chart::plane::plane_figure::PlaneChart;
use crate::chart::plane::surface::Swept;
use crate::words::number::Style;
use proptest::prelude::*;

fn chart() -> ImprovementChart {
    let swept = |name: &str, values: &[f64]| Swept { name: name.into(), values: values.to_vec(), ..Swept::default() };
    let gain = |percent: f64, ci95, published| Gain {
        ours: Some(Ours { best: "ff".into(), percent, ci95, level: percent.abs() <= ci95, ..Ours::default() }),
        published,
    };
    ImprovementChart {
        plane: Plane {
            x: swept("Load", &[0.5, 1.0]),
            y: swept("SH", &[0.0, 0.1]),
            z_label: "Improvement [%]".into(),
            z_style: Style::Plain,
            ..Plane::default()
        },
        scheduler: "tla".into(),
        cells: vec![
            gain(80.0, 2.0, Some(75.0)),
            gain(-20.0, 3.0, Some(2.0)),
            gain(0.4, 1.5, Some(-2.0)),
            Gain { ours: None, published: Some(33.0) },
        ],
        without_log: false,
    }
}

fn drawn(chart: &ImprovementChart, width: u32, height: u32) -> Recorder {
    let theme = Theme::light(1.0);
    let mut recorder = Recorder::new(width, height);
    let canvas = Area::sized(f64::from(width), f64::from(height));
    let layout = chart.layout(canvas, &theme);
    chart.paint(&mut recorder, &layout, &theme).unwrap();
    recorder
}

#[test]
fn cells_say_ours_published_and_the_difference() {
    let recorder = drawn(&chart(), 800, 400);
    let texts = recorder.texts();
    for text in [
        "+80.0",
        "published +75",
        "difference +5.0",
        "−20.0",
        "difference −22.0",
        "≈\u{2009}+0.4",
        "published −2",
        "not run",
        "published +33",
        "no clear difference",
    ] {
        assert!(texts.contains(&text), "{text} in {texts:?}");
    }
    let narrow = drawn(&chart(), 190, 400);
    let texts = narrow.texts();
    assert!(texts.contains(&"+80.0") && !texts.contains(&"published +75"), "{texts:?}");
}

/// The largest value, 80 %, has the full colour, and −20 % a quarter of the other colour; missing cells have neither.
#[test]
fn colours_part_at_zero() {
    let theme = Theme::light(1.0);
    let recorder = drawn(&chart(), 800, 400);
    let large = |colour| {
        let fills = recorder.fills(colour);
        fills.iter().filter(|(a, b)| b.0 - a.0 > 100).count()
    };
    assert_eq!(large(theme.series(0)), 1);
    let scale = chart().explained().scale.unwrap();
    assert_eq!(scale.range(), (-80.0, 80.0));
    assert_eq!(large(scale.colour(-20.0, &theme)), 1);
    assert_eq!(large(theme.band), 1);
    assert_eq!(scale.colour(0.0, &theme), theme.background);
}

#[test]
fn in_words() {
    let mut chart = chart();
    assert_eq!(
        summary(&chart),
        "Improvement [%] of tla over the best of the others, over Load and SH: from −20.0 at Load 0.5, SH 0.1 to +80.0 at \
         Load 0.5, SH 0; of 3 points better at 1, worse at 1, without a clear difference at 1."
    );
    let read = chart.read_out(Place { x: 0, y: 1 });
    assert_eq!(read[..3], ["tla: 20.0 ± 3.0 % worse", "Load 0.5, SH 0.1", "than ff, the best of the others"]);
    assert_eq!(read[3..], ["published +2", "difference −22.0"]);
    assert_eq!(chart.read_out(Place { x: 1, y: 1 })[1], "not run");
    chart.cells.clear();
    assert!(summary(&chart).ends_with("SH: not run."));
    assert!(drawn(&chart, 400, 300).texts().contains(&"no finished points yet"));
}

/// A cell with a missing log differs from a cell that was not run: it has a text and a stroke, and the legend explains
/// them.
#[test]
fn cells_without_their_log_are_marked() {
    let strokes = |recorder: &Recorder| recorder.paths(stroke_colour(&Theme::light(1.0))).len();
    let run = chart();
    assert_eq!(strokes(&drawn(&run, 800, 400)), 0);
    let mut without = ImprovementChart { without_log: true, ..run };
    for cell in &mut without.cells {
        cell.ours = None;
    }
    let recorder = drawn(&without, 800, 400);
    assert_eq!(strokes(&recorder), 5, "four cells and the legend");
    let texts = recorder.texts();
    assert_eq!(texts.iter().filter(|own| **own == NO_LOG).count(), 5);
    assert!(!texts.contains(&"not run") && texts.contains(&"published +75"));
    let place = Place { x: 0, y: 0 };
    assert_eq!(without.lines(place), [NO_LOG, "published +75"]);
    assert!(summary(&without).ends_with("SH: log not at hand."));
    assert_eq!(without.explained().scale, None, "there is nothing to scale");
    // The stroke is also drawn without published values, and in cells that are too small for words.
    for cell in &mut without.cells {
        cell.published = None;
    }
    assert!(!without.has_published());
    assert!(drawn(&without, 800, 400).texts().contains(&NO_LOG));
    assert!(strokes(&drawn(&without, 190, 400)) >= 4);
}

proptest! {
    #[test]
    fn any_gains_on_any_canvas(
        cells in prop::collection::vec((prop::option::of((any::<f64>(), any::<f64>(), any::<bool>())), prop::option::of(any::<f64>())), 0..7),
        width in 0u32..900, height in 0u32..500,
    ) {
        let gain = |(ours, published): (Option<(f64, f64, bool)>, Option<f64>)| Gain {
            ours: ours.map(|(percent, ci95, unstable)| Ours { best: String::new(), percent, ci95, level: !unstable, unstable, unfinished: unstable }),
            published,
        };
        let chart = ImprovementChart { cells: cells.into_iter().map(gain).collect(), ..chart() };
        prop_assert!(drawn(&chart, width, height).stays_inside());
        let _ = summary(&chart);
    }
}
