//! State of the figures over one parameter.

use crate::chart::curve::results::name_of;
use crate::chart::figure::{Baseline, Choice, FigureKind, Over};
use crate::chart::figures_over;
use crate::chart::view::{COMPARED_BY, CurvesView, SCALES};
use crate::experiment::measure::{self, Measure};
use crate::scenario::Scenario;
use crate::web::tabs::snapshot::Snapshot;

/// The experiment and the choices.
#[derive(Default)]
pub struct CurvesState {
    snapshot: Option<Snapshot>,
    choice: Choice,
    /// Names of the hidden schedulers.
    hidden: Vec<String>,
    /// Name of the chosen kind of figure; `None` for the scenario's default.
    kind: Option<&'static str>,
}

impl CurvesState {
    /// Shows an experiment.
    pub fn show(&mut self, snapshot: &Snapshot) {
        self.hide_again(snapshot);
        self.choice = self.choice.within(snapshot.plan.scenario());
        self.snapshot = Some(snapshot.clone());
    }

    /// Settings that differ from the defaults.
    pub fn view(&self) -> CurvesView {
        let place = |at: usize| (at > 0).then_some(at as u64);
        let choice = &self.choice;
        CurvesView {
            figure: self.kind,
            measure: Some(choice.metric).filter(|own| *own != measure::first().key),
            x: place(choice.x),
            at: place(choice.fixed),
            baseline: choice.baseline.map(|own| own.scheduler as u64),
            scale: choice.log.then_some(SCALES[1]),
            by: (choice.baseline.filter(|own| own.ratio)).map(|_| COMPARED_BY[1]),
        }
    }

    /// Sets all choices, for an experiment that is about to be shown.
    pub fn view_as(&mut self, view: &CurvesView) {
        let place = |at: Option<u64>| at.unwrap_or(0) as usize;
        self.kind = view.figure;
        self.choice = Choice {
            metric: view.measure.unwrap_or(measure::first().key),
            x: place(view.x),
            fixed: place(view.at),
            log: view.scale == Some(SCALES[1]),
            ..self.choice
        };
    }

    /// The experiment.
    pub fn snapshot(&self) -> Option<&Snapshot> {
        self.snapshot.as_ref()
    }

    /// The choices, restricted to the experiment.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// Kinds of figures available for a scenario, and the index of the one to show.
    pub fn kinds(&self, scenario: &Scenario) -> (Vec<&'static FigureKind>, usize) {
        let kinds = figures_over(Over::One, scenario);
        let at = match self.kind {
            Some(name) => kinds.iter().position(|own| own.name == name),
            None => kinds.iter().position(|own| own.usual),
        };
        (kinds, at.unwrap_or(0))
    }

    /// The choices as options of `metasched figure`: " --measure mean_wait_s --log".
    pub fn flags(&self, kind: &FigureKind) -> String {
        let (usual, own) = (Choice::default(), &self.choice);
        let mut flags = match kind.name {
            "means" => String::new(),
            name => format!(" --kind {name}"),
        };
        if own.metric != usual.metric {
            flags.push_str(&format!(" --measure {}", own.metric));
        }
        for (flag, value) in [("--x", own.x), ("--at", own.fixed)] {
            if value > 0 {
                flags.push_str(&format!(" {flag} {value}"));
            }
        }
        if let Some(baseline) = own.baseline {
            let ratio = if baseline.ratio { " --ratio" } else { "" };
            flags.push_str(&format!(" --baseline {}{ratio}", baseline.scheduler));
        }
        if own.log {
            flags.push_str(" --log");
        }
        flags
    }

    /// Chooses a kind by index.
    pub fn choose_kind(&mut self, at: usize) {
        if let Some(snapshot) = &self.snapshot {
            let (kinds, _) = self.kinds(snapshot.plan.scenario());
            self.kind = kinds.get(at).map(|kind| kind.name);
        }
    }

    /// Chooses a measure by its index among those of the kind.
    pub fn choose_measure(&mut self, at: usize) {
        if let Some(snapshot) = &self.snapshot {
            let scenario = snapshot.plan.scenario();
            let (kinds, kind) = self.kinds(scenario);
            let mut offered = kinds.get(kind).map(|kind| kind.measures(scenario));
            let chosen: Option<&Measure> = offered.as_mut().and_then(|all| all.nth(at));
            self.choice.metric = chosen.unwrap_or(measure::first()).key;
        }
    }

    /// Shows another measure, if the experiment has it.
    pub fn show_measure(&mut self, metric: &'static str) {
        self.choice.metric = metric;
        if let Some(snapshot) = &self.snapshot {
            self.choice = self.choice.within(snapshot.plan.scenario());
        }
    }

    /// Sets the scheduler to compare with, or none.
    pub fn compare(&mut self, baseline: Option<Baseline>) {
        self.choice.baseline = baseline;
    }

    /// Hides a scheduler, or shows it again; at least one stays visible.
    pub fn toggle(&mut self, scheduler: usize) {
        let Some(snapshot) = self.snapshot.clone() else {
            return;
        };
        let name = name_of(&snapshot.plan, scheduler);
        match self.hidden.iter().position(|own| *own == name) {
            Some(at) => {
                self.hidden.remove(at);
            }
            None => self.hidden.push(name),
        }
        self.hide_again(&snapshot);
    }

    /// Shows all schedulers.
    pub fn show_all(&mut self) {
        self.hidden.clear();
        self.choice.hidden = 0;
    }

    /// Finds the hidden schedulers among those of an experiment.
    fn hide_again(&mut self, snapshot: &Snapshot) {
        let count = snapshot.plan.scenario().schedulers.len().min(64);
        let hidden = (0..count).filter(|&at| self.hidden.contains(&name_of(&snapshot.plan, at)));
        let bits = hidden.map(|at| 1 << at).sum::<u64>();
        let all = bits.count_ones() as usize == count;
        // At least one is shown.
        match all {
            true => self.show_all(),
            false => self.choice.hidden = bits,
        }
    }

    /// The first visible scheduler whose runs differ along the axis; `None` if another sweep is on the axis.
    pub fn varying(&self, sweep: usize) -> Option<usize> {
        let plan = &self.snapshot.as_ref().filter(|_| self.choice.x == sweep)?.plan;
        let points = self.choice.points(plan.scenario());
        let task = |point: Option<&usize>, scheduler: usize| plan.task_of(*point?, scheduler, 0);
        let differs = |own: &usize| task(points.first(), *own) != task(points.last(), *own);
        (0..plan.scenario().schedulers.len()).find(|own| !self.choice.hides(*own) && differs(own))
    }

    /// Chooses a logarithmic or linear axis for the measure.
    pub fn choose_log(&mut self, log: bool) {
        self.choice.log = log;
    }

    /// Chooses the sweep along the x axis.
    pub fn choose_x(&mut self, sweep: usize) {
        (self.choice.x, self.choice.fixed) = (sweep, 0);
    }

    /// Chooses the value of the other sweep.
    pub fn choose_fixed(&mut self, value: usize) {
        self.choice.fixed = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::tabs::example::{bandwidth, plan, snapshot, threshold};

    #[test]
    fn choices_before_there_is_an_experiment_change_nothing() {
        let mut state = CurvesState::default();
        state.choose_kind(1);
        state.choose_measure(3);
        assert!(state.snapshot().is_none());
        let snapshot = snapshot(&plan(&["first-fit"], &[bandwidth(&[200, 400])]), [0]);
        state.show(&snapshot);
        assert_eq!(state.choice().metric, measure::first().key);
    }

    #[test]
    fn a_choice_stays_while_results_come_and_moves_to_what_there_is() {
        let both = plan(&["first-fit", "b3"], &[bandwidth(&[200, 400, 600]), threshold()]);
        let mut state = CurvesState::default();
        state.show(&snapshot(&both, []));
        state.choose_x(1);
        state.choose_fixed(2);
        state.choose_measure(1);
        let metric = state.choice().metric;
        assert_ne!(metric, measure::first().key);
        let chosen = |state: &CurvesState| (state.choice().x, state.choice().fixed);
        state.show(&snapshot(&both, [0, 1]));
        assert_eq!((chosen(&state), state.choice().metric), ((1, 2), metric));
        // Without the second sweep there is only one axis.
        let one = plan(&["first-fit", "b3"], &[bandwidth(&[200, 400])]);
        state.show(&snapshot(&one, [0]));
        assert_eq!((chosen(&state), state.choice().metric), ((0, 0), metric));
    }

    #[test]
    fn the_first_curve_that_is_not_level_is_marked() {
        // No-share does not depend on the bandwidth.
        let one = plan(&["no-share", "first-fit", "b3"], &[bandwidth(&[200, 400])]);
        let mut state = CurvesState::default();
        state.show(&snapshot(&one, []));
        assert_eq!((state.varying(0), state.varying(1)), (Some(1), None));
        state.toggle(1);
        assert_eq!(state.varying(0), Some(2));
    }

    #[test]
    fn a_kind_is_kept_by_its_name() {
        let one = plan(&["first-fit", "b3"], &[bandwidth(&[200, 400])]);
        let mut state = CurvesState::default();
        state.show(&snapshot(&one, [0]));
        let (kinds, usual) = state.kinds(one.scenario());
        assert!(kinds[usual].usual || usual == 0);
        for at in 0..kinds.len() {
            state.choose_kind(at);
            state.show(&snapshot(&one, [0, 1]));
            assert_eq!(state.kinds(one.scenario()).1, at);
        }
        // A kind that this scenario does not have is replaced by the default, and returns later.
        state.kind = Some("No such figure");
        assert_eq!(state.kinds(one.scenario()).1, 0);
    }

    #[test]
    fn a_view_is_taken_over_and_given_back() {
        let both = plan(&["first-fit", "b3"], &[bandwidth(&[200, 400]), threshold()]);
        let kinds = figures_over(Over::One, both.scenario());
        let view = CurvesView {
            figure: kinds.last().map(|kind| kind.name),
            measure: Some("mean_wait_s"),
            x: Some(1),
            at: Some(1),
            ..CurvesView::default()
        };
        let mut state = CurvesState::default();
        assert_eq!(state.view(), CurvesView::default());
        state.view_as(&view);
        state.show(&snapshot(&both, []));
        assert_eq!(state.view(), view);
        assert_eq!((state.choice().x, state.choice().fixed), (1, 1));
        assert_eq!(state.kinds(both.scenario()).1, kinds.len() - 1);
        // Choices that the scenario does not have are replaced.
        let one = plan(&["first-fit"], &[bandwidth(&[200, 400])]);
        state.show(&snapshot(&one, []));
        assert_eq!((state.view().x, state.view().at), (None, None));
        state.view_as(&CurvesView::default());
        assert_eq!(state.view(), CurvesView::default());
    }
}
