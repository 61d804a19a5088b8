//! Rules about links that lose capacity for a time.

use crate::base::problem::Problem;
use crate::scenario::checks::findings::Findings;
use crate::scenario::platform::LinkEvent;
use crate::scenario::{Backfill, Scenario, build};
use crate::words::number::{counted, exact, plain};

/// Applies the rules.
pub(in crate::scenario) fn check(scenario: &Scenario, findings: &mut Findings) {
    let events = &scenario.platform.link_events;
    if events.is_empty() {
        return;
    }
    let links = build::platform::of(&scenario.platform).link_capacities_bps().len();
    let mut sound: Vec<(usize, &LinkEvent)> = Vec::new();
    for (i, event) in events.iter().enumerate() {
        let place = |field: &str| format!("platform.link_events.{i}.{field}");
        if event.link as usize >= links {
            findings.add(|| {
                Problem::new(
                    place("link"),
                    format!("is {}, but there {}", event.link, are(links)),
                    format!("0 to {}", exact(links.saturating_sub(1) as f64)),
                    "Correct the number: links of clusters come first, then core links; in a mesh pairs 0–1, 0–2, 1–2, 0–3, …",
                )
            });
        } else if event.until <= event.at {
            findings.add(|| {
                Problem::new(
                    place("until"),
                    format!("is {}, but the change begins at {} s", plain(event.until), plain(event.at)),
                    "a time after platform.link_events.*.at",
                    "Correct the one or the other",
                )
            });
        } else {
            sound.push((i, event));
        }
    }
    sound.sort_by(|a, b| a.1.link.cmp(&b.1.link).then(a.1.at.total_cmp(&b.1.at)));
    for pair in sound.windows(2) {
        let [(_, first), (i, second)] = pair else { continue };
        if first.link == second.link && second.at < first.until {
            findings.add(|| {
                Problem::new(
                    format!("platform.link_events.{i}.at"),
                    format!(
                        "is {}, but link {} has another capacity until {} s",
                        plain(second.at),
                        second.link,
                        plain(first.until)
                    ),
                    "changes of a link that do not overlap",
                    "Let it begin later, or end the other one before",
                )
            });
        }
    }
}

fn are(links: usize) -> String {
    let verb = if links == 1 { "is" } else { "are" };
    format!("{verb} {}", counted(links as u64, "link"))
}

/// Plans and searches of policies that read the loads of links use full capacities.
pub(in crate::scenario) fn policies_bear_changes(scenario: &Scenario, findings: &mut Findings) {
    if scenario.platform.link_events.is_empty() {
        return;
    }
    for (i, own) in scenario.schedulers.iter().enumerate() {
        let info = own.policy.info();
        let plans = matches!(own.queue(scenario).rules.backfill, Backfill::Easy | Backfill::Conservative)
            || scenario.platform.has_maintenance();
        let why = match info.looks_at_links {
            _ if !own.policy.bears_outages() => "plans with links of a fixed capacity",
            true if info.search_steps.is_some() => "searches with links of a fixed capacity",
            true if plans => "plans the loads of links with their full capacities",
            _ => continue,
        };
        findings.add(|| {
            Problem::new(
                format!("schedulers.{i}.policy"),
                format!("is \"{}\", which {why}, but platform.link_events is given", own.policy),
                "policies that do not read the loads of links; others in queues without reservations",
                "Choose another policy or queue, or leave out platform.link_events",
            )
        });
    }
}
