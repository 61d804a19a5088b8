//! The surface of the whole metacomputer: Free\*_M(t) = Σ Free\*_m(t) over all machines m (G eq. 8).
//!
//! A machine may show only a subset of its surface (G §5.3). It then keeps a share of its processors back for local
//! requests: its surface shows the processors that stay free beyond them.
//!
//! The rises of all staircases are stored in one list in order of time, which contains every time at which more
//! processors become free. Planned work changes only the rises of its own machines. They are sorted again when the list
//! is next read.

use super::surface::Surface;
use crate::platform::{Placement, Platform};
use crate::scheduler::steps::Step;

/// A rise of a machine's surface: at a time \[s\], more processors become free.
#[derive(Clone, Copy, Debug)]
struct Rise {
    at_s: f64,
    machine: u32,
    by: u32,
}

/// Numbers of processors that stay free from some time on.
#[derive(Clone, Debug, Default)]
pub struct Room {
    /// Free processors of each machine.
    pub free: Vec<u32>,
    /// Free processors of all machines together.
    pub total: u64,
    /// Free processors of the machine that has most free processors.
    pub most: u32,
}

/// All machines with their planned work.
#[derive(Clone, Debug)]
pub struct Pool {
    machines: Vec<Surface>,
    /// Processors of each machine that its surface does not show.
    kept: Vec<u32>,
    /// Processors of all machines that their surfaces show when no work is planned.
    shown: u64,
    /// Rises, in order of time.
    rises: Vec<Rise>,
    /// Buffer: while the rises are read in order of time, the processors free at the time reached.
    room: Room,
    /// True for machines that have changed since the rises were sorted.
    changed: Vec<bool>,
}

impl Pool {
    /// Machines without work. Each keeps the share `kept_share` of its processors back, rounded down.
    pub fn idle(platform: &Platform, kept_share: f64) -> Pool {
        let sizes = || platform.clusters.iter().map(|cluster| cluster.nodes);
        let kept: Vec<u32> = sizes().map(|size| (kept_share * f64::from(size)) as u32).collect();
        Pool {
            machines: sizes().map(Surface::idle).collect(),
            shown: platform.nodes() - kept.iter().map(|&own| u64::from(own)).sum::<u64>(),
            kept,
            rises: Vec::new(),
            room: Room::default(),
            changed: vec![true; platform.clusters.len()],
        }
    }

    /// The planned work of a machine.
    pub fn machine(&self, machine: u32) -> Option<&Surface> {
        self.machines.get(machine as usize)
    }

    /// The next time \[s\] after `time_s` at which more processors of a machine become free.
    pub fn next_rise_s(&self, time_s: f64) -> Option<f64> {
        let machines = self.machines.iter();
        let rises = machines.filter_map(|own| own.next_rise_s(time_s));
        rises.reduce(f64::min)
    }

    /// Processors of all machines that their surfaces show when no work is planned.
    pub fn shown(&self) -> u64 {
        self.shown
    }

    /// All machines with their planned work.
    pub fn machines(&self) -> &[Surface] {
        &self.machines
    }

    /// The surfaces that all machines show, from `now_s` \[s\] on.
    pub fn surfaces(&self, now_s: f64) -> Vec<Vec<Step>> {
        let machines = self.machines.iter().zip(&self.kept);
        let shown = |(own, &kept): (&Surface, &u32)| {
            let mut stairs = own.stairs_from(now_s);
            stairs.iter_mut().for_each(|step| step.free = step.free.saturating_sub(kept));
            stairs.dedup_by_key(|step| step.free);
            stairs
        };
        machines.map(shown).collect()
    }

    /// The time \[s\] of the highest step of all surfaces, at or after `now_s`: from then on no work is planned.
    pub fn highest_step_s(&self, now_s: f64) -> f64 {
        let last = self.machines.iter().filter_map(|own| own.stairs().last());
        last.map(|step| step.from_s).fold(now_s, f64::max)
    }

    /// Calls `visit` for each time \[s\] from `not_before_s` on at which more processors become free, until `visit`
    /// returns true. Returns the time of this last call and the free processors; `None` if `visit` never returns true.
    pub fn find(&mut self, not_before_s: f64, mut visit: impl FnMut(f64, &Room) -> bool) -> Option<(f64, &Room)> {
        self.sort_rises();
        let room = &mut self.room;
        room.free.clear();
        room.free.resize(self.machines.len(), 0);
        (room.total, room.most) = (0, 0);
        let mut rises = self.rises.iter().peekable();
        while let Some(next) = rises.peek() {
            let time_s = next.at_s.max(not_before_s);
            while let Some(rise) = rises.next_if(|rise| rise.at_s <= time_s) {
                let free = &mut room.free[rise.machine as usize];
                *free += rise.by;
                room.total += u64::from(rise.by);
                room.most = room.most.max(*free);
            }
            if visit(time_s, room) {
                return Some((time_s, room));
            }
        }
        None
    }

    /// The processors that are shown to stay free from `time_s` on.
    pub fn room(&mut self, time_s: f64) -> &Room {
        let room = &mut self.room;
        room.free.clear();
        let machines = self.machines.iter().zip(&self.kept);
        room.free.extend(machines.map(|(own, &kept)| own.free_from(time_s).saturating_sub(kept)));
        room.total = room.free.iter().map(|&own| u64::from(own)).sum();
        room.most = room.free.iter().copied().max().unwrap_or(0);
        room
    }

    /// Plans work from `from_s` to `to_s`; the current time is `now_s` \[s\].
    pub fn take(&mut self, placement: &Placement, now_s: f64, from_s: f64, to_s: f64) {
        self.change(placement, |machine, nodes| {
            machine.pass(now_s);
            machine.take(nodes, from_s, to_s);
        });
    }

    /// Ends work that was planned until `to_s` \[s\] early, at `now_s`.
    pub fn give_back(&mut self, placement: &Placement, now_s: f64, to_s: f64) {
        self.change(placement, |machine, nodes| {
            machine.give_back(nodes, now_s, to_s);
        });
    }

    fn change(&mut self, placement: &Placement, mut change: impl FnMut(&mut Surface, u32)) {
        for piece in placement {
            let at = piece.cluster as usize;
            change(&mut self.machines[at], piece.nodes);
            self.changed[at] = true;
        }
    }

    /// Replaces the rises of changed machines in the list, and sorts the list.
    fn sort_rises(&mut self) {
        let Pool { machines, kept, rises, changed, .. } = self;
        if !changed.contains(&true) {
            return;
        }
        rises.retain(|rise| !changed[rise.machine as usize]);
        for (at, machine) in machines.iter().enumerate() {
            if !std::mem::take(&mut changed[at]) {
                continue;
            }
            let mut free = 0;
            for step in machine.stairs() {
                let shown = step.free.saturating_sub(kept[at]);
                if shown == free {
                    continue;
                }
                let before = |rise: &Rise| rise.at_s <= step.from_s;
                let place = rises.partition_point(before);
                let rise = Rise { at_s: step.from_s, machine: at as u32, by: shown - free };
                rises.insert(place, rise);
                free = shown;
            }
        }
    }
}
