//! A claim with our answer, and the words for it.

use super::claim::{At, ByDepth, Claim, Measure, Over, Spot};
use super::verdict::Verdict;
use crate::scenario::declared;

/// A claim of a paper with our answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The claim.
    pub claim: &'static Claim,
    /// Our number; `None` if the experiment did not yield it.
    pub measured: Option<f64>,
    /// Half width of its 95 % interval, where there is one.
    pub ci95: Option<f64>,
    /// Where in the sweep it was measured, if that was looked for: "BSBW 200 Mbps".
    pub place: String,
    /// A queue behind the number grows without bound: the number depends on the length of the run.
    pub unstable: bool,
    /// The answer.
    pub verdict: Verdict,
}

impl Finding {
    /// The same without an answer.
    pub fn unmeasured(self) -> Finding {
        Finding {
            measured: None,
            ci95: None,
            place: String::new(),
            unstable: false,
            verdict: Verdict::Missing,
            ..self
        }
    }

    /// The same without an answer, because the log of its experiment is not at hand.
    pub fn without_log(self) -> Finding {
        Finding {
            verdict: Verdict::NoLog,
            ..self.unmeasured()
        }
    }

    /// Our number in words: "1058.2 ± 7.1 s at BSBW 200 Mbps".
    pub fn ours(&self) -> String {
        let Some(value) = self.measured else {
            return "–".to_owned();
        };
        let unit = self.claim.measure.unit();
        let digits = match value.abs().max(self.ci95.unwrap_or(0.0)) {
            _ if value.fract() == 0.0 && self.ci95 == Some(0.0) => 0,
            size if size < 1.0 => 4,
            size if size < 10.0 => 3,
            size if size < 10_000.0 => 1,
            _ => 0,
        };
        let mut text = format!("{value:.digits$}");
        if let Some(half) = self.ci95.filter(|&half| half > 0.0) {
            text.push_str(&format!(" ± {half:.digits$}"));
        }
        if !unit.is_empty() {
            text.push_str(&format!(" {unit}"));
        }
        if !self.place.is_empty() {
            text.push_str(&format!(" at {}", self.place));
        }
        if self.unstable {
            text.push_str(" (unstable: grows with the length of the run)");
        }
        text
    }

    /// The verdict in words; a contradiction that is known and explained says so.
    pub fn verdict_words(&self) -> &'static str {
        match self.verdict {
            Verdict::Differs if self.claim.known_to_differ => "differs, see remark",
            Verdict::Missing if self.claim.full_only => "in the full tier only",
            verdict => verdict.label(),
        }
    }
}

impl Measure {
    /// The unit of the number, empty if it has none.
    pub fn unit(&self) -> &'static str {
        match self {
            Measure::Mean(_) | Measure::Gap(..) | Measure::GroupGap(..) | Measure::Wider(..) => "s",
            Measure::GroupShare(..) | Measure::Ahead(..) | Measure::Missed(_) => "%",
            Measure::Percent(..)
            | Measure::Spread(..)
            | Measure::Overshoot(_)
            | Measure::LongerDecision(..) => "%",
            Measure::OvershootInJobs(_) => "jobs",
            Measure::UnstablePoints(_) => "points",
            Measure::Example(..) => "s",
            Measure::Improvement(..) | Measure::Variation(_) | Measure::Steadiest(_) => "%",
            Measure::Farthest(_) | Measure::SlowdownApart(_) => "percentage points",
            Measure::OtherSigns(_) => "cells",
            Measure::QueueLength(_) => "jobs",
            Measure::Utilisation(_) => "",
            Measure::Depths(ByDepth::Decisions) => "decisions",
            Measure::Depths(ByDepth::Changed | ByDepth::FirstBelow(_) | ByDepth::Below(_)) => "%",
            Measure::Depths(ByDepth::Correlation(..)) => "",
            Measure::Decision(_) => "µs",
            Measure::Crossing(..) => "",
            Measure::MoreThanIn(_, inner) => match inner.unit() {
                "%" => "percentage points",
                unit => unit,
            },
        }
    }

    /// The quantity in words: "mean turnaround, first-fit − a1, at every point".
    pub fn words(&self) -> String {
        match self {
            Measure::Mean(of) => format!("turnaround of {}", spot(of)),
            Measure::Gap(a, b, over) | Measure::Percent(a, b, over) => {
                format!("turnaround, {} − {}{}", spot(a), spot(b), where_(over))
            }
            Measure::GroupGap(group, a, b) => {
                format!("turnaround of {group} requests, {} − {}", spot(a), spot(b))
            }
            Measure::Ahead(group, of) => {
                let jobs = group.map_or(String::new(), |group| format!("{group} "));
                format!(
                    "share of {jobs}jobs ahead of the first scheduler, {}",
                    spot(of)
                )
            }
            Measure::GroupShare(group, of) => {
                format!("share of {group} requests, {}", spot(of))
            }
            Measure::Wider([a, b], [c, d], over) => format!(
                "turnaround, |{} − {}| − |{} − {}|{}",
                spot(a),
                spot(b),
                spot(c),
                spot(d),
                where_(over)
            ),
            Measure::Spread(of, at) => {
                format!(
                    "largest turnaround above the smallest, {of}{}",
                    given(" at ", at)
                )
            }
            Measure::Crossing(of, level) => {
                format!("mean penalty at which {of} comes to exceed {level}")
            }
            Measure::Overshoot(of) => format!("largest link saturation above LSLT, {of}"),
            Measure::OvershootInJobs(of) => {
                format!("largest link saturation above LSLT, in jobs of full demand, {of}")
            }
            Measure::UnstablePoints(of) => format!("points where the queue grows, {of}"),
            Measure::Decision(of) => format!("time per co-allocation decision, {of}"),
            Measure::LongerDecision(a, b) => {
                format!("time per co-allocation decision, {a} above {b}")
            }
            Measure::MoreThanIn(preset, inner) => {
                format!("{}: here more than in {preset} by", inner.words())
            }
            Measure::Utilisation(of) => format!("utilisation by {}", spot(of)),
            Measure::Missed(of) => format!(
                "share of requests that start later than planned, {}",
                spot(of)
            ),
            Measure::QueueLength(of) => format!("mean queue length of {}", spot(of)),
            Measure::Improvement(of, at) => {
                format!("improvement by {of}{}", given(" at ", at))
            }
            Measure::Farthest(row) => {
                format!(
                    "improvement by {} farthest from the published one",
                    row.scheduler
                )
            }
            Measure::OtherSigns(row) => {
                format!(
                    "improvements by {} of another sign than published",
                    row.scheduler
                )
            }
            Measure::SlowdownApart(row) => format!(
                "improvements by {} in turnaround and in bounded slowdown, farthest apart",
                row.scheduler
            ),
            Measure::Variation(of) => {
                format!(
                    "coefficient of variation over the replications, {}",
                    spot(of)
                )
            }
            Measure::Steadiest(of) => {
                format!("points where {of} has the smallest coefficient of variation")
            }
            Measure::Example(cluster, nodes, ends_s) => format!(
                "mean turnaround of the four jobs, job 1 of {nodes} nodes on {}, the job on B until {ends_s} s",
                if *cluster == 0 { "A" } else { "B" }
            ),
            Measure::Depths(ByDepth::Decisions) => {
                "decisions with something to simulate".to_owned()
            }
            Measure::Depths(ByDepth::Changed) => {
                "decisions that are another at full depth than at depth 1".to_owned()
            }
            Measure::Depths(ByDepth::FirstBelow(depth)) => {
                format!("of these, first change below depth {depth}")
            }
            Measure::Depths(ByDepth::Below(depth)) => format!("all changes below depth {depth}"),
            Measure::Depths(ByDepth::Correlation(preset, of)) => {
                format!(
                    "correlation of the changes up to a depth with the turnaround of {of} in {preset}"
                )
            }
        }
    }
}

fn spot(spot: &Spot) -> String {
    format!("{}{}", spot.scheduler, given(" at ", spot.at))
}

fn where_(over: &Over) -> String {
    match over {
        Over::Point(at) => given(" at ", at),
        Over::Every(at) => format!(", at every point{}", given(" with ", at)),
        Over::From(path, value) => {
            format!(
                ", at every point from {} on",
                coordinates([(*path, *value)])
            )
        }
        Over::Some(at) => format!(
            ", at the best point{}, its interval widened for the choice",
            given(" with ", at)
        ),
        Over::Mean(at) => format!(", mean over the points{}", given(" with ", at)),
        Over::EveryWithPenalty => {
            ", at every stable point with a penalty of 1.02 or more".to_owned()
        }
    }
}

/// Coordinates in words after `before`, nothing if there are none.
fn given(before: &str, at: At) -> String {
    match at {
        [] => String::new(),
        at => format!("{before}{}", coordinates(at.iter().copied())),
    }
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
    use super::super::claim::{at, of};
    use super::*;

    const BSBW: &str = "workload.bsbw_mbps";

    #[test]
    fn numbers_read_well() {
        const CLAIM: Claim = Claim::NEW;
        let mut finding = Finding {
            claim: &CLAIM,
            measured: Some(1058.24),
            ci95: Some(7.06),
            place: String::new(),
            unstable: false,
            verdict: Verdict::Holds,
        };
        assert_eq!(finding.ours(), "1058.2 ± 7.1 s");
        finding.measured = Some(2.0);
        finding.ci95 = Some(0.0);
        finding.place = coordinates([(BSBW, 200.0), ("schedulers.*.lslt", 0.8)]);
        assert_eq!(finding.ours(), "2 s at BSBW 200 Mbps, LSLT 0.8");
        finding.unstable = true;
        assert!(
            finding
                .ours()
                .ends_with("(unstable: grows with the length of the run)")
        );
        finding.measured = None;
        assert_eq!(finding.ours(), "–");
    }

    #[test]
    fn who_says_it_and_when_it_is_answered() {
        const PAPERS: Claim = Claim {
            source: "J5 §6, fig. 13",
            ..Claim::NEW
        };
        const OURS: Claim = Claim {
            ours: true,
            full_only: true,
            ..PAPERS
        };
        assert_eq!(PAPERS.origin(), "J5 §6, fig. 13");
        assert_eq!(OURS.origin(), "ours, on J5 §6, fig. 13");
        let missing = |claim| Finding {
            claim,
            measured: None,
            ci95: None,
            place: String::new(),
            unstable: false,
            verdict: Verdict::Missing,
        };
        assert_eq!(missing(&PAPERS).verdict_words(), "not measured");
        assert_eq!(missing(&OURS).verdict_words(), "in the full tier only");
    }

    #[test]
    fn quantities_read_well() {
        let gap = Measure::Gap(of("first-fit"), of("a1"), Over::Every(&[]));
        assert_eq!(gap.words(), "turnaround, first-fit − a1, at every point");
        let from = Measure::Gap(of("first-fit"), of("a1"), Over::From(BSBW, 300.0));
        assert_eq!(
            from.words(),
            "turnaround, first-fit − a1, at every point from BSBW 300 Mbps on"
        );
        let rise = Measure::Percent(
            at("a1", &[(BSBW, 900.0)]),
            at("a1", &[(BSBW, 200.0)]),
            Over::Point(&[("schedulers.*.lslt", 1.0)]),
        );
        assert_eq!(
            rise.words(),
            "turnaround, a1 at BSBW 900 Mbps − a1 at BSBW 200 Mbps at LSLT 1"
        );
        const INNER: Measure = Measure::Spread("b3", &[]);
        let more = Measure::MoreThanIn("jones2005-fig9", &INNER);
        assert_eq!(more.unit(), "percentage points");
    }
}
