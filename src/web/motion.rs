//! Animated values between two figures, so that a step of a talk shows what changed, and a figure follows a moved value.

use crate::chart::figure::Figure;

/// How values move to their places.
#[derive(Clone, Copy, Debug)]
pub enum Course {
    /// After a step of a talk: starts and ends slowly.
    Step,
    /// After a move of a value: starts at once and ends slowly.
    Follow,
}

impl Course {
    /// Duration of the animation \[ms\].
    fn ms(self) -> f64 {
        match self {
            Course::Step => 500.0,
            Course::Follow => 150.0,
        }
    }

    /// Share of the way after a share of the time.
    fn share(self, time: f64) -> f64 {
        let left = 1.0 - time;
        match self {
            Course::Step => time * time * (3.0 - 2.0 * time),
            Course::Follow => 1.0 - left * left * left,
        }
    }
}

/// An animation of values.
#[derive(Debug)]
pub struct Motion {
    from: Vec<f64>,
    to: Vec<f64>,
    began_ms: f64,
    course: Course,
}

impl Motion {
    /// Starts an animation between two figures; `None` if the figures have different structures or equal values.
    pub fn between(before: &mut dyn Figure, after: &mut dyn Figure, course: Course, now_ms: f64) -> Option<Motion> {
        let (before, after) = (before.moving()?, after.moving()?);
        let values = |all: Vec<&mut f64>| -> Vec<f64> { all.into_iter().map(|own| *own).collect() };
        let alike = before.of == after.of && before.values.len() == after.values.len();
        let (from, to) = (values(before.values), values(after.values));
        (alike && from != to).then_some(Motion { from, to, began_ms: now_ms, course })
    }

    /// Sets the figure's values at a moment of the animation. Returns true while the animation lasts. A value that is
    /// missing in one of the two figures has its final value from the start.
    pub fn put(&self, figure: &mut dyn Figure, now_ms: f64) -> bool {
        let time = ((now_ms - self.began_ms) / self.course.ms()).clamp(0.0, 1.0);
        let share = self.course.share(time);
        let values = figure.moving().map_or(Vec::new(), |own| own.values);
        for (value, (from, to)) in values.into_iter().zip(self.from.iter().zip(&self.to)) {
            let between = from + (to - from) * share;
            *value = match between.is_finite() && time < 1.0 {
                true => between,
                false => *to,
            };
        }
        time < 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::curve::figure::CurveFigure;
    use crate::chart::curve::{CurveChart, CurvePoint, Series};

    fn figure(name: &str, values: &[f64]) -> Box<dyn Figure> {
        let point = |(x, &y): (usize, &f64)| CurvePoint { x: x as f64, y, ..CurvePoint::default() };
        CurveFigure::boxed(CurveChart {
            series: vec![Series {
                name: name.to_owned(),
                points: values.iter().enumerate().map(point).collect(),
                ..Series::default()
            }],
            ..CurveChart::default()
        })
    }

    fn heights(figure: &mut dyn Figure) -> Vec<f64> {
        let values = figure.moving().unwrap().values;
        values.chunks_exact(3).map(|own| *own[1]).collect()
    }

    /// True if the upper end of the y axis, its last value, is 7 % above a value.
    fn ends_above(figure: &mut dyn Figure, value: f64) -> bool {
        let end = figure.moving().unwrap().values.pop().copied();
        end.is_some_and(|end| (end - 1.07 * value).abs() < 1e-9)
    }

    /// After a quarter of the time, a value has moved 3/16 − 2/64 = 10/64 of its way.
    #[test]
    fn values_move_from_one_figure_to_the_next() {
        let mut after = figure("b3", &[20.0, 3.0, 7.0]);
        let mut before = figure("b3", &[10.0, f64::NAN, 7.0]);
        let motion = Motion::between(&mut *before, &mut *after, Course::Step, 1000.0).unwrap();
        assert!(motion.put(&mut *after, 1000.0));
        assert_eq!(heights(&mut *after), [10.0, 3.0, 7.0]);
        assert!(motion.put(&mut *after, 1125.0));
        assert_eq!(heights(&mut *after), [11.5625, 3.0, 7.0]);
        assert!(!motion.put(&mut *after, 1500.0));
        assert_eq!(heights(&mut *after), [20.0, 3.0, 7.0]);
    }

    /// After a third of the time, a value has moved 1 − 8/27 = 19/27 of its way. The axis from 0 to 107 % of the largest value
    /// moves along.
    #[test]
    fn a_figure_that_follows_starts_at_once_and_its_axis_does_not_jump() {
        let mut after = figure("b3", &[40.0, 0.0]);
        let motion = Motion::between(&mut *figure("b3", &[13.0, 0.0]), &mut *after, Course::Follow, 0.0).unwrap();
        assert!(motion.put(&mut *after, 0.0));
        assert!(ends_above(&mut *after, 13.0));
        assert!(motion.put(&mut *after, 50.0));
        assert!((heights(&mut *after)[0] - 32.0).abs() < 1e-9);
        assert!(ends_above(&mut *after, 32.0));
        assert!(!motion.put(&mut *after, 150.0));
        assert!(ends_above(&mut *after, 40.0));
    }

    #[test]
    fn figures_that_are_not_alike_are_exchanged() {
        let between = |name: &str, values: &[f64]| {
            let (before, after) = (&mut *figure("b3", &[1.0, 2.0]), &mut *figure(name, values));
            Motion::between(before, after, Course::Follow, 0.0).is_some()
        };
        assert!(between("b3", &[1.0, 3.0]));
        assert!(!between("a1", &[1.0, 3.0]), "other schedulers");
        assert!(!between("b3", &[1.0, 3.0, 4.0]), "other points");
        assert!(!between("b3", &[1.0, 2.0]), "nothing changes");
    }
}
