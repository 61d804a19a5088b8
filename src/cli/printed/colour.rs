//! Text in a colour, or bold, where there are colours.

/// Begins bold text.
pub const BOLD: &str = "\x1b[1m";
/// Begins text in the colour of a warning.
pub const YELLOW: &str = "\x1b[33m";
/// Begins text in the colour of an error.
pub const RED: &str = "\x1b[1;31m";
const PLAIN: &str = "\x1b[0m";

/// Text in a colour, if there are colours.
pub fn painted(text: &str, colour: &str, colours: bool) -> String {
    match colours {
        true => format!("{colour}{text}{PLAIN}"),
        false => text.to_owned(),
    }
}
