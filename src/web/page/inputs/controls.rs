//! Controls of the form, generated from the table of parameters: fields, and lists with their entries.

use crate::parameter::{Is, Parameter, When};
use crate::scenario::declared;
use crate::scenario::language::path::Values;
use crate::scenario::{Kind, Scenario, one_queue};
use crate::web::form_plots;
use crate::web::formulas;
use crate::web::page::inputs::constants;
use crate::web::page::inputs::field::{self, ACTION, INDEX, LIST, PLACE};
use crate::web::page::inputs::formula;
use crate::web::page::shell::dom::{self, Build};
use crate::words::number;
use web_sys::Element;

/// Icon: two sheets.
const COPY: &str = "<svg viewBox='0 0 20 20' aria-hidden='true'><rect x='7' y='7' width='9' height='9' rx='1.5'/>\
                    <path d='M4 13V5.5A1.5 1.5 0 0 1 5.5 4H13'/></svg>";
/// Icon: a die showing four.
const DIE: &str = "<svg viewBox='0 0 20 20' aria-hidden='true'><rect x='3.5' y='3.5' width='13' height='13' rx='3'/>\
                   <g class='solid'><circle cx='7.5' cy='7.5' r='1.3'/><circle cx='12.5' cy='7.5' r='1.3'/>\
                   <circle cx='7.5' cy='12.5' r='1.3'/><circle cx='12.5' cy='12.5' r='1.3'/></g></svg>";
/// Maximum number of entries of a list that the form shows.
const MOST_ENTRIES: usize = 300;
/// Number of entries of a list that are made in one browser task.
const ENTRIES_A_TASK: usize = 4;
/// Lists whose default is longer are folded.
const MOST_UNFOLDED: usize = 6;
/// Action of the die next to the seed.
pub const DRAW_SEED: &str = "draw-seed";
/// Action of the buttons for files.
pub const CHOOSE_FILE: &str = "choose-file";
/// Id of the element with the drawn speeds.
pub const DRAWN: &str = "drawn-speeds";

/// Control of a parameter without indices: a field, or a list of entries. `None` for parameters that are shown
/// elsewhere on the page. A formula gets a control only if it is relevant.
pub fn control(parameter: &Parameter, scenario: &Scenario) -> Option<Element> {
    match (parameter.path, parameter.kind) {
        ("schema" | "workload.size_bytes" | "workload.sha256" | "workload.node_gflops", _) => None,
        ("workload.path", _) => {
            let about = dom::new("div").attr("id", "log-about").class("log-about");
            Some(file_field(parameter).with(about))
        }
        (path @ "platform.speed_heterogeneity", _) => {
            let drawn = dom::new("p").attr("id", DRAWN).class("drawn");
            Some(field::labelled(parameter, path).with(drawn))
        }
        (path @ "seed", _) => {
            let die = icon(DIE, DRAW_SEED, "Draw a fresh seed").attr("id", "draw-seed");
            Some(field::labelled_with(parameter, path, Some(die)))
        }
        (_, Kind::List { of, max, .. }) => Some(list(parameter, of, max, scenario)),
        (path, Kind::Formula { .. }) => {
            let matters = parameter.relevant(path, scenario);
            matters.then(|| editor(parameter, path))?
        }
        (path, _) => Some(field::labelled(parameter, path)),
    }
}

/// The editor of a formula, with the sliders of the formula's constants.
fn editor(parameter: &Parameter, path: &str) -> Option<Element> {
    let editor = formula::editor(parameter, path)?;
    if let (Some(constants), Ok(Some(examples))) =
        (formulas::constants_beside(path), editor.query_selector(".examples"))
        && let Some(writing) = examples.parent_element()
    {
        for own in constants::places(&constants).into_iter().flatten() {
            let _ = writing.insert_before(&own, Some(&examples));
        }
    }
    Some(editor)
}

/// Buttons that add, copy and remove clusters in the drawing of the platform. They act like those of the list.
pub fn cluster_tools() -> [Element; 3] {
    let tool = |action: &str, sign: &str, id: &str, words: &str| {
        icon(sign, action, words).attr("id", id).attr(LIST, "platform.clusters").attr(INDEX, "0")
    };
    [
        tool("add", "+", "add-cluster", "Add a cluster"),
        tool("copy", COPY, "copy-cluster", "Duplicate the chosen clusters"),
        tool("remove", "×", "remove-cluster", "Remove the chosen clusters"),
    ]
}

/// A small button with an icon or a character; `words` describe its action.
fn icon(sign: &str, action: &str, words: &str) -> Element {
    let button = dom::button(sign);
    if sign.starts_with('<') {
        button.set_inner_html(sign);
    }
    button.class("tool").attr(ACTION, action).attr("aria-label", words).attr("title", words)
}

/// True for the coefficients of eq. 2. These are folded, because the figure of arrivals shows their effect.
pub fn is_coefficient(parameter: &Parameter) -> bool {
    parameter.path.starts_with("workload.rate_t")
}

/// A frame that is shown if the first coefficient is relevant, and the fold inside it that contains all coefficients.
pub fn coefficients(first: &Parameter) -> (Element, Element) {
    let summary = dom::new("summary").text("Polynomial of the rate by day");
    let fold = dom::new("details").class("folded").with(summary);
    let framed = field::frame(first, first.path).class("field wide");
    (framed.with(&fold), fold)
}

/// True if few users need the parameter and its value is the default. Such a parameter is shown under "More".
pub fn is_further(parameter: &Parameter, scenario: &Scenario) -> bool {
    parameter.further && scenario.at(parameter.path).is_none_or(|own| own == parameter.default())
}

/// The fold for parameters that few users need.
pub fn further() -> Element {
    dom::new("details").class("further").with(dom::new("summary").text("More"))
}

/// Field of a log: a button to choose the file, with facts about the file below.
fn file_field(parameter: &Parameter) -> Element {
    let choose = dom::button("Choose a log …").attr(ACTION, CHOOSE_FILE).attr("id", "choose-log");
    let field = field::frame(parameter, parameter.path).class("field wide").with(choose);
    field::finish(field, parameter, parameter.path)
}

/// The parameters of the entries of a list.
fn inner(list: &Parameter) -> impl Iterator<Item = &'static Parameter> {
    let path = list.path;
    declared::table().iter().filter(move |own| own.path.strip_prefix(path).is_some_and(|rest| rest.starts_with(".*.")))
}

/// The parameter at the head of the entries of a list, if it is a choice. An entry has controls for what its choice reads.
pub fn head_choice(list: &Parameter) -> Option<&'static Parameter> {
    inner(list).next().filter(|own| matches!(own.kind, Kind::Choice { .. }) && !own.optional())
}

/// The entries of a list from `first` on that are made in one task.
fn entries(list: &Parameter, of: &str, first: usize, scenario: &Scenario) -> Vec<Element> {
    let head = head_choice(list);
    let of_entry = |index: usize| -> Vec<&Parameter> {
        let is_read = |own: &&Parameter| {
            let place = own.path.replacen('*', &index.to_string(), 1);
            let mut by_head = own.when.iter().filter(|when| head.is_some_and(|head| when.path == head.path));
            by_head.all(|when| when.holds(&place, scenario))
        };
        inner(list).filter(is_read).collect()
    };
    let last = shown_entries(list, scenario).min(first + ENTRIES_A_TASK);
    (first..last).map(|index| entry(list.path, of, index, &of_entry(index), scenario)).collect()
}

/// Number of entries of a list that the form shows.
fn shown_entries(list: &Parameter, scenario: &Scenario) -> usize {
    scenario.at(list.path).and_then(|list| list.as_array()).map_or(0, Vec::len).min(MOST_ENTRIES)
}

/// Number of entries of a list that are in `body`.
fn made_entries(list: &Parameter, body: &Element) -> usize {
    dom::all_within(body, &format!(".entry[{PLACE}^=\"{}.\"]", list.path)).len()
}

/// True if not all entries of the list are in `body` yet.
pub fn lacks_entries(list: &Parameter, body: &Element, scenario: &Scenario) -> bool {
    made_entries(list, body) < shown_entries(list, scenario)
}

/// Makes the next entries of a list whose first entries are in `body`, and returns them.
pub fn add_entries(list: &Parameter, body: &Element, scenario: &Scenario) -> Vec<Element> {
    let Kind::List { of, .. } = list.kind else { return Vec::new() };
    let made = made_entries(list, body);
    let adds = body.query_selector(&format!(".adds:has(> [{LIST}=\"{}\"])", list.path)).ok().flatten();
    let Some((adds, parent)) = adds.and_then(|adds| Some((adds.clone(), adds.parent_node()?))) else {
        return Vec::new();
    };
    let new = entries(list, of, made, scenario);
    for entry in &new {
        let _ = parent.insert_before(entry, Some(&adds));
    }
    new
}

fn list(parameter: &Parameter, of: &str, max: usize, scenario: &Scenario) -> Element {
    let path = parameter.path;
    let count = scenario.at(path).and_then(|list| list.as_array()).map_or(0, Vec::len);
    let name = dom::new("span").class("list-name").text(parameter.label);
    let entries = entries(parameter, of, 0, scenario);
    let label = match (path, scenario.workload.entry(path, count)) {
        ("workload.clusters", _) => format!("Make cluster {} different", count + 1),
        (_, Some(name)) => format!("Change {}", name.to_ascii_lowercase()),
        (_, None) if of.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("Add an {of}"),
        (_, None) => format!("Add a {of}"),
    };
    let add = dom::button(&label).class("add").attr(ACTION, "add").attr(LIST, path).flag("disabled", count >= max);
    let write = (path == "schedulers").then(|| {
        let button = dom::button("Write your own").class("add").attr("id", "write-own");
        let about = "Adds a scheduler that is a formula of yours";
        let button = button.attr(ACTION, "write").attr(LIST, path).attr("title", about);
        button.flag("disabled", count >= max)
    });
    let add = dom::new("div").class("adds").with(add).with_all(write);
    let list =
        field::frame(parameter, path).class("field list").attr("role", "group").attr("aria-label", parameter.label);
    let list = list.with(name);
    let more = count.saturating_sub(MOST_ENTRIES) as u64;
    let more = (more > 0).then(|| {
        let words = format!("The first {MOST_ENTRIES} are below; {} more are in the scenario.", number::count(more));
        dom::new("p").class("help").text(&words)
    });
    let list = list.with_all(more);
    // A long table is folded while it has its default.
    let usual = parameter.default().as_array();
    let list = if usual.is_some_and(|usual| usual.len() > MOST_UNFOLDED) {
        let changed = scenario.at(path) != Some(parameter.default());
        let all = format!("{count} {}", parameter.label.to_ascii_lowercase());
        let folded = dom::new("details").flag("open", changed).with(dom::new("summary").text(&all));
        list.with(folded.with_all(entries).with(add))
    } else {
        list.with_all(entries).with(add)
    };
    field::finish(list, parameter, path)
}

/// One entry of a list. If the first parameter of the entry is a choice, it is the head of the entry. Optional
/// parameters can be folded.
fn entry(list: &str, of: &str, index: usize, inner: &[&Parameter], scenario: &Scenario) -> Element {
    let path_of = |own: &Parameter| own.path.replacen(".*.", &format!(".{index}."), 1);
    let title = title(list, of, index, scenario);
    let tool = |action: &str, sign: &str, words: String| {
        icon(sign, action, &words).attr(LIST, list).attr(INDEX, &index.to_string())
    };
    // Optional parameters that depend on the entry's own choice are shown; optional parameters of every entry are
    // folded.
    let brought = |when: &When| {
        let by_choice = matches!(when.is, Is::OneOf(_) | Is::Reads(None));
        by_choice && when.path.contains('*') && when.inherits.is_none()
    };
    let optional = |own: &&&Parameter| own.optional() && !own.when.iter().any(brought);
    let extras: Vec<&&Parameter> = inner.iter().filter(optional).collect();
    let set = |own: &&&Parameter| scenario.at(&path_of(own)).is_some_and(|value| !value.is_null());
    // The choice of a usual scheduler of one queue says all of its settings.
    let usual = scenario.schedulers.get(index).filter(|_| list == "schedulers");
    let told = usual.is_some_and(|own| one_queue::of(own, scenario).is_some());
    let open = !told && extras.iter().any(set) || extras.len() == inner.len();

    let heading = inner.first().filter(|own| matches!(own.kind, Kind::Choice { .. } | Kind::Path) && !own.optional());
    let head = dom::new("div").class("entry-head");
    let about = heading.filter(|own| matches!(own.kind, Kind::Choice { .. })).map(|own| field::about(&path_of(own)));
    let head = match heading {
        Some(own) => {
            let path = path_of(own);
            let control = field::bare(own, &path).attr("aria-label", &format!("{title}: {}", own.label));
            head.with(field::finish(field::frame(own, &path).class("field bare").with(control), own, &path))
        }
        None => head.with(dom::new("span").class("entry-title").text(&title)),
    };
    let lower = title.to_ascii_lowercase();
    let more = (!extras.is_empty() && extras.len() < inner.len())
        .then(|| tool("more", "⋯", format!("More settings of {lower}")).attr("aria-expanded", &open.to_string()));
    let head = head.with_all(more).with(tool("copy", COPY, format!("Duplicate {lower}"))).with(tool(
        "remove",
        "×",
        format!("Remove {lower}"),
    ));

    let rest = inner.iter().filter(|own| heading.is_none_or(|head| head.path != own.path));
    // Tables and formulas consist of many controls, so only relevant ones are created.
    let made = |own: &&&Parameter| {
        let formula = matches!(own.kind, Kind::Formula { .. });
        !formula || own.relevant(&path_of(own), scenario)
    };
    let table = |own: &&Parameter| match own.kind {
        Kind::Table(table) => Some(table),
        _ => None,
    };
    let tables = rest.clone().filter(|own| table(own).is_some() && own.relevant(&path_of(own), scenario));
    let tables: Vec<&&Parameter> = tables.collect();
    let plain = rest.clone().filter(|own| !optional(own) && table(own).is_none());
    let fields = |own: &&Parameter| {
        let path = path_of(own);
        let editor = editor(own, &path);
        editor.unwrap_or_else(|| field::labelled(own, &path))
    };
    let body = dom::new("div").class("entry-body").with_all(plain.filter(made).map(fields));
    let more = dom::new("div")
        .class("entry-body more")
        .flag("hidden", !open)
        .with_all(extras.into_iter().filter(made).map(fields));
    let heading = tables.first().and_then(|own| table(own)).map(|own| own.heading);
    let tables = heading.map(|heading| {
        let changed = |own: &&&Parameter| scenario.at(&path_of(own)) != Some(own.default());
        dom::new("details")
            .class("tables")
            .flag("open", tables.iter().any(changed))
            .with(dom::new("summary").text(heading))
            .with_all(tables.into_iter().map(fields))
    });
    let place = format!("{list}.{index}");
    let problem = dom::new("p").class("wrong").attr("id", &field::id("e", &place)).flag("hidden", true);
    dom::new("div")
        .class("entry")
        .attr(PLACE, &place)
        .with(head)
        .with_all(about)
        .with(body)
        .with_all(tables)
        .with(more)
        .with(problem)
}

/// Title of an entry.
fn title(list: &str, of: &str, index: usize, scenario: &Scenario) -> String {
    if let Some(name) = scenario.workload.entry(list, index) {
        return name.to_owned();
    }
    if list != "platform.clusters" {
        let mut of = of.to_owned();
        if let Some(first) = of.get(..1) {
            of = format!("{}{}", first.to_ascii_uppercase(), &of[1..]);
        }
        return format!("{of} {}", index + 1);
    }
    form_plots::platform(scenario).name(index)
}
