//! Jann 97: a renewal stream for each class of size, all independent.

use super::hyper_erlang::HyperErlang;
use super::{Draft, Model, earliest};
use crate::base::random::Stream;
use crate::scenario::{self, ClassSizes, JannClass};

/// One class of size: its next submission and what it draws from.
#[derive(Clone, Debug)]
struct Class {
    sizes: [u32; 2],
    top_share: f64,
    gaps: HyperErlang,
    runtimes: HyperErlang,
    gap_stream: Stream,
    runtime_stream: Stream,
    size_stream: Stream,
    next_s: f64,
}

/// The merged stream of all classes, each starting at time 0 with a full gap.
#[derive(Clone, Debug)]
pub struct Jann97 {
    classes: Vec<Class>,
    rule: ClassSizes,
}

impl Jann97 {
    /// The jobs of a replication of a seed.
    pub fn new(model: &scenario::Jann97, seed: &str, replication: u32) -> Jann97 {
        let classes = model.classes.iter().enumerate();
        Jann97 {
            classes: classes
                .map(|(index, class)| Class::new(class, seed, replication, index))
                .collect(),
            rule: model.class_sizes,
        }
    }
}

impl Class {
    fn new(class: &JannClass, seed: &str, replication: u32, index: usize) -> Class {
        let stream = |purpose| Stream::new(seed, replication, purpose, index);
        let mut class = Class {
            sizes: class.sizes,
            top_share: class.top_share,
            gaps: HyperErlang {
                order: class.gap_order,
                p: class.gap_p,
                long: class.gap_long_s,
                short: class.gap_short_s,
            },
            runtimes: HyperErlang {
                order: class.run_order,
                p: class.run_p,
                long: class.run_long_s,
                short: class.run_short_s,
            },
            gap_stream: stream("jann97 gaps"),
            runtime_stream: stream("jann97 run times"),
            size_stream: stream("jann97 sizes"),
            next_s: 0.0,
        };
        class.wait();
        class
    }

    fn wait(&mut self) {
        self.next_s += self.gaps.draw(&mut self.gap_stream);
    }

    fn size(&mut self, rule: ClassSizes) -> u32 {
        let [low, high] = self.sizes;
        match rule {
            ClassSizes::Uniform => self.size_stream.integer(low, high),
            ClassSizes::Top => high,
            ClassSizes::AsLogged if low < high && self.size_stream.uniform() >= self.top_share => {
                self.size_stream.integer(low, high - 1)
            }
            ClassSizes::AsLogged => high,
        }
    }
}

impl Model for Jann97 {
    fn draw(&mut self) -> Draft {
        let next = earliest(self.classes.iter().map(|class| class.next_s));
        let class = &mut self.classes[next];
        let draft = Draft {
            submit_s: class.next_s,
            nodes: class.size(self.rule),
            runtime_s: class.runtimes.draw(&mut class.runtime_stream),
            class: next as u32,
        };
        class.wait();
        draft
    }
}
