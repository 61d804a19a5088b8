//! Plans many suspended reservations again, if only free nodes decide when a job can start. Finds the same plan as
//! planning them one by one, but keeps the times of starts and ends in a form that is made for this alone.

use super::planned_use::Use;
use super::planner::Planner;
use super::profile::Room;
use super::stretch::Stretch;
use crate::platform::{Demands, Piece, Placement, State};
use crate::workload::Job;

impl Planner {
    /// Plans the jobs of suspended slots again, in order: their old start if possible or an earlier one, otherwise the
    /// earliest possible start. Returns the slots of the jobs; `None` if not only free nodes decide, or for few slots.
    pub fn replan(&mut self, now: (f64, &State), slots: &[u32]) -> Option<Vec<u32>> {
        let several = self.steady && !self.counts && !self.placer.policy.reads_links();
        let few = slots.len() < self.profile.blocks() + now.1.free().len();
        if few || self.stages_in() || !(self.by_home || several) {
            return None;
        }
        let mut rooms = self.profile.rooms(now);
        let planned = match several {
            true => {
                slots.iter().for_each(|&slot| self.replan_slot(now.0, slot, &mut rooms[0]));
                slots.to_vec()
            }
            false => self.replan_at_home(slots, &mut rooms),
        };
        self.profile.resume_all(&planned);
        Some(planned)
    }

    /// Plans jobs that run on their home cluster alone.
    fn replan_at_home(&mut self, slots: &[u32], rooms: &mut [Room]) -> Vec<u32> {
        let mut planned = Vec::with_capacity(slots.len());
        for (job, mut left) in self.profile.give_up_all(slots) {
            let cluster = if rooms.len() > 1 { job.home } else { 0 };
            let room = &mut rooms[cluster as usize];
            while left > 0 {
                let new = self.at_home(&job, (cluster, left), room);
                room.take(&new);
                left -= new.jobs;
                planned.push(self.profile.add_suspended(new));
            }
        }
        planned
    }

    /// The earliest start of a job, and of as many of `jobs` similar jobs as can start then.
    fn at_home(&mut self, job: &Job, (cluster, jobs): (u32, u32), room: &Room) -> Use {
        let wish = self.wish(job, f64::INFINITY);
        let Some(start_s) = self.profile.earliest_in(room, f64::NEG_INFINITY, wish) else {
            return Use::never(*job);
        };
        let time = planned_time(start_s, wish.length_s);
        let jobs = match jobs {
            1 => 1,
            _ => (room.least(start_s, time.until_s) / wish.nodes).clamp(1, jobs.into()) as u32,
        };
        let placement: Placement = std::iter::once(Piece { cluster, nodes: job.nodes * jobs }).collect();
        Use { jobs, ..Use::new(*job, placement, Demands::new(), time) }
    }

    /// Plans a job that may run on several clusters.
    fn replan_slot(&mut self, now_s: f64, slot: u32, room: &mut Room) {
        let own = self.profile.get(slot);
        let (job, start_s) = (own.job, own.start_s);
        let kept = start_s >= now_s && room.holds(own);
        let before_s = if kept { start_s } else { f64::INFINITY };
        let new = self.on_clusters(&job, before_s, room);
        if let Some(new) = new.or_else(|| (!kept).then(|| Use::never(job))) {
            self.profile.replace(slot, new);
        }
        room.take(self.profile.get(slot));
    }

    /// The earliest start of a job before `before_s`.
    fn on_clusters(&mut self, job: &Job, before_s: f64, room: &Room) -> Option<Use> {
        let wish = self.wish(job, before_s);
        let mut placement = Placement::new();
        let mut from_s = f64::NEG_INFINITY;
        loop {
            let start_s = self.profile.earliest_in(room, from_s, wish)?;
            let worst = self.profile.worst_in(room, start_s, start_s + wish.length_s);
            placement.clear();
            if self.placer.place_at(start_s, worst, job, &mut placement) {
                let time = planned_time(start_s, wish.length_s);
                return Some(Use::new(*job, placement, Demands::new(), time));
            }
            from_s = start_s.next_up();
        }
    }
}

/// Every job takes some time, even if its run time is tiny compared with the current time.
fn planned_time(start_s: f64, length_s: f64) -> Stretch {
    Stretch { from_s: start_s, until_s: (start_s + length_s).max(start_s.next_up()) }
}
