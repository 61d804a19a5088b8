//! Draws a machine at a moment. Jobs that start or end at this moment are on their way between the line of waiting jobs and their nodes.

mod moving;

use crate::chart::gantt_chart::outs;
use crate::chart::gantt_chart::playing::eased;
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::read_out;
use crate::chart::kit::theme::{Colour, Theme};
use crate::chart::machine::layout::{Layout, NAME, Pipe, Place};
use crate::chart::machine::{Machine, State, nodes_in};
use crate::metrics::timeline::{Rows, TimelineJob};
use crate::platform::OutageKind;
use crate::words::number;
use moving::along;

/// Maximum number of running jobs that are drawn one by one. If there are more, a cluster shows its share of busy nodes by colour.
const MOST_RUNNING: usize = 3000;
/// Width of a waiting job, the least width, and the least height \[CSS px\].
const WAITING: [f64; 3] = [7.0, 2.0, 4.0];
/// Colours of split jobs, as indices of series: those that differ most from the colours of homes.
const STRONG: [usize; 6] = [1, 0, 6, 2, 3, 4];
/// Nodes of at least this side have lines between them \[CSS px\].
const LINED: f64 = 5.0;
/// Maximum number of packets in a pipe.
const PACKETS: f64 = 6.0;
/// Time in which a packet passes a pipe, in slides of a job.
const PASSAGE: f64 = 4.0;
/// Saturation from which a link reddens.
const WARM: f64 = 0.5;

/// The shown moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Now {
    /// Time \[s\].
    pub time_s: f64,
    /// While a clock plays: time that a job takes to its nodes, in seconds of the run; 0 in a still picture.
    pub slide_s: f64,
    /// Index of the marked job.
    pub marked: Option<usize>,
}

/// An area in which a job was drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Index of the job.
    pub job: usize,
    /// The area.
    pub area: Area,
}

/// The job at a pixel: of several, the one drawn last.
pub fn job_at(spots: &[Spot], (x, y): Point, reach: f64) -> Option<usize> {
    let near = |own: &&Spot| own.area.inset(-reach).contains((x, y));
    let exact = spots.iter().rev().find(|own| own.area.contains((x, y)));
    exact.or_else(|| spots.iter().rev().find(near)).map(|own| own.job)
}

/// Draws a machine, and returns where its jobs are.
///
/// # Errors
/// Errors of the device.
pub fn draw(device: &mut dyn Device, layout: &Layout, machine: &Machine, theme: &Theme, now: Now) -> Drawn<Vec<Spot>> {
    let mut pen = Pen::new(device, theme)?;
    let state = machine.state(now.time_s, now.slide_s);
    let mut picture = Picture { layout, machine, theme, now, state: &state, spots: Vec::new(), moving: 0 };
    pen.within(&layout.canvas, |pen| {
        pen.fill(&layout.canvas, theme.background)?;
        layout.heading.draw(pen)?;
        if machine.jobs().is_empty() {
            let face = Type::regular(NAME, theme.muted);
            return read_out::message(pen, "No job starts in this part of the run.", &layout.canvas, face);
        }
        picture.all(pen)
    })?;
    Ok(picture.spots)
}

struct Picture<'a> {
    layout: &'a Layout,
    machine: &'a Machine,
    theme: &'a Theme,
    now: Now,
    state: &'a State,
    spots: Vec<Spot>,
    /// Parts of jobs on their way so far.
    moving: usize,
}

impl Picture<'_> {
    fn all(&mut self, pen: &mut Pen) -> Drawn {
        let face = Type::regular(NAME, self.theme.muted);
        let mut words = self.machine.words(self.now.time_s, self.state);
        let area = &self.layout.words;
        // What has no room is left out, from the end.
        while face.width(&words, self.theme) > area.width() {
            match words.rfind(" · ") {
                Some(end) => words.truncate(end),
                None => words.clear(),
            }
        }
        pen.text(&words, (area.x0, area.centre().1), Align::Left, face)?;
        self.links(pen)?;
        for cluster in 0..self.layout.places.len() {
            self.cluster(pen, cluster)?;
        }
        let (state, machine) = (self.state, self.machine);
        match self.layout.node > 0.0 && state.running.len() <= MOST_RUNNING {
            true => {
                for &at in &state.leaving {
                    machine.jobs().get(at).map_or(Ok(()), |job| self.fading(pen, job))?;
                }
                for &at in &state.running {
                    machine.jobs().get(at).map_or(Ok(()), |job| self.running(pen, at, job))?;
                }
                self.lines(pen)?;
                self.numbers(pen)?;
            }
            false => self.densities(pen)?,
        }
        for &at in &state.running {
            machine.jobs().get(at).map_or(Ok(()), |job| self.arriving(pen, at, job))?;
        }
        for &at in &state.leaving {
            machine.jobs().get(at).map_or(Ok(()), |job| self.departing(pen, job))?;
        }
        let marked = self.now.marked.and_then(|at| Some((at, machine.jobs().get(at)?)));
        marked.map_or(Ok(()), |(at, job)| self.mark(pen, at, job))
    }

    /// Jobs on one cluster have the colour of their home; each split job has a strong colour of its own.
    fn colour(&self, job: &TimelineJob) -> Colour {
        match job.pieces.len() > 1 {
            true => STRONG
                .get((job.id % STRONG.len() as u64) as usize)
                .map_or(self.theme.accent, |own| self.theme.series(*own)),
            false => self.theme.home(job.home as usize),
        }
    }

    /// Progress of a job that begins to move at a time: from 0 to 1; 1 in a still picture.
    fn progress(&self, from_s: f64) -> f64 {
        let share = (self.now.time_s - from_s) / self.now.slide_s;
        match self.now.slide_s > 0.0 {
            true => eased(share),
            false => 1.0,
        }
    }

    fn links(&mut self, pen: &mut Pen) -> Drawn {
        let theme = self.theme;
        let mut carried: Vec<Vec<Colour>> = vec![Vec::new(); self.state.load_bps.len()];
        for job in self.state.running.iter().filter_map(|at| self.machine.jobs().get(*at)) {
            let colour = self.colour(job);
            for (link, _) in &job.demands {
                if let Some(own) = carried.get_mut(*link as usize).filter(|own| own.len() < PACKETS as usize) {
                    own.push(colour);
                }
            }
        }
        let pipes = &self.layout.pipes;
        // A mesh of many clusters has so many links that only the loaded ones are drawn.
        let many = pipes.len() > 4 * self.layout.places.len().max(16);
        let load = |pipe: &Pipe| self.machine.saturation(self.state, pipe.link);
        for pipe in pipes.iter().filter(|pipe| !many || load(pipe) > 0.0) {
            pen.line(&pipe.way, pipe.width, theme.muted.fade(0.22).over(theme.background))?;
        }
        for (pipe, load) in pipes.iter().map(|pipe| (pipe, load(pipe))).filter(|(_, load)| *load > 0.0) {
            pen.line(&pipe.way, (pipe.width * load.min(1.0)).max(1.0), heat(load, theme))?;
            let colours = carried.get(pipe.link).map_or(&[][..], Vec::as_slice);
            self.packets(pen, pipe, load, colours)?;
            self.load(pen, pipe, load)?;
        }
        for pipe in pipes.iter().filter(|pipe| self.machine.is_weak(self.state, pipe.link)) {
            pen.dashes(&pipe.way, &[4.0, 4.0], 2.0, theme.warning)?;
        }
        for switch in &self.layout.switches {
            pen.fill(switch, theme.muted.fade(0.45).over(theme.background))?;
        }
        Ok(())
    }

    /// Packets of the jobs in a pipe, in the jobs' colours; they move while a clock plays.
    fn packets(&self, pen: &mut Pen, pipe: &Pipe, load: f64, colours: &[Colour]) -> Drawn {
        let side = self.theme.px((pipe.width * 0.5).min(7.0));
        if side < self.theme.px(2.5) || colours.is_empty() {
            return Ok(());
        }
        let packets = (load.min(1.0) * PACKETS).ceil();
        let passage_s = self.now.slide_s * PASSAGE;
        let turn = if passage_s > 0.0 { self.now.time_s / passage_s } else { 0.0 };
        for (at, colour) in colours.iter().cycle().take(packets as usize).enumerate() {
            let share = (turn + (at as f64 + 0.5) / packets).rem_euclid(1.0);
            let share = if at % 2 == 0 { share } else { 1.0 - share };
            let Some((x, y)) = along(&pipe.way, share) else { continue };
            let area = Area::new(x - side / 2.0, y - side / 2.0, x + side / 2.0, y + side / 2.0);
            pen.fill(&area.inset(-self.theme.px(1.0)), self.theme.background)?;
            pen.fill(&area, *colour)?;
        }
        Ok(())
    }

    /// The load of a vertical pipe as a number, if there is room.
    fn load(&self, pen: &mut Pen, pipe: &Pipe, load: f64) -> Drawn {
        let theme = self.theme;
        let [from, to] = pipe.way[..] else { return Ok(()) };
        let slot = self.layout.canvas.width() / self.layout.places.len().div_ceil(2).max(1) as f64;
        let face = match load > 1.0 {
            true => Type::bold(NAME, theme.warning),
            false => Type::regular(NAME, theme.muted),
        };
        let label = number::percent(load);
        let x = from.0 + theme.px(pipe.width / 2.0 + 5.0);
        let fits = (from.0 - to.0).abs() < 1.0 && slot > 2.5 * face.width(&label, theme);
        match fits {
            true => pen.text(&label, (x, (from.1 + to.1) / 2.0), Align::Left, face),
            false => Ok(()),
        }
    }

    /// Name, empty nodes and waiting jobs.
    fn cluster(&mut self, pen: &mut Pen, cluster: usize) -> Drawn {
        let theme = self.theme;
        let Some(place) = self.layout.places.get(cluster) else { return Ok(()) };
        let nodes = self.machine.recorded.nodes.get(cluster).copied().unwrap_or(0);
        let busy = self.state.busy.get(cluster).copied().unwrap_or(0);
        let face = Type::regular(NAME, theme.muted);
        let number = cluster + 1;
        let waiting = self.state.waiting.get(cluster).map_or(0, Vec::len);
        let out = match self.state.out.get(cluster) {
            None | Some(0) => String::new(),
            Some(out) => format!(", {out} out"),
        };
        let names = [
            format!("Cluster {number}: {waiting} waiting, {busy} of {nodes} busy{out}"),
            format!("C{number}: {waiting} waiting"),
            format!("C{number}: {waiting}"),
            format!("C{number}"),
        ];
        let fits = |name: &&String| face.width(name, theme) <= place.name.width();
        if let Some(name) = names.iter().find(fits) {
            pen.text(name, place.name.centre(), Align::Centre, face)?;
        }
        for (at, area) in cells(place, self.layout.node, (0, nodes.saturating_sub(1))).into_iter().enumerate() {
            if at == 0 || self.layout.node > 0.0 {
                pen.fill(&area, theme.grid)?;
            }
        }
        self.outs(pen, cluster)?;
        self.line_up(pen, cluster, place)
    }

    /// Nodes that are out, if nodes are drawn one by one.
    fn outs(&self, pen: &mut Pen, cluster: usize) -> Drawn {
        if self.layout.node <= 0.0 {
            return Ok(());
        }
        let here = self.state.outs.iter().filter_map(|at| self.machine.recorded.outs.get(*at));
        for own in here.filter(|own| own.rows.cluster as usize == cluster) {
            let kind = OutageKind::named(&own.kind).unwrap_or_default();
            self.areas(&own.rows).iter().try_for_each(|area| outs::paint(pen, area, kind, self.theme))?;
        }
        Ok(())
    }

    /// Waiting jobs as bars side by side, first come on the left: the higher, the more nodes the job needs.
    fn line_up(&mut self, pen: &mut Pen, cluster: usize, place: &Place) -> Drawn {
        let theme = self.theme;
        let Some(line) = self.state.waiting.get(cluster).filter(|line| !line.is_empty()) else {
            return Ok(());
        };
        let [usual, least, low] = WAITING.map(|own| theme.px(own));
        let face = Type::bold(NAME, theme.ink);
        let more = |drawn: usize| format!("+{}", number::count((line.len() - drawn) as u64));
        let room = place.queue.width();
        let step = (room / line.len() as f64).clamp(least, usual + theme.px(2.0));
        let fitting = (room / step + 1e-9) as usize;
        let drawn = match fitting >= line.len() {
            true => line.len(),
            false => ((room - face.width(&more(0), theme) - theme.px(4.0)) / step).max(0.0) as usize,
        };
        let largest = self.machine.recorded.nodes.iter().copied().max().unwrap_or(1).max(1);
        let whole = place.queue.height();
        for (nth, &at) in line.iter().take(drawn).enumerate() {
            let Some(job) = self.machine.jobs().get(at) else { continue };
            let share = (f64::from(job.nodes) / f64::from(largest)).min(1.0);
            let height = low + (whole - low) * share;
            let height = height * self.progress(job.arrival_s).max(0.1);
            let x0 = place.queue.x0 + nth as f64 * step;
            let width = (step - theme.px(2.0)).max(step * 0.7).min(usual);
            let (y0, y1) = match place.upper {
                true => (place.queue.y1 - height, place.queue.y1),
                false => (place.queue.y0, place.queue.y0 + height),
            };
            let area = Area::new(x0, y0, x0 + width, y1);
            pen.fill(&area, theme.home(job.home as usize))?;
            self.spots.push(Spot { job: at, area: Area { x1: x0 + step, ..area } });
        }
        if drawn < line.len() {
            let x = place.queue.x0 + drawn as f64 * step + theme.px(4.0);
            pen.text(&more(drawn), (x, place.queue.centre().1), Align::Left, face)?;
        }
        Ok(())
    }

    /// The nodes of a running job, pale until the job has arrived there.
    fn running(&mut self, pen: &mut Pen, at: usize, job: &TimelineJob) -> Drawn {
        let colour = self.colour(job);
        let colour = match self.progress(job.start_s) < 1.0 {
            true => colour.fade(0.3).over(self.theme.grid),
            false => colour,
        };
        for area in job.pieces.iter().flat_map(|piece| self.areas(piece)).collect::<Vec<Area>>() {
            pen.fill(&area, colour)?;
            self.spots.push(Spot { job: at, area });
        }
        Ok(())
    }

    /// The nodes of a job that has just ended.
    fn fading(&self, pen: &mut Pen, job: &TimelineJob) -> Drawn {
        let left = 1.0 - self.progress(job.end_s);
        let colour = self.colour(job).fade(left).over(self.theme.grid);
        for area in job.pieces.iter().flat_map(|piece| self.areas(piece)) {
            pen.fill(&area, colour)?;
        }
        Ok(())
    }

    fn areas(&self, piece: &Rows) -> Vec<Area> {
        let place = self.layout.places.get(piece.cluster as usize);
        let cells_of = |place| piece.nodes.iter().flat_map(move |rows| cells(place, self.layout.node, *rows));
        place.map_or_else(Vec::new, |place| cells_of(place).collect())
    }

    /// Lines between nodes that are large enough.
    fn lines(&self, pen: &mut Pen) -> Drawn {
        let node = self.layout.node;
        if node < self.theme.px(LINED) {
            return Ok(());
        }
        for place in &self.layout.places {
            let area = &place.nodes;
            for column in 1..place.columns {
                pen.down(area.x0 + f64::from(column) * node, area.y0, area.y1, 1.0, self.theme.background)?;
            }
            for row in 1..place.rows {
                pen.across(area.x0, area.x1, area.y0 + f64::from(row) * node, 1.0, self.theme.background)?;
            }
        }
        Ok(())
    }

    /// Numbers of the running jobs, where there is room.
    fn numbers(&self, pen: &mut Pen) -> Drawn {
        let theme = self.theme;
        if self.layout.node < theme.px(2.0 * LINED) {
            return Ok(());
        }
        for job in self.state.running.iter().filter_map(|at| self.machine.jobs().get(*at)) {
            if self.progress(job.start_s) < 1.0 {
                continue;
            }
            let label = job.id.to_string();
            let face = Type::bold(10.5, theme.text_on(self.colour(job)));
            let fits = |own: &Area| own.width() > face.width(&label, theme) && own.height() > face.height(theme);
            let largest = job.pieces.iter().flat_map(|piece| self.areas(piece)).filter(fits);
            let largest = largest.max_by(|a, b| (a.width() * a.height()).total_cmp(&(b.width() * b.height())));
            if let Some(area) = largest {
                pen.text(&label, area.centre(), Align::Centre, face)?;
            }
        }
        Ok(())
    }

    /// Clusters whose nodes are too small or whose jobs are too many: bands of busy nodes by colour.
    fn densities(&self, pen: &mut Pen) -> Drawn {
        let homes = self.theme.homes.len();
        let mut busy = vec![vec![0u64; homes + 1]; self.layout.places.len()];
        for job in self.state.running.iter().filter_map(|at| self.machine.jobs().get(*at)) {
            let kind = if job.pieces.len() > 1 { homes } else { job.home as usize % homes };
            for piece in &job.pieces {
                let own = busy.get_mut(piece.cluster as usize).and_then(|own| own.get_mut(kind));
                own.into_iter().for_each(|own| *own += nodes_in(&piece.nodes));
            }
        }
        for ((place, busy), nodes) in self.layout.places.iter().zip(&busy).zip(&self.machine.recorded.nodes) {
            let per_node = place.nodes.height() / f64::from((*nodes).max(1));
            let mut from = place.nodes.y1;
            for (kind, count) in busy.iter().enumerate().filter(|(_, count)| **count > 0) {
                let colour = if kind == homes { self.theme.accent } else { self.theme.home(kind) };
                let to = from - *count as f64 * per_node;
                pen.fill(&Area { y0: to, y1: from, ..place.nodes }, colour)?;
                from = to;
            }
        }
        Ok(())
    }

    /// Outlines the marked job, and joins its parts along the links.
    fn mark(&self, pen: &mut Pen, at: usize, job: &TimelineJob) -> Drawn {
        let theme = self.theme;
        let runs = self.state.running.contains(&at);
        if runs {
            for piece in job.pieces.iter().filter(|piece| piece.cluster != job.home) {
                let way = self.layout.way(job.home as usize, piece.cluster as usize, self.machine.topology);
                pen.line(&way, 2.0, theme.ink)?;
            }
        }
        for spot in self.spots.iter().filter(|own| own.job == at) {
            pen.frame(&spot.area.inset(-theme.px(2.0)), 2.0, theme.ink)?;
        }
        Ok(())
    }
}

/// Colour of a link: neutral up to half of its capacity, then redder, red from its capacity on.
fn heat(load: f64, theme: &Theme) -> Colour {
    let share = ((load - WARM) / (1.0 - WARM)).clamp(0.0, 1.0);
    theme.warning.fade(share).over(theme.muted)
}

/// Areas of nodes with consecutive numbers: at most two broken columns and the whole columns between them.
fn cells(place: &Place, node: f64, (first, last): (u32, u32)) -> Vec<Area> {
    if last < first {
        return Vec::new();
    }
    if node <= 0.0 {
        return vec![place.nodes];
    }
    let rows = place.rows.max(1);
    let area = |columns: (u32, u32), lines: (u32, u32)| {
        let x = |column: u32| place.nodes.x0 + f64::from(column) * node;
        let y = |line: u32| place.nodes.y0 + f64::from(line) * node;
        Area::new(x(columns.0), y(lines.0), x(columns.1), y(lines.1))
    };
    let (from, to) = (first / rows, last / rows);
    let (top, bottom) = (first % rows, last % rows + 1);
    if from == to {
        return vec![area((from, from + 1), (top, bottom))];
    }
    let mut areas = Vec::new();
    let whole_from = if top == 0 { from } else { from + 1 };
    let whole_to = if bottom == rows { to + 1 } else { to };
    if top > 0 {
        areas.push(area((from, from + 1), (top, rows)));
    }
    if whole_to > whole_from {
        areas.push(area((whole_from, whole_to), (0, rows)));
    }
    if bottom < rows {
        areas.push(area((to, to + 1), (0, bottom)));
    }
    areas
}

/// The smallest rectangle around areas.
fn bounds(areas: &[Area]) -> Option<Area> {
    let join = |a: Area, b: &Area| Area::new(a.x0.min(b.x0), a.y0.min(b.y0), a.x1.max(b.x1), a.y1.max(b.y1));
    let (first, more) = areas.split_first()?;
    Some(more.iter().fold(*first, join))
}
