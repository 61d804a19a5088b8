//! Which release has which engine: the numbers of another engine come from the release that has it.

/// The last release with each engine, from the first engine to this one; an engine that no release had has no line. When the engine
/// is raised it gets a new line; a new version of the program changes the last line.
const LAST: &[(u32, &str)] = &[(3, "0.2.0")];

/// The last release with this engine, such as "0.1.0"; none if this program knows of none.
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
