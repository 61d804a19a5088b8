//! Refusals in words.

use super::refusal::*;

fn left_out(cluster: u32, free: u32, saturation: f64) -> HeldBack {
    HeldBack { cluster, free, usable: 0, usable_from: None, saturation, link: None, would_reach: None }
}

#[test]
fn in_words() {
    let turn = Refusal::Turn { behind: 17, nodes: 80 };
    assert_eq!(sentence(60, &[turn]), "needs 60 nodes: it is behind job 17, which needs 80 nodes");
    let steps = [
        Refusal::Local { home: 0, free: 41 },
        Refusal::Migrate { cluster: 2, free: 55 },
        Refusal::CoAllocate { usable: 58, links: Links::default() },
    ];
    assert_eq!(
        sentence(60, &steps),
        "needs 60 nodes: home (cluster 1) has 41 free; the most on one is 55 (cluster 3); all together have 58"
    );
}

#[test]
fn no_way_in_words() {
    let none = Refusal::Satisfy { lslt: 0.8, steps: None };
    assert_eq!(none.to_string(), "no way to spread it keeps all links within 80 %");
    let gave_up = Refusal::Satisfy { lslt: 0.8, steps: Some(10_000) };
    assert_eq!(gave_up.to_string(), "no way to spread it with all links within 80 % was found in 10000 steps");
}

#[test]
fn links_in_words() {
    let links = Links {
        lslt: Some(1.0),
        held_back: vec![
            HeldBack { usable: 12, usable_from: Some(38), would_reach: Some(1.0004), ..left_out(1, 41, 0.5) },
            left_out(3, 9, 1.31),
        ],
    };
    let spread = Refusal::CoAllocate { usable: 47, links: links.clone() };
    assert_eq!(
        spread.to_string(),
        "all together give 47 within the threshold of 100 %: cluster 2 gives 12 of 41 (with 13 its link \
         would reach 100.04 %, 38 or more are fine), cluster 4 gives 0 of 9 (its link is at 131 %)"
    );
    let chunk = Refusal::BigChunk { least: 51, largest: 40, links: Links::default() };
    assert_eq!(chunk.to_string(), "one cluster must hold 51, the most that one gives is 40");
}

#[test]
fn of_many_clusters_those_that_hold_back_most_are_named() {
    let links = Links {
        lslt: Some(0.8),
        held_back: [5, 1, 7, 2, 9]
            .into_iter()
            .enumerate()
            .map(|(cluster, free)| left_out(cluster as u32, free, 0.8))
            .collect(),
    };
    assert_eq!(
        links.to_string(),
        " within the threshold of 80 %: cluster 1 gives 0 of 5 (its link is at 80 %), cluster 3 gives 0 of 7 (its \
         link is at 80 %), cluster 5 gives 0 of 9 (its link is at 80 %), and 2 others give less than they have free"
    );
}
