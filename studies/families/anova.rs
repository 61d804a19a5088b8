//! Shares of variance in an experiment with three crossed factors, whose replications are blocks.

use metasched::metrics::confidence::t975;

/// Values by level of the first, second and third factor, then by replication.
pub type Factorial = Vec<Vec<Vec<Vec<f64>>>>;

/// Names of the parts of the variance, in the order of [`shares`]. A bit of the index is a factor, but the last part is
/// what the factors do not explain.
pub const PARTS: [&str; 8] = [
    "family",
    "order",
    "family × order",
    "backfilling",
    "family × backfilling",
    "order × backfilling",
    "all three",
    "rest",
];

/// Shares of the sum of squares within blocks, by [`PARTS`]: each main effect, each interaction, and the rest, which is how
/// differently the replications answer. All cells have the same number of replications.
pub fn shares(table: &Factorial) -> [f64; 8] {
    let replications = table[0][0][0].len();
    let cells = || table.iter().flatten().flatten();
    let count = cells().count() as f64;
    // The mean of a block is that of its replication over all cells.
    let block = |r: usize| cells().map(|cell| cell[r]).sum::<f64>() / count;
    let blocks: Vec<f64> = (0..replications).map(block).collect();
    let centred = |f: usize, o: usize, b: usize| {
        table[f][o][b].iter().zip(&blocks).map(|(value, block)| value - block).sum::<f64>() / replications as f64
    };
    let levels = [table.len(), table[0].len(), table[0][0].len()];
    let all = |levels: [usize; 3]| {
        (0..levels[0]).flat_map(move |f| (0..levels[1]).flat_map(move |o| (0..levels[2]).map(move |b| [f, o, b])))
    };
    // Mean over all cells with the same levels of the factors in `kept`.
    let marginal = |kept: usize, at: [usize; 3]| {
        let fixed = |factor: usize| kept & 1 << factor != 0;
        let same = all(levels).filter(|own| (0..3).all(|factor| !fixed(factor) || own[factor] == at[factor]));
        let (sum, cells) = same.fold((0.0, 0), |(sum, cells), [f, o, b]| (sum + centred(f, o, b), cells + 1));
        sum / f64::from(cells)
    };
    // Effect of exactly the factors in `part`: inclusion and exclusion of the marginal means.
    let effect = |part: usize, at: [usize; 3]| {
        let parts = (0..8usize).filter(|kept| kept & !part == 0);
        let sign = |kept: usize| if (part ^ kept).count_ones().is_multiple_of(2) { 1.0 } else { -1.0 };
        parts.map(|kept| sign(kept) * marginal(kept, at)).sum::<f64>()
    };
    let mut squares = [0.0; 8];
    for part in 1..8 {
        squares[part - 1] = all(levels).map(|at| effect(part, at).powi(2)).sum::<f64>() * replications as f64;
    }
    let within = |cell: &Vec<f64>| cell.iter().zip(&blocks).map(|(value, block)| (value - block).powi(2)).sum::<f64>();
    let total: f64 = cells().map(within).sum();
    squares[7] = total - squares[..7].iter().sum::<f64>();
    squares.map(|own| own / total)
}

/// The shares, each with the half width of its 95 % interval by the jackknife over the replications.
pub fn with_intervals(table: &Factorial) -> [(f64, f64); 8] {
    let replications = table[0][0][0].len();
    let without = |left_out: usize| -> Factorial {
        let cell = |cell: &Vec<f64>| {
            let kept = cell.iter().enumerate().filter(|(r, _)| *r != left_out);
            kept.map(|(_, value)| *value).collect()
        };
        table.iter().map(|f| f.iter().map(|o| o.iter().map(cell).collect()).collect()).collect()
    };
    let each: Vec<[f64; 8]> = (0..replications).map(|r| shares(&without(r))).collect();
    let (whole, n) = (shares(table), replications as f64);
    std::array::from_fn(|part| {
        let mean = each.iter().map(|own| own[part]).sum::<f64>() / n;
        let squares: f64 = each.iter().map(|own| (own[part] - mean).powi(2)).sum();
        (whole[part], t975(replications - 1) * ((n - 1.0) / n * squares).sqrt())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: [f64; 8], expected: [f64; 8]) {
        for (part, (found, expected)) in found.iter().zip(expected).enumerate() {
            assert!((found - expected).abs() < 1e-12, "{}: {found} instead of {expected}", PARTS[part]);
        }
    }

    /// Two families, two orders, two kinds of backfilling, two replications.
    fn table(value: impl Fn(f64, f64, f64, f64) -> f64) -> Factorial {
        let two = [-1.0, 1.0];
        let orders = |f| two.map(|o| two.map(|b| two.map(|r| value(f, o, b, r)).to_vec()).to_vec()).to_vec();
        two.map(orders).to_vec()
    }

    /// An effect of ± e contributes 16 e² to the sum of squares of 16 values.
    #[test]
    fn shares_by_hand() {
        // Family ± 3, order ± 2, family × order ± 1: squares 9, 4 and 1 of 14. The blocks, ± 10, do not count.
        let additive = table(|f, o, _, r| 100.0 + 3.0 * f + 2.0 * o + f * o + 10.0 * r);
        near(shares(&additive), [9.0 / 14.0, 4.0 / 14.0, 1.0 / 14.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        // Backfilling ± 1, its interactions ± 1, ± 2 and ± 1, and an answer of ± 3 that differs by replication.
        let mixed = table(|f, o, b, r| b + f * b + 2.0 * o * b + f * o * b + 3.0 * f * r);
        near(shares(&mixed), [0.0, 0.0, 0.0, 1.0 / 16.0, 1.0 / 16.0, 4.0 / 16.0, 1.0 / 16.0, 9.0 / 16.0]);
    }

    #[test]
    fn equal_replications_have_no_interval() {
        let found = with_intervals(&table(|f, o, _, r| 3.0 * f + 2.0 * o + r));
        assert!((found[0].0 - 9.0 / 13.0).abs() < 1e-12 && found.iter().all(|(_, half)| half.abs() < 1e-12));
    }
}
