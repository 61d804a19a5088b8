//! What the colour of a job says in a Gantt chart: its home cluster, or one of seven classes of its wait, slowdown or size, or its
//! user. Classes have fixed limits, so that a colour means the same in every chart.

use crate::chart::gantt_chart::{GanttChart, GanttJob};

/// Number of users with a colour of their own: those with most jobs.
pub const USERS: usize = 6;

/// What the colour of a job says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colouring {
    /// The home cluster, or that the job is co-allocated; in a crowd, the wait.
    #[default]
    Home,
    /// Wait \[s\].
    Wait,
    /// Time from arrival to end, divided by the run time without other jobs.
    Slowdown,
    /// Requested nodes.
    Size,
    /// User in the log.
    User,
}

/// Names in links, in the order of [`Colouring::ALL`]; the first is the default.
pub const NAMES: [&str; 5] = ["home", "wait", "slowdown", "size", "user"];

/// Limits of the classes of a value, and their names.
struct Classes {
    /// The first value of each class but the lowest.
    limits: [f64; 6],
    words: [&'static str; 7],
}

const WAIT: Classes = Classes {
    limits: [1.0, 60.0, 600.0, 3600.0, 21_600.0, 86_400.0],
    words: ["no wait", "from 1 s", "1 min", "10 min", "1 h", "6 h", "1 d"],
};
const SLOWDOWN: Classes = Classes {
    limits: [1.01, 1.5, 2.0, 5.0, 10.0, 100.0],
    words: ["slowdown 1", "above 1", "1.5", "2", "5", "10", "100"],
};
const SIZE: Classes =
    Classes { limits: [2.0, 4.0, 8.0, 16.0, 64.0, 256.0], words: ["1 node", "from 2", "4", "8", "16", "64", "256"] };

impl Colouring {
    /// All, in the order of [`NAMES`].
    pub const ALL: [Colouring; 5] =
        [Colouring::Home, Colouring::Wait, Colouring::Slowdown, Colouring::Size, Colouring::User];

    /// The colouring with a name in links.
    pub fn find(name: &str) -> Option<Colouring> {
        let at = NAMES.iter().position(|own| *own == name)?;
        Self::ALL.get(at).copied()
    }

    /// Name in links; `None` for the default.
    pub fn name(self) -> Option<&'static str> {
        let at = Self::ALL.iter().position(|own| *own == self)?;
        NAMES.get(at).copied().filter(|_| at > 0)
    }

    /// The colouring of a view: a crowd of jobs with colours of home clusters would show one wall, so it shows waits.
    pub(super) fn of_crowd(self, crowded: bool) -> Colouring {
        match self {
            Colouring::Home if crowded => Colouring::Wait,
            other => other,
        }
    }

    fn classes(self) -> Option<&'static Classes> {
        match self {
            Colouring::Wait => Some(&WAIT),
            Colouring::Slowdown => Some(&SLOWDOWN),
            Colouring::Size => Some(&SIZE),
            Colouring::Home | Colouring::User => None,
        }
    }

    /// Names of the classes, from low to high; empty if there are no classes.
    pub(super) fn words(self) -> &'static [&'static str] {
        self.classes().map_or(&[], |own| &own.words)
    }

    /// The class of a job from 0 to 6, if there are classes.
    pub(super) fn class(self, job: &GanttJob) -> Option<u8> {
        let value = match self {
            Colouring::Wait => job.start_s - job.arrival_s,
            Colouring::Slowdown => job.slowdown(),
            _ => f64::from(job.nodes),
        };
        let classes = self.classes()?;
        Some(classes.limits.partition_point(|limit| value >= *limit) as u8)
    }
}

impl GanttJob {
    /// Time from arrival to end, divided by the dedicated run time; NaN if unknown.
    fn slowdown(&self) -> f64 {
        let penalty = if self.penalty > 0.0 { self.penalty } else { 1.0 };
        (self.end_s - self.arrival_s) / (self.end_s - self.start_s) * penalty
    }
}

impl GanttChart {
    /// The colourings that this chart can show, with their names for people.
    pub fn colourings(&self) -> Vec<(Colouring, &'static str)> {
        let all = Colouring::ALL.into_iter().zip(["home cluster", "wait", "slowdown", "size", "user"]);
        all.filter(|(own, _)| *own != Colouring::User || !self.users.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arrival at 0 s, start at 90 s, end at 150 s, half as fast as alone: the run time alone is 30 s.
    #[test]
    fn classes_by_hand() {
        let job = GanttJob { start_s: 90.0, end_s: 150.0, penalty: 2.0, nodes: 16, ..GanttJob::default() };
        let class = |own: Colouring| own.class(&job).and_then(|class| own.words().get(usize::from(class)));
        assert_eq!(job.slowdown(), 5.0);
        assert_eq!(
            [Colouring::Wait, Colouring::Slowdown, Colouring::Size].map(class),
            [Some(&"1 min"), Some(&"5"), Some(&"16")]
        );
        assert_eq!(Colouring::Wait.class(&GanttJob::default()), Some(0));
        assert_eq!(Colouring::User.class(&job), None);
    }

    #[test]
    fn a_crowd_shows_waits_unless_a_visitor_chose_otherwise() {
        assert_eq!(Colouring::Home.of_crowd(false), Colouring::Home);
        assert_eq!(Colouring::Home.of_crowd(true), Colouring::Wait);
        assert_eq!(Colouring::Size.of_crowd(true), Colouring::Size);
    }

    #[test]
    fn names_in_links() {
        for own in Colouring::ALL {
            assert_eq!(own.name().map_or(Some(Colouring::Home), Colouring::find), Some(own));
        }
        assert_eq!((Colouring::find("home"), Colouring::find("x")), (Some(Colouring::Home), None));
    }
}
