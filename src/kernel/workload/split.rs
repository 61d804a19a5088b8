//! Job splitting: a job larger than every cluster arrives as several jobs (Shih et al. §4.1, workload C2).

use super::{Job, Source};
use crate::parameter::declare::choices;

choices! {
    /// Treatment of a job that is larger than every cluster.
    Oversized = Keep, {
        /// It stays as it is; a scheduler that does not co-allocate cannot start it.
        Keep = "keep", "Keep";
        /// It arrives as several jobs: pieces of the size of the largest cluster, and a rest.
        Split = "split", "Split";
    }
}

/// Maximum number of pieces. A job that would need more pieces is not split. No platform has so many clusters, so the
/// job is too large and is rejected.
pub const MOST_PIECES: u32 = 10_000;

/// Number of jobs into which a job of `nodes` nodes is split, if each piece has at most `piece` ≥ 1 nodes.
pub fn pieces(nodes: u32, piece: u32) -> u32 {
    let pieces = nodes.div_ceil(piece).max(1);
    if pieces > MOST_PIECES { 1 } else { pieces }
}

/// A stream of jobs with at most `piece` nodes each. Jobs that would need more than [`MOST_PIECES`] pieces are not
/// split. The pieces of a job arrive together, first the full pieces and then the rest. Each piece has the run time of
/// the whole job.
pub struct Split {
    source: Box<dyn Source>,
    piece: u32,
    /// The rest of the current job, as a job: its nodes that have not been returned in pieces yet.
    rest: Option<Job>,
    next_id: u64,
}

impl Split {
    /// Splits the jobs of `source` into pieces of at most `piece` nodes.
    pub fn new(source: Box<dyn Source>, piece: u32) -> Split {
        Split { source, piece: piece.max(1), rest: None, next_id: 0 }
    }
}

impl Source for Split {
    fn next(&mut self) -> Option<Job> {
        let mut job = match self.rest.take() {
            Some(rest) => rest,
            None => self.source.next()?,
        };
        if pieces(job.nodes, self.piece) > 1 {
            self.rest = Some(Job { nodes: job.nodes - self.piece, ..job });
            job.nodes = self.piece;
        }
        job.id = self.next_id;
        self.next_id += 1;
        Some(job)
    }

    /// Before the stream ends, the number of pieces is not known.
    fn total(&self) -> Option<u64> {
        None
    }

    fn record(&self) -> Option<usize> {
        self.source.record()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    /// A source whose record is the number of its remaining jobs.
    struct Listed(VecDeque<Job>);

    impl Source for Listed {
        fn next(&mut self) -> Option<Job> {
            self.0.pop_front()
        }

        fn total(&self) -> Option<u64> {
            None
        }

        fn record(&self) -> Option<usize> {
            Some(self.0.len())
        }
    }

    fn split(sizes: &[u32], piece: u32) -> Vec<Job> {
        let job = |(id, &nodes): (usize, &u32)| Job {
            id: id as u64,
            arrival_s: 10.0 * id as f64,
            home: id as u32,
            nodes,
            ..Job::default()
        };
        let mut source = Split::new(Box::new(Listed(sizes.iter().enumerate().map(job).collect())), piece);
        std::iter::from_fn(|| source.next()).collect()
    }

    /// The paper's example: a job on 20 000 processors becomes two pieces of 8192 and one piece of 3616.
    #[test]
    fn the_example_of_the_paper() {
        let jobs = split(&[5, 20_000, 8192, 16_384], 8192);
        let sizes: Vec<u32> = jobs.iter().map(|job| job.nodes).collect();
        assert_eq!(sizes, [5, 8192, 8192, 3616, 8192, 8192, 8192]);
        let homes: Vec<(u64, u32, f64)> = jobs.iter().map(|job| (job.id, job.home, job.arrival_s)).collect();
        assert_eq!(homes[1..4], [(1, 1, 10.0), (2, 1, 10.0), (3, 1, 10.0)]);
        assert_eq!(homes[6], (6, 3, 30.0));
    }

    #[test]
    fn pieces_are_of_the_record_of_their_job() {
        let two = VecDeque::from([Job::default(); 2]);
        let source = Split::new(Box::new(Listed(two)), 8);
        assert_eq!((source.record(), source.total()), (Some(2), None));
    }

    /// 10,000 pieces of 3 nodes have 30,000 nodes, so a job with one more node would need one piece too many.
    #[test]
    fn a_job_of_too_many_pieces_stays_whole() {
        assert_eq!(split(&[30_000], 3).len(), 10_000);
        let jobs = split(&[30_001, 5, u32::MAX], 3);
        let sizes: Vec<u32> = jobs.iter().map(|job| job.nodes).collect();
        assert_eq!(sizes, [30_001, 3, 2, u32::MAX]);
    }

    proptest! {
        #[test]
        fn nothing_is_lost(sizes in prop::collection::vec(1u32..5000, 1..20), piece in 1u32..600) {
            let jobs = split(&sizes, piece);
            prop_assert!(jobs.iter().all(|job| (1..=piece).contains(&job.nodes)));
            prop_assert!(jobs.iter().zip(0..).all(|(job, id)| job.id == id));
            for (home, &size) in sizes.iter().enumerate() {
                let own = jobs.iter().filter(|job| job.home as usize == home);
                let (count, sum) = own.fold((0, 0), |(count, sum), job| (count + 1, sum + job.nodes));
                prop_assert_eq!((count, sum), (size.div_ceil(piece), size));
            }
        }
    }
}
