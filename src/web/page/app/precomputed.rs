//! Precomputed results of presets, shown at once. Fast presets are also computed here, and both results must have the
//! same digest; slow ones are computed on request.

use crate::experiment::{Complete, Plan, Results};
use crate::web::page::app::App;
use crate::web::page::inputs::form::Host;
use crate::web::page::shell::banner::{self, Tone};
use crate::web::page::shell::dom;
use crate::web::page::shell::footer::{self, Verified};
use crate::web::page::shell::precomputed;
use crate::web::runs::State;
use std::rc::Rc;

impl App {
    /// Fetches and shows the precomputed results of a preset. Calls `otherwise` if there are none.
    pub(super) fn show_precomputed(
        self: &Rc<Self>,
        preset: &'static str,
        plan: &Rc<Plan>,
        verified: Verified,
        otherwise: impl FnOnce() + 'static,
    ) {
        let (app, plan) = (self.clone(), plan.clone());
        precomputed::fetch(preset, move |text| {
            if !app.runs.borrow().has(&plan) {
                return;
            }
            let complete = Complete::from_json(&text).ok();
            match complete.and_then(|complete| complete.taken_up(&plan)) {
                // If results have been computed here in the meantime, they are used instead.
                Some(_) if verified == Verified::Pending && !app.runs.borrow().is_running() => {}
                Some(results) => app.take_precomputed(plan, results, verified),
                None => otherwise(),
            }
        });
    }

    fn take_precomputed(self: &Rc<Self>, plan: Rc<Plan>, results: Results, verified: Verified) {
        let Some(parts) = self.parts() else { return };
        let digest = results.run_digest();
        let snapshot = self.runs.borrow_mut().put_file(plan, results);
        self.refreshing.cancel();
        self.show_snapshot(parts, snapshot);
        if let Some(root) = dom::root() {
            dom::set(&root, "data-figure", "complete");
        }
        footer::write(&self.scenario(), Some(&digest));
        if let Some(run) = footer::add_precomputed(verified) {
            dom::click(self, &run, |app| app.run_now(true));
        }
        if verified != Verified::Pending {
            parts.tabs.iter().for_each(|tab| tab.finished());
            self.turn(State::Done);
        }
    }

    /// Called after a run was computed here: compares its digest with the digest of the precomputed results, if there
    /// are any.
    pub(super) fn verify(self: &Rc<Self>) {
        let Some([file, here]) = self.runs.borrow_mut().verify() else {
            return;
        };
        if file == here {
            banner::hide("long");
            footer::add_precomputed(Verified::Yes);
            return;
        }
        let text = format!(
            "This page came with results of this experiment whose digest is {file}; computed here it is {here}. What is shown was computed here. \
             Please tell those who host the page."
        );
        banner::show("precomputed", Tone::Problem, &text, []);
    }
}
