//! A Gantt chart that is looked at, on its canvas. A crowd of jobs is kept on a layer, and drawn anew only where that does not show it.

use crate::chart::gantt_chart::draw;
use crate::chart::gantt_chart::timeline::TimelineLayout;
use crate::web::gantt_scene::Scene;
use crate::web::jobs_layer::{JobsLayer, Missing};
use crate::web::page::results::canvas::Surface;

/// A movement pauses when there was none for so long \[ms\].
const PAUSE_MS: f64 = 150.0;

/// Draws a scene; while it moves not always in full, which `rest` is asked for as soon as the movement pauses.
pub fn draw(surface: &Surface, scene: &mut Scene, height: f64, with_minimap: bool, rest: Box<dyn FnOnce()>) {
    let Some((mut canvas, area, theme)) = surface.begin(height) else {
        return;
    };
    let data = (&scene.chart, &scene.strips);
    let mut layout = TimelineLayout::new(area, data, &scene.view(), &theme, with_minimap);
    let gantt = &mut layout.gantt;
    // Few jobs are drawn on the canvas itself, where www/guide/drawn.mjs hears of them.
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
    // A canvas refuses nothing that a figure draws.
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
