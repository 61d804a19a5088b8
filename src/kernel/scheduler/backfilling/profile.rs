//! The profile: planned use of the platform from now on.
//!
//! What is in use now is the engine's [`State`]. Of every running job the profile knows when it is expected to give its
//! nodes and links back, of every reservation when it takes them and gives them back. These changes stand in order of
//! time, so that a walk along them shows the platform at any later time, and the worst of it over a stretch of time.

use crate::platform::{Demands, Placement, State};
use crate::workload::Job;

/// A job on its nodes and links for a stretch of time.
#[derive(Clone, Debug)]
pub(super) struct Use {
    pub job: Job,
    pub placement: Placement,
    pub demands: Demands,
    pub start_s: f64,
    pub end_s: f64,
    /// Whether the job runs.
    pub begun: bool,
}

impl Use {
    /// A job for which there is no place.
    pub fn never(job: Job) -> Use {
        Use {
            job,
            placement: Placement::new(),
            demands: Demands::new(),
            start_s: f64::INFINITY,
            end_s: f64::INFINITY,
            begun: false,
        }
    }

    /// Whether it is on several clusters.
    pub fn co_allocated(&self) -> bool {
        self.placement.len() > 1
    }

    /// Whether there is a time at which both are.
    pub fn meets(&self, other: &Use) -> bool {
        self.start_s < other.end_s && other.start_s < self.end_s
    }
}

/// A use begins or ends. In order of time, at one time ends first: a job may take what another gives back.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Change {
    time_s: f64,
    begins: bool,
    slot: u32,
}

impl Change {
    fn before(&self, other: &Change) -> bool {
        (self.time_s, self.begins, self.slot) < (other.time_s, other.begins, other.slot)
    }
}

/// Where and when jobs run and will run.
#[derive(Clone, Debug)]
pub(super) struct Profile {
    /// By slot; those of `vacant` are of no meaning.
    uses: Vec<Use>,
    vacant: Vec<u32>,
    /// Running jobs only end.
    changes: Vec<Change>,
    /// The platform at the time that a walk has come to; the next change is behind it.
    here: State,
    next: usize,
    /// Ahead of `here`, while looking for the worst.
    ahead: State,
    next_ahead: usize,
    worst: State,
}

impl Profile {
    /// Nobody runs on the platform of `idle`, and nobody will.
    pub fn new(idle: &State) -> Profile {
        Profile {
            uses: Vec::new(),
            vacant: Vec::new(),
            changes: Vec::new(),
            here: idle.clone(),
            next: 0,
            ahead: idle.clone(),
            next_ahead: 0,
            worst: idle.clone(),
        }
    }

    /// What is in a slot.
    pub fn get(&self, slot: u32) -> &Use {
        &self.uses[slot as usize]
    }

    /// Adds a use that is yet to begin; its nodes must be free for as long.
    pub fn add(&mut self, new: Use) -> u32 {
        let (start_s, end_s) = (new.start_s, new.end_s);
        let slot = match self.vacant.pop() {
            Some(slot) => {
                self.uses[slot as usize] = new;
                slot
            }
            None => {
                self.uses.push(new);
                self.uses.len() as u32 - 1
            }
        };
        self.insert(start_s, true, slot);
        self.insert(end_s, false, slot);
        slot
    }

    /// Takes out a use that is yet to begin.
    pub fn take(&mut self, slot: u32) -> Use {
        let taken = self.get(slot).clone();
        self.begin(slot);
        self.end(slot);
        taken
    }

    /// A use begins: what it takes is in the state from now on.
    pub fn begin(&mut self, slot: u32) {
        self.delete(self.get(slot).start_s, true, slot);
        self.uses[slot as usize].begun = true;
    }

    /// A use that has begun ends: what it gave back is in the state.
    pub fn end(&mut self, slot: u32) {
        self.delete(self.get(slot).end_s, false, slot);
        self.vacant.push(slot);
    }

    /// A running job is expected to end at another time.
    pub fn move_end(&mut self, slot: u32, end_s: f64) {
        self.delete(self.get(slot).end_s, false, slot);
        self.uses[slot as usize].end_s = end_s;
        self.insert(end_s, false, slot);
    }

    /// Puts right what should have happened by `now_s` and has not: running jobs that have outlived their estimates are
    /// expected to end as soon as time goes on. True if anything was wrong.
    pub fn overdue(&mut self, now_s: f64) -> bool {
        let mut wrong = false;
        let mut at = 0;
        while let Some(&Change {
            time_s,
            begins,
            slot,
        }) = self.changes.get(at)
            && time_s <= now_s
        {
            if begins {
                wrong |= time_s < now_s;
                at += 1;
            } else {
                wrong = true;
                self.move_end(slot, now_s.next_up());
            }
        }
        wrong
    }

    /// The first time at which something is to begin although no running job is expected to end.
    pub fn wake_s(&self) -> Option<f64> {
        let begins = |changes: &[Change]| changes.last().is_some_and(|last| last.begins);
        let ends = |change: &Change| !change.begins && self.get(change.slot).begun;
        let mut times = self.changes.chunk_by(|a, b| a.time_s == b.time_s);
        let wake = times.find(|changes| begins(changes) && !changes.iter().any(ends));
        wake.map(|changes| changes[0].time_s)
    }

    fn insert(&mut self, time_s: f64, begins: bool, slot: u32) {
        let new = Change {
            time_s,
            begins,
            slot,
        };
        let at = self.changes.partition_point(|change| change.before(&new));
        self.changes.insert(at, new);
    }

    fn delete(&mut self, time_s: f64, begins: bool, slot: u32) {
        let old = Change {
            time_s,
            begins,
            slot,
        };
        let at = self.changes.partition_point(|change| change.before(&old));
        debug_assert_eq!(self.changes[at], old);
        self.changes.remove(at);
    }

    /// Begins a walk at `now_s`, when `state` holds.
    pub fn walk_from(&mut self, now_s: f64, state: &State) {
        self.here.copy_use(state);
        self.next = 0;
        while self
            .changes
            .get(self.next)
            .is_some_and(|c| c.time_s <= now_s)
        {
            self.step();
        }
    }

    /// Walks on to the next time at which something is given back, if that is before `until_s`.
    pub fn walk_on(&mut self, until_s: f64) -> Option<f64> {
        loop {
            let time_s = self.changes.get(self.next)?.time_s;
            if time_s >= until_s {
                return None;
            }
            let mut given_back = false;
            while let Some(change) = self.changes.get(self.next)
                && change.time_s == time_s
            {
                given_back |= !change.begins;
                self.step();
            }
            if given_back {
                return Some(time_s);
            }
        }
    }

    fn step(&mut self) {
        let change = self.changes[self.next];
        change.apply(&self.uses, &mut self.here);
        self.next += 1;
    }

    /// The platform at the time that the walk has come to.
    pub fn here(&self) -> &State {
        &self.here
    }

    /// Begins to look ahead from where the walk has come to.
    pub fn look(&mut self) {
        self.ahead.copy_use(&self.here);
        self.worst.copy_use(&self.here);
        self.next_ahead = self.next;
    }

    /// Looks further ahead: the fewest free nodes of each cluster and the highest load of each link until `until_s`.
    pub fn worst_until(&mut self, until_s: f64) -> &State {
        while let Some(change) = self.changes.get(self.next_ahead)
            && change.time_s < until_s
        {
            change.apply(&self.uses, &mut self.ahead);
            if change.begins {
                let new = &self.uses[change.slot as usize];
                self.worst.narrow(&self.ahead, &new.placement, &new.demands);
            }
            self.next_ahead += 1;
        }
        &self.worst
    }

    /// The worst of the platform from `start_s` until `end_s`, without what the use in `besides` takes; `state` holds now.
    pub fn worst_between(
        &mut self,
        state: &State,
        (start_s, end_s): (f64, f64),
        besides: Option<u32>,
    ) -> &mut State {
        let others = self.changes.iter().filter(|c| Some(c.slot) != besides);
        let mut others = others.peekable();
        self.ahead.copy_use(state);
        while let Some(change) = others.next_if(|change| change.time_s <= start_s) {
            change.apply(&self.uses, &mut self.ahead);
        }
        self.worst.copy_use(&self.ahead);
        for change in others.take_while(|change| change.time_s < end_s) {
            change.apply(&self.uses, &mut self.ahead);
            if change.begins {
                let new = &self.uses[change.slot as usize];
                self.worst.narrow(&self.ahead, &new.placement, &new.demands);
            }
        }
        &mut self.worst
    }

    /// What is yet to begin, in that order.
    pub fn coming(&self) -> impl Iterator<Item = u32> {
        let begins = self.changes.iter().filter(|change| change.begins);
        begins.map(|change| change.slot)
    }
}

impl Change {
    #[inline]
    fn apply(&self, uses: &[Use], state: &mut State) {
        let changing = &uses[self.slot as usize];
        if self.begins {
            state.claim(&changing.placement, &changing.demands);
        } else {
            state.release(&changing.placement, &changing.demands);
        }
    }
}
