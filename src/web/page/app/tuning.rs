//! Tuning of a formula's constants: searching with the workers instead of the run, showing the best values so far, and applying
//! the result.

use crate::experiment::measure;
use crate::experiment::tune::{Compared, Tuned};
use crate::experiment::{Plan, Task};
use crate::web::page::app::App;
use crate::web::page::inputs::constants;
use crate::web::page::inputs::form::Host;
use crate::web::page::shell::banner::{self, Tone};
use crate::web::page::shell::dom::{self, Build};
use crate::web::pool::Pool;
use crate::web::runs::{Search, State};
use crate::web::tuning::{Stop, Tuner};
use crate::words::number::{self, Style};
use serde_json::Value;
use std::rc::Rc;
use web_sys::Element;

/// Measure to minimize.
const OBJECTIVE: &str = "mean_turnaround_s";
/// Size of the progress figure.
const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 60.0;

impl App {
    /// Searches the constants at `place` within the ranges of their sliders.
    pub(super) fn tune(self: &Rc<Self>, place: &str) {
        self.flush();
        if self.is_new() {
            self.run_now(false);
        }
        let scenario = self.scenario();
        let (ranges, budget) = match constants::asked(place) {
            Ok(asked) => asked,
            Err(why) => return constants::tell(place, &why, []),
        };
        let tuner = Tuner::new(&scenario, place, &ranges, measure::find(OBJECTIVE), budget);
        let plan = Plan::of_tasks(&scenario, Vec::new());
        match tuner {
            Ok(tuner) => {
                // The workers stop the run for the search; the run restarts after the search.
                self.starting.cancel();
                let search = Search { tuner, plan: Rc::new(plan), place: place.to_owned(), budget };
                self.turn(State::Searching(Box::new(search)));
                self.tune_on();
            }
            Err(problems) => constants::tell(place, &problems.to_string(), []),
        }
    }

    /// Continues the search until it needs results that are not known yet.
    pub(super) fn tune_on(self: &Rc<Self>) {
        let found = self.runs.borrow_mut().search().map(|own| (own.tuner.tuned(), own.place.clone()));
        let (Some((found, place)), Some(parts)) = (found, self.parts()) else {
            return;
        };
        match found {
            Err(Stop::Wants(tasks)) => self.tune_by(tasks, &parts.pool),
            Err(Stop::Wrong(problems)) => {
                self.end_tuning(&problems.to_string());
            }
            Ok(tuned) => {
                self.run_now(false);
                self.show_tuned(&place, tuned);
            }
        }
    }

    fn tune_by(self: &Rc<Self>, tasks: Vec<Task>, pool: &Pool) {
        let plan = Rc::new(Plan::of_tasks(&self.scenario(), tasks));
        if let Some(own) = self.runs.borrow_mut().search() {
            own.plan = plan.clone();
            let best = own.tuner.best_so_far();
            let words = match best.last() {
                Some(last) if best.len() <= own.budget => {
                    let last = number::quantity(*last, "s", Style::Plain);
                    format!(
                        "{} of {} points, the best mean turnaround so far is {last}. Stop ends it.",
                        best.len(),
                        own.budget
                    )
                }
                Some(_) => "Testing the best values on further jobs.".to_owned(),
                None => "Searching. Stop ends it.".to_owned(),
            };
            constants::tell(&own.place, &words, [curve(&best)]);
        }
        self.show_progress(0, pool.run(plan), None);
    }

    /// Ends the search, if there is one, with a reason; empty if the user stopped it. Restarts the previous run.
    pub(super) fn end_tuning(self: &Rc<Self>, why: &str) -> bool {
        let place = self.runs.borrow_mut().search().map(|own| own.place.clone());
        if let Some(place) = &place {
            self.run_now(false);
            constants::tell(place, why, []);
        }
        place.is_some()
    }

    fn show_tuned(self: &Rc<Self>, place: &str, tuned: Tuned) {
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
        let best: Vec<f64> = tuned.curve.iter().map(|own| own.best).collect();
        let use_these = dom::button("Use these").attr("id", "tune-use");
        constants::tell(place, &text, [curve(&best), use_these.clone()]);
        dom::click(self, &use_these, move |app| {
            app.flush();
            let values = tuned.parameters.iter().zip(&tuned.best);
            let values = values.map(|(path, value)| (path.as_str(), Value::from(*value)));
            match app.scenario().with_all(values) {
                Ok(scenario) => app.replace(scenario),
                Err(problems) => banner::show("task", Tone::Problem, &problems.to_string(), []),
            }
        });
    }
}

/// Picture of the best values so far, against the number of tried points.
fn curve(best: &[f64]) -> Element {
    let finite = || best.iter().copied().filter(|own| own.is_finite());
    let (low, high) = (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
    let across = WIDTH / (best.len().max(2) - 1) as f64;
    let point = |(at, value): (usize, &f64)| {
        let y = (high - value) / (high - low).max(f64::MIN_POSITIVE) * (HEIGHT - 4.0) + 2.0;
        value.is_finite().then(|| format!("{:.1},{y:.1}", at as f64 * across))
    };
    let points: Vec<String> = best.iter().enumerate().filter_map(point).collect();
    let figure = dom::new("div").attr("id", "tune-curve");
    if points.len() > 1 {
        figure.set_inner_html(&format!(
            "<svg width={WIDTH} viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=img aria-label=\"The best mean turnaround so far falls from {} to {} s\">\
             <polyline fill=none stroke=currentColor stroke-width=2 points=\"{}\"/></svg>",
            number::fixed(high, 1),
            number::fixed(low, 1),
            points.join(" ")
        ));
    }
    figure
}
