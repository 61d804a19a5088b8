//! `metasched validate`: whether a scenario can be run, and what it would come to.

use crate::base::number::{counted, fixed};
use crate::base::problem::Problems;
use crate::cli::execute::Resources;
use crate::cli::input::log;
use crate::cli::input::source::{Points, Source};
use crate::cli::memory;
use crate::cli::printed::clock::about;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::{estimate, say, summary};
use crate::experiment::Plan;
use clap::Args;

/// Both ways to name a scenario.
pub const USAGE: &str = "\
metasched validate [OPTIONS] <SCENARIO|LINK|->
       metasched validate [OPTIONS] --preset <NAME>";

/// Examples of `metasched validate --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched validate mine.json
  metasched validate --preset jones2005-baselines --replications 20
  metasched validate --strict mine.json

Prints \"valid\" and a summary, or every problem (exit code 2). A setting that nothing in the scenario reads, \
such as the threshold of a policy that has none, is a line of the summary, and with --strict a problem.";

/// Arguments of `validate`.
#[derive(Args, Clone, Debug)]
pub struct Validate {
    #[command(flatten)]
    resources: Resources,

    /// Take a setting that nothing in the scenario reads for a problem.
    #[arg(long)]
    strict: bool,

    #[command(flatten)]
    source: Source,
}

/// Characters of the column of names.
const NAMES: usize = 11;

impl Validate {
    /// Checks the scenario and its log, and tries the beginnings of some runs to tell how long it would take.
    ///
    /// # Errors
    /// All problems of the scenario, or a log that cannot be read.
    pub fn carry_out(&self) -> Result<(), Failure> {
        memory::hold_to(memory::default());
        let given = self.source.load(Points::All)?;
        let scenario = &given.scenario;
        let plan = Plan::new(scenario)?;
        let unread = given.unread();
        if self.strict && !unread.is_empty() {
            return Err(Failure::Input(Problems(unread)));
        }
        let (log, read) = log::named(&given)?.read_and_weigh()?;
        let threads = self.resources.threads(plan.tasks().len());
        let expected = estimate::of(plan.tasks(), log.as_ref(), threads)?;

        let mut text = String::from("valid\n");
        let terminal = say::terminal();
        let mut line = |name: &str, value: &str| text.push_str(&terminal.row(name, NAMES, value));
        line("title", &given.headline());
        line("platform", &summary::platform(scenario));
        line("workload", &summary::workload(scenario, log.as_deref()));
        if let Some([least, most]) = summary::offered_loads(plan.tasks()) {
            let range = match least == most {
                true => fixed(most, 3),
                false => format!("{}…{}", fixed(least, 3), fixed(most, 3)),
            };
            let growing = match most >= 1.0 {
                true => ": more than all nodes can do, so queues will grow",
                false => "",
            };
            line("load", &format!("{range}{growing}"));
        }
        line("rules", &summary::rules(scenario));
        line("schedulers", &scenario.scheduler_names().join(", "));
        summary::sweeps(scenario)
            .iter()
            .for_each(|sweep| line("sweep", sweep));
        line("extent", &summary::extent(&plan, log::jobs(log.as_ref())));
        line(
            "time",
            &format!(
                "about {} on {}",
                about(expected.seconds),
                counted(threads as u64, "thread")
            ),
        );
        let memory = expected.memory.max(read);
        let most = estimate::most_memory(plan.tasks(), log.as_ref(), threads)?.max(memory);
        let allowed = self.resources.memory();
        let refused = match memory > allowed {
            true => format!(
                "; more than the {} that it may take, so it will be refused",
                allowed.display().si()
            ),
            false => String::new(),
        };
        line(
            "memory",
            &format!(
                "about {}; {} if queues grow to the end of the runs{refused}",
                memory.display().si(),
                most.display().si()
            ),
        );
        unread
            .iter()
            .for_each(|setting| line("not read", &setting.to_string()));
        line("digest", &scenario.digest());
        say::result(&text)
    }
}
