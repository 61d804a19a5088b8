//! Two streams of jobs as one: those of a log, submitted to their own clusters, and requests to all clusters together.

use super::{Job, Source};

/// The jobs of one stream, which are local, and for as long as it lasts those of another.
pub struct Joined {
    local: Box<dyn Source>,
    meta: Box<dyn Source>,
    next_local: Option<Job>,
    next_meta: Option<Job>,
    /// The records of the next local job and of the job that came last.
    next_record: Option<usize>,
    record: Option<usize>,
    next_id: u64,
}

impl Joined {
    /// Both streams in order of arrival; of one time the local job comes first.
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
        if let Some(meta) = self
            .next_meta
            .filter(|meta| meta.arrival_s < local.arrival_s)
        {
            self.next_meta = self.meta.next();
            // Classes are those of the log.
            let class = 0;
            self.record = None;
            return Some(Job { id, class, ..meta });
        }
        self.record = self.next_record;
        self.next_local = self.local.next();
        self.next_record = self.local.record();
        Some(Job {
            id,
            local: true,
            ..local
        })
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

    struct At(Vec<f64>);

    impl Source for At {
        fn next(&mut self) -> Option<Job> {
            let arrival_s = self.0.pop()?;
            Some(Job {
                arrival_s,
                ..Job::default()
            })
        }

        fn total(&self) -> Option<u64> {
            Some(self.0.len() as u64)
        }
    }

    /// What comes after the last local job is left out.
    #[test]
    fn in_order_while_the_local_ones_last() {
        let (local, meta) = (At(vec![9.0, 5.0, 1.0]), At(vec![12.0, 8.0, 5.0, 0.5]));
        let mut joined = Joined::new(Box::new(local), Box::new(meta));
        let jobs: Vec<Job> = std::iter::from_fn(|| joined.next()).collect();
        let seen: Vec<_> = jobs.iter().map(|job| (job.arrival_s, job.local)).collect();
        let expected = [
            (0.5, false),
            (1.0, true),
            (5.0, true),
            (5.0, false),
            (8.0, false),
            (9.0, true),
        ];
        assert_eq!(seen, expected);
        assert!(jobs.iter().map(|job| job.id).eq(0..6));
    }
}
