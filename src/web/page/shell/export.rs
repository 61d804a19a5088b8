//! Exported files: results as CSV and JSON, figures as PNG and SVG that contain the link.

use crate::chart::figure::{self, Figure};
use crate::chart::kit::area::Area;
use crate::export::method;
use crate::scenario::{Scenario, presets};
use crate::web::job_files::Kind;
use crate::web::page::shell::banner::{self, Tone};
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::job_files::{self, SavedRun};
use crate::web::page::shell::{dialog, theme, url};
use crate::web::tabs::snapshot::Snapshot;
use crate::web::tabs::table::state::Compared;
use flate2::Crc;
use js_sys::{Array, Uint8Array};
use plotters_canvas::CanvasBackend;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, Element, File, HtmlAnchorElement, HtmlCanvasElement, Url};

/// Width of exported figures \[CSS pixels\], and PNG pixels per CSS pixel.
const WIDTH: u32 = 960;
const SCALE: f64 = 2.0;

/// A figure that can be exported.
pub struct Saved {
    /// Suffix of the names of the figure's files, and label of the figure in the dialog.
    pub file: (&'static str, &'static str),
    /// The figure.
    pub figure: Box<dyn Figure>,
    /// Options with which `metasched figure` draws this figure; `None` if it cannot draw the figure.
    pub flags: Option<String>,
}

/// Exports that the tabs offer.
#[derive(Default)]
pub struct Offered {
    /// Figures.
    pub figures: Vec<Saved>,
    /// Comparison shown in the table of results.
    pub compared: Option<Compared>,
    /// The run whose jobs can be exported: index of its task in the plan, and its description.
    pub run: Option<(usize, String)>,
}

/// Draws a figure on its own canvas and passes the PNG's bytes to `done`.
fn save_png(figure: &mut dyn Figure, link: String, done: impl FnOnce(Vec<u8>) + 'static) -> Result<(), String> {
    let canvas: HtmlCanvasElement = dom::new_as("canvas");
    let width = f64::from(WIDTH);
    let height = figure.height(width, &theme::chart(1.0));
    let [width, height] = [width, height].map(|length| (length * SCALE).round());
    canvas.set_width(width as u32);
    canvas.set_height(height as u32);
    let refused = || "the browser has no memory for the picture".to_owned();
    let mut backend = CanvasBackend::with_canvas_object(canvas.clone()).ok_or_else(refused)?;
    let area = Area::sized(width, height);
    figure.draw(&mut backend, area, &theme::chart(SCALE)).map_err(|error| error.to_string())?;
    let got = Closure::once_into_js(move |blob: Option<Blob>| {
        let Some(blob) = blob else { return };
        let read = Closure::once_into_js(move |buffer: JsValue| {
            done(with_text(&Uint8Array::new(&buffer).to_vec(), "Source", &link));
        });
        let then = js_sys::Reflect::get(&blob.array_buffer(), &"then".into());
        if let Ok(then) = then.and_then(|then| then.dyn_into::<js_sys::Function>()) {
            let _ = then.call1(&blob.array_buffer(), &read);
        }
    });
    canvas.to_blob(got.unchecked_ref()).map_err(|_| refused())
}

/// Function that writes a figure as text; its second argument is the command or the link that reproduces the figure.
type Write = fn(&dyn Figure, &str) -> Result<String, String>;

/// Opens the dialog. `log` is the open log, for runs that need a log.
pub fn open(scenario: &Scenario, snapshot: Option<Snapshot>, offered: Offered, log: Option<File>) {
    let Offered { figures, compared, run } = offered;
    let name = file_name(scenario);
    let link = url::link(scenario);
    let mut parts = Vec::new();
    let group = |label: &str, buttons: Vec<Element>| {
        dom::new("div")
            .class("export-row")
            .with(dom::new("span").text(label))
            .with(dom::new("span").class("buttons").with_all(buttons))
    };
    if let Some(snapshot) = snapshot {
        let csv = saver("export-csv", "CSV", {
            let (snapshot, name) = (snapshot.clone(), name.clone());
            move || {
                csv(&snapshot, compared.as_ref()).map(|text| save(&format!("{name}.csv"), "text/csv", text.as_bytes()))
            }
        });
        let json = saver("export-json", "JSON", {
            let (snapshot, name) = (snapshot.clone(), name.clone());
            move || {
                let text = serde_json::to_string_pretty(&*snapshot.results).map_err(|error| error.to_string())?;
                save(&format!("{name}.json"), "application/json", text.as_bytes());
                Ok(())
            }
        });
        parts.push(group("Results of all points", vec![csv, json]));
    }
    if let Some((task, title)) = run {
        let run = Rc::new(SavedRun { title, scenario: scenario.to_compact_json(), task: task as u32, log });
        let file = |id: &str, label: &str, kind: Kind, end: &str| {
            let file = format!("{name}-jobs.{end}");
            job_saver(id, label, run.clone(), kind, file)
        };
        let swf = file("export-jobs-swf", "SWF", Kind::Swf, "swf");
        let csv = file("export-jobs-csv", "CSV", Kind::Csv, "csv");
        let label = format!("Jobs of the run in the Gantt chart ({}); SWF has whole seconds", run.title);
        parts.push(group(&label, vec![swf, csv]));
    }
    for saved in figures {
        let ((id, label), command) = (saved.file, saved.flags);
        let command = command.map(|flags| url::figure_command(scenario, &flags));
        let file = format!("{name}-{id}");
        let figure = Rc::new(RefCell::new(saved.figure));
        let text = |kind: &str, label: &str, end: &str, write: Write| {
            let (figure, file) = (figure.clone(), format!("{file}.{end}"));
            let source = command.clone().unwrap_or_else(|| link.clone());
            saver(&format!("export-{id}-{kind}"), label, move || {
                let text = write(&**figure.borrow(), &source)?;
                save(&file, "application/x-tex", text.as_bytes());
                Ok(())
            })
        };
        let mut papers = Vec::new();
        if figure.borrow().latex("").is_some() {
            papers.push(text("tex", "LaTeX", "tex", |figure, command| {
                let source = format!("{command} --format latex");
                figure.latex(&source).ok_or_else(String::new)
            }));
        }
        if figure.borrow().numbers().is_ok() {
            papers.push(text("table", "LaTeX table", "table.tex", |figure, command| {
                let source = format!("{command} --format table");
                Ok(figure.numbers()?.latex_for_paper(&source))
            }));
        }
        let picture = saver(&format!("export-{id}-png"), "PNG", {
            let (figure, link, file) = (figure.clone(), link.clone(), file.clone());
            move || {
                let file = file.clone();
                let done = move |bytes: Vec<u8>| save(&format!("{file}.png"), "image/png", &bytes);
                save_png(&mut **figure.borrow_mut(), link.clone(), done)
            }
        });
        let vector = saver(&format!("export-{id}-svg"), "SVG", {
            let link = link.clone();
            move || {
                let mut figure = figure.borrow_mut();
                let text = figure::svg(&mut **figure, WIDTH, &theme::chart(1.0), &link)?;
                save(&format!("{file}.svg"), "image/svg+xml", text.as_bytes());
                Ok(())
            }
        });
        let mut buttons = vec![picture, vector];
        buttons.extend(papers);
        parts.push(group(label, buttons));
        parts.extend(command.map(|command| dom::new("code").class("export-command").text(&command)));
    }
    let method = {
        let (scenario, link, file) = (scenario.clone(), link.clone(), format!("{name}-method.txt"));
        let command = url::command(&scenario);
        saver("export-method", "Paragraph and BibTeX", move || {
            let text = method::text(&scenario, &command, &link);
            save(&file, "text/plain", text.as_bytes());
            Ok(())
        })
    };
    parts.push(group("What was simulated, for a paper", vec![method]));
    let text = scenario.to_json();
    let file = saver("export-scenario", "JSON", move || {
        save(&format!("{name}-scenario.json"), "application/json", text.as_bytes());
        Ok(())
    });
    parts.push(group("The scenario itself", vec![file]));
    parts.push(
        dom::new("p")
            .class("small muted")
            .text("Figures hold the link of the scenario and are drawn in the colours that you see."),
    );
    dialog::open("export-dialog", "Export", parts);
}

/// A button that saves a file and reports errors.
fn saver(id: &str, label: &str, save: impl Fn() -> Result<(), String> + 'static) -> Element {
    let button = dom::button(label).attr("id", id);
    dom::on_click(&button, move || {
        if let Err(why) = save() {
            failed(&why);
        }
    });
    button
}

fn failed(why: &str) {
    let text = format!("The file could not be made: {why}");
    let dialog = dom::document().query_selector("#export-dialog .dialog-body");
    match dialog.ok().flatten() {
        // A banner would be hidden behind the dialog.
        Some(dialog) => {
            if let Ok(Some(old)) = dialog.query_selector("[data-banner]") {
                old.remove();
            }
            let words =
                dom::new("p").class("banner problem").attr("data-banner", "export").attr("role", "alert").text(&text);
            dom::append(&dialog, &words);
        }
        None => banner::show("export", Tone::Problem, &text, []),
    }
}

/// A button that exports the jobs of a run; takes as long as the run.
fn job_saver(id: &str, label: &str, run: Rc<SavedRun>, kind: Kind, file: String) -> Element {
    let button = dom::button(label).attr("id", id);
    let (own, label) = (button.clone(), label.to_owned());
    dom::on_click(&button, move || {
        dom::toggle(&own, "disabled", true);
        dom::write(&own, "Making the file …");
        let (own, label, file) = (own.clone(), label.clone(), file.clone());
        let done = move |text: Result<String, String>| {
            dom::toggle(&own, "disabled", false);
            dom::write(&own, &label);
            match text {
                Ok(text) => save(&file, "text/plain", text.as_bytes()),
                Err(why) => failed(&why),
            }
        };
        job_files::make(&run, kind, Box::new(done));
    });
    button
}

fn csv(snapshot: &Snapshot, compared: Option<&Compared>) -> Result<String, String> {
    let mut bytes = Vec::new();
    let compared = compared.map(|own| (own.measure, &*own.with));
    crate::export::csv::results(&mut bytes, &snapshot.results, compared).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

/// Name for files: the name of the preset; for other scenarios, words of the title.
fn file_name(scenario: &Scenario) -> String {
    if let Some(preset) = presets::matching(scenario) {
        return format!("metasched-{}", preset.name);
    }
    let title: String =
        scenario.title.to_ascii_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let words: Vec<&str> = title.split('-').filter(|word| !word.is_empty()).take(8).collect();
    match words.is_empty() {
        true => format!("metasched-{}", scenario.digest()),
        false => format!("metasched-{}", words.join("-")),
    }
}

/// Passes a file to the browser as a download.
fn save(name: &str, kind: &str, bytes: &[u8]) {
    let properties = BlobPropertyBag::new();
    properties.set_type(kind);
    let parts = Array::of1(&Uint8Array::from(bytes));
    let Ok(blob) = Blob::new_with_u8_array_sequence_and_options(&parts, &properties) else {
        return;
    };
    let Ok(address) = Url::create_object_url_with_blob(&blob) else {
        return;
    };
    let anchor: HtmlAnchorElement = dom::new_as("a");
    anchor.set_href(&address);
    anchor.set_download(name);
    anchor.click();
    // The download has begun by this time; the browser keeps the bytes until the download ends.
    dom::Later::default().after(10_000.0, move || {
        let _ = Url::revoke_object_url(&address);
    });
}

/// Length of the signature and the header chunk of a PNG.
const HEAD: usize = 8 + 25;

/// The PNG with `text` under `keyword`, in a text chunk after the header. Bytes that are no PNG are returned unchanged.
fn with_text(picture: &[u8], keyword: &str, text: &str) -> Vec<u8> {
    let mut chunk = b"tEXt".to_vec();
    chunk.extend(keyword.bytes());
    chunk.push(0);
    // The format requires Latin-1; links are ASCII.
    chunk.extend(text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')));
    match (picture.split_at_checked(HEAD), u32::try_from(chunk.len() - 4)) {
        (Some((head, rest)), Ok(length)) if head.starts_with(b"\x89PNG") => {
            let mut crc = Crc::new();
            crc.update(&chunk);
            [head, &length.to_be_bytes(), &chunk, &crc.sum().to_be_bytes(), rest].concat()
        }
        _ => picture.to_vec(),
    }
}
