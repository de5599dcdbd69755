use touchmove_core::{
    board::Side,
    tournament::{Pairing, Player},
};

use super::*;

fn round(name: &str, tables: &[&str]) -> Round {
    let player = |name: String| Player { name, ..Player::default() };
    let pair = |table: &&str| Pairing {
        table: (*table).into(),
        white: player(format!("w{table}")),
        black: player(format!("b{table}")),
        ..Pairing::default()
    };
    let tables = tables.iter().map(pair).collect();
    Round { round: name.into(), tables, ..Round::default() }
}

#[tokio::test]
async fn a_hall_that_comes_back_has_its_round_and_knows_whose_clocks_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hall.sqlite");
    let stopped =
        Stopped { board: "7".into(), game: "a".into(), ply: 12, running: Some(Side::Black) };
    {
        let (hub, _memory) = Hub::open("Hall", &file).unwrap();
        assert_eq!(hub.round_view(), None);
        for (name, tables) in [("1", vec!["7"]), ("1", vec!["7", "8"]), ("?", vec!["7"])] {
            assert!(hub.prepare(round(name, &tables)).await.unwrap().is_ok());
        }
        let kept =
            [stopped.clone(), Stopped { board: "8".into(), running: None, ..stopped.clone() }];
        hub.write(move |store| store.stop(&kept)).await.unwrap();
        hub.write(|store| store.resumed(&["8".into()])).await.unwrap();
    }
    let (hub, _memory) = Hub::open("Hall", &file).unwrap();
    assert_eq!(*lock(&hub.rounds.stopped), [stopped]);
    let current = hub.rounds.current().unwrap();
    assert_eq!(
        (current.kept.n, current.kept.round.round.as_str()),
        (2, "2"),
        "named by its number"
    );
    let rounds = hub.read(|store| store.rounds()).await.unwrap();
    let pairs: Vec<usize> = rounds.iter().map(|kept| kept.round.tables.len()).collect();
    assert_eq!(pairs, [2, 1], "one of the same name replaces it");
    assert_eq!(hub.round_pgn(1).await.unwrap().as_deref(), Some(""));
    assert_eq!(hub.round_pgn(3).await.unwrap(), None);
}

#[tokio::test]
async fn a_round_with_mistakes_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, _memory) = Hub::open("Hall", &folder.path().join("hall.sqlite")).unwrap();
    hub.prepare(round("1", &["7"])).await.unwrap().unwrap();
    let mistakes = hub.prepare(round("2", &["7", "7"])).await.unwrap().unwrap_err();
    assert_eq!(mistakes.len(), 3, "{mistakes:?}");
    assert_eq!(hub.rounds.current().unwrap().kept.round.round, "1");
}
