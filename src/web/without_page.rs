//! Answers of workers to programs that use them without the page: checks, links and figures of scenarios. The package of `js/` sends these orders.

use crate::ENGINE_VERSION;
use crate::base::problem::{Problem, Problems};
use crate::chart::FIGURES;
use crate::chart::curve::results;
use crate::chart::figure::{Baseline, Choice, Scene, svg};
use crate::chart::gantt_chart::draw::GanttCursor;
use crate::chart::gantt_chart::layout::GanttRange;
use crate::chart::gantt_chart::recorded;
use crate::chart::gantt_chart::timeline::Timeline;
use crate::chart::kit::theme::Theme;
use crate::experiment::{Plan, Results, flat_sweeps, measure, offered_loads};
use crate::metrics::timeline::Timeline as Recording;
use crate::scenario::{Scenario, link, presets};
use serde::Deserialize;
use serde_json::{Value, json};

/// Largest and smallest width of a picture \[CSS px\], as on the command line.
const WIDTHS: [u32; 2] = [200, 4000];

/// What a figure shows, as JSON; what is left out has its default.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
pub struct Look {
    /// Name of the kind of figure.
    pub kind: String,
    /// Key of the measure.
    pub measure: Option<String>,
    /// Index of the sweep on the x axis.
    pub x: usize,
    /// Index of the value of the sweep that is not on the x axis.
    pub at: usize,
    /// Index of the scheduler, in figures of one scheduler.
    pub scheduler: usize,
    /// Index of the scheduler that the others are compared with.
    pub baseline: Option<usize>,
    /// True for ratios to the baseline instead of differences.
    pub ratio: bool,
    /// True for a logarithmic axis of the measure.
    pub log: bool,
    /// The heading; `None` for the scenario's title.
    pub title: Option<String>,
    /// True for dark colours.
    pub dark: bool,
    /// Width of the picture \[CSS px\].
    pub width: u32,
}

impl Default for Look {
    fn default() -> Look {
        Look {
            kind: "means".to_owned(),
            measure: None,
            x: 0,
            at: 0,
            scheduler: 0,
            baseline: None,
            ratio: false,
            log: false,
            title: None,
            dark: false,
            width: 960,
        }
    }
}

impl Look {
    /// Reads a look.
    ///
    /// # Errors
    /// If an option is unknown or has a value of another type.
    fn read(look: &str) -> Result<Look, String> {
        let look: Look = serde_json::from_str(look).map_err(|error| format!("the options of the figure: {error}"))?;
        match (WIDTHS[0]..=WIDTHS[1]).contains(&look.width) {
            true => Ok(look),
            false => Err(format!("width is {}. Allowed: {} to {}", look.width, WIDTHS[0], WIDTHS[1])),
        }
    }

    fn theme(&self) -> Theme {
        if self.dark { Theme::dark(1.0) } else { Theme::light(1.0) }
    }

    /// The heading of a figure of this scenario.
    fn heading(&self, scenario: &Scenario) -> String {
        match &self.title {
            Some(title) => title.clone(),
            None => presets::shown_title(scenario).unwrap_or_default().into_owned(),
        }
    }
}

/// The plan of a scenario.
///
/// # Errors
/// All problems of the scenario.
pub fn planned(scenario: &str) -> Result<Plan, String> {
    let checked = Scenario::from_json(scenario).map_err(|problems| problems.to_string())?;
    Plan::new(&checked).map_err(|problem| problem.to_string())
}

/// Facts about a valid scenario, as JSON.
///
/// # Errors
/// All problems of the scenario.
pub fn validated(scenario: &str) -> Result<String, String> {
    let plan = planned(scenario)?;
    let scenario_given: Value = serde_json::from_str(scenario).unwrap_or_default();
    let own = plan.scenario();
    let mut unread = own.unread_as_written(&scenario_given);
    unread.extend(flat_sweeps(own).map_err(|problem| problem.to_string())?);
    let facts = json!({
        "engine_version": ENGINE_VERSION,
        "scenario_digest": own.digest(),
        "offered_load": offered_loads(own),
        "schedulers": own.scheduler_names(),
        "points": plan.points().len(),
        "replications": own.experiment.replications,
        "runs": plan.tasks().len(),
        "not_read": unread.iter().map(ToString::to_string).collect::<Vec<String>>(),
    });
    Ok(facts.to_string())
}

/// The link of a scenario, from `#` on.
///
/// # Errors
/// If the scenario has problems, or the link would be longer than the page opens.
pub fn linked(scenario: &str) -> Result<String, String> {
    let checked = Scenario::from_json(scenario).map_err(|problems: Problems| problems.to_string())?;
    let link = link::encode(&checked);
    match link::length_problem(&link).filter(|_| link.len() > link::MOST_BYTES) {
        Some(problem) => Err(problem.to_string()),
        None => Ok(link),
    }
}

/// The scenario of a link, as JSON.
///
/// # Errors
/// If the link cannot be read.
pub fn opened(link: &str) -> Result<String, String> {
    let opened = link::decode(link).map_err(|problems| problems.to_string())?;
    Ok(opened.scenario.to_json())
}

/// A figure of results as an SVG document.
///
/// # Errors
/// If the scenario has no such figure; the text says which it has.
pub fn figure(plan: &Plan, results: &Results, look: &str) -> Result<String, String> {
    let look = Look::read(look)?;
    let scenario = plan.scenario();
    let offered = || FIGURES.iter().filter(|kind| (kind.offered)(scenario));
    let kind = offered().find(|own| own.name == look.kind).ok_or_else(|| {
        let names = offered().map(|own| own.name).chain(["gantt"]);
        wrong("kind", &look.kind, &names.collect::<Vec<&str>>().join(", "))
    })?;
    let metric = match &look.measure {
        None => measure::first().key,
        Some(key) => measure::of(scenario).map(|own| own.key).find(|own| own == key).ok_or_else(|| {
            let keys: Vec<&str> = measure::of(scenario).map(|own| own.key).collect();
            wrong("measure", key, &keys.join(", "))
        })?,
    };
    let place = |name, place: usize, count: usize| match place < count {
        true => Ok(place),
        false => Err(format!("{name} is {place}. Allowed: 0 to {}", count.saturating_sub(1))),
    };
    let sweeps = &scenario.experiment.sweep;
    let x = place("x", look.x, sweeps.len().max(1))?;
    let other = sweeps.get(1 - x.min(1)).filter(|_| sweeps.len() > 1);
    let schedulers = scenario.schedulers.len();
    let baseline = look.baseline.map(|own| place("baseline", own, schedulers)).transpose()?;
    let choice = Choice {
        metric,
        x,
        fixed: place("at", look.at, other.map_or(1, |own| own.values.len()))?,
        scheduler: place("scheduler", look.scheduler, schedulers)?,
        baseline: baseline.map(|scheduler| Baseline { scheduler, ratio: look.ratio }),
        log: look.log,
        ..Choice::default()
    };
    let heading = look.heading(scenario);
    let scene = Scene { title: &heading, ..Scene::of(plan, results) };
    let mut figure = (kind.build)(&scene, &choice).ok_or_else(|| format!("{} has nothing to show here", kind.name))?;
    svg(&mut *figure, look.width, &look.theme(), "")
}

/// The Gantt chart of a recorded run of the first point, as an SVG document. The view names the scheduler.
///
/// # Errors
/// If the look has an unknown option or scheduler.
pub fn gantt(scenario: &str, recording: Recording, look: &str) -> Result<String, String> {
    let look = Look::read(look)?;
    let plan = planned(scenario)?;
    let (own, run) = (plan.scenario(), results::label_of(&plan, look.scheduler));
    let (mut gantt, strips) = recorded::charts(recording, &own.platform);
    let point = plan.points().first().map(|point| results::words(own, &point.parameters));
    let at = point.filter(|words| !words.is_empty()).map(|words| format!(" at {words}")).unwrap_or_default();
    gantt.title = match (look.title.as_ref(), look.heading(own)) {
        (Some(title), _) => title.clone(),
        (None, heading) if heading.is_empty() => format!("{run}{at}"),
        (None, heading) => format!("{heading}: {run}{at}"),
    };
    let view = GanttRange::fit(&gantt);
    let mut chart = Timeline { gantt, strips, view, cursor: GanttCursor::default() };
    svg(&mut chart, look.width, &look.theme(), "")
}

fn wrong(name: &str, value: &str, allowed: &str) -> String {
    Problem::new(name, format!("is {value:?}"), allowed, "Name one of these").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Progress;
    use crate::experiment::{Runner, Task, TaskResult};
    use crate::metrics::timeline::{Recorder, Window};

    const SMALL: &str = r#"{"title": "A < B", "workload": {"jobs_per_cluster": 40}, "schedulers": ["no-share", "first-fit"],
        "queue": {"order": "fcfs", "max_age_s": 5}, "experiment": {"replications": 2, "sweep": []}}"#;

    fn ran(task: &Task) -> (TaskResult, Recording) {
        let recorder = Recorder::new(&task.platform().unwrap(), Window { from_s: 0.0, jobs: 30, overview: false });
        let mut runner = Runner::new(task, None, recorder).unwrap();
        while runner.advance(1000).unwrap() == Progress::Running {}
        let (result, recorder) = runner.finish();
        (result, recorder.unwrap().finish())
    }

    #[test]
    fn a_scenario_is_described_linked_and_opened_again() {
        let facts: Value = serde_json::from_str(&validated(SMALL).unwrap()).unwrap();
        assert_eq!((&facts["runs"], &facts["points"]), (&json!(4), &json!(1)));
        assert_eq!(facts["not_read"].as_array().map(Vec::len), Some(1), "{facts}");
        assert!(validated(r#"{"platfrom": {}}"#).unwrap_err().contains("platform"));
        let again = opened(&linked(SMALL).unwrap()).unwrap();
        let digest =
            |text: &str| serde_json::from_str::<Value>(&validated(text).unwrap()).unwrap()["scenario_digest"].clone();
        assert_eq!(digest(&again), digest(SMALL));
        assert!(opened("#2.garbage").is_err());
    }

    #[test]
    fn figures_have_their_title_and_refuse_what_is_not_there() {
        let plan = planned(SMALL).unwrap();
        let tasks = plan.tasks().iter();
        let results: Vec<Option<TaskResult>> = tasks.map(|task| Some(ran(task).0)).collect();
        let results = plan.merge(&results);
        let drawn = |look: &str| figure(&plan, &results, look);
        assert!(drawn("{}").unwrap().contains("A &lt; B"));
        for (look, why) in [
            (r#"{"kind": "pie"}"#, "Allowed: means"),
            (r#"{"measure": "joy"}"#, "mean_turnaround_s"),
            (r#"{"baseline": 2}"#, "baseline is 2. Allowed: 0 to 1"),
            (r#"{"at": 1}"#, "at is 1. Allowed: 0 to 0"),
            (r#"{"width": 7}"#, "width is 7. Allowed: 200 to 4000"),
            (r#"{"widht": 700}"#, "widht"),
        ] {
            let said = drawn(look).unwrap_err();
            assert!(said.contains(why), "{look}: {said}");
        }
    }

    #[test]
    fn a_recorded_run_is_a_gantt_chart_with_its_name() {
        let plan = planned(SMALL).unwrap();
        let recording = ran(plan.tasks().last().unwrap()).1;
        let picture = gantt(SMALL, recording, r#"{"scheduler": 1, "dark": true}"#).unwrap();
        assert!(picture.contains("A &lt; B: First-fit") && picture.contains("Cluster 4"), "{picture}");
    }
}
