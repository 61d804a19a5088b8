//! Parser from a formula's text to steps: a Pratt parser. Its recursion depth equals the nesting of brackets, signs and
//! operators.

use super::language::{Formula, Function, MOST_CHARACTERS, MOST_DEPTH, Mistake, Step};
use crate::parameter::json::shortened;
use crate::parameter::{Constants, Name};
use crate::words::nearest::nearest;

impl Formula {
    /// Reads a formula over `names` and `constants`, and keeps the values of the constants.
    ///
    /// # Errors
    /// The first mistake in the text, with its column.
    pub fn parse(text: &str, names: &'static [Name], constants: &Constants) -> Result<Formula, Mistake> {
        let mut parser = Parser { text, names, constants, at: 0, open: 0, steps: Vec::new(), height: 0 };
        if let Some((at, _)) = text.char_indices().nth(MOST_CHARACTERS) {
            return Err(parser.mistake(at, "it is too long", &format!("Shorten it to {MOST_CHARACTERS} characters")));
        }
        parser.expression(0)?;
        match parser.rest() {
            "" => Ok(Formula::of(parser.steps, names)),
            _ => Err(parser.misplaced(None)),
        }
    }
}

/// The functions, with their least and largest number of arguments.
const FUNCTIONS: [(&str, Function, usize, usize); 10] = [
    ("if", Function::If, 3, 3),
    ("min", Function::Min, 2, usize::MAX),
    ("max", Function::Max, 2, usize::MAX),
    ("abs", Function::Abs, 1, 1),
    ("sqrt", Function::Sqrt, 1, 1),
    ("log2", Function::Log2, 1, 1),
    ("log10", Function::Log10, 1, 1),
    ("ln", Function::Ln, 1, 1),
    ("exp", Function::Exp, 1, 1),
    ("pow", Function::Pow, 2, 2),
];
/// The name of ∞ in formulas.
const ENDLESS: &str = "inf";

/// The binary operators with their priority, longer ones first.
const OPERATORS: [(&str, Function, u8); 10] = [
    ("<=", Function::AtMost, COMPARISON),
    (">=", Function::AtLeast, COMPARISON),
    ("==", Function::Equal, COMPARISON),
    ("!=", Function::Differs, COMPARISON),
    ("<", Function::Less, COMPARISON),
    (">", Function::Greater, COMPARISON),
    ("+", Function::Add, 2),
    ("-", Function::Subtract, 2),
    ("*", Function::Multiply, 3),
    ("/", Function::Divide, 3),
];
const COMPARISON: u8 = 1;
const SIGN: u8 = 4;

/// Characters that a formula does not have as operators, each with the text of a remedy.
const MISUSED: [(&str, &str); 9] = [
    ("^", "Write a power as pow(x, y)"),
    ("&", "Multiply conditions where both must hold: (a < b) * (c < d)"),
    ("|", "Take max(a < b, c < d) where one of two conditions must hold"),
    ("!", "Write a is not b as a != b"),
    ("=", "Write a is b as a == b"),
    ("−", "Write minus as -"),
    ("–", "Write minus as -"),
    ("×", "Write times as *"),
    ("÷", "Write over as /"),
];

struct Parser<'t> {
    text: &'t str,
    names: &'static [Name],
    constants: &'t Constants,
    /// Number of bytes read.
    at: usize,
    /// Number of brackets, signs and operators that still wait for their last operand.
    open: usize,
    steps: Vec<Step>,
    /// Height of the stack after the steps compiled so far.
    height: usize,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Skips blanks. If `sign` is next, skips it too and returns true.
    fn takes(&mut self, sign: &str) -> bool {
        self.at = self.text.len() - self.rest().trim_start().len();
        let next = self.rest().starts_with(sign);
        self.at += if next { sign.len() } else { 0 };
        next
    }

    /// Parses an operand, and the operators after it whose priority is above `least`.
    fn expression(&mut self, least: u8) -> Result<(), Mistake> {
        self.operand()?;
        let mut compared = false;
        loop {
            self.takes("");
            let next = OPERATORS.iter().find(|own| self.rest().starts_with(own.0));
            match next {
                Some((.., COMPARISON)) if compared => {
                    let remedy = "Compare two numbers at a time: (a < b) * (b < c)";
                    return Err(self.mistake(self.at, "a second comparison follows the first", remedy));
                }
                Some(&(sign, function, priority)) if priority > least => {
                    self.at += sign.len();
                    self.nested(priority)?;
                    self.apply(function);
                    compared = priority == COMPARISON;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Parses an expression after a bracket, a sign or an operator.
    fn nested(&mut self, least: u8) -> Result<(), Mistake> {
        if self.open >= MOST_DEPTH {
            return Err(self.too_deep("fewer brackets in brackets, fewer signs in a row"));
        }
        self.open += 1;
        self.expression(least)?;
        self.open -= 1;
        Ok(())
    }

    fn operand(&mut self) -> Result<(), Mistake> {
        self.takes("");
        let start = self.at;
        match self.rest().chars().next() {
            Some('0'..='9' | '.') => self.number(),
            Some('a'..='z' | 'A'..='Z' | '_') => self.name(),
            Some('(') => {
                self.at += 1;
                self.nested(0)?;
                if self.takes(")") { Ok(()) } else { Err(self.misplaced(Some(start))) }
            }
            Some('-') => {
                self.at += 1;
                self.nested(SIGN)?;
                self.apply(Function::Negative);
                Ok(())
            }
            Some(sign) => Err(self.sign(sign, "a number", "a number, a name or a bracket")),
            None if self.steps.is_empty() && self.open == 0 => {
                Err(self.mistake(start, "it is empty", "Write a formula, such as r * n"))
            }
            None => Err(self.mistake(start, "it ends too early", "Write a number or a name after the last sign")),
        }
    }

    fn push(&mut self, step: Step) -> Result<(), Mistake> {
        if self.height >= MOST_DEPTH {
            return Err(self.too_deep("fewer numbers that wait for their operator"));
        }
        self.height += 1;
        self.steps.push(step);
        Ok(())
    }

    fn apply(&mut self, function: Function) {
        self.height = self.height + 1 - function.inputs();
        self.steps.push(Step::Apply(function));
    }

    fn number(&mut self) -> Result<(), Mistake> {
        let rest = self.rest();
        let digits = |from: usize| {
            let part = |c: char| c.is_ascii_digit() || c == '.';
            rest[from..].find(|c| !part(c)).map_or(rest.len(), |count| from + count)
        };
        let mut end = digits(0);
        if rest[end..].starts_with(['e', 'E']) {
            let exponent = end + 1 + usize::from(rest[end + 1..].starts_with(['+', '-']));
            end = if digits(exponent) > exponent { digits(exponent) } else { end };
        }
        match rest[..end].parse::<f64>() {
            Ok(number) if number.is_finite() => {
                self.at += end;
                self.push(Step::Number(number))
            }
            _ => {
                let message = format!("`{}` is no number", shortened(&rest[..end], 40));
                Err(self.mistake(self.at, &message, "Write numbers as 12, 0.5 or 1e6"))
            }
        }
    }

    fn name(&mut self) -> Result<(), Mistake> {
        let (start, rest) = (self.at, self.rest());
        let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = &rest[..rest.find(|c| !part(c)).unwrap_or(rest.len())];
        self.at += name.len();
        let called = self.takes("(");
        let known = self.names.iter().position(|own| own.name == name).map(Step::Input);
        let endless = (name == ENDLESS).then_some(f64::INFINITY);
        let value = known.or_else(|| endless.or_else(|| self.constants.get(name)).map(Step::Number));
        let function = FUNCTIONS.iter().find(|own| own.0 == name);
        let (message, remedy) = match (function, value) {
            (Some(function), _) if called => return self.call(start, function),
            (Some(_), _) => (format!("`{name}` is a function"), format!("Put what it is of in brackets: {name}(…)")),
            (None, Some(_)) if called => {
                (format!("`{name}` is a number and no function"), format!("Write {name} * (…) for a product"))
            }
            (None, Some(value)) => return self.push(value),
            (None, None) => {
                let remedy = match (meant(name, called, self.names, self.constants), called) {
                    (Some(near), true) => format!("Did you mean {near}?"),
                    (None, true) => "Choose one of if, min, max, abs, sqrt, log2, log10, ln, exp, pow".to_owned(),
                    (Some(near), false) => {
                        format!(
                            "Did you mean {near}, or is it a constant? Then give it a value in constants, such as {name}=1"
                        )
                    }
                    (None, false) => {
                        let all: Vec<&str> = self.names.iter().map(|own| own.name).collect();
                        format!("Choose one of {}, or give it a value in constants, such as {name}=1", all.join(", "))
                    }
                };
                (format!("`{}` is not known", shortened(name, 40)), remedy)
            }
        };
        Err(self.mistake(start, &message, &remedy))
    }

    /// Parses the arguments of a function and the closing bracket. The function's name begins at `start`.
    fn call(
        &mut self,
        start: usize,
        &(name, function, least, most): &(&str, Function, usize, usize),
    ) -> Result<(), Mistake> {
        for done in 1.. {
            self.nested(0)?;
            // A function of more than two arguments is computed pairwise: from the first two arguments, then from this
            // result and the next argument, and so on.
            if done >= 2 && most == usize::MAX {
                self.apply(function);
            }
            let message = format!("`{name}` takes {}", arguments(least, most));
            if self.takes(")") {
                if done < least {
                    let message = format!("{message}, and has {done}");
                    return Err(self.mistake(start, &message, "Add the others, with commas between them"));
                }
                break;
            }
            let comma = self.at;
            if !self.takes(",") {
                return Err(self.misplaced(Some(start)));
            }
            if done >= most {
                return Err(self.mistake(comma, &message, "Leave the others out"));
            }
        }
        if most != usize::MAX {
            self.apply(function);
        }
        Ok(())
    }

    /// The mistake that a complete expression is followed by further text. `opened` is the position of the opening
    /// bracket before the expression, if there is one.
    fn misplaced(&self, opened: Option<usize>) -> Mistake {
        let wrong = |message: &str, remedy: &str| self.mistake(self.at, message, remedy);
        match (self.rest().chars().next(), opened) {
            (Some(','), _) => {
                wrong("a comma belongs between the arguments of a function", "Write decimals with a point, as in 0.5")
            }
            (Some(')'), None) => wrong("no bracket is open here", "Leave this one out, or open one before it"),
            (Some(sign), _) => self.sign(sign, "an operator", "one of + - * / < <= > >= == !="),
            (None, opened) => {
                let at = opened.unwrap_or(self.at);
                self.mistake(at, "the bracket that opens here is not closed", "Close it with )")
            }
        }
    }

    /// The mistake that this character is not expected at this position.
    fn sign(&self, sign: char, expected: &str, first: &str) -> Mistake {
        let shown = shortened(&sign.to_string(), 1);
        match MISUSED.iter().find(|own| self.rest().starts_with(own.0)) {
            Some((_, remedy)) => self.mistake(self.at, &format!("`{shown}` is no operator"), remedy),
            None => {
                let message = format!("`{shown}` stands where {expected} should");
                self.mistake(self.at, &message, &format!("Write {first} first"))
            }
        }
    }

    fn too_deep(&self, remedy: &str) -> Mistake {
        let message = format!("it is more than {MOST_DEPTH} deep");
        self.mistake(self.at, &message, &format!("Take it apart: {remedy}"))
    }

    /// A mistake at a byte position of the text. Its length is that of the name, number or character at this position.
    fn mistake(&self, at: usize, message: &str, remedy: &str) -> Mistake {
        let rest = &self.text[at..];
        let part = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
        let length = rest.chars().take_while(part).count().max(rest.chars().take(1).count());
        let column = self.text[..at].chars().count() + 1;
        Mistake { column, length, message: message.to_owned(), remedy: remedy.to_owned() }
    }
}

/// The number of arguments as text: "1 argument", "2 or more arguments".
fn arguments(least: usize, most: usize) -> String {
    match (least, most) {
        (1, _) => "1 argument".to_owned(),
        (least, usize::MAX) => format!("{least} or more arguments"),
        _ => format!("{least} arguments"),
    }
}

/// The known name or function that is most similar to an unknown one; `None` if none is similar.
fn meant<'n>(name: &str, called: bool, names: &'static [Name], constants: &'n Constants) -> Option<&'n str> {
    if called {
        return nearest(name, FUNCTIONS.iter().map(|own| own.0));
    }
    let known = names.iter().map(|own| own.name).chain([ENDLESS]);
    let near = nearest(name, known.chain(constants.names()));
    // Synonyms lead to their name.
    let words = names.iter().flat_map(|own| own.also.iter().map(move |word| (*word, own.name)));
    near.or_else(|| {
        let word = nearest(name, words.clone().map(|(word, _)| word))?;
        words.clone().find(|own| own.0 == word).map(|own| own.1)
    })
}

/// True if this is the name of a function, or of ∞.
pub(super) fn is_function(name: &str) -> bool {
    name == ENDLESS || FUNCTIONS.iter().any(|own| own.0 == name)
}
