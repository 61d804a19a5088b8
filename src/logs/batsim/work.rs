//! The work of profiles: what a job with a profile computes and sends.
//!
//! Names of types are those of Batsim 2 to 4 and of Batsim 5.

use super::json::{Profile, Value};
use super::{FLOPS, SHOWN};
use crate::base::problem::Problem;
use crate::logs::swf::LARGEST_TIME_S;
use crate::parameter::json::shortened;
use std::collections::BTreeMap;

/// The work of a profile, for any number of nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Work {
    /// Waits for a time \[s\].
    Delay(f64),
    /// Computes and sends.
    Task(Task),
}

/// A parallel task that is the same on all nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Task {
    /// Operations, and bytes between each pair of nodes in each direction.
    cpu: f64,
    com: f64,
    amounts: Amounts,
    /// K: our own field.
    pub compute_fraction: f64,
    /// Number of nodes, if the profile fixes it.
    pub nodes: Option<u32>,
}

/// Meaning of the amounts of a task on n nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Amounts {
    /// Of each node and pair.
    Each,
    /// Divided by n: `parallel_homogeneous_total`.
    Shared,
    /// The operations divided by n, the bytes by n (n − 1), the number of pairs: `DefinedAmountsSpreadUniformly`.
    Spread,
}

impl Task {
    /// Run time at [`FLOPS`] \[s\], and bytes from each node to each other node, on this many nodes.
    pub fn on(self, nodes: u32) -> (f64, f64) {
        let n = f64::from(nodes);
        let (cpu, com) = match self.amounts {
            Amounts::Each => (self.cpu, self.com),
            Amounts::Shared => (self.cpu / n, self.com / n),
            Amounts::Spread if nodes == 1 => (self.cpu, 0.0),
            Amounts::Spread => (self.cpu / n, self.com / (n * (n - 1.0))),
        };
        (cpu / FLOPS, com)
    }
}

/// Profiles by name, or the reason why a profile is not supported.
pub(super) type Works = BTreeMap<String, Result<Work, Problem>>;

/// Supported types, for messages.
const TYPES: &str = "delay (DelayProfile), parallel (ParallelTaskProfile) with equal entries, parallel_homogeneous \
                     (ParallelTaskHomogeneousProfile), parallel_homogeneous_total, composed (SequentialCompositionProfile)";

/// Largest depth of sequences of sequences.
const DEEPEST: usize = 32;

/// The work of each profile.
pub(super) fn works(profiles: BTreeMap<String, Profile>) -> Works {
    let mut works = Works::new();
    let mut sequences = BTreeMap::new();
    for (name, profile) in profiles {
        match profile.kind.as_str() {
            "composed" | "sequential_composition" | "SequentialCompositionProfile" => {
                sequences.insert(name, profile);
            }
            _ => {
                let work = work(&name, profile);
                works.insert(name, work);
            }
        }
    }
    // In each round, the sequences whose parts are all known become known.
    for _ in 0..DEEPEST {
        let found = sequences.iter();
        let found = found.filter_map(|(name, own)| Some((name.clone(), sequence(name, own, &works, &sequences)?)));
        let found: Works = found.collect();
        sequences.retain(|name, _| !found.contains_key(name));
        works.extend(found);
    }
    works.extend(sequences.into_keys().map(|name| {
        let wrong = format!("contains itself, or is a sequence of more than {DEEPEST} levels");
        let problem = Problem::new(place(&name), wrong, "a sequence of other profiles", "");
        (name, Err(problem))
    }));
    works
}

fn place(name: &str) -> String {
    format!("profile \"{}\"", shortened(name, SHOWN))
}

fn number(place: &str, field: &str, given: Option<&Value>, least: f64, most: f64) -> Result<f64, Problem> {
    let value = match given {
        Some(Value::Number(number)) if (least..=most).contains(number) => return Ok(*number),
        Some(Value::Number(number)) => format!("is {number}"),
        Some(_) => "is no number".to_owned(),
        None => "is missing".to_owned(),
    };
    let least = if least == 0.0 { "a number from 0" } else { "a number above 0" };
    Err(Problem::new(format!("{place}: {field}"), value, format!("{least}, at most {most:e}"), ""))
}

/// The work of a profile that is no sequence, or the reason why it is not supported.
fn work(name: &str, profile: Profile) -> Result<Work, Problem> {
    let place = place(name);
    let most = LARGEST_TIME_S * FLOPS;
    let none = Some(Value::Number(0.0));
    let fraction = profile.compute_fraction.or(none.clone());
    let (cpu, com, amounts, nodes) = match profile.kind.as_str() {
        "delay" | "DelayProfile" => {
            let delay = profile.delay.as_ref();
            return Ok(Work::Delay(number(&place, "delay", delay, f64::MIN_POSITIVE, LARGEST_TIME_S)?));
        }
        "parallel_homogeneous" | "ptask_homogeneous" | "ParallelTaskHomogeneousProfile" | "msg_par_hg" => {
            (profile.cpu, profile.com, amounts(&place, profile.generation_strategy)?, None)
        }
        "parallel_homogeneous_total" | "msg_par_hg_tot" => (profile.cpu, profile.com, Amounts::Shared, None),
        "parallel" | "ptask" | "ParallelTaskProfile" | "msg_par" => {
            let (cpu, com, nodes) = equal_entries(&place, profile.cpu, profile.com)?;
            (Some(Value::Number(cpu)), Some(Value::Number(com)), Amounts::Each, Some(nodes))
        }
        other => {
            let wrong = format!("is of the type \"{}\"", shortened(other, SHOWN));
            return Err(Problem::new(place, wrong, TYPES, LEAVE_OUT));
        }
    };
    let cpu = number(&place, "cpu", cpu.as_ref(), f64::MIN_POSITIVE, most)?;
    let com = number(&place, "com", com.or(none).as_ref(), 0.0, most)?;
    let compute_fraction = number(&place, "compute_fraction", fraction.as_ref(), 0.0, 1.0)?;
    Ok(Work::Task(Task { cpu, com, amounts, compute_fraction, nodes }))
}

const LEAVE_OUT: &str = "Leave out its jobs (workload.unsupported=left-out), or give them another profile";

fn amounts(place: &str, strategy: Option<Value>) -> Result<Amounts, Problem> {
    let name = match strategy {
        None => return Ok(Amounts::Each),
        Some(Value::Text(name)) => name,
        Some(_) => "no text".to_owned(),
    };
    match name.as_str() {
        "DefinedAmountsUsedForEachValue" | "defined_amount_used_for_each_value" => Ok(Amounts::Each),
        "DefinedAmountsSpreadUniformly" | "defined_amount_spread_uniformly" => Ok(Amounts::Spread),
        other => {
            let wrong = format!("has the generation_strategy \"{}\"", shortened(other, SHOWN));
            let allowed = "DefinedAmountsUsedForEachValue, DefinedAmountsSpreadUniformly";
            Err(Problem::new(place, wrong, allowed, LEAVE_OUT))
        }
    }
}

/// The entries of a parallel task and its number of nodes, if it computes the same on all nodes and sends the same
/// between all pairs of different nodes. A node sends nothing to itself here.
fn equal_entries(place: &str, cpu: Option<Value>, com: Option<Value>) -> Result<(f64, f64, u32), Problem> {
    let refused = |field: &str, wrong: &str, allowed: &str| {
        Err(Problem::new(format!("{place}: {field}"), wrong, allowed, LEAVE_OUT))
    };
    let Some(Value::Numbers(cpu)) = cpu.filter(|cpu| *cpu != Value::Numbers(Vec::new())) else {
        return refused("cpu", "is no list of numbers", "operations of each node, all equal");
    };
    let nodes = cpu.len();
    let Some(operations) = equal(cpu.into_iter()) else {
        return refused("cpu", "has different entries", "operations of each node, all equal");
    };
    let com = match com {
        None => Vec::new(),
        Some(Value::Numbers(com)) if com.is_empty() || com.len() == nodes * nodes => com,
        Some(_) => {
            let allowed = format!("{} numbers, bytes from each node to each node", nodes * nodes);
            return refused("com", "has another form", &allowed);
        }
    };
    let pairs = com.into_iter().enumerate().filter(|(i, _)| i % (nodes + 1) != 0);
    match equal(pairs.map(|(_, bytes)| bytes)) {
        Some(bytes) => Ok((operations, bytes, u32::try_from(nodes).unwrap_or(u32::MAX))),
        None => refused("com", "has different entries", "bytes between nodes, equal for all pairs"),
    }
}

/// The only value of all entries, 0 without entries; `None` if they differ.
fn equal(mut entries: impl Iterator<Item = f64>) -> Option<f64> {
    let first = entries.next();
    entries.all(|entry| Some(entry) == first).then_some(first.unwrap_or(0.0))
}

/// The work of a sequence, or the reason why it is not supported; `None` if a part is not known yet.
fn sequence(
    name: &str,
    profile: &Profile,
    works: &Works,
    sequences: &BTreeMap<String, Profile>,
) -> Option<Result<Work, Problem>> {
    let place = place(name);
    let parts = match &profile.seq {
        Some(Value::Texts(parts)) => parts,
        _ => {
            let problem = Problem::new(format!("{place}: seq"), "is no list of names", "names of profiles", "");
            return Some(Err(problem));
        }
    };
    let repeat = match &profile.repeat {
        None => 1.0,
        Some(Value::Number(times)) if *times >= 1.0 && times.fract() == 0.0 => *times,
        Some(_) => {
            let problem = Problem::new(format!("{place}: repeat"), "is wrong", "a whole number, 1 or more", "");
            return Some(Err(problem));
        }
    };
    let mut all: Option<Work> = None;
    for part in parts {
        let next = match works.get(part) {
            None if sequences.contains_key(part) => return None,
            None => {
                let wrong = format!("has the part \"{}\"", shortened(part, SHOWN));
                return Some(Err(Problem::new(place, wrong, "names of the file's profiles", "")));
            }
            Some(Err(wrong)) => {
                let within = format!("{place}: {}", wrong.place);
                return Some(Err(Problem { place: within, ..wrong.clone() }));
            }
            Some(Ok(work)) => *work,
        };
        all = match all.map_or(Some(next), |all| all.and(next)) {
            Some(both) => Some(both),
            None => {
                let wrong = "is a sequence of parts that differ in the share of communication";
                let allowed = "delays, or parallel tasks with the same share of communication";
                return Some(Err(Problem::new(place, wrong, allowed, LEAVE_OUT)));
            }
        };
    }
    let whole = all.and_then(|work| work.times(repeat));
    Some(
        whole.ok_or_else(|| {
            Problem::new(place, "is a sequence of more than 1e12 s", "a sequence of 1e12 s at most", "")
        }),
    )
}

impl Work {
    /// Both works one after the other, if that is again one work.
    fn and(self, next: Work) -> Option<Work> {
        match (self, next) {
            (Work::Delay(a), Work::Delay(b)) => Some(Work::Delay(a + b)),
            (Work::Task(a), Work::Task(b)) => {
                let (cpu, com) = (a.cpu + b.cpu, a.com + b.com);
                let alike = Task { cpu: b.cpu, com: b.com, ..a } == b && a.cpu * b.com == b.cpu * a.com;
                alike.then_some(Work::Task(Task { cpu, com, ..a }))
            }
            _ => None,
        }
    }

    /// The work repeated; `None` if it is too long.
    fn times(self, repeat: f64) -> Option<Work> {
        match self {
            Work::Delay(delay_s) => Some(delay_s * repeat).filter(|&all_s| all_s <= LARGEST_TIME_S).map(Work::Delay),
            Work::Task(task) => {
                let (cpu, com) = (task.cpu * repeat, task.com * repeat);
                let most = LARGEST_TIME_S * FLOPS;
                (cpu <= most && com <= most).then_some(Work::Task(Task { cpu, com, ..task }))
            }
        }
    }
}
