//! Plain text within Markdown.

/// Escapes the characters that have a meaning in Markdown.
pub fn escape(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars() {
        match c {
            '|' | '*' | '_' | '`' | '\\' | '[' | ']' | '#' => safe.extend(['\\', c]),
            '<' => safe.push_str("&lt;"),
            '&' => safe.push_str("&amp;"),
            '\n' | '\r' => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

/// A Markdown link.
pub fn link(title: &str, address: &str) -> String {
    // Parentheses in the address would end the link too early.
    let address = address.replace('(', "%28").replace(')', "%29");
    format!("[{}]({address})", escape(title))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_markdown_would_read_is_escaped() {
        assert_eq!(escape("|a − b| <i> a_b\n"), "\\|a − b\\| &lt;i> a\\_b ");
        assert_eq!(
            link("x](y) <img> & `z`", "https://a.org/a(b)/#2.a_b"),
            "[x\\](y) &lt;img> &amp; \\`z\\`](https://a.org/a%28b%29/#2.a_b)"
        );
    }
}
