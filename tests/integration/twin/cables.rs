//! Links whose capacities change, second implementation.

use metasched::platform::LinkChange;

/// The changes that come, in order of time, and the capacities now; empty if all are full.
#[derive(Default)]
pub struct Cables {
    pub coming: Vec<LinkChange>,
    now_bps: Vec<u64>,
}

impl Cables {
    pub fn next_s(&self) -> f64 {
        self.coming.first().map_or(f64::INFINITY, |own| own.at_s)
    }

    /// The capacities now, of links with these full capacities.
    pub fn capacities(&self, full_bps: Vec<u64>) -> Vec<u64> {
        if self.now_bps.is_empty() { full_bps } else { self.now_bps.clone() }
    }

    /// Applies the changes up to now. True if there are any.
    pub fn change(&mut self, full_bps: Vec<u64>, now: f64) -> bool {
        let mut capacities = self.capacities(full_bps);
        let mut any = false;
        while self.next_s() <= now {
            let own = self.coming.remove(0);
            capacities[own.link as usize] = own.capacity_bps.max(1);
            any = true;
        }
        self.now_bps = capacities;
        any
    }
}
