//! Queue orders that use only what is known about a job at its submission.

use super::Model;
use super::order::OrderInfo;
use crate::base::problem::Problem;
use crate::scheduler::order::{Fixed, Order};
use crate::workload::Job;

/// Estimate times nodes: the job's area \[node s\].
fn area(job: &Job) -> f64 {
    job.estimate_s * f64::from(job.nodes)
}

fn by(key: fn(&Job) -> f64) -> Result<Order, Problem> {
    Ok(Order::by(Fixed(key)))
}

/// First come, first served.
pub static FCFS: OrderInfo =
    OrderInfo::new(["fcfs", "FCFS", "First come, first served: in the order of arrival."], |_, _| Ok(Order::ARRIVAL));

/// Shortest job first.
pub static SJF: OrderInfo =
    OrderInfo::by_estimates(["sjf", "SJF", "Shortest job first: by the estimate."], |_, _| by(|job| job.estimate_s));

static LJF: OrderInfo =
    OrderInfo::by_estimates(["ljf", "LJF", "Longest job first: by the estimate."], |_, _| by(|job| -job.estimate_s));

static NJF: OrderInfo =
    OrderInfo::new(["njf", "NJF", "Narrowest job first: the one that needs fewest nodes."], |_, _| {
        by(|job| job.nodes.into())
    });

static WJF: OrderInfo = OrderInfo::new(["wjf", "WJF", "Widest job first: the one that needs most nodes."], |_, _| {
    by(|job| -f64::from(job.nodes))
});

static SAF: OrderInfo =
    OrderInfo::by_estimates(["saf", "SAF", "Smallest area first: estimate times nodes."], |_, _| by(area));

static LAF: OrderInfo =
    OrderInfo::by_estimates(["laf", "LAF", "Largest area first: estimate times nodes."], |_, _| by(|job| -area(job)));

/// The model: queue orders only.
pub const MODEL: Model =
    Model { name: "queue-orders", orders: &[&FCFS, &SJF, &LJF, &NJF, &WJF, &SAF, &LAF], ..Model::NEW };

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::Given;
    use crate::platform::{Cluster, Platform};

    /// Four jobs of (estimate, nodes): areas 200, 90, 120 and 120.
    #[test]
    fn orders_by_hand() {
        let jobs = [(50.0, 4), (30.0, 3), (20.0, 6), (60.0, 2)];
        let job = |(id, (estimate_s, nodes))| Job { id, estimate_s, nodes, ..Job::default() };
        let jobs: Vec<Job> = (0..).zip(jobs).map(job).collect();
        let platform = Platform::star(vec![Cluster { nodes: 10, capacity_bps: 1, speed: 1.0 }]);
        for (info, expected) in [
            (&FCFS, [0, 1, 2, 3]),
            (&SJF, [2, 1, 0, 3]),
            (&LJF, [3, 0, 1, 2]),
            (&NJF, [3, 1, 0, 2]),
            (&WJF, [2, 0, 1, 3]),
            (&SAF, [1, 2, 3, 0]),
            (&LAF, [0, 2, 3, 1]),
        ] {
            let order = (info.build)(&Given::default(), &platform).unwrap();
            let mut sorted = jobs.clone();
            sorted.sort_by_key(|job| order.place(job, 100.0));
            let ids: Vec<u64> = sorted.iter().map(|job| job.id).collect();
            assert_eq!(ids, expected, "{}", info.name);
        }
    }
}
