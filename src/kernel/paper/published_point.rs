//! Numbers that were published of a figure's schedulers.

use super::spot::At;

/// What was published of a scheduler at a point of a preset's sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PublishedPoint {
    /// Name of the measure.
    pub measure: &'static str,
    /// Name of the scheduler in the results.
    pub scheduler: &'static str,
    /// Swept parameters and their values; none where it does not depend on them.
    pub at: At,
    /// The number, in the measure's unit.
    pub value: f64,
}

impl PublishedPoint {
    /// Points as a text, a line each: measure, scheduler, value, and where, with tabs between them.
    pub fn lines(points: &[PublishedPoint]) -> String {
        let line = |own: &PublishedPoint| {
            let at = own.at.iter().map(|(path, value)| format!("\t{path}\t{value}"));
            let at: String = at.collect();
            format!("{}\t{}\t{}{at}\n", own.measure, own.scheduler, own.value)
        };
        points.iter().map(line).collect()
    }

    /// The points of such [lines](Self::lines), which live as long as the program; none if they are others.
    pub fn read(lines: &'static str) -> Option<&'static [PublishedPoint]> {
        let mut points = Vec::new();
        for line in lines.lines() {
            let mut fields = line.split('\t');
            let (measure, scheduler) = (fields.next()?, fields.next()?);
            let value = fields.next()?.parse().ok()?;
            let mut at = Vec::new();
            while let Some(path) = fields.next() {
                at.push((path, fields.next()?.parse().ok()?));
            }
            points.push(PublishedPoint { measure, scheduler, at: at.leak(), value });
        }
        Some(points.leak())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_lines() {
        let points = [
            PublishedPoint { measure: "mean_turnaround_s", scheduler: "ideal", at: &[], value: 735.0 },
            PublishedPoint {
                measure: "utilisation",
                scheduler: "FCFS, IHS",
                at: &[("workload.load", 0.5), ("platform.speed_heterogeneity", 0.0)],
                value: 0.83,
            },
        ];
        let lines = PublishedPoint::lines(&points).leak();
        assert_eq!(PublishedPoint::read(lines), Some(&points[..]));
        assert_eq!(PublishedPoint::read(""), Some(&[][..]));
        assert_eq!(PublishedPoint::read("utilisation\tideal\tmuch"), None);
        assert_eq!(PublishedPoint::read("utilisation\tideal\t1\tworkload.load"), None);
    }
}
