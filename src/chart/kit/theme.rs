//! Colours and sizes of all figures, light and dark.
//!
//! The palettes were searched by computer: every colour has a contrast of at least 3:1 against its backgrounds (WCAG
//! 2.1, graphical objects) and text at least 4.5:1, and any two series stay apart under normal sight, protanopia,
//! deuteranopia and tritanopia (distance in OKLab after the simulation of Machado, Oliveira and Fernandes, 2009). A series
//! has the same hue in light and dark. The tests repeat the parts on contrast and hue. Colour is never the only sign: series also differ in marker and dash.

use crate::base::maths;

/// A colour with an opacity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Colour {
    /// Red, green and blue (sRGB).
    pub rgb: (u8, u8, u8),
    /// Opacity from 0 to 1.
    pub alpha: f64,
}

impl Colour {
    /// The opaque colour `0xRRGGBB`.
    pub const fn hex(code: u32) -> Colour {
        Colour { rgb: ((code >> 16) as u8, (code >> 8) as u8, code as u8), alpha: 1.0 }
    }

    /// The colour with its opacity multiplied by `share`.
    pub fn fade(self, share: f64) -> Colour {
        Colour { alpha: self.alpha * share.clamp(0.0, 1.0), ..self }
    }

    /// The opaque colour that results from this colour over a background.
    pub fn over(self, background: Colour) -> Colour {
        let mix =
            |top: u8, under: u8| (f64::from(top) * self.alpha + f64::from(under) * (1.0 - self.alpha)).round() as u8;
        Colour {
            rgb: (
                mix(self.rgb.0, background.rgb.0),
                mix(self.rgb.1, background.rgb.1),
                mix(self.rgb.2, background.rgb.2),
            ),
            alpha: 1.0,
        }
    }

    /// CSS notation `#rrggbb` (without opacity), for legends and tables outside the canvas.
    pub fn css(self) -> String {
        let (r, g, b) = self.rgb;
        format!("#{r:02x}{g:02x}{b:02x}")
    }

    /// Relative luminance from 0 (black) to 1 (white), WCAG 2.1.
    pub fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { maths::pow((c + 0.055) / 1.055, 2.4) }
        };
        let (r, g, b) = self.rgb;
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    /// Contrast ratio from 1 to 21, WCAG 2.1.
    pub fn contrast(self, other: Colour) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

/// The looks of a figure.
///
/// Sizes are given in CSS pixels and multiplied by [`scale`](Theme::scale) when drawn, so a canvas of twice the pixels
/// drawn at twice the scale looks the same, only sharper.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// Background, the same as the page's.
    pub background: Colour,
    /// Background of the node rows of a Gantt chart and of strips.
    pub band: Colour,
    /// Text and axes.
    pub ink: Colour,
    /// Secondary text: tick labels, captions.
    pub muted: Colour,
    /// Grid lines; may be faint.
    pub grid: Colour,
    /// Overload: a link above its capacity.
    pub warning: Colour,
    /// Co-allocated jobs only.
    pub accent: Colour,
    /// Series of curves, by style index.
    pub series: [Colour; 8],
    /// Home clusters in Gantt charts, by cluster index; colours repeat after the last.
    pub homes: [Colour; 6],
    /// Values from low to high, by rising lightness: viridis (Smith and van der Walt, 2015) without the end that is
    /// close to the background.
    pub sequence: [Colour; 7],
    /// Backend pixels per CSS pixel: device pixel ratio × enlargement in talk mode.
    pub scale: f64,
    /// Minimum font size \[CSS px\]; larger in talks, which are read from the last row.
    pub least_text: f64,
    /// Correction of the font size for the backend: 1 for the canvas; 1.24 for the SVG backend, which divides by 1.24.
    pub font_factor: f64,
}

/// Minimum font size in a talk before enlargement \[CSS px\]: 24 pixels on a screen of 1280 × 720.
const LEAST_IN_TALKS: f64 = 12.0;

impl Theme {
    /// Dark ink on white.
    pub fn light(scale: f64) -> Theme {
        Theme {
            background: Colour::hex(0xFFFFFF),
            band: Colour::hex(0xF3F5F8),
            ink: Colour::hex(0x1E2329),
            muted: Colour::hex(0x565F6B),
            grid: Colour::hex(0xDFE3E8),
            warning: Colour::hex(0xB3261E),
            accent: Colour::hex(0xD1400A),
            series: [
                Colour::hex(0x0047B2),
                Colour::hex(0xDF631C),
                Colour::hex(0x2EA071),
                Colour::hex(0xA33873),
                Colour::hex(0x786CE7),
                Colour::hex(0x755202),
                Colour::hex(0x5F007C),
                Colour::hex(0x30343B),
            ],
            homes: [
                Colour::hex(0x598DC4),
                Colour::hex(0x769757),
                Colour::hex(0x7D65AA),
                Colour::hex(0x856F49),
                Colour::hex(0x2D7878),
                Colour::hex(0xA88397),
            ],
            sequence: [0x440154, 0x46327E, 0x365C8D, 0x277F8E, 0x1FA187, 0x4AC16D, 0xA0DA39].map(Colour::hex),
            scale: clean_scale(scale),
            least_text: 0.0,
            font_factor: 1.0,
        }
    }

    /// Light ink on near-black.
    pub fn dark(scale: f64) -> Theme {
        Theme {
            background: Colour::hex(0x14171C),
            band: Colour::hex(0x20242B),
            ink: Colour::hex(0xE8EBF0),
            muted: Colour::hex(0xA4ADB9),
            grid: Colour::hex(0x333943),
            warning: Colour::hex(0xFF6B6B),
            accent: Colour::hex(0xFF6A2B),
            series: [
                Colour::hex(0x4F8BF7),
                Colour::hex(0xEE7326),
                Colour::hex(0x37D9A1),
                Colour::hex(0xC17DA6),
                Colour::hex(0xB1ACF3),
                Colour::hex(0xEFB630),
                Colour::hex(0x9459A5),
                Colour::hex(0xE4E7EC),
            ],
            homes: [
                Colour::hex(0x80ADEF),
                Colour::hex(0x79A46E),
                Colour::hex(0x8A79C0),
                Colour::hex(0x8E692D),
                Colour::hex(0x067E85),
                Colour::hex(0xE393B3),
            ],
            sequence: [0x46327E, 0x365C8D, 0x277F8E, 0x1FA187, 0x4AC16D, 0xA0DA39, 0xFDE725].map(Colour::hex),
            scale: clean_scale(scale),
            least_text: 0.0,
            font_factor: 1.0,
        }
    }

    /// Drawing units per screen pixel: on a screen with one pixel per CSS pixel, a canvas is drawn in half pixels.
    pub fn grain(&self) -> f64 {
        self.scale.floor().clamp(1.0, 2.0)
    }

    /// The same theme for the SVG backend.
    pub fn for_svg(&self) -> Theme {
        Theme { font_factor: 1.24, ..self.clone() }
    }

    /// Converts CSS pixels to backend pixels.
    pub fn px(&self, css: f64) -> f64 {
        css * self.scale
    }

    /// Font size in backend pixels for a size in CSS pixels.
    pub fn letters(&self, css: f64) -> f64 {
        self.px(css.max(self.least_text))
    }

    /// The same theme for a talk: larger letters, and curves with their names at the ends.
    pub fn for_a_talk(&self) -> Theme {
        Theme { least_text: LEAST_IN_TALKS, ..self.clone() }
    }

    /// True if the theme is for a talk.
    pub fn is_for_a_talk(&self) -> bool {
        self.least_text > 0.0
    }

    /// The colour of a series style; colours repeat after the last.
    pub fn series(&self, style: usize) -> Colour {
        cycle(&self.series, style, self.ink)
    }

    /// The colour of jobs with this home cluster.
    pub fn home(&self, cluster: usize) -> Colour {
        cycle(&self.homes, cluster, self.ink)
    }

    /// The colour at a relative position from 0 (low) to 1 (high).
    pub fn sequence(&self, share: f64) -> Colour {
        let last = self.sequence.len() - 1;
        let at = (share * last as f64).clamp(0.0, last as f64);
        let below = (at as usize).min(last - 1);
        let upper = self.sequence[below + 1].fade(at - below as f64);
        upper.over(self.sequence[below])
    }

    /// The colour at a relative position from 0 (little contrast with the background) to 1 (much contrast).
    pub fn strength(&self, share: f64) -> Colour {
        let is_light = self.background.luminance() > 0.5;
        self.sequence(if is_light { 1.0 - share } else { share })
    }

    /// Black or white, whichever has more contrast on the given fill: at least 4.5:1 on any colour.
    pub fn text_on(&self, fill: Colour) -> Colour {
        let (black, white) = (Colour::hex(0x000000), Colour::hex(0xFFFFFF));
        if fill.contrast(black) >= fill.contrast(white) { black } else { white }
    }

    /// The faded colour of an old result while a new one is computed.
    pub fn faded(&self, colour: Colour) -> Colour {
        colour.fade(0.35).over(self.background)
    }
}

fn cycle(colours: &[Colour], index: usize, otherwise: Colour) -> Colour {
    let at = index.checked_rem(colours.len()).unwrap_or(0);
    colours.get(at).copied().unwrap_or(otherwise)
}

fn clean_scale(scale: f64) -> f64 {
    if scale.is_finite() { scale.clamp(0.25, 32.0) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_of_known_pairs() {
        let (black, white) = (Colour::hex(0), Colour::hex(0xFFFFFF));
        assert!((black.contrast(white) - 21.0).abs() < 1e-9);
        // #767676 is the lightest grey with enough contrast on white (4.5:1).
        assert!((Colour::hex(0x767676).contrast(white) - 4.54).abs() < 0.01);
    }

    #[test]
    fn every_colour_reads_on_every_background() {
        for theme in [Theme::light(1.0), Theme::dark(1.0)] {
            for background in [theme.background, theme.band] {
                for text in [theme.ink, theme.muted, theme.warning] {
                    assert!(text.contrast(background) >= 4.5, "{text:?}");
                }
                let graphics = theme.series.iter().chain(&theme.homes);
                for colour in graphics.chain([&theme.accent]) {
                    assert!(colour.contrast(background) >= 3.0, "{colour:?}");
                }
            }
            for fill in theme.homes.iter().chain([&theme.accent]) {
                let text = theme.text_on(*fill);
                assert!(text.contrast(*fill) >= 4.5, "{fill:?}");
            }
        }
    }

    /// Hue from 0° to 360°: 0° is red, 120° green, 240° blue.
    fn hue(colour: Colour) -> f64 {
        let (r, g, b) = colour.rgb;
        let [r, g, b] = [r, g, b].map(f64::from);
        let (most, least) = (r.max(g).max(b), r.min(g).min(b));
        let sixth = match most {
            _ if most == r => (g - b) / (most - least),
            _ if most == g => 2.0 + (b - r) / (most - least),
            _ => 4.0 + (r - g) / (most - least),
        };
        (sixth * 60.0).rem_euclid(360.0)
    }

    /// The last series is ink, which has no hue.
    #[test]
    fn a_series_has_the_same_hue_in_light_and_dark() {
        assert_eq!(hue(Colour::hex(0x80FF00)).round(), 90.0);
        for (light, dark) in Theme::light(1.0).series.into_iter().zip(Theme::dark(1.0).series).take(7) {
            let apart = (hue(light) - hue(dark)).abs();
            assert!(apart.min(360.0 - apart) < 16.0, "{} {}", light.css(), dark.css());
        }
    }

    #[test]
    fn blending_and_css() {
        let grey = Colour::hex(0).fade(0.5).over(Colour::hex(0xFFFFFF));
        assert_eq!(grey, Colour::hex(0x808080));
        assert_eq!(Colour::hex(0x0047B2).css(), "#0047b2");
    }

    #[test]
    fn styles_start_over_and_odd_scales_are_mended() {
        let theme = Theme::light(f64::NAN);
        assert_eq!(theme.series(8), theme.series(0));
        assert_eq!(theme.home(usize::MAX), theme.home(usize::MAX % 6));
        assert_eq!((theme.scale, Theme::dark(-3.0).scale), (1.0, 0.25));
    }

    #[test]
    fn strong_colours_have_the_most_contrast() {
        for theme in [Theme::light(1.0), Theme::dark(1.0)] {
            let contrasts = [0.0, 0.5, 1.0].map(|share| theme.strength(share).contrast(theme.background));
            assert!(contrasts.is_sorted() && contrasts[0] < 2.0 * contrasts[1], "{contrasts:?}");
        }
    }
}
