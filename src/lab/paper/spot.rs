//! The place in an experiment where something is measured: scheduler and point.

use super::region::Region;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::ops::Deref;

/// Swept parameters and their values.
pub type Coordinates = [(String, f64)];

/// Coordinates in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
pub struct At(Vec<(String, f64)>);

impl Deref for At {
    type Target = Coordinates;

    fn deref(&self) -> &Coordinates {
        &self.0
    }
}

impl TryFrom<Map<String, Value>> for At {
    type Error = String;

    fn try_from(map: Map<String, Value>) -> Result<At, String> {
        let number = |(path, value): (String, Value)| match value.as_f64() {
            Some(number) => Ok((path, number)),
            None => Err(format!("{path} is {value}, which is no number")),
        };
        map.into_iter().map(number).collect::<Result<_, _>>().map(At)
    }
}

/// A scheduler at a point of the sweep.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(from = "Written")]
pub struct Spot {
    /// Name of the scheduler in the results.
    pub scheduler: String,
    /// Coordinates of the point. If a parameter is left out, it has its value at the current point.
    pub at: At,
}

/// The JSON form of a spot.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Written {
    /// A scheduler at the current point.
    Here(String),
    There {
        scheduler: String,
        at: At,
    },
}

impl From<Written> for Spot {
    fn from(written: Written) -> Spot {
        match written {
            Written::Here(scheduler) => Spot { scheduler, at: At::default() },
            Written::There { scheduler, at } => Spot { scheduler, at },
        }
    }
}

/// A selection of points of a sweep.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Where {
    /// All points of the sweep.
    Anywhere,
    /// The points with these coordinates.
    At(At),
    /// The points at which a parameter has this value or more.
    From(String, f64),
    /// The points at which a parameter is between these values, both included.
    Between(String, f64, f64),
    /// Points in a region of load. This requires runs that end at a number of completions: a run that continues until
    /// all jobs have ended does not show which schedulers keep up.
    In(Region),
    /// Stable points at which co-allocation slows jobs down by 2 % or more on average.
    WithPenalty,
}

/// The way in which values at points are combined to one number.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Over {
    /// The value at the point with these coordinates. Coordinates that the spots give may be left out.
    Point(At),
    /// The statement must hold at every point. If the lower ends of all intervals are above 0, the statement holds, and
    /// the value is the one with the lowest lower end. Otherwise, if an interval's upper end is below 0, the value is
    /// the one with the lowest upper end. In all other cases, it is the value with the lowest lower end. In the latter
    /// two cases, every point could be the selected one, so the intervals are widened by Bonferroni's rule: the error
    /// probability is 5 % over all points.
    Every(Where),
    /// The statement must hold at some point. If an interval's lower end is above 0, the value is the one with the
    /// highest lower end. Otherwise it is the value with the highest upper end; if this end is below 0, the quantity is
    /// positive at no point.
    Some(Where),
    /// The statement must hold at more than half of the points, for sentences such as "in general" and "seems". The value is
    /// the one that decides: of the points in order, the first beyond half. The intervals are widened by Bonferroni's rule.
    Most(Where),
    /// The mean over the points, all of which must be in one region of load.
    Mean(Where),
}

impl Default for Over {
    fn default() -> Over {
        Over::Point(At::default())
    }
}

impl Over {
    /// The selection for the opposite statement: "at some point" becomes "at every point", and vice versa.
    pub fn negated(self) -> Over {
        match self {
            Over::Every(points) => Over::Some(points),
            Over::Some(points) => Over::Every(points),
            Over::Point(_) | Over::Most(_) | Over::Mean(_) => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_spot_is_a_name_or_has_coordinates_in_their_order() {
        let read = |value: Value| serde_json::from_value::<Spot>(value).map_err(|why| why.to_string());
        let here = read(json!("a1")).unwrap();
        assert_eq!((here.scheduler.as_str(), &*here.at), ("a1", &[][..]));
        let there = json!({ "scheduler": "a1", "at": { "workload.load": 0.5, "platform.speed_heterogeneity": 0 } });
        let at = [("workload.load".to_owned(), 0.5), ("platform.speed_heterogeneity".to_owned(), 0.0)];
        assert_eq!(&*read(there).unwrap().at, &at);
        assert!(read(json!({ "scheduler": "a1", "at": { "workload.load": "much" } })).is_err());
        assert!(read(json!({ "scheduler": "a1", "at": {}, "on": 1 })).is_err());
    }

    #[test]
    fn a_coordinate_is_a_number() {
        let wrong = serde_json::from_value::<At>(json!({ "workload.load": "much" })).unwrap_err().to_string();
        assert_eq!(wrong, "workload.load is \"much\", which is no number");
    }
}
