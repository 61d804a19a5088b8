//! The plan on which the job with the open story was put, and the requests planned before and after it: a slider moves from
//! one planning to the next.

use crate::chart::planning::{PlanningChart, words};
use crate::web::gantt_pane::story_data::StoryData;
use crate::web::page::shell::dom::{self, Build};
use crate::web::tabs::gantt::picture::Picture;
use crate::words::JobNames;
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{Element, Event, HtmlInputElement};

/// The figure below the Gantt chart; initially hidden.
pub struct PlanningPanel {
    /// Root element.
    pub root: Element,
    title: Element,
    /// Description of the displayed planning.
    moment: Element,
    choose: Element,
    slider: HtmlInputElement,
    figure: Rc<Picture<PlanningChart>>,
    shown: RefCell<(PlanningChart, JobNames)>,
}

impl PlanningPanel {
    /// Creates an empty panel.
    pub fn new() -> Rc<PlanningPanel> {
        let title = dom::new("h3").attr("id", "planning-title");
        let figure = Picture::new("planning-canvas", "Plan");
        let slider: HtmlInputElement = dom::new_as("input");
        [("id", "planning-moment"), ("type", "range"), ("min", "0"), ("step", "1")]
            .into_iter()
            .for_each(|(name, value)| dom::set(&slider, name, value));
        let label = dom::new("label").attr("for", "planning-moment").text("Planning");
        let choose = dom::new("span").class("choose").with(&label).with(&slider);
        let moment = dom::new("output").attr("for", "planning-moment");
        let moments = dom::new("div").attr("id", "planning-moments").with(&choose).with(&moment);
        let panel = Rc::new(PlanningPanel {
            root: dom::new("section")
                .attr("id", "planning")
                .attr("aria-labelledby", "planning-title")
                .flag("hidden", true)
                .with(&title)
                .with(&moments)
                .with(&figure.frame.root),
            title,
            moment,
            choose,
            slider,
            figure,
            shown: RefCell::default(),
        });
        dom::hear(&panel, &panel.slider, "input", |panel, _: Event| {
            panel.shown.borrow_mut().0.at = panel.slider.value_as_number() as usize;
            panel.draw();
        });
        panel
    }

    /// Shows how the job of a story was planned, if it was.
    pub fn show(&self, story: Option<&StoryData>) {
        let found = story.and_then(|own| Some((own.plannings.clone()?, own.names.clone())));
        dom::show(&self.root, found.is_some());
        let Some((moments, names)) = found else { return };
        let last = moments.plannings.len() - 1;
        dom::write(&self.title, &format!("On the plan: {}", names.name(moments.job)));
        dom::set(&self.slider, "max", &last.to_string());
        self.slider.set_value(&moments.own().to_string());
        dom::show(&self.choose, last > 0);
        let chart = PlanningChart { title: String::new(), at: moments.own(), moments: Some(moments) };
        self.shown.replace((chart, names));
        self.draw();
    }

    /// Redraws before the next frame.
    pub fn redraw(&self) {
        self.figure.redraw();
    }

    fn draw(&self) {
        let (chart, names) = &*self.shown.borrow();
        let Some(moments) = &chart.moments else { return };
        let Some(planning) = moments.plannings.get(chart.at) else { return };
        let words = format!("{} {}.", names.subject(planning.job), words(planning));
        dom::write(&self.moment, &words);
        dom::set(&self.slider, "aria-valuetext", &words);
        let caption = "Nodes over time. Below the surface, nodes do not stay free, so the plan puts nothing there. The vertical line is \
                       the moment of planning.";
        self.figure.show(chart.clone(), caption);
    }
}
