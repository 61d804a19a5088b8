//! From the text of a formula to its steps: one pass with a stack of what is open (Dijkstra's shunting yard).

use super::language::{Formula, Function, MOST_CHARACTERS, MOST_DEPTH, Mistake, Step};
use crate::base::nearest::nearest;
use crate::parameter::json::shortened;
use crate::parameter::{Constants, Name};

impl Formula {
    /// Reads a formula over `names` and `constants`, which keep their values.
    ///
    /// # Errors
    /// The first mistake, with its column.
    pub fn parse(text: &str, names: &'static [Name], constants: &Constants) -> Result<Formula, Mistake> {
        let steps = steps(text, names, constants)?;
        Ok(Formula::of(steps, names))
    }
}

/// The functions, with how few and how many arguments they take.
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
/// The name of ∞.
const ENDLESS: &str = "inf";

/// The operators between two numbers, longer ones first, with their priority.
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

/// Signs that are none, with what to do about them.
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

/// What has begun and not ended.
enum Open {
    Bracket { column: usize },
    Call { name: &'static str, function: Function, least: usize, most: usize, done: usize, column: usize },
    Operator { function: Function, priority: u8 },
}

struct Parser<'t> {
    text: &'t str,
    /// Bytes and characters that have been read.
    at: usize,
    column: usize,
    open: Vec<Open>,
    steps: Vec<Step>,
    /// Numbers on the stack after the steps.
    depth: usize,
}

/// The steps of a formula.
pub(super) fn steps(text: &str, names: &'static [Name], constants: &Constants) -> Result<Vec<Step>, Mistake> {
    let mut parser = Parser { text, at: 0, column: 1, open: Vec::new(), steps: Vec::new(), depth: 0 };
    if text.chars().nth(MOST_CHARACTERS).is_some() {
        let remedy = format!("Shorten it to {MOST_CHARACTERS} characters");
        parser.column = MOST_CHARACTERS + 1;
        return Err(parser.mistake("it is too long", &remedy));
    }
    parser.read(names, constants).map_err(|mistake| Mistake { length: length(text, mistake.column), ..mistake })?;
    Ok(parser.steps)
}

/// How many characters from a column on belong together: those of a name or a number, else one.
fn length(text: &str, column: usize) -> usize {
    let part = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let rest = || text.chars().skip(column - 1);
    let word = rest().take_while(part).count();
    word.max(rest().take(1).count())
}

impl<'t> Parser<'t> {
    fn mistake(&self, message: &str, remedy: &str) -> Mistake {
        mistake(self.column, message, remedy)
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Goes on by so many bytes.
    fn take(&mut self, bytes: usize) -> &'t str {
        let taken = &self.rest()[..bytes];
        self.at += bytes;
        self.column += taken.chars().count();
        taken
    }

    fn skip_blanks(&mut self) {
        let blanks = self.rest().len() - self.rest().trim_start().len();
        self.take(blanks);
    }

    fn read(&mut self, names: &'static [Name], constants: &Constants) -> Result<(), Mistake> {
        // Whether a number may begin here, or else one has just ended.
        let mut begins = true;
        loop {
            self.skip_blanks();
            let Some(sign) = self.rest().chars().next() else {
                return self.end(begins);
            };
            begins = match (begins, sign) {
                (true, '0'..='9' | '.') => self.number()?,
                (true, 'a'..='z' | 'A'..='Z' | '_') => self.name(names, constants)?,
                (true, '(') => {
                    let column = self.column;
                    self.take(1);
                    self.begin(Open::Bracket { column })?
                }
                (true, '-') => {
                    self.take(1);
                    let (function, priority) = (Function::Negative, SIGN);
                    self.begin(Open::Operator { function, priority })?
                }
                (false, ',') => self.comma()?,
                (false, ')') => self.close()?,
                (false, _) if self.operator()? => true,
                _ => return Err(self.misplaced(begins, sign)),
            };
        }
    }

    /// Something opens, after which a number begins.
    fn begin(&mut self, open: Open) -> Result<bool, Mistake> {
        if self.open.len() >= MOST_DEPTH {
            let remedy = "Take it apart: fewer brackets in brackets, fewer signs in a row";
            return Err(self.mistake(&format!("it is more than {MOST_DEPTH} deep"), remedy));
        }
        self.open.push(open);
        Ok(true)
    }

    /// A number is complete.
    fn push(&mut self, step: Step) -> Result<bool, Mistake> {
        if self.depth >= MOST_DEPTH {
            let remedy = "Take it apart: fewer numbers that wait for their operator";
            return Err(self.mistake(&format!("it is more than {MOST_DEPTH} deep"), remedy));
        }
        self.depth += 1;
        self.steps.push(step);
        Ok(false)
    }

    fn apply(&mut self, function: Function) {
        self.depth = self.depth + 1 - function.inputs();
        self.steps.push(Step::Apply(function));
    }

    fn number(&mut self) -> Result<bool, Mistake> {
        let text = self.rest().as_bytes();
        let digits = |from: usize| {
            let part = |b: &&u8| b.is_ascii_digit() || **b == b'.';
            from + text[from..].iter().take_while(part).count()
        };
        let mut end = digits(0);
        if matches!(text.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
            let exponent = digits(end + 1 + sign);
            end = if exponent > end + 1 + sign { exponent } else { end };
        }
        let text = &self.rest()[..end];
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => {
                self.take(end);
                self.push(Step::Number(number))
            }
            _ => {
                let message = format!("`{}` is no number", shortened(text, 40));
                Err(self.mistake(&message, "Write numbers as 12, 0.5 or 1e6"))
            }
        }
    }

    fn name(&mut self, names: &'static [Name], constants: &Constants) -> Result<bool, Mistake> {
        let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let (column, rest) = (self.column, self.rest());
        let name = self.take(rest.find(|c| !part(c)).unwrap_or(rest.len()));
        self.skip_blanks();
        let called = self.rest().starts_with('(');
        let wrong = |message: String, remedy: &str| Err(mistake(column, &message, remedy));
        let known = names.iter().position(|own| own.name == name);
        let value = known.map(Step::Input).or_else(|| {
            let endless = (name == ENDLESS).then_some(f64::INFINITY);
            endless.or_else(|| constants.get(name)).map(Step::Number)
        });
        let function = FUNCTIONS.iter().find(|own| own.0 == name);
        match (function, value) {
            (Some(&(name, function, least, most)), _) if called => {
                self.take(1);
                self.begin(Open::Call { name, function, least, most, done: 0, column })
            }
            (Some(_), _) => {
                wrong(format!("`{name}` is a function"), &format!("Put what it is of in brackets: {name}(…)"))
            }
            (None, Some(_)) if called => {
                wrong(format!("`{name}` is a number and no function"), &format!("Write {name} * (…) for a product"))
            }
            (None, Some(value)) => self.push(value),
            (None, None) => {
                let short = shortened(name, 40);
                let meant = meant(name, called, names, constants);
                let remedy = match (meant, called) {
                    (Some(near), true) => format!("Did you mean {near}?"),
                    (None, true) => "Choose one of if, min, max, abs, sqrt, log2, log10, ln, exp, pow".to_owned(),
                    (Some(near), false) => {
                        format!("Did you mean {near}, or is it a constant? Then declare it in constants")
                    }
                    (None, false) => {
                        let all: Vec<&str> = names.iter().map(|own| own.name).collect();
                        format!("Choose one of {}, or declare it in constants", all.join(", "))
                    }
                };
                wrong(format!("`{short}` is not known"), &remedy)
            }
        }
    }

    /// An operator between two numbers; false if there is none.
    fn operator(&mut self) -> Result<bool, Mistake> {
        let mut all = OPERATORS.iter();
        let Some(&(sign, function, priority)) = all.find(|own| self.rest().starts_with(own.0)) else {
            return Ok(false);
        };
        while let Some(&Open::Operator { function, priority: before }) = self.open.last() {
            if before == COMPARISON && priority == COMPARISON {
                let remedy = "Compare two numbers at a time: (a < b) * (b < c)";
                return Err(self.mistake("a second comparison follows the first", remedy));
            }
            if before < priority {
                break;
            }
            self.open.pop();
            self.apply(function);
        }
        self.take(sign.len());
        self.begin(Open::Operator { function, priority })
    }

    /// All operators of the innermost bracket are applied.
    fn settle(&mut self) {
        while let Some(&Open::Operator { function, .. }) = self.open.last() {
            self.open.pop();
            self.apply(function);
        }
    }

    /// An argument of the innermost call is complete, whose name, arguments so far and column are returned.
    fn argument(&mut self) -> Option<(&'static str, [usize; 3], usize)> {
        self.settle();
        let Some(Open::Call { name, function, least, most, done, column }) = self.open.last_mut() else {
            return None;
        };
        *done += 1;
        let (function, found) = (*function, (*name, [*done, *least, *most], *column));
        // Of many the first two are one number, and so on.
        if found.1[0] >= 2 && found.1[2] == usize::MAX {
            self.apply(function);
        }
        Some(found)
    }

    fn comma(&mut self) -> Result<bool, Mistake> {
        match self.argument() {
            None => Err(self.mistake(
                "a comma belongs between the arguments of a function",
                "Write decimals with a point, as in 0.5",
            )),
            Some((name, [done, least, most], _)) if done >= most => {
                let message = format!("`{name}` takes {}", arguments(least, most));
                Err(self.mistake(&message, "Leave the others out"))
            }
            Some(_) => {
                self.take(1);
                Ok(true)
            }
        }
    }

    fn close(&mut self) -> Result<bool, Mistake> {
        if let Some((name, [done, least, most], column)) = self.argument() {
            if done < least {
                let message = format!("`{name}` takes {}, and has {done}", arguments(least, most));
                return Err(mistake(column, &message, "Add the others, with commas between them"));
            }
            if let Some(Open::Call { function, .. }) = self.open.pop()
                && most != usize::MAX
            {
                self.apply(function);
            }
        } else if self.open.pop().is_none() {
            return Err(self.mistake("no bracket is open here", "Leave this one out, or open one before it"));
        }
        self.take(1);
        Ok(false)
    }

    fn end(&mut self, begins: bool) -> Result<(), Mistake> {
        match (begins, self.steps.is_empty() && self.open.is_empty()) {
            (true, true) => {
                return Err(self.mistake("it is empty", "Write a formula, such as r * n"));
            }
            (true, false) => {
                return Err(self.mistake("it ends too early", "Write a number or a name after the last sign"));
            }
            (false, _) => self.settle(),
        }
        match self.open.last() {
            Some(Open::Bracket { column } | Open::Call { column, .. }) => {
                let remedy = "Close it with )";
                Err(mistake(*column, "the bracket that opens here is not closed", remedy))
            }
            _ => Ok(()),
        }
    }

    /// What is wrong with a sign that cannot stand here.
    fn misplaced(&self, begins: bool, sign: char) -> Mistake {
        let found = MISUSED.iter().find(|own| self.rest().starts_with(own.0));
        let shown = shortened(&sign.to_string(), 1);
        match (found, begins) {
            (Some((_, remedy)), _) => self.mistake(&format!("`{shown}` is no operator"), remedy),
            (None, true) => self.mistake(
                &format!("`{shown}` stands where a number should"),
                "Write a number, a name or a bracket first",
            ),
            (None, false) => self.mistake(
                &format!("`{shown}` stands where an operator should"),
                "Write one of + - * / < <= > >= == != first",
            ),
        }
    }
}

fn mistake(column: usize, message: &str, remedy: &str) -> Mistake {
    let (message, remedy) = (message.to_owned(), remedy.to_owned());
    Mistake { column, length: 1, message, remedy }
}

/// "1 argument", "2 or more arguments".
fn arguments(least: usize, most: usize) -> String {
    match (least, most) {
        (1, _) => "1 argument".to_owned(),
        (least, usize::MAX) => format!("{least} or more arguments"),
        _ => format!("{least} arguments"),
    }
}

/// The name, or the function, that is meant by one that is not known.
fn meant<'n>(name: &str, called: bool, names: &'static [Name], constants: &'n Constants) -> Option<&'n str> {
    if called {
        return nearest(name, FUNCTIONS.iter().map(|own| own.0));
    }
    let known = names.iter().map(|own| own.name).chain([ENDLESS]);
    let near = nearest(name, known.chain(constants.names()));
    // Other words for a name lead to it.
    let words = names.iter().flat_map(|own| own.also.iter().map(move |word| (*word, own.name)));
    near.or_else(|| {
        let word = nearest(name, words.clone().map(|(word, _)| word))?;
        words.clone().find(|own| own.0 == word).map(|own| own.1)
    })
}

/// Whether this is the name of a function, or of ∞.
pub(super) fn is_function(name: &str) -> bool {
    name == ENDLESS || FUNCTIONS.iter().any(|own| own.0 == name)
}
