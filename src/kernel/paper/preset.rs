//! Experiments that come with the program.

use super::published_point::PublishedPoint;

/// A scenario with a name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// Name in links and on the command line: `jones2005-fig9`.
    pub name: &'static str,
    /// A few words for the gallery.
    pub title: &'static str,
    /// Where it comes from, [`OWN`](Preset::OWN) if it is our own.
    pub source: &'static str,
    /// One sentence: what it shows.
    pub about: &'static str,
    /// Name of the measure that its figure shows; empty: mean turnaround.
    pub measure: &'static str,
    /// The tab of the page in which it is opened; empty: the curves.
    pub tab: &'static str,
    /// The numbers that its source has of it.
    pub published: &'static [PublishedPoint],
    /// The scenario as JSON.
    pub text: &'static str,
}

impl Preset {
    /// The source of our own: none.
    pub const OWN: &'static str = "";
}

/// A preset of this name, with the scenario in the file of the same name in the folder `presets` beside the declaration, and the
/// measure that it is about, the tab that shows it, if these are others, and the numbers that were published of it.
#[macro_export]
macro_rules! preset {
    ($name:literal, $title:literal, $source:expr, $about:literal $(, measure: $measure:literal)? $(, tab: $tab:literal)? $(, published: $published:expr)?) => {
        $crate::paper::Preset {
            name: $name,
            title: $title,
            source: $source,
            about: $about,
            measure: concat!($($measure)?),
            tab: concat!($($tab)?),
            published: $crate::paper::preset!(@or_none $($published)?),
            text: include_str!(concat!("presets/", $name, ".json")),
        }
    };
    (@or_none $published:expr) => { $published };
    (@or_none) => { &[] };
}
pub use preset;
