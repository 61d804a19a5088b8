//! Picture of the platform: clusters as blocks, as wide as they have nodes, and their links, as thick as they are fast.
//! Many clusters are cells in rows, coloured by their nodes.

mod layout;

use layout::Block;
pub use layout::{Part, Places, Scale};

use crate::chart::gantt_chart::outs;
use crate::chart::kit::area::Area;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::text;
use crate::chart::kit::theme::Theme;
use crate::platform::OutageKind;
use crate::words::number::{self, Style};

/// Font size \[CSS px\].
const SIZE: f64 = 12.0;
/// Preferred height \[CSS px\].
pub const HEIGHT: f64 = 138.0;
/// Maximum number of clusters drawn as blocks.
const CLUSTERS: usize = 12;
/// Maximum number of groups in words.
const GROUPS: usize = 8;
/// Height of the bar of an outage \[CSS px\].
const OUT_BAR: f64 = 8.0;
/// Width of the frame around the chosen part \[CSS px\].
const CHOSEN: f64 = 2.0;

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
    /// True if numbers of nodes are drawn in each replication, so that they cannot be pulled.
    pub drawn_sizes: bool,
    /// The part that is pulled next by the keyboard.
    pub chosen: Option<Part>,
    /// Outages of nodes that are given: index of the cluster, kind, and nodes (infinite: all nodes).
    pub outs: Vec<(usize, OutageKind, f64)>,
}

impl PlatformChart {
    /// Number of clusters.
    fn all(&self) -> usize {
        self.groups.iter().map(|group| group.count).sum()
    }

    /// The largest value of a quantity of the clusters, at least 1.
    fn most(&self, of: fn(&Group) -> f64) -> f64 {
        let all = self.groups.iter().filter(|group| group.count > 0).map(of);
        all.filter(|own| own.is_finite()).fold(1.0, f64::max)
    }

    /// Value of a part; `None` if there is no such part, or if it cannot be pulled.
    pub fn value(&self, part: Part) -> Option<f64> {
        match (part, self.joined) {
            (Part::Nodes(_), _) if self.drawn_sizes => None,
            (Part::Nodes(group), _) => self.groups.get(group).map(|own| own.nodes),
            (Part::Link(_), Joined::Freely) => None,
            (Part::Link(group), _) => self.groups.get(group).map(|own| own.link_mbps),
            (Part::Core, Joined::Tree { core_mbps, .. }) => Some(core_mbps),
            (Part::Core, _) => None,
        }
    }

    /// Changes the value of a part.
    pub fn set(&mut self, part: Part, value: f64) {
        match (part, &mut self.joined) {
            (Part::Nodes(group), _) => self.groups.iter_mut().skip(group).take(1).for_each(|own| own.nodes = value),
            (Part::Link(group), _) => self.groups.iter_mut().skip(group).take(1).for_each(|own| own.link_mbps = value),
            (Part::Core, Joined::Tree { core_mbps, .. }) => *core_mbps = value,
            (Part::Core, _) => {}
        }
    }

    /// The parts in the order of the keyboard: nodes and link of each group, then the core links.
    pub fn parts(&self) -> Vec<Part> {
        let groups = (0..self.groups.len()).flat_map(|group| [Part::Nodes(group), Part::Link(group)]);
        let all = groups.chain([Part::Core]);
        all.filter(|part| self.value(*part).is_some()).collect()
    }

    /// Name of a group of clusters: "Clusters 2 to 4".
    pub fn name(&self, group: usize) -> String {
        let before: usize = self.groups.iter().take(group).map(|own| own.count).sum();
        match self.groups.get(group).map_or(0, |own| own.count) {
            count if count > 1 => format!("Clusters {} to {}", before + 1, before + count),
            _ => format!("Cluster {}", before + 1),
        }
    }

    /// A part and its value per cluster: "Clusters 2 to 4: 100 nodes".
    pub fn words(&self, part: Part) -> String {
        let value = self.value(part).unwrap_or(f64::NAN);
        match part {
            Part::Nodes(group) => {
                format!("{}: {}", self.name(group), number::several(&number::plain(value), "node"))
            }
            Part::Link(group) => format!("{}: link {}", self.name(group), mbps(value)),
            Part::Core => format!("Core links: {}", mbps(value)),
        }
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
        let outs = match self.outs.len() {
            0 => String::new(),
            outs => format!("; {} of nodes", number::counted(outs as u64, "outage")),
        };
        format!("{}; {joined}{outs}.", parts.join("; "))
    }
}

fn mbps(capacity: f64) -> String {
    number::quantity(capacity, "Mbps", Style::Plain)
}

fn nodes(group: &Group) -> String {
    number::plain(group.nodes)
}

/// Draws the picture in an area: switches above, links, and clusters with their numbers of nodes below. `scale` keeps
/// the scale while a part is pulled.
///
/// # Errors
/// The device cannot draw.
pub fn draw(
    backend: &mut dyn Device,
    area: Area,
    chart: &PlatformChart,
    theme: &Theme,
    scale: Option<Scale>,
) -> Drawn<Places> {
    let mut pen = Pen::new(backend, theme)?;
    let places = chart.places(area, theme, scale);
    pen.within(&area, |pen| {
        pen.fill(&area, theme.background)?;
        arcs(pen, theme, chart, &places)?;
        clusters(pen, theme, chart, &places)?;
        labels(pen, theme, chart, &places, &area)
    })?;
    Ok(places)
}

fn clusters(pen: &mut Pen, theme: &Theme, chart: &PlatformChart, places: &Places) -> Drawn {
    let (rows, most) = (chart.in_rows(), chart.most(|own| own.nodes));
    let paint = |part: Part| if chart.chosen == Some(part) { theme.accent } else { theme.muted };
    for core in &places.cores {
        pen.fill(core, paint(Part::Core))?;
    }
    for own in &places.blocks {
        let fill = match rows {
            true => theme.sequence(chart.groups.get(own.group).map_or(0.0, |group| group.nodes / most)),
            false => theme.home(own.number),
        };
        if chart.joined != Joined::Freely {
            pen.fill(&own.link, paint(Part::Link(own.group)))?;
        }
        pen.fill(&own.nodes, fill)?;
        out_bars(pen, theme, chart, own)?;
        if chart.chosen == Some(Part::Nodes(own.group)) {
            pen.frame(&own.nodes, if rows { 1.0 } else { CHOSEN }, theme.ink)?;
        }
        // Two lines at the right edge, where a cluster is pulled.
        if own.nodes.width() > theme.px(20.0) && !rows && !chart.drawn_sizes {
            for right in [5.0, 8.0] {
                let (x, y) = (own.nodes.x1 - theme.px(right), own.nodes.centre().1);
                pen.down(x, y - theme.px(5.0), y + theme.px(5.0), 1.0, theme.text_on(fill))?;
            }
        }
    }
    for switch in &places.switches {
        pen.fill(switch, theme.ink)?;
    }
    Ok(())
}

/// A bar along the bottom of a cluster for each kind of its outages, as long as the largest one has nodes.
fn out_bars(pen: &mut Pen, theme: &Theme, chart: &PlatformChart, block: &Block) -> Drawn {
    let nodes = chart.groups.get(block.group).map_or(1.0, |group| group.nodes).max(1.0);
    let area = &block.nodes;
    let height = theme.px(OUT_BAR).min(area.height() / OutageKind::ALL.len() as f64);
    let mut y1 = area.y1;
    for &kind in OutageKind::ALL {
        let own = chart.outs.iter().filter(|own| own.0 == block.number && own.1 == kind).map(|own| own.2.min(nodes));
        let most = own.fold(0.0, f64::max);
        if most > 0.0 {
            let bar = Area::new(area.x0, y1 - height, area.x0 + area.width() * most / nodes, y1);
            outs::paint(pen, &bar, kind, theme)?;
            pen.across(bar.x0, bar.x1, bar.y0, 1.0, theme.background)?;
            y1 -= height;
        }
    }
    Ok(())
}

/// Draws the links of a mesh above the clusters.
fn arcs(pen: &mut Pen, theme: &Theme, chart: &PlatformChart, places: &Places) -> Drawn {
    if chart.joined != Joined::Mesh || chart.in_rows() {
        return Ok(());
    }
    let ends = || places.blocks.iter().map(|own| (own.link.centre().0, own.link.y0)).enumerate();
    let count = places.blocks.len();
    for (at, from) in ends() {
        for (other, to) in ends().skip(at + 1) {
            // Links between more distant clusters have a higher peak.
            let share = (other - at) as f64 / count as f64;
            let peak = ((from.0 + to.0) / 2.0, from.1 - theme.px(44.0) * share.max(0.2));
            pen.line(&[from, peak, to], 1.0, theme.muted)?;
        }
    }
    Ok(())
}

/// Draws one line above the picture, and the numbers of nodes below.
fn labels(pen: &mut Pen, theme: &Theme, chart: &PlatformChart, places: &Places, area: &Area) -> Drawn {
    let face = Type::regular(SIZE, theme.muted);
    let line = face.height(theme);
    if chart.in_rows() {
        let groups = chart.groups.iter().filter(|own| own.count > 0);
        let groups: Vec<String> = groups.map(|own| format!("{} × {}", own.count, nodes(own))).collect();
        let text = text::fit(&groups.join(", "), theme.letters(SIZE), false, area.width());
        pen.text(&text, (area.centre().0, places.below), Align::Centre, face)?;
    } else {
        for own in &places.blocks {
            let label = chart.groups.get(own.group).map(nodes).unwrap_or_default();
            let (x, room) = (own.nodes.centre().0, own.nodes.width() + theme.px(5.0));
            if face.width(&label, theme) <= room {
                pen.text(&label, (x, places.below), Align::Centre, face)?;
            }
        }
    }
    // One text describes the capacity of all links; differences are visible in their widths.
    let mut capacities = chart.groups.iter().map(|group| group.link_mbps);
    let first = capacities.next().unwrap_or_default();
    let links = match capacities.all(|own| own == first) {
        true => format!("links {}", mbps(first)),
        false => format!("links up to {}", mbps(chart.most(|own| own.link_mbps))),
    };
    let words = match chart.joined {
        Joined::Freely => "nodes; links matter to no job".to_owned(),
        Joined::Star => format!("one switch, {links}"),
        Joined::Mesh => format!("every pair joined, {links}"),
        Joined::Tree { core_mbps, .. } => format!("core {}, {links}", mbps(core_mbps)),
    };
    let above = (area.centre().0, area.y0 + theme.px(2.0) + line / 2.0);
    pen.text(&words, above, Align::Centre, face)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::kit::recorder::Recorder;
    use proptest::prelude::*;

    fn group(count: usize, nodes: f64, link_mbps: f64) -> Group {
        Group { count, nodes, link_mbps }
    }

    fn star(groups: Vec<Group>) -> PlatformChart {
        PlatformChart { groups, joined: Joined::Star, ..PlatformChart::default() }
    }

    fn texts(chart: &PlatformChart) -> Vec<String> {
        let (mut recorder, theme) = (Recorder::new(320, 132), Theme::light(1.0));
        draw(&mut recorder, Area::sized(320.0, 132.0), chart, &theme, None).unwrap();
        assert!(recorder.stays_inside());
        recorder.texts().iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn each_cluster_has_its_nodes_and_all_links_one_line() {
        let star = star(vec![group(2, 100.0, 1000.0), group(1, 50.0, 1000.0)]);
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
            ..PlatformChart::default()
        };
        let said = sites.summary();
        assert!(said.starts_with("1 cluster of 1 node, link 10 Mbps; "));
        let end = "; 1 more group; sites of 1 cluster, joined by core links of 100 Mbps.";
        assert!(said.ends_with(end), "{said}");
    }

    /// 200 + 100 nodes on 320 pixels with 3 gaps of 6: 0.86 · 302 / 300 units per node.
    #[test]
    fn a_cluster_is_as_wide_as_its_nodes_and_follows_the_hand() {
        let theme = Theme::light(1.0);
        let mut chart = star(vec![group(1, 200.0, 1000.0), group(1, 100.0, 250.0)]);
        let area = Area::sized(320.0, 138.0);
        let places = chart.places(area, &theme, None);
        let widths = |places: &Places| -> Vec<f64> { places.blocks.iter().map(|own| own.nodes.width()).collect() };
        let scale = 0.86 * 302.0 / 300.0;
        assert!((places.scale.node - scale).abs() < 1e-12 && places.scale.fastest == 1000.0);
        assert!((widths(&places)[0] - 200.0 * scale).abs() < 1e-9 && (widths(&places)[1] - 100.0 * scale).abs() < 1e-9);
        // The links are 12 and 3 pixels wide.
        assert!((places.blocks[0].link.width() - 12.0).abs() < 1e-9);
        assert!((places.blocks[1].link.width() - 3.0).abs() < 1e-9);
        let at = |own: &Area| chart.part_at(&places, &theme, own.centre());
        let (second, link) = (at(&places.blocks[1].nodes), at(&places.blocks[0].link));
        assert_eq!((second, link), (Some((Part::Nodes(1), 0)), Some((Part::Link(0), 0))));
        assert_eq!(chart.part_at(&places, &theme, (319.0, 1.0)), None);
        // 10 pixels to the right, with the same scale: the edge is 10 pixels further.
        let (value, _) = chart.pulled(&places, &theme, (Part::Nodes(1), 0), 100.0, 10.0);
        chart.set(Part::Nodes(1), value);
        let after = chart.places(area, &theme, Some(places.scale));
        assert!((after.blocks[1].nodes.x1 - places.blocks[1].nodes.x1 - 10.0).abs() < 1e-9);
        // 60 pixels double a link.
        assert_eq!(chart.pulled(&places, &theme, (Part::Link(1), 0), 250.0, 60.0).0, 500.0);
        // The pulled link becomes twice as thick; in a picture of its own it would be as thick as ever.
        chart.set(Part::Link(0), 2000.0);
        let widest = |scale: Option<Scale>| chart.places(area, &theme, scale).blocks[0].link.width();
        assert!((widest(Some(places.scale)) - 24.0).abs() < 1e-9 && (widest(None) - 12.0).abs() < 1e-9);
        assert!(chart.suits(places.scale, area, &theme));
        chart.set(Part::Link(0), 4000.0);
        assert!(!chart.suits(places.scale, area, &theme));
        // Far beyond the edge all clusters shrink together.
        chart.set(Part::Nodes(1), 1e6);
        let after = chart.places(area, &theme, Some(places.scale));
        assert!(after.blocks[1].nodes.x1 <= 320.0);
    }

    /// The second of two equal clusters moves by twice the growth of one cluster.
    #[test]
    fn equal_clusters_grow_together_under_the_hand() {
        let theme = Theme::light(1.0);
        let mut chart = star(vec![group(2, 100.0, 1000.0)]);
        let area = Area::sized(320.0, 138.0);
        let places = chart.places(area, &theme, None);
        let (value, _) = chart.pulled(&places, &theme, (Part::Nodes(0), 1), 100.0, 20.0);
        chart.set(Part::Nodes(0), value);
        let after = chart.places(area, &theme, Some(places.scale));
        assert!((after.blocks[1].nodes.x1 - places.blocks[1].nodes.x1 - 20.0).abs() < 1e-9);
    }

    #[test]
    fn parts_have_names_and_values() {
        let mut tree = star(vec![group(1, 8.0, 10.0), group(3, 100.0, 1000.0)]);
        tree.joined = Joined::Tree { per_site: 2, core_mbps: 200.0 };
        let said: Vec<String> = tree.parts().into_iter().map(|own| tree.words(own)).collect();
        assert_eq!(
            said,
            [
                "Cluster 1: 8 nodes",
                "Cluster 1: link 10 Mbps",
                "Clusters 2 to 4: 100 nodes",
                "Clusters 2 to 4: link 1000 Mbps",
                "Core links: 200 Mbps"
            ]
        );
        let free = PlatformChart { joined: Joined::Freely, drawn_sizes: true, ..tree };
        assert_eq!(free.parts(), []);
    }

    #[test]
    fn many_clusters_are_cells_in_rows() {
        let many = star(vec![group(30, 64.0, 100.0), group(34, 32.0, 100.0)]);
        assert!(texts(&many).contains(&"30 × 64, 34 × 32".to_owned()));
        let (area, theme) = (Area::sized(320.0, 138.0), Theme::light(1.0));
        let places = many.places(area, &theme, None);
        assert_eq!(places.blocks.len(), 64);
        let all = places.blocks.iter();
        assert!(all.clone().all(|own| own.nodes.width() >= 14.0 && area.encloses(&own.nodes)), "{places:?}");
        let last = all.last().unwrap();
        assert_eq!(many.part_at(&places, &theme, last.nodes.centre()), Some((Part::Nodes(1), 33)));
        assert_eq!(many.pulled(&places, &theme, (Part::Nodes(1), 33), 32.0, 60.0).0, 64.0);
        let twelve = star(vec![group(12, 64.0, 100.0)]);
        assert!(!twelve.in_rows());
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
            let chart = PlatformChart { groups, joined, ..PlatformChart::default() };
            let (mut recorder, theme) = (Recorder::new(width, height), Theme::light(scale));
            let area = Area::sized(f64::from(width), f64::from(height));
            let places = draw(&mut recorder, area, &chart, &theme, None).unwrap();
            prop_assert!(places.blocks.iter().all(|own| own.nodes.x1.is_finite()));
            chart.part_at(&places, &theme, (1.0, 1.0));
            prop_assert!(recorder.stays_inside());
            prop_assert!(!chart.summary().is_empty());
        }
    }
}
