//! Places of clusters and links in the picture of the platform, the part at a point, and the value of a pulled part.

use super::{Group, Joined, PlatformChart, SIZE};
use crate::base::maths;
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::pen::Type;
use crate::chart::kit::theme::Theme;

/// Share of the width that the clusters take. The rest is room to pull them wider.
const TAKEN: f64 = 0.86;
/// Space between two clusters \[CSS px\].
const GAP: f64 = 6.0;
/// Width of the smallest cluster \[CSS px\].
const LEAST: f64 = 5.0;
/// Height of a cluster \[CSS px\].
const TALL: f64 = 34.0;
/// Largest side of a cell, if clusters are cells in rows \[CSS px\].
const CELL: f64 = 26.0;
/// Maximum number of cells drawn.
const CELLS: usize = 512;
/// Width of the fastest link \[CSS px\]; the others in proportion.
const FASTEST: f64 = 12.0;
/// Largest width of a link that is pulled, relative to that of the fastest before.
const THICKEST: f64 = 2.5;
/// Thickness of a switch \[CSS px\].
const SWITCH: f64 = 5.0;
/// Width of the smallest part that a hand can take \[CSS px\].
const REACH: f64 = 9.0;
/// Distance that doubles a pulled value without a scale of its own \[CSS px\].
const DOUBLES: f64 = 60.0;

/// A part of the picture that can be pulled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Nodes per cluster of a group.
    Nodes(usize),
    /// Capacity of the link per cluster of a group.
    Link(usize),
    /// Capacity of the core links.
    Core,
}

/// A cluster in the picture.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Index of its group.
    pub group: usize,
    /// Number of the cluster.
    pub number: usize,
    /// Number of the cluster within its group.
    pub within: usize,
    /// Its nodes.
    pub nodes: Area,
    /// Its link; empty if links are not drawn.
    pub link: Area,
}

/// Scale of a picture. It is kept while a part is pulled.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scale {
    /// Drawing units per node.
    pub node: f64,
    /// Capacity of a link of usual width \[Mbps\].
    pub fastest: f64,
}

/// Places of all parts.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The whole picture.
    pub area: Area,
    /// The clusters.
    pub blocks: Vec<Block>,
    /// Switches of the sites in a tree, the central switch last.
    pub switches: Vec<Area>,
    /// Core links of the sites.
    pub cores: Vec<Area>,
    /// The scale.
    pub scale: Scale,
    /// Position of the line of text below the clusters.
    pub below: f64,
}

impl PlatformChart {
    /// True if there are too many clusters for a block each: they are cells in rows.
    pub(super) fn in_rows(&self) -> bool {
        self.all() > super::CLUSTERS
    }

    /// All clusters: index of the group, and number within the group.
    fn clusters(&self) -> impl Iterator<Item = (usize, usize)> {
        let groups = self.groups.iter().enumerate();
        groups.flat_map(|(index, group)| (0..group.count).map(move |within| (index, within))).take(CELLS)
    }

    fn group(&self, index: usize) -> Group {
        self.groups.get(index).copied().unwrap_or_default()
    }

    /// Places of all parts in an area. `scale` keeps the scale while a part is pulled.
    pub fn places(&self, area: Area, theme: &Theme, scale: Option<Scale>) -> Places {
        match self.in_rows() {
            true => self.rows(area, theme),
            false => self.blocks(area, theme, scale),
        }
    }

    fn line(theme: &Theme) -> f64 {
        Type::regular(SIZE, theme.muted).height(theme)
    }

    /// True if a kept scale still suits the picture: its parts are neither much smaller nor much larger than usual.
    pub fn suits(&self, scale: Scale, area: Area, theme: &Theme) -> bool {
        let taken = self.places(area, theme, Some(scale)).blocks.last().map_or(0.0, |own| own.nodes.x1 - area.x0);
        let thick = self.fastest() / scale.fastest;
        taken >= 0.5 * area.width() && (0.5..=2.0).contains(&thick)
    }

    /// Capacity of the fastest link \[Mbps\].
    fn fastest(&self) -> f64 {
        let core = match self.joined {
            Joined::Tree { core_mbps, .. } if core_mbps.is_finite() => core_mbps,
            _ => 0.0,
        };
        self.most(|own| own.link_mbps).max(core)
    }

    /// Clusters in one row, as wide as they have nodes, below their switch.
    fn blocks(&self, area: Area, theme: &Theme, scale: Option<Scale>) -> Places {
        let px = |css: f64| theme.px(css);
        let line = Self::line(theme);
        let nodes = |group: &Group| if group.nodes.is_finite() { group.nodes.max(0.0) } else { 0.0 };
        let clusters: Vec<(usize, usize)> = self.clusters().collect();
        let total: f64 = clusters.iter().map(|&(index, _)| nodes(&self.group(index))).sum();
        let room = (area.width() - px(GAP) * (clusters.len() + 1) as f64).max(0.0);
        let usual = TAKEN * room / total.max(1.0);
        let kept = scale.unwrap_or(Scale { node: usual, fastest: self.fastest() });
        // Clusters that are pulled beyond the edge shrink together.
        let scale = Scale { node: kept.node.min(room / total.max(1.0)), ..kept };
        let width = |group: &Group| (scale.node * nodes(group)).max(px(LEAST));
        let thickness = |mbps: f64| {
            let share = mbps / scale.fastest;
            let share = if share.is_finite() { share.clamp(0.0, THICKEST) } else { 0.0 };
            px((FASTEST * share).max(1.0))
        };
        let widths: f64 = clusters.iter().map(|&(index, _)| width(&self.group(index))).sum();
        let squeeze = if widths > room { room / widths.max(1.0) } else { 1.0 };
        let ground = area.y1 - line - px(6.0);
        let roof = ground - px(TALL);
        let top = area.y0 + line + px(8.0);
        let sites = matches!(self.joined, Joined::Tree { .. });
        // In a tree the links end halfway, at the switches of the sites.
        let ceiling = if sites { top + px(SWITCH) + (roof - top - px(SWITCH)) * 0.45 } else { top };
        let mut places = Places { area, scale, below: ground + px(3.0) + line / 2.0, ..Places::default() };
        let mut x = area.x0 + px(GAP);
        for (number, (index, within)) in clusters.into_iter().enumerate() {
            let group = self.group(index);
            let wide = width(&group) * squeeze;
            let (x0, x1) = (x, x + wide);
            x = x1 + px(GAP);
            // Links of neighbours do not touch.
            let half = thickness(group.link_mbps).min(wide + px(GAP / 2.0)) / 2.0;
            let middle = (x0 + x1) / 2.0;
            let link = match self.joined {
                Joined::Freely => Area::point((middle, roof)),
                // The links of a mesh begin as a stub.
                Joined::Mesh => Area::new(middle - half, roof - px(9.0), middle + half, roof),
                Joined::Star | Joined::Tree { .. } => {
                    Area::new(middle - half, ceiling + px(SWITCH), middle + half, roof)
                }
            };
            places.blocks.push(Block { group: index, number, within, nodes: Area::new(x0, roof, x1, ground), link });
        }
        // A switch is as wide as the links that it joins.
        let switch = |links: &[Area], y: f64| {
            let x0 = links.iter().map(|own| own.x0).fold(f64::INFINITY, f64::min);
            let x1 = links.iter().map(|own| own.x1).fold(f64::NEG_INFINITY, f64::max);
            Area::new(x0 - px(2.0), y, x1 + px(2.0), y + px(SWITCH))
        };
        let links: Vec<Area> = places.blocks.iter().map(|own| own.link).collect();
        match self.joined {
            Joined::Star if !links.is_empty() => places.switches.push(switch(&links, top)),
            Joined::Tree { per_site, core_mbps } if !links.is_empty() => {
                let half = thickness(core_mbps) / 2.0;
                for links in links.chunks(per_site.max(1)) {
                    let site = switch(links, ceiling);
                    let x = site.centre().0;
                    places.switches.push(site);
                    places.cores.push(Area::new(x - half, top + px(SWITCH), x + half, ceiling));
                }
                let central = switch(&places.cores, top);
                places.switches.push(central);
            }
            _ => {}
        }
        places
    }

    /// Clusters as cells in rows, their links at the lower edges of the cells.
    fn rows(&self, area: Area, theme: &Theme) -> Places {
        let px = |css: f64| theme.px(css);
        let line = Self::line(theme);
        let inner = Area::new(area.x0 + px(GAP), area.y0 + line + px(6.0), area.x1 - px(GAP), area.y1 - line - px(6.0));
        let clusters: Vec<(usize, usize)> = self.clusters().collect();
        let of_rows = |rows: usize| {
            let columns = clusters.len().div_ceil(rows.max(1)).max(1);
            (columns, (inner.width() / columns as f64).min(inner.height() / rows as f64).min(px(CELL)))
        };
        // The fewest rows with the largest cells.
        let best = (1..=16).map(of_rows).fold((1, 0.0), |best, own| if own.1 > best.1 { own } else { best });
        let (columns, side) = best;
        let gap = if side > px(6.0) { px(2.0) } else { 0.0 };
        let scale = Scale { node: 0.0, fastest: self.fastest() };
        let mut places = Places { area, scale, below: area.y1 - px(3.0) - line / 2.0, ..Places::default() };
        for (number, (index, within)) in clusters.into_iter().enumerate() {
            let group = self.group(index);
            let (x, y) = (inner.x0 + side * (number % columns) as f64, inner.y0 + side * (number / columns) as f64);
            let cell = Area::new(x, y, x + side - gap, y + side - gap);
            let share = match self.joined {
                Joined::Freely => 0.0,
                _ if group.link_mbps.is_finite() => 0.3 * (group.link_mbps / self.fastest()).clamp(0.0, 1.0),
                _ => 0.0,
            };
            let edge = cell.y1 - cell.height() * share;
            let (nodes, link) = (Area { y1: edge, ..cell }, Area { y0: edge, ..cell });
            places.blocks.push(Block { group: index, number, within, nodes, link });
        }
        places
    }

    /// The part at a point, and the number of its cluster within its group.
    pub fn part_at(&self, places: &Places, theme: &Theme, (x, y): Point) -> Option<(Part, usize)> {
        let reach = theme.px(REACH);
        let near = |own: &Area| {
            // A narrow part is as wide as a fingertip.
            let (x0, x1) = (own.x0.min(own.centre().0 - reach), own.x1.max(own.centre().0 + reach));
            own.y1 > own.y0 && y >= own.y0 && y <= own.y1 && x >= x0 && x <= x1
        };
        let distance = |own: &Area| (own.centre().0 - x).abs();
        let nearest = |parts: &mut dyn Iterator<Item = (Part, usize, Area)>| {
            let near = parts.filter(|(_, _, area)| near(area));
            near.min_by(|a, b| distance(&a.2).total_cmp(&distance(&b.2))).map(|(part, within, _)| (part, within))
        };
        let blocks = || places.blocks.iter();
        let inside = blocks().find(|own| own.nodes.contains((x, y)));
        let inside = inside.map(|own| (Part::Nodes(own.group), own.within));
        inside
            .or_else(|| nearest(&mut places.cores.iter().map(|own| (Part::Core, 0, *own))))
            .or_else(|| nearest(&mut blocks().map(|own| (Part::Link(own.group), own.within, own.link))))
            .or_else(|| nearest(&mut blocks().map(|own| (Part::Nodes(own.group), own.within, own.nodes))))
    }

    /// The value of a part, which was `from`, after it was pulled to the right by `dx` drawing units; and a step that
    /// is about as long as a pixel. The right edge of a cluster follows the hand, like those of the equal clusters to
    /// its left; links and cells double over a distance.
    pub fn pulled(
        &self,
        places: &Places,
        theme: &Theme,
        (part, within): (Part, usize),
        from: f64,
        dx: f64,
    ) -> (f64, f64) {
        match part {
            Part::Nodes(_) if !self.in_rows() && places.scale.node > 0.0 => {
                let step = 1.0 / (places.scale.node * (within + 1) as f64);
                (from + dx * step, step * theme.px(1.0))
            }
            _ => {
                let value = from * maths::exp2(dx / theme.px(DOUBLES));
                (value, value / DOUBLES)
            }
        }
    }
}
