//! A measure over two swept parameters: for one scheduler as a surface or a heat map, for all schedulers as a map of
//! winners. This module has the data and texts; see [`surface_layout`](crate::chart::plane::surface_layout),
//! [`heat_map`](crate::chart::plane::heat_map) and [`winner_map`](crate::chart::plane::winner_map) for the figures.

use crate::chart::kit::series_style::SeriesStyle;
use crate::words::number::{self, Style};

/// Common part of all figures over two parameters: the two axes and the measure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plane {
    /// Heading; may be empty.
    pub title: String,
    /// The parameter to the right.
    pub x: Swept,
    /// The parameter upwards, or away from the viewer.
    pub y: Swept,
    /// The measure with its unit: `Mean turnaround [s]`.
    pub z_label: String,
    /// Unit of the measure in read-outs: "s"; may be empty.
    pub z_unit: String,
    /// Number style of the measure.
    pub z_style: Style,
    /// True for an old result that is shown while the new one is computed.
    pub faded: bool,
}

/// A swept parameter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Swept {
    /// Name: "BSBW".
    pub name: String,
    /// Unit; may be empty.
    pub unit: String,
    /// Values, rising.
    pub values: Vec<f64>,
}

/// A combination of two values, by their indices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Index of the value of x.
    pub x: usize,
    /// Index of the value of y.
    pub y: usize,
}

/// One scheduler's measure over the plane.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurfaceChart {
    /// Axes and measure.
    pub plane: Plane,
    /// Name of the scheduler.
    pub scheduler: String,
    /// The cells, by [`Plane::index`]; `None` where no run has finished yet.
    pub cells: Vec<Option<Cell>>,
}

/// The measure at one combination.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    /// The value.
    pub value: f64,
    /// Half width of the 95 % interval; NaN if there is none.
    pub ci95: f64,
    /// Number of jobs in the value.
    pub jobs: u64,
    /// True if the run was unstable: the value depends on its length and is no result.
    pub unstable: bool,
    /// True if replications are still being computed.
    pub unfinished: bool,
}

/// All schedulers over the plane.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WinnerChart {
    /// Axes and measure.
    pub plane: Plane,
    /// The schedulers, in their order.
    pub schedulers: Vec<Contender>,
    /// Comparisons, by [`Plane::index`].
    pub cells: Vec<Contest>,
}

/// A scheduler in the comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contender {
    /// Name.
    pub name: String,
    /// Colour and marker, the same as on its curve.
    pub look: SeriesStyle,
}

/// Comparison of the schedulers at one combination.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contest {
    /// Schedulers with a result, as index and cell: the best first, unstable schedulers last.
    pub ranking: Vec<(usize, Cell)>,
    /// Number of schedulers at the head of the ranking that do not differ significantly from the best, including the
    /// best.
    pub level: usize,
}

impl Swept {
    /// Name and unit, as an axis shows them.
    pub fn label(&self) -> String {
        match self.unit.as_str() {
            "" => self.name.clone(),
            unit => format!("{} [{unit}]", self.name),
        }
    }

    /// A value in words: "BSBW 500 Mbps".
    pub fn words(&self, index: usize) -> String {
        let value = self.values.get(index).copied().unwrap_or(f64::NAN);
        let value = number::quantity(value, &self.unit, Style::Plain);
        format!("{} {value}", self.name)
    }
}

impl Plane {
    /// Index of a combination in the lists of cells: y runs fastest.
    pub fn index(&self, place: Place) -> usize {
        place.x * self.y.values.len() + place.y
    }

    /// All combinations, in the order of the lists of cells.
    pub fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let rows = self.y.values.len();
        let all = 0..self.x.values.len() * rows;
        all.map(move |index| Place { x: index / rows, y: index % rows })
    }

    /// A combination in words: "BSBW 500 Mbps, LSLT 0.8".
    pub fn words(&self, place: Place) -> String {
        format!("{}, {}", self.x.words(place.x), self.y.words(place.y))
    }

    /// A value in words, with its interval if it is a result.
    pub fn value(&self, cell: &Cell) -> String {
        if cell.unstable {
            let value = number::quantity(cell.value, &self.z_unit, self.z_style);
            return format!("unstable ({value}, grows with the length of the run)");
        }
        number::with_interval(cell.value, cell.half_width(), &self.z_unit, self.z_style)
    }
}

impl Cell {
    /// The value and its interval without a unit.
    pub fn number(&self, style: Style) -> String {
        let value = number::with_interval(self.value, self.half_width(), "", style);
        match self.unstable {
            true => format!("{value} (unstable)"),
            false => value,
        }
    }

    /// Half width of the interval, 0 if there is none.
    pub fn half_width(&self) -> f64 {
        match self.ci95.is_finite() {
            true => self.ci95.max(0.0),
            false => 0.0,
        }
    }
}

impl SurfaceChart {
    /// The number at a place; empty if there is none.
    pub fn number(&self, place: Place) -> String {
        let cell = self.cell(place);
        cell.map_or(String::new(), |cell| cell.number(self.plane.z_style))
    }

    /// The cell at a place, if it has a value.
    pub fn cell(&self, place: Place) -> Option<&Cell> {
        let cell = self.cells.get(self.plane.index(place))?.as_ref()?;
        cell.value.is_finite().then_some(cell)
    }

    /// The value at a place, if it is a result.
    pub fn result(&self, place: Place) -> Option<f64> {
        let cell = self.cell(place).filter(|cell| !cell.unstable)?;
        Some(cell.value)
    }

    /// True if any cell with a value is of a kind.
    pub fn any(&self, kind: impl Fn(&Cell) -> bool) -> bool {
        let mut cells = self.cells.iter().flatten();
        cells.any(|cell| cell.value.is_finite() && kind(cell))
    }

    /// Description of a place, line by line: scheduler, place, value, jobs.
    pub fn read_out(&self, place: Place) -> Vec<String> {
        let mut lines = vec![self.scheduler.clone(), self.plane.words(place)];
        match self.cell(place) {
            None => lines.push("not computed yet".into()),
            Some(cell) => {
                lines.push(self.plane.value(cell));
                lines.push(jobs(cell));
            }
        }
        lines
    }
}

/// Number of jobs in a value, as text.
fn jobs(cell: &Cell) -> String {
    let more = if cell.unfinished { " so far, still computing" } else { "" };
    format!("{} jobs{more}", number::fixed(cell.jobs as f64, 0))
}

impl WinnerChart {
    /// How the schedulers compare at a place.
    pub fn contest(&self, place: Place) -> Option<&Contest> {
        let contest = self.cells.get(self.plane.index(place))?;
        (!contest.ranking.is_empty()).then_some(contest)
    }

    /// Description of a place, line by line: the best scheduler, then all.
    pub fn read_out(&self, place: Place) -> Vec<String> {
        let name = |index: usize| self.schedulers.get(index).map_or("", |own| &own.name);
        let Some(contest) = self.contest(place) else {
            return vec![self.plane.words(place), "not computed yet".into()];
        };
        let leaders: Vec<&str> = contest.leaders().map(|(index, _)| name(index)).collect();
        let head = match leaders.as_slice() {
            [only] => format!("{only} is best"),
            several => format!("No clear difference: {}", several.join(", ")),
        };
        let mut lines = vec![head, self.plane.words(place)];
        for (rank, (index, cell)) in contest.ranking.iter().enumerate() {
            lines.push(format!("{}. {} {}", rank + 1, name(*index), self.plane.value(cell)));
        }
        if contest.ranking.iter().any(|(_, cell)| cell.unfinished) {
            lines.push("still computing".into());
        }
        lines
    }
}

impl Contest {
    /// The schedulers that do not differ significantly from the best.
    pub fn leaders(&self) -> impl Iterator<Item = (usize, &Cell)> {
        let level = self.level.max(1);
        self.ranking.iter().take(level).map(|(index, cell)| (*index, cell))
    }

    /// True if all schedulers are unstable here.
    pub fn is_unstable(&self) -> bool {
        self.ranking.iter().all(|(_, cell)| cell.unstable)
    }
}

/// Text description of a surface, for accessibility.
pub fn summary(chart: &SurfaceChart) -> String {
    let plane = &chart.plane;
    let what = format!("{} of {} over {} and {}", plane.z_label, chart.scheduler, plane.x.label(), plane.y.label());
    let results = || {
        let all = plane.places();
        all.filter_map(|place| Some((place, chart.result(place)?)))
    };
    let at_point = |(place, _): (Place, f64)| {
        let value = chart.cell(place).map(|cell| plane.value(cell));
        format!("{} at {}", value.unwrap_or_default(), plane.words(place))
    };
    let least = results().min_by(|a, b| a.1.total_cmp(&b.1));
    let most = results().max_by(|a, b| a.1.total_cmp(&b.1));
    let unstable = plane.places().filter(|&place| chart.cell(place).is_some_and(|cell| cell.unstable));
    let missing = plane.places().filter(|&place| chart.cell(place).is_none());
    let mut words = match least.zip(most) {
        None => format!("{what}: no result yet"),
        Some((least, most)) if least.1 == most.1 => {
            format!("{what}: {} everywhere", at_point(least))
        }
        Some((least, most)) => format!("{what}: from {} to {}", at_point(least), at_point(most)),
    };
    for (count, of) in [(unstable.count(), "unstable"), (missing.count(), "not computed yet")] {
        if count > 0 {
            let all = chart.plane.places().count();
            words.push_str(&format!("; {count} of {all} points {of}"));
        }
    }
    words.push('.');
    words
}

/// Text description of a map of winners: the number of points at which each scheduler is best.
pub fn winners_summary(chart: &WinnerChart) -> String {
    let plane = &chart.plane;
    let what = format!("Who is best: {} over {} and {}", plane.z_label, plane.x.label(), plane.y.label());
    let contests = || plane.places().filter_map(|place| chart.contest(place));
    let count = contests().count();
    if count == 0 {
        return format!("{what}: no result yet.");
    }
    let settled = || contests().filter(|contest| !contest.is_unstable());
    let mut parts: Vec<String> = Vec::new();
    for (index, scheduler) in chart.schedulers.iter().enumerate() {
        let leads = |contest: &&Contest| contest.leaders().any(|(own, _)| own == index);
        let alone = settled().filter(|contest| contest.level <= 1).filter(leads).count();
        let level = settled().filter(|contest| contest.level > 1).filter(leads).count();
        let words = match (alone, level) {
            (0, 0) => continue,
            (alone, 0) => format!("{} alone at {alone}", scheduler.name),
            (0, level) => format!("{} level with others at {level}", scheduler.name),
            (alone, level) => format!("{} alone at {alone} and level with others at {level}", scheduler.name),
        };
        parts.push(words);
    }
    let unstable = count - settled().count();
    if unstable > 0 {
        parts.push(format!("all unstable at {unstable}"));
    }
    let missing = plane.places().count() - count;
    if missing > 0 {
        parts.push(format!("{missing} not computed yet"));
    }
    format!("{what}, of {count} points: {}.", parts.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> SurfaceChart {
        let swept = |name: &str, unit: &str, values: &[f64]| Swept {
            name: name.into(),
            unit: unit.into(),
            values: values.to_vec(),
        };
        let cell = |value, unstable| Some(Cell { value, ci95: 2.0, jobs: 12_000, unstable, unfinished: false });
        SurfaceChart {
            plane: Plane {
                x: swept("BSBW", "Mbps", &[200.0, 900.0]),
                y: swept("LSLT", "", &[0.8, 1.0]),
                z_label: "Mean turnaround [s]".into(),
                z_unit: "s".into(),
                ..Plane::default()
            },
            scheduler: "b3".into(),
            cells: vec![cell(735.0, false), cell(700.0, false), cell(1087.0, false), cell(9e5, true)],
        }
    }

    #[test]
    fn a_surface_in_words() {
        let mut chart = chart();
        assert_eq!(
            summary(&chart),
            "Mean turnaround [s] of b3 over BSBW [Mbps] and LSLT: from 700.0 ± 2.0 s at BSBW 200 Mbps, LSLT 1 to \
             1087.0 ± 2.0 s at BSBW 900 Mbps, LSLT 0.8; 1 of 4 points unstable."
        );
        chart.cells[0] = None;
        assert!(summary(&chart).ends_with("1 of 4 points unstable; 1 of 4 points not computed yet."));
        chart.cells.clear();
        assert!(summary(&chart).contains("no result yet; 4 of 4 points not computed yet."));
    }

    #[test]
    fn a_point_in_words() {
        let mut chart = chart();
        let at = |x, y| Place { x, y };
        assert_eq!(chart.read_out(at(0, 0)), ["b3", "BSBW 200 Mbps, LSLT 0.8", "735.0 ± 2.0 s", "12\u{2009}000 jobs"]);
        assert!(chart.read_out(at(1, 1))[2].starts_with("unstable (900\u{2009}000 s"));
        assert_eq!(chart.result(at(1, 1)), None);
        chart.cells[1].as_mut().unwrap().unfinished = true;
        assert!(chart.read_out(at(0, 1))[3].ends_with("so far, still computing"));
        assert_eq!(chart.read_out(at(7, 0))[2], "not computed yet");
    }

    #[test]
    fn places_are_in_the_order_of_the_cells() {
        let plane = chart().plane;
        for (index, place) in plane.places().enumerate() {
            assert_eq!(plane.index(place), index);
        }
        assert_eq!(Plane::default().places().count(), 0);
    }
}
