//! What every room stands on: maths with the same bits everywhere, random streams, the digest, sorting, problems with input.

pub mod digest;
pub mod maths;
pub mod order;
pub mod problem;
pub mod random;
