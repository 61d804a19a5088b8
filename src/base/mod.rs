//! What every room stands on: maths with the same bits everywhere, random streams, checksums, sorting, problems with input.

pub mod crc32;
pub mod digest;
pub mod maths;
pub mod order;
pub mod problem;
pub mod random;
