//! Map of winners over two parameters, with a colour and a marker per scheduler.

use crate::chart::figure::{FigureKind, Over};
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::Drawn;
use crate::chart::kit::legend::Key;
use crate::chart::kit::marker::{Fill, Marker};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::series_style::SeriesStyle;
use crate::chart::kit::text::TICK;
use crate::chart::kit::theme::{Colour, Theme};
use crate::chart::plane::cell_map::{self, CellMap, Painter};
use crate::chart::plane::map_frame::MapFrame;
use crate::chart::plane::plane_figure::{PlaneData, PlaneFigure};
use crate::chart::plane::surface::{self, Contest, Place, Plane, WinnerChart};
use crate::chart::plane::surface_data;
use crate::chart::plane::surround::{Explained, computing, corners, unsettled};
use crate::experiment::measure::{self, Better};

/// Radius of a marker \[CSS px\].
const MARK: f64 = 5.0;
/// Space for a marker \[CSS px\].
const ROOM: f64 = 16.0;

/// The map of winners.
pub const WINNERS: FigureKind = FigureKind {
    name: "winners",
    label: "Who is best",
    file: ("surface", "Surface or map"),
    over: Over::Two,
    offered: surface_data::has_plane,
    shows: |metric| metric.better != Better::Neither,
    build: |scene, choice| {
        let metric = measure::find(choice.metric);
        let chart = surface_data::winners(scene.plan, scene.results, metric)?;
        Some(PlaneFigure::boxed(chart, scene, choice))
    },
    ..FigureKind::PLAIN
};

impl PlaneData for WinnerChart {
    fn plane(&self) -> &Plane {
        &self.plane
    }

    fn plane_mut(&mut self) -> &mut Plane {
        &mut self.plane
    }

    fn read_out(&self, place: Place) -> Vec<String> {
        WinnerChart::read_out(self, place)
    }

    fn summary(&self) -> String {
        surface::winners_summary(self)
    }

    fn caption(&self, over: &str) -> String {
        format!(
            "Who is best: {} {over} Full colour: best by more than the 95 % interval of the difference. Faint: the schedulers whose \
             markers are shown are not clearly apart. Point at a cell for the ranking.",
            self.plane.z_label
        )
    }

    fn is_hatched(&self) -> bool {
        let mut ranked = self.cells.iter().filter(|own| !own.ranking.is_empty());
        ranked.any(|own| own.is_unstable())
    }

    fn heading(&self) -> String {
        format!("{}: the best, and who is not clearly apart", self.plane.z_label)
    }

    fn cell(&self, place: Place) -> String {
        let Some(contest) = self.contest(place) else {
            return String::new();
        };
        let leaders = contest.leaders().map(|(index, cell)| {
            let name = self.schedulers.get(index).map_or("", |own| &own.name);
            format!("{name} {}", cell.number(self.plane.z_style))
        });
        leaders.collect::<Vec<_>>().join("\n")
    }

    /// Index of the best scheduler.
    fn leader(&self, place: Place) -> Option<usize> {
        let best = self.contest(place).and_then(|own| own.ranking.first());
        Some(best.map_or(0, |(index, _)| *index))
    }
}

impl CellMap for WinnerChart {
    /// The legend has the schedulers that are best at some place.
    fn explained(&self) -> Explained {
        let contests = || {
            let places = self.plane.places();
            places.filter_map(|place| self.contest(place))
        };
        let mut leads = vec![false; self.schedulers.len()];
        for (index, _) in contests().flat_map(Contest::leaders) {
            if let Some(own) = leads.get_mut(index) {
                *own = true;
            }
        }
        let named = self.schedulers.iter().enumerate();
        let mut entries: Vec<(Key, String)> = named
            .filter(|(index, _)| leads.get(*index) == Some(&true))
            .map(|(index, own)| (Key::Series(index), own.name.clone()))
            .collect();
        if contests().any(|contest| contest.level > 1 && !contest.is_unstable()) {
            entries.push((Key::Level, "no clear difference".into()));
        }
        if contests().any(Contest::is_unstable) {
            entries.push((Key::Unstable, "all unstable".into()));
        }
        if contests().any(unfinished) {
            entries.push((Key::Unfinished, "still computing".into()));
        }
        Explained { heading: format!("Who is best: {}", self.plane.z_label), scale: None, entries }
    }

    fn is_empty(&self) -> bool {
        !self.plane.places().any(|place| self.contest(place).is_some())
    }

    fn painter<'a>(&'a self, layout: &'a MapFrame, theme: &'a Theme) -> Painter<'a> {
        let map = Map { chart: self, layout, theme };
        Box::new(move |pen, place, area| match self.contest(place) {
            Some(contest) => map.cell(pen, contest, area),
            None => Ok(()),
        })
    }

    fn sample(&self, pen: &mut Pen, layout: &MapFrame, key: Key, square: &Area) -> Drawn {
        Map { chart: self, layout, theme: pen.theme }.sample(pen, key, square)
    }

    fn stripe(&self, place: Place, theme: &Theme) -> Colour {
        let best = self.contest(place).and_then(|own| own.ranking.first());
        let own = best.and_then(|(index, _)| self.schedulers.get(*index));
        best.map_or(theme.muted, |_| theme.series(own.map_or(0, |own| own.look.colour)))
    }
}

fn unfinished(contest: &Contest) -> bool {
    contest.ranking.iter().any(|(_, cell)| cell.unfinished)
}

struct Map<'a> {
    chart: &'a WinnerChart,
    layout: &'a MapFrame,
    theme: &'a Theme,
}

impl Map<'_> {
    fn look(&self, scheduler: usize) -> SeriesStyle {
        self.chart.schedulers.get(scheduler).map_or(SeriesStyle::default(), |own| own.look)
    }

    fn colour(&self, scheduler: usize) -> Colour {
        self.paint(self.theme.series(self.look(scheduler).colour))
    }

    fn paint(&self, colour: Colour) -> Colour {
        self.layout.surround.paint(colour, self.theme)
    }

    /// A clear winner fills its cell; equally good schedulers share a pale cell; a cell is hatched if all schedulers
    /// are unstable.
    fn cell(&self, pen: &mut Pen, contest: &Contest, area: &Area) -> Drawn {
        let Some(&(best, _)) = contest.ranking.first() else {
            return Ok(());
        };
        let own = self.colour(best);
        let px = |css: f64| self.theme.px(css);
        let roomy = area.width().min(area.height()) >= px(ROOM);
        let leaders: Vec<usize> = contest.leaders().map(|(index, _)| index).collect();
        if contest.is_unstable() {
            unsettled(pen, &corners(area), |colour| self.paint(colour))?;
            if roomy {
                let marker = Marker::of(self.look(best).marker);
                marker.draw(pen, area.centre(), MARK, Fill::Hollow, own)?;
            }
        } else if let [_] = leaders.as_slice() {
            pen.fill(area, own)?;
            if roomy {
                self.marker_on(pen, best, area.centre(), own)?;
            }
        } else {
            pen.fill(area, self.level(own))?;
            if roomy {
                self.markers(pen, &leaders, area)?;
            }
        }
        if roomy && unfinished(contest) {
            computing(pen, (area.x1 - px(6.0), area.y0 + px(6.0)))?;
        }
        Ok(())
    }

    /// The fill of a cell without a clear winner.
    fn level(&self, best: Colour) -> Colour {
        best.fade(0.22).over(self.theme.background)
    }

    /// The marker of a winner on its own colour.
    fn marker_on(&self, pen: &mut Pen, scheduler: usize, at: Point, fill: Colour) -> Drawn {
        let marker = Marker::of(self.look(scheduler).marker);
        marker.plain(pen, at, MARK, self.theme.text_on(fill))
    }

    /// The markers of several schedulers in rows; if not all fit, the number of the others.
    fn markers(&self, pen: &mut Pen, schedulers: &[usize], area: &Area) -> Drawn {
        let step = self.theme.px(ROOM);
        let room = |length: f64| ((length / step) as usize).max(1);
        let count = schedulers.len();
        let columns = room(area.width()).min(count).max(1);
        let rows = room(area.height()).min(count.div_ceil(columns));
        let slots = columns * rows;
        let (x, y) = area.centre();
        for slot in 0..slots.min(count) {
            let (row, column) = (slot / columns, slot % columns);
            let in_row = columns.min(count - row * columns);
            let from_middle = |index: usize, of: usize| index as f64 - (of - 1) as f64 / 2.0;
            let at = (x + step * from_middle(column, in_row), y + step * from_middle(row, rows));
            if slot + 1 == slots && count > slots {
                let text = format!("+{}", count - slot);
                pen.text(&text, at, Align::Centre, Type::regular(TICK, self.theme.ink))?;
            } else if let Some(&scheduler) = schedulers.get(slot) {
                let marker = Marker::of(self.look(scheduler).marker);
                marker.plain(pen, at, MARK, self.colour(scheduler))?;
            }
        }
        Ok(())
    }

    fn sample(&self, pen: &mut Pen, key: Key, square: &Area) -> Drawn {
        match key {
            Key::Series(index) => {
                let own = self.colour(index);
                pen.fill(square, own)?;
                self.marker_on(pen, index, square.centre(), own)
            }
            Key::Level => {
                // Two pale example colours from the legend.
                let keys = self.layout.surround.legend.iter().map(|entry| entry.key);
                let named = keys.filter_map(|key| match key {
                    Key::Series(index) => Some(self.level(self.colour(index))),
                    _ => None,
                });
                let (middle, _) = square.centre();
                let halves = [(square.x0, middle), (middle, square.x1)];
                for ((x0, x1), colour) in halves.into_iter().zip(named) {
                    pen.fill(&Area { x0, x1, ..*square }, colour)?;
                }
                Ok(())
            }
            other => cell_map::sample(pen, other, square),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::kit::recorder::Recorder;
    use crate::chart::plane::plane_figure::PlaneChart;
    use crate::chart::plane::surface::{Cell, Contender, Swept, winners_summary};

    /// A chart with the best schedulers at three places; each place ranks all three schedulers.
    fn chart(cells: [(&[usize], usize, bool); 3]) -> WinnerChart {
        let contest = |(order, level, unstable): (&[usize], usize, bool)| {
            let ranking = order.iter().enumerate().map(|(rank, &index)| {
                let cell = Cell { value: 100.0 + rank as f64, unstable, ..Cell::default() };
                (index, cell)
            });
            Contest { ranking: ranking.collect(), level }
        };
        let names = ["No share", "First-fit", "B3"].into_iter().enumerate();
        let contenders = names.map(|(style, name)| Contender { name: name.into(), look: SeriesStyle::nth(style) });
        WinnerChart {
            plane: Plane {
                x: Swept { name: "BSBW".into(), values: vec![1.0, 2.0, 3.0], ..Swept::default() },
                y: Swept { name: "LSLT".into(), values: vec![0.5], ..Swept::default() },
                z_label: "Mean turnaround [s]".into(),
                ..Plane::default()
            },
            schedulers: contenders.collect(),
            cells: cells.map(contest).to_vec(),
        }
    }

    fn drawn(chart: &WinnerChart) -> Recorder {
        let theme = Theme::light(1.0);
        let mut recorder = Recorder::new(800, 400);
        let layout = chart.layout(Area::sized(800.0, 400.0), &theme);
        chart.paint(&mut recorder, &layout, &theme).unwrap();
        recorder
    }

    #[test]
    fn a_clear_winner_fills_its_cell_and_level_ones_share_a_pale_one() {
        let chart = chart([(&[1, 2, 0], 1, false), (&[2, 1, 0], 2, false), (&[0, 1, 2], 1, true)]);
        let recorder = drawn(&chart);
        let theme = Theme::light(1.0);
        let large = |colour: Colour| {
            let fills = recorder.fills(colour);
            fills.iter().filter(|(a, b)| b.0 - a.0 > 100).count()
        };
        assert_eq!(large(theme.series(1)), 1);
        assert_eq!(large(theme.series(2)), 0);
        assert_eq!(large(theme.series(2).fade(0.22).over(theme.background)), 1);
        // First-fit has a filled square in the pale cell, beside B3's triangle.
        assert_eq!(recorder.fills(theme.series(0)).len(), 1, "in the legend alone");
        let texts = recorder.texts();
        for entry in ["No share", "First-fit", "B3", "no clear difference", "all unstable"] {
            assert!(texts.contains(&entry), "{entry} in {texts:?}");
        }
        assert_eq!(
            winners_summary(&chart),
            "Who is best: Mean turnaround [s] over BSBW and LSLT, of 3 points: First-fit alone at 1 and level with others at 1; \
             B3 level with others at 1; all unstable at 1."
        );
    }

    #[test]
    fn where_not_all_markers_have_room_the_rest_is_counted() {
        let chart = chart([(&[0, 1, 2], 3, false), (&[0, 1, 2], 3, false), (&[0, 1, 2], 3, false)]);
        let theme = Theme::light(1.0);
        let layout = chart.layout(Area::sized(800.0, 400.0), &theme);
        let map = Map { chart: &chart, layout: &layout, theme: &theme };
        let texts = |width, height| {
            let mut recorder = Recorder::new(100, 100);
            let mut pen = Pen::new(&mut recorder, &theme).unwrap();
            let area = Area::sized(width, height);
            map.markers(&mut pen, &[0, 1, 2], &area).unwrap();
            recorder.texts().concat()
        };
        assert_eq!(texts(50.0, 20.0), "", "a row of three");
        assert_eq!(texts(20.0, 50.0), "", "a column of three");
        assert_eq!(texts(35.0, 35.0), "", "two and one");
        assert_eq!(texts(35.0, 20.0), "+2", "one, and two that have no room");
        assert_eq!(texts(20.0, 20.0), "+3");
    }

    #[test]
    fn the_legend_has_those_that_lead() {
        let chart = chart([(&[1, 2, 0], 1, false), (&[1, 0, 2], 1, false), (&[], 0, false)]);
        let texts = drawn(&chart);
        let texts = texts.texts();
        assert!(texts.contains(&"First-fit") && !texts.contains(&"B3"), "{texts:?}");
        assert!(!texts.contains(&"no clear difference") && !texts.contains(&"all unstable"));
    }

    #[test]
    fn a_cell_reads_out_the_ranking() {
        let chart = chart([(&[1, 2], 2, false), (&[2], 1, true), (&[], 0, false)]);
        let read = |x| chart.read_out(Place { x, y: 0 });
        assert_eq!(
            read(0),
            ["No clear difference: First-fit, B3", "BSBW 1, LSLT 0.5", "1. First-fit 100", "2. B3 101"]
        );
        assert_eq!(read(1)[2], "1. B3 unstable (100, grows with the length of the run)");
        assert_eq!(read(2), ["BSBW 3, LSLT 0.5", "not computed yet"]);
        assert_eq!(read(9)[1], "not computed yet");
    }
}
