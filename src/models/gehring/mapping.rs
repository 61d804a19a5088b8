//! The mapping of a request onto machines (G §5.1).
//!
//! An asynchronous request is divided into as few parts as possible. A synchronous request runs on a single machine if
//! one has room, on the tightest. Else it is divided into as many parts as possible, since many slow connections delay
//! it no more than a single one. The smallest numbers of free processors are used first, which leaves whole machines to
//! other requests. Ties are broken by index.

use crate::platform::{Piece, Placement};

/// A mapping's reusable buffers.
#[derive(Clone, Debug, Default)]
pub struct Mapping {
    /// Free processors left on each machine, by index.
    left: Vec<u32>,
    /// Indices of machines, sorted by free processors.
    order: Vec<u32>,
}

impl Mapping {
    /// Maps `processors` onto machines with these free processors. Together the machines have enough.
    pub fn place(&mut self, processors: u32, moldable: bool, free: &[u32], placement: &mut Placement) {
        placement.clear();
        if let Some(machine) = tightest(free, processors) {
            placement.push(piece(machine, processors));
        } else if moldable {
            self.few_parts(processors, free, placement);
        } else {
            self.many_parts(processors, free, placement);
        }
        crate::platform::sort_by_cluster(placement);
    }

    /// Fills the machines with most free processors, one after the other, until a single machine can hold the rest. Of
    /// the machines that can hold the rest, takes the one with the fewest free processors.
    fn few_parts(&mut self, processors: u32, free: &[u32], placement: &mut Placement) {
        self.left.clear();
        self.left.extend_from_slice(free);
        let mut rest = processors;
        loop {
            if let Some(machine) = tightest(&self.left, rest) {
                placement.push(piece(machine, rest));
                return;
            }
            let most = self.left.iter().copied().max().unwrap_or(0);
            let Some(largest) = tightest(&self.left, most).filter(|_| most > 0) else {
                return;
            };
            placement.push(piece(largest, most));
            self.left[largest as usize] = 0;
            rest -= most;
        }
    }

    /// Fills machines one after the other; those with the fewest free processors are filled first.
    fn many_parts(&mut self, processors: u32, free: &[u32], placement: &mut Placement) {
        let free_of = |machine: &u32| free[*machine as usize];
        self.order.clear();
        let machines = 0..free.len() as u32;
        self.order.extend(machines.filter(|own| free_of(own) > 0));
        self.order.sort_by_key(free_of);
        let mut rest = processors;
        for machine in &self.order {
            let own = free_of(machine).min(rest);
            if own > 0 {
                placement.push(piece(*machine, own));
            }
            rest -= own;
        }
    }
}

fn piece(cluster: u32, nodes: u32) -> Piece {
    Piece { cluster, nodes }
}

/// Of the machines that have room for all `processors`, the one with the fewest free processors; ties by index.
fn tightest(free: &[u32], processors: u32) -> Option<u32> {
    let mut best: Option<(u32, usize)> = None;
    for (machine, &own) in free.iter().enumerate() {
        if own >= processors && best.is_none_or(|(least, _)| own < least) {
            best = Some((own, machine));
        }
    }
    best.map(|(_, machine)| machine as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn placed(processors: u32, moldable: bool, free: &[u32]) -> Vec<(u32, u32)> {
        let mut placement = Placement::new();
        Mapping::default().place(processors, moldable, free, &mut placement);
        placement.iter().map(|piece| (piece.cluster, piece.nodes)).collect()
    }

    #[test]
    fn one_machine_if_one_has_room() {
        for moldable in [false, true] {
            assert_eq!(placed(4, moldable, &[3, 8, 5, 5]), [(2, 4)]);
        }
    }

    /// Maps 10 processors onto machines with 3, 8 and 5 free processors. With few parts, they are all 8 of one machine
    /// and 2 of the machine with 3. With many parts, they are all 3, all 5, and 2 of the 8.
    #[test]
    fn few_parts_or_many() {
        assert_eq!(placed(10, true, &[3, 8, 5]), [(0, 2), (1, 8)]);
        assert_eq!(placed(10, false, &[3, 8, 5]), [(0, 3), (1, 2), (2, 5)]);
        assert_eq!(placed(16, true, &[3, 8, 5]), [(0, 3), (1, 8), (2, 5)]);
        assert_eq!(placed(9, false, &[0, 6, 6]), [(1, 6), (2, 3)]);
    }

    /// The fewest and the most machines that can hold `processors`, from all subsets of machines.
    fn bounds(processors: u32, free: &[u32]) -> (usize, usize) {
        let sizes = (0u32..1 << free.len()).filter_map(|subset| {
            let own = |i: &usize| subset >> i & 1 == 1 && free[*i] > 0;
            let members: Vec<usize> = (0..free.len()).filter(own).collect();
            let sum: u32 = members.iter().map(|&i| free[i]).sum();
            let all_needed = members.len() as u32 <= processors;
            (members.len() as u32 == subset.count_ones() && sum >= processors && all_needed).then_some(members.len())
        });
        let sizes: Vec<usize> = sizes.collect();
        (*sizes.iter().min().unwrap(), *sizes.iter().max().unwrap())
    }

    proptest! {
        #[test]
        fn every_part_fits_and_their_number_is_right(
            free in prop::collection::vec(0u32..12, 1..7), share in 0.0f64..1.0, moldable: bool,
        ) {
            let total: u32 = free.iter().sum();
            prop_assume!(total > 0);
            let processors = 1 + (share * f64::from(total - 1)) as u32;
            let parts = placed(processors, moldable, &free);
            prop_assert_eq!(parts.iter().map(|part| part.1).sum::<u32>(), processors);
            prop_assert!(parts.iter().all(|&(machine, own)| own > 0 && own <= free[machine as usize]));
            prop_assert!(parts.windows(2).all(|pair| pair[0].0 < pair[1].0));
            let (fewest, _) = bounds(processors, &free);
            if moldable || fewest == 1 {
                prop_assert_eq!(parts.len(), fewest);
            } else {
                // The smallest machines are filled first, so every unused machine has at least as many free processors
                // as each used machine.
                let used: Vec<u32> = parts.iter().map(|part| part.0).collect();
                let most_used = used.iter().map(|&m| free[m as usize]).max().unwrap();
                let left_out = (0..free.len()).filter(|m| !used.contains(&(*m as u32)) && free[*m] > 0);
                prop_assert!(left_out.map(|m| free[m]).all(|own| own >= most_used));
            }
        }
    }
}
