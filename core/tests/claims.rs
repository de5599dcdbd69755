//! Players' claims: what is checked, what is shown for it, and what is carried out (9.1 to 9.5, 6.8, 4.8).

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::{
    input::header,
    table::{Scene, game},
};
use serde_json::{Value, json};
use touchmove_core::board::{
    Advice, Alert, AlertKind, ClaimAnswer, ClockKind, Event, GameResult, Header, Matter,
    OfferState, Reason, Ruling, Severity, Side, Text,
};

const KNIGHTS: &str = "4k1n1/8/8/8/8/8/4P3/4K1N1 w - - 0 1";
/// Out and back.
const ROUND: &str = "-g1 +f3 ! | -g8 +f6 ! | -f3 +g1 ! | -f6 +g8 ! |";

/// The newest claim: its answer, its article and its evidence.
fn answer(scene: &Scene) -> (ClaimAnswer, Option<&str>, &Value) {
    let last = scene.sheet.claims.last().unwrap();
    (last.answer, last.article.as_deref(), &last.evidence)
}

fn claim(scene: &mut Scene, by: &str, what: &str) {
    scene.orders(json!({"do":"claim","by":by,"claim":what}));
}

fn over(scene: &Scene) -> Option<(GameResult, Reason, Option<String>)> {
    scene.sheet.result.clone().map(|over| (over.result, over.reason, over.article))
}

/// Draw offers as they were told.
fn offers(scene: &Scene) -> Vec<(Side, OfferState)> {
    let offers = scene.said.iter().filter_map(|said| match said.event {
        Event::DrawOffer { by, state, .. } => Some((by.0, state)),
        _ => None,
    });
    offers.collect()
}

#[test]
fn a_right_claim_draws_and_shows_where_the_position_stood() {
    let mut scene = game(KNIGHTS);
    scene.hands(ROUND).hands(ROUND);
    claim(&mut scene, "white", "threefold");
    let (answer, article, evidence) = answer(&scene);
    assert_eq!((answer, article), (ClaimAnswer::Right, Some("9.2.2")));
    assert_eq!(evidence, &json!({"count": 3, "plies": [0, 4, 8], "alike": []}));
    let draw = (GameResult::Draw, Reason::ThreefoldRepetition, Some("9.2.2".to_owned()));
    assert_eq!(over(&scene), Some(draw));
    assert_eq!(offers(&scene), [], "what ends the game need not be accepted");
}

#[test]
fn a_wrong_claim_stops_the_clocks_gives_time_and_is_an_offer() {
    for (rules, ms, article) in [("ru-2009", 180_000, "9.2.2"), ("fide-2023", 120_000, "9.2.2")] {
        let mut scene = Scene::start(&Header { rules: rules.into(), ..header(KNIGHTS) });
        scene.hands(ROUND);
        let before = scene.clocks().1;
        claim(&mut scene, "white", "threefold");
        assert_eq!((answer(&scene).0, answer(&scene).1), (ClaimAnswer::Wrong, Some(article)));
        assert_eq!(scene.clocks().1, before + ms, "{rules}");
        assert_eq!(scene.sheet.clocks.as_ref().unwrap().running, None, "{rules}");
        assert_eq!(offers(&scene), [(Side::White, OfferState::Made)]);
        // The opponent agrees.
        scene.orders(json!({"do":"result","result":"1/2-1/2","reason":"agreement"}));
        assert_eq!(over(&scene).unwrap().1, Reason::Agreement);
    }
}

#[test]
fn a_wrong_claim_that_is_only_looked_at_changes_nothing() {
    let mut scene = game(KNIGHTS);
    scene.hands(ROUND);
    let before = scene.clocks();
    let look =
        json!({"do":"claim","by":"white","claim":"threefold","move":"Nf3","check_only":true});
    scene.orders(look);
    assert_eq!(answer(&scene).0, ClaimAnswer::Wrong);
    assert_eq!((scene.clocks(), offers(&scene)), (before, vec![]));
    scene.hands("-e1 +d1 ! |");
    assert!(scene.open(AlertKind::ClaimedMoveNotPlayed).is_none());
}

#[test]
fn positions_that_only_look_the_same_are_shown_as_others() {
    // The king moves and comes back: castling is gone.
    let mut scene = game("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1");
    scene.hands("-e1 +f1 ! | -e8 +d8 ! | -f1 +e1 ! | -d8 +e8 ! |");
    scene.hands("-e1 +f1 ! | -e8 +d8 ! | -f1 +e1 ! | -d8 +e8 ! |");
    claim(&mut scene, "white", "threefold");
    let (answer, _, evidence) = answer(&scene);
    assert_eq!(answer, ClaimAnswer::Wrong);
    let alike = json!([{"ply": 0, "differs": "castling"}]);
    assert_eq!(evidence, &json!({"count": 2, "plies": [4, 8], "alike": alike}));

    // The pawn could be taken in passing the first time.
    let mut scene = game("4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1");
    scene.hands("-e2 +e4 ! |").hands("-g8 +f6 ! | -g1 +f3 ! | -f6 +g8 ! | -f3 +g1 ! |");
    claim(&mut scene, "black", "threefold");
    assert_eq!(self::answer(&scene).2["alike"], json!([{"ply": 1, "differs": "en_passant"}]));
}

#[test]
fn fifty_moves_show_since_when() {
    let mut scene = game("4k3/8/8/8/8/8/R7/4K3 w - - 96 90");
    scene.hands("-e1 +d1 ! | -e8 +d8 ! |");
    claim(&mut scene, "white", "fifty_moves");
    let evidence = json!({"count": 49, "halfmoves": 98, "since": null});
    assert_eq!((answer(&scene).0, answer(&scene).2), (ClaimAnswer::Wrong, &evidence));

    let mut scene = game("4k3/8/8/8/8/8/R3P3/4K3 w - - 0 1");
    scene.hands("-e2 +e4 ! | -e8 +d8 ! |");
    scene.orders(json!({"do":"claim","by":"white","claim":"fifty_moves","check_only":true}));
    assert_eq!(answer(&scene).2, &json!({"count": 0, "halfmoves": 1, "since": 1}));
}

#[test]
fn who_is_not_to_move_or_has_touched_may_not_claim() {
    let mut scene = game(KNIGHTS);
    scene.hands(ROUND).hands(ROUND);
    let before = scene.clocks();
    claim(&mut scene, "black", "threefold");
    assert_eq!(answer(&scene).2, &json!({"why": "not_his_move"}));
    // With an intended move too (9.4).
    scene.hands("-g1 |");
    for order in [
        json!({"do":"claim","by":"white","claim":"threefold"}),
        json!({"do":"claim","by":"white","claim":"threefold","move":"Nf3"}),
        json!({"do":"claim","by":"white","claim":"fifty_moves"}),
    ] {
        scene.orders(order);
        assert_eq!((answer(&scene).0, answer(&scene).1), (ClaimAnswer::NotEntitled, Some("9.4")));
        assert_eq!(answer(&scene).2, &json!({"why": "has_touched"}));
    }
    assert_eq!((scene.clocks().1, offers(&scene), over(&scene)), (before.1, vec![], None));
    assert_eq!(scene.sheet.clocks.as_ref().unwrap().running, Some(Text(Side::White)));
}

/// Article 9.4 asks whether he has touched a piece to play it, not whether he still holds it.
#[test]
fn a_piece_that_was_put_back_forfeits_the_claim_of_that_move() {
    const TAKES: &str = "4k1n1/8/8/8/8/5p2/4P3/4K1N1 w - - 0 1";
    const OUT_AND_BACK: &str = "-g1 +h3 ! | -g8 +f6 ! | -h3 +g1 ! | -f6 +g8 ! |";
    let cases = [
        ("-e1 . +e1 |", false),
        ("-e2 . +e2 | -e1 . +e1 |", false),
        // An enemy piece that he could take, and one that he could not.
        ("-f3 . +f3 |", false),
        ("-g8 . +g8 |", true),
        // A brush is no touch.
        ("-e1 & +e1 |", true),
    ];
    for rules in ["ru-2009", "ru-2018", "fide-2005", "fide-2023"] {
        for (hands, may) in cases {
            let header = Header { rules: rules.into(), ..header(TAKES) };
            let mut scene = Scene::start(&header);
            scene.hands(OUT_AND_BACK).hands(OUT_AND_BACK).hands(hands);
            let look = json!({"do":"claim","by":"white","claim":"threefold","check_only":true});
            scene.orders(look.clone());
            let wanted = if may { ClaimAnswer::Right } else { ClaimAnswer::NotEntitled };
            assert_eq!(answer(&scene).0, wanted, "{rules}: {hands}");
            // With the next move he may claim again.
            scene.hands("-e1 +d1 ! | -e8 +d8 ! | -d1 +e1 ! | -d8 +e8 ! |").orders(look);
            assert_eq!(answer(&scene).0, ClaimAnswer::Right, "{rules}: {hands}, a move later");
        }
    }
}

#[test]
fn what_may_be_claimed_is_told_again_when_the_game_has_gone_back_to_it() {
    let threefold = |scene: &Scene| scene.open(AlertKind::ThreefoldClaimable).is_some();
    let resume = json!({"do":"resume","running":"white"});
    let mut scene = game(KNIGHTS);
    scene.hands(ROUND).hands(ROUND);
    let first = scene.open(AlertKind::ThreefoldClaimable).map(|alert| alert.id);
    scene.orders(json!({"do":"pause"})).orders(resume.clone());
    let still = scene.open(AlertKind::ThreefoldClaimable).map(|alert| alert.id);
    assert_eq!(still, first, "said once");
    scene.hands("-e2 +e4 ! |");
    assert!(!threefold(&scene));
    scene.orders(json!({"do":"reinstate","ply":8})).hands("-e4 +e2 |").orders(resume.clone());
    assert!(threefold(&scene), "{:?}", scene.said);
    scene.orders(json!({"do":"reinstate","ply":4}));
    assert!(!threefold(&scene), "it has stood twice");
    scene.orders(resume);
    assert!(!threefold(&scene));
}

#[test]
fn an_intended_move_must_be_one() {
    let mut scene = game(KNIGHTS);
    for (san, reason) in [("Nf4", "illegal_move"), ("horse", "not_a_move")] {
        let order = json!({"do":"claim","by":"white","claim":"threefold","move":san});
        assert_eq!(scene.order(order), Err(reason.into()));
    }
}

#[test]
fn a_claim_that_rests_on_the_intended_move_draws_before_it_is_made() {
    let mut scene = game(KNIGHTS);
    scene.hands(ROUND).hands("-g1 +f3 ! | -g8 +f6 ! | -f3 +g1 ! |");
    scene.orders(json!({"do":"claim","by":"black","claim":"threefold","move":"Ng8"}));
    let (answer, article, evidence) = answer(&scene);
    assert_eq!((answer, article), (ClaimAnswer::Right, Some("9.2.1")));
    assert_eq!(evidence["count"], 3);
    assert_eq!(over(&scene).unwrap().2.as_deref(), Some("9.2.1"));
}

/// White has claimed wrongly with an intended Nf3, and the clocks go on.
fn intends(rules: &str) -> Scene {
    let mut scene = Scene::start(&Header { rules: rules.into(), ..header(KNIGHTS) });
    scene.orders(json!({"do":"claim","by":"white","claim":"threefold","move":"Nf3"}));
    scene.orders(json!({"do":"resume","running":"white"}));
    scene
}

#[test]
fn after_a_wrong_claim_the_intended_move_must_be_played() {
    for (rules, article) in [("ru-2009", "9.5.2"), ("fide-2023", "9.5.3")] {
        let mut scene = intends(rules);
        let obliged = scene.said.iter().any(|said| match &said.event {
            Event::Obligation { moves, article: cited, .. } => {
                moves.len() == 1
                    && moves[0].to_string() == "g1f3"
                    && cited.as_deref() == Some(article)
            }
            _ => false,
        });
        assert!(obliged, "{rules}");
        scene.hands("-g1 +h3 ! |");
        let alert = scene.open(AlertKind::ClaimedMoveNotPlayed).unwrap();
        assert_eq!((alert.severity, alert.article.as_deref()), (Severity::Decision, Some(article)));
        let Matter::ClaimedMoveNotPlayed { required } = &alert.matter else { panic!() };
        assert_eq!(required[0].to_string(), "g1f3");
        assert!(scene.open(AlertKind::TouchMove).is_none(), "that is said once");

        // It goes back, and he is bound to it again.
        scene.orders(json!({"do":"decide","kind":"claimed_move_not_played","verdict":"apply"}));
        scene.hands("-h3 +g1 |").orders(json!({"do":"resume","running":"white"}));
        scene.mover(Side::White).hands("-e1 +d1 ! |");
        assert!(scene.open(AlertKind::ClaimedMoveNotPlayed).is_some(), "{rules}");
    }
}

#[test]
fn the_intended_move_itself_is_in_order() {
    let mut scene = intends("fide-2023");
    scene.hands("-g1 +f3 ! |");
    assert_eq!(scene.moves(), ["Nf3"]);
    assert!(scene.sheet.alerts.iter().all(|open| open.alert.severity == Severity::Info));
}

/// A flag is down on White's side, and Black claims.
fn flagged(keys: Value, fen: &str) -> Scene {
    let mut header = json!({"touchmove": 1, "fen": fen, "rules": "ru-2018", "time_control": "20"});
    header.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
    let mut scene = Scene::start(&serde_json::from_value(header).unwrap());
    scene.wait(25_000);
    claim(&mut scene, "black", "flag");
    scene
}

#[test]
fn a_claimed_flag_decides_the_game() {
    let scene = flagged(json!({}), "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1");
    assert_eq!(answer(&scene).0, ClaimAnswer::Right);
    let lost = (GameResult::BlackWins, Reason::FlagFall, Some("6.9".to_owned()));
    assert_eq!(over(&scene), Some(lost));
    // He could never mate.
    let scene = flagged(json!({}), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert_eq!(over(&scene).unwrap().0, GameResult::Draw);
}

#[test]
fn a_flag_that_is_up_or_that_nobody_here_counts_decides_nothing() {
    let mut scene = game(KNIGHTS);
    claim(&mut scene, "black", "flag");
    assert_eq!(answer(&scene).0, ClaimAnswer::Wrong);
    assert_eq!(scene.sheet.clocks.as_ref().unwrap().running, Some(Text(Side::White)));
    for keys in [json!({"clock":"tapped"}), json!({"clock":"none","time_control":"-"})] {
        let scene = flagged(keys, KNIGHTS);
        assert_eq!((answer(&scene).0, over(&scene)), (ClaimAnswer::Unknown, None));
    }
}

#[test]
fn a_flag_behind_an_illegal_move_waits_for_that() {
    let mut scene = Scene::start(&Header { time_control: "20".into(), ..header(KNIGHTS) });
    scene.hands("-e1 +e3 ! |").wait(25_000);
    claim(&mut scene, "white", "flag");
    assert_eq!((answer(&scene).0, over(&scene)), (ClaimAnswer::Right, None));
}

#[test]
fn whose_own_flag_fell_first_claims_in_vain() {
    let mut scene = Scene::start(&Header { time_control: "20".into(), ..header(KNIGHTS) });
    scene.wait(25_000).hands("-g1 +f3 ! |").wait(25_000);
    claim(&mut scene, "white", "flag");
    assert_eq!(answer(&scene).0, ClaimAnswer::Wrong);
    claim(&mut scene, "black", "flag");
    assert_eq!(over(&scene).unwrap().0, GameResult::BlackWins);
}

#[test]
fn an_illegal_move_is_claimed_from_the_record() {
    let mut scene = game(KNIGHTS);
    claim(&mut scene, "black", "illegal_move");
    assert_eq!(answer(&scene).0, ClaimAnswer::Unknown);
    scene.hands("-e1 +e3 ! |");
    let id = scene.open(AlertKind::IllegalMove).unwrap().id;
    claim(&mut scene, "black", "illegal_move");
    assert_eq!(
        (answer(&scene).0, answer(&scene).2),
        (ClaimAnswer::Right, &json!({"alert": id, "ply": 1}))
    );
}

#[test]
fn who_has_touched_a_piece_complains_of_a_touch_too_late() {
    let touched = "-e2 | +e2 | -g1 +f3 ! |";
    let mut scene = game(KNIGHTS);
    scene.hands("-e1 +d1 ! | -e8 +d8 ! |").hands(touched);
    scene.orders(json!({"do":"claim","by":"black","claim":"touch_move","check_only":true}));
    assert_eq!(answer(&scene).0, ClaimAnswer::Right);
    scene.hands("-g8 | ");
    claim(&mut scene, "black", "touch_move");
    assert_eq!((answer(&scene).0, answer(&scene).1), (ClaimAnswer::NotEntitled, Some("4.8")));
}

/// White has a minute and a bit in the last period of a game with quickplay finish.
fn finish(keys: Value) -> Scene {
    let mut header =
        json!({"touchmove": 1, "fen": KNIGHTS, "rules": "ru-2009", "time_control": "100"});
    header.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
    Scene::start(&serde_json::from_value(header).unwrap())
}

fn claimed(scene: &Scene) -> &Alert {
    scene.open(AlertKind::QuickplayFinish).unwrap()
}

#[test]
fn a_quickplay_claim_is_an_offer_stops_the_clocks_and_asks_for_a_ruling() {
    let mut scene = finish(json!({}));
    assert_eq!(claimed(&scene).severity, Severity::Info);
    claim(&mut scene, "white", "quickplay_finish");
    assert_eq!((answer(&scene).0, answer(&scene).1), (ClaimAnswer::Unknown, Some("10.2")));
    assert_eq!(answer(&scene).2["fen"], scene.sheet.fen.as_str());
    let alert = claimed(&scene);
    assert_eq!((alert.severity, &alert.advice[..]), (Severity::Decision, &[Advice::Draw {}][..]));
    let time = vec![Advice::AddTime { side: Text(Side::Black), ms: 120_000 }];
    let (refused, postponed) = (time.clone(), time);
    let matter = Matter::QuickplayFinish { ruling: Some(Ruling::Asked), refused, postponed };
    assert_eq!(alert.matter, matter, "what each ruling does is told with it");
    assert_eq!(offers(&scene), [(Side::White, OfferState::Made)]);
    assert_eq!(scene.sheet.clocks.as_ref().unwrap().running, None);
    let again = json!({"do":"claim","by":"white","claim":"quickplay_finish"});
    assert_eq!(scene.order(again), Err("already_claimed".into()));
}

fn rule(scene: &mut Scene, verdict: &str) {
    scene.orders(json!({"do":"decide","kind":"quickplay_finish","verdict":verdict}));
}

#[test]
fn a_quickplay_claim_is_granted_or_refused() {
    let mut scene = finish(json!({}));
    claim(&mut scene, "white", "quickplay_finish");
    rule(&mut scene, "apply");
    let draw = (GameResult::Draw, Reason::QuickplayFinish, Some("10.2".to_owned()));
    assert_eq!(over(&scene), Some(draw));

    let mut scene = finish(json!({}));
    claim(&mut scene, "white", "quickplay_finish");
    let before = scene.clocks().1;
    rule(&mut scene, "dismiss");
    assert_eq!((scene.clocks().1, over(&scene)), (before + 120_000, None));
    // He may claim again.
    scene.orders(json!({"do":"resume","running":"white"}));
    claim(&mut scene, "white", "quickplay_finish");
    assert_eq!(answer(&scene).0, ClaimAnswer::Unknown);
}

#[test]
fn a_quickplay_claim_that_is_put_off_is_ruled_on_even_after_the_flag() {
    for (verdict, result) in [("apply", Some(GameResult::Draw)), ("dismiss", None)] {
        let mut scene = finish(json!({}));
        claim(&mut scene, "white", "quickplay_finish");
        let before = scene.clocks().1;
        rule(&mut scene, "postpone");
        assert_eq!(scene.clocks().1, before + 120_000);
        let (refused, postponed) = (vec![], vec![]);
        let matter =
            Matter::QuickplayFinish { ruling: Some(Ruling::Postponed), refused, postponed };
        assert_eq!(claimed(&scene).matter, matter);
        assert_eq!(claimed(&scene).article.as_deref(), Some("10.2.2"));
        scene.orders(json!({"do":"resume","running":"white"}));
        scene.hands("-g1 +f3 ! | -g8 +f6 ! |").wait(120_000);
        assert!(scene.open(AlertKind::FlagFall).is_some());
        let black = scene.clocks().1;
        rule(&mut scene, verdict);
        assert_eq!(over(&scene).map(|over| over.0), result, "{verdict}");
        if result.is_none() {
            assert_eq!(scene.clocks().1, black, "the time was given before");
            scene.orders(json!({"do":"decide","kind":"flag_fall","verdict":"apply"}));
            assert_eq!(over(&scene).unwrap().0, GameResult::BlackWins);
        }
    }
}

#[test]
fn quickplay_is_claimed_only_where_it_is_on() {
    for (keys, why) in [
        (json!({"time_control": "100+5"}), "increment"),
        (json!({"time_control": "40/100:100"}), "not_the_last_period"),
        (json!({"time_control": "300"}), "too_much_time"),
        (json!({"rules": "fide-2023"}), "not_in_force"),
        (
            json!({"rules": "fide-2023", "play": "blitz", "parameters": {"quickplay_finish": "on"}}),
            "not_in_force",
        ),
        (json!({"clock": "none", "time_control": "-"}), "no_clock"),
    ] {
        let mut scene = finish(keys.clone());
        claim(&mut scene, "white", "quickplay_finish");
        assert_eq!(answer(&scene).0, ClaimAnswer::NotEntitled, "{keys}");
        assert_eq!(answer(&scene).2["why"], why, "{keys}");
        assert_eq!(offers(&scene), [], "{keys}");
    }
    let mut scene = finish(json!({}));
    claim(&mut scene, "black", "quickplay_finish");
    assert_eq!(answer(&scene).2["why"], "not_his_move");
    scene.wait(101_000);
    claim(&mut scene, "white", "quickplay_finish");
    assert_eq!(answer(&scene).2["why"], "flag_has_fallen");
    let announced =
        json!({"rules": "fide-2023", "play": "rapid", "parameters": {"quickplay_finish": "on"}});
    let mut scene = finish(announced);
    claim(&mut scene, "white", "quickplay_finish");
    assert_eq!((answer(&scene).0, answer(&scene).1), (ClaimAnswer::Unknown, Some("III.4, III.5")));
}

#[test]
fn without_an_arbiter_a_quickplay_claim_ends_the_game_until_it_is_ruled_on() {
    for (choice, result) in [(None, GameResult::Draw), (Some(1), GameResult::BlackWins)] {
        let mut scene = finish(json!({"parameters": {"quickplay_ruling": "afterwards"}}));
        scene.hands("-g1 +f3 ! | -g8 +f6 ! |");
        claim(&mut scene, "white", "quickplay_finish");
        let ended = (GameResult::Open, Reason::QuickplayFinish, Some("11".to_owned()));
        assert_eq!(over(&scene), Some(ended));
        let evidence = answer(&scene).2.clone();
        assert_eq!((&evidence["fen"], &evidence["ply"]), (&json!(scene.sheet.fen), &json!(2)));
        let mut order = json!({"do":"decide","kind":"quickplay_finish","verdict":"apply"});
        if let Some(choice) = choice {
            order["choice"] = json!(choice);
        }
        scene.orders(order);
        let (told, reason, _) = over(&scene).unwrap();
        assert_eq!((told, reason), (result, Reason::QuickplayFinish));
    }
}

#[test]
fn a_claim_is_looked_at_without_a_clock_too() {
    let none = Header { clock: ClockKind::None, time_control: "-".into(), ..header(KNIGHTS) };
    let mut scene = Scene::start(&none);
    scene.hands("-g1 +f3 |");
    claim(&mut scene, "black", "threefold");
    assert_eq!(answer(&scene).0, ClaimAnswer::Wrong);
    // Nothing stops that could run.
    scene.hands("-g8 +f6 | -f3 +g1 |");
    assert_eq!(scene.moves(), ["Nf3", "Nf6", "Ng1"]);
}
