//! Recorded runs as a trace for the viewer Perfetto: a track per cluster and per group of nodes with the jobs as slices, and
//! counters of the nodes in use, links and queue. The format is the viewer's own ("TrackEvent", protobuf), since its
//! JSON format has no units and no order of tracks, and drops slices that meet at the same instant.

mod groups;
mod messages;

use crate::base::problem::Problem;
use crate::chart::gantt_chart::recorded;
use crate::chart::gantt_chart::strips::StripKind;
use crate::metrics::timeline::{Timeline, TimelineJob};
use crate::platform::Platform as Built;
use crate::scenario::{Part, Platform, build};
use crate::words::number;
use groups::{Group, groups};
use messages::{Annotation, Counter, Descriptor, Event, Packet, Trace};
use prost::Message;

/// Maximum number of slices in a trace, 100 to 200 bytes each.
const MOST_SLICES: usize = 500_000;

/// Latest time of a trace \[s\]: Perfetto counts nanoseconds in 63 bits.
const LATEST_S: f64 = 9e9;

/// A recorded run.
pub struct Recorded {
    /// Name of the run.
    pub title: String,
    /// The recording.
    pub timeline: Timeline,
    /// The platform of the run.
    pub platform: Part<Platform>,
    /// End of the shown part \[s\].
    pub end_s: f64,
}

/// The trace of runs as a file. `source` is the command that makes it.
///
/// # Errors
/// If the runs have too many slices or are too late for Perfetto.
pub fn trace(runs: Vec<Recorded>, source: &str) -> Result<Vec<u8>, Problem> {
    let mut tracer = Tracer::default();
    for (run, rank) in runs.into_iter().zip(0..) {
        tracer.run(run, rank, source)?;
    }
    // Perfetto wants slices of a track in order of time, and an end before a begin at the same instant. The sort keeps
    // the order of events at the same instant, in which they were written.
    tracer.events.sort_by_key(|event| event.timestamp);
    let packets = tracer.tracks.into_iter().chain(tracer.events);
    Ok(Trace { packet: packets.collect() }.encode_to_vec())
}

/// A trace that is being made.
#[derive(Default)]
struct Tracer {
    tracks: Vec<Packet>,
    events: Vec<Packet>,
    slices: usize,
    flows: u64,
}

impl Tracer {
    /// Adds a run.
    fn run(&mut self, run: Recorded, rank: i32, source: &str) -> Result<(), Problem> {
        let Recorded { title, timeline, platform, end_s } = run;
        if end_s > LATEST_S {
            let wrong = format!("shows a part that ends at {} s", number::exact(end_s));
            let allowed = format!("at most {} s in a trace of Perfetto", number::exact(LATEST_S));
            return Err(Problem::new("--from", wrong, allowed, "Choose an earlier part"));
        }
        let root = self.track(Descriptor {
            name: title,
            description: Some(source.to_owned()),
            sibling_order_rank: Some(rank),
            ..Descriptor::group()
        });
        let built = build::platform::of(&platform);
        // The first slice of each job on each cluster, for the arrows between the clusters.
        let mut first_slices: Vec<Vec<usize>> = vec![Vec::new(); timeline.jobs.len()];
        for (cluster, nodes) in (0u32..).zip(&timeline.nodes) {
            let track = self.track(Descriptor {
                name: format!("Cluster {}: {}", cluster + 1, number::counted(u64::from(*nodes), "node")),
                counter: Some(Counter { unit_name: "nodes".to_owned() }),
                sibling_order_rank: Some(cluster as i32),
                ..Descriptor::within(root)
            });
            self.nodes_in_use(track, cluster, &timeline, end_s);
            let left = MOST_SLICES - self.slices;
            let groups = groups(&timeline.jobs, cluster, end_s, left).ok_or_else(too_many_slices)?;
            for (group, rank) in groups.into_iter().zip(0..) {
                self.slices += group.jobs.len();
                self.group(track, rank, &group, (&timeline, &built), end_s, &mut first_slices);
            }
        }
        self.arrows(first_slices);
        let (_, chart) = recorded::charts(timeline, &platform);
        for (strip, rank) in chart.strips.into_iter().zip(built.clusters.len() as i32..) {
            let (unit, factor) = match strip.kind {
                StripKind::Load | StripKind::Share => ("%", 100.0),
                StripKind::Count => ("jobs", 1.0),
                StripKind::Delay => ("s", 1.0),
            };
            let track = self.track(Descriptor {
                name: strip.name,
                counter: Some(Counter { unit_name: unit.to_owned() }),
                sibling_order_rank: Some(rank),
                ..Descriptor::within(root)
            });
            let steps = strip.steps.times_s.into_iter().zip(strip.steps.values);
            self.counter(track, steps.map(|(time_s, value)| (time_s, value * factor)), end_s);
        }
        Ok(())
    }

    /// Adds a track; gives its number.
    fn track(&mut self, own: Descriptor) -> u64 {
        let uuid = self.tracks.len() as u64 + 1;
        self.tracks.push(Packet::track(Descriptor { uuid, ..own }));
        uuid
    }

    /// Adds the slices of a group of nodes.
    fn group(
        &mut self,
        cluster: u64,
        rank: i32,
        group: &Group,
        of: (&Timeline, &Built),
        end_s: f64,
        first_slices: &mut [Vec<usize>],
    ) {
        let (first, last) = group.nodes;
        let name = match first == last {
            true => format!("Node {}", first + 1),
            false => format!("Nodes {}–{}", first + 1, last + 1),
        };
        let track = self.track(Descriptor { name, sibling_order_rank: Some(rank), ..Descriptor::within(cluster) });
        for &(place, is_first) in &group.jobs {
            let Some(job) = of.0.jobs.get(place) else {
                continue;
            };
            if is_first && let Some(slices) = first_slices.get_mut(place) {
                slices.push(self.events.len());
            }
            let event = Event {
                name: Some(format!("Job {}", of.0.names.short(job.id))),
                correlation_id: Some(job.id),
                debug_annotations: annotations(job, of),
                ..Event::begin(track)
            };
            self.events.push(Packet::event(job.start_s, event));
            // A slice without an end is shown as still running.
            if job.ended && job.end_s <= end_s {
                self.events.push(Packet::event(job.end_s, Event::end(track)));
            }
        }
    }

    /// Adds arrows between the clusters of each co-allocated job.
    fn arrows(&mut self, first_slices: Vec<Vec<usize>>) {
        for slices in first_slices.into_iter().filter(|own| own.len() > 1) {
            self.flows += 1;
            for place in slices {
                let event = self.events.get_mut(place).and_then(|packet| packet.track_event.as_mut());
                if let Some(event) = event {
                    event.flow_ids.push(self.flows);
                }
            }
        }
    }

    /// Adds the nodes of a cluster that run recorded jobs.
    fn nodes_in_use(&mut self, track: u64, cluster: u32, timeline: &Timeline, end_s: f64) {
        let begin_s = timeline.span_s[0];
        let mut changes: Vec<(f64, i64)> = vec![(begin_s, 0)];
        for job in timeline.jobs.iter().filter(|job| job.start_s <= end_s) {
            let nodes: i64 = groups::intervals(job, cluster).map(|(a, b)| i64::from(b) - i64::from(a) + 1).sum();
            if nodes > 0 {
                changes.push((job.start_s.max(begin_s), nodes));
                changes.extend(job.ended.then_some((job.end_s, -nodes)));
            }
        }
        changes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut busy = 0;
        let mut steps: Vec<(f64, f64)> = Vec::new();
        for (time_s, change) in changes {
            busy += change;
            match steps.last_mut() {
                Some(last) if last.0 == time_s => last.1 = busy as f64,
                _ => steps.push((time_s, busy as f64)),
            }
        }
        self.counter(track, steps.into_iter(), end_s);
    }

    /// Adds the values of a counter, which hold from their time on, up to the end of the part.
    fn counter(&mut self, track: u64, steps: impl Iterator<Item = (f64, f64)>, end_s: f64) {
        let mut last = 0.0;
        for (time_s, value) in steps.take_while(|own| own.0 < end_s) {
            self.events.push(Packet::event(time_s, Event::value(track, value)));
            last = value;
        }
        self.events.push(Packet::event(end_s, Event::value(track, last)));
    }
}

fn too_many_slices() -> Problem {
    let wrong =
        format!("asks for more than {} slices, one per job and group of nodes", number::count(MOST_SLICES as u64));
    Problem::new("--jobs", wrong, "fewer jobs in a trace of this platform", "Lower it, and choose the part with --from")
}

/// Properties of a job, as arguments of its slices.
fn annotations(job: &TimelineJob, (timeline, platform): (&Timeline, &Built)) -> Vec<Annotation> {
    let text = |name, text: String| Annotation { string_value: Some(text), ..Annotation::named(name) };
    let count = |name, count| Annotation { uint_value: Some(count), ..Annotation::named(name) };
    let real = |name, value| Annotation { double_value: Some(value), ..Annotation::named(name) };
    let truth = |name, value| Annotation { bool_value: Some(value), ..Annotation::named(name) };
    let cluster = |index: u32| format!("Cluster {}", index + 1);
    let rows = |nodes: &[(u32, u32)]| {
        let words = nodes.iter().map(|&(first, last)| match first == last {
            true => (first + 1).to_string(),
            false => format!("{}–{}", first + 1, last + 1),
        });
        words.collect::<Vec<String>>().join(", ")
    };
    let pieces = job.pieces.iter().map(|own| format!("{}: {}", cluster(own.cluster), rows(&own.nodes)));
    let links = job
        .demands
        .iter()
        .map(|&(link, bps)| format!("{}: {}", platform.link_name(link), number::exact(bps as f64 / 1e6)));
    let request = job.request.and_then(|kind| timeline.legend.requests.get(kind as usize));
    let known = [
        timeline.names.in_log(job.id).map(|own| text("log_job", own.to_string())),
        timeline.users.in_log(job.id).map(|own| text("user", own.to_string())),
        request.map(|own| text("request", own.words.to_string())),
        (!job.demands.is_empty()).then(|| text("link_demands_mbps", links.collect::<Vec<String>>().join("; "))),
    ];
    let always = [
        count("job", job.id),
        text("home_cluster", cluster(job.home)),
        count("nodes", u64::from(job.nodes)),
        text("nodes_by_cluster", pieces.collect::<Vec<String>>().join("; ")),
        truth("co_allocated", job.pieces.len() > 1),
        real("arrival_s", job.arrival_s),
        real("start_s", job.start_s),
        real("wait_s", job.start_s - job.arrival_s),
        real(if job.ended { "end_s" } else { "predicted_end_s" }, job.end_s),
        real("penalty", job.penalty),
    ];
    always.into_iter().chain(known.into_iter().flatten()).collect()
}

#[cfg(test)]
mod tests;
