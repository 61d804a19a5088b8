//! The point and the scheduler that a finding is about, for figures.

use super::outcome::{coordinate, place};
use crate::experiment::reproduce::finding::Finding;
use crate::experiment::{Point, Results};
use crate::paper::{Coordinates, Over, Where};

impl Finding<'_> {
    /// Indices of the point and of the scheduler that the number is about first; `None` if it is about no single scheduler.
    pub fn spot(&self, results: &Results) -> Option<[usize; 2]> {
        let quantity = &self.claim.quantity;
        let spots = quantity.compare.spots();
        let first = spots.first()?;
        let fixed: &Coordinates = match &quantity.over {
            Over::Point(at)
            | Over::Every(Where::At(at))
            | Over::Some(Where::At(at))
            | Over::Most(Where::At(at))
            | Over::Mean(Where::At(at)) => at,
            Over::Every(_) | Over::Some(_) | Over::Most(_) | Over::Mean(_) => &[],
        };
        let is_here = |point: &Point| {
            let mut given = first.at.iter().chain(fixed);
            given.all(|(path, value)| coordinate(point, path) == Some(*value))
                && (self.place.is_empty() || self.place == place(point, fixed, spots))
        };
        let at = results.points.iter().position(|point| is_here(point))?;
        let scheduler = results.points[at].results.iter().position(|run| run.scheduler == first.scheduler)?;
        Some([at, scheduler])
    }
}
