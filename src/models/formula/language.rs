//! Formulas: a text becomes a list of steps for a stack of numbers once, and is evaluated often, without recursion and without
//! allocation.
//!
//! Sums and products are taken from left to right as they are written, all branches are evaluated, and what is no basic operation goes
//! through `libm`: the value has the same bits everywhere.

use crate::base::maths;
use crate::base::problem::Problem;
use crate::parameter::Name;

/// Most characters of a formula.
pub const MOST_CHARACTERS: usize = 2000;
/// Most brackets, operators and numbers that may be open at a place of a formula.
pub const MOST_DEPTH: usize = 64;
/// Powers up to this one are multiplied out.
const LARGEST_WHOLE_POWER: f64 = 16.0;

/// As many values as the stack of most formulas holds: clearing all that may be would take longer than the formula.
const LOW: usize = 8;

/// A formula that has been read.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    steps: Vec<Step>,
    names: &'static [Name],
    /// Whether a stack of [`LOW`] values is enough.
    low: bool,
}

/// What is wrong with a text that should be a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The character at which it shows, counted from 1.
    pub column: usize,
    /// How many characters are wrong: those of a name or a number, else one; none behind the last.
    pub length: usize,
    /// What is wrong: "`runtime` is not known".
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

impl Mistake {
    /// The problem with the parameter at this place.
    pub fn problem(&self, place: &str) -> Problem {
        let from = self.column - 1;
        let problem = Problem::new(
            place,
            format!("has a mistake in column {}: {}", self.column, self.message),
            "",
            self.remedy.clone(),
        );
        problem.at(from..from + self.length)
    }
}

/// What is done with the stack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    /// A number comes onto it.
    Number(f64),
    /// An input, by its place in the table of names.
    Input(usize),
    /// The topmost numbers are replaced by one.
    Apply(Function),
}

/// An operator or a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Negative,
    Abs,
    Sqrt,
    Log2,
    Log10,
    Ln,
    Exp,
    Add,
    Subtract,
    Multiply,
    Divide,
    Pow,
    Min,
    Max,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Equal,
    Differs,
    If,
}

impl Function {
    /// How many numbers it takes.
    pub fn inputs(self) -> usize {
        use Function::{Abs, Exp, If, Ln, Log2, Log10, Negative, Sqrt};
        match self {
            Negative | Abs | Sqrt | Log2 | Log10 | Ln | Exp => 1,
            If => 3,
            _ => 2,
        }
    }

    /// Its values, row by row, take the place of the first numbers.
    #[inline]
    fn of_rows<const ROWS: usize>(self, a: &mut [f64; ROWS], b: &[f64; ROWS], c: &[f64; ROWS]) {
        // A loop for each function, so that which one it is is not asked for every row.
        macro_rules! loops {
            ($($name:ident)*) => {
                match self {
                    $(Function::$name => {
                        for (a, (b, c)) in a.iter_mut().zip(b.iter().zip(c)) {
                            *a = Function::$name.of(*a, *b, *c);
                        }
                    })*
                }
            };
        }
        loops!(
            Negative Abs Sqrt Log2 Log10 Ln Exp Add Subtract Multiply Divide Pow Min Max
            Less AtMost Greater AtLeast Equal Differs If
        );
    }

    /// Its value; those that take fewer numbers do not look at the others.
    #[inline(always)]
    fn of(self, a: f64, b: f64, c: f64) -> f64 {
        let truth = |holds: bool| if holds { 1.0 } else { 0.0 };
        match self {
            Function::Negative => -a,
            Function::Abs => a.abs(),
            Function::Sqrt => a.sqrt(),
            Function::Log2 => maths::log2(a),
            Function::Log10 => maths::log10(a),
            Function::Ln => maths::ln(a),
            Function::Exp => maths::exp(a),
            Function::Add => a + b,
            Function::Subtract => a - b,
            Function::Multiply => a * b,
            Function::Divide => a / b,
            Function::Pow => power(a, b),
            // The functions of std leave open what they say of zeros, and ignore what is no number.
            Function::Min | Function::Max if a.is_nan() || b.is_nan() => f64::NAN,
            Function::Min => {
                if b < a {
                    b
                } else {
                    a
                }
            }
            Function::Max => {
                if b > a {
                    b
                } else {
                    a
                }
            }
            Function::Less => truth(a < b),
            Function::AtMost => truth(a <= b),
            Function::Greater => truth(a > b),
            Function::AtLeast => truth(a >= b),
            Function::Equal => truth(a == b),
            Function::Differs => truth(a != b),
            Function::If => {
                if a != 0.0 && !a.is_nan() {
                    b
                } else {
                    c
                }
            }
        }
    }
}

/// `x` to the power `y`; small whole powers are products from left to right.
fn power(x: f64, y: f64) -> f64 {
    if y.fract() != 0.0 || !(0.0..=LARGEST_WHOLE_POWER).contains(&y) {
        return maths::pow(x, y);
    }
    (0..y as u32).fold(1.0, |product, _| product * x)
}

impl Formula {
    /// One of these steps over a table of names, as the parser makes them: a value is on the stack for each that a step takes.
    pub(super) fn of(steps: Vec<Step>, names: &'static [Name]) -> Formula {
        let mut height = 0;
        let mut heights = steps.iter().map(|step| {
            let taken = match step {
                Step::Apply(function) => function.inputs(),
                Step::Number(_) | Step::Input(_) => 0,
            };
            height = height + 1 - taken;
            height
        });
        let low = heights.all(|height| height <= LOW);
        Formula { steps, names, low }
    }

    /// Its value with the inputs in the order of the table of names.
    #[inline]
    pub fn value(&self, inputs: &[f64]) -> f64 {
        let [value] = self.rows(|place| inputs.get(place).map(|&input| [input]));
        value
    }

    /// Its values for rows of inputs, of which there is a column for each of the table of names: step by step for all rows, which is
    /// several times as fast as row by row.
    pub fn values<const ROWS: usize>(&self, columns: &[[f64; ROWS]]) -> [f64; ROWS] {
        self.rows(|place| columns.get(place).copied())
    }

    #[inline]
    fn rows<const ROWS: usize>(&self, input: impl Fn(usize) -> Option<[f64; ROWS]>) -> [f64; ROWS] {
        let values = match self.low {
            true => self.evaluated::<ROWS, { LOW + 2 }>(input),
            false => self.evaluated::<ROWS, { MOST_DEPTH + 3 }>(input),
        };
        // What is no number has many bit patterns, which differ between targets.
        values.map(|value| if value.is_nan() { f64::NAN } else { value })
    }

    /// On a stack of this many places: of as many as it needs, and two more, which functions of fewer than three inputs look at.
    fn evaluated<const ROWS: usize, const PLACES: usize>(
        &self,
        input: impl Fn(usize) -> Option<[f64; ROWS]>,
    ) -> [f64; ROWS] {
        let mut stack = [[0.0; ROWS]; PLACES];
        let mut top = 0;
        for step in &self.steps {
            match *step {
                Step::Number(number) => stack[top] = [number; ROWS],
                Step::Input(place) => stack[top] = input(place).unwrap_or([f64::NAN; ROWS]),
                Step::Apply(function) => {
                    top -= function.inputs();
                    if let [a, b, c, ..] = &mut stack[top..] {
                        function.of_rows(a, b, c);
                    }
                }
            }
            top += 1;
        }
        stack[0]
    }

    /// Whether it reads a name.
    pub fn reads(&self, name: &str) -> bool {
        let read = |step: &Step| matches!(*step, Step::Input(place) if self.names[place].name == name);
        self.steps.iter().any(read)
    }
}
