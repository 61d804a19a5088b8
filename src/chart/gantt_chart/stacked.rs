//! Charts of several runs in one picture.

use crate::chart::figure::Figure;
use crate::chart::gantt_chart::timeline::Timeline;
use crate::chart::kit::area::Area;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::theme::Theme;

/// Each is no higher than this \[CSS px\].
const MOST_PX: f64 = 340.0;

/// Charts one above the other.
#[derive(Debug)]
pub struct Stacked(pub Vec<Timeline>);

impl Stacked {
    fn heights(&self, width: f64, theme: &Theme) -> Vec<f64> {
        let heights = self.0.iter().map(|own| own.height(width, theme).min(MOST_PX));
        heights.collect()
    }
}

impl Figure for Stacked {
    fn height(&self, width: f64, theme: &Theme) -> f64 {
        self.heights(width, theme).iter().sum()
    }

    fn summary(&self) -> String {
        let words: Vec<String> = self.0.iter().map(Timeline::summary).collect();
        words.join(" ")
    }

    fn draw(&mut self, device: &mut dyn Device, area: Area, theme: &Theme) -> Drawn {
        let heights = self.heights(area.width() / theme.scale, theme);
        let mut top = area.y0;
        for (own, height) in self.0.iter_mut().zip(heights) {
            let bottom = top + theme.px(height);
            own.draw(device, Area::new(area.x0, top, area.x1, bottom), theme)?;
            top = bottom;
        }
        Ok(())
    }
}
