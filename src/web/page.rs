use axum::{
    extract::{Path, State},
    http::{StatusCode, Uri, header},
    response::{IntoResponse, Redirect, Response},
};
use rust_embed::RustEmbed;

use super::Hall;

/// The page as `make web` built it; in a debug build read from the folder each time.
#[derive(RustEmbed)]
#[folder = "web/dist"]
#[allow_missing = true]
struct Built;

const INDEX: &str = "index.html";
/// The players' clock, a page of its own that knows its board by its path.
const CLOCK: &str = "clock.html";
/// What the public sees, a page of its own.
const PUBLIC: &str = "public.html";
const NOT_BUILT: &str = "The page is not built into this program: run `make web`, then build it again. The API is at /api/hall.\n";

/// A file of the page; any other path is the page itself, which knows what to show there.
pub(super) async fn serve(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let name = if path.is_empty() { INDEX } else { path };
    if let Some(file) = Built::get(name) {
        return response(name, file);
    }
    // What looks like a file is one that is missing, not a place in the page.
    let is_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    match Built::get(INDEX) {
        Some(_) if is_file => StatusCode::NOT_FOUND.into_response(),
        Some(file) => response(INDEX, file),
        None if path.is_empty() => (StatusCode::OK, NOT_BUILT).into_response(),
        None => (StatusCode::NOT_FOUND, NOT_BUILT).into_response(),
    }
}

/// The clock of one board. A board that is not there yet may come.
pub(super) async fn clock() -> Response {
    match Built::get(CLOCK) {
        Some(file) => response(CLOCK, file),
        None => (StatusCode::NOT_FOUND, NOT_BUILT).into_response(),
    }
}

/// What the public sees.
pub(super) async fn public() -> Response {
    match Built::get(PUBLIC) {
        Some(file) => response(PUBLIC, file),
        None => (
            StatusCode::OK,
            "The page is not built into this program. The tables are at /api/public/hall.\n",
        )
            .into_response(),
    }
}

/// What the pages are made of.
pub(super) async fn asset(Path(file): Path<String>) -> Response {
    let name = format!("assets/{file}");
    match Built::get(&name) {
        Some(file) => response(&name, file),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The way to the clock of the only board; where there are more, which there are.
pub(super) async fn only_clock(State(hall): State<Hall>) -> Response {
    let seats = hall.hub.seats();
    let paths: Vec<String> =
        seats.iter().map(|seat| format!("clock/{}", encoded(seat.board()))).collect();
    match paths.as_slice() {
        [path] => Redirect::temporary(path).into_response(),
        all => (StatusCode::NOT_FOUND, all.join("\n")).into_response(),
    }
}

/// A name as a part of a path.
fn encoded(name: &str) -> String {
    name.bytes()
        .map(|byte| match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'-' | b'_' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

fn response(name: &str, file: rust_embed::EmbeddedFile) -> Response {
    // Vite puts a hash into the names of all files but the page's own.
    let keep = if name.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let kind = file.metadata.mimetype().to_string();
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, keep.to_string())], file.data)
        .into_response()
}

#[cfg(test)]
mod tests {
    use axum::body;

    use super::*;
    use crate::{link::local, web::scene::scene};

    #[tokio::test]
    async fn the_only_clock_is_found_without_a_name_and_of_more_each_is_named() {
        let scene = scene().await;
        let answer = only_clock(State(scene.hall.clone())).await;
        assert_eq!(answer.status(), StatusCode::TEMPORARY_REDIRECT);
        assert_eq!(answer.headers()[header::LOCATION], "clock/7");
        let (door, _posts) = local::door();
        scene.hall.hub.seat(door.link("Зал/1").1);
        let answer = only_clock(State(scene.hall)).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND);
        let text = body::to_bytes(answer.into_body(), 1000).await.unwrap();
        assert_eq!(text, "clock/7\nclock/%D0%97%D0%B0%D0%BB%2F1");
    }
}
