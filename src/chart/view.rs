//! The view of an experiment: stored in links next to the scenario, and in presets. The page shows it, the command line
//! draws it.
//!
//! Every stored choice has a field here and a line in `View::fields` with its name in links and its allowed values. The
//! responsible tab writes it in its `view` method and reads it in `view_as`. Names in links are never changed.

use crate::base::problem::Problem;
use crate::chart::figure::Over;
use crate::chart::figures_over;
use crate::chart::gantt_chart::colouring;
use crate::experiment::{Plan, measure};
use crate::models::{Policy, RunsOn, standard};
use crate::paper::Preset;
use crate::parameter::json::{quoted, shortened, tidied};
use crate::scenario::Scenario;
use crate::words::number;
use serde_json::{Map, Value};

/// The tabs from left to right.
pub const TABS: [&str; 7] = ["curves", "surface", "gantt", "machine", "compare", "table", "paper"];

/// All choices of a view. `None` is the default; indices start at 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct View {
    /// The tab.
    pub tab: Option<&'static str>,
    /// Choices for figures over one parameter.
    pub curves: CurvesView,
    /// Choices for figures over two parameters.
    pub surface: SurfaceView,
    /// Choices for one run.
    pub gantt: GanttView,
    /// Choices for the machine.
    pub machine: MachineView,
    /// Choices for two runs on the same jobs.
    pub compare: CompareView,
    /// `light` or `dark`, if the sender chose one.
    pub theme: Option<&'static str>,
}

/// Choices for figures over one parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CurvesView {
    /// Name of the kind.
    pub figure: Option<&'static str>,
    /// Name of the measure.
    pub measure: Option<&'static str>,
    /// The sweep along the x axis.
    pub x: Option<u64>,
    /// The fixed value of the other sweep.
    pub at: Option<u64>,
    /// The baseline, in curves and table.
    pub baseline: Option<u64>,
    /// Form of the comparison, one of [`COMPARED_BY`].
    pub by: Option<&'static str>,
    /// Axis of the measure, one of [`SCALES`].
    pub scale: Option<&'static str>,
}

/// Scales of an axis; the first is the default.
pub const SCALES: [&str; 2] = ["linear", "log"];

/// Forms of comparison; the first is the default.
pub const COMPARED_BY: [&str; 2] = ["difference", "ratio"];

/// Choices for figures over two parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SurfaceView {
    /// Name of the kind.
    pub figure: Option<&'static str>,
    /// Name of the measure.
    pub measure: Option<&'static str>,
    /// The scheduler.
    pub scheduler: Option<u64>,
}

/// The shown run, window and job.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GanttView {
    /// The scheduler.
    pub scheduler: Option<u64>,
    /// The point of the sweeps.
    pub point: Option<u64>,
    /// The replication.
    pub replication: Option<u64>,
    /// Begin of the window \[s\].
    pub from_s: Option<f64>,
    /// Number of jobs in the window.
    pub jobs: Option<u64>,
    /// The marked job, if it differs from the job of the story.
    pub job: Option<u64>,
    /// The job whose story is shown.
    pub story: Option<u64>,
    /// What the colours say, one of [`colouring::NAMES`].
    pub colour: Option<&'static str>,
}

/// The runs of the machine, and the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MachineView {
    /// The first scheduler.
    pub first: Option<u64>,
    /// The second scheduler; the first scheduler alone is shown if both are the same.
    pub second: Option<u64>,
    /// The point of the sweeps.
    pub point: Option<u64>,
    /// The replication.
    pub replication: Option<u64>,
    /// Begin of the window \[s\].
    pub from_s: Option<f64>,
    /// Number of jobs in the window.
    pub jobs: Option<u64>,
    /// The shown moment \[s\].
    pub at_s: Option<f64>,
    /// The marked job.
    pub job: Option<u64>,
}

/// The two compared runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CompareView {
    /// The first scheduler.
    pub first: Option<u64>,
    /// The second scheduler.
    pub second: Option<u64>,
    /// The point of the sweeps.
    pub point: Option<u64>,
    /// The replication.
    pub replication: Option<u64>,
    /// The job whose stories are shown.
    pub job: Option<u64>,
    /// Begin of the visible time range \[s\].
    pub from_s: Option<f64>,
    /// End of the visible time range \[s\].
    pub to_s: Option<f64>,
}

/// A field and its allowed values.
enum Field<'f> {
    /// One of these names.
    Name(&'f mut Option<&'static str>, &'f [&'static str]),
    /// A number below this limit.
    Place(&'f mut Option<u64>, u64),
    /// A non-negative time \[s\].
    Time(&'f mut Option<f64>),
}

/// Maximum number of jobs in a window: longer runs are shown by an overview.
pub const MOST_SHOWN: u64 = 200_000;

/// Upper limit of job numbers: larger integers are not exact in JSON everywhere.
const JOBS: u64 = 1 << 53;

impl View {
    /// The view of a preset.
    pub fn of_preset(preset: &Preset) -> View {
        let own = measure::find(&preset.measure).key;
        View {
            tab: TABS.into_iter().find(|name| *name == preset.tab),
            curves: CurvesView {
                measure: Some(own).filter(|own| *own != measure::first().key),
                baseline: preset.baseline,
                ..CurvesView::default()
            },
            ..View::default()
        }
    }

    /// Passes each field to `hear`, with its name in links and its allowed values for a scenario.
    fn fields(&mut self, scenario: &Scenario, hear: &mut dyn FnMut(&'static str, Field)) {
        let measures: Vec<&str> = measure::of(scenario).map(|own| own.key).collect();
        let [one, two] = [Over::One, Over::Two].map(|over| {
            let kinds = figures_over(over, scenario).into_iter();
            kinds.map(|own| own.name).collect::<Vec<&str>>()
        });
        let experiment = &scenario.experiment;
        let values = experiment.sweep.iter().map(|sweep| sweep.values.len());
        let values = values.max().unwrap_or(0) as u64;
        let sweeps = experiment.sweep.len() as u64;
        let schedulers = scenario.schedulers.len() as u64;
        let replications = experiment.replications.into();
        use Field::{Name, Place, Time};
        hear("tab", Name(&mut self.tab, &TABS));
        hear("curves.figure", Name(&mut self.curves.figure, &one));
        hear("curves.measure", Name(&mut self.curves.measure, &measures));
        hear("curves.x", Place(&mut self.curves.x, sweeps));
        hear("curves.at", Place(&mut self.curves.at, values));
        hear("curves.baseline", Place(&mut self.curves.baseline, schedulers));
        hear("curves.by", Name(&mut self.curves.by, &COMPARED_BY));
        hear("curves.scale", Name(&mut self.curves.scale, &SCALES));
        hear("surface.figure", Name(&mut self.surface.figure, &two));
        hear("surface.measure", Name(&mut self.surface.measure, &measures));
        hear("surface.scheduler", Place(&mut self.surface.scheduler, schedulers));
        let gantt = &mut self.gantt;
        hear("gantt.scheduler", Place(&mut gantt.scheduler, schedulers));
        hear("gantt.point", Place(&mut gantt.point, experiment.point_count()));
        hear("gantt.replication", Place(&mut gantt.replication, replications));
        hear("gantt.from_s", Time(&mut gantt.from_s));
        hear("gantt.jobs", Place(&mut gantt.jobs, MOST_SHOWN + 1));
        hear("gantt.job", Place(&mut gantt.job, JOBS));
        hear("gantt.story", Place(&mut gantt.story, JOBS));
        hear("gantt.colour", Name(&mut gantt.colour, &colouring::NAMES));
        let (points, own) = (experiment.point_count(), &mut self.machine);
        hear("machine.first", Place(&mut own.first, schedulers));
        hear("machine.second", Place(&mut own.second, schedulers));
        hear("machine.point", Place(&mut own.point, points));
        hear("machine.replication", Place(&mut own.replication, replications));
        hear("machine.from_s", Time(&mut own.from_s));
        hear("machine.jobs", Place(&mut own.jobs, MOST_SHOWN + 1));
        hear("machine.at_s", Time(&mut own.at_s));
        hear("machine.job", Place(&mut own.job, JOBS));
        let own = &mut self.compare;
        hear("compare.first", Place(&mut own.first, schedulers));
        hear("compare.second", Place(&mut own.second, schedulers));
        hear("compare.point", Place(&mut own.point, points));
        hear("compare.replication", Place(&mut own.replication, replications));
        hear("compare.job", Place(&mut own.job, JOBS));
        hear("compare.from_s", Time(&mut own.from_s));
        hear("compare.to_s", Time(&mut own.to_s));
        hear("theme", Name(&mut self.theme, &["light", "dark"]));
    }

    /// The view as JSON for a link: all values that are not the default and exist in the scenario.
    pub fn value(&self, scenario: &Scenario) -> Value {
        let mut map = Map::new();
        let mut own = *self;
        own.fields(scenario, &mut |name, field| {
            let value = match field {
                Field::Name(own, names) => own.filter(|own| names.contains(own)).map(Value::from),
                Field::Place(own, count) => own.filter(|own| *own < count).map(Value::from),
                Field::Time(own) => own.map(|seconds| tidied(Value::from(seconds))),
            };
            map.extend(value.map(|value| (name.to_owned(), value)));
        });
        Value::Object(map)
    }

    /// Reads the view of a link. Invalid parts are reported; the others are used.
    pub fn read(value: &Value, scenario: &Scenario) -> (View, Vec<Problem>) {
        let (mut view, mut problems) = (View::default(), Vec::new());
        let mut problem = |place: &str, wrong: String, allowed: String| {
            let place = format!("{place} of the link");
            problems.push(Problem::new(place, wrong, allowed, ""));
        };
        let Value::Object(map) = value else {
            problem("the view", format!("is {}", quoted(value)), "an object".into());
            return (view, problems);
        };
        let mut left = map.clone();
        view.fields(scenario, &mut |name, field| {
            let Some(value) = left.shift_remove(name) else {
                return;
            };
            let allowed = match field {
                Field::Name(own, names) => {
                    *own = names.iter().copied().find(|own| value == *own);
                    own.is_none().then(|| names.join(", "))
                }
                Field::Place(own, count) => {
                    *own = value.as_u64().filter(|own| *own < count);
                    own.is_none().then(|| match count.checked_sub(1) {
                        Some(last) => format!("a whole number from 0 to {}", number::count(last)),
                        None => String::new(),
                    })
                }
                Field::Time(own) => {
                    *own = value.as_f64().filter(|own| own.is_finite() && *own >= 0.0);
                    own.is_none().then(|| "a number of seconds from 0 up".to_owned())
                }
            };
            if let Some(allowed) = allowed {
                let wrong = match allowed.is_empty() {
                    true => format!("is {}, and there is none in this scenario", quoted(&value)),
                    false => format!("is {}", quoted(&value)),
                };
                problem(&format!("{name} in the view"), wrong, allowed);
            }
        });
        let CompareView { from_s, to_s, .. } = &mut view.compare;
        if let Some(end_s) = to_s.take_if(|to_s| *to_s <= from_s.unwrap_or(0.0)) {
            let allowed = "a time after compare.from_s".to_owned();
            problem("compare.to_s in the view", format!("is {end_s}"), allowed);
        }
        if let Some(name) = left.keys().next() {
            let wrong = format!("has `{}`, which this version does not know", shortened(name, 40));
            problem("the view", wrong, String::new());
        }
        (view, problems)
    }
}

impl MachineView {
    /// The shown schedulers: one, or two different ones.
    pub fn schedulers(&self, plan: &Plan) -> Vec<usize> {
        let usual = usual_machines(plan).unwrap_or_default();
        let [first, second] = [(self.first, usual[0]), (self.second, usual[1])]
            .map(|(chosen, usual)| chosen.map_or(usual, |own| own as usize));
        if first == second { vec![first] } else { vec![first, second] }
    }
}

impl CompareView {
    /// The visible time range; `None` for the default \[s\].
    pub fn range_s(&self) -> Option<[f64; 2]> {
        Some([self.from_s.unwrap_or(0.0), self.to_s?])
    }

    /// The two schedulers; `None` if there is only one.
    pub fn schedulers(&self, plan: &Plan) -> Option<[usize; 2]> {
        let sides = [self.first, self.second].into_iter().enumerate();
        sides.fold(usual_pair(plan), |both, (side, chosen)| match chosen {
            Some(scheduler) => Some(with_side(both?, side, scheduler as usize)),
            None => both,
        })
    }
}

/// The default point of a shown run: in most sweeps co-allocation still pays off at this point.
pub fn usual_point(plan: &Plan) -> usize {
    usual_index(plan.points().len())
}

/// The default index of a shown value, of `count` values.
pub fn usual_index(count: usize) -> usize {
    count / 3
}

/// The default scheduler of a shown run: the first scheduler of the standard comparison that loads links and is in the
/// scenario; if there is none, the first scheduler of the scenario.
pub fn usual_scheduler(plan: &Plan) -> usize {
    let schedulers = &plan.scenario().schedulers;
    let loads_links = |policy: &Policy| {
        let info = policy.info();
        info.co_allocates && info.network == RunsOn::Scenario
    };
    let mut compared = standard::COMPARED.into_iter().filter(loads_links);
    let place = |policy: Policy| schedulers.iter().position(|own| own.policy == policy);
    compared.find_map(place).unwrap_or(0)
}

/// The default schedulers of the machine: the default of a shown run and the next scheduler of the scenario. Both are the same if there is
/// only one.
pub fn usual_machines(plan: &Plan) -> Option<[usize; 2]> {
    let count = plan.scenario().schedulers.len();
    let first = usual_scheduler(plan);
    (count > 0).then(|| [first, (first + 1) % count])
}

/// The default pair of schedulers for comparisons: the last two in the scenario.
pub fn usual_pair(plan: &Plan) -> Option<[usize; 2]> {
    let count = plan.scenario().schedulers.len();
    (count > 1).then(|| [count - 2, count - 1])
}

/// Puts `scheduler` on one side of a pair. If it is already on the other side, the two schedulers swap sides.
pub fn with_side(mut both: [usize; 2], side: usize, scheduler: usize) -> [usize; 2] {
    if both[1 - side] == scheduler {
        both.swap(0, 1);
    }
    both[side] = scheduler;
    both
}

#[cfg(test)]
mod tests;
