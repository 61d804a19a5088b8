//! Draws a Gantt chart on its canvas. Large numbers of jobs are drawn on a layer, and redrawn only where the layer is
//! outdated.

use crate::chart::gantt_chart::draw;
use crate::chart::gantt_chart::timeline::TimelineLayout;
use crate::web::gantt_scene::Scene;
use crate::web::jobs_layer::{JobsLayer, Missing};
use crate::web::page::results::canvas::Surface;

/// A movement counts as paused after this time without one \[ms\].
const PAUSE_MS: f64 = 150.0;

/// Draws a scene, with less detail while it is moving. `rest` is called when the movement pauses, to draw the full
/// detail.
pub fn draw(surface: &Surface, scene: &mut Scene, height: f64, with_minimap: bool, rest: Box<dyn FnOnce()>) {
    let Some((mut canvas, area, theme)) = surface.begin(height) else {
        return;
    };
    let data = (&scene.chart, &scene.strips);
    let mut layout = TimelineLayout::new(area, data, &scene.view(), &theme, with_minimap);
    let gantt = &mut layout.gantt;
    // Few jobs are drawn directly on the canvas, where www/guide/drawn.mjs observes them.
    if !gantt.crowded {
        let _ = layout.draw(&mut canvas, data, &theme, &scene.cursor);
        scene.jobs = JobsLayer::default();
        return scene.drawn(layout);
    }
    let missing = scene.jobs.take(gantt, &theme, scene.moving);
    let plot = gantt.plot;
    let drawn = match missing {
        Missing::Nothing => None,
        Missing::Strip(dx, strip) => Some((surface.move_layer(&plot, dx), strip)),
        Missing::All => Some((surface.new_layer(), plot)),
    };
    // Drawing on a canvas cannot fail.
    if let Some((Some(mut layer), part)) = drawn {
        let wanted = scene.jobs.cell_px.filter(|_| missing != Missing::All);
        let how = (wanted, scene.moving);
        let drawn = draw::jobs(&mut layer, gantt, data.0, &theme, &part, how);
        scene.jobs.cell_px = wanted.or(drawn.ok());
    }
    let _ = draw::below(&mut canvas, gantt, data.0, &theme);
    surface.put_layer(&plot);
    let _ = layout.draw_around(&mut canvas, data, &theme, &scene.cursor);
    if !scene.jobs.is_in_full() {
        surface.pause(PAUSE_MS, rest);
    }
    scene.drawn(layout);
}
