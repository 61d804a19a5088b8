//! The tabs of the results, from left to right: buttons, panels, and the open tab.

use crate::chart::view::View;
use crate::experiment::measure;
use crate::scenario::Scenario;
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::url;
use crate::web::tabs::order::led_to;
use crate::web::tabs::tab::{Desk, Page, Tab, TabKind};
use crate::web::tabs::{compare, curves, gantt, machine, paper, surface, table};
use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::rc::Rc;
use web_sys::{Element, KeyboardEvent};

/// All tabs, in the order of `chart::view::TABS`, which has the names used in links.
pub const TABS: &[TabKind] = &[
    curves::tab::TAB,
    surface::tab::TAB,
    gantt::tab::TAB,
    machine::tab::TAB,
    compare::tab::TAB,
    table::tab::TAB,
    paper::tab::TAB,
];

/// The tabs of the page.
pub struct Tabs {
    all: Vec<Box<dyn Tab>>,
    open: Cell<&'static str>,
}

impl Tabs {
    /// Creates all tabs, each with a button in `#tabs` and a panel below.
    pub fn new(page: Box<dyn Page>) -> Rc<Tabs> {
        let desk = Rc::new(Desk {
            baseline: RefCell::default(),
            measure: Cell::new(measure::first().key),
            published: RefCell::default(),
            page,
        });
        let (list, below): (Element, Element) = (dom::by_id("tabs"), dom::by_id("workbench"));
        let make = |kind: &TabKind| {
            let [button, panel] = ["tab", "panel"].map(|part| format!("{part}-{}", kind.name));
            let root = dom::new("section").attr("id", kind.name).attr("aria-label", kind.title);
            let own = dom::button(kind.label).attr("role", "tab").attr("id", &button).attr("aria-controls", &panel);
            dom::append(&list, &own);
            let own = dom::new("div").attr("role", "tabpanel").attr("id", &panel).attr("aria-labelledby", &button);
            dom::append(&below, &own.with(&root));
            (kind.make)(&root, desk.clone())
        };
        let tabs = Rc::new(Tabs { all: TABS.iter().map(make).collect(), open: Cell::new(TABS[0].name) });
        for (index, kind) in TABS.iter().enumerate() {
            dom::click(&tabs, &button(kind.name), move |own| own.open(kind.name));
            dom::hear(&tabs, &button(kind.name), "keydown", move |own, event: KeyboardEvent| {
                if let Some(name) = led_to(index, &event.key()) {
                    event.prevent_default();
                    own.open(name);
                    dom::focus(&button(name));
                }
            });
        }
        tabs
    }

    /// The tab with a name.
    pub fn named(&self, name: &str) -> Option<&dyn Tab> {
        let at = TABS.iter().position(|kind| kind.name == name)?;
        self.all.get(at).map(|tab| &**tab)
    }

    /// Opens a tab.
    pub fn open(&self, name: &'static str) {
        self.open.set(name);
        for TabKind { name: other, .. } in TABS {
            let chosen = *other == name;
            dom::set(&button(other), "aria-selected", if chosen { "true" } else { "false" });
            dom::set(&button(other), "tabindex", if chosen { "0" } else { "-1" });
            dom::show(&dom::by_id::<Element>(&format!("panel-{other}")), chosen);
        }
        self.all.iter().for_each(|tab| tab.opened(name));
        url::view_changed();
    }

    /// The current view of a scenario, for a link.
    pub fn view(&self, scenario: &Scenario) -> View {
        let mut view = View { tab: Some(self.open.get()).filter(|open| *open != TABS[0].name), ..View::default() };
        self.all.iter().for_each(|tab| tab.view(&mut view, scenario));
        view
    }

    /// Applies the view of a link to a scenario.
    pub fn view_as(&self, view: &View, scenario: &Scenario) {
        self.all.iter().for_each(|tab| tab.view_as(view, scenario));
        self.open(view.tab.unwrap_or(TABS[0].name));
    }
}

impl Deref for Tabs {
    type Target = [Box<dyn Tab>];

    fn deref(&self) -> &[Box<dyn Tab>] {
        &self.all
    }
}

fn button(name: &str) -> Element {
    dom::by_id(&format!("tab-{name}"))
}
