//! The improvement of one scheduler compared with the best other scheduler, over two parameters: data and texts.

use crate::chart::plane::surface::{Place, Plane};
use crate::words::number;

/// Text of a cell without a result because its log is missing.
pub(super) const NO_LOG: &str = "log not at hand";

/// The improvement at all combinations of two parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImprovementChart {
    /// The axes, and the measure, which is the improvement in per cent.
    pub plane: Plane,
    /// Name of the scheduler that is compared with the others.
    pub scheduler: String,
    /// By [`Plane::index`].
    pub cells: Vec<Gain>,
    /// True if there are no results because the job log is missing.
    pub without_log: bool,
}

/// The improvement at one combination of the two parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gain {
    /// The improvement in our results, if both schedulers have a result.
    pub ours: Option<Ours>,
    /// The published improvement \[%\].
    pub published: Option<f64>,
}

/// An improvement in our results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ours {
    /// Name of the best other scheduler.
    pub best: String,
    /// Improvement \[%\].
    pub percent: f64,
    /// Half width of the 95 % interval of the difference, in per cent of the best other scheduler; NaN if there is
    /// none.
    pub ci95: f64,
    /// True if the difference may be chance.
    pub level: bool,
    /// True if the queue of either scheduler grew without bound.
    pub unstable: bool,
    /// True if replications are still being computed.
    pub unfinished: bool,
}

impl Ours {
    /// "+12.3", with a leading "≈" if it may be chance.
    fn number(&self) -> String {
        let about = if self.level { "≈\u{2009}" } else { "" };
        format!("{about}{}", signed(self.percent))
    }
}

impl ImprovementChart {
    /// Text of a cell without a result.
    fn missing(&self) -> &'static str {
        match self.without_log {
            true => NO_LOG,
            false => "not run",
        }
    }

    fn gain(&self, place: Place) -> Option<&Gain> {
        self.cells.get(self.plane.index(place))
    }

    /// Our improvement at a place, if it is finite.
    pub fn ours(&self, place: Place) -> Option<&Ours> {
        let ours = self.gain(place)?.ours.as_ref()?;
        ours.percent.is_finite().then_some(ours)
    }

    /// The published improvement at a place \[%\].
    pub fn published(&self, place: Place) -> Option<f64> {
        self.gain(place)?.published
    }

    /// True if the chart has published improvements.
    pub fn has_published(&self) -> bool {
        self.cells.iter().any(|own| own.published.is_some())
    }

    pub(super) fn any(&self, kind: impl Fn(&Ours) -> bool) -> bool {
        let mut ours = self.plane.places().filter_map(|place| self.ours(place));
        ours.any(kind)
    }

    /// Lines of a cell: our improvement, then the published one and the difference, if it was published.
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

    /// Description of a place, line by line.
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

/// Description of the map.
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
