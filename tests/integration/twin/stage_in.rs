//! Data that jobs get before they run, second implementation: link by link.

use super::Twin;
use crate::messages::path;
use metasched::workload::Job;

impl Twin<'_> {
    /// Time in which a job gets its data on one cluster: each link of the way would take its time, and the slowest decides.
    fn data_on_s(&self, job: &Job, cluster: usize) -> f64 {
        let home = job.home as usize;
        if !self.platform.stages_in || cluster == home {
            return 0.0;
        }
        let capacities = self.platform.link_capacities_bps();
        let times =
            path(self.platform, home, cluster).into_iter().map(|link| job.size_mb * 8e6 / capacities[link] as f64);
        times.fold(0.0, f64::max)
    }

    /// Time in which a job gets its data on all its clusters.
    pub fn data_s(&self, job: &Job, pieces: &[(usize, u32)]) -> f64 {
        pieces.iter().map(|&(cluster, _)| self.data_on_s(job, cluster)).fold(0.0, f64::max)
    }

    /// Close to files: for each component, all clusters are sorted.
    pub fn close_to_files(&self, free: &[u32], job: &Job, limit: u32) -> Option<Vec<(usize, u32)>> {
        let mut left = free.to_vec();
        let mut pieces: Vec<(usize, u32)> = Vec::new();
        let mut missing = job.nodes;
        for others in (0..job.nodes.div_ceil(limit)).rev() {
            let size = missing.div_ceil(others + 1);
            missing -= size;
            let mut order: Vec<usize> = (0..free.len()).filter(|&cluster| left[cluster] >= size).collect();
            order.sort_by(|&a, &b| {
                let [one, other] = [a, b].map(|cluster| self.data_on_s(job, cluster));
                one.total_cmp(&other).then(left[b].cmp(&left[a]))
            });
            let cluster = *order.first()?;
            left[cluster] -= size;
            match pieces.iter_mut().find(|piece| piece.0 == cluster) {
                Some(piece) => piece.1 += size,
                None => pieces.push((cluster, size)),
            }
        }
        Some(pieces)
    }
}
