//! A recorded window of a run as a Gantt chart with its strips.

use crate::chart::gantt_chart::gantt::{GanttChart, GanttCluster, GanttJob, GanttPiece};
use crate::chart::gantt_chart::strips::{Steps, Strip, StripChart, StripKind};
use crate::metrics::link_groups::link_groups;
use crate::metrics::timeline::{Sample, Timeline, TimelineJob};
use crate::scenario::Platform;
use crate::scenario::build;
use crate::scheduler::facts::Legend;

/// The chart and the strips below it.
pub fn charts(timeline: Timeline, platform: &Platform) -> (GanttChart, StripChart) {
    let clusters: Vec<GanttCluster> = (timeline.nodes.iter().enumerate())
        .map(|(index, &nodes)| GanttCluster {
            name: format!("Cluster {}", index + 1),
            nodes,
            speed: timeline.speeds.get(index).copied(),
        })
        .collect();
    let total: u64 = clusters.iter().map(|cluster| u64::from(cluster.nodes)).sum();
    let strips = strips(&timeline.samples, platform, total as f64);
    let chart = GanttChart {
        title: String::new(),
        clusters,
        jobs: (timeline.jobs.into_iter()).map(|own| job(own, &timeline.legend)).collect(),
        start_s: timeline.span_s[0],
        end_s: timeline.span_s[1],
        marks: timeline.marks,
        whole: timeline.overview,
        legend: timeline.legend,
        ..GanttChart::default()
    };
    (chart, StripChart { strips, faded: false })
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
        co_allocated: job.pieces.len() > 1,
        pieces: job
            .pieces
            .into_iter()
            .map(|piece| GanttPiece { cluster: piece.cluster as usize, rows: piece.nodes })
            .collect(),
        penalty: job.penalty,
        request: job.request.and_then(kind).cloned(),
        pale: false,
    }
}

fn strips(samples: &[Sample], platform: &Platform, nodes: f64) -> Vec<Strip> {
    let strip = |name: String, kind, value: &dyn Fn(&Sample) -> f64| Strip::new(name, kind, steps(samples, value));
    let groups = link_groups(&build::platform::of(platform));
    let mut strips: Vec<Strip> = groups
        .iter()
        .enumerate()
        .map(|(index, group)| {
            strip(format!("Load of {}", group.name), StripKind::Load, &move |sample| {
                sample.saturation.get(index).copied().unwrap_or(0.0)
            })
        })
        // Of links that were never loaded there is nothing to see.
        .filter(|strip: &Strip| strip.steps.values.iter().any(|&load| load > 0.0))
        .collect();
    strips.push(strip("Jobs waiting".into(), StripKind::Count, &|sample| sample.waiting as f64));
    strips.push(strip("Nodes in use".into(), StripKind::Share, &|sample| sample.busy as f64 / nodes.max(1.0)));
    strips
}

/// Only the samples at which the value changes.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::gantt_chart::gantt::summary;
    use crate::engine::Progress;
    use crate::experiment::{Plan, Runner};
    use crate::metrics::timeline::{Recorder, Rows, Window};
    use crate::scenario::ClusterGroup;
    use crate::scenario::Scenario;

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
            jobs: vec![TimelineJob {
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
            }],
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
            let is = |job: &GanttJob| job.lines(&chart.clusters)[1].starts_with(kind);
            assert!(chart.jobs.iter().any(is), "{kind}");
        }
        let words = summary(&chart);
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
}
