//! Two schedulers on the same jobs: their charts with one time axis and one cursor, what each job gained or lost, and its two stories.

use crate::base::decimal;
use crate::base::number::{self, Style};
use crate::chart::curve::curve_data;
use crate::chart::curve::curve_figure::CurveFigure;
use crate::chart::curve::curves::{CurveChart, CurvePoint, Series};
use crate::chart::figure::{Datum, Numbers};
use crate::chart::gantt_chart::gantt;
use crate::chart::gantt_chart::strips::StripChart;
use crate::chart::gantt_chart::timeline;
use crate::chart::kit::look::Look;
use crate::experiment::{Against, Plan, RunResult, measure};
use crate::metrics::story::Line;
use crate::metrics::timeline::Timeline;
use crate::web::gantt_data;
use crate::web::gantt_scene::Scene;
use crate::web::job_pairs::{self, JobPair, Sum};
use crate::web::page::inputs::choose::Choose;
use crate::web::page::results::canvas::Surface;
use crate::web::page::results::gantt_pointing::{self, Watched, ZOOM};
use crate::web::page::results::stage::Stage;
use crate::web::page::results::{story, tables};
use crate::web::page::shell::announce;
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::url;
use crate::web::story_data::StoryData;
use crate::web::tabs::compare::{CompareState, JOBS};
use crate::web::tabs::look::CompareLook;
use crate::web::tabs::view::View;
use crate::web::wanted::What;
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{Element, Event, KeyboardEvent, MouseEvent};

/// Winners and losers listed of each.
const LISTED: usize = 8;
/// Both charts are to be seen at once: none is higher than this, but for its overview \[CSS px\].
const MOST_PX: f64 = 280.0;
/// Points of the figures of differences: more would hide each other.
const POINTS: usize = 300;
/// The attribute of a job's button: its number.
const JOB: &str = "data-job";

/// The tab.
pub struct CompareTab {
    schedulers: [Choose; 2],
    point: Choose,
    replication: Choose,
    surfaces: [Rc<Surface>; 2],
    /// What the results say of all replications, and what the recordings do.
    words: [Element; 2],
    details: Element,
    kind: Choose,
    stage: Rc<Stage>,
    lists: Element,
    stories: Element,
    state: RefCell<State>,
    ask: Box<Ask>,
}

/// Asks for something of a task of a plan.
type Ask = dyn Fn(&Plan, usize, What);

#[derive(Default)]
struct State {
    run: CompareState,
    visible: bool,
    view: Option<View>,
    recorded: [Option<Timeline>; 2],
    scenes: [Scene; 2],
    pairs: Vec<JobPair>,
    /// Differences by arrival, instead of how they are spread.
    by_arrival: bool,
    /// The jobs that the points of the figure stand for.
    drawn: Vec<u64>,
    stories: [Option<StoryData>; 2],
}

impl CompareTab {
    /// Makes the tab in `#compare`; `ask` is asked for recordings and stories.
    pub fn new(ask: impl Fn(&Plan, usize, What) + 'static) -> Rc<CompareTab> {
        let tab = Rc::new(CompareTab {
            schedulers: [("compare-first", "Compare"), ("compare-second", "with")]
                .map(|(id, label)| Choose::new(id, label)),
            point: Choose::new("compare-point", "at"),
            replication: Choose::new("compare-replication", "replication"),
            surfaces: ["compare-canvas-first", "compare-canvas-second"]
                .map(|id| Surface::new(id, "Gantt chart")),
            words: ["compare-results", "compare-jobs"].map(|id| dom::new("p").attr("id", id)),
            details: dom::new("p").class("details"),
            kind: Choose::new("compare-kind", "Differences"),
            stage: Stage::new("compare-differences", "Differences of jobs"),
            lists: dom::new("div").class("compare-lists"),
            stories: dom::new("section")
                .attr("id", "compare-stories")
                .attr("aria-label", "Two stories")
                .flag("hidden", true),
            state: RefCell::default(),
            ask: Box::new(ask),
        });
        tab.build();
        tab.listen();
        tab
    }

    fn build(self: &Rc<Self>) {
        let zoom = |sign: &str, words: &str, factor: f64| {
            let button = dom::button(sign)
                .class("icon")
                .attr("aria-label", words)
                .attr("title", words);
            let side = Side(self.clone(), 0);
            dom::on_click(&button, move || gantt_pointing::zoom(&side, factor));
            button
        };
        let whole = dom::button("Fit").attr("title", "The whole window (0)");
        let side = Side(self.clone(), 0);
        dom::on_click(&whole, move || {
            gantt_pointing::change(&side, &mut Scene::fit)
        });
        let chosen = self
            .schedulers
            .iter()
            .chain([&self.point, &self.replication]);
        let tools = dom::new("div")
            .class("figure-tools")
            .with_all(chosen.map(|own| &own.root))
            .with(
                dom::new("span")
                    .class("buttons")
                    .with(zoom("−", "Zoom out (−)", 1.0 / ZOOM))
                    .with(zoom("+", "Zoom in (+)", ZOOM))
                    .with(whole),
            );
        let caption = "Both charts show the same time; a job that is pointed at is marked in both. Wheel zooms, dragging moves, a click on a \
                       job tells both of its stories.";
        let charts = dom::new("figure")
            .with(self.surfaces[0].element())
            .with(self.surfaces[1].element())
            .with(&self.details)
            .with(dom::new("figcaption").text(caption));
        let differences = dom::new("div")
            .with(dom::new("div").class("figure-tools").with(&self.kind.root))
            .with(&self.stage.frame.root);
        let below = dom::new("div")
            .class("compare-below")
            .with(differences)
            .with(&self.lists);
        let root: Element = dom::by_id("compare");
        let [results, jobs] = &self.words;
        for part in [&tools, results, &charts, &self.stories, jobs, &below] {
            dom::append(&root, part);
        }
    }

    fn listen(self: &Rc<Self>) {
        for side in 0..2 {
            let tab = self.clone();
            self.schedulers[side].on_choice(move |at| tab.choose(|run| run.choose(side, at)));
            let tab = self.clone();
            self.surfaces[side].draws(move || tab.draw(side));
            gantt_pointing::listen(Rc::new(Side(self.clone(), side)));
        }
        let tab = self.clone();
        self.point
            .on_choice(move |at| tab.choose(|run| run.choose_point(at)));
        let tab = self.clone();
        self.replication
            .on_choice(move |at| tab.choose(|run| run.choose_replication(at as u32)));
        let tab = self.clone();
        self.kind.on_choice(move |at| {
            tab.state.borrow_mut().by_arrival = at == 1;
            tab.show_differences();
        });
        let tab = self.clone();
        dom::listen(&self.lists, "click", move |event: Event| {
            let chosen = dom::target_with(&event, JOB);
            if let Some(job) = chosen.and_then(|(_, job)| job.parse().ok()) {
                tab.tell(Some(job));
            }
        });
        let canvas = self.stage.canvas();
        let tab = self.clone();
        dom::listen(canvas, "pointermove", move |event: MouseEvent| {
            tab.stage.point_at(&event)
        });
        let tab = self.clone();
        dom::listen(canvas, "click", move |event: MouseEvent| {
            tab.stage.point_at(&event);
            let job = tab
                .stage
                .marked()
                .and_then(|Datum(_, point)| tab.state.borrow().drawn.get(point).copied());
            if job.is_some() {
                tab.tell(job);
            }
        });
        let tab = self.clone();
        dom::listen(&self.stories, "click", move |event: Event| {
            let chosen = dom::target_with(&event, story::MOMENT);
            if let Some(time_s) = chosen.and_then(|(_, time)| decimal::parse(&time)) {
                let side = Side(tab.clone(), 0);
                gantt_pointing::change(&side, &mut |scene| scene.look_at(time_s));
            }
        });
        let tab = self.clone();
        dom::listen(&self.stories, "keydown", move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                event.prevent_default();
                tab.tell(None);
            }
        });
    }

    /// Another experiment, which may be the same again.
    pub fn set_plan(self: &Rc<Self>, plan: &Rc<Plan>) {
        self.wish(|run| run.set_plan(plan));
        let told = self.state.borrow().run.job().is_some();
        dom::show(&self.stories, told);
    }

    /// Looks at the next experiment like this.
    pub fn look_as(&self, look: CompareLook) {
        self.state.borrow_mut().run.look_as(look);
    }

    /// What is chosen, for a link.
    pub fn look(&self) -> CompareLook {
        self.state.borrow().run.look()
    }

    /// Shows results.
    pub fn show(self: &Rc<Self>, view: &View) {
        self.state.borrow_mut().view = Some(view.clone());
        self.show_results();
    }

    /// The tab is opened or closed.
    pub fn set_visible(self: &Rc<Self>, visible: bool) {
        self.state.borrow_mut().visible = visible;
        // Another tab may have asked for something meanwhile, which takes the place of what was asked for.
        self.ask_again();
    }

    /// Whether the tab is open.
    pub fn is_visible(&self) -> bool {
        self.state.borrow().visible
    }

    /// What was asked for does not come any more: it is asked for again.
    pub fn ask_again(self: &Rc<Self>) {
        self.wish(CompareState::forget_awaited);
    }

    fn wish(self: &Rc<Self>, wish: impl FnOnce(&mut CompareState)) {
        wish(&mut self.state.borrow_mut().run);
        self.request();
    }

    /// A wish of the visitor, which the address keeps.
    fn choose(self: &Rc<Self>, wish: impl FnOnce(&mut CompareState)) {
        self.wish(wish);
        url::look_changed();
    }

    fn request(self: &Rc<Self>) {
        if self.is_visible() {
            self.show_choices();
            self.show_results();
            self.ask();
        }
    }

    fn ask(&self) {
        let asked = {
            let state = &mut *self.state.borrow_mut();
            let asked = state.run.ask();
            if !state.run.is_recorded() {
                state.scenes.iter_mut().for_each(Scene::fade);
                dom::write(&self.words[1], &state.jobs_in_words());
            }
            asked.zip(state.run.plan().cloned())
        };
        if let Some(((task, what), plan)) = asked {
            (self.ask)(&plan, task, what);
        }
    }

    fn show_choices(&self) {
        let state = self.state.borrow();
        let run = &state.run;
        let Some(plan) = run.plan() else { return };
        let scenario = plan.scenario();
        let both = run.schedulers().unwrap_or_default();
        for (choose, at) in self.schedulers.iter().zip(both) {
            choose.fill(plan.labels(), at);
        }
        let points = plan.points().iter().take(500);
        let points: Vec<String> = points
            .map(|point| curve_data::words(scenario, &point.parameters))
            .collect();
        self.point.fill(&points, run.point());
        let replications: Vec<String> = (1..=scenario.experiment.replications)
            .map(|number| number.to_string())
            .collect();
        self.replication
            .fill(&replications, run.replication() as usize);
        let kinds = ["spread (ECDF)", "by arrival"].map(str::to_owned);
        self.kind.fill(&kinds, usize::from(state.by_arrival));
    }

    /// What all replications say of the two.
    fn show_results(&self) {
        let state = self.state.borrow();
        dom::write(&self.words[0], &state.in_words());
    }

    /// A recording has come.
    pub fn take(self: &Rc<Self>, task: usize, recorded: Timeline) {
        {
            let state = &mut *self.state.borrow_mut();
            let Some(side) = state.run.window_came(task) else {
                return;
            };
            state.recorded[side] = Some(recorded);
            state.put();
        }
        self.ask();
        self.changed();
        if self.state.borrow().run.is_recorded() {
            self.show_jobs();
        }
    }

    /// A story has come.
    pub fn take_story(self: &Rc<Self>, task: usize, story: &StoryData) {
        {
            let state = &mut *self.state.borrow_mut();
            let Some(side) = state.run.story_came(task, story.job) else {
                return;
            };
            state.stories[side] = Some(story.clone());
        }
        self.show_stories();
        self.ask();
    }

    /// A story will not come.
    pub fn fail_story(self: &Rc<Self>, why: &str) {
        self.state.borrow_mut().run.tell(None);
        dom::clear(&self.stories);
        dom::append(&self.stories, &dom::new("p").class("warning").text(why));
        announce::say(why);
    }

    /// Opens both stories of a job, or closes them.
    fn tell(self: &Rc<Self>, job: Option<u64>) {
        {
            let state = &mut *self.state.borrow_mut();
            state.run.tell(job);
            url::look_changed();
            state.stories = Default::default();
            for scene in &mut state.scenes {
                scene.cursor.selected = None;
                if let Some(job) = job {
                    scene.find(job);
                }
            }
            // The first of them decides which moment is seen.
            let [first, second] = &mut state.scenes;
            second.follow(first);
        }
        dom::show(&self.stories, job.is_some());
        if job.is_some() {
            dom::set(&self.stories, "aria-busy", "true");
        }
        self.changed();
        self.ask();
    }

    /// Winners, losers, groups and the figure.
    fn show_jobs(self: &Rc<Self>) {
        {
            let state = self.state.borrow();
            dom::write(&self.words[1], &state.jobs_in_words());
            dom::clear(&self.lists);
            for table in state.tables() {
                dom::append(&self.lists, &table);
            }
        }
        self.show_differences();
    }

    fn show_differences(self: &Rc<Self>) {
        let (figure, view) = {
            let state = &mut *self.state.borrow_mut();
            let (Some(view), false) = (state.view.clone(), state.pairs.is_empty()) else {
                return self.stage.clear();
            };
            let chart = state.differences();
            let caption = match state.by_arrival {
                true => {
                    "Each point is a job, those with the largest differences: below the dashed line it was faster under the first."
                }
                false => {
                    "Points are jobs, from the one that gains most under the first to the one that loses most: the height is the share of \
                     jobs with no larger difference."
                }
            };
            (CurveFigure::with_caption(chart, caption), view)
        };
        self.stage.show(figure, &view);
    }

    fn show_stories(self: &Rc<Self>) {
        let state = self.state.borrow();
        let ([Some(first), Some(second)], true) = (&state.stories, state.run.is_told()) else {
            return;
        };
        let names = state.names();
        let same = job_pairs::parting([&first.lines, &second.lines]);
        let next = |story: &StoryData| story.lines.get(same).and_then(|line| line.time_s);
        let until = [next(first), next(second)].into_iter().flatten();
        let until = until.fold(f64::INFINITY, f64::min);
        let then = |name: &str, story: &StoryData| {
            let line = story.lines.get(same);
            format!("{name}: {}", line.map_or("nothing more", |line| &line.text))
        };
        let parting = match until.is_finite() {
            true => format!(
                "The ways part at {}. {}. {}.{}",
                number::clock(until, true),
                then(&names[0], first),
                then(&names[1], second),
                match same {
                    0 => " Jobs before it had gone other ways.",
                    _ => "",
                }
            ),
            false => "Both stories are the same.".to_owned(),
        };
        let close = dom::button("×")
            .class("tool close")
            .attr("aria-label", "Close the stories")
            .attr("title", "Close (Escape)");
        let column = |(name, story): (&String, &StoryData)| {
            let lines = story.lines.iter().enumerate();
            let lines = lines.map(|(at, line)| told(line, at < same));
            dom::new("div")
                .with(dom::new("h4").text(name))
                .with(dom::new("ol").class("story-lines").with_all(lines))
        };
        let head = dom::new("div")
            .class("story-head")
            .with(dom::new("h3").text(&format!("Job {} under both", first.job)))
            .with(&close);
        let both = names.iter().zip([first, second]);
        let columns = dom::new("div")
            .class("compare-columns")
            .with_all(both.map(column));
        dom::clear(&self.stories);
        let tab = self.clone();
        dom::on_click(&close, move || tab.tell(None));
        for part in [head, dom::new("p").text(&parting), columns] {
            dom::append(&self.stories, &part);
        }
        let _ = self.stories.remove_attribute("aria-busy");
        dom::into_view(&self.stories);
        announce::say(&format!("Job {}: {parting}", first.job));
    }

    /// Draws all again, for a new theme.
    pub fn redraw(self: &Rc<Self>) {
        self.changed();
        self.stage.redraw();
    }

    fn changed(self: &Rc<Self>) {
        for side in 0..2 {
            let tab = self.clone();
            self.surfaces[side].refresh(move || tab.draw(side));
        }
        let state = self.state.borrow();
        let names = state.names();
        let told = state.scenes.iter().zip(&names);
        let told: Vec<String> = told
            .filter_map(|(scene, name)| Some(format!("{name}: {}", scene.details()?)))
            .collect();
        dom::write(&self.details, &told.join(" "));
    }

    fn draw(&self, side: usize) {
        let scene = &mut self.state.borrow_mut().scenes[side];
        let strips = StripChart::default();
        let map = side == 1;
        let height = timeline::preferred_height(&scene.chart, &strips, map);
        // The overview is as high as it wants, so that both charts have the same layout: one time axis.
        let chart = timeline::preferred_height(&scene.chart, &strips, false);
        let height = height - (chart - MOST_PX).max(0.0);
        let Some((mut backend, area, theme)) = self.surfaces[side].begin(height) else {
            return;
        };
        let (data, view) = ((&scene.chart, &strips), scene.view());
        let cursor = &scene.cursor;
        let drawn = timeline::draw(&mut backend, area, data, &view, &theme, cursor, map);
        scene.drawn(drawn.ok());
        self.surfaces[side].describe(&gantt::summary(&scene.chart));
    }
}

/// One of the two charts, to be pointed at.
struct Side(Rc<CompareTab>, usize);

impl Watched for Side {
    fn surface(&self) -> &Surface {
        &self.0.surfaces[self.1]
    }

    fn with(&self, act: &mut dyn FnMut(&mut Scene)) {
        let [first, second] = &mut self.0.state.borrow_mut().scenes;
        let (own, other) = match self.1 {
            0 => (first, second),
            _ => (second, first),
        };
        act(own);
        other.follow(own);
    }

    fn changed(&self) {
        self.0.changed();
    }

    fn picked(&self, _by_key: bool) {
        let job = self.0.state.borrow().scenes[self.1]
            .selected()
            .map(|job| job.id);
        self.0.tell(job);
    }

    fn closed(&self) {
        self.0.tell(None);
    }

    fn takes_wheel(&self) -> bool {
        true
    }
}

impl State {
    /// Names of the two for people.
    fn names(&self) -> [String; 2] {
        let both = self.run.plan().zip(self.run.schedulers());
        both.map_or_else(Default::default, |(plan, both)| {
            both.map(|at| curve_data::label_of(plan, at))
        })
    }

    /// Makes charts and pairs of the recordings, once both are there: of the time that both hold.
    fn put(&mut self) {
        let names = self.names();
        let ([Some(first), Some(second)], true) = (&self.recorded, self.run.is_recorded()) else {
            return;
        };
        let Some(plan) = self.run.plan() else { return };
        self.pairs = job_pairs::pairs([first, second]);
        let end_s = first.span_s[1].min(second.span_s[1]);
        let platform = plan.tasks().first().map(|task| &task.scenario.platform);
        for ((scene, timeline), title) in self.scenes.iter_mut().zip([first, second]).zip(names) {
            let Some(platform) = platform else { return };
            let (mut chart, _) = gantt_data::charts(timeline.clone(), platform);
            (chart.title, chart.end_s) = (title, end_s);
            scene.put((chart, StripChart::default()));
        }
        let [first, second] = &mut self.scenes;
        second.follow(first);
    }

    /// "Mean turnaround over 3 replications: b1 520 s, b3 542 s; b1 − b3 = −22.3 ± 6.8 s: less, better."
    fn in_words(&self) -> String {
        let Some([own, other]) = self.results() else {
            return match self.run.schedulers() {
                Some(_) => String::new(),
                None => "There is one scheduler: add another to compare it with.".to_owned(),
            };
        };
        let measure = measure::first();
        let against = Against::of(own, other, measure);
        let value = |run: &RunResult| {
            let half = measure.ci95(run).unwrap_or(f64::NAN);
            number::with_interval(measure.value(run), half, measure.unit, measure.style)
        };
        let (difference, names) = (against.difference, self.names());
        format!(
            "{}, {}: {} {}, {} {}. {} less {} on the same jobs: {} ({}).",
            measure.label,
            match own.replications.min(other.replications) {
                1 => "one replication".to_owned(),
                several => format!("{several} replications"),
            },
            names[0],
            value(own),
            names[1],
            value(other),
            names[0],
            names[1],
            number::with_interval(
                difference.mean,
                difference.ci95,
                measure.unit,
                measure.style
            ),
            against.words(measure.better)
        )
    }

    /// The results of both at the point.
    fn results(&self) -> Option<[&RunResult; 2]> {
        let plan = self.run.plan()?;
        let view = self
            .view
            .as_ref()
            .filter(|own| Rc::ptr_eq(&own.plan, plan))?;
        let point = view.results.points.get(self.run.point())?;
        let [own, other] = self.run.schedulers()?;
        let of = |at: usize| curve_data::result_of(point, &curve_data::name_of(plan, at));
        Some([of(own)?, of(other)?])
    }

    /// What the recorded jobs say.
    fn jobs_in_words(&self) -> String {
        let [first, second] = self.names();
        let ([Some(one), Some(two)], true) = (&self.recorded, self.run.is_recorded()) else {
            if self.run.schedulers().is_none() {
                return String::new();
            }
            return "Both runs are being recorded …".to_owned();
        };
        let sum = job_pairs::sum(self.pairs.iter());
        let whole = [one, two].iter().all(|own| own.jobs.len() < JOBS);
        let which = match whole {
            true => format!("All {} jobs of replication", sum.jobs),
            false => format!(
                "{} jobs that ended under both, of the first {} that each started in replication",
                number::count(sum.jobs as u64),
                number::count(JOBS as u64)
            ),
        };
        format!(
            "{which} {}: {first} is faster with {}, {second} with {}, {} take as long under both. Mean {} against {}.",
            self.run.replication() + 1,
            sum.first,
            sum.second,
            sum.jobs - sum.first - sum.second,
            seconds(sum.mean_s[0]),
            seconds(sum.mean_s[1]),
        )
    }

    /// The jobs that gain and lose most, and groups.
    fn tables(&self) -> Vec<Element> {
        let [first, second] = self.names();
        let order = job_pairs::order(&self.pairs);
        let gains = |at: &&usize| self.pairs[**at].difference_s() < 0.0;
        let losses = |at: &&usize| self.pairs[**at].difference_s() > 0.0;
        let heads = ["Job", "Home", "Nodes", &first, &second, "Difference [s]"];
        let list = |caption: String, places: Vec<usize>| {
            let row = |at: usize| {
                let pair = &self.pairs[at];
                let [own, other] = pair.turnaround_s.map(number::plain);
                let cells = [
                    pair.id.to_string(),
                    (pair.home + 1).to_string(),
                    pair.nodes.to_string(),
                    own,
                    other,
                    number::plain(pair.difference_s()),
                ];
                tables::row(cells.iter().enumerate(), |cell, (at, text)| match at {
                    0 => cell.with(dom::button(text).class("moment").attr(JOB, text)),
                    _ => cell.text(text),
                })
            };
            let heads = tables::heads(heads, |cell, text| cell.text(text));
            let rows = places.into_iter().map(row);
            let table = tables::table("numbers", &caption, heads, rows);
            dom::new("div").class("scroll").with(table)
        };
        let mut tables = Vec::new();
        if let Some((job, time_s)) = self.first_to_part() {
            let job = job.to_string();
            let button = dom::button(&format!("job {job}"))
                .class("moment")
                .attr(JOB, &job);
            let before = format!(
                "Both schedules are the same until {}. The first to go another way is ",
                number::clock(time_s, true)
            );
            tables.push(dom::new("p").text(&before).with(button));
        }
        tables.extend([
            list(
                format!("Faster under {first} [s]"),
                order.iter().filter(gains).take(LISTED).copied().collect(),
            ),
            list(
                format!("Faster under {second} [s]"),
                order
                    .iter()
                    .rev()
                    .filter(losses)
                    .take(LISTED)
                    .copied()
                    .collect(),
            ),
        ]);
        let shell = dom::new("div").class("scroll");
        tables::write(&shell, &self.groups());
        tables.push(shell);
        tables
    }

    /// The first job that goes another way, and when \[s\].
    fn first_to_part(&self) -> Option<(u64, f64)> {
        let [Some(first), Some(second)] = &self.recorded else {
            return None;
        };
        job_pairs::first_to_part([first, second])
    }

    /// Turnarounds by group: those of the experiment over all replications, else kinds of requests or home clusters of the recording.
    fn groups(&self) -> Numbers {
        let [first, second] = self.names();
        let row = |name: String, jobs: u64, means: [f64; 2]| {
            let numbers = [means[0], means[1], means[0] - means[1]].map(number::plain);
            let before = [name, number::count(jobs)];
            before.into_iter().chain(numbers).collect()
        };
        let mut caption = "By group, all replications [s]";
        let mut rows: Vec<Vec<String>> = Vec::new();
        if let Some([own, other]) = self.results() {
            for group in &own.groups {
                let other = other
                    .groups
                    .iter()
                    .find(|theirs| theirs.group == group.group);
                let Some(other) = other else { continue };
                let means = [group.mean_turnaround_s, other.mean_turnaround_s];
                rows.push(row(group.group.clone(), group.jobs, means));
            }
        }
        if rows.is_empty() {
            caption = "By home cluster, recorded jobs [s]";
            let requests = self.recorded[0].as_ref().map(|own| &own.legend.requests);
            let kinds = requests.map_or(0, |kinds| kinds.len());
            let clusters = self.scenes[0].chart.clusters.iter();
            let names = clusters.map(|own| own.name.clone()).enumerate();
            let of = |pair: &&JobPair, index: usize| match kinds {
                0 => pair.home as usize == index,
                _ => pair.request == Some(index as u32),
            };
            let sum = |index: usize| job_pairs::sum(self.pairs.iter().filter(|own| of(own, index)));
            let mut put = |name: String, sum: Sum| {
                if sum.jobs > 0 {
                    rows.push(row(name, sum.jobs as u64, sum.mean_s));
                }
            };
            match requests.filter(|_| kinds > 0) {
                Some(requests) => {
                    caption = "By kind of request, recorded jobs [s]";
                    for (index, kind) in requests.iter().enumerate() {
                        put(kind.name.to_string(), sum(index));
                    }
                }
                None => names.for_each(|(index, name)| put(name, sum(index))),
            }
        }
        let heads = ["", "Jobs", &first, &second, "Difference [s]"];
        Numbers {
            caption: caption.to_owned(),
            heads: heads.map(str::to_owned).into(),
            rows,
        }
    }

    /// The figure of the differences, and which jobs its points are.
    fn differences(&mut self) -> CurveChart {
        let [first, second] = self.names();
        let order = job_pairs::order(&self.pairs);
        let difference = format!("Turnaround under {first} less {second} [s]");
        let last = order.len();
        // Of the ECDF both ends, where single jobs are told apart, and what lies evenly between; by arrival the largest differences.
        let step = last.div_ceil(POINTS / 4).max(1);
        let tail = LISTED.max(POINTS / 2 * usize::from(self.by_arrival));
        let shown = |rank: &usize| {
            let end = *rank < tail || *rank + tail >= last;
            end || !self.by_arrival && rank.is_multiple_of(step)
        };
        let shown: Vec<usize> = (0..last).filter(shown).collect();
        let points = shown.iter().map(|&rank| {
            let pair = &self.pairs[order[rank]];
            let (x, y) = match self.by_arrival {
                true => (pair.arrival_s, pair.difference_s()),
                false => (pair.difference_s(), (rank + 1) as f64 / last as f64),
            };
            CurvePoint {
                x,
                y,
                ..CurvePoint::default()
            }
        });
        let jobs = Series {
            name: "jobs".to_owned(),
            points: points.collect(),
            ..Series::default()
        };
        self.drawn = shown
            .iter()
            .map(|&rank| self.pairs[order[rank]].id)
            .collect();
        let equal = Series {
            name: "as fast under both".to_owned(),
            look: Look::nth(1),
            points: vec![CurvePoint::default()],
            horizontal: true,
            ..Series::default()
        };
        let (x_label, y_label) = match self.by_arrival {
            true => ("Arrival [s]".to_owned(), difference),
            false => (difference, "Share of jobs".to_owned()),
        };
        CurveChart {
            x_label,
            y_label,
            x_unit: "s".to_owned(),
            y_unit: if self.by_arrival { "s" } else { "" }.to_owned(),
            y_style: if self.by_arrival {
                Style::Plain
            } else {
                Style::Percent
            },
            series: match self.by_arrival {
                true => vec![jobs, equal],
                false => vec![jobs],
            },
            scattered: self.by_arrival,
            ..CurveChart::default()
        }
    }
}

/// A line of a story, and whether the other story has it too.
fn told(line: &Line, common: bool) -> Element {
    story::item(line, true).flag("data-common", common)
}

fn seconds(value: f64) -> String {
    number::quantity(value, "s", Style::Plain)
}
