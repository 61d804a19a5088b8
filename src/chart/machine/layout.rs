//! Positions in a picture of the machine. Clusters stand in two rows, with the links between the rows:
//!
//! ```text
//!   waiting jobs  | | |       | |
//!   nodes        [cluster 1] [cluster 2]
//!   links             |           |
//!   switch       =======================
//!                     |           |
//!                [cluster 3] [cluster 4]
//!                                | |
//! ```

use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::heading::Heading;
use crate::chart::kit::pen::Type;
use crate::chart::kit::theme::Theme;
use crate::chart::machine::Machine;
use crate::platform::{Topology, mesh_ends, mesh_link};

/// Height of a picture as a share of its width, and the limits of this height \[CSS px\].
const SHARE: f64 = 0.8;
const HEIGHTS: [f64; 2] = [360.0, 560.0];
/// Font size of names and states \[CSS px\].
pub const NAME: f64 = 12.0;
/// Height of the line of waiting jobs \[CSS px\].
const QUEUE: f64 = 30.0;
/// Space between a cluster's name, its waiting jobs and its nodes \[CSS px\].
const GAP: f64 = 5.0;
/// Length of a pipe \[CSS px\], and the same in a mesh.
const PIPE: f64 = 40.0;
const MESH: f64 = 64.0;
/// Thickness of a switch \[CSS px\].
const SWITCH: f64 = 8.0;
/// Width of the fastest link, and the least width \[CSS px\].
const WIDTHS: [f64; 2] = [16.0, 4.0];
/// Largest and least side of a node \[CSS px\]. Smaller nodes are not drawn one by one.
const NODE: [f64; 2] = [24.0, 1.5];

/// Place of a cluster.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// Area of its name.
    pub name: Area,
    /// Area of its waiting jobs.
    pub queue: Area,
    /// Area of its nodes.
    pub nodes: Area,
    /// Nodes from top to bottom; nodes are numbered column by column.
    pub rows: u32,
    /// Columns of nodes.
    pub columns: u32,
    /// Point where its links begin.
    pub door: Point,
    /// True above the links.
    pub upper: bool,
}

/// A drawn link.
#[derive(Clone, Debug, PartialEq)]
pub struct Pipe {
    /// Index of the link.
    pub link: usize,
    /// The line along its middle, from a cluster to the switch or to another cluster.
    pub way: Vec<Point>,
    /// Its width \[CSS px\].
    pub width: f64,
}

/// Positions of all parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// The heading.
    pub heading: Heading,
    /// The whole picture.
    pub canvas: Area,
    /// Area of the line about the state.
    pub words: Area,
    /// Places of the clusters.
    pub places: Vec<Place>,
    /// Side of a node \[px\]; 0 if nodes are too small to be drawn one by one.
    pub node: f64,
    /// Links that are drawn.
    pub pipes: Vec<Pipe>,
    /// Switches, as bars.
    pub switches: Vec<Area>,
}

impl Layout {
    /// Preferred height for a width \[CSS px\].
    pub fn height(machine: &Machine, width: f64, theme: &Theme) -> f64 {
        let [least, most] = HEIGHTS;
        let rows = if machine.recorded.nodes.len() > 1 { 1.0 } else { 0.6 };
        (width * SHARE * rows).clamp(least * rows, most) + Heading::height(&machine.title, width, theme)
    }

    /// Places a machine in an area.
    pub fn new(machine: &Machine, area: Area, theme: &Theme) -> Layout {
        let px = |css: f64| theme.px(css);
        let inner = area.inset(px(8.0));
        let (heading, top) = Heading::place(&machine.title, &inner, theme);
        let line = Type::regular(NAME, theme.muted).height(theme);
        let words = Area::new(inner.x0, top, inner.x1, top + line);
        let sizes = &machine.recorded.nodes;
        let upper = upper_row(sizes.len(), machine.topology);
        let room = Area::new(inner.x0, words.y1 + px(GAP), inner.x1, inner.y1);
        let middle = match machine.topology {
            _ if sizes.len() < 2 => 0.0,
            Topology::Star => px(2.0 * PIPE + SWITCH),
            Topology::Tree { .. } => px(4.0 * PIPE * 0.7 + 3.0 * SWITCH),
            Topology::Mesh => px(2.0 * MESH),
        };
        let lower_line = if sizes.len() > upper { 1.0 } else { 0.0 };
        let around = line + px(QUEUE + 2.0 * GAP);
        let high = (room.height() - middle - around * (1.0 + lower_line)) / (1.0 + lower_line);
        let wide = |row: usize| room.width() / row.max(1) as f64;
        let [above, below] = [upper, sizes.len() - upper].map(wide);
        let gap = |slot: f64| (slot * 0.12).min(px(18.0));
        let slots = sizes.iter().enumerate().map(|(at, nodes)| {
            let slot = if at < upper { above } else { below };
            (*nodes, slot - gap(slot))
        });
        let node = largest_node(slots, high, NODE.map(px));
        let mut layout =
            Layout { heading, canvas: area, words, places: Vec::new(), node, pipes: Vec::new(), switches: Vec::new() };
        let doors = [room.y0 + around + high.max(0.0), room.y0 + around + high.max(0.0) + middle];
        for (at, &nodes) in sizes.iter().enumerate() {
            let is_upper = at < upper;
            let (slot, column) = if is_upper { (above, at) } else { (below, at - upper) };
            let centre = room.x0 + slot * (column as f64 + 0.5);
            let (width, height) = (slot - gap(slot), high.max(0.0));
            let (columns, rows) = grid(nodes, node, height);
            // Nodes smaller than pixels fill the whole slot.
            let (block_wide, block_high) = match node > 0.0 {
                true => ((f64::from(columns) * node).min(width), f64::from(rows) * node),
                false => (width, height),
            };
            let (x0, x1) = (centre - block_wide / 2.0, centre + block_wide / 2.0);
            let left = centre - width / 2.0;
            let door_y = if is_upper { doors[0] } else { doors[1] };
            let away = |near: f64, far: f64| match is_upper {
                true => (door_y - far, door_y - near),
                false => (door_y + near, door_y + far),
            };
            let across = |x0: f64, x1: f64, (y0, y1): (f64, f64)| Area::new(x0, y0, x1, y1);
            let queue = block_high + px(GAP);
            let name = queue + px(QUEUE + GAP);
            layout.places.push(Place {
                name: across(left, left + width, away(name, name + line)),
                queue: across(x0, left + width, away(queue, queue + px(QUEUE))),
                nodes: across(x0, x1, away(0.0, block_high)),
                rows,
                columns,
                door: (centre, door_y),
                upper: is_upper,
            });
        }
        if sizes.len() > 1 {
            layout.join(machine, &room, doors, theme);
        }
        layout
    }

    /// Places pipes and switches.
    fn join(&mut self, machine: &Machine, room: &Area, [above, below]: [f64; 2], theme: &Theme) {
        let half = theme.px(SWITCH / 2.0);
        let middle = (above + below) / 2.0;
        let bar = |x0: f64, x1: f64, y: f64| Area::new(x0, y - half, x1, y + half);
        let doors: Vec<(Point, bool)> = self.places.iter().map(|own| (own.door, own.upper)).collect();
        let [widest, least] = WIDTHS;
        let links = &machine.recorded.links;
        let fastest = links.iter().map(|own| own.capacity_bps).max().unwrap_or(0).max(1) as f64;
        let room_of_one = room.width() / doors.len().max(1) as f64 / theme.px(1.0);
        let width = |link: usize| {
            let share = links.get(link).map_or(0.0, |own| own.capacity_bps as f64 / fastest);
            (widest * share).max(least).min((room_of_one * 0.6).max(1.0))
        };
        let mut add = |link: usize, way: Vec<Point>| self.pipes.push(Pipe { link, way, width: width(link) });
        match machine.topology {
            Topology::Star => {
                for (at, (door, upper)) in doors.iter().enumerate() {
                    let end = if *upper { middle - half } else { middle + half };
                    add(at, vec![*door, (door.0, end)]);
                }
                self.switches.push(bar(room.x0, room.x1, middle));
            }
            Topology::Tree { clusters_per_site, .. } => {
                for (site, members) in doors.chunks(clusters_per_site.max(1) as usize).enumerate() {
                    let first = site * clusters_per_site.max(1) as usize;
                    let (Some(((x0, y), upper)), Some(((x1, _), _))) = (members.first(), members.last()) else {
                        continue;
                    };
                    let hub = (y + middle) / 2.0;
                    let side = if *upper { 1.0 } else { -1.0 };
                    for (at, (door, _)) in members.iter().enumerate() {
                        add(first + at, vec![*door, (door.0, hub - side * half)]);
                    }
                    let centre = (x0 + x1) / 2.0;
                    add(doors.len() + site, vec![(centre, hub + side * half), (centre, middle - side * half)]);
                    let reach = theme.px(widest);
                    self.switches.push(bar(x0 - reach, x1 + reach, hub));
                }
                self.switches.push(bar(room.x0, room.x1, middle));
            }
            Topology::Mesh => {
                for link in 0..links.len() {
                    let (a, b) = mesh_ends(link as u32);
                    let (Some((from, a_upper)), Some((to, b_upper))) = (doors.get(a as usize), doors.get(b as usize))
                    else {
                        continue;
                    };
                    let mut way = vec![*from, *to];
                    if a_upper == b_upper {
                        // More distant clusters of a row are joined by a deeper bend.
                        let share = (to.0 - from.0).abs() / room.width().max(1.0);
                        let side = if *a_upper { 1.0 } else { -1.0 };
                        let deep = from.1 + side * (middle - from.1).abs() * (0.35 + 0.6 * share);
                        way.insert(1, ((from.0 + to.0) / 2.0, deep));
                    }
                    add(link, way);
                }
            }
        }
    }

    /// The way of a job's part from the door of one cluster to the door of another, along the links.
    pub fn way(&self, from: usize, to: usize, topology: Topology) -> Vec<Point> {
        let (Some(own), Some(other)) = (self.places.get(from), self.places.get(to)) else {
            return Vec::new();
        };
        if from == to {
            return vec![own.door];
        }
        if topology == Topology::Mesh {
            let (a, b) = (from.min(to) as u32, from.max(to) as u32);
            let link = mesh_link(a, b) as usize;
            let pipe = self.pipes.iter().find(|own| own.link == link);
            let mut way = pipe.map_or_else(|| vec![own.door, other.door], |own| own.way.clone());
            if from > to {
                way.reverse();
            }
            return way;
        }
        let clusters = self.places.len();
        let sites = match topology {
            Topology::Tree { clusters_per_site, .. } => [from, to].map(|at| at / clusters_per_site.max(1) as usize),
            _ => [0, 0],
        };
        let cores = sites.map(|site| self.pipes.iter().find(|own| own.link == clusters + site));
        let centre = |area: &Area| area.centre().1;
        let [up, down] = match (topology, cores, sites[0] == sites[1]) {
            // Within a site, the way leads over the site's switch only.
            (Topology::Tree { .. }, _, true) => {
                let hub = self.switches.get(sites[0]).map(centre);
                let y = hub.unwrap_or(own.door.1);
                return vec![own.door, (own.door.0, y), (other.door.0, y), other.door];
            }
            (Topology::Tree { .. }, [Some(a), Some(b)], false) => [a, b].map(|own| own.way.clone()),
            _ => [Vec::new(), Vec::new()],
        };
        let middle = self.switches.last().map_or(own.door.1, centre);
        let mut way = vec![own.door];
        way.extend(up.first().map(|core| (own.door.0, core.1)));
        way.extend(up.iter());
        let leaves = up.last().map_or(own.door.0, |core| core.0);
        let enters = down.last().map_or(other.door.0, |core| core.0);
        way.extend([(leaves, middle), (enters, middle)]);
        way.extend(down.iter().rev());
        way.extend(down.first().map(|core| (other.door.0, core.1)));
        way.push(other.door);
        way
    }
}

/// Number of clusters in the upper row. The clusters of a site stay in one row.
fn upper_row(clusters: usize, topology: Topology) -> usize {
    match topology {
        Topology::Tree { clusters_per_site, .. } => {
            let per_site = clusters_per_site.max(1) as usize;
            (clusters.div_ceil(per_site).div_ceil(2) * per_site).min(clusters)
        }
        Topology::Star | Topology::Mesh => clusters.div_ceil(2),
    }
}

/// Columns and rows of a block of nodes.
fn grid(nodes: u32, node: f64, height: f64) -> (u32, u32) {
    if node <= 0.0 {
        return (1, 1);
    }
    let most = ((height / node + 1e-9) as u32).max(1);
    let columns = nodes.div_ceil(most).max(1);
    (columns, nodes.div_ceil(columns).max(1))
}

/// The largest side of a node with which every cluster fits into its slot \[px\]; 0 if it is below the least side.
fn largest_node(slots: impl Iterator<Item = (u32, f64)>, height: f64, [most, least]: [f64; 2]) -> f64 {
    let mut node = most;
    for (nodes, width) in slots {
        let fits = |node: f64| f64::from(grid(nodes, node, height).0) * node <= width + 1e-6 && node <= height;
        // A side is a number of quarter pixels: a finer side is invisible.
        while node >= least && !fits(node) {
            node -= 0.25;
        }
    }
    if node >= least { node } else { 0.0 }
}
