//! Waiting jobs in an order that changes with time. Their positions in the order are computed at every instant. But the
//! jobs are not sorted, because only few jobs are needed before the next instant.

use super::tried::Places;
use crate::scheduler::order::Place;
use crate::workload::Job;

/// Waiting jobs with their current positions in the order.
#[derive(Clone, Debug)]
pub(super) struct Unsorted {
    jobs: Vec<Job>,
    places: Vec<Places>,
    /// Number of nodes of each job. The list is separate, because these numbers are read most often.
    sizes: Vec<u32>,
    /// Lower bound on the sizes.
    least: u32,
}

impl Default for Unsorted {
    fn default() -> Unsorted {
        Unsorted { jobs: Vec::new(), places: Vec::new(), sizes: Vec::new(), least: u32::MAX }
    }
}

impl Unsorted {
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    pub fn push(&mut self, places: Places, job: Job) {
        self.jobs.push(job);
        self.places.push(places);
        self.sizes.push(job.nodes);
        self.least = self.least.min(job.nodes);
    }

    /// Updates the positions of all jobs. `places` appends the positions to a list, in the order of the given jobs.
    pub fn line_up(&mut self, places: &mut impl FnMut(&[Job], &mut Vec<Places>)) {
        self.places.clear();
        places(&self.jobs, &mut self.places);
        self.least = self.sizes.iter().copied().min().unwrap_or(u32::MAX);
    }

    /// The first job, in the order of trying, from a given position on, that needs at most `reach` nodes.
    pub fn first(&self, from: Place, reach: u32) -> Option<(Place, Job)> {
        if self.least > reach {
            return None;
        }
        let mut first: Option<(Place, usize)> = None;
        for (at, &nodes) in self.sizes.iter().enumerate() {
            if nodes <= reach {
                let place = self.places[at].tried;
                if place >= from && first.is_none_or(|(first, _)| place < first) {
                    first = Some((place, at));
                }
            }
        }
        first.map(|(place, at)| (place, self.jobs[at]))
    }

    /// Position of the queue's first job.
    pub fn head(&self) -> Option<Place> {
        self.places.iter().map(|own| own.queue).min()
    }

    /// Removes the job with this position in the order of trying.
    pub fn remove(&mut self, tried: Place) -> Option<Job> {
        self.take(|own| own.tried == tried)
    }

    /// Removes the job with this position in the queue.
    pub fn pop(&mut self, queue: Place) -> Option<Job> {
        self.take(|own| own.queue == queue)
    }

    /// Removes the job with this number.
    pub fn withdraw(&mut self, job: u64) -> Option<Job> {
        let at = self.jobs.iter().position(|own| own.id == job)?;
        Some(self.take_at(at))
    }

    fn take(&mut self, at: impl FnMut(&Places) -> bool) -> Option<Job> {
        let at = self.places.iter().position(at)?;
        Some(self.take_at(at))
    }

    fn take_at(&mut self, at: usize) -> Job {
        self.places.swap_remove(at);
        self.sizes.swap_remove(at);
        self.jobs.swap_remove(at)
    }
}
