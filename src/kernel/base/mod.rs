//! What every room stands on: maths with the same bits everywhere, the gamma law, polynomials, random streams, digests,
//! ends that move, repeated additions, problems with input, the name that was meant.

pub mod clock;
pub mod correlation;
pub mod decimal;
pub mod digest;
pub mod ends;
pub mod gamma;
#[cfg(any(test, feature = "testing"))]
#[allow(clippy::unwrap_used, reason = "only tests use it")]
pub mod goodness;
pub mod listed;
pub mod markdown;
pub mod maths;
pub mod nearest;
pub mod number;
pub mod polynomial;
pub mod problem;
pub mod random;
pub mod repeated;
