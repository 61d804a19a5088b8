//! Papers that are read from a file live as long as the program, like those that are compiled into it: what is read here is never freed.
//!
//! Texts are slices of the file, which must therefore have no escapes in them.

use super::claim::Claim;
use super::spot::At;
use serde::{Deserialize, Deserializer};

/// A list.
pub fn list<D, T>(from: D) -> Result<&'static [T], D::Error>
where
    D: Deserializer<'static>,
    T: Deserialize<'static>,
{
    Ok(Vec::leak(Vec::deserialize(from)?))
}

/// A single thing behind a reference.
pub fn one<D, T>(from: D) -> Result<&'static T, D::Error>
where
    D: Deserializer<'static>,
    T: Deserialize<'static>,
{
    Ok(Box::leak(Box::new(T::deserialize(from)?)))
}

/// Claims by figure.
pub fn claims<D: Deserializer<'static>>(from: D) -> Result<&'static [&'static [Claim]], D::Error> {
    let figures: Vec<Vec<Claim>> = Vec::deserialize(from)?;
    let figures = figures.into_iter().map(|claims| &*Vec::leak(claims));
    Ok(Vec::leak(figures.collect()))
}

/// Coordinates.
pub fn at<'de, D: Deserializer<'de>>(from: D) -> Result<At, D::Error> {
    let read: Vec<(String, f64)> = Vec::deserialize(from)?;
    let at = read.into_iter().map(|(path, value)| (&*path.leak(), value));
    Ok(Vec::leak(at.collect()))
}
