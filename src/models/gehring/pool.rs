//! The surface of the whole metacomputer: Free\*_M(t) = Σ over the machines of Free\*_m(t) (G eq. 8).
//!
//! The rises of all staircases are kept in order of time, so that one walk along them sees every time at which more becomes
//! free. Work that is planned changes the rises of the machines that it runs on only, and these not before somebody walks.

use super::surface::Surface;
use crate::platform::{Placement, Platform};
use crate::scheduler::facts::Step;

/// The surface of a machine rises.
#[derive(Clone, Copy, Debug)]
struct Rise {
    at_s: f64,
    machine: u32,
    by: u32,
}

/// The processors that stay free from some time on.
#[derive(Clone, Debug, Default)]
pub struct Room {
    /// By machine.
    pub free: Vec<u32>,
    /// Of all machines together.
    pub total: u64,
    /// Of the machine that has most.
    pub most: u32,
}

/// All machines with their planned work.
#[derive(Clone, Debug)]
pub struct Pool {
    machines: Vec<Surface>,
    /// In order of time.
    rises: Vec<Rise>,
    /// Scratch: where one walk has come to.
    room: Room,
    /// Which machines have changed since the rises were put in order.
    changed: Vec<bool>,
}

impl Pool {
    /// Machines without work.
    pub fn idle(platform: &Platform) -> Pool {
        let sizes = platform.clusters.iter().map(|cluster| cluster.nodes);
        Pool {
            machines: sizes.map(Surface::idle).collect(),
            rises: Vec::new(),
            room: Room::default(),
            changed: vec![true; platform.clusters.len()],
        }
    }

    /// The planned work of a machine.
    pub fn machine(&self, machine: u32) -> Option<&Surface> {
        self.machines.get(machine as usize)
    }

    /// When more becomes free next after a time \[s\].
    pub fn next_rise_s(&self, time_s: f64) -> Option<f64> {
        let machines = self.machines.iter();
        let rises = machines.filter_map(|own| own.next_rise_s(time_s));
        rises.reduce(f64::min)
    }

    /// The surfaces of all machines from `now_s` \[s\] on.
    pub fn surfaces(&self, now_s: f64) -> Vec<Vec<Step>> {
        let machines = self.machines.iter();
        machines.map(|own| own.stairs_from(now_s)).collect()
    }

    /// Walks along the times \[s\] from `not_before_s` on at which more becomes free, until `visit` has seen enough; what it
    /// saw then is where to plan. None if it never has enough.
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

    /// What stays free from `time_s` on.
    pub fn room(&mut self, time_s: f64) -> &Room {
        let room = &mut self.room;
        room.free.clear();
        room.free.extend(self.machines.iter().map(|own| own.free_from(time_s)));
        room.total = room.free.iter().map(|&own| u64::from(own)).sum();
        room.most = room.free.iter().copied().max().unwrap_or(0);
        room
    }

    /// Plans work from `from_s` until `to_s`; now is `now_s` \[s\].
    pub fn take(&mut self, placement: &Placement, now_s: f64, from_s: f64, to_s: f64) {
        self.change(placement, |machine, nodes| {
            machine.pass(now_s);
            machine.take(nodes, from_s, to_s);
        });
    }

    /// Work that was planned until `to_s` has ended now.
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

    /// The rises of the machines that have changed take their places among the others.
    fn sort_rises(&mut self) {
        let Pool { machines, rises, changed, .. } = self;
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
                let before = |rise: &Rise| rise.at_s <= step.from_s;
                let place = rises.partition_point(before);
                let rise = Rise { at_s: step.from_s, machine: at as u32, by: step.free - free };
                rises.insert(place, rise);
                free = step.free;
            }
        }
    }
}
