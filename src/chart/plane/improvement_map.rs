//! By how much one scheduler improves on the best of the others, over two parameters: a number in every cell, blue where it
//! is better and orange where it is worse; beside it what was published, if anything was.

use crate::base::number;
use crate::chart::kit::area::Area;
use crate::chart::kit::colour_scale::ColourScale;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::legend::Key;
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::text::TICK;
use crate::chart::kit::theme::{Colour, Theme};
use crate::chart::plane::map_frame::MapFrame;
use crate::chart::plane::surface::{Place, Plane};
use crate::chart::plane::surround::{Explained, computing, corners, unsettled};

/// Why a cell has no result, and a stroke across it.
const NO_LOG: &str = "log not at hand";

/// The improvement over the plane.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImprovementChart {
    /// Axes; what is measured is the improvement in per cent.
    pub plane: Plane,
    /// Whose improvement.
    pub scheduler: String,
    /// By [`Plane::index`].
    pub cells: Vec<Gain>,
    /// Whether there is no result because the job log is not at hand.
    pub without_log: bool,
}

/// The improvement at one combination.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gain {
    /// Ours, if both have a result.
    pub ours: Option<Ours>,
    /// What was published \[%\].
    pub published: Option<f64>,
}

/// An improvement of ours.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ours {
    /// The best of the others.
    pub best: String,
    /// By how much \[%\].
    pub percent: f64,
    /// Half width of the 95 % interval of the difference, in per cent of the best of the others; not a number if there is none.
    pub ci95: f64,
    /// The difference may be chance.
    pub level: bool,
    /// The queue of one of both grew without bound.
    pub unstable: bool,
    /// Replications are still coming in.
    pub unfinished: bool,
}

impl Ours {
    /// "+12.3", after "≈" if it may be chance.
    fn number(&self) -> String {
        let about = if self.level { "≈\u{2009}" } else { "" };
        format!("{about}{}", signed(self.percent))
    }
}

impl ImprovementChart {
    /// What is said where there is no result.
    fn missing(&self) -> &'static str {
        match self.without_log {
            true => NO_LOG,
            false => "not run",
        }
    }

    fn gain(&self, place: Place) -> Option<&Gain> {
        self.cells.get(self.plane.index(place))
    }

    /// Ours at a place, if it is a number.
    pub fn ours(&self, place: Place) -> Option<&Ours> {
        let ours = self.gain(place)?.ours.as_ref()?;
        ours.percent.is_finite().then_some(ours)
    }

    /// What was published for a place \[%\].
    pub fn published(&self, place: Place) -> Option<f64> {
        self.gain(place)?.published
    }

    /// Whether anything was published.
    pub fn has_published(&self) -> bool {
        self.cells.iter().any(|own| own.published.is_some())
    }

    fn any(&self, kind: impl Fn(&Ours) -> bool) -> bool {
        let mut ours = self.plane.places().filter_map(|place| self.ours(place));
        ours.any(kind)
    }

    /// What a cell says: ours; and if something was published, that and the difference.
    pub fn lines(&self, place: Place) -> Vec<String> {
        let ours = self.ours(place);
        let mut lines = vec![match ours {
            Some(ours) => ours.number(),
            None => self.missing().to_owned(),
        }];
        if let Some(published) = self.published(place) {
            lines.push(format!("published {}", signed_whole(published)));
            let difference = ours.map(|ours| ours.percent - published);
            lines.extend(difference.map(|own| format!("difference {}", signed(own))));
        }
        lines
    }

    /// One place in words, line by line.
    pub fn read_out(&self, place: Place) -> Vec<String> {
        let mut lines = vec![self.plane.words(place)];
        match self.ours(place) {
            None => lines.push(self.missing().to_owned()),
            Some(ours) => {
                let (percent, half) = (ours.percent.abs(), ours.ci95);
                let half = if half.is_finite() { half } else { 0.0 };
                let value = number::with_interval(percent, half, "%", self.plane.z_style);
                let how = if ours.percent < 0.0 { "worse" } else { "better" };
                lines.insert(0, format!("{}: {value} {how}", self.scheduler));
                lines.push(format!("than {}, the best of the others", ours.best));
                if ours.level {
                    lines.push("no clear difference".into());
                }
                if ours.unstable {
                    lines.push("unstable: the queue grows".into());
                }
                if ours.unfinished {
                    lines.push("still computing".into());
                }
            }
        }
        lines.extend(self.lines(place).into_iter().skip(1));
        lines
    }
}

/// "+12.3", "−0.4"
fn signed(percent: f64) -> String {
    let sign = if percent >= 0.05 { "+" } else { "" };
    format!("{sign}{}", number::fixed(percent, 1))
}

/// "+45"
fn signed_whole(percent: f64) -> String {
    let sign = if percent > 0.0 { "+" } else { "" };
    format!("{sign}{}", number::fixed(percent, 0))
}

/// What stands beside the map.
fn explained(chart: &ImprovementChart) -> Explained {
    let places = chart.plane.places();
    let percents = places.filter_map(|place| Some(chart.ours(place)?.percent));
    let mut entries = Vec::new();
    if chart.any(|own| own.level) {
        entries.push((Key::Level, "no clear difference".to_owned()));
    }
    if chart.any(|own| own.unstable) {
        entries.push((Key::Unstable, "unstable".to_owned()));
    }
    if chart.any(|own| own.unfinished) {
        entries.push((Key::Unfinished, "still computing".to_owned()));
    }
    if chart.without_log {
        entries.push((Key::NoLog, NO_LOG.to_owned()));
    }
    Explained {
        heading: format!("{}: {} over the best of the others", chart.scheduler, chart.plane.z_label),
        scale: ColourScale::around_zero(percents).filter(|_| chart.any(|_| true)),
        entries,
    }
}

/// Lays a map out on a canvas.
pub fn layout(chart: &ImprovementChart, canvas: Area, theme: &Theme) -> MapFrame {
    let known = |place| chart.ours(place).is_some() || chart.published(place).is_some();
    let empty = !chart.without_log && !chart.plane.places().any(known);
    MapFrame::new(&chart.plane, &explained(chart), empty, canvas, theme)
}

/// The height in CSS pixels that suits a map at a width in CSS pixels.
pub fn preferred_height(chart: &ImprovementChart, width: f64, theme: &Theme) -> f64 {
    MapFrame::preferred_height(&chart.plane, &explained(chart), width, theme)
}

/// Draws a map as laid out before.
pub fn paint(backend: &mut dyn Device, layout: &MapFrame, chart: &ImprovementChart, theme: &Theme) -> Drawn {
    let mut pen = Pen::new(backend, theme)?;
    let surround = &layout.surround;
    surround.draw(&mut pen, |pen, key, square| match key {
        Key::Level => {
            let face = Type::regular(TICK, theme.ink);
            pen.text("≈", square.centre(), Align::Centre, face)
        }
        Key::Unstable => unsettled(pen, &corners(square), |colour| colour),
        Key::Unfinished => computing(pen, square.centre()),
        Key::NoLog => {
            pen.fill(square, theme.band)?;
            stroke(pen, square, stroke_colour(theme))
        }
        Key::Series(_) | Key::Published => Ok(()),
    })?;
    layout.draw(&mut pen)?;
    if layout.message.is_some() {
        return Ok(());
    }
    let scale = explained(chart).scale;
    let most = lines_that_fit(chart, layout, theme);
    let (width, height) = layout.least_cell();
    let roomy = width.min(height) >= theme.px(16.0);
    for place in chart.plane.places() {
        let Some(area) = layout.cell(place) else {
            continue;
        };
        let area = layout.painted(&area, theme);
        let ours = chart.ours(place);
        let colour = match (ours, scale) {
            (Some(ours), Some(scale)) => scale.colour(ours.percent, theme),
            _ => theme.band,
        };
        let fill = surround.paint(colour, theme);
        pen.fill(&area, fill)?;
        if ours.is_some_and(|own| own.unstable) {
            // Along the lower edge, so that the number stays readable.
            let edge = Area::new(area.x0, area.y1 - area.height() * 0.16, area.x1, area.y1);
            unsettled(&mut pen, &corners(&edge), |colour| surround.paint(colour, theme))?;
        }
        if ours.is_none() && chart.without_log {
            stroke(&mut pen, &area, surround.paint(stroke_colour(theme), theme))?;
        }
        let ink = theme.text_on(fill);
        let lines = chart.lines(place);
        let shown = lines.len().min(most);
        let pitch = Type::regular(TICK, ink).height(theme);
        let (x, y) = area.centre();
        for (index, line) in lines.iter().take(shown).enumerate() {
            let face = match (index, ours) {
                (0, Some(_)) => Type::bold(TICK, ink),
                _ => Type::regular(TICK, ink),
            };
            let at = (index as f64 - (shown as f64 - 1.0) / 2.0) * pitch;
            pen.text(line, (x, y + at), Align::Centre, face)?;
        }
        if roomy && ours.is_some_and(|own| own.unfinished) {
            let inset = theme.px(6.0);
            computing(&mut pen, (area.x1 - inset, area.y0 + inset))?;
        }
    }
    Ok(())
}

fn stroke_colour(theme: &Theme) -> Colour {
    theme.muted.fade(0.6).over(theme.band)
}

/// From corner to corner: there can be no result.
fn stroke(pen: &mut Pen, area: &Area, colour: Colour) -> Drawn {
    pen.line(&[(area.x0, area.y1), (area.x1, area.y0)], 1.0, colour)
}

/// How many lines every cell has room for.
fn lines_that_fit(chart: &ImprovementChart, layout: &MapFrame, theme: &Theme) -> usize {
    let face = Type::bold(TICK, theme.ink);
    let (width, height) = layout.least_cell();
    let widest = |most: usize| {
        let places = chart.plane.places();
        let lines = places.flat_map(move |place| chart.lines(place).into_iter().take(most));
        lines.map(|line| face.width(&line, theme)).fold(0.0, f64::max)
    };
    let fits = |most: &usize| {
        let high = face.height(theme) * *most as f64 + theme.px(4.0);
        height >= high && width - theme.px(6.0) >= widest(*most)
    };
    (1..=3).rev().find(fits).unwrap_or(0)
}

/// Marks a place and reads it out, over a map that has been drawn.
pub fn cursor(
    backend: &mut dyn Device,
    layout: &MapFrame,
    chart: &ImprovementChart,
    theme: &Theme,
    place: Place,
) -> Drawn {
    let mut pen = Pen::new(backend, theme)?;
    let scale = explained(chart).scale;
    let stripe = scale.zip(chart.ours(place)).map_or(theme.muted, |(scale, ours)| scale.colour(ours.percent, theme));
    layout.cursor(&mut pen, place, &chart.read_out(place), stripe)
}

/// The map in words.
pub fn summary(chart: &ImprovementChart) -> String {
    let plane = &chart.plane;
    let what = format!(
        "{} of {} over the best of the others, over {} and {}",
        plane.z_label,
        chart.scheduler,
        plane.x.label(),
        plane.y.label()
    );
    let ours = || {
        let places = plane.places();
        places.filter_map(|place| Some((place, chart.ours(place)?)))
    };
    let at_point = |(place, own): (Place, &Ours)| format!("{} at {}", own.number(), plane.words(place));
    let least = ours().min_by(|a, b| a.1.percent.total_cmp(&b.1.percent));
    let most = ours().max_by(|a, b| a.1.percent.total_cmp(&b.1.percent));
    let (Some(least), Some(most)) = (least, most) else {
        return format!("{what}: {}.", chart.missing());
    };
    let (level, clear): (Vec<_>, Vec<_>) = ours().partition(|own| own.1.level);
    let better = clear.iter().filter(|own| own.1.percent > 0.0).count();
    format!(
        "{what}: from {} to {}; of {} points better at {better}, worse at {}, without a clear difference at {}.",
        at_point(least),
        at_point(most),
        level.len() + clear.len(),
        clear.len() - better,
        level.len()
    )
}

#[cfg(test)]
mod tests;
