use std::{fmt, time::Duration};

use super::SimulatedHall;

/// What a hall cost.
#[derive(Debug)]
pub(crate) struct Report {
    pub(super) plan: SimulatedHall,
    /// From a board showing something to its arrival at a browser, shortest first.
    pub(super) took: Vec<Duration>,
    /// What never arrived.
    pub(super) unseen: usize,
    pub(super) hub: Cost,
    pub(super) server: Cost,
    pub(super) bare: Cost,
}

/// What a process cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    /// The part of a core that it took.
    pub(super) cpu: f64,
    /// What of it was resident at the end, bytes.
    pub(super) memory: u64,
}

impl Report {
    /// Whether everything that was shown arrived.
    pub(crate) fn is_whole(&self) -> bool {
        self.unseen == 0
    }

    fn percentile(&self, percent: usize) -> f64 {
        let n = (self.took.len() * percent / 100).min(self.took.len().saturating_sub(1));
        self.took.get(n).map_or(0.0, |took| took.as_secs_f64() * 1000.0)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SimulatedHall { boards, seconds, .. } = self.plan;
        writeln!(
            f,
            "{boards} boards, one event a board and second, {seconds} s; all in one machine. From a \
             board's event to a browser's stream: {} seen, {} not.\n",
            self.took.len(),
            self.unseen
        )?;
        writeln!(f, "| event to stream | ms | goal |\n| --- | ---: | ---: |")?;
        for (percent, goal) in [(50, ""), (99, "50")] {
            writeln!(f, "| p{percent} | {:.1} | {goal} |", self.percentile(percent))?;
        }
        writeln!(f, "| longest | {:.1} | |\n", self.percentile(100))?;
        writeln!(f, "| process | of a core | resident | goal |\n| --- | ---: | ---: | --- |")?;
        let row = |f: &mut fmt::Formatter<'_>, name: &str, cost: Cost, goal: &str| {
            let megabytes = cost.memory as f64 / 1e6;
            writeln!(f, "| {name} | {:.1} % | {megabytes:.0} MB | {goal} |", cost.cpu * 100.0)
        };
        row(f, "hub, one browser looks", self.hub, "20 %, 120 MB")?;
        row(f, "nats-server", self.server, "")?;
        row(f, "a subscriber that only reads and keeps", self.bare, "")?;
        let ratio = self.hub.cpu / self.bare.cpu.max(f64::EPSILON);
        writeln!(f, "\nThe hub takes {ratio:.1} times what the bare subscriber takes (goal: 3).")
    }
}
