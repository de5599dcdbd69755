use std::{
    convert::Infallible,
    fmt::Write as _,
    io::{self, IsTerminal as _, Write as _},
    sync::Arc,
    time::Duration,
};

use tokio::time::sleep;
use touchmove_core::sheet::{Phase, Summary};

use crate::{hub::Hub, link::Glance};

/// On a terminal the lines are drawn anew so often.
const FAST: Duration = Duration::from_millis(250);
/// Otherwise lines that have changed are written so often.
const SLOW: Duration = Duration::from_secs(5);
/// Longest name of a player.
const NAME: usize = 20;

/// Tells how the boards get on: a line each, in place on a terminal.
pub(super) async fn show(hub: Arc<Hub>) -> Infallible {
    let terminal = io::stdout().is_terminal();
    let mut before: Vec<String> = Vec::new();
    loop {
        sleep(if terminal { FAST } else { SLOW }).await;
        let glances = hub.seats().into_iter().filter_map(|seat| seat.glance().borrow().clone());
        let lines: Vec<String> = glances.map(|glance: Glance| line(&glance.summary)).collect();
        let mut text = String::new();
        if terminal {
            if !before.is_empty() {
                // Up to the first of the lines, each of which is then cleared.
                let _ = write!(text, "\x1b[{}A", before.len());
            }
            for line in &lines {
                let _ = writeln!(text, "\x1b[2K{line}");
            }
        } else {
            for (n, line) in lines.iter().enumerate() {
                if before.get(n) != Some(line) {
                    let _ = writeln!(text, "{line}");
                }
            }
        }
        before = lines;
        // Who closed our output does not want to know.
        let _ = io::stdout().lock().write_all(text.as_bytes());
    }
}

fn line(board: &Summary) -> String {
    let short = |name: &str| name.chars().take(NAME).collect::<String>();
    let last = match &board.last {
        None => String::new(),
        Some(last) => {
            let dots = if board.ply % 2 == 1 { "." } else { "..." };
            format!("{}{dots} {}", board.ply.div_ceil(2), last.san)
        }
    };
    let state = match (&board.result, board.phase) {
        (Some(outcome), _) => format!("{} {}", outcome.result, <&str>::from(outcome.reason)),
        (None, Phase::Playing) => String::new(),
        (None, _) => "setting up".into(),
    };
    let alerts: Vec<&str> =
        board.alerts.iter().map(|open| <&str>::from(open.alert.kind())).collect();
    let line = format!(
        "{:>3}  {:<NAME$} - {:<NAME$}  {last:<11} {state:<24} {}",
        board.board,
        short(&board.white),
        short(&board.black),
        alerts.join(", "),
    );
    line.trim_end().into()
}
