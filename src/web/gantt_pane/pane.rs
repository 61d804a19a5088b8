//! A Gantt chart on its canvas. Many jobs are drawn on a separate layer. When the view moves, the layer is moved too, and only
//! the new part is drawn.

use super::layer::{JobsLayer, Missing};
use super::scene::Scene;
use crate::chart::gantt_chart::draw;
use crate::chart::gantt_chart::timeline::{self, TimelineLayout};
use crate::web::page::figures::canvas::Surface;
use crate::web::page::shell::dom::{self, Build, calls};
use std::cell::{OnceCell, Ref, RefCell, RefMut};
use std::rc::Rc;
use web_sys::Element;

/// Time without movement after which a movement counts as paused \[ms\].
const PAUSE_MS: f64 = 150.0;

/// Factor of one zoom step.
pub const ZOOM: f64 = 1.5;

/// Tab with panes.
pub trait Panes {
    /// How a pane is drawn.
    fn fit(&self, pane: usize) -> Fit;

    /// Called when a visitor has changed the scene of a pane; `moved` is true if another part of the chart is visible.
    fn acted(&self, pane: usize, moved: bool);

    /// Called when the scene of a pane has changed and must be drawn.
    fn changed(&self, pane: usize);

    /// Called when a visitor requests the story of the marked job of a pane; closes the story if no job is marked.
    fn picked(&self, pane: usize, by_key: bool);

    /// Called when a visitor closes the story.
    fn closed(&self);

    /// Called when a visitor wants to search for a job.
    fn searched(&self) {}

    /// True if the wheel zooms the chart even if the chart does not have the focus.
    fn takes_wheel(&self) -> bool {
        true
    }
}

/// How a pane is drawn.
pub struct Fit {
    /// True if the overview of the whole run is drawn.
    pub overview: bool,
    /// Largest height, without the overview \[CSS px\].
    pub most_px: f64,
}

/// The chart of one recording.
pub struct Pane {
    /// Its canvas.
    pub surface: Rc<Surface>,
    scene: RefCell<Scene>,
    /// Its number in the tab.
    pub(super) at: usize,
    tab: OnceCell<Rc<dyn Panes>>,
}

impl Pane {
    /// A pane without a recording: its number in the tab, and its canvas.
    pub fn new(at: usize, surface: Rc<Surface>) -> Rc<Pane> {
        Rc::new(Pane { surface, scene: RefCell::default(), at, tab: OnceCell::new() })
    }

    /// Starts drawing, and reports actions to the tab. The canvas has no listeners yet.
    pub(super) fn connect(self: &Rc<Self>, tab: &Rc<impl Panes + 'static>) {
        let _ = self.tab.set(tab.clone());
        self.surface.draws(self, |pane| pane.draw());
    }

    pub(super) fn tab(&self) -> Option<&dyn Panes> {
        self.tab.get().map(|tab| &**tab)
    }

    /// The scene, to be read.
    pub fn scene(&self) -> Ref<'_, Scene> {
        self.scene.borrow()
    }

    /// The scene, for the tab to change.
    pub fn scene_mut(&self) -> RefMut<'_, Scene> {
        self.scene.borrow_mut()
    }

    /// Applies a visitor's change of the scene, and informs the tab.
    pub fn act<R>(&self, act: impl FnOnce(&mut Scene) -> R) -> R {
        let before = self.scene().view();
        let result = act(&mut self.scene_mut());
        let moved = self.scene().view() != before;
        if let Some(tab) = self.tab() {
            tab.acted(self.at, moved);
        }
        result
    }

    /// Applies a visitor's change of the scene, and draws the scene.
    pub fn change<R>(&self, act: impl FnOnce(&mut Scene) -> R) -> R {
        let result = self.act(act);
        self.changed();
        result
    }

    /// Reports that the scene must be drawn.
    pub(super) fn changed(&self) {
        if let Some(tab) = self.tab() {
            tab.changed(self.at);
        }
    }

    /// Buttons that zoom.
    pub fn buttons(self: &Rc<Self>) -> Element {
        type Zoom = fn(&mut Scene);
        let all: [(&str, &str, Zoom); 3] = [
            ("−", "Zoom out (−)", |scene| scene.zoom(None, 1.0 / ZOOM, 1.0)),
            ("+", "Zoom in (+)", |scene| scene.zoom(None, ZOOM, 1.0)),
            ("Fit", "The whole window (0)", Scene::fit),
        ];
        let button = |(label, words, act): (&str, &str, Zoom)| {
            let button = dom::button(label).attr("title", words);
            dom::click(self, &button, move |pane| pane.change(act));
            match label.chars().count() {
                1 => button.class("icon").attr("aria-label", words),
                _ => button,
            }
        };
        dom::new("span").class("buttons").with_all(all.map(button))
    }

    /// Handles a new recording in the scene: informs the clock beside the chart (www/guide/clock.mjs), and updates the description of
    /// the canvas.
    pub fn recorded(&self) -> String {
        let scene = self.scene();
        let (from_s, to_s) = scene.chart.window();
        let canvas = self.surface.element();
        dom::set(canvas, "data-from", &from_s.to_string());
        dom::set(canvas, "data-to", &to_s.to_string());
        let words = scene.chart.summary();
        self.surface.describe(&words);
        words
    }

    /// Draws before the next frame. The clock (www/guide/gantt_clock.mjs) reads the marked job and its start \[s\] from the canvas.
    pub fn refresh(&self) {
        let canvas = self.surface.element();
        let scene = self.scene();
        let marked = scene.selected().map(|job| [job.id.to_string(), job.start_s.to_string()]);
        for (at, name) in ["data-job", "data-start"].into_iter().enumerate() {
            match &marked {
                Some(values) => dom::set(canvas, name, &values[at]),
                None => drop(canvas.remove_attribute(name)),
            }
        }
        self.surface.refresh();
    }

    /// Draws the scene. While the scene moves, it may be drawn in less detail; once the movement pauses, it is drawn in
    /// full detail.
    fn draw(self: &Rc<Self>) {
        let Some(Fit { overview, most_px }) = self.tab().map(|tab| tab.fit(self.at)) else {
            return;
        };
        let scene = &mut *self.scene_mut();
        let height = |overview| timeline::preferred_height(&scene.chart, &scene.strips, overview);
        let height = height(overview) - (height(false) - most_px).max(0.0);
        let surface = &self.surface;
        let Some((mut canvas, area, theme)) = surface.begin(height) else {
            return;
        };
        let data = (&scene.chart, &scene.strips);
        let mut layout = TimelineLayout::new(area, data, &scene.view(), &theme, overview);
        let gantt = &mut layout.gantt;
        // If there are few jobs, they are drawn directly on the canvas, where www/guide/drawn.mjs records them.
        if !gantt.crowded {
            let _ = layout.draw(&mut canvas, data, &theme, &scene.cursor);
            scene.jobs = JobsLayer::default();
            return scene.drawn(layout);
        }
        let visible = scene.chart.running((gantt.view.t0, gantt.view.t1)).count();
        let missing = scene.jobs.take(gantt, &theme, scene.moving, visible);
        let plot = gantt.plot;
        let drawn = match missing {
            Missing::Nothing => None,
            Missing::Later => {
                surface.new_layer();
                None
            }
            Missing::Strip(dx, strip) => Some((surface.move_layer(&plot, dx), strip, scene.jobs.cell_px, true)),
            Missing::Slice(slice) => {
                let slice = draw::whole_cells(gantt, &slice, &theme);
                let wanted = scene.jobs.cell_px.filter(|_| slice.x0 > plot.x0);
                Some((surface.clear_layer(&slice), slice, wanted, false))
            }
            Missing::All { coarse } => Some((surface.new_layer(), plot, None, coarse)),
        };
        // Drawing on a canvas cannot fail.
        if let Some((Some(mut layer), part, wanted, coarse)) = drawn {
            let how = (wanted, coarse);
            let drawn = draw::jobs(&mut layer, gantt, data.0, &theme, &part, how);
            scene.jobs.cell_px = wanted.or(drawn.ok());
        }
        let _ = draw::below(&mut canvas, gantt, data.0, &theme);
        surface.put_layer(&plot);
        let _ = layout.draw_around(&mut canvas, data, &theme, &scene.cursor);
        if !scene.jobs.is_in_full() && !scene.moving {
            surface.refresh();
        } else if !scene.jobs.is_in_full() {
            surface.pause(
                PAUSE_MS,
                calls(self, |pane| {
                    pane.scene_mut().moving = false;
                    pane.changed();
                }),
            );
        }
        scene.drawn(layout);
    }
}
