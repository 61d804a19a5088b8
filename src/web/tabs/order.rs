//! Keys for moving between tabs.

use crate::chart::view::TABS;

/// The tab that a key selects from the tab at `index`; `None` for other keys.
pub fn led_to(index: usize, key: &str) -> Option<&'static str> {
    let count = TABS.len();
    let next = match key {
        "ArrowRight" => (index + 1) % count,
        "ArrowLeft" => (index + count - 1) % count,
        "Home" => 0,
        "End" => count - 1,
        _ => return None,
    };
    TABS.get(next).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_go_round() {
        let there: Vec<_> = (0..TABS.len()).map(|index| led_to(index, "ArrowRight")).collect();
        let back: Vec<_> = (0..TABS.len()).map(|index| led_to(index, "ArrowLeft")).collect();
        for index in 0..TABS.len() {
            assert_eq!(there[index], Some(TABS[(index + 1) % TABS.len()]));
            assert_eq!(back[(index + 1) % TABS.len()], Some(TABS[index]));
        }
        assert_eq!(led_to(3, "Home"), Some("curves"));
        assert_eq!(led_to(3, "End"), Some("paper"));
        assert_eq!(led_to(3, "Enter"), None);
    }
}
