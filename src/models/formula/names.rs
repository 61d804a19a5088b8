//! The names that formulas may read: properties of a waiting job, and properties of a place where it could run.

use super::language::{Formula, Mistake};
use crate::base::problem::Problem;
use crate::parameter::{Constants, Name};
use crate::workload::Job;

const fn name(name: &'static str, meaning: &'static str, unit: &'static str, also: &'static [&'static str]) -> Name {
    Name { name, meaning, unit, also }
}

const R: Name = name("r", "estimate of the run time", "s", &["runtime", "estimate", "time", "p"]);
const N: Name = name("n", "nodes that the job needs", "nodes", &["nodes", "size", "procs", "q"]);
const S: Name = name("s", "time of its submission", "s", &["submission", "submitted", "arrival"]);
const W: Name = name("w", "its wait so far", "s", &["wait", "waiting", "waited"]);
const AREA: Name = name("area", "r × n", "node s", &["work", "surface"]);
const T: Name = name("t", "the time now", "s", &["now", "clock"]);

/// The names for the order of a queue.
pub const ORDER: &[Name] = &[R, N, S, W, AREA, name("home", "its home cluster, counted from 1", "", &["cluster"]), T];

/// The names for the score of a place.
pub const PLACE: &[Name] = &[
    name("free", "free nodes of the place's clusters", "nodes", &["idle", "available"]),
    name("total", "all nodes of its clusters", "nodes", &["capacity_nodes", "all"]),
    name("speed", "speed of its slowest cluster", "", &["fast"]),
    name("load", "what is asked of its fullest link now", "Mbps", &["traffic", "used"]),
    name("capacity", "what that link carries", "Mbps", &["bandwidth", "link_mbps"]),
    name("demand", "what the job would add to that link", "Mbps", &["bsbw", "asks"]),
    name("home", "1 if the job's home is among its clusters, else 0", "", &["local", "cluster"]),
    name("pieces", "how many clusters it has", "clusters", &["clusters", "parts"]),
    name("queue", "jobs that wait, with this one", "jobs", &["length", "jobs"]),
    R,
    N,
    S,
    W,
    AREA,
    T,
    name(
        "start",
        "when the job could start there; with it, clusters count that are not free yet",
        "s",
        &["begin", "starts", "estimated_start", "eta"],
    ),
];

/// Reads a formula for the order of a queue, in which the job with the smallest value goes first.
///
/// # Errors
///
/// The first mistake in the text.
pub fn priority(text: &str, constants: &Constants) -> Result<Formula, Mistake> {
    let read = Formula::parse(text, ORDER, constants);
    read.map_err(|mistake| {
        let wrong = text.chars().skip(mistake.column - 1);
        let wrong: String = wrong.take(mistake.length).collect();
        let is_in = |names: &[Name]| names.iter().any(|own| own.name == wrong);
        match is_in(PLACE) && !is_in(ORDER) {
            true => Mistake {
                remedy: format!("Only place_score, of the policy formula, reads {wrong}: a priority knows no place"),
                ..mistake
            },
            false => mistake,
        }
    })
}

/// The values at `now_s` \[s\] of the names that an order's formula may read. Times are counted from `first_s`, the
/// first submission of the run.
#[inline]
pub fn of_job(job: &Job, now_s: f64, first_s: f64) -> [f64; ORDER.len()] {
    let (r, n) = (job.estimate_s, f64::from(job.nodes));
    let (s, t) = (job.arrival_s - first_s, now_s - first_s);
    let w = now_s - job.arrival_s;
    [r, n, s, w, r * n, f64::from(job.home) + 1.0, t]
}

/// Reads a formula for the score of places; the job goes to the place with the largest score.
///
/// # Errors
///
/// The first mistake in the text.
pub fn score(text: &str, constants: &Constants) -> Result<Formula, Mistake> {
    Formula::parse(text, PLACE, constants)
}

/// Problems of a formula and its constants, in the settings at `place`.
pub fn problems(
    constants: &Constants,
    names: &[Name],
    read: Result<Formula, Mistake>,
    place: &str,
    setting: &str,
) -> Vec<Problem> {
    let taken = constants.names().filter(|name| is_taken(name, names));
    let mut problems: Vec<Problem> = taken
        .map(|name| {
            Problem::new(
                format!("{place}.constants"),
                format!("declares {name}, which formulas know already"),
                "other names",
                "Give the constant another name",
            )
        })
        .collect();
    if let Err(mistake) = read {
        problems.push(mistake.problem(&format!("{place}.{setting}")));
    }
    problems
}

/// True if a formula could never read a constant with this name, because the name has another meaning.
pub fn is_taken(constant: &str, names: &[Name]) -> bool {
    names.iter().any(|own| own.name == constant) || super::parser::is_function(constant)
}
