//! The second implementation of placement by a score. It computes all places and sorts them by their score.

use crate::messages;
use crate::twin::Twin;
use metasched::workload::Job;

/// Largest number of clusters that a job may run on.
pub const MOST_PIECES: usize = 3;

/// The formula of the score that [`place`] computes, with or without the threshold `a` on links.
pub fn text(lslt: Option<f64>) -> &'static str {
    match lslt {
        Some(_) => "if(load + demand <= a * capacity, 2 * home - 4 * pieces - free / total, -inf)",
        None => "2 * home - 4 * pieces - free / total",
    }
}

/// The place with the largest score. On an idle platform any place is accepted, otherwise none with a score of −∞.
pub fn place(twin: &Twin<'_>, free: &[u32], loads: &[u64], job: &Job, lslt: Option<f64>) -> Option<Vec<(usize, u32)>> {
    let idle = free.iter().zip(&twin.platform.clusters);
    let idle = idle.into_iter().all(|(free, own)| *free == own.nodes);
    let mut all: Vec<_> = places(twin, free, loads, job)
        .into_iter()
        .map(|place| (score(twin, free, loads, job, lslt, &place), place))
        .filter(|(score, _)| idle || *score > f64::NEG_INFINITY)
        .collect();
    // The sort is stable, so places with equal scores and equal order stay in the order of the list.
    all.sort_by(|(a, first), (b, second)| {
        let order = |place: &[(usize, u32)]| (place.len(), place[0].0);
        b.total_cmp(a).then(order(first).cmp(&order(second)))
    });
    all.into_iter().next().map(|(_, place)| place)
}

/// First the places on a single cluster that can hold the job. Then three spreads over several clusters: most free
/// nodes first; home first, then most free nodes; and least loaded links first.
fn places(twin: &Twin<'_>, free: &[u32], loads: &[u64], job: &Job) -> Vec<Vec<(usize, u32)>> {
    let fitting = (0..free.len()).filter(|&cluster| free[cluster] >= job.nodes);
    let mut all: Vec<Vec<(usize, u32)>> = fitting.map(|own| vec![(own, job.nodes)]).collect();
    for way in 0..3 {
        let mut order: Vec<usize> = (0..free.len()).collect();
        order.sort_by_key(|&own| (std::cmp::Reverse(free[own]), own));
        match way {
            1 => order.sort_by_key(|&own| own != job.home as usize),
            2 => order.sort_by(|&a, &b| twin.saturation(loads, a).total_cmp(&twin.saturation(loads, b))),
            _ => {}
        }
        let mut missing = job.nodes;
        let mut place = Vec::new();
        for cluster in order {
            let nodes = free[cluster].min(missing);
            missing -= nodes;
            place.extend((nodes > 0).then_some((cluster, nodes)));
        }
        place.sort_unstable();
        if missing == 0 && (2..=MOST_PIECES).contains(&place.len()) {
            all.push(place);
        }
    }
    all
}

fn score(twin: &Twin<'_>, free: &[u32], loads: &[u64], job: &Job, lslt: Option<f64>, place: &[(usize, u32)]) -> f64 {
    let here = |of: &dyn Fn(usize) -> u32| place.iter().map(|own| f64::from(of(own.0))).sum::<f64>();
    let free = here(&|own| free[own]);
    let total = here(&|own| twin.platform.clusters[own].nodes);
    let home = f64::from(u8::from(place.iter().any(|own| own.0 == job.home as usize)));
    let value = 2.0 * home - 4.0 * place.len() as f64 - free / total;
    let Some(lslt) = lslt else {
        return value;
    };
    let capacities = twin.platform.link_capacities_bps();
    // The demand of the job on each link that matters for this place.
    let asked: Vec<(usize, u64)> = match place {
        [(cluster, _)] => {
            let links = messages::links_of(twin.platform, *cluster).into_iter();
            links.map(|link| (link, 0)).collect()
        }
        _ => {
            let all = messages::demands(twin.platform, job, place).into_iter().enumerate();
            all.filter(|(_, bps)| *bps > 0).collect()
        }
    };
    let mbps = |bps: u64| bps as f64 / 1e6;
    let mut fullest = (f64::NEG_INFINITY, 0.0, f64::INFINITY);
    for (link, bps) in asked {
        let (now, most) = (mbps(loads[link]), mbps(capacities[link]));
        let saturation = (now + mbps(bps)) / most;
        if saturation > fullest.0 {
            fullest = (saturation, now + mbps(bps), most);
        }
    }
    match fullest.1 <= lslt * fullest.2 {
        true => value,
        false => f64::NEG_INFINITY,
    }
}
