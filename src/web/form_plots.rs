//! Small figures in the form: platform, drawn cluster sizes, arrivals over the day, and fuzzy sets of schedulers.

use crate::chart::bars::BarChart;
use crate::chart::membership::MembershipChart;
use crate::chart::platform_drawing::{Group, Joined, Part, PlatformChart};
use crate::models::registry;
use crate::parameter::{Section, Span, Table, fields};
use crate::scenario::build;
use crate::scenario::declared;
use crate::scenario::language::path::Values;
use crate::scenario::{ClusterGroup, Kind, Policy, Scenario, Topology};
use crate::words::number;
use serde_json::Value;

/// Bars per hour in the chart of arrivals.
const PER_HOUR: u32 = 2;

/// A figure and its description.
pub type Plot = (Drawing, String);

/// Type of a figure.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawing {
    /// Bar chart of counts.
    Bars(BarChart),
    /// Membership functions of fuzzy sets.
    Sets(MembershipChart),
    /// Clusters and links.
    Platform(PlatformChart),
}

/// Figures of a section of the form, each with the path of its field.
pub fn of(section: Section, scenario: &Scenario) -> Vec<(String, Plot)> {
    let at = |path: &str, plot: Plot| (path.to_owned(), plot);
    match section {
        Section::Platform => {
            let sizes = sizes(scenario).map(|own| at("platform.sizes", own));
            let chart = platform(scenario);
            let words = format!("The platform: {}", chart.summary());
            let clusters = at("platform.clusters", (Drawing::Platform(chart), words));
            sizes.into_iter().chain([clusters]).collect()
        }
        Section::Workload => arrivals(scenario).into_iter().collect(),
        Section::Schedulers => sets(scenario),
        Section::Network | Section::Experiment => Vec::new(),
    }
}

/// Membership functions of all schedulers that use fuzzy sets. `whole` holds the values of a scenario, which need not
/// be valid.
pub fn sets(whole: &dyn Values) -> Vec<(String, Plot)> {
    let mut plots = Vec::new();
    let schedulers = whole.at("schedulers").and_then(Value::as_array);
    for (i, own) in schedulers.into_iter().flatten().enumerate() {
        let Some(policy) = own["policy"].as_str().and_then(Policy::named) else {
            continue;
        };
        let declared = registry::current().settings().iter();
        for parameter in declared.filter(|own| policy.reads(own.name())) {
            let Kind::Table(&Table { rows: names, cell, triangles: Some(span), .. }) = parameter.kind else {
                continue;
            };
            let path = parameter.path.replace('*', &i.to_string());
            let Some(sets) = whole.at(&path).and_then(fields::parse::<[[f64; 3]; 3]>) else {
                continue;
            };
            let last = sets.iter().flatten().copied().fold(0.0, f64::max);
            let described = names.iter().zip(sets).map(|(name, set)| {
                let [left, peak, right] = set.map(number::plain);
                format!("{name} {left}, {peak}, {right}")
            });
            let described: Vec<String> = described.collect();
            let words = format!("{}: {}.", parameter.axis(), described.join("; "));
            // If the number has no upper limit, the axis extends a little beyond the last set.
            let end = match (span, cell) {
                (Span::Bounded, Kind::Number { max, .. }) => max,
                _ => 1.15 * last,
            };
            plots.push((path, (Drawing::Sets(MembershipChart { names, sets, end }), words)));
        }
    }
    plots
}

/// Path of the outages, and the maximum number of outages in the picture.
const EVENTS: &str = "platform.events";
const MOST_OUTS: usize = 1000;

/// Clusters, and the links between the clusters if the links are relevant.
pub fn platform(scenario: &Scenario) -> PlatformChart {
    let own = &scenario.platform;
    let topology = "platform.topology";
    let are_joined = declared::find(topology).is_some_and(|own| own.relevant(topology, scenario));
    let joined = match own.topology {
        _ if !are_joined => Joined::Freely,
        Topology::Star => Joined::Star,
        Topology::Mesh => Joined::Mesh,
        Topology::Tree => Joined::Tree { per_site: own.clusters_per_site as usize, core_mbps: own.core_mbps },
    };
    let group = |group: &ClusterGroup| Group {
        count: group.count as usize,
        nodes: own.nodes_of(group).into(),
        link_mbps: group.link_mbps,
    };
    let groups = own.clusters.iter().map(group).collect();
    let shown = declared::find(EVENTS).is_some_and(|list| list.relevant(EVENTS, scenario));
    let outs = own.events.iter().filter(|_| shown).take(MOST_OUTS);
    let outs = outs.map(|own| (own.cluster as usize, own.kind, own.nodes.map_or(f64::INFINITY, f64::from))).collect();
    PlatformChart { groups, joined, drawn_sizes: own.sizes.is_some(), chosen: None, outs }
}

/// Path of the setting that a part of the platform shows.
pub fn setting_of(part: Part) -> String {
    match part {
        Part::Nodes(group) => format!("platform.clusters.{group}.nodes"),
        Part::Link(group) => format!("platform.clusters.{group}.link_mbps"),
        Part::Core => "platform.core_mbps".to_owned(),
    }
}

/// Value of a pulled part: within the range of its setting, rounded to about one `step`.
pub fn within(part: Part, value: f64, step: f64) -> f64 {
    let (low, high, least) = match declared::find(&setting_of(part)).map(|own| own.kind) {
        Some(Kind::Number { min, max, .. }) => (min, max, step),
        Some(Kind::Integer { min, max, .. }) => (min as f64, max as f64, step.max(1.0)),
        _ => (f64::MIN, f64::MAX, step),
    };
    number::rounded(value, least).max(low).min(high)
}

/// Numbers of clusters by size in the first replication, in powers of two; `None` if sizes are not drawn.
fn sizes(scenario: &Scenario) -> Option<Plot> {
    scenario.platform.sizes?;
    let clusters = build::platform::sized(scenario, 0).clusters;
    let class = |nodes: u32| nodes.max(1).ilog2();
    let classes = clusters.iter().map(|own| class(own.nodes));
    let (first, last) = (classes.clone().min()?, classes.clone().max()?);
    let count = |of| classes.clone().filter(|own| *own == of).count() as f64;
    let bars: Vec<(String, f64)> = (first..=last).map(|class| (format!("{}–", 1u64 << class), count(class))).collect();
    let described = bars.iter().map(|(from, count)| format!("{count} of {from}"));
    let described: Vec<String> = described.collect();
    let words = format!("Clusters by nodes, replication 1: {}.", described.join(", "));
    let title = "Clusters by nodes".to_owned();
    Some((Drawing::Bars(BarChart { title, bars }), words))
}

/// Arrivals per hour over the time of day; `None` if arrivals do not depend on the time of day.
fn arrivals(scenario: &Scenario) -> Option<(String, Plot)> {
    let rates = scenario.workload.arrivals_per_h()?;
    let middle = |half: u32| (f64::from(half) + 0.5) / f64::from(PER_HOUR);
    let name = |half: u32| match half % PER_HOUR {
        0 => (half / PER_HOUR).to_string(),
        _ => String::new(),
    };
    let halves = 0..24 * PER_HOUR;
    let bars: Vec<(String, f64)> = halves.map(|half| (name(half), (rates.at)(middle(half)))).collect();
    let most = (0..).zip(&bars).max_by(|a, b| a.1.1.total_cmp(&b.1.1));
    let (half, (_, most)) = most?;
    let words = format!(
        "Arrivals over the day: {} per hour at night, at most {} per hour, at {}.",
        number::fixed(rates.at_night, 1),
        number::fixed(*most, 1),
        number::clock(f64::from(half) * 3600.0 / f64::from(PER_HOUR), false),
    );
    let title = "Arrivals per hour of the day".to_owned();
    let plot = (Drawing::Bars(BarChart { title, bars }), words);
    Some((format!("workload.{}", rates.setting), plot))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Checked;
    use crate::scenario::Scheduler;
    use crate::scenario::presets;
    use serde_json::json;

    fn scenario(text: &str) -> Checked {
        Scenario::from_json(text).unwrap()
    }

    fn all(scenario: &Scenario) -> Vec<(String, Plot)> {
        let sections = Section::ALL.into_iter();
        sections.flat_map(|own| of(own, scenario)).collect()
    }

    fn platform_of(scenario: &Scenario) -> (PlatformChart, String) {
        let mut plots = all(scenario);
        assert_eq!(plots.len(), 1, "nothing is drawn that does not matter");
        match plots.remove(0) {
            (path, (Drawing::Platform(chart), words)) if path == "platform.clusters" => (chart, words),
            other => panic!("{other:?}"),
        }
    }

    /// A cluster has at least one node; a link may be thin.
    #[test]
    fn pulled_parts_stay_within_their_ranges() {
        let scenario = Scenario::default();
        for part in platform(&scenario).parts() {
            assert!(scenario.at(&setting_of(part)).is_some(), "{part:?}");
        }
        assert_eq!(within(Part::Nodes(0), 123.4, 0.3), 123.0);
        assert_eq!(within(Part::Nodes(0), 1234.4, 16.0), 1230.0);
        assert_eq!(within(Part::Nodes(0), -40.0, 0.3), 1.0);
        assert_eq!(within(Part::Link(0), 1234.4, 20.0), 1230.0);
        assert_eq!(within(Part::Link(0), 1e12, 20.0), 1e7);
    }

    /// The clusters are always drawn, their links only if the links are relevant.
    #[test]
    fn the_platform_is_always_drawn() {
        let (chart, words) = platform_of(&Scenario::default());
        assert_eq!(chart.joined, Joined::Star);
        assert_eq!(chart.groups.len(), 1);
        assert_eq!(
            words,
            "The platform: 4 clusters of 100 nodes, link 1000 Mbps; each link leads to one central switch."
        );
        let metacomputer = presets::find("gehring1999-fig5").unwrap();
        let plots = all(&presets::scenario(metacomputer).unwrap());
        let platform = plots.into_iter().find_map(|(_, plot)| match plot.0 {
            Drawing::Platform(chart) => Some(chart),
            _ => None,
        });
        assert_eq!(platform.map(|own| own.joined), Some(Joined::Freely));
        let text = r#"{"platform": {"topology": "tree", "core_mbps": 200}, "experiment": {"sweep": []}}"#;
        let tree = Joined::Tree { per_site: 2, core_mbps: 200.0 };
        assert_eq!(platform_of(&scenario(text)).0.joined, tree);
    }

    #[test]
    fn every_fuzzy_scheduler_shows_its_sets() {
        let mut own = Scheduler::named("fuzzy").unwrap();
        own = own.with("size_sets", json!([[1, 1, 10.5], [1, 8, 16], [10.5, 20, 20]]));
        let several = Scenario {
            schedulers: vec![Scheduler::named("fuzzy").unwrap(), Scheduler::default(), own].into(),
            ..Scenario::default()
        };
        let plots = all(&several);
        let paths: Vec<&str> = plots.iter().map(|(path, _)| path.as_str()).collect();
        let names = ["ratio_sets", "share_sets", "invocation_sets", "size_sets"];
        let wanted = ["0", "2"].map(|i| names.map(|name| format!("schedulers.{i}.{name}")));
        let wanted = [&["platform.clusters".to_owned()], &wanted.concat()[..]].concat();
        assert_eq!(paths, wanted);
        let (drawing, words) = &plots[8].1;
        assert_eq!(words, "Sets of size (MB): small 1, 1, 10.5; medium 1, 8, 16; large 10.5, 20, 20.");
        let Drawing::Sets(chart) = drawing else { panic!("{drawing:?}") };
        assert_eq!((chart.sets[1], chart.end), ([1.0, 8.0, 16.0], 23.0));
    }

    fn bars(plot: Option<Plot>) -> (BarChart, String) {
        match plot {
            Some((Drawing::Bars(chart), words)) => (chart, words),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn all_clusters_are_counted() {
        let text = r#"{"platform": {"clusters": [{"count": 32}], "sizes": [8, 1024]}, "experiment": {"sweep": []}}"#;
        let (chart, words) = bars(sizes(&scenario(text)));
        let total: f64 = chart.bars.iter().map(|bar| bar.1).sum();
        assert_eq!(total, 32.0);
        assert!(words.starts_with("Clusters by nodes, replication 1: "), "{words}");
        let equal = text.replace("[8, 1024]", "[100, 100]");
        assert_eq!(bars(sizes(&scenario(&equal))).0.bars, [("64–".to_owned(), 32.0)]);
    }

    /// λ at 10:15 and 10:45 (t = −0.3158 and −0.2632) is 5.5785 and 5.4620; one job per hour at night.
    #[test]
    fn arrivals_by_hand() {
        let text = r#"{"workload": {"model": "metacomputer", "compression": 2}, "experiment": {"sweep": []}}"#;
        let (chart, words) = bars(arrivals(&scenario(text)).map(|(_, plot)| plot));
        assert_eq!(chart.bars.len(), 48);
        assert_eq!((chart.bars[0].clone(), chart.bars[47].1), (("0".to_owned(), 2.0), 2.0));
        assert_eq!((chart.bars[16].1, chart.bars[36].1), (2.0, 2.0));
        assert!((chart.bars[20].1 - 2.0 * 5.5785).abs() < 0.001, "{:?}", chart.bars[20]);
        assert!((chart.bars[21].1 - 2.0 * 5.462).abs() < 0.001, "{:?}", chart.bars[21]);
        assert_eq!(words, "Arrivals over the day: 2.0 per hour at night, at most 11.2 per hour, at 10:00.");
    }
}
