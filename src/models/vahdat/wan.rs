//! The wide-area network of a grid: a link between each two clusters, over which jobs are asked for and sent.

use super::transfers::Transfers;
use crate::base::ends::Ends;
use crate::base::random::Stream;
use crate::platform::{BPS_PER_MBPS, mesh_link};
use crate::workload::Job;

/// Bits of a megabyte.
const BITS_PER_MB: f64 = 8e6;

/// Times \[ms\] of remote invocations on idle links, drawn evenly for each pair of so many clusters, in the order of
/// [`mesh_link`]: more clusters leave the first ones as they are.
pub fn invocations_ms(
    [least, most]: [u32; 2],
    clusters: usize,
    seed: &str,
    replication: u32,
) -> Vec<f64> {
    let mut stream = Stream::new(seed, replication, "invocations", 0);
    let [least, most] = [least, most].map(f64::from);
    let pairs = clusters * clusters.saturating_sub(1) / 2;
    let draw = |_| least + (most - least) * stream.uniform();
    (0..pairs).map(draw).collect()
}

/// All links, and what is on its way over them.
#[derive(Clone, Debug)]
pub struct Wan {
    capacity_bps: f64,
    /// By link.
    invocations_ms: Vec<f64>,
    /// By link.
    transfers: Vec<Transfers>,
    /// The next end of every link that is not idle.
    ends: Ends,
}

impl Wan {
    /// Idle links of this capacity, for pairs of clusters with these [times](invocations_ms) of invocation.
    pub fn new(wan_mbps: f64, invocations_ms: Vec<f64>) -> Wan {
        Wan {
            capacity_bps: wan_mbps * BPS_PER_MBPS,
            transfers: vec![Transfers::default(); invocations_ms.len()],
            invocations_ms,
            ends: Ends::default(),
        }
    }

    /// Time of an invocation between two clusters now \[ms\]: longer by as much again for every transfer on their link; 0 within one.
    pub fn invocation_ms(&self, one: u32, other: u32) -> f64 {
        if one == other {
            return 0.0;
        }
        let link = mesh_link(one.min(other), one.max(other)) as usize;
        self.invocations_ms[link] * (1 + self.transfers[link].len()) as f64
    }

    /// A job is sent from its home to another cluster.
    pub fn send(&mut self, now_s: f64, job: Job, to: u32) {
        let link = mesh_link(job.home.min(to), job.home.max(to));
        let own = &mut self.transfers[link as usize];
        let idle = own.is_empty();
        own.begin(now_s, self.capacity_bps, job.size_mb * BITS_PER_MB, job, to);
        if let Some(next_s) = own.next_s(self.capacity_bps) {
            match idle {
                true => self.ends.push(next_s, u64::from(link), link),
                false => self.ends.reschedule(next_s, link),
            }
        }
    }

    /// When the next job is there \[s\] if no other is sent before.
    pub fn next_s(&self) -> Option<f64> {
        self.ends.next_s()
    }

    /// Takes out the next job that is there, at the time that [`next_s`](Wan::next_s) said, and the cluster where it is.
    pub fn arrive(&mut self, now_s: f64) -> Option<(Job, u32)> {
        let link = self.ends.pop()?;
        let own = &mut self.transfers[link as usize];
        let arrived = own.end(now_s);
        if let Some(next_s) = own.next_s(self.capacity_bps) {
            self.ends.push(next_s, u64::from(link), link);
        }
        arrived
    }

    /// Where the job of this number is sent, and when it is there \[s\] if no other is sent; none if it is on no link.
    pub fn find(&self, job: u64) -> Option<(u32, f64)> {
        let mut links = self.transfers.iter();
        links.find_map(|link| link.find(job, self.capacity_bps))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(id: u64, home: u32, size_mb: f64) -> Job {
        Job {
            id,
            home,
            size_mb,
            ..Job::default()
        }
    }

    /// 8 Mbps send 1 MB a second. Jobs 0 and 1 share the link 0–2, one each way: 4 MB and 2 MB end at 6 and 4 s. Job 2 has 0–1 alone:
    /// 5 MB in 5 s.
    #[test]
    fn links_by_hand() {
        let mut wan = Wan::new(8.0, vec![40.0, 45.0, 50.0]);
        assert_eq!(
            (wan.invocation_ms(0, 2), wan.invocation_ms(2, 1)),
            (45.0, 50.0)
        );
        assert_eq!(wan.next_s(), None);
        wan.send(0.0, job(0, 0, 4.0), 2);
        wan.send(0.0, job(1, 2, 2.0), 0);
        wan.send(0.0, job(2, 1, 5.0), 0);
        assert_eq!(
            (wan.invocation_ms(2, 0), wan.invocation_ms(0, 1)),
            (135.0, 80.0)
        );
        assert_eq!(wan.invocation_ms(1, 1), 0.0);
        assert_eq!(wan.find(0), Some((2, 6.0)));
        let mut arrived = Vec::new();
        while let Some(at_s) = wan.next_s() {
            let (job, to) = wan.arrive(at_s).unwrap();
            arrived.push((job.id, to, at_s));
        }
        assert_eq!(arrived, [(1, 0, 4.0), (2, 0, 5.0), (0, 2, 6.0)]);
        assert_eq!(wan.invocation_ms(0, 2), 45.0);
    }

    #[test]
    fn invocations_are_drawn_by_pair() {
        let of = |clusters, replication| invocations_ms([40, 50], clusters, "wan", replication);
        assert_eq!(of(5, 0)[..6], of(4, 0));
        assert_ne!(of(4, 0), of(4, 1));
        assert!(of(40, 0).iter().all(|ms| (40.0..50.0).contains(ms)));
        assert!(of(1, 0).is_empty() && of(0, 0).is_empty());
        assert_eq!(invocations_ms([7, 7], 2, "wan", 0), [7.0]);
    }
}
