//! The tab's elements, and user actions.

use super::CompareTab;
use super::JOB;
use super::charts::Side;
use crate::chart::figure::Datum;
use crate::web::gantt_scene::Scene;
use crate::web::page::results::gantt_pointing;
use crate::web::page::results::gantt_pointing::ZOOM;
use crate::web::page::results::story;
use crate::web::page::shell::dom;
use crate::web::page::shell::dom::Build;
use std::rc::Rc;
use web_sys::Element;
use web_sys::Event;
use web_sys::KeyboardEvent;
use web_sys::MouseEvent;

impl CompareTab {
    pub(super) fn build(self: &Rc<Self>, root: &Element) {
        let zoom = |sign: &str, words: &str, factor: f64| {
            let button = dom::button(sign).class("icon").attr("aria-label", words).attr("title", words);
            let side = Side(self.clone(), 0);
            dom::on_click(&button, move || gantt_pointing::zoom(&side, factor));
            button
        };
        let whole = dom::button("Fit").attr("title", "The whole window (0)");
        let side = Side(self.clone(), 0);
        dom::on_click(&whole, move || gantt_pointing::change(&side, &mut Scene::fit));
        let chosen = self.schedulers.iter().chain([&self.of, &self.point, &self.replication]);
        let tools = dom::new("div").class("figure-tools").with_all(chosen.map(|own| &own.root)).with(
            dom::new("span")
                .class("buttons")
                .with(zoom("−", "Zoom out (−)", 1.0 / ZOOM))
                .with(zoom("+", "Zoom in (+)", ZOOM))
                .with(whole),
        );
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
            .with(self.surfaces[0].element())
            .with(&self.progress[0])
            .with(self.surfaces[1].element())
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
        for side in 0..2 {
            let tab = self.clone();
            self.schedulers[side].on_choice(move |at| tab.choose(|run| run.choose(side, at)));
            let tab = self.clone();
            self.surfaces[side].draws(move || tab.draw(side));
            gantt_pointing::listen(Rc::new(Side(self.clone(), side)));
        }
        let tab = self.clone();
        self.of.on_choice(move |at| tab.compare_with(at));
        let tab = self.clone();
        self.point.on_choice(move |at| tab.choose(|run| run.choose_point(at)));
        let tab = self.clone();
        self.replication.on_choice(move |at| tab.choose(|run| run.choose_replication(at as u32)));
        let tab = self.clone();
        self.kind.on_choice(move |at| {
            tab.state.borrow_mut().by_arrival = at == 1;
            tab.show_differences();
        });
        let tab = self.clone();
        dom::listen(&self.lists, "click", move |event: Event| {
            let chosen = dom::target_with(&event, JOB);
            if let Some(job) = chosen.and_then(|(_, job)| job.parse().ok()) {
                tab.tell(Some(job));
            }
        });
        let canvas = self.stage.canvas();
        let tab = self.clone();
        dom::listen(canvas, "pointermove", move |event: MouseEvent| tab.stage.point_at(&event));
        let tab = self.clone();
        dom::listen(canvas, "click", move |event: MouseEvent| {
            tab.stage.point_at(&event);
            let job = tab.stage.marked().and_then(|Datum(_, point)| tab.state.borrow().drawn.get(point).copied());
            if job.is_some() {
                tab.tell(job);
            }
        });
        let tab = self.clone();
        dom::listen(&self.stories, "click", move |event: Event| {
            if let Some(moment) = story::moment(&event) {
                let side = Side(tab.clone(), 0);
                gantt_pointing::change(&side, &mut |scene| scene.look_at(moment));
            }
        });
        let tab = self.clone();
        dom::listen(&self.stories, "keydown", move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                event.prevent_default();
                tab.tell(None);
            }
        });
    }
}
