//! Everything that comes in passes here: who asks, whether he may, whether his browser meant it; and
//! what every answer says to browsers.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    time::Duration,
};

use axum::{
    RequestPartsExt as _,
    body::Body,
    extract::{ConnectInfo, MatchedPath, RawPathParams, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header, request::Parts},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use tokio::time::timeout;

use super::{Hall, Transport, error::ApiError};
use crate::doors::{Caller, Passage, known_methods, may};

/// Longest time from a request's head to the head of its answer: a body that trickles in ends here.
/// The slowest board has five seconds, twice in a hall that is stopped.
const PATIENCE: Duration = Duration::from_secs(30);

/// The name of the cookie.
pub(super) const COOKIE: &str = "touchmove";

/// What the embedded pages need, and nothing else. Preact and the board set styles one by one, which
/// this lets them do; no style or script stands in a page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'self'; \
     frame-ancestors 'none'";

/// Who asks, and from where.
#[derive(Clone, Debug)]
pub(super) struct Visit {
    pub(super) caller: Caller,
    pub(super) from: IpAddr,
}

/// Lets a request in, or says why not.
pub(super) async fn pass(State(hall): State<Hall>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let transport = hall.transport;
    let mut answer = match timeout(PATIENCE, let_in(hall, request, next)).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(error)) => error.into_response(),
        Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
    };
    say_to_browsers(answer.headers_mut(), transport, is_api);
    answer
}

async fn let_in(hall: Hall, request: Request, next: Next) -> Result<Response, ApiError> {
    let (mut parts, body) = request.into_parts();
    meant(&parts, hall.doors.are_open())?;
    let caller = hall.doors.caller(cookie(&parts.headers)).await?;
    let matched = parts.extensions.get::<MatchedPath>().cloned();
    // Other paths are files of the page, the same for all.
    if let Some(path) = matched.as_ref().map(MatchedPath::as_str).filter(|path| is_door(path)) {
        let Some(may) = may(parts.method.as_str(), path) else {
            return match caller.role() {
                None => Err(ApiError::SignIn),
                Some(_) => Ok(no_such_method(path)),
            };
        };
        let params = parts.extract::<RawPathParams>().await.ok();
        let table = params.as_ref().and_then(|params| {
            params.iter().find(|(name, _)| *name == "board").map(|(_, value)| value)
        });
        match caller.passes(may, table) {
            Passage::Free => {}
            Passage::SignIn => return Err(ApiError::SignIn),
            Passage::Forbidden => return Err(ApiError::Forbidden),
        }
    }
    let from = address(&parts);
    parts.extensions.insert(Visit { caller, from });
    Ok(next.run(Request::from_parts(parts, body)).await)
}

/// Whether a path has its place in the table of doors. Whatever else begins with `/api/` is answered
/// as not there, to whoever is signed in or not.
fn is_door(path: &str) -> bool {
    path != super::NO_SUCH_PATH
}

fn no_such_method(path: &str) -> Response {
    let methods = known_methods(path);
    if methods.is_empty() {
        return ApiError::NoSuchPath.into_response();
    }
    let mut answer = Response::new(Body::empty());
    *answer.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    if let Ok(methods) = HeaderValue::from_str(&methods) {
        answer.headers_mut().insert(header::ALLOW, methods);
    }
    answer
}

fn address(parts: &Parts) -> IpAddr {
    let info = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    info.map_or(Ipv4Addr::UNSPECIFIED.into(), |ConnectInfo(address)| address.ip().to_canonical())
}

/// The session's token that a browser brings.
pub(super) fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    cookies
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(name, value)| (name == COOKIE).then_some(value))
}

/// Whether a browser was meant to send this by a page of ours, and not made to by another's.
fn meant(parts: &Parts, open: bool) -> Result<(), ApiError> {
    let text = |name: HeaderName| parts.headers.get(name).map(|value| value.to_str().unwrap_or(""));
    let host = text(header::HOST).or(parts.uri.authority().map(|authority| authority.as_str()));
    // Where nobody signs in, a page from anywhere could lead its own name to this machine, and then
    // all that it sends comes from that same name.
    if open && !host.is_some_and(is_local_name) {
        return Err(ApiError::Foreign);
    }
    if matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return Ok(());
    }
    let site = text(HeaderName::from_static("sec-fetch-site"));
    let origin = text(header::ORIGIN);
    let kind = text(header::CONTENT_TYPE).unwrap_or_default();
    let fits = |origin: &str| {
        let (scheme, authority) = origin.split_once("://").unwrap_or_default();
        matches!(scheme, "http" | "https")
            && host.is_some_and(|host| host.eq_ignore_ascii_case(authority))
    };
    let meant = match (site, origin) {
        (Some(site), _) if !matches!(site, "same-origin" | "none") => false,
        (_, Some(origin)) => fits(origin),
        (Some(_), None) => true,
        // No browser; and one so old that it says neither sends this to nobody without asking him.
        (None, None) => no_form_sends(kind),
    };
    if meant { Ok(()) } else { Err(ApiError::Foreign) }
}

/// Whether a body is of a kind that a page may send to its own site alone (Fetch, "CORS-safelisted
/// request-header").
fn no_form_sends(kind: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    matches!(kind.as_str(), "application/json" | "text/csv" | "application/x-chess-pgn")
}

/// Whether a host is named as only a machine of this network can be: by its address, by a name without
/// a dot, or by one of mDNS.
fn is_local_name(host: &str) -> bool {
    if host.parse::<SocketAddr>().is_ok() || host.parse::<IpAddr>().is_ok() {
        return true;
    }
    if host.starts_with('[') {
        return host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
    }
    let name = host.split(':').next().unwrap_or_default();
    !name.is_empty() && (!name.contains('.') || name.to_ascii_lowercase().ends_with(".local"))
}

fn say_to_browsers(headers: &mut HeaderMap, transport: Transport, is_api: bool) {
    let mut say = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    say(header::CONTENT_SECURITY_POLICY, POLICY);
    say(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    say(header::X_FRAME_OPTIONS, "DENY");
    say(header::REFERRER_POLICY, "same-origin");
    say(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    if transport == Transport::Tls {
        say(header::STRICT_TRANSPORT_SECURITY, "max-age=2592000");
    }
    if is_api {
        // Also over what an event stream says of itself: no proxy keeps anything.
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

#[cfg(test)]
#[path = "door_tests.rs"]
mod tests;
