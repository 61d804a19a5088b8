//! Gantt charts of runs, drawn by `metasched figure`.

use crate::base::problem::Problem;
use crate::chart::curve::results;
use crate::chart::gantt_chart::colouring::Colouring;
use crate::chart::gantt_chart::draw::GanttCursor;
use crate::chart::gantt_chart::layout::GanttRange;
use crate::chart::gantt_chart::recorded;
use crate::chart::gantt_chart::strips::StripChart;
use crate::chart::gantt_chart::timeline::Timeline;
use crate::chart::machine::Machine;
use crate::chart::machine::figure::Machines;
use crate::cli::execute::progress::Progress;
use crate::cli::execute::{Execution, advance};
use crate::cli::input::whole::whole;
use crate::cli::output::perfetto::Recorded;
use crate::cli::session::Failure;
use crate::experiment::{Plan, Runner, Task, log_jobs, story};
use crate::logs::Log;
use crate::metrics::timeline::{self, Recorder, TimelineJob, Window};
use clap::Args;
use std::sync::Arc;

/// Names of the kinds of figures of runs: `KIND` is the chart of one run, `BOTH` the charts of two runs, `MACHINE` the machine of one or two runs.
pub const KIND: &str = "gantt";
pub const BOTH: &str = "compare";
pub const MACHINE: &str = "machine";
/// All of them.
pub const KINDS: [&str; 3] = [KIND, BOTH, MACHINE];

/// Events between two checks of the run.
const STRETCH: u64 = 1000;

/// Number of jobs in the shown window of time. If the marked job does not arrive and start within this window, windows
/// with `MORE_JOBS` jobs are tried.
const JOBS: u32 = 100;
const MORE_JOBS: [u32; 3] = [400, 1600, 6400];

/// The part of the run that is shown.
#[derive(Args, Clone, Copy, Debug)]
pub struct Part {
    /// With --kind gantt, compare and machine: begin of the part in seconds; default: the begin of the run.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    from: Option<f64>,

    /// With --kind gantt, compare and machine: number of jobs; default: 100 (machine: 400), or enough to show the job that a link marks.
    #[arg(long, value_name = "COUNT", value_parser = whole(1..=10_000))]
    jobs: Option<u32>,
}

impl Part {
    /// The name of the first of these options that is given.
    pub fn given(&self) -> Option<&'static str> {
        let from = self.from.map(|_| "--from");
        from.or(self.jobs.map(|_| "--jobs"))
    }
}

/// One run of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlannedRun {
    /// Index of the point.
    pub point: usize,
    /// Index of the scheduler.
    pub scheduler: usize,
    /// The replication, from 0.
    pub replication: u32,
}

impl PlannedRun {
    /// The name of the run: "B3 at BSBW 300 Mbps, replication 2". The point is left out if the plan has only one point;
    /// the replication is left out if it is the first.
    pub fn words(&self, plan: &Plan) -> String {
        let mut words = results::label_of(plan, self.scheduler);
        let point = plan.points().get(self.point);
        let point = point.map(|own| results::words(plan.scenario(), &own.parameters));
        if let Some(point) = point.filter(|own| !own.is_empty()) {
            words.push_str(&format!(" at {point}"));
        }
        if self.replication > 0 {
            words.push_str(&format!(", replication {}", self.replication + 1));
        }
        words
    }
}

/// The runs to draw on a common time axis, with the window of time that the link shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Runs {
    /// One run, or two runs to compare.
    pub runs: Vec<PlannedRun>,
    /// Begin of the window \[s\].
    pub from_s: Option<f64>,
    /// Number of jobs in the window.
    pub jobs: Option<u32>,
    /// The marked job, whose arrival and start should be visible.
    pub job: Option<u64>,
    /// The job whose story is open. Below a single chart, strips show how the predicted end of the job moved.
    pub story: Option<u64>,
    /// What the colours say.
    pub colouring: Colouring,
    /// True for machines instead of Gantt charts.
    pub as_machines: bool,
    /// Moment of the machines \[s\]; `None` for the middle of the window.
    pub at_s: Option<f64>,
}

impl Runs {
    /// Simulates the runs and draws one chart per run.
    ///
    /// # Errors
    /// If a run cannot be simulated, or no job runs in the shown part of the runs.
    pub fn charts(&self, execution: Execution<'_>, part: Part, plan: &Plan) -> Result<Vec<Timeline>, Failure> {
        let (tasks, recordings) = self.simulated(execution, part, plan)?;
        let end_s = end_s(&recordings);
        let alone = recordings.len() == 1;
        let charts = recordings.into_iter().zip(&tasks).map(|(own, task)| {
            let (mut gantt, strips) = recorded::charts(own.timeline, &task.scenario.platform);
            gantt.end_s = end_s;
            gantt.colouring = self.colouring;
            let place = gantt.jobs.iter().position(|own| Some(own.id) == self.job);
            Timeline {
                view: GanttRange::fit(&gantt),
                gantt,
                strips: match alone {
                    true => self.with_story(task, execution.log, strips),
                    false => StripChart::default(),
                },
                cursor: GanttCursor { selected: place, ..GanttCursor::default() },
            }
        });
        Ok(charts.collect())
    }

    /// Simulates the runs and draws their machines at one moment.
    ///
    /// # Errors
    /// If a run cannot be simulated, or no job runs in the shown part of the runs.
    pub fn machines(&self, execution: Execution<'_>, part: Part, plan: &Plan) -> Result<Machines, Failure> {
        let (tasks, recordings) = self.simulated(execution, part, plan)?;
        let end_s = end_s(&recordings);
        let begin_s = recordings.first().map_or(0.0, |own| own.timeline.span_s[0]);
        let machines = recordings.iter().zip(&tasks);
        let machines = machines.map(|(own, task)| Machine::new(String::new(), &own.timeline, &task.scenario.platform));
        let time_s = self.at_s.unwrap_or(begin_s + (end_s - begin_s) / 2.0).min(end_s).max(begin_s);
        Ok(Machines { machines: machines.collect(), time_s, marked: self.job })
    }

    /// Simulates the runs and records them for a trace, without titles.
    ///
    /// # Errors
    /// If a run cannot be simulated, or no job runs in the shown part of the runs.
    pub fn traced(&self, execution: Execution<'_>, part: Part, plan: &Plan) -> Result<Vec<Recorded>, Failure> {
        let (tasks, recordings) = self.simulated(execution, part, plan)?;
        let end_s = end_s(&recordings);
        let runs = recordings.into_iter().zip(&tasks).map(|(own, task)| Recorded {
            title: String::new(),
            timeline: own.timeline,
            platform: task.scenario.platform.clone(),
            end_s,
        });
        Ok(runs.collect())
    }

    /// Simulates and records the runs.
    fn simulated(
        &self,
        execution: Execution<'_>,
        part: Part,
        plan: &Plan,
    ) -> Result<(Vec<Task>, Vec<Recording>), Failure> {
        let tasks = self.runs.iter().map(|own| {
            let index = plan.task_of(own.point, own.scheduler, own.replication);
            let task = index.and_then(|index| plan.tasks().get(index));
            task.map(Task::watched).ok_or_else(|| Problem::new("schedulers", "is empty", "one or more", ""))
        });
        let tasks = tasks.collect::<Result<Vec<Task>, Problem>>()?;
        let recordings = self.recordings(execution, part, &tasks)?;
        if recordings.iter().all(|own| own.timeline.jobs.is_empty()) {
            let (place, from_s) = match (part.from, self.from_s) {
                (None, Some(from_s)) if self.as_machines => ("machine.from_s in the view of the link", from_s),
                (None, Some(from_s)) => ("gantt.from_s in the view of the link", from_s),
                (from_s, _) => ("--from", from_s.unwrap_or(0.0)),
            };
            let wrong = format!("is {from_s}, and no job runs then or later");
            let remedy = "Leave it out for the beginning";
            return Err(Problem::new(place, wrong, "an earlier time", remedy).into());
        }
        let has_all = |job: &u64| recordings.iter().all(|own| own.job(*job).is_some());
        if let Some(job) = self.job.filter(|job| !has_all(job)) {
            execution.messages.warning(&format!(
                "the link marks job {job}, which is not in this part of the run: --from and --jobs show another"
            ));
        }
        Ok((tasks, recordings))
    }

    /// The chart with the strips of the story before the strips of the run, as on the page.
    fn with_story(&self, task: &Task, log: Option<&Arc<Log>>, mut chart: StripChart) -> StripChart {
        let story = |job| story::tell(task, log, job, STRETCH, |_| ()).ok();
        if let Some(story) = self.story.and_then(story) {
            let of_story = recorded::slide_strips(&story.names.title(story.job), &recorded::slides(&story));
            chart.strips.splice(..0, of_story);
        }
        chart
    }

    /// Records a window of each run: the requested window, or a different window if the marked job is outside the
    /// requested one.
    fn recordings(&self, execution: Execution<'_>, part: Part, tasks: &[Task]) -> Result<Vec<Recording>, Failure> {
        let record = |from_s, jobs| -> Result<Vec<Recording>, Failure> {
            let window = Window { from_s, jobs: jobs as usize, overview: false };
            tasks.iter().map(|task| recorded(execution, task, window)).collect()
        };
        let from_s = part.from.or(self.from_s).unwrap_or(0.0);
        let jobs = part.jobs.or(self.jobs).unwrap_or(JOBS);
        let asked = record(from_s, jobs)?;
        let job = match self.job {
            Some(job) if part.from.is_none() && !shows(&asked, from_s, job) => job,
            _ => return Ok(asked),
        };
        let story = |task| story::tell(task, execution.log, job, STRETCH, |_| ());
        let Ok(stories) = tasks.iter().map(story).collect::<Result<Vec<_>, Problem>>() else {
            return Ok(asked);
        };
        let arrival_s = stories.first().map_or(0.0, |own| own.arrival_s).floor();
        let more = MORE_JOBS.into_iter().filter(|_| part.jobs.is_none());
        for jobs in std::iter::once(jobs).chain(more) {
            let recordings = record(arrival_s, jobs)?;
            if shows(&recordings, arrival_s, job) {
                return Ok(recordings);
            }
        }
        // Even the largest window does not contain both the arrival and the start of the job, so the window begins at
        // the job's start.
        let starts = stories.iter().filter_map(|own| own.start.as_ref());
        let start_s = starts.map(|own| own.time_s).fold(f64::INFINITY, f64::min);
        match start_s.is_finite() {
            true => record(start_s.floor(), jobs),
            false => Ok(asked),
        }
    }
}

/// A window of a run.
struct Recording {
    timeline: timeline::Timeline,
    /// True if the run ended before the end of the window.
    whole: bool,
}

impl Recording {
    fn job(&self, number: u64) -> Option<&TimelineJob> {
        self.timeline.jobs.iter().find(|own| own.id == number)
    }
}

fn recorded(execution: Execution<'_>, task: &Task, window: Window) -> Result<Recording, Failure> {
    let Execution { messages, resources, log, .. } = execution;
    let log_jobs = log.map_or(0, |log| log.records().len() as u64);
    let progress = Progress::new(messages, task.jobs(log_jobs).saturating_mul(task.passes()));
    let recorder = Recorder::new(&task.platform()?, window);
    let mut runner = resources.waiting.of(Runner::new(task, log.cloned(), recorder)?);
    let closed = |runner: &Runner<Recorder>| runner.observer().is_some_and(Recorder::closed);
    advance(&mut runner, STRETCH, &progress, closed)?;
    let whole = !closed(&runner);
    let recorder = runner.finish().1;
    let mut timeline = recorder.map(Recorder::finish).unwrap_or_default();
    log_jobs::name_timeline(&mut timeline, task, log)?;
    Ok(Recording { timeline, whole })
}

/// The time up to which all recordings are complete \[s\].
fn end_s(recordings: &[Recording]) -> f64 {
    let each = recordings.iter();
    timeline::common_end_s(each.map(|own| (&own.timeline, own.whole)))
}

/// True if the job arrives and starts within the recorded windows of all runs. The windows begin at `from_s` \[s\].
fn shows(recordings: &[Recording], from_s: f64, job: u64) -> bool {
    let end_s = end_s(recordings);
    recordings.iter().all(|own| {
        let job = own.job(job);
        job.is_some_and(|job| job.arrival_s >= from_s && job.start_s < end_s)
    })
}

fn seconds(text: &str) -> Result<f64, &'static str> {
    let number = text.parse().ok();
    let number = number.filter(|own: &f64| own.is_finite() && *own >= 0.0);
    number.ok_or("a time is a number of seconds, 0 or more")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::execute::Resources;
    use crate::cli::session::Messages;
    use crate::scenario::Scenario;

    /// 1200 jobs on four overloaded clusters: the last jobs wait for a long time.
    fn plan() -> Plan {
        let scenario = Scenario::from_json(
            r#"{"workload": {"jobs_per_cluster": 300, "load": 1.5}, "schedulers": ["no-share", "first-fit"], "experiment": {"sweep": []}}"#,
        );
        Plan::new(&scenario.unwrap()).unwrap()
    }

    fn runs(schedulers: &[usize], from_s: Option<f64>, job: u64) -> Runs {
        let run = |&scheduler| PlannedRun { point: 0, scheduler, replication: 0 };
        Runs {
            runs: schedulers.iter().map(run).collect(),
            from_s,
            jobs: None,
            job: Some(job),
            story: None,
            ..Runs::default()
        }
    }

    fn execution() -> Execution<'static> {
        Execution::new(Messages::default(), Resources::default(), None, None)
    }

    const LEFT_OUT: Part = Part { from: None, jobs: None };

    #[test]
    fn the_job_of_a_link_arrives_and_starts_in_the_window() {
        let plan = plan();
        for (schedulers, from_s, job) in [
            (&[1][..], None, 3),
            (&[1], None, 700),
            (&[1], Some(1e4), 3),
            (&[0], None, 1100),
            (&[0, 1], None, 400),
            (&[0, 1], None, 5),
        ] {
            let runs = runs(schedulers, from_s, job);
            let charts = runs.charts(execution(), LEFT_OUT, &plan).unwrap();
            assert_eq!(charts.len(), schedulers.len());
            for chart in &charts {
                let mut jobs = chart.gantt.jobs.iter();
                let own = jobs.find(|own| own.id == job).unwrap();
                let (begin_s, end_s) = chart.gantt.window();
                assert!(begin_s <= own.arrival_s && own.start_s < end_s, "{job}");
                let marked = chart.cursor.selected.map(|at| chart.gantt.jobs[at].id);
                assert_eq!(marked, Some(job));
                assert_eq!(chart.view, charts[0].view, "one time axis");
            }
        }
    }

    #[test]
    fn the_strips_of_a_story_stand_above_those_of_the_run() {
        let plan = plan();
        let strips = |schedulers: &[usize], story| {
            let runs = Runs { story, ..runs(schedulers, None, 3) };
            let charts = runs.charts(execution(), LEFT_OUT, &plan).unwrap();
            let strips = charts.into_iter().flat_map(|own| own.strips.strips);
            strips.map(|own| own.name).collect::<Vec<String>>()
        };
        let alone = strips(&[1], None);
        let shared = (0..100).find(|job| strips(&[1], Some(*job)).len() > alone.len());
        let job = shared.unwrap();
        let first = [format!("Job {job}: predicted delay"), format!("Job {job}: share of its bandwidth")];
        assert_eq!(strips(&[1], Some(job)), [&first[..], &alone].concat());
        assert_eq!(strips(&[1], Some(1 << 50)), alone, "no such job");
        assert_eq!(strips(&[0, 1], Some(job)).len(), 0, "two runs have none");
    }

    /// If the window that the link or the command line requests contains the job, this window is shown.
    #[test]
    fn the_window_that_was_asked_for_stays_where_it_can() {
        let plan = plan();
        let window = |part: Part, from_s, job| {
            let charts = runs(&[1], from_s, job).charts(execution(), part, &plan);
            let chart = charts.unwrap().remove(0).gantt;
            (chart.start_s, chart.jobs.len())
        };
        assert_eq!(window(LEFT_OUT, None, 20).0, 0.0);
        let few = Part { jobs: Some(30), ..LEFT_OUT };
        let (from_s, jobs) = window(few, None, 700);
        assert!(from_s > 0.0 && jobs < 100, "{from_s} {jobs}");
        let later = Part { from: Some(9000.0), ..LEFT_OUT };
        assert_eq!(window(later, Some(50.0), 3).0, 9000.0);
        // A job that does not exist does not change the window.
        assert_eq!(window(LEFT_OUT, Some(50.0), 1 << 50).0, 50.0);
    }

    #[test]
    fn a_run_is_named_as_far_as_there_is_a_choice() {
        let scenario = Scenario::from_json(
            r#"{"schedulers": ["first-fit"], "experiment": {"replications": 2, "sweep": [{"parameter": "workload.bsbw_mbps", "values": [100, 300]}]}}"#,
        );
        let swept = Plan::new(&scenario.unwrap()).unwrap();
        let words = |plan: &Plan, point, replication| {
            let run = PlannedRun { point, scheduler: 0, replication };
            run.words(plan)
        };
        assert_eq!(words(&swept, 1, 1), "First-fit at BSBW 300 Mbps, replication 2");
        assert_eq!(words(&plan(), 0, 0), "No share");
    }
}
