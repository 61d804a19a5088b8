//! Picture of the platform: clusters as squares, sized by their number of nodes, and their links.

use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::theme::Theme;
use crate::words::number::{self, Style};

/// Font size \[CSS px\].
const SIZE: f64 = 12.0;
/// Preferred height \[CSS px\].
pub const HEIGHT: f64 = 138.0;
/// Side of the largest and the smallest square \[CSS px\].
const SIDES: [f64; 2] = [30.0, 5.0];
/// Width of the fastest link \[CSS px\]; the others in proportion.
const FASTEST: f64 = 5.0;
/// Maximum number of clusters drawn individually; otherwise one square per group of equal clusters.
const CLUSTERS: usize = 12;
/// Maximum number of groups drawn.
const GROUPS: usize = 8;

/// Topology of the clusters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Joined {
    /// Links have no influence on jobs, so they are not drawn.
    #[default]
    Freely,
    /// One link per cluster to a central switch.
    Star,
    /// Sites of several clusters; each site has a core link to the central switch.
    Tree {
        /// Clusters per site.
        per_site: usize,
        /// Capacity of a site's core link \[Mbps\].
        core_mbps: f64,
    },
    /// One link per pair of clusters.
    Mesh,
}

/// A group of equal clusters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Group {
    /// Number of clusters.
    pub count: usize,
    /// Nodes per cluster; the maximum if sizes are drawn.
    pub nodes: f64,
    /// Link capacity per cluster \[Mbps\].
    pub link_mbps: f64,
}

/// Groups of equal clusters, and their topology.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlatformChart {
    /// The groups in order.
    pub groups: Vec<Group>,
    /// Topology.
    pub joined: Joined,
}

impl PlatformChart {
    /// The squares to draw: number of the first cluster, and its group.
    fn squares(&self) -> Vec<(usize, Group)> {
        let all: usize = self.groups.iter().map(|group| group.count).sum();
        let mut squares = Vec::new();
        let mut first = 0;
        for group in &self.groups {
            match all <= CLUSTERS {
                true => {
                    let one = |at| (first + at, Group { count: 1, ..*group });
                    squares.extend((0..group.count).map(one));
                }
                false => squares.push((first, *group)),
            }
            first += group.count;
        }
        squares.truncate(if all <= CLUSTERS { CLUSTERS } else { GROUPS });
        squares
    }

    /// Text description of the picture.
    pub fn summary(&self) -> String {
        let group = |group: &Group| {
            let link = match self.joined {
                Joined::Freely => String::new(),
                _ => format!(", link {}", mbps(group.link_mbps)),
            };
            let clusters = number::counted(group.count as u64, "cluster");
            let nodes = number::several(&nodes(group), "node");
            format!("{clusters} of {nodes}{link}")
        };
        let shown = self.groups.iter().take(GROUPS).map(group);
        let mut parts: Vec<String> = shown.collect();
        if self.groups.len() > GROUPS {
            let more = self.groups.len() - GROUPS;
            parts.push(number::counted(more as u64, "more group"));
        }
        let joined = match self.joined {
            Joined::Freely => "links matter to no job".to_owned(),
            Joined::Star => "each link leads to one central switch".to_owned(),
            Joined::Mesh => "each pair has a link of its own".to_owned(),
            Joined::Tree { per_site, core_mbps } => format!(
                "sites of {}, joined by core links of {}",
                number::counted(per_site as u64, "cluster"),
                mbps(core_mbps)
            ),
        };
        format!("{}; {joined}.", parts.join("; "))
    }
}

fn mbps(capacity: f64) -> String {
    number::quantity(capacity, "Mbps", Style::Plain)
}

fn nodes(group: &Group) -> String {
    number::plain(group.nodes)
}

/// The largest value of a quantity of the squares, at least 1.
fn most(squares: &[(usize, Group)], of: fn(&Group) -> f64) -> f64 {
    let all = squares.iter().map(|(_, group)| of(group));
    all.filter(|own| own.is_finite()).fold(1.0, f64::max)
}

/// Draws the picture in an area: squares in a row, numbers of nodes below, links above.
pub fn draw(backend: &mut dyn Device, area: Area, chart: &PlatformChart, theme: &Theme) -> Drawn {
    let mut pen = Pen::new(backend, theme)?;
    let squares = chart.squares();
    let face = Type::regular(SIZE, theme.muted);
    let line = face.height(theme);
    let largest = most(&squares, |own| own.nodes);
    let slot = area.width() / squares.len().max(1) as f64;
    let ground = area.y1 - line - theme.px(6.0);
    let switch = (area.centre().0, area.y0 + line + theme.px(14.0));
    pen.within(&area, |pen| {
        pen.fill(&area, theme.background)?;
        let side = |group: &Group| {
            let share = (group.nodes / largest).clamp(0.0, 1.0).sqrt();
            let [most, least] = SIDES.map(|side| theme.px(side));
            (most * share).max(least).min(slot * 0.8)
        };
        let middle = |at: usize| area.x0 + slot * (at as f64 + 0.5);
        let tops: Vec<Point> =
            squares.iter().enumerate().map(|(at, (_, group))| (middle(at), ground - side(group))).collect();
        links(pen, theme, chart, &squares, &tops, switch)?;
        for (at, (first, group)) in squares.iter().enumerate() {
            let (x, half) = (middle(at), side(group) / 2.0);
            let square = Area::new(x - half, ground - 2.0 * half, x + half, ground);
            pen.fill(&square, theme.home(*first))?;
            let label = match group.count {
                1 => nodes(group),
                count => format!("{count} × {}", nodes(group)),
            };
            let below = (x, ground + theme.px(3.0) + line / 2.0);
            if face.width(&label, theme) <= slot {
                pen.text(&label, below, Align::Centre, face)?;
            }
        }
        // One text describes the capacity of all links; differences are visible in their widths.
        let mut capacities = squares.iter().map(|(_, group)| group.link_mbps);
        let first = capacities.next().unwrap_or_default();
        let links = match capacities.all(|own| own == first) {
            true => format!("links {}", mbps(first)),
            false => format!("links up to {}", mbps(most(&squares, |own| own.link_mbps))),
        };
        let words = match chart.joined {
            Joined::Freely => "nodes; links matter to no job".to_owned(),
            Joined::Star => format!("one switch, {links}"),
            Joined::Mesh => format!("every pair joined, {links}"),
            Joined::Tree { core_mbps, .. } => {
                format!("core {}, {links}", mbps(core_mbps))
            }
        };
        let above = (area.centre().0, area.y0 + theme.px(2.0) + line / 2.0);
        pen.text(&words, above, Align::Centre, face)
    })
}

/// Draws the links above the squares.
fn links(
    pen: &mut Pen,
    theme: &Theme,
    chart: &PlatformChart,
    squares: &[(usize, Group)],
    tops: &[Point],
    switch: Point,
) -> Drawn {
    let fastest = most(squares, |own| own.link_mbps);
    let width = |capacity: f64| (FASTEST * (capacity / fastest).clamp(0.0, 1.0)).max(1.0);
    let own = |at: usize| width(squares[at].1.link_mbps);
    let ink = theme.muted;
    // Sites and meshes are drawn only if every cluster has its own square.
    let single = squares.iter().all(|(_, group)| group.count == 1);
    match chart.joined {
        Joined::Freely => return Ok(()),
        Joined::Tree { per_site, core_mbps } if single && per_site > 0 => {
            for (site, ends) in tops.chunks(per_site).enumerate() {
                let x = ends.iter().map(|end| end.0).sum::<f64>() / ends.len() as f64;
                let lowest = tops.iter().map(|top| top.1).fold(f64::INFINITY, f64::min);
                let hub = (x, (switch.1 + lowest) / 2.0);
                pen.line(&[hub, switch], width(core_mbps), ink)?;
                for (at, &end) in ends.iter().enumerate() {
                    pen.line(&[end, hub], own(site * per_site + at), ink)?;
                }
                pen.disc(hub, theme.px(4.0), theme.ink)?;
            }
        }
        Joined::Mesh if single => {
            for (at, &from) in tops.iter().enumerate() {
                for (other, &to) in tops.iter().enumerate().skip(at + 1) {
                    let slower = own(at).min(own(other));
                    // Links between more distant squares have a higher peak.
                    let share = (other - at) as f64 / tops.len() as f64;
                    let height = from.1.min(to.1) - switch.1;
                    let top = from.1.min(to.1) - height * share.max(0.2);
                    let peak = ((from.0 + to.0) / 2.0, top);
                    pen.line(&[from, peak, to], slower, ink)?;
                }
            }
            return Ok(());
        }
        Joined::Star | Joined::Tree { .. } | Joined::Mesh => {
            for (at, &top) in tops.iter().enumerate() {
                pen.line(&[top, switch], own(at), ink)?;
            }
        }
    }
    pen.disc(switch, theme.px(5.0), theme.ink)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::kit::recorder::Recorder;
    use proptest::prelude::*;

    fn group(count: usize, nodes: f64, link_mbps: f64) -> Group {
        Group { count, nodes, link_mbps }
    }

    fn texts(chart: &PlatformChart) -> Vec<String> {
        let (mut recorder, theme) = (Recorder::new(320, 132), Theme::light(1.0));
        draw(&mut recorder, Area::sized(320.0, 132.0), chart, &theme).unwrap();
        assert!(recorder.stays_inside());
        recorder.texts().iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn each_cluster_has_its_nodes_and_all_links_one_line() {
        let star =
            PlatformChart { groups: vec![group(2, 100.0, 1000.0), group(1, 50.0, 1000.0)], joined: Joined::Star };
        let said = texts(&star);
        assert_eq!(said.iter().filter(|own| *own == "100").count(), 2);
        assert!(said.contains(&"50".to_owned()), "{said:?}");
        assert_eq!(said.last().unwrap(), "one switch, links 1000 Mbps");
        assert_eq!(
            star.summary(),
            "2 clusters of 100 nodes, link 1000 Mbps; 1 cluster of 50 nodes, link 1000 Mbps; each link leads to one central switch."
        );
    }

    #[test]
    fn one_of_a_kind_is_singular() {
        let sites = PlatformChart {
            groups: vec![group(1, 1.0, 10.0); GROUPS + 1],
            joined: Joined::Tree { per_site: 1, core_mbps: 100.0 },
        };
        let said = sites.summary();
        assert!(said.starts_with("1 cluster of 1 node, link 10 Mbps; "));
        let end = "; 1 more group; sites of 1 cluster, joined by core links of 100 Mbps.";
        assert!(said.ends_with(end), "{said}");
    }

    #[test]
    fn many_clusters_are_one_square_a_group() {
        let many = PlatformChart { groups: vec![group(30, 64.0, 100.0)], joined: Joined::Freely };
        assert!(texts(&many).contains(&"30 × 64".to_owned()));
        assert_eq!(many.squares(), [(0, group(30, 64.0, 100.0))]);
        let twelve = PlatformChart { groups: vec![group(5, 64.0, 100.0), group(7, 8.0, 10.0)], ..many };
        let numbers: Vec<usize> = twelve.squares().iter().map(|own| own.0).collect();
        assert_eq!(numbers, (0..12).collect::<Vec<_>>());
    }

    proptest! {
        #[test]
        fn any_platform_on_any_canvas(
            groups in prop::collection::vec((0usize..9, any::<f64>(), any::<f64>()), 0..20),
            joined in prop_oneof![
                Just(Joined::Freely), Just(Joined::Star), Just(Joined::Mesh),
                (0usize..5, any::<f64>()).prop_map(|(per_site, core_mbps)| Joined::Tree { per_site, core_mbps }),
            ],
            width in 0u32..900, height in 0u32..400, scale in 0.1..4.0f64,
        ) {
            let groups = groups.into_iter().map(|(count, nodes, link)| group(count, nodes, link)).collect();
            let chart = PlatformChart { groups, joined };
            let (mut recorder, theme) = (Recorder::new(width, height), Theme::light(scale));
            draw(&mut recorder, Area::sized(f64::from(width), f64::from(height)), &chart, &theme).unwrap();
            prop_assert!(recorder.stays_inside());
            prop_assert!(!chart.summary().is_empty());
        }
    }
}
