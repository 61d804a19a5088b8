//! Foundations of all packages: maths with the same bits on every target, the gamma distribution, random streams,
//! digests, end events, repeated additions, input problems.

pub mod correlation;
pub mod decimal;
pub mod digest;
pub mod ends;
pub mod gamma;
#[cfg(any(test, feature = "testing"))]
#[allow(clippy::unwrap_used, reason = "only tests use it")]
pub mod goodness;
pub mod maths;
pub mod problem;
pub mod random;
pub mod repeated;
