//! Job splitting: a job that is larger than every cluster arrives as several (Shih et al. §4.1, workload C2).

use super::{Job, Source};

/// A stream in which no job is larger than a piece. The pieces of a job arrive together, first the full ones and then the
/// rest; each has the whole job's run time.
pub struct Split {
    source: Box<dyn Source>,
    piece: u32,
    /// What has not arrived yet of the job before.
    rest: Option<Job>,
    next_id: u64,
}

impl Split {
    /// Splits the jobs of `source` into pieces of at most `piece` nodes.
    pub fn new(source: Box<dyn Source>, piece: u32) -> Split {
        Split {
            source,
            piece: piece.max(1),
            rest: None,
            next_id: 0,
        }
    }
}

impl Source for Split {
    fn next(&mut self) -> Option<Job> {
        let mut job = match self.rest.take() {
            Some(rest) => rest,
            None => self.source.next()?,
        };
        if job.nodes > self.piece {
            self.rest = Some(Job {
                nodes: job.nodes - self.piece,
                ..job
            });
            job.nodes = self.piece;
        }
        job.id = self.next_id;
        self.next_id += 1;
        Some(job)
    }

    /// The pieces are not counted beforehand.
    fn total(&self) -> Option<u64> {
        None
    }
}
