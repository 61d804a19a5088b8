//! Explains a decision in words: the compared places and their scores.

use crate::parameter::Name;
use crate::platform::Placement;
use crate::scheduler::choice::{Choice, Row, Table};
use crate::words::listed;
use crate::words::number::{clock, counted, plain};
use crate::workload::Job;
use serde_json::{Map, Value, json};

/// Number of places that a sentence names, and number of places that a table lists.
const NAMED: usize = 3;
const LISTED: usize = 12;

/// A place that was compared.
pub(super) struct Candidate {
    pub score: f64,
    pub taken: bool,
    /// The inputs of the formula for this place.
    pub inputs: Vec<(&'static str, f64)>,
    pub place: Placement,
}

/// The record of a decision at `now_s` \[s\]. The place chosen for `job` is one of the places `all`, which are sorted
/// by score. `read` are the names that the score reads.
pub(super) fn choice(now_s: f64, job: &Job, read: &[&Name], all: Vec<Candidate>) -> Choice {
    let home = job.home;
    let named: Vec<String> =
        all.iter().take(NAMED).map(|own| format!("{} for {}", plain(own.score), words(&own.place, home))).collect();
    let more = match all.len() - named.len() {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    let taken = all.iter().find(|own| own.taken);
    let outcome = taken.map_or("none".to_owned(), |own| words(&own.place, home));
    let row = |own: &Candidate| {
        let mark = if own.taken { ", chosen" } else { "" };
        let mut cells = vec![format!("{}{mark}", words(&own.place, home)), plain(own.score)];
        cells.extend(own.inputs.iter().map(|(_, value)| plain(*value)));
        Row { cells, noted: own.taken, tables: Vec::new() }
    };
    let meanings: Vec<String> = read.iter().map(|name| name.words()).collect();
    let mut heads = vec!["Place".to_owned(), "Score".to_owned()];
    heads.extend(read.iter().map(|name| name.name.to_owned()));
    let of = |taken: bool| all.iter().filter(move |own| own.taken == taken);
    let rows = of(true).chain(of(false));
    Choice {
        time_s: now_s,
        sentence: format!(
            "{} compared by score: {}{more}; it is placed on {outcome}",
            counted(all.len() as u64, "place"),
            named.join(", ")
        ),
        table: Table {
            title: "Choosing a place".to_owned(),
            outcome: format!("at {}: {outcome}", clock(now_s, true)),
            caption: format!(
                "The place with the largest score is taken. The score reads {}.",
                match meanings.is_empty() {
                    true => "nothing of a place".to_owned(),
                    false => meanings.join("; "),
                }
            ),
            heads,
            candidates: rows.take(LISTED).map(row).collect(),
            ranges: None,
        },
        data: json!({
            "time_s": now_s,
            "job": job.id,
            "candidates": all.iter().map(data).collect::<Vec<_>>(),
        }),
    }
}

fn data(own: &Candidate) -> Value {
    let inputs = own.inputs.iter();
    let inputs: Map<String, Value> = inputs.map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
    json!({ "place": own.place.as_slice(), "score": own.score, "chosen": own.taken, "inputs": inputs })
}

/// The place as text: "its home", "cluster 3", "clusters 1 (20) and 4 (12)".
fn words(place: &Placement, home: u32) -> String {
    match place.as_slice() {
        [] => "none".to_owned(),
        [piece] if piece.cluster == home => "its home".to_owned(),
        [piece] => format!("cluster {}", piece.cluster + 1),
        pieces => {
            let piece = |own: &crate::platform::Piece| format!("{} ({})", own.cluster + 1, own.nodes);
            let all: Vec<String> = pieces.iter().map(piece).collect();
            format!("clusters {}", listed(&all))
        }
    }
}
