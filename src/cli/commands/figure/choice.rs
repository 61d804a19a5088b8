//! Chooses the figure from the options of the command line. A choice without an option comes from the view of the link;
//! without a link, it has its default.

use super::Drawing;
use super::depths;
use super::gantt::{self, PlannedRun, Runs};
use super::of_job;
use crate::base::problem::Problem;
use crate::chart::figure::{Baseline, Choice, FigureKind, Over};
use crate::chart::gantt_chart::colouring::Colouring;
use crate::chart::plane::surface_data;
use crate::chart::view::{COMPARED_BY, SCALES, TABS, View, usual_point, usual_scheduler};
use crate::chart::{FIGURES, figures_over};
use crate::experiment::{Plan, measure};
use crate::scenario::Scenario;

/// The default kind of figure.
const USUAL: &str = "means";

/// Number of jobs in the window of a machine, as on the page.
const JOBS_OF_MACHINE: u32 = 400;

/// The chosen figure or charts.
#[derive(Clone, Debug)]
pub enum Chosen {
    /// A figure of results.
    Results(&'static FigureKind, Choice),
    /// Gantt charts.
    Runs(Runs),
    /// The decisions of a run by simulation depth.
    Depths(PlannedRun),
    /// A kind of figure of a job of a run; `None` for the first job that the figure can show.
    OfJob(&'static str, PlannedRun, Option<u64>),
}

/// Chooses a figure or charts for a plan, from the options and the view of a link.
///
/// # Errors
/// If the plan lacks something that the options ask for.
pub fn of(said: &Drawing, plan: &Plan, view: Option<&View>) -> Result<Chosen, Problem> {
    let scenario = plan.scenario();
    let name = match (&said.kind, view) {
        (Some(name), _) => name,
        (None, Some(view)) => of_tab(view, scenario)?,
        (None, None) => USUAL,
    };
    let of_runs = gantt::KINDS.contains(&name);
    let of_job = of_job::KINDS.into_iter().find(|kind| *kind == name);
    if said.job.is_some() && of_job.is_none() {
        let wrong = format!("is given, and {name} does not read it");
        return Err(Problem::new(
            "--job",
            wrong,
            format!("with --kind {}", of_job::KINDS.join(" or ")),
            "Leave it out",
        ));
    }
    if of_job.is_some() || name == depths::KIND {
        if let Some(option) = unread(said, true).or_else(|| unread(said, false)) {
            let wrong = format!("is given, and {name} does not read it");
            return Err(Problem::new(option, wrong, "with --kind means, gantt, …", "Leave it out"));
        }
        if let Some(kind) = of_job {
            let runs = runs(gantt::KIND, plan, view)?;
            let run = runs.runs.first().copied().unwrap_or_default();
            return Ok(Chosen::OfJob(kind, run, said.job.or(runs.job)));
        }
        return Ok(Chosen::Depths(PlannedRun::default()));
    }
    if let Some(option) = unread(said, of_runs) {
        let wrong = format!("is given, and {name} does not read it");
        let kinds = match of_runs {
            true => "means, boxes, surface, …".to_owned(),
            false => "gantt, compare or machine".to_owned(),
        };
        let allowed = format!("with --kind {kinds}");
        return Err(Problem::new(option, wrong, allowed, "Leave it out"));
    }
    if of_runs {
        return Ok(Chosen::Runs(runs(name, plan, view)?));
    }
    let kind = offered(scenario).find(|own| own.name == name);
    let kind = kind.ok_or_else(|| {
        let wrong = format!("is {name:?}, of which there is none here");
        Problem::new("--kind", wrong, names(scenario), "Name one of these")
    })?;
    Ok(Chosen::Results(kind, choice(said, kind, plan, view)?))
}

/// The first given option that does not apply to the figure; `None` if all given options apply. The figure shows runs
/// if `of_runs`, otherwise results.
fn unread(said: &Drawing, of_runs: bool) -> Option<&'static str> {
    let of_results = [
        ("--measure", said.measure.is_some()),
        ("--x", said.x.is_some()),
        ("--at", said.at.is_some()),
        ("--baseline", said.baseline.is_some()),
        ("--ratio", said.ratio),
        ("--log", said.log),
    ];
    match of_runs {
        true => of_results.iter().find_map(|&(option, given)| given.then_some(option)),
        false => said.part.given(),
    }
}

/// The kind of figure that the tab of a link shows.
fn of_tab(view: &View, scenario: &Scenario) -> Result<&'static str, Problem> {
    let tab = view.tab.unwrap_or(TABS[0]);
    let of = |over| figures_over(over, scenario).into_iter();
    let first = |over| of(over).find(|own| own.usual).or(of(over).next());
    let kind = match tab {
        "curves" => (view.curves.figure).or_else(|| Some(first(Over::One)?.name)),
        "surface" => (view.surface.figure).or_else(|| Some(of(Over::Two).next()?.name)),
        "gantt" => Some(gantt::KIND),
        "compare" => Some(gantt::BOTH),
        "machine" => Some(gantt::MACHINE),
        _ => None,
    };
    kind.ok_or_else(|| {
        let wrong = match tab {
            "surface" => "opens the tab surface, and its scenario does not sweep two parameters".to_owned(),
            _ => format!("opens the tab {tab}, which is no figure"),
        };
        let remedy = "Name one of these with --kind; `metasched sweep` prints the table";
        Problem::new("the link", wrong, names(scenario), remedy)
    })
}

fn offered(scenario: &Scenario) -> impl Iterator<Item = &'static FigureKind> {
    FIGURES.iter().filter(|kind| (kind.offered)(scenario))
}

/// The names of the kinds of figures that the scenario offers.
fn names(scenario: &Scenario) -> String {
    let names = offered(scenario).map(|kind| kind.name);
    let looks_ahead = scenario.schedulers.first().is_some_and(|own| own.policy.info().by_depth.is_some());
    let names = names.chain(gantt::KINDS).chain(looks_ahead.then_some(depths::KIND)).chain(of_job::KINDS);
    names.collect::<Vec<&str>>().join(", ")
}

/// The runs that the Gantt charts show. Without a link, these are runs at the first point: of the first scheduler, or
/// of the last two schedulers to compare.
fn runs(kind: &str, plan: &Plan, view: Option<&View>) -> Result<Runs, Problem> {
    let place = |at: Option<u64>, usual: usize| at.map_or(usual, |at| at as usize);
    let usual_point = || view.map_or(0, |_| usual_point(plan));
    if kind == gantt::BOTH {
        let own = view.map(|view| view.compare).unwrap_or_default();
        let both = own.schedulers(plan).ok_or_else(|| {
            let wrong = format!("is {:?}, and there is one scheduler", gantt::BOTH);
            Problem::new("--kind", wrong, "two schedulers or more", "Add one")
        })?;
        let run = |scheduler| PlannedRun {
            point: place(own.point, usual_point()),
            scheduler,
            replication: own.replication.unwrap_or(0) as u32,
        };
        return Ok(Runs { runs: both.map(run).to_vec(), job: own.job, ..Runs::default() });
    }
    if kind == gantt::MACHINE {
        let own = view.map(|view| view.machine).unwrap_or_default();
        let run = |scheduler| PlannedRun {
            point: place(own.point, usual_point()),
            scheduler,
            replication: own.replication.unwrap_or(0) as u32,
        };
        return Ok(Runs {
            runs: own.schedulers(plan).into_iter().map(run).collect(),
            from_s: own.from_s,
            jobs: Some(own.jobs.filter(|own| *own > 0).map_or(JOBS_OF_MACHINE, |own| own as u32)),
            job: own.job,
            as_machines: true,
            at_s: own.at_s,
            ..Runs::default()
        });
    }
    let own = view.map(|view| view.gantt).unwrap_or_default();
    let usual_scheduler = || view.map_or(0, |_| usual_scheduler(plan));
    let run = PlannedRun {
        point: place(own.point, usual_point()),
        scheduler: place(own.scheduler, usual_scheduler()),
        replication: own.replication.unwrap_or(0) as u32,
    };
    Ok(Runs {
        runs: vec![run],
        from_s: own.from_s,
        jobs: own.jobs.filter(|own| *own > 0).map(|own| own as u32),
        job: own.job.or(own.story),
        story: own.story,
        colouring: own.colour.and_then(Colouring::find).unwrap_or_default(),
        ..Runs::default()
    })
}

/// Chooses the measure, the sweeps and the baseline in a figure of results.
fn choice(said: &Drawing, kind: &FigureKind, plan: &Plan, view: Option<&View>) -> Result<Choice, Problem> {
    let scenario = plan.scenario();
    let curves = view.map(|view| view.curves).unwrap_or_default();
    let surface = view.map(|view| view.surface).unwrap_or_default();
    let (seen, scheduler) = match (kind.over, view) {
        (Over::One, _) | (_, None) => (curves.measure, 0),
        (Over::Two, Some(_)) => {
            let varied = || surface_data::most_varied(plan);
            let chosen = surface.scheduler.map_or_else(varied, |at| at as usize);
            (surface.measure, chosen)
        }
    };
    let metric = match &said.measure {
        Some(key) => measure_of(scenario, key)?,
        None => {
            let mut shown = kind.measures(scenario);
            let seen = shown.find(|own| Some(own.key) == seen);
            seen.unwrap_or(measure::first()).key
        }
    };
    let place = |at: Option<u64>| at.unwrap_or(0) as usize;
    let sweep = &scenario.experiment.sweep;
    let x = match said.x {
        Some(x) => place_of("--x", x, sweep.len(), "sweeps nothing")?,
        None => place(curves.x).min(sweep.len().saturating_sub(1)),
    };
    let other = sweep.get(1 - x.min(1)).filter(|_| sweep.len() > 1);
    let fixed = match said.at {
        Some(at) => {
            let values = other.map_or(0, |other| other.values.len());
            place_of("--at", at, values, "sweeps no second parameter")?
        }
        None => place(curves.at),
    };
    let schedulers = scenario.schedulers.len();
    let baseline = match said.baseline {
        Some(own) => Some(place_of("--baseline", own, schedulers, "has no scheduler")?),
        None => curves.baseline.map(|scheduler| scheduler as usize),
    };
    let by_ratio = said.baseline.is_none() && curves.by == Some(COMPARED_BY[1]);
    if said.ratio && baseline.is_none() {
        let wrong = "is given without a scheduler to compare with";
        return Err(Problem::new("--ratio", wrong, "--ratio with --baseline", "Add it"));
    }
    let ratio = said.ratio || by_ratio;
    Ok(Choice {
        metric,
        x,
        fixed,
        scheduler,
        baseline: baseline.map(|scheduler| Baseline { scheduler, ratio }),
        log: said.log || curves.scale == Some(SCALES[1]),
        ..Choice::default()
    })
}

fn measure_of(scenario: &Scenario, key: &str) -> Result<&'static str, Problem> {
    let found = measure::of(scenario).find(|own| own.key == key);
    let found = found.ok_or_else(|| {
        let keys: Vec<&str> = measure::of(scenario).map(|own| own.key).collect();
        let wrong = format!("is {key:?}");
        Problem::new("--measure", wrong, keys.join(", "), "Name one of these")
    })?;
    Ok(found.key)
}

/// Checks an index from 0 to `count` - 1. If `count` is 0, the message is `none`.
fn place_of(option: &str, place: usize, count: usize, none: &str) -> Result<usize, Problem> {
    if place < count {
        return Ok(place);
    }
    let wrong = match count {
        0 => format!("is {place}, and this scenario {none}"),
        _ => format!("is {place}"),
    };
    let (allowed, remedy) = match count.checked_sub(1) {
        None => (String::new(), "Leave it out"),
        Some(last) => (format!("0 to {last}"), "Places are counted from 0"),
    };
    Err(Problem::new(option, wrong, allowed, remedy))
}
