//! The wide-area network of a grid: a link between each two clusters, used to request admission and to send jobs.

use super::transfers::{Transfer, TransferKey, Transfers};
use crate::base::ends::Ends;
use crate::base::random::Stream;
use crate::platform::{BITS_PER_MB, BPS_PER_MBPS, mesh_link};
use crate::workload::Job;

/// Times of remote invocations on idle links \[ms\], drawn uniformly for each pair of clusters. They are in the order
/// of [`mesh_link`], so additional clusters do not change the earlier times.
pub fn invocations_ms([least, most]: [u32; 2], clusters: usize, seed: &str, replication: u32) -> Vec<f64> {
    let mut stream = Stream::new(seed, replication, "invocations", 0);
    let [least, most] = [least, most].map(f64::from);
    let pairs = clusters * clusters.saturating_sub(1) / 2;
    let draw = |_| least + (most - least) * stream.uniform();
    (0..pairs).map(draw).collect()
}

/// Background loads of the links, drawn uniformly up to `most` for each pair of clusters, in the order of [`mesh_link`].
pub fn loads(most: f64, clusters: usize, seed: &str, replication: u32) -> Vec<f64> {
    let mut stream = Stream::new(seed, replication, "wan background", 0);
    let pairs = clusters * clusters.saturating_sub(1) / 2;
    (0..pairs).map(|_| most * stream.uniform()).collect()
}

/// All links and their transfers.
#[derive(Clone, Debug)]
pub struct Wan {
    /// Capacity of each link that its background load leaves \[bit/s\].
    capacities_bps: Vec<f64>,
    /// Time of an invocation over each link \[ms\], including the effect of the link's background load.
    invocations_ms: Vec<f64>,
    /// Transfers of each link.
    transfers: Vec<Transfers>,
    /// For every link that is not idle, the end of the next transfer.
    ends: Ends,
}

impl Wan {
    /// Links without transfers, with this capacity, these invocation [times](invocations_ms) on idle links and these
    /// background [loads], each less than 1. A background load leaves the part 1 − load of the capacity, and multiplies
    /// the time of an invocation by 1/(1 − load).
    pub fn new(wan_mbps: f64, mut invocations_ms: Vec<f64>, loads: &[f64]) -> Wan {
        for (own, load) in invocations_ms.iter_mut().zip(loads) {
            *own /= 1.0 - load;
        }
        let left = loads.iter().map(|load| 1.0 - load);
        Wan {
            capacities_bps: left.map(|left| left * wan_mbps * BPS_PER_MBPS).collect(),
            transfers: vec![Transfers::default(); invocations_ms.len()],
            invocations_ms,
            ends: Ends::default(),
        }
    }

    /// Current time of an invocation between two clusters \[ms\]: its time on the idle link, multiplied by one plus the
    /// number of transfers on the link. Within one cluster it is 0.
    pub fn invocation_ms(&self, one: u32, other: u32) -> f64 {
        if one == other {
            return 0.0;
        }
        let link = mesh_link(one.min(other), one.max(other)) as usize;
        self.invocations_ms[link] * (1 + self.transfers[link].len()) as f64
    }

    /// Sends a job from its home to another cluster.
    pub fn send(&mut self, now_s: f64, job: Job, to: u32) {
        let link = mesh_link(job.home.min(to), job.home.max(to));
        let capacity_bps = self.capacities_bps[link as usize];
        let own = &mut self.transfers[link as usize];
        let idle = own.is_empty();
        own.begin(now_s, capacity_bps, job.size_mb * BITS_PER_MB, job, to);
        if let Some(next_s) = own.next_s(capacity_bps) {
            match idle {
                true => self.ends.push(next_s, u64::from(link), link),
                false => self.ends.reschedule(next_s, link),
            }
        }
    }

    /// Time \[s\] at which the next job arrives, if no other job is sent before.
    pub fn next_s(&self) -> Option<f64> {
        self.ends.next_s()
    }

    /// Removes the transfer that ends first; the time is that of [`next_s`](Wan::next_s).
    pub fn arrive(&mut self, now_s: f64) -> Option<Transfer> {
        let link = self.ends.pop()?;
        let own = &mut self.transfers[link as usize];
        let arrived = own.end(now_s);
        if let Some(next_s) = own.next_s(self.capacities_bps[link as usize]) {
            self.ends.push(next_s, u64::from(link), link);
        }
        arrived
    }

    /// The link over which a job is sent, and the key of its transfer; `None` if the job is not being sent.
    pub fn find(&self, job: u64) -> Option<(usize, TransferKey)> {
        let mut links = self.transfers.iter().enumerate();
        links.find_map(|(at, link)| Some((at, link.find(job)?)))
    }

    /// The destination of a job that [`find`](Wan::find) has found, and its time of arrival \[s\] if no other job is
    /// sent; `None` if it has arrived.
    pub fn outlook(&self, (link, key): (usize, TransferKey)) -> Option<(u32, f64)> {
        let capacity_bps = *self.capacities_bps.get(link)?;
        self.transfers.get(link)?.outlook(key, capacity_bps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(id: u64, home: u32, size_mb: f64) -> Job {
        Job { id, home, size_mb, ..Job::default() }
    }

    /// Links of 8 Mbps send 1 MB per second. Jobs 0 and 1 share link 0–2, one in each direction: 4 MB and 2 MB end at 6 and 4 s.
    /// Job 2 is alone on link 0–1: 5 MB in 5 s.
    #[test]
    fn links_by_hand() {
        let mut wan = Wan::new(8.0, vec![40.0, 45.0, 50.0], &[0.0; 3]);
        assert_eq!((wan.invocation_ms(0, 2), wan.invocation_ms(2, 1)), (45.0, 50.0));
        assert_eq!(wan.next_s(), None);
        wan.send(0.0, job(0, 0, 4.0), 2);
        wan.send(0.0, job(1, 2, 2.0), 0);
        wan.send(0.0, job(2, 1, 5.0), 0);
        assert_eq!((wan.invocation_ms(2, 0), wan.invocation_ms(0, 1)), (135.0, 80.0));
        assert_eq!(wan.invocation_ms(1, 1), 0.0);
        let sent = wan.find(0).unwrap();
        assert_eq!(wan.outlook(sent), Some((2, 6.0)));
        let mut arrived = Vec::new();
        while let Some(at_s) = wan.next_s() {
            let Transfer { job, to, begun_s } = wan.arrive(at_s).unwrap();
            assert_eq!(begun_s, 0.0);
            arrived.push((job.id, to, at_s));
        }
        assert_eq!(arrived, [(1, 0, 4.0), (2, 0, 5.0), (0, 2, 6.0)]);
        assert_eq!(wan.invocation_ms(0, 2), 45.0);
        assert_eq!((wan.outlook(sent), wan.find(0)), (None, None));
    }

    /// A background load of ¾ on a link of 8 Mbps leaves a quarter of a megabyte per second: 2 MB take 8 s. An
    /// invocation of 40 ms takes 160 ms, and 320 ms during a transfer. A load of ½ doubles the 50 ms.
    #[test]
    fn a_background_load_by_hand() {
        let mut wan = Wan::new(8.0, vec![40.0, 45.0, 50.0], &[0.75, 0.0, 0.5]);
        let all = |wan: &Wan| [(0, 1), (0, 2), (1, 2)].map(|(a, b)| wan.invocation_ms(a, b));
        assert_eq!(all(&wan), [160.0, 45.0, 100.0]);
        wan.send(3.0, job(0, 0, 2.0), 1);
        assert_eq!(all(&wan), [320.0, 45.0, 100.0]);
        let sent = wan.find(0).unwrap();
        assert_eq!((wan.next_s(), wan.outlook(sent)), (Some(11.0), Some((1, 11.0))));
    }

    #[test]
    fn loads_are_drawn_by_pair() {
        let of = |clusters, replication| loads(0.5, clusters, "wan", replication);
        assert_eq!(of(5, 0)[..6], of(4, 0));
        assert_ne!(of(4, 0), of(4, 1));
        assert!(of(40, 0).iter().all(|load| (0.0..0.5).contains(load)));
        assert_eq!(loads(0.0, 3, "wan", 0), [0.0; 3]);
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
