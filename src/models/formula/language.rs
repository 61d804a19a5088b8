//! Formulas: a text is compiled once to steps of a stack machine, which are evaluated often, without recursion and without
//! allocation.
//!
//! Sums and products are computed from left to right as written, all branches are evaluated, and functions beyond basic
//! arithmetic use `libm`: the value has the same bits on every machine.

use crate::base::maths;
use crate::base::problem::Problem;
use crate::parameter::Name;

/// Largest number of characters of a formula.
pub const MOST_CHARACTERS: usize = 2000;
/// Largest number of brackets, operators and numbers that are incomplete (wait for what follows) at the same position
/// of a formula.
pub const MOST_DEPTH: usize = 64;
/// Powers with a whole exponent up to this one are computed by multiplication.
const LARGEST_WHOLE_POWER: f64 = 16.0;

/// Size of the small stack, which is enough for most formulas. Clearing a stack of the largest size would take longer
/// than the evaluation of such a formula.
const LOW: usize = 8;

/// A compiled formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    steps: Vec<Step>,
    names: &'static [Name],
    /// True if a stack of [`LOW`] values is enough for this formula.
    low: bool,
}

/// A mistake in the text of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The column of the mistake: a character, counted from 1.
    pub column: usize,
    /// Length of the mistake in characters: the length of a name or number, otherwise one; zero at the end of the text.
    pub length: usize,
    /// Description of the mistake: "`runtime` is not known".
    pub message: String,
    /// Suggested correction.
    pub remedy: String,
}

impl Mistake {
    /// The mistake as a problem of the parameter at `place`.
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

/// One step of the stack machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    /// Pushes a number.
    Number(f64),
    /// Pushes an input, given by its index in the table of names.
    Input(usize),
    /// Replaces the topmost numbers, which are the arguments, by the value of the function.
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
    /// Number of arguments of the function.
    pub fn inputs(self) -> usize {
        use Function::{Abs, Exp, If, Ln, Log2, Log10, Negative, Sqrt};
        match self {
            Negative | Abs | Sqrt | Log2 | Log10 | Ln | Exp => 1,
            If => 3,
            _ => 2,
        }
    }

    /// Computes the function for every row and stores the values in `a`.
    #[inline]
    fn of_rows<const ROWS: usize>(self, a: &mut [f64; ROWS], b: &[f64; ROWS], c: &[f64; ROWS]) {
        // Each function has its own loop over the rows. So the function is selected once, and not again for every row.
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

    /// The value of the function. Functions with fewer than three arguments ignore the others.
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
            // For two zeros of different sign, Rust's std does not specify min and max; and if one number is NaN, std
            // ignores it.
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

/// `x` to the power `y`. Small whole powers are products from left to right.
fn power(x: f64, y: f64) -> f64 {
    if y.fract() != 0.0 || !(0.0..=LARGEST_WHOLE_POWER).contains(&y) {
        return maths::pow(x, y);
    }
    (0..y as u32).fold(1.0, |product, _| product * x)
}

impl Formula {
    /// A formula as the steps that the parser has made. Names are indices into a table of names. Every step finds its
    /// arguments on the stack.
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

    /// The value of the formula. The inputs are in the order of the table of names.
    #[inline]
    pub fn value(&self, inputs: &[f64]) -> f64 {
        let [value] = self.rows(|place| inputs.get(place).map(|&input| [input]));
        value
    }

    /// The values for many rows of inputs, with one column for each name in the table of names. Each step is done for
    /// all rows before the next step, which is several times as fast as computing row by row.
    pub fn values<const ROWS: usize>(&self, columns: &[[f64; ROWS]]) -> [f64; ROWS] {
        self.rows(|place| columns.get(place).copied())
    }

    #[inline]
    fn rows<const ROWS: usize>(&self, input: impl Fn(usize) -> Option<[f64; ROWS]>) -> [f64; ROWS] {
        let values = match self.low {
            true => self.evaluated::<ROWS, { LOW + 2 }>(input),
            false => self.evaluated::<ROWS, { MOST_DEPTH + 3 }>(input),
        };
        // NaN has many bit patterns, which differ between machines. So a single pattern replaces all of them.
        values.map(|value| if value.is_nan() { f64::NAN } else { value })
    }

    /// Evaluates on a stack with `PLACES` places. The stack must have two places more than the formula needs, because
    /// functions of fewer than three arguments read two places more.
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

    /// True if the formula reads this name.
    pub fn reads(&self, name: &str) -> bool {
        let read = |step: &Step| matches!(*step, Step::Input(place) if self.names[place].name == name);
        self.steps.iter().any(read)
    }
}
