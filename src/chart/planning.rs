//! A planner's surface in motion (G fig. 3 and 4): for each request that was planned while a job waited, the plan of the
//! clusters, the surface below which nodes do not stay free, and the place of the request on the surface.

use crate::chart::figure::Figure;
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::axis::Axis;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::theme::{Colour, Theme};
use crate::chart::kit::{heading, panels, text, ticks};
use crate::export::table::Table;
use crate::scheduler::planning::{ClusterPlan, Planning};
use crate::scheduler::steps::{Step, value_at};
use crate::words::number::{Style, clock, counted};
use serde::{Deserialize, Serialize};

/// Most clusters drawn. Those that give nodes to the job come first.
const MOST: usize = 7;
/// Width of the axis of nodes \[CSS px\].
const AXIS: f64 = 40.0;
/// Longest view of time, in times from the first planning to the planned end of the job.
const LONGEST: f64 = 3.0;
/// Least width of a request, and space between a plot and the labels of its times \[CSS px\].
const LEAST: f64 = 3.0;
const APART: f64 = 5.0;
/// The key: what is drawn, in words. The last entry is for several plannings.
const KEY: [&str; 6] =
    ["in use or planned", "free for a while only", "surface before", "surface after", "the job", "another request"];

/// Plannings with one view of time and the same clusters, so that they are comparable.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Moments {
    /// Number of the job.
    pub job: u64,
    /// The view of time \[s\].
    view_s: [f64; 2],
    /// Names of the plans: all clusters together, if there are several, and the drawn clusters.
    names: Vec<String>,
    /// How many clusters are not drawn; empty if all are.
    not_drawn: String,
    /// The plannings, in order, with a plan for each name.
    pub plannings: Vec<Planning>,
}

impl Moments {
    /// Plannings around the planning of a job; none if the job was not planned.
    pub fn of(plannings: &[Planning], job: u64) -> Option<Moments> {
        let own = plannings.iter().find(|planning| planning.job == job)?;
        let mut drawn: Vec<usize> = (0..own.clusters.len()).collect();
        drawn.sort_by_key(|&at| own.clusters[at].taken == 0);
        drawn.truncate(MOST);
        let from_s = plannings.first().map_or(own.time_s, |first| first.time_s);
        let last_s = plannings.iter().map(|planning| planning.end_s).fold(own.end_s, f64::max);
        let to_s = last_s.min(from_s + LONGEST * (own.end_s - from_s));
        let view_s = [from_s, to_s + 0.05 * (to_s - from_s)];
        let together = own.clusters.len() > 1;
        let moment = |planning: &Planning| {
            let clusters = drawn.iter().filter_map(|&at| planning.clusters.get(at)).cloned();
            let mut clusters: Vec<ClusterPlan> =
                together.then(|| planning.together()).into_iter().chain(clusters).collect();
            for own in &mut clusters {
                [&mut own.free, &mut own.before, &mut own.after]
                    .into_iter()
                    .for_each(|steps| steps.retain(|step| step.from_s <= view_s[1]));
            }
            Planning { clusters, ..*planning }
        };
        let names = drawn.iter().map(|at| format!("Cluster {}", at + 1));
        let not_drawn = match own.clusters.len() - drawn.len() {
            0 => String::new(),
            count => format!("not drawn: {}", counted(count as u64, "cluster")),
        };
        Some(Moments {
            job,
            view_s,
            names: together.then(|| "All clusters".to_owned()).into_iter().chain(names).collect(),
            not_drawn,
            plannings: plannings.iter().map(moment).collect(),
        })
    }

    /// Index of the planning of the job.
    pub fn own(&self) -> usize {
        self.plannings.iter().position(|own| own.job == self.job).unwrap_or_default()
    }
}

/// One planning: small figures side by side, one per cluster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlanningChart {
    /// Heading; may be empty.
    pub title: String,
    /// The plannings; `None` before there are any.
    pub moments: Option<Moments>,
    /// Index of the drawn planning.
    pub at: usize,
}

impl PlanningChart {
    fn drawn(&self) -> Option<(&Moments, &Planning)> {
        let moments = self.moments.as_ref()?;
        Some((moments, moments.plannings.get(self.at)?))
    }

    /// Entries of the key. The number of clusters that are not drawn is the last one, without a sample.
    fn key(&self) -> Vec<&str> {
        let moments = self.moments.as_ref();
        let several = moments.is_some_and(|own| own.plannings.len() > 1);
        let samples = KEY.into_iter().take(KEY.len() - usize::from(!several));
        samples.chain(moments.map(|own| own.not_drawn.as_str()).filter(|words| !words.is_empty())).collect()
    }
}

/// When and where a request was planned, after its name: "is planned at 0:10:00 to run from 0:20:00 to 0:30:00 on 8
/// nodes".
pub fn words(planning: &Planning) -> String {
    let [at, from, to] = [planning.time_s, planning.start_s, planning.end_s].map(|time_s| clock(time_s, true));
    let nodes = counted(planning.nodes.into(), "node");
    format!("is planned at {at} to run from {from} to {to} on {nodes}")
}

impl Figure for PlanningChart {
    fn height(&self, width: f64, theme: &Theme) -> f64 {
        let count = self.moments.as_ref().map_or(0, |own| own.names.len());
        panels::height(&self.title, &self.key(), count, width, theme)
    }

    fn summary(&self) -> String {
        let Some((moments, planning)) = self.drawn() else { return "No plan.".to_owned() };
        let given = moments.names.iter().zip(&planning.clusters).filter(|own| own.1.taken > 0);
        let part = |(name, own): (&String, &ClusterPlan)| {
            let free = value_at(&own.before, planning.start_s);
            format!("{name}: {} of {free} that stay free", own.taken)
        };
        let title = if self.title.is_empty() { "Plan" } else { &self.title };
        let given: Vec<String> = given.map(part).collect();
        let parts = [given.join("; "), moments.not_drawn.clone()].into_iter().filter(|part| !part.is_empty());
        let parts: Vec<String> = parts.collect();
        format!("{title}: job {} {}. {}.", planning.job, words(planning), parts.join("; "))
    }

    fn draw(&mut self, device: &mut dyn Device, area: Area, theme: &Theme) -> Drawn {
        let mut pen = Pen::new(device, theme)?;
        let inner = heading::begin(&mut pen, &self.title, &area, panels::MARGIN)?;
        let Some((moments, planning)) = self.drawn() else { return Ok(()) };
        let key = self.key();
        let sample = |pen: &mut Pen, entry: usize, area: &Area| match KEY.iter().position(|own| *own == key[entry]) {
            Some(entry) => sample(pen, entry, area),
            None => Ok(()),
        };
        let areas = panels::lay_out(&mut pen, &inner, &key, sample, moments.names.len())?;
        for ((area, name), own) in areas.iter().zip(&moments.names).zip(&planning.clusters) {
            panel(&mut pen, area, name, own, planning, moments)?;
        }
        Ok(())
    }

    fn numbers(&self) -> Result<Table, String> {
        let (moments, planning) = self.drawn().ok_or("has nothing to show here")?;
        let heads = ["Cluster", "Nodes", "Free at the start", "Stay free", "Takes", "Start [s]", "End [s]"];
        let row = |(name, own): (&String, &ClusterPlan)| {
            let [free, stay] = [&own.free, &own.before].map(|steps| value_at(steps, planning.start_s).to_string());
            let [from, to] = [planning.start_s, planning.end_s].map(|time_s| time_s.to_string());
            vec![name.clone(), own.nodes.to_string(), free, stay, own.taken.to_string(), from, to]
        };
        let rows: Vec<Vec<String>> = moments.names.iter().zip(&planning.clusters).map(row).collect();
        Ok(Table::new(heads.map(str::to_owned), rows))
    }
}

fn busy(theme: &Theme) -> Colour {
    theme.muted.fade(0.35).over(theme.background)
}

/// Colour of a request: of the job, or of another one.
fn request(theme: &Theme, is_job: bool) -> Colour {
    if is_job { theme.accent } else { theme.muted }
}

/// Draws an entry of the key.
fn sample(pen: &mut Pen, entry: usize, area: &Area) -> Drawn {
    let (theme, y) = (pen.theme, area.centre().1);
    let across = [(area.x0, y), (area.x1, y)];
    match entry {
        0 => pen.fill(area, busy(theme)),
        1 => panels::hatched(pen, area),
        2 => pen.line(&across, 2.0, theme.ink),
        3 => pen.dashes(&across, &[4.0, 3.0], 1.5, theme.ink),
        _ => pen.fill(area, request(theme, entry == 4)),
    }
}

/// Draws the plan of one cluster. Nodes that are not free are stacked from below, and the request on them; so the surface
/// falls with time.
fn panel(pen: &mut Pen, area: &Area, name: &str, own: &ClusterPlan, planning: &Planning, moments: &Moments) -> Drawn {
    let theme = pen.theme;
    let (bold, face) = (Type::bold(panels::SIZE, theme.ink), Type::regular(text::TICK, theme.muted));
    let below = area.y1 - face.height(theme) - theme.px(APART);
    let plot = Area::new(area.x0 + theme.px(AXIS), area.y0 + panels::line(theme) + theme.px(4.0), area.x1, below);
    let words = format!("{name}: {} of {}", own.taken, counted(own.nodes.into(), "node"));
    let words = text::fit(&words, theme.letters(panels::SIZE), true, area.width());
    pen.text(&words, (area.x0, area.y0 + panels::line(theme) / 2.0), Align::Left, bold)?;
    if plot.width() < 1.0 || plot.height() < 1.0 {
        return Ok(());
    }
    let [from_s, to_s] = moments.view_s;
    let x = Axis::new((from_s, to_s), (plot.x0, plot.x1), false);
    let y = Axis::new((0.0, f64::from(own.nodes)), (plot.y1, plot.y0), false);
    let level = |free: u32| y.to_px(f64::from(own.nodes.saturating_sub(free)));
    pen.fill(&plot, theme.band)?;
    pen.within(&plot, |pen| {
        for (from, to, free) in parts(&own.before, &x, plot.x1) {
            panels::hatched(pen, &Area::new(from, level(free), to, plot.y1))?;
        }
        for (from, to, free) in parts(&own.free, &x, plot.x1).filter(|part| part.2 < own.nodes) {
            pen.fill(&Area::new(from, level(free), to, plot.y1), busy(theme))?;
        }
        pen.line(&staircase(&own.before, &x, level, plot.x1), 2.0, theme.ink)?;
        if own.taken > 0 {
            let colour = request(theme, planning.job == moments.job);
            let [start, end] = [planning.start_s, planning.end_s].map(|time_s| x.to_px(time_s));
            for (from, to, free) in parts(&own.free, &x, plot.x1).filter(|own| own.0 < end && own.1 > start) {
                let top = level(free.saturating_sub(own.taken));
                let seen = end.max(start + theme.px(LEAST)).min(to);
                pen.fill(&Area::new(from.max(start), top, seen, level(free)), colour)?;
            }
            pen.dashes(&staircase(&own.after, &x, level, plot.x1), &[5.0, 4.0], 1.5, theme.ink)?;
        }
        pen.down(x.to_px(planning.time_s), plot.y0, plot.y1, 1.0, theme.muted)
    })?;
    for tick in y.ticks(3, Style::Plain) {
        pen.text(&tick.label, (plot.x0 - theme.px(5.0), y.to_px(tick.value)), Align::Right, face)?;
    }
    for tick in ticks::clock(from_s, to_s, 3) {
        let at = x.to_px(tick.value);
        pen.down(at, plot.y1, plot.y1 + theme.px(3.0), 1.0, theme.muted)?;
        pen.text(&tick.label, (at, plot.y1 + theme.px(APART) + face.height(theme) / 2.0), Align::Centre, face)?;
    }
    pen.across(plot.x0, plot.x1, plot.y1, 1.0, theme.muted)
}

/// Steps of a function with their left and right ends \[px\]; the last one ends at `end`.
fn parts<'s>(steps: &'s [Step], x: &'s Axis, end: f64) -> impl Iterator<Item = (f64, f64, u32)> + 's {
    let ends = steps.iter().skip(1).map(|step| x.to_px(step.from_s)).chain([end]);
    steps.iter().zip(ends).map(|(step, end)| (x.to_px(step.from_s), end, step.free))
}

/// Points of a step function, up to `end` \[px\].
fn staircase(steps: &[Step], x: &Axis, level: impl Fn(u32) -> f64, end: f64) -> Vec<Point> {
    let mut line: Vec<Point> = Vec::new();
    for step in steps {
        let at = x.to_px(step.from_s);
        line.extend(line.last().map(|own| (at, own.1)));
        line.push((at, level(step.free)));
    }
    line.extend(line.last().map(|own| (end, own.1)));
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::kit::recorder::Recorder;
    use proptest::prelude::*;

    fn steps<const N: usize>(all: [(f64, u32); N]) -> Vec<Step> {
        all.map(|(from_s, free)| Step { from_s, free }).to_vec()
    }

    /// Ten nodes: 6 are in use until 10 s, and 3 others until 20 s. Job 7 takes 8 nodes from 20 s to 30 s.
    fn by_hand() -> Planning {
        let before = steps([(0.0, 1), (10.0, 7), (20.0, 10)]);
        let after = steps([(0.0, 1), (10.0, 2), (30.0, 10)]);
        let cluster = ClusterPlan { nodes: 10, free: before.clone(), before, after, taken: 8 };
        Planning { time_s: 0.0, job: 7, start_s: 20.0, end_s: 30.0, nodes: 8, clusters: vec![cluster] }
    }

    fn chart(plannings: &[Planning], at: usize) -> PlanningChart {
        PlanningChart { title: String::new(), moments: Moments::of(plannings, 7), at }
    }

    fn drawn(chart: &mut PlanningChart, width: u32, theme: &Theme) -> Recorder {
        let height = chart.height(f64::from(width), theme).clamp(0.0, 4000.0) as u32;
        let mut recorder = Recorder::new(width, height);
        chart.draw(&mut recorder, Area::sized(f64::from(width), f64::from(height)), theme).unwrap();
        recorder
    }

    /// The job is 10 s of 31.5 s wide, and 8 of 10 nodes high; it is on the floor, since all nodes stay free from 20 s on.
    /// The nodes in use are 10 s wide each: 9 nodes high, then 3.
    #[test]
    fn a_request_on_the_surface_by_hand() {
        let theme = Theme::light(1.0);
        let recorder = drawn(&mut chart(&[by_hand()], 0), 400, &theme);
        let sides = |colour| {
            let all = recorder.fills(colour);
            all[1..].iter().map(|(a, b)| [b.0 - a.0, b.1 - a.1]).collect::<Vec<_>>()
        };
        let (job, used) = (sides(theme.accent), sides(busy(&theme)));
        assert_eq!((job.len(), used.len()), (1, 2));
        let ratio = |a: i32, b: i32| f64::from(a) / f64::from(b);
        let [wide, high] = job[0];
        assert!((f64::from(wide) - (400.0 - 16.0 - AXIS) * 10.0 / 31.5).abs() <= 1.0, "{wide}");
        for (own, share) in [(used[0], 9.0 / 8.0), (used[1], 3.0 / 8.0)] {
            assert!((own[0] - wide).abs() <= 1 && (ratio(own[1], high) - share).abs() < 0.02, "{own:?} {high}");
        }
        let floors = recorder.fills(theme.accent).last().map(|own| own.1.1);
        assert_eq!(floors, recorder.fills(busy(&theme)).last().map(|own| own.1.1));
        for text in ["Cluster 1: 8 of 10 nodes", "surface before", "the job"] {
            assert!(recorder.texts().contains(&text), "{text}");
        }
        assert!(!recorder.texts().contains(&"another request"));
    }

    #[test]
    fn in_words_and_numbers() {
        let chart = chart(&[by_hand()], 0);
        assert_eq!(
            chart.summary(),
            "Plan: job 7 is planned at 0:00:00 to run from 0:00:20 to 0:00:30 on 8 nodes. Cluster 1: 8 of 10 that stay free."
        );
        assert_eq!(chart.numbers().unwrap().rows, [["Cluster 1", "10", "10", "10", "8", "20", "30"]]);
    }

    /// Thirty clusters: all together, the cluster of the job, which is the last one, and six others. The view ends after
    /// three times the time to the end of the job, although another job ends later.
    #[test]
    fn the_clusters_of_the_job_are_drawn() {
        let first = by_hand().clusters[0].clone();
        let idle = ClusterPlan { taken: 0, ..first.clone() };
        let clusters: Vec<ClusterPlan> = vec![idle; 29].into_iter().chain([first]).collect();
        let own = Planning { clusters, ..by_hand() };
        let other = Planning { job: 8, time_s: 5.0, end_s: 500.0, ..own.clone() };
        let chart = chart(&[own, other], 1);
        let moments = chart.moments.clone().unwrap();
        assert_eq!((moments.names.len(), moments.own()), (8, 0));
        assert_eq!((moments.names[0].as_str(), moments.names[1].as_str()), ("All clusters", "Cluster 30"));
        assert_eq!(moments.view_s, [0.0, 94.5]);
        assert_eq!((moments.plannings[1].clusters[0].nodes, moments.plannings[1].nodes), (300, 8));
        assert_eq!(chart.key()[5..], ["another request", "not drawn: 23 clusters"]);
        assert!(chart.summary().ends_with("; not drawn: 23 clusters."), "{}", chart.summary());
        assert_eq!(Moments::of(&moments.plannings, 99), None);
    }

    prop_compose! {
        fn any_steps()(all in prop::collection::vec((any::<f64>(), any::<u32>()), 0..4)) -> Vec<Step> {
            all.into_iter().map(|(from_s, free)| Step { from_s, free }).collect()
        }
    }

    proptest! {
        #[test]
        fn any_planning_on_any_canvas(
            times in any::<[f64; 3]>(),
            clusters in prop::collection::vec((any::<[u32; 2]>(), any_steps(), any_steps(), any_steps()), 0..12),
            width in 0u32..900, scale in 0.1..4.0f64,
        ) {
            let of = |([nodes, taken], free, before, after): ([u32; 2], _, _, _)| ClusterPlan { nodes, free, before, after, taken };
            let [time_s, start_s, end_s] = times;
            let planning = Planning { time_s, job: 7, start_s, end_s, nodes: 1, clusters: clusters.into_iter().map(of).collect() };
            let mut chart = chart(&[planning], 0);
            prop_assert!(drawn(&mut chart, width, &Theme::light(scale)).stays_inside());
            let _ = chart.summary();
        }
    }
}
