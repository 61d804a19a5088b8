//! Figures as SVG documents: natively, and for the page's export.

use plotters::prelude::{DrawResult, DrawingAreaErrorKind, DrawingBackend, SVGBackend};

use super::theme::Theme;

/// The backend counts in whole pixels; drawing larger and scaling down keeps a quarter of a pixel.
const FINENESS: f64 = 4.0;

/// A document of `width` × `height` CSS pixels. `describe` is its title for readers who cannot see it, `source` (may be
/// empty) where it comes from: the share link goes there. `draw` is handed the backend, the theme to use and the width
/// and height in the backend's pixels.
pub fn document<'t>(
    (width, height): (u32, u32),
    theme: &Theme,
    describe: &str,
    source: &str,
    draw: impl FnOnce(&mut SVGBackend<'_>, &Theme, (f64, f64)) -> DrawResult<(), SVGBackend<'t>>,
) -> Result<String, String> {
    let (width, height) = (width.clamp(1, 10_000), height.clamp(1, 10_000));
    let fine = FINENESS as u32;
    let size = (width * fine, height * fine);
    let theme = Theme {
        scale: theme.scale * FINENESS,
        ..theme.for_svg()
    };
    let mut body = String::new();
    {
        let mut backend = SVGBackend::with_string(&mut body, size);
        let drawn = draw(&mut backend, &theme, (f64::from(size.0), f64::from(size.1)));
        drawn.map_err(|e| format!("the figure could not be drawn: {e}"))?;
        backend
            .present()
            .map_err(|e| format!("the figure could not be finished: {}", DrawingAreaErrorKind::BackendError(e)))?;
    }
    // The first line is the opening tag with the fine size: replaced by one with the size asked for.
    let inside = body.split_once('\n').map_or("", |(_, rest)| rest);
    let mut document = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" \
         role=\"img\">\n<title>{}</title>\n",
        size.0,
        size.1,
        escape(describe)
    );
    if !source.is_empty() {
        document.push_str(&format!("<metadata>{}</metadata>\n", escape(source)));
    }
    document.push_str(inside);
    Ok(document)
}

/// Text inside an element. Characters that XML forbids are left out.
fn escape(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars() {
        match c {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '\n' | '\t' => safe.push(c),
            c if c.is_control() => {}
            c => safe.push(c),
        }
    }
    safe
}
