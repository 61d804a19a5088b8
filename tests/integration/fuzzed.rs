//! Repeats the seeds of fuzzing and the inputs that it found. cargo-fuzz searches for more (fuzz/README.md).

use crate::fuzz;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A fuzz target: its name in cargo-fuzz, and its function.
type Target = (&'static str, fn(&[u8]));

/// The targets of these modules.
macro_rules! targets {
    ($($name:ident)*) => { &[$((stringify!($name), fuzz::$name::fuzz)),*] };
}

const TARGETS: &[Target] = targets!(
    scenario link set log compressed formula engine archive outages results sacct talk timeline
);

/// The function of a target.
fn function(target: &str) -> Option<fn(&[u8])> {
    TARGETS.iter().find(|(name, _)| *name == target).map(|(_, function)| *function)
}

/// Random numbers below a limit, by xorshift.
fn random(mut state: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as usize % below.max(1)
    }
}

/// The files of fuzz/seeds by target and name.
fn seeds() -> BTreeMap<(String, String), Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    let mut seeds = BTreeMap::new();
    for target in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        for file in fs::read_dir(target.path()).unwrap().map(Result::unwrap) {
            let name = |entry: &fs::DirEntry| entry.file_name().into_string().unwrap();
            let bytes = fs::read(file.path()).unwrap();
            seeds.insert((name(&target), name(&file)), bytes);
        }
    }
    seeds
}

#[test]
fn seeds_and_finds_hold_what_is_promised() {
    let mut replayed = BTreeSet::new();
    for ((target, name), bytes) in seeds() {
        let run = function(&target).unwrap_or_else(|| panic!("fuzz/seeds/{target} is no target"));
        eprintln!("{target}/{name}");
        run(&bytes);
        replayed.insert(target);
    }
    assert_eq!(replayed.len(), TARGETS.len(), "a target has no seeds");
}

/// Every target exists in cargo-fuzz, and a test of this file repeats its inputs.
#[test]
fn every_target_is_replayed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/fuzz_targets");
    let mut files: Vec<String> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    let mut names: Vec<String> = TARGETS.iter().map(|(name, _)| format!("{name}.rs")).collect();
    names.sort();
    assert_eq!(files, names);
}

/// Seeds with a few changed bytes: a short search on stable Rust. `METASCHED_FUZZ` is the number of changes of each
/// seed.
#[test]
fn changed_seeds_hold_what_is_promised() {
    let mut random = random(0x9E37_79B9_7F4A_7C15);
    let each: usize = std::env::var("METASCHED_FUZZ").ok().and_then(|own| own.parse().ok()).unwrap_or(20);
    for ((target, name), bytes) in seeds() {
        let Some(run) = function(&target) else {
            continue;
        };
        let all = if bytes.len() > 5000 { 0 } else { each };
        for _ in 0..all {
            let mut changed = bytes.clone();
            for _ in 0..=random(4) {
                let (at, end) = (random(changed.len()), random(changed.len()));
                match random(4) {
                    _ if changed.is_empty() => changed.push(random(256) as u8),
                    0 => changed[at] ^= 1 << random(8),
                    1 => changed[at] = random(256) as u8,
                    2 => drop(changed.drain(at.min(end)..at.max(end))),
                    _ => {
                        let part = changed[at.min(end)..at.max(end)].to_vec();
                        changed.splice(at..at, part);
                    }
                }
            }
            let held = std::panic::catch_unwind(|| run(&changed));
            assert!(held.is_ok(), "{target}, from {name}: {changed:?}");
        }
    }
}

/// Most random bytes must give a valid scenario; otherwise fuzzing would hardly reach the engine.
#[test]
fn bytes_draw_scenarios_of_many_kinds() {
    let (mut drawn, mut policies, mut workloads) = (0, BTreeMap::new(), BTreeMap::new());
    for number in 0..400u64 {
        let mut random = random(number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let bytes: Vec<u8> = (0..100).map(|_| random(256) as u8).collect();
        if let Some(scenario) = fuzz::engine::drawn(&bytes) {
            drawn += 1;
            for scheduler in scenario.schedulers.iter() {
                *policies.entry(scheduler.policy.name()).or_insert(0) += 1;
            }
            *workloads.entry(scenario.workload.info().name).or_insert(0) += 1;
        }
    }
    eprintln!("{drawn} {policies:?} {workloads:?}");
    assert!(drawn > 200, "{drawn}");
    assert!(policies.len() > 10, "{policies:?}");
    assert!(workloads.len() > 4, "{workloads:?}");
}
