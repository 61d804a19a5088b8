//! The release of each engine version. Results of another engine can be reproduced with the release that has it.

/// The last release with each engine version, in ascending order. An engine version without a release has no line here.
/// A new engine version adds a line; a new version of the program changes the last line.
const LAST: &[(u32, &str)] = &[(4, "0.2.0")];

/// Last release with this engine version, such as "0.1.0"; `None` if it is unknown.
pub fn last_with(engine: u32) -> Option<&'static str> {
    LAST.iter().find(|(own, _)| *own == engine).map(|(_, release)| *release)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ENGINE_VERSION;

    #[test]
    fn this_engine_is_the_last_and_in_this_release() {
        let engines: Vec<u32> = LAST.iter().map(|(engine, _)| *engine).collect();
        assert!(engines.is_sorted_by(|a, b| a < b));
        assert_eq!(engines.last(), Some(&ENGINE_VERSION));
        assert_eq!(last_with(ENGINE_VERSION), Some(env!("CARGO_PKG_VERSION")));
        assert_eq!(last_with(0), None);
        assert_eq!(last_with(ENGINE_VERSION + 1), None);
    }
}
