//! How an experiment is looked at: what a link holds beside its scenario, and presets may bring. The page shows it, the command line draws it.
//!
//! What shall be found again has a field here and a line in `Look::fields`, which says its name in links and what is allowed. The tab that knows
//! it writes it in its `look` and takes it over in its `look_as`. In links all names are for ever.

use crate::base::number;
use crate::base::problem::Problem;
use crate::chart::figure::Over;
use crate::chart::figures_over;
use crate::experiment::{Plan, measure};
use crate::models::{Policy, RunsOn, standard};
use crate::paper::Preset;
use crate::parameter::json::{quoted, shortened};
use crate::scenario::Scenario;
use serde_json::{Map, Value};

/// The tabs from left to right.
pub const TABS: [&str; 6] = ["curves", "surface", "gantt", "compare", "table", "paper"];

/// All that is chosen. What is left out is as usual; places are counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Look {
    /// The tab.
    pub tab: Option<&'static str>,
    /// The figure over one parameter.
    pub curves: CurvesLook,
    /// The figure over two.
    pub surface: SurfaceLook,
    /// One run.
    pub gantt: GanttLook,
    /// Two runs on the same jobs.
    pub compare: CompareLook,
    /// `light` or `dark`, if the sender wants that.
    pub theme: Option<&'static str>,
}

/// What is chosen among the figures over one parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CurvesLook {
    /// The name of the kind.
    pub figure: Option<&'static str>,
    /// The name of the measure.
    pub measure: Option<&'static str>,
    /// The sweep along the x axis.
    pub x: Option<u64>,
    /// The value at which the other sweep is held.
    pub at: Option<u64>,
    /// The scheduler with which the others are compared, in curves and table.
    pub baseline: Option<u64>,
    /// How they are compared.
    pub by: Option<&'static str>,
    /// The axis of the measure.
    pub scale: Option<&'static str>,
}

/// The axes there are; the first as usual.
pub const SCALES: [&str; 2] = ["linear", "log"];

/// By how they can be compared; the first as usual.
pub const COMPARED_BY: [&str; 2] = ["difference", "ratio"];

/// What is chosen among the figures over two parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SurfaceLook {
    /// The name of the kind.
    pub figure: Option<&'static str>,
    /// The name of the measure.
    pub measure: Option<&'static str>,
    /// The scheduler.
    pub scheduler: Option<u64>,
}

/// Which run is shown, which window of it, and which job.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GanttLook {
    /// The scheduler.
    pub scheduler: Option<u64>,
    /// The point of the sweeps.
    pub point: Option<u64>,
    /// The replication.
    pub replication: Option<u64>,
    /// The beginning of the window \[s\].
    pub from_s: Option<f64>,
    /// Jobs of the window.
    pub jobs: Option<u64>,
    /// The job that is marked, if it is not the one whose story is shown.
    pub job: Option<u64>,
    /// The job whose story is shown.
    pub story: Option<u64>,
}

/// Which two runs are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CompareLook {
    /// The one scheduler.
    pub first: Option<u64>,
    /// The other.
    pub second: Option<u64>,
    /// The point of the sweeps.
    pub point: Option<u64>,
    /// The replication.
    pub replication: Option<u64>,
    /// The job whose stories are shown.
    pub job: Option<u64>,
    /// The beginning of the time that is seen \[s\].
    pub from_s: Option<f64>,
    /// Its end \[s\].
    pub to_s: Option<f64>,
}

/// A field and what it may be.
enum Field<'f> {
    /// One of these.
    Name(&'f mut Option<&'static str>, &'f [&'static str]),
    /// A number below this one.
    Place(&'f mut Option<u64>, u64),
    /// A time from 0 up \[s\].
    Time(&'f mut Option<f64>),
}

/// Most jobs of a window: with more of them a run is seen by its overview alone.
pub const MOST_SHOWN: u64 = 200_000;

/// Jobs of a run and more: whole numbers up to here are exact in JSON everywhere.
const JOBS: u64 = 1 << 53;

impl Look {
    /// How a preset is to be looked at.
    pub fn of_preset(preset: &Preset) -> Look {
        let own = measure::find(&preset.measure).key;
        Look {
            tab: TABS.into_iter().find(|name| *name == preset.tab),
            curves: CurvesLook {
                measure: Some(own).filter(|own| *own != measure::first().key),
                ..CurvesLook::default()
            },
            ..Look::default()
        }
    }

    /// All fields: their names in links and what they may be under a scenario.
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
        let (points, own) = (experiment.point_count(), &mut self.compare);
        hear("compare.first", Place(&mut own.first, schedulers));
        hear("compare.second", Place(&mut own.second, schedulers));
        hear("compare.point", Place(&mut own.point, points));
        hear("compare.replication", Place(&mut own.replication, replications));
        hear("compare.job", Place(&mut own.job, JOBS));
        hear("compare.from_s", Time(&mut own.from_s));
        hear("compare.to_s", Time(&mut own.to_s));
        hear("theme", Name(&mut self.theme, &["light", "dark"]));
    }

    /// What a link holds of it: what is not as usual and the scenario has.
    pub fn value(&self, scenario: &Scenario) -> Value {
        let mut map = Map::new();
        let mut own = *self;
        own.fields(scenario, &mut |name, field| {
            let value = match field {
                Field::Name(own, names) => own.filter(|own| names.contains(own)).map(Value::from),
                Field::Place(own, count) => own.filter(|own| *own < count).map(Value::from),
                Field::Time(own) => own.map(Value::from),
            };
            map.extend(value.map(|value| (name.to_owned(), value)));
        });
        Value::Object(map)
    }

    /// What a link says, and what of that cannot be followed: the rest is.
    pub fn read(value: &Value, scenario: &Scenario) -> (Look, Vec<Problem>) {
        let (mut look, mut problems) = (Look::default(), Vec::new());
        let mut problem = |place: &str, wrong: String, allowed: String| {
            let place = format!("{place} of the link");
            problems.push(Problem::new(place, wrong, allowed, ""));
        };
        let Value::Object(map) = value else {
            problem("the view", format!("is {}", quoted(value)), "an object".into());
            return (look, problems);
        };
        let mut left = map.clone();
        look.fields(scenario, &mut |name, field| {
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
        let CompareLook { from_s, to_s, .. } = &mut look.compare;
        if let Some(end_s) = to_s.take_if(|to_s| *to_s <= from_s.unwrap_or(0.0)) {
            let allowed = "a time after compare.from_s".to_owned();
            problem("compare.to_s in the view", format!("is {end_s}"), allowed);
        }
        if let Some(name) = left.keys().next() {
            let wrong = format!("has `{}`, which this version does not know", shortened(name, 40));
            problem("the view", wrong, String::new());
        }
        (look, problems)
    }
}

impl CompareLook {
    /// The time that is seen, from its beginning to its end; none if that is as usual \[s\].
    pub fn range_s(&self) -> Option<[f64; 2]> {
        Some([self.from_s.unwrap_or(0.0), self.to_s?])
    }

    /// The two schedulers; none where there is only one.
    pub fn schedulers(&self, plan: &Plan) -> Option<[usize; 2]> {
        let sides = [self.first, self.second].into_iter().enumerate();
        sides.fold(usual_pair(plan), |both, (side, chosen)| match chosen {
            Some(scheduler) => Some(with_side(both?, side, scheduler as usize)),
            None => both,
        })
    }
}

/// The point whose runs are shown unless another is chosen: where co-allocation still pays in most sweeps.
pub fn usual_point(plan: &Plan) -> usize {
    plan.points().len() / 3
}

/// The scheduler whose run is shown unless another is chosen: the first of those compared by default that loads links, if the scenario
/// has one.
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

/// The two schedulers that are compared unless others are chosen: the last two.
pub fn usual_pair(plan: &Plan) -> Option<[usize; 2]> {
    let count = plan.scenario().schedulers.len();
    (count > 1).then(|| [count - 2, count - 1])
}

/// Two schedulers of which one is another now; the other makes way if it is the same.
pub fn with_side(mut both: [usize; 2], side: usize, scheduler: usize) -> [usize; 2] {
    if both[1 - side] == scheduler {
        both.swap(0, 1);
    }
    both[side] = scheduler;
    both
}

#[cfg(test)]
mod tests;
