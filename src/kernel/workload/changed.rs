//! A stream whose jobs are changed one by one.

use super::{Dependencies, Job, Source};
use std::sync::Arc;

/// The jobs of a stream, each changed by `change`, in order of arrival. Their number, records and dependencies stay.
pub struct Changed<F> {
    source: Box<dyn Source>,
    change: F,
}

/// The jobs of `source`, each changed by `change`.
pub fn changed(source: Box<dyn Source>, change: impl FnMut(Job) -> Job + 'static) -> Box<dyn Source> {
    Box::new(Changed { source, change })
}

impl<F: FnMut(Job) -> Job> Source for Changed<F> {
    fn next(&mut self) -> Option<Job> {
        self.source.next().map(&mut self.change)
    }

    fn total(&self) -> Option<u64> {
        self.source.total()
    }

    fn record(&self) -> Option<usize> {
        self.source.record()
    }

    fn dependencies(&self) -> Option<Arc<Dependencies>> {
        self.source.dependencies()
    }
}

/// Index of the kind of a job, drawn by the shares of the kinds, which add up to at most 1; `None` for a job of no kind. `uniform` is
/// uniform on (0, 1).
pub(super) fn drawn_kind(shares: impl Iterator<Item = f64>, uniform: f64) -> Option<usize> {
    let mut left = uniform;
    shares.enumerate().find_map(|(kind, share)| {
        left -= share;
        (left < 0.0).then_some(kind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Two;

    impl Source for Two {
        fn next(&mut self) -> Option<Job> {
            Some(Job::default())
        }

        fn total(&self) -> Option<u64> {
            Some(2)
        }

        fn record(&self) -> Option<usize> {
            Some(3)
        }
    }

    #[test]
    fn only_the_jobs_change() {
        let mut own = changed(Box::new(Two), |job| Job { nodes: job.nodes + 4, ..job });
        assert_eq!(own.next(), Some(Job { nodes: Job::default().nodes + 4, ..Job::default() }));
        assert_eq!((own.total(), own.record(), own.dependencies()), (Some(2), Some(3), None));
    }

    #[test]
    fn kinds_by_hand() {
        let kind = |uniform| drawn_kind([0.25, 0.5].into_iter(), uniform);
        assert_eq!([0.1, 0.3, 0.74, 0.76].map(kind), [Some(0), Some(1), Some(1), None]);
    }
}
