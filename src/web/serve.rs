//! The way to the browsers: plain on the machine itself, TLS in the hall. Both are bounded, whoever
//! comes.

use std::{
    future::{Future, Ready, ready},
    io,
    net::SocketAddr,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use axum::{Router, http::header::CONTENT_TYPE, routing};
use axum_server::{
    Handle, Server,
    accept::Accept,
    tls_rustls::{RustlsAcceptor, RustlsConfig},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
};

use super::places::{Place, Places};
use crate::doors::Certificate;

/// Connections besides those that streams have: pages, orders, and those that nobody uses any more.
const MORE: usize = 200;
/// Connections that any address may have: a browser opens six, and there may be a few.
const FEW: usize = 24;
/// A browser that asks nothing for so long is let go; a request's head must be here by then, too.
const HEAD: Duration = Duration::from_secs(30);
/// How long agreeing on keys may take.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// How long answers may still take once the server is to stop.
const FAREWELL: Duration = Duration::from_secs(5);

/// How browsers are spoken to.
#[derive(Clone, Debug)]
pub(crate) enum Security {
    /// In the clear.
    Plain,
    /// Behind this certificate.
    Tls(Certificate),
}

/// Where plain HTTP is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlainHttp {
    /// To the machine itself.
    OnLoopback,
    /// To everybody, for somebody has said so.
    Anywhere,
}

impl Security {
    /// Plain HTTP at this address.
    ///
    /// # Errors
    ///
    /// Where others could listen and nobody has said that they may.
    pub(crate) fn plain(address: SocketAddr, plain: PlainHttp) -> io::Result<Security> {
        match plain {
            PlainHttp::OnLoopback if !address.ip().to_canonical().is_loopback() => {
                let reason = format!(
                    "web: {address}: plain HTTP shows passwords and decisions to the whole network; \
                     name web.certificate and web.key, or allow it by web.plain_http = true"
                );
                Err(io::Error::new(io::ErrorKind::PermissionDenied, reason))
            }
            PlainHttp::OnLoopback | PlainHttp::Anywhere => Ok(Security::Plain),
        }
    }

    /// How an address begins.
    pub(crate) fn scheme(&self) -> &'static str {
        match self {
            Security::Plain => "http",
            Security::Tls(_) => "https",
        }
    }
}

/// What a server takes of a machine at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Connections at once; a further one is closed unheard.
    connections: usize,
    /// Of them from one address; a further one likewise.
    each: usize,
    /// Time for a request's head.
    head: Duration,
}

impl Bounds {
    /// Those of a server with so many streams. One address gets half of them, so that it can take
    /// neither all streams nor all connections.
    pub(super) fn with(streams: usize) -> Bounds {
        let each = (streams / 2).max(FEW);
        Bounds { connections: streams.saturating_add(MORE), each, head: HEAD }
    }
}

/// Serves these paths until `stop`, then whatever is being answered. Requests know from where they
/// come (`ConnectInfo<SocketAddr>`).
///
/// # Errors
///
/// When the listener breaks.
pub(super) async fn run(
    listener: TcpListener,
    security: Security,
    router: Router,
    bounds: Bounds,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let handle = Handle::<SocketAddr>::new();
    let places = Places::new(bounds.connections, bounds.each);
    let mut server = Server::from_listener(listener).handle(handle.clone()).http1_only();
    server.http_builder().http1().header_read_timeout(bounds.head);
    let server = server.acceptor(Bounded(places));
    let router = router.into_make_service_with_connect_info::<SocketAddr>();
    let served = async move {
        match security {
            Security::Plain => server.serve(router).await,
            Security::Tls(certificate) => {
                let config = RustlsConfig::from_config(certificate.server());
                let tls = |bounded| {
                    RustlsAcceptor::new(config).handshake_timeout(HANDSHAKE).acceptor(bounded)
                };
                server.map(tls).serve(router).await
            }
        }
    };
    tokio::pin!(served);
    tokio::select! {
        ended = &mut served => ended,
        () = stop => {
            handle.graceful_shutdown(Some(FAREWELL));
            served.await
        }
    }
}

/// The hall's authority, for whoever is to trust it: before he can sign in.
pub(super) fn authority(security: &Security) -> Router {
    let Security::Tls(certificate) = security else { return Router::new() };
    let Some(authority) = certificate.authority() else { return Router::new() };
    let shown = async move || ([(CONTENT_TYPE, "application/x-x509-ca-cert")], authority.to_vec());
    Router::new().route("/ca.crt", routing::get(shown))
}

/// Lets in as many as there are places.
#[derive(Clone)]
struct Bounded(Places);

impl<S> Accept<TcpStream, S> for Bounded {
    type Stream = Held;
    type Service = S;
    type Future = Ready<io::Result<(Held, S)>>;

    fn accept(&self, stream: TcpStream, service: S) -> Self::Future {
        let place = stream.peer_addr().and_then(|from| self.0.take(from.ip()));
        ready(place.map(|place| (Held { stream, _place: place }, service)))
    }
}

/// A connection with its place.
struct Held {
    stream: TcpStream,
    _place: Place,
}

impl Held {
    fn stream(self: Pin<&mut Self>) -> Pin<&mut TcpStream> {
        Pin::new(&mut self.get_mut().stream)
    }
}

impl AsyncRead for Held {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream().poll_read(cx, buf)
    }
}

impl AsyncWrite for Held {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.stream().poll_write(cx, buf)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_shutdown(cx)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stream().poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
#[path = "serve_tests.rs"]
mod tests;
