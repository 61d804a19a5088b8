//! Two merged streams of jobs. The local jobs come from a log and are submitted to single clusters. The other jobs are
//! submitted to all clusters together.

use super::{Job, Source};

/// The local jobs of one stream, merged with the jobs of a second stream until the local jobs end.
pub struct Joined {
    local: Box<dyn Source>,
    meta: Box<dyn Source>,
    next_local: Option<Job>,
    next_meta: Option<Job>,
    /// Index in the log of the record of the next local job, and of the record of the last returned job.
    next_record: Option<usize>,
    record: Option<usize>,
    next_id: u64,
}

impl Joined {
    /// Merges both streams in order of arrival. If two jobs arrive at the same time, the local job comes first.
    pub fn new(mut local: Box<dyn Source>, mut meta: Box<dyn Source>) -> Joined {
        Joined {
            next_local: local.next(),
            next_meta: meta.next(),
            next_record: local.record(),
            record: None,
            local,
            meta,
            next_id: 0,
        }
    }
}

impl Source for Joined {
    fn next(&mut self) -> Option<Job> {
        let local = self.next_local?;
        let id = self.next_id;
        self.next_id += 1;
        if let Some(meta) = self.next_meta.filter(|meta| meta.arrival_s < local.arrival_s) {
            self.next_meta = self.meta.next();
            // Classes are numbered as in the log, so jobs of the second stream have no class.
            let class = 0;
            self.record = None;
            return Some(Job { id, class, ..meta });
        }
        self.record = self.next_record;
        self.next_local = self.local.next();
        self.next_record = self.local.record();
        Some(Job { id, local: true, ..local })
    }

    fn total(&self) -> Option<u64> {
        None
    }

    fn record(&self) -> Option<usize> {
        self.record
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Jobs with these arrival times (in reverse order) and this class. The number of nodes equals the class. Records
    /// are numbered from 1.
    struct At {
        times_s: Vec<f64>,
        class: u16,
        record: usize,
    }

    fn at(times_s: &[f64], class: u16) -> Box<At> {
        Box::new(At { times_s: times_s.to_vec(), class, record: 0 })
    }

    impl Source for At {
        fn next(&mut self) -> Option<Job> {
            let arrival_s = self.times_s.pop()?;
            self.record += 1;
            Some(Job { id: 77, arrival_s, nodes: self.class.into(), class: self.class, ..Job::default() })
        }

        fn total(&self) -> Option<u64> {
            Some(self.times_s.len() as u64)
        }

        fn record(&self) -> Option<usize> {
            Some(self.record)
        }
    }

    /// Jobs of the second stream that arrive after the last local job are dropped.
    #[test]
    fn in_order_while_the_local_ones_last() {
        let mut joined = Joined::new(at(&[9.0, 5.0, 1.0], 4), at(&[12.0, 8.0, 5.0, 0.5], 6));
        assert_eq!((joined.total(), joined.record()), (None, None));
        // For each job: its arrival time, a flag that is true for a local job, its class, its nodes, and its record in
        // the log.
        let expected = [
            (0.5, false, 0, 6, None),
            (1.0, true, 4, 4, Some(1)),
            (5.0, true, 4, 4, Some(2)),
            (5.0, false, 0, 6, None),
            (8.0, false, 0, 6, None),
            (9.0, true, 4, 4, Some(3)),
        ];
        for (id, expected) in (0..).zip(expected) {
            let job = joined.next().unwrap();
            let seen = (job.arrival_s, job.local, job.class, job.nodes, joined.record());
            assert_eq!((job.id, seen), (id, expected));
        }
        assert_eq!(joined.next(), None);
    }
}
