use serde_json::Value;
use shakmaty::fen::Fen;

use super::{Leg, Ply, Score, termination};
use crate::{
    board::{GameResult, Side, castling_mode},
    sheet::{Move, Offer, Sheet},
};

impl Score {
    /// The game on a sheet, or several where no legal move joins its parts.
    pub fn of_sheet(sheet: &Sheet) -> Vec<Score> {
        let tags = [
            ("Event", sheet.event.as_str()),
            ("Site", &sheet.site),
            ("Date", &sheet.date),
            ("Round", &sheet.round),
            ("White", &sheet.white),
            ("Black", &sheet.black),
            ("TimeControl", &sheet.time_control),
            ("Termination", termination(sheet.result.as_ref().map(|outcome| outcome.reason))),
        ];
        let tags = tags.map(|(name, value)| (name.to_string(), value.to_string()));
        let further = sheet.tags.iter().filter_map(|(name, value)| match value {
            Value::String(text) => Some((name.clone(), text.clone())),
            Value::Number(number) => Some((name.clone(), number.to_string())),
            _ => None,
        });
        let usual = sheet.start_fen == Fen::default().to_string();
        let variant = is_chess960(&sheet.start_fen).then(|| ("Variant".into(), "Chess960".into()));
        let score = Score {
            tags: variant.into_iter().chain(further).chain(tags).collect(),
            start_fen: (!usual).then(|| sheet.start_fen.clone()),
            moves: sheet
                .moves
                .iter()
                .map(|one| Ply { comment: offered(&sheet.offers, one.ply), ..ply(one) })
                .collect(),
            result: sheet.result.as_ref().map_or(GameResult::Open, |outcome| outcome.result),
            comment: offered(&sheet.offers, 0),
        };
        let legs: Vec<Leg> = sheet
            .legs
            .iter()
            .map(|leg| Leg {
                after: sheet.moves.partition_point(|one| one.ply <= leg.ply),
                fen: leg.fen.clone(),
            })
            .collect();
        score.in_legs(&legs)
    }
}

/// The draw offers that were made after so many moves (9.1.2.2).
fn offered(offers: &[Offer], ply: u32) -> Option<String> {
    let made = offers.iter().filter(|offer| offer.ply == ply);
    let said = made.map(|offer| match offer.by.0 {
        Side::White => "White offers a draw.",
        Side::Black => "Black offers a draw.",
    });
    let said: Vec<&str> = said.collect();
    (!said.is_empty()).then(|| said.join(" "))
}

/// Whether one castles from there as in Chess960.
fn is_chess960(fen: &str) -> bool {
    fen.parse::<Fen>().is_ok_and(|fen| castling_mode(fen.as_setup()).is_chess960())
}

/// A move with what the mover's clock showed. Who moved is told by the position after it.
fn ply(one: &Move) -> Ply {
    let after: Option<Fen> = one.fen.parse().ok();
    let clk_ms = match after.map(|fen| fen.as_setup().turn) {
        Some(Side::Black) => one.white_ms,
        Some(Side::White) => one.black_ms,
        None => None,
    };
    Ply { san: one.san.clone(), clk_ms, comment: None }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::board::{Header, Said};

    #[test]
    fn a_sheet_is_written_with_its_clocks_and_its_result() {
        let header = Header {
            white: "Иванов".into(),
            round: "3.1".into(),
            tags: [("WhiteElo".to_string(), json!(2100))].into_iter().collect(),
            ..Header::default()
        };
        let mut sheet = Sheet::new(&header);
        let events = [
            json!({"event":"move_completed","ply":1,"uci":"e2e4","san":"e4","white_ms":5_400_000,"black_ms":5_300_000,
                "fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"}),
            json!({"event":"move_completed","ply":2,"uci":"e7e5","san":"e5","white_ms":5_400_000,"black_ms":5_299_000,
                "fen":"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"}),
            json!({"event":"draw_offer","by":"black","ply":2,"state":"made"}),
            json!({"event":"leg","n":2,"ply":2,"fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 3"}),
            json!({"event":"move_made","ply":3,"uci":"h1h2","san":"Rh2","sure":true,"fen":"4k3/8/8/8/8/8/7R/4K3 b - - 1 3"}),
            json!({"event":"game_over","result":"1-0","reason":"resignation","article":"5.1.2"}),
        ];
        for (n, mut event) in events.into_iter().enumerate() {
            event["seq"] = json!(n + 1);
            event["t"] = json!(n * 1000);
            let said: Said = serde_json::from_value(event).unwrap();
            sheet.fold(&said);
        }
        let games = Score::of_sheet(&sheet);
        assert_eq!(games.len(), 2);
        let text = games[0].to_string();
        assert!(text.contains("[White \"Иванов\"]\n"), "{text}");
        assert!(text.contains("[WhiteElo \"2100\"]\n"), "{text}");
        assert!(
            text.contains("1. e4 { [%clk 1:30:00] }") || text.contains("1. e4 {[%clk 1:30:00]}"),
            "{text}"
        );
        assert!(text.contains("[%clk 1:28:19]"), "{text}");
        assert!(text.contains("Black offers a draw."), "{text}");
        let text = games[1].to_string();
        assert!(text.contains("Rh2") && text.trim_end().ends_with("1-0"), "{text}");
    }
}
