//! Draws sample figures as SVG, light and dark, wide and narrow: curves, a surface, a heat map, a map of who is best, and
//! a Gantt chart with strips and minimap.
//!
//! `cargo run --features chart --example figure -- FOLDER`
//!
//! The data is made up and says so in its titles; it shows the looks of the figures, not results.

use std::error::Error;
use std::path::Path;

use metasched::chart::curve::curve_figure::CurveFigure;
use metasched::chart::curve::curves::{CurveChart, CurvePoint, Series};
use metasched::chart::figure::{Datum, Figure};
use metasched::chart::gantt_chart::gantt::{self, GanttChart, GanttCluster, GanttJob, GanttPiece};
use metasched::chart::gantt_chart::gantt_draw::GanttCursor;
use metasched::chart::gantt_chart::gantt_layout::GanttView;
use metasched::chart::gantt_chart::strips::{Steps, Strip, StripChart, StripKind};
use metasched::chart::gantt_chart::timeline;
use metasched::chart::kit::series_style::SeriesStyle;
use metasched::chart::kit::svg;
use metasched::chart::kit::theme::Theme;
use metasched::chart::plane::plane_figure::{PlaneChart, PlaneFigure};
use metasched::chart::plane::surface::{
    Cell, Contender, Contest, Place, Plane, SurfaceChart, Swept, WinnerChart,
};
use metasched::chart::plane::surface_figure::{Heat, InSpace};
use metasched::chart::plane::surface_projection::Camera;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args()
        .nth(1)
        .ok_or("give a folder to write the figures to")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    for (name, theme) in [("light", Theme::light(1.0)), ("dark", Theme::dark(1.0))] {
        for width in [960, 340] {
            let write = |figure: &str, document: String| {
                std::fs::write(
                    folder.join(format!("{figure}-{name}-{width}.svg")),
                    document,
                )
            };
            write(
                "curves",
                document(
                    CurveFigure::boxed(curve_chart()),
                    Datum(4, 3),
                    width,
                    &theme,
                )?,
            )?;
            let over_plane: [(&str, Box<dyn Figure>, Datum); 3] = [
                (
                    "surface",
                    alone(InSpace(surface_chart(), Camera::default())),
                    Datum(4, 2),
                ),
                ("heat-map", alone(Heat(surface_chart())), Datum(4, 2)),
                ("winner-map", alone(winner_chart()), Datum(1, 3)),
            ];
            for (name, figure, marked) in over_plane {
                write(name, document(figure, marked, width, &theme)?)?;
            }
            write("gantt", sample_gantt(width, 60, &theme, true)?)?;
            write("many-jobs", sample_gantt(width, 20_000, &theme, false)?)?;
        }
    }
    Ok(())
}

fn alone(chart: impl PlaneChart + 'static) -> Box<dyn Figure> {
    Box::new(PlaneFigure::alone(chart))
}

/// A figure with one of its values marked.
fn document(
    mut figure: Box<dyn Figure>,
    marked: Datum,
    width: u32,
    theme: &Theme,
) -> Result<String, String> {
    let height = figure.height(f64::from(width), theme) as u32;
    let words = figure.summary();
    svg::document((width, height), theme, &words, "", |device, theme, area| {
        figure.draw(device, area, theme)?;
        figure.mark(device, theme, marked)
    })
}

fn curve_chart() -> CurveChart {
    let flat = |name: &str, style, y, ci95| Series {
        name: name.into(),
        look: SeriesStyle::nth(style),
        points: vec![CurvePoint {
            x: 200.0,
            y,
            ci95,
            ..CurvePoint::default()
        }],
        horizontal: true,
        ..Series::default()
    };
    let curve = |name: &str, style, values: [f64; 8], unstable_from: usize| Series {
        name: name.into(),
        look: SeriesStyle::nth(style),
        points: values
            .iter()
            .enumerate()
            .map(|(i, &y)| CurvePoint {
                x: 200.0 + 100.0 * i as f64,
                y,
                ci95: 8.0 + y * y / 60_000.0,
                unstable: i >= unstable_from,
                unfinished: style == 5 && i == 6,
            })
            .collect(),
        horizontal: false,
        ..Series::default()
    };
    CurveChart {
        title: "SAMPLE DATA: turnaround against bandwidth".into(),
        x_label: "Bisection bandwidth BSBW [Mbps]".into(),
        y_label: "Mean turnaround time [s]".into(),
        x_unit: "Mbps".into(),
        y_unit: "s".into(),
        series: vec![
            flat("No share", 0, 1480.0, 22.0),
            flat("Migration only", 1, 1087.0, 9.0),
            flat("Ideal", 2, 735.0, 5.0),
            curve(
                "First-fit",
                3,
                [748.0, 790.0, 880.0, 1120.0, 1690.0, 9e4, 7e5, 3e6],
                5,
            ),
            curve(
                "Fixed penalty",
                4,
                [746.0, 776.0, 831.0, 930.0, 1090.0, 1420.0, 2.2e4, 9e5],
                6,
            ),
            curve(
                "B3 (chunk 0.85)",
                5,
                [850.0, 858.0, 867.0, 881.0, 893.0, 908.0, 921.0, 939.0],
                8,
            ),
        ],
        ..CurveChart::default()
    }
}

/// Bandwidth and threshold, unevenly spaced.
fn plane() -> Plane {
    let swept = |name: &str, unit: &str, values: &[f64]| Swept {
        name: name.into(),
        unit: unit.into(),
        values: values.to_vec(),
    };
    Plane {
        title: "SAMPLE DATA: bandwidth and threshold".into(),
        x: swept(
            "BSBW",
            "Mbps",
            &[200.0, 300.0, 400.0, 500.0, 600.0, 700.0, 900.0],
        ),
        y: swept("LSLT", "", &[0.4, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2]),
        z_label: "Mean turnaround [s]".into(),
        z_unit: "s".into(),
        ..Plane::default()
    }
}

/// Turnaround of a scheduler that takes `risk`: better where links have room, worse where they fill.
fn made_up(x: f64, y: f64, risk: f64) -> Cell {
    let fill = x / 900.0 * y / 1.2 * risk;
    Cell {
        value: 1050.0 - 320.0 * y.min(1.0) * risk + 900.0 * fill * fill * fill,
        ci95: 12.0 + 40.0 * fill,
        jobs: 20_000,
        unstable: fill > 0.95,
        unfinished: x == 400.0 && y == 0.6,
    }
}

fn surface_chart() -> SurfaceChart {
    let plane = plane();
    let cells = plane.places().map(|place| {
        let cell = made_up(plane.x.values[place.x], plane.y.values[place.y], 1.1);
        (place != Place { x: 2, y: 4 }).then_some(cell)
    });
    SurfaceChart {
        scheduler: "b3 (chunk 0.85)".into(),
        cells: cells.collect(),
        plane,
    }
}

fn winner_chart() -> WinnerChart {
    let plane = plane();
    let names = ["Migration only", "First-fit", "A1", "B3 (chunk 0.85)"];
    let contest = |place: Place| {
        let (x, y) = (plane.x.values[place.x], plane.y.values[place.y]);
        let cells = [(0, 0.05), (1, 1.3), (2, 1.0), (3, 0.9)];
        let mut ranking: Vec<(usize, Cell)> = cells
            .map(|(index, risk)| (index, made_up(x, y, risk)))
            .to_vec();
        ranking.sort_by(|(_, a), (_, b)| a.value.total_cmp(&b.value));
        if x == 900.0 && y == 1.2 {
            ranking
                .iter_mut()
                .for_each(|(_, cell)| cell.unstable = true);
        }
        let best = ranking[0].1;
        let level = ranking
            .iter()
            .filter(|(_, cell)| cell.value - best.value < best.ci95)
            .count();
        Contest { ranking, level }
    };
    WinnerChart {
        cells: plane.places().map(contest).collect(),
        schedulers: names
            .into_iter()
            .enumerate()
            .map(|(style, name)| Contender {
                name: name.into(),
                look: SeriesStyle::nth(style + 1),
            })
            .collect(),
        plane,
    }
}

fn sample_gantt(width: u32, jobs: u64, theme: &Theme, detail: bool) -> Result<String, String> {
    let (gantt, strips) = gantt_chart(jobs);
    let height = timeline::preferred_height(&gantt, &strips, true);
    let (t0, t1) = gantt.window();
    let view = GanttView {
        t0: if detail { t0 + (t1 - t0) * 0.45 } else { t0 },
        ..GanttView::fit(&gantt)
    };
    let cursor = GanttCursor {
        hovered: gantt.jobs.iter().position(|j| detail && j.pieces.len() > 2),
        time_s: detail.then_some(t0 + (t1 - t0) * 0.85),
        ..GanttCursor::default()
    };
    let title = gantt::summary(&gantt);
    svg::document(
        (width, height as u32),
        theme,
        &title,
        "",
        |backend, theme, area| {
            timeline::draw(
                backend,
                area,
                (&gantt, &strips),
                &view,
                theme,
                &cursor,
                true,
            )
            .map(|_| ())
        },
    )
}

/// A toy first-come first-served scheduler on four clusters, enough to make rectangles that look like a run.
fn gantt_chart(count: u64) -> (GanttChart, StripChart) {
    const NODES: usize = 100;
    let mut seed = 0x2545_F491_4F6C_DD1Du64;
    let mut random = move |below: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed % below
    };
    // When each node becomes free.
    let mut free_at = vec![vec![0.0f64; NODES]; 4];
    let mut now = 0.0f64;
    let mut jobs: Vec<GanttJob> = Vec::new();
    let mut arrival_s = 0.0;
    for id in 1..=count {
        arrival_s += random(80) as f64;
        now = now.max(arrival_s);
        let (home, nodes) = (random(4) as usize, 10 + random(41) as usize);
        let run_s = 60.0 + random(850) as f64;
        let free = |free_at: &[Vec<f64>], now: f64, c: usize| {
            free_at[c].iter().filter(|&&t| t <= now).count()
        };
        // Wait until all clusters together have enough nodes.
        let mut times: Vec<f64> = free_at.concat();
        times.sort_by(f64::total_cmp);
        now = now.max(times[nodes - 1]);
        let mut order: Vec<usize> = (0..4).collect();
        order.sort_by_key(|&c| {
            (
                c != home || free(&free_at, now, c) < nodes,
                NODES - free(&free_at, now, c),
            )
        });
        let mut left = nodes;
        let mut pieces = Vec::new();
        for c in order {
            let rows: Vec<usize> = (0..NODES)
                .filter(|&n| free_at[c][n] <= now)
                .take(left)
                .collect();
            left -= rows.len();
            let mut intervals: Vec<(u32, u32)> = Vec::new();
            for row in rows {
                free_at[c][row] = now + run_s;
                match intervals.last_mut() {
                    Some(last) if last.1 + 1 == row as u32 => last.1 += 1,
                    _ => intervals.push((row as u32, row as u32)),
                }
            }
            if !intervals.is_empty() {
                pieces.push(GanttPiece {
                    cluster: c,
                    rows: intervals,
                });
            }
        }
        jobs.push(GanttJob {
            id,
            home,
            arrival_s,
            start_s: now,
            end_s: now + run_s,
            nodes: nodes as u32,
            co_allocated: pieces.len() > 1,
            penalty: if pieces.len() > 1 { 1.12 } else { 1.0 },
            pieces,
            ..GanttJob::default()
        });
    }
    let end_s = now + 120.0;
    for job in jobs.iter_mut().filter(|j| j.end_s > end_s) {
        job.end_s = f64::INFINITY;
    }
    let strips = strips_of(&jobs, end_s);
    let clusters = (1..=4).map(|i| GanttCluster {
        name: format!("Cluster {i}"),
        nodes: NODES as u32,
        speed: None,
    });
    let gantt = GanttChart {
        title: format!("SAMPLE DATA: {count} jobs, first-fit"),
        clusters: clusters.collect(),
        jobs,
        start_s: 0.0,
        end_s,
        ..GanttChart::default()
    };
    (gantt, strips)
}

/// Step functions from what changes at starts and ends.
fn strips_of(jobs: &[GanttJob], end_s: f64) -> StripChart {
    let steps = |changes: Vec<(f64, f64)>| {
        let mut changes = changes;
        changes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut value, mut steps) = (0.0, Steps::default());
        for (t, change) in changes.into_iter().filter(|c| c.0 <= end_s) {
            value += change;
            steps.times_s.push(t);
            steps.values.push(f64::max(value, 0.0));
        }
        steps
    };
    let over = |weight: &dyn Fn(&GanttJob) -> f64| {
        let both = |j: &GanttJob| [(j.start_s, weight(j)), (j.end_s, -weight(j))];
        steps(jobs.iter().flat_map(both).collect())
    };
    let waiting = |j: &GanttJob| [(j.arrival_s, 1.0), (j.start_s, -1.0)];
    let strip = |name: &str, kind, steps| Strip {
        name: name.into(),
        kind,
        steps,
    };
    let link = |cluster: usize| {
        over(&move |j: &GanttJob| {
            let here = j.pieces.iter().any(|p| p.cluster == cluster);
            if j.co_allocated && here { 0.4 } else { 0.0 }
        })
    };
    StripChart {
        strips: vec![
            strip("Link 1: demand over capacity", StripKind::Load, link(0)),
            strip("Link 2: demand over capacity", StripKind::Load, link(1)),
            strip(
                "Jobs waiting",
                StripKind::Count,
                steps(jobs.iter().flat_map(waiting).collect()),
            ),
            strip(
                "Nodes in use",
                StripKind::Share,
                over(&|j: &GanttJob| f64::from(j.nodes) / 400.0),
            ),
        ],
        faded: false,
    }
}
