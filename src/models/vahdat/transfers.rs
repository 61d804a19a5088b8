//! One wide-area link, whose capacity the transfers on it share equally (processor sharing).
//!
//! All transfers have the same rate, so they share one clock: the number of bits that the link has sent for each
//! transfer since it was last idle. A transfer ends when, since its beginning, the clock has advanced by the size of
//! the transfer. Starts and ends of transfers change only the rate of the clock. Every change costs O(log transfers).

use crate::workload::Job;
use std::collections::BTreeMap;

/// A job being sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transfer {
    /// The job.
    pub job: Job,
    /// The cluster that the job is sent to.
    pub to: u32,
    /// Time when the transfer began \[s\].
    pub begun_s: f64,
}

/// Key of a transfer on its link: the bits of the clock at which it ends, and the number of the job.
pub type TransferKey = (u64, u64);

/// Transfers on a link.
#[derive(Clone, Debug, Default)]
pub struct Transfers {
    /// The clock at time `settled_s`: number of bits that the link has sent for each transfer since it was last idle.
    clock_bits: f64,
    /// Time of the last begin or end of a transfer on the link \[s\].
    settled_s: f64,
    /// Transfers, sorted by the clock at their end, then by job. The clock is stored as the bits of a positive number,
    /// which sort like the number.
    by_end: BTreeMap<TransferKey, Transfer>,
}

impl Transfers {
    /// Number of transfers.
    pub fn len(&self) -> usize {
        self.by_end.len()
    }

    /// True if the link is idle.
    pub fn is_empty(&self) -> bool {
        self.by_end.is_empty()
    }

    /// The clock at the next end.
    fn next_bits(&self) -> Option<f64> {
        let ((bits, _), _) = self.by_end.first_key_value()?;
        Some(f64::from_bits(*bits))
    }

    /// Time \[s\] at which the clock shows `bits` if no transfer begins or ends before.
    fn when_s(&self, bits: f64, capacity_bps: f64) -> f64 {
        self.settled_s + (bits - self.clock_bits) * self.len() as f64 / capacity_bps
    }

    /// Time \[s\] at which the next transfer ends, if no other transfer begins before.
    pub fn next_s(&self, capacity_bps: f64) -> Option<f64> {
        Some(self.when_s(self.next_bits()?, capacity_bps))
    }

    /// Begins a transfer of `bits` bits, which sends a job to the cluster `to`.
    pub fn begin(&mut self, now_s: f64, capacity_bps: f64, bits: f64, job: Job, to: u32) {
        self.clock_bits = match self.next_bits() {
            // By rounding, the clock could pass an end that has not been handled yet; this prevents it.
            Some(next) => {
                let sent = (now_s - self.settled_s) * capacity_bps / self.len() as f64;
                (self.clock_bits + sent).min(next)
            }
            None => 0.0,
        };
        self.settled_s = now_s;
        let end = (self.clock_bits + bits).to_bits();
        let begun_s = now_s;
        let transfer = Transfer { job, to, begun_s };
        self.by_end.insert((end, job.id), transfer);
    }

    /// Removes and returns the transfer that ends first. `now_s` is the time of its end, given by
    /// [`next_s`](Transfers::next_s).
    pub fn end(&mut self, now_s: f64) -> Option<Transfer> {
        let ((bits, _), ended) = self.by_end.pop_first()?;
        self.clock_bits = f64::from_bits(bits);
        self.settled_s = now_s;
        Some(ended)
    }

    /// The key of the transfer of a job; `None` if the job is not sent over this link.
    pub fn find(&self, job: u64) -> Option<TransferKey> {
        self.by_end.keys().find(|(_, id)| *id == job).copied()
    }

    /// The destination of a transfer, and the time of its end \[s\] if no other transfer begins; `None` if the transfer
    /// has ended.
    pub fn outlook(&self, key: TransferKey, capacity_bps: f64) -> Option<(u32, f64)> {
        let own = self.by_end.get(&key)?;
        let mut until_s = self.settled_s;
        let (mut clock, mut left) = (self.clock_bits, self.len());
        // When a transfer ends, the remaining transfers get its share of the link.
        for (end, _) in self.by_end.keys().take_while(|(end, _)| *end <= key.0) {
            let end = f64::from_bits(*end);
            until_s += (end - clock) * left as f64 / capacity_bps;
            clock = end;
            left -= 1;
        }
        Some((own.to, until_s))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn job(id: u64) -> Job {
        Job { id, ..Job::default() }
    }

    /// All ends in order: (job, time).
    fn ends(transfers: &mut Transfers, capacity_bps: f64) -> Vec<(u64, f64)> {
        let mut ends = Vec::new();
        while let Some(at_s) = transfers.next_s(capacity_bps) {
            let ended = transfers.end(at_s).unwrap();
            ends.push((ended.job.id, at_s));
        }
        ends
    }

    /// A link of 10 bit/s. Job 0 of 100 bits is alone until 4 s; 60 bits are left. Then job 1 of 20 bits: both get 5 bit/s, and
    /// job 1 ends at 8 s. The remaining 40 bits of job 0 end at 12 s.
    #[test]
    fn two_share_by_hand() {
        let mut link = Transfers::default();
        link.begin(0.0, 10.0, 100.0, job(0), 3);
        assert_eq!(link.next_s(10.0), Some(10.0));
        link.begin(4.0, 10.0, 20.0, job(1), 5);
        let outlook = |link: &Transfers, job| link.outlook(link.find(job)?, 10.0);
        assert_eq!(outlook(&link, 1), Some((5, 8.0)));
        assert_eq!(outlook(&link, 0), Some((3, 12.0)));
        assert_eq!(outlook(&link, 2), None);
        assert_eq!(ends(&mut link, 10.0), [(1, 8.0), (0, 12.0)]);
        assert!(link.is_empty());
    }

    /// An empty transfer ends at once. Transfers of equal size end at the same time, in the order of their jobs.
    #[test]
    fn nothing_and_equals() {
        let mut link = Transfers::default();
        link.begin(7.0, 10.0, 0.0, job(4), 1);
        assert_eq!(ends(&mut link, 10.0), [(4, 7.0)]);
        for id in [9, 8] {
            link.begin(20.0, 10.0, 50.0, job(id), 1);
        }
        assert_eq!(ends(&mut link, 10.0), [(8, 30.0), (9, 30.0)]);
    }

    /// The slow reference: the remaining bits of each transfer.
    fn twin(begun: &[(f64, f64)], capacity_bps: f64) -> Vec<f64> {
        let mut left: Vec<(usize, f64)> = Vec::new();
        let mut ends = vec![0.0; begun.len()];
        let (mut now_s, mut next) = (0.0, 0);
        while next < begun.len() || !left.is_empty() {
            let rate = capacity_bps / left.len() as f64;
            let least = left.iter().map(|own| own.1).fold(f64::INFINITY, f64::min);
            let end_s = match left.is_empty() {
                true => f64::INFINITY,
                false => now_s + least / rate,
            };
            let begin_s = begun.get(next).map_or(f64::INFINITY, |own| own.0);
            let until_s = begin_s.min(end_s);
            for own in &mut left {
                own.1 -= (until_s - now_s) * rate;
            }
            now_s = until_s;
            if begin_s <= end_s {
                left.push((next, begun[next].1));
                next += 1;
            }
            left.retain(|&(transfer, bits)| {
                let there = bits < 1e-6;
                if there {
                    ends[transfer] = now_s;
                }
                !there
            });
        }
        ends
    }

    proptest! {
        #[test]
        fn ends_are_those_of_its_twin(
            list in prop::collection::vec((prop_oneof![Just(0.0), 0.0f64..10.0], prop_oneof![Just(50.0), 1.0f64..200.0]), 1..30),
        ) {
            let mut now_s = 0.0;
            let begun: Vec<(f64, f64)> = list.into_iter().map(|(gap_s, bits)| {
                now_s += gap_s;
                (now_s, bits)
            }).collect();
            let mut link = Transfers::default();
            let mut found = vec![0.0; begun.len()];
            for (id, &(begin_s, bits)) in begun.iter().enumerate() {
                while let Some(end_s) = link.next_s(10.0).filter(|&end_s| end_s <= begin_s) {
                    let ended = link.end(end_s).unwrap();
                    found[ended.job.id as usize] = end_s;
                }
                link.begin(begin_s, 10.0, bits, job(id as u64), 0);
                let alone = link.clone();
                let (_, until_s) = link.outlook(link.find(id as u64).unwrap(), 10.0).unwrap();
                let at = ends(&mut alone.clone(), 10.0).into_iter().find(|own| own.0 == id as u64).unwrap().1;
                prop_assert!((until_s - at).abs() < 1e-6);
            }
            for (id, end_s) in ends(&mut link, 10.0) {
                found[id as usize] = end_s;
            }
            for (found, wanted) in found.into_iter().zip(twin(&begun, 10.0)) {
                prop_assert!((found - wanted).abs() < 1e-6, "{found} {wanted}");
            }
        }
    }
}
