//! Memory and GPUs that jobs ask for.

use super::changed::{changed, drawn_kind};
use super::{Job, Source};
use crate::base::random::Stream;
use crate::platform::Amounts;

/// The jobs of `source` with the memory and the GPUs that they ask for on clusters with nodes of the amounts `per_node`. If kinds of jobs
/// are given, with shares that add up to at most 1, each job is of one of them, drawn by their shares, or asks for nothing; else it asks
/// for what the workload says. Drawn amounts depend only on seed, replication and job. A resource that no cluster has does not matter,
/// so that a log whose jobs name their memory also suits a platform without any.
pub fn requesting(
    source: Box<dyn Source>,
    kinds: Vec<(f64, Amounts)>,
    per_node: &[Amounts],
    seed: &str,
    replication: u32,
) -> Box<dyn Source> {
    let mut stream = Stream::new(seed, replication, "memory and GPUs", 0);
    let has_memory = per_node.iter().any(|own| own.memory_mb > 0);
    let has_gpus = per_node.iter().any(|own| own.microgpus > 0);
    changed(source, move |job| {
        let asked = match kinds.is_empty() {
            true => job.asks,
            false => {
                drawn_kind(kinds.iter().map(|own| own.0), stream.uniform()).map_or(Amounts::NONE, |kind| kinds[kind].1)
            }
        };
        let asks = Amounts {
            memory_mb: if has_memory { asked.memory_mb } else { 0 },
            microgpus: if has_gpus { asked.microgpus } else { 0 },
        };
        Job { asks, ..job }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Equal;

    impl Source for Equal {
        fn next(&mut self) -> Option<Job> {
            Some(Job::default())
        }

        fn total(&self) -> Option<u64> {
            None
        }
    }

    /// A quarter of the jobs asks for four GPUs, half of them for 64 GB.
    #[test]
    fn kinds_have_their_shares() {
        let kinds = vec![(0.25, Amounts::of(0.0, 4.0)), (0.5, Amounts::of(64.0, 0.0))];
        let both = [Amounts::of(128.0, 4.0)];
        let mut source = requesting(Box::new(Equal), kinds.clone(), &both, "s", 0);
        let drawn: Vec<Amounts> = (0..40_000).filter_map(|_| source.next()).map(|job| job.asks).collect();
        let share = |of: Amounts| drawn.iter().filter(|&&own| own == of).count() as f64 / 40_000.0;
        // Standard deviation at most √(0.25 / 40,000) = 0.0025.
        assert!((share(kinds[0].1) - 0.25).abs() < 0.01);
        assert!((share(kinds[1].1) - 0.5).abs() < 0.01);
        assert!((share(Amounts::NONE) - 0.25).abs() < 0.01);
        let memory = [Amounts::NONE, Amounts::of(128.0, 0.0)];
        let mut known = requesting(Box::new(Equal), kinds.clone(), &memory, "s", 0);
        let drawn: Vec<Amounts> = (0..1000).filter_map(|_| known.next()).map(|job| job.asks).collect();
        assert!(drawn.contains(&kinds[1].1) && !drawn.contains(&kinds[0].1));
    }
}
