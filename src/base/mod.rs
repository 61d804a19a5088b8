//! What every room stands on: maths with the same bits everywhere, random streams, the digest, problems with input.

pub mod digest;
pub mod maths;
pub mod problem;
pub mod random;
