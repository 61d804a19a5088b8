//! Search for the first time from which enough nodes stay free for long enough.

/// A request for free nodes: how many, for how long, and when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wish {
    pub nodes: i64,
    pub length_s: f64,
    /// Latest start (exclusive).
    pub before_s: f64,
    /// From this time on, the nodes are known to be free and need not be checked.
    pub held_s: f64,
}

/// An interval with enough free nodes, while a search is in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    pub start_s: f64,
    /// Time until which the nodes must be free.
    pub until_s: f64,
}

impl Opening {
    #[inline]
    pub fn from(start_s: f64, wish: &Wish) -> Opening {
        Opening { start_s, until_s: (start_s + wish.length_s).min(wish.held_s) }
    }

    /// True if nodes that are free until `time_s`, the time of a change, are free for long enough. A change at the start
    /// itself always counts, even if the length of the job is tiny compared with the time.
    #[inline]
    fn is_enough(&self, time_s: f64) -> bool {
        (time_s >= self.until_s) & (time_s > self.start_s)
    }
}

/// Continues a search in at most 63 times, with the number of free nodes from each time on; begins at index `from`. Returns
/// the start of the job, if found.
///
/// Planning spends much of its time here. The results of comparisons are too irregular for branch prediction, so all of
/// them are computed before the first is used.
#[inline]
pub(super) fn scan(
    (times_s, free): (&[f64], &[i64]),
    from: usize,
    run: &mut Option<Opening>,
    needed: i64,
    wish: &Wish,
) -> Option<f64> {
    // For each time, one bit: enough nodes are free.
    let enough = free.iter().rev().fold(0_u64, |bits, free| bits << 1 | u64::from(*free >= needed));
    let mut at = from;
    loop {
        let own = match *run {
            Some(own) => own,
            None => {
                let starts = enough >> at;
                at += starts.trailing_zeros() as usize;
                if starts == 0 || times_s[at] >= wish.before_s {
                    return None;
                }
                at += 1;
                *run.insert(Opening::from(times_s[at - 1], wish))
            }
        };
        at += (enough >> at).trailing_ones() as usize;
        let Some(&time_s) = times_s.get(at) else {
            // Enough nodes are free until the last time, and longer.
            return times_s.last().filter(|last_s| own.is_enough(**last_s)).map(|_| own.start_s);
        };
        if own.is_enough(time_s) {
            return Some(own.start_s);
        }
        *run = None;
        at += 1;
    }
}
