//! Figure of the futures that a policy simulated before it placed a job: small Gantt charts side by side, with equal axes and
//! their scores. Times count from the decision.

use crate::chart::figure::Figure;
use crate::chart::gantt_chart::draw::{self, GanttCursor};
use crate::chart::gantt_chart::layout::GanttRange;
use crate::chart::gantt_chart::{GanttChart, GanttCluster, GanttJob, GanttPiece};
use crate::chart::kit::area::Area;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::pen::Pen;
use crate::chart::kit::theme::Theme;
use crate::metrics::rows::NodeRows;
use crate::platform::Piece;
use crate::scheduler::foresight::{Foreseen, Foresight, Future};
use crate::words::number;
use crate::words::{JobNames, goes, place, scored};

/// Most futures drawn.
const MOST: usize = 6;
/// Minimum width of a panel, and the space between two panels, in CSS pixels.
const WIDTH: f64 = 280.0;
const GAP: f64 = 8.0;
/// Space between a panel's frame and its chart, in CSS pixels.
const INSET: f64 = 10.0;

/// Futures side by side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FuturesChart {
    /// The decision: "Job 4 at 0:00:20".
    pub title: String,
    /// Meaning of the scores: "mean turnaround of 4 jobs".
    pub measure: String,
    /// The best futures, the lowest score first.
    pub panels: Vec<Panel>,
    /// Number of other futures.
    pub left_out: u64,
}

/// One future.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// The job's nodes; empty if it waits.
    pub place: Vec<Piece>,
    /// "8.0 s"
    pub score: String,
    /// True for the future that the policy chose.
    pub taken: bool,
    /// The jobs in this future; jobs that already ran at the decision are pale.
    pub gantt: GanttChart,
}

impl FuturesChart {
    /// The chart of a decision. `names` has what the log calls the jobs.
    pub fn of(foresight: &Foresight, names: &JobNames) -> FuturesChart {
        let futures = || foresight.futures.iter().take(MOST);
        let ends = futures().flat_map(|own| &own.jobs).map(|own| own.end_s);
        let end_s = ends.fold(foresight.time_s, f64::max) - foresight.time_s;
        let count = foresight.futures.first().map_or(0, |own| own.count);
        let panel = |(index, future): (usize, &Future)| {
            let taken = foresight.taken == Some(index);
            let score = scored(&foresight.unit, future.score, &number::seconds);
            let sign = if taken { ", taken" } else { "" };
            let seconds = |time_s| format!("{} s", number::fixed(time_s, 1));
            let short = scored(&foresight.unit, future.score, &seconds);
            let mut title = format!("{}: {short}{sign}", place(&future.place));
            if let Some(first) = title.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            Panel {
                gantt: GanttChart {
                    title,
                    clusters: clusters(foresight),
                    jobs: jobs_of(foresight, future),
                    names: names.clone(),
                    start_s: 0.0,
                    end_s,
                    head: Some(foresight.job),
                    ..GanttChart::default()
                },
                place: future.place.clone(),
                score,
                taken,
            }
        };
        let panels: Vec<Panel> = futures().enumerate().map(panel).collect();
        FuturesChart {
            title: format!("{} at {}", names.subject(foresight.job), number::clock(foresight.time_s, true)),
            measure: match count {
                1 => format!("{} of the job alone", foresight.measured),
                _ => format!("{} of {count} jobs", foresight.measured),
            },
            left_out: foresight.choices - (panels.len() as u64).min(foresight.choices),
            panels,
        }
    }

    /// True if links slow down any job.
    pub fn slows(&self) -> bool {
        let mut jobs = self.panels.iter().flat_map(|panel| &panel.gantt.jobs);
        jobs.any(|job| job.slowed().is_some())
    }

    /// Number of panels in a row at a width in CSS pixels.
    fn columns(&self, width: f64) -> usize {
        let fit = ((width + GAP) / (WIDTH + GAP)).max(1.0) as usize;
        fit.min(self.panels.len()).max(1)
    }

    /// Height of a panel in CSS pixels.
    fn panel_height(&self) -> f64 {
        let first = self.panels.first();
        let clusters = first.map_or(0, |panel| panel.gantt.clusters.len());
        (110.0 + 64.0 * clusters as f64).min(400.0)
    }
}

impl Figure for FuturesChart {
    fn height(&self, width: f64, _theme: &Theme) -> f64 {
        let rows = self.panels.len().div_ceil(self.columns(width)) as f64;
        rows * (self.panel_height() + GAP)
    }

    fn summary(&self) -> String {
        summary(self)
    }

    fn draw(&mut self, device: &mut dyn Device, area: Area, theme: &Theme) -> Drawn {
        draw(device, area, self, theme)
    }
}

fn clusters(foresight: &Foresight) -> Vec<GanttCluster> {
    let equal = foresight.speeds.iter().all(|&speed| speed == 1.0);
    let both = foresight.clusters.iter().zip(&foresight.speeds);
    both.enumerate()
        .map(|(index, (&nodes, &speed))| GanttCluster {
            name: format!("Cluster {}", index + 1),
            nodes,
            speed: (!equal).then_some(speed),
        })
        .collect()
}

/// Assigns free rows to the jobs of a future. The jobs that already ran at the decision get the first rows, in order of
/// falling end.
fn jobs_of(foresight: &Foresight, future: &Future) -> Vec<GanttJob> {
    let nodes = foresight.clusters.iter();
    let mut rows: Vec<NodeRows> = nodes.map(|&nodes| NodeRows::new(nodes)).collect();
    let before = foresight.running.iter().rev().map(|held| GanttJob {
        end_s: held.end_s - foresight.time_s,
        pieces: pieces(&[Piece { cluster: held.cluster, nodes: held.nodes }], &mut rows),
        pale: true,
        ..GanttJob::default()
    });
    let mut jobs: Vec<GanttJob> = before.collect();
    let since = |time_s: f64| time_s - foresight.time_s;
    let drawn = |job: &Foreseen, rows: &mut [NodeRows]| GanttJob {
        id: job.job,
        arrival_s: since(job.arrival_s),
        start_s: since(job.start_s),
        end_s: since(job.end_s),
        nodes: job.pieces.iter().map(|own| own.nodes).sum(),
        pieces: pieces(&job.pieces, rows),
        penalty: job.penalty,
        ..GanttJob::default()
    };
    jobs.extend(future.running.iter().map(|job| GanttJob { pale: true, ..drawn(job, &mut rows) }));
    let mut busy: Vec<usize> = (0..jobs.len()).collect();
    for job in &future.jobs {
        let start_s = since(job.start_s);
        let over = busy.extract_if(.., |&mut at| jobs[at].end_s <= start_s);
        for piece in over.flat_map(|at| &jobs[at].pieces) {
            if let Some(own) = rows.get_mut(piece.cluster) {
                own.give(&piece.rows);
            }
        }
        busy.push(jobs.len());
        jobs.push(drawn(job, &mut rows));
    }
    jobs
}

/// The pieces of a job on the first free rows.
fn pieces(pieces: &[Piece], rows: &mut [NodeRows]) -> Vec<GanttPiece> {
    let piece = |piece: &Piece| {
        let own = rows.get_mut(piece.cluster as usize);
        GanttPiece { cluster: piece.cluster as usize, rows: own.map_or_else(Vec::new, |own| own.take(piece.nodes)) }
    };
    pieces.iter().map(piece).collect()
}

/// Draws the panels in rows, the chosen future with a thick frame.
pub fn draw(backend: &mut dyn Device, area: Area, chart: &FuturesChart, theme: &Theme) -> Drawn {
    Pen::new(backend, theme)?.fill(&area, theme.background)?;
    let columns = chart.columns(area.width() / theme.scale);
    let gap = theme.px(GAP);
    let width = (area.width() + gap) / columns as f64 - gap;
    let rows = chart.panels.len().div_ceil(columns).max(1);
    let height = area.height() / rows as f64 - gap;
    for (index, panel) in chart.panels.iter().enumerate() {
        let x0 = area.x0 + (index % columns) as f64 * (width + gap);
        let y0 = area.y0 + (index / columns) as f64 * (height + gap);
        let own = Area::new(x0, y0, x0 + width, y0 + height);
        let is_head = |job: &GanttJob| !job.pale && panel.gantt.head == Some(job.id);
        let cursor = GanttCursor { selected: panel.gantt.jobs.iter().position(is_head), ..GanttCursor::default() };
        let view = GanttRange::fit(&panel.gantt);
        let inner = own.inset(theme.px(INSET));
        draw::draw(backend, inner, &panel.gantt, &view, theme, &cursor)?;
        let mut pen = Pen::new(backend, theme)?;
        let (thick, colour) = match panel.taken {
            true => (2.5, theme.ink),
            false => (1.0, theme.grid),
        };
        pen.frame(&own.inset(theme.px(1.5)), thick, colour)?;
    }
    Ok(())
}

/// Text alternative of the figure.
pub fn summary(chart: &FuturesChart) -> String {
    let panel = |own: &Panel| {
        let taken = if own.taken { ", which was taken" } else { "" };
        format!("{} if it {}{taken}", own.score, goes(&own.place))
    };
    let panels: Vec<String> = chart.panels.iter().map(panel).collect();
    let more = match chart.left_out {
        0 => String::new(),
        more => format!("; {more} more have higher scores"),
    };
    format!("{}: {} {}{more}.", chart.title, chart.measure, panels.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::kit::recorder::Recorder;
    use crate::scheduler::foresight::Held;
    use proptest::prelude::*;

    fn foreseen(job: u64, cluster: u32, nodes: u32, times: [f64; 3]) -> Foreseen {
        Foreseen {
            job,
            arrival_s: times[0],
            start_s: times[1],
            end_s: times[2],
            pieces: vec![Piece { cluster, nodes }],
            penalty: 1.0,
        }
    }

    /// The decision on job 4 at time 20 s from table 1 of Shih et al., with two futures.
    fn table_1() -> Foresight {
        let future = |score, jobs: Vec<Foreseen>| Future {
            place: jobs[0].pieces.clone(),
            score,
            count: 4,
            running: Vec::new(),
            jobs,
        };
        let held = |cluster, nodes, end_s| Held { cluster, nodes, end_s };
        let b = vec![
            foreseen(4, 1, 4, [15.0, 20.0, 30.0]),
            foreseen(5, 0, 6, [16.0, 20.0, 21.0]),
            foreseen(6, 0, 2, [18.0, 20.0, 24.0]),
            foreseen(7, 0, 7, [18.0, 23.0, 24.0]),
        ];
        let a = vec![foreseen(4, 0, 4, [15.0, 20.0, 25.0]), foreseen(5, 0, 6, [16.0, 25.0, 26.0])];
        Foresight {
            job: 4,
            time_s: 20.0,
            score: "turnaround".into(),
            measured: "mean turnaround".into(),
            unit: "s".into(),
            clusters: vec![9, 9],
            speeds: vec![2.0, 1.0],
            running: vec![held(0, 1, 23.0), held(1, 5, 25.0)],
            choices: 2,
            futures: vec![future(8.0, b), future(10.0, a)],
            taken: Some(0),
        }
    }

    /// On cluster A, the job that already runs has row 0 until 3 s, job 5 has rows 1 to 6, and job 6 has the last two
    /// rows. At 3 s, rows 0 to 6 are free for the seven nodes of job 7.
    #[test]
    fn jobs_lie_on_rows_that_are_free() {
        let chart = FuturesChart::of(&table_1(), &JobNames::default());
        let gantt = &chart.panels[0].gantt;
        assert_eq!((gantt.start_s, gantt.end_s), (0.0, 10.0));
        let rows = |at: usize| (gantt.jobs[at].id, gantt.jobs[at].pieces[0].rows.clone());
        assert_eq!(rows(0), (0, vec![(0, 4)]));
        assert_eq!(rows(1), (0, vec![(0, 0)]));
        assert_eq!(rows(2), (4, vec![(5, 8)]));
        assert_eq!(rows(3), (5, vec![(1, 6)]));
        assert_eq!(rows(4), (6, vec![(7, 8)]));
        assert_eq!(rows(5), (7, vec![(0, 6)]));
        let pale: Vec<bool> = gantt.jobs.iter().map(|own| own.pale).collect();
        assert_eq!(pale, [true, true, false, false, false, false]);
        assert_eq!((gantt.jobs[2].start_s, gantt.jobs[2].end_s), (0.0, 10.0));
    }

    #[test]
    fn in_words() {
        let mut seen = table_1();
        assert_eq!(
            summary(&FuturesChart::of(&seen, &JobNames::default())),
            "Job 4 at 0:00:20: mean turnaround of 4 jobs 8.0 s if it goes to cluster 2, which was taken; 10.0 s if it goes to \
             cluster 1."
        );
        (seen.choices, seen.unit) = (9, "".into());
        let words = summary(&FuturesChart::of(&seen, &JobNames::default()));
        assert!(words.contains("8.000 if") && words.ends_with("; 7 more have higher scores."), "{words}");
    }

    fn drawn(chart: &FuturesChart, width: u32, height: u32) -> Recorder {
        let mut recorder = Recorder::new(width, height);
        let area = Area::sized(f64::from(width), f64::from(height));
        draw(&mut recorder, area, chart, &Theme::light(1.0)).unwrap();
        assert!(recorder.stays_inside());
        recorder
    }

    /// Panels have the same axes, and titles with the score and the choice; running jobs have no number.
    #[test]
    fn panels_stand_side_by_side() {
        let chart = FuturesChart::of(&table_1(), &JobNames::default());
        let recorder = drawn(&chart, 700, 220);
        let texts = recorder.texts();
        for text in ["Cluster 2: 8.0 s, taken", "Cluster 1: 10.0 s", "4", "5", "7"] {
            assert!(texts.contains(&text), "{text} in {texts:?}");
        }
        assert!(!texts.contains(&"home cluster"));
        let theme = Theme::light(1.0);
        let heads = recorder.fills(theme.home(1));
        let wide = |from: i32, to: i32| {
            let own = heads.iter().filter(|(a, _)| a.0 >= from && a.0 < to);
            own.map(|(a, b)| b.0 - a.0).max().unwrap()
        };
        // Job 4 runs twice as long on B as on A.
        let (b, a) = (wide(0, 350), wide(350, 700));
        assert!((b - 2 * a).abs() <= 4, "{b} {a}");
        assert_eq!(chart.height(700.0, &Theme::light(1.0)) * 2.0, chart.height(360.0, &Theme::light(1.0)));
    }

    /// In one future, job 4 runs on both clusters from 20 to 80 s instead of 60 s and slows down job 1. In the other
    /// future, it waits for the end of job 1, which is in 40 s.
    #[test]
    fn what_links_cost_is_in_words() {
        let both = |nodes| [0, 1].map(|cluster| Piece { cluster, nodes }).to_vec();
        let job = |job, nodes, start_s, end_s, penalty| Foreseen {
            pieces: both(nodes),
            penalty,
            ..foreseen(job, 0, nodes, [0.0, start_s, end_s])
        };
        let future =
            |place, score, running, own| Future { place, score, count: 2, running: vec![running], jobs: vec![own] };
        let wait = future(Vec::new(), 80.0, job(1, 5, 10.0, 60.0, 1.0), job(4, 4, 60.0, 100.0, 1.0));
        let spread = future(both(4), 85.0, job(1, 5, 10.0, 90.0, 1.6), job(4, 4, 20.0, 80.0, 1.5));
        let seen = Foresight { running: Vec::new(), futures: vec![wait, spread], taken: Some(1), ..table_1() };
        let chart = FuturesChart::of(&seen, &JobNames::default());
        assert!(chart.slows() && !FuturesChart::of(&table_1(), &JobNames::default()).slows());
        assert_eq!(
            summary(&chart),
            "Job 4 at 0:00:20: mean turnaround of 2 jobs 80.0 s if it waits; 85.0 s if it goes to clusters 1 and 2, which was \
             taken."
        );
        let recorder = drawn(&chart, 900, 300);
        let texts = recorder.texts();
        for text in ["Wait: 80.0 s", "Clusters 1 and 2: 85.0 s, taken", "4", "4 ×1.50", "×1.60"] {
            assert!(texts.contains(&text), "{text} in {texts:?}");
        }
        // Job 1 has five rows of each cluster for 40 s if job 4 waits, else for 70 s. If job 4 waits, it gets the first
        // four rows after the end of job 1, else the next four rows.
        let [waits, spreads] = [0, 1].map(|panel: usize| {
            let jobs = chart.panels[panel].gantt.jobs.iter();
            let drawn = jobs.map(|own| (own.pale, own.end_s, own.pieces[1].rows.clone()));
            drawn.collect::<Vec<_>>()
        });
        assert_eq!(waits, [(true, 40.0, vec![(0, 4)]), (false, 80.0, vec![(0, 3)])]);
        assert_eq!(spreads, [(true, 70.0, vec![(0, 4)]), (false, 60.0, vec![(5, 8)])]);
    }

    proptest! {
        #[test]
        fn any_futures_on_any_canvas(
            jobs in prop::collection::vec((any::<u64>(), 0u32..5, 0u32..30, any::<f64>(), any::<f64>()), 0..20),
            futures in 0usize..9, width in 0u32..900, height in 0u32..500,
        ) {
            let jobs: Vec<Foreseen> =
                jobs.into_iter().map(|(id, cluster, nodes, a, b)| foreseen(id, cluster, nodes, [a, a, b])).collect();
            let mut seen = table_1();
            seen.futures = vec![Future { place: Vec::new(), score: f64::NAN, count: 1, running: jobs.clone(), jobs }; futures];
            let chart = FuturesChart::of(&seen, &JobNames::default());
            drawn(&chart, width, height);
            let _ = summary(&chart);
        }
    }
}
