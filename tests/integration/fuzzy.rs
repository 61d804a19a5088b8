//! The fuzzy priority of a cluster: second implementation from the model's description and tables (MODELS.md, Model 4),
//! independent of the scheduler's code.

use metasched::models::vahdat::{ClusterView, Weights};

/// A triangle, given by three corners: membership starts to rise from 0 at the first, is 1 at the second, and is 0
/// again at the third. At a shoulder, the membership is 1 everywhere on that side.
type Set = [f64; 3];
const BELOW: f64 = f64::NEG_INFINITY;
const ABOVE: f64 = f64::INFINITY;

/// Low, medium and high sets of the ratio (as a share of the largest ratio, 0.7) and of the available bandwidth.
const THIRDS: [Set; 3] = [[BELOW, 0.0, 0.5], [0.0, 0.5, 1.0], [0.5, 1.0, ABOVE]];
/// Short, medium and long invocations, in ms.
const TIMES: [Set; 3] = [[BELOW, 45.0, 80.0], [45.0, 80.0, 115.0], [80.0, 115.0, ABOVE]];
/// Small, medium and large jobs, in MB.
const SIZES: [Set; 3] = [[BELOW, 1.0, 10.5], [1.0, 10.5, 20.0], [10.5, 20.0, ABOVE]];

/// The rules of tables I and II.
const NETWORK: [&str; 3] = ["moderate large large", "small moderate large", "very-small small large"];
const WIDE_AREA: [&str; 3] = ["large large large", "large moderate small", "moderate small small"];

fn degree([rise, peak, fall]: Set, x: f64) -> f64 {
    let up = if rise == BELOW { 1.0 } else { (x - rise) / (peak - rise) };
    let down = if fall == ABOVE { 1.0 } else { (fall - x) / (fall - peak) };
    up.min(down).clamp(0.0, 1.0)
}

fn centre(level: &str) -> f64 {
    match level {
        "very-small" => 0.0,
        "small" => 0.25,
        "moderate" => 0.5,
        "large" => 1.0,
        other => panic!("{other} is no level"),
    }
}

/// Product engine and centre-average defuzzifier: the weight of a rule is the product of its two degrees.
fn inferred(table: [&str; 3], (rows, x): ([Set; 3], f64), (columns, y): ([Set; 3], f64)) -> f64 {
    let (mut above, mut below) = (0.0, 0.0);
    for (row, line) in rows.into_iter().zip(table) {
        for (column, level) in columns.into_iter().zip(line.split(' ')) {
            let fires = degree(row, x) * degree(column, y);
            above += fires * centre(level);
            below += fires;
        }
    }
    above / below
}

/// W1, computed from the numbers of nodes with low, medium and high load.
fn by_nodes(tasks: f64, [low, medium, high]: [f64; 3]) -> f64 {
    let less_cube = |from: f64, share: f64, least: f64| (from - share * share * share).max(least);
    if tasks < low {
        return less_cube(1.0, (low - tasks) / low, 0.5);
    }
    if tasks < low + medium {
        return less_cube(0.5, (tasks - low) / tasks, 0.2);
    }
    if tasks < low + medium + high {
        return less_cube(0.2, (tasks - low - medium) / tasks, 0.0);
    }
    0.0
}

/// The rating of a cluster for a job that has this number of tasks, ratio of communication to execution, and size.
pub fn worth(tasks: u32, ratio: f64, size_mb: f64, view: &ClusterView) -> Weights {
    let processors = by_nodes(f64::from(tasks), view.by_load.map(f64::from));
    let ratio = f64::min(1.0, ratio / 0.7);
    let network = inferred(NETWORK, (THIRDS, ratio), (THIRDS, view.share));
    let wide_area = inferred(WIDE_AREA, (TIMES, view.invocation_ms), (SIZES, size_mb));
    Weights { processors, network, wide_area, priority: 0.5 * processors + 0.2 * network + 0.3 * wide_area }
}

/// Eight tasks on ten nodes of low load, a quarter of the largest ratio, 52 ms; the size is half medium and half large: 0.5 · (1
/// − 0.2³) + 0.2 · 0.9375 + 0.3 · 0.875 = 0.946.
#[test]
fn a_priority_by_hand() {
    let view = ClusterView { by_load: [10, 0, 0], share: 0.875, invocation_ms: 52.0, ..ClusterView::default() };
    let found = worth(8, 0.175, 15.25, &view);
    assert!((found.network - 0.9375).abs() < 1e-12, "{found:?}");
    assert!((found.wide_area - 0.875).abs() < 1e-12, "{found:?}");
    assert!((found.priority - 0.946).abs() < 1e-12, "{found:?}");
}
