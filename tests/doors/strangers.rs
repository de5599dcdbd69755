//! schemathesis, which makes requests out of the description of the API, finds no server error and no
//! answer that is not described: with the chief arbiter's cookie, and without any.

#[path = "../common/interpreter.rs"]
mod interpreter;

use std::process::Command;

use crate::scene::Hall;

/// The same requests for everybody.
const SEED: &str = "20261201";
/// Requests made of each description.
const EXAMPLES: &str = "30";

fn nothing_strange_is_found(hall: &Hall, cookie: &str, but: &[&str]) {
    let Some(python) = interpreter::with("schemathesis") else { return };
    let house = env!("CARGO_MANIFEST_DIR");
    let mut command = Command::new(python);
    command
        .args(["-m", "schemathesis.cli", "run"])
        .arg(format!("{house}/openapi.json"))
        .args(["--url", &hall.page, "--seed", SEED, "--max-examples", EXAMPLES])
        .args(["--phases", "coverage,fuzzing"])
        .args(["-H", &format!("Cookie: {cookie}"), "-H", &format!("Origin: {}", hall.page)])
        .arg("--checks")
        .arg(
            "not_a_server_error,status_code_conformance,content_type_conformance,\
             response_schema_conformance",
        );
    // Streams have no end.
    for path in ["/api/stream", "/api/boards/{board}/clock"].iter().chain(but) {
        command.args(["--exclude-path", path]);
    }
    let output = command.current_dir(hall.folder()).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    let asked = told.contains("Test cases:") && !told.contains("\n  0 generated");
    assert!(asked, "nothing was asked: {told}");
}

#[test]
fn whatever_the_chief_sends_is_answered_as_described() {
    let hall = Hall::start();
    let cookie = hall.set_up();
    // Whoever signs out is the chief no longer.
    nothing_strange_is_found(&hall, &cookie, &["/api/session"]);
    assert!(hall.get("/api/hall", &cookie)["boards"].is_array(), "and the hall still stands");
}

#[test]
fn whatever_a_stranger_sends_is_answered_as_described() {
    let hall = Hall::start();
    nothing_strange_is_found(&hall, "touchmove=0", &[]);
}
