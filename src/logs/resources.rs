//! Memory and GPUs that the jobs of a log asked for, per processor.
//!
//! Field 10 of the Standard Workload Format is the requested memory in KB. For GPUs, the format has no field; a text such as
//! `2097152,gpus=0.5` in field 10 has both.

use crate::base::decimal;
use crate::platform::{Amounts, MOST_GPUS, MOST_MEMORY_GB};

/// KB of a GB.
const KB_PER_GB: f64 = 1_048_576.0;
/// MiB of a GB.
const MIB_PER_GB: f64 = 1024.0;

/// Memory and GPUs in the text of field 10; nothing if the text cannot be read, or is unknown (-1).
pub(super) fn read(text: &str) -> Amounts {
    let (memory, gpus) = text.split_once(",gpus=").unwrap_or((text, "0"));
    let within = |text: &str, most: f64| decimal::parse(text).filter(|own| (0.0..=most).contains(own)).unwrap_or(0.0);
    Amounts::of(within(memory, MOST_MEMORY_GB * KB_PER_GB) / KB_PER_GB, within(gpus, MOST_GPUS))
}

/// The amounts as the text of field 10; -1 for nothing.
pub(super) fn written(asks: Amounts) -> String {
    let memory_kb = (asks.memory_gb() * KB_PER_GB).round();
    match (asks.memory_mb, asks.microgpus) {
        (0, 0) => "-1".to_owned(),
        (_, 0) => memory_kb.to_string(),
        _ => format!("{memory_kb},gpus={}", asks.gpus()),
    }
}

/// Request per processor of a job that asked for this memory and these GPUs on all its processors together.
pub(super) fn per_processor(memory_mib: Option<f64>, gpus: Option<u32>, processors: Option<u32>) -> Amounts {
    let processors = f64::from(processors.unwrap_or(1).max(1));
    let each = |all: f64, most: f64| if all >= 0.0 { (all / processors).min(most) } else { 0.0 };
    Amounts::of(
        each(memory_mib.unwrap_or(0.0) / MIB_PER_GB, MOST_MEMORY_GB),
        each(f64::from(gpus.unwrap_or(0)), MOST_GPUS),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn field_10_by_hand() {
        assert_eq!(read("2097152"), Amounts::of(2.0, 0.0));
        assert_eq!(read("2097152,gpus=0.5"), Amounts::of(2.0, 0.5));
        for text in ["-1", "x", "?", "1e300", "-1,gpus=-2", "nan", ",gpus="] {
            assert_eq!(read(text), Amounts::NONE, "{text}");
        }
        for asks in [Amounts::of(2.0, 0.5), Amounts::of(0.0, 4.0), Amounts::of(1.5, 0.0), Amounts::NONE] {
            assert_eq!(read(&written(asks)), asks);
        }
        // 64 GiB and a GPU on 8 cores.
        assert_eq!(per_processor(Some(65_536.0), Some(1), Some(8)), Amounts::of(8.0, 0.125));
    }
}
