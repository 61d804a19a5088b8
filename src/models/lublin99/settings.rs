//! Lublin and Feitelson's model of rigid jobs (1999, published 2003): its parameters and their published values.

use crate::base::gamma::Gamma;
use crate::base::maths;
use crate::models::workload::{jobs_without_homes, of_model};
use crate::parameter::Kind;
use crate::parameter::When;
use crate::parameter::declare::{choices, parameters};

const LUBLIN99: When = of_model(&["lublin99"]);
/// Condition: the model scales to a machine of any size.
const SCALABLE: When = When::choice_reads("workload.model", "processors");

choices! {
    /// Separation of interactive and batch jobs.
    JobTypes = On, {
        /// Interactive and batch jobs arrive independently, each type with its own numbers, as in the original program.
        On = "on", "Interactive and batch";
        /// One stream of all jobs.
        Off = "off", "One stream";
    }
}

jobs_without_homes! {
    /// Lublin 99: sizes with many powers of two, run times that grow with size, a daily cycle of arrivals.
    Lublin99 {
        /// Separation of interactive and batch jobs.
        types: JobTypes = JobTypes::default(), "Job types", JobTypes::KIND, when &[LUBLIN99];
        /// Processors of the modelled machine: the size of its largest job.
        processors: u64 = 128, "Machine" in "nodes", Kind::integer(8, 1_000_000, 32), when &[SCALABLE];
        /// Longest run time, as a natural logarithm of seconds: 12 are 162 754 s. Longer ones are drawn again.
        longest: f64 = 12.0, "Longest job" as further in "ln s", LOGARITHM, when &[LUBLIN99];
        /// Longest gap between arrivals before the daily cycle, as a natural logarithm of seconds. Longer ones are drawn again.
        longest_gap: f64 = 13.0, "Longest gap" as further in "ln s", LOGARITHM, when &[LUBLIN99];
        /// Differences from the published numbers: the first entry for all or interactive jobs, the second for batch jobs.
        streams: Vec<LublinStream> = Vec::new(),
            "Other numbers", Kind::List { of: "job type", min: 0, max: 2 }, when &[LUBLIN99];
    }
}

const LOGARITHM: Kind = Kind::number(1.0, 20.0, 0.5);
const SHARE: Kind = Kind::number(0.0, 1.0, 0.05);
/// Logarithms of sizes to base 2; 2²³ is below the largest size of a cluster.
const LOG_SIZE: Kind = Kind::number(0.0, 23.0, 0.5);
const SHAPE: Kind = Kind::number(0.01, 10_000.0, 0.5);
const SCALE: Kind = Kind::number(1e-4, 100.0, 0.05);

/// Declares the numbers of a job stream, each with its values for all jobs, interactive jobs and batch jobs.
macro_rules! streams {
    ($(
        #[doc = $help:literal]
        $field:ident = $all:literal, $interactive:literal, $batch:literal, $label:literal, $kind:expr;
    )*) => {
        parameters! {
            /// Changed numbers of one job stream; all others are as published.
            LublinStream at "workload.streams.*." {
                $(
                    #[doc = $help]
                    $field: Option<f64> = None, $label, $kind, when &[LUBLIN99];
                )*
            }
        }

        /// All numbers of one job stream.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct LublinLaw {
            $(
                #[doc = $help]
                pub $field: f64,
            )*
        }

        impl LublinLaw {
            /// Numbers for all jobs, without types.
            pub const ALL: LublinLaw = LublinLaw { $($field: $all,)* };
            /// Numbers for interactive jobs.
            pub const INTERACTIVE: LublinLaw = LublinLaw { $($field: $interactive,)* };
            /// Numbers for batch jobs.
            pub const BATCH: LublinLaw = LublinLaw { $($field: $batch,)* };

            /// This law with the changes in `own`.
            fn with(self, own: &LublinStream) -> LublinLaw {
                LublinLaw { $($field: own.$field.unwrap_or(self.$field),)* }
            }
        }
    };
}

streams! {
    /// Share of serial jobs. Published: 0.244; interactive 0.1541, batch 0.2927.
    p_serial = 0.244, 0.1541, 0.2927, "Serial", SHARE;
    /// Share of jobs whose size is made a power of two. Published: 0.576; interactive 0.625, batch 0.6686.
    p_pow2 = 0.576, 0.625, 0.6686, "Powers of two", SHARE;
    /// Logarithm to base 2 of the smallest parallel size. Published: 0.8; interactive 1, batch 1.2.
    u_low = 0.8, 1.0, 1.2, "Size: low", LOG_SIZE;
    /// Border between the two ranges of the size's logarithm. Published: 4.5; interactive 3, batch 5.
    u_med = 4.5, 3.0, 5.0, "Size: middle", LOG_SIZE;
    /// Logarithm to base 2 of the largest size. Published: 7; interactive 5.5, batch 7.
    u_hi = 7.0, 5.5, 7.0, "Size: high", LOG_SIZE;
    /// Share of parallel jobs in the lower range of sizes. Published: 0.86; interactive 0.705, batch 0.875.
    u_prob = 0.86, 0.705, 0.875, "Size: lower share", SHARE;
    /// Shape of the gamma law of short run times' logarithms. Published: 4.2; interactive 3.8351, batch 6.57.
    a1 = 4.2, 3.8351, 6.57, "Short: shape", SHAPE;
    /// Scale of the gamma law of short run times' logarithms. Published: 0.94; interactive 0.6605, batch 0.823.
    b1 = 0.94, 0.6605, 0.823, "Short: scale", SCALE;
    /// Shape of the gamma law of long run times' logarithms. Published: 312; interactive 7.073, batch 639.1.
    a2 = 312.0, 7.073, 639.1, "Long: shape", SHAPE;
    /// Scale of the gamma law of long run times' logarithms. Published: 0.03; interactive 0.6856, batch 0.0156.
    b2 = 0.03, 0.6856, 0.0156, "Long: scale", SCALE;
    /// Change of the share of short jobs per node. Published: -0.0054; interactive -0.0118, batch -0.003.
    p_a = -0.0054, -0.0118, -0.003, "Short: slope", Kind::number(-1.0, 1.0, 0.001);
    /// Share of short jobs at size 0. Published: 0.78; interactive 0.9156, batch 0.6986.
    p_b = 0.78, 0.9156, 0.6986, "Short: share", Kind::number(-10.0, 10.0, 0.05);
    /// Shape of the gamma law of gaps' logarithms. Published: 10.2303; interactive 6.551, batch 6.0415.
    a_arr = 10.2303, 6.551, 6.0415, "Gaps: shape", SHAPE;
    /// Scale of the gamma law of gaps' logarithms. Published: 0.4871; interactive 0.6621, batch 0.8531.
    b_arr = 0.4871, 0.6621, 0.8531, "Gaps: scale", SCALE;
    /// Factor on the shape of the gaps: above 1, fewer jobs arrive. Published: 1.0225; interactive 0.9797, batch 1.0519.
    arar = 1.0225, 0.9797, 1.0519, "Gaps: factor", Kind::number(0.1, 10.0, 0.01);
    /// Shape of the gamma law of the daily cycle in half hours. Published: 8.1737; interactive 8.9186, batch 6.1271.
    a_num = 8.1737, 8.9186, 6.1271, "Cycle: shape", SHAPE;
    /// Scale of the gamma law of the daily cycle in half hours. Published: 3.9631; interactive 3.668, batch 5.274.
    b_num = 3.9631, 3.668, 5.274, "Cycle: scale", SCALE;
}

/// Processors of the machine that the published numbers describe.
const PUBLISHED_PROCESSORS: f64 = 128.0;

impl LublinLaw {
    /// The published law with the stream's changes, for a machine of another size: the upper ends of both size ranges scale with
    /// it, but not below the lower ends. At the published size this is the published law.
    fn of(published: LublinLaw, own: &LublinStream, processors: u64) -> LublinLaw {
        let farther = maths::log2(processors as f64 / PUBLISHED_PROCESSORS);
        let law = published.with(own);
        let moved = |published: f64, least: f64| (published + farther).max(least);
        let u_med = own.u_med.unwrap_or(moved(published.u_med, law.u_low));
        let u_hi = own.u_hi.unwrap_or(moved(published.u_hi, u_med));
        LublinLaw { u_med, u_hi, ..law }
    }
}

impl LublinLaw {
    /// Law of the logarithms of short run times.
    pub fn short(&self) -> Gamma {
        Gamma { shape: self.a1, scale: self.b1 }
    }

    /// Law of the logarithms of long run times.
    pub fn long(&self) -> Gamma {
        Gamma { shape: self.a2, scale: self.b2 }
    }

    /// Probability that a job of this size is short.
    pub fn short_share(&self, nodes: u32) -> f64 {
        (self.p_a * f64::from(nodes) + self.p_b).clamp(0.0, 1.0)
    }

    /// Law of the logarithms of gaps.
    pub fn gap(&self) -> Gamma {
        Gamma { shape: self.a_arr * self.arar, scale: self.b_arr }
    }

    /// Law of the daily cycle, in half hours.
    pub fn cycle(&self) -> Gamma {
        Gamma { shape: self.a_num, scale: self.b_num }
    }
}

impl Lublin99 {
    /// The laws of its streams: one for all jobs, or two for interactive and batch jobs.
    pub fn laws(&self) -> Vec<LublinLaw> {
        let published = match self.types {
            JobTypes::Off => vec![LublinLaw::ALL],
            JobTypes::On => vec![LublinLaw::INTERACTIVE, LublinLaw::BATCH],
        };
        let none = LublinStream::default();
        published
            .into_iter()
            .enumerate()
            .map(|(i, law)| LublinLaw::of(law, self.streams.get(i).unwrap_or(&none), self.processors))
            .collect()
    }

    /// Nodes of the largest job of a stream: those of the machine, unless the stream sets its own upper limit.
    pub fn largest(&self, stream: usize) -> u32 {
        let own = self.streams.get(stream).and_then(|own| own.u_hi);
        let largest = match own {
            // Half of the exponents are rounded before the power of two is computed.
            Some(u_hi) => maths::pow(2.0, (u_hi + 0.5).floor().max(u_hi)) + 0.5,
            None => self.processors as f64,
        };
        largest as u32
    }
}
