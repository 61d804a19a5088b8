//! Strips under the Gantt chart, on its time axis: link load, queue length, utilisation. Here is the data; see
//! [`draw`](crate::chart::gantt_chart::strip_draw::draw) for the drawing.

use crate::words::number;

/// Strips, from top to bottom.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StripChart {
    /// The strips.
    pub strips: Vec<Strip>,
    /// Old results shown while the new ones are computed.
    pub faded: bool,
}

/// One strip: a quantity that jumps from value to value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strip {
    /// Name: "Link 1", "Jobs waiting".
    pub name: String,
    /// What kind of quantity it is.
    pub kind: StripKind,
    /// Its values over time.
    pub steps: Steps,
    /// The largest of them that is a number, at least 0: its scale does not depend on what is seen.
    pub largest: f64,
}

/// What a strip shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StripKind {
    /// Demand over capacity of a link; a line at 100 %, above it in warning colour.
    Load,
    /// A count from 0 up, such as jobs waiting.
    #[default]
    Count,
    /// A share from 0 to 1, such as utilisation.
    Share,
    /// Seconds from 0 up, such as the delay of a co-allocated job.
    Delay,
}

/// A step function: `values[i]` holds from `times_s[i]` until the next time, the last one to the end of the recording.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Steps {
    /// Rising times in seconds.
    pub times_s: Vec<f64>,
    /// As many values.
    pub values: Vec<f64>,
}

impl Steps {
    /// The value at a time; none before the first.
    pub fn at(&self, time_s: f64) -> Option<f64> {
        let after = self.times_s.partition_point(|&t| t <= time_s);
        after.checked_sub(1).and_then(|i| self.values.get(i)).copied().filter(|v| v.is_finite())
    }
}

impl Strip {
    /// A strip of these values.
    pub fn new(name: String, kind: StripKind, steps: Steps) -> Strip {
        let values = steps.values.iter().copied();
        let largest = values.filter(|value| value.is_finite()).fold(0.0, f64::max);
        Strip { name, kind, steps, largest }
    }

    /// A value of this strip, written for people.
    pub fn write(&self, value: f64) -> String {
        match self.kind {
            StripKind::Count => number::plain(value),
            StripKind::Delay => number::duration(value),
            StripKind::Load | StripKind::Share => {
                let percent = (value * 100.0).round();
                format!("{} %", number::fixed(percent, 0))
            }
        }
    }
}
