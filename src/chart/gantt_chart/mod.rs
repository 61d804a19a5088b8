//! Gantt chart: clusters as bands, nodes as rows, jobs as rectangles. This module holds the chart's data and its words. Below the
//! chart, on the same time axis, are strips (loads, queue) and a map of the run.

pub mod colouring;
pub mod draw;
mod frame;
pub mod futures;
mod key;
pub mod layout;
pub mod map;
pub mod outs;
pub mod playing;
pub mod recorded;
mod stretch;
pub mod strips;
pub mod timeline;

use crate::chart::kit::axis::{span, widen};
use crate::chart::kit::text;
use crate::metrics::overview::Overview;
use crate::scheduler::facts::{Legend, Mark, Request};
use crate::words::{JobNames, number};
use colouring::Colouring;
use outs::GanttOut;

/// Maximum number of clusters of a job that a text names; the others are only counted.
const MOST_PLACES: usize = 5;

/// A recorded window of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GanttChart {
    /// Title; may be empty.
    pub title: String,
    /// Clusters, from top to bottom.
    pub clusters: Vec<GanttCluster>,
    /// Jobs, in any order.
    pub jobs: Vec<GanttJob>,
    /// Nodes that are out, in the order of the ends.
    pub outs: Vec<GanttOut>,
    /// Names of these jobs in the log, if the workload is a log.
    pub names: JobNames,
    /// Start of the recording in simulated seconds.
    pub start_s: f64,
    /// End of the recording in simulated seconds; jobs that run at this time have a torn edge.
    pub end_s: f64,
    /// In a simulated future: the job being placed. This job has one colour, all later jobs have another.
    pub head: Option<u64>,
    /// Marks of the scheduler, in order of time.
    pub marks: Vec<Mark>,
    /// Names of requests and marks.
    pub legend: Legend,
    /// Overview of the whole run that contains this window; `None` if it was not recorded.
    pub whole: Option<Overview>,
    /// True for an old result, shown while the new one is computed.
    pub faded: bool,
    /// What the colours say.
    pub colouring: Colouring,
    /// Users with a colour of their own, those with most jobs first; empty without known users.
    pub users: Vec<String>,
}

/// A cluster: one band of rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GanttCluster {
    /// Name in the band's header: "Cluster 1".
    pub name: String,
    /// Number of nodes, and so of rows.
    pub nodes: u32,
    /// Speed; `None` if all clusters are equally fast.
    pub speed: Option<f64>,
}

impl GanttCluster {
    /// Name and speed, with text `before` and `after` the speed: "Cluster 1 (speed 1.24)".
    fn with_speed(&self, before: &str, after: &str) -> String {
        match self.speed {
            Some(speed) => format!("{}{before}{}{after}", self.name, number::fixed(speed, 2)),
            None => self.name.clone(),
        }
    }

    /// Short form of name and speed: "Cluster 1 ×1.24".
    fn short(&self) -> String {
        self.with_speed(" ×", "")
    }

    /// The name where there is little room: "C1" for "Cluster 1".
    fn brief(&self) -> String {
        match self.name.rsplit_once(' ') {
            Some((name, number)) if number.parse::<u32>().is_ok() => {
                name.chars().take(1).chain(number.chars()).collect()
            }
            _ => self.name.clone(),
        }
    }

    /// The first of the long, the short and the brief name that fits, or the start of the brief one.
    fn name_in(&self, long: &str, size: f64, bold: bool, room: f64) -> String {
        let names = [long, &self.name];
        let fits = |name: &&&str| text::width(name, size, bold) <= room;
        match names.iter().find(fits) {
            Some(name) => (*name).to_owned(),
            None => text::fit(&self.brief(), size, bold, room),
        }
    }
}

/// A started job.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GanttJob {
    /// Its number.
    pub id: u64,
    /// Index of its home cluster.
    pub home: usize,
    /// Arrival in seconds, or the time from which the job waited again.
    pub arrival_s: f64,
    /// Start in seconds.
    pub start_s: f64,
    /// End in seconds; infinite (or not a number) while it runs.
    pub end_s: f64,
    /// Requested number of nodes.
    pub nodes: u32,
    /// Kind of request, if its scheduler distinguishes several.
    pub request: Option<Request>,
    /// Its nodes, per cluster.
    pub pieces: Vec<GanttPiece>,
    /// True if a failure of nodes ended this run of the job.
    pub failed: bool,
    /// True if a failure of nodes ended the job's run before; the job then waited again.
    pub again: bool,
    /// True if the job is split over clusters.
    pub co_allocated: bool,
    /// Run time divided by dedicated run time; 1 if the job was not slowed down, NaN if unknown.
    pub penalty: f64,
    /// Drawn pale and without its number: it ran before the shown decision.
    pub pale: bool,
    /// Index of its user among the users with a colour of their own.
    pub user: Option<u8>,
}

/// The part of a job on one cluster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GanttPiece {
    /// Index of the cluster.
    pub cluster: usize,
    /// Node rows, as intervals with both ends included.
    pub rows: Vec<(u32, u32)>,
}

impl GanttPiece {
    fn nodes(&self) -> u64 {
        // An interval has both ends included.
        let count = |&(first, last): &(u32, u32)| (u64::from(last) + 1).saturating_sub(u64::from(first));
        self.rows.iter().map(count).sum()
    }
}

impl GanttChart {
    /// True if the chart's jobs are requests of several kinds.
    pub fn has_requests(&self) -> bool {
        self.jobs.first().is_some_and(|job| job.request.is_some())
    }

    /// The last mark at or before a time; its staircases are valid at that time.
    pub fn mark_at(&self, time_s: f64) -> Option<&Mark> {
        let past = self.marks.partition_point(|mark| mark.time_s <= time_s);
        self.marks.get(past.checked_sub(1)?)
    }

    /// The recording's window in seconds, finite and not empty. Without a valid window: from the first start to the last end.
    pub fn window(&self) -> (f64, f64) {
        let (mut t0, mut t1) = (self.start_s, self.end_s);
        if !(t0.is_finite() && t1.is_finite() && t1 > t0) {
            let starts = span(self.jobs.iter().map(|own| own.start_s));
            let times = span(self.jobs.iter().flat_map(|own| [own.start_s, own.end_s]));
            (t0, t1) = (starts.map_or(f64::INFINITY, |own| own.0), times.map_or(f64::NEG_INFINITY, |own| own.1));
        }
        widen(t0, t1)
    }

    /// The time that the map below the chart shows: the whole run, or the window.
    pub fn map_window(&self) -> (f64, f64) {
        match &self.whole {
            Some(whole) => widen(0.0, whole.end_s),
            None => self.window(),
        }
    }

    /// Least and greatest speed of the clusters; `None` if all are equally fast.
    pub fn speeds(&self) -> Option<(f64, f64)> {
        span(self.clusters.iter().filter_map(|own| own.speed))
    }

    /// Nodes of all clusters.
    pub fn nodes(&self) -> u64 {
        self.clusters.iter().map(|own| u64::from(own.nodes)).sum()
    }

    /// Jobs that run between two times.
    pub fn running(&self, (from_s, to_s): (f64, f64)) -> impl Iterator<Item = &GanttJob> {
        let end_s = self.window().1;
        let runs = move |job: &&GanttJob| job.span(end_s).is_some_and(|(start, end)| end > from_s && start < to_s);
        self.jobs.iter().filter(runs)
    }

    /// Text alternative of the chart.
    pub fn summary(&self) -> String {
        let (t0, t1) = self.window();
        let shown: Vec<&GanttJob> = self.running((t0, t1)).collect();
        let window = number::duration(t1 - t0);
        if self.clusters.is_empty() || shown.is_empty() {
            return format!("Gantt chart of {window}: no job ran in this window.");
        }
        let count = |is: fn(&GanttJob) -> bool| shown.iter().filter(|job| is(job)).count();
        let split = count(|job| job.co_allocated);
        let open = shown.iter().filter(|job| job.is_open(t1)).count();
        let busy = |job: &&GanttJob| {
            let (a, b) = job.span(t1)?;
            Some((b.min(t1) - a.max(t0)) * job.given() as f64)
        };
        let busy: f64 = shown.iter().filter_map(busy).sum();
        let capacity = self.nodes() as f64 * (t1 - t0);
        let speeds = self.speeds().map(|(least, most)| {
            let [least, most] = [least, most].map(|speed| number::fixed(speed, 2));
            format!(" and speeds from {least} to {most}")
        });
        let kinds = if self.has_requests() {
            let home = count(|job| job.request.as_ref().is_some_and(Request::is_home));
            let legend = &self.legend;
            format!("{home} of them {} requests, {split} {} requests on several clusters", legend.home, legend.common)
        } else {
            let away = count(|job| !job.co_allocated && job.pieces.iter().any(|own| own.cluster != job.home));
            format!("{split} of them co-allocated, {away} moved whole to another cluster")
        };
        let waits = shown.iter().map(|job| (job.start_s - job.arrival_s, job.id)).filter(|own| own.0.is_finite());
        let longest = match waits.max_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((wait_s, id)) if wait_s > 0.0 => {
                format!("; the longest wait was {} ({})", number::duration(wait_s), self.names.name(id))
            }
            Some(_) => "; no job waited".to_owned(),
            None => String::new(),
        };
        let outs = match self.outs.len() {
            0 => String::new(),
            outs => format!("; {} of nodes", number::counted(outs as u64, "outage")),
        };
        format!(
            "Gantt chart of {window} on {} with {}{}: {}, {kinds}, {open} still running at the end; {} of the node time \
             used{longest}{outs}.",
            number::counted(self.clusters.len() as u64, "cluster"),
            number::counted(self.nodes(), "node"),
            speeds.unwrap_or_default(),
            number::counted(shown.len() as u64, "job"),
            number::percent(if capacity > 0.0 { (busy / capacity).min(1.0) } else { 0.0 }),
        )
    }
}

impl GanttJob {
    /// Start and end as drawn in a window that ends at `window_end`; a running job extends to the end. `None` if the job has no
    /// start or ends before it.
    pub fn span(&self, window_end: f64) -> Option<(f64, f64)> {
        if !self.start_s.is_finite() {
            return None;
        }
        let end = if self.end_s.is_finite() { self.end_s } else { window_end };
        (end > self.start_s).then_some((self.start_s, end))
    }

    /// True if the job was still running when the recording ended.
    pub fn is_open(&self, window_end: f64) -> bool {
        !self.end_s.is_finite() || self.end_s > window_end
    }

    /// The job's slowdown by the links, if noticeable: "×1.30".
    pub fn slowed(&self) -> Option<String> {
        (self.penalty > 1.005).then(|| format!("×{}", number::fixed(self.penalty, 2)))
    }

    /// Number of nodes of all its pieces.
    fn given(&self) -> u64 {
        self.pieces.iter().map(GanttPiece::nodes).sum()
    }

    /// Text about the job of `chart`, one line per topic: name, clusters, times and slowdown.
    pub fn lines(&self, chart: &GanttChart) -> Vec<String> {
        let clusters = &chart.clusters;
        let name =
            |i: usize| clusters.get(i).map_or_else(|| format!("cluster {}", i.saturating_add(1)), |c| c.name.clone());
        let home = name(self.home);
        let kind = match &self.request {
            Some(request) => self.submitted(request, &home),
            None if self.co_allocated => format!("co-allocated, home {home}"),
            None if self.pieces.iter().all(|own| own.cluster == self.home) => format!("at home on {home}"),
            None => format!("moved whole, home {home}"),
        };
        let (named, others) = self.pieces.split_at(self.pieces.len().min(MOST_PLACES));
        let place = |piece: &GanttPiece| {
            let cluster = clusters.get(piece.cluster);
            let place = cluster.map_or_else(|| name(piece.cluster), |own| own.with_speed(" (speed ", ")"));
            format!("{} on {place}", piece.nodes())
        };
        let mut places: Vec<String> = named.iter().map(place).collect();
        if !others.is_empty() {
            let rest: u64 = others.iter().map(GanttPiece::nodes).sum();
            places.push(format!("{rest} on {} others", others.len()));
        }
        let given = self.given();
        let nodes = match self.request {
            Some(_) if given < u64::from(self.nodes) => format!("{given} of {}", self.nodes),
            _ => self.nodes.to_string(),
        };
        let unit = if nodes == "1" { "node" } else { "nodes" };
        let killed = if self.failed { ", until a failure of nodes killed it" } else { "" };
        let ran = match self.end_s.is_finite() {
            true => format!("ran {}{killed}", number::duration(self.end_s - self.start_s)),
            false => "still running".to_owned(),
        };
        let mut lines = vec![
            chart.names.title(self.id),
            kind,
            format!("{nodes} {unit}: {}", places.join(", ")),
            format!(
                "waited {}{}, {ran}",
                if self.again { "again for " } else { "" },
                number::duration(self.start_s - self.arrival_s)
            ),
        ];
        if self.co_allocated && self.penalty.is_finite() {
            lines.push(format!("{} × its dedicated run time", number::fixed(self.penalty, 2)));
        }
        lines
    }

    /// "meta request, asynchronous, on 3 clusters".
    fn submitted(&self, request: &Request, home: &str) -> String {
        let kind = match request.is_home() {
            true => format!("{} to {home}", request.words),
            false => request.words.to_string(),
        };
        match self.pieces.len() {
            0 | 1 => kind,
            clusters => format!("{kind}, on {clusters} clusters"),
        }
    }

    /// The job of `chart` in one sentence.
    pub fn describe(&self, chart: &GanttChart) -> String {
        self.lines(chart).join("; ")
    }
}

#[cfg(test)]
mod tests;
