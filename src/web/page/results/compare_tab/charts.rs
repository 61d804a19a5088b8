//! Both Gantt charts, with one time axis and one cursor.

use super::CompareTab;
use crate::chart::gantt_chart::timeline;
use crate::web::gantt_scene::Scene;
use crate::web::page::results::canvas::Surface;
use crate::web::page::results::gantt_canvas;
use crate::web::page::results::gantt_pointing::Watched;
use crate::web::page::shell::{dom, url};
use std::rc::Rc;

/// Maximum height of each chart without its overview, so that both are visible together \[CSS pixels\].
const MOST_PX: f64 = 280.0;

impl CompareTab {
    pub(super) fn changed(self: &Rc<Self>) {
        for side in 0..2 {
            let tab = self.clone();
            self.surfaces[side].refresh(move || tab.draw(side));
        }
        let state = self.state.borrow();
        for (side, line) in self.progress.iter().enumerate() {
            dom::write(line, &state.progress_in_words(side));
        }
        let names = state.names();
        let described = state.scenes.iter().zip(&names);
        let described: Vec<String> =
            described.filter_map(|(scene, name)| Some(format!("{name}: {}", scene.details()?))).collect();
        dom::write(&self.details, &described.join(" "));
    }

    pub(super) fn draw(self: &Rc<Self>, side: usize) {
        let scene = &mut self.state.borrow_mut().scenes[side];
        // In a talk the charts are side by side.
        let map = side == 1 && !dom::is_in_talk();
        let height = timeline::preferred_height(&scene.chart, &scene.strips, map);
        // The overview gets its full height, so that both charts have the same layout and time axis.
        let chart = timeline::preferred_height(&scene.chart, &scene.strips, false);
        let height = height - (chart - MOST_PX).max(0.0);
        let tab = self.clone();
        let rest = move || {
            tab.state.borrow_mut().scenes[side].moving = false;
            tab.changed();
        };
        gantt_canvas::draw(&self.surfaces[side], scene, height, map, Box::new(rest));
    }
}

/// One of the two charts, for pointing.
pub(super) struct Side(pub(super) Rc<CompareTab>, pub(super) usize);

impl Watched for Side {
    fn surface(&self) -> &Surface {
        &self.0.surfaces[self.1]
    }

    fn with(&self, act: &mut dyn FnMut(&mut Scene)) {
        let moved = self.0.state.borrow_mut().look(self.1, act);
        if moved {
            url::look_changed();
        }
    }

    fn changed(&self) {
        self.0.changed();
    }

    fn picked(&self, _by_key: bool) {
        let job = self.0.state.borrow().scenes[self.1].selected().map(|job| job.id);
        self.0.tell(job);
    }

    fn closed(&self) {
        self.0.tell(None);
    }

    fn takes_wheel(&self) -> bool {
        true
    }
}
