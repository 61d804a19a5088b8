//! The words after a command: flags, one flag with a number, and free words.

use crate::process::Outcome;

/// What a command was given. Each `take…` removes what it knows; `finish` refuses what is left.
pub struct Options {
    words: Vec<String>,
}

impl Options {
    pub fn new(words: &[String]) -> Options {
        Options {
            words: words.to_vec(),
        }
    }

    /// Whether `flag` was given.
    pub fn take_flag(&mut self, flag: &str) -> bool {
        let before = self.words.len();
        self.words.retain(|word| word != flag);
        self.words.len() < before
    }

    /// The number after `flag`, as `--port 8080` or `--port=8080`.
    pub fn take_number(&mut self, flag: &str) -> Outcome<Option<u16>> {
        let prefix = format!("{flag}=");
        let found = self
            .words
            .iter()
            .position(|word| word == flag || word.starts_with(&prefix));
        let Some(at) = found else { return Ok(None) };
        let word = self.words.remove(at);
        let text = match word.strip_prefix(&prefix) {
            Some(text) => text.to_owned(),
            None if at < self.words.len() => self.words.remove(at),
            None => return Err(format!("{flag} needs a number after it")),
        };
        match text.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(format!("{flag} {text}: not a whole number from 0 to 65535")),
        }
    }

    /// The words that are not flags.
    pub fn take_words(&mut self) -> Vec<String> {
        let (flags, words) = std::mem::take(&mut self.words)
            .into_iter()
            .partition(|word| word.starts_with('-'));
        self.words = flags;
        words
    }

    /// Refuses what no `take…` took.
    pub fn finish(self) -> Outcome {
        match self.words.first() {
            None => Ok(()),
            Some(word) => Err(format!(
                "{word:?} is not understood here; `cargo xtask help` lists what is"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(line: &str) -> Options {
        Options::new(
            &line
                .split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>(),
        )
    }

    #[test]
    fn flags_numbers_and_words_are_taken_in_any_order() {
        let mut given = options("smoke --port 90 --quick links");
        assert_eq!(given.take_number("--port"), Ok(Some(90)));
        assert!(given.take_flag("--quick"));
        assert!(!given.take_flag("--dev"));
        assert_eq!(given.take_words(), ["smoke", "links"]);
        assert_eq!(given.finish(), Ok(()));
        assert_eq!(options("--port=7").take_number("--port"), Ok(Some(7)));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        assert!(
            options("--port")
                .take_number("--port")
                .unwrap_err()
                .contains("needs a number")
        );
        assert!(
            options("--port 70000")
                .take_number("--port")
                .unwrap_err()
                .contains("70000")
        );
        assert!(options("--prot").finish().unwrap_err().contains("--prot"));
    }
}
