use serde_json::{Value, json};

use super::{
    super::{
        scene::{Scene, after, alerts, header, scene},
        wire::{Bye, PATIENCE},
    },
    *,
};
use crate::link::Uplink as _;

fn stream(scene: &Scene, cursor: u64) -> mpsc::Receiver<Message> {
    open(scene.hall.clone(), Caller::Anybody, scene.hall.hub.find("7"), cursor, scene.place())
}

fn show(scene: &Scene, occupied: u64) {
    scene.show(after(&header(), &[]), occupied);
}

async fn next(stream: &mut mpsc::Receiver<Message>, name: &str) -> (Option<u64>, Value) {
    loop {
        let message = stream.recv().await.unwrap();
        if message.name == Some(name) {
            return (message.id, serde_json::from_str(&message.data).unwrap());
        }
    }
}

#[tokio::test]
async fn hello_comes_first_then_every_alert_after_the_cursor() {
    let mut scene = scene().await;
    scene.board.uplink.deliver(alerts(1..=3).into()).await.unwrap();
    let mut stream = stream(&scene, 1);
    let hello = stream.recv().await.unwrap();
    assert_eq!(hello.name, Some("hello"));
    assert!(hello.data.contains("\"cursor\":1"), "{}", hello.data);
    for cursor in [2, 3] {
        assert_eq!(next(&mut stream, "alert").await.0, Some(cursor));
    }
    scene.board.uplink.deliver(alerts(4..=4).into()).await.unwrap();
    let (id, entry) = next(&mut stream, "alert").await;
    assert_eq!((id, entry["what"].as_str()), (Some(4), Some("raised")));
}

#[tokio::test(start_paused = true)]
async fn views_are_coalesced_and_the_latest_wins() {
    let scene = scene().await;
    show(&scene, 0);
    let mut stream = stream(&scene, 0);
    next(&mut stream, "view").await;
    let start = Instant::now();
    for n in 1..=100 {
        show(&scene, n);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let mut views = 0;
    loop {
        views += 1;
        let (_, view) = next(&mut stream, "view").await;
        if view["occupied"] == "0000000000000064" {
            break;
        }
    }
    assert!(views <= 6, "{views} in {:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn who_takes_nothing_is_sent_away_with_a_word() {
    let scene = scene().await;
    let mut stream = stream(&scene, 0);
    let start = Instant::now();
    for n in 0..1000 {
        show(&scene, n);
        tokio::time::sleep(Duration::from_millis(200)).await;
        if scene.hall.streams.available_permits() == 10 {
            break;
        }
    }
    assert!(start.elapsed() > PATIENCE, "{:?}", start.elapsed());
    assert_eq!(scene.hall.streams.available_permits(), 10, "the place is free again");
    let mut last = None;
    while let Some(message) = stream.recv().await {
        last = Some(message);
    }
    assert_eq!(last, Some(Message::of("bye", &Bye { reason: "slow" })));
}

#[tokio::test(start_paused = true)]
async fn silence_is_broken_before_the_page_counts_as_old() {
    let scene = scene().await;
    let mut stream = stream(&scene, 0);
    while stream.recv().await.unwrap().name.is_some() {}
    let start = Instant::now();
    assert_eq!(stream.recv().await, Some(Message::comment()));
    assert_eq!(start.elapsed().as_secs(), 2);
}

#[tokio::test]
async fn a_server_that_stops_says_so() {
    let scene = scene().await;
    let mut stream = stream(&scene, 0);
    next(&mut stream, "hello").await;
    scene.stopping.send_replace(true);
    assert_eq!(next(&mut stream, "bye").await.1, json!({ "reason": "stopping" }));
    assert_eq!(stream.recv().await, None);
}

#[tokio::test]
async fn who_leaves_makes_room() {
    let scene = scene().await;
    let mut stream = stream(&scene, 0);
    next(&mut stream, "hello").await;
    assert_eq!(scene.hall.streams.available_permits(), 9);
    drop(stream);
    while scene.hall.streams.available_permits() < 10 {
        tokio::task::yield_now().await;
    }
}
