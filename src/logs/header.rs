//! The header of a log, in its comments: `; MaxProcs: 128`.

use crate::base::decimal;

/// Maximum length of a log's stored comments \[bytes\]; the rest is skipped.
const MOST_TEXT: usize = 64 * 1024;

/// Fields of a log's header, in the order of the file. The same field may occur several times (`Note`, `Queue`,
/// `Partition`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    fields: Vec<(String, String)>,
    bytes: usize,
    /// True if the next comment without a field name continues the last field.
    continues: bool,
}

impl Header {
    /// All fields: name and text.
    pub fn fields(&self) -> &[(String, String)] {
        &self.fields
    }

    /// The first non-empty text of a field. In field names, upper and lower case do not matter.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.fields
            .iter()
            .find(|(own, text)| own.eq_ignore_ascii_case(name) && !text.is_empty())
            .map(|(_, text)| text.as_str())
    }

    /// The first number in the text of a field.
    pub fn number(&self, name: &str) -> Option<f64> {
        let text = self.text(name)?;
        text.split_ascii_whitespace().find_map(decimal::parse)
    }

    /// Processors of the machine (`MaxProcs`), if given.
    pub fn processors(&self) -> Option<f64> {
        self.number("MaxProcs").filter(|&n| n >= 1.0)
    }

    /// Nodes of the machine (`MaxNodes`), if given.
    pub fn nodes(&self) -> Option<f64> {
        self.number("MaxNodes").filter(|&n| n >= 1.0)
    }

    /// Adds a comment, without its `;`.
    pub(super) fn add(&mut self, comment: &[u8]) {
        if self.bytes + comment.len() > MOST_TEXT {
            self.continues = false;
            return;
        }
        let comment = text_of(comment);
        let comment = comment.trim();
        if let Some((name, text)) = field(comment) {
            self.fields.push((name.to_owned(), text.to_owned()));
            self.continues = true;
        } else if comment.is_empty() {
            self.continues = false;
            return;
        } else if self.continues
            && let Some((_, text)) = self.fields.last_mut()
        {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(comment);
        }
        self.bytes += comment.len();
    }

    /// Must be called at each record: a comment after the record does not continue the last field.
    pub(super) fn interrupt(&mut self) {
        self.continues = false;
    }
}

/// Text of a comment in UTF-8 or Latin-1 (whose bytes are character codes), with spaces for control characters.
fn text_of(bytes: &[u8]) -> String {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    };
    text.replace(char::is_control, " ")
}

/// Name and text of a field `Name: text`. The name is one word and begins with a capital letter; `http://…` is not a
/// field.
fn field(comment: &str) -> Option<(&str, &str)> {
    let (name, text) = comment.split_once(':')?;
    let word = name.len() <= 40
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric());
    (word && !text.starts_with("//")).then(|| (name, text.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(comments: &[&[u8]]) -> Header {
        let mut header = Header::default();
        comments.iter().for_each(|comment| header.add(comment));
        header
    }

    #[test]
    fn fields_and_their_continuations() {
        let kth = header(&[
            b" Computer: IBM SP2",
            b" Information: http://www.pdc.kth.se/",
            b"              http://www.cs.huji.ac.il/labs/parallel/workload/",
            b"",
            b"      1|    2|",
            b"  MaxProcs:\t100 (one frame)",
            b" MaxNodes:",
            b" Note: uses the EASY scheduler",
        ]);
        assert_eq!(kth.fields().len(), 5);
        assert_eq!(kth.text("computer"), Some("IBM SP2"));
        assert_eq!(
            kth.text("Information"),
            Some("http://www.pdc.kth.se/ http://www.cs.huji.ac.il/labs/parallel/workload/")
        );
        assert_eq!(kth.processors(), Some(100.0));
        assert_eq!(kth.nodes(), None);
    }

    #[test]
    fn latin_1_and_control_characters() {
        let header = header(&[b" Installation: Universit\xE4t\x07 K\xF6ln"]);
        assert_eq!(header.text("Installation"), Some("Universität  Köln"));
    }

    #[test]
    fn text_is_bounded() {
        let mut header = Header::default();
        for _ in 0..100_000 {
            header.add(b" Note: the same again, the same again, the same again");
        }
        let kept: usize = header.fields().iter().map(|(_, text)| text.len()).sum();
        assert!(kept <= MOST_TEXT && header.fields().len() < 2000);
    }
}
