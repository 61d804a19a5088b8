//! Undo and redo: past states, the present state, and undone states.

/// Maximum number of past states.
const DEPTH: usize = 200;

/// A value with its past and future.
#[derive(Clone, Debug)]
pub struct History<T> {
    past: Vec<T>,
    present: T,
    future: Vec<T>,
    /// True if typing has led back to the last past state. If typing continues, this state stays in the past as a
    /// separate step.
    returned: bool,
}

impl<T: Clone + PartialEq> History<T> {
    /// Creates a history without past.
    pub fn new(present: T) -> History<T> {
        History { past: Vec::new(), present, future: Vec::new(), returned: false }
    }

    /// The present value.
    pub fn present(&self) -> &T {
        &self.present
    }

    /// Sets a new value as a separate step and discards undone states. A value that equals the present value is
    /// ignored.
    pub fn push(&mut self, value: T) {
        if value == self.present {
            return;
        }
        self.past.push(std::mem::replace(&mut self.present, value));
        if self.past.len() > DEPTH {
            self.past.remove(0);
        }
        self.future.clear();
        self.returned = false;
    }

    /// Replaces the present value without a separate step, for the next keystroke in a field.
    pub fn amend(&mut self, value: T) {
        if self.returned {
            return self.push(value);
        }
        self.present = value;
        self.future.clear();
        if self.past.last() == Some(&self.present) {
            self.past.pop();
            self.returned = true;
        }
    }

    /// True if there is a past state.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// True if there is an undone state.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Goes one step back.
    pub fn undo(&mut self) -> Option<&T> {
        let earlier = self.past.pop()?;
        self.future.push(std::mem::replace(&mut self.present, earlier));
        Some(&self.present)
    }

    /// Goes one step forward.
    pub fn redo(&mut self) -> Option<&T> {
        let later = self.future.pop()?;
        self.past.push(std::mem::replace(&mut self.present, later));
        Some(&self.present)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_back_and_forth() {
        let mut history = History::new(1);
        assert_eq!(history.undo(), None);
        assert_eq!(history.redo(), None);
        history.push(2);
        history.push(2);
        history.push(3);
        assert_eq!(history.undo(), Some(&2));
        assert_eq!(history.undo(), Some(&1));
        assert!(!history.can_undo() && history.can_redo());
        assert_eq!(history.redo(), Some(&2));
        history.push(4);
        assert!(!history.can_redo(), "a new step forgets what was undone");
        assert_eq!(history.undo(), Some(&2));
    }

    #[test]
    fn keystrokes_of_one_field_are_one_step() {
        let mut history = History::new("500");
        history.push("5");
        history.amend("55");
        history.amend("550");
        assert_eq!(history.undo(), Some(&"500"));
        assert_eq!(history.redo(), Some(&"550"));
        history.amend("500");
        assert!(!history.can_undo(), "typed back to where it began");
        history.amend("5000");
        assert_eq!(history.undo(), Some(&"500"), "the beginning is not lost");
    }

    #[test]
    fn the_past_is_bounded() {
        let mut history = History::new(0);
        (1..1000).for_each(|value| history.push(value));
        let steps = std::iter::from_fn(|| history.undo().copied()).count();
        assert_eq!(steps, DEPTH);
    }
}
