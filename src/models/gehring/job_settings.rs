//! The jobs of a metacomputer after Gehring and Preiß (1999): some submitted to one machine, some to all machines together.

use super::polynomial::Polynomial;
use crate::models::workload::{jobs_with_homes, of_model};
use crate::parameter::{Kind, When};
use crate::platform::MOST_NODES;

const METACOMPUTER: When = of_model(&["metacomputer"]);
const HOUR: Kind = Kind::number(0.0, 24.0, 0.5);
const SHARE: Kind = Kind::number(0.0, 1.0, 0.05);
/// In eq. 2 as printed, t⁵ and t⁶ lost their signs; the defaults have the signs of the model's page in the Parallel Workloads
/// Archive.
const RATE: Kind = Kind::number(-1e6, 1e6, 0.1);
const RUNTIME: Kind = Kind::number(1e-6, 1e9, 10.0);

jobs_with_homes! {
    /// Metacomputer: rigid and moldable jobs that slow down between machines, with arrivals by the hour of the day.
    Metacomputer, most_communication {
        /// Factor on all arrival rates, day and night.
        compression: f64 = 1.0, "Compression", Kind::number(0.001, 1000.0, 1.0), usual (1.0, 19.0), when &[METACOMPUTER];
        /// Begin of the working day.
        day_begin_h: f64 = 8.5, "Day begins" in "h", HOUR, when &[METACOMPUTER];
        /// End of the working day.
        day_end_h: f64 = 18.0, "Day ends" in "h", HOUR, when &[METACOMPUTER];
        /// Constant term of the daytime rate, a polynomial in t. t runs from −½ at the begin of the working day to ½ at its end.
        rate_t0: f64 = 3.1, "Rate: t⁰" in "per h", RATE, when &[METACOMPUTER];
        /// Coefficient of t in the daytime arrival rate.
        rate_t1: f64 = -8.5, "Rate: t¹" in "per h", RATE, when &[METACOMPUTER];
        /// Coefficient of t² in the daytime arrival rate.
        rate_t2: f64 = 24.7, "Rate: t²" in "per h", RATE, when &[METACOMPUTER];
        /// Coefficient of t³ in the daytime arrival rate.
        rate_t3: f64 = 130.8, "Rate: t³" in "per h", RATE, when &[METACOMPUTER];
        /// Coefficient of t⁴ in the daytime arrival rate.
        rate_t4: f64 = 107.7, "Rate: t⁴" in "per h", RATE, when &[METACOMPUTER];
        /// Coefficient of t⁵ in the daytime arrival rate.
        rate_t5: f64 = -804.2, "Rate: t⁵" in "per h", RATE, when &[METACOMPUTER];
        /// Coefficient of t⁶ in the daytime arrival rate.
        rate_t6: f64 = -2_038.5, "Rate: t⁶" in "per h", RATE, when &[METACOMPUTER];
        /// Coefficient of t⁷ in the daytime arrival rate.
        rate_t7: f64 = 1_856.8, "Rate: t⁷" in "per h", RATE, when &[METACOMPUTER];
        /// Coefficient of t⁸ in the daytime arrival rate.
        rate_t8: f64 = 4_618.6, "Rate: t⁸" in "per h", RATE, when &[METACOMPUTER];
        /// Arrival rate outside the working day.
        night_rate_per_h: f64 = 1.0, "Rate at night" in "per h", Kind::number(0.0, 1000.0, 0.5), when &[METACOMPUTER];
        /// Share of synchronous jobs, which need all nodes they ask for and wait for their slowest link. Asynchronous jobs may run on fewer nodes.
        p_sync: f64 = 0.5, "Synchronous", SHARE, when &[METACOMPUTER];
        /// Share of jobs submitted to one cluster; these are no larger than the cluster.
        p_local: f64 = 0.5, "Local", SHARE, when &[METACOMPUTER];
        /// Share of jobs whose size is a power of two. The logarithm of other sizes is uniform.
        p2: f64 = 0.81, "Powers of two", SHARE, when &[METACOMPUTER];
        /// Size of the largest job submitted to all clusters together; if left out, all their nodes.
        largest_meta: Option<u64> = None, "Largest meta job" as further in "nodes", Kind::integer(1, MOST_NODES, 100), when &[METACOMPUTER];
        /// Shortest run time; the logarithm of run times is uniform.
        shortest_s: f64 = 1.0, "Shortest job" as further in "s", RUNTIME, when &[METACOMPUTER];
        /// Longest run time. Published: e to the power 10.
        longest_s: f64 = 22_026.465_794_806_718, "Longest job" as further in "s", RUNTIME, when &[METACOMPUTER];
        /// Greatest variance of parallelism in Downey's model of speed-up; uniform from 0 on.
        most_variance: f64 = 2.0, "Variance of parallelism" as further, Kind::number(0.0, 100.0, 0.5), when &[METACOMPUTER];
        /// Greatest share of the run time that a job communicates; uniform from 0 on.
        most_communication: f64 = 0.5, "Communication", SHARE, when &[METACOMPUTER];
    }
}

impl Metacomputer {
    /// λ(t) \[jobs per hour\] at a compression of 1; t runs from −½, the begin of the working day, to ½, its end (eq. 2).
    pub fn rate_per_h(&self) -> Polynomial {
        Polynomial([
            self.rate_t0,
            self.rate_t1,
            self.rate_t2,
            self.rate_t3,
            self.rate_t4,
            self.rate_t5,
            self.rate_t6,
            self.rate_t7,
            self.rate_t8,
        ])
    }
}
