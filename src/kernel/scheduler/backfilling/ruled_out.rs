//! Memory of unsuccessful searches. If a job cannot start before a certain time, a job that needs at least as many
//! nodes for at least as long cannot start before that time either, unless nodes are released there.

use super::opening::Wish;

/// Number of entries for results of exactly one size and length; a power of two.
const PLACES: usize = 256;
/// Number of classes of sizes, and of lengths.
const CLASSES: usize = 16;
/// Tolerance for rounding, relative to length and time, when a release of nodes is compared with a possible start.
const ROUNDING: f64 = 1e-9;

/// Result of an unsuccessful search: a job of at least this size and length has no possible start before `bound_s` with
/// its nodes free until the job ends, or until `held_s` if that is earlier.
#[derive(Clone, Copy, Debug)]
struct Claim {
    nodes: i64,
    length_s: f64,
    held_s: f64,
}

/// Results of unsuccessful searches. Bounds and lengths are in separate lists, because only these numbers are read
/// whenever nodes are released.
#[derive(Clone, Debug)]
struct Claims {
    claims: Vec<Claim>,
    lengths_s: Vec<f64>,
    bounds_s: Vec<f64>,
}

/// Times before which jobs cannot start. If the result of a search is forgotten, later searches are slower but find the
/// same times.
#[derive(Clone, Debug)]
pub(super) struct RuledOut {
    /// Hash table by size and length, with the hash function [`place`].
    same: Claims,
    /// At most one result per class of sizes and lengths.
    smaller: Claims,
    /// For each class of sizes: upper bound of the bounds in `smaller`.
    largest_s: [f64; CLASSES],
}

/// For a job of this length, starts before the returned time are not affected by nodes released at `time_s`.
pub(super) fn reach_back(time_s: f64, length_s: f64) -> f64 {
    time_s - length_s * (1.0 + ROUNDING) - time_s.abs() * ROUNDING
}

fn place(wish: &Wish) -> usize {
    let mixed = wish.length_s.to_bits() ^ (wish.nodes as u64).rotate_left(52);
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % PLACES
}

/// Class of a size and class of a length. Sizes from 1 on have two classes per doubling; lengths from 8 s on have one
/// class per doubling.
fn classes(wish: &Wish) -> (usize, usize) {
    let class = |number: f64, from: f64, digits: u32| {
        let leading = |number: f64| number.to_bits() >> (f64::MANTISSA_DIGITS - 1 - digits);
        let above = leading(number.max(from)) - leading(from);
        above.min(CLASSES as u64 - 1) as usize
    };
    (class(wish.nodes as f64, 1.0, 1), class(wish.length_s, 8.0, 0))
}

impl Claims {
    fn none(places: usize) -> Claims {
        let none = Claim { nodes: 0, length_s: 0.0, held_s: f64::INFINITY };
        Claims { claims: vec![none; places], lengths_s: vec![0.0; places], bounds_s: vec![f64::NEG_INFINITY; places] }
    }

    /// Time before which the request cannot be fulfilled, according to one result.
    #[inline]
    fn until(&self, at: usize, wish: &Wish) -> f64 {
        let (claim, bound_s) = (&self.claims[at], self.bounds_s[at]);
        if claim.nodes > wish.nodes || claim.length_s > wish.length_s {
            f64::NEG_INFINITY
        } else if claim.held_s <= wish.held_s {
            bound_s
        } else {
            // This request needs its nodes for less time than the request of the failed search.
            bound_s.min(reach_back(wish.held_s, claim.length_s))
        }
    }

    fn note(&mut self, at: usize, wish: &Wish, bound_s: f64) {
        self.claims[at] = Claim { nodes: wish.nodes, length_s: wish.length_s, held_s: wish.held_s };
        self.lengths_s[at] = wish.length_s;
        self.bounds_s[at] = bound_s;
    }

    fn freed(&mut self, from_s: f64) {
        for (bound_s, length_s) in self.bounds_s.iter_mut().zip(&self.lengths_s) {
            let back_s = reach_back(from_s, *length_s);
            *bound_s = if back_s < *bound_s { back_s } else { *bound_s };
        }
    }
}

impl Default for RuledOut {
    fn default() -> RuledOut {
        RuledOut {
            same: Claims::none(PLACES),
            smaller: Claims::none(CLASSES * CLASSES),
            largest_s: [f64::NEG_INFINITY; CLASSES],
        }
    }
}

impl RuledOut {
    /// Time before which the request cannot be fulfilled, according to searches for exactly this size and length.
    pub fn until(&self, wish: &Wish) -> f64 {
        self.same.until(place(wish), wish)
    }

    /// Time before which the request cannot be fulfilled, according to searches with at most this size and length.
    /// Takes longer than [`until`](RuledOut::until).
    pub fn until_by_smaller(&self, wish: &Wish) -> f64 {
        let (size, length) = classes(wish);
        let mut until_s = f64::NEG_INFINITY;
        // Usually the bounds of smaller jobs are earlier than the latest bound found so far.
        for (size, largest_s) in self.largest_s[..=size].iter().enumerate().rev() {
            if *largest_s <= until_s {
                continue;
            }
            let first = size * CLASSES;
            let bounds_s = &self.smaller.bounds_s[first..=first + length];
            for (class, bound_s) in bounds_s.iter().enumerate().rev() {
                if *bound_s > until_s {
                    until_s = until_s.max(self.smaller.until(first + class, wish));
                }
            }
        }
        until_s
    }

    /// Records that the request cannot be fulfilled before `bound_s`.
    pub fn note(&mut self, wish: &Wish, bound_s: f64) {
        if bound_s > self.until(wish) {
            self.same.note(place(wish), wish, bound_s);
        }
        let (size, length) = classes(wish);
        let at = size * CLASSES + length;
        if bound_s >= self.smaller.bounds_s[at] {
            self.smaller.note(at, wish, bound_s);
            self.largest_s[size] = self.largest_s[size].max(bound_s);
        }
    }

    /// Records that more nodes are free from `from_s` on, so that earlier results may be wrong.
    pub fn freed(&mut self, from_s: f64) {
        self.same.freed(from_s);
        self.smaller.freed(from_s);
        for largest_s in &mut self.largest_s {
            // Lengths are at least 0.
            *largest_s = largest_s.min(reach_back(from_s, 0.0));
        }
    }
}
