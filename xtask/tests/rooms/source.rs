//! Just enough of Rust's grammar to read the paths of a file.

/// A path as written, with `use` groups spread out: `use a::{b, c::d}` is `a::b` and `a::c::d`.
pub struct PathUse {
    pub parts: Vec<String>,
    /// How many `mod x { … }` of this file it stands in.
    pub depth: usize,
    pub in_test: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Word(String),
    /// `::`
    Into,
    Other(char),
}

#[derive(Clone, Debug)]
struct Token {
    kind: Kind,
    depth: usize,
    in_test: bool,
}

impl Token {
    fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    fn is(&self, symbol: char) -> bool {
        self.kind == Kind::Other(symbol)
    }
}

/// A file's tokens, without comments and the contents of strings.
pub struct Source {
    tokens: Vec<Token>,
}

impl Source {
    pub fn read(text: &str) -> Source {
        let mut tokens = tokens(text);
        mark_modules(&mut tokens);
        mark_tests(&mut tokens);
        Source { tokens }
    }

    pub fn paths(&self) -> Vec<PathUse> {
        let mut paths = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            let continues = at > 0 && self.tokens[at - 1].kind == Kind::Into;
            if self.tokens[at].word().is_some() && !continues {
                at = self.path(at, &[], &mut paths);
            } else {
                at += 1;
            }
        }
        paths
    }

    /// Reads the path that starts at token `at`, below `prefix`; the index of the token after it.
    fn path(&self, mut at: usize, prefix: &[String], paths: &mut Vec<PathUse>) -> usize {
        let mut parts = prefix.to_vec();
        let Some(first) = self.tokens.get(at) else {
            return at;
        };
        while let Some(word) = self.tokens.get(at).and_then(Token::word) {
            parts.push(word.to_owned());
            at += 1;
            if self.tokens.get(at).is_none_or(|token| token.kind != Kind::Into) {
                break;
            }
            at += 1;
        }
        let group = at > 0 && self.tokens[at - 1].kind == Kind::Into && self.tokens.get(at).is_some_and(|t| t.is('{'));
        if !group {
            paths.push(PathUse { parts, depth: first.depth, in_test: first.in_test });
            return at;
        }
        at += 1;
        while let Some(token) = self.tokens.get(at) {
            if token.is('}') {
                return at + 1;
            }
            // Commas, `*`, and the new name after `as` are stepped over.
            at = match token.word() {
                Some("as") => at + 2,
                Some(_) => self.path(at, &parts, paths),
                None => at + 1,
            };
        }
        at
    }
}

/// Counts the `mod x { … }` around every token.
fn mark_modules(tokens: &mut [Token]) {
    // For every open brace, whether it is a module's.
    let mut open: Vec<bool> = Vec::new();
    for at in 0..tokens.len() {
        let module = at >= 2 && tokens[at - 2].word() == Some("mod") && tokens[at - 1].word().is_some();
        if tokens[at].is('{') {
            open.push(module);
        } else if tokens[at].is('}') {
            open.pop();
        }
        tokens[at].depth = open.iter().filter(|module| **module).count();
    }
}

/// Marks what stands in braces after `#[cfg(test)]`.
fn mark_tests(tokens: &mut [Token]) {
    let mut at = 0;
    while at < tokens.len() {
        let ahead = tokens[at..].iter().take(7);
        let written: String = ahead.map(|token| token.word().map_or_else(|| symbol(token), str::to_owned)).collect();
        if written != "#[cfg(test)]" {
            at += 1;
            continue;
        }
        let mut depth = 0;
        for token in &mut tokens[at..] {
            token.in_test = true;
            at += 1;
            if token.is('{') {
                depth += 1;
            } else if token.is('}') {
                depth -= 1;
            }
            if depth == 0 && (token.is('}') || token.is(';')) {
                break;
            }
        }
    }
}

fn symbol(token: &Token) -> String {
    match token.kind {
        Kind::Other(symbol) => symbol.to_string(),
        _ => "::".to_owned(),
    }
}

fn tokens(text: &str) -> Vec<Token> {
    let characters: Vec<char> = text.chars().collect();
    let peek = |at: usize| characters.get(at).copied().unwrap_or('\0');
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < characters.len() {
        let start = at;
        let kind = match characters[at] {
            '/' if peek(at + 1) == '/' => {
                while at < characters.len() && peek(at) != '\n' {
                    at += 1;
                }
                None
            }
            '/' if peek(at + 1) == '*' => {
                at = after_block_comment(&characters, at);
                None
            }
            '"' => {
                at = after_string(&characters, at);
                Some(Kind::Other('"'))
            }
            'r' | 'b' | 'c' if raw_string_hashes(&characters, at).is_some() => {
                at = after_raw_string(&characters, at);
                Some(Kind::Other('"'))
            }
            '\'' if peek(at + 1) == '\\' => {
                at += 3;
                while at < characters.len() && peek(at) != '\'' {
                    at += 1;
                }
                at += 1;
                Some(Kind::Other('\''))
            }
            '\'' if peek(at + 2) == '\'' => {
                at += 3;
                Some(Kind::Other('\''))
            }
            ':' if peek(at + 1) == ':' => {
                at += 2;
                Some(Kind::Into)
            }
            letter if letter.is_alphanumeric() || letter == '_' => {
                while peek(at).is_alphanumeric() || peek(at) == '_' {
                    at += 1;
                }
                Some(Kind::Word(characters[start..at].iter().collect()))
            }
            other => {
                at += 1;
                (!other.is_whitespace()).then_some(Kind::Other(other))
            }
        };
        tokens.extend(kind.map(|kind| Token { kind, depth: 0, in_test: false }));
    }
    tokens
}

fn after_block_comment(characters: &[char], start: usize) -> usize {
    let (mut at, mut depth) = (start, 0);
    while at + 1 < characters.len() {
        match (characters[at], characters[at + 1]) {
            ('/', '*') => (at, depth) = (at + 2, depth + 1),
            ('*', '/') => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    characters.len()
}

fn after_string(characters: &[char], start: usize) -> usize {
    let mut at = start + 1;
    while at < characters.len() && characters[at] != '"' {
        at += if characters[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

/// The number of `#` of a raw string that starts here (`r#"`, `br"`, …).
fn raw_string_hashes(characters: &[char], start: usize) -> Option<usize> {
    let mut at = start;
    if matches!(characters[at], 'b' | 'c') {
        at += 1;
    }
    if characters.get(at) != Some(&'r') {
        return None;
    }
    let hashes = characters[at + 1..].iter().take_while(|character| **character == '#').count();
    (characters.get(at + 1 + hashes) == Some(&'"')).then_some(hashes)
}

fn after_raw_string(characters: &[char], start: usize) -> usize {
    let hashes = raw_string_hashes(characters, start).unwrap_or(0);
    let mut at = start;
    while characters[at] != '"' {
        at += 1;
    }
    at += 1;
    while at < characters.len() {
        let closing = characters[at + 1..].iter().take(hashes).all(|character| *character == '#');
        if characters[at] == '"' && closing {
            return at + 1 + hashes;
        }
        at += 1;
    }
    characters.len()
}
