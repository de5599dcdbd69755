use std::time::Duration;

use super::*;
use crate::{publish, web::scene::scene};

#[tokio::test(start_paused = true)]
async fn a_stream_begins_with_the_hall_and_ends_with_a_word() {
    let scene = scene().await;
    let hall = Arc::new(PublicHall::new("Hall", Duration::from_secs(900)));
    tokio::spawn(publish::follow(Arc::clone(&scene.hall.hub), Arc::clone(&hall)));
    let (stopping, seen) = watch::channel(false);
    let public = Public { hall, streams: Arc::new(Semaphore::new(1)), stopping: seen };
    let place = Arc::clone(&public.streams).try_acquire_owned().unwrap();
    assert!(stream(State(public.clone())).await.is_err(), "there is no room for a second one");
    let mut heard = wire::open(place, move |wire| feed(wire, public));
    let first = heard.recv().await.unwrap();
    assert_eq!(first.name, Some("hall"));
    assert_eq!(first.data, r#"{"name":"Hall","delay_s":900,"tables":[]}"#);
    let table = loop {
        let message = heard.recv().await.unwrap();
        if message.name.is_some() {
            break message;
        }
    };
    assert_eq!(table.name, Some("table"));
    assert!(table.data.contains(r#""table":"7""#), "{}", table.data);
    scene.hall.hub.unseat("7");
    let gone = loop {
        let message = heard.recv().await.unwrap();
        if message.name.is_some() {
            break message;
        }
    };
    assert_eq!((gone.name, gone.data.as_str()), (Some("gone"), r#"{"table":"7"}"#));
    stopping.send_replace(true);
    assert_eq!(heard.recv().await.unwrap().name, Some("bye"));
}

#[tokio::test]
async fn at_the_publics_port_there_is_nothing_else() {
    let hall = Arc::new(PublicHall::new("Hall", Duration::ZERO));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let stop = std::future::pending();
    tokio::spawn(serve_public(listener, Security::Plain, hall, 1, stop));
    let document: serde_json::Value = serde_json::from_str(&crate::web::document()).unwrap();
    let others = document["paths"].as_object().unwrap().keys();
    let others = others.map(|path| path.replace("{board}", "7").replace("{n}", "1"));
    let all: Vec<(String, u16)> = others
        .map(|path| (path, 404))
        .chain(["/clock", "/clock/7", "/index.html", "/ca.crt"].map(|path| (path.into(), 404)))
        .chain(
            ["/assets/..%2findex.html", "/assets/..%2fclock.html"].map(|path| (path.into(), 404)),
        )
        .chain([("/api/public/boards/7".into(), 404)])
        .chain(["/", "/api/public/hall", "/api/public/round.pgn"].map(|path| (path.into(), 200)))
        .collect();
    assert!(all.len() > 15);
    let statuses = move || {
        for (path, status) in all {
            let asked = match ureq::get(format!("http://{address}{path}")).call() {
                Ok(answer) => answer.status().as_u16(),
                Err(ureq::Error::StatusCode(status)) => status,
                Err(error) => panic!("{path}: {error}"),
            };
            assert_eq!(asked, status, "{path}");
        }
    };
    tokio::task::spawn_blocking(statuses).await.unwrap();
}
