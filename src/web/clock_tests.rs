use std::{collections::BTreeSet, time::Duration};

use serde_json::{Value, json};
use touchmove_core::board::{Header, Said};

use super::{
    super::scene::{Scene, after, alerts, header, scene},
    *,
};
use crate::link::Uplink as _;

fn stream(scene: &Scene) -> mpsc::Receiver<Message> {
    open(scene.hall.clone(), scene.hall.hub.find("7").unwrap(), scene.place())
}

async fn next(stream: &mut mpsc::Receiver<Message>) -> Value {
    let message = stream.recv().await.unwrap();
    assert_eq!((message.name, message.id), (Some("clock"), None), "{}", message.data);
    serde_json::from_str(&message.data).unwrap()
}

fn timed(control: &str) -> Header {
    Header { time_control: control.into(), ..header() }
}

fn said(events: &[Value]) -> Vec<Said> {
    let numbered = |(n, event): (usize, &Value)| {
        let mut event = event.clone();
        event["seq"] = json!(n + 1);
        event["t"] = json!(n * 1000);
        serde_json::from_value(event).unwrap()
    };
    events.iter().enumerate().map(numbered).collect()
}

fn runs(side: Value) -> Value {
    json!({"event":"clock","white_ms":5_000,"black_ms":6_000,"running":side,"period":1,"moves":2})
}

/// All keys at any depth.
fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            found.insert(key.clone());
            keys(value, found);
        }),
        Value::Array(list) => list.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

/// Everything that can be told of a game, but for the clock.
fn everything_but_the_clock() -> Vec<Value> {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let alert = |kind: &str, rest: Value| {
        let mut alert = json!({"event":"alert","id":1,"rev":1,"ply":1,"kind":kind,
            "severity":"decision","for":"arbiter","article":"6.9","penalty":null,
            "rules":"fide-2023","side":"white"});
        alert.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        alert
    };
    vec![
        json!({"event":"touch","square":"e2","piece":"P","by":"white"}),
        json!({"event":"obligation","side":"white","moves":["e2e4"],"touched":["e2"]}),
        json!({"event":"draw_offer","by":"white","ply":1,"state":"made"}),
        alert("flag_fall", json!({"result":"0-1"})),
        alert("clock_not_pressed", json!({"id":2})),
        alert("threefold_claimable", json!({"id":3,"count":3})),
        json!({"event":"claim","by":"black","claim":"threefold","answer":"wrong","article":null,
            "evidence":{}}),
        json!({"event":"alert_cleared","id":1,"kind":"flag_fall","why":"dismissed"}),
        json!({"event":"result_signalled","result":"1-0"}),
        json!({"event":"promotion","ply":1,"piece":"q","seen":"assumed"}),
        json!({"event":"moves_withdrawn","from_ply":1,"fen":fen,"why":"hand"}),
        json!({"event":"done","do":"pause"}),
        json!({"event":"refused","reason":"no_clock"}),
        json!({"event":"game_over","result":"0-1","reason":"flag_fall","article":"6.9"}),
    ]
}

#[tokio::test(start_paused = true)]
async fn the_players_hear_of_nothing_but_the_clock() {
    let mut scene = scene().await;
    let start = vec![json!({"event":"started"}), runs(json!("white"))];
    scene.show(after(&timed("5400d5"), &said(&start)), 0);
    let mut stream = stream(&scene);
    let first = next(&mut stream).await;
    // That may take some time, and whoever does not listen meanwhile is sent away.
    {
        let delivered = scene.board.uplink.deliver(alerts(1..=3).into());
        tokio::pin!(delivered);
        loop {
            tokio::select! {
                done = &mut delivered => {
                    done.unwrap();
                    break;
                }
                _ = next(&mut stream) => {}
            }
        }
    }
    while stream.try_recv().is_ok() {}
    next(&mut stream).await;
    // None of it so much as brings the next message forward.
    let all = everything_but_the_clock();
    for n in 1..=all.len() {
        let events = [&start[..], &all[..n]].concat();
        scene.show(after(&timed("5400d5"), &said(&events)), n as u64);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(stream.try_recv().is_err());
    let beat = next(&mut stream).await;
    assert_eq!(beat["clocks"], first["clocks"]);
    let mut told = BTreeSet::new();
    keys(&beat, &mut told);
    let told: Vec<&str> = told.iter().map(String::as_str).collect();
    let clock = "black black_ms board clocks moves period running speed stage t t_now white \
                 white_at white_ms";
    assert_eq!(told.join(" "), clock);
}

#[tokio::test(start_paused = true)]
async fn a_press_is_shown_at_once_and_silence_is_broken_by_the_time() {
    let scene = scene().await;
    let header = timed("300");
    let mut stream = stream(&scene);
    scene.show(after(&header, &[]), 0);
    let before = next(&mut stream).await;
    assert_eq!(
        (before["stage"].as_str(), before["white_at"].as_str()),
        (Some("before"), Some("right"))
    );
    assert_eq!(before["clocks"]["black_ms"], 300_000);
    let start = Instant::now();
    let played = said(&[json!({"event":"started"}), runs(json!("white"))]);
    scene.show(after(&header, &played), 0);
    let running = next(&mut stream).await;
    assert_eq!((running["stage"].as_str(), start.elapsed()), (Some("started"), Duration::ZERO));
    assert_eq!((&running["clocks"]["running"], &running["t_now"]), (&json!("white"), &json!(0)));
    let beat = next(&mut stream).await;
    assert_eq!(start.elapsed().as_secs(), 2);
    assert_eq!(beat["t_now"], 2_000);
}

#[tokio::test]
async fn before_the_start_it_shows_the_times_with_which_the_game_begins() {
    let scene = scene().await;
    let mut stream = stream(&scene);
    for (control, times) in [
        ("5400+30", Some((5_430_000, 5_430_000))),
        ("40/7200:3600", Some((7_200_000, 7_200_000))),
        ("300d3", Some((300_000, 300_000))),
        ("W300:B240", Some((300_000, 240_000))),
        ("-", None),
    ] {
        scene.show(after(&timed(control), &[]), 0);
        let clocks = &next(&mut stream).await["clocks"];
        let shown = clocks["white_ms"].as_u64().zip(clocks["black_ms"].as_u64());
        assert_eq!(shown, times, "{control}");
    }
}

#[tokio::test]
async fn beside_another_clock_none_is_shown() {
    let scene = scene().await;
    let mut stream = stream(&scene);
    for (clock, shown) in [
        (ClockKind::Lever, true),
        (ClockKind::Tapped, false),
        (ClockKind::External, true),
        (ClockKind::None, false),
    ] {
        let header = Header { clock, ..timed("300") };
        scene.show(after(&header, &said(&[runs(Value::Null)])), 0);
        assert_eq!(next(&mut stream).await["clocks"].is_object(), shown, "{clock:?}");
    }
}

#[tokio::test]
async fn a_server_that_stops_says_so() {
    let scene = scene().await;
    let mut stream = stream(&scene);
    scene.stopping.send_replace(true);
    assert_eq!(stream.recv().await.unwrap().name, Some("bye"));
    assert_eq!(stream.recv().await, None);
}
