//! A still picture of the machine of one run, or of two runs on the same jobs side by side.

use crate::chart::figure::Figure;
use crate::chart::kit::area::Area;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::theme::Theme;
use crate::chart::machine::Machine;
use crate::chart::machine::draw::{self, Now};
use crate::chart::machine::layout::Layout;
use crate::parameter::json::shortened;

/// Least width of a picture with two machines side by side \[CSS px\]; in a narrower one they stand one above the other.
const BESIDE: f64 = 700.0;

/// Maximum number of characters of a title in the description.
const LONGEST: usize = 120;

/// The machines at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Machines {
    /// One machine or two.
    pub machines: Vec<Machine>,
    /// The moment \[s\].
    pub time_s: f64,
    /// Number of the marked job.
    pub marked: Option<u64>,
}

impl Machines {
    /// Number of columns for a width \[CSS px\].
    fn columns(&self, width: f64) -> usize {
        if width >= BESIDE { self.machines.len().max(1) } else { 1 }
    }
}

impl Figure for Machines {
    fn height(&self, width: f64, theme: &Theme) -> f64 {
        let columns = self.columns(width);
        let own = self.machines.iter().map(|own| Layout::height(own, width / columns as f64, theme));
        let rows = self.machines.len().div_ceil(columns).max(1);
        own.fold(0.0, f64::max) * rows as f64
    }

    fn summary(&self) -> String {
        let words = self.machines.iter().map(|own| {
            let title = match own.title.is_empty() {
                true => String::new(),
                false => format!("{}: ", shortened(&own.title, LONGEST)),
            };
            format!("{title}{}.", own.words(self.time_s, &own.state(self.time_s, 0.0)))
        });
        words.collect::<Vec<String>>().join(" ")
    }

    fn draw(&mut self, device: &mut dyn Device, area: Area, theme: &Theme) -> Drawn {
        let columns = self.columns(area.width() / theme.px(1.0));
        let rows = self.machines.len().div_ceil(columns).max(1);
        let (width, height) = (area.width() / columns as f64, area.height() / rows as f64);
        for (at, machine) in self.machines.iter().enumerate() {
            let (x0, y0) = (area.x0 + (at % columns) as f64 * width, area.y0 + (at / columns) as f64 * height);
            let layout = Layout::new(machine, Area::new(x0, y0, x0 + width, y0 + height), theme);
            let marked = machine.jobs().iter().position(|job| Some(job.id) == self.marked);
            draw::draw(device, &layout, machine, theme, Now { time_s: self.time_s, slide_s: 0.0, marked })?;
        }
        Ok(())
    }
}
