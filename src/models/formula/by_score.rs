//! Placement by a score: the job goes to the possible place with the largest score.

use super::explained;
use super::language::Formula;
use super::names::PLACE;
use super::places::{each, each_later, most_nodes};
use crate::models::refusals;
use crate::network::demand::demands;
use crate::platform::{BPS_PER_MBPS, Piece, Placement, State};
use crate::scheduler::Policy;
use crate::scheduler::choice::Choice;
use crate::scheduler::outlook::Outlook;
use crate::scheduler::refusal::Refusal;
use crate::words::number::{counted, fixed};
use crate::workload::Job;
use std::collections::BTreeMap;

/// The policy that places a job by a score, which is a formula.
#[derive(Clone, Debug)]
pub struct ByScore {
    score: Formula,
    /// Largest number of clusters that a job may run on.
    most_pieces: usize,
    /// Nodes of the whole platform.
    nodes: u64,
    /// True if the score reads the load of the fullest link that a place uses.
    reads_link: bool,
    /// Time \[s\] and number of waiting jobs at the last decision; kept only if the score reads the time or the queue.
    seen: Seen,
    /// True if the score reads the start time. Then places that become free later are compared too.
    reads_start: bool,
    /// The job examined last: its number, and for each cluster that can hold it later, the expected start \[s\] there.
    later: (u64, Vec<(u32, f64)>),
    /// Jobs that wait for a better place although other places are free: for each, the awaited cluster and the expected
    /// start \[s\].
    awaited: BTreeMap<u64, (u32, f64)>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    now_s: f64,
    waiting: f64,
}

/// The fullest link that a placement would use: its load, its capacity, and the demand that the placement would add.
struct Link {
    load_mbps: f64,
    capacity_mbps: f64,
    demand_mbps: f64,
}

impl ByScore {
    /// Places jobs by `score`, each on at most `most_pieces` clusters, on the platform of `idle`.
    pub fn new(score: Formula, most_pieces: u32, idle: &State) -> ByScore {
        let reads_link = ["load", "capacity", "demand"].iter().any(|name| score.reads(name));
        ByScore {
            reads_start: score.reads("start"),
            score,
            most_pieces: most_pieces as usize,
            nodes: idle.platform().nodes(),
            reads_link,
            seen: Seen::default(),
            later: (0, Vec::new()),
            awaited: BTreeMap::new(),
        }
    }

    /// The inputs of the formula, in the order of [`PLACE`], for a place where the job could start at `start_s`.
    fn inputs(&self, state: &State, job: &Job, place: &Placement, start_s: f64) -> [f64; PLACE.len()] {
        let clusters = &state.platform().clusters;
        let (mut free, mut total, mut speed, mut home) = (0, 0, f64::INFINITY, 0.0);
        for piece in place {
            let cluster = piece.cluster as usize;
            free += u64::from(state.free()[cluster]);
            total += u64::from(clusters[cluster].nodes);
            speed = speed.min(clusters[cluster].speed);
            home = if piece.cluster == job.home { 1.0 } else { home };
        }
        let link = match self.reads_link {
            true => fullest_link(state, job, place),
            false => Link::NONE,
        };
        let (r, n) = (job.estimate_s, f64::from(job.nodes));
        let (s, t) = (job.arrival_s, self.seen.now_s);
        [
            free as f64,
            total as f64,
            speed,
            link.load_mbps,
            link.capacity_mbps,
            link.demand_mbps,
            home,
            place.len() as f64,
            self.seen.waiting,
            r,
            n,
            s,
            t - s,
            r * n,
            t,
            start_s,
        ]
    }

    /// The score of a place. If the formula gives no number (NaN), the score is −∞.
    fn score(&self, state: &State, job: &Job, place: &Placement, start_s: f64) -> f64 {
        let score = self.score.value(&self.inputs(state, job, place, start_s));
        if score.is_nan() { f64::NEG_INFINITY } else { score }
    }

    /// The best place and its score; `None` if no place exists or all scores are −∞.
    fn best(&self, state: &State, job: &Job) -> Option<(f64, Placement)> {
        // On an idle platform no place will become free later, so any place is better than waiting for ever.
        let any = state.total_free() == self.nodes;
        let mut best: Option<(f64, Placement)> = None;
        each(state, job, self.most_pieces, |place| {
            let score = self.score(state, job, place, self.seen.now_s);
            let better = match &best {
                None => any || score > f64::NEG_INFINITY,
                Some((most, other)) if score == *most => order(place) < order(other),
                Some((most, _)) => score > *most,
            };
            if better {
                best = Some((score, place.clone()));
            }
        });
        best
    }

    /// The cluster, and the expected start there \[s\], of the best place that becomes free later; `None` if no later
    /// place has a larger score than `most`.
    fn awaited(&self, state: &State, job: &Job, most: f64) -> Option<(u32, f64)> {
        let (mut awaited, mut most) = (None, most);
        for &(cluster, start_s) in &self.later.1 {
            let score = self.score(state, job, &whole(cluster, job), start_s);
            if score > most {
                (awaited, most) = (Some((cluster, start_s)), score);
            }
        }
        awaited
    }

    /// All compared places, each with its score and the time at which the job could start there \[s\]; the best first.
    fn all(&self, state: &State, job: &Job) -> Vec<(f64, Placement, f64)> {
        let mut all = Vec::new();
        let mut add = |place: &Placement, start_s| {
            let score = self.score(state, job, place, start_s);
            all.push((score, place.clone(), start_s));
        };
        each(state, job, self.most_pieces, |place| {
            add(place, self.seen.now_s);
        });
        let later = self.later.1.iter().filter(|_| self.later.0 == job.id);
        later.for_each(|&(cluster, start_s)| add(&whole(cluster, job), start_s));
        all.sort_by(|a, b| b.0.total_cmp(&a.0).then(order(&a.1).cmp(&order(&b.1))));
        all
    }
}

/// The whole job on one cluster.
fn whole(cluster: u32, job: &Job) -> Placement {
    let nodes = job.nodes;
    smallvec::smallvec![Piece { cluster, nodes }]
}

/// Ranks places with equal scores: fewest pieces first, then the lowest cluster.
fn order(place: &Placement) -> (usize, Option<u32>) {
    (place.len(), place.iter().map(|piece| piece.cluster).min())
}

impl Link {
    const NONE: Link = Link { load_mbps: 0.0, capacity_mbps: f64::INFINITY, demand_mbps: 0.0 };

    fn of(state: &State, link: usize, demand_bps: u64) -> Link {
        Link {
            load_mbps: state.load_bps()[link] as f64 / BPS_PER_MBPS,
            capacity_mbps: state.capacity_bps()[link] as f64 / BPS_PER_MBPS,
            demand_mbps: demand_bps as f64 / BPS_PER_MBPS,
        }
    }
}

/// The link that would be fullest if the job ran in this place. A job on a single cluster sends nothing over links; for
/// such a job, it is the link of the cluster. If the cluster has no link, a link of unlimited capacity is returned.
fn fullest_link(state: &State, job: &Job, place: &Placement) -> Link {
    if let [piece] = place.as_slice() {
        let cluster = piece.cluster as usize;
        let link = state.shared_link(cluster).map_or(cluster, |link| link as usize);
        return match link < state.capacity_bps().len() {
            true => Link::of(state, link, 0),
            false => Link::NONE,
        };
    }
    let mut fullest: Option<(f64, Link)> = None;
    for demand in &demands(state.platform(), job, place) {
        let link = Link::of(state, demand.link as usize, demand.bps);
        let saturation = (link.load_mbps + link.demand_mbps) / link.capacity_mbps;
        if fullest.as_ref().is_none_or(|(most, _)| saturation > *most) {
            fullest = Some((saturation, link));
        }
    }
    fullest.map_or(Link::NONE, |(_, link)| link)
}

impl Policy for ByScore {
    fn reach(&self, state: &State, _home: u32) -> u64 {
        match self.most_pieces {
            0 | 1 => u64::from(state.most_free()),
            _ => state.total_free(),
        }
    }

    fn reads_links(&self) -> bool {
        self.score.reads("load")
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        self.later.1.clear();
        self.awaited.remove(&job.id);
        match self.best(state, job) {
            Some((_, best)) => {
                *placement = best;
                true
            }
            None => false,
        }
    }

    fn looks_ahead(&self) -> bool {
        ["w", "t", "queue", "start"].iter().any(|name| self.score.reads(name))
    }

    fn place_ahead(&mut self, outlook: &Outlook, state: &State, job: &Job, placement: &mut Placement) -> bool {
        let (before, behind) = outlook.others(job);
        self.seen = Seen { now_s: outlook.now_s(), waiting: (before.len() + behind.len() + 1) as f64 };
        let placed = self.place(state, job, placement);
        if !self.reads_start {
            return placed;
        }
        let now = placed.then(|| self.score(state, job, placement, self.seen.now_s));
        let mut later = std::mem::take(&mut self.later.1);
        each_later(outlook, state, job, &mut later);
        self.later = (job.id, later);
        match now.and_then(|now| self.awaited(state, job, now)) {
            Some(awaited) => {
                placement.clear();
                self.awaited.insert(job.id, awaited);
                false
            }
            None => placed,
        }
    }

    fn chosen(&mut self, now_s: f64, state: &State, job: &Job, taken: &Placement) -> Option<Choice> {
        let names = |name: &&'static crate::parameter::Name| self.score.reads(name.name);
        let read: Vec<_> = PLACE.iter().filter(names).collect();
        let all = self.all(state, job);
        let rows = all.into_iter().map(|(score, place, start_s)| {
            let inputs = self.inputs(state, job, &place, start_s);
            let inputs = PLACE.iter().zip(inputs).filter(|(name, _)| self.score.reads(name.name));
            explained::Candidate {
                score,
                taken: place == *taken,
                inputs: inputs.map(|(name, value)| (name.name, value)).collect(),
                place,
            }
        });
        Some(explained::choice(now_s, job, &read, rows.collect()))
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        if let Some(&(cluster, start_s)) = self.awaited.get(&job.id) {
            let (place, start) = (cluster + 1, fixed(start_s, 1));
            let sentence = format!("it waits for cluster {place}, where it is expected to start at {start} s");
            return vec![Refusal::new("awaited", sentence).with("cluster", cluster).with("start_s", start_s)];
        }
        if self.best(state, job).is_some() {
            return Vec::new();
        }
        self.later.1.clear();
        let places = self.all(state, job).len();
        if places > 0 {
            let counted = counted(places as u64, "place");
            let sentence = format!("none of {counted} that hold it has a score above −∞");
            return vec![Refusal::new("unwanted", sentence).with("places", places)];
        }
        let home_free = state.free()[job.home as usize];
        let mut steps = vec![refusals::local(job.home, home_free)];
        steps.extend(refusals::no_cluster(state, job));
        let (most, usable) = (self.most_pieces, most_nodes(state, self.most_pieces));
        if most > 1 && usable < state.total_free() {
            let sentence = format!("{} together have at most {usable}", counted(most as u64, "cluster"));
            steps.push(Refusal::new("pieces", sentence).with("most", most).with("usable", usable));
        } else if most > 1 {
            steps.push(refusals::co_allocate(usable));
        }
        steps
    }
}
