//! Colours of a Gantt chart, and the key that explains the colours below the title: one line, or more lines in a narrow figure.
//! A paint is the number of a colour; where several jobs share a pixel, the paint of most jobs is drawn.

use crate::chart::gantt_chart::colouring::Colouring;
use crate::chart::gantt_chart::{GanttChart, GanttJob};
use crate::chart::kit::area::Point;
use crate::chart::kit::pen::Type;
use crate::chart::kit::text::TICK;
use crate::chart::kit::theme::{Colour, Theme};
use crate::platform::OutageKind;

/// Paint of co-allocated jobs. Paints from 1 on are the colours of home clusters.
const SPLIT: u8 = 0;
/// Paint of requests to the whole machine that run on one cluster; such requests have no home cluster.
const COMMON: u8 = 1;
/// Paint of requests that were submitted to the job's home cluster: a muted colour, with an outline if there is room.
const LOCAL: u8 = 7;
/// Paint of pale jobs, and of the lowest class or of other users.
const PALE: u8 = 8;
/// Paint of the second class of a value; higher classes follow.
const CLASS: u8 = 9;
/// Number of classes with a paint of their own.
const CLASSES: u8 = 6;

/// Height of a line in CSS pixels.
const LINE: f64 = TICK * 1.3 + 3.0;
/// Width of a sign in CSS pixels.
pub(super) const SIGN: f64 = 10.0;
/// Space before and after a text in CSS pixels.
pub(super) const SPACE: (f64, f64) = (5.0, 19.0);

/// The sign of an entry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sign {
    Paint(u8),
    /// Colours of the first home clusters.
    Homes,
    Staircase,
    Mark,
    Out(OutageKind),
    /// The end of a job that a failure killed.
    Killed,
}

/// A placed entry.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) sign: Sign,
    pub(super) text: String,
    /// Position of the entry: left end, and middle of its line.
    pub(super) at: Point,
}

/// The key: its entries, the end of the last entry and the key's height.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Key {
    pub(super) entries: Vec<Entry>,
    pub(super) end: Point,
    pub(super) height: f64,
}

impl Key {
    /// The key of a chart, in lines of a given width, from an upper left corner.
    pub(super) fn place(
        (chart, colouring): (&GanttChart, Colouring),
        (left, top): Point,
        width: f64,
        theme: &Theme,
    ) -> Key {
        let split = chart.jobs.iter().any(|job| job.co_allocated);
        let requests = chart.has_requests();
        let (marks, legend) = (!chart.marks.is_empty(), &chart.legend);
        let word = |word: &str| word.to_owned();
        let by_home = colouring == Colouring::Home || chart.head.is_some();
        let (split, requests) = (split && by_home, requests && by_home);
        let paint = |class: usize| class.checked_sub(1).map_or(PALE, |above| CLASS + above as u8);
        let class = |(class, words): (usize, &&'static str)| (!by_home, Sign::Paint(paint(class)), word(words));
        let classes = colouring.words().iter().enumerate().map(class);
        let users: &[String] = if colouring == Colouring::User { &chart.users } else { &[] };
        let user = |(at, name): (usize, &String)| (!by_home, Sign::Paint(1 + at as u8), format!("user {name}"));
        let users = users.iter().enumerate().map(user);
        let others = (colouring == Colouring::User, Sign::Paint(PALE), word("other users"));
        let all = [
            (split && !requests, Sign::Paint(SPLIT), word("co-allocated")),
            (by_home && !requests && chart.head.is_none(), Sign::Homes, word("home cluster")),
            (requests, Sign::Paint(SPLIT), format!("{}, several clusters", legend.common)),
            (requests, Sign::Paint(COMMON), format!("{}, one cluster", legend.common)),
            (requests, Sign::Paint(LOCAL), word(&legend.home)),
            (marks, Sign::Staircase, word(&legend.staircase)),
            (marks, Sign::Mark, word(&legend.mark)),
        ];
        let face = Type::regular(TICK, theme.muted);
        let line = theme.px(LINE);
        let (mut x, mut y) = (0.0, top + line / 2.0);
        let mut entries = Vec::new();
        let outs = chart.kinds_of_outs().into_iter().map(|kind| {
            let text = match kind {
                OutageKind::Drain => "drained",
                OutageKind::Fail => "failed",
                OutageKind::Maintenance => "in maintenance",
            };
            (true, Sign::Out(kind), word(text))
        });
        let killed = (chart.jobs.iter().any(|job| job.failed), Sign::Killed, word("killed by a failure"));
        let all = classes.chain(users).chain([others]).chain(all).chain(outs).chain([killed]);
        for (_, sign, text) in all.filter(|(shown, ..)| *shown) {
            let own = theme.px(SIGN + SPACE.0) + face.width(&text, theme);
            if x > 0.0 && x + own > width {
                (x, y) = (0.0, y + line);
            }
            entries.push(Entry { sign, text, at: (left + x, y) });
            x += own + theme.px(SPACE.1);
        }
        let below = if chart.marks.is_empty() { 3.0 } else { 8.0 };
        Key { entries, end: (left + x, y), height: y + line / 2.0 - top + theme.px(below) }
    }
}

impl GanttChart {
    /// The paint of a job. A simulated future has a paint for jobs that ran before, one for the job that is being
    /// placed, and one for all later jobs.
    pub(super) fn paint_of(&self, job: &GanttJob, colouring: Colouring, theme: &Theme) -> u8 {
        if self.head.is_none() && !job.pale {
            match (colouring, colouring.class(job)) {
                (Colouring::User, _) => return job.user.map_or(PALE, |user| 1 + user),
                (_, Some(0)) => return PALE,
                (_, Some(class)) => return CLASS - 1 + class.min(CLASSES),
                (_, None) => {}
            }
        }
        match (self.head, &job.request) {
            _ if job.pale => PALE,
            (Some(head), _) => 1 + u8::from(job.id == head),
            (None, Some(request)) if request.is_home() => LOCAL,
            (None, _) if job.co_allocated => SPLIT,
            (None, Some(_)) => COMMON,
            (None, None) => home(job.home, theme),
        }
    }

    /// The colour of a paint.
    pub(super) fn colour(&self, paint: u8, theme: &Theme) -> Colour {
        let colour = match paint {
            PALE => theme.muted.fade(0.3).over(theme.band),
            LOCAL => theme.muted.fade(0.4).over(theme.band),
            SPLIT => theme.accent,
            CLASS.. => theme.strength(f64::from(paint - CLASS) / f64::from(CLASSES - 1)),
            home => theme.home(usize::from(home) - 1),
        };
        self.aged(colour, theme)
    }

    /// The outline of a paint, if it has one.
    pub(super) fn edge(&self, paint: u8, theme: &Theme) -> Option<Colour> {
        (paint == LOCAL).then(|| self.aged(theme.muted, theme))
    }

    fn aged(&self, colour: Colour, theme: &Theme) -> Colour {
        match self.faded {
            true => theme.faded(colour),
            false => colour,
        }
    }
}

/// The paint of a home cluster.
pub(super) fn home(cluster: usize, theme: &Theme) -> u8 {
    1 + (cluster % theme.homes.len()) as u8
}
