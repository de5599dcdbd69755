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
