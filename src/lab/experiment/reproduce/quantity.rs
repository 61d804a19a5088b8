//! What is measured, in words.

use crate::paper::{ByDepth, Coordinates, Measure, Over, Spot, Where};
use crate::scenario::declared;

/// The quantity in words: "mean turnaround, first-fit − a1, at every point".
pub fn quantity(measure: &Measure) -> String {
    match measure {
        Measure::Mean(of) => format!("turnaround of {}", spot(of)),
        Measure::Gap(a, b, over) | Measure::Percent(a, b, over) => {
            format!("turnaround, {} − {}{}", spot(a), spot(b), where_(over))
        }
        Measure::GroupGap(group, a, b) => {
            format!("turnaround of {group} requests, {} − {}", spot(a), spot(b))
        }
        Measure::Ahead(group, of) => {
            let jobs = group.as_ref().map_or(String::new(), |group| format!("{group} "));
            format!("share of {jobs}jobs ahead of the first scheduler, {}", spot(of))
        }
        Measure::AheadMore(a, b, of) => format!("share of jobs ahead of the first scheduler, {a} − {b}, {}", spot(of)),
        Measure::GroupShare(group, of) => {
            format!("share of {group} requests, {}", spot(of))
        }
        Measure::Wider([a, b], [c, d], over) => {
            format!("turnaround, |{} − {}| − |{} − {}|{}", spot(a), spot(b), spot(c), spot(d), where_(over))
        }
        Measure::Spread(of, at) => {
            format!("largest turnaround above the smallest, {of}{}", given(" at ", at))
        }
        Measure::Crossing(of, level) => {
            format!("mean penalty at which {of} comes to exceed {level}")
        }
        Measure::Overshoot(of, limit) => {
            format!("largest link saturation above {}, {of}", label(limit))
        }
        Measure::OvershootInJobs(of, limit) => {
            let limit = label(limit);
            format!("largest link saturation above {limit}, in jobs of full demand, {of}")
        }
        Measure::UnstablePoints(of, points) => {
            format!("points{} where the queue grows, {of}", of_points(points))
        }
        Measure::Decision(of) => format!("time per co-allocation decision, {of}"),
        Measure::LongerDecision(a, b) => {
            format!("time per co-allocation decision, {a} above {b}")
        }
        Measure::MoreThanIn(preset, inner) => {
            format!("{}: here more than in {preset} by", quantity(inner))
        }
        Measure::Utilisation(of) => format!("utilisation by {}", spot(of)),
        Measure::UsesMore(a, b) => format!("utilisation, {} − {}", spot(a), spot(b)),
        Measure::Counted(name, of) => format!("{name} per hundred jobs, {}", spot(of)),
        Measure::DrawsWon(a, b) => {
            format!("share of replications in which {} has less turnaround than {}", spot(a), spot(b))
        }
        Measure::Missed(of) => format!("share of requests that start later than planned, {}", spot(of)),
        Measure::QueueLength(of) => format!("mean queue length of {}", spot(of)),
        Measure::Improvement(of, at) => {
            format!("improvement by {of}{}", given(" at ", at))
        }
        Measure::ImprovesMore(of, a, b) => {
            format!("improvement by {of}, {} − {}", coordinates(pairs(a)), coordinates(pairs(b)))
        }
        Measure::Farthest(row) => {
            format!("improvement by {} farthest from the published one", row.scheduler)
        }
        Measure::OtherSigns(row) => {
            format!("improvements by {} of another sign than published", row.scheduler)
        }
        Measure::SlowdownApart(row) => {
            format!("improvements by {} in turnaround and in bounded slowdown, farthest apart", row.scheduler)
        }
        Measure::SlowdownRatio(a, b) => {
            format!("bounded slowdown, {} over {}, geometric mean over the replications less 1", spot(a), spot(b))
        }
        Measure::Variation(of) => {
            format!("coefficient of variation over the replications, {}", spot(of))
        }
        Measure::VariesMore(a, b) => {
            format!("coefficient of variation over the replications, {} − {}", spot(a), spot(b))
        }
        Measure::Steadiest(of) => {
            format!("points where {of} has the smallest coefficient of variation")
        }
        Measure::Calculated(calculation) => calculation.words.to_owned(),
        Measure::Depths(ByDepth::Decisions) => "decisions with something to simulate".to_owned(),
        Measure::Depths(ByDepth::Changed) => "decisions that are another at full depth than at depth 1".to_owned(),
        Measure::Depths(ByDepth::FirstBelow(depth)) => {
            format!("of these, first change below depth {depth}")
        }
        Measure::Depths(ByDepth::Below(depth)) => format!("all changes below depth {depth}"),
        Measure::Depths(ByDepth::Correlation(preset, of, _)) => {
            format!("correlation of the changes up to a depth with the turnaround of {of} in {preset}")
        }
    }
}

fn spot(spot: &Spot) -> String {
    format!("{}{}", spot.scheduler, given(" at ", &spot.at))
}

fn where_(over: &Over) -> String {
    match over {
        Over::Point(at) => given(" at ", at),
        Over::Every(points) => format!(", at every point{}", of_points(points)),
        Over::Some(points) => format!(", at the best point{}, its interval widened for the choice", of_points(points)),
        Over::Mean(points) => format!(", mean over the points{}", of_points(points)),
    }
}

/// Which points, after "at every point".
fn of_points(points: &Where) -> String {
    match points {
        Where::Anywhere => String::new(),
        Where::At(at) => given(" with ", at),
        Where::From(path, value) => format!(" from {} on", coordinates([(path.as_str(), *value)])),
        Where::Between(path, first, last) => {
            let [first, last] = [first, last].map(|value| coordinates([(path.as_str(), *value)]));
            format!(" from {first} to {last}")
        }
        Where::In(region) => format!(" {}", region.words()),
        Where::WithPenalty => " that is stable and has a penalty of 1.02 or more".to_owned(),
    }
}

/// Coordinates in words after `before`, nothing if there are none.
fn given(before: &str, at: &Coordinates) -> String {
    match at {
        [] => String::new(),
        at => format!("{before}{}", coordinates(pairs(at))),
    }
}

fn pairs(at: &Coordinates) -> impl Iterator<Item = (&str, f64)> {
    at.iter().map(|(path, value)| (path.as_str(), *value))
}

/// The parameter at a path in words: "LSLT".
fn label(path: &str) -> &str {
    declared::find(path).map_or(path, |own| own.label)
}

/// "BSBW 200 Mbps, LSLT 0.8".
pub(super) fn coordinates<'a>(at: impl IntoIterator<Item = (&'a str, f64)>) -> String {
    let words = at.into_iter().map(|(path, value)| {
        let parameter = declared::find(&path.replace('*', "0"));
        let (label, unit) = parameter.map_or((path, ""), |p| (p.label, p.unit));
        format!("{label} {value} {unit}").trim_end().to_owned()
    });
    words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::{At, Region, at, of};

    const BSBW: &str = "workload.bsbw_mbps";

    #[test]
    fn quantities_read_well() {
        let gap = Measure::Gap(of("first-fit"), of("a1"), Over::Every(Where::Anywhere));
        assert_eq!(quantity(&gap), "turnaround, first-fit − a1, at every point");
        let region = Over::Every(Where::In(Region::Overload));
        assert_eq!(where_(&region), ", at every point under overload");
        let from = Over::Every(Where::From(BSBW.into(), 300.0));
        let from = Measure::Gap(of("first-fit"), of("a1"), from);
        assert_eq!(quantity(&from), "turnaround, first-fit − a1, at every point from BSBW 300 Mbps on");
        let between = Over::Every(Where::Between(BSBW.into(), 400.0, 535.0));
        assert_eq!(where_(&between), ", at every point from BSBW 400 Mbps to BSBW 535 Mbps");
        let rise = Measure::Percent(
            at("a1", [(BSBW, 900.0)]),
            at("a1", [(BSBW, 200.0)]),
            Over::Point([("schedulers.*.lslt", 1.0)].into()),
        );
        assert_eq!(quantity(&rise), "turnaround, a1 at BSBW 900 Mbps − a1 at BSBW 200 Mbps at LSLT 1");
        let inner = Measure::Spread("b3".into(), At::default());
        let more = Measure::MoreThanIn("jones2005-fig9".into(), Box::new(inner));
        assert_eq!(more.unit(), "percentage points");
    }
}
