//! Gantt chart: clusters as bands, nodes as rows, jobs as rectangles. Here is the data; see
//! [`GanttLayout`](crate::chart::gantt_chart::gantt_layout::GanttLayout) for the window on it and [`draw`](crate::chart::gantt_chart::gantt_draw::draw) for
//! the drawing.

use crate::metrics::overview::Overview;
use crate::scheduler::facts::{Legend, Mark, Request};
use crate::words::number;

/// A recorded window of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GanttChart {
    /// Heading; may be empty.
    pub title: String,
    /// The clusters, from top to bottom.
    pub clusters: Vec<GanttCluster>,
    /// The jobs, in any order.
    pub jobs: Vec<GanttJob>,
    /// Start of the recording in simulated seconds.
    pub start_s: f64,
    /// End of the recording: jobs running then have a torn edge.
    pub end_s: f64,
    /// In a simulated future, the job that is placed: it differs from those that follow, not job from job by home.
    pub head: Option<u64>,
    /// Marks of the scheduler, in order of time.
    pub marks: Vec<Mark>,
    /// What requests and marks are called.
    pub legend: Legend,
    /// The whole run, of which this is a window; none if that was not watched.
    pub whole: Option<Overview>,
    /// An old result shown while the new one is computed.
    pub faded: bool,
}

/// A cluster: one band of rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GanttCluster {
    /// Name in the band's header: "Cluster 1".
    pub name: String,
    /// Number of nodes: rows of the band.
    pub nodes: u32,
    /// How fast it computes; none if all clusters are equally fast.
    pub speed: Option<f64>,
}

impl GanttCluster {
    /// Its name with the sign that goes before it and its speed, if it has one: "Cluster 1 (speed 1.24)".
    pub(in crate::chart) fn with_speed(&self, before: &str, after: &str) -> String {
        match self.speed {
            Some(speed) => format!("{}{before}{}{after}", self.name, number::fixed(speed, 2)),
            None => self.name.clone(),
        }
    }

    /// Name and speed where there is little room: "Cluster 1 ×1.24".
    pub(in crate::chart) fn short(&self) -> String {
        self.with_speed(" ×", "")
    }
}

/// A job that started.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GanttJob {
    /// Its number.
    pub id: u64,
    /// Index of its home cluster.
    pub home: usize,
    /// Arrival in seconds.
    pub arrival_s: f64,
    /// Start in seconds.
    pub start_s: f64,
    /// End in seconds; infinite (or not a number) while it runs.
    pub end_s: f64,
    /// Number of nodes that it asked for.
    pub nodes: u32,
    /// Which kind of request it is, if its scheduler tells several apart.
    pub request: Option<Request>,
    /// Where it ran.
    pub pieces: Vec<GanttPiece>,
    /// Whether it was split over clusters.
    pub co_allocated: bool,
    /// Run time over dedicated run time; 1 if nothing slowed it down, not a number if not known yet.
    pub penalty: f64,
    /// Drawn pale and without its number: there before what is shown.
    pub pale: bool,
}

/// The part of a job on one cluster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GanttPiece {
    /// Index of the cluster.
    pub cluster: usize,
    /// Node rows, as intervals with both ends included.
    pub rows: Vec<(u32, u32)>,
}

impl GanttChart {
    /// Whether its jobs are requests of several kinds: all are, or none.
    pub fn has_requests(&self) -> bool {
        self.jobs.first().is_some_and(|job| job.request.is_some())
    }

    /// The last mark not after a time: its staircases are those to look at then.
    pub fn mark_at(&self, time_s: f64) -> Option<&Mark> {
        let past = self.marks.partition_point(|mark| mark.time_s <= time_s);
        self.marks.get(past.checked_sub(1)?)
    }

    /// The recording's window in seconds, mended: finite and of some length. A window that is not given is taken from
    /// the jobs.
    pub fn window(&self) -> (f64, f64) {
        let (mut t0, mut t1) = (self.start_s, self.end_s);
        if !(t0.is_finite() && t1.is_finite() && t1 > t0) {
            let finite = |t: &f64| t.is_finite();
            let starts = self.jobs.iter().map(|j| j.start_s).filter(finite);
            let ends = self.jobs.iter().map(|j| j.end_s).filter(finite);
            t0 = starts.clone().fold(f64::INFINITY, f64::min);
            t1 = ends.chain(starts).fold(f64::NEG_INFINITY, f64::max);
        }
        crate::chart::kit::axis::widen(t0, t1)
    }

    /// The time that the map below the chart shows: the whole run, or the window.
    pub fn map_window(&self) -> (f64, f64) {
        match &self.whole {
            Some(whole) => crate::chart::kit::axis::widen(0.0, whole.end_s),
            None => self.window(),
        }
    }

    /// Least and greatest speed of the clusters; none if all are equally fast.
    pub fn speeds(&self) -> Option<(f64, f64)> {
        let speeds = self.clusters.iter().filter_map(|own| own.speed);
        speeds.fold(None, |ends, speed| match ends {
            None => Some((speed, speed)),
            Some((least, most)) => Some((speed.min(least), speed.max(most))),
        })
    }

    /// Nodes of all clusters.
    pub fn nodes(&self) -> u64 {
        self.clusters.iter().map(|c| u64::from(c.nodes)).sum()
    }
}

impl GanttJob {
    /// Start and end as drawn inside a window that ends at `window_end`: a running job goes on to the end. None if the
    /// job has no start or ends before it.
    pub fn span(&self, window_end: f64) -> Option<(f64, f64)> {
        if !self.start_s.is_finite() {
            return None;
        }
        let end = if self.end_s.is_finite() { self.end_s } else { window_end };
        (end > self.start_s).then_some((self.start_s, end))
    }

    /// Whether it still ran when the recording ended.
    pub fn is_open(&self, window_end: f64) -> bool {
        !self.end_s.is_finite() || self.end_s > window_end
    }

    /// By how much it is slower than alone, if that shows: "×1.30".
    pub fn slowed(&self) -> Option<String> {
        (self.penalty > 1.005).then(|| format!("×{}", number::fixed(self.penalty, 2)))
    }
}

impl GanttPiece {
    pub(in crate::chart) fn nodes(&self) -> u64 {
        self.rows.iter().map(|&rows| row_count(rows)).sum()
    }
}

/// Rows of an interval with both ends included.
pub(in crate::chart) fn row_count((first, last): (u32, u32)) -> u64 {
    (u64::from(last) + 1).saturating_sub(u64::from(first))
}

/// The chart in words, for those who do not see it.
pub fn summary(chart: &GanttChart) -> String {
    let (t0, t1) = chart.window();
    let shown: Vec<&GanttJob> =
        chart.jobs.iter().filter(|j| j.span(t1).is_some_and(|(a, b)| b > t0 && a < t1)).collect();
    let window = number::duration(t1 - t0);
    if chart.clusters.is_empty() || shown.is_empty() {
        return format!("Gantt chart of {window}: no job ran in this window.");
    }
    let split = shown.iter().filter(|j| j.co_allocated).count();
    let away = shown.iter().filter(|j| !j.co_allocated && j.pieces.iter().any(|p| p.cluster != j.home)).count();
    let open = shown.iter().filter(|j| j.is_open(t1)).count();
    let busy: f64 = shown
        .iter()
        .filter_map(|j| {
            let (a, b) = j.span(t1)?;
            let nodes: u64 = j.pieces.iter().map(GanttPiece::nodes).sum();
            Some((b.min(t1) - a.max(t0)) * nodes as f64)
        })
        .sum();
    let capacity = chart.nodes() as f64 * (t1 - t0);
    let longest = shown
        .iter()
        .filter(|j| (j.start_s - j.arrival_s).is_finite())
        .max_by(|a, b| (a.start_s - a.arrival_s).total_cmp(&(b.start_s - b.arrival_s)));
    let speeds = chart.speeds().map(|(least, most)| {
        let [least, most] = [least, most].map(|speed| number::fixed(speed, 2));
        format!(" and speeds from {least} to {most}")
    });
    let kinds = if chart.has_requests() {
        let home = |j: &&&GanttJob| j.request.as_ref().is_some_and(Request::is_home);
        let home = shown.iter().filter(home).count();
        let legend = &chart.legend;
        format!("{home} of them {} requests, {split} {} requests on several clusters", legend.home, legend.common)
    } else {
        format!("{split} of them co-allocated, {away} moved whole to another cluster")
    };
    let mut text = format!(
        "Gantt chart of {window} on {} with {}{}: {}, {kinds}, {open} still running at the end; {} \
         of the node time used",
        number::counted(chart.clusters.len() as u64, "cluster"),
        number::counted(chart.nodes(), "node"),
        speeds.unwrap_or_default(),
        number::counted(shown.len() as u64, "job"),
        number::percent(if capacity > 0.0 { (busy / capacity).min(1.0) } else { 0.0 }),
    );
    if let Some(job) = longest {
        let wait_s = job.start_s - job.arrival_s;
        match wait_s > 0.0 {
            true => {
                let wait = number::duration(wait_s);
                text.push_str(&format!("; the longest wait was {wait} (job {})", job.id));
            }
            false => text.push_str("; no job waited"),
        }
    }
    text + "."
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> GanttChart {
        let cluster = |name: &str| GanttCluster { name: name.into(), nodes: 10, speed: None };
        let piece = |cluster, first, last| GanttPiece { cluster, rows: vec![(first, last)] };
        GanttChart {
            clusters: vec![cluster("A"), cluster("B")],
            jobs: vec![
                GanttJob {
                    id: 1,
                    end_s: 50.0,
                    nodes: 10,
                    pieces: vec![piece(0, 0, 9)],
                    penalty: 1.0,
                    ..GanttJob::default()
                },
                GanttJob {
                    id: 2,
                    start_s: 50.0,
                    end_s: f64::INFINITY,
                    nodes: 12,
                    pieces: vec![piece(0, 0, 5), piece(1, 0, 5)],
                    co_allocated: true,
                    penalty: 1.25,
                    ..GanttJob::default()
                },
            ],
            end_s: 100.0,
            ..GanttChart::default()
        }
    }

    /// Node time: 10 · 50 + 12 · 50 = 1100 of 2000.
    #[test]
    fn summary_adds_up() {
        assert_eq!(
            summary(&chart()),
            "Gantt chart of 1 min 40 s on 2 clusters with 20 nodes: 2 jobs, 1 of them co-allocated, 0 moved whole to \
             another cluster, 1 still running at the end; 55 % of the node time used; the longest wait was 50 s (job 2)."
        );
        let mut at_once = chart();
        at_once.jobs.truncate(1);
        assert!(summary(&at_once).ends_with("; no job waited."));
        let nothing = GanttChart::default();
        assert!(summary(&nothing).contains("no job ran"), "{}", summary(&nothing));
    }

    #[test]
    fn a_job_in_words() {
        let chart = chart();
        assert_eq!(
            chart.jobs[1].describe(&chart.clusters),
            "Job 2; co-allocated, home A; 12 nodes: 6 on A, 6 on B; waited 50 s, still running; 1.25 × its dedicated \
             run time"
        );
        assert!(chart.jobs[0].describe(&[]).contains("at home on cluster 1"));
    }

    #[test]
    fn requests_in_words() {
        let mut chart = chart();
        (chart.legend.home, chart.legend.common) = ("local".into(), "meta".into());
        let request = |words: &'static str, to: Option<&'static str>| Request {
            name: "of this kind".into(),
            words: words.into(),
            to: to.map(Into::into),
            moldable: false,
        };
        let meta = |words| Some(request(words, Some("the metacomputer")));
        chart.jobs[0].request = Some(request("local request", None));
        let job = &mut chart.jobs[1];
        (job.request, job.nodes) = (meta("meta request, asynchronous"), 40);
        assert_eq!(
            chart.jobs[1].lines(&chart.clusters)[1..3],
            ["meta request, asynchronous, on 2 clusters", "12 of 40 nodes: 6 on A, 6 on B"]
        );
        let local = chart.jobs[0].lines(&chart.clusters);
        assert_eq!(local[1..3], ["local request to A", "10 nodes: 10 on A"]);
        assert!(
            summary(&chart).contains("2 jobs, 1 of them local requests, 1 meta requests on several clusters, 1 still"),
            "{}",
            summary(&chart)
        );
        let pieces = (0..8).map(|cluster| GanttPiece { cluster, rows: vec![(0, 4)] });
        let job = &mut chart.jobs[1];
        (job.request, job.pieces) = (meta("meta request, synchronous"), pieces.collect());
        assert_eq!(
            chart.jobs[1].lines(&chart.clusters)[1..3],
            [
                "meta request, synchronous, on 8 clusters",
                "40 nodes: 5 on A, 5 on B, 5 on cluster 3, 5 on cluster 4, 5 on cluster 5, 15 on 3 others"
            ]
        );
    }

    #[test]
    fn the_mark_to_look_at() {
        let mark = |time_s| Mark { time_s, words: String::new(), staircases: Vec::new() };
        let chart = GanttChart { marks: vec![mark(10.0), mark(20.0)], ..chart() };
        let at = |time_s: f64| chart.mark_at(time_s).map(|mark| mark.time_s);
        assert_eq!([at(9.0), at(10.0), at(19.0), at(99.0)], [None, Some(10.0), Some(10.0), Some(20.0)]);
    }

    #[test]
    fn speeds_are_named_where_they_differ() {
        let mut chart = chart();
        (chart.clusters[0].speed, chart.clusters[1].speed) = (Some(1.5), Some(0.5));
        assert!(summary(&chart).contains("with 20 nodes and speeds from 0.50 to 1.50: 2 jobs"), "{}", summary(&chart));
        let job = chart.jobs[1].describe(&chart.clusters);
        assert!(job.contains("6 on A (speed 1.50), 6 on B (speed 0.50)"), "{job}");
        assert_eq!(chart.clusters[0].short(), "A ×1.50");
    }

    #[test]
    fn windows_are_mended() {
        let mut chart = chart();
        chart.end_s = f64::NAN;
        assert_eq!(chart.window(), (0.0, 50.0));
        chart.jobs.clear();
        let (t0, t1) = chart.window();
        assert!(t0.is_finite() && t1 > t0);
    }
}
