//! Transcendental functions with the same bits on every target.
//!
//! The standard library's logarithm and exponential differ between native code and WebAssembly in the last bit for 7–10
//! % of arguments; the functions of the `libm` crate do not differ. `+ − × ÷ sqrt` give the same bits everywhere and
//! need no wrapper. No other file may call a transcendental function (src/clippy.toml forbids them).
#![allow(clippy::disallowed_methods, reason = "the one place that calls libm, for all others")]

/// Natural logarithm of `x`.
#[inline]
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// e to the power `x`.
#[inline]
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// e to the power `x`, minus 1; exact for small `x`, too.
#[inline]
pub fn exp_m1(x: f64) -> f64 {
    libm::expm1(x)
}

/// 2 to the power `x`.
#[inline]
pub fn exp2(x: f64) -> f64 {
    libm::exp2(x)
}

/// Sine of `x` radians.
#[inline]
pub fn sin(x: f64) -> f64 {
    libm::sin(x)
}

/// Cosine of `x` radians.
#[inline]
pub fn cos(x: f64) -> f64 {
    libm::cos(x)
}

/// Arc tangent of `x` \[radians\].
#[inline]
pub fn atan(x: f64) -> f64 {
    libm::atan(x)
}

/// `x` to the power `y`.
#[inline]
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

/// Cube root of `x`.
#[inline]
pub fn cbrt(x: f64) -> f64 {
    libm::cbrt(x)
}

/// Natural logarithm of the gamma function of `x` > 0.
#[inline]
pub fn ln_gamma(x: f64) -> f64 {
    libm::lgamma(x)
}

/// Logarithm of `x` to base 10.
#[inline]
pub fn log10(x: f64) -> f64 {
    libm::log10(x)
}

/// Logarithm of `x` to base 2.
#[inline]
pub fn log2(x: f64) -> f64 {
    libm::log2(x)
}
