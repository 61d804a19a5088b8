//! Buttons and fields of the Gantt chart, and pointing at the chart.

use super::GanttTab;
use crate::web::gantt_scene::Scene;
use crate::web::page::results::canvas::Surface;
use crate::web::page::results::gantt_pointing::{self, Watched};
use crate::web::page::shell::announce;
use crate::web::page::shell::dom;
use crate::web::tabs::gantt::GanttState;
use crate::words::clock;
use std::rc::Rc;
use web_sys::Event;

impl GanttTab {
    pub(super) fn listen(self: &Rc<Self>) {
        let tab = self.clone();
        self.point.on_choice(move |point| {
            tab.wish(|run| run.pick(point, run.scheduler()));
        });
        let tab = self.clone();
        self.size.on_choice(move |size| tab.wish(|run| run.resize(size)));
        let tab = self.clone();
        self.scheduler.on_choice(move |scheduler| {
            tab.wish(|run| run.pick(run.point(), scheduler));
        });
        let tab = self.clone();
        self.replication.on_choice(move |index| tab.wish(|run| run.pick_replication(index as u32)));
        let tab = self.clone();
        dom::listen(&self.from, "change", move |_: Event| {
            match clock::parse(&tab.from.value()).filter(|from_s| *from_s >= 0.0) {
                Some(from_s) => tab.wish(|run| run.move_to(from_s)),
                None => announce::say(
                    "The beginning of the window is a moment as on the axis, 34 d 17:20 or 1:30, or a number of seconds from 0 up.",
                ),
            }
        });
        let tab = self.clone();
        dom::on_click(&self.later, move || {
            let end = tab.state.borrow().scene.chart.end_s;
            tab.wish(|run| run.later(end));
        });
        let tab = self.clone();
        dom::on_click(&self.extremes.ask, move || tab.wish(GanttState::want_overview));
        let tab = self.clone();
        dom::on_click(&self.extremes.busiest, move || {
            let busiest_s = tab.state.borrow().busiest_s();
            if let Some(time_s) = busiest_s {
                tab.wish(|run| run.go_to(time_s));
            }
        });
        let tab = self.clone();
        dom::on_click(&self.earlier, move || tab.wish(GanttState::earlier));

        let tab = self.clone();
        dom::listen(&self.job, "change", move |_: Event| match tab.job.value().trim().parse() {
            Ok(job) => {
                tab.state.borrow_mut().scene.select(job);
                tab.tell(job);
                tab.story.focus();
                tab.draw_soon();
            }
            Err(_) => announce::say("Jobs are numbered from 0, in order of arrival."),
        });
        let tab = self.clone();
        self.story.on_close(move || {
            tab.close_story();
            dom::focus(tab.figure.surface.element());
        });
        let tab = self.clone();
        self.story.on_moment(move |moment| {
            gantt_pointing::change(&Chart(tab.clone()), &mut |scene| scene.look_at(moment));
        });

        let surface = &self.figure.surface;
        let tab = self.clone();
        surface.draws(move || tab.draw());
        gantt_pointing::listen(Rc::new(Chart(self.clone())));
    }
}

/// The chart of the tab, for pointing.
pub(super) struct Chart(pub(super) Rc<GanttTab>);

impl Watched for Chart {
    fn surface(&self) -> &Surface {
        &self.0.figure.surface
    }

    fn with(&self, act: &mut dyn FnMut(&mut Scene)) {
        let asked = {
            let scene = &mut self.0.state.borrow_mut().scene;
            act(scene);
            scene.take_asked()
        };
        if let Some(time_s) = asked {
            self.0.wish(|run| run.go_to(time_s));
        }
    }

    fn changed(&self) {
        self.0.write_details();
        self.0.draw_soon();
    }

    fn picked(&self, by_key: bool) {
        self.0.tell_selected(by_key);
    }

    fn closed(&self) {
        self.0.close_story();
    }

    /// True in the chart's own tab; below the curves the wheel scrolls the page.
    fn takes_wheel(&self) -> bool {
        let canvas = self.surface().element();
        canvas.closest("#panel-gantt").ok().flatten().is_some()
    }
}
