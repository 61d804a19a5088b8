//! Placement by a score: of all places that could take a job, the one with the largest score does.

use super::explained;
use super::language::Formula;
use super::names::PLACE;
use super::places::{each, most_nodes};
use crate::network::demand::demands;
use crate::platform::{BPS_PER_MBPS, Placement, State};
use crate::scheduler::Policy;
use crate::scheduler::choice::Choice;
use crate::scheduler::outlook::Outlook;
use crate::scheduler::refusal::{Links, Refusal};
use crate::workload::Job;

/// A formula decides where a job is placed.
#[derive(Clone, Debug)]
pub struct ByScore {
    score: Formula,
    /// Most clusters that a job may run on.
    most_pieces: usize,
    /// Nodes of the whole platform.
    nodes: u64,
    /// Whether the score reads what the fullest link of a place carries.
    reads_link: bool,
    /// When it was asked last \[s\], and how many jobs waited then; kept only if the score reads the time or the queue.
    seen: Seen,
}

#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    now_s: f64,
    waiting: f64,
}

/// The fullest link that a place would use.
struct Link {
    load_mbps: f64,
    capacity_mbps: f64,
    demand_mbps: f64,
}

impl ByScore {
    /// Places jobs by `score`, on at most so many clusters each, on the platform of `idle`.
    pub fn new(score: Formula, most_pieces: u32, idle: &State) -> ByScore {
        let reads_link = ["load", "capacity", "demand"]
            .iter()
            .any(|name| score.reads(name));
        ByScore {
            score,
            most_pieces: most_pieces as usize,
            nodes: idle.platform().nodes(),
            reads_link,
            seen: Seen::default(),
        }
    }

    /// What the formula may read, in the order of [`PLACE`].
    fn inputs(&self, state: &State, job: &Job, place: &Placement) -> [f64; PLACE.len()] {
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
        ]
    }

    /// The score of a place; −∞ also for what is no number.
    pub(super) fn score(&self, state: &State, job: &Job, place: &Placement) -> f64 {
        let score = self.score.value(&self.inputs(state, job, place));
        if score.is_nan() {
            f64::NEG_INFINITY
        } else {
            score
        }
    }

    /// The best place with its score; none if there is none, or none may be taken.
    fn best(&self, state: &State, job: &Job) -> Option<(f64, Placement)> {
        // On an idle platform nothing will ever change: then any place is better than to wait for ever.
        let any = state.total_free() == self.nodes;
        let mut best: Option<(f64, Placement)> = None;
        each(state, job, self.most_pieces, |place| {
            let score = self.score(state, job, place);
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

    /// The places that it compares, each with its score, the best first.
    pub(super) fn all(&self, state: &State, job: &Job) -> Vec<(f64, Placement)> {
        let mut all = Vec::new();
        each(state, job, self.most_pieces, |place| {
            all.push((self.score(state, job, place), place.clone()));
        });
        all.sort_by(|a, b| b.0.total_cmp(&a.0).then(order(&a.1).cmp(&order(&b.1))));
        all
    }
}

/// Of equal scores the fewest pieces are best, then the lowest cluster.
fn order(place: &Placement) -> (usize, Option<u32>) {
    (place.len(), place.iter().map(|piece| piece.cluster).min())
}

impl Link {
    const NONE: Link = Link {
        load_mbps: 0.0,
        capacity_mbps: f64::INFINITY,
        demand_mbps: 0.0,
    };

    fn of(state: &State, link: usize, demand_bps: u64) -> Link {
        Link {
            load_mbps: state.load_bps()[link] as f64 / BPS_PER_MBPS,
            capacity_mbps: state.capacity_bps()[link] as f64 / BPS_PER_MBPS,
            demand_mbps: demand_bps as f64 / BPS_PER_MBPS,
        }
    }
}

/// The link that would be fullest with the job in this place. A whole job asks nothing of links: then it is the fullest link
/// that its cluster has. Without any link it carries everything.
fn fullest_link(state: &State, job: &Job, place: &Placement) -> Link {
    if let [piece] = place.as_slice() {
        let cluster = piece.cluster as usize;
        let link = state
            .shared_link(cluster)
            .map_or(cluster, |link| link as usize);
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
        match self.best(state, job) {
            Some((_, best)) => {
                *placement = best;
                true
            }
            None => false,
        }
    }

    fn looks_ahead(&self) -> bool {
        ["w", "t", "queue"]
            .iter()
            .any(|name| self.score.reads(name))
    }

    fn place_ahead(
        &mut self,
        outlook: &Outlook,
        state: &State,
        job: &Job,
        placement: &mut Placement,
    ) -> bool {
        let (before, behind) = outlook.others(job);
        self.seen = Seen {
            now_s: outlook.now_s(),
            waiting: (before.len() + behind.len() + 1) as f64,
        };
        self.place(state, job, placement)
    }

    fn chosen(
        &mut self,
        now_s: f64,
        state: &State,
        job: &Job,
        taken: &Placement,
    ) -> Option<Choice> {
        let names = |name: &&'static crate::parameter::Name| self.score.reads(name.name);
        let read: Vec<_> = PLACE.iter().filter(names).collect();
        let all = self.all(state, job);
        let rows = all.into_iter().map(|(score, place)| {
            let inputs = self.inputs(state, job, &place);
            let inputs = PLACE
                .iter()
                .zip(inputs)
                .filter(|(name, _)| self.score.reads(name.name));
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
        if self.best(state, job).is_some() {
            return Vec::new();
        }
        let places = self.all(state, job).len();
        if places > 0 {
            return vec![Refusal::Unwanted { places }];
        }
        let home_free = state.free()[job.home as usize];
        let mut steps = vec![Refusal::Local {
            home: job.home,
            free: home_free,
        }];
        steps.extend(Refusal::migrate(state, job));
        let usable = most_nodes(state, self.most_pieces);
        if self.most_pieces > 1 {
            let links = Links::default();
            steps.push(match usable < state.total_free() {
                true => Refusal::Pieces {
                    most: self.most_pieces,
                    usable,
                },
                false => Refusal::CoAllocate { usable, links },
            });
        }
        steps
    }
}
