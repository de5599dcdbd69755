//! Who may use which path. What does not stand here is closed to everybody.

use super::May;

const GET: &str = "GET";
const PUT: &str = "PUT";
const POST: &str = "POST";
const DELETE: &str = "DELETE";

/// Method and path as the server knows it. `HEAD` is `GET` without an answer's body.
const DOORS: &[(&str, &str, May)] = &[
    // To come in.
    (GET, "/api/session", May::Anyone),
    (POST, "/api/session", May::Anyone),
    (DELETE, "/api/session", May::Anyone),
    (POST, "/api/setup", May::Anyone),
    // The players' clocks: a screen beside a board has nobody to sign it in.
    (GET, "/clock", May::Anyone),
    (GET, "/clock/{board}", May::Anyone),
    (GET, "/api/boards/{board}/clock", May::Anyone),
    // The hall.
    (GET, "/api/hall", May::Staff),
    (GET, "/api/alerts", May::Staff),
    (GET, "/api/stream", May::Staff),
    (GET, "/api/openapi.json", May::Staff),
    (GET, "/api/boards/{board}", May::Staff),
    (GET, "/api/boards/{board}/pgn", May::Staff),
    (POST, "/api/boards/{board}/command", May::ArbiterOfTable),
    (GET, "/api/decisions", May::Chief),
    // Boards are set to tables by whoever carries them.
    (GET, "/api/members", May::Staff),
    (PUT, "/api/members/{code}", May::Staff),
    (DELETE, "/api/members/{code}", May::Staff),
    // The round. When the alarm rings, the next arbiter stops the clocks of all.
    (GET, "/api/round", May::Staff),
    (PUT, "/api/round", May::Chief),
    (POST, "/api/round/import", May::Chief),
    (POST, "/api/round/start", May::Chief),
    (POST, "/api/round/stop", May::Arbiter),
    (POST, "/api/round/resume", May::Chief),
    (GET, "/api/rounds", May::Staff),
    (GET, "/api/round.pgn", May::Staff),
    (GET, "/api/rounds/{n}/pgn", May::Staff),
];

/// Who may use this path by this method; none: nobody.
pub(crate) fn may(method: &str, path: &str) -> Option<May> {
    let method = if method == "HEAD" { GET } else { method };
    DOORS.iter().find(|(m, p, _)| (*m, *p) == (method, path)).map(|(.., may)| *may)
}

/// The methods by which a path can be used, as the header `Allow` names them.
pub(crate) fn known_methods(path: &str) -> String {
    let mut methods = Vec::new();
    for (method, ..) in DOORS.iter().filter(|(_, p, _)| *p == path) {
        methods.push(*method);
        if *method == GET {
            methods.push("HEAD");
        }
    }
    methods.join(",")
}
