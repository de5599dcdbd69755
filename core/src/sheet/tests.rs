use std::slice;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::board::{AlertKind, Cleared, OfferState, Said, Seen, Severity};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const D4: &str = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1";
const E5: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";

/// A sheet after these events, said one second apart.
fn after(events: &[Value]) -> Sheet {
    let mut sheet = Sheet::new(&Header::default());
    said(events).iter().for_each(|said| sheet.fold(said));
    sheet
}

fn said(events: &[Value]) -> Vec<Said> {
    let number = |(place, event): (usize, &Value)| {
        let mut event = event.clone();
        event["seq"] = json!(place + 1);
        event["t"] = json!((place + 1) * 1000);
        serde_json::from_value(event.clone()).unwrap_or_else(|error| panic!("{event}: {error}"))
    };
    events.iter().enumerate().map(number).collect()
}

fn made(ply: u32, uci: &str, san: &str, fen: &str) -> Value {
    json!({"event":"move_made","ply":ply,"uci":uci,"san":san,"fen":fen,"sure":true})
}

fn completed(ply: u32, uci: &str, san: &str, fen: &str) -> Value {
    json!({"event":"move_completed","ply":ply,"uci":uci,"san":san,"fen":fen,
           "white_ms":5_000,"black_ms":6_000})
}

fn touch(square: &str, returned: bool) -> Value {
    let mut touch = json!({"event":"touch","square":square,"piece":"N","by":"white"});
    if returned {
        touch["returned_to"] = json!(square);
        touch["lifted_ms"] = json!(180);
    }
    touch
}

fn alert(id: u32, rev: u32, squares: &[&str]) -> Value {
    json!({"event":"alert","id":id,"rev":rev,"ply":0,"kind":"displaced","severity":"attention",
           "for":"arbiter","side":null,"squares":squares,"article":"7.4.1","penalty":"12.9",
           "rules":"fide-2023","advice":[],"choices":[],"missing":squares,"extra":[]})
}

fn cleared(id: u32, why: &str) -> Value {
    json!({"event":"alert_cleared","id":id,"kind":"displaced","why":why})
}

fn over() -> Value {
    json!({"event":"game_over","result":"1-0","reason":"resignation","article":"5.1.2"})
}

#[test]
fn a_new_sheet_shows_the_header_and_the_start() {
    let header = Header { board: "17".into(), white: "Ivanov".into(), ..Header::default() };
    let sheet = Sheet::new(&header);
    assert_eq!((sheet.board.as_str(), sheet.white.as_str()), ("17", "Ivanov"));
    assert_eq!((sheet.fen.as_str(), *sheet.turn, sheet.ply), (START, Side::White, 0));
    assert_eq!((sheet.phase, sheet.seq, sheet.clocks.as_ref()), (Phase::Setup, 0, None));
    let fen = "8/8/8/8/8/8/4p3/K1k5 b - - 0 1";
    let sheet = Sheet::new(&Header { fen: Some(fen.into()), ..Header::default() });
    assert_eq!((sheet.start_fen.as_str(), *sheet.turn), (fen, Side::Black));
}

#[test]
fn set_up_leads_to_ready_and_back_and_to_play() {
    let setup = json!({"event":"setup","missing":["e2"],"extra":["e3"],"wrong_color":[]});
    let ready = json!({"event":"ready","fen":START});
    let sheet = after(slice::from_ref(&setup));
    assert_eq!(sheet.phase, Phase::Setup);
    assert!(sheet.setup.is_some());
    let sheet = after(&[setup.clone(), ready.clone()]);
    assert_eq!((sheet.phase, sheet.setup.as_ref()), (Phase::Ready, None));
    let sheet = after(&[ready.clone(), setup.clone()]);
    assert_eq!(sheet.phase, Phase::Setup);
    let sheet = after(&[ready.clone(), json!({"event":"started"})]);
    assert_eq!(sheet.phase, Phase::Playing);
    // In the middle of a game the board is to be put right, but the game is on.
    let sheet = after(&[ready.clone(), json!({"event":"started"}), setup]);
    assert_eq!(sheet.phase, Phase::Playing);
    assert!(sheet.setup.is_some());
    let sheet = after(&[ready, made(1, "e2e4", "e4", E4)]);
    assert_eq!(sheet.phase, Phase::Playing);
}

#[test]
fn a_move_is_made_and_completed() {
    let sheet = after(&[made(1, "e2e4", "e4", E4), completed(1, "e2e4", "e4", E4)]);
    let line = &sheet.moves[0];
    assert_eq!((line.ply, line.san.as_str(), line.state), (1, "e4", MoveState::Completed));
    assert_eq!((line.t, line.white_ms, line.black_ms), (1_000, Some(5_000), Some(6_000)));
    assert_eq!((line.leg, line.sure), (1, true));
    assert_eq!((sheet.ply, sheet.fen.as_str(), *sheet.turn), (1, E4, Side::Black));
    assert_eq!(sheet.last.as_ref().map(|last| last.san.as_str()), Some("e4"));
    assert_eq!((sheet.seq, sheet.t), (2, 2_000));
}

#[test]
fn the_last_event_about_a_ply_counts() {
    let changed = json!({"event":"move_changed","ply":1,"uci":"d2d4","san":"d4","fen":D4,
                         "sure":false,"was":"e2e4"});
    let sheet = after(&[completed(1, "e2e4", "e4", E4), changed.clone()]);
    assert_eq!(sheet.moves.len(), 1);
    assert_eq!((sheet.moves[0].san.as_str(), sheet.moves[0].sure), ("d4", false));
    assert_eq!(sheet.moves[0].state, MoveState::Completed, "it stays completed");
    assert_eq!((sheet.fen.as_str(), sheet.last.as_ref().unwrap().san.as_str()), (D4, "d4"));
    // A change of an earlier ply leaves the position alone: each later one gets its own.
    let sheet = after(&[made(1, "e2e4", "e4", E4), made(2, "e7e5", "e5", E5), changed]);
    assert_eq!((sheet.ply, sheet.fen.as_str()), (2, E5));
    assert_eq!(sheet.last.as_ref().unwrap().san, "e5");
}

#[test]
fn withdrawn_moves_are_gone() {
    let withdrawn = |from: u32, fen: &str| json!({"event":"moves_withdrawn","from_ply":from,"fen":fen,"why":"reinstate"});
    let played = [made(1, "e2e4", "e4", E4), made(2, "e7e5", "e5", E5)];
    let sheet = after(&[&played[..], &[withdrawn(2, E4)]].concat());
    assert_eq!((sheet.ply, sheet.fen.as_str(), *sheet.turn), (1, E4, Side::Black));
    assert_eq!(sheet.last.as_ref().unwrap().san, "e4");
    let sheet = after(&[&played[..], &[withdrawn(1, START), made(1, "d2d4", "d4", D4)]].concat());
    assert_eq!(sheet.moves.len(), 1);
    assert_eq!((sheet.moves[0].san.as_str(), sheet.fen.as_str()), ("d4", D4));
    let sheet = after(&[&played[..], &[withdrawn(1, START)]].concat());
    assert_eq!((sheet.moves.len(), sheet.ply, sheet.last.as_ref()), (0, 0, None));
}

#[test]
fn a_leg_goes_on_from_its_own_position() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 2";
    let leg = json!({"event":"leg","n":2,"fen":fen,"ply":1});
    let sheet = after(&[made(1, "e2e4", "e4", E4), leg.clone(), made(2, "e1e2", "Ke2", E5)]);
    assert_eq!(sheet.moves.iter().map(|line| line.leg).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(sheet.legs, [Leg { n: 2, fen: fen.into(), ply: 1 }]);
    // The move before it may still be completed; that does not bring its position back.
    let sheet = after(&[made(1, "e2e4", "e4", E4), leg.clone(), completed(1, "e2e4", "e4", E4)]);
    assert_eq!((sheet.ply, sheet.fen.as_str(), *sheet.turn), (1, fen, Side::White));
    // Another move in its place ends it.
    let sheet = after(&[leg.clone(), made(1, "e2e4", "e4", E4)]);
    assert_eq!((sheet.legs.len(), sheet.moves[0].leg, sheet.fen.as_str()), (0, 1, E4));
    let back = json!({"event":"moves_withdrawn","from_ply":1,"fen":START,"why":"reinstate"});
    let sheet = after(&[made(1, "e2e4", "e4", E4), leg, back]);
    assert_eq!((sheet.legs.len(), sheet.fen.as_str()), (0, START));
}

#[test]
fn a_touch_and_its_return_are_one() {
    let sheet = after(&[touch("g1", false), touch("g1", true), touch("b1", false)]);
    assert_eq!(sheet.touches.len(), 2);
    assert_eq!((sheet.touches[0].t, sheet.touches[0].lifted_ms), (1_000, Some(180)));
    assert_eq!(sheet.touches[1].returned_to, None);
}

#[test]
fn the_last_fifty_touches_are_kept() {
    let files = ["a1", "b1", "c1", "d1"];
    let touches: Vec<Value> = (0..60).map(|n| touch(files[n % 4], false)).collect();
    let sheet = after(&touches);
    assert_eq!((sheet.touches.len(), sheet.touches[0].t), (50, 11_000));
}

#[test]
fn an_obligation_lasts_until_the_move() {
    let must =
        json!({"event":"obligation","side":"white","moves":["g1f3","g1h3"],"touched":["g1"]});
    let any = json!({"event":"obligation","side":"white","moves":[],"touched":[]});
    assert_eq!(after(slice::from_ref(&must)).obligation.unwrap().moves.len(), 2);
    assert_eq!(after(&[must.clone(), any]).obligation, None);
    assert_eq!(after(&[must.clone(), completed(1, "e2e4", "e4", E4)]).obligation, None);
    assert!(after(&[must, made(1, "e2e4", "e4", E4)]).obligation.is_some(), "not yet completed");
}

#[test]
fn an_alert_has_one_line_whatever_becomes_of_it() {
    let sheet = after(&[alert(1, 1, &["e4"]), alert(2, 1, &["a1"]), alert(1, 2, &["e4", "e5"])]);
    assert_eq!(sheet.alerts.iter().map(|open| open.alert.id).collect::<Vec<_>>(), [1, 2]);
    assert_eq!((sheet.alerts[0].t, sheet.alerts[0].alert.rev), (1_000, 2));
    assert_eq!(sheet.alerts[0].alert.kind(), AlertKind::Displaced);
    assert_eq!(sheet.alerts[0].alert.severity, Severity::Attention);
    let gone = [alert(1, 1, &["e4"]), cleared(1, "restored")];
    let sheet = after(&gone);
    assert_eq!((sheet.alerts.len(), sheet.past_alerts.len()), (0, 1));
    let past = &sheet.past_alerts[0];
    assert_eq!((past.was.t, past.why, past.cleared_t), (1_000, Cleared::Restored, 2_000));
    // An undone decision brings it back.
    let sheet = after(&[&gone[..], &[alert(1, 2, &["e4"])]].concat());
    assert_eq!((sheet.alerts.len(), sheet.past_alerts.len()), (1, 0));
    assert_eq!(sheet.alerts[0].t, 1_000);
    assert_eq!(after(&[cleared(7, "moot")]).past_alerts, []);
}

#[test]
fn clocks_are_as_they_were_told_last() {
    let clock = |running: Value| {
        json!({"event":"clock","white_ms":5_000,"black_ms":6_000,"running":running,
               "period":1,"moves":3})
    };
    let sheet = after(&[clock(json!("white")), clock(Value::Null)]);
    let clocks = sheet.clocks.as_ref().unwrap();
    assert_eq!((clocks.white_ms, clocks.running, clocks.t), (5_000, None, 2_000));
}

#[test]
fn each_clock_keeps_its_own_count() {
    let clock = |running: &str, period: u32, moves: u32, other: Value, delay: Value| {
        json!({"event":"clock","white_ms":5_000,"black_ms":6_000,"running":running,"period":period,
               "moves":moves,"other_period":other,"delay_ms":delay})
    };
    let none = Value::Null;
    let start = clock("white", 1, 39, none.clone(), json!(5_000));
    let events = [start, completed(1, "e2e4", "e4", E4), clock("black", 1, 39, json!(2), none)];
    let sheet = after(&events[..1]);
    let clocks = sheet.clocks.as_ref().unwrap();
    assert_eq!((clocks.delay_ms, clocks.white.moves, clocks.black.moves), (5_000, 39, 0));
    let sheet = after(&events);
    let clocks = sheet.clocks.as_ref().unwrap();
    assert_eq!(clocks.delay_ms, 0);
    assert_eq!((clocks.white, clocks.black.moves), (Counted { moves: 40, period: 2 }, 39));
    assert_eq!((clocks.black.period, clocks.period), (1, 1));
    let back = json!({"event":"moves_withdrawn","from_ply":1,"fen":START,"why":"reinstate"});
    let sheet = after(&[&events[..], &[back]].concat());
    assert_eq!(sheet.clocks.as_ref().unwrap().white.moves, 39);
}

#[test]
fn a_result_may_be_reopened() {
    let signalled = json!({"event":"result_signalled","result":"1-0"});
    assert_eq!(after(slice::from_ref(&signalled)).signalled, Some(GameResult::WhiteWins));
    let sheet = after(&[signalled, over()]);
    let outcome = sheet.result.as_ref().unwrap();
    assert_eq!((outcome.result, outcome.t), (GameResult::WhiteWins, 2_000));
    assert_eq!((sheet.phase, sheet.signalled), (Phase::Over, None));
    let sheet = after(&[over(), json!({"event":"reopened","why":null})]);
    assert_eq!((sheet.phase, sheet.result.as_ref()), (Phase::Playing, None));
}

#[test]
fn offers_claims_and_promotions_are_kept() {
    let offer = |state: &str| json!({"event":"draw_offer","by":"white","ply":3,"state":state});
    let sheet = after(&[offer("made"), offer("lapsed"), offer("made")]);
    let states: Vec<_> = sheet.offers.iter().map(|offer| (offer.t, offer.state)).collect();
    assert_eq!(states, [(1_000, OfferState::Lapsed), (3_000, OfferState::Made)]);
    let claim = json!({"event":"claim","by":"black","claim":"threefold","answer":"right",
                       "article":"9.2.2","evidence":{"plies":[4,8]}});
    let sheet = after(&[made(1, "e2e4", "e4", E4), claim]);
    assert_eq!((sheet.claims[0].ply, &sheet.claims[0].evidence["plies"][1]), (1, &json!(8)));
    let promoted = json!({"event":"promotion","ply":1,"piece":"q","seen":"assumed"});
    let sheet = after(&[made(1, "e7e8q", "e8=Q", E4), promoted.clone()]);
    assert_eq!(sheet.moves[0].promoted, Some(Seen::Assumed));
    assert_eq!(after(&[promoted]).moves, [], "a ply that was never told has no line");
}

#[test]
fn the_summary_is_the_sheet_without_its_lists() {
    let sheet = after(&[made(1, "e2e4", "e4", E4), alert(1, 1, &["e4"]), over()]);
    let whole = serde_json::to_value(&sheet).unwrap();
    let summary = serde_json::to_value(sheet.summary()).unwrap();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert!(keys(&summary).iter().all(|key| whole[key] == summary[key]));
    for list in ["moves", "touches", "past_alerts", "claims", "offers", "legs"] {
        assert!(summary.get(list).is_none() && whole[list].is_array(), "{list}");
    }
}

#[test]
fn fields_are_written_in_one_order() {
    let text = serde_json::to_string(&after(&[made(1, "e2e4", "e4", E4)])).unwrap();
    let names = [
        "board",
        "game",
        "white",
        "black",
        "event",
        "round",
        "rules",
        "play",
        "supervision",
        "time_control",
        "clock",
        "phase",
        "fen",
        "turn",
        "ply",
        "last",
        "seq",
        "t",
        "clocks",
        "alerts",
        "result",
        "site",
        "date",
        "tags",
        "start_fen",
        "moves",
        "legs",
        "setup",
        "obligation",
        "touches",
        "past_alerts",
        "claims",
        "offers",
        "signalled",
    ];
    let mut rest = text.as_str();
    for name in names {
        let key = format!("\"{name}\":");
        let at = rest.find(&key).unwrap_or_else(|| panic!("{name} is not where it was in {text}"));
        rest = &rest[at + key.len()..];
    }
}

fn any_event() -> impl Strategy<Value = Value> {
    let ply = 1..5u32;
    prop_oneof![
        Just(json!({"event":"setup","missing":["e2"],"extra":[],"wrong_color":[]})),
        Just(json!({"event":"ready","fen":START})),
        Just(json!({"event":"started"})),
        any::<bool>().prop_map(|returned| touch("g1", returned)),
        Just(json!({"event":"obligation","side":"white","moves":["g1f3"],"touched":["g1"]})),
        ply.clone().prop_map(|ply| made(ply, "e2e4", "e4", E4)),
        ply.clone().prop_map(|ply| completed(ply, "e2e4", "e4", E4)),
        ply.clone()
            .prop_map(|ply| json!({"event":"move_changed","ply":ply,"uci":"d2d4","san":"d4",
                                          "fen":D4,"sure":false,"was":"e2e4"})),
        ply.clone().prop_map(|ply| json!({"event":"moves_withdrawn","from_ply":ply,"fen":START,
                                          "why":"hand"})),
        ply.clone().prop_map(|ply| json!({"event":"leg","n":ply,"fen":E5,"ply":ply})),
        ply.clone().prop_map(|ply| json!({"event":"promotion","ply":ply,"piece":"q",
                                          "seen":"swapped"})),
        (1..4u32, 1..4u32).prop_map(|(id, rev)| alert(id, rev, &["e4"])),
        (1..4u32).prop_map(|id| cleared(id, "moot")),
        any::<bool>().prop_map(|made| json!({"event":"draw_offer","by":"white","ply":1,
                                             "state":if made { "made" } else { "lapsed" }})),
        Just(json!({"event":"clock","white_ms":1,"black_ms":2,"running":"white","period":1,
                    "moves":0})),
        Just(json!({"event":"claim","by":"black","claim":"threefold","answer":"wrong",
                    "article":null,"evidence":{"plies":[1]}})),
        Just(json!({"event":"result_signalled","result":"1/2-1/2"})),
        Just(over()),
        Just(json!({"event":"reopened","why":"a slip"})),
        Just(json!({"event":"done","command":"c","by":"A","do":"pause"})),
        Just(json!({"event":"resumed","gap_ms":null,"core":1,"differs_from_seq":null})),
    ]
}

proptest! {
    /// A sheet stored after any event goes on from there; events told twice count once.
    #[test]
    fn folding_is_incremental(
        events in proptest::collection::vec(any_event(), 0..24),
        cut in any::<prop::sample::Index>(),
    ) {
        let all = said(&events);
        let whole = after(&events);
        let cut = cut.index(all.len() + 1);
        let stored = serde_json::to_string(&after(&events[..cut])).unwrap();
        let mut sheet: Sheet = serde_json::from_str(&stored).unwrap();
        prop_assert_eq!(&serde_json::to_string(&sheet).unwrap(), &stored);
        for said in &all[cut.saturating_sub(3)..] {
            sheet.fold(said);
        }
        prop_assert_eq!(sheet, whole);
    }

    /// Whatever is told, the lists stay in order and the glance agrees with them.
    #[test]
    fn a_sheet_agrees_with_itself(events in proptest::collection::vec(any_event(), 0..24)) {
        let sheet = after(&events);
        prop_assert!(sheet.moves.is_sorted_by(|a, b| a.ply < b.ply));
        prop_assert!(sheet.alerts.is_sorted_by(|a, b| a.alert.id < b.alert.id));
        prop_assert_eq!(sheet.phase == Phase::Over, sheet.result.is_some());
        let last = sheet.moves.last().map(|line| line.san.clone());
        prop_assert_eq!(sheet.last.as_ref().map(|last| last.san.clone()), last);
        prop_assert_eq!(*sheet.turn, super::turn(&sheet.fen));
        let open = |id| sheet.alerts.iter().any(|open| open.alert.id == id);
        let both = sheet.past_alerts.iter().find(|past| open(past.was.alert.id));
        prop_assert_eq!(both, None);
    }
}
