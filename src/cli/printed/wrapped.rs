//! Text in lines that are not too wide.

/// Widest line of the terminal \[characters\].
pub(in crate::cli) const WIDTH: usize = 110;

/// The lines of a text, each of at most so many characters unless a word is longer.
pub(in crate::cli) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for word in unbroken(text) {
        match rows.last_mut() {
            Some(row) if row.chars().count() + 1 + word.chars().count() <= width => {
                row.push(' ');
                row.push_str(&word);
            }
            _ => rows.push(word),
        }
    }
    rows
}

/// The words of a text, units together with their numbers.
fn unbroken(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let unit = matches!(word.trim_end_matches([',', ';', ':', ')']), "s" | "%");
        match words.last_mut() {
            Some(last) if unit => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_stay_with_their_numbers() {
        assert_eq!(unbroken("120 %: 10.0 s later than (5 s)"), ["120 %:", "10.0 s", "later", "than", "(5 s)"]);
        assert_eq!(wrapped("12 s or 120 %", 6), ["12 s", "or", "120 %"]);
    }
}
