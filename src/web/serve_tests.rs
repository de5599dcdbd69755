use std::{
    io::{Read as _, Write as _},
    net::TcpStream as Stream,
    sync::Arc,
};

use rustls::{
    ClientConfig, ClientConnection, RootCertStore,
    crypto::ring::default_provider,
    pki_types::{CertificateDer, ServerName},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    sync::oneshot,
    task::spawn_blocking,
};

use super::*;
use crate::{doors::of_the_hall, hub::Hub};

/// A server that says hello, and what keeps it.
struct Running {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    ended: tokio::task::JoinHandle<io::Result<()>>,
}

async fn start(security: Security, bounds: Bounds) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let router =
        Router::new().route("/hello", routing::get(async || "hello")).merge(authority(&security));
    let stopped = async move { drop(stopped.await) };
    let ended = tokio::spawn(run(listener, security, router, bounds, stopped));
    Running { address, stop, ended }
}

async fn hall(folder: &std::path::Path, names: &[&str]) -> Certificate {
    let (hub, _memory) = Hub::open("Зал", &folder.join("hall.sqlite")).unwrap();
    let names = names.iter().map(|name| (*name).to_string()).collect();
    of_the_hall(&hub, names).await.unwrap()
}

/// Asks for a path under this name, trusting this authority only.
async fn ask(
    address: SocketAddr,
    authority: Arc<[u8]>,
    name: &'static str,
    path: &'static str,
) -> io::Result<Vec<u8>> {
    let work = move || {
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from(authority.to_vec())).unwrap();
        let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let name = ServerName::try_from(name).unwrap();
        let mut client = ClientConnection::new(Arc::new(config), name).unwrap();
        let mut socket = Stream::connect(address)?;
        let mut tls = rustls::Stream::new(&mut client, &mut socket);
        write!(tls, "GET {path} HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n")?;
        let mut answer = Vec::new();
        // A server may close without a word after its answer.
        match tls.read_to_end(&mut answer) {
            Err(error) if answer.is_empty() => Err(error),
            _ => Ok(answer),
        }
    };
    spawn_blocking(work).await.unwrap()
}

#[tokio::test]
async fn whoever_trusts_the_authority_knows_the_hall_by_its_names_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = hall(folder.path(), &["hall.local", "127.0.0.1"]).await;
    let authority = certificate.authority().unwrap();
    let running = start(Security::Tls(certificate), Bounds::with(1)).await;
    for name in ["hall.local", "127.0.0.1"] {
        let answer = ask(running.address, authority.clone(), name, "/hello").await.unwrap();
        assert!(answer.ends_with(b"hello"), "{name}");
    }
    for name in ["other.local", "127.0.0.2"] {
        let refused = ask(running.address, authority.clone(), name, "/hello").await.unwrap_err();
        assert!(refused.to_string().contains("not valid for name"), "{name}: {refused}");
    }
    let other = tempfile::tempdir().unwrap();
    let stranger = hall(other.path(), &["hall.local"]).await.authority().unwrap();
    let refused = ask(running.address, stranger, "hall.local", "/hello").await;
    assert!(refused.is_err(), "another hall's authority");
    let shown = ask(running.address, authority.clone(), "hall.local", "/ca.crt").await.unwrap();
    assert!(shown.ends_with(&authority));
    let head = String::from_utf8_lossy(&shown).to_lowercase();
    assert!(head.contains("content-type: application/x-x509-ca-cert"));
    // With other names at the next start, the authority that browsers trust is the same.
    let certificate = hall(folder.path(), &["other.local"]).await;
    assert_eq!(certificate.authority().unwrap(), authority);
    let renewed = start(Security::Tls(certificate), Bounds::with(1)).await;
    let answer = ask(renewed.address, authority.clone(), "other.local", "/hello").await.unwrap();
    assert!(answer.ends_with(b"hello"));
    assert!(ask(renewed.address, authority, "hall.local", "/hello").await.is_err());
    running.stop.send(()).unwrap();
    running.ended.await.unwrap().unwrap();
}

#[test]
fn plain_http_is_for_this_machine_unless_somebody_allows_it() {
    let plain = |address: &str, plain| Security::plain(address.parse().unwrap(), plain);
    for address in ["127.0.0.1:1", "127.8.9.1:1", "[::1]:1", "[::ffff:127.0.0.1]:1"] {
        assert!(plain(address, PlainHttp::OnLoopback).is_ok(), "{address}");
    }
    for address in ["0.0.0.0:1", "192.168.1.5:1", "[::]:1", "[fd00::1]:1", "[::ffff:10.0.0.1]:1"] {
        let refused = plain(address, PlainHttp::OnLoopback).unwrap_err().to_string();
        assert!(refused.contains(address) && refused.contains("plain_http"), "{refused}");
        assert!(plain(address, PlainHttp::Anywhere).is_ok(), "{address}");
    }
}

#[tokio::test]
async fn more_connections_than_there_is_room_for_are_closed_and_room_comes_back() {
    let bounds = Bounds { connections: 3, each: 3, head: HEAD };
    let running = start(Security::Plain, bounds).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        stream.write_all(b"GET /hello HTTP/1.1\r\nHost: hall\r\n\r\n").await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200");
        held.push(stream);
    }
    let mut further = TcpStream::connect(running.address).await.unwrap();
    // Closed, or reset where it was not read.
    assert!(matches!(further.read(&mut [0; 12]).await, Ok(0) | Err(_)));
    held.clear();
    // The server hears of those that left a little later.
    loop {
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        let request = b"GET /hello HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n";
        let mut answer = Vec::new();
        let asked = stream.write_all(request).await;
        if asked.is_ok() && stream.read_to_end(&mut answer).await.is_ok() && !answer.is_empty() {
            assert!(answer.ends_with(b"hello"));
            break;
        }
        tokio::task::yield_now().await;
    }
    running.stop.send(()).unwrap();
    running.ended.await.unwrap().unwrap();
}

#[tokio::test]
async fn who_does_not_end_a_head_is_let_go() {
    let bounds = Bounds { connections: 3, each: 3, head: Duration::from_millis(50) };
    let running = start(Security::Plain, bounds).await;
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    stream.write_all(b"GET /hello HTTP/1.1\r\nHost: ").await.unwrap();
    let mut answer = Vec::new();
    let ended = tokio::time::timeout(HEAD, stream.read_to_end(&mut answer)).await;
    assert!(ended.is_ok(), "it is held for ever");
}
