//! Tuning of a formula's constants: asking for ranges, searching with the workers instead of the run, showing and
//! applying the result.

use crate::experiment::measure;
use crate::experiment::tune::{Compared, Tuned};
use crate::experiment::{Plan, Task};
use crate::web::page::app::App;
use crate::web::page::inputs::form::Host;
use crate::web::page::shell::banner::{self, Tone};
use crate::web::page::shell::dom::{self, Build};
use crate::web::pool::Pool;
use crate::web::runs::{Search, State};
use crate::web::tuning::{self, Stop, Tuner};
use crate::words::number;
use serde_json::Value;
use std::rc::Rc;
use web_sys::HtmlInputElement;

/// Measure to minimize.
const OBJECTIVE: &str = "mean_turnaround_s";
/// Maximum number of points that a search tries. The search is repeated from its start whenever results arrive, so more
/// points would take too long.
const MOST_POINTS: usize = 300;
/// Size of the progress figure.
const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 60.0;

impl App {
    /// Asks for the ranges of the constants at `place`.
    pub(super) fn ask_to_tune(self: &Rc<Self>, place: &str) {
        self.flush();
        let field = |id: &str, value: &str| -> HtmlInputElement {
            let input: HtmlInputElement = dom::new_as("input");
            input.set_value(value);
            dom::set(&input, "id", id);
            input
        };
        let ranges = field("tune-ranges", &tuning::usual(&self.scenario(), place));
        let budget = field("tune-budget", "60");
        let begin = dom::button("Tune").attr("id", "tune-begin");
        let labelled = |text: &str, input: &HtmlInputElement| dom::new("label").text(text).with(input);
        let row = banner::buttons([labelled("Ranges ", &ranges), labelled("Points ", &budget), begin.clone()]);
        let text = "The search varies each constant between two numbers, half of the points at random, the others step by step from the best. It makes the \
                    mean turnaround as small as possible on the scenario's replications, at the values of the form and without its sweep, and then \
                    tests the result on five further replications.";
        banner::show("tune", Tone::Note, text, [row]);
        let (app, place) = (self.clone(), place.to_owned());
        dom::on_click(&begin, move || {
            let points = budget.value();
            match points.trim().parse() {
                Ok(budget @ 1..=MOST_POINTS) => app.tune(&place, &ranges.value(), budget),
                _ => {
                    let text = format!(
                        "Points is {points:?}; allowed: a whole number from 1 to {MOST_POINTS}. `metasched tune` tries more."
                    );
                    banner::show("task", Tone::Problem, &text, []);
                }
            }
        });
    }

    fn tune(self: &Rc<Self>, place: &str, ranges: &str, budget: usize) {
        self.flush();
        if self.is_new() {
            self.run_now(false);
        }
        let scenario = self.scenario();
        let tuner = Tuner::new(&scenario, place, ranges, measure::find(OBJECTIVE), budget);
        let plan = Plan::of_tasks(&scenario, Vec::new());
        match tuner {
            Ok(tuner) => {
                // The workers stop the run for the search; the run restarts after the search.
                self.starting.cancel();
                self.turn(State::Searching(Box::new(Search { tuner, plan: Rc::new(plan) })));
                self.tune_on();
            }
            Err(problems) => {
                banner::show("task", Tone::Problem, &problems.to_string(), []);
            }
        }
    }

    /// Continues the search until it needs results that are not known yet.
    pub(super) fn tune_on(self: &Rc<Self>) {
        let found = self.runs.borrow_mut().search().map(|own| own.tuner.tuned());
        let (Some(found), Some(parts)) = (found, self.parts()) else {
            return;
        };
        match found {
            Err(Stop::Wants(tasks)) => self.tune_by(tasks, &parts.pool),
            Err(Stop::Wrong(problems)) => {
                self.end_tuning(&problems.to_string());
            }
            Ok(tuned) => {
                self.run_now(false);
                self.show_tuned(tuned);
            }
        }
    }

    fn tune_by(self: &Rc<Self>, tasks: Vec<Task>, pool: &Pool) {
        let plan = Rc::new(Plan::of_tasks(&self.scenario(), tasks));
        let mut known = 0;
        if let Some(own) = self.runs.borrow_mut().search() {
            own.plan = plan.clone();
            known = own.tuner.known();
        }
        let text = format!("Tuning: {known} runs are done. Stop ends it.");
        banner::show("tune", Tone::Note, &text, []);
        self.show_progress(0, pool.run(plan), None);
    }

    /// Ends the search, if there is one, with a reason; empty if the user stopped it. Restarts the previous run.
    pub(super) fn end_tuning(self: &Rc<Self>, why: &str) -> bool {
        let was = self.runs.borrow_mut().search().is_some();
        if was {
            self.run_now(false);
            if !why.is_empty() {
                banner::show("task", Tone::Problem, why, []);
            }
        }
        was
    }

    fn show_tuned(self: &Rc<Self>, tuned: Tuned) {
        let measure = measure::find(OBJECTIVE);
        let both = |own: &Compared| {
            let [start, best] = [own.start, own.best].map(|value| measure.in_column(value));
            format!("{start} → {best}")
        };
        let name = |path: &String| path.rsplit('.').next().unwrap_or_default().to_owned();
        let values = tuned.parameters.iter().zip(&tuned.best);
        let values: Vec<String> = values.map(|(path, value)| format!("{} = {value}", name(path))).collect();
        let held_back = &tuned.held_back;
        let paired = held_back.difference_ci95;
        let change =
            number::with_interval(held_back.difference, paired.unwrap_or(f64::NAN), measure.unit, measure.style);
        let how = paired.map_or("", |_| " (95 %, paired)");
        let mut text = format!(
            "{} of {}: {}, the best of {} points. Mean on the replications it was chosen on: {}; on {} replications held back: {}, a change of {change}{how}.",
            measure.axis(),
            tuned.scheduler,
            values.join(", "),
            tuned.curve.len(),
            both(&tuned.training),
            held_back.replications,
            both(held_back),
        );
        let again = held_back.again_words().map(str::to_owned);
        for words in again.into_iter().chain(held_back.dropped_words()) {
            text = format!("{text}\n{words}");
        }
        let figure = dom::new("div").attr("id", "tune-curve");
        figure.set_inner_html(&progress(&tuned));
        let use_these = dom::button("Use these").attr("id", "tune-use");
        banner::show("tune", Tone::Note, &text, [figure, banner::buttons([use_these.clone()])]);
        dom::click(self, &use_these, move |app| {
            app.flush();
            let values = tuned.parameters.iter().zip(&tuned.best);
            let values = values.map(|(path, value)| (path.as_str(), Value::from(*value)));
            match app.scenario().with_all(values) {
                Ok(scenario) => app.replace(scenario),
                Err(problems) => banner::show("task", Tone::Problem, &problems.to_string(), []),
            }
            banner::hide("tune");
        });
    }
}

/// Picture of the best value so far, against the number of tried points.
fn progress(tuned: &Tuned) -> String {
    let best: Vec<f64> = tuned.curve.iter().map(|own| own.best).collect();
    let finite = || best.iter().copied().filter(|own| own.is_finite());
    let (low, high) = (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
    let across = WIDTH / (best.len().max(2) - 1) as f64;
    let point = |(at, value): (usize, &f64)| {
        let y = (high - value) / (high - low).max(f64::MIN_POSITIVE) * (HEIGHT - 4.0) + 2.0;
        value.is_finite().then(|| format!("{:.1},{y:.1}", at as f64 * across))
    };
    let points: Vec<String> = best.iter().enumerate().filter_map(point).collect();
    format!(
        "<svg width={WIDTH} viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=img aria-label=\"The best mean turnaround so far falls from {} to {} s\">\
         <polyline fill=none stroke=currentColor stroke-width=2 points=\"{}\"/></svg>",
        number::fixed(high, 1),
        number::fixed(low, 1),
        points.join(" ")
    )
}
