use std::{net::TcpListener, time::Duration};

use async_nats::{Client, ConnectOptions, Event, jetstream};
use tokio::sync::mpsc;

use super::*;
use crate::meet::{Credential, HubKey, Token, client_config};

/// What nobody may do is refused well within this time, in ms.
const LONG: Duration = Duration::from_secs(10);

struct Scene {
    server: Server,
    hub: Credential,
    boards: Vec<(Code, Credential)>,
    folder: tempfile::TempDir,
}

/// A client, and what the server reproaches it with.
struct Caller {
    client: Client,
    reproaches: mpsc::UnboundedReceiver<String>,
}

impl Scene {
    async fn with_boards(codes: &[&str]) -> Option<Scene> {
        if let Err(error) = program::find() {
            assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{error}");
            eprintln!("skipped: {error}");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let hub = Credential::make().unwrap();
        let boards = codes
            .iter()
            .map(|code| (code.parse().unwrap(), Credential::make().unwrap()))
            .collect::<Vec<(Code, Credential)>>();
        let settings = settings(&folder, &hub);
        let server = Server::start(settings, &public(&boards)).await.unwrap();
        Some(Scene { server, hub, boards, folder })
    }

    async fn hub(&self) -> Client {
        self.connect(ConnectOptions::with_nkey(self.hub.seed().into())).await.unwrap().client
    }

    async fn board(&self, n: usize) -> Caller {
        self.try_board(n).await.unwrap()
    }

    async fn try_board(&self, n: usize) -> Result<Caller, async_nats::ConnectError> {
        let (code, credential) = &self.boards[n];
        let options = ConnectOptions::with_nkey(credential.seed().into());
        self.connect(options.custom_inbox_prefix(format!("_INBOX.{code}"))).await
    }

    async fn connect(&self, options: ConnectOptions) -> Result<Caller, async_nats::ConnectError> {
        let (send, reproaches) = mpsc::unbounded_channel();
        let tls = client_config(self.server.settings.key.fingerprint().clone()).unwrap();
        let client = options
            .require_tls(true)
            .tls_client_config((*tls).clone())
            .event_callback(move |event| {
                let send = send.clone();
                async move {
                    if let Event::ServerError(error) = event {
                        // A test that is over hears nothing.
                        let _ = send.send(error.to_string());
                    }
                }
            })
            .connect(self.server.address().to_string())
            .await?;
        Ok(Caller { client, reproaches })
    }
}

fn settings(folder: &tempfile::TempDir, hub: &Credential) -> Settings {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    Settings {
        folder: folder.path().join("nats"),
        bind: Ipv4Addr::LOCALHOST.into(),
        port,
        key: HubKey::make().unwrap(),
        hub: hub.public().clone(),
        token: Token::make().unwrap(),
    }
}

fn public(boards: &[(Code, Credential)]) -> Vec<(Code, PublicKey)> {
    boards.iter().map(|(code, credential)| (code.clone(), credential.public().clone())).collect()
}

impl Caller {
    async fn is_told(&mut self, what: &str) {
        let told = timeout(LONG, self.reproaches.recv()).await.expect(what).unwrap();
        let told = told.to_lowercase();
        assert!(
            told.contains("permissions violation") && told.contains(&what.to_lowercase()),
            "{what}: {told}"
        );
    }

    async fn may_not_publish(&mut self, subject: &str) {
        self.client.publish(subject.to_string(), "x".into()).await.unwrap();
        self.client.flush().await.unwrap();
        self.is_told(subject).await;
    }

    async fn may_not_hear(&mut self, subject: &str) {
        let _heard = self.client.subscribe(subject.to_string()).await.unwrap();
        self.client.flush().await.unwrap();
        self.is_told(subject).await;
    }
}

async fn streams(hub: &Client) -> jetstream::Context {
    let jetstream = jetstream::new(hub.clone());
    crate::link::nats::make_streams(&jetstream).await.unwrap();
    jetstream
}

#[tokio::test]
async fn a_board_does_its_own_and_nothing_of_another() {
    use futures_util::StreamExt as _;
    let Some(scene) = Scene::with_boards(&["AAAAAA", "BBBBBB"]).await else { return };
    let hub = scene.hub().await;
    streams(&hub).await;
    let mut board = scene.board(0).await;

    // Events are taken and read back, views are heard.
    let own = jetstream::new(board.client.clone());
    own.publish("tm1.event.AAAAAA.g", "1".into()).await.unwrap().await.unwrap();
    let stream = own.get_stream_no_info("TM1_EVENTS").await.unwrap();
    let last = stream.direct_get_last_for_subject("tm1.event.AAAAAA.g").await.unwrap();
    assert_eq!(last.payload, "1");
    let mut views = hub.subscribe("tm1.view.*").await.unwrap();
    let mut attaching = hub.subscribe("tm1.hub.attach.*").await.unwrap();
    hub.flush().await.unwrap();
    board.client.publish("tm1.view.AAAAAA", "v".into()).await.unwrap();
    assert_eq!(timeout(LONG, views.next()).await.unwrap().unwrap().payload, "v");

    // It asks the hub, and the hub asks it.
    let answering = async {
        let asked = attaching.next().await.unwrap();
        hub.publish(asked.reply.unwrap(), "yes".into()).await.unwrap();
    };
    let asking = board.client.request("tm1.hub.attach.AAAAAA", "".into());
    let (answer, ()) = tokio::join!(asking, answering);
    assert_eq!(answer.unwrap().payload, "yes");
    let mut orders = board.client.subscribe("tm1.board.AAAAAA.*").await.unwrap();
    let mut all = board.client.subscribe("tm1.boards").await.unwrap();
    board.client.flush().await.unwrap();
    let answering = async {
        let order = orders.next().await.unwrap();
        board.client.publish(order.reply.unwrap(), "done".into()).await.unwrap();
    };
    let (answer, ()) = tokio::join!(hub.request("tm1.board.AAAAAA.order", "".into()), answering);
    assert_eq!(answer.unwrap().payload, "done");
    hub.publish("tm1.boards", "all".into()).await.unwrap();
    assert_eq!(timeout(LONG, all.next()).await.unwrap().unwrap().payload, "all");

    for subject in [
        "tm1.event.BBBBBB.g",
        "tm1.view.BBBBBB",
        "tm1.hub.attach.BBBBBB",
        "tm1.hub.join",
        "tm1.board.BBBBBB.order",
        "tm1.board.AAAAAA.order",
        "tm1.boards",
        "_INBOX.BBBBBB.1.1",
        "$JS.API.DIRECT.GET.TM1_EVENTS.tm1.event.BBBBBB.g",
        "$JS.API.DIRECT.GET.TM1_EVENTS",
        "$JS.API.STREAM.DELETE.TM1_EVENTS",
        "$JS.API.STREAM.INFO.TM1_EVENTS",
        "$JS.API.STREAM.MSG.GET.TM1_EVENTS",
        "$JS.API.CONSUMER.CREATE.TM1_EVENTS",
        "$SYS.REQ.SERVER.PING",
    ] {
        board.may_not_publish(subject).await;
    }
    for subject in [
        ">",
        "tm1.>",
        "tm1.event.>",
        "tm1.view.*",
        "tm1.board.*.order",
        "tm1.board.BBBBBB.order",
        "tm1.hub.join",
        "_INBOX.>",
        "_INBOX.BBBBBB.>",
        "_INBOX.join.>",
    ] {
        board.may_not_hear(subject).await;
    }
    scene.server.stop().await;
}

#[tokio::test]
async fn whoever_knocks_only_knocks() {
    use futures_util::StreamExt as _;
    let Some(scene) = Scene::with_boards(&[]).await else { return };
    let hub = scene.hub().await;
    let mut knocking = hub.subscribe("tm1.hub.join").await.unwrap();
    hub.flush().await.unwrap();
    let token = scene.server.settings.token.as_str().to_string();
    let knock = |token| {
        ConnectOptions::with_user_and_password("join".into(), token)
            .custom_inbox_prefix("_INBOX.join")
    };
    let mut new = scene.connect(knock(token)).await.unwrap();
    let answering = async {
        let asked = knocking.next().await.unwrap();
        hub.publish(asked.reply.unwrap(), "welcome".into()).await.unwrap();
    };
    let (answer, ()) = tokio::join!(new.client.request("tm1.hub.join", "".into()), answering);
    assert_eq!(answer.unwrap().payload, "welcome");
    for subject in
        ["tm1.event.A.g", "tm1.view.A", "tm1.hub.attach.A", "tm1.boards", "_INBOX.join.x"]
    {
        new.may_not_publish(subject).await;
    }
    for subject in ["tm1.hub.join", "tm1.boards", "_INBOX.A.>", ">"] {
        new.may_not_hear(subject).await;
    }
    assert!(scene.connect(knock("0".repeat(26))).await.is_err());
    assert!(scene.connect(ConnectOptions::new()).await.is_err());
    scene.server.stop().await;
}

#[tokio::test]
async fn boards_come_and_go_while_it_runs() {
    let Some(mut scene) = Scene::with_boards(&["AAAAAA"]).await else { return };
    let first = scene.board(0).await;
    scene.boards.push(("BBBBBB".parse().unwrap(), Credential::make().unwrap()));
    assert!(scene.try_board(1).await.is_err());
    scene.server.reload(&public(&scene.boards)).await.unwrap();
    scene.board(1).await;
    // Who was in stays in.
    first.client.flush().await.unwrap();
    scene.server.reload(&[]).await.unwrap();
    assert!(scene.try_board(0).await.is_err());
    scene.server.stop().await;
}

#[tokio::test]
async fn a_server_that_dies_is_started_again_and_one_left_over_is_ended() {
    let Some(scene) = Scene::with_boards(&["AAAAAA"]).await else { return };
    let pid = || *scene.server.running.lock().unwrap();
    let first = pid().unwrap();
    kill_process(first, Signal::KILL).unwrap();
    let until = Instant::now() + LONG;
    while pid().is_none_or(|now| now == first) {
        assert!(Instant::now() < until, "it was not started again");
        sleep(LOOK_EVERY).await;
    }
    scene.server.wait_until_ready().await.unwrap();
    scene.board(0).await;

    // A hub that is killed leaves its server: here, one that nobody keeps.
    let settings = scene.server.settings.clone();
    scene.server.stop().await;
    let mut left = Command::new(program::find().unwrap())
        .arg("-c")
        .arg(settings.file())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let until = Instant::now() + LONG;
    while left_over(&settings.pid_file(), &settings.file()).is_none() {
        assert!(Instant::now() < until, "it does not begin");
        sleep(LOOK_EVERY).await;
    }
    // It is reaped by whoever started it, so that its number is free.
    let reaped = tokio::task::spawn_blocking(move || left.wait());
    let again = Server::start(settings, &public(&scene.boards)).await.unwrap();
    reaped.await.unwrap().unwrap();
    again.stop().await;
    drop(scene.folder);
}
