//! Orders of the queue by what is known of a job when it is submitted.

use super::Model;
use super::order::OrderInfo;
use crate::scheduler::order::{Fixed, Order};

/// First come, first served.
pub const FCFS: OrderInfo = OrderInfo {
    name: "fcfs",
    label: "FCFS",
    help: "First come, first served: in the order of arrival.",
    ..OrderInfo::ARRIVAL
};

const SJF: OrderInfo = OrderInfo {
    name: "sjf",
    label: "SJF",
    help: "Shortest job first: by the estimate.",
    reads_estimates: true,
    build: |_, _| Order::by(Fixed(|job| job.estimate_s)),
    ..OrderInfo::ARRIVAL
};

const LJF: OrderInfo = OrderInfo {
    name: "ljf",
    label: "LJF",
    help: "Longest job first: by the estimate.",
    reads_estimates: true,
    build: |_, _| Order::by(Fixed(|job| -job.estimate_s)),
    ..OrderInfo::ARRIVAL
};

const NJF: OrderInfo = OrderInfo {
    name: "njf",
    label: "NJF",
    help: "Narrowest job first: the one that needs fewest nodes.",
    build: |_, _| Order::by(Fixed(|job| job.nodes.into())),
    ..OrderInfo::ARRIVAL
};

const WJF: OrderInfo = OrderInfo {
    name: "wjf",
    label: "WJF",
    help: "Widest job first: the one that needs most nodes.",
    build: |_, _| Order::by(Fixed(|job| -f64::from(job.nodes))),
    ..OrderInfo::ARRIVAL
};

const SAF: OrderInfo = OrderInfo {
    name: "saf",
    label: "SAF",
    help: "Smallest area first: estimate times nodes.",
    reads_estimates: true,
    build: |_, _| Order::by(Fixed(|job| job.estimate_s * f64::from(job.nodes))),
    ..OrderInfo::ARRIVAL
};

const LAF: OrderInfo = OrderInfo {
    name: "laf",
    label: "LAF",
    help: "Largest area first: estimate times nodes.",
    reads_estimates: true,
    build: |_, _| Order::by(Fixed(|job| -(job.estimate_s * f64::from(job.nodes)))),
    ..OrderInfo::ARRIVAL
};

/// Orders, and nothing else.
pub const MODEL: Model = Model {
    name: "queue-orders",
    orders: &[&FCFS, &SJF, &LJF, &NJF, &WJF, &SAF, &LAF],
    ..Model::NEW
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::settings::Given;
    use crate::platform::{Cluster, Platform};
    use crate::workload::Job;

    /// Four jobs of (estimate, nodes): areas 200, 90, 120 and 120.
    #[test]
    fn orders_by_hand() {
        let jobs = [(50.0, 4), (30.0, 3), (20.0, 6), (60.0, 2)];
        let job = |(id, (estimate_s, nodes))| Job {
            id,
            estimate_s,
            nodes,
            ..Job::default()
        };
        let jobs: Vec<Job> = (0..).zip(jobs).map(job).collect();
        let platform = Platform::star(vec![Cluster {
            nodes: 10,
            capacity_bps: 1,
            speed: 1.0,
        }]);
        for (info, expected) in [
            (&FCFS, [0, 1, 2, 3]),
            (&SJF, [2, 1, 0, 3]),
            (&LJF, [3, 0, 1, 2]),
            (&NJF, [3, 1, 0, 2]),
            (&WJF, [2, 0, 1, 3]),
            (&SAF, [1, 2, 3, 0]),
            (&LAF, [0, 2, 3, 1]),
        ] {
            let order = (info.build)(&Given::default(), &platform);
            let mut sorted = jobs.clone();
            sorted.sort_by_key(|job| order.place(job, 100.0));
            let ids: Vec<u64> = sorted.iter().map(|job| job.id).collect();
            assert_eq!(ids, expected, "{}", info.name);
        }
    }
}
