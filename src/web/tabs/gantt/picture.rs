//! A figure below the Gantt chart, with its caption and its description.

use crate::chart::figure::Figure;
use crate::web::page::figures::canvas::Frame;
use crate::web::page::shell::dom;
use crate::web::page::shell::theme;
use std::cell::RefCell;
use std::rc::Rc;

/// A figure on a canvas that is drawn again when its width changes.
pub struct Picture<F> {
    /// Canvas, caption and description.
    pub frame: Frame,
    figure: RefCell<F>,
}

impl<F: Figure + Default + 'static> Picture<F> {
    /// An empty figure; `label` is for screen readers.
    pub fn new(id: &str, label: &str) -> Rc<Picture<F>> {
        let own = Rc::new(Picture { frame: Frame::new(id, label), figure: RefCell::default() });
        own.frame.surface.draws(&own, |own| own.draw());
        own
    }

    /// Shows another figure.
    pub fn show(&self, figure: F, caption: &str) {
        dom::write(&self.frame.caption, caption);
        let words = figure.summary();
        dom::write(&self.frame.summary, &words);
        self.frame.surface.describe(&words);
        self.figure.replace(figure);
        self.redraw();
    }

    /// Redraws before the next frame.
    pub fn redraw(&self) {
        self.frame.surface.refresh();
    }

    fn draw(&self) {
        let figure = &mut *self.figure.borrow_mut();
        let Some(width) = self.frame.surface.width() else {
            return;
        };
        let height = figure.height(width, &theme::chart(1.0));
        if let Some((mut device, area, theme)) = self.frame.surface.begin(height) {
            // Drawing on a canvas cannot fail.
            let _ = figure.draw(&mut device, area, &theme);
        }
    }
}
