//! Events for people at a terminal: one line each.

use std::{fmt, io};

use serde::Serialize;
use serde_json::Value;
use touchmove_core::board::{Alert, Colours, Event, Inferred, Ms, Said, Side, Squares, Text};

/// Writes one event as a line.
pub(super) fn line(out: &mut dyn io::Write, said: &Said) -> io::Result<()> {
    writeln!(out, "{:>12}  {}", instant(said.t), words(&said.event))
}

/// `1:29:03.450`
pub(super) fn instant(t: Ms) -> String {
    format!("{}.{:03}", clock(t), t % 1000)
}

/// As a clock shows it: `1:29:03`.
fn clock(ms: Ms) -> String {
    let seconds = ms / 1000;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn clocks(white: Ms, black: Ms) -> String {
    format!("{} – {}", clock(white), clock(black))
}

/// `12.` or `12…`: the number of the move that is made in the position, or was made before it.
fn number(fen: &str, made: Made) -> String {
    let mut fields = fen.split(' ').skip(1);
    let white_to_move = fields.next() != Some("b");
    let number: u32 = fields.nth(3).and_then(|number| number.parse().ok()).unwrap_or(1);
    match (made, white_to_move) {
        (Made::Next, true) | (Made::Before, false) => {
            format!("{number}.")
        }
        (Made::Next, false) => format!("{number}…"),
        (Made::Before, true) => format!("{}…", number.saturating_sub(1)),
    }
}

/// Which move a position is asked for.
#[derive(Clone, Copy)]
enum Made {
    Before,
    Next,
}

fn unseen(inferred: Option<Inferred>) -> &'static str {
    match inferred {
        Some(Inferred::Restart) => " (worked out after a restart)",
        None => "",
    }
}

fn played(san: &str, fen: &str) -> String {
    format!("{} {san}", number(fen, Made::Before))
}

/// A code of the contract as words.
fn code(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(code)) => code.replace('_', " "),
        _ => String::new(),
    }
}

fn list<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

fn squares(squares: Squares) -> String {
    list(squares.0)
}

fn side(side: Option<Text<Side>>) -> String {
    side.map_or_else(|| "nobody".into(), |side| side.to_string())
}

/// What there is to say of the named parts; empty parts are left out.
fn parts<const N: usize>(parts: [(&str, String); N]) -> String {
    let said = parts.into_iter().filter(|(_, text)| !text.is_empty());
    said.map(|(name, text)| if name.is_empty() { text } else { format!("{name} {text}") })
        .collect::<Vec<_>>()
        .join(", ")
}

fn words(event: &Event) -> String {
    match event {
        Event::Setup { missing, extra, wrong_color } => {
            let what = parts([
                ("missing", squares(*missing)),
                ("extra", squares(*extra)),
                ("wrong colour", squares(*wrong_color)),
            ]);
            format!("set-up: {}", if what.is_empty() { "in order".into() } else { what })
        }
        Event::Ready { .. } => "ready".into(),
        Event::Started {} => "started".into(),
        Event::Touch { square, piece, by, returned_to, lifted_ms } => {
            let who = by.map(|by| format!(" by {by}")).unwrap_or_default();
            let back = returned_to.map(|to| format!(", back on {to}")).unwrap_or_default();
            let after = lifted_ms.map(|ms| format!(" after {ms} ms")).unwrap_or_default();
            format!("touch {piece} {square}{who}{back}{after}")
        }
        Event::Obligation { side, moves, touched, .. } => {
            let must = match list(moves) {
                moves if moves.is_empty() => "may play any move".into(),
                moves => format!("must play {moves}"),
            };
            format!("{side} {}", parts([("", must), ("touched", squares(*touched))]))
        }
        Event::MoveMade { san, fen, sure, inferred, .. } => {
            let sure = if *sure { "" } else { " (not sure)" };
            format!("{}{sure}{}", played(san, fen), unseen(*inferred))
        }
        Event::MoveChanged { uci, san, fen, sure, was, inferred, .. } => {
            let was = if uci == was { String::new() } else { format!(", not {was}") };
            let sure = if *sure { " (sure)" } else { " (not sure)" };
            format!("{}{was}{sure}{}", played(san, fen), unseen(*inferred))
        }
        Event::MoveCompleted { san, fen, white_ms, black_ms, .. } => {
            let left = white_ms.zip(*black_ms).map(|(white, black)| clocks(white, black));
            format!("{} completed, {}", played(san, fen), left.unwrap_or_else(|| "no clock".into()))
        }
        Event::MovesWithdrawn { fen, why, .. } => {
            format!("back to before {} ({})", number(fen, Made::Next), code(why))
        }
        Event::Leg { fen, .. } => format!("the record goes on from {fen}"),
        Event::Promotion { piece, seen, .. } => format!("promoted to {piece} ({})", code(seen)),
        Event::DrawOffer { by, state, .. } => format!("draw offer by {by} {}", code(state)),
        Event::Clock { white_ms, black_ms, running, .. } => {
            format!("clock {}, {} runs", clocks(*white_ms, *black_ms), side(*running))
        }
        Event::Alert(alert) => alerted(alert),
        Event::AlertCleared { id, kind, why } => {
            format!("alert {id} cleared: {} ({})", code(kind), code(why))
        }
        Event::Claim { by, claim, answer, article, .. } => {
            let article = article.clone().unwrap_or_default();
            let what = parts([("", code(answer)), ("article", article)]);
            format!("claim by {by}, {}: {what}", code(claim))
        }
        Event::ResultSignalled { result } => format!("kings in the centre: {result}"),
        Event::GameOver { result, reason, article } => {
            let article = article.clone().unwrap_or_default();
            format!("{result}: {}", parts([("", code(reason)), ("article", article)]))
        }
        Event::Reopened { why } => match why {
            Some(why) => format!("reopened: {why}"),
            None => "reopened".into(),
        },
        Event::Resumed { gap_ms, .. } => match gap_ms {
            Some(ms) => format!("resumed after {}", instant(*ms)),
            None => "resumed after an unknown time".into(),
        },
        Event::Done { command, by, r#do, colours } => {
            let seats = match colours {
                Colours::AsPaired => "",
                Colours::Reversed => ", colours are reversed",
            };
            let order = format!("{}{seats}", r#do.replace('_', " "));
            let command = command.clone().unwrap_or_default();
            let by = by.clone().unwrap_or_default();
            format!("done: {}", parts([("", order), ("command", command), ("by", by)]))
        }
        Event::Refused { command, reason } => match command {
            Some(command) => format!("refused command {command}: {reason}"),
            None => format!("refused: {reason}"),
        },
    }
}

fn alerted(alert: &Alert) -> String {
    let again = if alert.rev > 1 { format!(".{}", alert.rev) } else { String::new() };
    let what = parts([
        ("", code(&alert.kind())),
        ("", alert.side.map(|side| side.to_string()).unwrap_or_default()),
        ("", squares(alert.squares)),
        ("article", alert.article.clone().unwrap_or_default()),
    ]);
    let quiet = if alert.hands_off { " (do not tell the player)" } else { "" };
    format!("alert {}{again}, {}: {what}{quiet}", alert.id, code(&alert.severity))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn said(event: Value) -> String {
        let mut event = event;
        event["seq"] = 1.into();
        event["t"] = 5_343_450.into();
        let mut out = Vec::new();
        line(&mut out, &serde_json::from_value(event).unwrap()).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn moves_have_their_numbers() {
        let fen = |turn: &str, number| format!("8/8/8/8/8/8/8/8 {turn} - - 0 {number}");
        let made = |san: &str, fen: String| {
            said(json!({"event":"move_made","ply":1,"uci":"g8f6","san":san,"fen":fen,"sure":true}))
        };
        assert_eq!(made("Nf6", fen("w", 13)), " 1:29:03.450  12… Nf6\n");
        assert_eq!(made("Nf3", fen("b", 12)), " 1:29:03.450  12. Nf3\n");
        let completed = json!({"event":"move_completed","ply":1,"uci":"g8f6","san":"Nf6",
            "fen":fen("w", 13),"white_ms":5_343_999,"black_ms":61_000});
        assert_eq!(said(completed), " 1:29:03.450  12… Nf6 completed, 1:29:03 – 0:01:01\n");
        let back = json!({"event":"moves_withdrawn","from_ply":24,"fen":fen("b", 12),"why":"hand"});
        assert_eq!(said(back), " 1:29:03.450  back to before 12… (hand)\n");
    }

    #[test]
    fn alerts_are_kind_side_squares_article() {
        let alert = json!({"event":"alert","id":3,"rev":2,"ply":8,"kind":"pressed_early",
            "uci":"e2e4","severity":"attention","for":"arbiter","side":"white",
            "squares":["e4","e2"],"article":"6.2.4","penalty":null,"rules":"fide-2023",
            "hands_off":true});
        assert_eq!(
            said(alert),
            " 1:29:03.450  alert 3.2, attention: pressed early, white, e2 e4, article 6.2.4 \
             (do not tell the player)\n"
        );
    }

    #[test]
    fn what_is_unknown_is_left_out() {
        let touch = json!({"event":"touch","square":"g1","piece":"N","by":null});
        assert_eq!(said(touch), " 1:29:03.450  touch N g1\n");
        let setup = json!({"event":"setup","missing":["e2"],"extra":[],"wrong_color":[]});
        assert_eq!(said(setup), " 1:29:03.450  set-up: missing e2\n");
    }
}
