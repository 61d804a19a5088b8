//! Free nodes over time while many suspended entries are planned again, one after the other.

use super::super::changes::Change;
use super::super::opening::Wish;
use super::super::planned_use::Use;
use super::super::steps::Steps;
use super::Profile;
use crate::platform::State;
use crate::workload::Job;

/// Free nodes over time of one line.
#[derive(Clone, Debug)]
pub(in super::super) struct Room {
    line: usize,
    /// Free nodes of all clusters of the line together, and of each cluster if there are several.
    all: Steps,
    each: Vec<Steps>,
}

impl Profile {
    /// Free nodes of every line, without suspended entries.
    pub fn rooms(&mut self, now: (f64, &State)) -> Vec<Room> {
        self.worst.copy_use(now.1);
        (0..self.lines.len()).map(|line| self.room_of(line, now)).collect()
    }

    fn room_of(&self, line: usize, (now_s, state): (f64, &State)) -> Room {
        let changes = || self.lines[line].changes.iter();
        let all = changes().map(|change| (change.time_s, change.freed()));
        let all = Steps::new(now_s, self.free_now(line, state), all);
        let mut of_each = vec![Vec::new(); if self.counts { 0 } else { state.free().len() }];
        if !self.counts {
            for change in changes() {
                for piece in &self.get(change.slot).placement {
                    let nodes = i64::from(piece.nodes);
                    let freed = if change.begins { -nodes } else { nodes };
                    of_each[piece.cluster as usize].push((change.time_s, freed));
                }
            }
        }
        let each = of_each.into_iter().zip(state.free());
        let each = each.map(|(changes, &free)| Steps::new(now_s, free.into(), changes.into_iter())).collect();
        Room { line, all, each }
    }

    /// The earliest start at or after `from_s` with enough free nodes, summed over all clusters of the line.
    pub fn earliest_in(&mut self, room: &Room, from_s: f64, wish: Wish) -> Option<f64> {
        if from_s > f64::NEG_INFINITY {
            return room.all.earliest(wish, from_s);
        }
        let ruled_out = &mut self.lines[room.line].ruled_out;
        let from_s = ruled_out.until(&wish).max(ruled_out.until_by_smaller(&wish));
        if from_s >= wish.before_s {
            return None;
        }
        let found = room.all.earliest(wish, from_s);
        ruled_out.note(&wish, found.unwrap_or(wish.before_s));
        found
    }

    /// The state with the minimum of free nodes of each cluster from `from_s` until `until_s`.
    pub fn worst_in(&mut self, room: &Room, from_s: f64, until_s: f64) -> &State {
        for (cluster, steps) in (0..).zip(&room.each) {
            self.worst.set_free(cluster, super::nodes(steps.least(from_s, until_s)));
        }
        &self.worst
    }

    /// Number of blocks of changes, which is a measure of the work to plan everything again.
    pub fn blocks(&self) -> usize {
        self.lines.iter().map(|line| line.changes.blocks()).sum()
    }

    /// Removes suspended entries for good. Returns their jobs; similar jobs that follow each other are one job with a number.
    pub fn give_up_all(&mut self, slots: &[u32]) -> Vec<(Job, u32)> {
        let mut all: Vec<(Job, u32)> = Vec::with_capacity(slots.len());
        let what = |job: &Job| (job.nodes, job.estimate_s, self.line_of(job.home));
        for &slot in slots {
            let Use { job, jobs, .. } = *self.get(slot);
            match all.last_mut() {
                Some((last, number)) if what(last) == what(&job) => *number += jobs,
                _ => all.push((job, jobs)),
            }
        }
        self.vacant.extend(slots);
        all
    }

    /// Adds a suspended entry.
    pub fn add_suspended(&mut self, new: Use) -> u32 {
        self.put(new)
    }

    /// Replaces a suspended entry.
    pub fn replace(&mut self, slot: u32, new: Use) {
        self.uses[slot as usize] = new;
    }

    /// Resumes many suspended entries.
    pub fn resume_all(&mut self, slots: &[u32]) {
        let mut new: Vec<Vec<Change>> = vec![Vec::new(); self.lines.len()];
        for &slot in slots {
            let begin = self.change(self.get(slot).start_s, true, slot);
            let end = Change { time_s: self.get(slot).end_s, begins: false, ..begin };
            new[self.own_line(slot)].extend([begin, end]);
        }
        for (line, new) in new.into_iter().enumerate() {
            if !new.is_empty() {
                self.lines[line].changes.insert_all(new);
                self.changed(line);
            }
        }
    }
}

impl Room {
    /// Minimum of free nodes from `from_s` until `until_s`, of all clusters of the line together.
    pub fn least(&self, from_s: f64, until_s: f64) -> i64 {
        self.all.least(from_s, until_s)
    }

    /// True if the nodes of an entry are free from its start to its end.
    pub fn holds(&self, own: &Use) -> bool {
        let least = |cluster: u32| self.each[cluster as usize].least(own.start_s, own.end_s);
        own.placement.iter().all(|piece| least(piece.cluster) >= piece.nodes.into())
    }

    /// Takes the nodes of an entry.
    pub fn take(&mut self, own: &Use) {
        let Use { start_s, end_s, .. } = *own;
        self.all.take(start_s, end_s, own.placement.iter().map(|piece| i64::from(piece.nodes)).sum());
        if !self.each.is_empty() {
            for piece in &own.placement {
                self.each[piece.cluster as usize].take(start_s, end_s, piece.nodes.into());
            }
        }
    }
}
