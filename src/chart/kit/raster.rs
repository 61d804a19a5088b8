//! Merges rectangles that are too small to see individually: they vote for the colours of grid cells, and equal
//! neighbouring cells are joined to a few large rectangles. The work is bounded by the canvas size, not by the number
//! of jobs.

use crate::chart::kit::area::Area;

/// Number of shades for the coverage of a cell.
pub const SHADES: u8 = 4;
/// Maximum number of rectangles for a backend; with more, the grid is made coarser.
const MOST: usize = 12_000;

/// A grid of cells over an area.
#[derive(Clone, Debug)]
pub struct Raster {
    area: Area,
    cell_width: f64,
    cell_height: f64,
    /// Edges of patches are multiples of this number of drawing units. If a unit is half a screen pixel and two patches
    /// met in the middle of a pixel, the background would be visible between them.
    grain: f64,
    columns: usize,
    rows: usize,
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    /// The colour that leads the vote.
    paint: u8,
    /// The lead over other colours \[cells\].
    lead: f32,
    /// Covered share of the cell.
    cover: f32,
}

/// Joined equal neighbouring cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    /// The rectangle.
    pub area: Area,
    /// Colour number, at most 50.
    pub paint: u8,
    /// Coverage: 1 to [`SHADES`].
    pub shade: u8,
}

/// The patches of several grids, and the final cell width. While there are too many patches, the cells of all grids are
/// joined in pairs.
pub fn patches(mut rasters: Vec<Raster>) -> (Vec<Patch>, f64) {
    loop {
        let mut all = Vec::new();
        let few = rasters.iter().all(|raster| raster.merge(&mut all));
        if few {
            let width = rasters.first().map_or(1.0, |raster| raster.cell_width);
            return (all, width);
        }
        rasters = rasters.iter().map(Raster::coarser).collect();
    }
}

/// Width of a cell \[px\]: `cell`, at least 1; two or four times as wide if there are very many rectangles (`parts`).
pub fn width(cell: f64, parts: usize) -> f64 {
    let wider = match parts / MOST {
        0..=2 => 1.0,
        3..=5 => 2.0,
        _ => 4.0,
    };
    cell.max(1.0) * wider
}

impl Raster {
    /// An empty grid with cells of width `width` and height about `cell`: a multiple of the row height `row_px`, so
    /// that row edges are cell edges.
    pub fn new(area: Area, width: f64, cell: f64, row_px: f64) -> Raster {
        let cell = cell.max(1.0);
        let row_px = if row_px.is_finite() { row_px.max(1e-6) } else { cell };
        Raster::with_cells(area, width, row_px * (cell / row_px - 0.2).ceil().max(1.0), cell.floor().min(2.0))
    }

    fn with_cells(area: Area, cell_width: f64, cell_height: f64, grain: f64) -> Raster {
        let count = |length: f64, cell: f64| (length / cell).ceil().clamp(0.0, 8192.0) as usize;
        let columns = count(area.width(), cell_width);
        let rows = count(area.height(), cell_height);
        Raster { area, cell_width, cell_height, grain, columns, rows, cells: vec![Cell::default(); columns * rows] }
    }

    /// Covers a rectangle with a colour; `times` is its weight in votes.
    pub fn add(&mut self, part: &Area, paint: u8, times: f32) {
        let seen = self.area.intersect(part);
        let x = |v: f64| (v - self.area.x0) / self.cell_width;
        let y = |v: f64| (v - self.area.y0) / self.cell_height;
        let (x0, x1, y0, y1) = (x(seen.x0), x(seen.x1), y(seen.y0), y(seen.y1));
        if x1 <= x0 || y1 <= y0 {
            return;
        }
        let last_row = (y1.ceil() as usize).min(self.rows);
        let last_column = (x1.ceil() as usize).min(self.columns);
        let first_column = x0 as usize;
        for row in y0 as usize..last_row {
            let high = (y1.min(row as f64 + 1.0) - y0.max(row as f64)) as f32;
            let start = row * self.columns;
            let line = self.cells.get_mut(start + first_column..start + last_column);
            for (i, cell) in line.unwrap_or(&mut []).iter_mut().enumerate() {
                let column = (first_column + i) as f64;
                let wide = (x1.min(column + 1.0) - x0.max(column)) as f32;
                cell.vote(paint, wide * high * times);
            }
        }
    }

    /// Joins equal neighbours, first along the rows, then downwards. Returns false if there are too many patches and
    /// the grid can become coarser.
    fn merge(&self, patches: &mut Vec<Patch>) -> bool {
        // Cells that are not joined yet; 0 for empty or finished cells.
        let mut left: Vec<u8> = self.cells.iter().map(Cell::look).collect();
        for row in 0..self.rows {
            let mut column = 0;
            while column < self.columns {
                let at = row * self.columns + column;
                let line = left.get(at..(row + 1) * self.columns).unwrap_or(&[]);
                let look = match line.first() {
                    Some(0) => {
                        column += line.iter().take_while(|&&l| l == 0).count();
                        continue;
                    }
                    Some(&look) => look,
                    None => break,
                };
                let width = line.iter().take_while(|&&l| l == look).count();
                let mut height = 0;
                while row + height < self.rows {
                    let start = at + height * self.columns;
                    match left.get_mut(start..start + width) {
                        Some(below) if below.iter().all(|&l| l == look) => below.fill(0),
                        _ => break,
                    }
                    height += 1;
                }
                if patches.len() >= MOST && self.columns > 1 {
                    return false;
                }
                patches.push(Patch {
                    area: self.place(column, row, width, height),
                    paint: look / (SHADES + 1),
                    shade: look % (SHADES + 1),
                });
                column += width;
            }
        }
        true
    }

    fn place(&self, column: usize, row: usize, width: usize, height: usize) -> Area {
        let whole = |length: f64| (length / self.grain).round() * self.grain;
        let x = |c: usize| whole((self.area.x0 + c as f64 * self.cell_width).min(self.area.x1));
        let y = |r: usize| whole((self.area.y0 + r as f64 * self.cell_height).min(self.area.y1));
        Area::new(x(column), y(row), x(column + width), y(row + height))
    }

    /// The grid with pairs of columns joined.
    fn coarser(&self) -> Raster {
        let mut coarse = Raster::with_cells(self.area, self.cell_width * 2.0, self.cell_height, self.grain);
        for row in 0..self.rows.min(coarse.rows) {
            for column in 0..self.columns {
                let from = self.cells.get(row * self.columns + column);
                let to = coarse.cells.get_mut(row * coarse.columns + column / 2);
                if let (Some(from), Some(to)) = (from, to) {
                    let others = to.cover;
                    to.vote(from.paint, from.lead / 2.0);
                    to.cover = others + from.cover / 2.0;
                }
            }
        }
        coarse
    }
}

impl Cell {
    /// Weighted majority vote that stores only the leading colour: each vote for another colour reduces the lead of
    /// this colour.
    fn vote(&mut self, paint: u8, weight: f32) {
        self.cover += weight;
        if self.paint == paint {
            self.lead += weight;
        } else if self.lead >= weight {
            self.lead -= weight;
        } else {
            self.paint = paint;
            self.lead = weight - self.lead;
        }
    }

    /// Colour and shade as one number, 0 for an empty cell.
    fn look(&self) -> u8 {
        if self.cover <= 0.01 {
            return 0;
        }
        let shades = f32::from(SHADES);
        let shade = (self.cover * shades).ceil().clamp(1.0, shades) as u8;
        self.paint.saturating_mul(SHADES + 1).saturating_add(shade)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn patches(parts: &[(Area, u8)]) -> Vec<Patch> {
        let mut raster = Raster::new(Area::sized(100.0, 50.0), 1.0, 1.0, 1.0);
        parts.iter().for_each(|(part, paint)| raster.add(part, *paint, 1.0));
        super::patches(vec![raster]).0
    }

    #[test]
    fn a_block_is_one_patch() {
        let block = Area::new(10.0, 5.0, 30.0, 45.0);
        let expected = Patch { area: block, paint: 3, shade: SHADES };
        assert_eq!(patches(&[(block, 3)]), [expected]);
    }

    #[test]
    fn slivers_add_up_to_a_shade() {
        // Slivers a tenth of a column wide and 30 rows high.
        let slivers: Vec<(Area, u8)> =
            (0..5).map(|i| (Area::new(10.0 + 0.1 * f64::from(i), 0.0, 10.1 + 0.1 * f64::from(i), 30.0), 1)).collect();
        let found = patches(&slivers);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].shade, found[0].area.height()), (2, 30.0));
    }

    #[test]
    fn the_majority_wins() {
        let found = patches(&[(Area::new(0.0, 0.0, 0.3, 1.0), 1), (Area::new(0.3, 0.0, 1.0, 1.0), 2)]);
        assert_eq!(found.iter().map(|p| p.paint).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn a_chequerboard_is_coarsened() {
        let mut raster = Raster::new(Area::sized(400.0, 400.0), 1.0, 1.0, 1.0);
        for x in 0..400 {
            for y in 0..400 {
                let (left, top) = (f64::from(x), f64::from(y));
                raster.add(&Area::new(left, top, left + 1.0, top + 1.0), ((x + y) % 2) as u8, 1.0);
            }
        }
        assert!(super::patches(vec![raster]).0.len() <= MOST);
    }

    proptest! {
        /// Patches never overlap, and cover exactly the covered area.
        #[test]
        fn patches_partition(parts in prop::collection::vec((0.0..100.0f64, 0.0..50.0f64, 0.0..30.0f64, 0.0..30.0f64, 0u8..4), 0..20)) {
            let parts: Vec<(Area, u8)> = parts.into_iter()
                .map(|(x, y, w, h, paint)| (Area::new(x.floor(), y.floor(), x.floor() + w.floor(), y.floor() + h.floor()), paint))
                .collect();
            let found = patches(&parts);
            for x in 0..100 {
                for y in 0..50 {
                    let at = (f64::from(x) + 0.5, f64::from(y) + 0.5);
                    let hits = found.iter().filter(|p| p.area.contains(at)).count();
                    let covered = parts.iter().any(|(p, _)| p.contains(at));
                    prop_assert_eq!(hits, usize::from(covered));
                }
            }
        }
    }
}
