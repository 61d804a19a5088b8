//! Figures as SVG documents, in the native program and in the page's export.

use plotters::prelude::{DrawingBackend, SVGBackend};

use crate::chart::kit::area::Area;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::theme::Theme;
use crate::words::well_formed;

/// The backend uses whole pixels; drawing at four times the size and scaling down gives quarter pixels.
const FINENESS: f64 = 4.0;

/// A document of `width` × `height` CSS pixels. `describe` is the accessible title; `source` (may be empty) is the
/// origin, such as the share link. `draw` gets the device, the theme and the area to draw in.
pub fn document(
    (width, height): (u32, u32),
    theme: &Theme,
    describe: &str,
    source: &str,
    draw: impl FnOnce(&mut dyn Device, &Theme, Area) -> Drawn,
) -> Result<String, String> {
    let (width, height) = (width.clamp(1, 10_000), height.clamp(1, 10_000));
    let fine = FINENESS as u32;
    let size = (width * fine, height * fine);
    let theme = Theme { scale: theme.scale * FINENESS, ..theme.for_svg() };
    let mut body = String::new();
    {
        let mut backend = SVGBackend::with_string(&mut body, size);
        let area = Area::sized(f64::from(size.0), f64::from(size.1));
        let drawn = draw(&mut backend, &theme, area);
        drawn.map_err(|e| format!("the figure could not be drawn: {e}"))?;
        backend.present().map_err(|e| format!("the figure could not be finished: {e}"))?;
    }
    // Smoothed edges would show seams between touching rectangles.
    // The first line is the opening tag with the enlarged size; it is replaced by one with the requested size.
    let inside = body.split_once('\n').map_or("", |(_, rest)| rest);
    let mut document = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" \
         role=\"img\">\n<title>{}</title>\n<style>rect{{shape-rendering:crispEdges}}</style>\n",
        size.0,
        size.1,
        escape(describe)
    );
    if !source.is_empty() {
        document.push_str(&format!("<metadata>{}</metadata>\n", escape(source)));
    }
    document.push_str(inside);
    Ok(well_formed(document))
}

/// Text escaped for an element.
fn escape(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars() {
        match c {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::curve::draw;
    use crate::chart::curve::{CurveChart, CurvePoint, Series};

    fn document_of(chart: &CurveChart, size: (u32, u32)) -> String {
        let theme = Theme::light(1.0);
        document(size, &theme, "a < b", "#2.x&y", |backend, theme, area| {
            draw::draw(backend, area, chart, theme).map(|_| ())
        })
        .unwrap()
    }

    #[test]
    fn a_document_has_its_size_title_and_source() {
        let chart = CurveChart {
            title: "Tom & Jerry <script>\u{1}".into(),
            series: vec![Series { points: vec![CurvePoint::default()], ..Series::default() }],
            ..CurveChart::default()
        };
        let text = document_of(&chart, (640, 400));
        assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"400\""));
        assert!(text.contains("viewBox=\"0 0 2560 1600\""));
        assert!(text.contains("<title>a &lt; b</title>") && text.contains("<metadata>#2.x&amp;y</metadata>"));
        assert!(text.contains("Tom &amp; Jerry &lt;script&gt;") && !text.contains('\u{1}'));
        assert_eq!((text.matches("<svg").count(), text.matches("</svg>").count()), (1, 1));
        // 15 CSS pixels at four times the size; the backend's division by 1.24 is compensated.
        let size = text.split("font-size=\"").nth(1).and_then(|rest| rest.split('"').next());
        let size: f64 = size.unwrap().parse().unwrap();
        assert!((size - 60.0).abs() < 1e-9, "{size}");
    }

    #[test]
    fn the_same_chart_gives_the_same_document() {
        let chart = CurveChart::default();
        assert_eq!(document_of(&chart, (0, 0)), document_of(&chart, (0, 0)));
    }
}
