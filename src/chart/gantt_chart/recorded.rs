//! Charts from recordings: a Gantt chart with strips from a window of a run, and strips of the predicted end of a job that shared
//! links.

use crate::chart::gantt_chart::colouring::USERS;
use crate::chart::gantt_chart::outs::GanttOut;
use crate::chart::gantt_chart::strips::{Steps, Strip, StripChart, StripKind};
use crate::chart::gantt_chart::{GanttChart, GanttCluster, GanttJob, GanttPiece};
use crate::metrics::link_groups::link_groups;
use crate::metrics::story::{Entry, Story};
use crate::metrics::timeline::{Sample, Timeline, TimelineJob};
use crate::platform::State;
use crate::scenario::{Platform, build};
use crate::scheduler::facts::Legend;
use crate::words::LogId;
use std::collections::BTreeMap;
use std::vec::IntoIter;

/// A recorded window as a chart, with strips.
pub fn charts(timeline: Timeline, platform: &Platform) -> (GanttChart, StripChart) {
    let mut making = Making::new(timeline, platform);
    making.next(usize::MAX);
    making.charts()
}

/// The charts of a recorded window, made in steps, because a window of very many jobs takes long.
pub struct Making {
    chart: GanttChart,
    strips: Vec<Strip>,
    /// Users of jobs: indices into the chart's users.
    ranks: BTreeMap<u64, u8>,
    /// Jobs that are not in the chart yet.
    jobs: IntoIter<TimelineJob>,
}

impl Making {
    /// Charts without jobs.
    pub fn new(timeline: Timeline, platform: &Platform) -> Making {
        let clusters: Vec<GanttCluster> = (timeline.nodes.iter().enumerate())
            .map(|(index, &nodes)| GanttCluster {
                name: format!("Cluster {}", index + 1),
                nodes,
                speed: timeline.speeds.get(index).copied(),
            })
            .collect();
        let (users, ranks) = users(&timeline);
        let total: u64 = clusters.iter().map(|cluster| u64::from(cluster.nodes)).sum();
        let mut strips = strips(&timeline.samples, platform, total as f64);
        strips.extend(strip_of_outs(&timeline, total as f64));
        let chart = GanttChart {
            title: String::new(),
            clusters,
            names: timeline.names,
            jobs: Vec::with_capacity(timeline.jobs.len()),
            outs: timeline.outs.into_iter().map(GanttOut::of).collect(),
            users,
            start_s: timeline.span_s[0],
            end_s: timeline.span_s[1],
            marks: timeline.marks,
            whole: timeline.overview,
            legend: timeline.legend,
            ..GanttChart::default()
        };
        Making { chart, strips, ranks, jobs: timeline.jobs.into_iter() }
    }

    /// Adds up to `count` jobs. Returns true if the chart has all jobs.
    pub fn next(&mut self, count: usize) -> bool {
        for own in self.jobs.by_ref().take(count) {
            let user = self.ranks.get(&own.id).copied();
            let job = GanttJob { user, ..job(own, &self.chart.legend) };
            self.chart.jobs.push(job);
        }
        self.jobs.len() == 0
    }

    /// The charts, with the jobs so far.
    pub fn charts(self) -> (GanttChart, StripChart) {
        (self.chart, StripChart { strips: self.strips, faded: false })
    }
}

/// The users with most jobs in a window, and the index of such a user for each of their jobs.
fn users(timeline: &Timeline) -> (Vec<String>, BTreeMap<u64, u8>) {
    let of_jobs = timeline.jobs.iter().filter_map(|job| Some((job.id, timeline.users.in_log(job.id)?)));
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    of_jobs.clone().for_each(|(_, user)| *counts.entry(user.to_string()).or_default() += 1);
    let mut users: Vec<(String, usize)> = counts.into_iter().collect();
    users.sort_by_key(|own| std::cmp::Reverse(own.1));
    let users: Vec<String> = users.into_iter().take(USERS).map(|own| own.0).collect();
    let rank = |(job, user): (u64, &LogId)| {
        let user = user.to_string();
        Some((job, users.iter().position(|own| *own == user)? as u8))
    };
    let ranks = of_jobs.filter_map(rank).collect();
    (users, ranks)
}

fn job(job: TimelineJob, legend: &Legend) -> GanttJob {
    let kind = |kind| legend.requests.get(kind as usize);
    GanttJob {
        id: job.id,
        home: job.home as usize,
        arrival_s: job.arrival_s,
        start_s: job.start_s,
        end_s: job.end_s,
        nodes: job.nodes,
        failed: job.failed,
        again: job.again,
        co_allocated: job.pieces.len() > 1,
        pieces: job
            .pieces
            .into_iter()
            .map(|piece| GanttPiece { cluster: piece.cluster as usize, rows: piece.nodes })
            .collect(),
        penalty: job.penalty,
        request: job.request.and_then(kind).cloned(),
        pale: false,
        user: None,
    }
}

fn strips(samples: &[Sample], platform: &Platform, nodes: f64) -> Vec<Strip> {
    let strip = |name: String, kind, value: &dyn Fn(&Sample) -> f64| Strip::new(name, kind, steps(samples, value));
    let built = build::platform::of(platform);
    let groups = link_groups(&built);
    let mut strips: Vec<Strip> = groups
        .iter()
        .enumerate()
        .map(|(index, group)| {
            strip(format!("Load of {}", group.name), StripKind::Load, &move |sample| {
                sample.saturation.get(index).copied().unwrap_or(0.0)
            })
        })
        // A link that was never loaded has no strip.
        .filter(|strip: &Strip| strip.steps.values.iter().any(|&load| load > 0.0))
        .collect();
    strips.push(strip("Jobs waiting".into(), StripKind::Count, &|sample| sample.waiting as f64));
    let kinds = ["Memory in use", "GPUs in use"].into_iter().zip(State::idle(built).resources_in_use());
    let kinds = kinds.filter(|(_, share)| share.is_some()).map(|(name, _)| name);
    for (index, name) in (groups.len()..).zip(kinds) {
        strips.push(strip(name.into(), StripKind::Share, &move |sample| {
            sample.saturation.get(index).copied().unwrap_or(0.0)
        }));
    }
    strips.push(strip("Nodes in use".into(), StripKind::Share, &|sample| sample.busy as f64 / nodes.max(1.0)));
    strips
}

/// Share of the nodes that are out; nothing if none ever was.
fn strip_of_outs(timeline: &Timeline, nodes: f64) -> Option<Strip> {
    let [from_s, to_s] = timeline.span_s;
    let mut changes: Vec<(f64, f64)> = vec![(from_s, 0.0)];
    for own in &timeline.outs {
        let count = own.rows.nodes.iter().map(|&(first, last)| f64::from(last) - f64::from(first) + 1.0).sum();
        changes.push((own.from_s.max(from_s), count));
        changes.push((own.until_s, -count));
    }
    changes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut steps = Steps::default();
    let mut out = 0.0;
    for now in changes.chunk_by(|a, b| a.0 == b.0).take_while(|now| now[0].0 <= to_s) {
        out += now.iter().map(|own| own.1).sum::<f64>();
        steps.times_s.push(now[0].0);
        steps.values.push(out / nodes.max(1.0));
    }
    (!timeline.outs.is_empty()).then(|| Strip::new("Nodes out".into(), StripKind::Share, steps))
}

/// The samples at which a value changes.
fn steps(samples: &[Sample], value: &dyn Fn(&Sample) -> f64) -> Steps {
    let mut steps = Steps::default();
    for sample in samples {
        let value = value(sample);
        if steps.values.last() != Some(&value) {
            steps.times_s.push(sample.time_s);
            steps.values.push(value);
        }
    }
    steps
}

/// Entries of three numbers: a time \[s\], and from this time on the predicted delay of a job's end compared with
/// running alone \[s\] and the granted share of its bandwidth. NaN if unknown.
pub type Slides = Vec<[f64; 3]>;

/// The changes of a job's predicted end, from the job's story; empty if the job never shared a link.
pub fn slides(story: &Story) -> Slides {
    let Some(start) = story.start.as_ref().filter(|_| story.slides.newest().is_some()) else {
        return Vec::new();
    };
    let alone_s = start.time_s + start.dedicated_s;
    let mut slides = vec![[start.time_s, start.end_s - alone_s, 1.0]];
    for entry in story.slides.entries() {
        match entry {
            Entry::Kept(slide) => {
                slides.push([slide.time_s, slide.end_s - alone_s, slide.granted]);
            }
            // The time of the first omitted change is not known, so the values after the last recorded change are not
            // known either.
            Entry::LeftOut(_) => {
                if let Some([_, delay_s, granted]) = slides.last_mut() {
                    (*delay_s, *granted) = (f64::NAN, f64::NAN);
                }
            }
        }
    }
    slides.push([story.until_s, f64::NAN, f64::NAN]);
    slides
}

/// Strips of delay and share over time. `job` is the name of the job: "Job 7".
pub fn slide_strips(job: &str, slides: &[[f64; 3]]) -> Vec<Strip> {
    let strip = |what: &str, kind, column: usize| {
        let steps = Steps {
            times_s: slides.iter().map(|slide| slide[0]).collect(),
            values: slides.iter().map(|slide| slide[column]).collect(),
        };
        Strip::new(format!("{job}: {what}"), kind, steps)
    };
    match slides.is_empty() {
        true => Vec::new(),
        false => {
            vec![strip("predicted delay", StripKind::Delay, 1), strip("share of its bandwidth", StripKind::Share, 2)]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Progress;
    use crate::experiment::{Plan, Runner, story};
    use crate::metrics::story::{Abridged, FullLink, Slide};
    use crate::metrics::timeline::{Recorder, Rows, Window};
    use crate::scenario::{ClusterGroup, Scenario, presets};
    use crate::words::JobNames;

    #[test]
    fn clusters_jobs_and_strips_are_named_from_one() {
        let platform = Platform {
            clusters: vec![ClusterGroup { count: 2, nodes: 10, ..ClusterGroup::default() }],
            ..Platform::default()
        };
        let sample = |time_s, waiting, load| Sample { time_s, waiting, busy: 15, saturation: vec![load, 0.0] };
        let piece = |cluster| Rows { cluster, nodes: vec![(0, 4)] };
        let timeline = Timeline {
            span_s: [0.0, 9.0],
            nodes: vec![10, 10],
            speeds: vec![0.5, 1.5],
            links: Vec::new(),
            outs: Vec::new(),
            link_changes: Vec::new(),
            jobs: vec![TimelineJob {
                failed: false,
                again: false,
                id: 7,
                home: 1,
                nodes: 10,
                drawn: 0,
                request: None,
                arrival_s: 0.0,
                start_s: 1.0,
                end_s: 8.0,
                ended: true,
                penalty: 1.2,
                pieces: vec![piece(0), piece(1)],
                demands: Vec::new(),
            }],
            names: JobNames::default(),
            users: [(7, LogId::Number(3))].into_iter().collect(),
            samples: vec![sample(0.0, 1, 0.0), sample(1.0, 1, 0.4), sample(2.0, 3, 0.4)],
            marks: Vec::new(),
            legend: Legend::default(),
            overview: None,
        };
        let (chart, strips) = charts(timeline, &platform);
        assert_eq!(chart.clusters[1].name, "Cluster 2");
        assert_eq!(chart.clusters[1].speed, Some(1.5));
        assert!(chart.jobs[0].co_allocated);
        let names: Vec<&str> = strips.strips.iter().map(|strip| strip.name.as_str()).collect();
        assert_eq!(
            names,
            ["Load of cluster 1's link", "Jobs waiting", "Nodes in use"],
            "a link that was never loaded has no strip"
        );
        assert_eq!(strips.strips[0].steps.times_s, [0.0, 1.0]);
        assert_eq!(strips.strips[1].steps.values, [1.0, 3.0]);
        assert_eq!(strips.strips[2].steps.values, [0.75]);
    }

    #[test]
    fn requests_and_marks_have_the_words_of_their_model() {
        let scenario = Scenario::from_json(
            r#"{"platform": {"clusters": [{"count": 6, "nodes": 30}]},
                "workload": {"model": "metacomputer", "jobs": 100}, "network": {"model": "wan"},
                "schedulers": [{"policy": "meta-asp", "control": "limited"}], "experiment": {"sweep": []}}"#,
        );
        let plan = Plan::new(&scenario.unwrap()).unwrap();
        let task = &plan.tasks()[0];
        let window = Window { from_s: 1000.0, jobs: 60, overview: true };
        let recorder = Recorder::new(&task.platform().unwrap(), window);
        let mut runner = Runner::new(task, None, recorder).unwrap();
        while runner.advance(10).unwrap() == Progress::Running {}
        let recorded = runner.finish().1.unwrap().finish();
        let (chart, _) = charts(recorded, &task.scenario.platform);
        for kind in ["local request to Cluster ", "meta request, synchronous", "meta request, asynchronous"] {
            let is = |job: &GanttJob| job.lines(&chart)[1].starts_with(kind);
            assert!(chart.jobs.iter().any(is), "{kind}");
        }
        let words = chart.summary();
        assert!(words.contains(" of them local requests, "), "{words}");
        assert!(words.contains(" meta requests on several clusters, "), "{words}");
        let mark = &chart.marks[1].words;
        let begin = "what the meta-scheduler saw in the round at ";
        assert!(mark.starts_with(begin) && mark.contains(", before it planned "), "{mark}");
        let legend = &chart.legend;
        assert_eq!(
            [&legend.mark, &legend.mark_in_full, &legend.staircase],
            ["round", "a round of the meta-scheduler", "surface"]
        );
    }

    /// Story of a job slowed by links in the teaching case.
    fn slowed() -> Story {
        let scenario = presets::scenario(presets::find("teaching-two-clusters").unwrap()).unwrap();
        let scenario = scenario.with("workload.bsbw_mbps", &1500.into()).unwrap();
        let plan = Plan::new(&scenario).unwrap();
        let first_fit = &plan.tasks()[plan.task_of(0, 2, 0).unwrap()];
        story::tell(first_fit, None, 7, 100, |_| ()).unwrap()
    }

    #[test]
    fn the_delay_is_what_the_end_lies_behind_that_of_a_job_alone() {
        let story = slowed();
        let start = story.start.as_ref().unwrap();
        let strips = slide_strips("Job 7", &slides(&story));
        let [delay, share] = &strips[..] else { panic!("{strips:?}") };
        assert_eq!(delay.name, "Job 7: predicted delay");
        assert_eq!(delay.steps.times_s[0], start.time_s);
        let last = story.until_s - 1e-6;
        assert!((delay.steps.at(last).unwrap() - story.network_s().unwrap()).abs() < 1e-9);
        assert_eq!(delay.steps.at(story.until_s), None, "no delay after its end");
        assert!(share.steps.at(last).unwrap() < 1.0);
        assert_eq!(slide_strips("Job 7", &[]), []);
    }

    #[test]
    fn what_is_left_out_is_a_gap() {
        let mut story = slowed();
        let start_s = story.start.as_ref().unwrap().time_s;
        story.slides = Abridged::new(1);
        for after in [1.0, 2.0, 3.0] {
            story.slides.push(Slide {
                time_s: start_s + after,
                granted: 0.5,
                end_s: story.until_s,
                later_s: 0.0,
                link: Some(FullLink { link: 0, name: "cluster 1's link".into(), saturation: 2.0 }),
            });
        }
        let share = &slide_strips("Job 7", &slides(&story))[1].steps;
        let at = |after: f64| share.at(start_s + after);
        assert_eq!([at(0.5), at(1.5), at(3.5)], [Some(1.0), None, Some(0.5)]);
    }
}
