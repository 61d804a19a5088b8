//! A long series of observations in bounded memory: means of batches of equal size. If there are too many batches,
//! every two neighbouring batches are merged.

/// Maximum number of batches. If there are more, every two neighbouring batches are merged.
const MOST: usize = 2048;

/// Batch means of a series. Batches initially have 5 observations, as in MSER-5.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    means: Vec<f64>,
    size: u64,
    sum: f64,
    count: u64,
}

impl Default for Series {
    fn default() -> Series {
        Series { means: Vec::new(), size: 5, sum: 0.0, count: 0 }
    }
}

impl Series {
    /// Adds an observation.
    #[inline(always)]
    pub fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
        if self.count == self.size {
            self.close();
        }
    }

    #[inline(always)]
    fn close(&mut self) {
        self.means.push(self.sum / self.size as f64);
        self.sum = 0.0;
        self.count = 0;
        if self.means.len() == MOST {
            let pairs = self.means.chunks_exact(2);
            self.means = pairs.map(|pair| (pair[0] + pair[1]) / 2.0).collect();
            self.size *= 2;
        }
    }

    /// Means of the full batches, in order.
    pub fn means(&self) -> &[f64] {
        &self.means
    }

    /// Observations per batch.
    pub fn batch(&self) -> u64 {
        self.size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_of_five() {
        let mut series = Series::default();
        (0..12).for_each(|v| series.add(f64::from(v)));
        assert_eq!(series.means(), [2.0, 7.0]);
    }

    #[test]
    fn doubles_and_keeps_the_mean() {
        let mut series = Series::default();
        let n = 5 * 4096 * 3;
        (0..n).for_each(|v| series.add(f64::from(v)));
        assert!(series.means().len() <= MOST);
        assert_eq!(series.batch() * series.means().len() as u64, u64::from(n as u32));
        let mean = series.means().iter().sum::<f64>() / series.means().len() as f64;
        assert!((mean - (f64::from(n) - 1.0) / 2.0).abs() < 1e-6);
    }
}
