//! The rules of the headline: each looks for one finding and words it as a clause.

use super::seen::Seen;
use crate::experiment::offered_loads;
use crate::words::{listed, number, possessive};

/// A finding that a headline can state.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Name of the rule.
    pub name: &'static str,
    /// Wording of the finding.
    pub example: &'static str,
    /// The clause; `None` if the results do not show the finding.
    pub find: fn(&Seen) -> Option<String>,
}

/// All rules, in the order of their clauses.
pub const RULES: [Rule; 11] = [
    Rule { name: "refusal", example: "X refuses 33 % of the jobs and cannot be compared", find: refusal },
    Rule { name: "overload", example: "every queue grows for ever", find: overload },
    Rule {
        name: "short run",
        example: "the jobs bring 150 % of the work that all nodes can do, which so short a run does not show",
        find: short_run,
    },
    Rule { name: "flat", example: "BSBW changes nothing here", find: flat },
    Rule { name: "leader", example: "X has the lowest mean turnaround at every BSBW", find: leader },
    Rule {
        name: "crossing",
        example: "Y has the lowest mean turnaround up to 200 Mbps, X from 300 Mbps",
        find: crossing,
    },
    Rule { name: "tie", example: "no difference of the mean turnaround between Y and X is shown", find: tie },
    Rule { name: "instability", example: "from 350 Mbps Y’s queue grows for ever", find: instability },
    Rule { name: "margin", example: "X stays 157 to 215 s below Y (paired)", find: margin },
    Rule {
        name: "trend",
        example: "X’s mean turnaround rises from 828 s at 100 Mbps to 886 s at 900 Mbps",
        find: trend,
    },
    Rule { name: "single", example: "X’s mean turnaround is 828 ± 55 s", find: single },
];

/// Schedulers that leave out more jobs than another.
fn refusal(seen: &Seen) -> Option<String> {
    let share = |column: usize, scheduler: usize| {
        let run = seen.run(column, scheduler);
        let all = run.jobs + run.rejected_jobs + run.warmup_jobs;
        run.rejected_jobs as f64 / (all as f64).max(1.0)
    };
    let columns = || 0..seen.columns.len();
    let most = |scheduler: usize| columns().map(|column| share(column, scheduler)).fold(0.0, f64::max);
    let percent = |share: f64| number::percent((share * 1000.0).round() / 1000.0);
    let refuses = |scheduler: &usize| columns().any(|column| !seen.ran_all(column, *scheduler));
    let all: Vec<usize> = (0..seen.labels.len()).filter(refuses).collect();
    match &*all {
        [] => {
            let shares = (0..seen.labels.len()).map(most);
            let most = shares.fold(0.0, f64::max);
            (most > 0.0).then(|| format!("every scheduler refuses {} of the jobs", percent(most)))
        }
        [one] => {
            Some(format!("{} refuses {} of the jobs and cannot be compared", seen.label(*one), percent(most(*one))))
        }
        several => {
            let named = several.iter().map(|at| format!("{} ({})", seen.label(*at), percent(most(*at))));
            Some(format!("{} refuse jobs and cannot be compared", listed(&named.collect::<Vec<_>>())))
        }
    }
}

/// True if the queue of every scheduler grows in every column.
fn is_overloaded(seen: &Seen) -> bool {
    seen.columns.iter().all(|(_, runs)| runs.iter().all(|run| run.unstable))
}

/// Nothing but unstable runs.
fn overload(seen: &Seen) -> Option<String> {
    let work = || {
        let loads = offered_loads(seen.scenario).unwrap_or_else(|| measured_loads(seen));
        let but = if loads[1] < 1.0 { ", although" } else { ":" };
        if loads[0] > 0.0 { format!("{but} {}", work_of(loads)) } else { String::new() }
    };
    is_overloaded(seen).then(|| match &*seen.labels {
        [only] => format!("{} queue grows for ever{}", possessive(only), work()),
        _ => format!("every queue grows for ever{}", work()),
    })
}

/// More work than the nodes can do, and runs that are too short for their queues to tell.
fn short_run(seen: &Seen) -> Option<String> {
    let is_stable = seen.columns.iter().all(|(_, runs)| runs.iter().all(|run| !run.unstable));
    // The load of a scenario takes a while to compute, so the measured one is asked first.
    let is_high = is_stable && measured_loads(seen)[1] > 0.8;
    let most = is_high.then(|| offered_loads(seen.scenario)).flatten().map(|own| own[1])?;
    (most > 1.0).then(|| format!("{}, which so short a run does not show", work_of([most; 2])))
}

/// Smallest and largest load that the runs have measured.
fn measured_loads(seen: &Seen) -> [f64; 2] {
    let loads = seen.columns.iter().flat_map(|(_, runs)| runs).map(|run| run.offered_load);
    loads.fold([f64::INFINITY, 0.0], |[least, most], load| [load.min(least), load.max(most)])
}

/// "the jobs bring 90 to 150 % of the work that all nodes can do", for the smallest and largest load.
fn work_of(loads: [f64; 2]) -> String {
    let [least, most] = loads.map(|load| number::percent((load * 100.0).round() / 100.0));
    let least = if least == most { String::new() } else { format!("{} to ", least.trim_end_matches('%').trim_end()) };
    format!("the jobs bring {least}{most} of the work that all nodes can do")
}

/// Every scheduler has the same run in all columns.
fn flat(seen: &Seen) -> Option<String> {
    let (_, first) = seen.columns.first()?;
    let same = |(_, runs): &(f64, Vec<_>)| {
        runs.iter().zip(first).all(|(a, b): (&&crate::experiment::RunResult, _)| a.digest == b.digest)
    };
    let differs = seen.columns.len() > 1 && !seen.name.is_empty();
    (differs && seen.columns.iter().all(same)).then(|| format!("{} changes nothing here", seen.name))
}

/// The only leader of a column, if there are others that could lead.
fn led_by(seen: &Seen, column: usize) -> Option<usize> {
    match &*seen.leaders[column] {
        [only] if seen.contenders.len() > 1 => Some(*only),
        _ => None,
    }
}

/// The schedulers that are the only leader of a column, in the order in which they lead.
fn winners(seen: &Seen) -> Vec<usize> {
    let mut all = Vec::new();
    for winner in (0..seen.columns.len()).filter_map(|column| led_by(seen, column)) {
        if !all.contains(&winner) {
            all.push(winner);
        }
    }
    all
}

/// "at every BSBW", "up to 200 Mbps", for the columns that a scheduler leads.
fn led(seen: &Seen, winner: usize) -> String {
    seen.range(|column| led_by(seen, column) == Some(winner)).unwrap_or_default()
}

/// One scheduler leads, wherever one does.
fn leader(seen: &Seen) -> Option<String> {
    let [winner] = winners(seen)[..] else { return None };
    Some(ahead(seen, winner) + certainty(seen))
}

/// "B3 has the lowest mean turnaround at every BSBW"
fn ahead(seen: &Seen, winner: usize) -> String {
    let text = format!("{} has the {} {} {}", seen.label(winner), seen.extreme(), seen.measured(), led(seen, winner));
    text.trim_end().to_owned()
}

/// Suffix of a finding that has no interval.
fn certainty(seen: &Seen) -> &'static str {
    if seen.lacks_intervals() { " (one run each, no interval)" } else { "" }
}

/// Several schedulers lead, each in columns of its own.
fn crossing(seen: &Seen) -> Option<String> {
    let winners = winners(seen);
    let (first, others) = winners.split_first().filter(|(_, others)| !others.is_empty())?;
    let each = |own: &usize| format!("{} {}", seen.label(*own), led(seen, *own));
    let others: Vec<String> = match others {
        [between @ .., last] if between.len() > 1 => {
            vec![format!("{} others elsewhere", between.len()), each(last)]
        }
        few => few.iter().map(each).collect(),
    };
    Some(format!("{}, {}{}", ahead(seen, *first), others.join(", "), certainty(seen)))
}

/// Nobody leads anywhere.
fn tie(seen: &Seen) -> Option<String> {
    let ranked: Vec<&Vec<usize>> = seen.leaders.iter().filter(|own| own.len() > 1).collect();
    let first = ranked.first().filter(|_| winners(seen).is_empty())?;
    let mut names = (*first).clone();
    names.sort_unstable();
    let same = ranked.iter().all(|own| own.len() == names.len() && names.iter().all(|at| own.contains(at)));
    if !same || names.len() > 3 {
        return Some(format!("no scheduler is shown to have the {} {}", seen.extreme(), seen.measured()));
    }
    let labels: Vec<String> = names.iter().map(|at| seen.label(*at).to_owned()).collect();
    let mut columns = (0..seen.columns.len()).filter(|column| seen.leaders[*column].len() > 1);
    Some(match columns.all(|column| names.windows(2).all(|pair| seen.equal(column, pair[0], pair[1]))) {
        true => format!("{} have the same {}", listed(&labels), seen.measured()),
        false => format!("no difference of the {} between {} is shown", seen.measured(), listed(&labels)),
    })
}

/// Queues that grow without bound, for each set of columns.
fn instability(seen: &Seen) -> Option<String> {
    let grows = |scheduler: usize| move |column: usize| seen.run(column, scheduler).unstable;
    let mut found: Vec<(String, Vec<usize>)> = Vec::new();
    for scheduler in (0..seen.labels.len()).filter(|_| !is_overloaded(seen)) {
        if let Some(place) = seen.range(grows(scheduler)) {
            match found.iter_mut().find(|own| own.0 == place) {
                Some((_, all)) => all.push(scheduler),
                None => found.push((place, vec![scheduler])),
            }
        }
    }
    let clause = |(place, all): &(String, Vec<usize>)| {
        let names: Vec<String> = all.iter().map(|at| possessive(seen.label(*at))).collect();
        let verb = if all.len() == 1 { "queue grows" } else { "queues grow" };
        format!("{place} {} {verb} for ever", listed(&names)).trim_start().to_owned()
    };
    match found.len() {
        0 => None,
        1 | 2 => Some(found.iter().map(clause).collect::<Vec<_>>().join(", ")),
        _ => {
            let count: usize = found.iter().map(|own| own.1.len()).sum();
            Some(format!("the queues of {count} of {} schedulers grow for ever somewhere", seen.labels.len()))
        }
    }
}

/// The distance of the leader with most columns (of equals the last) to the best other scheduler that has results there.
fn margin(seen: &Seen) -> Option<String> {
    let columns = |own: usize| (0..seen.columns.len()).filter(move |column| led_by(seen, *column) == Some(own));
    let winner = winners(seen).into_iter().max_by_key(|own| columns(*own).count())?;
    let counts = |rival: &&usize| **rival != winner && columns(winner).all(|column| seen.counts(column, **rival));
    let apart = |rival: usize| columns(winner).map(move |column| seen.against(column, winner, rival).difference.mean);
    let worst = |rival: &&usize| apart(**rival).map(f64::abs).sum::<f64>();
    let rival = *seen.contenders.iter().filter(counts).min_by(|a, b| worst(a).total_cmp(&worst(b)))?;
    if !columns(winner).all(|column| seen.differ(column, winner, rival)) {
        return None;
    }
    let low = apart(rival).map(f64::abs).fold(f64::INFINITY, f64::min);
    let high = apart(rival).map(f64::abs).fold(0.0, f64::max);
    let [low, high] = [low, high].map(|own| seen.value(own));
    let unit = format!(" {}", seen.measure.unit);
    let (verb, by) = match low == high {
        true => ("is", high),
        false => ("stays", format!("{} to {high}", low.strip_suffix(&unit).unwrap_or(&low))),
    };
    let side = if apart(rival).all(|own| own < 0.0) { "below" } else { "above" };
    let how = if seen.lacks_intervals() { "" } else { " (paired)" };
    Some(format!("{} {verb} {by} {side} {}{how}", seen.label(winner), seen.label(rival)))
}

/// The only scheduler with results, along the sweep.
fn alone(seen: &Seen) -> Option<usize> {
    let counts = |at: &usize| (0..seen.columns.len()).any(|column| seen.counts(column, *at));
    let all: Vec<usize> = (0..seen.labels.len()).filter(counts).collect();
    match &*all {
        [only] if seen.contenders.len() == 1 => Some(*only),
        _ => None,
    }
}

/// Sentence about the change of a single scheduler's value along the sweep.
fn trend(seen: &Seen) -> Option<String> {
    let own = alone(seen)?;
    let stable: Vec<usize> = (0..seen.columns.len()).filter(|column| seen.counts(*column, own)).collect();
    let (&first, &last) = (stable.first()?, stable.last().filter(|last| stable.first() != Some(last))?);
    let [begin, end] = [first, last].map(|column| seen.measure.value(seen.run(column, own)));
    let half = |column: usize| seen.measure.ci95(seen.run(column, own)).unwrap_or(f64::NAN);
    let verb = match (end - begin).abs() > half(first) + half(last) {
        true if end > begin => "rises",
        true => "falls",
        // Neither shown, nor without an interval.
        false => {
            return (begin != end).then(|| {
                format!("no change of {} {} with {} is shown", possessive(seen.label(own)), seen.measured(), seen.name)
            });
        }
    };
    let [x0, x1] = [first, last].map(|column| seen.place(column));
    let [begin, end] = [begin, end].map(|value| seen.value(value));
    let whose = possessive(seen.label(own));
    Some(format!("{whose} {} {verb} from {begin} at {x0} to {end} at {x1}", seen.measured()))
}

/// The value of a scheduler alone where nothing is swept.
fn single(seen: &Seen) -> Option<String> {
    let own = alone(seen).filter(|_| seen.columns.len() == 1)?;
    let run = seen.run(0, own);
    let half = seen.measure.ci95(run).unwrap_or(f64::NAN);
    let value = number::with_interval(seen.measure.value(run), half, seen.measure.unit, seen.measure.style);
    Some(format!("{} {} is {value}", possessive(seen.label(own)), seen.measured()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_loads_has_both_ends() {
        let words = [[0.15, 2.89], [0.9, 0.9]].map(work_of);
        assert_eq!(words[0], "the jobs bring 15 to 289 % of the work that all nodes can do");
        assert_eq!(words[1], "the jobs bring 90 % of the work that all nodes can do");
    }
}
