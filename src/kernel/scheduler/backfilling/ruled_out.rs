//! What has been searched in vain: jobs of one size and length follow each other, and none of them can start where the one before it
//! could not, as long as nothing has been given back there.

use super::changes::Wish;

/// How many sizes and lengths are remembered.
const PLACES: usize = 256;
/// Ends are sums, and rounded: what begins less than this share later than a start can be may still be of use to it.
const ROUNDING: f64 = 1e-9;

/// For jobs of one size and length: no start before `bound_s` that leaves the nodes free until the job would end, or until `held_s`.
#[derive(Clone, Copy, Debug)]
struct Claim {
    nodes: i64,
    length_s: f64,
    bound_s: f64,
    held_s: f64,
}

/// Where jobs cannot start. What is forgotten is searched again, so this decides how long a search takes, and never what it finds.
#[derive(Clone, Debug)]
pub(super) struct RuledOut {
    /// At most one for every remainder of what [`place`] mixes from size and length.
    claims: Vec<Claim>,
}

/// Before this, nothing that is given back at `time_s` can help a job of this length.
pub(super) fn reach_back(time_s: f64, length_s: f64) -> f64 {
    time_s - length_s * (1.0 + ROUNDING) - time_s.abs() * ROUNDING
}

fn place(wish: &Wish) -> usize {
    let mixed = wish.length_s.to_bits() ^ (wish.nodes as u64).rotate_left(52);
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % PLACES
}

impl Default for RuledOut {
    fn default() -> RuledOut {
        let none = Claim {
            nodes: 0,
            length_s: 0.0,
            bound_s: f64::NEG_INFINITY,
            held_s: f64::INFINITY,
        };
        RuledOut {
            claims: vec![none; PLACES],
        }
    }
}

impl RuledOut {
    /// The time before which the wish cannot be fulfilled.
    pub fn until(&self, wish: &Wish) -> f64 {
        let claim = &self.claims[place(wish)];
        if (claim.nodes, claim.length_s) != (wish.nodes, wish.length_s) {
            f64::NEG_INFINITY
        } else if claim.held_s <= wish.held_s {
            claim.bound_s
        } else {
            // The job would have to hold its nodes for less long than the one that tried.
            claim.bound_s.min(reach_back(wish.held_s, wish.length_s))
        }
    }

    /// The wish cannot be fulfilled before `bound_s`.
    pub fn note(&mut self, wish: &Wish, bound_s: f64) {
        if bound_s > self.until(wish) {
            self.claims[place(wish)] = Claim {
                nodes: wish.nodes,
                length_s: wish.length_s,
                bound_s,
                held_s: wish.held_s,
            };
        }
    }

    /// From `from_s` on more nodes are free than before.
    pub fn freed(&mut self, from_s: f64) {
        for claim in &mut self.claims {
            claim.bound_s = claim.bound_s.min(reach_back(from_s, claim.length_s));
        }
    }
}
