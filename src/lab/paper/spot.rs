//! Where in an experiment something is measured.

use super::region::Region;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::ops::Deref;

/// Swept parameters and their values.
pub type Coordinates = [(String, f64)];

/// Coordinates in the order in which they are written.
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
    /// Its name in the results.
    pub scheduler: String,
    /// Where; what is not given is as at the point that is looked at.
    pub at: At,
}

/// How a spot is written.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Written {
    /// A scheduler at the point that is looked at.
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

/// Points of a sweep.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Where {
    /// All of them.
    Anywhere,
    /// Those that have these coordinates.
    At(At),
    /// Those at which a parameter has this value or more.
    From(String, f64),
    /// Those at which a parameter has one of these values or one in between.
    Between(String, f64, f64),
    /// Those of a region of load; only where runs end at a number of completions, for a run that goes on until all jobs have ended
    /// does not tell who keeps up.
    In(Region),
    /// The stable ones at which co-allocation slows jobs down by 2 % or more on average.
    WithPenalty,
}

/// How points of a sweep become one number.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Over {
    /// At this one; no coordinates are needed where the spots have them.
    Point(At),
    /// The value whose interval reaches lowest, if that is above 0: what holds there holds at every one of the points. Else that whose
    /// interval ends lowest, if it ends below 0, and the one that reaches lowest if none does. All points then had the chance to be it,
    /// so that the interval is as wide as Bonferroni's rule makes it: it errs with probability 5 % over all.
    Every(Where),
    /// The same upside down: the value whose interval begins highest, or reaches highest if none begins above 0. What is negative there is
    /// positive nowhere.
    Some(Where),
    /// The mean over the points, which must be of one region of load.
    Mean(Where),
}

impl Default for Over {
    fn default() -> Over {
        Over::Point(At::default())
    }
}

impl Over {
    /// Where a statement about all of these points, or some, must fail to be wrong: somewhere, or everywhere.
    pub fn negated(self) -> Over {
        match self {
            Over::Every(points) => Over::Some(points),
            Over::Some(points) => Over::Every(points),
            Over::Point(_) | Over::Mean(_) => self,
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
