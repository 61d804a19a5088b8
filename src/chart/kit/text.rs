//! Estimated widths of texts, the same for canvas and SVG, so that both get the same layout.
//!
//! The font is unknown at layout time: an SVG is rendered by its viewer, and asking the browser would tie the layout to
//! the page's thread. Widths are those of a wide common sans-serif face, so narrower faces leave some space and no text
//! overlaps.

/// Font size of headings \[CSS px\].
pub const TITLE: f64 = 15.0;
/// Font size of axis labels \[CSS px\].
pub const LABEL: f64 = 12.5;
/// Font size of tick labels \[CSS px\].
pub const TICK: f64 = 11.5;

/// Estimated width of `text` \[px\] at font size `size` \[px\].
pub fn width(text: &str, size: f64, bold: bool) -> f64 {
    let ems: f64 = text.chars().map(ems).sum();
    ems * size * if bold { 1.09 } else { 1.0 }
}

/// Width of a character in units of the font size.
fn ems(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' => 0.29,
        ' ' | '.' | ',' | ':' | ';' | '!' | 'I' | 'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '/' | '·' | '-' => 0.39,
        '\u{2009}' | '\u{202F}' => 0.2,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '…' | '—' => 1.0,
        '=' | '+' | '−' | '±' | '<' | '>' | '×' | '÷' | '≤' | '≥' | '→' | '↑' | '↓' | '∞' => 0.84,
        'A'..='Z' => 0.73,
        'a'..='z' | '0'..='9' => 0.62,
        c if c.is_ascii() => 0.62,
        c if (c as u32) < 0x2E80 => 0.75,
        _ => 1.05,
    }
}

/// The text, shortened with an ellipsis to `room` pixels; empty if not even the ellipsis fits.
pub fn fit(text: &str, size: f64, bold: bool, room: f64) -> String {
    // A small tolerance, so that a room computed from the width is enough.
    if width(text, size, bold) <= room + 0.01 {
        return text.to_string();
    }
    if room.is_nan() {
        return String::new();
    }
    let mut kept = String::new();
    for c in text.chars() {
        kept.push(c);
        if width(&kept, size, bold) + width("…", size, bold) > room {
            kept.pop();
            break;
        }
    }
    let kept = kept.trim_end();
    if kept.is_empty() {
        return String::new();
    }
    format!("{kept}…")
}

/// The text wrapped between words into lines of at most `room` pixels; longer words are shortened.
pub fn wrap(text: &str, size: f64, bold: bool, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line, size, bold) + width(word, size, bold) + 0.39 * size <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(fit(word, size, bold, room)),
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_add_up() {
        assert!((width("10", 10.0, false) - 12.4).abs() < 1e-9);
        assert_eq!(width("", 10.0, true), 0.0);
        assert!(width("bold", 10.0, true) > width("bold", 10.0, false));
    }

    #[test]
    fn fitting_cuts_with_an_ellipsis() {
        assert_eq!(fit("First-fit", 10.0, false, 1000.0), "First-fit");
        let cut = fit("Migration only", 10.0, false, 50.0);
        assert!(cut.ends_with('…') && width(&cut, 10.0, false) <= 50.0, "{cut}");
        assert_eq!(fit("Migration only", 10.0, false, 1.0), "");
        assert_eq!(fit("x", 10.0, false, f64::NAN), "");
    }

    #[test]
    fn wrapping_breaks_between_words() {
        let lines = wrap("no finished points yet", 10.0, false, 70.0);
        assert!(lines.len() > 1);
        assert_eq!(lines.join(" "), "no finished points yet");
        assert!(lines.iter().all(|l| width(l, 10.0, false) <= 70.0));
        assert!(wrap("word", 10.0, false, 0.0).is_empty());
    }
}
