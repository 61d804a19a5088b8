//! Creates the elements of the tab, and connects them with the visitor's actions.

use super::tab::{CompareTab, JOB};
use crate::chart::figure::Datum;
use crate::web::gantt_pane::{pointing, story};
use crate::web::page::shell::dom::{self, Build, hears};
use std::rc::Rc;
use web_sys::Element;
use web_sys::Event;
use web_sys::KeyboardEvent;
use web_sys::MouseEvent;

impl CompareTab {
    pub(super) fn build(self: &Rc<Self>, root: &Element) {
        let chosen = self.schedulers.iter().chain([&self.measure, &self.of, &self.point, &self.replication]);
        let chosen = chosen.map(|own| &own.root);
        let tools = dom::new("div").class("figure-tools").with_all(chosen).with(self.panes[0].buttons());
        let caption = match dom::has_fingers() {
            true => {
                "Both charts show the same time. Two fingers zoom, one moves, a tap on a job tells both of its stories."
            }
            false => {
                "Both charts show the same time; a job that is pointed at is marked in both. Wheel zooms, dragging moves, a click \
                 on a job tells both of its stories."
            }
        };
        let charts = dom::new("figure")
            .with(self.panes[0].surface.element())
            .with(&self.progress[0])
            .with(self.panes[1].surface.element())
            .with(&self.progress[1])
            .with(&self.details)
            .with(dom::new("figcaption").text(caption));
        let differences = dom::new("div")
            .with(dom::new("div").class("figure-tools").with(&self.kind.root))
            .with(&self.stage.frame.root);
        let below = dom::new("div").class("compare-below").with(differences).with(&self.lists);
        let [results, jobs] = &self.words;
        for part in [&tools, results, &charts, &self.stories, jobs, &below] {
            dom::append(root, part);
        }
    }

    pub(super) fn listen(self: &Rc<Self>) {
        for (side, pane) in self.panes.iter().enumerate() {
            self.schedulers[side].on_choice(hears(self, move |tab, at| tab.choose(|run| run.choose(side, at))));
            pointing::start(pane, self);
        }
        self.of.on_choice(hears(self, |tab, at| tab.compare_with(at)));
        self.point.on_choice(hears(self, |tab, at| tab.choose(|run| run.choose_point(at))));
        self.replication.on_choice(hears(self, |tab, at| tab.choose(|run| run.choose_replication(at as u32))));
        self.measure.on_choice(hears(self, |tab, at| tab.choose_measure(at)));
        self.kind.on_choice(hears(self, |tab, at| {
            tab.state.borrow_mut().by_arrival = at == 1;
            tab.show_differences();
        }));
        dom::hear(self, &self.lists, "click", |tab, event: Event| {
            let chosen = dom::target_with(&event, JOB);
            if let Some(job) = chosen.and_then(|(_, job)| job.parse().ok()) {
                tab.tell(Some(job));
            }
        });
        let canvas = self.stage.canvas();
        dom::hear(self, canvas, "pointermove", |tab, event: MouseEvent| tab.stage.point_at(&event));
        dom::hear(self, canvas, "click", |tab, event: MouseEvent| {
            tab.stage.point_at(&event);
            let job = tab.stage.marked().and_then(|Datum(_, point)| tab.state.borrow().drawn.get(point).copied());
            if job.is_some() {
                tab.tell(job);
            }
        });
        dom::hear(self, &self.stories, "click", |tab, event: Event| {
            if let Some(moment) = story::moment(&event) {
                tab.panes[0].change(|scene| scene.look_at(moment));
            }
        });
        dom::hear(self, &self.stories, "keydown", |tab, event: KeyboardEvent| {
            if event.key() == "Escape" {
                event.prevent_default();
                tab.tell(None);
            }
        });
    }
}
